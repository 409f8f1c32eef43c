/* SPDX-License-Identifier: BSD-3-Clause */
/* reader_data.c - the scenario that a file of rows carries in its head, read to run it again. */
#define _XOPEN_SOURCE 700 /* getline */
#include "run/reader.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char reader_data_mark[] = "scenario: ";

/* What stands after "scenario: " in one of the lines, or NULL; its line is ended. */
static char *reader_data_find(char *text)
{
    for (char *line = text; line && *line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, reader_data_mark, strlen(reader_data_mark)) == 0) {
            line[strcspn(line, "\n")] = 0;
            return line + strlen(reader_data_mark);
        }
    }
    return NULL;
}

static lf_status reader_data_parse(lf_reader *R, char *text)
{
    char *scenario = reader_data_find(text);
    if (scenario)
        return lf_reader_text(R, scenario, strlen(scenario));
    return lf_scenario_fail(R->S, LF_EINPUT, R->path,
                            "no line in the head of this file begins '# scenario: '");
}

/* '#' lines below the line of names. */
static lf_status reader_data_csv(lf_reader *R, FILE *file, char **line, size_t *size)
{
    bool names = true;
    while (getline(line, size, file) > 0 && (names || **line == '#')) {
        names = false;
        char *text = **line == '#' ? *line + 1 + strspn(*line + 1, " ") : *line;
        if (strncmp(text, reader_data_mark, strlen(reader_data_mark)) == 0)
            return reader_data_parse(R, text);
    }
    return reader_data_parse(R, (char[]){""});
}

/* The note in the JSON object of the first line. */
static lf_status reader_data_jsonl(lf_reader *R, FILE *file, char **line, size_t *size)
{
    const struct fy_parse_cfg cfg = {.flags = FYPCF_QUIET | FYPCF_JSON_FORCE};
    const ssize_t length = getline(line, size, file);
    struct fy_document *head =
        length > 0 ? fy_document_build_from_string(&cfg, *line, (size_t)length) : NULL;
    struct fy_node *root = head ? fy_document_root(head) : NULL;
    struct fy_node *note = root && fy_node_is_mapping(root)
                               ? fy_node_mapping_lookup_by_string(root, "note", FY_NT)
                               : NULL;
    const char *scalar = note && fy_node_is_scalar(note) ? fy_node_get_scalar0(note) : NULL;
    char *text = strdup(scalar ? scalar : "");
    lf_status status = text ? reader_data_parse(R, text)
                            : lf_scenario_fail(R->S, LF_EMEMORY, R->path, "out of memory");
    free(text);
    fy_document_destroy(head);
    return status;
}

lf_status lf_scenario_read_data(lf_scenario *S, const char *path)
{
    lf_reader R = {.S = S, .path = path};
    const char *dot = strrchr(path, '.');
    char *line = NULL;
    size_t size = 0;
    snprintf(S->source, sizeof S->source, "%s", path);
    FILE *file = fopen(path, "rb");
    if (!file)
        return lf_scenario_fail(S, LF_EIO, path, "%s", strerror(errno));
    lf_status status = dot && strcmp(dot, ".jsonl") == 0 ? reader_data_jsonl(&R, file, &line, &size)
                                                         : reader_data_csv(&R, file, &line, &size);
    free(line);
    fclose(file);
    return status;
}
