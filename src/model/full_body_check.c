/* SPDX-License-Identifier: BSD-3-Clause */
/* full_body_check.c - what is wrong with the parameters of bodies, in sentences. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "model/full_body.h"

enum { MOST_BODIES = 100000, MOST_POINTS = 100000000 };

__attribute__((format(printf, 3, 4))) static lf_status refuse(char *why, size_t size,
                                                              const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(why, size, format, list);
    va_end(list);
    return LF_EINPUT;
}

/* ---- how many numbers ---- */

/* `each` numbers for every body, or where they may be shared for all of them. */
static lf_status check_count(const lf_list *list, const char *name, size_t each, bool shared,
                             size_t bodies, char *why, size_t size)
{
    if (list->count == each * bodies || (shared && list->count == each))
        return LF_OK;
    return refuse(why, size, "%s needs %zu numbers (%zu for each of %zu bodies), got %zu", name,
                  each * bodies, each, bodies, list->count);
}

static lf_status check_inertia_count(const full_body *F, size_t bodies, char *why, size_t size)
{
    const size_t count = F->inertia.count;
    if (lf_full_body_given(&F->inertia)) {
        if (count == 3 * bodies || count == 6 * bodies || count == 9 * bodies)
            return LF_OK;
        return refuse(why, size,
                      "inertia needs %zu numbers (3 principal moments for each of %zu bodies), %zu "
                      "(xx yy zz xy xz yz) or %zu (matrices), got %zu",
                      3 * bodies, bodies, 6 * bodies, 9 * bodies, count);
    }
    if (F->potential == FULL_BODY_MASCON || lf_full_body_given(&F->semiaxes))
        return LF_OK;
    return refuse(why, size, "inertia is missing, and there are no semiaxes it could follow from");
}

/* Points per body are whole numbers, and as many as there are points. */
static lf_status check_points_count(const full_body *F, size_t bodies, char *why, size_t size)
{
    double sum = 0;
    if (check_count(&F->counts, "counts", 1, true, bodies, why, size) != LF_OK)
        return LF_EINPUT;
    for (size_t b = 0; b < bodies; b++) {
        const double count = *lf_full_body_numbers(&F->counts, 1, b);
        if (!(count >= 1 && count <= MOST_POINTS && count == floor(count)))
            return lf_full_body_refuse(why, size, b,
                                       "counts must be a whole number of points, at least 1, got "
                                       "%.10g",
                                       count);
        sum += count;
    }
    if ((double)F->points.count == 4 * sum)
        return LF_OK;
    return refuse(why, size,
                  "points needs 4 numbers (mass x y z) for each of the %.0f points of counts, got "
                  "%zu numbers",
                  sum, F->points.count);
}

static bool needs_semiaxes(const full_body *F)
{
    return F->potential == FULL_BODY_ELLIPSOID || F->potential == FULL_BODY_SPHERE_ELLIPSOID ||
           F->potential == FULL_BODY_CUBATURE;
}

static lf_status check_counts(const full_body *F, char *why, size_t size)
{
    const size_t bodies = lf_full_body_count(F);
    if (bodies < 1 || bodies > MOST_BODIES)
        return refuse(why, size, "there may be 1 to %d bodies, got %zu masses", MOST_BODIES,
                      bodies);
    const struct {
        const lf_list *list;
        const char *name;
        size_t each;
        bool needed;
    } all[] = {
        {&F->x, "x", 3, true},
        {&F->v, "v", 3, true},
        {&F->Omega, "Omega", 3, true},
        {&F->R, "R", 9, lf_full_body_given(&F->R)},
        {&F->q, "q", 4, !lf_full_body_given(&F->R)},
        {&F->semiaxes, "semiaxes", 3, needs_semiaxes(F) || lf_full_body_given(&F->semiaxes)}};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        if (all[k].needed &&
            check_count(all[k].list, all[k].name, all[k].each, k > 0, bodies, why, size) != LF_OK)
            return LF_EINPUT;
    if (F->potential == FULL_BODY_MASCON && check_points_count(F, bodies, why, size) != LF_OK)
        return LF_EINPUT;
    return check_inertia_count(F, bodies, why, size);
}

/* ---- values ---- */

static lf_status check_positive(const lf_list *list, const char *name, size_t each, size_t bodies,
                                char *why, size_t size)
{
    for (size_t b = 0; b < bodies; b++)
        for (size_t c = 0; c < each; c++) {
            const double a = lf_full_body_numbers(list, each, b)[c];
            if (!(a > 0 && isfinite(a)))
                return lf_full_body_refuse(why, size, b, "%s must be positive, got %.10g", name, a);
        }
    return LF_OK;
}

static bool is_sphere(const full_body *F, size_t b)
{
    const double *a = lf_full_body_numbers(&F->semiaxes, 3, b);
    return a[0] == a[1] && a[1] == a[2];
}

/* The exact potential of two ellipsoids is not known in closed form. */
static lf_status check_spheres(const full_body *F, char *why, size_t size)
{
    size_t others = 0, last = 0;
    for (size_t b = 0; b < lf_full_body_count(F); b++) {
        if (is_sphere(F, b))
            continue;
        if (others++ > 0)
            return refuse(why, size,
                          "potential sphere-ellipsoid allows one body that is not a sphere, but "
                          "bodies %zu and %zu are not (use ellipsoid or cubature)",
                          last + 1, b + 1);
        last = b;
    }
    return LF_OK;
}

/* Do the numbers of a list equal those of a text? */
static bool same_numbers(const lf_list *list, size_t count, const double *numbers)
{
    return list->count == count &&
           memcmp(lf_list_numbers(list), numbers, count * sizeof *numbers) == 0;
}

/* The default inertia is that of the default bodies and of no others. */
static lf_status check_left_inertia(const full_body *F, char *why, size_t size)
{
    static const double inertia[] = {0.000375, 0.0238125, 0.0238125, 0.003, 0.1905, 0.1905};
    static const double mass[] = {1.5, 3};
    static const double points[] = {.75, .125, 0, 0, .75, -.125, 0, 0,
                                    1.5, .25,  0, 0, 1.5, -.25,  0, 0};
    if (!same_numbers(&F->inertia, 6, inertia))
        return LF_OK;
    const bool mascon = F->potential == FULL_BODY_MASCON;
    if (same_numbers(&F->mass, 2, mass) && !lf_full_body_given(&F->semiaxes) &&
        (!mascon || same_numbers(&F->points, 16, points)))
        return LF_OK;
    return refuse(why, size,
                  "inertia is still that of the default dumbbells, but the bodies are others: give "
                  "their inertia, or 0 to have it derived from semiaxes or points");
}

static lf_status check_form(const full_body *F, char *why, size_t size)
{
    if (F->form == LF_INERTIAL_HAMILTONIAN || F->form == LF_INERTIAL_LAGRANGIAN)
        return LF_OK;
    if (lf_full_body_count(F) != 2)
        return refuse(why, size, "the relative forms are for two bodies, got %zu",
                      lf_full_body_count(F));
    if (lf_full_body_external(F))
        return refuse(why, size,
                      "the relative forms know no field from outside: use an inertial form, or "
                      "leave out field and sun_mass");
    return LF_OK;
}

lf_status lf_full_body_check(const full_body *F, char *why, size_t size)
{
    const size_t bodies = lf_full_body_count(F);
    lf_status s = check_counts(F, why, size);
    if (s == LF_OK)
        s = check_positive(&F->mass, "mass", 1, bodies, why, size);
    if (s == LF_OK && lf_full_body_given(&F->semiaxes))
        s = check_positive(&F->semiaxes, "semiaxes", 3, bodies, why, size);
    if (s == LF_OK && F->potential == FULL_BODY_SPHERE_ELLIPSOID)
        s = check_spheres(F, why, size);
    if (s == LF_OK)
        s = check_left_inertia(F, why, size);
    return s == LF_OK ? check_form(F, why, size) : s;
}

/* ---- overlap ---- */

/* R diag(a^2) R^T of body b; R is [9][body] */
static void ellipsoid_matrix(const full_body *F, const double *R, size_t b, double D[9])
{
    const size_t n = lf_full_body_count(F);
    const double *a = lf_full_body_numbers(&F->semiaxes, 3, b);
    for (size_t p = 0; p < 3; p++)
        for (size_t q = 0; q < 3; q++) {
            D[3 * p + q] = 0;
            for (size_t k = 0; k < 3; k++)
                D[3 * p + q] += R[(3 * p + k) * n + b] * a[k] * a[k] * R[(3 * q + k) * n + b];
        }
}

/* d.S^-1 d for a symmetric S, by cofactors */
static double inverse_form(const double S[9], const double d[3])
{
    const double c0 = S[4] * S[8] - S[5] * S[5], c1 = S[2] * S[5] - S[1] * S[8];
    const double c2 = S[1] * S[5] - S[2] * S[4], c4 = S[0] * S[8] - S[2] * S[2];
    const double c5 = S[1] * S[2] - S[0] * S[5], c8 = S[0] * S[4] - S[1] * S[1];
    const double det = S[0] * c0 + S[1] * c1 + S[2] * c2;
    return (d[0] * (c0 * d[0] + 2 * (c1 * d[1] + c2 * d[2])) + d[1] * (c4 * d[1] + 2 * c5 * d[2]) +
            c8 * d[2] * d[2]) /
           det;
}

/* Perram, Wertheim 1985: ellipsoids d apart overlap exactly when the largest value over 0 < s < 1
 * of s (1 - s) d.((1 - s) D + s E)^-1 d is below 1. The function is concave: golden section. */
static double contact(const double D[9], const double E[9], const double d[3])
{
    const double golden = 0.6180339887498949;
    double low = 0, high = 1, best = 0;
    for (int k = 0; k < 80; k++) {
        double value[2];
        for (int side = 0; side < 2; side++) {
            const double share = side ? golden : 1 - golden, s = low + share * (high - low);
            double S[9];
            for (int c = 0; c < 9; c++)
                S[c] = (1 - s) * D[c] + s * E[c];
            value[side] = s * (1 - s) * inverse_form(S, d);
            best = fmax(best, value[side]);
        }
        if (value[0] < value[1])
            low += (1 - golden) * (high - low);
        else
            high -= (1 - golden) * (high - low);
    }
    return best;
}

static lf_status check_pair(const full_body *F, const double *x, const double *R, size_t i,
                            size_t j, char *why, size_t size)
{
    const size_t n = lf_full_body_count(F);
    const double d[3] = {x[i] - x[j], x[n + i] - x[n + j], x[2 * n + i] - x[2 * n + j]};
    if (d[0] == 0 && d[1] == 0 && d[2] == 0)
        return refuse(why, size, "bodies %zu and %zu have the same position at the start", i + 1,
                      j + 1);
    if (!needs_semiaxes(F))
        return LF_OK;
    double D[9], E[9];
    ellipsoid_matrix(F, R, i, D);
    ellipsoid_matrix(F, R, j, E);
    if (contact(D, E, d) >= 1 - 1e-9) /* touching is no overlap, nor is a rounding */
        return LF_OK;
    return refuse(why, size, "the ellipsoids of bodies %zu and %zu overlap at the start", i + 1,
                  j + 1);
}

lf_status lf_full_body_check_apart(const full_body *F, const double *x, const double *R, char *why,
                                   size_t size)
{
    for (size_t i = 0; i < lf_full_body_count(F); i++)
        for (size_t j = i + 1; j < lf_full_body_count(F); j++)
            if (check_pair(F, x, R, i, j, why, size) != LF_OK)
                return LF_EINPUT;
    return LF_OK;
}
