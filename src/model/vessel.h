/* SPDX-License-Identifier: BSD-3-Clause */
/* vessel.h - the parameters of the vessel, and the forces on one, which other models may use. */
#ifndef LF_MODEL_VESSEL_H
#define LF_MODEL_VESSEL_H

#include "base/mat3.h"
#include "model/models.h"
#include "model/schedule.h"
#include "model/sea.h"

enum { VESSEL_CONSTANT, VESSEL_PD, VESSEL_DP };
enum { VESSEL_NONE, VESSEL_BUOYANCY, VESSEL_HYDROSTATIC };
enum { AT_Q = 0, AT_X = 9, AT_P = 12, AT_PI = 15, AT_BOOKS = 18 }; /* where they begin in y */

typedef struct {
    double mass, inertia[3], damping[3], angular_damping[3];
    double quadratic_damping[3], quadratic_angular_damping[3];
    lf_list added, tau;
    double force[3], torque[3];
    int control, potential, ledger;
    double target[3], gain[4]; /* of the controller: place, velocity, attitude, rate */
    double heave, righting, roll, pitch;
    lf_sea_asked waves;
    double wave_force[6], wave_lead[6];
    double x[3], Q[9], P[3], Pi[3];
    /* derived */
    double weight[6];        /* the diagonal of M where that is all */
    double inverse[36];      /* of M */
    bool coupled, quadratic; /* M is more than diag(m, m, m, J); there is quadratic damping */
    lf_schedule schedule;
    lf_sea sea;
    double *memory; /* of the sea */
    lf_group plane, group;
    lf_action books, action;
    const lf_group *groups[4];
    const lf_action *factors[4];
    lf_trait traits[3];
} vessel;

/* Force and torque in the body frame; what damps is not in them. */
typedef struct {
    lf_vec3 force, torque;
} lf_wrench;

static LF_INLINE lf_wrench lf_wrench_add(lf_wrench a, lf_wrench b)
{
    return (lf_wrench){lf_add(a.force, b.force), lf_add(a.torque, b.torque)};
}

/* Buoyancy of a ship, from heave z^2/2 + (pitch Q31^2 + roll Q32^2)/2: stiff against heave, and
 * against turning about the body's first axis (roll) and second axis (pitch). */
static LF_INLINE lf_wrench lf_hydrostatic_wrench(double heave, double roll, double pitch, lf_mat3 Q,
                                                 double z)
{
    const lf_vec3 up = Q.r2, slope = {pitch * up.x, roll * up.y, 0};
    return (lf_wrench){lf_scale(-heave * z, up), lf_cross(up, slope)};
}
static LF_INLINE double lf_hydrostatic_energy(double heave, double roll, double pitch, lf_mat3 Q,
                                              double z)
{
    return 0.5 * (heave * z * z + pitch * Q.r2.x * Q.r2.x + roll * Q.r2.y * Q.r2.y);
}

/* Dynamic positioning holds a place in the plane and the heading Q11 = 1, from
 * place |(x, y) - target|^2/2 + yaw (1 - Q11). Its damping is the vessel's. */
static LF_INLINE lf_wrench lf_positioning_wrench(double place, double yaw, const double target[2],
                                                 lf_mat3 Q, lf_vec3 x)
{
    const lf_vec3 pull = {-place * (x.x - target[0]), -place * (x.y - target[1]), 0};
    return (lf_wrench){lf_mat3_vec_left(pull, Q), {0, -yaw * Q.r0.z, yaw * Q.r0.y}};
}
static LF_INLINE double lf_positioning_energy(double place, double yaw, const double target[2],
                                              lf_mat3 Q, lf_vec3 x)
{
    const double a = x.x - target[0], b = x.y - target[1];
    return 0.5 * place * (a * a + b * b) + yaw * (1 - Q.r0.x);
}

/* Waves push with so many newtons (and newton metres) per metre of the surface, in the body frame:
 * `force` in phase with it, `lead` a quarter of a period ahead. */
static LF_INLINE lf_wrench lf_wave_wrench(const lf_sea *sea, double t, const double force[6],
                                          const double lead[6])
{
    const lf_sea_level z = lf_sea_at(sea, t);
    double w[6];
    for (int k = 0; k < 6; k++)
        w[k] = z.here * force[k] + z.lead * lead[k];
    return (lf_wrench){{w[0], w[1], w[2]}, {w[3], w[4], w[5]}};
}

/* ---- the vessel's own, shared by its files ---- */

static LF_INLINE lf_vec3 lf_vessel_vec(const double *a)
{
    return (lf_vec3){a[0], a[1], a[2]};
}

/* What multiplies the velocity k (0, 1, 2 along, 3, 4, 5 about the axes) in the force against it. */
static LF_INLINE double lf_vessel_resistance(const vessel *v, size_t k)
{
    const bool held = v->control == VESSEL_PD || (v->control == VESSEL_DP && (k < 2 || k == 5));
    const double rate = held ? v->gain[k < 3 ? 1 : 3] : 0;
    return rate + (k < 3 ? v->damping[k] : v->angular_damping[k - 3]);
}

/* And its size times it. */
static LF_INLINE double lf_vessel_quadratic(const vessel *v, size_t k)
{
    return k < 3 ? v->quadratic_damping[k] : v->quadratic_angular_damping[k - 3];
}

/* What comes from outside at time t, `inside` telling the side of a kink. */
lf_wrench lf_vessel_supplied(const vessel *v, double t, double inside);
/* The same and what (x, Q) cause: the forces that have an energy. */
lf_wrench lf_vessel_wrench(const vessel *v, lf_wrench supplied, lf_mat3 Q, lf_vec3 x);
/* Velocities from momenta, three along and three about the axes. */
void lf_vessel_velocity(const vessel *v, const double p[6], double nu[6]);
/* Kinetic energy, that of the water and, with a ledger, that of the controller. */
double lf_vessel_energy(const vessel *v, const double *y, size_t n, size_t i);

extern const lf_splitting lf_vessel_pieces, lf_vessel_quadratic_pieces;
extern const lf_invariant lf_vessel_outputs[], lf_vessel_wave_outputs[], lf_vessel_balance[];
extern const lf_names lf_vessel_names;

#endif
