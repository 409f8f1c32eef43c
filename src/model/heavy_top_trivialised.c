/* SPDX-License-Identifier: BSD-3-Clause */
/* heavy_top_trivialised.c - the heavy top of Celledoni, Marthinsen, Owren 2014, section 5, on T*SO(3) right
 * trivialised, with the potential e3.g u0:
 *
 *   right   H = mu.I^-1 mu/2 + e3.g u0, as printed: a right-invariant kinetic energy
 *   left    H = (g^T mu).I^-1 (g^T mu)/2 + e3.g u0, the physical top in these variables
 *
 * With u0 = e3 the printed one is the physical top after g -> g^T, mu -> -mu. */
#include "model/models.h"

#include <math.h>

#include "model/top.h"

typedef struct {
    double inertia[3], u0[3], g[9], mu[3];
    int invariance; /* 0 right, 1 left */
    lf_top top;
} trivialised_top;

LF_KERNEL static lf_status trivialised_velocity(const lf_problem *P, const lf_lanes *L,
                                                const double *y, double *xi)
{
    const size_t n = L->n;
    const trivialised_top *h = P->ctx;
    for (size_t i = 0; i < n; i++) {
        const lf_vec3 mu = lf_vec3_load(y + 9 * n, n, i);
        lf_vec3_store(xi, n, i,
                      h->invariance ? lf_top_velocity(&h->top, lf_mat3_load(y, n, i), mu)
                                    : lf_top_inverse(&h->top, mu));
    }
    return LF_OK;
}

LF_KERNEL static lf_status trivialised_force(const lf_problem *P, const lf_lanes *L,
                                             const double *y, double *nu)
{
    const size_t n = L->n;
    const trivialised_top *h = P->ctx;
    for (size_t i = 0; i < n; i++) {
        const lf_mat3 g = lf_mat3_load(y, n, i);
        lf_vec3_store(nu, n, i,
                      h->invariance ? lf_top_force(&h->top, g, lf_vec3_load(y + 9 * n, n, i))
                                    : lf_top_torque(&h->top, g));
    }
    return LF_OK;
}

static lf_status trivialised_field(const lf_problem *P, const lf_lanes *L, const double *y,
                                   double *f, double *work)
{
    const size_t n = L->n;
    (void)work;
    const lf_status s = trivialised_velocity(P, L, y, f);
    return s == LF_OK ? trivialised_force(P, L, y, f + 3 * n) : s;
}

LF_KERNEL static void trivialised_energy(const lf_problem *P, const lf_lanes *L, const double *y,
                                         double *value)
{
    const size_t n = L->n;
    const trivialised_top *h = P->ctx;
    for (size_t i = 0; i < n; i++) {
        const lf_mat3 g = lf_mat3_load(y, n, i);
        const lf_vec3 mu = lf_vec3_load(y + 9 * n, n, i);
        const lf_vec3 m = h->invariance ? lf_mat3_vec_left(mu, g) : mu;
        value[i] = 0.5 * lf_dot(m, lf_top_inverse(&h->top, m)) + lf_top_potential(&h->top, g);
    }
}

/* Right: turning g about u0 from the right changes nothing, so (g^T mu).u0 stays. Left: turning
 * everything about e3 does not, so mu.e3 stays. */
LF_KERNEL static void trivialised_momentum(const lf_problem *P, const lf_lanes *L, const double *y,
                                           double *value)
{
    const size_t n = L->n;
    const trivialised_top *h = P->ctx;
    for (size_t i = 0; i < n; i++) {
        const lf_vec3 mu = lf_vec3_load(y + 9 * n, n, i);
        value[i] =
            h->invariance ? mu.z : lf_dot(mu, lf_mat3_vec(lf_mat3_load(y, n, i), h->top.arm));
    }
}

/* How large their parts are, whatever the attitude. */
LF_KERNEL static void trivialised_energy_size(const lf_problem *P, const lf_lanes *L,
                                              const double *y, double *size)
{
    const size_t n = L->n;
    const trivialised_top *h = P->ctx;
    trivialised_energy(P, L, y, size);
    for (size_t i = 0; i < n; i++)
        size[i] += lf_top_weight(&h->top) - lf_top_potential(&h->top, lf_mat3_load(y, n, i));
}

LF_KERNEL static void trivialised_momentum_size(const lf_problem *P, const lf_lanes *L,
                                                const double *y, double *size)
{
    const size_t n = L->n;
    const trivialised_top *h = P->ctx;
    for (size_t i = 0; i < n; i++) {
        const lf_vec3 mu = lf_vec3_load(y + 9 * n, n, i);
        size[i] = sqrt(lf_dot(mu, mu)) * (h->invariance ? 1 : lf_top_weight(&h->top));
    }
}

static lf_quantity *const sizes[] = {trivialised_energy_size, trivialised_momentum_size};
static const lf_scales scales = {sizes};

static const lf_invariant right_invariants[] = {
    {"energy", "mu.I^-1 mu/2 + e3.g u0", trivialised_energy},
    {"momentum", "mu.g u0", trivialised_momentum},
    {NULL, NULL, NULL},
};
static const lf_invariant left_invariants[] = {
    {"energy", "(g^T mu).I^-1 (g^T mu)/2 + e3.g u0", trivialised_energy},
    {"momentum", "mu.e3", trivialised_momentum},
    {NULL, NULL, NULL},
};
static const char *const columns[] = {"g.11", "g.12", "g.13", "g.21", "g.22", "g.23",
                                      "g.31", "g.32", "g.33", "mu.x", "mu.y", "mu.z"};
static const lf_names names = {.list = columns};
static const lf_hamiltonian hamiltonian = {&lf_so3, trivialised_energy, trivialised_velocity,
                                           trivialised_force};

static const lf_trait traits[] = {
    {LF_TRAIT_HAMILTONIAN, &hamiltonian}, {LF_TRAIT_SCALES, &scales}, {LF_TRAIT_END, NULL}};

static lf_status trivialised_build(void *self, lf_problem *P, double *y0, char *why,
                                   size_t why_size)
{
    trivialised_top *h = self;
    lf_status s = lf_check_rotation(h->g, "g", why, why_size);
    if (s == LF_OK)
        s = lf_check_moments(h->inertia, "inertia", why, why_size);
    if (s != LF_OK)
        return s;
    h->top = (lf_top){
        {1 / h->inertia[0], 1 / h->inertia[1], 1 / h->inertia[2]}, {0, 0, 1}, lf_top_vector(h->u0)};
    for (int k = 0; k < 9; k++)
        y0[k] = h->g[k];
    for (int k = 0; k < 3; k++)
        y0[9 + k] = h->mu[k];
    *P = (lf_problem){.name = "heavy-top-trivialised",
                      .action = &lf_se3_left,
                      .field = trivialised_field,
                      .ctx = h,
                      .invariants = h->invariance ? left_invariants : right_invariants,
                      .names = &names,
                      .traits = traits};
    return LF_OK;
}

static const lf_param params[] = {
    LF_REALS(trivialised_top, inertia, 3, "kg m^2", "1000 5000 6000", LF_POSITIVE,
             "principal moments of inertia"),
    LF_REALS(trivialised_top, u0, 3, "N m", "0 0 1", LF_ANY,
             "weight times arm: the potential is e3.g u0"),
    LF_REALS(trivialised_top, g, 9, "", LF_IDENTITY3, LF_ANY, "attitude at the start, row by row"),
    LF_REALS(trivialised_top, mu, 3, "kg m^2/s", "10000 50000 60000", LF_ANY,
             "momentum at the start, right trivialised"),
    LF_CHOOSE(trivialised_top, invariance, "right|left", "right",
              "of the kinetic energy: right as printed, left as of a physical top"),
    LF_PARAM_END};

static const char *const aliases[] = {"heavy-top-003", NULL};

const lf_model lf_model_heavy_top_trivialised = {
    .size = sizeof(lf_model),
    .name = "heavy-top-trivialised",
    .aliases = aliases,
    .doc = "the heavy top on T*SO(3) that shows which methods keep their energy in long runs",
    .formula = "g' = hat(omega) g, mu' = e3 x g u0 + omega x mu, omega = I^-1 mu (right) or "
               "mu' = e3 x g u0, omega = g I^-1 g^T mu (left), SE(3) acting on (g, mu)",
    .cite = "Celledoni, Marthinsen, Owren, An introduction to Lie group integrators, 2014, "
            "section 5, Fig. 6 and Table 1",
    .params = params,
    .self_size = sizeof(trivialised_top),
    .t_end = 5,
    .step = 0.05,
    .method = "slgi-theta12",
    .build = trivialised_build,
};
