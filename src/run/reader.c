/* SPDX-License-Identifier: BSD-3-Clause */
/* reader.c - a scenario from a YAML file (JSON is YAML): every refusal names file, line and key. */
#include "run/scenario.h"

#include <errno.h>
#include <libfyaml.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { READER_MOST_BYTES = 1 << 20, READER_LONGEST = 4096, READER_PLACE = 320 };

typedef struct {
    lf_scenario *S;
    const char *path;
    char place[READER_PLACE]; /* "file:line" of what is being read */
} reader;

static void reader_at_line(reader *R, int line)
{
    snprintf(R->place, sizeof R->place, "%.300s:%d", R->path, line);
}

/* Remember the line of a node; nodes without a scalar keep the place of their key. */
static void reader_at(reader *R, struct fy_node *node)
{
    struct fy_token *token =
        node && fy_node_is_scalar(node) ? fy_node_get_scalar_token(node) : NULL;
    const struct fy_mark *mark = token ? fy_token_start_mark(token) : NULL;
    if (mark)
        reader_at_line(R, mark->line + 1);
}

#define READER_FAIL(R, ...) lf_scenario_fail((R)->S, LF_EINPUT, (R)->place, __VA_ARGS__)

/* Append a scalar to `text`, with a blank between elements. */
static lf_status reader_scalar(reader *R, struct fy_node *node, const char *key, lf_text *text)
{
    size_t length = 0;
    const char *scalar = node ? fy_node_get_scalar(node, &length) : NULL;
    if (node && fy_node_is_alias(node))
        return READER_FAIL(R, "%s: aliases are not understood here; write the value out", key);
    if (!scalar || length == 0)
        return READER_FAIL(R, "%s has no value", key);
    if (memchr(scalar, 0, length))
        return READER_FAIL(R, "%s contains a zero byte", key);
    if (length > READER_LONGEST)
        return READER_FAIL(R, "%s is too long: at most %d bytes", key, READER_LONGEST);
    lf_text_add(text, "%s%.*s", text->length ? " " : "", (int)length, scalar);
    return text->failed ? lf_scenario_fail(R->S, LF_EMEMORY, R->place, "out of memory") : LF_OK;
}

static lf_status reader_sequence(reader *R, struct fy_node *node, const char *key, int depth,
                                 lf_text *text)
{
    void *at = NULL;
    struct fy_node *item;
    lf_status status = LF_OK;
    while (status == LF_OK && (item = fy_node_sequence_iterate(node, &at))) {
        reader_at(R, item);
        if (fy_node_is_sequence(item) && depth > 0)
            status = reader_sequence(R, item, key, depth - 1, text);
        else if (fy_node_is_scalar(item))
            status = reader_scalar(R, item, key, text);
        else
            status = READER_FAIL(R, "%s must be a number, a word or a list of numbers", key);
    }
    return status;
}

/* A value as one text: a scalar as it stands, a list (of lists) with blanks between its numbers. */
static lf_status reader_value(reader *R, struct fy_node *node, const char *key, lf_text *text)
{
    char line[READER_PLACE];
    strcpy(line, R->place);
    if (node && fy_node_is_mapping(node))
        return READER_FAIL(R, "%s must be a number, a word or a list of numbers", key);
    if (!node || !fy_node_is_sequence(node))
        return reader_scalar(R, node, key, text);
    lf_status status = reader_sequence(R, node, key, 1, text);
    if (status == LF_OK)
        strcpy(R->place, line); /* the key's line is the better place for what follows */
    if (status == LF_OK && !text->length)
        return READER_FAIL(R, "%s is an empty list", key);
    return status;
}

/* Read a value and hand it to `set`. */
static lf_status reader_set(reader *R, const char *key, struct fy_node *node,
                            lf_status (*set)(lf_scenario *, const char *, const char *,
                                             const char *))
{
    lf_text text = {0};
    lf_status status = reader_value(R, node, key, &text);
    if (status == LF_OK)
        status = set(R->S, key, lf_text_string(&text), R->place);
    lf_text_free(&text);
    return status;
}

/* Key of a pair, with the place set to its line. */
static lf_status reader_key(reader *R, struct fy_node_pair *pair, char *key)
{
    struct fy_node *node = fy_node_pair_key(pair);
    size_t length = 0;
    const char *scalar = node && fy_node_is_scalar(node) ? fy_node_get_scalar(node, &length) : NULL;
    reader_at(R, node);
    if (!scalar || length == 0 || length >= LF_WORD_SIZE || memchr(scalar, 0, length))
        return READER_FAIL(R, "a key must be a word of at most %d bytes", LF_WORD_SIZE - 1);
    memcpy(key, scalar, length);
    key[length] = 0;
    return LF_OK;
}

static lf_status reader_parameters(reader *R, struct fy_node *node)
{
    char key[LF_WORD_SIZE];
    void *at = NULL;
    struct fy_node_pair *pair;
    lf_status status = LF_OK;
    if (!node || !fy_node_is_mapping(node))
        return READER_FAIL(R, "parameters must be a list of 'name: value' lines");
    while (status == LF_OK && (pair = fy_node_mapping_iterate(node, &at))) {
        status = reader_key(R, pair, key);
        if (status == LF_OK)
            status = reader_set(R, key, fy_node_pair_value(pair), lf_scenario_set_parameter);
    }
    return status;
}

/* One number of a tableau, read like any parameter: decimals and fractions. */
static lf_status reader_coefficient(reader *R, struct fy_node *node, const char *key, double *value)
{
    lf_text text = {0};
    char why[LF_WHY_SIZE] = "";
    const lf_param row = {key, LF_REAL, 1, 0, "", "", NULL, -1e6, 1e6, 0, ""};
    reader_at(R, node);
    lf_status status = reader_scalar(R, node && fy_node_is_scalar(node) ? node : NULL, key, &text);
    if (status == LF_OK && lf_param_set(&row, value, lf_text_string(&text), why, sizeof why))
        status = READER_FAIL(R, "%s", why);
    lf_text_free(&text);
    return status;
}

static lf_status reader_weights(reader *R, struct fy_node *node, lf_own_tableau *T)
{
    int count = node && fy_node_is_sequence(node) ? fy_node_sequence_item_count(node) : 0;
    if (count < 1 || count > LF_MAX_STAGES)
        return READER_FAIL(R, "tableau.b must be a list of 1 to %d numbers", LF_MAX_STAGES);
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
static lf_status reader_row(reader *R, struct fy_node *node, int i, lf_own_tableau *T)
{
    int count = node && fy_node_is_sequence(node) ? fy_node_sequence_item_count(node) : -1;
    if (count < i || count > T->stages)
        return READER_FAIL(R, "tableau.a: the row of stage %d must have %d to %d numbers", i + 1, i,
                           T->stages);
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
static lf_status reader_matrix(reader *R, struct fy_node *node, lf_own_tableau *T)
{
    int count = node && fy_node_is_sequence(node) ? fy_node_sequence_item_count(node) : -1;
    int first = T->stages - count;
    memset(T->a, 0, sizeof T->a);
    memset(T->c, 0, sizeof T->c);
    if (count < 0 || first < 0 || first > 1)
        return READER_FAIL(R, "tableau.a must have %d rows, one for each number of tableau.b",
                           T->stages);
    for (int i = first; i < T->stages; i++) {
        lf_status status = reader_row(R, fy_node_sequence_get_by_index(node, i - first), i, T);
        if (status != LF_OK)
            return status;
    }
    return LF_OK;
}

static lf_status reader_order(reader *R, struct fy_node *node, lf_own_tableau *T)
{
    lf_tableau view = {.order = 1, .stages = T->stages, .a = T->a, .b = T->b, .c = T->c};
    const char *bad = lf_tableau_check(&view);
    if (bad)
        return READER_FAIL(R, "tableau: %s", bad);
    int found = lf_tableau_order(&view);
    double claimed = found;
    if (node) {
        lf_status status = reader_coefficient(R, node, "tableau.order", &claimed);
        if (status != LF_OK)
            return status;
    }
    T->order = (int)claimed;
    if (claimed != T->order || claimed < 1 || (found < 5 && claimed > found))
        return READER_FAIL(R,
                           "tableau.order must be a whole number from 1 to %d, which is what "
                           "its coefficients fulfil, got %g",
                           found < 5 ? found : 12, claimed);
    return LF_OK;
}

static lf_status reader_classical(reader *R, struct fy_node *node, lf_own_tableau *T)
{
    lf_text text = {0};
    T->classical = false;
    if (!node)
        return LF_OK;
    lf_status status = reader_value(R, node, "tableau.classical", &text);
    T->classical = strcmp(lf_text_string(&text), "true") == 0;
    if (status == LF_OK && !T->classical && strcmp(lf_text_string(&text), "false") != 0)
        status = READER_FAIL(R, "tableau.classical must be true or false, got '%.40s'",
                             lf_text_string(&text));
    lf_text_free(&text);
    return status;
}

static lf_status reader_tableau(reader *R, struct fy_node *node)
{
    static const char *const keys[] = {"a", "b", "order", "classical", NULL};
    struct fy_node *value[4] = {0};
    char places[4][READER_PLACE] = {{0}}, key[LF_WORD_SIZE];
    void *at = NULL;
    struct fy_node_pair *pair;
    if (!node || !fy_node_is_mapping(node))
        return READER_FAIL(R, "tableau must have the keys a and b (and may have order, classical)");
    while ((pair = fy_node_mapping_iterate(node, &at))) {
        lf_status status = reader_key(R, pair, key);
        if (status != LF_OK)
            return status;
        size_t k = 0;
        while (keys[k] && strcmp(key, keys[k]) != 0)
            k++;
        if (!keys[k])
            return READER_FAIL(R, "tableau has no key '%s'; it has a, b, order and classical", key);
        value[k] = fy_node_pair_value(pair);
        strcpy(places[k], R->place);
    }
    lf_own_tableau *T = &R->S->tableau;
    lf_status (*const part[])(reader *, struct fy_node *, lf_own_tableau *) = {
        reader_weights, reader_matrix, reader_order, reader_classical};
    static const size_t order[] = {1, 0, 2, 3};
    lf_status status = LF_OK;
    for (size_t i = 0; i < 4 && status == LF_OK; i++) {
        if (*places[order[i]])
            strcpy(R->place, places[order[i]]);
        status = part[i](R, value[order[i]], T);
    }
    snprintf(R->S->place[LF_PLACES - 1], LF_PLACE_SIZE, "%.190s", R->place);
    if (status != LF_OK)
        T->stages = 0;
    return status;
}

/* A key that is none: near names, or a hint if it is one of the model's. */
static lf_status reader_unknown(reader *R, const char *key)
{
    char near[LF_WHY_SIZE] = "";
    if (R->S->model && lf_param_find(R->S->model->params, key))
        return READER_FAIL(R, "'%s' is a parameter of %s: it belongs under 'parameters:'", key,
                           R->S->model->name);
    lf_name_suggest(key, lf_scenario_keys, near, sizeof near);
    return READER_FAIL(R, "a scenario has no key '%s'%s", key,
                       *near ? near
                             : "; it has model, method, map, dexpinv, step, steps, t_end, "
                               "every, out, plot, parameters and tableau");
}

static lf_status reader_pair(reader *R, const char *key, struct fy_node *value)
{
    bool known = false;
    for (const char *const *name = lf_scenario_keys; *name; name++)
        known = known || strcmp(*name, key) == 0;
    if (!known)
        return reader_unknown(R, key);
    if (strcmp(key, "model") == 0)
        return LF_OK; /* already taken */
    if (strcmp(key, "parameters") == 0)
        return reader_parameters(R, value);
    if (strcmp(key, "tableau") == 0 && !(value && fy_node_is_scalar(value)))
        return reader_tableau(R, value);
    return reader_set(R, key, value, lf_scenario_set);
}

/* The model first, wherever it stands: parameters have a meaning only with it. */
static lf_status reader_model(reader *R, struct fy_node *root)
{
    char key[LF_WORD_SIZE];
    void *at = NULL;
    struct fy_node_pair *pair;
    while ((pair = fy_node_mapping_iterate(root, &at))) {
        lf_status status = reader_key(R, pair, key);
        if (status != LF_OK)
            return status;
        if (strcmp(key, "model") != 0)
            continue;
        return reader_set(R, key, fy_node_pair_value(pair), lf_scenario_set);
    }
    reader_at_line(R, 1);
    return READER_FAIL(R, "a scenario needs the key 'model'");
}

static lf_status reader_root(reader *R, struct fy_node *root)
{
    static const char *const either[2][2] = {{"step", "steps"}, {"method", "tableau"}};
    bool seen[2][2] = {{false}};
    char key[LF_WORD_SIZE];
    void *at = NULL;
    struct fy_node_pair *pair;
    reader_at_line(R, 1);
    if (!root || !fy_node_is_mapping(root))
        return READER_FAIL(R, "a scenario is a list of 'key: value' lines");
    lf_status status = reader_model(R, root);
    while (status == LF_OK && (pair = fy_node_mapping_iterate(root, &at))) {
        status = reader_key(R, pair, key);
        for (size_t k = 0; k < 4 && status == LF_OK; k++) {
            if (strcmp(key, either[k / 2][k % 2]) != 0)
                continue;
            seen[k / 2][k % 2] = true;
            if (seen[k / 2][1 - k % 2])
                status =
                    READER_FAIL(R, "give %s or %s, not both", either[k / 2][0], either[k / 2][1]);
        }
        if (status == LF_OK)
            status = reader_pair(R, key, fy_node_pair_value(pair));
    }
    return status;
}

/* libfyaml's first complaint as ours. */
static lf_status reader_syntax(reader *R, struct fy_diag *diag)
{
    void *at = NULL;
    const struct fy_diag_error *error = diag ? fy_diag_errors_iterate(diag, &at) : NULL;
    if (!error)
        return READER_FAIL(R, "there is nothing in this file; a scenario needs the key 'model'");
    reader_at_line(R, error->line > 0 ? error->line : 1);
    return READER_FAIL(R, "this is not YAML: %.200s", error->msg ? error->msg : "syntax error");
}

static lf_status reader_parse(reader *R, const char *text, size_t length)
{
    struct fy_diag_cfg quiet;
    fy_diag_cfg_default(&quiet);
    quiet.fp = NULL;
    struct fy_diag *diag = fy_diag_create(&quiet);
    struct fy_parse_cfg cfg = {.flags = FYPCF_QUIET | FYPCF_COLLECT_DIAG, .diag = diag};
    if (diag)
        fy_diag_set_collect_errors(diag, true);
    struct fy_parser *parser = fy_parser_create(&cfg);
    lf_status status = LF_EMEMORY;
    reader_at_line(R, 1);
    if (parser && fy_parser_set_string(parser, text, length) == 0) {
        struct fy_document *document = fy_parse_load_document(parser);
        status = document ? reader_root(R, fy_document_root(document)) : reader_syntax(R, diag);
        struct fy_document *second =
            document && status == LF_OK ? fy_parse_load_document(parser) : NULL;
        if (second)
            status = READER_FAIL(R, "a scenario file holds one document, this one has more");
        fy_parse_document_destroy(parser, second);
        fy_parse_document_destroy(parser, document);
    } else {
        lf_scenario_fail(R->S, status, R->path, "out of memory");
    }
    fy_parser_destroy(parser);
    fy_diag_destroy(diag);
    return status;
}

/* YAML is UTF-8 without control characters; libfyaml does not come back from some other bytes. */
static lf_status reader_characters(reader *R, const char *text, size_t length)
{
    int line = 1;
    for (size_t i = 0; i < length;) {
        unsigned char c = (unsigned char)text[i];
        size_t more = lf_utf8_length(text + i);
        if (more == 0 || c == 0x7f || (c < 0x20 && c != '\n' && c != '\t' && c != '\r')) {
            reader_at_line(R, line);
            return READER_FAIL(R, "this is not a text file: it has the byte 0x%02x", c);
        }
        line += c == '\n';
        i += more;
    }
    return LF_OK;
}

lf_status lf_scenario_read(lf_scenario *S, const char *path)
{
    reader R = {.S = S, .path = path};
    snprintf(S->source, sizeof S->source, "%s", path);
    FILE *file = fopen(path, "rb");
    if (!file)
        return lf_scenario_fail(S, LF_EIO, path, "%s", strerror(errno));
    char *text = malloc(READER_MOST_BYTES + 1);
    size_t length = text ? fread(text, 1, READER_MOST_BYTES + 1, file) : 0;
    bool broken = ferror(file) != 0;
    int error = errno;
    fclose(file);
    lf_status status;
    if (!text)
        status = lf_scenario_fail(S, LF_EMEMORY, path, "out of memory");
    else if (broken)
        status = lf_scenario_fail(S, LF_EIO, path, "%s", strerror(error));
    else if (length > READER_MOST_BYTES)
        status = lf_scenario_fail(S, LF_EINPUT, path, "a scenario file has at most 1 MiB");
    else {
        text[length] = 0;
        status = reader_characters(&R, text, length);
        if (status == LF_OK)
            status = reader_parse(&R, text, length);
    }
    free(text);
    return status;
}
