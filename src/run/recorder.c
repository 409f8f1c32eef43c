/* SPDX-License-Identifier: BSD-3-Clause */
/* recorder.c - a method that writes down the steps it is asked for. */
#include "run/recorder.h"

#include <stdlib.h>

enum { RECORDER_MOST = 1 << 20 };

static bool recorder_room(lf_steps *L)
{
    if (L->count < L->room)
        return true;
    size_t room = L->room ? 2 * L->room : 256;
    double *t = room <= RECORDER_MOST ? realloc(L->t, room * sizeof *t) : NULL;
    L->t = t ? t : L->t;
    double *h = t ? realloc(L->h, room * sizeof *h) : NULL;
    L->h = h ? h : L->h;
    if (h)
        L->room = room;
    return h != NULL;
}

/* An attempt from the same time replaces one that was rejected. */
static void recorder_take(lf_steps *L, double t, double h)
{
    if (L->count > 0 && L->t[L->count - 1] == t)
        L->count--;
    if (!recorder_room(L)) {
        L->full = true;
        return;
    }
    L->t[L->count] = t;
    L->h[L->count++] = h;
}

static lf_status recorder_attempt(const lf_method *M, const lf_problem *P, const lf_attempt *a)
{
    const lf_recorder *R = (const lf_recorder *)(const void *)M;
    if (!R->log->full)
        recorder_take(R->log, a->lanes.t[0], a->lanes.h[0]);
    return R->inner.attempt(M, P, a);
}

const lf_method *lf_recorder_method(lf_recorder *R, const lf_method *M)
{
    *R = (lf_recorder){.method = *M, .inner = M->estimator};
    if (!M->estimator.attempt)
        return M;
    R->log = &R->steps;
    R->method.estimator.attempt = recorder_attempt;
    return &R->method;
}

void lf_recorder_free(lf_recorder *R)
{
    free(R->steps.t);
    free(R->steps.h);
    R->steps = (lf_steps){0};
}
