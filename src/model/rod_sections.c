/* SPDX-License-Identifier: BSD-3-Clause */
/* rod_sections.c - the sections of the model's rod: as given or round, along a profile, scaled; the
 * tension to reckon with, and the fastest oscillation. */
#include <math.h>

#include "model/rod_model.h"

static lf_rod_section plain_section(const rod_model *F)
{
    if (F->section == ROD_ROUND)
        return lf_rod_round(F->radius, F->wall > 0 ? F->wall : F->radius, F->E, F->G, F->density);
    return (lf_rod_section){.EA = F->EA,
                            .GA = {F->GA[0], F->GA[1]},
                            .EI = {F->EI[0], F->EI[1]},
                            .GJ = F->GJ,
                            .rhoA = F->rhoA,
                            .Jrho = {F->Jrho[0], F->Jrho[1], F->Jrho[2]}};
}

/* Factors of rhoA, Jrho, EA and GA, EI and GJ at the place s: straight lines between rows. */
static void profile_at(const rod_model *F, double s, double factor[4])
{
    const double *row = lf_list_numbers(&F->profile), *last = row + F->profile.count - 5;
    while (row < last && row[5] < s)
        row += 5;
    const double part = row < last && s > row[0] ? (s - row[0]) / (row[5] - row[0]) : 0;
    for (size_t k = 0; k < 4; k++)
        factor[k] = part > 0 ? row[1 + k] + part * (row[6 + k] - row[1 + k]) : row[1 + k];
}

static lf_rod_section profiled_section(const rod_model *F, double s)
{
    lf_rod_section S = plain_section(F);
    double factor[4];
    if (!lf_rod_given(&F->profile))
        return S;
    profile_at(F, s, factor);
    S.rhoA *= factor[0];
    for (size_t k = 0; k < 3; k++)
        S.Jrho[k] *= factor[1];
    S.EA *= factor[2];
    S.GJ *= factor[3];
    for (size_t k = 0; k < 2; k++) {
        S.GA[k] *= factor[2];
        S.EI[k] *= factor[3];
    }
    return S;
}

/* The weight of all, and what holds a spinning rod together in its middle. */
double lf_rod_model_tension(const rod_model *F)
{
    if (F->tension > 0)
        return F->tension;
    const double *g = F->gravity, *w = F->spin, L = F->length;
    const lf_rod_section S = plain_section(F);
    double heavy = 1;
    for (size_t k = 0; lf_rod_given(&F->profile) && k < F->profile.count; k += 5)
        heavy = fmax(heavy, lf_list_numbers(&F->profile)[k + 1]);
    const double mass = heavy * S.rhoA * L + (F->start == ROD_ON_BODY ? F->body_mass : 0);
    const double weight = mass * sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
    return weight + heavy * S.rhoA * (w[0] * w[0] + w[1] * w[1] + w[2] * w[2]) * L * L / 8;
}

lf_rod_section lf_rod_model_section(const void *self, size_t e)
{
    const rod_model *F = self;
    const double l = F->length / (double)F->elements;
    const lf_rod_section S = profiled_section(F, ((double)e - 0.5) * l);
    const bool scaled =
        F->scaling == ROD_SCALING_ON || (F->scaling == ROD_SCALING_AUTO && lf_rod_slender(&S, l));
    return scaled ? lf_rod_scaled(&S, l, lf_rod_model_tension(F)) : S;
}

/* What the rod hangs on, shaken by its first element: no more than twice what that alone would do. */
static double body_fastest(const rod_model *F, const lf_rod_section *S, double l)
{
    const double *r = F->lever, *J = F->body_inertia;
    const double least = fmin(fmin(J[0], J[1]), J[2]);
    const double reach = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
    const double pull = fmax(S->EA, fmax(S->GA[0], S->GA[1])) / l;
    const double turn = 2 * fmax(S->GJ, fmax(S->EI[0], S->EI[1])) / l;
    return sqrt(2 * (pull * (1 / F->body_mass + reach / least) + turn / least));
}

/* Neighbours may be lighter: elements shake at most as the stiffest with the least mass does. */
double lf_rod_model_fastest(const rod_model *F)
{
    const double l = F->length / (double)F->elements;
    const size_t different = lf_rod_given(&F->profile) ? F->elements : 1;
    lf_rod_section before = lf_rod_model_section(F, 1);
    double fastest = F->start == ROD_ON_BODY ? body_fastest(F, &before, l) : 0;
    for (size_t e = 1; e <= different; e++) {
        lf_rod_section here = lf_rod_model_section(F, e), worst = here;
        const lf_rod_section after = lf_rod_model_section(F, e < different ? e + 1 : e);
        worst.rhoA = fmin(here.rhoA, fmin(before.rhoA, after.rhoA));
        for (size_t k = 0; k < 3; k++)
            worst.Jrho[k] = fmin(here.Jrho[k], fmin(before.Jrho[k], after.Jrho[k]));
        for (size_t k = 0; k < 2; k++)
            worst.EI[k] = fmax(here.EI[k], fmax(before.EI[k], after.EI[k]));
        worst.GJ = fmax(here.GJ, fmax(before.GJ, after.GJ));
        fastest = fmax(fastest, lf_rod_fastest(&worst, l));
        before = here;
    }
    return fastest;
}
