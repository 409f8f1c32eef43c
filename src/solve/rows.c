/* SPDX-License-Identifier: BSD-3-Clause */
/* rows.c - the bookkeeping of a run. */
#if defined(__linux__)
#define _DEFAULT_SOURCE /* madvise */
#include <sys/mman.h>
#endif

#include "solve/rows.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Much memory is better had in large pages: ten thousand small ones take longer to get than a step
 * takes, and every array of a long point begins in another one. */
static void *large_pages(size_t unit, size_t size)
{
    void *memory = aligned_alloc(unit, size);
#if defined(MADV_HUGEPAGE)
    if (memory)
        (void)madvise(memory, size, MADV_HUGEPAGE); /* a wish */
#endif
    return memory;
}

double *lf_run_memory(size_t count)
{
    enum { LINE = 64, LARGE = 1 << 21, MUCH = 4 * LARGE };
    const size_t bytes = count * sizeof(double), unit = bytes < MUCH ? LINE : LARGE;
    if (count > (SIZE_MAX - LARGE) / sizeof(double))
        return NULL;
    const size_t size = (bytes / unit + 1) * unit;
    double *memory = unit == LARGE ? large_pages(unit, size) : aligned_alloc(unit, size);
    if (memory)
        memset(memory, 0, size);
    return memory;
}

lf_status lf_run_new(lf_run *r)
{
    const size_t dim = r->P->action->dim, count = lf_watch_count(r->P);
    r->y = calloc((dim + count + 1) * r->n, sizeof *r->y);
    r->who = calloc(r->n, sizeof *r->who);
    if (!r->y || !r->who) {
        snprintf(r->stats->message, sizeof r->stats->message, "out of memory for the trajectories");
        return LF_EMEMORY;
    }
    r->invariants = r->y + dim * r->n;
    r->defect = r->invariants + count * r->n;
    r->stats->invariants = count;
    for (size_t i = 0; i < r->n; i++)
        r->who[i] = i;
    return LF_OK;
}

void lf_run_free(lf_run *r)
{
    free(r->y);
    free(r->who);
}

size_t lf_run_lanes(const lf_run *r, size_t k)
{
    return k + 1 < r->blocks ? r->m : r->n - k * r->m;
}

void lf_run_scatter(const lf_run *r, size_t first, size_t lanes, size_t count, const double *from,
                    double *to)
{
    for (size_t c = 0; c < count; c++)
        memcpy(to + c * r->n + first, from + c * lanes, lanes * sizeof *to);
}

void lf_run_gather(const lf_run *r, size_t first, size_t lanes, size_t count, const double *from,
                   double *to)
{
    for (size_t c = 0; c < count; c++)
        memcpy(to + c * lanes, from + c * r->n + first, lanes * sizeof *to);
}

void lf_run_put(lf_run *r, size_t first, const lf_watcher *w, const double *y)
{
    lf_run_scatter(r, first, w->m, r->P->action->dim, y, r->y);
    lf_run_scatter(r, first, w->m, w->count, w->now, r->invariants);
    lf_run_scatter(r, first, w->m, 1, w->defect, r->defect);
}

lf_status lf_run_give(lf_run *r, double time, double progress)
{
    if (!r->sink || !r->sink->row)
        return LF_OK;
    const lf_row row = {.t = time,
                        .n = r->n,
                        .y = r->y,
                        .invariants = r->invariants,
                        .defect = r->defect,
                        .progress = progress};
    const lf_status s = r->sink->row(r->sink->ctx, &row);
    if (s != LF_OK && !r->stats->message[0])
        snprintf(r->stats->message, sizeof r->stats->message, "%s at t = %.10g", lf_status_text(s),
                 time);
    return s;
}

lf_status lf_run_tick(lf_run *r, double time, double progress)
{
    if (!r->opt->tick || !r->opt->tick(r->opt->tick_ctx, progress))
        return LF_OK;
    snprintf(r->stats->message, sizeof r->stats->message, "stopped by the caller at t = %.10g",
             time);
    return LF_STOPPED;
}
