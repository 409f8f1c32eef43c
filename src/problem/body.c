/* SPDX-License-Identifier: BSD-3-Clause */
/* body.c - a Hamiltonian that is known in body coordinates, H = K(g, Pi) with Pi = Ad*_g mu, as a
 * problem on T*G right trivialised:
 *
 *   dH/dmu = Ad_g Omega,   -R_g^* dH/dg = Ad*_{g^-1} N + ad*_{dH/dmu} mu,
 *
 * where Omega = dK/dPi and N = -L_g^* dK/dg. */
#include <lieflow/problem.h>

enum { LARGEST = 64 }; /* of an element's representation */

/* One lane in body coordinates, and what derived operations need. */
typedef struct {
    const lf_body *body;
    const lf_group *G;
    double t, g[LARGEST], mu[LARGEST], Pi[LARGEST], work[2 * LARGEST];
} body_lane;

static body_lane body_take(const lf_problem *P, size_t n, size_t i, const double *t,
                           const double *y)
{
    body_lane L = {.body = P->ctx, .G = P->hamiltonian->group, .t = t[i]};
    for (size_t c = 0; c < L.G->rep; c++)
        L.g[c] = y[c * n + i];
    for (size_t c = 0; c < L.G->dim; c++)
        L.mu[c] = y[(L.G->rep + c) * n + i];
    lf_group_Ad_dual(L.G, 1, L.g, L.mu, L.Pi, L.work);
    return L;
}

/* Ad_g Omega */
static lf_status body_spin(body_lane *L, double *xi)
{
    double Omega[LARGEST];
    const lf_status s = L->body->velocity(L->body->ctx, L->t, L->g, L->Pi, Omega);
    if (s == LF_OK)
        L->G->ops->Ad(L->G, 1, L->g, Omega, xi);
    return s;
}

static void body_energy(const lf_problem *P, size_t n, const double *t, const double *y, double *e)
{
    for (size_t i = 0; i < n; i++) {
        const body_lane L = body_take(P, n, i, t, y);
        e[i] = L.body->energy(L.body->ctx, L.t, L.g, L.Pi);
    }
}

static lf_status body_velocity(const lf_problem *P, size_t n, const double *t, const double *y,
                               double *out)
{
    for (size_t i = 0; i < n; i++) {
        double xi[LARGEST];
        body_lane L = body_take(P, n, i, t, y);
        const lf_status s = body_spin(&L, xi);
        if (s != LF_OK)
            return s;
        for (size_t c = 0; c < L.G->dim; c++)
            out[c * n + i] = xi[c];
    }
    return LF_OK;
}

static lf_status body_force(const lf_problem *P, size_t n, const double *t, const double *y,
                            double *out)
{
    for (size_t i = 0; i < n; i++) {
        double xi[LARGEST], N[LARGEST], inverse[LARGEST], turned[LARGEST], drag[LARGEST];
        body_lane L = body_take(P, n, i, t, y);
        lf_status s = body_spin(&L, xi);
        if (s == LF_OK)
            s = L.body->force(L.body->ctx, L.t, L.g, L.Pi, N);
        if (s != LF_OK)
            return s;
        L.G->ops->inv(L.G, 1, L.g, inverse);
        lf_group_Ad_dual(L.G, 1, inverse, N, turned, L.work);
        lf_group_ad_dual(L.G, 1, xi, L.mu, drag, L.work);
        for (size_t c = 0; c < L.G->dim; c++)
            out[c * n + i] = turned[c] + drag[c];
    }
    return LF_OK;
}

/* f = (xi, nu): what the group G |x g* takes */
static lf_status body_field(const lf_problem *P, size_t n, const double *t, const double *y,
                            double *f, double *work)
{
    (void)work;
    const lf_status s = body_velocity(P, n, t, y, f);
    return s == LF_OK ? body_force(P, n, t, y, f + P->hamiltonian->group->dim * n) : s;
}

lf_problem lf_problem_from_body(const char *name, const lf_action *A, lf_body *body)
{
    body->view = (lf_hamiltonian){body->group, body_energy, body_velocity, body_force};
    return (lf_problem){
        .name = name,
        .action = A,
        .field = body_field,
        .has = LF_HAS_FIELD | LF_HAS_HAMILTONIAN,
        .ctx = body,
        .hamiltonian = &body->view,
    };
}
