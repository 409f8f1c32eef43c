/* SPDX-License-Identifier: BSD-3-Clause */
/* heavy_top_cotangent.c - the heavy top on T*SO(3) in the formulations of Celledoni et al. 2021,
 * section 3.4. Q takes the body to space; Pi is the momentum in the body, pi = Q Pi in space.
 *
 *   body            (19)-(20): Q' = Q hat(I^-1 Pi), Pi' = Pi x I^-1 Pi + c Q^T Gamma0 x chi
 *   spatial         (21)-(22): Q' = hat(omega) Q, pi' = tau = c Gamma0 x Q chi; SE(3) acts by
 *                   (g, u).(Q, pi) = (g Q, g pi + u), f = (omega, tau - omega x pi)
 *   spatial-direct  the same equations, (g, u).(Q, pi) = (g Q, pi + u), f = (omega, tau)
 *   quadratic       (29)-(32): a constant momentum p = -c chi in place of the weight, with its
 *                   position q: tau = -Gamma0 x Q p, p' = 0, q' = p - Q^T Gamma0
 *
 * The paper's data fold the acceleration of gravity into Gamma0 = (0, 0, -9.81). */
#include "model/models.h"

#include <math.h>

#include "model/top.h"

enum { BODY, SPATIAL, SPATIAL_DIRECT, QUADRATIC };

typedef struct {
    double inertia[3], chi[3], c, Gamma0[3], Q[9], pi[3];
    int formulation;
    lf_top top;
    size_t momentum; /* where pi (or Pi) begins */
    /* the action, where none with a name serves */
    lf_group vector, product;
    lf_action translation, action;
    const lf_group *groups[2];
    const lf_action *actions[2];
} heavy_top;

/* ---- one lane ---- */

/* the top with the arm that its state says: that of p in the quadratic formulation */
static LF_INLINE lf_top top_of(const heavy_top *h, size_t n, size_t i, const double *y)
{
    lf_top top = h->top;
    if (h->formulation == QUADRATIC)
        top.arm = lf_scale(-1, lf_vec3_load(y + 15 * n, n, i));
    return top;
}

/* p - Q^T Gamma0 */
static LF_INLINE lf_vec3 drift_of(const heavy_top *h, size_t n, size_t i, const double *y)
{
    return lf_axpy(lf_vec3_load(y + 15 * n, n, i), -1,
                   lf_mat3_vec_left(h->top.axis, lf_mat3_load(y, n, i)));
}

/* ---- fields ---- */

LF_KERNEL static lf_status top_body_field(const lf_problem *P, const lf_lanes *L, const double *y,
                                          double *f, double *work)
{
    const size_t n = L->n;
    const heavy_top *h = P->ctx;
    (void)work;
    for (size_t i = 0; i < n; i++) {
        const lf_vec3 Pi = lf_vec3_load(y + 9 * n, n, i), Omega = lf_top_inverse(&h->top, Pi);
        const lf_vec3 vertical = lf_mat3_vec_left(h->top.axis, lf_mat3_load(y, n, i));
        lf_vec3_store(f, n, i, lf_scale(-1, Omega));
        lf_vec3_store(f + 3 * n, n, i, lf_add(lf_cross(Pi, Omega), lf_cross(vertical, h->top.arm)));
    }
    return LF_OK;
}

/* Hamilton's two functions: omega, and q' in the quadratic formulation */
LF_KERNEL static lf_status top_velocity(const lf_problem *P, const lf_lanes *L, const double *y,
                                        double *xi)
{
    const size_t n = L->n;
    const heavy_top *h = P->ctx;
    for (size_t i = 0; i < n; i++) {
        const lf_vec3 pi = lf_vec3_load(y + h->momentum * n, n, i);
        lf_vec3_store(xi, n, i, lf_top_velocity(&h->top, lf_mat3_load(y, n, i), pi));
        if (h->formulation == QUADRATIC)
            lf_vec3_store(xi + 3 * n, n, i, drift_of(h, n, i, y));
    }
    return LF_OK;
}

/* tau - omega x pi, and 0 for p */
LF_KERNEL static lf_status top_force(const lf_problem *P, const lf_lanes *L, const double *y,
                                     double *nu)
{
    const size_t n = L->n;
    const heavy_top *h = P->ctx;
    for (size_t i = 0; i < n; i++) {
        const lf_top top = top_of(h, n, i, y);
        const lf_vec3 pi = lf_vec3_load(y + h->momentum * n, n, i);
        lf_vec3_store(nu, n, i, lf_top_force(&top, lf_mat3_load(y, n, i), pi));
        if (h->formulation == QUADRATIC)
            lf_vec3_store(nu + 3 * n, n, i, (lf_vec3){0, 0, 0});
    }
    return LF_OK;
}

static lf_status top_spatial_field(const lf_problem *P, const lf_lanes *L, const double *y,
                                   double *f, double *work)
{
    const size_t n = L->n;
    (void)work;
    const lf_status s = top_velocity(P, L, y, f);
    return s == LF_OK ? top_force(P, L, y, f + 3 * n) : s;
}

/* (omega, tau), or (omega, q', tau, p') */
LF_KERNEL static lf_status top_direct_field(const lf_problem *P, const lf_lanes *L, const double *y,
                                            double *f, double *work)
{
    const size_t n = L->n;
    const heavy_top *h = P->ctx;
    const lf_status s = top_velocity(P, L, y, f);
    double *torque = f + (h->momentum - 6) * n;
    for (size_t i = 0; i < n; i++) {
        const lf_top top = top_of(h, n, i, y);
        lf_vec3_store(torque, n, i, lf_top_torque(&top, lf_mat3_load(y, n, i)));
        if (h->formulation == QUADRATIC)
            lf_vec3_store(torque + 3 * n, n, i, (lf_vec3){0, 0, 0});
    }
    return s;
}

/* ---- what is kept ---- */

LF_KERNEL static void top_energy(const lf_problem *P, const lf_lanes *L, const double *y,
                                 double *value)
{
    const size_t n = L->n;
    const heavy_top *h = P->ctx;
    for (size_t i = 0; i < n; i++) {
        const lf_mat3 Q = lf_mat3_load(y, n, i);
        const lf_top top = top_of(h, n, i, y);
        const lf_vec3 pi = lf_vec3_load(y + h->momentum * n, n, i);
        const lf_vec3 Pi = h->formulation == BODY ? pi : lf_mat3_vec_left(pi, Q);
        value[i] = 0.5 * lf_dot(Pi, lf_top_inverse(&top, Pi)) + lf_top_potential(&top, Q);
        if (h->formulation == QUADRATIC)
            value[i] += 0.5 * lf_dot(top.arm, top.arm);
    }
}

LF_KERNEL static void top_vertical(const lf_problem *P, const lf_lanes *L, const double *y,
                                   double *value)
{
    const size_t n = L->n;
    const heavy_top *h = P->ctx;
    for (size_t i = 0; i < n; i++) {
        const lf_vec3 pi = lf_vec3_load(y + h->momentum * n, n, i);
        const lf_mat3 Q = lf_mat3_load(y, n, i);
        value[i] = lf_dot(h->top.axis, h->formulation == BODY ? lf_mat3_vec(Q, pi) : pi);
    }
}

static void top_constant_momentum(const lf_problem *P, const lf_lanes *L, const double *y,
                                  double *value)
{
    const size_t n = L->n;
    (void)P;
    for (size_t i = 0; i < n; i++)
        value[i] = sqrt(y[15 * n + i] * y[15 * n + i] + y[16 * n + i] * y[16 * n + i] +
                        y[17 * n + i] * y[17 * n + i]);
}

/* How large their parts are, whatever the attitude. */
LF_KERNEL static void top_energy_size(const lf_problem *P, const lf_lanes *L, const double *y,
                                      double *size)
{
    const size_t n = L->n;
    const heavy_top *h = P->ctx;
    top_energy(P, L, y, size);
    for (size_t i = 0; i < n; i++) {
        const lf_top top = top_of(h, n, i, y);
        size[i] += lf_top_weight(&top) - lf_top_potential(&top, lf_mat3_load(y, n, i));
    }
}

LF_KERNEL static void top_vertical_size(const lf_problem *P, const lf_lanes *L, const double *y,
                                        double *size)
{
    const size_t n = L->n;
    const heavy_top *h = P->ctx;
    for (size_t i = 0; i < n; i++) {
        const lf_vec3 pi = lf_vec3_load(y + h->momentum * n, n, i);
        size[i] = sqrt(lf_dot(pi, pi) * lf_dot(h->top.axis, h->top.axis));
    }
}

static lf_quantity *const sizes[] = {top_energy_size, top_vertical_size, NULL};
static const lf_scales scales = {sizes};

static const lf_invariant invariants[] = {
    {"energy", "pi.omega/2 + c Gamma0.Q chi", top_energy},
    {"pi.Gamma0", "momentum about the vertical", top_vertical},
    {NULL, NULL, NULL},
};
static const lf_invariant quadratic_invariants[] = {
    {"energy", "pi.omega/2 + |p|^2/2 - p.Q^T Gamma0", top_energy},
    {"pi.Gamma0", "momentum about the vertical", top_vertical},
    {"p", "|p|", top_constant_momentum},
    {NULL, NULL, NULL},
};
static const lf_hamiltonian hamiltonian = {&lf_so3, top_energy, top_velocity, top_force};
static const lf_hamiltonian quadratic_hamiltonian = {&lf_tso3, top_energy, top_velocity, top_force};

#define ATTITUDE "Q.11", "Q.12", "Q.13", "Q.21", "Q.22", "Q.23", "Q.31", "Q.32", "Q.33"
static const char *const body_columns[] = {ATTITUDE, "Pi.x", "Pi.y", "Pi.z"};
static const char *const spatial_columns[] = {ATTITUDE, "pi.x", "pi.y", "pi.z"};
static const char *const quadratic_columns[] = {ATTITUDE, "q.x",  "q.y", "q.z", "pi.x",
                                                "pi.y",   "pi.z", "p.x", "p.y", "p.z"};

static const lf_names body_names = {.list = body_columns};
static const lf_names spatial_names = {.list = spatial_columns};

/* stored as positions (Q, q), then momenta (pi, p); shown as Q, pi, p, q */
static size_t quadratic_order(const lf_problem *P, size_t k)
{
    (void)P;
    return k < 9 ? k : k < 15 ? k + 3 : k - 6;
}

static const lf_names quadratic_names = {.list = quadratic_columns, .order = quadratic_order};

#define SCALES                  \
    {LF_TRAIT_SCALES, &scales}, \
    {                           \
        LF_TRAIT_END, NULL      \
    }
static const lf_trait traits[] = {{LF_TRAIT_HAMILTONIAN, &hamiltonian}, SCALES};
static const lf_trait quadratic_traits[] = {{LF_TRAIT_HAMILTONIAN, &quadratic_hamiltonian}, SCALES};
static const lf_trait body_traits[] = {SCALES};

/* ---- building ---- */

/* the attitude by `left` (or right) translations, what follows by addition */
static const lf_action *attitude_and_vector(heavy_top *h, const lf_action *attitude, size_t size)
{
    h->vector = lf_group_rn(size);
    h->groups[0] = &lf_so3;
    h->groups[1] = &h->vector;
    h->product = lf_group_product(2, h->groups);
    h->translation = lf_action_translation(&h->vector);
    h->actions[0] = attitude;
    h->actions[1] = &h->translation;
    h->action = lf_action_product(&h->product, 2, h->actions);
    return &h->action;
}

static void top_build_quadratic(heavy_top *h, lf_problem *P, double *y0)
{
    P->action = attitude_and_vector(h, &lf_so3_left, 9);
    P->field = top_direct_field;
    P->traits = quadratic_traits;
    P->names = &quadratic_names;
    P->invariants = quadratic_invariants;
    for (int k = 0; k < 3; k++) {
        y0[9 + k] = 0;
        y0[15 + k] = -h->c * h->chi[k];
    }
}

static lf_status top_build(void *self, lf_problem *P, double *y0, char *why, size_t why_size)
{
    heavy_top *h = self;
    lf_status s = lf_check_rotation(h->Q, "Q", why, why_size);
    if (s == LF_OK)
        s = lf_check_moments(h->inertia, "inertia", why, why_size);
    if (s != LF_OK)
        return s;
    h->top =
        (lf_top){{1 / h->inertia[0], 1 / h->inertia[1], 1 / h->inertia[2]},
                 lf_top_vector(h->Gamma0),
                 lf_top_vector((double[]){h->c * h->chi[0], h->c * h->chi[1], h->c * h->chi[2]})};
    h->momentum = h->formulation == QUADRATIC ? 12 : 9;
    for (size_t k = 0; k < 9; k++)
        y0[k] = h->Q[k];
    for (size_t k = 0; k < 3; k++)
        y0[h->momentum + k] = h->pi[k];
    *P = (lf_problem){.name = "heavy-top-cotangent",
                      .action = &lf_se3_left,
                      .field = top_spatial_field,
                      .ctx = h,
                      .traits = traits,
                      .invariants = invariants,
                      .names = &spatial_names};
    if (h->formulation == BODY) {
        P->action = attitude_and_vector(h, &lf_so3_right, 3);
        P->field = top_body_field;
        P->names = &body_names;
        P->traits = body_traits;
    } else if (h->formulation == SPATIAL_DIRECT) {
        P->action = &lf_tso3_left;
        P->field = top_direct_field;
    } else if (h->formulation == QUADRATIC) {
        top_build_quadratic(h, P, y0);
    }
    return LF_OK;
}

static const lf_param params[] = {
    LF_REALS(heavy_top, inertia, 3, "kg m^2", "0.234375 0.46875 0.234375", LF_POSITIVE,
             "principal moments of inertia about the fixed point"),
    LF_REALS(heavy_top, chi, 3, "", "0 1 0", LF_ANY,
             "direction from the fixed point to the centre of mass, in the body frame"),
    LF_REALS(heavy_top, c, 1, "kg m", "30", LF_ANY, "mass times arm"),
    LF_REALS(
        heavy_top, Gamma0, 3, "m/s^2", "0 0 -9.81", LF_ANY,
        "the vertical in space, as long as gravity accelerates: the potential is c Gamma0.Q chi"),
    LF_REALS(heavy_top, Q, 9, "", LF_IDENTITY3, LF_ANY,
             "attitude at the start, body to space, row by row"),
    LF_REALS(heavy_top, pi, 3, "kg m^2/s", "0 70.3125 -1.0817296875", LF_ANY,
             "angular momentum at the start: in space, or in the body for formulation = body"),
    LF_CHOOSE(heavy_top, formulation, "body|spatial|spatial-direct|quadratic", "spatial",
              "variables and action: see the formula"),
    LF_PARAM_END};

const lf_model lf_model_heavy_top_cotangent = {
    .size = sizeof(lf_model),
    .name = "heavy-top-cotangent",
    .doc = "a heavy top with its attitude, in body or spatial variables",
    .formula = "Q' = hat(omega) Q, omega = Q I^-1 Q^T pi, pi' = c Gamma0 x Q chi; body: Q' = Q "
               "hat(I^-1 Pi), Pi' = Pi x I^-1 Pi + c Q^T Gamma0 x chi; spatial: SE(3) acts, "
               "spatial-direct: SO(3) x R^3; quadratic: c chi = -p, p' = 0, q' = p - Q^T Gamma0",
    .cite = "Celledoni, Cokaj, Leone, Murari, Owren, Lie group integrators for mechanical systems, "
            "2021, section 3.4",
    .params = params,
    .self_size = sizeof(heavy_top),
    .t_end = 1,
    .step = 0.01,
    .method = "slgi-theta12",
    .build = top_build,
};
