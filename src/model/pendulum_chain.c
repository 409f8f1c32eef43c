/* SPDX-License-Identifier: BSD-3-Clause */
/* pendulum_chain.c - n point masses on rods that hang from each other and turn freely, on (TS^2)^n:
 * q_i is the direction of rod i, omega_i its angular velocity, q_i' = omega_i x q_i, e3 points up.
 * Celledoni, Cokaj, Leone, Murari, Owren 2021, section 5. In Hamilton's form momenta pi_i stand in
 * the place of omega_i, on (T*S^2)^n: the same group moves them in the same way. */
#include "model/models.h"

#include <math.h>
#include <stdio.h>

#include "model/chain.h"

enum { MOST_LINKS = 100000000 };
static const double MOST_RATIO = 1e12; /* of two masses */

static const lf_group *const chain_group[] = {&lf_se3};
static const lf_action *const chain_action[] = {&lf_ts2};

/* One number of `list` for all links, or one each. */
static lf_status check_counts(const lf_list *list, const char *name, size_t per_link, size_t links,
                              char *why, size_t size)
{
    if (list->count == per_link || list->count == per_link * links)
        return LF_OK;
    snprintf(why, size, "%s needs %zu number%s for all links or %zu for the %zu links, got %zu",
             name, per_link, per_link == 1 ? "" : "s", per_link * links, links, list->count);
    return LF_EINPUT;
}

static lf_status check_lists(const lf_chain *chain, char *why, size_t size)
{
    const struct {
        const lf_list *list;
        const char *name;
        size_t per_link;
    } all[] = {{&chain->masses, "masses", 1},
               {&chain->lengths, "lengths", 1},
               {&chain->q, "q", 3},
               {&chain->omega, "omega", 3}};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        if (check_counts(all[k].list, all[k].name, all[k].per_link, chain->n, why, size) != LF_OK)
            return LF_EINPUT;
    return LF_OK;
}

static lf_status check_sizes(const lf_chain *chain, char *why, size_t size)
{
    if (chain->n < 1 || chain->n > MOST_LINKS) {
        snprintf(why, size, "n must lie between 1 and %d, got %zu", MOST_LINKS, chain->n);
        return LF_EINPUT;
    }
    if (chain->form == LF_CHAIN_DENSE && chain->n > LF_CHAIN_DENSE_MOST) {
        snprintf(why, size,
                 "form dense solves with a 3n x 3n matrix and takes at most %d links, got n = %zu; "
                 "form tension has no such limit",
                 LF_CHAIN_DENSE_MOST, chain->n);
        return LF_EINPUT;
    }
    return check_lists(chain, why, size);
}

static lf_status check_positive(const lf_list *list, const char *name, char *why, size_t size)
{
    const double *a = lf_list_numbers(list);
    for (size_t j = 0; j < list->count; j++) {
        if (a[j] > 0 && isfinite(a[j]))
            continue;
        snprintf(why, size, "%s[%zu] must be positive, got %.10g", name, j, a[j]);
        return LF_EINPUT;
    }
    return LF_OK;
}

/* Pivots of the tensions stay positive under rounding, and their products finite. */
static lf_status check_ratios(const lf_chain *chain, char *why, size_t size)
{
    const double *m = lf_list_numbers(&chain->masses);
    size_t low = 0, high = 0;
    for (size_t j = 1; j < chain->masses.count; j++) {
        low = m[j] < m[low] ? j : low;
        high = m[j] > m[high] ? j : high;
    }
    if (m[high] <= MOST_RATIO * m[low])
        return LF_OK;
    snprintf(why, size, "masses[%zu] = %.6g and masses[%zu] = %.6g differ by more than 1e12", high,
             m[high], low, m[low]);
    return LF_EINPUT;
}

/* Three numbers of a list that belong to link j. */
static const double *of_link(const lf_list *list, size_t j)
{
    return lf_list_numbers(list) + (list->count > 3 ? 3 * j : 0);
}

static lf_status check_point(const lf_chain *chain, size_t j, char *why, size_t size)
{
    const double *q = of_link(&chain->q, j), *w = of_link(&chain->omega, j);
    const double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]);
    const double product = q[0] * w[0] + q[1] * w[1] + q[2] * w[2];
    if (!(fabs(length - 1) <= 1e-9)) {
        snprintf(why, size, "q of link %zu must be a unit vector within 1e-9, got |q| = %.10g",
                 j + 1, length);
        return LF_EINPUT;
    }
    if (!(fabs(product) <= 1e-9)) {
        snprintf(why, size,
                 "omega of link %zu must be perpendicular to q within 1e-9, got q.omega = %.10g",
                 j + 1, product);
        return LF_EINPUT;
    }
    return LF_OK;
}

/* Names of storage components: [component][link]. */
static void chain_column(const lf_problem *P, size_t c, char *name, size_t size)
{
    const size_t links = P->action->dim / 6, component = c / links;
    const bool momenta = ((const lf_chain *)P->ctx)->form == LF_CHAIN_HAMILTONIAN;
    snprintf(name, size, "%s%zu.%c",
             component < 3 ? "q"
             : momenta     ? "pi"
                           : "omega",
             c % links + 1, "xyz"[component % 3]);
}

/* Readers want link after link. */
static size_t chain_order(const lf_problem *P, size_t k)
{
    return k % 6 * (P->action->dim / 6) + k / 6;
}

static void chain_start(const lf_chain *chain, double *y0)
{
    for (size_t j = 0; j < chain->n; j++)
        for (size_t k = 0; k < 3; k++) {
            y0[k * chain->n + j] = of_link(&chain->q, j)[k];
            y0[(k + 3) * chain->n + j] = of_link(&chain->omega, j)[k];
        }
    if (chain->form == LF_CHAIN_HAMILTONIAN)
        lf_chain_momenta_start(chain, y0);
}

static lf_status chain_check(const lf_chain *chain, char *why, size_t size)
{
    lf_status s = check_sizes(chain, why, size);
    if (s == LF_OK)
        s = check_positive(&chain->masses, "masses", why, size);
    if (s == LF_OK)
        s = check_positive(&chain->lengths, "lengths", why, size);
    if (s == LF_OK)
        s = check_ratios(chain, why, size);
    for (size_t j = 0; s == LF_OK && j < chain->n; j++)
        s = check_point(chain, j, why, size);
    return s;
}

static const lf_names chain_names = {.name = chain_column, .order = chain_order};
static const lf_midpoint chain_midpoint = {.burst = lf_chain_burst};

/* By form. */
static const struct {
    lf_field *field;
    size_t (*work)(const lf_chain *chain);
    const lf_invariant *invariants;
    const lf_scales *scales;
} chain_fields[] = {
    {lf_chain_tension, lf_chain_tension_work, lf_chain_invariants, &lf_chain_scales},
    {lf_chain_dense, lf_chain_dense_work, lf_chain_invariants, &lf_chain_scales},
    {lf_chain_momenta, lf_chain_momenta_work, lf_chain_momenta_invariants,
     &lf_chain_momenta_scales}};

/* The dense form is there to compare with: it has no other way than its field, nor has Hamilton's. */
static void chain_traits(lf_chain *chain)
{
    lf_trait *trait = chain->traits;
    const bool only = chain->form != LF_CHAIN_TENSION, sweep = chain->n <= LF_CHAIN_SWEEP_MOST;
    chain->ambient = (lf_ambient){lf_chain_tension_ambient, lf_chain_tension_work(chain)};
    if (sweep)
        chain->ambient = (lf_ambient){lf_chain_short_ambient, 0};
    if (!only)
        *trait++ = (lf_trait){LF_TRAIT_AMBIENT, &chain->ambient};
    if (!only && sweep)
        *trait++ = (lf_trait){LF_TRAIT_MIDPOINT, &chain_midpoint};
    *trait++ = (lf_trait){LF_TRAIT_SCALES, chain_fields[chain->form].scales};
    *trait = (lf_trait){LF_TRAIT_END, NULL};
}

static lf_status chain_build(void *self, lf_problem *P, double *y0, char *why, size_t why_size)
{
    lf_chain *chain = self;
    const lf_status s = chain_check(chain, why, why_size);
    if (s != LF_OK)
        return s;
    chain->group = lf_group_power(chain_group, chain->n);
    chain->action = lf_action_power(&chain->group, chain_action, chain->n);
    chain->group.name = "se3^n";
    chain->action.name = "ts2^n";
    chain->action.doc = "SE(3)^n on (TS^2)^n, link by link; keeps |q_i| = 1 and q_i.omega_i = 0";
    chain_start(chain, y0);
    chain_traits(chain);
    *P = (lf_problem){.name = "pendulum-chain",
                      .action = &chain->action,
                      .field = chain_fields[chain->form].field,
                      .field_work = chain_fields[chain->form].work(chain),
                      .ctx = chain,
                      .traits = chain->traits,
                      .invariants = chain_fields[chain->form].invariants,
                      .names = &chain_names};
    return LF_OK;
}

static size_t chain_dim(const void *self)
{
    const lf_chain *chain = self;
    return chain->n >= 1 && chain->n <= MOST_LINKS ? 6 * chain->n : 0;
}

static const lf_param chain_params[] = {
    LF_WHOLE(lf_chain, n, "2", 1, MOST_LINKS, "number of links"),
    LF_NUMBERS(lf_chain, masses, "kg", "1", LF_POSITIVE, "masses: one for all links, or n"),
    LF_NUMBERS(lf_chain, lengths, "m", "1", LF_POSITIVE,
               "lengths of the rods: one for all links, or n"),
    LF_REALS(lf_chain, gravity, 1, "m/s^2", "9.81", LF_ANY, "acceleration of gravity"),
    LF_NUMBERS(
        lf_chain, q, "", "sqrt(0.5) 0 sqrt(0.5)", LF_ANY,
        "directions of the rods at the start, away from the fixed point, unit vectors with z "
        "up: 3 numbers for all links, or 3n link by link"),
    LF_NUMBERS(lf_chain, omega, "rad/s", "0 1 0", LF_ANY,
               "angular velocities at the start, perpendicular to q: 3 numbers for all links, or "
               "3n link by link"),
    LF_CHOOSE(lf_chain, form, "tension|dense|hamiltonian", "tension",
              "(q, omega) with accelerations by rod tensions in O(n) or by the 3n x 3n system, or "
              "(q, pi) with momenta in kg m^2/s by Hamilton's equations in O(n)"),
    LF_PARAM_END};

const lf_model lf_model_pendulum_chain = {
    .size = sizeof(lf_model),
    .name = "pendulum-chain",
    .doc = "n point masses on rods that hang from each other: a spherical n-fold pendulum",
    .formula =
        "q_i' = omega_i x q_i, L_i omega_i' = q_i x (pull of the neighbouring rods - weight), "
        "f_i = (omega_i, q_i x omega_i'), SE(3)^n acting on (TS^2)^n; form hamiltonian: pi_i = L_i q_i "
        "x (momentum of mass i and below), q_i' = H_pi x q_i, pi_i' = H_q x q_i + H_pi x pi_i, f_i = "
        "(H_pi, H_q), on (T*S^2)^n",
    .cite = "Celledoni, Cokaj, Leone, Murari, Owren, Lie group integrators for mechanical systems, "
            "2021, section 5",
    .params = chain_params,
    .self_size = sizeof(lf_chain),
    .t_end = 3,
    .step = 0.01,
    .method = "cf4",
    .build = chain_build,
    .dim = chain_dim,
    .draw = &lf_chain_picture,
};
