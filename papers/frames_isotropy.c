/* SPDX-License-Identifier: BSD-3-Clause */
/* frames_isotropy.c - our study of isotropy on the sphere: m' = f(m) x m with f = -I^-1 m + alpha(m) m moves
 * the free rigid body alike for every alpha, but Lie-Euler's steps are not alike (Celledoni, Marthinsen,
 * Owren 2014, section 2.3). After Lewis and Olver (Found. Comput. Math. 8 (2008) 1) alpha is chosen so that
 * the frozen motion bends as the solution does: then the orbit, which is the energy, is kept one order
 * better. */
#include "papers/errors.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "papers/closed_forms.h"
#include "papers/reference.h"

enum { ISOTROPY_CHOICES = 4, ISOTROPY_LEVELS = 5 };
static const double inertia[3] = {1, 2, 2.5}, start[3] = {0.6, 0.48, 0.64};
static const double late = 20;

static const struct {
    const char *label, *alpha, *choice;
    double order; /* of the energy's error */
} isotropy_choices[ISOTROPY_CHOICES] = {{"{/Symbol a} = 0", "0", "none", 1},
                                        {"{/Symbol a} = 1", "1", "none", 1},
                                        {"horizontal", "0", "horizontal", 1},
                                        {"osculating", "0", "osculating", 2}};
static const char *const isotropy_words[ISOTROPY_CHOICES] = {"alpha = 0", "alpha = 1", "horizontal",
                                                             "osculating"};

/* ---- apart from the library ---- */

static double isotropy_energy(const double *m)
{
    return 0.5 * (m[0] * m[0] / inertia[0] + m[1] * m[1] / inertia[1] + m[2] * m[2] / inertia[2]);
}

/* v.I^-1 v/v.v: of m itself for a motion on great circles, of m' for one that bends as the solution. */
static double isotropy_quotient(const double *v)
{
    return 2 * isotropy_energy(v) / lf_reference_dot(v, v);
}

static double isotropy_alpha(size_t choice, const double *m)
{
    const double turn[3] = {m[0] / inertia[0], m[1] / inertia[1], m[2] / inertia[2]};
    double rate[3];
    lf_reference_cross(m, turn, rate);
    return choice == 0   ? 0
           : choice == 1 ? 1
           : choice == 2 ? isotropy_quotient(m)
                         : isotropy_quotient(rate);
}

/* Lie-Euler once more, by Rodrigues' formula. */
static void isotropy_own(size_t choice, size_t steps, double *m)
{
    memcpy(m, start, sizeof start);
    for (size_t k = 0; k < steps; k++) {
        const double alpha = isotropy_alpha(choice, m), h = late / (double)steps;
        double u[3], next[3];
        for (size_t c = 0; c < 3; c++)
            u[c] = h * (alpha - 1 / inertia[c]) * m[c];
        lf_closed_turn(u, m, next);
        memcpy(m, next, sizeof next);
    }
}

/* ---- runs ---- */

/* The largest error of the energy; `pen` gets it over time, `way` the steps on the sphere, unless NULL. */
static lf_status isotropy_run(lf_report *R, lf_scenario *S, size_t choice, size_t steps,
                              lf_pen *pen, lf_pen *way, double *most)
{
    char text[24];
    const char *const settings[] = {"alpha",    isotropy_choices[choice].alpha,
                                    "isotropy", isotropy_choices[choice].choice,
                                    "steps",    text,
                                    NULL};
    const lf_view V = lf_view_from(50, 30);
    const double energy = isotropy_energy(start);
    lf_record run;
    snprintf(text, sizeof text, "%zu", steps);
    const lf_status status = lf_study_march(R, S, settings, &run);
    *most = 0;
    if (pen)
        lf_pen_line(pen, isotropy_choices[choice].label, LF_DRAW_LINE, (int)choice + 1);
    if (way)
        lf_pen_line(way, isotropy_choices[choice].label, LF_DRAW_LINE, (int)choice + 1);
    for (size_t k = 0; status == LF_OK && k < run.rows.rows; k++) {
        const double *m = lf_record_point(&run, k);
        const double off = fabs(isotropy_energy(m) - energy);
        *most = fmax(*most, off);
        if (pen && k)
            lf_pen_to(pen, lf_record_time(&run, k), fmax(off, 1e-12));
        if (way)
            lf_study_to(R, &V, true, way, m);
    }
    if (status == LF_OK && pen) {
        double own[3], far = 0;
        isotropy_own(choice, steps, own);
        for (size_t c = 0; c < 3; c++)
            far = fmax(far, fabs(own[c] - run.outcome.y[c]));
        lf_report_reference(
            R, far < 1e-12,
            "%s: lie-euler ends after %zu steps where the same formula by Rodrigues' "
            "rotations does, to %.0e",
            isotropy_words[choice], steps, far);
    }
    lf_record_free(&run);
    return status;
}

static lf_status isotropy_table(lf_report *R, lf_scenario *S, lf_order_table *T)
{
    lf_status status = LF_OK;
    *T = (lf_order_table){.methods = ISOTROPY_CHOICES, .levels = ISOTROPY_LEVELS};
    for (size_t m = 0; m < ISOTROPY_CHOICES; m++) {
        snprintf(T->method[m], LF_WORD_SIZE, "%s", isotropy_words[m]);
        T->claimed[m] = (int)isotropy_choices[m].order;
        for (size_t k = 0; k < ISOTROPY_LEVELS && status == LF_OK; k++) {
            T->steps[k] = (size_t)200 << k;
            T->h[k] = late / (double)T->steps[k];
            T->level[m][k] = LF_LEVEL_ASYMPTOTIC;
            status = isotropy_run(R, S, m, T->steps[k], NULL, NULL, &T->error[m][k]);
            T->order[m][k] = k ? log2(T->error[m][k - 1] / T->error[m][k]) : NAN;
        }
        T->observed[m] = T->order[m][ISOTROPY_LEVELS - 1];
    }
    return status;
}

static void isotropy_judge(lf_report *R, const lf_order_table *T)
{
    double orders[ISOTROPY_CHOICES];
    const size_t last = ISOTROPY_LEVELS - 1;
    for (size_t m = 0; m < ISOTROPY_CHOICES; m++)
        orders[m] = isotropy_choices[m].order;
    const lf_errors E = {.expected = orders, .tolerance = 0.15};
    lf_errors_judge(R, &E, T, "largest error of the energy to t = 20");
    lf_report_reference(
        R, T->error[3][last] < 1e-2 * T->error[0][last],
        "with %zu steps the orbit is kept to %.1e where alpha makes the motion bend as "
        "the solution does, and to %.1e with alpha = 0: %.0f times as well",
        T->steps[last], T->error[3][last], T->error[0][last],
        T->error[0][last] / T->error[3][last]);
    lf_report_choice(R,
                     "I = (1, 2, 2.5), m = (0.6, 0.48, 0.64) at the start; horizontal: f is "
                     "perpendicular to m, so that m moves on great circles; osculating: alpha = "
                     "m'.I^-1 m'/|m'|^2, which makes the second derivatives of both motions differ "
                     "along m' alone");
    lf_report_choice(R,
                     "orders within 0.15 count as right: a better or worse alpha moves them by 1");
}

/* The exact orbit in closed form, and the steps of two choices. */
static lf_status isotropy_sphere(lf_report *R, lf_scenario *S, lf_pen *way)
{
    const lf_view V = lf_view_from(50, 30);
    double most;
    lf_status status = LF_OK;
    lf_view_grid(&V, way);
    for (size_t m = 0; m < ISOTROPY_CHOICES && status == LF_OK; m++)
        if (m != 1)
            status = isotropy_run(R, S, m, 60, NULL, way, &most);
    lf_pen_line(way, "exact orbit", LF_DRAW_DASHED, 8)->width = 1.6;
    for (size_t k = 0; k <= 200 && status == LF_OK; k++) {
        double m[3];
        lf_closed_body(inertia, start, late * (double)k / 200, m);
        lf_study_to(R, &V, true, way, m);
    }
    return status;
}

lf_status lf_study_isotropy_choice(const lf_study *study, lf_report *R)
{
    static const char *const settings[] = {
        "inertia", "1 2 2.5", "m", "0.6 0.48 0.64", "method", "lie-euler", "t_end", "20", NULL};
    lf_scenario *S = lf_scenario_new();
    lf_order_table *T = lf_order_table_new();
    lf_order_guides *guides = calloc(1, sizeof *guides);
    lf_pen *pen = lf_pen_new(), *way = lf_pen_new();
    lf_status status = T && guides && pen && way
                           ? lf_study_scenario(R, "sphere-isotropy", settings, S)
                           : lf_report_fail(R, LF_EMEMORY, NULL);
    if (status == LF_OK)
        status = isotropy_sphere(R, S, way);
    if (status == LF_OK)
        status = isotropy_table(R, S, T);
    double most;
    for (size_t m = 0; m < ISOTROPY_CHOICES && status == LF_OK; m++)
        status = isotropy_run(R, S, m, 400, pen, NULL, &most);
    if (status == LF_OK) {
        isotropy_judge(R, T);
        lf_panel panel[3] = {{.title = "Lie-Euler, h = 1/3, 60 steps",
                              .square = true,
                              .bare = true,
                              .series = way->lines,
                              .serie = way->line},
                             {.title = "error of the energy, h = 0.05",
                              .x_label = "t",
                              .y_label = "|H - H_0|",
                              .log_y = true,
                              .series = pen->lines,
                              .serie = pen->line},
                             lf_order_panel(T, guides)};
        panel[2].title = "largest error of the energy to t = 20";
        panel[2].y_label = "|H - H_0|";
        const lf_figure figure = {.title = study->title, .panels = 3, .across = 3, .panel = panel};
        status = lf_study_finish(study, R, &figure);
    }
    lf_pen_free(pen);
    lf_pen_free(way);
    free(guides);
    lf_order_table_free(T);
    lf_scenario_free(S);
    return status;
}
