/* SPDX-License-Identifier: BSD-3-Clause */
/* semilinear.c - the maps u -> e^{aL} u + b on coefficients: the stiff part of u' = L u + N(t, u) is
 * solved exactly. Munthe-Kaas 1999, section 5; Celledoni, Marthinsen, Owren 2014, section 2.2.
 *
 * A flow needs e^{alpha L} and phi_1(alpha L), and tables of them cost more than all else: the last
 * LF_OPERATOR_SLOTS are kept and found by alpha, which with a fixed step takes few values. A slot that
 * was never filled has alpha = 0, which needs no table. */
#include <lieflow/operator.h>

#include <string.h>

#include "action/semilinear.h"
#include "action/whole.h"
#include "base/lanes.h"

static const lf_operator *operator_of(const lf_action *A)
{
    return lf_semilinear_operator(A->group);
}

static lf_status semilinear_apply(const lf_action *A, size_t n, const double *g, const double *y0,
                                  double *y1, double *work)
{
    const lf_operator *L = operator_of(A);
    double *one = work, *two = one + A->dim, *table = two + A->dim;
    lf_status s = LF_OK;
    for (size_t i = 0; i < n && s == LF_OK; i++) {
        lf_lane_take(A->dim, n, i, y0, one);
        s = lf_operator_functions(L, g[i], 0, table, table + lf_operator_table(L));
        lf_operator_apply_table(L, table, one, two);
        for (size_t c = 0; c < A->dim; c++)
            y1[c * n + i] = two[c] + g[(c + 1) * n + i];
    }
    return s;
}

static lf_status semilinear_generator(const lf_action *A, size_t n, const double *u,
                                      const double *y, double *v, double *work)
{
    const lf_operator *L = operator_of(A);
    double *one = work, *two = one + A->dim;
    for (size_t i = 0; i < n; i++) {
        lf_lane_take(A->dim, n, i, y, one);
        lf_operator_apply(L, one, two);
        for (size_t c = 0; c < A->dim; c++)
            v[c * n + i] = u[i] * two[c] + u[(c + 1) * n + i];
    }
    return LF_OK;
}

/* ---- flows ---- */

/* What is kept: whose turn it is, the alphas, and for each e^{alpha L} and phi_1(alpha L). */
static size_t keep_size(const lf_operator *L)
{
    return 1 + LF_OPERATOR_SLOTS * (1 + 2 * lf_operator_table(L));
}

/* Tables for alpha, not 0, from those that are kept or made anew. */
static lf_status find_tables(const lf_operator *L, double alpha, double *keep, const double **found,
                             double *work)
{
    const size_t size = 2 * lf_operator_table(L);
    double *key = keep + 1, *slots = key + LF_OPERATOR_SLOTS;
    for (size_t k = 0; k < LF_OPERATOR_SLOTS; k++)
        if (key[k] == alpha) {
            *found = slots + k * size;
            return LF_OK;
        }
    const size_t turn = (size_t)keep[0] % LF_OPERATOR_SLOTS;
    double *table = slots + turn * size;
    *found = table;
    key[turn] = 0; /* until it is whole */
    const lf_status s = lf_operator_functions(L, alpha, 1, table, work);
    if (s != LF_OK)
        return s;
    key[turn] = alpha;
    keep[0] = (double)((turn + 1) % LF_OPERATOR_SLOTS);
    return LF_OK;
}

/* The terms added up, `size` numbers of each, as lf_operator_move adds them up. */
LF_KERNEL static void form_sum(size_t size, const lf_combination *sum, double *out)
{
    memset(out, 0, size * sizeof *out);
    for (size_t k = 0; k < sum->count; k++) {
        const double c = sum->c[k], *x = sum->x[k];
        LF_EACH_LANE(j, size)
            out[j] = lf_fma(c, x[j], out[j]);
    }
}

/* alpha = 0: y1 = y0 + c. The tables are those of 1. */
static lf_status unit_tables(const lf_operator *L, const double **found, double *work)
{
    const size_t table = lf_operator_table(L);
    *found = work;
    return lf_operator_functions(L, 0, 1, work, work + 2 * table);
}

/* One lane; scratch: two tables, two vectors, and what making tables needs. */
static lf_status flow_lane(const lf_action *A, const lf_combination *sum, const double *y0,
                           double *y1, double *keep, double *work)
{
    const lf_operator *L = operator_of(A);
    const size_t table = lf_operator_table(L);
    const double *found = work + 2 * A->dim;
    double alpha;
    lf_combination parts = *sum;
    form_sum(1, sum, &alpha);
    for (size_t k = 0; k < parts.count; k++)
        parts.x[k]++;
    if (A->forward && alpha < 0)
        return LF_EINPUT;
    double *own = work + 2 * A->dim;
    lf_status s;
    if (alpha == 0)
        s = unit_tables(L, &found, own);
    else if (keep)
        s = find_tables(L, alpha, keep, &found, own);
    else
        s = lf_operator_functions(L, alpha, 1, own, own + 2 * table);
    if (s == LF_OK)
        lf_operator_move(L, found, found + table, &parts, y0, y1, work);
    return s;
}

/* Several lanes go one by one, and keep nothing. */
static lf_status semilinear_flow_terms(const lf_action *A, size_t n, const lf_combination *sum,
                                       const double *y0, double *y1, double *keep, double *work)
{
    if (n == 1)
        return flow_lane(A, sum, y0, y1, keep, work);
    const size_t dim = A->dim, rate = dim + 1;
    double *all = work, *u = all + rate * n, *from = u + rate, *to = from + dim, *rest = to + dim;
    lf_status s = LF_OK;
    form_sum(rate * n, sum, all);
    for (size_t i = 0; i < n && s == LF_OK; i++) {
        const lf_combination one = {.count = 1, .c = {1}, .x = {u}};
        lf_lane_take(rate, n, i, all, u);
        lf_lane_take(dim, n, i, y0, from);
        s = flow_lane(A, &one, from, to, NULL, rest);
        lf_lane_put(dim, n, i, to, y1);
    }
    return s;
}

static lf_status semilinear_flow(const lf_action *A, size_t n, const double *u, const double *y0,
                                 double *y1, double *work)
{
    const lf_combination one = {.count = 1, .c = {1}, .x = {u}};
    return semilinear_flow_terms(A, n, &one, y0, y1, NULL, work);
}

static size_t semilinear_work(const lf_action *A, size_t n)
{
    const lf_operator *L = operator_of(A);
    const size_t lanes = n > 1 ? (n + 3) * (A->dim + 1) : 0;
    return lanes + 2 * A->dim + 2 * lf_operator_table(L) + lf_operator_functions_work(L);
}

static const lf_action_ops semilinear_ops = {
    .apply = semilinear_apply,
    .generator = semilinear_generator,
    .flow = semilinear_flow,
    .flow_terms = semilinear_flow_terms,
    .defect = lf_whole_defect,
    .project = lf_whole_project,
    .work = semilinear_work,
};

lf_action lf_action_semilinear(const lf_group *group)
{
    const lf_operator *L = lf_semilinear_operator(group);
    return (lf_action){
        .name = "semilinear",
        .doc = "u -> e^{aL} u + phi_1(aL) c on the coefficients of a function",
        .kind = LF_ACTION_SEMILINEAR,
        .group = group,
        .dim = L->dim,
        .ops = &semilinear_ops,
        .alone = true,
        .forward = L->shape.forward,
        .keep = keep_size(L),
    };
}
