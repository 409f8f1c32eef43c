/* SPDX-License-Identifier: BSD-3-Clause */
/* rod_outputs.c - what is told of a rod: stations along it in rows; tension, shear, moment and curvature at
 * their largest, what holds its ends, and the largest angle between neighbours. */
#include <math.h>
#include <stdio.h>

#include "model/rod_model.h"
#include "problem/bodies_math.h"

/* ---- stations ---- */

/* The vertex of station k: evenly along the rod, ends included. */
static size_t station_vertex(const rod_model *F, size_t k)
{
    const size_t shown = F->display.dim / 3;
    return shown < 2 ? F->elements : (k * F->elements + (shown - 1) / 2) / (shown - 1);
}

static void stations_show(const lf_problem *P, const lf_lanes *L, const double *y, double *shown,
                          double *work)
{
    const rod_model *F = lf_problem_bodies(P)->ctx;
    const size_t n = L->n, m = lf_rod_count(F) * n;
    (void)work;
    for (size_t k = 0; k < F->display.dim / 3; k++)
        for (size_t c = 0; c < 3; c++)
            for (size_t i = 0; i < n; i++)
                shown[(3 * k + c) * n + i] = y[c * m + station_vertex(F, k) * n + i];
    if (F->start != ROD_DRIVEN && F->start != ROD_ON_BODY)
        return;
    for (size_t i = 0; i < n; i++) {
        double x[3];
        const lf_rod_begin b = lf_rod_begins(&F->rod, L, i, y, y + LF_BODY_R * m);
        lf_rod_first_vertex(&b, x);
        for (size_t c = 0; c < 3; c++)
            shown[c * n + i] = x[c];
    }
}

static void stations_name(const lf_problem *P, size_t c, char *text, size_t size)
{
    const rod_model *F = lf_problem_bodies(P)->ctx;
    snprintf(text, size, "x%zu.%c", station_vertex(F, c / 3), "xyz"[c % 3]);
}

static const char *stations_unit(const lf_problem *P, size_t c)
{
    (void)P;
    (void)c;
    return "m";
}

void lf_rod_display(const rod_model *F, lf_display *display)
{
    const size_t all = lf_rod_count(F), shown = F->stations < all ? F->stations : all;
    *display = (lf_display){
        .dim = 3 * shown, .show = stations_show, .name = stations_name, .unit = stations_unit};
}

/* ---- the largest along the rod ---- */

typedef enum { PULL_TENSION, PULL_PRESSURE, PULL_SHEAR } pull_kind;
typedef enum { BEND_MOMENT, BEND_TORSION, BEND_CURVATURE, BEND_ANGLE } bend_kind;

static void largest_force(const lf_problem *P, const lf_lanes *L, const double *y, pull_kind kind,
                          double *value)
{
    const rod_model *F = lf_problem_bodies(P)->ctx;
    const double *R = y + LF_BODY_R * lf_rod_count(F) * L->n;
    for (size_t i = 0; i < L->n; i++) {
        value[i] = -INFINITY;
        for (size_t e = 1; e <= F->elements; e++) {
            double f[3];
            lf_rod_force_at(&F->rod, L, i, y, R, e, f);
            const double here = kind == PULL_TENSION    ? f[2]
                                : kind == PULL_PRESSURE ? -f[2]
                                                        : sqrt(f[0] * f[0] + f[1] * f[1]);
            value[i] = fmax(value[i], here);
        }
        value[i] = kind == PULL_PRESSURE ? -value[i] : value[i];
    }
}

/* sin(angle)/L of the vertex v; C2/L is d_2 + d_3 ... */
static double curvature_at(const lf_rod *rod, size_t v, const double moment[3])
{
    const size_t last = rod->count - 1, one = rod->count;
    const bool first = v == 0, end = v == last;
    const double L = first ? 0.5 * rod->length[1]
                     : end ? 0.5 * rod->length[last]
                           : 0.5 * (rod->length[v] + rod->length[v + 1]);
    double d[3];
    for (size_t k = 0; k < 3; k++)
        d[k] = first ? rod->start.bend[k] : end ? rod->finish.bend[k] : rod->bend[k * one + v];
    const double a = moment[0] / (d[1] + d[2]), b = moment[1] / (d[2] + d[0]);
    return sqrt(a * a + b * b) / L;
}

static void largest_bend(const lf_problem *P, const lf_lanes *L, const double *y, bend_kind kind,
                         double *value)
{
    const rod_model *F = lf_problem_bodies(P)->ctx;
    const double *R = y + LF_BODY_R * lf_rod_count(F) * L->n;
    for (size_t i = 0; i < L->n; i++) {
        value[i] = 0;
        for (size_t v = 0; v <= F->elements; v++) {
            double m[3];
            const double angle = lf_rod_moment_at(&F->rod, L, i, y, R, v, m);
            double here = angle;
            if (kind == BEND_MOMENT)
                here = sqrt(m[0] * m[0] + m[1] * m[1]);
            else if (kind == BEND_TORSION)
                here = fabs(m[2]);
            else if (kind == BEND_CURVATURE)
                here = curvature_at(&F->rod, v, m);
            value[i] = fmax(value[i], here);
        }
    }
}

#define ROD_FORCE(symbol, kind)                                                              \
    static void symbol(const lf_problem *P, const lf_lanes *L, const double *y, double *out) \
    {                                                                                        \
        largest_force(P, L, y, kind, out);                                                   \
    }
#define ROD_BEND(symbol, kind)                                                               \
    static void symbol(const lf_problem *P, const lf_lanes *L, const double *y, double *out) \
    {                                                                                        \
        largest_bend(P, L, y, kind, out);                                                    \
    }
ROD_FORCE(rod_tension, PULL_TENSION)
ROD_FORCE(rod_least, PULL_PRESSURE)
ROD_FORCE(rod_shear, PULL_SHEAR)
ROD_BEND(rod_moment, BEND_MOMENT)
ROD_BEND(rod_torsion, BEND_TORSION)
ROD_BEND(rod_curvature, BEND_CURVATURE)
ROD_BEND(rod_angle, BEND_ANGLE)

/* ---- reactions ---- */

static double norm_of(const double a[3])
{
    return sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}

static void reaction(const lf_problem *P, const lf_lanes *L, const double *y, bool end, bool moment,
                     double *value)
{
    const rod_model *F = lf_problem_bodies(P)->ctx;
    const double *R = y + LF_BODY_R * lf_rod_count(F) * L->n;
    for (size_t i = 0; i < L->n; i++) {
        double force[3], torque[3];
        if (end)
            lf_rod_at_end(&F->rod, L, i, y, R, force, torque);
        else
            lf_rod_at_start(&F->rod, L, i, y, R, force, torque);
        value[i] = norm_of(moment ? torque : force);
    }
}

#define ROD_REACTION(symbol, end, moment)                                                    \
    static void symbol(const lf_problem *P, const lf_lanes *L, const double *y, double *out) \
    {                                                                                        \
        reaction(P, L, y, end, moment, out);                                                 \
    }
ROD_REACTION(rod_start_force, false, false)
ROD_REACTION(rod_start_moment, false, true)
ROD_REACTION(rod_end_force, true, false)
ROD_REACTION(rod_end_moment, true, true)

static const lf_invariant rod_along[] = {
    {"tension", "largest tension along the rod, N", rod_tension, "force [N]"},
    {"tension.least", "smallest tension along the rod, N; below 0 it is pressed", rod_least,
     "force [N]"},
    {"shear", "largest shear force along the rod, N", rod_shear, "force [N]"},
    {"moment", "largest bending moment along the rod, clamps included, N m", rod_moment,
     "moment [N m]"},
    {"torsion", "largest torsional moment along the rod, N m", rod_torsion, "moment [N m]"},
    {"curvature", "largest curvature beyond the natural one, 1/m", rod_curvature,
     "curvature [1/m]"},
    {"angle",
     "largest angle between neighbouring elements beyond the natural one, rad: above 0.5 there are "
     "too few elements",
     rod_angle, "angle [rad]"},
};
static const lf_invariant rod_at_start[] = {
    {"start.force", "what the rod does to what holds or carries its start: force, N",
     rod_start_force, "reaction [N]"},
    {"start.moment", "likewise: moment, N m", rod_start_moment, "reaction [N m]"},
};
static const lf_invariant rod_at_end[] = {
    {"end.force", "what the rod does to what holds its end: force, N", rod_end_force,
     "reaction [N]"},
    {"end.moment", "likewise: moment, N m", rod_end_moment, "reaction [N m]"},
};

static lf_invariant *copy_outputs(lf_invariant *to, size_t count, const lf_invariant *from)
{
    for (size_t k = 0; k < count; k++)
        *to++ = from[k];
    return to;
}

void lf_rod_list_outputs(rod_model *F)
{
    enum { ALONG = sizeof rod_along / sizeof *rod_along };
    _Static_assert(ALONG + 4 < LF_ROD_OUTPUTS, "there is room for all outputs");
    lf_invariant *next = copy_outputs(F->outputs, ALONG, rod_along);
    if (F->start != ROD_FREE) /* a pin holds no moment */
        next = copy_outputs(next, F->start == ROD_PINNED ? 1 : 2, rod_at_start);
    if (F->end != ROD_FREE)
        next = copy_outputs(next, F->end == ROD_PINNED ? 1 : 2, rod_at_end);
    *next = (lf_invariant){0};
}

/* ---- how large the parts of the energy are ---- */

static void rod_energy_size(const lf_problem *P, const lf_lanes *L, const double *y, double *size)
{
    const rod_model *F = lf_problem_bodies(P)->ctx;
    const double *g = F->gravity;
    double mass = 0;
    lf_bodies_scales(P)->size[0](P, L, y, size);
    for (size_t b = 0; b < F->rod.count; b++)
        mass += F->arrays.mass[b];
    for (size_t i = 0; i < L->n; i++)
        size[i] += mass * sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]) * F->length;
}

void lf_rod_list_scales(rod_model *F, const lf_problem *P)
{
    size_t count = 0;
    while (P->invariants[count].name)
        count++;
    for (size_t k = 0; k < count && k < LF_ROD_SIZES; k++)
        F->sizes[k] = lf_bodies_scales(P)->size[k];
    F->sizes[0] = rod_energy_size;
    F->scales.size = F->sizes;
}
