/* SPDX-License-Identifier: BSD-3-Clause */
/* march.c - stepping a block of lanes, and finding out where it went wrong when it did. */
#include "solve/march.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "action/settle.h"

enum { CHECK = 64 }; /* steps between two looks for values that are not finite */
enum { LINE = 8 };   /* doubles of a cache line: where blocks begin */

/* Where in a round of LF_SETTLE steps a run begins. Time counts them, so that a run that is continued from
 * its last point is looked at when the whole run is. */
static size_t grid_phase(double steps_before)
{
    const double rest = fmod(rint(steps_before), LF_SETTLE);
    return rest > 0 ? (size_t)rest : rest < 0 ? (size_t)(rest + LF_SETTLE) : 0; /* NaN: 0 */
}

lf_grid lf_grid_make(double t0, double t1, double h)
{
    const double span = fabs(t1 - t0), exact = span / fabs(h);
    /* a span of 10.000000000000002 steps is ten steps: decimal fractions are not binary ones */
    size_t steps = (size_t)ceil(exact * (1 - 1e-12));
    if (span > 0 && steps == 0)
        steps = 1;
    return (lf_grid){t0, t1, copysign(h, t1 - t0), steps, grid_phase(t0 / copysign(h, t1 - t0))};
}

double lf_grid_time(const lf_grid *g, size_t k)
{
    return k >= g->steps ? g->t1 : g->t0 + (double)k * g->h;
}

double lf_grid_step(const lf_grid *g, size_t k)
{
    if (k + 1 < g->steps)
        return g->h;
    const double rest = g->t1 - lf_grid_time(g, k);
    const double roundoff = 8 * DBL_EPSILON * (fabs(g->t0) + fabs(g->t1));
    return fabs(rest - g->h) <= roundoff ? g->h : rest;
}

static size_t carry_size(const lf_method *M, const lf_problem *P)
{
    return M->carry ? M->carry(M, P) : 0;
}

size_t lf_block_size(const lf_problem *P, const lf_problem *inner, const lf_method *M, size_t m)
{
    const size_t dim = P->action->dim, carry = carry_size(M, P);
    const size_t all =
        (4 * dim + 3 * carry + 2) * m + M->work(M, P, m) + lf_watcher_size(inner, m) + dim;
    return (all + LINE - 1) / LINE * LINE;
}

lf_block lf_block_layout(const lf_problem *P, const lf_problem *inner, const lf_method *M,
                         const lf_grid *grid, size_t m, const size_t *who, double *memory)
{
    const size_t dim = P->action->dim * m, carry = carry_size(M, P) * m;
    lf_block b = {.P = P, .M = M, .grid = grid, .m = m, .first = who[0], .who = who};
    b.y = memory;
    b.next = b.y + dim;
    b.saved = b.next + dim;
    b.side = b.saved + dim + carry;
    b.carry = b.side + dim + carry;
    b.t = b.carry + carry;
    b.h = b.t + m;
    b.watcher = lf_watcher_layout(inner, m, who, b.h + m);
    b.work = b.h + m + lf_watcher_size(inner, m);
    b.one = b.work + M->work(M, P, m); /* last: what comes before it keeps its boundaries */
    return b;
}

/* Some value not finite? The exponent bits alone tell, whatever the order of looking. */
static bool any_nonfinite(size_t count, const double *y)
{
    uint64_t bad = 0;
    for (size_t j = 0; j < count; j++) {
        uint64_t bits;
        memcpy(&bits, &y[j], sizeof bits);
        bad |= (bits & UINT64_C(0x7ff0000000000000)) == UINT64_C(0x7ff0000000000000);
    }
    return bad != 0;
}

static size_t first_nonfinite(const lf_block *b, const double *y)
{
    for (size_t i = 0; i < b->m; i++)
        for (size_t c = 0; c < b->P->action->dim; c++)
            if (!isfinite(y[c * b->m + i]))
                return i;
    return 0;
}

/* Add to the message what is known beyond the step. */
__attribute__((format(printf, 2, 3))) static void block_add(lf_stats *stats, const char *format,
                                                            ...)
{
    const size_t used = strlen(stats->message);
    va_list rest;
    va_start(rest, format);
    vsnprintf(stats->message + used, sizeof stats->message - used, format, rest);
    va_end(rest);
}

/* What a method knows about a step that it refused. */
static void add_reason(const lf_block *b, lf_stats *stats, lf_status s)
{
    const lf_iterations *newton = &b->tally->newton;
    const lf_trouble *trouble = &b->tally->trouble;
    if (s == LF_ENEWTON && newton->solved)
        block_add(stats, "; residual %.3g after %d iterations", newton->residual, newton->last);
    if (s == LF_ELARGE && trouble->bound > 0)
        block_add(stats,
                  "; body %zu would turn by about %.4g, which must stay below %g: try steps below "
                  "%.3g",
                  trouble->body + 1, trouble->value, trouble->bound,
                  0.9 * fabs(lf_grid_step(b->grid, b->k)) * trouble->bound / trouble->value);
}

static lf_status block_fail(const lf_block *b, lf_stats *stats, lf_status s, size_t lane)
{
    if (s == LF_ELARGE && b->tally->trouble.lane < b->m)
        lane = b->tally->trouble.lane;
    stats->trajectory = b->first + lane;
    stats->t = lf_grid_time(b->grid, b->k);
    snprintf(stats->message, sizeof stats->message,
             "%s: in step %zu of %s, from t = %.10g with step %.6g", lf_status_text(s), b->k + 1,
             b->M->name, stats->t, lf_grid_step(b->grid, b->k));
    if (b->first + lane > 0 || b->m > 1)
        block_add(stats, ", trajectory %zu", stats->trajectory);
    add_reason(b, stats, s);
    return s;
}

static void set_time(lf_block *b, double t, double h)
{
    for (size_t i = 0; i < b->m; i++) {
        b->t[i] = t;
        b->h[i] = h;
    }
}

static lf_lanes block_lanes(const lf_block *b)
{
    return (lf_lanes){b->m, b->t, b->h, b->who};
}

lf_status lf_block_begin(lf_block *b, lf_stats *stats)
{
    set_time(b, b->grid->t0, b->grid->h);
    b->k = 0;
    if (any_nonfinite(b->P->action->dim * b->m, b->y))
        return block_fail(b, stats, LF_ENONFINITE, first_nonfinite(b, b->y));
    lf_watcher_begin(&b->watcher, b->t, b->y);
    const lf_lanes at = block_lanes(b);
    const lf_status s =
        b->M->start ? b->M->start(b->M, b->P, &at, b->y, b->carry, b->tally, b->work) : LF_OK;
    return s == LF_OK ? s : block_fail(b, stats, s, 0);
}

static lf_status project(const lf_block *b, double *y)
{
    const lf_action *A = b->watcher.P->action;
    return b->project ? lf_action_project(A, b->m, b->watcher.start, y, b->watcher.work) : LF_OK;
}

static lf_status step_once(lf_block *b)
{
    set_time(b, lf_grid_time(b->grid, b->k), lf_grid_step(b->grid, b->k));
    const lf_lanes at = block_lanes(b);
    const lf_status s = b->M->step(b->M, b->P, &at, b->y, b->next, b->carry, b->tally, b->work);
    if (s == LF_OK && (b->grid->phase + b->k + 1) % LF_SETTLE == 0)
        lf_action_settle(b->P->action, b->m, b->watcher.start, b->next);
    return s == LF_OK ? project(b, b->next) : s;
}

static void accept(lf_block *b)
{
    double *keep = b->y;
    b->y = b->next;
    b->next = keep;
    b->k++;
}

static void save(lf_block *b)
{
    const size_t dim = b->P->action->dim * b->m, carry = carry_size(b->M, b->P) * b->m;
    memcpy(b->saved, b->y, dim * sizeof *b->y);
    if (carry)
        memcpy(b->saved + dim, b->carry, carry * sizeof *b->carry);
}

static void restore(lf_block *b)
{
    const size_t dim = b->P->action->dim * b->m, carry = carry_size(b->M, b->P) * b->m;
    memcpy(b->y, b->saved, dim * sizeof *b->y);
    if (carry)
        memcpy(b->carry, b->saved + dim, carry * sizeof *b->carry);
}

/* Something went wrong on the way from step `from` to `end`: walk again, looking at every step. A
 * field that fails once and not again is forgiven. */
static lf_status find_failure(lf_block *b, size_t from, size_t end, lf_stats *stats)
{
    restore(b);
    for (b->k = from; b->k < end; accept(b)) {
        const lf_status s = step_once(b);
        if (s != LF_OK)
            return block_fail(b, stats, s, 0);
        if (any_nonfinite(b->P->action->dim * b->m, b->next))
            return block_fail(b, stats, LF_ENONFINITE, first_nonfinite(b, b->next));
    }
    return LF_OK;
}

/* Up to CHECK steps without a look at the values, then one look. */
static lf_status march_stretch(lf_block *b, size_t end, lf_stats *stats)
{
    const size_t from = b->k;
    save(b);
    while (b->k < end) {
        const lf_status s = step_once(b);
        if (s != LF_OK)
            return find_failure(b, from, end, stats);
        accept(b);
    }
    return any_nonfinite(b->P->action->dim * b->m, b->y) ? find_failure(b, from, end, stats)
                                                         : LF_OK;
}

/* Has the problem's guard fallen below its bound? */
static lf_status march_guard(lf_block *b, lf_stats *stats)
{
    const lf_guard *guard = lf_problem_guard(b->watcher.P);
    const double now = lf_grid_time(b->grid, b->k);
    set_time(b, now, b->grid->h);
    const size_t lane = lf_watcher_guard(&b->watcher, b->t, b->y, stats);
    if (lane == b->m)
        return LF_OK;
    stats->trajectory = b->first + lane;
    snprintf(stats->message, sizeof stats->message, "%s fell to %.6g, below %.6g, at t = %.10g",
             guard->name, b->watcher.guard[lane], guard->bound, now);
    if (stats->trajectory > 0 || b->m > 1)
        block_add(stats, ", trajectory %zu", stats->trajectory);
    return LF_EVENT;
}

/* Where to stop next: to look for infinities, at invariants, or at a guard with a bound. */
static size_t march_pause(const lf_block *b, bool guarded)
{
    const size_t check = b->k + CHECK;
    if (guarded || b->opt->step)
        return b->k + 1;
    if (b->opt->watch == 0)
        return check;
    const size_t look = (b->k / b->opt->watch + 1) * b->opt->watch;
    return look < check ? look : check;
}

/* Tell of the step that led here. */
static lf_status march_tell(lf_block *b)
{
    const lf_options *opt = b->opt;
    for (size_t i = 0; i < b->m; i++) {
        const lf_step step = {b->who[i], lf_grid_time(b->grid, b->k - 1),
                              lf_grid_step(b->grid, b->k - 1), b->one};
        for (size_t c = 0; c < b->P->action->dim; c++)
            b->one[c] = b->y[c * b->m + i];
        const lf_status s = opt->step(opt->step_ctx, &step);
        if (s != LF_OK)
            return s;
    }
    return LF_OK;
}

lf_status lf_block_march(lf_block *b, size_t k, lf_stats *stats)
{
    const lf_guard *guard = lf_problem_guard(b->watcher.P);
    const bool guarded = guard && guard->bound > 0;
    while (b->k < k) {
        const size_t end = march_pause(b, guarded);
        lf_status s = march_stretch(b, end < k ? end : k, stats);
        if (s == LF_OK && b->opt->step)
            s = march_tell(b);
        if (s == LF_OK && guarded)
            s = march_guard(b, stats);
        if (s != LF_OK)
            return s;
        if (b->opt->watch && (b->k % b->opt->watch == 0 || b->k == b->grid->steps)) {
            set_time(b, lf_grid_time(b->grid, b->k), b->grid->h);
            lf_watcher_look(&b->watcher, b->t, b->y, stats);
        }
    }
    return LF_OK;
}

lf_status lf_block_peek(lf_block *b, double time, const double **y, lf_stats *stats)
{
    const double now = lf_grid_time(b->grid, b->k);
    *y = b->y;
    if (time == now)
        return LF_OK;
    const size_t dim = b->P->action->dim * b->m, carry = carry_size(b->M, b->P) * b->m;
    if (carry)
        memcpy(b->side + dim, b->carry, carry * sizeof *b->carry);
    set_time(b, now, time - now);
    const lf_lanes at = block_lanes(b);
    lf_status s = b->M->step(b->M, b->P, &at, b->y, b->side, b->side + dim, b->tally, b->work);
    if (s == LF_OK)
        s = project(b, b->side);
    if (s != LF_OK)
        return block_fail(b, stats, s, 0);
    if (any_nonfinite(dim, b->side))
        return block_fail(b, stats, LF_ENONFINITE, first_nonfinite(b, b->side));
    *y = b->side;
    return LF_OK;
}
