/* SPDX-License-Identifier: BSD-3-Clause */
/* memory.c - a sink that keeps its rows, and a sink that hands rows to several others. */
#include <lieflow/io.h>

#include <stdlib.h>
#include <string.h>

static bool memory_reserve(lf_memory *M)
{
    if (M->rows < M->capacity)
        return true;
    size_t capacity = M->capacity ? 2 * M->capacity : 256;
    double *value = realloc(M->value, capacity * M->width * sizeof *value);
    if (!value)
        return false;
    M->value = value;
    M->capacity = capacity;
    return true;
}

static lf_status memory_take(void *ctx, const lf_row *row)
{
    lf_memory *M = ctx;
    size_t n = row->n;
    M->width = 1 + n * (M->dim + M->invariants + 1);
    if (!memory_reserve(M))
        return LF_EMEMORY;
    double *out = M->value + M->rows * M->width;
    *out++ = row->t;
    memcpy(out, row->y, M->dim * n * sizeof *out);
    out += M->dim * n;
    if (M->invariants)
        memcpy(out, row->invariants, M->invariants * n * sizeof *out);
    memcpy(out + M->invariants * n, row->defect, n * sizeof *out);
    M->rows++;
    return LF_OK;
}

lf_sink lf_memory_sink(lf_memory *M)
{
    return (lf_sink){.row = memory_take, .ctx = M};
}

double lf_memory_at(const lf_memory *M, size_t row, size_t column)
{
    return M->value[row * M->width + column];
}

void lf_memory_free(lf_memory *M)
{
    free(M->value);
    *M = (lf_memory){.dim = M->dim, .invariants = M->invariants};
}

static lf_status memory_tee(void *ctx, const lf_row *row)
{
    const lf_tee *T = ctx;
    lf_status answer = LF_OK;
    for (size_t i = 0; i < T->count; i++) {
        lf_status status = T->sink[i].row(T->sink[i].ctx, row);
        if (answer == LF_OK)
            answer = status;
    }
    return answer;
}

static lf_status memory_tee_hit(void *ctx, const lf_hit *hit)
{
    const lf_tee *T = ctx;
    lf_status answer = LF_OK;
    for (size_t i = 0; i < T->count; i++) {
        lf_status status = T->sink[i].hit ? T->sink[i].hit(T->sink[i].ctx, hit) : LF_OK;
        if (answer == LF_OK)
            answer = status;
    }
    return answer;
}

lf_sink lf_tee_sink(lf_tee *T)
{
    return (lf_sink){.row = memory_tee, .ctx = T, .hit = memory_tee_hit};
}
