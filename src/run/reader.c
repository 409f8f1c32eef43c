/* SPDX-License-Identifier: BSD-3-Clause */
/* reader.c - a scenario from a YAML file (JSON is YAML): every refusal names file, line and key. */
#include "run/reader.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { READER_MOST_BYTES = 1 << 20, READER_LONGEST = 4096, READER_PAIRS = 4 };

static void reader_at_line(lf_reader *R, int line)
{
    snprintf(R->place, sizeof R->place, "%.300s:%d", R->path, line);
}

/* Remember the line of a node; nodes without a scalar keep the place of their key. */
void lf_reader_at(lf_reader *R, struct fy_node *node)
{
    struct fy_token *token =
        node && fy_node_is_scalar(node) ? fy_node_get_scalar_token(node) : NULL;
    const struct fy_mark *mark = token ? fy_token_start_mark(token) : NULL;
    if (mark)
        reader_at_line(R, mark->line + 1);
}

/* Append a scalar to `text`, with a blank between elements. */
lf_status lf_reader_scalar(lf_reader *R, struct fy_node *node, const char *key, lf_text *text)
{
    size_t length = 0;
    const char *scalar = node ? fy_node_get_scalar(node, &length) : NULL;
    if (node && fy_node_is_alias(node))
        return LF_READER_FAIL(R, "%s: aliases are not understood here; write the value out", key);
    if (!scalar || length == 0)
        return LF_READER_FAIL(R, "%s has no value", key);
    if (memchr(scalar, 0, length))
        return LF_READER_FAIL(R, "%s contains a zero byte", key);
    if (length > READER_LONGEST)
        return LF_READER_FAIL(R, "%s is too long: at most %d bytes", key, READER_LONGEST);
    lf_text_add(text, "%s%.*s", text->length ? " " : "", (int)length, scalar);
    return text->failed ? lf_scenario_fail(R->S, LF_EMEMORY, R->place, "out of memory") : LF_OK;
}

static lf_status reader_sequence(lf_reader *R, struct fy_node *node, const char *key, int depth,
                                 lf_text *text)
{
    void *at = NULL;
    struct fy_node *item;
    lf_status status = LF_OK;
    while (status == LF_OK && (item = fy_node_sequence_iterate(node, &at))) {
        lf_reader_at(R, item);
        if (fy_node_is_sequence(item) && depth > 0)
            status = reader_sequence(R, item, key, depth - 1, text);
        else if (fy_node_is_scalar(item))
            status = lf_reader_scalar(R, item, key, text);
        else
            status = LF_READER_FAIL(R, "%s must be a number, a word or a list of numbers", key);
    }
    return status;
}

/* A value as one text: a scalar as it stands, a list (of lists) with blanks between its numbers. */
lf_status lf_reader_value(lf_reader *R, struct fy_node *node, const char *key, lf_text *text)
{
    char line[LF_READER_PLACE];
    strcpy(line, R->place);
    if (node && fy_node_is_mapping(node))
        return LF_READER_FAIL(R, "%s must be a number, a word or a list of numbers", key);
    if (!node || !fy_node_is_sequence(node))
        return lf_reader_scalar(R, node, key, text);
    lf_status status = reader_sequence(R, node, key, 1, text);
    if (status == LF_OK)
        strcpy(R->place, line); /* the key's line is the better place for what follows */
    if (status == LF_OK && !text->length)
        return LF_READER_FAIL(R, "%s is an empty list", key);
    return status;
}

/* Read a value and hand it to `set`. */
lf_status lf_reader_set(lf_reader *R, const char *key, struct fy_node *node,
                        lf_status (*set)(lf_scenario *, const char *, const char *, const char *))
{
    lf_text text = {0};
    lf_status status = lf_reader_value(R, node, key, &text);
    if (status == LF_OK)
        status = set(R->S, key, lf_text_string(&text), R->place);
    lf_text_free(&text);
    return status;
}

/* Key of a pair, with the place set to its line. */
lf_status lf_reader_key(lf_reader *R, struct fy_node_pair *pair, char *key)
{
    struct fy_node *node = fy_node_pair_key(pair);
    size_t length = 0;
    const char *scalar = node && fy_node_is_scalar(node) ? fy_node_get_scalar(node, &length) : NULL;
    lf_reader_at(R, node);
    if (!scalar || length == 0 || length >= LF_WORD_SIZE || memchr(scalar, 0, length))
        return LF_READER_FAIL(R, "a key must be a word of at most %d bytes", LF_WORD_SIZE - 1);
    memcpy(key, scalar, length);
    key[length] = 0;
    return LF_OK;
}

/* Lists of numbers for all bodies, or the bodies one by one: not both. */
static lf_status reader_parameter(lf_reader *R, const char *key, struct fy_node *value)
{
    if (R->bodies && lf_reader_bodies_own(key))
        return LF_READER_FAIL(R, "'%s' is said for each body under 'bodies:', not here as well",
                              key);
    return lf_reader_set(R, key, value, lf_scenario_set_parameter);
}

static lf_status reader_parameters(lf_reader *R, struct fy_node *node)
{
    char key[LF_WORD_SIZE];
    void *at = NULL;
    struct fy_node_pair *pair;
    lf_status status = LF_OK;
    if (!node || !fy_node_is_mapping(node))
        return LF_READER_FAIL(R, "parameters must be a list of 'name: value' lines");
    while (status == LF_OK && (pair = fy_node_mapping_iterate(node, &at))) {
        status = lf_reader_key(R, pair, key);
        if (status == LF_OK)
            status = reader_parameter(R, key, fy_node_pair_value(pair));
    }
    return status;
}

/* A key that is none: near names, or a hint if it is one of the model's. */
static lf_status reader_unknown(lf_reader *R, const char *key)
{
    char near[LF_WHY_SIZE] = "";
    if (R->S->model && lf_param_find(R->S->model->params, key))
        return LF_READER_FAIL(R, "'%s' is a parameter of %s: it belongs under 'parameters:'", key,
                              R->S->model->name);
    lf_name_suggest(key, lf_scenario_keys, near, sizeof near);
    return LF_READER_FAIL(
        R, "a scenario has no key '%s'%s", key,
        *near ? near
              : "; it has model, method, map, dexpinv, solver, free_rotation, step, steps, "
                "tolerance, control, max_step, first_step, project, t_end, every, out, plot, "
                "animate, events, parameters, bodies and tableau");
}

static lf_status reader_pair(lf_reader *R, const char *key, struct fy_node *value)
{
    bool known = false;
    for (const char *const *name = lf_scenario_keys; *name; name++)
        known = known || strcmp(*name, key) == 0;
    if (!known && R->bodies && lf_param_find(R->S->model->params, key))
        return reader_parameter(R, key, value); /* what is not of one body may stand beside them */
    if (!known)
        return reader_unknown(R, key);
    if (strcmp(key, "model") == 0 || strcmp(key, "bodies") == 0)
        return LF_OK; /* already taken, or taken at last */
    if (strcmp(key, "parameters") == 0)
        return reader_parameters(R, value);
    if (strcmp(key, "events") == 0)
        return lf_reader_events(R, value);
    if (strcmp(key, "tolerance") == 0 && value && fy_node_is_mapping(value))
        return lf_reader_tolerance(R, value);
    if (strcmp(key, "tableau") == 0 && !(value && fy_node_is_scalar(value)))
        return lf_reader_tableau(R, value);
    return lf_reader_set(R, key, value, lf_scenario_set);
}

/* The model first, wherever it stands: parameters have a meaning only with it. */
static lf_status reader_model(lf_reader *R, struct fy_node *root)
{
    char key[LF_WORD_SIZE];
    void *at = NULL;
    struct fy_node_pair *pair;
    while ((pair = fy_node_mapping_iterate(root, &at))) {
        lf_status status = lf_reader_key(R, pair, key);
        if (status != LF_OK)
            return status;
        if (strcmp(key, "model") != 0)
            continue;
        return lf_reader_set(R, key, fy_node_pair_value(pair), lf_scenario_set);
    }
    reader_at_line(R, 1);
    return LF_READER_FAIL(R, "a scenario needs the key 'model'");
}

/* The bodies, when everything else is known; `root` has been read before. */
static lf_status reader_bodies(lf_reader *R, struct fy_node *root)
{
    char key[LF_WORD_SIZE];
    void *at = NULL;
    struct fy_node_pair *pair;
    while ((pair = fy_node_mapping_iterate(root, &at)))
        if (lf_reader_key(R, pair, key) == LF_OK && strcmp(key, "bodies") == 0)
            return lf_reader_bodies(R, fy_node_pair_value(pair));
    return LF_OK;
}

static lf_status reader_root(lf_reader *R, struct fy_node *root)
{
    static const char *const either[READER_PAIRS][2] = {
        {"step", "steps"}, {"method", "tableau"}, {"step", "tolerance"}, {"steps", "tolerance"}};
    bool seen[READER_PAIRS][2] = {{false}};
    char key[LF_WORD_SIZE];
    void *at = NULL;
    struct fy_node_pair *pair;
    reader_at_line(R, 1);
    if (!root || !fy_node_is_mapping(root))
        return LF_READER_FAIL(R, "a scenario is a list of 'key: value' lines");
    lf_status status = reader_model(R, root);
    R->bodies = fy_node_mapping_lookup_by_string(root, "bodies", FY_NT);
    while (status == LF_OK && (pair = fy_node_mapping_iterate(root, &at))) {
        status = lf_reader_key(R, pair, key);
        for (size_t k = 0; k < 2 * READER_PAIRS && status == LF_OK; k++) {
            if (strcmp(key, either[k / 2][k % 2]) != 0)
                continue;
            seen[k / 2][k % 2] = true;
            if (seen[k / 2][1 - k % 2])
                status = LF_READER_FAIL(R, "give %s or %s, not both", either[k / 2][0],
                                        either[k / 2][1]);
        }
        if (status == LF_OK)
            status = reader_pair(R, key, fy_node_pair_value(pair));
    }
    return status == LF_OK ? reader_bodies(R, root) : status;
}

/* libfyaml's first complaint as ours. */
static lf_status reader_syntax(lf_reader *R, struct fy_diag *diag)
{
    void *at = NULL;
    const struct fy_diag_error *error = diag ? fy_diag_errors_iterate(diag, &at) : NULL;
    if (!error)
        return LF_READER_FAIL(R, "there is nothing in this file; a scenario needs the key 'model'");
    reader_at_line(R, error->line > 0 ? error->line : 1);
    return LF_READER_FAIL(R, "this is not YAML: %.200s", error->msg ? error->msg : "syntax error");
}

static lf_status reader_parse(lf_reader *R, const char *text, size_t length)
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
            status = LF_READER_FAIL(R, "a scenario file holds one document, this one has more");
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
static lf_status reader_characters(lf_reader *R, const char *text, size_t length)
{
    int line = 1;
    for (size_t i = 0; i < length;) {
        unsigned char c = (unsigned char)text[i];
        size_t more = lf_utf8_length(text + i);
        if (more == 0 || c == 0x7f || (c < 0x20 && c != '\n' && c != '\t' && c != '\r')) {
            reader_at_line(R, line);
            return LF_READER_FAIL(R, "this is not a text file: it has the byte 0x%02x", c);
        }
        line += c == '\n';
        i += more;
    }
    return LF_OK;
}

lf_status lf_scenario_read(lf_scenario *S, const char *path)
{
    lf_reader R = {.S = S, .path = path};
    if (!S)
        return LF_EMEMORY;
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
