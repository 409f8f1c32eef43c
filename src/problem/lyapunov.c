/* SPDX-License-Identifier: BSD-3-Clause */
/* lyapunov.c - problems whose points carry tangent vectors and count how these grow: lieflow/lyapunov.h. */
#include "problem/lyapunov.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/lanes.h"

/* Points fill whole cache lines, with zeros at the end: the stages of a method stand one after the other, and
 * begin where lines do. That saves six percent of a step with 40 x 10 numbers. */
enum { LINE = 8 };

static size_t whole_lines(size_t count)
{
    return (count + LINE - 1) / LINE * LINE;
}

/* Numbers behind x and the vectors that mean something. */
static size_t lyapunov_tail(const lf_lyapunov *l)
{
    return l->form == LF_LYAPUNOV_DISCRETE ? lf_transport_tail(l->k) : lf_growth_size(l->k);
}

size_t lf_lyapunov_dim(const lf_lyapunov *l)
{
    return whole_lines(l->f.n + l->f.n * l->k + lyapunov_tail(l));
}

/* ---- the field ---- */

/* W = A V for vectors one after the other; A is row-major. */
LF_KERNEL static void lyapunov_multiply(size_t n, size_t k, const double *restrict A,
                                        const double *restrict V, double *restrict W)
{
    for (size_t j = 0; j < k; j++)
        for (size_t i = 0; i < n; i++) {
            double sum = 0;
            for (size_t c = 0; c < n; c++)
                sum = lf_fma(A[i * n + c], V[j * n + c], sum);
            W[j * n + i] = sum;
        }
}

lf_status lf_lyapunov_tangent(const lf_lyapunov *l, size_t trajectory, double t, const double *x,
                              const double *V, double *W, double *work)
{
    const lf_tangent_field *f = &l->f;
    if (f->tangent)
        return f->tangent(f->ctx, trajectory, t, x, l->k, V, W);
    const lf_status s = f->jacobian(f->ctx, trajectory, t, x, work);
    if (s == LF_OK)
        lyapunov_multiply(f->n, l->k, work, V, W);
    return s;
}

lf_status lf_lyapunov_discrete(const lf_lyapunov *l, size_t trajectory, double t, const double *y,
                               double *f, double *work)
{
    const size_t n = l->f.n, moving = n + n * l->k;
    memset(f + moving, 0, (lf_lyapunov_dim(l) - moving) * sizeof *f);
    lf_growth_at(l->k, f + moving).times[LF_TRANSPORT_CLOCK] = 1;
    const lf_status s = l->f.field(l->f.ctx, trajectory, t, y, f);
    return s == LF_OK ? lf_lyapunov_tangent(l, trajectory, t, y, y + n, f + n, work) : s;
}

static lf_lyapunov_rate *lyapunov_form(const lf_lyapunov *l)
{
    return l->form == LF_LYAPUNOV_DISCRETE ? lf_lyapunov_discrete : lf_lyapunov_continuous;
}

/* The matrix A where it is asked for, and what the continuous form needs. */
size_t lf_lyapunov_rate_work(const lf_lyapunov *l)
{
    return (l->f.tangent ? 0 : l->f.n * l->f.n) +
           (l->form == LF_LYAPUNOV_CONTINUOUS ? lf_lyapunov_continuous_work(l) : 0);
}

/* Lane by lane: points are long. Scratch of one lane suffices, and more is there. */
static lf_status lyapunov_field(const lf_problem *P, const lf_lanes *L, const double *y, double *f,
                                double *work)
{
    const lf_lyapunov *l = P->ctx;
    const size_t n = L->n, dim = P->action->dim;
    lf_lyapunov_rate *rate = lyapunov_form(l);
    if (n == 1)
        return rate(l, lf_lanes_trajectory(L, 0), L->t[0], y, f, work);
    double *one = work, *value = one + dim, *rest = value + dim;
    for (size_t i = 0; i < n; i++) {
        for (size_t c = 0; c < dim; c++)
            one[c] = y[c * n + i];
        const lf_status s = rate(l, lf_lanes_trajectory(L, i), L->t[i], one, value, rest);
        if (s != LF_OK)
            return s;
        for (size_t c = 0; c < dim; c++)
            f[c * n + i] = value[c];
    }
    return LF_OK;
}

const lf_lyapunov *lf_lyapunov_carried(const lf_problem *P)
{
    if (P->field != lyapunov_field)
        return NULL;
    const lf_lyapunov *l = P->ctx;
    return l->form == LF_LYAPUNOV_DISCRETE && l->f.tangent ? l : NULL;
}

/* ---- names of components ---- */

static void lyapunov_name(const lf_problem *P, size_t c, char *name, size_t size)
{
    static const char *const parts[] = {"logarithm", "rate", "smooth", "first", "second"};
    static const char *const times[] = {"clock", "span", "last"};
    const lf_lyapunov *l = P->ctx;
    const size_t n = l->f.n, k = l->k, tail = c - n - n * k;
    if (c < n)
        snprintf(name, size, "x%zu", c + 1);
    else if (c < n + n * k)
        snprintf(name, size, "v%zu.%zu", c / n, c % n + 1);
    else if (tail < 5 * k)
        snprintf(name, size, "%s%zu", parts[tail / k], tail % k + 1);
    else if (tail < lyapunov_tail(l))
        snprintf(name, size, "%s", times[tail - 5 * k]);
    else
        snprintf(name, size, "spare%zu", tail - lyapunov_tail(l) + 1);
}

static const lf_names lyapunov_names = {.name = lyapunov_name};

/* ---- the problem ---- */

static lf_status lyapunov_refuse(char *why, size_t size, const char *sentence)
{
    snprintf(why, size, "%s", sentence);
    return LF_EINPUT;
}

static lf_status lyapunov_check(const lf_lyapunov *l, char *why, size_t size)
{
    const lf_tangent_field *f = &l->f;
    if (!f->field)
        return lyapunov_refuse(why, size, "Lyapunov exponents need the field x' = f(t, x)");
    if (!f->tangent && !f->jacobian)
        return lyapunov_refuse(why, size,
                               "Lyapunov exponents need the derivative of the field: its Jacobian, "
                               "or that times vectors");
    if (f->n == 0 || f->n > (SIZE_MAX >> 8) / (f->n + 8) / sizeof(double))
        return lyapunov_refuse(why, size, "x needs a component, and must fit into memory");
    if (l->k < 1 || l->k > f->n) {
        snprintf(why, size, "k must lie between 1 and n: there are %zu exponents, not %zu", f->n,
                 l->k);
        return LF_EINPUT;
    }
    if (!(l->transient >= 0) || !isfinite(l->transient))
        return lyapunov_refuse(why, size, "the transient must be 0 or positive, and finite");
    if (!(l->window > 0) || !isfinite(l->window))
        return lyapunov_refuse(why, size, "the window must be positive and finite");
    if (l->form != LF_LYAPUNOV_DISCRETE && l->form != LF_LYAPUNOV_CONTINUOUS)
        return lyapunov_refuse(why, size, "the form must be discrete or continuous");
    return LF_OK;
}

static const lf_action *lyapunov_action(lf_lyapunov *l)
{
    l->transport = (lf_transport){l->f.n, l->k, l->transient, l->window};
    if (l->form == LF_LYAPUNOV_CONTINUOUS) {
        lf_lyapunov_frames(l);
    } else {
        l->groups[3] = lf_group_rn(lf_lyapunov_dim(l));
        l->actions[3] = lf_action_transport(&l->groups[3], &l->transport);
    }
    return &l->actions[3];
}

lf_status lf_problem_from_lyapunov(lf_problem *P, const char *name, lf_lyapunov *l, char *why,
                                   size_t why_size)
{
    const lf_status s = lyapunov_check(l, why, why_size);
    if (s != LF_OK)
        return s;
    lf_lyapunov_outputs(l);
    *P = (lf_problem){.name = name,
                      .action = lyapunov_action(l),
                      .field = lyapunov_field,
                      .field_work = 2 * lf_lyapunov_dim(l) + lf_lyapunov_rate_work(l),
                      .ctx = l,
                      .traits = l->traits,
                      .outputs = l->outputs,
                      .names = &lyapunov_names};
    return LF_OK;
}

lf_status lf_lyapunov_start(const lf_lyapunov *l, size_t trajectory, double t, const double *x,
                            double *y, double *work)
{
    const size_t n = l->f.n, dim = lf_lyapunov_dim(l), tail = n + n * l->k;
    memcpy(y, x, n * sizeof *y);
    memset(y + n, 0, (dim - n) * sizeof *y);
    for (size_t j = 0; j < l->k; j++)
        y[n + j * n + j] = 1;
    if (l->form == LF_LYAPUNOV_DISCRETE)
        return LF_OK;
    /* smoothed rates begin as what they are; while they are 0, that is what the field pulls them to */
    const lf_status s = lf_lyapunov_continuous(l, trajectory, t, y, work, work + dim);
    const lf_growth begin = lf_growth_at(l->k, y + tail), pull = lf_growth_at(l->k, work + tail);
    for (size_t i = 0; s == LF_OK && i < l->k; i++)
        begin.rate[i] = begin.smooth[i] = l->window * pull.rate[i];
    return s;
}
