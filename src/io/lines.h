/* SPDX-License-Identifier: BSD-3-Clause */
/* lines.h - what kinds of files share that write one line per trajectory and time. */
#ifndef LIEFLOW_IO_LINES_H
#define LIEFLOW_IO_LINES_H

#include <lieflow/io.h>

/* How one table of numbers becomes a file. */
typedef struct {
    const char *ending;
    void *(*open)(const char *path, const char *note, size_t columns, const lf_column *column,
                  char *why, size_t why_size);
    lf_status (*write)(void *file, const double *value);
    lf_status (*close)(void *file, char *why, size_t why_size);
} lf_line_format;

/* A file of rows and, if there are events, one of events beside it; NULL with a sentence. What it
 * answers is the `file` of the others. */
void *lf_lines_open(const lf_line_format *format, const char *path, const lf_sink_head *head,
                    char *why, size_t why_size);
lf_status lf_lines_row(void *file, const lf_row *row);
lf_status lf_lines_hit(void *file, const lf_hit *hit);
lf_status lf_lines_close(void *file, char *why, size_t why_size);

/* The kinds there are, for the table in sinks.c. */
extern const lf_sink_kind lf_sink_csv, lf_sink_jsonl;

#endif
