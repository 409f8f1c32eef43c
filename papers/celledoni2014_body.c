/* SPDX-License-Identifier: BSD-3-Clause */
/* celledoni2014_body.c - the free rigid body by energy-preserving and other methods: Celledoni et
 * al. 2014 figure 7. */
#include "papers/celledoni2014_body.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "papers/cells.h"

enum {
    BODY_KEPT,
    BODY_LOOSE,
    BODY_TIGHT,
    BODY_HEUN,
    BODY_PANELS,    /* those are drawn */
    BODY_FINER = 4, /* as BODY_KEPT, with half the step */
    BODY_BETWEEN,   /* ode45, tolerance 1e-10 */
    BODY_WAYS,
    BODY_SPIRAL = 2000, /* steps that are joined by a line */
    BODY_PIXELS = 500   /* of a panel: dots that share one are drawn once */
};

static const char *const body_titles[BODY_PANELS] = {
    "energy-preserving (ep-mid), h = 1/64", "ode45, tolerances 1e-6", "ode45, tolerances 1e-14",
    "Heun RKMK, h = 1/64; the sphere |m| = 60.06"};

/* ---- judgements ----------------------------------------------------------------------------- */

typedef struct {
    lf_body_way *way; /* BODY_WAYS of them */
    double exact;     /* angle about axis 3 */
    double order[2], back[2];
    double literal;
} body_found;

/* From the errors after half a second with 256 and 512 steps: ep-mid, then Heun. */
static lf_status body_orders(lf_report *R, body_found *F)
{
    static const char *const methods[] = {"ep-mid", "rkmk2"};
    lf_status status = LF_OK;
    for (int i = 0; i < 2 && status == LF_OK; i++) {
        double coarse = NAN, fine = NAN;
        status = lf_body_error(R, methods[i], "256", &coarse);
        if (status == LF_OK)
            status = lf_body_error(R, methods[i], "512", &fine);
        if (status == LF_OK)
            status = lf_body_return(R, methods[i], &F->back[i]);
        F->order[i] = log2(coarse / fine);
    }
    return status;
}

static lf_status body_measure(lf_report *R, body_found *F)
{
    lf_report part = {.notes = R->notes};
    lf_status status = LF_OK;
    for (size_t i = 0; i < BODY_WAYS && status == LF_OK; i++) {
        lf_part share = {R->progress, (double)i / BODY_WAYS, 1.0 / BODY_WAYS};
        part.progress = lf_part_progress(&share);
        if (i == BODY_KEPT || i == BODY_FINER)
            status = lf_body_march(&part, "ep-mid", i == BODY_KEPT ? "1/64" : "1/128", &F->way[i]);
        else if (i == BODY_HEUN)
            status = lf_body_march(&part, "rkmk2", "1/64", &F->way[i]);
        else
            status = lf_body_ode45(&part,
                                   i == BODY_LOOSE   ? 1e-6
                                   : i == BODY_TIGHT ? 1e-14
                                                     : 1e-10,
                                   &F->way[i]);
    }
    part.progress = (lf_progress){0};
    if (status == LF_OK)
        status = body_orders(&part, F);
    if (status == LF_OK)
        status = lf_body_literal(&part, &F->literal);
    F->exact = lf_body_exact_angle();
    return lf_report_fail(R, status, part.why);
}

/* What the paper says of the energy-preserving method. */
static void body_kept_verdicts(lf_report *R, const body_found *F)
{
    const lf_body_way *kept = &F->way[BODY_KEPT], *tight = &F->way[BODY_TIGHT];
    const double roundings = (double)kept->steps * DBL_EPSILON; /* one a step, all of one sign */
    lf_report_paper(R, fabs(F->order[0] - 2) < 0.05 && fabs(F->order[1] - 2) < 0.05,
                    "The two Lie group methods both have order 2.",
                    "against Jacobi's elliptic functions at t = 0.5, h = 1/512 and 1/1024: order "
                    "%.3f of ep-mid and %.3f of rkmk2",
                    F->order[0], F->order[1]);
    lf_report_paper(R, F->back[0] < 1e-14 && kept->energy < roundings && kept->length < roundings,
                    "The energy preserving method is both symmetric, energy preserving and it "
                    "preserves the constraint",
                    "a step and one back end %.0e from the start; in %zu steps the energy stays to "
                    "%.1e and |q| = 1 to %.1e, below %.0e, a rounding a step",
                    F->back[0], kept->steps, kept->energy, kept->length, roundings);
    lf_report_paper(R, kept->curve < 1.0 / BODY_PIXELS && tight->curve < 1.0 / BODY_PIXELS,
                    "qualitatively similar to the highly accurate solution produced by Matlab with "
                    "tolerances 10^-14",
                    "of the energy-preserving method, as is meant: m stays on the exact curve to "
                    "%.0e of its size, ode45's to %.0e; neither is seen in the figure",
                    kept->curve, tight->curve);
    lf_report_differs(R, kept->energy < roundings && tight->energy > 100 * kept->energy,
                      "The energy error is also comparable for these two experiments.",
                      "|dH/H0| reaches %.1e with ep-mid and %.2e with ode45 at 1e-14, %.0f times "
                      "more",
                      kept->energy, tight->energy, tight->energy / kept->energy);
}

/* And of Heun's. */
static void body_heun_verdicts(lf_report *R, const body_found *F)
{
    const lf_body_way *kept = &F->way[BODY_KEPT], *heun = &F->way[BODY_HEUN];
    const double *I = lf_body_inertia, *m = lf_body_momentum;
    const double square = m[0] * m[0] + m[1] * m[1] + m[2] * m[2];
    const double twice = m[0] * m[0] / I[0] + m[1] * m[1] / I[1] + m[2] * m[2] / I[2];
    const double most = square / I[0] / twice - 1;
    lf_report_paper(
        R, heun->length < (double)heun->steps * DBL_EPSILON && F->back[1] > 1e-6 && heun->curve > 1,
        "the explicit (non-symmetric) Lie group integrator preserves the constraint "
        "[...], but performs poorly on this problem",
        "|q| = 1 to %.0e, a step and one back miss by %.0e, and m leaves the exact "
        "curve by %.0f times its size",
        heun->length, F->back[1], heun->curve);
    lf_report_reference(R, fabs(heun->energy / most - 1) < 1e-9,
                        "it ends on axis 1, where |m|^2/(2 I_1) is the most energy that |m| "
                        "allows: |dH/H0| reaches %.6f, that is %.6f",
                        heun->energy, most);
    lf_report_paper(R, 2 * heun->cost < kept->cost,
                    "The cost per step of the explicit Lie group integrator is much lower",
                    "%.1f evaluations of the field a step against ep-mid's %.1f", heun->cost,
                    kept->cost);
    lf_report_differs(R, F->literal < 1e-6 && heun->energy > 1,
                      "initial angular velocity I m0 = (1, 1/2, -1)^T",
                      "I^-1 m0 is meant, m0 = (1, 5/2, -60): with I m0 by its letters Heun's "
                      "method would keep the energy to %.1e, not perform poorly",
                      F->literal);
}

/* Motion along the curve, and ode45. */
static void body_phase_verdicts(lf_report *R, const body_found *F)
{
    const double turn = 2 * 3.14159265358979323846;
    double late[BODY_WAYS];
    for (int i = 0; i < BODY_WAYS; i++)
        late[i] = fabs(F->way[i].angle - F->exact) / turn;
    const double loose = F->way[BODY_LOOSE].energy, tight = F->way[BODY_TIGHT].energy;
    const double between = F->way[BODY_BETWEEN].energy, turns = fabs(F->exact) / turn;
    lf_report_reference(R, fabs(late[BODY_KEPT] / late[BODY_FINER] / 4 - 1) < 0.05,
                        "along the curve ep-mid is late: by %.2f of %.1f turns, and by %.2f with "
                        "h = 1/128, a quarter, as order 2 wants",
                        late[BODY_KEPT], turns, late[BODY_FINER]);
    lf_report_reference(R, late[BODY_TIGHT] < turns * tight,
                        "ode45 at 1e-14 is where Jacobi's functions say, to %.0e of %.1f turns: "
                        "less than its energy error allows",
                        late[BODY_TIGHT], turns);
    lf_report_reference(
        R, fabs(tight / between * 1e4 - 1) < 0.1 && loose / between > 5e3 && loose / between < 2e4,
        "ode45's energy error is as its tolerance: %.2e, %.3e and %.3e at 1e-6, "
        "1e-10 and 1e-14",
        loose, between, tight);
}

static void body_choices(lf_report *R)
{
    lf_report_choice(R, "the attitude at the start is q = (1, 0, 0, 0)");
    lf_report_choice(R, "ode45 is MATLAB's control of the steps, made again here, on q' = f(q).q "
                        "in R^4; MATLAB raises a relative tolerance of 1e-14 to 100 eps");
    lf_report_choice(R,
                     "curves are alike when they differ by less than a %dth of their size, "
                     "about a pixel of the figure",
                     (int)BODY_PIXELS);
}

/* ---- pictures ------------------------------------------------------------------------------- */

/* The exact curve about axis 3: energy and |m| fix it. */
static void body_exact(lf_pen *pen)
{
    double a[2], rest = 0;
    for (int k = 0; k < 2; k++) {
        a[k] = 1 / lf_body_inertia[k] - 1 / lf_body_inertia[2];
        rest += a[k] * lf_body_momentum[k] * lf_body_momentum[k];
    }
    lf_pen_line(pen, "exact", LF_DRAW_LINE, 5)->width = 5;
    for (int k = 0; k <= 360; k++) {
        double angle = k * 3.14159265358979323846 / 180;
        lf_pen_to(pen, sqrt(rest / a[0]) * cos(angle), sqrt(rest / a[1]) * sin(angle));
    }
}

/* Dots of m seen along axis 3, on the exact curve. */
static void body_dots(const lf_body_way *way, double box, lf_cells *pixels, lf_pen *pen)
{
    body_exact(pen);
    lf_pen_line(pen, "computed", LF_DRAW_POINTS, 1)->width = 0.4;
    for (size_t k = 0; k < way->rows; k++)
        if (lf_cells_first(pixels, way->m[k][0] / box, way->m[k][1] / box))
            lf_pen_to(pen, way->m[k][0], way->m[k][1]);
}

/* m on its whole sphere, seen from the side where it ends; marks at its start and end. */
static void body_sphere(lf_report *R, const lf_body_way *way, lf_cells *pixels, lf_pen *pen,
                        lf_mark mark[2])
{
    const double *m0 = lf_body_momentum;
    const double length = sqrt(m0[0] * m0[0] + m0[1] * m0[1] + m0[2] * m0[2]);
    double x = 0, y = 0;
    lf_view V = lf_view_from(way->end[0] > 0 ? 50 : 230, -25);
    lf_view_grid(&V, pen);
    for (int dots = 0; dots < 2; dots++) {
        lf_pen_line(pen, dots ? "computed" : NULL, dots ? LF_DRAW_POINTS : LF_DRAW_LINE,
                    dots ? 1 : 6)
            ->width = dots ? 0.6 : 0.5;
        for (size_t k = 0; k < (dots ? way->rows : BODY_SPIRAL); k++) {
            const double *m = way->m[k], unit[] = {m[0] / length, m[1] / length, m[2] / length};
            bool near = lf_view_project(&V, unit, &x, &y);
            if (!dots || (near && lf_cells_first(pixels, x, y)))
                lf_study_to(R, &V, true, pen, unit);
            if (k == 0)
                mark[0] = (lf_mark){x + 0.12, y - 0.08, "start"};
        }
    }
    mark[1] = (lf_mark){x + 0.12, y + 0.02, "end"};
}

static lf_status body_panel(lf_report *R, const lf_body_way *way, size_t i, lf_pen *pen,
                            lf_panel *panel, lf_mark mark[2])
{
    const bool whole = i == BODY_HEUN;
    const double box = whole ? 1.05 : 4;
    const size_t first = pen->lines;
    lf_cells pixels;
    if (!lf_cells_open(&pixels, BODY_PIXELS, BODY_PIXELS))
        return LF_EMEMORY;
    if (whole)
        body_sphere(R, way, &pixels, pen, mark);
    else
        body_dots(way, box, &pixels, pen);
    lf_cells_close(&pixels);
    *panel = (lf_panel){.title = body_titles[i],
                        .x_label = "m_1",
                        .y_label = "m_2",
                        .square = true,
                        .bare = whole,
                        .x_low = -box,
                        .x_high = box,
                        .y_low = -box,
                        .y_high = box,
                        .series = pen->lines - first,
                        .serie = &pen->line[first],
                        .marks = whole ? 2 : 0,
                        .mark = mark};
    return LF_OK;
}

static lf_status body_draw(const lf_study *study, lf_report *R, const body_found *F)
{
    lf_panel panel[BODY_PANELS];
    lf_mark mark[2];
    lf_pen *pen = lf_pen_new();
    lf_status status = pen ? LF_OK : LF_EMEMORY;
    for (size_t i = 0; i < BODY_PANELS && status == LF_OK; i++)
        status = body_panel(R, &F->way[i], i, pen, &panel[i], mark);
    lf_report_fail(R, status, NULL);
    lf_figure figure = {.title = study->title, .panels = BODY_PANELS, .across = 2, .panel = panel};
    if (status == LF_OK)
        status = lf_study_finish(study, R, &figure);
    lf_pen_free(pen);
    return status;
}

lf_status lf_study_body(const lf_study *study, lf_report *R)
{
    body_found F = {.way = calloc(BODY_WAYS, sizeof *F.way)};
    if (!F.way)
        return lf_report_fail(R, LF_EMEMORY, NULL);
    lf_status status = body_measure(R, &F);
    if (status == LF_OK) {
        body_kept_verdicts(R, &F);
        body_heun_verdicts(R, &F);
        body_phase_verdicts(R, &F);
        body_choices(R);
        status = body_draw(study, R, &F);
    }
    free(F.way);
    return status;
}
