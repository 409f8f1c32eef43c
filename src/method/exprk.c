/* SPDX-License-Identifier: BSD-3-Clause */
/* exprk.c - Krogstad's exponential Runge-Kutta method of order four, with z = h L:
 *
 *   U2 = e^{z/2} u + h/2 phi_1(z/2) N1
 *   U3 = e^{z/2} u + h ((phi_1(z/2)/2 - phi_2(z/2)) N1 + phi_2(z/2) N2)
 *   U4 = e^z u + h ((phi_1 - 2 phi_2) N1 + 2 phi_2 N3)
 *   u1 = e^z u + h ((phi_1 - 3 phi_2 + 4 phi_3) N1 + (2 phi_2 - 4 phi_3)(N2 + N3)
 *                   + (4 phi_3 - phi_2) N4)
 *
 * Krogstad, J. Comput. Phys. 203 (2005) 72. No Lie group method: its stages mix functions that no flow
 * of the affine action has. It is here because where boundary values do not fit the operator those fall
 * to order two, and it stays near four (Hochbruck, Ostermann, SIAM J. Numer. Anal. 43 (2005) 1069). The
 * coefficients are kept from step to step, for as long as h stays. */
#include "method/exprk.h"

#include <lieflow/operator.h>

#include "base/lanes.h"

/* Coefficients as functions of L, the step in them. */
typedef enum {
    HALF,    /* e^{z/2} */
    U2_N1,   /* h/2 phi_1(z/2) */
    U3_N1,   /* h (phi_1(z/2)/2 - phi_2(z/2)) */
    U3_N2,   /* h phi_2(z/2) */
    WHOLE,   /* e^z */
    U4_N1,   /* h (phi_1 - 2 phi_2) */
    U4_N3,   /* 2 h phi_2 */
    END_N1,  /* h (phi_1 - 3 phi_2 + 4 phi_3) */
    END_N23, /* h (2 phi_2 - 4 phi_3) */
    END_N4,  /* h (4 phi_3 - phi_2) */
    TABLES
} coefficient;

static const lf_operator *operator_of(const lf_problem *P)
{
    return lf_problem_semilinear(P)->L;
}

/* A key, and the tables. */
static size_t kept_size(const lf_operator *L)
{
    return 1 + TABLES * lf_operator_table(L);
}

static size_t krogstad_carry(const lf_method *M, const lf_problem *P)
{
    (void)M;
    return kept_size(operator_of(P));
}

static lf_status krogstad_start(const lf_method *M, const lf_problem *P, const lf_lanes *L,
                                const double *y0, double *carry, lf_tally *tally, double *work)
{
    (void)M, (void)y0, (void)tally, (void)work;
    for (size_t i = 0; i < L->n; i++)
        carry[i] = 0; /* no step has been made by 0 */
    return LF_OK;
}

/* Functions of z/2 and z before they are mixed, and their scratch. */
static size_t making_size(const lf_operator *L)
{
    return 4 * lf_operator_table(L) + lf_operator_functions_work(L);
}

static lf_status make_half(const lf_operator *L, double h, double *kept, double *work)
{
    const size_t size = lf_operator_table(L);
    const double *phi1 = work + size, *phi2 = work + 2 * size;
    const lf_status s = lf_operator_functions(L, 0.5 * h, 2, work, work + 4 * size);
    for (size_t j = 0; j < size; j++) {
        kept[HALF * size + j] = work[j];
        kept[U2_N1 * size + j] = h * (0.5 * phi1[j]);
        kept[U3_N1 * size + j] = h * (0.5 * phi1[j] - phi2[j]);
        kept[U3_N2 * size + j] = h * phi2[j];
    }
    return s;
}

static lf_status make_whole(const lf_operator *L, double h, double *kept, double *work)
{
    const size_t size = lf_operator_table(L);
    const double *phi1 = work + size, *phi2 = work + 2 * size, *phi3 = work + 3 * size;
    const lf_status s = lf_operator_functions(L, h, 3, work, work + 4 * size);
    for (size_t j = 0; j < size; j++) {
        kept[WHOLE * size + j] = work[j];
        kept[U4_N1 * size + j] = h * (phi1[j] - 2 * phi2[j]);
        kept[U4_N3 * size + j] = h * (2 * phi2[j]);
        kept[END_N1 * size + j] = h * (phi1[j] - 3 * phi2[j] + 4 * phi3[j]);
        kept[END_N23 * size + j] = h * (2 * phi2[j] - 4 * phi3[j]);
        kept[END_N4 * size + j] = h * (4 * phi3[j] - phi2[j]);
    }
    return s;
}

/* The coefficients of a step, made anew where the last ones were for another. */
static lf_status find_coefficients(const lf_operator *L, double h, double *kept, double *work)
{
    if (kept[0] == h && h != 0)
        return LF_OK;
    kept[0] = 0;
    lf_status s = make_half(L, h, kept + 1, work);
    if (s == LF_OK)
        s = make_whole(L, h, kept + 1, work);
    if (s == LF_OK)
        kept[0] = h;
    return s;
}

/* ---- sums of functions of L times vectors ---- */

enum { MOST = 5 };

typedef struct {
    size_t count;
    const double *table[MOST], *x[MOST];
} products;

static LF_INLINE void real_products(size_t dim, size_t count, const products *p, double *y)
{
    const products q = *p;
    LF_EACH_LANE(j, dim) {
        double sum = q.table[0][j] * q.x[0][j];
        LF_UNROLLED(k, count - 1)
            sum = lf_fma(q.table[k + 1][j], q.x[k + 1][j], sum);
        y[j] = sum;
    }
}

LF_KERNEL static void add_real(size_t dim, const products *p, double *y)
{
    if (p->count == 2)
        real_products(dim, 2, p, y);
    else if (p->count == 3)
        real_products(dim, 3, p, y);
    else
        real_products(dim, 5, p, y);
}

static void add_products(const lf_operator *L, const products *p, double *y, double *work)
{
    if (!L->turns && !L->matrix) {
        add_real(L->dim, p, y);
        return;
    }
    lf_operator_apply_table(L, p->table[0], p->x[0], y);
    for (size_t k = 1; k < p->count; k++) {
        lf_operator_apply_table(L, p->table[k], p->x[k], work);
        for (size_t j = 0; j < L->dim; j++)
            y[j] += work[j];
    }
}

/* ---- a step ---- */

/* One trajectory: its lane, point and scratch. */
typedef struct {
    const lf_problem *P;
    const lf_operator *L;
    lf_lanes at;
    lf_tally *tally;
    const double *table; /* TABLES of them */
    double *f[4];        /* the field at the stages: 1, then N */
    double *point, *rest;
} krogstad;

static const double *table_of(const krogstad *K, coefficient c)
{
    return K->table + (size_t)c * lf_operator_table(K->L);
}

/* Stage i from the point U at the fraction c of the step. */
static lf_status evaluate(const krogstad *K, int i, double c, const double *U)
{
    const double t = K->at.t[0] + c * K->at.h[0];
    const lf_lanes at = lf_lanes_at(&K->at, &t);
    return lf_problem_field(K->P, &at, U, K->f[i], K->tally, K->rest);
}

static lf_status krogstad_lane(const krogstad *K, const double *u, double *u1)
{
    const double *N[4] = {K->f[0] + 1, K->f[1] + 1, K->f[2] + 1, K->f[3] + 1};
    const products second = {2, {table_of(K, HALF), table_of(K, U2_N1)}, {u, N[0]}};
    const products third = {
        3, {table_of(K, HALF), table_of(K, U3_N1), table_of(K, U3_N2)}, {u, N[0], N[1]}};
    const products fourth = {
        3, {table_of(K, WHOLE), table_of(K, U4_N1), table_of(K, U4_N3)}, {u, N[0], N[2]}};
    const products end = {5,
                          {table_of(K, WHOLE), table_of(K, END_N1), table_of(K, END_N23),
                           table_of(K, END_N23), table_of(K, END_N4)},
                          {u, N[0], N[1], N[2], N[3]}};
    const products *stage[3] = {&second, &third, &fourth};
    static const double node[3] = {0.5, 0.5, 1};
    lf_status s = evaluate(K, 0, 0, u);
    for (int i = 0; i < 3 && s == LF_OK; i++) {
        add_products(K->L, stage[i], K->point, K->rest);
        s = evaluate(K, i + 1, node[i], K->point);
    }
    if (s == LF_OK)
        add_products(K->L, &end, u1, K->rest);
    return s;
}

/* Tables where none are carried, a point in and out, four fields, a point, and the rest. */
static size_t krogstad_work(const lf_method *M, const lf_problem *P, size_t n)
{
    const lf_operator *L = operator_of(P);
    const size_t making = making_size(L), field = P->field_work > L->dim ? P->field_work : L->dim;
    (void)M;
    (void)n;
    return kept_size(L) + 2 * L->dim + 4 * (L->dim + 1) + L->dim +
           (making > field ? making : field);
}

static lf_status krogstad_step(const lf_method *M, const lf_problem *P, const lf_lanes *L,
                               const double *y0, double *y1, double *carry, lf_tally *tally,
                               double *work)
{
    const lf_operator *op = operator_of(P);
    const size_t n = L->n, dim = op->dim;
    const bool lone = n == 1;
    /* several lanes have tables one after the other, and carry none */
    double *kept = lone && carry ? carry : work, *from = work + kept_size(op), *to = from + dim;
    double *rest = to + dim;
    lf_status s = LF_OK;
    (void)M;
    if (kept == work)
        kept[0] = 0;
    for (size_t i = 0; i < n && s == LF_OK; i++) {
        krogstad K = {P, op, lf_lanes_part(L, i, 1), tally, kept + 1, {0}, NULL, NULL};
        for (int k = 0; k < 4; k++)
            K.f[k] = rest + (size_t)k * (dim + 1);
        K.point = K.f[3] + dim + 1;
        K.rest = K.point + dim;
        s = find_coefficients(op, L->h[i], kept, K.rest);
        for (size_t c = 0; c < dim && !lone; c++)
            from[c] = y0[c * n + i];
        if (s == LF_OK)
            s = krogstad_lane(&K, lone ? y0 : from, lone ? y1 : to);
        for (size_t c = 0; c < dim && !lone; c++)
            y1[c * n + i] = to[c];
    }
    return s;
}

const lf_method lf_krogstad4 = {
    .name = "krogstad4",
    .doc = "exponential Runge-Kutta of order 4 for u' = L u + N(t, u): no Lie group method, but it "
           "keeps its order where boundary values do not fit the operator",
    .cite = "Krogstad, Generalized integrating factor methods for stiff PDEs, 2005",
    .order = 4,
    .needs = LF_NEEDS(LF_TRAIT_SEMILINEAR),
    .step = krogstad_step,
    .work = krogstad_work,
    .start = krogstad_start,
    .carry = krogstad_carry,
};
