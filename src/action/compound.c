/* SPDX-License-Identifier: BSD-3-Clause */
/* compound.c - actions made of actions: products (each factor has its own group), diagonals (one
 * group moves all factors) and powers (one action, many copies: just more lanes). */
#include "action/compound.h"

#include <math.h>
#include <string.h>

/* Every factor is done, and the first failure is the answer. */
static lf_status first_failure(lf_status before, lf_status now)
{
    return before == LF_OK ? now : before;
}

static lf_status block_flow(const lf_action *A, size_t n, const double *u, const double *y0,
                            double *y1, double *work)
{
    return lf_action_flow(A, LF_EXP, n, u, y0, y1, work);
}

/* A product hands each factor its own part of `a` (an algebra or a group element), a diagonal hands
 * the whole of it to all. */
static lf_status compound_walk(const lf_action *A, lf_action_move *call, bool algebra, size_t n,
                               const double *a, const double *y0, double *y1, double *work)
{
    const bool blocks = lf_action_has_blocks(A);
    lf_status status = LF_OK;
    for (size_t k = 0; k < A->count; k++) {
        const lf_action *F = A->factor[k];
        status = first_failure(status, call(F, n, a, y0, y1, work));
        if (blocks)
            a += (algebra ? F->group->dim : F->group->rep) * n;
        y0 += F->dim * n;
        y1 += F->dim * n;
    }
    return status;
}

static lf_status compound_flow(const lf_action *A, size_t n, const double *u, const double *y0,
                               double *y1, double *work)
{
    return compound_walk(A, block_flow, true, n, u, y0, y1, work);
}

lf_status lf_compound_apply(const lf_action *A, size_t n, const double *g, const double *y0,
                            double *y1, double *work)
{
    return compound_walk(A, lf_action_apply, false, n, g, y0, y1, work);
}

lf_status lf_compound_generator(const lf_action *A, size_t n, const double *u, const double *y,
                                double *v, double *work)
{
    return compound_walk(A, lf_action_generator, true, n, u, y, v, work);
}

/* The larger of two defects; NaN once one of them is NaN. */
static double larger(double a, double b)
{
    return b > a || isnan(b) ? b : a;
}

/* the largest defect of the factors; the first n doubles of work hold one factor's */
lf_status lf_compound_defect(const lf_action *A, size_t n, const double *y, const double *start,
                             double *defect, double *work)
{
    lf_status status = LF_OK;
    memset(defect, 0, n * sizeof *defect);
    for (size_t k = 0; k < A->count; k++) {
        const lf_action *F = A->factor[k];
        status = first_failure(status, lf_action_defect(F, n, y, start, work, work + n));
        for (size_t i = 0; i < n; i++)
            defect[i] = larger(defect[i], work[i]);
        y += F->dim * n;
        start += F->dim * n;
    }
    return status;
}

lf_status lf_compound_project(const lf_action *A, size_t n, const double *start, double *y,
                              double *work)
{
    lf_status status = LF_OK;
    for (size_t k = 0; k < A->count; k++) {
        status = first_failure(status, lf_action_project(A->factor[k], n, start, y, work));
        start += A->factor[k]->dim * n;
        y += A->factor[k]->dim * n;
    }
    return status;
}

static const lf_action_ops compound_ops = {
    .flow = compound_flow,
    .apply = lf_compound_apply,
    .generator = lf_compound_generator,
    .defect = lf_compound_defect,
    .project = lf_compound_project,
};

/* Each factor in its own chart. */
static lf_status product_pull(const lf_action *A, size_t n, const double *y0, const double *u,
                              const double *y, const double *f, double *k, double *work)
{
    lf_status status = LF_OK;
    for (size_t j = 0; j < A->count; j++) {
        const lf_action *F = A->factor[j];
        status = first_failure(status, lf_action_pull(F, LF_EXP, n, y0, u, y, f, k, work));
        y0 += F->dim * n;
        y += F->dim * n;
        u += F->group->dim * n;
        f += F->group->dim * n;
        k += F->group->dim * n;
    }
    return status;
}

/* for a product with a factor that has a chart of its own */
static const lf_action_ops product_pull_ops = {
    .flow = compound_flow,
    .apply = lf_compound_apply,
    .generator = lf_compound_generator,
    .defect = lf_compound_defect,
    .project = lf_compound_project,
    .pull = product_pull,
};

/* Many copies take a while: does anybody still wait? */
static bool power_unwanted(size_t lanes)
{
    enum { MANY = 4096 };
    return lanes >= MANY && lf_poll(lanes);
}

static lf_status power_flow(const lf_action *A, size_t n, const double *u, const double *y0,
                            double *y1, double *work)
{
    if (power_unwanted(A->count * n))
        return LF_STOPPED;
    return lf_action_flow(A->factor[0], LF_EXP, A->count * n, u, y0, y1, work);
}

static lf_status power_apply(const lf_action *A, size_t n, const double *g, const double *y0,
                             double *y1, double *work)
{
    return lf_action_apply(A->factor[0], A->count * n, g, y0, y1, work);
}

static lf_status power_generator(const lf_action *A, size_t n, const double *u, const double *y,
                                 double *v, double *work)
{
    return lf_action_generator(A->factor[0], A->count * n, u, y, v, work);
}

static lf_status power_defect(const lf_action *A, size_t n, const double *y, const double *start,
                              double *defect, double *work)
{
    const size_t lanes = A->count * n;
    const lf_status s = lf_action_defect(A->factor[0], lanes, y, start, work, work + lanes);
    memcpy(defect, work, n * sizeof *defect);
    for (size_t i = n; i < lanes; i++)
        defect[i % n] = larger(defect[i % n], work[i]);
    return s;
}

static lf_status power_project(const lf_action *A, size_t n, const double *start, double *y,
                               double *work)
{
    return lf_action_project(A->factor[0], A->count * n, start, y, work);
}

static const lf_action_ops power_ops = {
    .flow = power_flow,
    .apply = power_apply,
    .generator = power_generator,
    .defect = power_defect,
    .project = power_project,
};

static lf_status power_pull(const lf_action *A, size_t n, const double *y0, const double *u,
                            const double *y, const double *f, double *k, double *work)
{
    return lf_action_pull(A->factor[0], LF_EXP, A->count * n, y0, u, y, f, k, work);
}

static const lf_action_ops power_pull_ops = {
    .flow = power_flow,
    .apply = power_apply,
    .generator = power_generator,
    .defect = power_defect,
    .project = power_project,
    .pull = power_pull,
};

/* sum of the factors' points */
static size_t compound_dim(size_t count, const lf_action *const *factor)
{
    size_t dim = 0;
    for (size_t k = 0; k < count; k++)
        dim += factor[k]->dim;
    return dim;
}

/* What one factor demands, all of them must respect. */
static void compound_demands(lf_action *A, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        A->alone = A->alone || A->factor[k]->alone;
        A->forward = A->forward || A->factor[k]->forward;
    }
}

lf_action lf_action_product(const lf_group *product, size_t count, const lf_action *const *factor)
{
    bool flat = true, chart = false;
    for (size_t k = 0; k < count; k++) {
        flat = flat && factor[k]->flat;
        chart = chart || factor[k]->ops->pull;
    }
    lf_action A = {
        .name = "product",
        .kind = LF_ACTION_PRODUCT,
        .doc = "a product of groups on a product of manifolds",
        .group = product,
        .dim = compound_dim(count, factor),
        .ops = chart ? &product_pull_ops : &compound_ops,
        .flat = flat,
        .count = count,
        .factor = factor,
    };
    compound_demands(&A, count);
    return A;
}

lf_action lf_action_diagonal(size_t count, const lf_action *const *factor)
{
    lf_action A = {
        .name = "diagonal",
        .kind = LF_ACTION_DIAGONAL,
        .doc = "one group moving several points at once",
        .group = factor[0]->group,
        .dim = compound_dim(count, factor),
        .ops = &compound_ops,
        .count = count,
        .factor = factor,
    };
    compound_demands(&A, count);
    return A;
}

lf_action lf_action_power(const lf_group *power, const lf_action *const *base, size_t copies)
{
    lf_action A = {
        .name = "power",
        .kind = LF_ACTION_POWER,
        .doc = "a power of a group on as many copies of a manifold",
        .group = power,
        .dim = copies * base[0]->dim,
        .ops = base[0]->ops->pull ? &power_pull_ops : &power_ops,
        .flat = base[0]->flat,
        .count = copies,
        .factor = base,
    };
    compound_demands(&A, 1);
    return A;
}

static const lf_action *const tso3_factors[] = {&lf_so3_left, &lf_r3_translation};
const lf_action lf_tso3_left = {
    .name = "tso3-left",
    .kind = LF_ACTION_PRODUCT,
    .doc = "SO(3) x R^3 on itself: (g, u).(B, w) = (g B, w + u)",
    .group = &lf_tso3,
    .dim = 12,
    .ops = &compound_ops,
    .count = 2,
    .factor = tso3_factors,
};
