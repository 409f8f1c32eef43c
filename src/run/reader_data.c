/* SPDX-License-Identifier: BSD-3-Clause */
/* reader_data.c - the scenario that a file of rows carries in its head, read to run it again. */
#include "run/reader.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A head is one line of names and a few others; the scenario of a hundred thousand points fits. */
enum { READER_DATA_MOST = 1 << 24 };
static const char reader_data_mark[] = "scenario: ";

/* What stands after "scenario: " at the beginning of a line, behind '#' if `marked`; NULL if there
 * is none above the rows. Its line is ended. */
static char *reader_data_find(char *text, bool marked)
{
    for (char *line = text; line && *line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (marked && *line != '#' && line > text)
            return NULL; /* a row */
        char *words = line + (marked ? strspn(line, "# ") : 0);
        if (strncmp(words, reader_data_mark, strlen(reader_data_mark)) == 0) {
            words[strcspn(words, "\r\n")] = 0;
            return words + strlen(reader_data_mark);
        }
    }
    return NULL;
}

static lf_status reader_data_parse(lf_reader *R, char *text, bool marked)
{
    char *scenario = reader_data_find(text, marked);
    if (scenario)
        return lf_reader_text(R, scenario, strlen(scenario));
    return lf_scenario_fail(R->S, LF_EINPUT, R->path,
                            "this file of data has no line '# scenario: ..' in its head");
}

/* The note in the JSON object of the first line. */
static lf_status reader_data_jsonl(lf_reader *R, char *text)
{
    const struct fy_parse_cfg cfg = {.flags = FYPCF_QUIET | FYPCF_JSON_FORCE};
    struct fy_document *head = fy_document_build_from_string(&cfg, text, strcspn(text, "\n"));
    struct fy_node *root = head ? fy_document_root(head) : NULL, *note = NULL;
    if (root && fy_node_is_mapping(root))
        note = fy_node_mapping_lookup_by_string(root, "note", FY_NT);
    const char *scalar = note && fy_node_is_scalar(note) ? fy_node_get_scalar0(note) : NULL;
    char *copy = strdup(scalar ? scalar : "");
    lf_status status = copy ? reader_data_parse(R, copy, false)
                            : lf_scenario_fail(R->S, LF_EMEMORY, R->path, "out of memory");
    free(copy);
    fy_document_destroy(head);
    return status;
}

lf_status lf_scenario_read_data(lf_scenario *S, const char *path)
{
    lf_reader R = {.S = S, .path = path};
    const char *dot = strrchr(path, '.');
    snprintf(S->source, sizeof S->source, "%s", path);
    FILE *file = fopen(path, "rb");
    if (!file)
        return lf_scenario_fail(S, LF_EIO, path, "%s", strerror(errno));
    char *text = malloc(READER_DATA_MOST + 1);
    const size_t length = text ? fread(text, 1, READER_DATA_MOST, file) : 0;
    const int error = ferror(file) ? errno : 0;
    fclose(file);
    lf_status status = LF_OK;
    if (!text)
        return lf_scenario_fail(S, LF_EMEMORY, path, "out of memory");
    text[length] = 0;
    if (error)
        status = lf_scenario_fail(S, LF_EIO, path, "%s", strerror(error));
    else if (dot && strcmp(dot, ".jsonl") == 0)
        status = reader_data_jsonl(&R, text);
    else
        status = reader_data_parse(&R, text, true);
    free(text);
    return status;
}
