/* SPDX-License-Identifier: BSD-3-Clause */
/* matrix.c - GL(n), SO(n), Sp(2n), G_P = {X : X^T P X = P} and the affine group, of any n.
 *
 *   cay(u)        = (1 - u/2)^-1 (1 + u/2)
 *   dcayinv_u v   = (1 - u/2) v (1 + u/2), exact and two products
 *   dcay_u v      = (1 - u/2)^-1 v (1 + u/2)^-1
 * (F. Diele, L. Lopez, R. Peluso, The Cayley transform in the numerical solution of unitary
 * differential systems, Adv. Comput. Math. 8 (1998) 317). Lanes are done one by one. */
#include "group/matrix.h"

#include <math.h>
#include <string.h>

#include "base/lanes.h"

/* ---- rooms ---- */

enum { MATRICES = sizeof((lf_matrix_room){0}).matrix / sizeof(double *) };

/* rep is a square, or n^2 + n for the affine group of (n + 1) x (n + 1) matrices. */
size_t lf_matrix_rows(const lf_group *G)
{
    const size_t n = (size_t)(sqrt((double)G->rep) + (G->kind == LF_GROUP_AFFINE ? 0 : 0.5));
    return G->kind == LF_GROUP_AFFINE ? n + 1 : n;
}

size_t lf_matrix_work(const lf_group *G, size_t lanes)
{
    const size_t n = lf_matrix_rows(G), stride = lf_dense_stride(n);
    return MATRICES * n * stride + lf_dense_exp_work(n, stride) + LF_DENSE_WIDE;
}

lf_matrix_room lf_matrix_layout(const lf_group *G, size_t lanes, double *work)
{
    const size_t n = lf_matrix_rows(G), stride = lf_dense_stride(n);
    const lf_bilinear *form = G->ctx;
    lf_matrix_room R = {form, form->family, n, stride, n * stride, lanes};
    double *next = lf_dense_align(work);
    for (size_t k = 0; k < MATRICES; k++, next += R.size)
        R.matrix[k] = next;
    R.rest = next;
    return R;
}

void lf_matrix_spoil(size_t count, size_t lanes, double *out)
{
    for (size_t c = 0; c < count; c++)
        out[c * lanes] = NAN;
}

/* ---- sums ---- */

LF_KERNEL static void sum_rows(size_t count, const double *restrict a, double factor,
                               const double *restrict b, double *restrict out)
{
    LF_EACH_LANE(i, count)
        out[i] = lf_fma(factor, b[i], a[i]);
}

void lf_matrix_sum(const lf_matrix_room *R, const double *a, double factor, const double *b,
                   double *out)
{
    sum_rows(R->size, a, factor, b, out);
}

void lf_matrix_commutator(const lf_matrix_room *R, const double *a, const double *b, double *out,
                          double *spare)
{
    lf_matrix_mul(R, b, a, spare);
    lf_matrix_mul(R, a, b, out);
    for (size_t i = 0; i < R->size; i++)
        out[i] -= spare[i];
}

/* out = 1 + factor a */
static void shifted(const lf_matrix_room *R, double factor, const double *a, double *out)
{
    for (size_t i = 0; i < R->size; i++)
        out[i] = factor * a[i];
    for (size_t i = 0; i < R->n; i++)
        out[i * R->stride + i] += 1;
}

/* ---- one lane of every operation: arguments and results are matrices 0, 1 -> 2 ---- */

typedef lf_status lane_operation(const lf_matrix_room *R);

static lf_status lane_mul(const lf_matrix_room *R)
{
    lf_matrix_mul(R, R->matrix[0], R->matrix[1], R->matrix[2]);
    return LF_OK;
}

static lf_status lane_inv(const lf_matrix_room *R)
{
    return lf_matrix_inverse(R, R->matrix[0], R->matrix[2]);
}

/* a v a^-1 */
static lf_status lane_Ad(const lf_matrix_room *R)
{
    double *const *m = R->matrix;
    const lf_status s = lf_matrix_inverse(R, m[0], m[3]);
    lf_matrix_mul(R, m[0], m[1], m[4]);
    lf_matrix_mul(R, m[4], m[3], m[2]);
    return s;
}

/* a^T m a^-T */
static lf_status lane_Ad_dual(const lf_matrix_room *R)
{
    double *const *m = R->matrix;
    const lf_status s = lf_matrix_inverse(R, m[0], m[3]);
    lf_dense_mul_transposed(R->n, R->n, R->stride, m[0], R->stride, m[1], m[4]);
    lf_dense_transpose(R->n, R->stride, m[3], m[5]);
    lf_matrix_mul(R, m[4], m[5], m[2]);
    return s;
}

static lf_status lane_bracket(const lf_matrix_room *R)
{
    lf_matrix_commutator(R, R->matrix[0], R->matrix[1], R->matrix[2], R->matrix[3]);
    return LF_OK;
}

/* Of skew matrices: u v - (u v)^T, whose skew part is twice that of u v; `from` takes the half. */
static lf_status lane_bracket_skew(const lf_matrix_room *R)
{
    double *uv = R->matrix[2];
    lf_matrix_mul(R, R->matrix[0], R->matrix[1], uv);
    for (size_t i = 0; i < R->size; i++)
        uv[i] *= 2;
    return LF_OK;
}

static lf_status lane_ad_dual(const lf_matrix_room *R)
{
    double *const *m = R->matrix;
    lf_dense_transpose(R->n, R->stride, m[0], m[4]);
    lf_matrix_commutator(R, m[4], m[1], m[2], m[3]);
    return LF_OK;
}

static lf_status lane_exp(const lf_matrix_room *R)
{
    return lf_dense_exp(R->n, R->stride, R->matrix[0], R->matrix[2], R->rest);
}

/* No inverse of 1 - u/2: the step that led here was too large. */
static lf_status too_large(lf_status s)
{
    return s == LF_ESINGULAR ? LF_ELARGE : s;
}

static lf_status lane_cay(const lf_matrix_room *R)
{
    double *const *m = R->matrix;
    shifted(R, -0.5, m[0], m[3]);
    shifted(R, 0.5, m[0], m[2]);
    const lf_status s = lf_dense_lu(R->n, R->stride, m[3], R->rest);
    if (s == LF_OK)
        lf_dense_lu_solve(R->n, R->stride, m[3], R->rest, R->stride, m[2]);
    return too_large(s);
}

static lf_status lane_dcayinv(const lf_matrix_room *R)
{
    double *const *m = R->matrix;
    shifted(R, -0.5, m[0], m[3]);
    lf_matrix_mul(R, m[3], m[1], m[4]);
    shifted(R, 0.5, m[0], m[3]);
    lf_matrix_mul(R, m[4], m[3], m[2]);
    return LF_OK;
}

/* (1 + u/2)^-1 stands on the right: it is solved for with transposes. */
static lf_status lane_dcay(const lf_matrix_room *R)
{
    double *const *m = R->matrix;
    shifted(R, -0.5, m[0], m[3]);
    lf_status s = lf_dense_lu(R->n, R->stride, m[3], R->rest);
    if (s != LF_OK)
        return too_large(s);
    lf_dense_lu_solve(R->n, R->stride, m[3], R->rest, R->stride, m[1]);
    shifted(R, 0.5, m[0], m[3]);
    lf_dense_transpose(R->n, R->stride, m[3], m[4]);
    lf_dense_transpose(R->n, R->stride, m[1], m[5]);
    s = lf_dense_lu(R->n, R->stride, m[4], R->rest);
    if (s == LF_OK)
        lf_dense_lu_solve(R->n, R->stride, m[4], R->rest, R->stride, m[5]);
    lf_dense_transpose(R->n, R->stride, m[5], m[2]);
    return too_large(s);
}

static lf_status lane_log(const lf_matrix_room *R)
{
    return lf_matrix_log(R, R->matrix[0], R->matrix[2]);
}

/* ---- lanes ---- */

/* What an argument or a result is. */
typedef enum { NONE, ALGEBRA, COVECTOR, ELEMENT } role;

static void take(const lf_matrix_room *R, role what, const double *x, double *A)
{
    if (what == ALGEBRA)
        R->family->to(R, x, A);
    else if (what == COVECTOR)
        R->family->lift(R, x, A);
    else if (what == ELEMENT)
        lf_matrix_load(R, x, A);
}

static void give(const lf_matrix_room *R, role what, const double *A, double *x)
{
    if (what == ALGEBRA)
        R->family->from(R, A, x);
    else if (what == COVECTOR)
        R->family->drop(R, A, x);
    else
        lf_matrix_store(R, A, x);
}

static lf_status each_lane(const lf_group *G, size_t n, lane_operation *lane, const role roles[3],
                           const double *a, const double *b, double *c, double *work)
{
    const lf_matrix_room R = lf_matrix_layout(G, n, work);
    lf_status status = LF_OK;
    for (size_t i = 0; i < n; i++) {
        take(&R, roles[0], a + i, R.matrix[0]);
        if (b)
            take(&R, roles[1], b + i, R.matrix[1]);
        const lf_status s = lane(&R);
        if (s == LF_OK)
            give(&R, roles[2], R.matrix[2], c + i);
        else
            lf_matrix_spoil(roles[2] == ELEMENT ? G->rep : G->dim, n, c + i);
        status = status == LF_OK ? s : status;
    }
    return status;
}

#define UNARY(stem, from, to)                                                               \
    static lf_status matrix_##stem(const lf_group *G, size_t n, const double *a, double *b, \
                                   double *work)                                            \
    {                                                                                       \
        static const role roles[3] = {from, NONE, to};                                      \
        return each_lane(G, n, lane_##stem, roles, a, NULL, b, work);                       \
    }
#define BINARY(stem, first, second, result)                                                       \
    static lf_status matrix_##stem(const lf_group *G, size_t n, const double *a, const double *b, \
                                   double *c, double *work)                                       \
    {                                                                                             \
        static const role roles[3] = {first, second, result};                                     \
        return each_lane(G, n, lane_##stem, roles, a, b, c, work);                                \
    }
BINARY(mul, ELEMENT, ELEMENT, ELEMENT)
UNARY(inv, ELEMENT, ELEMENT)
BINARY(Ad, ELEMENT, ALGEBRA, ALGEBRA)
BINARY(Ad_dual, ELEMENT, COVECTOR, COVECTOR)
BINARY(bracket, ALGEBRA, ALGEBRA, ALGEBRA)
BINARY(bracket_skew, ALGEBRA, ALGEBRA, ALGEBRA)
BINARY(ad_dual, ALGEBRA, COVECTOR, COVECTOR)
UNARY(exp, ALGEBRA, ELEMENT)
UNARY(cay, ALGEBRA, ELEMENT)
BINARY(dcayinv, ALGEBRA, ALGEBRA, ALGEBRA)
BINARY(dcay, ALGEBRA, ALGEBRA, ALGEBRA)
UNARY(log, ELEMENT, ALGEBRA)

/* u g, and g u */
static lf_status matrix_tangent(const lf_group *G, size_t n, const double *u, const double *g,
                                double *v, double *work)
{
    static const role roles[3] = {ALGEBRA, ELEMENT, ELEMENT};
    return each_lane(G, n, lane_mul, roles, u, g, v, work);
}

static lf_status matrix_tangent_right(const lf_group *G, size_t n, const double *u, const double *g,
                                      double *v, double *work)
{
    static const role roles[3] = {ELEMENT, ALGEBRA, ELEMENT};
    return each_lane(G, n, lane_mul, roles, g, u, v, work);
}

lf_status lf_matrix_dcay(const lf_group *G, size_t n, const double *u, const double *v, double *w,
                         double *work)
{
    return matrix_dcay(G, n, u, v, w, work);
}

static void matrix_identity(const lf_group *G, size_t n, double *g)
{
    const size_t rows = lf_matrix_rows(G) - (G->kind == LF_GROUP_AFFINE);
    memset(g, 0, G->rep * n * sizeof *g);
    for (size_t k = 0; k < rows; k++)
        for (size_t i = 0; i < n; i++)
            g[k * (rows + 1) * n + i] = 1;
}

/* ---- tables ---- */

#define TABLE(brackets, second, second_inverse)                                                 \
    {                                                                                           \
        .identity = matrix_identity, .mul = matrix_mul, .inv = matrix_inv, .Ad = matrix_Ad,     \
        .bracket = brackets, .map = {matrix_exp, matrix_cay, second},                           \
        .dmapinv = {lf_matrix_dexpinv, matrix_dcayinv, second_inverse},                         \
        .defect = lf_matrix_defect, .log = matrix_log, .dexp = lf_matrix_dexp,                  \
        .tangent = matrix_tangent, .tangent_right = matrix_tangent_right,                       \
        .Ad_dual = matrix_Ad_dual, .ad_dual = matrix_ad_dual, .dexp_dual = lf_matrix_dexp_dual, \
        .dexpinv_dual = lf_matrix_dexpinv_dual, .project = lf_matrix_project,                   \
        .work = lf_matrix_work,                                                                 \
    }
static const lf_group_ops matrix_ops = TABLE(matrix_bracket, NULL, NULL);
static const lf_group_ops so_ops =
    TABLE(matrix_bracket_skew, lf_matrix_second_kind, lf_matrix_dsecond_kind_inv);

static const lf_bilinear gl_form = {.family = &lf_family_gl}, so_form = {.family = &lf_family_so},
                         sp_form = {.family = &lf_family_sp},
                         affine_form = {.family = &lf_family_affine};

lf_group lf_group_gl(size_t n)
{
    return (lf_group){.name = "gl",
                      .doc = "GL(n): matrices that have an inverse",
                      .kind = LF_GROUP_MATRIX,
                      .dim = n * n,
                      .rep = n * n,
                      .ops = &matrix_ops,
                      .ctx = &gl_form,
                      .abelian = n == 1};
}

lf_group lf_group_so(size_t n)
{
    return (lf_group){.name = "so",
                      .doc = "SO(n): rotations of R^n as matrices",
                      .kind = LF_GROUP_MATRIX,
                      .dim = n > 0 ? n * (n - 1) / 2 : 0,
                      .rep = n * n,
                      .ops = &so_ops,
                      .ctx = &so_form,
                      .abelian = n <= 2};
}

lf_group lf_group_sp(size_t n)
{
    return (lf_group){.name = "sp",
                      .doc = "Sp(2n): symplectic matrices",
                      .kind = LF_GROUP_MATRIX,
                      .dim = n * (2 * n + 1),
                      .rep = 4 * n * n,
                      .ops = &matrix_ops,
                      .ctx = &sp_form};
}

lf_group lf_group_bilinear(const lf_bilinear *form)
{
    const size_t n = form->n;
    return (lf_group){.name = "form",
                      .doc = "G_P: matrices with X^T P X = P",
                      .kind = LF_GROUP_MATRIX,
                      .dim = form->skew ? n * (n + 1) / 2 : n * (n - 1) / 2,
                      .rep = n * n,
                      .ops = &matrix_ops,
                      .ctx = form,
                      .abelian = !form->skew && n <= 2};
}

lf_group lf_group_affine(size_t n)
{
    return (lf_group){.name = "affine",
                      .doc = "GL(n) |x R^n: x -> A x + b",
                      .kind = LF_GROUP_AFFINE,
                      .dim = n * n + n,
                      .rep = n * n + n,
                      .ops = &matrix_ops,
                      .ctx = &affine_form};
}
