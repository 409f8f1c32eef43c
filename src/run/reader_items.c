/* SPDX-License-Identifier: BSD-3-Clause */
/* reader_items.c - the items of a model, such as bodies, one under the other in a scenario. What an
 * item is made of stands in the model's rows; here they are filled and handed over. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run/reader_item.h"

static const char *const items_own[LF_ITEM_OWN] = {"name", "shape", "density", "scale"};

size_t lf_item_key(const lf_item_reader *I, const char *key)
{
    size_t k = 0;
    while (I->key[k] && strcmp(I->key[k], key) != 0)
        k++;
    return k;
}

void lf_item_at(lf_item_reader *I, size_t key)
{
    strcpy(I->R->place, I->node[key] ? I->place[key] : I->begins);
}

static void items_name(const lf_item_reader *I, size_t key, char *name, size_t size)
{
    snprintf(name, size, "%s: %s", I->label, I->key[key]);
}

lf_status lf_item_set(lf_item_reader *I, size_t key, const lf_param *row, void *object)
{
    lf_text text = {0};
    char why[LF_WHY_SIZE] = "", name[sizeof I->label + LF_WORD_SIZE];
    lf_param named = *row;
    items_name(I, key, name, sizeof name);
    named.name = name;
    lf_item_at(I, key);
    lf_status status = lf_reader_value(I->R, I->node[key], name, &text);
    const size_t count = status == LF_OK ? lf_param_numbers(lf_text_string(&text)) : 0;
    if (row->type == LF_LIST && count > lf_param_room(row, object)) {
        double *memory = lf_scenario_room(I->R->S, count);
        if (memory)
            lf_param_give(row, object, count, memory);
        else
            status = LF_EMEMORY;
    }
    if (status == LF_OK && lf_param_set(&named, object, lf_text_string(&text), why, sizeof why))
        status = LF_READER_FAIL(I->R, "%s", why);
    lf_text_free(&text);
    return status;
}

/* ---- rows ----------------------------------------------------------------------------------- */

/* "mass, x, y, z" from "mass|x|y|z", and how many they are */
static size_t items_columns(const lf_param *row, char *words, size_t size)
{
    size_t count = 1, used = 0;
    for (const char *s = row->choices; *s && used + 3 < size; s++) {
        count += *s == '|';
        used += (size_t)snprintf(words + used, size - used, *s == '|' ? ", " : "%c", *s);
    }
    return count;
}

/* A table: every row has its numbers; or they stand in one list. */
static lf_status items_table(lf_item_reader *I, size_t key, const lf_param *row)
{
    char columns[LF_WORD_SIZE * 2] = "";
    const size_t each = items_columns(row, columns, sizeof columns);
    struct fy_node *item, *list = I->node[key];
    void *at = NULL;
    size_t number = 0, rows = 0;
    lf_item_at(I, key);
    while (fy_node_is_sequence(list) && (item = fy_node_sequence_iterate(list, &at))) {
        number++;
        if (!fy_node_is_sequence(item))
            continue;
        rows++;
        int count = fy_node_sequence_item_count(item);
        if (count == (int)each)
            continue;
        lf_reader_at(I->R, fy_node_sequence_get_by_index(item, 0));
        return LF_READER_FAIL(I->R, "%s: row %zu of %s needs %zu numbers (%s), got %d", I->label,
                              number, row->name, each, columns, count);
    }
    if (fy_node_is_sequence(list) && (rows == number || (rows == 0 && number % each == 0)))
        return LF_OK;
    return LF_READER_FAIL(I->R, "%s: %s must be a list of [%s]", I->label, row->name, columns);
}

static void items_default(const lf_param *row, void *item)
{
    void *member = (char *)item + row->offset;
    if (row->type == LF_LIST)
        memset(member, 0, sizeof(lf_list));
    if (row->preset)
        lf_param_set(row, item, row->preset, NULL, 0);
    for (size_t k = 0; !row->preset && row->type == LF_REAL && k < row->count; k++)
        ((double *)member)[k] = NAN;
}

/* All rows but those that follow from a shape. */
static lf_status items_rows(lf_item_reader *I, void *item)
{
    const bool shape = I->keys > I->rows + LF_ITEM_SHAPE && I->node[I->rows + LF_ITEM_SHAPE];
    lf_status status = LF_OK;
    for (size_t k = 0; k < I->rows; k++)
        items_default(&I->items->params[k], item);
    if (shape)
        status = lf_item_shape(I, item);
    for (size_t k = 0; k < I->rows && status == LF_OK; k++) {
        const lf_param *row = &I->items->params[k];
        const bool follows = shape && (strcmp(row->name, I->items->shape.mass) == 0 ||
                                       strcmp(row->name, I->items->shape.points) == 0);
        if (!I->node[k] || follows)
            continue;
        if (row->type == LF_LIST && row->choices)
            status = items_table(I, k, row);
        if (status == LF_OK)
            status = lf_item_set(I, k, row, item);
    }
    return status;
}

/* ---- one item ------------------------------------------------------------------------------- */

/* What it may have, or which row says what is a parameter of the model. */
static lf_status items_unknown(lf_item_reader *I, const char *key)
{
    char near[LF_WHY_SIZE] = "";
    for (const char *const(*says)[2] = I->items->says; says && (*says)[0]; says++)
        if (strcmp((*says)[0], key) == 0) {
            const lf_param *row = lf_param_find(I->items->params, (*says)[1]);
            return LF_READER_FAIL(I->R, "%s has no key '%s'; that is said by '%s': %s", I->label,
                                  key, row->name, row->doc);
        }
    lf_name_suggest(key, I->key, near, sizeof near);
    size_t used = *near ? sizeof near : (size_t)snprintf(near, sizeof near, "; it may have");
    for (size_t k = 0; k < I->keys && used < sizeof near; k++)
        used += (size_t)snprintf(near + used, sizeof near - used, "%s %s",
                                 k == 0            ? ""
                                 : k + 1 < I->keys ? ","
                                                   : " and",
                                 I->key[k]);
    return LF_READER_FAIL(I->R, "%s has no key '%s'%s", I->label, key, near);
}

/* All keys with their lines. */
static lf_status items_pairs(lf_item_reader *I, struct fy_node *node)
{
    char key[LF_WORD_SIZE];
    void *at = NULL;
    struct fy_node_pair *pair;
    bool first = true;
    while ((pair = fy_node_mapping_iterate(node, &at))) {
        lf_status status = lf_reader_key(I->R, pair, key);
        const size_t k = lf_item_key(I, key);
        if (first)
            strcpy(I->begins, I->R->place);
        first = false;
        if (status == LF_OK && k == I->keys)
            status = items_unknown(I, key);
        if (status != LF_OK)
            return status;
        I->node[k] = fy_node_pair_value(pair);
        strcpy(I->place[k], I->R->place);
    }
    return LF_OK;
}

static lf_status items_label(lf_item_reader *I, size_t number)
{
    const size_t key = I->rows + LF_ITEM_NAME;
    lf_text text = {0};
    if (!I->node[key])
        return LF_OK;
    lf_item_at(I, key);
    lf_status status = lf_reader_value(I->R, I->node[key], "name", &text);
    if (status == LF_OK && text.length >= LF_WORD_SIZE)
        status =
            LF_READER_FAIL(I->R, "%s: a name has at most %d bytes", I->label, LF_WORD_SIZE - 1);
    else if (status == LF_OK)
        snprintf(I->label, sizeof I->label, "%.*s %zu (%.63s)", LF_WORD_SIZE - 1, I->items->item,
                 number, lf_text_string(&text));
    lf_text_free(&text);
    return status;
}

/* Density and scale without a shape. */
static lf_status items_shapeless(lf_item_reader *I)
{
    for (size_t k = I->rows + LF_ITEM_DENSITY; k < I->keys; k++)
        if (I->node[k] && !I->node[I->rows + LF_ITEM_SHAPE]) {
            lf_item_at(I, k);
            return LF_READER_FAIL(I->R, "%s: %s belongs to a shape, and there is none", I->label,
                                  I->key[k]);
        }
    return LF_OK;
}

/* Find the keys of item `number` (from 1) and what to call it. */
static lf_status items_begin(lf_item_reader *I, struct fy_node *node, size_t number)
{
    for (I->rows = 0; I->items->params[I->rows].name && I->rows < LF_ITEM_MAX_ROWS; I->rows++)
        I->key[I->rows] = I->items->params[I->rows].name;
    I->keys = I->rows;
    for (size_t k = 0; k < (I->items->shape.mass ? LF_ITEM_OWN : LF_ITEM_SHAPE); k++)
        I->key[I->keys++] = items_own[k];
    snprintf(I->label, sizeof I->label, "%.*s %zu", LF_WORD_SIZE - 1, I->items->item, number);
    strcpy(I->begins, I->R->place);
    if (!node || !fy_node_is_mapping(node))
        return LF_READER_FAIL(I->R, "%s must be a list of 'key: value' lines", I->label);
    lf_status status = items_pairs(I, node);
    if (status == LF_OK)
        status = items_label(I, number);
    return status == LF_OK ? items_shapeless(I) : status;
}

/* ---- all of them ---------------------------------------------------------------------------- */

/* Go to an item of the list whose key stands at `place`. */
static struct fy_node *items_go(lf_reader *R, const char *place, struct fy_node *node)
{
    strcpy(R->place, place);
    lf_reader_at(R, node);
    return node;
}

/* A sentence of the model, with the line and the name of what it speaks of. */
static lf_status items_fault(lf_reader *R, const char *place, struct fy_node *list,
                             const lf_item_fault *fault)
{
    lf_item_reader I = {.R = R, .items = R->S->model->items};
    struct fy_node *node = fy_node_sequence_get_by_index(list, (int)fault->item);
    items_begin(&I, items_go(R, place, node), fault->item + 1);
    const size_t key = fault->row ? lf_item_key(&I, fault->row) : I.keys;
    strcpy(R->place, key < I.keys && I.node[key] ? I.place[key] : I.begins);
    return LF_READER_FAIL(R, "%s%s %s", I.label, fault->row ? ":" : "", fault->why);
}

static lf_status items_read(lf_reader *R, struct fy_node *list, size_t count, char *items)
{
    const lf_model_items *about = R->S->model->items;
    char place[LF_READER_PLACE];
    lf_item_fault fault = {0};
    void *at = NULL;
    lf_status status = LF_OK;
    strcpy(place, R->place);
    for (size_t i = 0; i < count && status == LF_OK; i++) {
        lf_item_reader I = {.R = R, .items = about};
        status = items_begin(&I, items_go(R, place, fy_node_sequence_iterate(list, &at)), i + 1);
        if (status == LF_OK)
            status = items_rows(&I, items + i * about->size);
    }
    if (status != LF_OK)
        return status;
    strcpy(R->place, place);
    double *memory = lf_scenario_room(R->S, about->room(count, items));
    if (!memory)
        return LF_EMEMORY;
    status = about->take(R->S->self, count, items, memory, &fault);
    return status == LF_OK ? LF_OK : items_fault(R, place, list, &fault);
}

lf_status lf_reader_items(lf_reader *R, struct fy_node *list)
{
    const lf_model_items *about = R->S->model->items;
    int count = list && fy_node_is_sequence(list) ? fy_node_sequence_item_count(list) : 0;
    if (count < 1 || (size_t)count > about->most)
        return LF_READER_FAIL(R, "%s must be a list of 1 to %zu of them, each with '- ' before it",
                              about->key, about->most);
    char *items = calloc((size_t)count, about->size);
    if (!items)
        return lf_scenario_fail(R->S, LF_EMEMORY, R->place, "out of memory");
    lf_status status = items_read(R, list, (size_t)count, items);
    free(items);
    return status;
}

bool lf_reader_items_say(const lf_model *M, const char *key)
{
    for (const char *const(*says)[2] = M->items ? M->items->says : NULL; says && (*says)[0]; says++)
        if (strcmp((*says)[0], key) == 0)
            return true;
    return false;
}
