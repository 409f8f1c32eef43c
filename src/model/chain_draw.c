/* SPDX-License-Identifier: BSD-3-Clause */
/* chain_draw.c - what a picture of a pendulum chain consists of: the fixed point, rods, masses, and
 * the way of the last mass. */
#include <stdio.h>
#include <string.h>

#include "model/chain.h"

enum { CHAIN_DRAW_MOST = 3000 }; /* more links than these are no picture */

static lf_status chain_draw_check(const void *self, char *why, size_t why_size)
{
    const lf_chain *chain = self;
    if (chain->n <= CHAIN_DRAW_MOST)
        return LF_OK;
    snprintf(why, why_size, "a moving picture shows at most %d links, n is %zu", CHAIN_DRAW_MOST,
             chain->n);
    return LF_EINPUT;
}

/* The ends of the links one after the other; x holds the last one. */
static void chain_draw_ends(const lf_chain *chain, const double *y, const lf_canvas *canvas,
                            double x[3])
{
    memset(x, 0, 3 * sizeof *x);
    for (size_t i = 0; i < chain->n; i++) {
        for (size_t c = 0; c < 3; c++)
            x[c] += lf_chain_length(chain, i) * y[c * chain->n + i];
        canvas->to(canvas->ctx, x);
    }
}

static void chain_draw_show(const void *self, double t, const double *y, const lf_canvas *canvas,
                            double *work)
{
    static const double origin[3] = {0, 0, 0};
    double x[3];
    (void)t;
    (void)work;
    canvas->begin(canvas->ctx, LF_INK_ANCHOR, 0, 2);
    canvas->to(canvas->ctx, origin);
    canvas->begin(canvas->ctx, LF_INK_ROD, 0, 2);
    canvas->to(canvas->ctx, origin);
    chain_draw_ends(self, y, canvas, x);
    canvas->begin(canvas->ctx, LF_INK_MASS, 0, 2);
    chain_draw_ends(self, y, canvas, x);
    canvas->trail(canvas->ctx, x);
}

const lf_picture lf_chain_picture = {
    .longitude = -70, .latitude = 12, .check = chain_draw_check, .show = chain_draw_show};
