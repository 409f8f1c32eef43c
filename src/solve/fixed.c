/* SPDX-License-Identifier: BSD-3-Clause */
/* fixed.c - blocks of lanes march with one step size. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "solve/glance.h"
#include "solve/stepper.h"

/* Times closer than this, in steps, are the same: decimal fractions are not binary ones. */
static const double SAME_TIME = 1e-9;

typedef struct {
    lf_grid grid, *pieces; /* the latter where the field has breaks, or NULL */
    lf_block *block;
    lf_glance *glance; /* one for each block, or NULL */
    double *memory;
} fixed;

/* One piece of memory for all blocks. */
static lf_status fixed_allocate(lf_stepper *S)
{
    fixed *f = S->state = calloc(1, sizeof *f);
    size_t total = 0;
    for (size_t k = 0; k < S->blocks; k++)
        total += lf_block_size(S->stepped, S->P, S->M, lf_stepper_lanes(S, k));
    if (!f)
        return lf_stepper_no_memory(S);
    f->block = calloc(S->blocks, sizeof *f->block);
    f->memory = lf_stepper_memory(total);
    if (!f->block || !f->memory)
        return lf_stepper_no_memory(S);
    const size_t pieces = lf_grid_count(S->P, S->opt->t0, S->opt->t1);
    f->grid = lf_grid_make(S->opt->t0, S->opt->t1, S->opt->h);
    f->pieces = pieces ? calloc(pieces, sizeof *f->pieces) : NULL;
    if (pieces && !f->pieces)
        return lf_stepper_no_memory(S);
    if (f->pieces)
        lf_grid_cut(&f->grid, S->P, pieces, f->pieces);
    S->same = SAME_TIME * fabs(f->grid.h);
    const size_t renew = S->P->action->renew;
    double *next = f->memory;
    for (size_t k = 0; k < S->blocks; k++) {
        const size_t lanes = lf_stepper_lanes(S, k);
        f->block[k] =
            lf_block_layout(S->stepped, S->P, S->M, &f->grid, lanes, S->who + k * S->m, next);
        f->block[k].tally = &S->tally;
        f->block[k].opt = S->opt;
        f->block[k].watch = S->opt->watch;
        f->block[k].ends = &S->ends;
        f->block[k].over = S->ends.settled + k * S->m;
        f->block[k].project = (S->opt->project && (S->M->traits & LF_AMBIENT)) || renew;
        f->block[k].project_every = S->opt->project_every ? S->opt->project_every
                                    : renew               ? renew
                                                          : 1;
        f->block[k].project_phase = lf_grid_phase(f->grid.t0, f->grid.h, f->block[k].project_every);
        next += lf_block_size(S->stepped, S->P, S->M, lanes);
    }
    return LF_OK;
}

/* Looking inside steps. */
static lf_status fixed_glances(lf_stepper *S)
{
    fixed *f = S->state;
    if (!lf_scan_wanted(S->P, S->opt))
        return LF_OK;
    f->glance = calloc(S->blocks, sizeof *f->glance);
    for (size_t k = 0; f->glance && k < S->blocks; k++) {
        lf_block *b = &f->block[k];
        b->glance = &f->glance[k];
        if (lf_glance_new(b->glance, b, S->sink) != LF_OK)
            return lf_stepper_no_memory(S);
        b->watcher.follow = b->glance->scan.follow;
    }
    return f->glance ? LF_OK : lf_stepper_no_memory(S);
}

static lf_status fixed_begin(lf_stepper *S, const double *y)
{
    lf_status s = fixed_allocate(S);
    fixed *f = S->state;
    if (s == LF_OK)
        s = fixed_glances(S);
    for (size_t k = 0; k < S->blocks && s == LF_OK; k++) {
        lf_block *b = &f->block[k];
        lf_stepper_gather(S, b->first, b->m, S->P->action->dim, y, b->y);
        s = lf_block_begin(b, S->stats);
    }
    S->begun = s == LF_OK; /* else nothing has moved */
    return s;
}

/* How far every block has come that has neither ended nor failed, or k; *latest: where the last of
 * those stands that ended, NaN: there is none. */
static size_t fixed_least(const lf_stepper *S, size_t k, bool *all_ended, double *latest)
{
    const fixed *f = S->state;
    size_t least = k;
    *all_ended = true;
    *latest = NAN;
    for (size_t j = 0; j < S->blocks; j++) {
        const lf_block *b = &f->block[j];
        if (b->live && !b->ended) {
            *all_ended = false;
            least = b->k < least ? b->k : least;
        } else if (b->ended && !((b->stop - *latest) * f->grid.h <= 0)) {
            *latest = b->stop;
        }
    }
    return least;
}

/* All blocks to step k, with a tick now and then. */
static lf_status fixed_march(lf_stepper *S, size_t k)
{
    enum { STRETCH = 512 };
    const fixed *f = S->state;
    bool all;
    double latest;
    for (size_t at = fixed_least(S, k, &all, &latest); at < k;) {
        at = k - at > STRETCH ? at + STRETCH : k;
        for (size_t j = 0; j < S->blocks; j++) {
            const lf_status s = lf_block_march(&f->block[j], at, S->stats);
            if (s != LF_OK)
                return s;
        }
        const double time = lf_grid_time(&f->grid, at);
        const lf_status s = lf_stepper_tick(S, time, lf_stepper_progress(S, time));
        if (s != LF_OK)
            return s;
    }
    return LF_OK;
}

/* The largest k with t_k not after `time`, where times a rounding error apart are the same. */
static size_t step_before(const lf_grid *g, double time)
{
    if (g->pieces) {
        size_t at = 0;
        while (at + 1 < g->pieces && (time - g->piece[at + 1].t0) * g->h >= 0)
            at++;
        return g->piece[at].first + step_before(&g->piece[at], time);
    }
    const double exact = (time - g->t0) / g->h, near = floor(exact + 0.5);
    const size_t k = (size_t)(fabs(exact - near) <= SAME_TIME ? near : floor(exact));
    return k < g->steps && time != g->t1 ? k : g->steps;
}

/* A trajectory may end in the step that leads beyond `time`, and before it: blocks that look inside
 * steps make that step, too. */
static lf_status fixed_advance(lf_stepper *S, double time)
{
    const fixed *f = S->state;
    bool all;
    const size_t k = step_before(&f->grid, time);
    const bool beyond = fabs(lf_grid_time(&f->grid, k) - time) > S->same;
    const lf_status s = fixed_march(S, f->glance && beyond ? k + 1 : k);
    fixed_least(S, 0, &all, &S->reached);
    return s == LF_OK && all ? LF_EVENT : s;
}

/* Every block peeks there, looks, and puts its lanes in place. */
static lf_status fixed_show(lf_stepper *S, double *time)
{
    const fixed *f = S->state;
    const double exact = lf_grid_time(&f->grid, step_before(&f->grid, *time));
    if (fabs(exact - *time) <= S->same && *time != S->reached)
        *time = exact;
    for (size_t k = 0; k < S->blocks; k++) {
        lf_block *b = &f->block[k];
        const double *y;
        if (b->live == 0)
            continue;
        const lf_status s = lf_block_peek(b, *time, &y, S->stats);
        if (s != LF_OK)
            return s;
        for (size_t i = 0; i < b->m; i++)
            b->t[i] = *time;
        lf_watcher_look(&b->watcher, b->t, y, S->stats);
        lf_stepper_put(S, b->first, &b->watcher, y);
    }
    return LF_OK;
}

/* Say where the trajectories of a block stand that are not over. */
static void fixed_note(lf_stepper *S, const lf_block *b)
{
    const double t = lf_grid_time(b->grid, b->k);
    for (size_t i = 0; i < b->m; i++)
        if (!b->over[i])
            lf_ends_note(&S->ends, b->who[i], b->k == b->grid->steps ? LF_OK : LF_STOPPED, t, b->k,
                         "");
}

static void fixed_finish(lf_stepper *S, double *y)
{
    const fixed *f = S->state;
    lf_block *b = f->block;
    size_t steps = SIZE_MAX, least = b->k;
    S->stats->t = S->opt->t1;
    for (size_t k = 0; k < S->blocks; k++) { /* ends and failures leave blocks at different steps */
        const size_t made = b[k].k + b[k].ended;
        const double time = lf_block_time(&b[k]);
        lf_block_finish(&b[k]);
        lf_stepper_return(S, b[k].first, b[k].m, lf_block_points(&b[k]), y);
        fixed_note(S, &b[k]);
        least = made < least ? made : least;
        steps = b[k].live && made < steps ? made : steps;
        if (b[k].live && (time - S->stats->t) * f->grid.h < 0)
            S->stats->t = time;
    }
    steps = steps == SIZE_MAX ? least : steps; /* all are over */
    for (size_t i = 0; i < b->m; i++)
        b->t[i] = lf_block_time(b);
    lf_watcher_look(&b->watcher, b->t, lf_block_points(b), S->stats);
    for (size_t k = 0; k < S->stats->invariants; k++)
        S->stats->invariant[k].final = b->watcher.now[k * b->m];
    S->stats->steps = steps;
    S->stats->h_min = S->stats->h_max = steps ? fabs(f->grid.h) : 0;
    for (size_t k = 0; k < f->grid.pieces && f->pieces[k].first < steps; k++)
        S->stats->h_min =
            fmin(S->stats->h_min, fabs(lf_grid_step(&f->pieces[k], f->pieces[k].steps - 1)));
}

static void fixed_free(lf_stepper *S)
{
    fixed *f = S->state;
    if (!f)
        return;
    for (size_t k = 0; f->glance && k < S->blocks; k++)
        lf_glance_free(&f->glance[k]);
    free(f->glance);
    free(f->block);
    free(f->memory);
    free(f->pieces);
    free(f);
}

const lf_stepper_kind lf_stepper_fixed = {fixed_begin, fixed_advance, fixed_show, fixed_finish,
                                          fixed_free};
