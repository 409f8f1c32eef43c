/* SPDX-License-Identifier: BSD-3-Clause */
/* csv.c - rows into a text file that says by itself what its columns mean. */
#include <lieflow/io.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <lieflow/version.h>

#include "base/numerals.h"

/* The buffer is emptied at the ends of rows long before it is full, so that a killed process
 * leaves whole rows behind. */
enum { CSV_BUFFER = 1 << 18, CSV_FLUSH_BYTES = 1 << 16 };
static const double csv_flush_seconds = 0.4;

struct lf_csv {
    FILE *file;
    char *path, *buffer;
    size_t columns;
    const lf_problem *problem; /* whose rows the sink takes */
    size_t pending;            /* bytes since the last flush */
    double flushed;            /* time of the last flush */
    int error;                 /* errno of the first failure */
};

static double csv_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static lf_status csv_flush(lf_csv *F)
{
    if (fflush(F->file) != 0 && !F->error)
        F->error = errno;
    F->pending = 0;
    F->flushed = csv_now();
    return F->error ? LF_EIO : LF_OK;
}

static FILE *csv_file(const char *path)
{
    if (strcmp(path, "-") != 0)
        return fopen(path, "w");
    int copy = dup(STDOUT_FILENO);
    return copy < 0 ? NULL : fdopen(copy, "w");
}

static void csv_header(lf_csv *F, const char *note, const lf_column *column)
{
    fprintf(F->file, "# lieflow %s\n", lf_version());
    for (const char *line = note; line && *line;) {
        size_t length = strcspn(line, "\n");
        fprintf(F->file, "# %.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
    fprintf(F->file, "# columns:\n");
    for (size_t i = 0; i < F->columns; i++) {
        const char *unit = column[i].unit ? column[i].unit : "";
        fprintf(F->file, "#   %s", column[i].name);
        if (*unit)
            fprintf(F->file, " [%s]", unit);
        if (column[i].doc && *column[i].doc)
            fprintf(F->file, ": %s", column[i].doc);
        fputc('\n', F->file);
    }
    for (size_t i = 0; i < F->columns; i++)
        fprintf(F->file, "%s%s", i ? "," : "", column[i].name);
    fputc('\n', F->file);
}

static void csv_free(lf_csv *F)
{
    if (F) {
        free(F->path);
        free(F->buffer);
        free(F);
    }
}

lf_csv *lf_csv_open(const char *path, const char *note, size_t columns, const lf_column *column,
                    char *why, size_t why_size)
{
    lf_csv *F = calloc(1, sizeof *F);
    if (F) {
        F->path = malloc(strlen(path) + 1);
        F->buffer = malloc(CSV_BUFFER);
    }
    if (!F || !F->path || !F->buffer) {
        snprintf(why, why_size, "%s: out of memory", path);
        csv_free(F);
        return NULL;
    }
    strcpy(F->path, path);
    F->columns = columns;
    F->file = csv_file(path);
    if (F->file) {
        setvbuf(F->file, F->buffer, _IOFBF, CSV_BUFFER);
        csv_header(F, note, column);
        if (csv_flush(F) == LF_OK)
            return F;
        fclose(F->file);
        errno = F->error;
    }
    snprintf(why, why_size, "%s cannot be written: %s", path, strerror(errno));
    csv_free(F);
    return NULL;
}

static void csv_number(lf_csv *F, double value, bool first)
{
    int written = fprintf(F->file, first ? "%.17g" : ",%.17g", value);
    if (written > 0)
        F->pending += (size_t)written;
}

/* End a row; empty the buffer if much or old. */
static lf_status csv_end_row(lf_csv *F)
{
    fputc('\n', F->file);
    F->pending++;
    if (F->pending > CSV_FLUSH_BYTES || csv_now() - F->flushed > csv_flush_seconds)
        return csv_flush(F);
    return F->error ? LF_EIO : LF_OK;
}

lf_status lf_csv_row(lf_csv *F, const double *value)
{
    lf_numerals kept = lf_numerals_begin();
    for (size_t i = 0; i < F->columns; i++)
        csv_number(F, value[i], i == 0);
    lf_numerals_end(kept);
    return csv_end_row(F);
}

static void csv_point(lf_csv *F, const double *y)
{
    for (size_t i = 0; i < F->problem->action->dim; i++)
        csv_number(F, y[lf_problem_order(F->problem, i)], false);
}

static lf_status csv_take(void *ctx, const lf_row *row)
{
    lf_csv *F = ctx;
    const lf_problem *P = F->problem;
    size_t others = P->action->dim + 2; /* columns that are no invariants */
    if (row->n != 1)
        return LF_EINPUT;
    for (size_t i = 0; P->outputs && P->outputs[i].name; i++)
        others++;
    lf_numerals kept = lf_numerals_begin();
    csv_number(F, row->t, true);
    csv_point(F, row->y);
    for (size_t i = 0; i + others < F->columns; i++)
        csv_number(F, row->invariants[i], false);
    for (size_t i = 0; P->outputs && P->outputs[i].name; i++) {
        csv_number(F, lf_problem_value(P, P->outputs[i].value, row->t, row->y), false);
    }
    csv_number(F, row->defect[0], false);
    lf_numerals_end(kept);
    return csv_end_row(F);
}

static lf_status csv_hit(void *ctx, const lf_hit *hit)
{
    lf_csv *F = ctx;
    lf_numerals kept = lf_numerals_begin();
    csv_number(F, hit->t, true);
    csv_number(F, (double)hit->event + 1, false);
    csv_number(F, hit->rising ? 1 : -1, false);
    csv_point(F, hit->y);
    lf_numerals_end(kept);
    return csv_end_row(F);
}

/* Events have no rows. */
static lf_status csv_pass(void *ctx, const lf_row *row)
{
    (void)ctx;
    (void)row;
    return LF_OK;
}

lf_sink lf_csv_hits(lf_csv *F, const lf_problem *P)
{
    F->problem = P;
    return (lf_sink){.row = csv_pass, .ctx = F, .hit = csv_hit};
}

lf_sink lf_csv_sink(lf_csv *F, const lf_problem *P)
{
    F->problem = P;
    return (lf_sink){.row = csv_take, .ctx = F};
}

lf_status lf_csv_close(lf_csv *F, char *why, size_t why_size)
{
    if (!F)
        return LF_OK;
    csv_flush(F);
    if (fclose(F->file) != 0 && !F->error)
        F->error = errno;
    lf_status status = F->error ? LF_EIO : LF_OK;
    if (status != LF_OK)
        snprintf(why, why_size, "%s is not complete: %s", F->path, strerror(F->error));
    csv_free(F);
    return status;
}
