/* SPDX-License-Identifier: BSD-3-Clause */
/* reader.c - a scenario from a YAML file (JSON is YAML): every refusal names file, line and key. */
#include "run/reader.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run/knobs.h"

enum { READER_MOST_BYTES = 1 << 20, READER_LONGEST = 4096, READER_KEYS = 64 };

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

/* Values may go on in the next line, which means the same as a blank. */
static bool reader_plain(char *text)
{
    for (char *s = text; *s; s++)
        if (*s == '\n' || *s == '\t' || *s == '\r')
            *s = ' ';
    return lf_text_is_plain(text);
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
    if (length > READER_LONGEST)
        return LF_READER_FAIL(R, "%s is too long: at most %d bytes", key, READER_LONGEST);
    const size_t before = text->length;
    lf_text_add(text, "%s%.*s", before ? " " : "", (int)length, scalar);
    if (!text->failed && (memchr(scalar, 0, length) || !reader_plain(text->data + before)))
        return LF_READER_FAIL(R, "%s contains a control character", key);
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
    if (!lf_text_is_plain(key))
        return LF_READER_FAIL(R, "a key contains a control character");
    return LF_OK;
}

/* Lists of numbers for all items, or the items one by one: not both. */
static lf_status reader_parameter(lf_reader *R, const char *key, struct fy_node *value)
{
    const lf_model *M = R->S->model;
    if (R->items && lf_reader_items_say(M, key))
        return LF_READER_FAIL(R, "'%s' is said for each %s under '%s:', not here as well", key,
                              M->items->item, M->items->key);
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

/* The keys at the top of a file, and among them the one of the model's items; `names` ends with
 * NULL. */
static void reader_keys(const lf_reader *R, const char *names[READER_KEYS])
{
    size_t n = 0;
    for (const lf_knob *knob = lf_knob_table(); knob->row.name && n < READER_KEYS - 2; knob++)
        if (!(knob->flags & LF_KNOB_INNER))
            names[n++] = knob->row.name;
    if (R->S->model->items)
        names[n++] = R->S->model->items->key;
    names[n] = NULL;
}

static bool reader_is_items(const lf_model *M, const char *key)
{
    return M->items && strcmp(M->items->key, key) == 0;
}

/* A key that is none: near names, or a hint if it is one of the model's or of another's. */
static lf_status reader_unknown(lf_reader *R, const char *key)
{
    const char *names[READER_KEYS];
    char near[LF_WHY_SIZE] = "";
    const lf_model *M;
    for (size_t i = 0; (M = lf_model_at(i)); i++)
        if (reader_is_items(M, key))
            return LF_READER_FAIL(R, "%s belong to the model %s, this one is %s", key, M->name,
                                  R->S->model->name);
    if (lf_param_find(R->S->model->params, key))
        return LF_READER_FAIL(R, "'%s' is a parameter of %s: it belongs under 'parameters:'", key,
                              R->S->model->name);
    reader_keys(R, names);
    lf_name_suggest(key, names, near, sizeof near);
    if (!*near) {
        size_t used = (size_t)snprintf(near, sizeof near, "; it has");
        for (size_t i = 0; names[i] && used < sizeof near; i++)
            used += (size_t)snprintf(near + used, sizeof near - used, "%s %s",
                                     i == 0         ? ""
                                     : names[i + 1] ? ","
                                                    : " and",
                                     names[i]);
    }
    return LF_READER_FAIL(R, "a scenario has no key '%s'%s", key, near);
}

static lf_status reader_pair(lf_reader *R, const char *key, struct fy_node *value)
{
    if (strcmp(key, "model") == 0 || reader_is_items(R->S->model, key))
        return LF_OK; /* already taken, or taken at last */
    if (!lf_knob_key(key) && R->items && lf_param_find(R->S->model->params, key))
        return reader_parameter(R, key, value); /* what is not of one item may stand beside them */
    if (!lf_knob_key(key))
        return reader_unknown(R, key);
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

/* The items, when everything else is known; `root` has been read before. */
static lf_status reader_items(lf_reader *R, struct fy_node *root)
{
    char key[LF_WORD_SIZE];
    void *at = NULL;
    struct fy_node_pair *pair;
    while ((pair = fy_node_mapping_iterate(root, &at)))
        if (lf_reader_key(R, pair, key) == LF_OK && reader_is_items(R->S->model, key))
            return lf_reader_items(R, fy_node_pair_value(pair));
    return LF_OK;
}

/* Is one of the keys before `last` in whose place its knob stands? */
static lf_status reader_rivals(lf_reader *R, struct fy_node *root, struct fy_node_pair *last,
                               const lf_knob *knob)
{
    char place[LF_READER_PLACE], key[LF_WORD_SIZE];
    void *at = NULL;
    struct fy_node_pair *pair;
    strcpy(place, R->place);
    while ((pair = fy_node_mapping_iterate(root, &at)) && pair != last) {
        const lf_status status = lf_reader_key(R, pair, key);
        const lf_knob *before = status == LF_OK ? lf_knob_key(key) : NULL;
        if (!before || !lf_knob_excludes(knob, before))
            continue;
        strcpy(R->place, place);
        return LF_READER_FAIL(R, "give %s or %s, not both", key, knob->row.name);
    }
    strcpy(R->place, place);
    return LF_OK;
}

static lf_status reader_root(lf_reader *R, struct fy_node *root)
{
    char key[LF_WORD_SIZE];
    void *at = NULL;
    struct fy_node_pair *pair;
    reader_at_line(R, 1);
    if (!root || !fy_node_is_mapping(root))
        return LF_READER_FAIL(R, "a scenario is a list of 'key: value' lines");
    lf_status status = lf_reader_mappings(R, root);
    if (status == LF_OK)
        status = reader_model(R, root);
    const lf_model_items *items = status == LF_OK ? R->S->model->items : NULL;
    R->items = items && fy_node_mapping_lookup_pair_by_string(root, items->key, FY_NT);
    while (status == LF_OK && (pair = fy_node_mapping_iterate(root, &at))) {
        status = lf_reader_key(R, pair, key);
        const lf_knob *knob = status == LF_OK ? lf_knob_key(key) : NULL;
        if (knob)
            status = reader_rivals(R, root, pair, knob);
        if (status == LF_OK)
            status = reader_pair(R, key, fy_node_pair_value(pair));
    }
    return status == LF_OK ? reader_items(R, root) : status;
}

/* Is there a line that is neither blank nor a comment? */
static bool reader_has_words(const char *text)
{
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        line += strspn(line, " \t\r");
        if (*line && *line != '\n' && *line != '#' && strncmp(line, "---", 3) != 0)
            return true;
    }
    return false;
}

/* libfyaml's first complaint as ours. */
static lf_status reader_syntax(lf_reader *R, struct fy_diag *diag, const char *text)
{
    void *at = NULL;
    const struct fy_diag_error *error = diag ? fy_diag_errors_iterate(diag, &at) : NULL;
    if (!error && reader_has_words(text))
        return lf_scenario_fail(R->S, LF_EMEMORY, R->path, "out of memory");
    if (!error)
        return LF_READER_FAIL(R, "there is nothing in this file; a scenario needs the key 'model'");
    reader_at_line(R, error->line > 0 ? error->line : 1);
    return LF_READER_FAIL(R, "this is not YAML: %.200s", error->msg ? error->msg : "syntax error");
}

/* libfyaml does not come back from an allocation that fails. It takes up to 120 bytes for each of a
 * text: see that more than that can be had. */
static bool reader_has_memory(size_t length)
{
    void *volatile room = malloc((1u << 20) + 256 * length);
    free(room);
    return room != NULL;
}

static lf_status reader_parse(lf_reader *R, const char *text, size_t length)
{
    if (!reader_has_memory(length))
        return lf_scenario_fail(R->S, LF_EMEMORY, R->path, "out of memory");
    struct fy_diag_cfg quiet;
    fy_diag_cfg_default(&quiet);
    quiet.fp = NULL;
    struct fy_diag *diag = fy_diag_create(&quiet);
    struct fy_parse_cfg cfg = {.flags = FYPCF_QUIET | FYPCF_COLLECT_DIAG |
                                        FYPCF_ALLOW_DUPLICATE_KEYS, /* looked for here */
                               .diag = diag};
    if (diag)
        fy_diag_set_collect_errors(diag, true);
    struct fy_parser *parser = fy_parser_create(&cfg);
    lf_status status = LF_EMEMORY;
    reader_at_line(R, 1);
    if (parser && fy_parser_set_string(parser, text, length) == 0) {
        struct fy_document *document = fy_parse_load_document(parser);
        status =
            document ? reader_root(R, fy_document_root(document)) : reader_syntax(R, diag, text);
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

lf_status lf_reader_text(lf_reader *R, const char *text, size_t length)
{
    lf_status status = reader_characters(R, text, length);
    R->S->reading = true;
    if (status == LF_OK)
        status = reader_parse(R, text, length);
    R->S->reading = false;
    return status == LF_OK ? lf_scenario_take_data(R->S) : status;
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
        status = lf_reader_text(&R, text, length);
    }
    free(text);
    return status;
}
