/* SPDX-License-Identifier: BSD-3-Clause */
/* turn.c - the angular velocity of a motion, from the generator of its action alone. */
#include "solve/turn.h"

#include <math.h>

size_t lf_turn_work(const lf_problem *P)
{
    const size_t action = lf_action_work(P->action, 1);
    return P->action->group->dim + 5 * P->action->dim +
           (action > P->field_work ? action : P->field_work);
}

/* Components first, first + stride, .. of a point: what moves on its own. */
typedef struct {
    size_t first, stride, count;
} part;
typedef void visitor(const part *p, void *ctx);

/* Every part of a point, factor by factor and copy by copy. */
static void visit(const lf_action *A, size_t first, visitor *call, void *ctx)
{
    const size_t copies = A->kind == LF_ACTION_POWER ? A->count : 1;
    if (A->kind != LF_ACTION_POWER && A->count > 0) { /* a product or a diagonal */
        for (size_t k = 0; k < A->count; first += A->factor[k++]->dim)
            visit(A->factor[k], first, call, ctx);
        return;
    }
    for (size_t k = 0; k < copies; k++)
        call(&(part){first + k, copies, A->dim / copies}, ctx);
}

static double part_length(const part *p, const double *x)
{
    double sum = 0;
    for (size_t c = 0; c < p->count; c++)
        sum += x[p->first + c * p->stride] * x[p->first + c * p->stride];
    return sqrt(sum);
}

typedef struct {
    double sign;
    const double *y, *v;
    double *moved;             /* y + sign e v, where e v is a thousandth of y */
    const double *fore, *back; /* the generator ahead and behind */
    double *derivative;
    const double *first, *third; /* y' and A^2 y' */
    double rate;
} turning;

/* How far a part may be moved; 0: it does not move. */
static double part_reach(const part *p, const turning *T)
{
    const double speed = part_length(p, T->v), size = part_length(p, T->y);
    return speed > 0 ? 1e-3 * (size > 0 ? size : 1) / speed : 0;
}

static void part_move(const part *p, void *ctx)
{
    const turning *T = ctx;
    const double e = T->sign * part_reach(p, T);
    for (size_t c = 0; c < p->count; c++) {
        const size_t at = p->first + c * p->stride;
        T->moved[at] = T->y[at] + e * T->v[at];
    }
}

static void part_divide(const part *p, void *ctx)
{
    const turning *T = ctx;
    const double e = part_reach(p, T);
    for (size_t c = 0; c < p->count; c++) {
        const size_t at = p->first + c * p->stride;
        T->derivative[at] = e > 0 ? (T->fore[at] - T->back[at]) / (2 * e) : 0;
    }
}

static void part_rate(const part *p, void *ctx)
{
    turning *T = ctx;
    const double speed = part_length(p, T->first), third = part_length(p, T->third);
    if (speed > 0)
        T->rate = fmax(T->rate, sqrt(third / speed));
}

/* w = A v, the derivative of the generator of u along v. */
static lf_status turn_derive(const lf_action *A, const double *u, const double *y, const double *v,
                             double *w, double *scratch, double *work)
{
    double *moved = scratch, *fore = scratch + A->dim;
    turning T = {.sign = 1, .y = y, .v = v, .moved = moved};
    visit(A, 0, part_move, &T);
    lf_status s = lf_action_generator(A, 1, u, moved, fore, work);
    T.sign = -1;
    visit(A, 0, part_move, &T);
    if (s == LF_OK)
        s = lf_action_generator(A, 1, u, moved, w, work);
    T.fore = fore;
    T.back = T.derivative = w;
    visit(A, 0, part_divide, &T);
    return s;
}

lf_status lf_turn_rate(const lf_problem *P, const lf_lanes *L, const double *y, lf_tally *tally,
                       double *rate, double *work)
{
    const lf_action *A = P->action;
    double *u = work, *first = u + A->group->dim, *second = first + A->dim;
    double *third = second + A->dim, *scratch = third + A->dim;
    double *rest = scratch + 2 * A->dim;
    lf_status s = lf_problem_field(P, L, y, u, tally, rest);
    if (s == LF_OK)
        s = lf_action_generator(A, 1, u, y, first, rest);
    if (s == LF_OK)
        s = turn_derive(A, u, y, first, second, scratch, rest);
    if (s == LF_OK)
        s = turn_derive(A, u, y, second, third, scratch, rest);
    turning T = {.first = first, .third = third};
    visit(A, 0, part_rate, &T);
    *rate = T.rate;
    return s;
}
