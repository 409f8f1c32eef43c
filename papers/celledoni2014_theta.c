/* SPDX-License-Identifier: BSD-3-Clause */
/* celledoni2014_theta.c - symplectic and other theta methods on the heavy top of Celledoni et al.
 * 2014: figure 6, the way of the centre of mass, and table 1, what the methods keep. */
#include "papers/study.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "papers/cells.h"
#include "papers/property.h"

enum {
    THETA_METHODS = 4,
    THETA_EARLY = 6000, /* steps drawn dark in figure 6 */
    THETA_THIN = 211,   /* later ones: one of this many */
    THETA_PIXELS = 180, /* of a panel: dots that share one are drawn once */
    THETA_GRIDS = 3,    /* by which bands are measured, */
    THETA_TIMES = 2     /* and when */
};
static const size_t theta_heights[THETA_GRIDS] = {100, 200, 400}; /* twice as many longitudes */
static const size_t theta_times[THETA_TIMES] = {10000, 50000};

static const struct {
    const char *method, *title;
    bool symplectic, symmetric, steady; /* what the paper's table 1 says */
    double energy; /* largest |dH/H0|, by a program of our own in higher precision */
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

/* u = g e3, the centre of mass. */
static void theta_centre(const double *y, double u[3])
{
    u[0] = y[2];
    u[1] = y[5];
    u[2] = y[8];
}

/* What figure 6 shows of a run, in numbers. */
typedef struct {
    size_t cells[THETA_GRIDS][THETA_TIMES]; /* of the sphere that u met */
    double momentum;                        /* largest change of u.mu, by its size */
    double last[2];                         /* least and largest u_1 in the last 1000 steps */
} theta_bands;

static lf_status theta_count(const lf_record *run, size_t heights, size_t met[THETA_TIMES])
{
    lf_cells C;
    size_t count = 0;
    double u[3];
    if (!lf_cells_open(&C, 2 * heights, heights))
        return LF_EMEMORY;
    for (size_t k = 0, i = 0; k < run->rows.rows && i < THETA_TIMES; k++) {
        theta_centre(lf_record_point(run, k), u);
        count += lf_cells_first_on_sphere(&C, u);
        if (k + 1 == theta_times[i])
            met[i++] = count;
    }
    lf_cells_close(&C);
    return LF_OK;
}

static lf_status theta_measure(const lf_record *run, theta_bands *B)
{
    const size_t rows = run->rows.rows;
    double first = 0, u[3];
    lf_status status = LF_OK;
    *B = (theta_bands){.last = {INFINITY, -INFINITY}};
    for (size_t k = 0; k < rows; k++) {
        const double *y = lf_record_point(run, k);
        theta_centre(y, u);
        const double along = u[0] * y[9] + u[1] * y[10] + u[2] * y[11];
        first = k ? first : along;
        B->momentum = fmax(B->momentum, fabs(along / first - 1));
        if (k + 1000 >= rows) {
            B->last[0] = fmin(B->last[0], u[0]);
            B->last[1] = fmax(B->last[1], u[0]);
        }
    }
    for (size_t g = 0; g < THETA_GRIDS && status == LF_OK; g++)
        status = theta_count(run, theta_heights[g], B->cells[g]);
    return status;
}

/* u as dots on the near side: dark for the first steps, pale where only later ones came. */
static lf_status theta_way(lf_report *R, const lf_record *run, const lf_view *V, lf_pen *pen)
{
    double u[3], x, y;
    lf_cells pixels;
    if (!lf_cells_open(&pixels, THETA_PIXELS, THETA_PIXELS))
        return LF_EMEMORY;
    lf_view_grid(V, pen);
    for (int early = 1; early >= 0; early--) {
        size_t last = early ? THETA_EARLY : run->rows.rows;
        lf_pen_line(pen, NULL, LF_DRAW_POINTS, early ? 1 : 5)->width = early ? 0.35 : 0.3;
        for (size_t k = 0; k < last && k < run->rows.rows; k += early ? 1 : THETA_THIN) {
            theta_centre(lf_record_point(run, k), u);
            if (lf_view_project(V, u, &x, &y) && lf_cells_first(&pixels, x, y))
                lf_study_to(R, V, true, pen, u);
        }
    }
    lf_cells_close(&pixels);
    return LF_OK;
}

/* Methods in the order of the panels: SLGI above, RKMK below. */
static lf_status theta_panels(lf_report *R, lf_pen **pen, lf_panel *panel,
                              theta_bands bands[THETA_METHODS])
{
    lf_view V = lf_view_from(0, 25);
    lf_status status = LF_OK;
    for (size_t m = 0; m < THETA_METHODS && status == LF_OK; m++) {
        lf_scenario *S = lf_scenario_new();
        lf_record run;
        status = theta_march(R, m, S, &run);
        if (status == LF_OK)
            status = theta_way(R, &run, &V, pen[m]);
        if (status == LF_OK)
            status = theta_measure(&run, &bands[m]);
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

static void theta_band_verdicts(lf_report *R, const theta_bands B[THETA_METHODS])
{
    bool faster = true;
    double least = INFINITY, most = 0;
    for (size_t g = 0; g < THETA_GRIDS; g++) {
        for (size_t i = 0; i < THETA_TIMES; i++) {
            for (size_t m = 2; m < THETA_METHODS; m++) {
                const double ratio = (double)B[1].cells[g][i] / (double)B[m].cells[g][i];
                least = fmin(least, ratio);
                most = fmax(most, ratio);
                faster = faster && ratio > 1;
            }
        }
    }
    lf_report_paper(R, faster,
                    "The RKMK method with θ = 1/2 exhibits a similar behaviour, but the bands are "
                    "expanding faster than for the symplectic ones.",
                    "after 10000 and 50000 steps it met %.2f to %.2f times as many cells of the "
                    "sphere as either, on each of three grids",
                    least, most);
}

static void theta_momentum_verdicts(lf_report *R, const theta_bands B[THETA_METHODS])
{
    const double roundings = 1e5 * DBL_EPSILON; /* one a step, all of one sign */
    const double circle = 6 / sqrt(1 + 25 + 36);
    lf_report_reference(R,
                        B[2].momentum < roundings && B[3].momentum < roundings &&
                            B[1].momentum > 100 * roundings,
                        "u.mu, which Noether's theorem keeps in a symplectic method, stays to %.0e "
                        "and %.0e with SLGI; RKMK with θ = 1/2 loses %.0e of it",
                        B[2].momentum, B[3].momentum, B[1].momentum);
    lf_report_reference(R, fabs(B[0].last[0] - circle) < 1e-5 && fabs(B[0].last[1] - circle) < 1e-5,
                        "RKMK with θ = 0 ends on the circle u_1 = 6/sqrt(62) = %.5f about the axis "
                        "of least inertia: %.5f to %.5f in the last 1000 steps",
                        circle, B[0].last[0], B[0].last[1]);
}

static void theta_choices(lf_report *R)
{
    lf_report_choice(R, "how far bands have spread is counted in cells of equal area of the "
                        "sphere: 100, 200 and 400 heights by twice as many longitudes");
    lf_report_choice(R,
                     "seen from longitude 0 and latitude 25 degrees; meridians and parallels "
                     "30 degrees apart, radius 1; dots closer than a %dth of the panel are one",
                     (int)THETA_PIXELS);
}

lf_status lf_study_theta_way(const lf_study *study, lf_report *R)
{
    lf_pen *pen[THETA_METHODS];
    lf_panel panel[THETA_METHODS];
    theta_bands bands[THETA_METHODS];
    bool room = true;
    for (size_t m = 0; m < THETA_METHODS; m++)
        room = (pen[m] = lf_pen_new()) && room;
    lf_status status = room ? theta_panels(R, pen, panel, bands) : LF_EMEMORY;
    if (status == LF_OK) {
        theta_band_verdicts(R, bands);
        theta_momentum_verdicts(R, bands);
        theta_choices(R);
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

/* Do the rows of the table say what the paper's say? */
static void theta_row_verdicts(lf_report *R, const theta_found found[THETA_METHODS])
{
    bool form = true, back = true, steady = true;
    for (size_t m = 0; m < THETA_METHODS; m++) {
        form = form && found[m].symplectic == theta_methods[m].symplectic;
        back = back && found[m].symmetric == theta_methods[m].symmetric;
        steady = steady && found[m].steady == theta_methods[m].steady;
    }
    lf_report_paper(R, form, "Symplectic: no, no, yes, yes",
                    "a step of 0.2 changes the two-form by %.0e, %.0e, %.0e, %.0e", found[0].form,
                    found[1].form, found[2].form, found[3].form);
    lf_report_paper(R, back, "Symmetric: no, yes, no, yes",
                    "a step of 0.2 and one back miss the start by %.0e, %.0e, %.0e, %.0e",
                    found[0].back, found[1].back, found[2].back, found[3].back);
    lf_report_paper(R, steady, "No energy drift: no, yes, yes, yes",
                    "|dH/H0| is at most %.4f, %.4f, %.4f, %.4f in the first quarter of the steps "
                    "and %.4f, %.4f, %.4f, %.4f in the last",
                    found[0].most[0], found[1].most[0], found[2].most[0], found[3].most[0],
                    found[0].most[3], found[1].most[3], found[2].most[3], found[3].most[3]);
}

static void theta_verdicts(lf_report *R, const theta_found found[THETA_METHODS])
{
    const double most = 0.5 * (1 + 25 + 36) * 1e8 / 1e3 / (0.5 * (1 + 5 + 6) * 1e5 + 1);
    theta_table(R, found);
    theta_row_verdicts(R, found);
    lf_report_reference(R, fabs(found[0].most[3] / (most - 1) - 1) < 1e-5,
                        "rkmk-theta0 drifts to the most energy that |mu| allows, |mu|^2/(2 I_1): "
                        "|dH/H0| = %.5f, that is %.5f",
                        found[0].most[3], most - 1);
    for (size_t m = 1; m < THETA_METHODS; m++) {
        const double *by = found[m].most, top = fmax(fmax(by[0], by[1]), fmax(by[2], by[3]));
        lf_report_reference(R, fabs(top - theta_methods[m].energy) < 1e-5,
                            "%s: |dH/H0| reaches %.5f, in higher precision %.5f",
                            theta_methods[m].method, top, theta_methods[m].energy);
    }
    lf_report_choice(R,
                     "symplectic and symmetric are looked at on another top, without symmetries: "
                     "inertia 1 2 3, u0 = (0.3, -0.2, 0.9), a step of 0.2; below %.0e is kept",
                     theta_small);
    lf_report_choice(R, "no drift: |dH/H0| is no more than a twentieth larger in the last quarter "
                        "than in the first, and returns to a twentieth of that");
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
