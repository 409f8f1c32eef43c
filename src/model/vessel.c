/* SPDX-License-Identifier: BSD-3-Clause */
/* vessel.c - a vessel with six degrees of freedom, M v' + C(v) v + D v + g = tau, in momenta:
 *
 *   x' = Q P/m,   P'  = P x W  - D_P P/m + F,      W = J^-1 Pi
 *   Q' = Q hat(W),  Pi' = Pi x W - D_Pi W + T,
 *
 * P = m times the velocity and Pi the angular momentum in the body frame, D damping, F and T
 * constant control or a PD controller, and buoyancy if wanted. Celledoni, Marthinsen, Owren 2014,
 * section 3.1: Strang's splitting into the free rigid body, exact by Jacobi's elliptic functions,
 * and damping with control, exact too as x and Q stand still in it. */
#include "model/models.h"

#include <math.h>
#include <string.h>

#include "base/mat3.h"
#include "base/exact_body.h"

enum { CONSTANT, PD };
enum { NONE, BUOYANCY };
enum { AT_Q = 0, AT_X = 9, AT_P = 12, AT_PI = 15 }; /* where they begin in y */

typedef struct {
    double mass, inertia[3], damping[3], angular_damping[3];
    double force[3], torque[3];
    int control, potential;
    double target[3], gain[4]; /* of the PD controller: place, velocity, attitude, rate */
    double heave, righting;
    double x[3], Q[9], P[3], Pi[3];
    lf_group group;
    lf_action action;
} vessel;

/* Force and torque in the body frame that (x, Q) cause; what damps is not in them. */
typedef struct {
    lf_vec3 force, torque;
} wrench;

static LF_INLINE lf_vec3 vec(const double *a)
{
    return (lf_vec3){a[0], a[1], a[2]};
}

static LF_INLINE wrench vessel_wrench(const vessel *v, lf_mat3 Q, lf_vec3 x)
{
    wrench w = {vec(v->force), vec(v->torque)};
    lf_vec3 pull = {0, 0, 0}; /* in space */
    if (v->control == PD) {
        pull = lf_scale(-v->gain[0], lf_axpy(x, -1, vec(v->target)));
        /* the antisymmetric part of Q, zero for Q = 1: from the potential gain*trace(1 - Q)/2 */
        const lf_vec3 tilt = {Q.r2.y - Q.r1.z, Q.r0.z - Q.r2.x, Q.r1.x - Q.r0.y};
        w.torque = lf_axpy(w.torque, -0.5 * v->gain[2], tilt);
    }
    if (v->potential == BUOYANCY) {
        pull.z -= v->heave * x.z;
        /* e3 x Q^T e3, from the potential righting*(1 - e3.Q e3) */
        w.torque = lf_axpy(w.torque, v->righting, (lf_vec3){-Q.r2.y, Q.r2.x, 0});
    }
    w.force = lf_add(w.force, lf_mat3_vec_left(pull, Q));
    return w;
}

/* What multiplies the velocity k (0, 1, 2 along, 3, 4, 5 about the axes) in the force against it. */
static LF_INLINE double resistance(const vessel *v, size_t k)
{
    const double rate = v->control == PD ? v->gain[k < 3 ? 1 : 3] : 0;
    return rate + (k < 3 ? v->damping[k] : v->angular_damping[k - 3]);
}

static LF_INLINE double inertia_of(const vessel *v, size_t k)
{
    return k < 3 ? v->mass : v->inertia[k - 3];
}

static LF_INLINE lf_vec3 angular_velocity(const vessel *v, lf_vec3 Pi)
{
    return (lf_vec3){Pi.x / v->inertia[0], Pi.y / v->inertia[1], Pi.z / v->inertia[2]};
}

/* SE(3) moves (Q, x) from the right, the momenta are added to: f = (-W, -P/m, P', Pi') */
LF_KERNEL static lf_status vessel_field(const lf_problem *problem, const lf_lanes *L,
                                        const double *y, double *f, double *work)
{
    const size_t n = L->n;
    const vessel *v = problem->ctx;
    for (size_t i = 0; i < n; i++) {
        const lf_vec3 P = lf_vec3_load(y + AT_P * n, n, i), Pi = lf_vec3_load(y + AT_PI * n, n, i);
        const lf_vec3 W = angular_velocity(v, Pi), V = lf_scale(1 / v->mass, P);
        const wrench w = vessel_wrench(v, lf_mat3_load(y, n, i), lf_vec3_load(y + AT_X * n, n, i));
        const lf_vec3 drag = {resistance(v, 0) * V.x, resistance(v, 1) * V.y,
                              resistance(v, 2) * V.z};
        const lf_vec3 turning_drag = {resistance(v, 3) * W.x, resistance(v, 4) * W.y,
                                      resistance(v, 5) * W.z};
        lf_vec3_store(f, n, i, lf_scale(-1, W));
        lf_vec3_store(f + 3 * n, n, i, lf_scale(-1, V));
        lf_vec3_store(f + 6 * n, n, i, lf_axpy(lf_add(lf_cross(P, W), w.force), -1, drag));
        lf_vec3_store(f + 9 * n, n, i,
                      lf_axpy(lf_add(lf_cross(Pi, W), w.torque), -1, turning_drag));
    }
    return LF_OK;
}

/* ---- pieces ---- */

/* p' = -d p/M + tau with all but p standing still: e^z p + h phi_1(z) tau, z = -d h/M */
static double damped(double p, double tau, double d, double M, double h)
{
    const double z = -d * h / M, grown = expm1(z);
    return p + grown * p + h * (z == 0 ? 1 : grown / z) * tau;
}

LF_KERNEL static void vessel_push(const vessel *v, size_t n, size_t i, double h, const double *y0,
                                  double *y1)
{
    const wrench w = vessel_wrench(v, lf_mat3_load(y0, n, i), lf_vec3_load(y0 + AT_X * n, n, i));
    const double tau[6] = {w.force.x, w.force.y, w.force.z, w.torque.x, w.torque.y, w.torque.z};
    for (size_t c = 0; c < AT_P; c++)
        y1[c * n + i] = y0[c * n + i];
    for (size_t k = 0; k < 6; k++)
        y1[(AT_P + k) * n + i] =
            damped(y0[(AT_P + k) * n + i], tau[k], resistance(v, k), inertia_of(v, k), h);
}

/* The free body: Q P stays, so x moves straight, P turns with Q, and Pi goes its own way. */
LF_KERNEL static void vessel_drift(const vessel *v, size_t n, size_t i, double h, const double *y0,
                                   double *y1)
{
    const double *Pi = y0 + AT_PI * n;
    const double m0[3] = {Pi[i], Pi[n + i], Pi[2 * n + i]};
    double m1[3], dq[4];
    lf_exact_body(v->inertia, m0, h, m1, dq);
    const lf_vec3 d = {dq[1], dq[2], dq[3]}, P = lf_vec3_load(y0 + AT_P * n, n, i);
    const lf_mat3 R = lf_mat3_rodrigues(lf_scale(2, d), dq[0], 0.5), Q = lf_mat3_load(y0, n, i);
    lf_mat3_store(y1, n, i, lf_mat3_mul(Q, R));
    lf_vec3_store(y1 + AT_X * n, n, i,
                  lf_axpy(lf_vec3_load(y0 + AT_X * n, n, i), h / v->mass, lf_mat3_vec(Q, P)));
    lf_vec3_store(y1 + AT_P * n, n, i, lf_mat3_vec_left(P, R));
    lf_vec3_store(y1 + AT_PI * n, n, i, vec(m1));
}

static lf_status vessel_flow(const lf_problem *problem, size_t k, const lf_lanes *L,
                             const double *y0, double *y1, double *work)
{
    for (size_t i = 0; i < L->n; i++)
        (k == 0 ? vessel_push : vessel_drift)(problem->ctx, L->n, i, L->h[i], y0, y1);
    return LF_OK;
}

static const lf_splitting vessel_pieces = {.pieces = 2, .flow = vessel_flow};

/* ---- what is reported ---- */

static void vessel_energy(const lf_problem *problem, const lf_lanes *L, const double *y,
                          double *energy)
{
    const size_t n = L->n;
    const vessel *v = problem->ctx;
    for (size_t i = 0; i < n; i++) {
        energy[i] = 0;
        for (size_t k = 0; k < 6; k++) {
            const double p = y[(AT_P + k) * n + i];
            energy[i] += 0.5 * p * p / inertia_of(v, k);
        }
        const double z = y[(AT_X + 2) * n + i], up = y[8 * n + i];
        if (v->potential == BUOYANCY)
            energy[i] += 0.5 * v->heave * z * z + v->righting * (1 - up);
    }
}

static const lf_invariant vessel_outputs[] = {
    {"energy", "P.P/2m + Pi.J^-1 Pi/2, and that of buoyancy", vessel_energy, "energy"},
    {NULL, NULL, NULL},
};

static const char *const vessel_columns[] = {"Q.11", "Q.12", "Q.13", "Q.21", "Q.22", "Q.23",
                                             "Q.31", "Q.32", "Q.33", "x.x",  "x.y",  "x.z",
                                             "P.x",  "P.y",  "P.z",  "Pi.x", "Pi.y", "Pi.z"};

/* x before Q, as readers expect; SE(3) keeps them the other way round */
static size_t vessel_order(const lf_problem *P, size_t k)
{
    (void)P;
    return k < 3 ? AT_X + k : k < 12 ? k - 3 : k;
}

static const lf_names vessel_names = {.list = vessel_columns, .order = vessel_order};
static const lf_trait vessel_traits[] = {{LF_TRAIT_SPLITTING, &vessel_pieces},
                                         {LF_TRAIT_END, NULL}};

/* ---- the model ---- */

static const lf_group *const vessel_groups[] = {&lf_se3, &lf_r3, &lf_r3};
static const lf_action *const vessel_factors[] = {&lf_se3_right, &lf_r3_translation,
                                                  &lf_r3_translation};

static lf_status vessel_build(void *self, lf_problem *problem, double *y0, char *why,
                              size_t why_size)
{
    vessel *v = self;
    const lf_status s = lf_check_rotation(v->Q, "Q", why, why_size);
    if (s != LF_OK)
        return s;
    memcpy(y0 + AT_Q, v->Q, sizeof v->Q);
    memcpy(y0 + AT_X, v->x, sizeof v->x);
    memcpy(y0 + AT_P, v->P, sizeof v->P);
    memcpy(y0 + AT_PI, v->Pi, sizeof v->Pi);
    v->group = lf_group_product(3, vessel_groups);
    v->action = lf_action_product(&v->group, 3, vessel_factors);
    *problem = (lf_problem){.name = "vessel",
                            .action = &v->action,
                            .field = vessel_field,
                            .ctx = v,
                            .outputs = vessel_outputs,
                            .traits = vessel_traits,
                            .names = &vessel_names};
    return LF_OK;
}

#define LF_NOT_NEGATIVE 0, INFINITY, 0

static const lf_param vessel_params[] = {
    LF_REALS(vessel, mass, 1, "kg", "5", LF_POSITIVE, "mass"),
    LF_REALS(vessel, inertia, 3, "kg m^2", "1 2 4", LF_POSITIVE,
             "moments of inertia, with those of the water that moves along: they need not be a "
             "rigid body's"),
    LF_REALS(vessel, damping, 3, "kg/s", "0.4 0.6 0.8", LF_NOT_NEGATIVE,
             "force against a velocity along each body axis"),
    LF_REALS(vessel, angular_damping, 3, "kg m^2/s", "0.3 0.1 0.2", LF_NOT_NEGATIVE,
             "torque against a rate about each body axis"),
    LF_REALS(vessel, force, 3, "N", "0.5 0 0", LF_ANY, "constant force in the body frame"),
    LF_REALS(vessel, torque, 3, "N m", "0.05 -0.02 0.03", LF_ANY,
             "constant torque in the body frame"),
    LF_CHOOSE(vessel, control, "constant|pd", "constant",
              "force and torque alone, or with a controller that holds target and Q = 1"),
    LF_REALS(vessel, target, 3, "m", "0 0 0", LF_ANY, "place that the controller holds",
             "control=pd"),
    LF_REALS(vessel, gain, 4, "", "1 2 1 2", LF_NOT_NEGATIVE,
             "gains of the controller: place (N/m), velocity (N s/m), attitude (N m), rate (N m s)",
             "control=pd"),
    LF_CHOOSE(vessel, potential, "none|buoyancy", "none",
              "whether the vessel floats: energy heave*z^2/2 + righting*(1 - Q.33)"),
    LF_REALS(vessel, heave, 1, "N/m", "4", LF_ANY, "stiffness against heave", "potential=buoyancy"),
    LF_REALS(vessel, righting, 1, "N m", "2", LF_ANY, "stiffness against heel",
             "potential=buoyancy"),
    LF_REALS(vessel, x, 3, "m", "0 0 0", LF_ANY, "place at the start"),
    LF_REALS(vessel, Q, 9, "", LF_IDENTITY3, LF_ANY,
             "attitude at the start, body to space, row by row"),
    LF_REALS(vessel, P, 3, "kg m/s", "1 0.5 0", LF_ANY, "momentum in the body frame at the start"),
    LF_REALS(vessel, Pi, 3, "kg m^2/s", "0.6 0.48 0.64", LF_ANY,
             "angular momentum in the body frame at the start"),
    LF_PARAM_END};

const lf_model lf_model_vessel = {
    .size = sizeof(lf_model),
    .name = "vessel",
    .doc = "a vessel with six degrees of freedom, damped and controlled",
    .formula = "x' = Q P/m, Q' = Q hat(W), P' = P x W - D P/m + F, Pi' = Pi x W - D W + T, "
               "W = J^-1 Pi, SE(3) x R^3 x R^3 acting on itself",
    .cite =
        "Celledoni, Marthinsen, Owren, An introduction to Lie group integrators, 2014, section 3.1",
    .params = vessel_params,
    .self_size = sizeof(vessel),
    .t_end = 10,
    .step = 0.05,
    .method = "strang",
    .build = vessel_build,
};
