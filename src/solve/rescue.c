/* SPDX-License-Identifier: BSD-3-Clause */
/* rescue.c - the lanes of a block one by one, when something went wrong with all of them together:
 * those that fail alone are over, the others go on as if nothing had been. */
#include <math.h>
#include <string.h>

#include "action/settle.h"
#include "solve/flight.h"
#include "solve/march.h"

static size_t carry_of(const lf_block *b)
{
    return b->M->carry ? b->M->carry(b->M, b->P) : 0;
}

size_t lf_block_lone_size(const lf_problem *P, const lf_problem *inner, const lf_method *M,
                          size_t m)
{
    const size_t project = lf_action_work(inner->action, 1), step = M->work(M, P, 1);
    const size_t carry = M->carry ? M->carry(M, P) : 0;
    return m > 1 ? 3 * P->action->dim + carry + (project > step ? project : step) : 0;
}

bool lf_block_nonfinite(const lf_block *b, size_t lane, const double *y)
{
    for (size_t c = 0; c < b->P->action->dim; c++)
        if (!isfinite(y[c * b->m + lane]))
            return true;
    return false;
}

/* The first lane that is not over; there is one. */
static size_t model_lane(const lf_block *b)
{
    size_t lane = 0;
    while (b->over[lane])
        lane++;
    return lane;
}

static void twin_components(const lf_block *b, size_t from, size_t count, double *x)
{
    for (size_t c = 0; c < count; c++)
        for (size_t i = 0; i < b->m; i++)
            if (b->over[i])
                x[c * b->m + i] = x[c * b->m + from];
}

void lf_block_twin(lf_block *b, double *y)
{
    if (b->live == 0 || b->live == b->m)
        return;
    const size_t from = model_lane(b), dim = b->P->action->dim;
    twin_components(b, from, dim, y);
    twin_components(b, from, carry_of(b), b->carry);
    twin_components(b, from, dim + carry_of(b), b->saved); /* rows may begin there */
    twin_components(b, from, dim, b->watcher.start);
    twin_components(b, from, b->watcher.count, b->watcher.initial);
    for (size_t i = 0; i < b->m; i++)
        if (b->over[i])
            b->who[i] = b->who[from];
}

/* Where the scratch of a lone lane lies. */
typedef struct {
    double *y0, *y1, *start, *carry, *work;
} lone;

static lone lone_layout(const lf_block *b)
{
    const size_t dim = b->P->action->dim;
    lone L = {.y0 = b->lone};
    L.y1 = L.y0 + dim;
    L.start = L.y1 + dim;
    L.carry = L.start + dim;
    L.work = L.carry + carry_of(b);
    return L;
}

const double *lf_block_last(lf_block *b, size_t lane)
{
    const size_t dim = b->P->action->dim;
    const double *start = b->watcher.start;
    lf_lane_copy(dim, b->y, b->m, lane, b->one, 1, 0);
    if (!lf_block_owes(b, b->k))
        return b->one;
    if (b->m > 1) {
        const lone L = lone_layout(b);
        lf_lane_copy(dim, b->watcher.start, b->m, lane, L.start, 1, 0);
        start = L.start;
    }
    if (lf_action_project(b->watcher.P->action, 1, start, b->one, b->watcher.work) != LF_OK)
        lf_lane_copy(dim, b->y, b->m, lane, b->one, 1, 0);
    return b->one;
}

void lf_block_finish(lf_block *b)
{
    const size_t numbers = b->P->action->dim * b->m;
    if (b->ended || !lf_block_owes(b, b->k))
        return;
    memcpy(b->next, b->y, numbers * sizeof *b->y);
    if (lf_block_project(b, b->next) == LF_OK)
        memcpy(b->y, b->next, numbers * sizeof *b->y);
}

/* Steps of all lanes: where they begin and end, and what the method remembers before and after, NULL:
 * nobody wants to know. Times and sizes are those of the block. */
typedef struct {
    const double *y0, *before;
    double *y1, *after;
    bool settles, projects; /* as the step of all lanes would (march.c) */
} span;

/* What the method remembers from the break on that the step of a lane has led to. */
static lf_status lone_restart(const lf_block *b, size_t lane, const lone *L)
{
    const double t = lf_grid_time(b->grid, b->k + 1), h = b->grid->h;
    const double inside = t + 0.5 * lf_grid_step(b->grid, b->k + 1);
    const lf_lanes at = {1, &t, &h, b->who + lane, NULL, &inside};
    return b->M->start(b->M, b->P, &at, L->y1, L->carry, b->tally, L->work);
}

/* One lane of them. */
static lf_status lone_step(const lf_block *b, size_t lane, const span *by)
{
    const size_t dim = b->P->action->dim, carry = carry_of(b), m = b->m;
    const lf_lanes all = lf_block_lanes(b), at = lf_lanes_part(&all, lane, 1);
    const lf_action *A = b->watcher.P->action;
    const lone L = lone_layout(b);
    lf_lane_copy(dim, by->y0, m, lane, L.y0, 1, 0);
    lf_lane_copy(carry, by->before, m, lane, L.carry, 1, 0);
    lf_status s = b->M->step(b->M, b->P, &at, L.y0, L.y1, L.carry, b->tally, L.work);
    lf_lane_copy(dim, b->watcher.start, m, lane, L.start, 1, 0);
    if (s == LF_OK && by->settles)
        lf_action_settle(b->P->action, 1, L.start, L.y1);
    if (s == LF_OK && by->projects)
        s = lf_action_project(A, 1, L.start, L.y1, L.work);
    if (s == LF_OK && by->after && lf_block_breaks(b))
        s = lone_restart(b, lane, &L);
    lf_lane_copy(dim, L.y1, 1, 0, by->y1, m, lane);
    if (by->after)
        lf_lane_copy(carry, L.carry, 1, 0, by->after, m, lane);
    return s;
}

/* What a step came to for a lane: its status, or whether its point is one. */
static lf_status verdict(const lf_block *b, size_t lane, lf_status s, const double *y1)
{
    return s == LF_OK && lf_block_nonfinite(b, lane, y1) ? LF_ENONFINITE : s;
}

/* Every lane that is not over again, alone if s says that all were refused together. */
static lf_status each_lane(lf_block *b, lf_status s, const span *by, lf_stats *stats)
{
    const bool alone = s != LF_OK && b->m > 1;
    lf_status answer = s > 0 ? s : LF_OK;
    for (size_t i = 0; i < b->m && answer == LF_OK; i++) {
        if (b->over[i])
            continue;
        lf_status own = alone ? lone_step(b, i, by) : s;
        own = verdict(b, i, own, by->y1);
        if (own != LF_OK)
            answer = lf_block_fail(b, stats, own, i);
    }
    return answer;
}

lf_status lf_block_rescue_step(lf_block *b, const double *before, lf_status s, lf_stats *stats)
{
    const span by = {
        b->y, before, b->next, b->carry, lf_block_settles(b), lf_block_projects(b, b->k)};
    const lf_status answer = each_lane(b, s, &by, stats);
    lf_block_twin(b, b->next);
    return answer;
}

lf_status lf_block_rescue_peek(lf_block *b, const double *y0, const double *before, lf_status s,
                               lf_stats *stats)
{
    const span by = {y0, before, b->side, NULL, false, b->project};
    const lf_status answer = each_lane(b, s, &by, stats);
    lf_block_twin(b, b->y);
    lf_block_twin(b, b->side);
    return answer;
}

lf_status lf_block_rescue_start(lf_block *b, lf_status s, lf_stats *stats)
{
    const size_t dim = b->P->action->dim, carry = carry_of(b), m = b->m;
    lf_status answer = s > 0 ? s : LF_OK;
    for (size_t i = 0; i < m && answer == LF_OK; i++) {
        if (b->over[i])
            continue;
        lf_status own = s;
        if (m > 1) {
            const lone L = lone_layout(b);
            const lf_lanes all = lf_block_lanes(b), at = lf_lanes_part(&all, i, 1);
            lf_lane_copy(dim, b->y, m, i, L.y0, 1, 0);
            own = b->M->start(b->M, b->P, &at, L.y0, L.carry, b->tally, L.work);
            lf_lane_copy(carry, L.carry, 1, 0, b->carry, m, i);
        }
        if (own != LF_OK)
            answer = lf_block_fail(b, stats, own, i);
    }
    lf_block_twin(b, b->y);
    return answer;
}
