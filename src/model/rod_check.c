/* SPDX-License-Identifier: BSD-3-Clause */
/* rod_check.c - what can be wrong with the parameters of a rod, in sentences. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "model/rod_model.h"

__attribute__((format(printf, 3, 4))) static lf_status rod_refuse(char *why, size_t size,
                                                                  const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(why, size, format, list);
    va_end(list);
    return LF_EINPUT;
}

static lf_status check_positive(const char *name, size_t count, const double *a, char *why,
                                size_t size)
{
    for (size_t k = 0; k < count; k++)
        if (!(a[k] > 0) || !isfinite(a[k]))
            return rod_refuse(why, size, "%s must be positive and finite, got %.10g", name, a[k]);
    return LF_OK;
}

static lf_status check_section(const rod_model *F, char *why, size_t size)
{
    const struct {
        const char *name;
        size_t count;
        const double *a;
    } given[] = {{"EA", 1, &F->EA}, {"GA", 2, F->GA},      {"EI", 2, F->EI},
                 {"GJ", 1, &F->GJ}, {"rhoA", 1, &F->rhoA}, {"Jrho", 3, F->Jrho}},
      round[] = {
          {"radius", 1, &F->radius}, {"E", 1, &F->E}, {"G", 1, &F->G}, {"density", 1, &F->density}};
    for (size_t k = 0; F->section == ROD_GIVEN && k < sizeof given / sizeof *given; k++)
        if (check_positive(given[k].name, given[k].count, given[k].a, why, size) != LF_OK)
            return LF_EINPUT;
    for (size_t k = 0; F->section == ROD_ROUND && k < sizeof round / sizeof *round; k++)
        if (check_positive(round[k].name, round[k].count, round[k].a, why, size) != LF_OK)
            return LF_EINPUT;
    if (F->section == ROD_ROUND && !(F->wall >= 0 && F->wall <= F->radius))
        return rod_refuse(why, size,
                          "wall must lie between 0 (a solid bar) and the radius %.6g, got %.6g",
                          F->radius, F->wall);
    return LF_OK;
}

/* Rows of numbers whose first one rises. */
static lf_status check_rows(const lf_list *list, const char *name, const char *row, size_t columns,
                            bool rises, char *why, size_t size)
{
    const double *a = lf_list_numbers(list);
    if (list->count % columns)
        return rod_refuse(why, size, "%s has rows of %zu numbers, %s; got %zu numbers", name,
                          columns, row, list->count);
    for (size_t k = columns; rises && k < list->count; k += columns)
        if (!(a[k] > a[k - columns]))
            return rod_refuse(why, size,
                              "%s: places must rise from row to row, got %.6g after %.6g", name,
                              a[k], a[k - columns]);
    for (size_t k = 0; k < list->count; k++)
        if (!isfinite(a[k]))
            return rod_refuse(why, size, "%s: numbers must be finite", name);
    return LF_OK;
}

static lf_status check_profile(const rod_model *F, char *why, size_t size)
{
    const double *a = lf_list_numbers(&F->profile);
    if (!lf_rod_given(&F->profile))
        return LF_OK;
    if (check_rows(&F->profile, "profile", "s rhoA Jrho EA EI", 5, true, why, size) != LF_OK)
        return LF_EINPUT;
    for (size_t k = 0; k < F->profile.count; k++)
        if (k % 5 && !(a[k] > 0))
            return rod_refuse(why, size, "profile: factors must be positive, got %.6g in row %zu",
                              a[k], k / 5 + 1);
    return LF_OK;
}

static lf_status check_kinks(const rod_model *F, char *why, size_t size)
{
    const double *a = lf_list_numbers(&F->kinks);
    if (!lf_rod_given(&F->kinks))
        return LF_OK;
    if (check_rows(&F->kinks, "kinks", "s and a rotation vector", 4, true, why, size) != LF_OK)
        return LF_EINPUT;
    if (F->elements < 2)
        return rod_refuse(why, size, "kinks lie between elements: a rod of one element has none");
    for (size_t k = 0; k < F->kinks.count; k += 4)
        if (!(a[k] > 0 && a[k] < F->length))
            return rod_refuse(why, size,
                              "kinks: a kink lies between 0 and the length %.6g, got s = %.6g",
                              F->length, a[k]);
    return LF_OK;
}

static lf_status check_points(const rod_model *F, char *why, size_t size)
{
    const double *p = lf_list_numbers(&F->points);
    if (F->shape != ROD_POINTS)
        return LF_OK;
    if (F->points.count % 3 || F->points.count < 6)
        return rod_refuse(why, size, "points needs x y z of two points or more, got %zu numbers",
                          F->points.count);
    for (size_t k = 3; k < F->points.count; k += 3)
        if (p[k] == p[k - 3] && p[k + 1] == p[k - 2] && p[k + 2] == p[k - 1])
            return rod_refuse(why, size, "points: %zu and %zu are in the same place", k / 3,
                              k / 3 + 1);
    if (F->points.count / 3 > F->elements + 1)
        return rod_refuse(why, size, "points: %zu points are more than the %zu vertices of the rod",
                          F->points.count / 3, F->elements + 1);
    return LF_OK;
}

static lf_status check_body(const rod_model *F, char *why, size_t size)
{
    if (F->start != ROD_ON_BODY)
        return LF_OK;
    if (check_positive("body_mass", 1, &F->body_mass, why, size) != LF_OK)
        return LF_EINPUT;
    return check_positive("body_inertia", 3, F->body_inertia, why, size);
}

lf_status lf_rod_check(const rod_model *F, char *why, size_t size)
{
    const double *d = F->direction;
    if (F->elements < 1 || F->elements > LF_ROD_MOST)
        return rod_refuse(why, size, "elements must lie between 1 and %d, got %zu", LF_ROD_MOST,
                          F->elements);
    if (check_positive("length", 1, &F->length, why, size) != LF_OK ||
        check_section(F, why, size) != LF_OK || check_profile(F, why, size) != LF_OK ||
        check_kinks(F, why, size) != LF_OK || check_points(F, why, size) != LF_OK ||
        check_body(F, why, size) != LF_OK)
        return LF_EINPUT;
    if (F->shape != ROD_POINTS && !(d[0] * d[0] + d[1] * d[1] + d[2] * d[2] > 0))
        return rod_refuse(why, size, "direction must not be 0 0 0: the rod begins along it");
    return LF_OK;
}

/* ---- the start ---- */

/* Elements neither crushed nor torn. */
static lf_status check_stretch(const rod_model *F, const double *y, char *why, size_t size)
{
    const size_t n = lf_rod_count(F);
    for (size_t e = 1 + (F->start == ROD_ON_BODY); e < n; e++) {
        double square = 0;
        for (size_t k = 0; k < 3; k++)
            square += pow(y[k * n + e] - y[k * n + e - 1], 2);
        const double ratio = sqrt(square) / F->arrays.length[e];
        if (!(ratio > 0.1 && ratio < 10))
            return rod_refuse(
                why, size,
                "element %zu begins %.3g times as long as it is by nature: length and "
                "points do not go together",
                e, ratio);
    }
    return LF_OK;
}

/* Two ends that are held need a distance. */
static lf_status check_ends(const rod_model *F, const double *y, char *why, size_t size)
{
    const size_t n = lf_rod_count(F);
    double square = 0;
    for (size_t k = 0; k < 3; k++)
        square += pow(y[k * n + n - 1] - y[k * n], 2);
    if (!F->rod.hold_place || !F->rod.hold_end || square > 1e-12 * F->length * F->length)
        return LF_OK;
    return rod_refuse(why, size, "both ends are held, and at the start they are in one place");
}

lf_status lf_rod_check_start(const rod_model *F, const double *y, char *why, size_t size)
{
    const double T = lf_rod_model_tension(F);
    double GA = INFINITY;
    for (size_t e = 1; e <= F->elements; e++)
        GA = fmin(GA, fmin(F->rod.stiff[e], F->rod.stiff[F->rod.count + e]));
    if (GA <= T)
        return rod_refuse(why, size,
                          "GA = %.4g is below the tension %.4g that the rod may bear: its frames "
                          "would turn over (give GA, or the tension if that is smaller)",
                          GA, T);
    if (check_stretch(F, y, why, size) != LF_OK)
        return LF_EINPUT;
    return check_ends(F, y, why, size);
}
