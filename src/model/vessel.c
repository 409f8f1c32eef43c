/* SPDX-License-Identifier: BSD-3-Clause */
/* vessel.c - a vessel with six degrees of freedom, M v' + C(v) v + D(v) v + g = tau, in momenta p = M v:
 *
 *   x' = Q V,       P'  = P x W - D_P(V) + F,               (V, W) = M^-1 (P, Pi)
 *   Q' = Q hat(W),  Pi' = Pi x W + P x V - D_Pi(W) + T,
 *
 * P and Pi being momentum and angular momentum in the body frame. M is diag(m, m, m, J) and the mass of
 * the water that moves along, which may couple everything; C(v) v = -ad*_v (M v) does no work. D is
 * linear and quadratic damping, F and T are a constant, a table over time, waves, a controller and
 * buoyancy. Celledoni, Marthinsen, Owren 2014, section 3.1: Strang's splitting into the free rigid body
 * and damping with control (vessel_pieces.c), where M has no more than a mass and moments. */
#include "model/vessel.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/dense.h"
#include "model/frame_model.h"

lf_wrench lf_vessel_supplied(const vessel *v, double t, double inside)
{
    lf_wrench w = {lf_vessel_vec(v->force), lf_vessel_vec(v->torque)};
    if (lf_schedule_given(&v->schedule)) {
        double tau[6];
        lf_schedule_within(&v->schedule, t, inside, tau);
        w = lf_wrench_add(w, (lf_wrench){lf_vessel_vec(tau), lf_vessel_vec(tau + 3)});
    }
    if (v->sea.count)
        w = lf_wrench_add(w, lf_wave_wrench(&v->sea, t, v->wave_force, v->wave_lead));
    return w;
}

LF_KERNEL lf_wrench lf_vessel_wrench(const vessel *v, lf_wrench supplied, lf_mat3 Q, lf_vec3 x)
{
    lf_wrench w = supplied;
    lf_vec3 pull = {0, 0, 0}; /* in space */
    if (v->control == VESSEL_PD) {
        pull = lf_scale(-v->gain[0], lf_axpy(x, -1, lf_vessel_vec(v->target)));
        /* the antisymmetric part of Q, zero for Q = 1: from the potential gain*trace(1 - Q)/2 */
        const lf_vec3 tilt = {Q.r2.y - Q.r1.z, Q.r0.z - Q.r2.x, Q.r1.x - Q.r0.y};
        w.torque = lf_axpy(w.torque, -0.5 * v->gain[2], tilt);
    }
    if (v->potential == VESSEL_BUOYANCY) {
        pull.z -= v->heave * x.z;
        /* e3 x Q^T e3, from the potential righting*(1 - e3.Q e3) */
        w.torque = lf_axpy(w.torque, v->righting, (lf_vec3){-Q.r2.y, Q.r2.x, 0});
    }
    w.force = lf_add(w.force, lf_mat3_vec_left(pull, Q));
    if (v->potential == VESSEL_HYDROSTATIC)
        w = lf_wrench_add(w, lf_hydrostatic_wrench(v->heave, v->roll, v->pitch, Q, x.z));
    if (v->control == VESSEL_DP)
        w = lf_wrench_add(w, lf_positioning_wrench(v->gain[0], v->gain[2], v->target, Q, x));
    return w;
}

void lf_vessel_velocity(const vessel *v, const double p[6], double nu[6])
{
    for (size_t r = 0; r < 6; r++) {
        nu[r] = 0;
        for (size_t c = 0; c < 6; c++)
            nu[r] += v->inverse[6 * r + c] * p[c];
    }
}

/* The force against a velocity. */
static LF_INLINE double vessel_drag(const vessel *v, size_t k, double nu)
{
    const double linear = lf_vessel_resistance(v, k) * nu;
    return v->quadratic ? linear + lf_vessel_quadratic(v, k) * fabs(nu) * nu : linear;
}

/* Velocities of lane i along and about the axes. */
static LF_INLINE void vessel_rates(const vessel *v, lf_vec3 P, lf_vec3 Pi, lf_vec3 *V, lf_vec3 *W)
{
    if (!v->coupled) {
        *V = lf_scale(1 / v->weight[0], P);
        *W = (lf_vec3){Pi.x / v->weight[3], Pi.y / v->weight[4], Pi.z / v->weight[5]};
        return;
    }
    const double p[6] = {P.x, P.y, P.z, Pi.x, Pi.y, Pi.z};
    double nu[6];
    lf_vessel_velocity(v, p, nu);
    *V = lf_vessel_vec(nu);
    *W = lf_vessel_vec(nu + 3);
}

/* Power from outside, and of damping. */
static LF_INLINE void vessel_powers(const vessel *v, lf_wrench supplied, lf_vec3 V, lf_vec3 W,
                                    double *in, double *out)
{
    const double nu[6] = {V.x, V.y, V.z, W.x, W.y, W.z};
    *in = lf_dot(supplied.force, V) + lf_dot(supplied.torque, W);
    *out = 0;
    for (size_t k = 0; k < 6; k++)
        *out += vessel_drag(v, k, nu[k]) * nu[k];
}

/* SE(3) moves (Q, x) from the right, the momenta are added to: f = (-W, -V, P', Pi') */
LF_KERNEL static lf_status vessel_field(const lf_problem *problem, const lf_lanes *L,
                                        const double *y, double *f, double *work)
{
    const size_t n = L->n;
    const vessel *v = problem->ctx;
    for (size_t i = 0; i < n; i++) {
        const lf_vec3 P = lf_vec3_load(y + AT_P * n, n, i), Pi = lf_vec3_load(y + AT_PI * n, n, i);
        const lf_wrench supplied = lf_vessel_supplied(v, L->t[i], lf_lanes_inside(L, i));
        const lf_wrench w =
            lf_vessel_wrench(v, supplied, lf_mat3_load(y, n, i), lf_vec3_load(y + AT_X * n, n, i));
        lf_vec3 V, W;
        vessel_rates(v, P, Pi, &V, &W);
        const lf_vec3 drag = {vessel_drag(v, 0, V.x), vessel_drag(v, 1, V.y),
                              vessel_drag(v, 2, V.z)};
        const lf_vec3 turning_drag = {vessel_drag(v, 3, W.x), vessel_drag(v, 4, W.y),
                                      vessel_drag(v, 5, W.z)};
        lf_vec3 turning = lf_cross(Pi, W);
        if (v->coupled) /* else V is along P */
            turning = lf_add(turning, lf_cross(P, V));
        lf_vec3_store(f, n, i, lf_scale(-1, W));
        lf_vec3_store(f + 3 * n, n, i, lf_scale(-1, V));
        lf_vec3_store(f + 6 * n, n, i, lf_axpy(lf_add(lf_cross(P, W), w.force), -1, drag));
        lf_vec3_store(f + 9 * n, n, i, lf_axpy(lf_add(turning, w.torque), -1, turning_drag));
        if (v->ledger)
            vessel_powers(v, supplied, V, W, &f[12 * n + i], &f[13 * n + i]);
    }
    return LF_OK;
}

/* ---- the matrix M ---- */

/* M = diag(m, m, m, J) + added, row by row. */
static lf_status vessel_matrix(const vessel *v, double M[36], char *why, size_t why_size)
{
    const double *added = lf_list_numbers(&v->added);
    const size_t count = v->added.count;
    if (count != 1 && count != 6 && count != 36) {
        snprintf(why, why_size,
                 "added needs 6 numbers, a diagonal, or 36, a symmetric matrix row by row, got %zu",
                 count);
        return LF_EINPUT;
    }
    if (count == 1 && added[0] != 0)
        return lf_refuse("a single number in added must be 0: there is no added mass", why,
                         why_size);
    for (size_t r = 0; r < 6; r++)
        for (size_t c = 0; c < 6; c++) {
            const double own = r != c ? 0 : r < 3 ? v->mass : v->inertia[r - 3];
            const double more = count == 36            ? added[6 * r + c]
                                : count == 6 && r == c ? added[r]
                                                       : 0;
            M[6 * r + c] = more == 0 ? own : own + more;
        }
    return LF_OK;
}

static lf_status vessel_symmetric(const double M[36], char *why, size_t why_size)
{
    for (size_t r = 0; r < 6; r++)
        for (size_t c = 0; c < r; c++) {
            const double a = M[6 * r + c], b = M[6 * c + r];
            const double size = sqrt(fabs(M[7 * r] * M[7 * c]));
            if (fabs(a - b) <= 1e-9 * size)
                continue;
            snprintf(why, why_size,
                     "added must be symmetric: entry (%zu, %zu) is %.10g and (%zu, %zu) is %.10g",
                     r + 1, c + 1, a, c + 1, r + 1, b);
            return LF_EINPUT;
        }
    return LF_OK;
}

/* Is M a mass and three moments? */
static bool vessel_is_plain(const double M[36])
{
    for (size_t r = 0; r < 6; r++)
        for (size_t c = 0; c < 6; c++)
            if (r != c && M[6 * r + c] != 0)
                return false;
    return M[0] == M[7] && M[0] == M[14];
}

static lf_status vessel_weigh(vessel *v, char *why, size_t why_size)
{
    double M[36], factor[36], pivot[6];
    lf_status s = vessel_matrix(v, M, why, why_size);
    if (s == LF_OK)
        s = vessel_symmetric(M, why, why_size);
    if (s != LF_OK)
        return s;
    memcpy(factor, M, sizeof M);
    if (lf_dense_cholesky(6, 6, factor) != LF_OK)
        return lf_refuse("the mass matrix diag(mass, mass, mass, inertia) + added must be positive "
                         "definite, so that every motion has kinetic energy: it is not",
                         why, why_size);
    v->coupled = !vessel_is_plain(M);
    for (size_t k = 0; k < 6; k++)
        v->weight[k] = M[7 * k];
    memset(v->inverse, 0, sizeof v->inverse);
    for (size_t k = 0; k < 6; k++)
        v->inverse[7 * k] = 1;
    s = lf_dense_lu(6, 6, M, pivot);
    if (s == LF_OK)
        lf_dense_lu_solve(6, 6, M, pivot, 6, v->inverse);
    return s;
}

/* ---- the model ---- */

static size_t vessel_room(const void *self)
{
    const size_t sea = lf_sea_room(&((const vessel *)self)->waves);
    return sea ? sea : 1;
}

static void vessel_give(void *self, double *memory)
{
    ((vessel *)self)->memory = memory;
}

static double vessel_beyond(const lf_problem *problem, double t, double direction)
{
    const vessel *v = problem->ctx;
    const double table = lf_schedule_beyond(&v->schedule, t, direction);
    const double ramp = lf_sea_beyond(&v->sea, t, direction);
    return direction * (table - ramp) < 0 ? table : ramp;
}
static const lf_breaks vessel_breaks = {vessel_beyond};

/* Pieces where M allows them, and kinks where there is a table. */
static void vessel_list_traits(vessel *v)
{
    size_t count = 0;
    if (!v->coupled)
        v->traits[count++] = (lf_trait){
            LF_TRAIT_SPLITTING, v->quadratic ? &lf_vessel_quadratic_pieces : &lf_vessel_pieces};
    if (v->schedule.rows > 1 || v->sea.ramp > 0)
        v->traits[count++] = (lf_trait){LF_TRAIT_BREAKS, &vessel_breaks};
    v->traits[count] = (lf_trait){LF_TRAIT_END, NULL};
}

static void vessel_act(vessel *v)
{
    const size_t count = v->ledger ? 4 : 3;
    v->plane = lf_group_rn(2);
    v->books = lf_action_translation(&v->plane);
    memcpy(v->groups, (const lf_group *const[]){&lf_se3, &lf_r3, &lf_r3, &v->plane},
           sizeof v->groups);
    memcpy(v->factors,
           (const lf_action *const[]){&lf_se3_right, &lf_r3_translation, &lf_r3_translation,
                                      &v->books},
           sizeof v->factors);
    v->group = lf_group_product(count, v->groups);
    v->action = lf_action_product(&v->group, count, v->factors);
}

static lf_status vessel_check(vessel *v, char *why, size_t why_size)
{
    lf_status s = lf_check_rotation(v->Q, "Q", why, why_size);
    if (s == LF_OK)
        s = vessel_weigh(v, why, why_size);
    if (s == LF_OK)
        s = lf_schedule_read(&v->tau, "tau", 6, &v->schedule, why, why_size);
    return s == LF_OK ? lf_sea_make(&v->waves, v->memory, &v->sea, why, why_size) : s;
}

static lf_status vessel_build(void *self, lf_problem *problem, double *y0, char *why,
                              size_t why_size)
{
    vessel *v = self;
    const lf_status s = vessel_check(v, why, why_size);
    if (s != LF_OK)
        return s;
    v->quadratic = false;
    for (size_t k = 0; k < 6; k++)
        v->quadratic |= lf_vessel_quadratic(v, k) > 0;
    memcpy(y0 + AT_Q, v->Q, sizeof v->Q);
    memcpy(y0 + AT_X, v->x, sizeof v->x);
    memcpy(y0 + AT_P, v->P, sizeof v->P);
    memcpy(y0 + AT_PI, v->Pi, sizeof v->Pi);
    for (size_t c = AT_BOOKS; v->ledger && c < AT_BOOKS + 2; c++)
        y0[c] = 0;
    vessel_act(v);
    vessel_list_traits(v);
    *problem = (lf_problem){.name = "vessel",
                            .action = &v->action,
                            .field = vessel_field,
                            .ctx = v,
                            .invariants = v->ledger ? lf_vessel_balance : NULL,
                            .outputs = v->sea.count ? lf_vessel_wave_outputs : lf_vessel_outputs,
                            .traits = v->traits,
                            .names = &lf_vessel_names};
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
    LF_REALS(vessel, quadratic_damping, 3, "kg/m", "0 0 0", LF_NOT_NEGATIVE,
             "force against a velocity times its size, along each body axis"),
    LF_REALS(vessel, quadratic_angular_damping, 3, "kg m^2", "0 0 0", LF_NOT_NEGATIVE,
             "torque against a rate times its size, about each body axis"),
    LF_NUMBERS(vessel, added, "kg, kg m, kg m^2", "0", LF_ANY,
               "what the water adds to the mass matrix: 6 numbers, a diagonal, or 36, a symmetric "
               "matrix row by row (along the axes, then about them); 0: nothing"),
    LF_REALS(vessel, force, 3, "N", "0.5 0 0", LF_ANY, "constant force in the body frame"),
    LF_REALS(vessel, torque, 3, "N m", "0.05 -0.02 0.03", LF_ANY,
             "constant torque in the body frame"),
    LF_NUMBERS(
        vessel, tau, "s, N, N m", "0", LF_ANY,
        "force and torque over time, in the body frame: rows of a time and six numbers, with "
        "straight lines between them; 0: none"),
    LF_SEA_ROWS(vessel),
    LF_REALS(vessel, wave_force, 6, "N/m, N", "0 0 1 0 0 0", LF_ANY,
             "force and torque per metre of the surface, in phase with it, in the body frame",
             "waves=regular|jonswap"),
    LF_REALS(vessel, wave_lead, 6, "N/m, N", "0 0 0 0 0.1 0", LF_ANY,
             "likewise a quarter of a period ahead of it", "waves=regular|jonswap"),
    LF_CHOOSE(vessel, control, "constant|pd|dp", "constant",
              "force and torque alone, or with a controller that holds target and Q = 1, or with "
              "one that holds place and heading in the plane (dynamic positioning)"),
    LF_REALS(vessel, target, 3, "m", "0 0 0", LF_ANY, "place that the controller holds",
             "control=pd|dp"),
    LF_REALS(vessel, gain, 4, "", "1 2 1 2", LF_NOT_NEGATIVE,
             "gains of the controller: place (N/m), velocity (N s/m), attitude (N m), rate (N m s)",
             "control=pd|dp"),
    LF_CHOOSE(
        vessel, potential, "none|buoyancy|hydrostatic", "none",
        "whether the vessel floats: energy heave*z^2/2 + righting*(1 - Q.33), or heave*z^2/2 + "
        "(pitch*Q.31^2 + roll*Q.32^2)/2"),
    LF_REALS(vessel, heave, 1, "N/m", "4", LF_ANY, "stiffness against heave",
             "potential=buoyancy|hydrostatic"),
    LF_REALS(vessel, righting, 1, "N m", "2", LF_ANY, "stiffness against heel",
             "potential=buoyancy"),
    LF_REALS(vessel, roll, 1, "N m", "2", LF_ANY, "stiffness against roll",
             "potential=hydrostatic"),
    LF_REALS(vessel, pitch, 1, "N m", "6", LF_ANY, "stiffness against pitch",
             "potential=hydrostatic"),
    LF_CHOOSE(
        vessel, ledger, "off|on", "off",
        "whether energy supplied from outside and dissipated is booked along the way: two more "
        "components, and the invariant energy - supplied + dissipated, in which the energy "
        "has that of the controller's springs"),
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
    .formula = "x' = Q V, Q' = Q hat(W), P' = P x W - D V + F, Pi' = Pi x W + P x V - D W + T, "
               "(V, W) = M^-1 (P, Pi), SE(3) x R^3 x R^3 acting on itself",
    .cite =
        "Celledoni, Marthinsen, Owren, An introduction to Lie group integrators, 2014, section 3.1",
    .params = vessel_params,
    .self_size = sizeof(vessel),
    .t_end = 10,
    .step = 0.05,
    .method = "strang",
    .build = vessel_build,
    .room = vessel_room,
    .give = vessel_give,
};
