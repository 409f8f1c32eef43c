/* SPDX-License-Identifier: BSD-3-Clause */
/* chain_momenta.c - the pendulum chain in Hamilton's form, on (T*S^2)^n: Celledoni, Cokaj, Leone,
 * Murari, Owren 2021, end of section 5.2,
 *
 *   pi_i = -hat(q_i)^2 dL/dw_i,   q_i' = H_pi x q_i,   pi_i' = H_q x q_i + H_pi x pi_i,
 *
 * so that f_i = (H_pi, H_q), where the paper's list has the two exchanged. With P_i the momentum of
 * mass i and those below it, M_i their mass and v_i the velocity of mass i,
 *
 *   pi_i = L_i q_i x P_i,   P_i = pi_i x q_i/L_i + s_i q_i,   m_i v_i = P_i - P_(i+1).
 *
 * Rods keep their length, q_i.(v_i - v_(i-1)) = 0. That is the matrix of the tensions again
 * (chain_tension.c), for s, with r_i = a_i q_i.(pi x q/L)_(i+1) + a_(i-1) q_i.(pi x q/L)_(i-1): O(n).
 * Then
 *
 *   H_pi = w_i = q_i x (v_i - v_(i-1))/L_i,   H_q = s_i (v_i - v_(i-1)) + M_i g L_i e3,
 *
 * the latter up to what lies along q_i, which moves nothing. And since s makes the kinetic energy
 * sum |P_i - P_(i+1)|^2/(2 m_i) least, the energy needs one sweep of the elimination and no memory;
 * the angular momentum is the sum of the pi_i. */
#include "model/chain.h"

#include <math.h>

#include "base/lanes.h"
#include "model/chain_elimination.h"

/* One evaluation: masses and momenta in units of the first mass, a = 1/mass. */
typedef struct {
    const lf_chain *self;
    size_t n, all, links; /* trajectories, times links */
    const double *y;
    double *f, *a;
    lf_chain_system s;
} momenta;

size_t lf_chain_momenta_work(const lf_chain *self)
{
    return lf_chain_system_work(self->n) + 2 * self->n;
}

static LF_INLINE lf_vec3 momenta_q(const momenta *c, size_t j, size_t i)
{
    return lf_vec3_load(c->y, c->all, j * c->n + i);
}

/* What is known of P_j: pi x q/L. */
static LF_INLINE lf_vec3 momenta_across(const momenta *c, size_t j, size_t i)
{
    const double scale = 1 / (lf_chain_length(c->self, j) * lf_chain_mass(c->self, 0));
    const lf_vec3 pi = lf_vec3_load(c->y + 3 * c->all, c->all, j * c->n + i);
    return lf_scale(scale, lf_cross(pi, momenta_q(c, j, i)));
}

static LF_INLINE double momenta_inverse(const lf_chain *self, size_t j)
{
    return lf_chain_mass(self, 0) / lf_chain_mass(self, j);
}

/* The part of r_j that a neighbour k gives, with the a between them. */
static LF_INLINE double momenta_right(const momenta *c, size_t j, size_t k, size_t i, double a)
{
    return a * lf_dot(momenta_q(c, j, i), lf_vec3_load(c->f + 3 * c->all, c->all, k * c->n + i));
}

/* e and r of the system; the second half of f holds pi x q/L. */
static LF_INLINE void momenta_load(momenta *c)
{
    const size_t n = c->n, last = c->links - 1;
    double *diagonal = c->a + c->links;
    c->s.diagonal = diagonal;
    c->s.step = 1;
    c->s.top = 0;
    for (size_t j = 0; j < c->links; j++) {
        c->a[j] = momenta_inverse(c->self, j);
        diagonal[j] = c->a[j] + (j ? c->a[j - 1] : 0);
        LF_EACH_LANE(i, n)
            lf_vec3_store(c->f + 3 * c->all, c->all, j * n + i, momenta_across(c, j, i));
    }
    for (size_t j = 0; j < c->links; j++) {
        double *e = c->s.e + j * n, *r = c->s.r + j * n;
        LF_EACH_LANE(i, n) {
            const double above = j ? momenta_right(c, j, j - 1, i, c->a[j - 1]) : 0;
            const double below = j < last ? momenta_right(c, j, j + 1, i, c->a[j]) : 0;
            e[i] = j < last ? c->a[j] * lf_dot(momenta_q(c, j, i), momenta_q(c, j + 1, i)) : 0;
            r[i] = above + below;
        }
    }
}

/* P to the second half of f, then v to the first. */
static LF_INLINE void momenta_velocities(momenta *c)
{
    const size_t n = c->n, last = c->links - 1;
    double *P = c->f + 3 * c->all;
    for (size_t j = 0; j < c->links; j++)
        LF_EACH_LANE(i, n)
            lf_vec3_store(
                P, c->all, j * n + i,
                lf_axpy(lf_vec3_load(P, c->all, j * n + i), c->s.r[j * n + i], momenta_q(c, j, i)));
    for (size_t j = 0; j < c->links; j++)
        LF_EACH_LANE(i, n) {
            const lf_vec3 here = lf_vec3_load(P, c->all, j * n + i), none = {0, 0, 0};
            const lf_vec3 next = j < last ? lf_vec3_load(P, c->all, (j + 1) * n + i) : none;
            lf_vec3_store(c->f, c->all, j * n + i, lf_scale(c->a[j], lf_axpy(here, -1, next)));
        }
}

/* From the last link to the first, as the masses below add up. */
static LF_INLINE void momenta_store(momenta *c)
{
    const size_t n = c->n;
    const double unit = lf_chain_mass(c->self, 0);
    double below = 0;
    for (size_t j = c->links; j-- > 0;) {
        const double length = lf_chain_length(c->self, j), inverse = 1 / length;
        below += lf_chain_mass(c->self, j);
        const double weight = below * c->self->gravity * length;
        LF_EACH_LANE(i, n) {
            const lf_vec3 q = momenta_q(c, j, i), none = {0, 0, 0};
            const lf_vec3 above = j ? lf_vec3_load(c->f, c->all, (j - 1) * n + i) : none;
            const lf_vec3 rate = lf_axpy(lf_vec3_load(c->f, c->all, j * n + i), -1, above);
            const lf_vec3 lift = {-weight * q.z * q.x, -weight * q.z * q.y,
                                  lf_fma(-weight * q.z, q.z, weight)};
            lf_vec3_store(c->f, c->all, j * n + i, lf_scale(inverse, lf_cross(q, rate)));
            lf_vec3_store(c->f + 3 * c->all, c->all, j * n + i,
                          lf_axpy(lift, unit * c->s.r[j * n + i], rate));
        }
    }
}

LF_KERNEL lf_status lf_chain_momenta(const lf_problem *P, const lf_lanes *L, const double *y,
                                     double *f, double *work)
{
    const lf_chain *self = P->ctx;
    momenta c;
    c.self = self;
    c.n = L->n;
    c.links = self->n;
    c.all = self->n * L->n;
    c.y = y;
    c.f = f;
    c.a = work;
    lf_chain_system_set(&c.s, L->n, self->n, work + 2 * self->n);
    momenta_load(&c);
    lf_chain_system_solve(&c.s);
    momenta_velocities(&c);
    momenta_store(&c);
    return LF_OK;
}

/* pi from omega, which stands in its place: v on the way down, P on the way up. */
LF_KERNEL void lf_chain_momenta_start(const lf_chain *self, double *y)
{
    const size_t N = self->n;
    lf_vec3 sum = {0, 0, 0};
    for (size_t j = 0; j < N; j++) {
        const lf_vec3 q = lf_vec3_load(y, N, j), w = lf_vec3_load(y + 3 * N, N, j);
        sum = lf_axpy(sum, lf_chain_length(self, j), lf_cross(w, q));
        lf_vec3_store(y + 3 * N, N, j, sum);
    }
    sum = (lf_vec3){0, 0, 0};
    for (size_t j = N; j-- > 0;) {
        sum = lf_axpy(sum, lf_chain_mass(self, j), lf_vec3_load(y + 3 * N, N, j));
        lf_vec3_store(y + 3 * N, N, j,
                      lf_scale(lf_chain_length(self, j), lf_cross(lf_vec3_load(y, N, j), sum)));
    }
}

/* ---- what stays ---- */

/* One sweep over the links of lane i: the kinetic energy that pi x q/L alone would have, less what
 * the best s takes away, z^2/pivot row by row. */
LF_KERNEL static void momenta_energy(const lf_problem *P, const lf_lanes *L, const double *y,
                                     double *energy)
{
    const lf_chain *self = P->ctx;
    const momenta c = {.self = self, .n = L->n, .all = self->n * L->n, .links = self->n, .y = y};
    const lf_vec3 none = {0, 0, 0};
    for (size_t i = 0; i < L->n; i++) {
        double twice = 0, potential = 0, height = 0, pivot = 1, z = 0, e = 0, before = 0;
        lf_vec3 above = none, here = momenta_across(&c, 0, i);
        for (size_t j = 0; j < c.links; j++) {
            const bool end = j + 1 == c.links;
            const double a = momenta_inverse(self, j);
            const lf_vec3 q = momenta_q(&c, j, i), to = end ? none : momenta_across(&c, j + 1, i);
            const lf_vec3 change = lf_axpy(here, -1, to);
            z = a * lf_dot(q, to) + before * lf_dot(q, above) + e / pivot * z;
            pivot = a + before - e * e / pivot;
            twice += a * lf_dot(change, change) - z * z / pivot;
            height = lf_fma(lf_chain_length(self, j), q.z, height);
            potential = lf_fma(lf_chain_mass(self, j), height, potential);
            e = end ? 0 : a * lf_dot(q, momenta_q(&c, j + 1, i));
            above = here;
            here = to;
            before = a;
        }
        energy[i] = 0.5 * lf_chain_mass(self, 0) * twice + self->gravity * potential;
    }
}

static void momenta_vertical(const lf_problem *P, const lf_lanes *L, const double *y, double *sum)
{
    const size_t links = ((const lf_chain *)P->ctx)->n;
    const double *z = y + 5 * links * L->n;
    for (size_t i = 0; i < L->n; i++) {
        sum[i] = 0;
        for (size_t j = 0; j < links; j++)
            sum[i] += z[j * L->n + i];
    }
}

/* How large the parts of both are: the energy and the most that the weights may add to it, and
 * momenta, of which those of a fall from rest are about m r sqrt(g r). */
static void momenta_sizes(bool energy, const lf_problem *P, const lf_lanes *L, const double *y,
                          double *size)
{
    const lf_chain *self = P->ctx;
    const size_t n = L->n, all = self->n * n;
    if (energy)
        momenta_energy(P, L, y, size);
    for (size_t i = 0; i < n; i++) {
        double reach = 0;
        size[i] = energy ? fabs(size[i]) : 0;
        for (size_t j = 0; j < self->n; j++) {
            const double *pi = y + 3 * all + j * n + i, mass = lf_chain_mass(self, j);
            reach += lf_chain_length(self, j);
            const double fall = fabs(self->gravity) * reach;
            const double turning =
                sqrt(pi[0] * pi[0] + pi[all] * pi[all] + pi[2 * all] * pi[2 * all]);
            size[i] += energy ? mass * fall : turning + mass * reach * sqrt(fall);
        }
    }
}

static void momenta_energy_size(const lf_problem *P, const lf_lanes *L, const double *y,
                                double *size)
{
    momenta_sizes(true, P, L, y, size);
}

static void momenta_vertical_size(const lf_problem *P, const lf_lanes *L, const double *y,
                                  double *size)
{
    momenta_sizes(false, P, L, y, size);
}

static lf_quantity *const momenta_size[] = {momenta_energy_size, momenta_vertical_size};
const lf_scales lf_chain_momenta_scales = {momenta_size};

const lf_invariant lf_chain_momenta_invariants[] = {
    {"energy", "H(q, pi): sum of m_i |v_i|^2/2 + m_i g z_i", momenta_energy},
    {"momentum", "angular momentum about the vertical, sum of pi_i.e3", momenta_vertical},
    {NULL, NULL, NULL},
};
