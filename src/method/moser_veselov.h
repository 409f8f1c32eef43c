/* SPDX-License-Identifier: BSD-3-Clause */
/* moser_veselov.h - the discrete Moser-Veselov equation, F Jd - Jd F^T = S(g) for a rotation F,
 * with g = h Pi the step times the momentum of a body and Jd = tr(J)/2 - J.
 *
 * Along principal axes and with F = (1 + S(c))(1 - S(c))^-1, so that c = tan(angle/2) axis, it is
 * J c + c x J c = (g/2)(1 + c.c): no more than a quadratic polynomial. Divided by the moments,
 *
 *   E(c) = c + (a1 c2 c3, a2 c3 c1, a3 c1 c2) - u (1 + c.c) = 0,   u = J^-1 g/2,
 *
 * with a1 = (J3 - J2)/J1 and so on, which no physical body has above one: large and small moments
 * look alike, and no unit of measure is left. Iterating c <- c - E(c) from u on gains a factor of
 * (|a| + 2|u|) |c| or more each time. Three of these make the guess; where u is small, two more
 * make the solution. Else come steps of Newton's method, each followed by one more with the same
 * Jacobian: what is left after an update d is known without evaluating E, it
 * is the quadratic part of E at d. The exponential form,
 *
 *   (sin t/t) f + ((1 - cos t)/t^2) (a1 f2 f3, ..) = 2 u,   F = exp S(f),  t = |f|,
 *
 * has the same solution. Lee, Leok, McClamroch 2007, section 4.4; Moser, Veselov 1991.
 *
 * The branch from F = 1 ends at a fold; for rotations about a principal axis that is at
 * |J^-1 g| = 1, for others a little later. Larger ones are refused before anything is tried. */
#ifndef LF_METHOD_MOSER_VESELOV_H
#define LF_METHOD_MOSER_VESELOV_H

#include <lieflow/method.h>

#include <math.h>
#include <string.h>

#include "base/even.h"
#include "base/mat3.h"

enum {
    LF_TURNS = 16,     /* equations that are solved side by side */
    LF_TURN_MOST = 12, /* iterations */
    LF_TURN_GUESS = 3  /* iterations of the fixed point before */
};

/* Equations of up to LF_TURNS lanes, [component][lane] with LF_TURNS lanes a row. A lane that is
 * done is not touched again, so what it becomes does not depend on its neighbours. */
typedef struct {
    double u[3 * LF_TURNS], a[3 * LF_TURNS], c[3 * LF_TURNS];
    double live[LF_TURNS]; /* 0: done, 1: not solved yet, 2: not to be solved */
} lf_turns;

/* What the equations of a step took, and the first of them, by lane and then body, that failed. */
typedef struct {
    size_t iterations;
    int most; /* beyond the first */
    lf_status status;
    size_t lane, body;
    double value, residual; /* |J^-1 g|, and what is left of E there */
} lf_turn_report;

/* ---- one lane ---- */

/* (c2 c3, c3 c1, c1 c2), the quadratic part of c x J c but for the moments */
static LF_INLINE lf_vec3 lf_turn_products(lf_vec3 c)
{
    return (lf_vec3){c.y * c.z, c.z * c.x, c.x * c.y};
}

static LF_INLINE lf_vec3 lf_times(lf_vec3 a, lf_vec3 b)
{
    return (lf_vec3){a.x * b.x, a.y * b.y, a.z * b.z};
}

/* 1/J and the a of E. Moments may differ by little: their differences come first. */
static LF_INLINE void lf_turn_constants(lf_vec3 J, lf_vec3 *j, lf_vec3 *a)
{
    *j = (lf_vec3){1 / J.x, 1 / J.y, 1 / J.z};
    *a = lf_times(*j, (lf_vec3){J.z - J.y, J.x - J.z, J.y - J.x});
}

/* The same with moments that make the rotation one of order four: 1/J becomes (1 + h^2 s)/J + h^2 d
 * with s and d made of energy and momentum, which the equation keeps. Hairer, Vilmart 2006. */
static LF_INLINE void lf_turn_refine(lf_vec3 J, double h, lf_vec3 p, lf_vec3 *j, lf_vec3 *a)
{
    const double trace = J.x + J.y + J.z, sum = j->x + j->y + j->z, over = j->x * j->y * j->z;
    const double energy = 0.5 * lf_dot(p, lf_times(p, *j)), casimir = 0.5 * lf_dot(p, p);
    const double s = trace * casimir * over / 6 - sum * energy / 3;
    const double d = (trace * energy / 6 - casimir / 3) * over;
    const double k = lf_fma(h * h, s, 1), e = h * h * d;
    const lf_vec3 gap = {k * (j->y - j->z), k * (j->z - j->x), k * (j->x - j->y)};
    *j = (lf_vec3){lf_fma(k, j->x, e), lf_fma(k, j->y, e), lf_fma(k, j->z, e)};
    *a = (lf_vec3){j->x * gap.x / (j->y * j->z), j->y * gap.y / (j->z * j->x),
                   j->z * gap.z / (j->x * j->y)};
}

/* c - E(c) */
static LF_INLINE lf_vec3 lf_turn_again(lf_vec3 u, lf_vec3 a, lf_vec3 c)
{
    const double s = lf_fma(c.z, c.z, lf_fma(c.y, c.y, lf_fma(c.x, c.x, 1)));
    const lf_vec3 q = lf_times(a, lf_turn_products(c));
    return (lf_vec3){lf_fma(u.x, s, -q.x), lf_fma(u.y, s, -q.y), lf_fma(u.z, s, -q.z)};
}

/* Will two more iterations than the guess do? With a factor of 2^-10 they will: what u lacks and
 * five iterations are six of them, 2^-60. */
static LF_INLINE bool lf_turn_is_small(lf_vec3 u, lf_vec3 a)
{
    return lf_dot(u, u) * (1 + lf_dot(a, a)) < 0x1p-20;
}

/* d = K^-1 r, the inverse given by the cross products of the rows of K, and 1/det K */
static LF_INLINE lf_vec3 lf_turn_apply(lf_mat3 cofactors, double over, lf_vec3 r)
{
    return lf_scale(over, lf_mat3_vec_left(r, cofactors));
}

/* The Jacobian weight + strength (a1 (0, c3, c2), a2 (c3, 0, c1), a3 (c2, c1, 0)) + v c^T */
static LF_INLINE lf_mat3 lf_turn_jacobian(double weight, lf_vec3 a, lf_vec3 c, lf_vec3 v)
{
    return (lf_mat3){
        {lf_fma(v.x, c.x, weight), lf_fma(v.x, c.y, a.x * c.z), lf_fma(v.x, c.z, a.x * c.y)},
        {lf_fma(v.y, c.x, a.y * c.z), lf_fma(v.y, c.y, weight), lf_fma(v.y, c.z, a.y * c.x)},
        {lf_fma(v.z, c.x, a.z * c.y), lf_fma(v.z, c.y, a.z * c.x), lf_fma(v.z, c.z, weight)}};
}

static LF_INLINE lf_mat3 lf_turn_cofactors(lf_mat3 K)
{
    return (lf_mat3){lf_cross(K.r1, K.r2), lf_cross(K.r2, K.r0), lf_cross(K.r0, K.r1)};
}

/* The update of one iteration of the Cayley form, and whether it is done with that. Updates by d and then e leave an error of about
 * |d| |e|, which is compared with |c| as squares: without roots, and without trouble at c = 0. An
 * angle of more than ninety degrees (|c| = 1) would belong to another branch. */
static LF_INLINE lf_vec3 lf_turn_cayley(lf_vec3 u, lf_vec3 a, lf_vec3 c, bool *done)
{
    const lf_mat3 K = lf_turn_jacobian(1, a, c, lf_scale(-2, u)), A = lf_turn_cofactors(K);
    const double over = 1 / lf_dot(K.r0, A.r0);
    const lf_vec3 d = lf_turn_apply(A, over, lf_axpy(lf_turn_again(u, a, c), -1, c));
    const double dd = lf_dot(d, d);
    const lf_vec3 rest = lf_axpy(lf_times(a, lf_turn_products(d)), -dd, u);
    const lf_vec3 e = lf_turn_apply(A, -over, rest), update = lf_add(d, e), end = lf_add(c, update);
    const double cc = lf_dot(end, end);
    *done = (dd * lf_dot(e, e) <= 1e-36 * cc) & (cc < 1);
    return update;
}

/* One iteration of Newton's method for the exponential form, likewise. */
static LF_INLINE lf_vec3 lf_turn_exponential(lf_vec3 u, lf_vec3 a, lf_vec3 f, bool *done)
{
    const double x = lf_dot(f, f);
    const double C = lf_even_C(x), D = lf_even_D(x), S = lf_fma(-x, D, 1);
    const lf_vec3 q = lf_times(a, lf_turn_products(f));
    const lf_vec3 r = lf_axpy(lf_axpy(lf_scale(S, f), C, q), -2, u);
    const lf_vec3 slope = lf_axpy(lf_scale(D - C, f), lf_even_C1(x), q);
    const lf_mat3 K = lf_turn_jacobian(S, lf_scale(C, a), f, slope), A = lf_turn_cofactors(K);
    const lf_vec3 d = lf_turn_apply(A, -1 / lf_dot(K.r0, A.r0), r), end = lf_add(f, d);
    const double dd = lf_dot(d, d), ff = lf_dot(end, end), right_angle = 2.4674011002723395;
    /* convergence is quadratic: 1e-9 is as good as done */
    *done = ((dd <= 1e-18 * ff) | (dd < 1e-36)) & (ff < right_angle);
    return d;
}

/* c = tan(t/2) f/t from f */
static LF_INLINE lf_vec3 lf_turn_from_exponential(lf_vec3 f)
{
    const double x = lf_dot(f, f);
    return lf_scale(lf_fma(-x, lf_even_D(x), 1) / lf_fma(-x, lf_even_C(x), 2), f);
}

/* A rotation F = 1 + 2 (w S(v) + S(v)^2)/(w^2 + v.v): a quaternion of any length, which c is with
 * w = 1. `turn` is 2 v/(w^2 + v.v). */
typedef struct {
    double w;
    lf_vec3 v, turn;
} lf_turn;

static LF_INLINE lf_turn lf_turn_of(double w, lf_vec3 v)
{
    const double s = lf_fma(v.z, v.z, lf_fma(v.y, v.y, lf_fma(v.x, v.x, w * w)));
    return (lf_turn){w, v, lf_scale(2 / s, v)};
}

/* F^T b: what is added to b is small, and formed before it is added. */
static LF_INLINE lf_vec3 lf_turn_back(const lf_turn *F, lf_vec3 b)
{
    const lf_vec3 v = F->v, a = lf_cross(F->turn, b);
    return (lf_vec3){b.x + lf_fma(v.y, a.z, lf_fma(-v.z, a.y, -(F->w * a.x))),
                     b.y + lf_fma(v.z, a.x, lf_fma(-v.x, a.z, -(F->w * a.y))),
                     b.z + lf_fma(v.x, a.y, lf_fma(-v.y, a.x, -(F->w * a.z)))};
}

/* ---- a pack of lanes ---- */

/* The equation of lane i: momentum p and 1/moments j, both along principal axes. */
static LF_INLINE void lf_turns_set(lf_turns *T, size_t i, double h, lf_vec3 p, lf_vec3 j, lf_vec3 a)
{
    const lf_vec3 u = lf_scale(0.5 * h, lf_times(j, p));
    lf_vec3 c = lf_turn_again(u, a, u);
    for (int k = 1; k < LF_TURN_GUESS; k++)
        c = lf_turn_again(u, a, c);
    const bool good = 4 * lf_dot(u, u) < 1;
    c.x = good ? c.x : (double)NAN; /* which is never done */
    lf_vec3_store(T->u, LF_TURNS, i, u);
    lf_vec3_store(T->a, LF_TURNS, i, a);
    lf_vec3_store(T->c, LF_TURNS, i, c);
    const double live = good ? 1 : 2; /* two choices at once break gcc 12 for SSE2 */
    T->live[i] = lf_turn_is_small(u, a) ? 0 : live;
}

/* The sum of k flags, which are 0, 1 or 2: their bits tell. */
static LF_INLINE size_t lf_turns_sum(size_t k, const double *flag)
{
    size_t sum = 0;
    for (size_t i = 0; i < k; i++) {
        uint64_t bits;
        memcpy(&bits, &flag[i], sizeof bits);
        sum += (size_t)(bits >> 61);
    }
    return sum;
}

/* One iteration of the lanes that need it. The others get minus zero added, which leaves every
 * number as it is: a store under a mask would be slow. */
static LF_INLINE void lf_turns_iterate(lf_turns *T, size_t k, bool exponential)
{
    const lf_vec3 nothing = {-0.0, -0.0, -0.0};
    LF_EACH_LANE(i, k) {
        const lf_vec3 u = lf_vec3_load(T->u, LF_TURNS, i), a = lf_vec3_load(T->a, LF_TURNS, i);
        const lf_vec3 c = lf_vec3_load(T->c, LF_TURNS, i);
        const double live = T->live[i];
        bool done;
        const lf_vec3 update =
            exponential ? lf_turn_exponential(u, a, c, &done) : lf_turn_cayley(u, a, c, &done);
        lf_vec3_store(T->c, LF_TURNS, i, lf_add(c, lf_vec3_select(live == 1, update, nothing)));
        T->live[i] = live * (done ? 0 : 1);
    }
}

/* Do the iterations after the first, which were not enough for some of k lanes (`lane` + i of one
 * body, or `body` + i of one lane), or write down which of them failed. */
void lf_turns_go_on(lf_turns *T, size_t k, bool exponential, bool single, size_t body, size_t lane,
                    lf_turn_report *report);

/* Small equations are solved with this; the others are left alone. */
static LF_INLINE void lf_turns_finish(lf_turns *T, size_t k)
{
    LF_EACH_LANE(i, k) {
        const lf_vec3 u = lf_vec3_load(T->u, LF_TURNS, i), a = lf_vec3_load(T->a, LF_TURNS, i);
        const lf_vec3 c = lf_vec3_load(T->c, LF_TURNS, i);
        const lf_vec3 end = lf_turn_again(u, a, lf_turn_again(u, a, c));
        lf_vec3_store(T->c, LF_TURNS, i, lf_vec3_select(T->live[i] == 0, end, c));
    }
}

/* The exponential form begins with f = 2 c, which is no solution where c is one. */
static LF_INLINE void lf_turns_begin_exponential(lf_turns *T, size_t k)
{
    LF_EACH_LANE(i, k) {
        lf_vec3_store(T->c, LF_TURNS, i, lf_scale(2, lf_vec3_load(T->c, LF_TURNS, i)));
        T->live[i] = T->live[i] == 0 ? 1 : T->live[i];
    }
}

/* Solve k equations; c is the rotation then. To finish small ones counts as an iteration. */
static LF_INLINE void lf_turns_solve(lf_turns *T, size_t k, bool exponential, bool single,
                                     size_t body, size_t lane, lf_turn_report *report)
{
    if (exponential)
        lf_turns_begin_exponential(T, k);
    const size_t live = lf_turns_sum(k, T->live);
    if (live != k) /* or a lane is refused, and the step is lost */
        lf_turns_finish(T, k);
    report->iterations += k;
    if (live) {
        lf_turns_iterate(T, k, exponential);
        if (lf_turns_sum(k, T->live))
            lf_turns_go_on(T, k, exponential, single, body, lane, report);
    }
    if (exponential)
        LF_EACH_LANE(i, k) {
            lf_vec3_store(T->c, LF_TURNS, i,
                          lf_turn_from_exponential(lf_vec3_load(T->c, LF_TURNS, i)));
        }
}

/* ---- what became of it ---- */

/* Tell P what the `solved` equations of a step took, and what failed. */
lf_status lf_turns_report(lf_tally *tally, size_t solved, const lf_turn_report *report);

#endif
