/* SPDX-License-Identifier: BSD-3-Clause */
/* celledoni2014_body.c - the free rigid body by energy-preserving and other methods: Celledoni et
 * al. 2014 figure 7. */
#include "papers/study.h"

#include <math.h>
#include <stdio.h>

enum { BODY_METHODS = 5, BODY_PANELS = 4, BODY_STRIDE = 13, BODY_SPIRAL = 2000 };

static const struct {
    const char *method, *tolerance, *title; /* no title: not drawn */
    double low, high;                       /* where the largest |dH/H0| is expected */
} body_methods[BODY_METHODS] = {
    {"ep-mid", NULL, "energy-preserving (ep-mid), h = 1/64", 0, 1e-11},
    {"dopri5", "1e-6", "ode45's pair (dopri5), tolerance 1e-6", 1e-3, 1e-1},
    {"dopri5", "1e-14", "ode45's pair (dopri5), tolerance 1e-14", 0, 1e-8},
    {"rkmk2", NULL, "Heun RKMK, h = 1/64", 56.9, 57},
    {"ep-avf", NULL, NULL, 0, 1e-11},
};

/* A run with the model's angular momentum in space and its moments of inertia. */
typedef struct {
    lf_record run;
    double m0[3], inertia[3];
} body;

/* m = E(q)^T m0 with E(q) = (w^2 - v.v) 1 + 2 v v^T + 2 w hat(v); unit q: a rotation. */
static void body_momentum(const body *B, size_t row, double *m)
{
    const double *q = lf_record_point(&B->run, row);
    double w = q[0], along = 0, size = 0;
    const double *v = q + 1;
    for (int k = 0; k < 3; k++) {
        along += v[k] * B->m0[k];
        size += v[k] * v[k];
    }
    for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        double cross = v[i] * B->m0[j] - v[j] * B->m0[i];
        m[k] = (w * w - size) * B->m0[k] + 2 * along * v[k] - 2 * w * cross;
    }
}

/* The exact curve about axis 3: energy and |m| fix it. */
static void body_exact(const body *B, lf_pen *pen)
{
    double a[3], rest = 0;
    for (int k = 0; k < 3; k++) {
        a[k] = 1 / B->inertia[k] - 1 / B->inertia[2];
        rest += a[k] * B->m0[k] * B->m0[k];
    }
    lf_pen_line(pen, "exact", LF_DRAW_LINE, 5)->width = 5;
    for (int k = 0; k <= 360; k++) {
        double angle = k * 3.14159265358979323846 / 180;
        lf_pen_to(pen, sqrt(rest / a[0]) * cos(angle), sqrt(rest / a[1]) * sin(angle));
    }
}

/* Dots of m seen along axis 3, on the exact curve. */
static void body_dots(const body *B, lf_pen *pen)
{
    double m[3];
    body_exact(B, pen);
    lf_pen_line(pen, "computed", LF_DRAW_POINTS, 1)->width = 0.4;
    for (size_t k = 0; k < B->run.rows.rows; k += BODY_STRIDE) {
        body_momentum(B, k, m);
        lf_pen_to(pen, m[0], m[1]);
    }
}

/* m on its whole sphere, seen from the side where it ends; marks at its start and end. */
static void body_sphere(lf_report *R, const body *B, lf_pen *pen, lf_mark mark[2])
{
    const double *m0 = B->m0, length = sqrt(m0[0] * m0[0] + m0[1] * m0[1] + m0[2] * m0[2]);
    double m[3], x, y;
    body_momentum(B, B->run.rows.rows - 1, m);
    lf_view V = lf_view_from(m[0] > 0 ? 50 : 230, -25);
    lf_view_grid(&V, pen);
    for (int dots = 0; dots < 2; dots++) {
        lf_pen_line(pen, dots ? "computed" : NULL, dots ? LF_DRAW_POINTS : LF_DRAW_LINE,
                    dots ? 1 : 6)
            ->width = dots ? 0.6 : 0.5;
        size_t rows = dots ? B->run.rows.rows : BODY_SPIRAL;
        for (size_t k = 0; k < rows && k < B->run.rows.rows;
             k += k < BODY_SPIRAL ? 1 : BODY_STRIDE) {
            body_momentum(B, k, m);
            const double unit[] = {m[0] / length, m[1] / length, m[2] / length};
            lf_study_to(R, &V, true, pen, unit);
            lf_view_project(&V, unit, &x, &y);
            if (k == 0)
                mark[0] = (lf_mark){x + 0.12, y - 0.08, "start"};
        }
    }
    mark[1] = (lf_mark){x + 0.05, y, "end"};
}

static void body_verdict(lf_report *R, size_t i, const lf_record *run)
{
    double start = run->outcome.stats.invariant[0].initial;
    double most = run->outcome.stats.invariant[0].max_drift / start;
    const char *tolerance = body_methods[i].tolerance;
    char expected[60], name[60];
    if (body_methods[i].low > 0)
        snprintf(expected, sizeof expected, "%g to %g", body_methods[i].low, body_methods[i].high);
    else
        snprintf(expected, sizeof expected, "at most %g", body_methods[i].high);
    snprintf(name, sizeof name, "%s%s%s", body_methods[i].method, tolerance ? ", tolerance " : "",
             tolerance ? tolerance : "");
    lf_report_reference(R, most >= body_methods[i].low && most <= body_methods[i].high,
                        "%s: |dH/H0| reaches %.4g in %zu steps, expected %s; |q| = 1 to %.0e", name,
                        most, run->outcome.stats.steps, expected, run->outcome.stats.defect);
}

/* One method for 1000 seconds: its panel and its verdict. */
static lf_status body_one(lf_report *R, size_t i, lf_pen *pen, lf_panel *panel, lf_mark mark[2])
{
    const char *const fixed[] = {"method", body_methods[i].method, "step", "0.015625", NULL};
    const char *const loose[] = {
        "method", body_methods[i].method, "atol", body_methods[i].tolerance, "rtol", "0", NULL};
    static const char *const all[] = {"inertia", "1 5 60", "m0",       "1 2.5 -60", "t_end",
                                      "1000",    "every",  "0.015625", NULL};
    lf_part share = {R->progress, (double)i / BODY_METHODS, 1.0 / BODY_METHODS};
    lf_report part = {.progress = lf_part_progress(&share), .notes = R->notes};
    lf_scenario *S = lf_scenario_new();
    body B = {.run = {.rows = {0}}};
    const size_t first = pen->lines;
    bool whole = i == 3;
    lf_status status = lf_study_scenario(&part, "free-rigid-body-quaternion", all, S);
    if (status == LF_OK)
        status = lf_study_march(&part, S, body_methods[i].tolerance ? loose : fixed, &B.run);
    for (size_t c = 0; c < 3 && status == LF_OK; c++) {
        B.m0[c] = lf_study_number(S, "m0", c);
        B.inertia[c] = lf_study_number(S, "inertia", c);
    }
    if (status == LF_OK)
        body_verdict(R, i, &B.run);
    if (status == LF_OK && i < BODY_PANELS) {
        if (whole)
            body_sphere(R, &B, pen, mark);
        else
            body_dots(&B, pen);
        double box = whole ? 1.05 : 4;
        *panel = (lf_panel){.title = body_methods[i].title,
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
    }
    lf_record_free(&B.run);
    lf_scenario_free(S);
    return lf_report_fail(R, status, part.why);
}

lf_status lf_study_body(const lf_study *study, lf_report *R)
{
    lf_panel panel[BODY_PANELS];
    lf_mark mark[2];
    lf_status status = LF_OK;
    lf_pen *pen = lf_pen_new();
    if (!pen)
        return lf_report_fail(R, LF_EMEMORY, NULL);
    for (size_t i = 0; i < BODY_METHODS && status == LF_OK; i++)
        status = body_one(R, i, pen, &panel[i % BODY_PANELS], mark);
    lf_figure figure = {.title = study->title, .panels = BODY_PANELS, .across = 2, .panel = panel};
    if (status == LF_OK)
        status = lf_study_finish(study, R, &figure);
    lf_pen_free(pen);
    return status;
}
