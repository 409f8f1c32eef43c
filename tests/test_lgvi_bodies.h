/* SPDX-License-Identifier: BSD-3-Clause */
/* test_lgvi_bodies.h - rigid bodies to test the variational integrators on: systems of
 * data/bodies.json with potentials of their own, written for a single point. */
#ifndef LF_TEST_LGVI_BODIES_H
#define LF_TEST_LGVI_BODIES_H

#include "support/cases.h"

#include <lieflow/bodies.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BODIES = 4, MOST_POINTS = 4, MOST_DIM = LF_BODY_DIM * MOST_BODIES };

/* Bodies with points of mass, or of second degree. */
typedef struct {
    size_t count, points[MOST_BODIES];
    double G, mass[MOST_BODIES], moment[3 * MOST_BODIES], axes[9 * MOST_BODIES];
    double J[MOST_BODIES][9], mu[MOST_BODIES][MOST_POINTS], rho[MOST_BODIES][MOST_POINTS][3];
    bool second_degree, turned;
    double y0[MOST_DIM]; /* [component][body], inertial Hamiltonian form */
    lf_bodies B;
    lf_bodies_space space;
    lf_problem P;
} test_system;

/* ---- potentials, for one lane ---- */

static inline void matrix_vector(const double *a, const double *v, double *w)
{
    for (int r = 0; r < 3; r++)
        w[r] = a[3 * r] * v[0] + a[3 * r + 1] * v[1] + a[3 * r + 2] * v[2];
}

static inline void transposed_vector(const double *a, const double *v, double *w)
{
    for (int r = 0; r < 3; r++)
        w[r] = a[r] * v[0] + a[3 + r] * v[1] + a[6 + r] * v[2];
}

/* w += s a x b */
static inline void add_cross(double s, const double *a, const double *b, double *w)
{
    w[0] += s * (a[1] * b[2] - a[2] * b[1]);
    w[1] += s * (a[2] * b[0] - a[0] * b[2]);
    w[2] += s * (a[0] * b[1] - a[1] * b[0]);
}

static inline double dot(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* A body of a lane: where it is, and what acts on it. */
typedef struct {
    double x[3], R[9], g[3], M[3];
} test_body;

/* Two points of two bodies attract each other; k is G times their masses. */
static inline double point_pair(double k, test_body *a, const double *rho_a, test_body *b,
                                const double *rho_b)
{
    double pa[3], pb[3], d[3], f[3], r = 0;
    matrix_vector(a->R, rho_a, pa);
    matrix_vector(b->R, rho_b, pb);
    for (int c = 0; c < 3; c++) {
        d[c] = a->x[c] + pa[c] - b->x[c] - pb[c];
        r += d[c] * d[c];
    }
    r = sqrt(r);
    for (int c = 0; c < 3; c++) {
        d[c] *= k / (r * r * r);
        a->g[c] += d[c];
        b->g[c] -= d[c];
    }
    transposed_vector(a->R, d, f);
    add_cross(1, f, rho_a, a->M);
    transposed_vector(b->R, d, f);
    add_cross(-1, f, rho_b, b->M);
    return -k / r;
}

/* MacCullagh's formula both ways */
static inline double second_degree_pair(const test_system *S, size_t i, size_t j, test_body *a,
                                        test_body *b)
{
    const double *Ji = S->J[i], *Jj = S->J[j], mi = S->mass[i], mj = S->mass[j];
    double d[3], zi[3], zj[3], wi[3], wj[3], vi[3], vj[3];
    for (int c = 0; c < 3; c++)
        d[c] = a->x[c] - b->x[c];
    transposed_vector(a->R, d, zi);
    transposed_vector(b->R, d, zj);
    matrix_vector(Ji, zi, wi);
    matrix_vector(Jj, zj, wj);
    matrix_vector(a->R, wi, vi);
    matrix_vector(b->R, wj, vj);
    const double r2 = dot(d, d), r = sqrt(r2), r5 = r2 * r2 * r;
    const double A = mi * (Jj[0] + Jj[4] + Jj[8]) + mj * (Ji[0] + Ji[4] + Ji[8]);
    const double q = mj * dot(zi, wi) + mi * dot(zj, wj);
    const double along = mi * mj / (r2 * r) + 1.5 * A / r5 - 7.5 * q / (r5 * r2);
    for (int c = 0; c < 3; c++) {
        const double f = S->G * (along * d[c] + 3 * (mj * vi[c] + mi * vj[c]) / r5);
        a->g[c] += f;
        b->g[c] -= f;
    }
    add_cross(3 * S->G * mj / r5, zi, wi, a->M);
    add_cross(3 * S->G * mi / r5, zj, wj, b->M);
    return -S->G * (mi * mj / r + 0.5 * A / (r2 * r) - 1.5 * q / r5);
}

static inline double pair_potential(const test_system *S, size_t i, size_t j, test_body *bodies)
{
    double U = 0;
    if (S->second_degree)
        return second_degree_pair(S, i, j, &bodies[i], &bodies[j]);
    for (size_t a = 0; a < S->points[i]; a++)
        for (size_t b = 0; b < S->points[j]; b++)
            U += point_pair(S->G * S->mu[i][a] * S->mu[j][b], &bodies[i], S->rho[i][a], &bodies[j],
                            S->rho[j][b]);
    return U;
}

static inline lf_status system_potential(const lf_bodies *B, const lf_lanes *L, const double *x,
                                         const double *R, double *U, double *g, double *M)
{
    const size_t n = L->n;
    const test_system *S = B->ctx;
    for (size_t i = 0; i < n; i++) {
        test_body body[MOST_BODIES] = {0};
        double sum = 0;
        for (size_t b = 0; b < B->count; b++) {
            for (size_t c = 0; c < 3; c++)
                body[b].x[c] = x[(c * B->count + b) * n + i];
            for (size_t c = 0; c < 9; c++)
                body[b].R[c] = R[(c * B->count + b) * n + i];
        }
        for (size_t a = 0; a < B->count; a++)
            for (size_t b = 0; b < a; b++)
                sum += pair_potential(S, a, b, body);
        if (U)
            U[i] = sum;
        for (size_t b = 0; b < B->count; b++)
            for (size_t c = 0; c < 3; c++) {
                if (g)
                    g[(c * B->count + b) * n + i] = body[b].g[c];
                if (M)
                    M[(c * B->count + b) * n + i] = body[b].M[c];
            }
    }
    return LF_OK;
}

/* ---- systems ---- */

/* The problem of a form, from what S holds; the start is converted into y. */
static inline void system_build(test_system *S, lf_form form, double *y)
{
    S->B = (lf_bodies){.count = S->count,
                       .form = form,
                       .mass = S->mass,
                       .moment = S->moment,
                       .axes = S->turned ? S->axes : NULL,
                       .potential = system_potential,
                       .ctx = S};
    S->P = lf_problem_from_bodies("bodies", &S->B, &S->space);
    lf_bodies_convert(&S->B, LF_INERTIAL_HAMILTONIAN, form, 1, S->y0, y);
}

/* Body after body, as people write it, to [component][body]. */
static inline void system_store(size_t count, const double *written, double *y)
{
    for (size_t b = 0; b < count; b++)
        for (size_t c = 0; c < LF_BODY_DIM; c++)
            y[c * count + b] = written[b * LF_BODY_DIM + c];
}

static inline void system_body(test_system *S, size_t b, test_node *node)
{
    char why[256];
    double moment[3], A[9];
    S->mass[b] = test_number(test_get(node, "m"));
    test_numbers(test_get(node, "J"), 9, S->J[b]);
    if (lf_inertia_principal(S->J[b], moment, A, why, sizeof why) != LF_OK)
        fail_msg("body %zu: %s", b, why);
    for (size_t c = 0; c < 9; c++) {
        S->axes[c * S->count + b] = A[c];
        S->turned = S->turned || fabs(A[c] - (c % 4 == 0)) > 0;
    }
    for (size_t c = 0; c < 3; c++)
        S->moment[c * S->count + b] = moment[c];
    test_node *points = test_get(node, "mascons");
    S->points[b] = test_length(points);
    for (size_t k = 0; k < S->points[b]; k++) {
        S->mu[b][k] = test_number(test_get(test_item(points, k), "mu"));
        test_numbers(test_get(test_item(points, k), "rho"), 3, S->rho[b][k]);
    }
}

/* A system of the data by name, in the inertial Hamiltonian form. */
static inline void system_read(test_system *S, const char *name)
{
    test_document *D = test_open("bodies.json");
    test_node *systems = test_get(test_root(D), "systems"), *node = NULL;
    double written[MOST_DIM], y[MOST_DIM];
    for (size_t k = 0; k < test_length(systems) && !node; k++)
        if (test_text_is(test_get(test_item(systems, k), "name"), name))
            node = test_item(systems, k);
    assert_non_null(node);
    memset(S, 0, sizeof *S);
    S->count = test_length(test_get(node, "bodies"));
    S->G = test_number(test_get(node, "G"));
    S->second_degree = test_text_is(test_get(node, "potential"), "second_degree");
    for (size_t b = 0; b < S->count; b++)
        system_body(S, b, test_item(test_get(node, "bodies"), b));
    assert_int_equal(test_numbers(test_get(node, "y0"), MOST_DIM, written), LF_BODY_DIM * S->count);
    system_store(S->count, written, S->y0);
    system_build(S, LF_INERTIAL_HAMILTONIAN, y);
    test_close(D);
}

/* ---- stepping ---- */

/* A method stepping on P from time 0 by steps of any size, with its memory. */
typedef struct {
    lf_method M;
    const lf_problem *P;
    size_t n;
    double t[64], *y, *next, *carry, *work;
    lf_tally tally;
} test_walk;

static inline lf_method method_of(const char *name, lf_rotation_rule rotation, lf_map map)
{
    const lf_method *found = lf_method_find(name);
    assert_non_null(found);
    lf_method M = *found;
    M.rotation = rotation;
    M.map = map;
    return M;
}

static inline void walk_begin(test_walk *w, lf_method M, const lf_problem *P, size_t n,
                              const double *y)
{
    const size_t dim = P->action->dim * n;
    *w = (test_walk){.M = M, .P = P, .n = n};
    w->y = calloc(2 * dim + M.carry(&M, P) * n + M.work(&M, P, n), sizeof *w->y);
    assert_non_null(w->y);
    w->next = w->y + dim;
    w->carry = w->next + dim;
    w->work = w->carry + M.carry(&M, P) * n;
    memcpy(w->y, y, dim * sizeof *y);
    const lf_lanes L = {.n = n, .t = w->t};
    assert_int_equal(M.start(&w->M, P, &L, w->y, w->carry, &w->tally, w->work), LF_OK);
}

/* One step of every lane; the point stays what it was when that fails. */
static inline lf_status walk_try(test_walk *w, const double *h)
{
    const lf_lanes L = {.n = w->n, .t = w->t, .h = h};
    const lf_status s = w->M.step(&w->M, w->P, &L, w->y, w->next, w->carry, &w->tally, w->work);
    if (s == LF_OK)
        memcpy(w->y, w->next, w->P->action->dim * w->n * sizeof *w->y);
    for (size_t i = 0; i < w->n && s == LF_OK; i++)
        w->t[i] += h[i];
    return s;
}

static inline void walk_end(test_walk *w)
{
    free(w->y);
}

/* `steps` steps by h of a single lane, in place; answers what they took. */
static inline lf_tally walk_far(lf_method M, const lf_problem *P, double h, size_t steps, double *y)
{
    test_walk w;
    walk_begin(&w, M, P, 1, y);
    for (size_t k = 0; k < steps; k++)
        assert_int_equal(walk_try(&w, &h), LF_OK);
    memcpy(y, w.y, P->action->dim * sizeof *y);
    walk_end(&w);
    return w.tally;
}

/* The largest error of a block of components, relative to the largest component of the block:
 * positions, momenta, attitudes and angular momenta have their own units. Angular momenta are
 * compared with those of their own body. */
static inline double group_error(size_t count, size_t first, size_t components, size_t only,
                                 const double *y, const double *exact)
{
    double error = 0, size = 0;
    for (size_t c = first; c < first + components; c++)
        for (size_t b = 0; b < count; b++)
            if (only == count || b == only) {
                error = fmax(error, fabs(y[c * count + b] - exact[c * count + b]));
                size = fmax(size, fabs(exact[c * count + b]));
                if (isnan(y[c * count + b]))
                    return NAN;
            }
    return size > 0 ? error / size : error;
}

/* The larger one; NaN where one is. */
static inline double worse(double a, double b)
{
    return isnan(b) || b > a ? b : a;
}

static inline double system_error(size_t count, const double *y, const double *exact)
{
    double worst = group_error(count, LF_BODY_R, 9, count, y, exact);
    worst = worse(worst, group_error(count, LF_BODY_X, 3, count, y, exact));
    worst = worse(worst, group_error(count, LF_BODY_GAMMA, 3, count, y, exact));
    for (size_t b = 0; b < count; b++)
        worst = worse(worst, group_error(count, LF_BODY_PI, 3, b, y, exact));
    return worst;
}

#endif
