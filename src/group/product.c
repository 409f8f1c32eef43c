/* SPDX-License-Identifier: BSD-3-Clause */
/* product.c - direct products and powers.
 *
 * A product is blocks one after the other, each laid out [component][lane]. A power is its base
 * group with copies * n lanes, [component][copy][lane]: it has no arithmetic of its own. */
#include <lieflow/group.h>

#include <math.h>
#include <string.h>

/* ---- products ---- */

/* What an argument of an operation is, and so how far apart the factors' parts of it begin. */
typedef enum { ALGEBRA, ELEMENT } part;

static size_t part_size(const lf_group *F, part kind, size_t n)
{
    return (kind == ALGEBRA ? F->dim : F->rep) * n;
}

/* Every factor is done, and the first failure is the answer. */
static lf_status first_failure(lf_status before, lf_status now)
{
    return before == LF_OK ? now : before;
}

typedef lf_status unary_call(const lf_group *F, size_t n, const double *a, double *b, double *work);

static lf_status product_unary(const lf_group *G, unary_call *call, part from, part to, size_t n,
                               const double *a, double *b, double *work)
{
    lf_status status = LF_OK;
    for (size_t k = 0; k < G->count; k++) {
        const lf_group *F = G->factor[k];
        status = first_failure(status, call(F, n, a, b, work));
        a += part_size(F, from, n);
        b += part_size(F, to, n);
    }
    return status;
}

typedef lf_status binary_call(const lf_group *F, size_t n, const double *a, const double *b,
                              double *c, double *work);

static lf_status product_binary(const lf_group *G, binary_call *call, part first, part second,
                                part result, size_t n, const double *a, const double *b, double *c,
                                double *work)
{
    lf_status status = LF_OK;
    for (size_t k = 0; k < G->count; k++) {
        const lf_group *F = G->factor[k];
        status = first_failure(status, call(F, n, a, b, c, work));
        a += part_size(F, first, n);
        b += part_size(F, second, n);
        c += part_size(F, result, n);
    }
    return status;
}

static void product_identity(const lf_group *G, size_t n, double *g)
{
    for (size_t k = 0; k < G->count; k++) {
        lf_group_identity(G->factor[k], n, g);
        g += G->factor[k]->rep * n;
    }
}

static lf_status product_project(const lf_group *G, size_t n, double *g, double *work)
{
    lf_status status = LF_OK;
    for (size_t k = 0; k < G->count; k++) {
        status = first_failure(status, lf_group_project(G->factor[k], n, g, work));
        g += G->factor[k]->rep * n;
    }
    return status;
}

/* The larger of two defects; NaN once one of them is NaN. */
static double worse(double a, double b)
{
    return b > a || isnan(b) ? b : a;
}

/* The worst of the factors; the first n doubles of work hold that of one factor. */
static lf_status product_defect(const lf_group *G, size_t n, const double *g, double *d,
                                double *work)
{
    lf_status status = LF_OK;
    memset(d, 0, n * sizeof *d);
    for (size_t k = 0; k < G->count; k++) {
        const lf_group *F = G->factor[k];
        status = first_failure(status, lf_group_defect(F, n, g, work, work + n));
        for (size_t i = 0; i < n; i++)
            d[i] = worse(d[i], work[i]);
        g += F->rep * n;
    }
    return status;
}

static size_t product_work(const lf_group *G, size_t n)
{
    size_t most = 0;
    for (size_t k = 0; k < G->count; k++) {
        const size_t one = lf_group_work(G->factor[k], n);
        most = one > most ? one : most;
    }
    return n + most;
}

/* ---- powers ---- */

static const lf_group *base_of(const lf_group *G)
{
    return G->factor[0];
}

static void power_identity(const lf_group *G, size_t n, double *g)
{
    lf_group_identity(base_of(G), G->count * n, g);
}

static lf_status power_project(const lf_group *G, size_t n, double *g, double *work)
{
    return lf_group_project(base_of(G), G->count * n, g, work);
}

/* All copies into the scratch, then the worst of each lane. */
static lf_status power_defect(const lf_group *G, size_t n, const double *g, double *d, double *work)
{
    const size_t lanes = G->count * n;
    const lf_status status = lf_group_defect(base_of(G), lanes, g, work, work + lanes);
    memset(d, 0, n * sizeof *d);
    for (size_t i = 0; i < lanes; i++)
        d[i % n] = worse(d[i % n], work[i]);
    return status;
}

static size_t power_work(const lf_group *G, size_t n)
{
    return G->count * n + lf_group_work(base_of(G), G->count * n);
}

/* Many copies take a while: does anybody still wait? */
static bool power_unwanted(const lf_group *G, size_t n)
{
    enum { MANY = 4096 };
    return G->count * n >= MANY && lf_poll(G->count * n);
}

/* ---- operations that are alike ---- */

#define UNARY(stem, from, to)                                                                \
    static lf_status product_##stem(const lf_group *G, size_t n, const double *a, double *b, \
                                    double *work)                                            \
    {                                                                                        \
        return product_unary(G, lf_group_##stem, from, to, n, a, b, work);                   \
    }                                                                                        \
    static lf_status power_##stem(const lf_group *G, size_t n, const double *a, double *b,   \
                                  double *work)                                              \
    {                                                                                        \
        return lf_group_##stem(base_of(G), G->count * n, a, b, work);                        \
    }
#define BINARY(stem, first, second, result)                                                        \
    static lf_status product_##stem(const lf_group *G, size_t n, const double *a, const double *b, \
                                    double *c, double *work)                                       \
    {                                                                                              \
        return product_binary(G, lf_group_##stem, first, second, result, n, a, b, c, work);        \
    }                                                                                              \
    static lf_status power_##stem(const lf_group *G, size_t n, const double *a, const double *b,   \
                                  double *c, double *work)                                         \
    {                                                                                              \
        return power_unwanted(G, n) ? LF_STOPPED                                                   \
                                    : lf_group_##stem(base_of(G), G->count * n, a, b, c, work);    \
    }

/* The coordinate maps by name, for the two tables above. */
static lf_status lf_group_cay(const lf_group *G, size_t n, const double *u, double *g, double *work)
{
    return lf_group_map(G, LF_CAYLEY, n, u, g, work);
}
static lf_status lf_group_second_kind(const lf_group *G, size_t n, const double *u, double *g,
                                      double *work)
{
    return lf_group_map(G, LF_SECOND_KIND, n, u, g, work);
}
static lf_status lf_group_dcayinv(const lf_group *G, size_t n, const double *u, const double *v,
                                  double *w, double *work)
{
    return lf_group_dmapinv(G, LF_CAYLEY, n, u, v, w, work);
}
static lf_status lf_group_dsecond_kind_inv(const lf_group *G, size_t n, const double *u,
                                           const double *v, double *w, double *work)
{
    return lf_group_dmapinv(G, LF_SECOND_KIND, n, u, v, w, work);
}

BINARY(mul, ELEMENT, ELEMENT, ELEMENT)
UNARY(inv, ELEMENT, ELEMENT)
BINARY(Ad, ELEMENT, ALGEBRA, ALGEBRA)
BINARY(bracket, ALGEBRA, ALGEBRA, ALGEBRA)
UNARY(exp, ALGEBRA, ELEMENT)
UNARY(cay, ALGEBRA, ELEMENT)
UNARY(second_kind, ALGEBRA, ELEMENT)
BINARY(dexpinv, ALGEBRA, ALGEBRA, ALGEBRA)
BINARY(dcayinv, ALGEBRA, ALGEBRA, ALGEBRA)
BINARY(dsecond_kind_inv, ALGEBRA, ALGEBRA, ALGEBRA)
UNARY(log, ELEMENT, ALGEBRA)
BINARY(dexp, ALGEBRA, ALGEBRA, ALGEBRA)
BINARY(tangent, ALGEBRA, ELEMENT, ELEMENT)
BINARY(tangent_right, ALGEBRA, ELEMENT, ELEMENT)
BINARY(Ad_dual, ELEMENT, ALGEBRA, ALGEBRA)
BINARY(ad_dual, ALGEBRA, ALGEBRA, ALGEBRA)
BINARY(dexp_dual, ALGEBRA, ALGEBRA, ALGEBRA)
BINARY(dexpinv_dual, ALGEBRA, ALGEBRA, ALGEBRA)

#define TABLE(kind)                                                                          \
    {                                                                                        \
        .identity = kind##_identity, .mul = kind##_mul, .inv = kind##_inv, .Ad = kind##_Ad,  \
        .bracket = kind##_bracket, .map = {kind##_exp, kind##_cay, kind##_second_kind},      \
        .dmapinv = {kind##_dexpinv, kind##_dcayinv, kind##_dsecond_kind_inv},                \
        .defect = kind##_defect, .log = kind##_log, .dexp = kind##_dexp,                     \
        .tangent = kind##_tangent, .tangent_right = kind##_tangent_right,                    \
        .Ad_dual = kind##_Ad_dual, .ad_dual = kind##_ad_dual, .dexp_dual = kind##_dexp_dual, \
        .dexpinv_dual = kind##_dexpinv_dual, .project = kind##_project, .work = kind##_work, \
    }
static const lf_group_ops product_ops = TABLE(product);
static const lf_group_ops power_ops = TABLE(power);

lf_group lf_group_product(size_t count, const lf_group *const *factor)
{
    lf_group G = {
        .name = "product",
        .doc = "direct product of groups",
        .kind = LF_GROUP_PRODUCT,
        .ops = &product_ops,
        .abelian = true,
        .count = count,
        .factor = factor,
    };
    for (size_t k = 0; k < count; k++) {
        G.dim += factor[k]->dim;
        G.rep += factor[k]->rep;
        G.abelian = G.abelian && factor[k]->abelian;
    }
    return G;
}

lf_group lf_group_power(const lf_group *const *base, size_t copies)
{
    return (lf_group){
        .name = "power",
        .doc = "direct product of copies of one group",
        .kind = LF_GROUP_POWER,
        .dim = copies * base[0]->dim,
        .rep = copies * base[0]->rep,
        .ops = &power_ops,
        .abelian = base[0]->abelian,
        .count = copies,
        .factor = base,
    };
}

static const lf_group *const tso3_factor[] = {&lf_so3, &lf_r3};

const lf_group lf_tso3 = {
    .name = "tso3",
    .doc = "TSO(3) as the direct product SO(3) x R^3: rotation matrix, vector",
    .kind = LF_GROUP_PRODUCT,
    .dim = 6,
    .rep = 12,
    .ops = &product_ops,
    .count = 2,
    .factor = tso3_factor,
};
