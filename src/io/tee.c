/* SPDX-License-Identifier: BSD-3-Clause */
/* tee.c - a sink that hands rows and events to several others. */
#include <lieflow/io.h>

#include <stdlib.h>

lf_status lf_tee_add(lf_tee *T, lf_sink sink)
{
    if (T->count == T->capacity) {
        const size_t capacity = T->capacity ? 2 * T->capacity : 4;
        lf_sink *grown = realloc(T->sink, capacity * sizeof *grown);
        if (!grown)
            return LF_EMEMORY;
        T->sink = grown;
        T->capacity = capacity;
    }
    T->sink[T->count++] = sink;
    return LF_OK;
}

void lf_tee_free(lf_tee *T)
{
    free(T->sink);
    *T = (lf_tee){0};
}

static lf_status tee_row(void *ctx, const lf_row *row)
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

static lf_status tee_hit(void *ctx, const lf_hit *hit)
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
    return (lf_sink){.row = tee_row, .ctx = T, .hit = tee_hit};
}
