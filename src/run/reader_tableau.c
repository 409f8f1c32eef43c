/* SPDX-License-Identifier: BSD-3-Clause */
/* reader_tableau.c - coefficients written into a scenario. */
#include "run/reader.h"

#include <stdio.h>
#include <string.h>

/* One number of a tableau, read like any parameter: decimals and fractions. */
static lf_status reader_coefficient(lf_reader *R, struct fy_node *node, const char *key,
                                    double *value)
{
    lf_text text = {0};
    char why[LF_WHY_SIZE] = "";
    const lf_param row = {key, LF_REAL, 1, 0, "", "", NULL, -1e6, 1e6, 0, ""};
    lf_reader_at(R, node);
    lf_status status =
        lf_reader_scalar(R, node && fy_node_is_scalar(node) ? node : NULL, key, &text);
    if (status == LF_OK && lf_param_set(&row, value, lf_text_string(&text), why, sizeof why))
        status = LF_READER_FAIL(R, "%s", why);
    lf_text_free(&text);
    return status;
}

static lf_status reader_weights(lf_reader *R, struct fy_node *node, lf_own_tableau *T)
{
    int count = node && fy_node_is_sequence(node) ? fy_node_sequence_item_count(node) : 0;
    if (count < 1 || count > LF_MAX_STAGES)
        return LF_READER_FAIL(R, "tableau.b must be a list of 1 to %d numbers", LF_MAX_STAGES);
    T->stages = count;
    for (int i = 0; i < count; i++) {
        char key[LF_WORD_SIZE];
        snprintf(key, sizeof key, "tableau.b[%d]", i);
        lf_status status =
            reader_coefficient(R, fy_node_sequence_get_by_index(node, i), key, &T->b[i]);
        if (status != LF_OK)
            return status;
    }
    return LF_OK;
}

/* Row i of the matrix: at least i numbers, the missing ones are 0. */
static lf_status reader_row(lf_reader *R, struct fy_node *node, int i, lf_own_tableau *T)
{
    int count = node && fy_node_is_sequence(node) ? fy_node_sequence_item_count(node) : -1;
    if (count < i || count > T->stages)
        return LF_READER_FAIL(R, "tableau.a: the row of stage %d must have %d to %d numbers", i + 1,
                              i, T->stages);
    T->c[i] = 0;
    for (int j = 0; j < count; j++) {
        char key[LF_WORD_SIZE];
        double *a = &T->a[i * T->stages + j];
        snprintf(key, sizeof key, "tableau.a[%d][%d]", i, j);
        lf_status status = reader_coefficient(R, fy_node_sequence_get_by_index(node, j), key, a);
        if (status != LF_OK)
            return status;
        T->c[i] += *a;
    }
    return LF_OK;
}

/* All rows, or all but the first, which an explicit tableau may leave out. */
static lf_status reader_matrix(lf_reader *R, struct fy_node *node, lf_own_tableau *T)
{
    int count = node && fy_node_is_sequence(node) ? fy_node_sequence_item_count(node) : -1;
    int first = T->stages - count;
    memset(T->a, 0, sizeof T->a);
    memset(T->c, 0, sizeof T->c);
    if (count < 0 || first < 0 || first > 1)
        return LF_READER_FAIL(R, "tableau.a must have %d rows, one for each number of tableau.b",
                              T->stages);
    for (int i = first; i < T->stages; i++) {
        lf_status status = reader_row(R, fy_node_sequence_get_by_index(node, i - first), i, T);
        if (status != LF_OK)
            return status;
    }
    return LF_OK;
}

static lf_status reader_order(lf_reader *R, struct fy_node *node, lf_own_tableau *T)
{
    lf_tableau view = {.order = 1, .stages = T->stages, .a = T->a, .b = T->b, .c = T->c};
    const char *bad = lf_tableau_check(&view);
    if (bad)
        return LF_READER_FAIL(R, "tableau: %s", bad);
    int found = lf_tableau_order(&view);
    double claimed = found;
    if (node) {
        lf_status status = reader_coefficient(R, node, "tableau.order", &claimed);
        if (status != LF_OK)
            return status;
    }
    T->order = (int)claimed;
    if (claimed != T->order || claimed < 1 || (found < 5 && claimed > found))
        return LF_READER_FAIL(R,
                              "tableau.order must be a whole number from 1 to %d, which is what "
                              "its coefficients fulfil, got %g",
                              found < 5 ? found : 12, claimed);
    return LF_OK;
}

static lf_status reader_classical(lf_reader *R, struct fy_node *node, lf_own_tableau *T)
{
    lf_text text = {0};
    T->classical = false;
    if (!node)
        return LF_OK;
    lf_status status = lf_reader_value(R, node, "tableau.classical", &text);
    T->classical = strcmp(lf_text_string(&text), "true") == 0;
    if (status == LF_OK && !T->classical && strcmp(lf_text_string(&text), "false") != 0)
        status = LF_READER_FAIL(R, "tableau.classical must be true or false, got '%.40s'",
                                lf_text_string(&text));
    lf_text_free(&text);
    return status;
}

lf_status lf_reader_tableau(lf_reader *R, struct fy_node *node)
{
    static const char *const keys[] = {"a", "b", "order", "classical", NULL};
    struct fy_node *value[4] = {0};
    char places[4][LF_READER_PLACE] = {{0}}, key[LF_WORD_SIZE];
    void *at = NULL;
    struct fy_node_pair *pair;
    if (!node || !fy_node_is_mapping(node))
        return LF_READER_FAIL(R,
                              "tableau must have the keys a and b (and may have order, classical)");
    while ((pair = fy_node_mapping_iterate(node, &at))) {
        lf_status status = lf_reader_key(R, pair, key);
        if (status != LF_OK)
            return status;
        size_t k = 0;
        while (keys[k] && strcmp(key, keys[k]) != 0)
            k++;
        if (!keys[k])
            return LF_READER_FAIL(R, "tableau has no key '%s'; it has a, b, order and classical",
                                  key);
        value[k] = fy_node_pair_value(pair);
        strcpy(places[k], R->place);
    }
    lf_own_tableau *T = &R->S->tableau;
    lf_status (*const part[])(lf_reader *, struct fy_node *, lf_own_tableau *) = {
        reader_weights, reader_matrix, reader_order, reader_classical};
    static const size_t order[] = {1, 0, 2, 3};
    lf_status status = LF_OK;
    for (size_t i = 0; i < 4 && status == LF_OK; i++) {
        if (*places[order[i]])
            strcpy(R->place, places[order[i]]);
        status = part[i](R, value[order[i]], T);
    }
    lf_scenario_remember(R->S, "method", R->place);
    if (status != LF_OK)
        T->stages = 0;
    return status;
}
