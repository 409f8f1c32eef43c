/* SPDX-License-Identifier: BSD-3-Clause */
/* semilinear_group.c - the group of u -> e^{a L} u + b over a linear operator L, a subgroup of all
 * affine maps: Celledoni, Marthinsen, Owren 2014, section 2.2 (whose commutator has a term too many).
 *
 *   elements  (a, b), algebra (alpha, c)       (a, b)(a', b') = (a + a', e^{aL} b' + b)
 *   exp       (alpha, phi_1(z) c), z = alpha L  bracket (0, L (alpha c' - alpha' c))
 *   Ad        (beta, e^{aL} c - beta L b)
 *   dexp      (beta, phi_1(z) e - beta L phi_2(z) c), and its inverse
 *             (beta, phi_1(z)^-1 (e + beta L phi_2(z) c)), which grows like |z| */
#include <lieflow/operator.h>

#include <math.h>
#include <string.h>

#include "action/semilinear.h"
#include "base/dense.h"

/* One lane of an operation with two arguments; `work` as lane_work says. */
typedef lf_status lane_operation(const lf_operator *L, const double *a, const double *b, double *c,
                                 double *work);

/* The factors of a matrix, and their pivots. */
static size_t factor_size(const lf_operator *L)
{
    return L->matrix ? L->dim * (L->dim + 1) : 0;
}

/* Three tables, two vectors, and what making or dividing needs. */
static size_t lane_work(const lf_operator *L)
{
    const size_t factor = factor_size(L), making = lf_operator_functions_work(L);
    return 3 * lf_operator_table(L) + 2 * L->dim + (making > factor ? making : factor);
}

static size_t semilinear_work(const lf_group *G, size_t n)
{
    (void)n;
    return 3 * G->dim + lane_work(lf_semilinear_operator(G));
}

static lf_status by_lanes(const lf_group *G, size_t n, const double *a, const double *b, double *c,
                          lane_operation *operation, double *work)
{
    const lf_operator *L = lf_semilinear_operator(G);
    double *one = work, *two = one + G->dim, *out = two + G->dim, *rest = out + G->dim;
    if (n == 1)
        return operation(L, a, b, c, rest);
    lf_status s = LF_OK;
    for (size_t i = 0; i < n && s == LF_OK; i++) {
        lf_lane_take(G->dim, n, i, a, one);
        lf_lane_take(G->dim, n, i, b, two);
        s = operation(L, one, two, out, rest);
        lf_lane_put(G->dim, n, i, out, c);
    }
    return s;
}

/* An operation of the table: its lanes one by one. */
#define BINARY(name)                                                                 \
    static lf_status semilinear_##name(const lf_group *G, size_t n, const double *a, \
                                       const double *b, double *c, double *work)     \
    {                                                                                \
        return by_lanes(G, n, a, b, c, lane_##name, work);                           \
    }
#define UNARY(name)                                                                             \
    static lf_status semilinear_##name(const lf_group *G, size_t n, const double *a, double *b, \
                                       double *work)                                            \
    {                                                                                           \
        return by_lanes(G, n, a, a, b, lane_##name, work);                                      \
    }

static void semilinear_identity(const lf_group *G, size_t n, double *g)
{
    memset(g, 0, G->rep * n * sizeof *g);
}

static lf_status semilinear_defect(const lf_group *G, size_t n, const double *g, double *d,
                                   double *work)
{
    (void)G, (void)g, (void)work;
    memset(d, 0, n * sizeof *d);
    return LF_OK;
}

static lf_status semilinear_project(const lf_group *G, size_t n, double *g, double *work)
{
    (void)G, (void)n, (void)g, (void)work; /* every pair is an element */
    return LF_OK;
}

static lf_status lane_mul(const lf_operator *L, const double *a, const double *b, double *c,
                          double *work)
{
    const lf_status s = lf_operator_functions(L, a[0], 0, work, work + lf_operator_table(L));
    lf_operator_apply_table(L, work, b + 1, c + 1);
    c[0] = a[0] + b[0];
    for (size_t j = 1; j <= L->dim; j++)
        c[j] += a[j];
    return s;
}
BINARY(mul)

static lf_status lane_inv(const lf_operator *L, const double *a, const double *unused, double *b,
                          double *work)
{
    (void)unused;
    const lf_status s = lf_operator_functions(L, -a[0], 0, work, work + lf_operator_table(L));
    lf_operator_apply_table(L, work, a + 1, b + 1);
    for (size_t j = 0; j <= L->dim; j++)
        b[j] = j ? -b[j] : -a[0];
    return s;
}
UNARY(inv)

static lf_status lane_Ad(const lf_operator *L, const double *g, const double *v, double *w,
                         double *work)
{
    double *Lb = work, *table = work + L->dim;
    const lf_status s = lf_operator_functions(L, g[0], 0, table, table + lf_operator_table(L));
    lf_operator_apply(L, g + 1, Lb);
    lf_operator_apply_table(L, table, v + 1, w + 1);
    w[0] = v[0];
    for (size_t j = 1; j <= L->dim; j++)
        w[j] -= v[0] * Lb[j - 1];
    return s;
}
BINARY(Ad)

static lf_status lane_bracket(const lf_operator *L, const double *u, const double *v, double *w,
                              double *work)
{
    for (size_t j = 0; j < L->dim; j++)
        work[j] = u[0] * v[j + 1] - v[0] * u[j + 1];
    w[0] = 0;
    lf_operator_apply(L, work, w + 1);
    return LF_OK;
}
BINARY(bracket)

static lf_status lane_exp(const lf_operator *L, const double *u, const double *unused, double *g,
                          double *work)
{
    (void)unused;
    const size_t table = lf_operator_table(L);
    const lf_status s = lf_operator_functions(L, u[0], 1, work, work + 2 * table);
    g[0] = u[0];
    lf_operator_apply_table(L, work + table, u + 1, g + 1);
    return s;
}
UNARY(exp)

/* x = phi^-1 x for a matrix, by its factors; `work` of factor_size. */
static lf_status divide_matrix(size_t n, const double *phi, double *x, double *work)
{
    double *pivot = work + n * n;
    memcpy(work, phi, n * n * sizeof *work);
    const lf_status s = lf_dense_lu(n, n, work, pivot);
    if (s == LF_OK)
        lf_dense_lu_solve(n, n, work, pivot, 1, x);
    return s;
}

/* x = phi^-1 x for a table. Waves that phi_1 lets vanish cannot be brought back. */
static lf_status divide_table(const lf_operator *L, const double *phi, double *x, double *work)
{
    if (L->matrix)
        return divide_matrix(L->dim, phi, x, work);
    for (size_t j = 0; !L->turns && j < L->dim; j++)
        x[j] /= phi[j];
    for (size_t j = 0; L->turns && j < L->dim; j += 2) {
        const double re = phi[j], im = phi[j + 1], size = re * re + im * im;
        if (size < 1e-24)
            return LF_ESINGULAR;
        const double xr = (x[j] * re + x[j + 1] * im) / size;
        x[j + 1] = (x[j + 1] * re - x[j] * im) / size;
        x[j] = xr;
    }
    return LF_OK;
}

static lf_status lane_log(const lf_operator *L, const double *g, const double *unused, double *u,
                          double *work)
{
    (void)unused;
    const size_t table = lf_operator_table(L);
    double *phi = work + table, *rest = work + 2 * table;
    const lf_status s = lf_operator_functions(L, g[0], 1, work, rest);
    memcpy(u, g, (L->dim + 1) * sizeof *u);
    return s == LF_OK ? divide_table(L, phi, u + 1, rest) : s;
}
UNARY(log)

/* w = v, and what is left to add to or subtract from its part: beta L phi_2(z) c at `work`, the
 * tables behind it. */
static lf_status second_order(const lf_operator *L, const double *u, const double *v, double *work)
{
    const size_t table = lf_operator_table(L);
    double *bend = work, *tables = work + 2 * L->dim, *Lc = work + L->dim;
    const lf_status s = lf_operator_functions(L, u[0], 2, tables, tables + 3 * table);
    lf_operator_apply(L, u + 1, Lc);
    lf_operator_apply_table(L, tables + 2 * table, Lc, bend);
    for (size_t j = 0; j < L->dim; j++)
        bend[j] *= v[0];
    return s;
}

static lf_status lane_dexp(const lf_operator *L, const double *u, const double *v, double *w,
                           double *work)
{
    const double *phi = work + 2 * L->dim + lf_operator_table(L);
    const lf_status s = second_order(L, u, v, work);
    w[0] = v[0];
    lf_operator_apply_table(L, phi, v + 1, w + 1);
    for (size_t j = 0; j < L->dim; j++)
        w[j + 1] -= work[j];
    return s;
}
BINARY(dexp)

static lf_status lane_dexpinv(const lf_operator *L, const double *u, const double *v, double *w,
                              double *work)
{
    const double *phi = work + 2 * L->dim + lf_operator_table(L);
    const lf_status s = second_order(L, u, v, work);
    w[0] = v[0];
    for (size_t j = 0; j < L->dim; j++)
        w[j + 1] = v[j + 1] + work[j];
    return s == LF_OK ? divide_table(L, phi, w + 1, work + 2 * L->dim + 3 * lf_operator_table(L))
                      : s;
}
BINARY(dexpinv)

static lf_status lane_tangent(const lf_operator *L, const double *u, const double *g, double *v,
                              double *work)
{
    (void)work;
    lf_operator_apply(L, g + 1, v + 1);
    v[0] = u[0];
    for (size_t j = 1; j <= L->dim; j++)
        v[j] = u[0] * v[j] + u[j];
    return LF_OK;
}
BINARY(tangent)

static lf_status lane_tangent_right(const lf_operator *L, const double *u, const double *g,
                                    double *v, double *work)
{
    const lf_status s = lf_operator_functions(L, g[0], 0, work, work + lf_operator_table(L));
    v[0] = u[0];
    lf_operator_apply_table(L, work, u + 1, v + 1);
    return s;
}
BINARY(tangent_right)

static const lf_group_ops semilinear_ops = {
    .identity = semilinear_identity,
    .mul = semilinear_mul,
    .inv = semilinear_inv,
    .log = semilinear_log,
    .Ad = semilinear_Ad,
    .bracket = semilinear_bracket,
    .map = {semilinear_exp, NULL, NULL},
    .dmapinv = {semilinear_dexpinv, NULL, NULL},
    .dexp = semilinear_dexp,
    .tangent = semilinear_tangent,
    .tangent_right = semilinear_tangent_right,
    .defect = semilinear_defect,
    .project = semilinear_project,
    .work = semilinear_work,
};

lf_group lf_group_semilinear(const lf_operator *L)
{
    return (lf_group){
        .name = "semilinear",
        .doc = "maps u -> e^{aL} u + b over a linear operator L",
        .kind = LF_GROUP_SEMILINEAR,
        .dim = 1 + L->dim,
        .rep = 1 + L->dim,
        .ops = &semilinear_ops,
        .ctx = L,
    };
}
