/* SPDX-License-Identifier: BSD-3-Clause */
/* full_body_make.c - bodies from parameters: points of mass, also those that stand for an
 * ellipsoid, and the inertia that is given or follows from them. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "model/full_body.h"

lf_status lf_full_body_refuse(char *why, size_t size, size_t b, const char *format, ...)
{
    va_list list;
    const int used = snprintf(why, size, "body %zu: ", b + 1);
    va_start(list, format);
    if (used >= 0 && (size_t)used < size)
        vsnprintf(why + used, size - (size_t)used, format, list);
    va_end(list);
    return LF_EINPUT;
}

/* ---- points ---- */

/* A ball of mass 1 and radius 1 as 13 points with its moments to degree five: the centre and the
 * corners of an icosahedron. */
enum { CUBATURE = 13 };
static const double CENTRE = 0.16, CORNER = 0.07;

/* Corner k of an icosahedron at the distance sqrt(5/7). */
static void cubature_corner(size_t k, double rho[3])
{
    const double golden = 0.5 * (1 + sqrt(5.0)), unit = sqrt(5.0 / 7 / (1 + golden * golden));
    rho[k % 3] = 0;
    rho[(k + 1) % 3] = (k / 3) % 2 ? -unit : unit;
    rho[(k + 2) % 3] = (k / 6) % 2 ? -unit * golden : unit * golden;
}

/* One point of one body as it goes to memory: [mu, x, y, z][point]. */
static void put_point(double *block, size_t count, size_t k, const double point[4])
{
    for (size_t c = 0; c < 4; c++)
        block[c * count + k] = point[c];
}

static void place_cubature(double mass, const double semiaxes[3], double *block)
{
    for (size_t k = 0; k < CUBATURE; k++) {
        double rho[3] = {0, 0, 0};
        if (k > 0)
            cubature_corner(k - 1, rho);
        const double point[4] = {mass * (k ? CORNER : CENTRE), semiaxes[0] * rho[0],
                                 semiaxes[1] * rho[1], semiaxes[2] * rho[2]};
        put_point(block, CUBATURE, k, point);
    }
}

static size_t points_of(const full_body *F, size_t b)
{
    if (F->potential == FULL_BODY_CUBATURE)
        return CUBATURE;
    return F->potential == FULL_BODY_MASCON ? (size_t)*lf_full_body_numbers(&F->counts, 1, b) : 0;
}

size_t lf_full_body_points(const full_body *F)
{
    size_t sum = 0;
    for (size_t b = 0; b < lf_full_body_count(F); b++)
        sum += points_of(F, b);
    return sum;
}

/* The masses of the points of body b add up to its own and balance about its origin, to 1e-9. */
static lf_status check_points(size_t b, double mass, size_t count, const double *block, char *why,
                              size_t size)
{
    double sum = 0, centre[3] = {0, 0, 0}, reach = 0;
    for (size_t k = 0; k < count; k++) {
        const double mu = block[k];
        if (!(mu > 0))
            return lf_full_body_refuse(
                why, size, b, "the mass of point %zu must be positive, got %.10g", k + 1, mu);
        sum += mu;
        for (size_t c = 0; c < 3; c++) {
            centre[c] += mu * block[(c + 1) * count + k];
            reach = fmax(reach, fabs(block[(c + 1) * count + k]));
        }
    }
    if (!(fabs(sum - mass) <= 1e-9 * mass))
        return lf_full_body_refuse(why, size, b,
                                   "the masses of its points add up to %.12g, but its mass is "
                                   "%.12g",
                                   sum, mass);
    for (size_t c = 0; c < 3; c++)
        if (!(fabs(centre[c]) <= 1e-9 * reach * mass))
            return lf_full_body_refuse(why, size, b,
                                       "the centre of mass of its points must be the origin of "
                                       "its frame, got (%.6g, %.6g, %.6g)",
                                       centre[0] / mass, centre[1] / mass, centre[2] / mass);
    return LF_OK;
}

lf_status lf_full_body_place_points(const full_body *F, const full_body_layout *L, char *why,
                                    size_t size)
{
    size_t first = 0;
    for (size_t b = 0; b < lf_full_body_count(F); b++) {
        const size_t count = points_of(F, b);
        const double mass = lf_list_numbers(&F->mass)[b];
        double *block = L->points + 4 * first;
        L->first[b] = (double)first;
        if (F->potential == FULL_BODY_CUBATURE)
            place_cubature(mass, lf_full_body_numbers(&F->semiaxes, 3, b), block);
        else if (F->potential == FULL_BODY_MASCON)
            for (size_t k = 0; k < count; k++)
                put_point(block, count, k, lf_list_numbers(&F->points) + 4 * (first + k));
        if (count && check_points(b, mass, count, block, why, size) != LF_OK)
            return LF_EINPUT;
        first += count;
    }
    L->first[lf_full_body_count(F)] = (double)first;
    return LF_OK;
}

/* ---- inertia ---- */

/* xx yy zz xy xz yz, row by row */
static void inertia_from_six(const double s[6], double J[9])
{
    const double rows[9] = {s[0], s[3], s[4], s[3], s[1], s[5], s[4], s[5], s[2]};
    memcpy(J, rows, sizeof rows);
}

static void inertia_from_moments(const double moment[3], double J[9])
{
    const double six[6] = {moment[0], moment[1], moment[2], 0, 0, 0};
    inertia_from_six(six, J);
}

/* A homogeneous ellipsoid: m (b^2 + c^2)/5, ... */
static void inertia_of_ellipsoid(double mass, const double a[3], double J[9])
{
    const double x = a[0] * a[0], y = a[1] * a[1], z = a[2] * a[2];
    const double moment[3] = {mass * (y + z) / 5, mass * (x + z) / 5, mass * (x + y) / 5};
    inertia_from_moments(moment, J);
}

/* sum mu (|rho|^2 I - rho rho^T) */
static void inertia_of_points(size_t count, const double *block, double J[9])
{
    double s[6] = {0};
    for (size_t k = 0; k < count; k++) {
        const double mu = block[k], x = block[count + k], y = block[2 * count + k];
        const double z = block[3 * count + k];
        s[0] += mu * (y * y + z * z);
        s[1] += mu * (x * x + z * z);
        s[2] += mu * (x * x + y * y);
        s[3] -= mu * x * y;
        s[4] -= mu * x * z;
        s[5] -= mu * y * z;
    }
    inertia_from_six(s, J);
}

static void inertia_given(const lf_list *list, size_t bodies, size_t b, double J[9])
{
    const size_t each = list->count / bodies;
    const double *given = lf_list_numbers(list) + each * b;
    if (each == 9)
        memcpy(J, given, 9 * sizeof *J);
    else if (each == 6)
        inertia_from_six(given, J);
    else
        inertia_from_moments(given, J);
}

/* The inertia of body b, and where it comes from. */
static const char *inertia_of(const full_body *F, const full_body_layout *L, size_t b, double J[9])
{
    if (lf_full_body_given(&F->inertia)) {
        inertia_given(&F->inertia, lf_full_body_count(F), b, J);
        return "";
    }
    if (F->potential != FULL_BODY_MASCON) {
        inertia_of_ellipsoid(lf_list_numbers(&F->mass)[b], lf_full_body_numbers(&F->semiaxes, 3, b),
                             J);
        return " (inertia of its ellipsoid)";
    }
    inertia_of_points(points_of(F, b), L->points + 4 * (size_t)L->first[b], J);
    return " (inertia of its points; points on a line have none about it: give inertia)";
}

lf_status lf_full_body_weigh(const full_body *F, const full_body_layout *L, bool *turned, char *why,
                             size_t size)
{
    const size_t n = lf_full_body_count(F);
    *turned = false;
    for (size_t b = 0; b < n; b++) {
        double J[9], moment[3], A[9];
        char reason[256] = "";
        const char *from = inertia_of(F, L, b, J);
        if (lf_inertia_principal(J, moment, A, reason, sizeof reason) != LF_OK)
            return lf_full_body_refuse(why, size, b, "%s%s", reason, from);
        for (size_t c = 0; c < 3; c++)
            L->moment[c * n + b] = moment[c];
        for (size_t c = 0; c < 9; c++) {
            L->axes[c * n + b] = A[c];
            L->inertia[c * n + b] = 0.5 * (J[c] + J[c % 3 * 3 + c / 3]);
            *turned |= A[c] != (c % 4 == 0);
        }
    }
    return LF_OK;
}
