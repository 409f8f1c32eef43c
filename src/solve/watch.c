/* SPDX-License-Identifier: BSD-3-Clause */
/* watch.c - drift of invariants and distance from the manifold. */
#include "solve/watch.h"

#include <math.h>
#include <string.h>

size_t lf_watch_count(const lf_problem *P)
{
    size_t count = 0;
    while (P->invariants && P->invariants[count].name && count < LF_MAX_INVARIANTS)
        count++;
    return count;
}

size_t lf_watcher_size(const lf_problem *P, size_t m)
{
    const size_t action = lf_action_work(P->action, m), quantity = P->quantity_work * m;
    return (P->action->dim + 2 * lf_watch_count(P) + 6) * m +
           (action > quantity ? action : quantity);
}

/* What falls at all times, as the problem's cost says. */
static lf_quantity *watch_falls(const lf_problem *P)
{
    const lf_cost *cost = lf_problem_cost(P);
    if (!cost || cost->may_rise)
        return NULL;
    return cost->falls ? cost->falls : cost->value;
}

lf_watcher lf_watcher_layout(const lf_problem *P, size_t m, const size_t *who, double *memory)
{
    lf_watcher w = {.P = P, .who = who, .m = m, .count = lf_watch_count(P)};
    w.start = memory;
    w.initial = w.start + P->action->dim * m;
    w.now = w.initial + w.count * m;
    w.defect = w.now + w.count * m;
    w.guard = w.defect + m;
    w.falls = watch_falls(P);
    w.high = w.guard + m;
    w.before = w.high + m;
    w.cost = w.before + m;
    w.when = w.cost + m;
    w.work = w.when + m;
    return w;
}

static void evaluate(lf_watcher *w, const double *t, const double *y)
{
    const lf_lanes at = {w->m, t, NULL, w->who, w->work};
    for (size_t k = 0; k < w->count; k++)
        w->P->invariants[k].value(w->P, &at, y, w->now + k * w->m);
    lf_action_defect(w->P->action, w->m, y, w->start, w->defect, w->work);
}

void lf_watcher_begin(lf_watcher *w, const double *t, const double *y)
{
    memcpy(w->start, y, w->P->action->dim * w->m * sizeof *y);
    evaluate(w, t, y);
    memcpy(w->initial, w->now, w->count * w->m * sizeof *y);
    if (!w->falls)
        return;
    w->falls(w->P, &(lf_lanes){w->m, t, NULL, w->who, w->work}, y, w->before);
    memcpy(w->high, w->before, w->m * sizeof *y);
    memcpy(w->when, t, w->m * sizeof *y);
}

void lf_watcher_board(lf_watcher *w, const lf_lanes *L, const size_t *lane, const double *y,
                      double *values)
{
    const size_t count = L->n;
    const lf_lanes at = {count, L->t, L->h, L->trajectory, w->work};
    for (size_t c = 0; c < w->P->action->dim; c++)
        for (size_t k = 0; k < count; k++)
            w->start[c * w->m + lane[k]] = y[c * count + k];
    for (size_t j = 0; j < w->count; j++) {
        w->P->invariants[j].value(w->P, &at, y, values);
        for (size_t k = 0; k < count; k++)
            w->initial[j * w->m + lane[k]] = values[k];
    }
    if (w->falls)
        w->falls(w->P, &at, y, values);
    for (size_t k = 0; w->falls && k < count; k++) {
        w->high[lane[k]] = w->before[lane[k]] = values[k];
        w->when[lane[k]] = L->t[k];
    }
}

/* The smallest value of the guard so far. */
static void watch_guard(lf_watcher *w, const double *t, const double *y, lf_stats *stats)
{
    const lf_guard *guard = lf_problem_guard(w->P);
    const lf_lanes at = {w->m, t, NULL, w->who, w->work};
    if (!guard || w->follow)
        return;
    guard->value(w->P, &at, y, w->guard);
    for (size_t i = w->m; i-- > 0;)
        if (w->guard[i] < stats->guard) {
            stats->guard = w->guard[i];
            stats->guard_t = t[i];
        }
}

/* A cost is rounded, and so is a point: what is within this of its size, or of that at the start, is no
 * rise. Sums of some thousand terms are good to a hundredth of it. */
static const double WATCH_ROUNDED = 1e-12;

/* Has what is to fall risen since the latest look? A row may lie before that look: it tells nothing. Lane
 * i here is lane[i] of what was seen before, or i. */
static void watch_cost(const lf_watcher *w, const lf_lanes *L, const size_t *lane, const double *y,
                       double *cost, lf_stats *stats)
{
    const lf_lanes at = {L->n, L->t, L->h, L->trajectory, w->work};
    if (!w->falls)
        return;
    w->falls(w->P, &at, y, cost);
    for (size_t i = 0; i < L->n; i++) {
        const size_t k = lane ? lane[i] : i;
        const double rise = cost[i] - w->before[k];
        if (!(L->t[i] > w->when[k])) /* backwards in time a cost may well rise */
            continue;
        if (rise > WATCH_ROUNDED * fmax(fabs(cost[i]), fabs(w->high[k])) && rise > stats->rise) {
            stats->rise = rise;
            stats->rise_t = L->t[i];
        }
        w->before[k] = cost[i];
        w->when[k] = L->t[i];
    }
}

/* Drift from `initial`, which has `stride` lanes, and distance from the manifold; lane i of the watcher
 * is lane[i] there, or i. */
static void watch_add(const lf_watcher *w, size_t stride, const size_t *lane, lf_stats *stats)
{
    if (lf_poll(0)) /* what was evaluated may have given up */
        return;
    for (size_t k = 0; k < w->count; k++) {
        double drift = stats->invariant[k].max_drift;
        for (size_t i = 0; i < w->m; i++)
            drift = fmax(
                drift, fabs(w->now[k * w->m + i] - w->initial[k * stride + (lane ? lane[i] : i)]));
        stats->invariant[k].max_drift = drift;
    }
    for (size_t i = 0; i < w->m; i++)
        stats->defect = fmax(stats->defect, w->defect[i]);
}

void lf_watcher_look(lf_watcher *w, const double *t, const double *y, lf_stats *stats)
{
    evaluate(w, t, y);
    watch_add(w, w->m, NULL, stats);
    watch_guard(w, t, y, stats);
    watch_cost(w, &(lf_lanes){w->m, t, NULL, w->who, w->work}, NULL, y, w->cost, stats);
}

void lf_watcher_look_some(const lf_watcher *w, const lf_lanes *L, const size_t *lane,
                          const double *y, double *start, lf_stats *stats)
{
    lf_watcher some = *w;
    some.m = L->n;
    some.who = L->trajectory;
    some.start = start;
    for (size_t c = 0; c < w->P->action->dim; c++)
        for (size_t i = 0; i < L->n; i++)
            start[c * L->n + i] = w->start[c * w->m + lane[i]];
    evaluate(&some, L->t, y);
    watch_add(&some, w->m, lane, stats);
    watch_guard(&some, L->t, y, stats);
    const lf_lanes at = {L->n, L->t, L->h, L->trajectory, w->work};
    watch_cost(w, &at, lane, y, w->cost, stats);
}

size_t lf_watch_stride(const lf_problem *P, size_t asked, size_t evaluations)
{
    enum { SHARE = 4, MOST = 64 };
    if (asked != LF_WATCH_AUTO)
        return asked;
    const size_t look = lf_watch_count(P) + 1 + (watch_falls(P) != NULL),
                 step = evaluations ? evaluations : 1;
    const size_t stride = (SHARE * look + step - 1) / step;
    return stride < MOST ? stride : MOST;
}
