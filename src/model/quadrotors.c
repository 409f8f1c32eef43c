/* SPDX-License-Identifier: BSD-3-Clause */
/* quadrotors.c - two quadrotors carry a point mass on rigid links: section 6 of Celledoni, Cokaj,
 * Leone, Murari, Owren 2021, on R^6 x (SO(3) x R^3)^2 x (TS^2)^2. Quadrotor i is at y - L_i q_i,
 * gives the force u_i and the moment M_i; e3 is down (not up as the paper's text says: its
 * equations have the weight along +e3), and q, w are both in the inertial frame.
 *
 * The paper's 18 x 18 system comes down to two link forces lambda_i (negative under tension):
 *   my (v' - g e3) = lambda_1 q_1 + lambda_2 q_2
 *   lambda_i + m_i q_i.(v' - g e3) = q_i.u_i - m_i L_i |w_i|^2
 *   L_i w_i' = q_i x (v' - g e3) - q_i x u_i / m_i
 *   J_i Omega_i' = J_i Omega_i x Omega_i + M_i,   R_i' = R_i hat(Omega_i) = hat(R_i Omega_i) R_i */
#include "model/models.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/quadrotors_control.h"

_Static_assert(sizeof(quadrotors) <= LF_MODEL_MAX_SIZE, "the parameters do not fit");

/* v' - g e3 of the bodies under the forces u */
static LF_INLINE lf_vec3 quadrotors_pull(const quadrotors *Q, const quadrotors_point *p, lf_vec3 u1,
                                         lf_vec3 u2)
{
    const double inverse = 1 / Q->my, w1 = 1 / Q->m[0], w2 = 1 / Q->m[1];
    const double a = lf_fma(inverse, lf_dot(p->q1, p->q1), w1);
    const double b = inverse * lf_dot(p->q1, p->q2);
    const double c = lf_fma(inverse, lf_dot(p->q2, p->q2), w2);
    const double r1 = w1 * lf_dot(p->q1, u1) - Q->L[0] * lf_dot(p->w1, p->w1);
    const double r2 = w2 * lf_dot(p->q2, u2) - Q->L[1] * lf_dot(p->w2, p->w2);
    /* the matrix is positive definite: its determinant is at least a/m2 */
    const double scale = inverse / (a * c - b * b);
    return lf_axpy(lf_scale(scale * (c * r1 - b * r2), p->q1), scale * (a * r2 - b * r1), p->q2);
}

/* field of a link: (w, q x w') */
static LF_INLINE void quadrotors_swing(size_t n, size_t i, double m, double L, lf_vec3 q, lf_vec3 w,
                                       lf_vec3 pull, lf_vec3 u, double *f)
{
    const lf_vec3 rate = lf_scale(1 / L, lf_cross(q, lf_axpy(pull, -1 / m, u)));
    lf_vec3_store(f, n, i, w);
    lf_vec3_store(f + 3 * n, n, i, lf_cross(q, rate));
}

static LF_INLINE lf_vec3 quadrotors_divide(lf_vec3 a, const double J[3])
{
    return (lf_vec3){a.x / J[0], a.y / J[1], a.z / J[2]};
}

/* J Omega x Omega, the torque-free change of J Omega */
static LF_INLINE lf_vec3 quadrotors_gyroscopic(const double J[3], lf_vec3 Omega)
{
    const lf_vec3 momentum = {J[0] * Omega.x, J[1] * Omega.y, J[2] * Omega.z};
    return lf_cross(momentum, Omega);
}

/* field of a body: (R Omega, Omega'); `moment` may be NULL */
static LF_INLINE void quadrotors_spin(size_t n, size_t i, const double J[3], const double *moment,
                                      const double *y, double *f)
{
    const lf_mat3 R = lf_mat3_load(y, n, i);
    const lf_vec3 Omega = lf_vec3_load(y + 9 * n, n, i);
    lf_vec3 change = quadrotors_gyroscopic(J, Omega);
    if (moment)
        change = lf_add(change, (lf_vec3){moment[0], moment[1], moment[2]});
    lf_vec3_store(f, n, i, lf_mat3_vec(R, Omega));
    lf_vec3_store(f + 3 * n, n, i, quadrotors_divide(change, J));
}

/* The same under the moment that turns the thrust towards u; answers the force that acts. */
static LF_INLINE lf_vec3 quadrotors_steer(const quadrotors *Q, size_t n, size_t i,
                                          const double J[3], lf_vec3 yaw, lf_vec3 u,
                                          const double *y, double *f)
{
    const lf_mat3 R = lf_mat3_load(y, n, i), columns = lf_mat3_transpose(R);
    const lf_vec3 Omega = lf_vec3_load(y + 9 * n, n, i);
    const lf_vec3 error = quadrotors_attitude_error(columns, u, yaw);
    /* the moment's Omega x J Omega cancels the gyroscopic term */
    const lf_vec3 change = lf_axpy(lf_scale(-Q->kR, error), -Q->kOmega, Omega);
    lf_vec3_store(f, n, i, lf_mat3_vec(R, Omega));
    lf_vec3_store(f + 3 * n, n, i, quadrotors_divide(change, J));
    const lf_vec3 along = lf_scale(lf_dot(columns.r2, u), columns.r2);
    const int body = Q->thrust == QUADROTORS_BODY;
    return (lf_vec3){body ? along.x : u.x, body ? along.y : u.y, body ? along.z : u.z};
}

/* Load and links under the forces u. */
static LF_INLINE void quadrotors_carry(const quadrotors *Q, size_t n, size_t i,
                                       const quadrotors_point *p, lf_vec3 u1, lf_vec3 u2, double *f)
{
    const lf_vec3 pull = quadrotors_pull(Q, p, u1, u2);
    double *to_link = f + QUADROTORS_TO_LINK * n;
    lf_vec3_store(f, n, i, p->v);
    lf_vec3_store(f + 3 * n, n, i, (lf_vec3){pull.x, pull.y, pull.z + Q->g});
    quadrotors_swing(n, i, Q->m[0], Q->L[0], p->q1, p->w1, pull, u1, to_link);
    quadrotors_swing(n, i, Q->m[1], Q->L[1], p->q2, p->w2, pull, u2, to_link + 6 * n);
}

static LF_INLINE void quadrotors_lanes(size_t n, int controlled, const quadrotors *Q, lf_vec3 yaw,
                                       const double *restrict plan, const double *restrict y,
                                       double *restrict f)
{
    const double *first = y + QUADROTORS_AT_BODY * n, *second = first + 12 * n;
    double *to_first = f + QUADROTORS_TO_BODY * n;
    LF_EACH_LANE(i, n) {
        const quadrotors_point p = quadrotors_read(n, y, i);
        const quadrotors_load to = quadrotors_lift(Q, p, n, plan, i);
        lf_vec3 u1 = quadrotors_force(Q, Q->m[0], Q->L[0], p.q1, p.w1, to.mu1, &to);
        lf_vec3 u2 = quadrotors_force(Q, Q->m[1], Q->L[1], p.q2, p.w2, to.mu2, &to);
        if (controlled) {
            u1 = quadrotors_steer(Q, n, i, Q->J1, yaw, u1, first, to_first);
            u2 = quadrotors_steer(Q, n, i, Q->J2, yaw, u2, second, to_first + 6 * n);
        } else {
            quadrotors_spin(n, i, Q->J1, NULL, first, to_first);
            quadrotors_spin(n, i, Q->J2, NULL, second, to_first + 6 * n);
        }
        quadrotors_carry(Q, n, i, &p, u1, u2, f);
    }
}

/* A force that is given, in space or in the axes of the body. */
static LF_INLINE lf_vec3 quadrotors_given(const quadrotors *Q, size_t n, size_t i, const double *y,
                                          const double given[3])
{
    const lf_vec3 u = {given[0], given[1], given[2]},
                  turned = lf_mat3_vec(lf_mat3_load(y, n, i), u);
    const int body = Q->thrust == QUADROTORS_BODY;
    return (lf_vec3){body ? turned.x : u.x, body ? turned.y : u.y, body ? turned.z : u.z};
}

/* Forces and moments that are given, which may be none. */
static LF_INLINE void quadrotors_open_lanes(size_t n, const quadrotors *Q, const double *restrict y,
                                            double *restrict f)
{
    const double *first = y + QUADROTORS_AT_BODY * n, *second = first + 12 * n;
    double *to_first = f + QUADROTORS_TO_BODY * n;
    LF_EACH_LANE(i, n) {
        const quadrotors_point p = quadrotors_read(n, y, i);
        quadrotors_spin(n, i, Q->J1, Q->M1, first, to_first);
        quadrotors_spin(n, i, Q->J2, Q->M2, second, to_first + 6 * n);
        quadrotors_carry(Q, n, i, &p, quadrotors_given(Q, n, i, first, Q->u1),
                         quadrotors_given(Q, n, i, second, Q->u2), f);
    }
}

/* `work` holds the desired path of the lanes. */
LF_KERNEL static lf_status quadrotors_field(const lf_problem *P, const lf_lanes *L, const double *y,
                                            double *f, double *work)
{
    const size_t n = L->n;
    const double *t = L->t;
    const quadrotors *Q = P->ctx;
    const lf_vec3 yaw = {cos(Q->yaw), sin(Q->yaw), 0};
    if (Q->control != QUADROTORS_BY_PATH) {
        LF_BY_LANES(n, quadrotors_open_lanes, Q, y, f);
        return LF_OK;
    }
    lf_quadrotors_plan(Q, n, t, work);
    if (Q->attitude == QUADROTORS_CONTROLLED)
        LF_BY_LANES(n, quadrotors_lanes, 1, Q, yaw, work, y, f);
    else
        LF_BY_LANES(n, quadrotors_lanes, 0, Q, yaw, work, y, f);
    return LF_OK;
}

/* R' = R hat(Omega) as printed: off the rotations hat(R Omega) R is another matrix. */
static LF_INLINE void quadrotors_literal_body(size_t n, size_t i, const double *y, const double *f,
                                              double *F)
{
    const lf_mat3 R = lf_mat3_load(y, n, i);
    const lf_vec3 Omega = lf_vec3_load(y + 9 * n, n, i);
    lf_mat3_store(F, n, i,
                  (lf_mat3){lf_cross(R.r0, Omega), lf_cross(R.r1, Omega), lf_cross(R.r2, Omega)});
    lf_vec3_store(F + 9 * n, n, i, lf_vec3_load(f + 3 * n, n, i));
}

/* q' = w x q, and w' from q x w' without the factor |q|^2 that the generator has off the sphere */
static LF_INLINE void quadrotors_literal_link(size_t n, size_t i, const double *y, const double *f,
                                              double *F)
{
    const lf_vec3 q = lf_vec3_load(y, n, i), w = lf_vec3_load(y + 3 * n, n, i);
    const lf_vec3 turned = lf_cross(lf_vec3_load(f + 3 * n, n, i), q);
    lf_vec3_store(F, n, i, lf_cross(w, q));
    lf_vec3_store(F + 3 * n, n, i, lf_scale(1 / lf_dot(q, q), turned));
}

/* The equations as printed, for classical methods; `work`: the field, then its own scratch. */
LF_KERNEL static lf_status quadrotors_ambient(const lf_problem *P, const lf_lanes *L,
                                              const double *y, double *F, double *work)
{
    const size_t n = L->n;
    const double *f = work;
    const lf_status s =
        quadrotors_field(P, L, y, work, work + ((const quadrotors *)P->ctx)->action.group->dim * n);
    memcpy(F, f, 6 * n * sizeof *F);
    for (size_t k = 0; k < 2; k++) {
        const size_t body = (QUADROTORS_AT_BODY + 12 * k) * n,
                     link = (QUADROTORS_AT_LINK + 6 * k) * n;
        LF_EACH_LANE(i, n) {
            quadrotors_literal_body(n, i, y + body, f + (QUADROTORS_TO_BODY + 6 * k) * n, F + body);
            quadrotors_literal_link(n, i, y + link, f + (QUADROTORS_TO_LINK + 6 * k) * n, F + link);
        }
    }
    return s;
}

/* ---- the model ---- */

static const char *const quadrotors_columns[] = {
    "y.x",      "y.y",      "y.z",      "v.x",      "v.y",      "v.z",      "R1.11",
    "R1.12",    "R1.13",    "R1.21",    "R1.22",    "R1.23",    "R1.31",    "R1.32",
    "R1.33",    "Omega1.x", "Omega1.y", "Omega1.z", "R2.11",    "R2.12",    "R2.13",
    "R2.21",    "R2.22",    "R2.23",    "R2.31",    "R2.32",    "R2.33",    "Omega2.x",
    "Omega2.y", "Omega2.z", "q1.x",     "q1.y",     "q1.z",     "omega1.x", "omega1.y",
    "omega1.z", "q2.x",     "q2.y",     "q2.z",     "omega2.x", "omega2.y", "omega2.z"};
static const lf_names quadrotors_names = {.list = quadrotors_columns};

static double quadrotors_product(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* A link and its rate are a point of TS^2, up to 1e-9. */
static lf_status quadrotors_check_link(const double q[3], const double w[3], int k, char *why,
                                       size_t why_size)
{
    const double norm = sqrt(quadrotors_product(q, q)), along = quadrotors_product(q, w);
    if (!(fabs(norm - 1) <= 1e-9))
        snprintf(why, why_size, "q%d must be a unit vector, got |q%d| = %.12g", k, k, norm);
    else if (!(fabs(along) <= 1e-9 * (1 + sqrt(quadrotors_product(w, w)))))
        snprintf(why, why_size, "omega%d must be perpendicular to q%d, got q%d.omega%d = %.6g", k,
                 k, k, k, along);
    else
        return LF_OK;
    return LF_EINPUT;
}

/* Choices that would be passed over in silence. */
static lf_status quadrotors_check_control(const quadrotors *Q, char *why, size_t why_size)
{
    const double *const given[] = {Q->u1, Q->u2, Q->M1, Q->M2};
    static const char *const names[] = {"u1", "u2", "M1", "M2"};
    for (int k = 0; k < 4 && Q->control != QUADROTORS_GIVEN; k++)
        if (quadrotors_product(given[k], given[k]) > 0) {
            snprintf(why, why_size, "%s acts with control = given only", names[k]);
            return LF_EINPUT;
        }
    if (Q->control != QUADROTORS_BY_PATH && Q->attitude == QUADROTORS_CONTROLLED)
        snprintf(why, why_size,
                 "attitude = controlled needs control = path: it turns the thrust to "
                 "the force that the load's control asks for");
    else if (Q->control == QUADROTORS_NONE && Q->thrust == QUADROTORS_BODY)
        snprintf(why, why_size, "thrust = body needs a thrust: control = none gives none");
    else if (Q->control == QUADROTORS_BY_PATH && Q->thrust == QUADROTORS_BODY &&
             Q->attitude == QUADROTORS_FREE)
        snprintf(why, why_size,
                 "thrust = body needs attitude = controlled: a quadrotor that turns "
                 "freely would push anywhere");
    else
        return LF_OK;
    return LF_EINPUT;
}

static lf_status quadrotors_check(const quadrotors *Q, char *why, size_t why_size)
{
    lf_status s = lf_check_rotation(Q->R1, "R1", why, why_size);
    if (s == LF_OK)
        s = lf_check_rotation(Q->R2, "R2", why, why_size);
    if (s == LF_OK)
        s = quadrotors_check_link(Q->q1, Q->omega1, 1, why, why_size);
    if (s == LF_OK)
        s = quadrotors_check_link(Q->q2, Q->omega2, 2, why, why_size);
    if (s == LF_OK)
        s = lf_check_moments(Q->J1, "J1", why, why_size);
    if (s == LF_OK)
        s = lf_check_moments(Q->J2, "J2", why, why_size);
    if (s == LF_OK)
        s = quadrotors_check_control(Q, why, why_size);
    if (s != LF_OK)
        return s;
    const double d = sqrt(quadrotors_product(Q->d, Q->d));
    if (!(fabs(d - 1) <= 1e-9 && fabs(Q->d[2]) <= 1e-9))
        snprintf(why, why_size, "d must be a horizontal unit vector, got |d| = %.12g, d.z = %.6g",
                 d, Q->d[2]);
    else if (Q->path == QUADROTORS_CIRCLE && !(quadrotors_product(Q->normal, Q->normal) > 0))
        snprintf(why, why_size, "normal must not be zero: it is normal to the plane of the circle");
    else
        return LF_OK;
    return LF_EINPUT;
}

/* R^6 x (SO(3) x R^3)^2 x SE(3)^2 on R^6 x (SO(3) x R^3)^2 x (TS^2)^2 */
static void quadrotors_space(quadrotors *Q)
{
    Q->r6 = lf_group_rn(6);
    Q->translation = lf_action_translation(&Q->r6);
    Q->actions[0] = &Q->translation;
    Q->actions[1] = Q->actions[2] = &lf_tso3_left;
    Q->actions[3] = Q->actions[4] = &lf_ts2;
    for (size_t k = 0; k < 5; k++)
        Q->groups[k] = Q->actions[k]->group;
    Q->group = lf_group_product(5, Q->groups);
    Q->action = lf_action_product(&Q->group, 5, Q->actions);
}

static void quadrotors_start(const quadrotors *Q, double *y0)
{
    const struct {
        const double *values;
        size_t count;
    } part[] = {{Q->y, 3},      {Q->v, 3},  {Q->R1, 9},     {Q->Omega1, 3}, {Q->R2, 9},
                {Q->Omega2, 3}, {Q->q1, 3}, {Q->omega1, 3}, {Q->q2, 3},     {Q->omega2, 3}};
    for (size_t k = 0; k < sizeof part / sizeof *part; k++) {
        memcpy(y0, part[k].values, part[k].count * sizeof *y0);
        y0 += part[k].count;
    }
}

static lf_status quadrotors_build(void *self, lf_problem *P, double *y0, char *why, size_t why_size)
{
    quadrotors *Q = self;
    const lf_status s = quadrotors_check(Q, why, why_size);
    if (s != LF_OK)
        return s;
    const bool controlled = Q->attitude == QUADROTORS_CONTROLLED,
               open = Q->control != QUADROTORS_BY_PATH;
    quadrotors_space(Q);
    quadrotors_start(Q, y0);
    Q->ambient = (lf_ambient){quadrotors_ambient, Q->action.group->dim + QUADROTORS_PLAN};
    lf_trait *trait = Q->traits;
    *trait++ = (lf_trait){LF_TRAIT_AMBIENT, &Q->ambient};
    if (lf_quadrotors_scales(Q))
        *trait++ = (lf_trait){LF_TRAIT_SCALES, lf_quadrotors_scales(Q)};
    *trait = (lf_trait){LF_TRAIT_END, NULL};
    *P = (lf_problem){.name = "quadrotors",
                      .action = &Q->action,
                      .field = quadrotors_field,
                      .field_work = QUADROTORS_PLAN,
                      .ctx = Q,
                      .traits = Q->traits,
                      .invariants = lf_quadrotors_invariants(Q),
                      .outputs = open         ? NULL
                                 : controlled ? lf_quadrotors_outputs
                                              : lf_quadrotors_outputs + 2,
                      .names = &quadrotors_names};
    return LF_OK;
}

#define QUADROTORS_GAIN 0, INFINITY, 0 /* not below 0 */
static const lf_param quadrotors_params[] = {
    LF_REALS(quadrotors, my, 1, "kg", "1", LF_POSITIVE, "mass of the load"),
    LF_REALS(quadrotors, m, 2, "kg", "0.7 0.8", LF_POSITIVE, "masses of the quadrotors"),
    LF_REALS(quadrotors, L, 2, "m", "1 1.2", LF_POSITIVE, "lengths of the links"),
    LF_REALS(quadrotors, g, 1, "m/s^2", "9.81", LF_ANY,
             "gravity, along the third axis, which is down"),
    LF_REALS(quadrotors, J1, 3, "kg m^2", "0.082 0.0845 0.1377", LF_POSITIVE,
             "principal moments of inertia of quadrotor 1"),
    LF_REALS(quadrotors, J2, 3, "kg m^2", "0.09 0.0875 0.15", LF_POSITIVE,
             "principal moments of inertia of quadrotor 2"),
    LF_CHOOSE(quadrotors, control, "path|given|none", "path",
              "forces that bring the load to its path by a control of this model's own, as its "
              "gains and paths are (the paper gives none); forces and moments that are given; or "
              "none"),
    LF_REALS(quadrotors, u1, 3, "N", "0 0 0", LF_ANY, "given force of quadrotor 1",
             "control=given"),
    LF_REALS(quadrotors, u2, 3, "N", "0 0 0", LF_ANY, "given force of quadrotor 2",
             "control=given"),
    LF_REALS(quadrotors, M1, 3, "N m", "0 0 0", LF_ANY,
             "given moment on quadrotor 1, in its own axes", "control=given"),
    LF_REALS(quadrotors, M2, 3, "N m", "0 0 0", LF_ANY,
             "given moment on quadrotor 2, in its own axes", "control=given"),
    LF_REALS(quadrotors, kx, 1, "1/s^2", "4", QUADROTORS_GAIN, "gain of the load's position error",
             "control=path"),
    LF_REALS(quadrotors, kv, 1, "1/s", "4", QUADROTORS_GAIN, "gain of the load's velocity error",
             "control=path"),
    LF_REALS(quadrotors, kq, 1, "1/s^2", "36", QUADROTORS_GAIN,
             "gain of the links' direction error", "control=path"),
    LF_REALS(quadrotors, kw, 1, "1/s", "12", QUADROTORS_GAIN, "gain of the links' rate error",
             "control=path"),
    LF_REALS(quadrotors, nu, 1, "N", "3", LF_ANY, "force that keeps the quadrotors apart",
             "control=path"),
    LF_REALS(quadrotors, d, 3, "", "0 1 0", LF_ANY, "its direction, horizontal", "control=path"),
    LF_CHOOSE(quadrotors, path, "hover|parabola|circle", "parabola", "desired path of the load",
              "control=path"),
    LF_REALS(quadrotors, p0, 3, "m", "0 0 -1", LF_ANY, "where it starts; the circle's centre",
             "control=path"),
    LF_REALS(quadrotors, p1, 3, "m/s", "0.8 0.3 -1.2", LF_ANY, "velocity there (parabola)",
             "path=parabola"),
    LF_REALS(quadrotors, p2, 3, "m/s^2", "0 0 0.4", LF_ANY, "acceleration (parabola)",
             "path=parabola"),
    LF_REALS(quadrotors, radius, 1, "m", "1", QUADROTORS_GAIN, "radius of the circle",
             "path=circle"),
    LF_REALS(quadrotors, rate, 1, "rad/s", "1", LF_ANY, "angular velocity on the circle",
             "path=circle"),
    LF_REALS(quadrotors, phase, 1, "rad", "0", LF_ANY, "angle at t = 0 on the circle",
             "path=circle"),
    LF_REALS(quadrotors, normal, 3, "", "0 0 1", LF_ANY, "normal to the plane of the circle",
             "path=circle"),
    LF_CHOOSE(quadrotors, attitude, "free|controlled", "free",
              "no moments, or moments that turn the thrust to the force asked for", "control=path"),
    LF_CHOOSE(quadrotors, thrust, "ideal|body", "ideal",
              "the force asked for acts as it is, or what of it lies along the third body axis; a "
              "force that is given stands in space, or in the axes of the body",
              "control=path|given"),
    LF_REALS(quadrotors, kR, 1, "N m", "100", QUADROTORS_GAIN,
             "gain of the attitude error; attitudes must be much faster than links",
             "attitude=controlled"),
    LF_REALS(quadrotors, kOmega, 1, "N m s", "6", QUADROTORS_GAIN, "gain of the body rates",
             "attitude=controlled"),
    LF_REALS(quadrotors, yaw, 1, "rad", "0", LF_ANY, "heading of controlled attitudes",
             "attitude=controlled"),
    LF_REALS(quadrotors, y, 3, "m", "0.3 -0.2 -0.7", LF_ANY, "position of the load at the start"),
    LF_REALS(quadrotors, v, 3, "m/s", "0 0 0", LF_ANY, "its velocity"),
    LF_REALS(quadrotors, R1, 9, "", LF_IDENTITY3, LF_ANY, "attitude of quadrotor 1, row by row"),
    LF_REALS(quadrotors, Omega1, 3, "rad/s", "0.1 0.2 -0.3", LF_ANY, "its body rates"),
    LF_REALS(quadrotors, R2, 9, "", LF_IDENTITY3, LF_ANY, "attitude of quadrotor 2, row by row"),
    LF_REALS(quadrotors, Omega2, 3, "rad/s", "-0.5 0.4 0.2", LF_ANY, "its body rates"),
    LF_REALS(quadrotors, q1, 3, "", "0 -0.6 0.8", LF_ANY, "direction of link 1, to the load"),
    LF_REALS(quadrotors, omega1, 3, "rad/s", "0.4 0 0", LF_ANY, "its angular velocity, across q1"),
    LF_REALS(quadrotors, q2, 3, "", "0.28 0 0.96", LF_ANY, "direction of link 2, to the load"),
    LF_REALS(quadrotors, omega2, 3, "rad/s", "0 -0.5 0", LF_ANY, "its angular velocity, across q2"),
    LF_PARAM_END};

const lf_model lf_model_quadrotors = {
    .size = sizeof(lf_model),
    .name = "quadrotors",
    .doc = "two quadrotors carry a point mass on rigid links: along a desired path, with given "
           "forces, or freely. The papers give the equations and the form of the control, but "
           "neither gains nor paths: those here are ours",
    .formula = "my (v' - g e3) = lambda1 q1 + lambda2 q2, q_i' = w_i x q_i, "
               "L_i w_i' = q_i x (v' - g e3 - u_i/m_i), R_i' = R_i hat(Omega_i), "
               "J_i Omega_i' = J_i Omega_i x Omega_i + M_i, e3 down, "
               "R^6 x (SO(3) x R^3)^2 x SE(3)^2 on R^6 x (SO(3) x R^3)^2 x (TS^2)^2",
    .cite = "Celledoni, Cokaj, Leone, Murari, Owren, Lie group integrators for mechanical systems, "
            "2021, section 6; control after Lee, Sreenath, Kumar 2013 and Lee, Leok, McClamroch "
            "2010",
    .params = quadrotors_params,
    .self_size = sizeof(quadrotors),
    .t_end = 5,
    .step = 0.01,
    .method = "rkmk4",
    .build = quadrotors_build,
    .draw = &lf_quadrotors_picture,
};
