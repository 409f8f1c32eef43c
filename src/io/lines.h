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
    void (*note)(void *file, const char *note);
    lf_status (*close)(void *file, char *why, size_t why_size);
    void (*drop)(void *file);
} lf_line_format;

/* A file of rows and, if there are events, one of events beside it; NULL with a sentence. What it
 * answers is the `file` of the others. */
void *lf_lines_open(const lf_line_format *format, const char *path, const lf_sink_head *head,
                    char *why, size_t why_size);
lf_status lf_lines_row(void *file, const lf_row *row);
lf_status lf_lines_hit(void *file, const lf_hit *hit);
void lf_lines_note(void *file, const char *note);
lf_status lf_lines_close(void *file, char *why, size_t why_size);
void lf_lines_drop(void *file);

/* The name of the events' file beside the rows', run.events.csv beside run.csv, added to `events`;
 * nothing where there is no place for a second file. */
void lf_lines_events_path(const char *ending, const char *path, lf_text *events);

/* The kinds there are, for the table in sinks.c. */
extern const lf_sink_kind lf_sink_csv, lf_sink_jsonl;

#endif
