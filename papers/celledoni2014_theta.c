/* SPDX-License-Identifier: BSD-3-Clause */
/* celledoni2014_theta.c - symplectic and other theta methods on the heavy top of Celledoni et al.
 * 2014: figure 6, the way of the centre of mass, and table 1, what the methods keep. */
#include "papers/study.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "papers/property.h"

enum {
    THETA_METHODS = 4,
    THETA_EARLY = 10000, /* steps drawn one by one in figure 6 */
    THETA_THIN = 17,     /* later ones: one of this many */
    THETA_HALF = 50000,  /* when the bands are measured */
    THETA_CELLS = 200    /* heights of a grid on the sphere; twice as many longitudes */
};

static const struct {
    const char *method, *title;
    bool symplectic, symmetric, steady; /* what the paper's table 1 says */
    double energy;                      /* largest |dH/H0|, by our own high-precision study */
} theta_methods[THETA_METHODS] = {
    {"rkmk-theta0", "RKMK, θ = 0", false, false, false, 4.167},
    {"rkmk-theta12", "RKMK, θ = 1/2", false, true, true, 2.004e-2},
    {"slgi-theta0", "SLGI, θ = 0", true, false, true, 1.359e-2},
    {"slgi-theta12", "SLGI, θ = 1/2", true, true, true, 1.359e-2},
};

/* The paper's 100000 steps by method m; free the run in any case. */
static lf_status theta_march(lf_report *R, size_t m, lf_scenario *S, lf_record *run)
{
    const char *const settings[] = {
        "method", theta_methods[m].method, "step", "0.05", "t_end", "5000", "every", "0.05", NULL};
    lf_report part = {.notes = R->notes};
    lf_part share = {R->progress, (double)m / THETA_METHODS, 1.0 / THETA_METHODS};
    part.progress = lf_part_progress(&share);
    *run = (lf_record){.rows = {0}};
    lf_status status = lf_study_scenario(&part, "heavy-top-003", settings, S);
    if (status == LF_OK)
        status = lf_study_march(&part, S, NULL, run);
    return lf_report_fail(R, status, part.why);
}

/* ---- figure 6 ------------------------------------------------------------------------------- */

/* Cells of the sphere that the centre of mass met in the first steps. */
static size_t theta_cells(const lf_record *run, size_t steps)
{
    const double turn = 6.28318530717958647692;
    size_t met = 0;
    unsigned char *cell = calloc(2 * THETA_CELLS * (THETA_CELLS + 1), 1);
    for (size_t k = 0; cell && k < steps && k < run->rows.rows; k++) {
        const double *y = lf_record_point(run, k);
        double height = fmin(1, fmax(0, 0.5 * (y[8] + 1)));
        double longitude = atan2(y[5], y[2]) / turn + 0.5;
        size_t i = (size_t)(height * THETA_CELLS);
        size_t j = (size_t)(longitude * 2 * THETA_CELLS) % (size_t)(2 * THETA_CELLS);
        unsigned char *here = &cell[i * 2 * THETA_CELLS + j];
        met += !*here;
        *here = 1;
    }
    free(cell);
    return met;
}

/* u = g e3 as dots on the near side: pale for all steps, dark for the first ones. */
static void theta_way(lf_report *R, const lf_record *run, const lf_view *V, lf_pen *pen)
{
    lf_view_grid(V, pen);
    for (int early = 0; early < 2; early++) {
        size_t last = early ? THETA_EARLY : run->rows.rows;
        lf_pen_line(pen, NULL, LF_DRAW_POINTS, early ? 1 : 5)->width = early ? 0.3 : 0.22;
        for (size_t k = 0; k < last && k < run->rows.rows; k += early ? 1 : THETA_THIN) {
            const double *p = lf_record_point(run, k);
            lf_study_to(R, V, true, pen, (double[]){p[2], p[5], p[8]});
        }
    }
}

/* Methods in the order of the panels: SLGI above, RKMK below. */
static lf_status theta_panels(lf_report *R, lf_pen **pen, lf_panel *panel,
                              size_t cells[THETA_METHODS])
{
    lf_view V = lf_view_from(0, 25);
    lf_status status = LF_OK;
    for (size_t m = 0; m < THETA_METHODS && status == LF_OK; m++) {
        lf_scenario *S = lf_scenario_new();
        lf_record run;
        status = theta_march(R, m, S, &run);
        if (status == LF_OK) {
            theta_way(R, &run, &V, pen[m]);
            cells[m] = theta_cells(&run, THETA_HALF);
        }
        panel[(m + 2) % THETA_METHODS] = (lf_panel){.title = theta_methods[m].title,
                                                    .square = true,
                                                    .bare = true,
                                                    .x_low = -1.05,
                                                    .x_high = 1.05,
                                                    .y_low = -1.05,
                                                    .y_high = 1.05,
                                                    .series = pen[m]->lines,
                                                    .serie = pen[m]->line};
        lf_record_free(&run);
        lf_scenario_free(S);
    }
    return status;
}

static void theta_band_verdicts(lf_report *R, const size_t cells[THETA_METHODS])
{
    double explicit_one = (double)cells[0], midpoint = (double)cells[1];
    double zero = (double)cells[2], half = (double)cells[3];
    lf_report_reference(R, fabs(zero / half - 1) < 0.02,
                        "the bands of both symplectic methods grow alike: %zu and %zu cells of the "
                        "sphere met in 50000 steps",
                        cells[2], cells[3]);
    lf_report_reference(R, midpoint > 1.2 * half,
                        "rkmk-theta12's bands grow faster: %zu cells, %.2f times slgi-theta12's",
                        cells[1], midpoint / half);
    lf_report_reference(R, explicit_one < 0.1 * half,
                        "rkmk-theta0 ends on a circle about the axis of least inertia: %zu cells",
                        cells[0]);
}

lf_status lf_study_theta_way(const lf_study *study, lf_report *R)
{
    lf_pen *pen[THETA_METHODS];
    lf_panel panel[THETA_METHODS];
    size_t cells[THETA_METHODS] = {0};
    bool room = true;
    for (size_t m = 0; m < THETA_METHODS; m++)
        room = (pen[m] = lf_pen_new()) && room;
    lf_status status = room ? theta_panels(R, pen, panel, cells) : LF_EMEMORY;
    if (status == LF_OK) {
        theta_band_verdicts(R, cells);
        lf_figure figure = {
            .title = study->title, .panels = THETA_METHODS, .across = 2, .panel = panel};
        status = lf_study_finish(study, R, &figure);
    } else if (!*R->why) {
        lf_report_fail(R, status, NULL);
    }
    for (size_t m = 0; m < THETA_METHODS; m++)
        lf_pen_free(pen[m]);
    return status;
}

/* ---- table 1 -------------------------------------------------------------------------------- */

/* What was measured about a method. */
typedef struct {
    double form, back;       /* change of the two-form; distance after h and -h */
    double most[4], nearest; /* |dH/H0|: largest by quarters, least in the last one */
    bool symplectic, symmetric, steady;
} theta_found;

static const double theta_small = 1e-9; /* between roundoff and a real change */

/* Single steps of 0.2 from a point without symmetries. */
static lf_status theta_steps(lf_report *R, size_t m, theta_found *found)
{
    static const char *const settings[] = {"inertia", "1 2 3",
                                           "u0",      "0.3 -0.2 0.9",
                                           "g",       "2/3 -1/3 2/3 2/3 2/3 -1/3 -1/3 2/3 2/3",
                                           "mu",      "0.4 -0.7 1.1",
                                           NULL};
    lf_scenario *S = lf_scenario_new();
    lf_problem P;
    lf_method M;
    double y0[LF_MODEL_MAX_DIM];
    lf_status status = lf_study_scenario(R, "heavy-top-003", settings, S);
    if (status == LF_OK)
        status = lf_scenario_set(S, "method", theta_methods[m].method, NULL);
    lf_study_remember(R, S, "one step of h = 0.2, for symplecticity and symmetry");
    if (status == LF_OK)
        status = lf_scenario_build(S, &P, y0);
    if (status == LF_OK)
        status = lf_scenario_method(S, &P, &M);
    if (status == LF_OK)
        status = lf_property_form(&M, &P, 0.2, y0, &found->form);
    if (status == LF_OK)
        status = lf_property_return(&M, &P, 0.2, y0, &found->back);
    found->symplectic = found->form < theta_small;
    found->symmetric = found->back < theta_small;
    lf_report_fail(R, status, *R->why ? R->why : lf_scenario_why(S));
    lf_scenario_free(S);
    return status;
}

/* |dH/H0| over the run: its size by quarters, and the largest so far as a line. */
static void theta_energy(const lf_record *run, lf_pen *pen, theta_found *found)
{
    size_t rows = run->rows.rows, at = 1 + run->rows.dim;
    double start = lf_rows_at(&run->rows, 0, at), most = 0, next = 1;
    found->nearest = INFINITY;
    for (size_t k = 0; k < rows; k++) {
        double off = fabs(lf_rows_at(&run->rows, k, at) / start - 1);
        size_t quarter = 4 * k / rows;
        found->most[quarter] = fmax(found->most[quarter], off);
        if (quarter == 3)
            found->nearest = fmin(found->nearest, off);
        most = fmax(most, off);
        if ((double)k >= next || (k > 0 && k + 1 == rows)) {
            lf_pen_to(pen, lf_record_time(run, k), most);
            next = fmax(next + 1, 1.03 * next);
        }
    }
    found->steady =
        found->most[3] <= 1.05 * found->most[0] && found->nearest < 0.05 * found->most[3];
}

/* A row of the table: "yes (1e-12)" for each method. */
static void theta_row(lf_text *T, const char *name, const bool *yes, const double *value)
{
    char text[40];
    lf_text_add(T, "  %-18s", name);
    for (size_t m = 0; m < THETA_METHODS; m++) {
        snprintf(text, sizeof text, "%s (%.1e)", yes[m] ? "yes" : "no", value[m]);
        lf_text_add(T, m + 1 < THETA_METHODS ? "  %-14s" : "  %s\n", text);
    }
}

static void theta_table(lf_report *R, const theta_found found[THETA_METHODS])
{
    lf_text T = {0};
    bool yes[3][THETA_METHODS];
    double value[3][THETA_METHODS];
    for (size_t m = 0; m < THETA_METHODS; m++) {
        yes[0][m] = found[m].symplectic;
        yes[1][m] = found[m].symmetric;
        yes[2][m] = found[m].steady;
        value[0][m] = found[m].form;
        value[1][m] = found[m].back;
        value[2][m] = found[m].most[3];
    }
    lf_text_add(&T, "\n  %-18s  %-30s  %s\n", "", "RKMK", "SLGI");
    lf_text_add(&T, "  %-18s  %-14s  %-14s  %-14s  %s\n", "", "theta = 0", "theta = 1/2",
                "theta = 0", "theta = 1/2");
    theta_row(&T, "symplectic", yes[0], value[0]);
    theta_row(&T, "symmetric", yes[1], value[1]);
    theta_row(&T, "no energy drift", yes[2], value[2]);
    lf_text_add(&T, "\n  in brackets: change of the two-form in a step of 0.2; distance after a "
                    "step and\n  one back; largest |dH/H0| in the last quarter of the steps\n\n");
    snprintf(R->table, sizeof R->table, "%s", lf_text_string(&T));
    lf_text_free(&T);
}

static void theta_verdicts(lf_report *R, const theta_found found[THETA_METHODS])
{
    bool form = true, back = true, steady = true;
    for (size_t m = 0; m < THETA_METHODS; m++) {
        form = form && found[m].symplectic == theta_methods[m].symplectic;
        back = back && found[m].symmetric == theta_methods[m].symmetric;
        steady = steady && found[m].steady == theta_methods[m].steady;
    }
    theta_table(R, found);
    lf_report_reference(R, form, "symplectic: %s",
                        form ? "as in the paper" : "not as in the paper");
    lf_report_reference(R, back, "symmetric: %s", back ? "as in the paper" : "not as in the paper");
    lf_report_reference(R, steady, "no energy drift: %s",
                        steady ? "as in the paper" : "not as in the paper");
    for (size_t m = 0; m < THETA_METHODS; m++) {
        const double *most = found[m].most;
        double top = fmax(fmax(most[0], most[1]), fmax(most[2], most[3]));
        lf_report_reference(
            R, fabs(top / theta_methods[m].energy - 1) < 0.01,
            "%s: |dH/H0| reaches %.4g %.4g %.4g %.4g in the quarters, expected %.4g",
            theta_methods[m].method, most[0], most[1], most[2], most[3], theta_methods[m].energy);
    }
}

lf_status lf_study_theta_table(const lf_study *study, lf_report *R)
{
    theta_found found[THETA_METHODS] = {{0}};
    lf_status status = LF_OK;
    lf_pen *pen = lf_pen_new();
    if (!pen)
        return lf_report_fail(R, LF_EMEMORY, NULL);
    for (size_t m = 0; m < THETA_METHODS && status == LF_OK; m++) {
        lf_scenario *S = lf_scenario_new();
        lf_record run;
        status = theta_march(R, m, S, &run);
        lf_pen_line(pen, theta_methods[m].title, m == 3 ? LF_DRAW_DASHED : LF_DRAW_LINE, (int)m + 1)
            ->width = 2.4;
        if (status == LF_OK)
            theta_energy(&run, pen, &found[m]);
        lf_record_free(&run);
        lf_scenario_free(S);
        if (status == LF_OK)
            status = theta_steps(R, m, &found[m]);
    }
    if (status == LF_OK) {
        theta_verdicts(R, found);
        const lf_panel panel = {.x_label = "t",
                                .y_label = "largest |H/H_0 - 1| so far",
                                .log_x = true,
                                .log_y = true,
                                .y_low = 1e-3,
                                .y_high = 10,
                                .series = pen->lines,
                                .serie = pen->line};
        lf_figure figure = {.title = study->title, .panels = 1, .panel = &panel};
        status = lf_study_finish(study, R, &figure);
    }
    lf_pen_free(pen);
    return status;
}
