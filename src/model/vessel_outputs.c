/* SPDX-License-Identifier: BSD-3-Clause */
/* vessel_outputs.c - what is reported of a vessel: its energy, and the balance of a ledger. A vessel is
 * passive: its energy never grows by more than forces from outside supply, as damping takes the rest
 * (Celledoni, Marthinsen, Owren 2014, section 3.1). So energy - supplied + dissipated stays. */
#include "model/vessel.h"

static lf_vec3 vessel_place(const double *y, size_t n, size_t i)
{
    return lf_vec3_load(y + AT_X * n, n, i);
}

/* That of the water, in the attitude and at the place of lane i. */
static double vessel_floating(const vessel *v, const double *y, size_t n, size_t i)
{
    const double z = y[(AT_X + 2) * n + i];
    if (v->potential == VESSEL_BUOYANCY)
        return 0.5 * v->heave * z * z + v->righting * (1 - y[8 * n + i]);
    return lf_hydrostatic_energy(v->heave, v->roll, v->pitch, lf_mat3_load(y, n, i), z);
}

/* That of the springs of the controller. */
static double vessel_held(const vessel *v, const double *y, size_t n, size_t i)
{
    const lf_mat3 Q = lf_mat3_load(y, n, i);
    const lf_vec3 x = vessel_place(y, n, i);
    const double a = x.x - v->target[0], b = x.y - v->target[1], c = x.z - v->target[2];
    if (v->control == VESSEL_DP)
        return lf_positioning_energy(v->gain[0], v->gain[2], v->target, Q, x);
    return 0.5 *
           (v->gain[0] * (a * a + b * b + c * c) + v->gain[2] * (3 - Q.r0.x - Q.r1.y - Q.r2.z));
}

double lf_vessel_energy(const vessel *v, const double *y, size_t n, size_t i)
{
    double energy = 0, p[6], nu[6];
    for (size_t k = 0; k < 6; k++)
        p[k] = y[(AT_P + k) * n + i];
    if (v->coupled)
        lf_vessel_velocity(v, p, nu);
    for (size_t k = 0; k < 6; k++)
        energy += v->coupled ? 0.5 * p[k] * nu[k] : 0.5 * p[k] * p[k] / v->weight[k];
    if (v->potential != VESSEL_NONE)
        energy += vessel_floating(v, y, n, i);
    return v->ledger && v->control != VESSEL_CONSTANT ? energy + vessel_held(v, y, n, i) : energy;
}

static void vessel_energy(const lf_problem *problem, const lf_lanes *L, const double *y,
                          double *energy)
{
    for (size_t i = 0; i < L->n; i++)
        energy[i] = lf_vessel_energy(problem->ctx, y, L->n, i);
}

static void vessel_balance(const lf_problem *problem, const lf_lanes *L, const double *y,
                           double *balance)
{
    const size_t n = L->n;
    for (size_t i = 0; i < n; i++)
        balance[i] = lf_vessel_energy(problem->ctx, y, n, i) - y[AT_BOOKS * n + i] +
                     y[(AT_BOOKS + 1) * n + i];
}

/* The surface above its mean. */
static void vessel_wave(const lf_problem *problem, const lf_lanes *L, const double *y, double *wave)
{
    const vessel *v = problem->ctx;
    (void)y;
    for (size_t i = 0; i < L->n; i++)
        wave[i] = lf_sea_at(&v->sea, L->t[i]).here;
}

#define ENERGY_OUTPUT                                                                    \
    {                                                                                    \
        "energy", "P.P/2m + Pi.J^-1 Pi/2, and that of buoyancy", vessel_energy, "energy" \
    }
const lf_invariant lf_vessel_outputs[] = {ENERGY_OUTPUT, {NULL, NULL, NULL}};
const lf_invariant lf_vessel_wave_outputs[] = {
    ENERGY_OUTPUT,
    {"wave", "the surface above its mean, in m", vessel_wave, "wave [m]"},
    {NULL, NULL, NULL}};

const lf_invariant lf_vessel_balance[] = {
    {"balance", "energy - supplied + dissipated: a vessel is passive", vessel_balance},
    {NULL, NULL, NULL},
};

static const char *const vessel_columns[] = {
    "Q.11", "Q.12", "Q.13", "Q.21", "Q.22", "Q.23", "Q.31", "Q.32", "Q.33",     "x.x",
    "x.y",  "x.z",  "P.x",  "P.y",  "P.z",  "Pi.x", "Pi.y", "Pi.z", "supplied", "dissipated"};

/* x before Q, as readers expect; SE(3) keeps them the other way round */
static size_t vessel_order(const lf_problem *P, size_t k)
{
    (void)P;
    return k < 3 ? AT_X + k : k < 12 ? k - 3 : k;
}

static const char *vessel_unit(const lf_problem *P, size_t c)
{
    (void)P;
    return c < AT_X ? "" : c < AT_P ? "m" : c < AT_PI ? "kg m/s" : c < AT_BOOKS ? "kg m^2/s" : "J";
}

const lf_names lf_vessel_names = {
    .list = vessel_columns, .order = vessel_order, .unit = vessel_unit};
