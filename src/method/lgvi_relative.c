/* SPDX-License-Identifier: BSD-3-Clause */
/* lgvi_relative.c - the variational integrator of two bodies in the frame of the second. With
 * momenta in the middle of a step, which a kick gives,
 *
 *   Gamma_h = Gamma - h/2 U_X,  Pi_h = Pi - h/2 M,  Pi2_h = Pi2 + h/2 (X x U_X + M),
 *   gamma2_h = gamma2 + h/2 R2 U_X,
 *
 *   F  from R^T Pi_h  in the frame of body 1,   F2 from Pi2_h,
 *   X+ = F2^T (X + h Gamma_h/m),  R+ = F2^T R F,  x2+ = x2 + h gamma2_h/m2,  R2+ = R2 F2,
 *
 * momenta seen from body 2 turn by F2^T, and the second kick is the first at the new point. Lee,
 * Leok, McClamroch 2007, (110)-(125), where the rotation of body 1 is R F R^T; in the frame of its
 * own its moments are constant. x2, gamma2 and R2 are the reconstruction, (114), (115), (123)-(125),
 * with R2 where the paper prints R. */
#include "method/lgvi.h"

#include "problem/bodies_math.h"

/* gamma and Pi of both bodies after a kick by k */
typedef struct {
    lf_vec3 Gamma, gamma2, Pi, Pi2;
} relative_momenta;

static LF_INLINE relative_momenta relative_kick(const lf_lgvi_form *f, size_t i, double k,
                                                const double *y, const double *gamma,
                                                const double *Pi)
{
    const lf_vec3 U_X = lf_vec3_load(f->force, f->n, i);
    const lf_vec3 M = lf_vec3_load(f->force + 3 * f->n, f->n, i);
    const lf_vec3 X = lf_vec3_load(y, f->m, i);
    const lf_mat3 R2 = lf_mat3_load(y + LF_BODY_R * f->m, f->m, f->n + i);
    return (relative_momenta){
        lf_axpy(lf_vec3_load(gamma, f->m, i), -k, U_X),
        lf_axpy(lf_vec3_load(gamma, f->m, f->n + i), k, lf_mat3_vec(R2, U_X)),
        lf_axpy(lf_vec3_load(Pi, f->m, i), -k, M),
        lf_axpy(lf_vec3_load(Pi, f->m, f->n + i), k, lf_add(lf_cross(X, U_X), M))};
}

static LF_INLINE void relative_keep(size_t m, size_t n, size_t i, const relative_momenta *s,
                                    double *gamma, double *Pi)
{
    lf_vec3_store(gamma, m, i, s->Gamma);
    lf_vec3_store(gamma, m, n + i, s->gamma2);
    lf_vec3_store(Pi, m, i, s->Pi);
    lf_vec3_store(Pi, m, n + i, s->Pi2);
}

LF_KERNEL static void relative_begin(const lf_lgvi_form *f, const double *gamma, const double *Pi)
{
    LF_EACH_LANE(i, f->n) {
        const relative_momenta s = relative_kick(f, i, f->kick[i], f->y0, gamma, Pi);
        const lf_mat3 R = lf_mat3_load(f->y0 + LF_BODY_R * f->m, f->m, i);
        relative_keep(f->m, f->n, i, &s, f->gamma, f->Pi);
        lf_vec3_store(f->p, f->m, i, lf_mat3_vec_left(s.Pi, R));
        lf_vec3_store(f->p, f->m, f->n + i, s.Pi2);
    }
}

/* F2^T R F */
static LF_INLINE lf_mat3 relative_attitude(const lf_turn *F, const lf_turn *F2, lf_mat3 R)
{
    const lf_mat3 rows = {lf_turn_back(F, R.r0), lf_turn_back(F, R.r1), lf_turn_back(F, R.r2)};
    const lf_mat3 t = lf_mat3_transpose(rows);
    const lf_mat3 columns = {lf_turn_back(F2, t.r0), lf_turn_back(F2, t.r1),
                             lf_turn_back(F2, t.r2)};
    const lf_mat3 end = lf_mat3_transpose(columns);
    return lf_mat3_straight(end.r0, end.r1);
}

LF_KERNEL static void relative_drift(const lf_lgvi_form *f)
{
    const lf_bodies *B = f->B;
    const double over = 1 / lf_bodies_reduced_mass(B), over2 = 1 / B->mass[1];
    const double *R = f->y0 + LF_BODY_R * f->m;
    double *end = f->y1 + LF_BODY_R * f->m;
    LF_EACH_LANE(i, f->n) {
        const size_t m = f->m, j = f->n + i; /* body 2 */
        const lf_turn F = lf_lgvi_rotation(m, i, f->q), F2 = lf_lgvi_rotation(m, j, f->q);
        const lf_vec3 Gamma = lf_vec3_load(f->gamma, m, i), gamma2 = lf_vec3_load(f->gamma, m, j);
        const lf_vec3 X = lf_axpy(lf_vec3_load(f->y0, m, i), f->h[i] * over, Gamma);
        lf_vec3_store(f->y1, m, i, lf_turn_back(&F2, X));
        lf_vec3_store(f->y1, m, j, lf_axpy(lf_vec3_load(f->y0, m, j), f->h[i] * over2, gamma2));
        lf_mat3_store(end, m, i, relative_attitude(&F, &F2, lf_mat3_load(R, m, i)));
        lf_mat3_store(end, m, j,
                      lf_mat3_straight(lf_turn_back(&F2, lf_vec3_load(R, m, j)),
                                       lf_turn_back(&F2, lf_vec3_load(R + 3 * m, m, j))));
        lf_vec3_store(f->gamma, m, i, lf_turn_back(&F2, Gamma));
        lf_vec3_store(f->Pi, m, i, lf_turn_back(&F2, lf_vec3_load(f->Pi, m, i)));
        lf_vec3_store(f->Pi, m, j, lf_turn_back(&F2, lf_vec3_load(f->Pi, m, j)));
    }
}

LF_KERNEL static void relative_end(const lf_lgvi_form *f)
{
    LF_EACH_LANE(i, f->n) {
        const relative_momenta s = relative_kick(f, i, 0.5 * f->h[i], f->y1, f->gamma, f->Pi);
        relative_keep(f->m, f->n, i, &s, f->y1 + LF_BODY_GAMMA * f->m, f->y1 + LF_BODY_PI * f->m);
    }
}

const lf_lgvi_parts lf_lgvi_relative = {relative_begin, relative_drift, relative_end};
