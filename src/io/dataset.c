/* SPDX-License-Identifier: BSD-3-Clause */
/* dataset.c - numbers from files: tables and sounds, one file or several side by side. */
#include "io/dataset.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void lf_dataset_free(lf_dataset *D)
{
    free(D->value);
    *D = (lf_dataset){0};
}

bool lf_dataset_room(lf_dataset *D, size_t rows, size_t columns)
{
    if (columns == 0 || rows > LF_DATASET_MOST / columns)
        return false;
    D->value = malloc((rows * columns + 1) * sizeof *D->value);
    D->rows = rows;
    D->columns = columns;
    return D->value != NULL;
}

lf_status lf_dataset_parse(lf_dataset *D, const char *data, size_t size, const char *name,
                           char *why, size_t why_size)
{
    *D = (lf_dataset){0};
    const lf_status s =
        (lf_wav_is(data, size) ? lf_wav_parse : lf_table_parse)(D, data, size, name, why, why_size);
    if (s != LF_OK)
        lf_dataset_free(D);
    return s;
}

/* All bytes of a file; NULL with a sentence. */
static char *dataset_bytes(const char *path, size_t *size, char *why, size_t why_size)
{
    enum { CHUNK = 1 << 20 };
    static const size_t most = (size_t)1 << 31;
    struct stat there;
    const bool regular = stat(path, &there) != 0 || S_ISREG(there.st_mode); /* a pipe may block */
    FILE *f = regular ? fopen(path, "rb") : NULL;
    char *data = NULL;
    bool whole = f != NULL;
    for (*size = 0; whole && !feof(f);) {
        char *more = *size < most ? realloc(data, *size + CHUNK) : NULL;
        if (!more) {
            errno = *size < most ? ENOMEM : EFBIG;
            whole = false;
            break;
        }
        data = more;
        *size += fread(data + *size, 1, CHUNK, f);
        whole = !ferror(f);
    }
    if (!whole) {
        snprintf(why, why_size, "%.200s: cannot be read: %s", path,
                 regular ? strerror(errno) : "it is no regular file");
        free(data);
        data = NULL;
    }
    if (f)
        fclose(f);
    return data;
}

static lf_status dataset_file(lf_dataset *D, const char *path, char *why, size_t why_size)
{
    size_t size;
    char *data = dataset_bytes(path, &size, why, why_size);
    if (!data)
        return LF_EIO;
    const lf_status s = lf_dataset_parse(D, data, size, path, why, why_size);
    free(data);
    return s;
}

/* `more` to the right of D. */
static lf_status dataset_join(lf_dataset *D, const lf_dataset *more, const char *first,
                              const char *path, char *why, size_t why_size)
{
    lf_dataset both = {.rate = D->rate};
    if (more->rows != D->rows) {
        snprintf(why, why_size,
                 "%.120s has %zu rows, and %.120s %zu: they cannot stand side by side", path,
                 more->rows, first, D->rows);
        return LF_EINPUT;
    }
    if (more->rate != D->rate) {
        snprintf(why, why_size, "%.120s has %g samples a second, and %.120s %g", path, more->rate,
                 first, D->rate);
        return LF_EINPUT;
    }
    if (!lf_dataset_room(&both, D->rows, D->columns + more->columns)) {
        snprintf(why, why_size, "%.200s: out of memory", path);
        return LF_EMEMORY;
    }
    for (size_t r = 0; r < D->rows; r++) {
        double *row = both.value + r * both.columns;
        memcpy(row, D->value + r * D->columns, D->columns * sizeof *row);
        memcpy(row + D->columns, more->value + r * more->columns, more->columns * sizeof *row);
    }
    free(D->value);
    *D = both;
    return LF_OK;
}

lf_status lf_dataset_read(lf_dataset *D, size_t count, const char *const *path, char *why,
                          size_t why_size)
{
    *D = (lf_dataset){0};
    if (count == 0) {
        snprintf(why, why_size, "there is no file to read data from");
        return LF_EINPUT;
    }
    lf_status s = dataset_file(D, path[0], why, why_size);
    for (size_t k = 1; k < count && s == LF_OK; k++) {
        lf_dataset more = {0};
        s = dataset_file(&more, path[k], why, why_size);
        if (s == LF_OK)
            s = dataset_join(D, &more, path[0], path[k], why, why_size);
        lf_dataset_free(&more);
    }
    if (s != LF_OK)
        lf_dataset_free(D);
    return s;
}

static lf_status dataset_write_table(const lf_dataset *D, const char *path, char *why,
                                     size_t why_size)
{
    char(*name)[24] = calloc(D->columns + 1, sizeof *name);
    lf_column *column = calloc(D->columns + 1, sizeof *column);
    lf_csv *F = NULL;
    for (size_t c = 0; name && column && c < D->columns; c++) {
        snprintf(name[c], sizeof name[c], "c%zu", c + 1);
        column[c] = (lf_column){name[c], "", NULL};
    }
    if (name && column)
        F = lf_csv_open(path, "", D->columns, column, why, why_size);
    else
        snprintf(why, why_size, "%.200s: out of memory", path);
    for (size_t r = 0; F && r < D->rows; r++)
        lf_csv_row(F, D->value + r * D->columns);
    const lf_status s = F ? lf_csv_close(F, why, why_size) : LF_EIO;
    free(name);
    free(column);
    return s;
}

lf_status lf_dataset_write(const lf_dataset *D, const char *path, char *why, size_t why_size)
{
    const char *dot = strrchr(path, '.');
    if (dot && strcmp(dot, ".wav") == 0)
        return lf_wav_write(D, path, why, why_size);
    if (dot && strcmp(dot, ".csv") == 0)
        return dataset_write_table(D, path, why, why_size);
    snprintf(why, why_size, "data are written to names that end in .csv or .wav, got '%.60s'",
             path);
    return LF_EINPUT;
}
