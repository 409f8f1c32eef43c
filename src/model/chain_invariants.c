/* SPDX-License-Identifier: BSD-3-Clause */
/* chain_invariants.c - energy and angular momentum of the pendulum chain in one walk from the top:
 * x_i = x_(i-1) + L_i q_i, v_i = v_(i-1) + L_i w_i x q_i. */
#include "model/chain.h"

#include <math.h>

#include "base/lanes.h"

enum { GROUP = 8 }; /* trajectories that walk side by side */

/* The mass that the walk has reached, one number per lane, and the sum so far. */
typedef struct {
    double x[3 * GROUP], v[3 * GROUP], sum[GROUP];
} walk;

static LF_INLINE double walk_energy(lf_vec3 x, lf_vec3 v, double gravity)
{
    return lf_fma(0.5, lf_dot(v, v), gravity * x.z);
}

static LF_INLINE double walk_momentum(lf_vec3 x, lf_vec3 v)
{
    return lf_fma(x.x, v.y, -(x.y * v.x));
}

/* `count` lanes at once; count and energy are constants where it matters. */
static LF_INLINE void walk_link(size_t count, bool energy, const lf_chain *chain, size_t j,
                                size_t all, const double *y, walk *W)
{
    const double mass = lf_chain_mass(chain, j), length = lf_chain_length(chain, j);
    LF_EACH_LANE(i, count) {
        const lf_vec3 q = lf_vec3_load(y, all, i), w = lf_vec3_load(y + 3 * all, all, i);
        const lf_vec3 x = lf_axpy(lf_vec3_load(W->x, GROUP, i), length, q);
        const lf_vec3 v = lf_axpy(lf_vec3_load(W->v, GROUP, i), length, lf_cross(w, q));
        lf_vec3_store(W->x, GROUP, i, x);
        lf_vec3_store(W->v, GROUP, i, v);
        W->sum[i] = lf_fma(mass, energy ? walk_energy(x, v, chain->gravity) : walk_momentum(x, v),
                           W->sum[i]);
    }
}

static LF_INLINE void walk_down(size_t count, bool energy, const lf_chain *chain, size_t n,
                                const double *y, double *value)
{
    walk W = {{0}, {0}, {0}};
    for (size_t j = 0; j < chain->n; j++)
        walk_link(count, energy, chain, j, chain->n * n, y + j * n, &W);
    for (size_t i = 0; i < count; i++)
        value[i] = W.sum[i];
}

static LF_INLINE void walk_all(bool energy, const lf_problem *P, size_t n, const double *y,
                               double *value)
{
    for (size_t i = 0; i < n; i += GROUP) {
        const size_t count = n - i < GROUP ? n - i : GROUP;
        LF_BY_LANES(count, walk_down, energy, P->ctx, n, y + i, value + i);
    }
}

LF_KERNEL static void chain_energy(const lf_problem *P, const lf_lanes *L, const double *y,
                                   double *energy)
{
    const size_t n = L->n;
    walk_all(true, P, n, y, energy);
}

LF_KERNEL static void chain_momentum(const lf_problem *P, const lf_lanes *L, const double *y,
                                     double *momentum)
{
    const size_t n = L->n;
    walk_all(false, P, n, y, momentum);
}

/* How large the parts of both are at the most: what hangs r below the pivot weighs at most m g r, and
 * falls to a speed of about sqrt(g r) if it is at rest. */
static LF_INLINE void chain_sizes(bool energy, const lf_problem *P, const lf_lanes *L,
                                  const double *y, double *size)
{
    const lf_chain *chain = P->ctx;
    const size_t n = L->n, all = chain->n * n;
    for (size_t i = 0; i < n; i++) {
        lf_vec3 v = {0, 0, 0};
        double reach = 0;
        size[i] = 0;
        for (size_t j = 0; j < chain->n; j++) {
            const double mass = lf_chain_mass(chain, j), length = lf_chain_length(chain, j);
            const lf_vec3 q = lf_vec3_load(y, all, j * n + i);
            v = lf_axpy(v, length, lf_cross(lf_vec3_load(y + 3 * all, all, j * n + i), q));
            reach += length;
            const double fall = fabs(chain->gravity) * reach, speed2 = lf_dot(v, v);
            size[i] += mass * (energy ? 0.5 * speed2 + fall : reach * (sqrt(speed2) + sqrt(fall)));
        }
    }
}

LF_KERNEL static void chain_energy_size(const lf_problem *P, const lf_lanes *L, const double *y,
                                        double *size)
{
    chain_sizes(true, P, L, y, size);
}

LF_KERNEL static void chain_momentum_size(const lf_problem *P, const lf_lanes *L, const double *y,
                                          double *size)
{
    chain_sizes(false, P, L, y, size);
}

static lf_quantity *const chain_size[] = {chain_energy_size, chain_momentum_size};
const lf_scales lf_chain_scales = {chain_size};

const lf_invariant lf_chain_invariants[] = {
    {"energy", "sum of m_i |v_i|^2/2 + m_i g z_i", chain_energy},
    {"momentum", "angular momentum about the vertical, sum of m_i (x_i x v_i).e3", chain_momentum},
    {NULL, NULL, NULL},
};
