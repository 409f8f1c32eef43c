/* SPDX-License-Identifier: BSD-3-Clause */
/* derived.c - what every group has once it has its operations: duals by basis vectors, the series
 * of dexpinv, and what is there at all. */
#include <lieflow/group.h>

#include <string.h>

#include "base/lanes.h"
#include "group/product.h"

bool lf_group_has_map(const lf_group *G, lf_map map)
{
    if (lf_group_is_power(G))
        return lf_group_has_map(G->factor[0], map);
    if (!lf_group_is_product(G))
        return G->ops->map[map] != NULL;
    for (size_t k = 0; k < G->count; k++)
        if (!lf_group_has_map(G->factor[k], map))
            return false;
    return true;
}

const char *lf_map_name(lf_map map)
{
    static const char *const names[LF_MAP_COUNT] = {"exp", "cayley", "second-kind"};
    return (unsigned)map < LF_MAP_COUNT ? names[map] : "unknown";
}

/* Two algebra elements of n lanes; a factor needs less than its product. */
size_t lf_group_work(const lf_group *G, size_t n)
{
    return 2 * G->dim * n;
}

/* A linear map of the algebra that depends on an element a of the algebra or the group. */
typedef struct {
    lf_group_binary *map;  /* a, v -> w */
    lf_group_binary *dual; /* a, m -> out; NULL: by basis vectors */
    size_t size;           /* components of a */
} linear_map;

typedef linear_map linear_choice(const lf_group *G);

static linear_map choose_Ad(const lf_group *G)
{
    return (linear_map){G->ops->Ad, G->ops->Ad_dual, G->rep};
}

static linear_map choose_ad(const lf_group *G)
{
    return (linear_map){G->ops->bracket, G->ops->ad_dual, G->dim};
}

static linear_map choose_dexp(const lf_group *G)
{
    return (linear_map){G->ops->dexp, G->ops->dexp_dual, G->dim};
}

static linear_map choose_dexpinv(const lf_group *G)
{
    return (linear_map){G->ops->dmapinv[LF_EXP], G->ops->dexpinv_dual, G->dim};
}

/* out += m w */
LF_KERNEL static void add_product(size_t n, const double *restrict m, const double *restrict w,
                                  double *restrict out)
{
    LF_EACH_LANE(i, n)
        out[i] = lf_fma(m[i], w[i], out[i]);
}

/* out[k] = <m, map(a, e_k)> */
static void dual_by_basis(const lf_group *G, lf_group_binary *map, size_t n, const double *a,
                          const double *m, double *out, double *work)
{
    double *basis = work, *image = work + G->dim * n;
    for (size_t k = 0; k < G->dim; k++) {
        memset(basis, 0, G->dim * n * sizeof *basis);
        for (size_t i = 0; i < n; i++)
            basis[k * n + i] = 1;
        map(G, n, a, basis, image);
        memset(out + k * n, 0, n * sizeof *out);
        for (size_t c = 0; c < G->dim; c++)
            add_product(n, m + c * n, image + c * n, out + k * n);
    }
}

/* Products and powers go to their factors, so that closed forms are used where there are any. */
static void dual(const lf_group *G, linear_choice *choose, size_t n, const double *a,
                 const double *m, double *out, double *work)
{
    const linear_map L = choose(G);
    if (lf_group_is_power(G)) {
        dual(G->factor[0], choose, G->count * n, a, m, out, work);
    } else if (lf_group_is_product(G)) {
        for (size_t k = 0; k < G->count; k++) {
            const lf_group *F = G->factor[k];
            dual(F, choose, n, a, m, out, work);
            a += choose(F).size * n;
            m += F->dim * n;
            out += F->dim * n;
        }
    } else if (L.dual) {
        L.dual(G, n, a, m, out);
    } else {
        dual_by_basis(G, L.map, n, a, m, out, work);
    }
}

void lf_group_Ad_dual(const lf_group *G, size_t n, const double *g, const double *m, double *out,
                      double *work)
{
    dual(G, choose_Ad, n, g, m, out, work);
}

void lf_group_ad_dual(const lf_group *G, size_t n, const double *u, const double *m, double *out,
                      double *work)
{
    dual(G, choose_ad, n, u, m, out, work);
}

void lf_group_dexp_dual(const lf_group *G, size_t n, const double *u, const double *m, double *out,
                        double *work)
{
    dual(G, choose_dexp, n, u, m, out, work);
}

void lf_group_dexpinv_dual(const lf_group *G, size_t n, const double *u, const double *m,
                           double *out, double *work)
{
    dual(G, choose_dexpinv, n, u, m, out, work);
}

LF_KERNEL static void add_scaled(size_t count, double factor, const double *restrict v,
                                 double *restrict w)
{
    LF_EACH_LANE(i, count)
        w[i] = lf_fma(factor, v[i], w[i]);
}

void lf_group_dexpinv_truncated(const lf_group *G, size_t n, int order, const double *u,
                                const double *v, double *w, double *work)
{
    /* B_k/k!, B_1 = -1/2 */
    static const double coefficient[] = {1, -1. / 2, 1. / 12, 0, -1. / 720, 0, 1. / 30240};
    const int last = order - 2 < 6 ? order - 2 : 6;
    const size_t count = G->dim * n;
    const double *power = v; /* ad_u^k v */
    memcpy(w, v, count * sizeof *w);
    for (int k = 1; k <= last && !G->abelian; k++) {
        double *next = work + (k % 2 ? 0 : count);
        G->ops->bracket(G, n, u, power, next);
        if (coefficient[k] != 0)
            add_scaled(count, coefficient[k], next, w);
        power = next;
    }
}
