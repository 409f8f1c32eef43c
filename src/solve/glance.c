/* SPDX-License-Identifier: BSD-3-Clause */
/* glance.c - a lane of a block taken out, and stepped on the side. */
#include "solve/glance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "solve/flight.h"
#include "solve/stepper.h"

static size_t glance_carry(const lf_block *b)
{
    return b->M->carry ? b->M->carry(b->M, b->P) : 0;
}

lf_status lf_glance_new(lf_glance *G, lf_block *b, const lf_sink *sink)
{
    const lf_problem *inner = b->watcher.P;
    const size_t dim = b->P->action->dim, carry = glance_carry(b);
    const size_t step = b->M->work(b->M, b->P, 1), project = lf_action_work(inner->action, 1);
    *G = (lf_glance){.b = b};
    const lf_status s = lf_scan_new(&G->scan, inner, b->opt, b->m);
    G->scan.sink = sink;
    G->scan.tally.ask = b->tally->ask;
    G->memory = lf_stepper_memory(3 * dim + 2 * carry + b->m + (step > project ? step : project));
    if (s != LF_OK || !G->memory)
        return LF_EMEMORY;
    G->y0 = G->memory;
    G->y1 = G->y0 + dim;
    G->start = G->y1 + dim;
    G->carry0 = G->start + dim;
    G->carry = G->carry0 + carry;
    G->rate = G->carry + carry;
    G->work = G->rate + b->m;
    return LF_OK;
}

void lf_glance_free(lf_glance *G)
{
    lf_scan_free(&G->scan);
    free(G->memory);
}

void lf_glance_begin(lf_glance *G, lf_stats *stats)
{
    const lf_block *b = G->b;
    for (size_t i = 0; i < b->m; i++) {
        if (b->over[i])
            continue;
        lf_lane_copy(b->P->action->dim, b->y, b->m, i, G->y1, 1, 0);
        lf_scan_begin(&G->scan, i, b->who + i, b->grid->t0, G->y1, stats);
    }
}

/* A step by the fraction x of the block's last one. */
static lf_status glance_between(void *ctx, double x, double *y)
{
    lf_glance *G = ctx;
    const lf_block *b = G->b;
    const lf_action *A = b->watcher.P->action;
    const double t = lf_grid_time(b->grid, b->k - 1), h = x * lf_grid_step(b->grid, b->k - 1);
    const double inside = t + 0.5 * h;
    const lf_lanes at = {1, &t, &h, b->who + G->lane, NULL, b->grid->pieces ? &inside : NULL};
    memcpy(G->carry, G->carry0, glance_carry(b) * sizeof *G->carry);
    lf_status s = b->M->step(b->M, b->P, &at, G->y0, y, G->carry, &G->scan.tally, G->work);
    if (s != LF_OK || !lf_block_projects(b, b->k - 1)) /* as the step itself */
        return s;
    lf_lane_copy(A->dim, b->watcher.start, b->m, G->lane, G->start, 1, 0);
    return lf_action_project(A, 1, G->start, y, G->work);
}

static lf_status glance_lane(lf_glance *G, size_t lane, double rate, double *t, lf_stats *stats)
{
    const lf_block *b = G->b;
    const size_t dim = b->P->action->dim, m = b->m;
    const lf_leg leg = {.t = lf_grid_time(b->grid, b->k - 1),
                        .h = lf_grid_step(b->grid, b->k - 1),
                        .t1 = lf_grid_time(b->grid, b->k),
                        .who = b->who + lane,
                        .y0 = G->y0,
                        .y1 = G->y1,
                        .rate = rate,
                        .between = glance_between,
                        .ctx = G};
    double x;
    G->lane = lane;
    lf_lane_copy(dim, b->saved, m, lane, G->y0, 1, 0);
    lf_lane_copy(dim, b->y, m, lane, G->y1, 1, 0);
    lf_lane_copy(glance_carry(b), b->saved + dim * m, m, lane, G->carry0, 1, 0);
    const lf_status s = lf_scan_leg(&G->scan, lane, &leg, &x, stats);
    if (s == LF_OK && G->scan.ended)
        *t = lf_leg_time(&leg, x);
    return s;
}

/* The rates of all lanes at the present points. */
static bool glance_rates(lf_glance *G)
{
    const lf_block *b = G->b;
    if (!G->scan.follow || !G->scan.rate)
        return false;
    G->scan.rate(b->watcher.P, &(lf_lanes){b->m, b->t, NULL, b->who}, b->y, G->rate);
    return true;
}

/* Only lanes that may matter are taken out. */
lf_status lf_glance_step(lf_glance *G, size_t from, double *t, lf_stats *stats)
{
    const lf_block *b = G->b;
    const double h = lf_grid_step(b->grid, b->k - 1);
    const size_t before = G->scan.tally.evaluations;
    const bool rates = glance_rates(G);
    lf_status s = LF_OK;
    *t = NAN;
    for (size_t i = from; i < b->m && s == LF_OK; i++)
        if (!b->over[i] && (!rates || !lf_scan_quiet(&G->scan, i, h, G->rate[i])))
            s = glance_lane(G, i, rates ? G->rate[i] : NAN, t, stats);
    b->tally->evaluations += G->scan.tally.evaluations - before;
    return s;
}

/* Longer after some that were calm, else shorter at once, and in the end one by one for a while. */
static void glance_pace(lf_glance *G, bool calm)
{
    enum { MOST = 64, SOME = 4, WHILE = 16 };
    G->calm = calm ? G->calm + 1 : 0;
    if (calm && G->calm % SOME == 0 && G->stride < MOST)
        G->stride *= 2;
    if (!calm && G->stride > 2)
        G->stride /= 2;
    else if (!calm)
        G->single = WHILE;
}

bool lf_glance_calm(lf_glance *G, size_t from)
{
    const lf_block *b = G->b;
    const double h = lf_grid_time(b->grid, b->k) - lf_grid_time(b->grid, from);
    lf_guarded now;
    bool calm = glance_rates(G);
    for (size_t i = 0; i < b->m && calm; i++)
        calm = b->over[i] || lf_scan_calm(&G->scan, i, h, G->rate[i], &now);
    for (size_t i = 0; i < b->m && calm; i++)
        if (!b->over[i] && lf_scan_calm(&G->scan, i, h, G->rate[i], &now))
            G->scan.guarded[i] = now;
    glance_pace(G, calm);
    return calm;
}

size_t lf_glance_stride(lf_glance *G)
{
    if (G->scan.events || G->scan.opt->until || !G->scan.follow || !G->scan.rate)
        return 1;
    if (G->single > 0) {
        G->single--;
        return 1;
    }
    return G->stride < 2 ? G->stride = 2 : G->stride;
}
