/* SPDX-License-Identifier: BSD-3-Clause */
/* io.h - rows in and out: JSON that grows, sinks that write CSV or keep rows in memory. Nothing
 * here knows what the numbers mean. */
#ifndef LIEFLOW_IO_H
#define LIEFLOW_IO_H

#include <stdbool.h>
#include <stddef.h>

#include <lieflow/solve.h>
#include <lieflow/text.h>

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

/* ---- CSV ------------------------------------------------------------------------------------ */

typedef struct {
    const char *name;
    const char *unit; /* "" for a pure number; NULL likewise */
    const char *doc;
} lf_column;

/* A file of '#' lines (version, note, columns), one line of names, and rows with 17 digits. What
 * has been handed over reaches the file in whole rows at least twice a second. */
typedef struct lf_csv lf_csv;

/* `note` goes into the header line by line; "-" is the standard output. NULL on failure, with a
 * sentence in `why`. */
lf_csv *lf_csv_open(const char *path, const char *note, size_t columns, const lf_column *column,
                    char *why, size_t why_size);
/* One row of `columns` values. LF_EIO as soon as the file takes no more. */
lf_status lf_csv_row(lf_csv *F, const double *value);
/* Flush, close and free; LF_EIO with a sentence in `why` if anything was lost. */
lf_status lf_csv_close(lf_csv *F, char *why, size_t why_size);
/* A sink for one trajectory of P: t, y in the order a reader expects, invariants, outputs, defect.
 */
lf_sink lf_csv_sink(lf_csv *F, const lf_problem *P);
/* A sink for the events of one trajectory of P: t, number of the event from 1, direction (1
 * rising, -1 falling), y in the order a reader expects. */
lf_sink lf_csv_hits(lf_csv *F, const lf_problem *P);

/* ---- memory --------------------------------------------------------------------------------- */

/* Keeps rows t, y, invariants, defect of all n trajectories, in the order of lf_row. Starts with
 * `dim` and `invariants` set and the rest 0. */
typedef struct {
    size_t dim, invariants; /* of the problem */
    size_t rows, width;     /* width = 1 + n*(dim + invariants + 1) */
    double *value;          /* [row][width] */
    size_t capacity;        /* rows that fit */
} lf_memory;

lf_sink lf_memory_sink(lf_memory *M);
/* Value `column` of `row`. */
double lf_memory_at(const lf_memory *M, size_t row, size_t column);
void lf_memory_free(lf_memory *M);

/* Hands every row and every event to several sinks; the first answer that is not LF_OK counts. */
typedef struct {
    size_t count;
    lf_sink sink[4];
} lf_tee;
lf_sink lf_tee_sink(lf_tee *T);

#endif
