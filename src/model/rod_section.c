/* SPDX-License-Identifier: BSD-3-Clause */
/* rod_section.c - cross sections of rods: round ones, scaled ones, and how fast they shake. */
#include <math.h>

#include "model/rod.h"

/* Cowper, The shear coefficient in Timoshenko's beam theory, 1966: hollow circle, with the ratio of
 * the radii; a full circle for 0. */
static double shear_factor(double ratio, double nu)
{
    const double m = ratio * ratio, s = (1 + m) * (1 + m);
    return 6 * (1 + nu) * s / ((7 + 6 * nu) * s + (20 + 12 * nu) * m);
}

lf_rod_section lf_rod_round(double radius, double wall, double E, double G, double density)
{
    const double pi = 3.14159265358979323846, inner = radius - wall, ratio = inner / radius;
    const double A = pi * (radius - inner) * (radius + inner);
    const double I = 0.25 * A * (radius * radius + inner * inner);
    const double GA = shear_factor(ratio, E / (2 * G) - 1) * G * A;
    return (lf_rod_section){.EA = E * A,
                            .GA = {GA, GA},
                            .EI = {E * I, E * I},
                            .GJ = 2 * G * I,
                            .rhoA = density * A,
                            .Jrho = {density * I, density * I, 2 * density * I}};
}

/* Shear along axis k bends about the other one. */
lf_rod_section lf_rod_scaled(const lf_rod_section *section, double l, double tension)
{
    lf_rod_section s = *section;
    for (size_t k = 0; k < 2; k++) {
        const double soft = 1 / (1 / s.GA[k] + l * l / (12 * s.EI[1 - k]));
        s.GA[k] = fmin(s.GA[k], fmax(soft, 20 * tension));
        s.Jrho[k] += s.rhoA * l * l / 12;
    }
    return s;
}

bool lf_rod_slender(const lf_rod_section *s, double l)
{
    return fmax(s->Jrho[0], s->Jrho[1]) <= s->rhoA * l * l;
}

/* The coupled mode of shear GA and bending EI with every neighbour the other way. */
static double bending_shear(const lf_rod_section *s, size_t k, double l)
{
    const double GA = s->GA[k], EI = s->EI[1 - k], J = s->Jrho[1 - k];
    const double a = 4 * GA / (s->rhoA * l * l), c = (GA + 4 * EI / (l * l)) / J;
    const double half = 0.5 * (a - c);
    return sqrt(0.5 * (a + c) + sqrt(half * half + a * GA / J));
}

double lf_rod_fastest(const lf_rod_section *s, double l)
{
    const double axial = 2 / l * sqrt(s->EA / s->rhoA), torsion = 2 / l * sqrt(s->GJ / s->Jrho[2]);
    const double bend = fmax(bending_shear(s, 0, l), bending_shear(s, 1, l));
    return fmax(fmax(axial, torsion), bend);
}
