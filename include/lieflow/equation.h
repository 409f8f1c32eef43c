/* SPDX-License-Identifier: BSD-3-Clause */
/* equation.h - an equation, written once.
 *
 * The field f(y) of an equation on a known action, as plain arithmetic on lf_real (real.h), becomes
 * by one line all that the methods of the library like to have: the field over lanes and for a
 * single one, y' itself for classical methods, and bursts of explicit midpoint steps for
 * extrapolation, which keep the points of four or sixteen lanes in registers.
 *
 *     typedef struct { double inverse[3]; } body;             // what the equation knows
 *
 *     // m' = m x I^-1 m on so(3)*: the field -I^-1 m, moved by rotations
 *     LF_EQUATION(body, body, rotation, {
 *         f[0] = -(self->inverse[0] * y[0]);
 *         f[1] = -(self->inverse[1] * y[1]);
 *         f[2] = -(self->inverse[2] * y[2]);
 *     })
 *
 *     const body b = {{1, 0.2, 1. / 6}};
 *     const lf_problem P = lf_equation_problem("my body", &lf_rotation, &body_equation, &b);
 *
 * The text sees `self` (a copy of the problem's ctx, so that it can stay in registers), `y` (a
 * point), `f` (the algebra element to fill) and the type lf_real. The ctx is copied in every call:
 * it must be there, even if the text does not look at it, and tables belong behind pointers in it.
 * It is quickest when components are written one by one: of a loop the compiler makes vectors,
 * which wait for single numbers that were just stored. LF_TIMED_EQUATION sees the time `t` as well
 * and has no bursts. The third argument names how the group moves points:
 *
 *     rotation               SO(3) on R^3, S^2, so(3)*     lf_rotation, lf_sphere, lf_so3_coadjoint
 *     coadjoint              SE(3) on se(3)*               lf_se3_coadjoint
 *     ts2                    SE(3) on TS^2                 lf_ts2
 *     body_frame             SO(3) on (R, m)               lf_body_frame
 *     body_frame_quaternion  S^3 on (q, m)                 lf_body_frame_quaternion
 *     left                   SO(3) on itself               lf_so3_left
 *     tso3_left              SO(3) x R^3 on itself         lf_tso3_left
 *     sl2_plane              SL(2) on R^2                  lf_sl2_plane
 *     line, plane, space, space6: R^1, R^2, R^3, R^6 by translation (lf_action_translation), where
 *                            f is y' itself
 *
 * Another action: define `enum { lf_<name>_point = .., lf_<name>_rate = .. }` and two functions
 * lf_<name>_generator_one, lf_<name>_generator_four with LF_FOR_BOTH, as those below. */
#ifndef LIEFLOW_EQUATION_H
#define LIEFLOW_EQUATION_H

#include <lieflow/problem.h>
#include <lieflow/real.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What LF_EQUATION makes: the field, and traits that end with LF_TRAIT_END. */
typedef struct {
    lf_field *field;
    const lf_trait *traits;
    size_t point, rate; /* numbers of a point and of an algebra element */
} lf_equation;

/* A problem with this equation; what is pointed to must outlive it. An action of other sizes than
 * the equation was written for is left out, and lf_solve refuses the problem. */
static inline lf_problem lf_equation_problem(const char *name, const lf_action *A,
                                             const lf_equation *equation, const void *self)
{
    const int fits = A->dim == equation->point && A->group->dim == equation->rate;
    const lf_problem P = {
        name, fits ? A : NULL, equation->field, 0, self, equation->traits, NULL, NULL, NULL, 0};
    return P;
}

/* ---- how groups move points: v = d/ds exp(s u).y at s = 0 ---- */

enum { lf_rotation_point = 3, lf_rotation_rate = 3 };
enum { lf_coadjoint_point = 6, lf_coadjoint_rate = 6 };
enum { lf_ts2_point = 6, lf_ts2_rate = 6 };
enum { lf_body_frame_point = 12, lf_body_frame_rate = 3 };
enum { lf_body_frame_quaternion_point = 7, lf_body_frame_quaternion_rate = 3 };
enum { lf_left_point = 9, lf_left_rate = 3 };
enum { lf_tso3_left_point = 12, lf_tso3_left_rate = 6 };
enum { lf_sl2_plane_point = 2, lf_sl2_plane_rate = 3 };

#define LF_GENERATORS(lf_real, suffix)                                                         \
    /* u x y */                                                                                \
    static LF_INLINE void lf_rotation_generator_##suffix(const lf_real *u, const lf_real *y,   \
                                                         lf_real *v)                           \
    {                                                                                          \
        lf_cross_##suffix(u, y, v);                                                            \
    }                                                                                          \
    /* (A x P + a x F, A x F) */                                                               \
    static LF_INLINE void lf_coadjoint_generator_##suffix(const lf_real *u, const lf_real *y,  \
                                                          lf_real *v)                          \
    {                                                                                          \
        lf_real arm[3];                                                                        \
        lf_cross_##suffix(u, y, v);                                                            \
        lf_cross_##suffix(u + 3, y + 3, arm);                                                  \
        lf_cross_##suffix(u, y + 3, v + 3);                                                    \
        v[0] = v[0] + arm[0];                                                                  \
        v[1] = v[1] + arm[1];                                                                  \
        v[2] = v[2] + arm[2];                                                                  \
    }                                                                                          \
    /* (A x q, A x w + a x q) */                                                               \
    static LF_INLINE void lf_ts2_generator_##suffix(const lf_real *u, const lf_real *y,        \
                                                    lf_real *v)                                \
    {                                                                                          \
        lf_real arm[3];                                                                        \
        lf_cross_##suffix(u, y, v);                                                            \
        lf_cross_##suffix(u, y + 3, v + 3);                                                    \
        lf_cross_##suffix(u + 3, y, arm);                                                      \
        v[3] = v[3] + arm[0];                                                                  \
        v[4] = v[4] + arm[1];                                                                  \
        v[5] = v[5] + arm[2];                                                                  \
    }                                                                                          \
    /* -R hat(u) has the rows u x r */                                                         \
    static LF_INLINE void lf_body_frame_generator_##suffix(const lf_real *u, const lf_real *y, \
                                                           lf_real *v)                         \
    {                                                                                          \
        lf_cross_##suffix(u, y, v);                                                            \
        lf_cross_##suffix(u, y + 3, v + 3);                                                    \
        lf_cross_##suffix(u, y + 6, v + 6);                                                    \
        lf_cross_##suffix(u, y + 9, v + 9);                                                    \
    }                                                                                          \
    /* (-q u, 2 u x m); the momentum is doubled, not the product: that need not wait for u */  \
    static LF_INLINE void lf_body_frame_quaternion_generator_##suffix(                         \
        const lf_real *u, const lf_real *y, lf_real *v)                                        \
    {                                                                                          \
        const lf_real m[3] = {y[4] + y[4], y[5] + y[5], y[6] + y[6]};                          \
        lf_dot_##suffix(y + 1, u, v);                                                          \
        lf_cross_##suffix(u, y + 1, v + 1);                                                    \
        lf_cross_##suffix(u, m, v + 4);                                                        \
        v[1] = v[1] - y[0] * u[0];                                                             \
        v[2] = v[2] - y[0] * u[1];                                                             \
        v[3] = v[3] - y[0] * u[2];                                                             \
    }                                                                                          \
    /* hat(u) R: every column turns with u */                                                  \
    static LF_INLINE void lf_left_generator_##suffix(const lf_real *u, const lf_real *y,       \
                                                     lf_real *v)                               \
    {                                                                                          \
        v[0] = u[1] * y[6] - u[2] * y[3];                                                      \
        v[1] = u[1] * y[7] - u[2] * y[4];                                                      \
        v[2] = u[1] * y[8] - u[2] * y[5];                                                      \
        v[3] = u[2] * y[0] - u[0] * y[6];                                                      \
        v[4] = u[2] * y[1] - u[0] * y[7];                                                      \
        v[5] = u[2] * y[2] - u[0] * y[8];                                                      \
        v[6] = u[0] * y[3] - u[1] * y[0];                                                      \
        v[7] = u[0] * y[4] - u[1] * y[1];                                                      \
        v[8] = u[0] * y[5] - u[1] * y[2];                                                      \
    }                                                                                          \
    static LF_INLINE void lf_tso3_left_generator_##suffix(const lf_real *u, const lf_real *y,  \
                                                          lf_real *v)                          \
    {                                                                                          \
        lf_left_generator_##suffix(u, y, v);                                                   \
        v[9] = u[3];                                                                           \
        v[10] = u[4];                                                                          \
        v[11] = u[5];                                                                          \
    }                                                                                          \
    /* [[a, b], [c, -a]] y */                                                                  \
    static LF_INLINE void lf_sl2_plane_generator_##suffix(const lf_real *u, const lf_real *y,  \
                                                          lf_real *v)                          \
    {                                                                                          \
        v[0] = u[0] * y[0] + u[1] * y[1];                                                      \
        v[1] = u[2] * y[0] - u[0] * y[1];                                                      \
    }
LF_FOR_BOTH(LF_GENERATORS)
#undef LF_GENERATORS

#define LF_SPACE(name, dim)                                                                      \
    enum { lf_##name##_point = dim, lf_##name##_rate = dim };                                    \
    static LF_INLINE void lf_##name##_generator_one(const double *u, const double *y, double *v) \
    {                                                                                            \
        (void)y;                                                                                 \
        LF_UNROLLED(lf_d, dim)                                                                   \
            v[lf_d] = u[lf_d];                                                                   \
    }                                                                                            \
    static LF_INLINE void lf_##name##_generator_four(const lf_quad *u, const lf_quad *y,         \
                                                     lf_quad *v)                                 \
    {                                                                                            \
        (void)y;                                                                                 \
        LF_UNROLLED(lf_d, dim)                                                                   \
            v[lf_d] = u[lf_d];                                                                   \
    }
LF_SPACE(line, 1)
LF_SPACE(plane, 2)
LF_SPACE(space, 3)
LF_SPACE(space6, 6)
#undef LF_SPACE

/* ---- loops that all equations share ---- */

/* The largest point and algebra element that are kept in registers. */
enum { LF_EQUATION_POINT = 12, LF_EQUATION_RATE = 12 };

typedef void lf_value_one(const void *self, double t, const double *y, double *value);
typedef void lf_value_four(const void *self, const lf_quad *t, const lf_quad *y, lf_quad *value);

/* `points` numbers of each lane in, `values` out, by a loop that the compiler makes vectors of. All
 * but n are constants after inlining. */
static LF_INLINE void lf_equation_lanes(size_t points, size_t values, lf_value_one *one,
                                        const void *self, const lf_lanes *L, const double *y,
                                        double *value)
{
    const size_t n = L->n;
    const double *t = L->t;
    LF_EACH_LANE(i, n) {
        double point[LF_EQUATION_POINT], out[LF_EQUATION_RATE];
        LF_UNROLLED(d, points)
            point[d] = y[d * n + i];
        one(self, t[i], point, out);
        LF_UNROLLED(d, values)
            value[d * n + i] = out[d];
    }
}

/* One lane. */
static LF_INLINE void lf_equation_one(size_t points, size_t values, lf_value_one *one,
                                      const void *self, const lf_lanes *L, const double *y,
                                      double *value)
{
    double point[LF_EQUATION_POINT], out[LF_EQUATION_RATE];
    LF_UNROLLED(d, points)
        point[d] = y[d];
    one(self, L->t[0], point, out);
    LF_UNROLLED(d, values)
        value[d] = out[d];
}

/* Four lanes, which are too few for the compiler to see a loop in them. */
static LF_INLINE void lf_equation_quad(size_t points, size_t values, lf_value_four *four,
                                       const void *self, const lf_lanes *L, const double *y,
                                       double *value)
{
    lf_quad point[LF_EQUATION_POINT], out[LF_EQUATION_RATE];
    LF_UNROLLED(d, points)
        point[d] = *(const lf_quad *)(y + d * LF_QUAD);
    four(self, (const lf_quad *)L->t, point, out);
    LF_UNROLLED(d, values)
        *(lf_quad *)(value + d * LF_QUAD) = out[d];
}

/* `count` midpoint sub-steps of `quads` fours side by side, so that none waits for its own results;
 * arrays are [component][stride] fours. */
static LF_INLINE void lf_equation_burst(size_t quads, size_t stride, size_t dim,
                                        lf_value_four *rate, const void *self, int count,
                                        const lf_quad *twice, const lf_quad *base, lf_quad *before,
                                        lf_quad *now)
{
    lf_quad z[4][LF_EQUATION_POINT], last[4][LF_EQUATION_POINT];
    lf_quad y[4][LF_EQUATION_POINT], start[4][LF_EQUATION_POINT], F[LF_EQUATION_POINT];
    const lf_quad no_time = {0};
    LF_UNROLLED(q, quads)
        LF_UNROLLED(d, dim) {
            z[q][d] = now[d * stride + q];
            last[q][d] = before[d * stride + q];
            start[q][d] = base[d * stride + q];
            y[q][d] = start[q][d] + z[q][d];
        }
    for (int k = 0; k < count; k++)
        LF_UNROLLED(q, quads) {
            rate(self, &no_time, y[q], F);
            LF_UNROLLED(d, dim) {
                const lf_quad change = twice[q] * F[d], next = last[q][d] + change;
                /* the bracket does not wait for F */
                y[q][d] = (start[q][d] + last[q][d]) + change;
                last[q][d] = z[q][d];
                z[q][d] = next;
            }
        }
    LF_UNROLLED(q, quads)
        LF_UNROLLED(d, dim) {
            now[d * stride + q] = z[q][d];
            before[d * stride + q] = last[q][d];
        }
}

/* All LF_MIDPOINT_WIDE lanes, as many fours side by side as registers hold. */
static LF_INLINE void lf_equation_wide(size_t dim, lf_value_four *rate, const void *self, int count,
                                       const double *twice, const double *base, double *before,
                                       double *now)
{
    enum { STRIDE = LF_MIDPOINT_WIDE / LF_QUAD };
    const size_t quads = dim <= 3 ? 4 : dim <= 7 ? 2 : 1;
    for (size_t q = 0; q < LF_MIDPOINT_WIDE; q += quads * LF_QUAD)
        lf_equation_burst(quads, STRIDE, dim, rate, self, count, (const lf_quad *)(twice + q),
                          (const lf_quad *)(base + q), (lf_quad *)(before + q),
                          (lf_quad *)(now + q));
}

/* ---- the macros ---- */

/* The text in both types, and y' from it. */
#define LF_EQUATION_TEXT(name, type, action, lf_real_type, suffix, ...)                        \
    static LF_INLINE void name##_field_##suffix(const type *self, const lf_real_type *lf_time, \
                                                const lf_real_type *y, lf_real_type *f)        \
    {                                                                                          \
        typedef lf_real_type lf_real;                                                          \
        const lf_real t = *lf_time;                                                            \
        (void)self, (void)y, (void)t;                                                          \
        {                                                                                      \
            __VA_ARGS__                                                                        \
        }                                                                                      \
    }                                                                                          \
    static LF_INLINE void name##_rate_##suffix(const type *self, const lf_real_type *lf_time,  \
                                               const lf_real_type *y, lf_real_type *v)         \
    {                                                                                          \
        lf_real_type f[lf_##action##_rate];                                                    \
        name##_field_##suffix(self, lf_time, y, f);                                            \
        lf_##action##_generator_##suffix(f, y, v);                                             \
    }

/* Fields over lanes and of one, in the algebra and in the ambient space. */
#define LF_EQUATION_FIELDS(name, type, action)                                                     \
    static LF_INLINE void name##_value_one(const void *self, double t, const double *y, double *f) \
    {                                                                                              \
        name##_field_one((const type *)self, &t, y, f);                                            \
    }                                                                                              \
    static LF_INLINE void name##_value_four(const void *self, const lf_quad *t, const lf_quad *y,  \
                                            lf_quad *f)                                            \
    {                                                                                              \
        name##_field_four((const type *)self, t, y, f);                                            \
    }                                                                                              \
    static LF_INLINE void name##_slope_one(const void *self, double t, const double *y, double *v) \
    {                                                                                              \
        name##_rate_one((const type *)self, &t, y, v);                                             \
    }                                                                                              \
    static LF_INLINE void name##_slope_four(const void *self, const lf_quad *t, const lf_quad *y,  \
                                            lf_quad *v)                                            \
    {                                                                                              \
        name##_rate_four((const type *)self, t, y, v);                                             \
    }                                                                                              \
    LF_KERNEL static lf_status name##_field(const lf_problem *P, const lf_lanes *L,                \
                                            const double *y, double *f, double *work)              \
    {                                                                                              \
        enum { POINT = lf_##action##_point, RATE = lf_##action##_rate };                           \
        const type self = *(const type *)P->ctx; /* a copy: what is stored cannot change it */     \
        (void)work;                                                                                \
        if (L->n == 1)                                                                             \
            lf_equation_one(POINT, RATE, name##_value_one, &self, L, y, f);                        \
        else if (L->n == LF_QUAD)                                                                  \
            lf_equation_quad(POINT, RATE, name##_value_four, &self, L, y, f);                      \
        else                                                                                       \
            lf_equation_lanes(POINT, RATE, name##_value_one, &self, L, y, f);                      \
        return LF_OK;                                                                              \
    }                                                                                              \
    LF_KERNEL static lf_status name##_ambient(const lf_problem *P, const lf_lanes *L,              \
                                              const double *y, double *v, double *work)            \
    {                                                                                              \
        enum { POINT = lf_##action##_point, RATE = lf_##action##_point };                          \
        const type self = *(const type *)P->ctx; /* a copy: what is stored cannot change it */     \
        (void)work;                                                                                \
        if (L->n == 1)                                                                             \
            lf_equation_one(POINT, RATE, name##_slope_one, &self, L, y, v);                        \
        else if (L->n == LF_QUAD)                                                                  \
            lf_equation_quad(POINT, RATE, name##_slope_four, &self, L, y, v);                      \
        else                                                                                       \
            lf_equation_lanes(POINT, RATE, name##_slope_one, &self, L, y, v);                      \
        return LF_OK;                                                                              \
    }                                                                                              \
    static const lf_ambient name##_ambient_view = {name##_ambient, 0};

#define LF_EQUATION_BURSTS(name, type, action)                                                  \
    LF_KERNEL static void name##_burst(const lf_problem *P, const lf_lanes *L, int count,       \
                                       const double *twice, const double *base, double *before, \
                                       double *now)                                             \
    {                                                                                           \
        const type self = *(const type *)P->ctx;                                                \
        (void)L;                                                                                \
        lf_equation_burst(1, 1, lf_##action##_point, name##_slope_four, &self, count,           \
                          (const lf_quad *)twice, (const lf_quad *)base, (lf_quad *)before,     \
                          (lf_quad *)now);                                                      \
    }                                                                                           \
    LF_KERNEL static void name##_wide(const lf_problem *P, const lf_lanes *L, int count,        \
                                      const double *twice, const double *base, double *before,  \
                                      double *now)                                              \
    {                                                                                           \
        const type self = *(const type *)P->ctx;                                                \
        (void)L;                                                                                \
        lf_equation_wide(lf_##action##_point, name##_slope_four, &self, count, twice, base,     \
                         before, now);                                                          \
    }                                                                                           \
    static const lf_midpoint name##_midpoint = {name##_burst, name##_wide};

/* The traits of an equation, for a list of one's own with more of them. */
#define LF_EQUATION_TRAITS(name)              \
    {LF_TRAIT_AMBIENT, &name##_ambient_view}, \
    {                                         \
        LF_TRAIT_MIDPOINT, &name##_midpoint   \
    }

#define LF_EQUATION(name, type, action, ...)                                    \
    LF_EQUATION_TEXT(name, type, action, double, one, __VA_ARGS__)              \
    LF_EQUATION_TEXT(name, type, action, lf_quad, four, __VA_ARGS__)            \
    LF_EQUATION_FIELDS(name, type, action)                                      \
    LF_EQUATION_BURSTS(name, type, action)                                      \
    static const lf_trait name##_equation_traits[] = {LF_EQUATION_TRAITS(name), \
                                                      {LF_TRAIT_END, NULL}};    \
    static const lf_equation name##_equation __attribute__((unused)) = {        \
        name##_field, name##_equation_traits, lf_##action##_point, lf_##action##_rate};

#define LF_TIMED_EQUATION(name, type, action, ...)                                              \
    LF_EQUATION_TEXT(name, type, action, double, one, __VA_ARGS__)                              \
    LF_EQUATION_TEXT(name, type, action, lf_quad, four, __VA_ARGS__)                            \
    LF_EQUATION_FIELDS(name, type, action)                                                      \
    static const lf_trait name##_equation_traits[] = {{LF_TRAIT_AMBIENT, &name##_ambient_view}, \
                                                      {LF_TRAIT_END, NULL}};                    \
    static const lf_equation name##_equation __attribute__((unused)) = {                        \
        name##_field, name##_equation_traits, lf_##action##_point, lf_##action##_rate};

#ifdef __cplusplus
}
#endif

#endif
