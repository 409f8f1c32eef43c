/* SPDX-License-Identifier: BSD-3-Clause */
/* transport.c - vectors carried along a flow, made orthonormal again now and then: Benettin, Galgani,
 * Giorgilli, Strelcyn, Lyapunov characteristic exponents, Meccanica 15, 1980. Points are moved by
 * addition; the projection is what makes the action more than R^n. */
#include "action/transport.h"

#include <math.h>
#include <string.h>

#include "action/whole.h"
#include "base/thin_qr.h"

/* Every so many steps: frequent enough for directions that grow apart e-fold in a step, and rare
 * enough to cost little. */
enum { RENEW = 10 };

void lf_transport_count(const lf_transport *T, const double *logs, double *tail)
{
    const lf_growth g = lf_growth_at(T->k, tail);
    const double clock = g.times[LF_TRANSPORT_CLOCK], last = g.times[LF_TRANSPORT_LAST];
    const double time = clock - last, gain = last == 0 ? 1 : -expm1(-fabs(time) / T->window);
    const bool counts = lf_growth_counts(last, T->transient);
    for (size_t i = 0; i < T->k; i++) {
        g.rate[i] += gain * (logs[i] / time - g.rate[i]);
        g.smooth[i] += gain * (g.rate[i] - g.smooth[i]);
        if (!counts)
            continue;
        g.logarithm[i] += logs[i];
        g.first[i] += time * g.smooth[i];
        g.second[i] += time * g.smooth[i] * g.smooth[i];
    }
    if (counts)
        g.times[LF_TRANSPORT_SPAN] += time;
    g.times[LF_TRANSPORT_LAST] = clock;
}

/* One lane. Nothing has happened since the last time: nothing to do. */
static lf_status transport_renew(const lf_transport *T, double *y, double *work)
{
    double *V = y + T->n, *tail = V + T->n * T->k, *logs = work;
    const double *times = lf_growth_at(T->k, tail).times;
    if (times[LF_TRANSPORT_CLOCK] == times[LF_TRANSPORT_LAST])
        return LF_OK;
    const lf_status s = lf_thin_qr(T->n, T->k, V, logs, work + T->k);
    if (s == LF_OK)
        lf_transport_count(T, logs, tail);
    return s;
}

static lf_status transport_project(const lf_action *A, size_t n, const double *start, double *y,
                                   double *work)
{
    const lf_transport *T = A->ctx;
    double *one = work + T->k + lf_thin_qr_work(T->k);
    if (n == 1)
        return transport_renew(T, y, work);
    lf_status status = LF_OK;
    for (size_t i = 0; i < n; i++) {
        for (size_t c = 0; c < A->dim; c++)
            one[c] = y[c * n + i];
        const lf_status s = transport_renew(T, one, work);
        status = status == LF_OK ? s : status;
        for (size_t c = 0; s == LF_OK && c < A->dim; c++)
            y[c * n + i] = one[c];
    }
    return status;
}

static size_t transport_work(const lf_action *A, size_t n)
{
    const lf_transport *T = A->ctx;
    return T->k + lf_thin_qr_work(T->k) + (n > 1 ? A->dim : 0);
}

static lf_status transport_apply(const lf_action *A, size_t n, const double *g, const double *y0,
                                 double *y1, double *work)
{
    for (size_t j = 0; j < A->dim * n; j++)
        y1[j] = y0[j] + g[j];
    return LF_OK;
}

static lf_status transport_generator(const lf_action *A, size_t n, const double *u, const double *y,
                                     double *v, double *work)
{
    memcpy(v, u, A->dim * n * sizeof *v);
    return LF_OK;
}

static const lf_action_ops transport_ops = {
    .flow = transport_apply,
    .apply = transport_apply,
    .generator = transport_generator,
    .defect = lf_whole_defect,
    .project = transport_project,
    .work = transport_work,
};

lf_action lf_action_transport(const lf_group *rn, const lf_transport *T)
{
    return (lf_action){
        .name = "transport",
        .doc = "R^n x R^nk, points with k tangent vectors that are made orthonormal now and then",
        .group = rn,
        .dim = rn->dim,
        .ops = &transport_ops,
        .ctx = T,
        .flat = true,
        .alone = true,
        .renew = RENEW,
    };
}
