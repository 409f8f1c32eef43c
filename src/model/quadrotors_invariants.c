/* SPDX-License-Identifier: BSD-3-Clause */
/* quadrotors_invariants.c - what stays of two quadrotors with a load, which depends on the forces.
 * Quadrotor i is at x_i = y - L_i q_i and moves with v_i = v - L_i w_i x q_i; e3 is down.
 *
 *   none     energy, momentum less the impulse of the weight, angular momentum about the vertical
 *   given    in space: the same with the forces' potential -u.x and impulse u t, but for the last
 *            one; moments change the rotation alone, which nothing else depends on
 *   no moments: |J Omega| and Omega.J Omega/2 of each body */
#include <math.h>
#include <stddef.h>

#include "model/quadrotors_control.h"

/* Bodies 0 (the load), 1 and 2 of one lane. */
typedef struct {
    double mass[3];
    lf_vec3 x[3], v[3], u[3];
} quadrotors_bodies;

static LF_INLINE quadrotors_bodies quadrotors_place(const quadrotors *Q, size_t n, const double *y,
                                                    size_t i)
{
    const quadrotors_point p = quadrotors_read(n, y, i);
    return (quadrotors_bodies){
        .mass = {Q->my, Q->m[0], Q->m[1]},
        .x = {p.y, lf_axpy(p.y, -Q->L[0], p.q1), lf_axpy(p.y, -Q->L[1], p.q2)},
        .v = {p.v, lf_axpy(p.v, -Q->L[0], lf_cross(p.w1, p.q1)),
              lf_axpy(p.v, -Q->L[1], lf_cross(p.w2, p.q2))},
        .u = {{0, 0, 0}, {Q->u1[0], Q->u1[1], Q->u1[2]}, {Q->u2[0], Q->u2[1], Q->u2[2]}}};
}

/* ---- load and quadrotors as points ---- */

static LF_INLINE double quadrotors_moving(const quadrotors *Q, size_t n, const double *y, size_t i)
{
    const quadrotors_bodies b = quadrotors_place(Q, n, y, i);
    double sum = 0;
    for (size_t k = 0; k < 3; k++)
        sum +=
            b.mass[k] * (0.5 * lf_dot(b.v[k], b.v[k]) - Q->g * b.x[k].z) - lf_dot(b.u[k], b.x[k]);
    return sum;
}

LF_KERNEL static void quadrotors_translation(const lf_problem *P, const lf_lanes *L,
                                             const double *y, double *energy)
{
    for (size_t i = 0; i < L->n; i++)
        energy[i] = quadrotors_moving(P->ctx, L->n, y, i);
}

/* sum of m v - (m g e3 + u) t */
static LF_INLINE lf_vec3 quadrotors_impulse(const quadrotors *Q, double t, size_t n,
                                            const double *y, size_t i)
{
    const quadrotors_bodies b = quadrotors_place(Q, n, y, i);
    lf_vec3 sum = {0, 0, 0};
    for (size_t k = 0; k < 3; k++) {
        sum = lf_axpy(lf_axpy(sum, b.mass[k], b.v[k]), -t, b.u[k]);
        sum.z -= t * Q->g * b.mass[k];
    }
    return sum;
}

#define QUADROTORS_IMPULSE(name, part)                                                  \
    LF_KERNEL static void name(const lf_problem *P, const lf_lanes *L, const double *y, \
                               double *value)                                           \
    {                                                                                   \
        for (size_t i = 0; i < L->n; i++)                                               \
            value[i] = quadrotors_impulse(P->ctx, L->t[i], L->n, y, i).part;            \
    }
QUADROTORS_IMPULSE(quadrotors_impulse_x, x)
QUADROTORS_IMPULSE(quadrotors_impulse_y, y)
QUADROTORS_IMPULSE(quadrotors_impulse_z, z)

/* ---- rotations ---- */

/* J Omega of body k */
static LF_INLINE lf_vec3 quadrotors_turning(const quadrotors *Q, size_t k, size_t n,
                                            const double *y, size_t i, lf_vec3 *Omega)
{
    const double *J = k ? Q->J2 : Q->J1;
    *Omega = lf_vec3_load(y + (QUADROTORS_AT_BODY + 12 * k + 9) * n, n, i);
    return (lf_vec3){J[0] * Omega->x, J[1] * Omega->y, J[2] * Omega->z};
}

#define QUADROTORS_SPIN(name, k, formula)                                               \
    LF_KERNEL static void name(const lf_problem *P, const lf_lanes *L, const double *y, \
                               double *value)                                           \
    {                                                                                   \
        for (size_t i = 0; i < L->n; i++) {                                             \
            lf_vec3 w;                                                                  \
            const lf_vec3 m = quadrotors_turning(P->ctx, k, L->n, y, i, &w);            \
            value[i] = formula;                                                         \
        }                                                                               \
    }
QUADROTORS_SPIN(quadrotors_momentum1, 0, sqrt(lf_dot(m, m)))
QUADROTORS_SPIN(quadrotors_momentum2, 1, sqrt(lf_dot(m, m)))
QUADROTORS_SPIN(quadrotors_rotation1, 0, 0.5 * lf_dot(m, w))
QUADROTORS_SPIN(quadrotors_rotation2, 1, 0.5 * lf_dot(m, w))

/* ---- all of it ---- */

LF_KERNEL static void quadrotors_energy(const lf_problem *P, const lf_lanes *L, const double *y,
                                        double *energy)
{
    for (size_t i = 0; i < L->n; i++) {
        energy[i] = quadrotors_moving(P->ctx, L->n, y, i);
        for (size_t k = 0; k < 2; k++) {
            lf_vec3 w;
            energy[i] += 0.5 * lf_dot(quadrotors_turning(P->ctx, k, L->n, y, i, &w), w);
        }
    }
}

/* about the third axis: sum of m (x x v).e3 + (R J Omega).e3 */
LF_KERNEL static void quadrotors_vertical(const lf_problem *P, const lf_lanes *L, const double *y,
                                          double *value)
{
    for (size_t i = 0; i < L->n; i++) {
        const quadrotors_bodies b = quadrotors_place(P->ctx, L->n, y, i);
        value[i] = 0;
        for (size_t k = 0; k < 3; k++)
            value[i] += b.mass[k] * lf_cross(b.x[k], b.v[k]).z;
        for (size_t k = 0; k < 2; k++) {
            lf_vec3 w;
            const lf_vec3 m = quadrotors_turning(P->ctx, k, L->n, y, i, &w);
            const lf_mat3 R = lf_mat3_load(y + (QUADROTORS_AT_BODY + 12 * k) * L->n, L->n, i);
            value[i] += lf_dot(R.r2, m);
        }
    }
}

/* ---- how large the parts are ---- */

/* Of the energy, of a momentum, and of an angular momentum: sums in which nothing cancels. */
static LF_INLINE void quadrotors_parts(const quadrotors *Q, size_t n, const double *y, size_t i,
                                       double *energy, double *momentum, double *angular)
{
    const quadrotors_bodies b = quadrotors_place(Q, n, y, i);
    *energy = *momentum = *angular = 0;
    for (size_t k = 0; k < 3; k++) {
        const double speed = sqrt(lf_dot(b.v[k], b.v[k])), far = sqrt(lf_dot(b.x[k], b.x[k]));
        const double pull = b.mass[k] * fabs(Q->g) + sqrt(lf_dot(b.u[k], b.u[k]));
        *energy += 0.5 * b.mass[k] * speed * speed + pull * far;
        *momentum += b.mass[k] * speed;
        *angular += b.mass[k] * speed * far;
    }
    for (size_t k = 0; k < 2; k++) {
        lf_vec3 w;
        const lf_vec3 m = quadrotors_turning(Q, k, n, y, i, &w);
        *energy += 0.5 * lf_dot(m, w);
        *angular += sqrt(lf_dot(m, m));
    }
}

#define QUADROTORS_SIZE(name, which)                                                    \
    LF_KERNEL static void name(const lf_problem *P, const lf_lanes *L, const double *y, \
                               double *size)                                            \
    {                                                                                   \
        for (size_t i = 0; i < L->n; i++) {                                             \
            double part[3];                                                             \
            quadrotors_parts(P->ctx, L->n, y, i, &part[0], &part[1], &part[2]);         \
            size[i] = part[which];                                                      \
        }                                                                               \
    }
QUADROTORS_SIZE(quadrotors_energy_size, 0)
QUADROTORS_SIZE(quadrotors_momentum_size, 1)
QUADROTORS_SIZE(quadrotors_angular_size, 2)

/* in the order of the invariants below; NULL: as large as it is */
static lf_quantity *const quadrotors_free_size[] = {quadrotors_energy_size,
                                                    quadrotors_angular_size,
                                                    quadrotors_momentum_size,
                                                    quadrotors_momentum_size,
                                                    quadrotors_momentum_size,
                                                    NULL,
                                                    NULL,
                                                    NULL,
                                                    NULL};
static lf_quantity *const quadrotors_pushed_size[] = {quadrotors_energy_size,
                                                      quadrotors_momentum_size,
                                                      quadrotors_momentum_size,
                                                      quadrotors_momentum_size,
                                                      NULL,
                                                      NULL,
                                                      NULL,
                                                      NULL};
static const lf_scales quadrotors_free_scales = {quadrotors_free_size},
                       quadrotors_pushed_scales = {quadrotors_pushed_size};

/* ---- by choice ---- */

#define QUADROTORS_MOMENTA                                                        \
    {"momentum.x", "momentum less the forces' impulse", quadrotors_impulse_x},    \
        {"momentum.y", "likewise along the second axis", quadrotors_impulse_y},   \
    {                                                                             \
        "momentum.z", "likewise along the third axis, down", quadrotors_impulse_z \
    }
#define QUADROTORS_SPINS                                                                   \
    {"spin1", "|J1 Omega1|, angular momentum of quadrotor 1", quadrotors_momentum1},       \
        {"spin2", "|J2 Omega2|, angular momentum of quadrotor 2", quadrotors_momentum2},   \
        {"rotation1", "Omega1.J1 Omega1/2, energy of its rotation", quadrotors_rotation1}, \
        {"rotation2", "Omega2.J2 Omega2/2, likewise", quadrotors_rotation2},               \
    {                                                                                      \
        NULL, NULL, NULL                                                                   \
    }

static const lf_invariant quadrotors_free[] = {
    {"energy", "kinetic energy, rotations included, and that of the weights", quadrotors_energy},
    {"angular_momentum", "of all bodies about the third axis", quadrotors_vertical},
    QUADROTORS_MOMENTA,
    QUADROTORS_SPINS};
static const lf_invariant quadrotors_pushed[] = {
    {"energy", "kinetic and potential energy, that of the given forces included",
     quadrotors_energy},
    QUADROTORS_MOMENTA,
    QUADROTORS_SPINS};
static const lf_invariant quadrotors_twisted[] = {
    {"energy", "of load and links: kinetic and potential, that of the given forces included",
     quadrotors_translation},
    QUADROTORS_MOMENTA,
    {NULL, NULL, NULL}};
static const lf_invariant quadrotors_spinning[] = {QUADROTORS_SPINS};

const lf_invariant *lf_quadrotors_invariants(const quadrotors *Q)
{
    double moments = 0;
    for (size_t k = 0; k < 3; k++)
        moments += fabs(Q->M1[k]) + fabs(Q->M2[k]);
    switch ((quadrotors_control)Q->control) {
    case QUADROTORS_NONE: return quadrotors_free;
    case QUADROTORS_GIVEN:
        if (Q->thrust == QUADROTORS_IDEAL)
            return moments > 0 ? quadrotors_twisted : quadrotors_pushed;
        return moments > 0 ? NULL : quadrotors_spinning;
    case QUADROTORS_BY_PATH: break;
    }
    return Q->attitude == QUADROTORS_CONTROLLED ? NULL : quadrotors_spinning;
}

const lf_scales *lf_quadrotors_scales(const quadrotors *Q)
{
    const lf_invariant *list = lf_quadrotors_invariants(Q);
    if (list == quadrotors_free)
        return &quadrotors_free_scales;
    return list == quadrotors_pushed || list == quadrotors_twisted ? &quadrotors_pushed_scales
                                                                   : NULL;
}
