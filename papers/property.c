/* SPDX-License-Identifier: BSD-3-Clause */
/* property.c - symplectic or not, symmetric or not: single steps tell. */
#include "papers/property.h"

#include <math.h>
#include <string.h>

#include <lieflow/model.h>

enum {
    PROPERTY_DIM = 3,
    PROPERTY_REP = 16,
    PROPERTY_WORK = 256,
    PROPERTY_TWICE = 2 * PROPERTY_DIM
};

/* One step from t, forwards or backwards. */
static lf_status property_step(const lf_method *M, const lf_problem *P, double t, double h,
                               const double *y0, double *y1)
{
    lf_options opt = lf_options_default();
    opt.t0 = t;
    opt.t1 = t + h;
    opt.h = fabs(h);
    memcpy(y1, y0, P->action->dim * sizeof *y1);
    return lf_solve(P, M, &opt, 1, y1, NULL, NULL);
}

/* y displaced along direction j: exp(xi) g, or mu + nu. */
static void property_displace(const lf_group *G, const double *y, size_t j, double by, double *out)
{
    double xi[PROPERTY_DIM] = {0}, g[PROPERTY_REP], work[PROPERTY_WORK];
    memcpy(out + G->rep, y + G->rep, G->dim * sizeof *y);
    if (j < G->dim)
        xi[j] = by;
    else
        out[G->rep + j - G->dim] += by;
    lf_group_exp(G, 1, xi, g, work);
    lf_group_mul(G, 1, g, y, out, work);
}

/* (xi, nu) from y to a point near it. */
static lf_status property_difference(const lf_group *G, const double *y, const double *moved,
                                     double *out)
{
    double inverse[PROPERTY_REP], g[PROPERTY_REP], work[PROPERTY_WORK];
    lf_group_inv(G, 1, y, inverse, work);
    lf_group_mul(G, 1, moved, inverse, g, work);
    for (size_t k = 0; k < G->dim; k++)
        out[G->dim + k] = moved[G->rep + k] - y[G->rep + k];
    return lf_group_log(G, 1, g, out, work);
}

/* Column j of the step's derivative, by differences of order four. */
static lf_status property_column(const lf_method *M, const lf_problem *P, double h,
                                 const double *y0, const double *y1, size_t j, double *column)
{
    static const double place[4] = {-2, -1, 1, 2}, weight[4] = {1, -8, 8, -1};
    static const double delta = 1e-3;
    const lf_group *G = lf_problem_hamiltonian(P)->group;
    double moved[LF_MODEL_MAX_DIM], end[LF_MODEL_MAX_DIM], d[PROPERTY_TWICE];
    lf_status status = LF_OK;
    memset(column, 0, 2 * G->dim * sizeof *column);
    for (int k = 0; k < 4 && status == LF_OK; k++) {
        property_displace(G, y0, j, place[k] * delta, moved);
        status = property_step(M, P, 0, h, moved, end);
        if (status == LF_OK)
            status = property_difference(G, y1, end, d);
        for (size_t c = 0; c < 2 * G->dim && status == LF_OK; c++)
            column[c] += weight[k] * d[c] / (12 * delta);
    }
    return status;
}

/* The form at mu of a = (xi, nu) and b = (eta, rho): xi.rho - nu.eta - <mu, [xi, eta]>. */
static double property_two_form(const lf_group *G, const double *mu, const double *a,
                                const double *b)
{
    double bracket[PROPERTY_DIM], work[PROPERTY_WORK], sum = 0;
    lf_group_bracket(G, 1, a, b, bracket, work);
    for (size_t k = 0; k < G->dim; k++)
        sum += a[k] * b[G->dim + k] - a[G->dim + k] * b[k] - mu[k] * bracket[k];
    return sum;
}

lf_status lf_property_form(const lf_method *M, const lf_problem *P, double h, const double *y0,
                           double *change)
{
    double y1[LF_MODEL_MAX_DIM], J[PROPERTY_TWICE][PROPERTY_TWICE];
    double e[PROPERTY_TWICE][PROPERTY_TWICE] = {{0}};
    *change = NAN;
    const lf_hamiltonian *H = lf_problem_hamiltonian(P);
    if (!H || H->group->dim > PROPERTY_DIM || H->group->rep > PROPERTY_REP ||
        lf_group_work(H->group, 1) > PROPERTY_WORK || P->action->dim > LF_MODEL_MAX_DIM)
        return LF_ENEEDS;
    const lf_group *G = H->group;
    lf_status status = property_step(M, P, 0, h, y0, y1);
    for (size_t j = 0; j < 2 * G->dim && status == LF_OK; j++) {
        e[j][j] = 1;
        status = property_column(M, P, h, y0, y1, j, J[j]);
    }
    if (status != LF_OK)
        return status;
    *change = 0;
    for (size_t i = 0; i < 2 * G->dim; i++)
        for (size_t j = 0; j < i; j++)
            *change = fmax(*change, fabs(property_two_form(G, y1 + G->rep, J[i], J[j]) -
                                         property_two_form(G, y0 + G->rep, e[i], e[j])));
    return LF_OK;
}

lf_status lf_property_return(const lf_method *M, const lf_problem *P, double h, const double *y0,
                             double *distance)
{
    double y1[LF_MODEL_MAX_DIM], y2[LF_MODEL_MAX_DIM];
    if (P->action->dim > LF_MODEL_MAX_DIM)
        return LF_ENEEDS;
    lf_status status = property_step(M, P, 0, h, y0, y1);
    if (status == LF_OK)
        status = property_step(M, P, h, -h, y1, y2);
    *distance = 0;
    for (size_t k = 0; k < P->action->dim && status == LF_OK; k++)
        *distance = fmax(*distance, fabs(y2[k] - y0[k]));
    return status;
}
