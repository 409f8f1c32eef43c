/* SPDX-License-Identifier: BSD-3-Clause */
/* steps.c - the sizes of the steps of one trajectory, as the solver tells of them. */
#include "run/plan.h"

#include <stdlib.h>

enum { STEPS_MOST = 1 << 20 };

static bool steps_room(lf_steps *L)
{
    size_t room = L->room ? 2 * L->room : 256;
    double *t = realloc(L->t, room * sizeof *t);
    L->t = t ? t : L->t;
    double *h = t ? realloc(L->h, room * sizeof *h) : NULL;
    L->h = h ? h : L->h;
    if (h)
        L->room = room;
    return h != NULL;
}

lf_status lf_steps_take(void *ctx, const lf_step *step)
{
    lf_steps *L = ctx;
    L->full = L->full || L->count == STEPS_MOST;
    if (L->full)
        return LF_OK; /* the run goes on */
    if (L->count == L->room && !steps_room(L))
        return LF_EMEMORY;
    L->t[L->count] = step->t;
    L->h[L->count++] = step->h;
    return LF_OK;
}

void lf_steps_free(lf_steps *L)
{
    free(L->t);
    free(L->h);
    *L = (lf_steps){0};
}
