/* SPDX-License-Identifier: BSD-3-Clause */
/* program_span.c - flow programs on frames: the instructions of program.h, where registers are small
 * matrices and points are coefficients (span.h). */
#include "method/program_span.h"

#include <string.h>

#include "action/frames.h"
#include "method/combine.h"
#include "method/span.h"

bool lf_span_wanted(const lf_action *A)
{
    size_t first;
    return lf_action_lone_frame(A, &first) != NULL;
}

size_t lf_span_work(const lf_method *M, const lf_problem *P, size_t n)
{
    lf_span s;
    return lf_span_layout(&s, M->table, P, NULL) + (n > 1 ? 3 * P->action->dim : 0);
}

static lf_status span_eval(lf_span *s, const lf_instruction *I, const lf_lanes *L, lf_tally *tally)
{
    const size_t block = s->active / s->k - 1;
    double *F = s->basis + block * s->d * s->k, *value = s->flat ? s->rate : F;
    const double time = s->t + I->c * s->h;
    const lf_lanes at = lf_lanes_at(L, &time);
    const double *y = s->y0;
    if (I->from != 0) {
        lf_span_point(s, lf_span_slot(s, I->from), lf_span_slot_flat(s, I->from), s->y);
        y = s->y;
    }
    const lf_status status = lf_problem_field(s->P, &at, y, value, tally, s->rest);
    if (status != LF_OK)
        return status;
    if (s->flat) {
        double *flat = lf_span_register_flat(s, I->reg);
        memcpy(F, value + s->first, s->d * s->k * sizeof *F);
        lf_span_pack(s, value, flat);
        for (size_t j = 0; j < s->flat; j++)
            flat[j] *= s->h;
    }
    lf_span_join(s, F, lf_span_slot(s, I->from), lf_span_register(s, I->reg));
    return LF_OK;
}

/* The parts in vector spaces of a row, which have no brackets, added to `base` or alone. */
static void span_flat(const lf_span *s, const lf_program_term *row, const double *base, double *out)
{
    const double one = 1;
    lf_terms terms = {.count = 0};
    for (int t = 0; t < LF_PROGRAM_TERMS && row[t].reg; t++)
        lf_terms_add(&terms, row[t].c, lf_span_register_flat(s, row[t].reg));
    lf_combine(1, s->flat, &one, &terms, base, out);
}

static void span_keep(const lf_span *s, const lf_instruction *I)
{
    double *K = lf_span_register(s, I->reg);
    lf_span_combine(s, I, s->sum);
    memset(K, 0, s->m * s->m * sizeof *K);
    for (size_t j = 0; j < s->active; j++)
        memcpy(K + j * s->m, s->sum + j * s->m, s->active * sizeof *K);
    if (s->flat) {
        span_flat(s, I->sum, NULL, s->rate);
        memcpy(lf_span_register_flat(s, I->reg), s->rate, s->flat * sizeof *s->rate);
    }
}

static lf_status span_flow(const lf_span *s, lf_map map, const lf_instruction *I)
{
    lf_span_combine(s, I, s->sum);
    if (s->flat) {
        span_flat(s, I->sum, lf_span_slot_flat(s, I->from), s->rate);
        memcpy(lf_span_slot_flat(s, I->to), s->rate, s->flat * sizeof *s->rate);
    }
    return (map == LF_CAYLEY ? lf_span_cayley : lf_span_exponential)(s, lf_span_slot(s, I->from),
                                                                     lf_span_slot(s, I->to));
}

static lf_status span_run(lf_span *s, lf_map map, int length, const lf_lanes *L, lf_tally *tally)
{
    lf_status status = LF_OK;
    for (int k = 0; k < length && status == LF_OK; k++) {
        const lf_instruction *I = &s->program->code[k];
        if (I->op == LF_EVAL)
            status = span_eval(s, I, L, tally);
        else if (I->op == LF_KEEP)
            span_keep(s, I);
        else
            status = span_flow(s, map, I);
    }
    return status;
}

/* A step of one lane, with the difference to the embedded end where that is wanted. */
static lf_status span_one(const lf_method *M, const lf_problem *P, const lf_lanes *L,
                          const double *y0, double *y1, double *error, lf_tally *tally,
                          double *work)
{
    const lf_program *program = M->table;
    lf_span s;
    lf_span_layout(&s, program, P, work);
    s.t = L->t[0];
    s.h = L->h[0];
    lf_span_begin(&s, y0);
    const lf_status status =
        span_run(&s, M->map, error ? program->length : program->step, L, tally);
    if (status != LF_OK)
        return status;
    double *end = lf_span_slot(&s, LF_PROGRAM_OUT), *flat = lf_span_slot_flat(&s, LF_PROGRAM_OUT);
    lf_span_settle(&s, end);
    lf_span_point(&s, end, flat, y1);
    if (!error)
        return LF_OK;
    double *other = lf_span_slot(&s, LF_PROGRAM_EMBEDDED);
    double *other_flat = lf_span_slot_flat(&s, LF_PROGRAM_EMBEDDED);
    for (size_t j = 0; j < s.m * s.k; j++)
        other[j] = end[j] - other[j];
    for (size_t j = 0; j < s.flat; j++)
        other_flat[j] = flat[j] - other_flat[j];
    lf_span_point(&s, other, other_flat, error);
    return LF_OK;
}

lf_status lf_span_step(const lf_method *M, const lf_problem *P, const lf_lanes *L, const double *y0,
                       double *y1, lf_tally *tally, double *work)
{
    const size_t n = L->n, dim = P->action->dim;
    if (n == 1)
        return span_one(M, P, L, y0, y1, NULL, tally, work);
    double *from = work, *to = from + dim;
    for (size_t i = 0; i < n; i++) {
        const lf_lanes one = lf_lanes_part(L, i, 1);
        lf_frames_take(dim, n, i, y0, from);
        const lf_status s = span_one(M, P, &one, from, to, NULL, tally, to + dim);
        if (s != LF_OK)
            return s;
        lf_frames_put(dim, n, i, to, y1);
    }
    return LF_OK;
}

lf_status lf_span_attempt(const lf_method *M, const lf_problem *P, const lf_attempt *a)
{
    const size_t n = a->lanes.n, dim = P->action->dim;
    if (n == 1)
        return span_one(M, P, &a->lanes, a->y0, a->y1, a->error, a->tally, a->work);
    double *from = a->work, *to = from + dim, *error = to + dim;
    for (size_t i = 0; i < n; i++) {
        const lf_lanes one = lf_lanes_part(&a->lanes, i, 1);
        lf_frames_take(dim, n, i, a->y0, from);
        const lf_status s = span_one(M, P, &one, from, to, error, a->tally, error + dim);
        if (s != LF_OK)
            return s;
        lf_frames_put(dim, n, i, to, a->y1);
        lf_frames_put(dim, n, i, error, a->error);
    }
    return LF_OK;
}
