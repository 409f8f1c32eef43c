/* SPDX-License-Identifier: BSD-3-Clause */
/* celledoni2014_torus.c - figure 5 of Celledoni et al. 2014: the field -grad of a cost on a torus, in
 * space as the paper draws it and in the plane of its two angles, where nothing is hidden, with four
 * ways that follow it. */
#include "papers/study.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "papers/reference.h"

static const double torus_pi = 3.14159265358979323846;

enum { TORUS_WAYS = 4 };
static const struct {
    const char *theta, *phi, *label;
    bool global; /* ends in the global minimum, else on theta = pi */
} torus_ways[TORUS_WAYS] = {{"1", "2.5", "from (1, 2.5)", true},
                            {"0.3", "4.6", "from (0.3, 4.6)", true},
                            {"2.5", "4", "from (2.5, 4)", false},
                            {"2", "4.5", "from (2, 4.5)", false}};
static const int torus_colours[TORUS_WAYS] = {2, 3, 7, 5};

/* ---- the paper's formulas ------------------------------------------------------------------- */

/* (1 + cos th) sin ph, the second coordinate in space. */
static double torus_side(double theta, double phi)
{
    return (1 + cos(theta)) * sin(phi);
}

static double torus_square(double theta, double phi)
{
    return pow(torus_side(theta, phi) - 8, 2);
}

static double torus_distance(double theta, double phi)
{
    return fabs(torus_side(theta, phi) - 8);
}

/* gamma and delta for a given C. */
static void torus_printed(double C, double theta, double phi, double *slope)
{
    slope[0] = -C * sin(theta) * sin(phi);
    slope[1] = C * (1 + cos(theta)) * cos(phi);
}

/* Differences of a cost, good to about 1e-9 of its size. */
static void torus_differences(double (*cost)(double, double), double theta, double phi,
                              double *slope)
{
    const double d = 1e-4;
    slope[0] = (8 * (cost(theta + d, phi) - cost(theta - d, phi)) -
                (cost(theta + 2 * d, phi) - cost(theta - 2 * d, phi))) /
               (12 * d);
    slope[1] = (8 * (cost(theta, phi + d) - cost(theta, phi - d)) -
                (cost(theta, phi + 2 * d) - cost(theta, phi - 2 * d))) /
               (12 * d);
}

/* The angles' equation, for a solution apart from the library. */
static void torus_rate(const void *ctx, double t, const double *y, double *f)
{
    (void)ctx, (void)t;
    torus_printed(-2 * (torus_side(y[0], y[1]) - 8), y[0], y[1], f);
}

/* ---- in space ------------------------------------------------------------------------------- */

static void torus_place(double theta, double phi, double *p)
{
    p[0] = (1 + cos(theta)) * cos(phi);
    p[1] = torus_side(theta, phi);
    p[2] = sin(theta);
}

/* Is the point of the surface hidden: behind it, or by a part of the solid torus in front? `on_edge` is a
 * point of the outline, whose own neighbourhood counts neither way. */
static bool torus_hides(const lf_view *V, double theta, double phi, bool on_edge)
{
    enum { LOOKS = 400 };
    const double normal[3] = {cos(theta) * cos(phi), cos(theta) * sin(phi), sin(theta)};
    double p[3];
    if (!on_edge && lf_reference_dot(normal, V->toward) < 0)
        return true;
    torus_place(theta, phi, p);
    for (int k = 1; k <= LOOKS; k++) {
        const double far = 4.2 * k / LOOKS, x = p[0] + far * V->toward[0];
        const double y = p[1] + far * V->toward[1], z = p[2] + far * V->toward[2];
        const double rim = hypot(x, y) - 1;
        if (rim * rim + z * z < 1 - (on_edge ? 0.02 : 0.004))
            return true;
    }
    return false;
}

/* Add a point of the surface, or a gap if it is hidden; the data get it in any case. */
static void torus_to(lf_report *R, const lf_view *V, lf_pen *pen, double theta, double phi,
                     bool on_edge)
{
    double p[3];
    torus_place(theta, phi, p);
    const bool hidden = torus_hides(V, theta, phi, on_edge);
    if (R)
        lf_study_to(R, V, false, pen, p);
    else
        lf_pen_to(pen, lf_reference_dot(V->right, p), lf_reference_dot(V->up, p));
    if (hidden && pen->points > 0 && pen->points <= LF_PEN_POINTS)
        pen->x[pen->points - 1] = pen->y[pen->points - 1] = NAN;
}

/* Circles round the tube and round the axis, and the outline: where the surface turns away,
 * cos th (V.e(ph)) + sin th V_3 = 0. */
static void torus_surface(const lf_view *V, lf_pen *pen)
{
    enum { TUBES = 30, RINGS = 18, FINE = 120 };
    const double *v = V->toward;
    lf_pen_line(pen, NULL, LF_DRAW_LINE, 11 + 5)->width = 0.28;
    for (int k = 0; k < TUBES; k++, lf_pen_to(pen, NAN, NAN))
        for (int j = 0; j <= FINE; j++)
            torus_to(NULL, V, pen, 2 * torus_pi * j / FINE, 2 * torus_pi * k / TUBES, false);
    for (int k = 0; k < RINGS; k++, lf_pen_to(pen, NAN, NAN))
        for (int j = 0; j <= FINE; j++)
            torus_to(NULL, V, pen, 2 * torus_pi * k / RINGS, 2 * torus_pi * j / FINE, false);
    lf_pen_line(pen, NULL, LF_DRAW_LINE, 8)->width = 0.9;
    for (int side = 0; side < 2; side++, lf_pen_to(pen, NAN, NAN))
        for (int j = 0; j <= 4 * FINE; j++) {
            const double phi = 2 * torus_pi * j / (4 * FINE);
            const double along = v[0] * cos(phi) + v[1] * sin(phi);
            torus_to(NULL, V, pen, atan2(-along, v[2]) + side * torus_pi, phi, true);
        }
}

/* Arrows along -grad whose lengths go with the root of it, or the weak ones would not be seen. */
static void torus_arrows(const lf_view *V, lf_pen *pen)
{
    enum { TUBES = 36, RINGS = 18 };
    lf_pen_line(pen, "-grad, lengths by its root", LF_DRAW_ARROWS, 1)->width = 0.6;
    for (int k = 0; k < TUBES; k++)
        for (int j = 0; j < RINGS; j++) {
            const double theta = 2 * torus_pi * (j + 0.5) / RINGS;
            const double phi = 2 * torus_pi * (k + 0.5) / TUBES;
            double f[2], from[3], to[3], dx = 0, dy = 0;
            torus_rate(NULL, 0, (double[]){theta, phi}, f);
            const double scale = 0.055 / sqrt(hypot(f[0], f[1]) + 1e-12);
            if (torus_hides(V, theta, phi, false) || 1 + cos(theta) < 0.25)
                continue;
            torus_place(theta, phi, from);
            torus_place(theta + scale * f[0], phi + scale * f[1], to);
            for (int d = 0; d < 3; d++) {
                dx += V->right[d] * (to[d] - from[d]);
                dy += V->up[d] * (to[d] - from[d]);
            }
            lf_pen_arrow(pen, lf_reference_dot(V->right, from), lf_reference_dot(V->up, from), dx,
                         dy);
        }
}

/* ---- in the plane of the angles ------------------------------------------------------------- */

/* Lines of equal cost: over theta, phi = arcsin(side/(1 + cos th)). */
static void torus_levels(lf_pen *pen)
{
    enum { FINE = 200, LEVELS = 15 };
    lf_pen_line(pen, NULL, LF_DRAW_LINE, 11 + 5)->width = 0.5;
    for (int k = 1; k <= LEVELS; k++)
        for (int branch = 0; branch < 6; branch++, lf_pen_to(pen, NAN, NAN)) {
            const double side = -2 + 4.0 * k / (LEVELS + 1);
            const double edge = acos(fmin(1, fabs(side) - 1)); /* where the arcsine ends */
            for (int j = 0; j <= FINE; j++) {
                const double turn = branch < 3 ? 0 : 2 * torus_pi;
                const double theta = -edge + 2 * edge * j / FINE;
                const double ratio = fmax(-1, fmin(1, side / (1 + cos(theta) + 1e-15)));
                const double phi = branch % 3 == 1
                                       ? torus_pi - asin(ratio)
                                       : asin(ratio) + (branch % 3 == 2 ? 2 * torus_pi : 0);
                lf_pen_to(pen, theta + turn, phi);
            }
        }
}

static void torus_flat_arrows(lf_pen *pen)
{
    enum { ACROSS = 18, UP = 18 };
    lf_pen_line(pen, NULL, LF_DRAW_ARROWS, 1)->width = 0.6;
    for (int k = 0; k < UP; k++)
        for (int j = 0; j < ACROSS; j++) {
            const double y[2] = {-torus_pi / 2 + 2 * torus_pi * (j + 0.5) / ACROSS,
                                 2 * torus_pi * (k + 0.5) / UP};
            double f[2];
            torus_rate(NULL, 0, y, f);
            const double scale = 0.06 / sqrt(hypot(f[0], f[1]) + 1e-12);
            lf_pen_arrow(pen, y[0], y[1], scale * f[0], scale * f[1]);
        }
}

/* ---- the ways ------------------------------------------------------------------------------- */

/* What became of a way. */
typedef struct {
    double theta, phi, cost, gradient; /* at its end */
    double off;                        /* from a solution found apart, at t = 0.2 */
    double rise;                       /* of the cost from row to row, the largest */
} torus_end;

static double torus_output(const lf_problem *P, const char *name, const double *y)
{
    for (const lf_invariant *o = P->outputs; o && o->name; o++)
        if (strcmp(o->name, name) == 0)
            return lf_problem_value(P, o->value, 0, y);
    return NAN;
}

/* Compare row k of a run with the angles' own equation. */
static double torus_off(const lf_record *run, const lf_problem *P, double t)
{
    double angle[2] = {torus_output(P, "theta", lf_record_point(run, 0)),
                       torus_output(P, "phi", lf_record_point(run, 0))};
    const lf_reference E = {2, torus_rate, NULL};
    size_t k = 0;
    while (k + 1 < run->rows.rows && lf_record_time(run, k) < t - 1e-9)
        k++;
    const double *y = lf_record_point(run, k);
    lf_reference_solve(&E, 0, lf_record_time(run, k), angle);
    const double expected[4] = {cos(angle[0]), sin(angle[0]), cos(angle[1]), sin(angle[1])};
    double off = 0;
    for (int c = 0; c < 4; c++)
        off = fmax(off, fabs(y[c] - expected[c]));
    return off;
}

static void torus_judge(const lf_record *run, torus_end *end)
{
    const lf_problem *P = &run->outcome.problem;
    const double *y = lf_record_point(run, run->rows.rows - 1);
    double before = INFINITY;
    *end = (torus_end){.theta = torus_output(P, "theta", y),
                       .phi = torus_output(P, "phi", y),
                       .cost = torus_output(P, "cost", y),
                       .gradient = torus_output(P, "gradient", y),
                       .off = torus_off(run, P, 0.2)};
    for (size_t k = 0; k < run->rows.rows; k++) {
        const double cost = torus_output(P, "cost", lf_record_point(run, k));
        end->rise = fmax(end->rise, cost - before);
        before = cost;
    }
}

/* An angle that goes on from the one before without a jump. */
static double torus_near(double angle, double before)
{
    return angle + 2 * torus_pi * floor((before - angle) / (2 * torus_pi) + 0.5);
}

/* A way in space and in the plane. */
static void torus_draw(lf_report *R, const lf_view *V, const lf_record *run, size_t i,
                       lf_pen *space, lf_pen *flat)
{
    const lf_problem *P = &run->outcome.problem;
    double theta = i == 0 ? 1 : 2, phi = i == 0 ? 2 : 4;
    lf_pen_line(space, torus_ways[i].label, LF_DRAW_LINE, torus_colours[i])->width = 2.6;
    lf_pen_line(flat, NULL, LF_DRAW_LINE, torus_colours[i])->width = 2.6;
    for (size_t k = 0; k < run->rows.rows; k++) {
        const double *y = lf_record_point(run, k);
        theta = torus_near(torus_output(P, "theta", y), theta);
        phi = torus_near(torus_output(P, "phi", y), phi);
        torus_to(R, V, space, theta, phi, false);
        lf_pen_to(flat, theta, phi);
    }
    const double ends[2][2] = {
        {flat->x[flat->points - run->rows.rows], flat->y[flat->points - run->rows.rows]},
        {theta, phi}};
    for (int e = 0; e < 2; e++) {
        lf_pen_line(space, e && i + 1 == TORUS_WAYS ? "ends" : NULL, LF_DRAW_POINTS,
                    e ? 8 : 11 + torus_colours[i] - 1)
            ->width = 2.4;
        torus_to(R, V, space, ends[e][0], ends[e][1], false);
        lf_pen_line(flat, NULL, LF_DRAW_POINTS, e ? 8 : 11 + torus_colours[i] - 1)->width = 2.4;
        lf_pen_to(flat, ends[e][0], ends[e][1]);
    }
}

static lf_status torus_way(lf_report *R, const lf_view *V, size_t i, lf_pen *space, lf_pen *flat,
                           torus_end *end)
{
    const char *const settings[] = {"theta",  torus_ways[i].theta,
                                    "phi",    torus_ways[i].phi,
                                    "step",   "0.0025",
                                    "t_end",  "3",
                                    "every",  "0.0025",
                                    "method", "rkmk8",
                                    NULL};
    lf_scenario *S = lf_scenario_new();
    lf_record run = {.rows = {0}};
    lf_status status = lf_study_scenario(R, "torus", settings, S);
    if (status == LF_OK)
        status = lf_study_march(R, S, NULL, &run);
    if (status == LF_OK) {
        torus_draw(R, V, &run, i, space, flat);
        torus_judge(&run, end);
    }
    lf_record_free(&run);
    lf_scenario_free(S);
    return status;
}

/* ---- verdicts ------------------------------------------------------------------------------- */

/* Distances of slopes over a grid of points, by the largest. */
typedef struct {
    double model;    /* the library's field from the printed slopes */
    double square;   /* differences of the square from them */
    double distance; /* differences of |..| from them, and from them with C = -1 */
    double unit;
    double unclosed; /* printed slopes with C as it stands in print */
} torus_slopes;

static double torus_apart(const double *a, const double *b)
{
    return hypot(a[0] - b[0], a[1] - b[1]);
}

static lf_status torus_compare(lf_report *R, torus_slopes *T)
{
    enum { GRID = 24 };
    lf_scenario *S = lf_scenario_new();
    lf_problem P;
    double y[16], f[16], work[64];
    *T = (torus_slopes){0};
    lf_status status = lf_study_scenario(R, "torus", NULL, S);
    if (status == LF_OK)
        status = lf_report_fail(R, lf_scenario_build(S, &P, y), lf_scenario_why(S));
    if (status == LF_OK && P.field_work > sizeof work / sizeof *work)
        status = lf_report_fail(R, LF_EMEMORY, NULL);
    for (int k = 0; k < GRID * GRID && status == LF_OK; k++) {
        const double theta = 0.1 + 2 * torus_pi * (k % GRID) / GRID;
        const double phi = 0.2 + 2 * torus_pi * (double)(k / GRID) / GRID;
        const double C = 2 * (torus_side(theta, phi) - 8);
        double printed[2], other[2];
        torus_printed(C, theta, phi, printed);
        const double at[4] = {cos(theta), sin(theta), cos(phi), sin(phi)};
        status = lf_problem_rate(&P, 0, at, f, work);
        T->model = fmax(T->model, torus_apart(printed, (double[]){-f[0], -f[1]}));
        torus_differences(torus_square, theta, phi, other);
        T->square = fmax(T->square, torus_apart(printed, other));
        torus_differences(torus_distance, theta, phi, other);
        T->distance = fmax(T->distance, torus_apart(printed, other));
        torus_printed(-1, theta, phi, printed);
        T->unit = fmax(T->unit, torus_apart(printed, other));
        torus_differences(torus_square, theta, phi, other);
        torus_printed(2 * (1 + cos(theta) * sin(phi) - 8), theta, phi, printed);
        T->unclosed = fmax(T->unclosed, torus_apart(printed, other));
    }
    lf_scenario_free(S);
    return status;
}

/* What the paper says of the cost and its gradient. Slopes reach 40, so that roundoff of a few
 * operations is 1e-14, and differences are good to 1e-8. */
static void torus_slope_verdicts(lf_report *R, const torus_slopes *T)
{
    lf_report_paper(R, T->model < 1e-13 && T->square < 1e-7,
                    "γ = −C sin(θ0) sin(ϕ0), δ = C(1 + cos(θ0)) cos(ϕ0)",
                    "the model's field is -(γ, δ) with C = 2((1 + cos θ) sin ϕ - 8) to %.0e at 576 "
                    "points, and differences of the square of (1 + cos θ) sin ϕ - 8 agree to %.0e",
                    T->model, T->square);
    lf_report_differs(R, T->distance > 10 && T->unit < 1e-7,
                      "φ(g(θ)e1, g(ϕ)e1) = |(1 + cos(θ)) sin(ϕ) − 8|",
                      "that cost has the gradient with C = -1 (to %.0e) and is off the printed one "
                      "by up to %.1f: printed is the gradient of the square, which has the same "
                      "ways, passed at another speed",
                      T->unit, T->distance);
    lf_report_differs(R, T->unclosed > 1, "C = 2((1 + cos(θ0 ) sin(ϕ0 ) − 8)",
                      "a parenthesis is missing: closed at the end, 2(1 + cos θ sin ϕ - 8), it is "
                      "off the gradient by up to %.1f",
                      T->unclosed);
}

/* Cost and angles at the ends; rates of 12 and 24, or 16 |sin ph|, over a time of 3 leave nothing of the
 * beginnings but e^-29. */
static void torus_end_verdicts(lf_report *R, const torus_end *end)
{
    double minimum = 0, circle = 0, apart = fabs(end[2].phi - end[3].phi), off = 0, rise = 0;
    for (int i = 0; i < TORUS_WAYS; i++) {
        const torus_end *e = &end[i];
        if (torus_ways[i].global)
            minimum = fmax(minimum,
                           fmax(fabs(e->theta), fabs(e->phi - torus_pi / 2)) + fabs(e->cost - 36));
        else
            circle = fmax(circle, fabs(fabs(e->theta) - torus_pi) + fabs(e->cost - 64));
        off = fmax(off, e->off);
        rise = fmax(rise, e->rise);
    }
    lf_report_paper(R, minimum < 1e-10, "the minimum is attained in θ = 0 and ϕ = π/2",
                    "the ways from (1, 2.5) and (0.3, 4.6) end there to %.0e, with the cost 36",
                    minimum);
    lf_report_differs(R, circle < 1e-8 && apart > 0.1 && end[2].gradient < 1e-8,
                      "The vector field points towards the two minima",
                      "there is one: the others end on θ = π, which is one point in space but a "
                      "circle of the torus, cost 64 all along it, at ϕ = %.3f and %.3f (to %.0e)",
                      end[2].phi, end[3].phi, circle);
    lf_report_paper(R, rise < 1e-12, "ẋ(t) = − grad φ(x(t))",
                    "the cost falls from row to row on all four ways (largest rise %.0e)", rise);
    lf_report_reference(R, off < 1e-9,
                        "at t = 0.2 the four ways are within %.0e of solutions in the angles by "
                        "another method",
                        off);
}

lf_status lf_study_torus(const lf_study *study, lf_report *R)
{
    const lf_view V = lf_view_from(76, 44);
    lf_pen *space = lf_pen_new(), *flat = lf_pen_new();
    torus_end end[TORUS_WAYS];
    torus_slopes slopes;
    lf_status status = space && flat ? torus_compare(R, &slopes) : LF_EMEMORY;
    if (status == LF_OK) {
        torus_surface(&V, space);
        torus_arrows(&V, space);
        torus_levels(flat);
        torus_flat_arrows(flat);
    }
    for (size_t i = 0; i < TORUS_WAYS && status == LF_OK; i++)
        status = torus_way(R, &V, i, space, flat, &end[i]);
    if (status == LF_OK) {
        torus_slope_verdicts(R, &slopes);
        torus_end_verdicts(R, end);
        lf_report_choice(R,
                         "the paper draws no ways and gives no starts; steps of 0.0025 by rkmk8");
        lf_report_choice(R, "seen from longitude 76 and latitude 44 degrees; hidden parts are not "
                            "drawn, but stand in the data");
        double x, y, p[3];
        torus_place(0, torus_pi / 2, p);
        lf_view_project(&V, p, &x, &y);
        const lf_mark mark[2] = {{x - 0.1, y - 0.5, "global minimum (0, π/2)"},
                                 {torus_pi + 0.12, 4.16, "θ = π"}};
        lf_panel panel[2] = {{.title = "in space",
                              .square = true,
                              .bare = true,
                              .marks = 1,
                              .mark = mark,
                              .x_low = -2.1,
                              .x_high = 2.1,
                              .y_low = -1.95,
                              .y_high = 1.95},
                             {.title = "in the angles, with lines of equal cost",
                              .x_label = "θ",
                              .y_label = "ϕ",
                              .square = true,
                              .marks = 1,
                              .mark = mark + 1,
                              .x_low = -torus_pi / 2,
                              .x_high = 3 * torus_pi / 2,
                              .y_low = 0,
                              .y_high = 2 * torus_pi}};
        panel[0].series = space->lines;
        panel[0].serie = space->line;
        panel[1].series = flat->lines;
        panel[1].serie = flat->line;
        const lf_figure figure = {.title = study->title, .panels = 2, .panel = panel};
        status = lf_study_finish(study, R, &figure);
    }
    lf_pen_free(space);
    lf_pen_free(flat);
    return status == LF_EMEMORY ? lf_report_fail(R, status, NULL) : status;
}
