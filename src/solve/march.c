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
#include "solve/glance.h"

enum { CHECK = 64 }; /* steps between two looks for values that are not finite */
enum { LINE = 8 };   /* doubles of a cache line: where blocks begin */

static size_t carry_size(const lf_method *M, const lf_problem *P)
{
    return M->carry ? M->carry(M, P) : 0;
}

static size_t whole_lines(size_t count)
{
    return (count + LINE - 1) / LINE * LINE;
}

size_t lf_block_size(const lf_problem *P, const lf_problem *inner, const lf_method *M, size_t m)
{
    const size_t dim = P->action->dim, carry = carry_size(M, P);
    const size_t before = (4 * dim + 3 * carry + 3) * m + lf_watcher_size(inner, m);
    return whole_lines(whole_lines(before) + M->work(M, P, m) + dim +
                       lf_block_lone_size(P, inner, M, m));
}

lf_block lf_block_layout(const lf_problem *P, const lf_problem *inner, const lf_method *M,
                         const lf_grid *grid, size_t m, size_t *who, double *memory)
{
    const size_t dim = P->action->dim * m, carry = carry_size(M, P) * m;
    lf_block b = {.P = P, .M = M, .grid = grid, .m = m, .first = who[0], .who = who, .live = m};
    b.y = memory;
    b.next = b.y + dim;
    b.saved = b.next + dim;
    b.side = b.saved + dim + carry;
    b.carry = b.side + dim + carry;
    b.t = b.carry + carry;
    b.h = b.t + m;
    b.inside = b.h + m;
    b.watcher = lf_watcher_layout(inner, m, who, b.inside + m);
    /* long vectors that begin inside a cache line take a fifth more time */
    b.work = memory + whole_lines((size_t)(b.inside + m - memory) + lf_watcher_size(inner, m));
    b.one = b.work + M->work(M, P, m); /* last: what comes before it keeps its boundaries */
    b.lone = b.one + P->action->dim;
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

/* What happened in the present step of a lane. */
static void block_say(const lf_block *b, lf_stats *stats, lf_status s, size_t lane)
{
    stats->trajectory = b->first + lane;
    stats->t = lf_grid_time(b->grid, b->k);
    snprintf(stats->message, sizeof stats->message,
             "%s: in step %zu of %s, from t = %.10g with step %.6g", lf_status_text(s), b->k + 1,
             b->M->name, stats->t, lf_grid_step(b->grid, b->k));
    if (b->first + lane > 0 || b->m > 1)
        block_add(stats, ", trajectory %zu", stats->trajectory);
    add_reason(b, stats, s);
}

/* A lane is over, and why has been said. */
static lf_status block_over(lf_block *b, lf_stats *stats, lf_status s, size_t lane)
{
    if (s > 0) /* no failure: the caller wants it to end */
        return s;
    const lf_ending how = {.trajectory = b->first + lane,
                           .steps = b->k,
                           .t = lf_grid_time(b->grid, b->k),
                           .m = 1,
                           .lane = 0,
                           .y = lf_block_last(b, lane)};
    s = lf_ends_fail(b->ends, stats, s, &how);
    b->live -= s == LF_OK; /* the others go on */
    return s;
}

lf_status lf_block_fail(lf_block *b, lf_stats *stats, lf_status s, size_t lane)
{
    block_say(b, stats, s, lane);
    return block_over(b, stats, s, lane);
}

static void set_time(lf_block *b, double t, double h)
{
    for (size_t i = 0; i < b->m; i++) {
        b->t[i] = t;
        b->h[i] = h;
        b->inside[i] = t + 0.5 * h;
    }
}

lf_lanes lf_block_lanes(const lf_block *b)
{
    return (lf_lanes){b->m, b->t, b->h, b->who, NULL, b->grid->pieces ? b->inside : NULL};
}

/* What a method remembers at the present points, at the begin of the piece that step k leaves. */
static lf_status block_start(lf_block *b, size_t k, const double *y)
{
    if (!b->M->start)
        return LF_OK;
    set_time(b, lf_grid_time(b->grid, k), lf_grid_step(b->grid, k));
    for (size_t i = 0; i < b->m; i++)
        b->h[i] = b->grid->h;
    const lf_lanes at = lf_block_lanes(b);
    return b->M->start(b->M, b->P, &at, y, b->carry, b->tally, b->work);
}

bool lf_block_breaks(const lf_block *b)
{
    return b->grid->pieces && b->M->start && b->k + 1 < b->grid->steps &&
           lf_grid_piece(b->grid, b->k + 1)->first == b->k + 1;
}

lf_status lf_block_begin(lf_block *b, lf_stats *stats)
{
    set_time(b, b->grid->t0, b->grid->h);
    b->k = 0;
    lf_watcher_begin(&b->watcher, b->t, b->y);
    for (size_t k = 0; b->first == 0 && k < b->watcher.count; k++)
        stats->invariant[k].initial = b->watcher.initial[k * b->m];
    lf_status s = LF_OK;
    if (any_nonfinite(b->P->action->dim * b->m, b->y)) {
        for (size_t i = 0; i < b->m && s == LF_OK; i++)
            if (lf_block_nonfinite(b, i, b->y))
                s = lf_block_fail(b, stats, LF_ENONFINITE, i);
        lf_block_twin(b, b->y);
    }
    if (s != LF_OK || b->live == 0)
        return s;
    if (b->glance)
        lf_glance_begin(b->glance, stats);
    s = block_start(b, 0, b->y);
    return s == LF_OK ? s : lf_block_rescue_start(b, s, stats);
}

lf_status lf_block_project(const lf_block *b, double *y)
{
    const lf_action *A = b->watcher.P->action;
    return b->project ? lf_action_project(A, b->m, b->watcher.start, y, b->watcher.work) : LF_OK;
}

bool lf_block_projects(const lf_block *b, size_t k)
{
    return b->project &&
           ((b->project_phase + k + 1) % b->project_every == 0 || k + 1 == b->grid->steps);
}

bool lf_block_owes(const lf_block *b, size_t k)
{
    return b->project && b->project_every != 1 && k > 0 && !lf_block_projects(b, k - 1);
}

bool lf_block_settles(const lf_block *b)
{
    return (b->grid->phase + b->k + 1) % LF_SETTLE == 0;
}

static lf_status step_once(lf_block *b)
{
    set_time(b, lf_grid_time(b->grid, b->k), lf_grid_step(b->grid, b->k));
    const lf_lanes at = lf_block_lanes(b);
    lf_status s = b->M->step(b->M, b->P, &at, b->y, b->next, b->carry, b->tally, b->work);
    if (s == LF_OK && lf_block_settles(b))
        lf_action_settle(b->P->action, b->m, b->watcher.start, b->next);
    if (s == LF_OK && lf_block_projects(b, b->k))
        s = lf_block_project(b, b->next);
    return s == LF_OK && lf_block_breaks(b) ? block_start(b, b->k + 1, b->next) : s;
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
    const size_t dim = b->P->action->dim * b->m, carry = carry_size(b->M, b->P) * b->m;
    double *before = b->side + dim;
    restore(b);
    for (b->k = from; b->k < end && b->live; accept(b)) {
        if (carry)
            memcpy(before, b->carry, carry * sizeof *before);
        lf_status s = step_once(b);
        if (s != LF_OK || any_nonfinite(dim, b->next)) {
            set_time(b, lf_grid_time(b->grid, b->k), lf_grid_step(b->grid, b->k));
            s = lf_block_rescue_step(b, before, s, stats);
        }
        if (s != LF_OK || b->live == 0)
            return s;
    }
    return LF_OK;
}

/* A step was given up, as the caller wants it: what is good stays. */
static lf_status march_stop(lf_block *b, lf_status s, size_t from, lf_stats *stats)
{
    if (any_nonfinite(b->P->action->dim * b->m, b->y)) {
        restore(b);
        b->k = from;
    }
    return lf_block_fail(b, stats, s, 0);
}

/* Up to CHECK steps without a look at the values, then one look. */
static lf_status march_stretch(lf_block *b, size_t end, lf_stats *stats)
{
    const size_t from = b->k;
    save(b);
    while (b->k < end) {
        const lf_status s = step_once(b);
        if (s != LF_OK)
            return s > 0 ? march_stop(b, s, from, stats) : find_failure(b, from, end, stats);
        accept(b);
    }
    return any_nonfinite(b->P->action->dim * b->m, b->y) ? find_failure(b, from, end, stats)
                                                         : LF_OK;
}

/* The trajectory has ended inside the last step: back to its start, which rows may want, and the end
 * beside it. */
static void march_end(lf_block *b, double t, const lf_stats *stats)
{
    lf_ends_note(b->ends, b->who[0], LF_EVENT, t, b->k, stats->message);
    restore(b);
    b->k--;
    b->ended = true;
    b->stop = t;
    b->end = b->glance->scan.end;
}

/* A step that cannot be looked into: its trajectory fails at its end, unless somebody who was told of
 * an event wants all to end. */
static lf_status look_failed(lf_block *b, lf_status s, lf_stats *stats)
{
    const lf_glance *G = b->glance;
    if (G->scan.refused)
        return s;
    if (!stats->message[0]) {
        b->k--;
        block_say(b, stats, s, G->lane);
        block_add(stats, ", looking inside it");
        b->k++;
    }
    return block_over(b, stats, s, G->lane);
}

/* Look inside the last step. */
static lf_status march_look(lf_block *b, lf_stats *stats)
{
    const char before = stats->message[0]; /* about another one, maybe: kept if nothing is said */
    lf_status s = LF_OK;
    double t = NAN;
    set_time(b, lf_grid_time(b->grid, b->k), b->grid->h);
    for (size_t from = 0; from < b->m && s == LF_OK; from = b->glance->lane + 1) {
        stats->message[0] = 0;
        s = lf_glance_step(b->glance, from, &t, stats);
        if (s >= 0)
            break;
        s = look_failed(b, s, stats);
    }
    lf_block_twin(b, b->y);
    if (s == LF_OK && !isnan(t))
        march_end(b, t, stats);
    if (!stats->message[0])
        stats->message[0] = before;
    return s;
}

/* Where to stop next on the way to step k: to look for infinities, at invariants, or inside steps. The
 * last step before a row is looked into by itself: the row may lie inside. */
static size_t march_pause(const lf_block *b, size_t k)
{
    size_t end = b->k + CHECK < k ? b->k + CHECK : k;
    if (b->opt->step || b->watch == LF_WATCH_AUTO)
        return b->k + 1;
    if (b->watch) {
        const size_t look = (b->k / b->watch + 1) * b->watch;
        end = look < end ? look : end;
    }
    if (!b->glance)
        return end;
    const size_t stride = end - b->k > 1 ? lf_glance_stride(b->glance) : 1;
    end = b->k + stride < end ? b->k + stride : end;
    return end == k && end - b->k > 1 ? k - 1 : end;
}

/* Tell of the step that led here. */
static lf_status march_tell(lf_block *b)
{
    const lf_options *opt = b->opt;
    const size_t k = b->ended ? b->k : b->k - 1;
    const double t = lf_grid_time(b->grid, k);
    for (size_t i = 0; i < b->m; i++) {
        if (b->over[i])
            continue;
        const lf_step step = {b->who[i], t, b->ended ? b->stop - t : lf_grid_step(b->grid, k),
                              b->one};
        for (size_t c = 0; c < b->P->action->dim; c++)
            b->one[c] = lf_block_points(b)[c * b->m + i];
        const lf_status s = opt->step(opt->step_ctx, &step);
        if (s != LF_OK)
            return s;
    }
    return LF_OK;
}

/* What the first step took tells how often to look. */
static void march_choose(lf_block *b, size_t evaluations, lf_stats *stats)
{
    if (b->watch == LF_WATCH_AUTO)
        b->watch = lf_watch_stride(b->watcher.P, b->watch, evaluations / b->m);
    stats->watch = b->watch;
}

static bool march_looks(const lf_block *b)
{
    return !b->ended && b->watch && (b->k % b->watch == 0 || b->k == b->grid->steps);
}

/* Several steps were made without a look inside: was that right? Else back to where they began. */
static bool march_calm(lf_block *b, size_t from)
{
    set_time(b, lf_grid_time(b->grid, b->k), b->grid->h);
    if (lf_glance_calm(b->glance, from))
        return true;
    restore(b);
    b->k = from;
    return false;
}

lf_status lf_block_march(lf_block *b, size_t k, lf_stats *stats)
{
    while (b->k < k && b->live && !b->ended) {
        const size_t from = b->k, before = b->tally->evaluations;
        lf_status s = march_stretch(b, march_pause(b, k), stats);
        if (b->live == 0)
            break;
        march_choose(b, b->tally->evaluations - before, stats);
        if (s == LF_OK && b->k - from > 1 && b->glance) {
            if (!march_calm(b, from))
                continue;
        } else if (s == LF_OK && b->glance) {
            s = march_look(b, stats);
        }
        if (s == LF_OK && b->opt->step)
            s = march_tell(b);
        if (s != LF_OK)
            return s;
        if (march_looks(b)) {
            set_time(b, lf_grid_time(b->grid, b->k), b->grid->h);
            lf_watcher_look(&b->watcher, b->t, b->y, stats);
        }
        if (lf_poll(b->m * b->P->action->dim))
            return LF_STOPPED;
    }
    return LF_OK;
}

/* Rows inside a step that has been looked into begin where it did. */
static const double *peek_start(const lf_block *b, double time, const double **carry, double *now)
{
    const size_t dim = b->P->action->dim * b->m;
    *now = lf_grid_time(b->grid, b->k);
    *carry = b->carry;
    if (b->ended || b->k == 0 || (time - *now) * b->grid->h >= 0)
        return b->y;
    *now = lf_grid_time(b->grid, b->k - 1);
    *carry = b->saved + dim;
    return b->saved;
}

/* A point of the grid as rows show it: a copy is projected where the point is not. */
static lf_status peek_projected(lf_block *b, const double *start, const double **y)
{
    const size_t k = start == b->saved ? b->k - 1 : b->k;
    if (!lf_block_owes(b, k))
        return LF_OK;
    memcpy(b->side, start, b->P->action->dim * b->m * sizeof *b->side);
    *y = b->side;
    return lf_block_project(b, b->side);
}

lf_status lf_block_peek(lf_block *b, double time, const double **y, lf_stats *stats)
{
    const size_t dim = b->P->action->dim * b->m, carry = carry_size(b->M, b->P) * b->m;
    const double *start_carry;
    double now;
    const double *start = *y = peek_start(b, time, &start_carry, &now);
    if (b->ended && (time - b->stop) * b->grid->h >= 0)
        *y = b->end;
    if (*y == b->end)
        return LF_OK;
    if (time == now)
        return peek_projected(b, start, y);
    if (carry)
        memcpy(b->side + dim, start_carry, carry * sizeof *b->carry);
    set_time(b, now, time - now);
    const lf_lanes at = lf_block_lanes(b);
    lf_status s = b->M->step(b->M, b->P, &at, start, b->side, b->side + dim, b->tally, b->work);
    if (s == LF_OK)
        s = lf_block_project(b, b->side);
    if (s != LF_OK || any_nonfinite(dim, b->side))
        s = lf_block_rescue_peek(b, start, start_carry, s, stats);
    *y = b->side;
    return s;
}
