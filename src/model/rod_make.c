/* SPDX-License-Identifier: BSD-3-Clause */
/* rod_make.c - the arrays of a rod from its sections: stiffness of elements and vertices, natural
 * rotations, masses and inertias. */
#include <math.h>
#include <string.h>

#include "model/rod.h"

lf_rod_arrays lf_rod_layout(double *memory, size_t count)
{
    lf_rod_arrays A = {.size = 21 * count};
    if (!memory)
        return A;
    A.length = memory;
    A.over = A.length + count;
    A.stiff = A.over + count;
    A.bend = A.stiff + 3 * count;
    A.half = A.bend + 3 * count;
    A.mass = A.half + 9 * count;
    A.moment = A.mass + count;
    return A;
}

void lf_rod_turn(double factor, const double v[3], double R[9])
{
    const double u[3] = {factor * v[0], factor * v[1], factor * v[2]};
    lf_group_exp(&lf_so3, 1, u, R, NULL); /* SO(3) needs no scratch, and cannot fail */
}

/* d/L of C2/L: d1 = (C2_2 + C2_3 - C2_1)/2 and cyclic */
static void spread_bend(const double stiff[3], double d[3])
{
    for (size_t k = 0; k < 3; k++)
        d[k] = 0.5 * (stiff[(k + 1) % 3] + stiff[(k + 2) % 3] - stiff[k]);
}

static void bend_of(const lf_rod_section *s, double C2[3])
{
    C2[0] = s->EI[0];
    C2[1] = s->EI[1];
    C2[2] = s->GJ;
}

/* Half of one element and half of the next are springs in series. */
static void make_vertex(const lf_rod_arrays *A, size_t count, size_t v, const lf_rod_section *a,
                        const lf_rod_section *b)
{
    double before[3], after[3], stiff[3], d[3];
    bend_of(a, before);
    bend_of(b, after);
    for (size_t k = 0; k < 3; k++)
        stiff[k] = 2 / (A->length[v] / before[k] + A->length[v + 1] / after[k]);
    spread_bend(stiff, d);
    for (size_t k = 0; k < 3; k++)
        A->bend[k * count + v] = d[k];
}

static void make_element(const lf_rod_arrays *A, size_t count, size_t e, const lf_rod_section *s)
{
    const double stiff[3] = {s->GA[0], s->GA[1], s->EA}, half = 0.5 * s->rhoA * A->length[e];
    A->over[e] = 1 / A->length[e];
    for (size_t k = 0; k < 3; k++) {
        A->stiff[k * count + e] = stiff[k];
        A->moment[k * count + e] = s->Jrho[k] * A->length[e];
    }
    A->mass[e - 1] += half;
    A->mass[e] = half;
}

static void make_cap(lf_rod_cap *cap, double l, const lf_rod_section *s, const double kappa[3])
{
    double stiff[3];
    bend_of(s, stiff);
    for (size_t k = 0; k < 3; k++)
        stiff[k] *= 2 / l;
    spread_bend(stiff, cap->bend);
    lf_rod_turn(0.25 * l, kappa, cap->half);
}

/* The inner vertex nearest to the place s along the rod. */
static size_t nearest_vertex(const lf_rod_arrays *A, size_t count, double s)
{
    size_t v = 1;
    double at = A->length[1];
    while (v + 2 < count && at + 0.5 * A->length[v + 1] < s)
        at += A->length[++v];
    return v;
}

/* S = exp((L_v kappa + kink)/2) */
static void make_halves(const lf_rod_arrays *A, size_t count, const double kappa[3],
                        size_t kink_count, const double *kinks)
{
    double S[9];
    for (size_t v = 1; v + 1 < count; v++) {
        lf_rod_turn(0.25 * (A->length[v] + A->length[v + 1]), kappa, S);
        for (size_t k = 0; k < 9; k++)
            A->half[k * count + v] = S[k];
    }
    for (size_t j = 0; j < kink_count && count > 2; j++) {
        const double *kink = kinks + 4 * j;
        const size_t v = nearest_vertex(A, count, kink[0]);
        const double L = 0.5 * (A->length[v] + A->length[v + 1]);
        const double turn[3] = {L * kappa[0] + kink[1], L * kappa[1] + kink[2],
                                L * kappa[2] + kink[3]};
        lf_rod_turn(0.5, turn, S);
        for (size_t k = 0; k < 9; k++)
            A->half[k * count + v] = S[k];
    }
}

/* Are the entries `from` .. `to` of each of the rows the same? */
static bool all_same(const double *a, size_t rows, size_t count, size_t from, size_t to)
{
    for (size_t k = 0; k < rows; k++)
        for (size_t e = from; e < to; e++)
            if (a[k * count + e] != a[k * count + e + 1])
                return false;
    return true;
}

static bool is_uniform(const lf_rod *rod)
{
    const size_t n = rod->count - 1;
    return all_same(rod->length, 1, rod->count, 1, n) &&
           all_same(rod->stiff, 3, rod->count, 1, n) &&
           (n < 3 || all_same(rod->bend, 3, rod->count, 1, n - 1)) &&
           (n < 3 || !rod->half || all_same(rod->half, 9, rod->count, 1, n - 1));
}

void lf_rod_make(lf_rod *rod, const lf_rod_arrays *A, size_t count, lf_rod_section_at *section,
                 const void *ctx, const double kappa[3], size_t kink_count, const double *kinks)
{
    static const double identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    const bool curved = kappa[0] != 0 || kappa[1] != 0 || kappa[2] != 0 || kink_count > 0;
    lf_rod_section here = section(ctx, 1);
    memset(A->over, 0, (A->size - count) * sizeof *A->over);
    *rod = (lf_rod){.count = count,
                    .length = A->length,
                    .over = A->over,
                    .stiff = A->stiff,
                    .bend = A->bend,
                    .half = curved ? A->half : NULL};
    make_cap(&rod->start, A->length[1], &here, kappa);
    for (size_t e = 1; e < count; e++) {
        make_element(A, count, e, &here);
        if (e + 1 < count) {
            const lf_rod_section next = section(ctx, e + 1);
            make_vertex(A, count, e, &here, &next);
            here = next;
        }
    }
    make_cap(&rod->finish, A->length[count - 1], &here, kappa);
    for (size_t k = 0; k < 3; k++)
        A->moment[k * count] = A->moment[k * count + 1];
    make_halves(A, count, kappa, kink_count, kinks);
    rod->uniform = is_uniform(rod);
    memcpy(rod->seat, identity, sizeof identity);
    memcpy(rod->wall, identity, sizeof identity);
}
