/* SPDX-License-Identifier: BSD-3-Clause */
/* rows.c - a sink that keeps its rows in memory. */
#include <lieflow/io.h>

#include <stdlib.h>
#include <string.h>

static bool rows_reserve(lf_rows *R)
{
    if (R->rows < R->capacity)
        return true;
    size_t capacity = R->capacity ? 2 * R->capacity : 256;
    double *value = realloc(R->value, capacity * R->width * sizeof *value);
    if (!value)
        return false;
    R->value = value;
    R->capacity = capacity;
    return true;
}

static lf_status rows_take(void *ctx, const lf_row *row)
{
    lf_rows *R = ctx;
    size_t n = row->n;
    R->width = 1 + n * (R->dim + R->invariants + 1);
    if (!rows_reserve(R))
        return LF_EMEMORY;
    double *out = R->value + R->rows * R->width;
    *out++ = row->t;
    memcpy(out, row->y, R->dim * n * sizeof *out);
    out += R->dim * n;
    if (R->invariants)
        memcpy(out, row->invariants, R->invariants * n * sizeof *out);
    memcpy(out + R->invariants * n, row->defect, n * sizeof *out);
    R->rows++;
    return LF_OK;
}

lf_sink lf_rows_sink(lf_rows *R)
{
    return (lf_sink){.row = rows_take, .ctx = R};
}

double lf_rows_at(const lf_rows *R, size_t row, size_t column)
{
    return R->value[row * R->width + column];
}

void lf_rows_free(lf_rows *R)
{
    free(R->value);
    *R = (lf_rows){.dim = R->dim, .invariants = R->invariants};
}
