/* SPDX-License-Identifier: BSD-3-Clause */
/* body_hamiltonian.c - a Hamiltonian that is known in body coordinates, H = K(g, Pi) with Pi = Ad*_g mu, as a
 * problem on T*G right trivialised:
 *
 *   dH/dmu = Ad_g Omega,   -R_g^* dH/dg = Ad*_{g^-1} N + ad*_{dH/dmu} mu,
 *
 * where Omega = dK/dPi and N = -L_g^* dK/dg. */
#include <lieflow/problem.h>

/* Elements live on the stack: quantities have no scratch. */
enum { LARGEST = LF_BODY_HAMILTONIAN_REP, MOST_WORK = 16 * LARGEST };

/* One lane in body coordinates, and what operations of the group need. */
typedef struct {
    const lf_body_hamiltonian *body;
    const lf_group *G;
    double t, g[LARGEST], mu[LARGEST], Pi[LARGEST], work[MOST_WORK];
} body_lane;

static lf_status body_take(body_lane *lane, const lf_problem *P, const lf_lanes *L, size_t i,
                           const double *y)
{
    const size_t n = L->n;
    lane->body = P->ctx;
    lane->G = lane->body->group;
    lane->t = L->t[i];
    for (size_t c = 0; c < lane->G->rep; c++)
        lane->g[c] = y[c * n + i];
    for (size_t c = 0; c < lane->G->dim; c++)
        lane->mu[c] = y[(lane->G->rep + c) * n + i];
    return lf_group_Ad_dual(lane->G, 1, lane->g, lane->mu, lane->Pi, lane->work);
}

/* Ad_g Omega */
static lf_status body_spin(body_lane *lane, double *xi)
{
    double Omega[LARGEST];
    const lf_body_hamiltonian *body = lane->body;
    const lf_status s = body->velocity(body->ctx, lane->t, lane->g, lane->Pi, Omega);
    return s == LF_OK ? lf_group_Ad(lane->G, 1, lane->g, Omega, xi, lane->work) : s;
}

/* Ad*_{g^-1} N + ad*_xi mu */
static lf_status body_push(body_lane *lane, double *nu)
{
    double xi[LARGEST], N[LARGEST], inverse[LARGEST], drag[LARGEST];
    const lf_body_hamiltonian *body = lane->body;
    const lf_group *G = lane->G;
    lf_status s = body_spin(lane, xi);
    if (s == LF_OK)
        s = body->force(body->ctx, lane->t, lane->g, lane->Pi, N);
    if (s == LF_OK)
        s = lf_group_inv(G, 1, lane->g, inverse, lane->work);
    if (s == LF_OK)
        s = lf_group_Ad_dual(G, 1, inverse, N, nu, lane->work);
    if (s == LF_OK)
        s = lf_group_ad_dual(G, 1, xi, lane->mu, drag, lane->work);
    for (size_t c = 0; c < G->dim && s == LF_OK; c++)
        nu[c] += drag[c];
    return s;
}

static void body_energy(const lf_problem *P, const lf_lanes *L, const double *y, double *e)
{
    for (size_t i = 0; i < L->n; i++) {
        body_lane lane;
        body_take(&lane, P, L, i, y);
        e[i] = lane.body->energy(lane.body->ctx, lane.t, lane.g, lane.Pi);
    }
}

/* out = call of every lane, an algebra element or covector */
static lf_status body_each(const lf_problem *P, const lf_lanes *L, const double *y,
                           lf_status (*call)(body_lane *lane, double *value), double *out)
{
    for (size_t i = 0; i < L->n; i++) {
        double value[LARGEST];
        body_lane lane;
        lf_status s = body_take(&lane, P, L, i, y);
        if (s == LF_OK)
            s = call(&lane, value);
        if (s != LF_OK)
            return s;
        for (size_t c = 0; c < lane.G->dim; c++)
            out[c * L->n + i] = value[c];
    }
    return LF_OK;
}

static lf_status body_velocity(const lf_problem *P, const lf_lanes *L, const double *y, double *xi)
{
    return body_each(P, L, y, body_spin, xi);
}

static lf_status body_force(const lf_problem *P, const lf_lanes *L, const double *y, double *nu)
{
    return body_each(P, L, y, body_push, nu);
}

/* f = (xi, nu): what the group G |x g* takes */
static lf_status body_field(const lf_problem *P, const lf_lanes *L, const double *y, double *f,
                            double *work)
{
    const lf_body_hamiltonian *body = P->ctx;
    const lf_status s = body_velocity(P, L, y, f);
    return s == LF_OK ? body_force(P, L, y, f + body->group->dim * L->n) : s;
}

lf_status lf_problem_from_body_hamiltonian(lf_problem *P, const char *name, const lf_action *A,
                                           lf_body_hamiltonian *body)
{
    const lf_group *G = body->group;
    if (G->rep > LARGEST || G->dim > LARGEST || lf_group_work(G, 1) > MOST_WORK ||
        A->dim != G->rep + G->dim || A->group->dim != 2 * G->dim)
        return LF_EINPUT;
    body->view = (lf_hamiltonian){G, body_energy, body_velocity, body_force};
    body->traits[0] = (lf_trait){LF_TRAIT_HAMILTONIAN, &body->view};
    body->traits[1] = (lf_trait){LF_TRAIT_END, NULL};
    *P = (lf_problem){
        .name = name,
        .action = A,
        .field = body_field,
        .ctx = body,
        .traits = body->traits,
    };
    return LF_OK;
}
