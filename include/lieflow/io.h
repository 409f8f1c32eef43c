/* SPDX-License-Identifier: BSD-3-Clause */
/* io.h - rows in and out: JSON that grows, sinks that write files or keep rows in memory. Nothing
 * here knows what the numbers mean. */
#ifndef LIEFLOW_IO_H
#define LIEFLOW_IO_H

#include <stdbool.h>
#include <stddef.h>

#include <lieflow/solve.h>
#include <lieflow/text.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- JSON ----------------------------------------------------------------------------------- */

/* Writes one JSON value into `text`; starts as {0}. Numbers keep all 17 digits; what is not finite
 * becomes null. Inside an array the key is NULL. */
typedef struct {
    lf_text text;
    bool comma; /* something stands before on this level */
} lf_json;

void lf_json_begin(lf_json *J, const char *key, char bracket); /* '{' or '[' */
void lf_json_end(lf_json *J, char bracket);                    /* '}' or ']' */
void lf_json_number(lf_json *J, const char *key, double value);
void lf_json_count(lf_json *J, const char *key, size_t value);
void lf_json_flag(lf_json *J, const char *key, bool value);
void lf_json_string(lf_json *J, const char *key, const char *value);
void lf_json_numbers(lf_json *J, const char *key, size_t count, const double *value);
void lf_json_free(lf_json *J);

/* ---- tables in files ------------------------------------------------------------------------ */

typedef struct {
    const char *name;
    const char *unit; /* "" for a pure number; NULL likewise */
    const char *doc;
} lf_column;

/* Files are written beside their names, to FILE.part, and renamed when they are whole: an older file
 * stays until then, and what a killed process had written stays in FILE.part. A second writer of
 * the same file is refused. The standard output, pipes and devices are written straight. */

/* What a path is for, in the words of a sentence: "--out"; no path: NULL or "". */
typedef struct {
    const char *use, *path;
    bool input; /* is read, not written */
} lf_path_use;

/* Before anything is written: LF_EINPUT with a sentence if two of them are one file, by whatever
 * spelling or link (pipes and devices may be shared), LF_EIO if one cannot be written there. */
lf_status lf_paths_check(size_t count, const lf_path_use *list, char *why, size_t why_size);

/* A line of names, a few '#' lines (version, columns, note), and rows with 17 digits. What has been
 * handed over reaches the file in whole rows at least twice a second. */
typedef struct lf_csv lf_csv;

/* `note` goes below the names line by line; "-" is the standard output. NULL on failure, with a
 * sentence in `why`. */
lf_csv *lf_csv_open(const char *path, const char *note, size_t columns, const lf_column *column,
                    char *why, size_t why_size);
/* One row of `columns` values. LF_EIO as soon as the file takes no more. A row of thousands of values
 * asks lf_poll, and is left out with LF_STOPPED. */
lf_status lf_csv_row(lf_csv *F, const double *value);
/* More '#' lines at this place, such as the end. */
void lf_csv_note(lf_csv *F, const char *note);
/* Give the file its name, and free; LF_EIO with a sentence in `why` if anything was lost. */
lf_status lf_csv_close(lf_csv *F, char *why, size_t why_size);
/* Leave no file, and free; an older one stays. */
void lf_csv_drop(lf_csv *F);

/* ---- data that are read --------------------------------------------------------------------- */

/* Numbers of tables or sounds; starts as {0}. */
typedef struct {
    size_t rows, columns;
    double *value; /* [row][column] */
    double rate;   /* rows a second, for sounds; 0: a table */
} lf_dataset;

/* A table as text: numbers separated by commas, semicolons, tabs or blanks, lines of equal length, of which
 * the first may hold names; '#' begins a remark. Or a WAV file: whole numbers of 16, 24 or 32 bits,
 * or floating ones of 32 or 64, a column each channel, between -1 and 1. LF_EINPUT with a sentence
 * that names line and column when it is neither. `name` is for sentences. */
lf_status lf_dataset_parse(lf_dataset *D, const char *data, size_t size, const char *name,
                           char *why, size_t why_size);
/* The same from files, side by side: all have as many rows, and sounds the same rate. */
lf_status lf_dataset_read(lf_dataset *D, size_t count, const char *const *path, char *why,
                          size_t why_size);
/* A file by the ending of its name: .csv, or .wav with 16 bits, which must be a sound; what is
 * louder than 1 is refused. */
lf_status lf_dataset_write(const lf_dataset *D, const char *path, char *why, size_t why_size);
void lf_dataset_free(lf_dataset *D);

/* ---- sinks that are files ------------------------------------------------------------------- */

/* What a file is told when it is opened, so that it explains itself. */
typedef struct {
    const lf_problem *problem; /* whose rows it takes */
    size_t trajectories;       /* in each row; 0 means 1 */
    const char *note;          /* lines for its header, such as the scenario; may be NULL */
    const char *time_unit;     /* may be NULL */
    const char *const *unit;  /* of a point's columns, in the order a reader expects; may be NULL */
    size_t events;            /* how many kinds of events may be hit */
    const char *const *event; /* their names */
} lf_sink_head;

/* A kind of file, chosen by the ending of a name. One line per trajectory and time: t, the number of
 * the trajectory from 1 if there are several, y in the order a reader expects, invariants, outputs,
 * defect. Events go to a second file, FILE.events.csv beside FILE.csv: t, trajectory, number of the
 * event from 1, direction (1 rising, -1 falling), y. */
typedef struct {
    const char *ending; /* ".csv" */
    const char *doc;
    void *(*open)(const char *path, const lf_sink_head *head, char *why, size_t why_size);
    lf_status (*row)(void *file, const lf_row *row);
    lf_status (*hit)(void *file, const lf_hit *hit);
    lf_status (*close)(void *file, char *why, size_t why_size);
    void (*note)(void *file, const char *note);
    void (*drop)(void *file);
} lf_sink_kind;

/* Every kind, ending with NULL. */
const lf_sink_kind *const *lf_sink_kinds(void);
/* The kind that a name asks for. "-", the standard output, and a pipe or device, which have no
 * ending, get the first kind. NULL with a sentence that lists the endings for any other. */
const lf_sink_kind *lf_sink_kind_find(const char *path, char *why, size_t why_size);

/* A file of one of the kinds; starts as {0}. */
typedef struct {
    const lf_sink_kind *kind;
    void *file;
} lf_sink_file;

/* LF_EINPUT for a name that no kind has, LF_EIO for a file that cannot be written, LF_STOPPED if lf_poll
 * says so amidst a long header. The problem must outlive the file. */
lf_status lf_sink_file_open(lf_sink_file *F, const char *path, const lf_sink_head *head, char *why,
                            size_t why_size);
/* A sink that writes to it. */
lf_sink lf_sink_file_sink(const lf_sink_file *F);
/* A line of words between or after the rows, such as how the run ended. */
void lf_sink_file_note(lf_sink_file *F, const char *note);
/* Give it its name. LF_EIO with a sentence if anything was lost; LF_OK for a file that was never
 * opened. */
lf_status lf_sink_file_close(lf_sink_file *F, char *why, size_t why_size);
/* Close it so that nothing of it stays; an older file of its name does. */
void lf_sink_file_drop(lf_sink_file *F);

/* ---- other sinks ---------------------------------------------------------------------------- */

/* Keeps rows t, y, invariants, defect of all n trajectories, in the order of lf_row. Starts with
 * `dim` and `invariants` set and the rest 0. */
typedef struct {
    size_t dim, invariants; /* of the problem */
    size_t rows, width;     /* width = 1 + n*(dim + invariants + 1) */
    double *value;          /* [row][width] */
    size_t capacity;        /* rows that fit */
} lf_rows;

lf_sink lf_rows_sink(lf_rows *R);
/* Value `column` of `row`. */
double lf_rows_at(const lf_rows *R, size_t row, size_t column);
void lf_rows_free(lf_rows *R);

/* Hands every row and every event to several sinks; the first answer that is not LF_OK counts.
 * Starts as {0}. */
typedef struct {
    size_t count, capacity;
    lf_sink *sink;
} lf_tee;

/* One sink more; LF_EMEMORY if there is no room for it. */
lf_status lf_tee_add(lf_tee *T, lf_sink sink);
lf_sink lf_tee_sink(lf_tee *T);
void lf_tee_free(lf_tee *T);

#ifdef __cplusplus
}
#endif

#endif
