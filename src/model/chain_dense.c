/* SPDX-License-Identifier: BSD-3-Clause */
/* chain_dense.c - the field of the pendulum chain as Celledoni, Cokaj, Leone, Murari, Owren 2021,
 * section 5.2, write it: R(q) w' = b with the 3n x 3n matrix of the kinetic energy,
 *
 *   R_ii = M_ii I,   R_ij = M_ij hat(q_i)^T hat(q_j),   M_ij = (sum of m_k, k >= max(i, j)) L_i L_j,
 *   b_i = sum_j M_ij |w_j|^2 q_i x q_j - (sum of m_k, k >= i) g L_i q_i x e3
 *
 * O(n^3), one trajectory after the other: what the O(n) form is compared with. */
#include "model/chain.h"

#include "base/lanes.h"
#include "base/newton.h"

/* One trajectory: points link by link, masses below (and with) each link, matrix, right side. */
typedef struct {
    size_t links;
    const lf_chain *self;
    double *q, *w, *below, *matrix, *right;
} dense;

size_t lf_chain_dense_work(const lf_chain *self)
{
    return 9 * self->n * self->n + 10 * self->n;
}

static dense dense_layout(const lf_chain *self, double *work)
{
    const size_t N = self->n;
    dense d = {.links = N, .self = self, .q = work};
    d.w = d.q + 3 * N;
    d.below = d.w + 3 * N;
    d.right = d.below + N;
    d.matrix = d.right + 3 * N;
    double mass = 0;
    for (size_t j = N; j-- > 0;)
        d.below[j] = mass += lf_chain_mass(self, j);
    return d;
}

static double dense_mass(const dense *d, size_t i, size_t j)
{
    return d->below[i > j ? i : j] * lf_chain_length(d->self, i) * lf_chain_length(d->self, j);
}

/* Block (i, j): hat(a)^T hat(b) = (a.b) I - b a^T for different links. */
LF_KERNEL static void dense_block(const dense *d, size_t i, size_t j)
{
    const lf_vec3 a = lf_vec3_load(d->q + 3 * i, 1, 0), b = lf_vec3_load(d->q + 3 * j, 1, 0);
    const double mass = dense_mass(d, i, j), diagonal = i == j ? 1 : lf_dot(a, b);
    const double left[3] = {b.x, b.y, b.z}, right[3] = {a.x, a.y, a.z};
    for (size_t k = 0; k < 3; k++)
        for (size_t l = 0; l < 3; l++)
            d->matrix[(3 * i + k) * 3 * d->links + 3 * j + l] =
                mass * ((k == l ? diagonal : 0) - (i == j ? 0 : left[k] * right[l]));
}

LF_KERNEL static void dense_right(const dense *d, size_t i)
{
    const lf_vec3 q = lf_vec3_load(d->q + 3 * i, 1, 0);
    lf_vec3 sum = {0, 0, -d->below[i] * d->self->gravity * lf_chain_length(d->self, i)};
    for (size_t j = 0; j < d->links; j++) {
        const lf_vec3 w = lf_vec3_load(d->w + 3 * j, 1, 0);
        if (j != i)
            sum =
                lf_axpy(sum, dense_mass(d, i, j) * lf_dot(w, w), lf_vec3_load(d->q + 3 * j, 1, 0));
    }
    lf_vec3_store(d->right + 3 * i, 1, 0, lf_cross(q, sum));
}

static lf_status dense_solve(const dense *d)
{
    for (size_t i = 0; i < d->links; i++) {
        for (size_t j = 0; j < d->links; j++)
            dense_block(d, i, j);
        dense_right(d, i);
    }
    return lf_dense_solve(3 * d->links, d->matrix, d->right);
}

/* Between the lanes (`all` elements a component, element at) and link j. */
static void dense_take(const dense *d, size_t all, size_t at, size_t j, const double *y)
{
    lf_vec3_store(d->q + 3 * j, 1, 0, lf_vec3_load(y, all, at));
    lf_vec3_store(d->w + 3 * j, 1, 0, lf_vec3_load(y + 3 * all, all, at));
}

LF_KERNEL static void dense_give(const dense *d, size_t all, size_t at, size_t j, double *f)
{
    const lf_vec3 q = lf_vec3_load(d->q + 3 * j, 1, 0);
    lf_vec3_store(f, all, at, lf_vec3_load(d->w + 3 * j, 1, 0));
    lf_vec3_store(f + 3 * all, all, at, lf_cross(q, lf_vec3_load(d->right + 3 * j, 1, 0)));
}

lf_status lf_chain_dense(const lf_problem *P, const lf_lanes *L, const double *y, double *f,
                         double *work)
{
    const size_t n = L->n;
    const dense d = dense_layout(P->ctx, work);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < d.links; j++)
            dense_take(&d, d.links * n, j * n + i, j, y);
        const lf_status s = dense_solve(&d);
        if (s != LF_OK)
            return s;
        for (size_t j = 0; j < d.links; j++)
            dense_give(&d, d.links * n, j * n + i, j, f);
    }
    return LF_OK;
}
