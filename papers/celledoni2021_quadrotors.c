/* SPDX-License-Identifier: BSD-3-Clause */
/* celledoni2021_quadrotors.c - two quadrotors carry a load along a parabola: Celledoni et al. 2021
 * figures 14 to 18. */
#include "papers/study.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { QUAD_SHOTS = 6 };
static const double quad_zero = 1e-17; /* drawn in place of exact zeros */

typedef struct {
    lf_scenario *S;
    lf_record run;
    lf_pen *pen;
} quad;

static double quad_time(const quad *Q, size_t row)
{
    return lf_record_time(&Q->run, row);
}

/* The row nearest to a time. */
static size_t quad_row(const quad *Q, double t)
{
    size_t best = 0;
    for (size_t k = 1; k < Q->run.rows.rows; k++)
        if (fabs(quad_time(Q, k) - t) < fabs(quad_time(Q, best) - t))
            best = k;
    return best;
}

/* The component of the point that is q.x, q.y or q.z of a link. */
static size_t quad_link(const quad *Q, size_t link, size_t c)
{
    static const char *const name[2][3] = {{"q1.x", "q1.y", "q1.z"}, {"q2.x", "q2.y", "q2.z"}};
    return lf_study_column(&Q->run.outcome.problem, name[link][c]);
}

/* The desired place of the load: p0 + p1 t + p2 t^2/2. */
static void quad_wish(const quad *Q, double t, double *place)
{
    for (size_t c = 0; c < 3; c++)
        place[c] = lf_study_number(Q->S, "p0", c) +
                   t * (lf_study_number(Q->S, "p1", c) + t / 2 * lf_study_number(Q->S, "p2", c));
}

/* An output such as e_x at a row. */
static double quad_output(const quad *Q, const char *name, size_t row)
{
    const lf_problem *P = &Q->run.outcome.problem;
    double value = NAN, t = quad_time(Q, row);
    for (const lf_invariant *output = P->outputs; output && output->name; output++)
        if (strcmp(output->name, name) == 0)
            value = lf_problem_value(P, output->value, t, lf_record_point(&Q->run, row));
    return value;
}

static void quad_expect(lf_report *R, const quad *Q, const char *name, double t, double expected)
{
    double value = quad_output(Q, name, quad_row(Q, t));
    lf_report_reference(R, fabs(value - expected) < 0.02 * expected, "%s(%g) = %.3g, expected %.3g",
                        name, t, value, expected);
}

/* ---- figure 14 ------------------------------------------------------------------------------ */

/* The ways and the quadrotors at whole seconds; what the panels show is in the pen. */
static void quad_shots(quad *Q, const lf_scene *scene, const lf_trails *trails, char (*title)[32],
                       lf_panel panel[QUAD_SHOTS])
{
    size_t first = Q->pen->lines;
    for (size_t i = 0; i < QUAD_SHOTS; i++) {
        size_t row = quad_row(Q, (double)i);
        panel[i] = panel[0];
        lf_pen_line(Q->pen, NULL, LF_DRAW_LINE, 5)->width = 1.4;
        lf_trails_draw(trails, 0, row, Q->pen);
        lf_scene_draw(scene, quad_time(Q, row), lf_record_point(&Q->run, row), Q->pen);
        snprintf(title[i], sizeof title[i], "t = %zu", i);
        panel[i].title = title[i];
        panel[i].serie = &Q->pen->line[first];
        panel[i].series = Q->pen->lines - first;
        first = Q->pen->lines;
    }
}

static lf_status quad_scene(lf_report *R, quad *Q, char (*title)[32], lf_panel panel[QUAD_SHOTS])
{
    const lf_track track = {Q->run.rows.rows, Q->run.rows.width, Q->run.rows.value};
    lf_scene scene;
    lf_trails trails = {0};
    lf_status status = lf_scene_open(&scene, lf_scenario_model(Q->S), lf_scenario_parameters(Q->S),
                                     0, lf_scenario_t_end(Q->S));
    if (status == LF_OK)
        status = lf_scene_frame(&scene, &track, &panel[0]);
    if (status == LF_OK)
        status = lf_trails_open(&trails, &scene, &track);
    if (status == LF_OK)
        quad_shots(Q, &scene, &trails, title, panel);
    lf_trails_close(&trails);
    lf_scene_close(&scene);
    return lf_report_fail(R, status, NULL);
}

static lf_status quad_snapshots(const lf_study *study, lf_report *R, quad *Q)
{
    lf_panel panel[QUAD_SHOTS] = {{0}};
    char title[QUAD_SHOTS][32];
    lf_status status = quad_scene(R, Q, title, panel);
    if (status != LF_OK)
        return status;
    double start = quad_output(Q, "e_x", 0), end = quad_output(Q, "e_x", Q->run.rows.rows - 1);
    lf_report_reference(
        R, end < 1e-3, "the load is %.2f from the parabola at t = 0 and %.1e at t = 5", start, end);
    const double *last = lf_record_point(&Q->run, Q->run.rows.rows - 1);
    for (size_t i = 0; i < 2; i++) {
        double angle = acos(fmin(1, last[quad_link(Q, i, 2)])) * 57.29577951308232;
        lf_report_reference(R, fabs(angle - 32.5) < 0.2,
                            "link %zu settles %.2f degrees from the vertical, expected 32.5", i + 1,
                            angle);
    }
    lf_figure figure = {.title = study->title, .panels = QUAD_SHOTS, .across = 3, .panel = panel};
    return lf_study_finish(study, R, &figure);
}

/* ---- figures 15 and 16 ---------------------------------------------------------------------- */

static lf_status quad_position(const lf_study *study, lf_report *R, quad *Q)
{
    static const char *const titles[] = {"y_1", "y_2", "y_3 (down)"};
    lf_panel panel[3];
    double off = 0;
    for (size_t c = 0; c < 3; c++) {
        size_t first = Q->pen->lines;
        double wish[3];
        lf_pen_line(Q->pen, "load", LF_DRAW_LINE, 1)->width = 2;
        for (size_t k = 0; k < Q->run.rows.rows; k++)
            lf_pen_to(Q->pen, quad_time(Q, k), lf_record_point(&Q->run, k)[c]);
        lf_pen_line(Q->pen, "desired", LF_DRAW_DASHED, 2)->width = 2;
        for (size_t k = 0; k < Q->run.rows.rows; k++) {
            quad_wish(Q, quad_time(Q, k), wish);
            lf_pen_to(Q->pen, quad_time(Q, k), wish[c]);
            if (quad_time(Q, k) >= 4)
                off = fmax(off, fabs(lf_record_point(&Q->run, k)[c] - wish[c]));
        }
        panel[c] = (lf_panel){.title = titles[c],
                              .x_label = "t [s]",
                              .y_label = "m",
                              .series = 2,
                              .serie = &Q->pen->line[first]};
    }
    lf_report_reference(R, off < 5e-3,
                        "from t = 4 on the load is within %.1e m of the desired path", off);
    quad_expect(R, Q, "e_x", 1, 0.376);
    quad_expect(R, Q, "e_x", 4, 4.65e-3);
    lf_figure figure = {.title = study->title, .panels = 3, .across = 3, .panel = panel};
    return lf_study_finish(study, R, &figure);
}

static void quad_line(quad *Q, const char *label, const char *output, int colour)
{
    lf_pen_line(Q->pen, label, LF_DRAW_LINE, colour)->width = 1.8;
    for (size_t k = 0; k < Q->run.rows.rows; k++)
        lf_pen_to(Q->pen, quad_time(Q, k), fmax(quad_output(Q, output, k), quad_zero));
}

static lf_status quad_deviation(const lf_study *study, lf_report *R, quad *Q)
{
    static const double time[] = {0, 0.5, 1, 2, 3, 4, 5};
    static const double expected[] = {0.469, 0.491, 0.376, 0.116, 0.025, 4.65e-3, 8.0e-4};
    static const char *const names[] = {"first", "second", "third"};
    for (size_t c = 0; c < 3; c++) {
        double wish[3];
        lf_pen_line(Q->pen, names[c], LF_DRAW_LINE, (int)c + 1)->width = 1.8;
        for (size_t k = 0; k < Q->run.rows.rows; k++) {
            quad_wish(Q, quad_time(Q, k), wish);
            lf_pen_to(Q->pen, quad_time(Q, k), lf_record_point(&Q->run, k)[c] - wish[c]);
        }
    }
    quad_line(Q, "|y - y_d|", "e_x", 8);
    const lf_panel panel[2] = {{.title = "components",
                                .x_label = "t [s]",
                                .y_label = "y - y_d [m]",
                                .series = 3,
                                .serie = Q->pen->line},
                               {.title = "distance",
                                .x_label = "t [s]",
                                .y_label = "|y - y_d| [m]",
                                .log_y = true,
                                .series = 1,
                                .serie = Q->pen->line + 3}};
    for (size_t i = 0; i < sizeof time / sizeof *time; i++)
        quad_expect(R, Q, "e_x", time[i], expected[i]);
    lf_figure figure = {.title = study->title, .panels = 2, .panel = panel};
    return lf_study_finish(study, R, &figure);
}

/* ---- figures 17 and 18 ---------------------------------------------------------------------- */

static lf_status quad_direction(const lf_study *study, lf_report *R, quad *Q)
{
    quad_line(Q, "link 1", "e_q1", 1);
    quad_line(Q, "link 2", "e_q2", 2);
    const lf_panel panel = {.x_label = "t [s]",
                            .y_label = "sine of the angle to q_d",
                            .log_y = true,
                            .series = Q->pen->lines,
                            .serie = Q->pen->line};
    quad_expect(R, Q, "e_q1", 0, 0.199);
    quad_expect(R, Q, "e_q1", 1, 6.8e-3);
    quad_expect(R, Q, "e_q1", 2, 3.3e-5);
    double end = fmax(quad_output(Q, "e_q1", Q->run.rows.rows - 1),
                      quad_output(Q, "e_q2", Q->run.rows.rows - 1));
    lf_report_reference(R, end < 1e-10, "both links are within %.0e of their directions at t = 5",
                        end);
    lf_figure figure = {.title = study->title, .panels = 1, .panel = &panel};
    return lf_study_finish(study, R, &figure);
}

static lf_status quad_norms(const lf_study *study, lf_report *R, quad *Q)
{
    for (size_t i = 0; i < 2; i++) {
        double most = 0;
        const size_t at[3] = {quad_link(Q, i, 0), quad_link(Q, i, 1), quad_link(Q, i, 2)};
        lf_pen_line(Q->pen, i ? "|q_2|" : "|q_1|", LF_DRAW_LINE, (int)i + 1);
        for (size_t k = 1; k < Q->run.rows.rows; k++) {
            const double *y = lf_record_point(&Q->run, k);
            double q[3];
            for (size_t c = 0; c < 3; c++)
                q[c] = y[at[c]];
            double off = fabs(sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]) - 1);
            most = fmax(most, off);
            lf_pen_to(Q->pen, quad_time(Q, k), fmax(off, quad_zero));
        }
        lf_report_reference(R, most < 1e-14, "|q_%zu| = 1 to %.1e, expected roundoff (below 1e-14)",
                            i + 1, most);
    }
    const lf_panel panel = {.x_label = "t [s]",
                            .y_label = "distance of |q_i| from 1",
                            .log_y = true,
                            .y_low = 1e-17,
                            .y_high = 1e-13,
                            .series = 2,
                            .serie = Q->pen->line};
    lf_figure figure = {.title = study->title, .panels = 1, .panel = &panel};
    return lf_study_finish(study, R, &figure);
}

lf_status lf_study_quadrotors(const lf_study *study, lf_report *R)
{
    static const char *const settings[] = {"method", "rkmk4", "step", "0.01", "t_end", "5", NULL};
    static const struct {
        const char *number;
        lf_status (*make)(const lf_study *, lf_report *, quad *);
    } figures[] = {{"14", quad_snapshots},
                   {"15", quad_position},
                   {"16", quad_deviation},
                   {"17", quad_direction},
                   {"18", quad_norms}};
    quad Q = {.S = lf_scenario_new(), .pen = lf_pen_new()};
    lf_status status = lf_study_scenario(R, "quadrotors", NULL, Q.S);
    if (!Q.pen)
        status = lf_report_fail(R, LF_EMEMORY, NULL);
    if (status == LF_OK)
        status = lf_study_march(R, Q.S, settings, &Q.run);
    for (size_t i = 0; i < sizeof figures / sizeof *figures && status == LF_OK; i++)
        if (strcmp(study->data, figures[i].number) == 0)
            status = figures[i].make(study, R, &Q);
    lf_record_free(&Q.run);
    lf_pen_free(Q.pen);
    lf_scenario_free(Q.S);
    return status;
}
