/* SPDX-License-Identifier: BSD-3-Clause */
/* celledoni2021_stays.c - the double spherical pendulum stays on (TS^2)^2: Celledoni et al. 2021
 * figures 6 and 7. */
#include "papers/study.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "papers/celledoni2021.h"

enum { STAYS_LINKS = 2, STAYS_LIE = 6 };
/* Drawn in place of zeros and anything smaller: nothing can be seen below the unit roundoff. */
static const double stays_zero = DBL_EPSILON / 2;

/* the Lie group methods first */
static const char *const stays_methods[] = {"lie-euler", "heun-a", "rkmk3", "rkmk4",
                                            "rkmk4-2c",  "mk4",    "rk4"};
enum { STAYS_METHODS = sizeof stays_methods / sizeof *stays_methods };

/* as lf_double_pendulum_start */
static const char *const stays_problem[] = {"n",       "2",
                                            "masses",  "1",
                                            "lengths", "1",
                                            "gravity", "9.81",
                                            "q",       "0 0.6 -0.8 1 0 0",
                                            "omega",   "0.5 0.8 0.6 0 1 -0.5",
                                            "t_end",   "5",
                                            "step",    "0.01",
                                            NULL};

/* What each figure shows, and what the paper says of it. */
typedef struct {
    const char *name, *label, *lie, *classical;
    bool tangent;       /* q.omega, or 1 - q.q */
    double least;       /* "of the order of": the largest of a Lie group method is not below this */
    double most;        /* nor above this */
    double runge_kutta; /* the largest of RK4 by papers/references.py */
} stays_case;
static const stays_case stays_cases[] = {
    {"q", "|1 - q . q|",
     "the Lie group methods preserve the norm of the base components of the solutions, i.e. "
     "|q1(t)| = |q2(t)| = 1",
     "unlike classical numerical integrators like the one implemented in ODE45 or the Runge-Kutta "
     "4",
     false, 0, 1e-14, 3.448204e-07},
    {"omega", "|q . ω|",
     "for Lie group methods these inner products are of the order of 10^-14 and 10^-15",
     "the ones obtained with classical integrators show that the tangentiality conditions are not "
     "preserved with the same accuracy",
     true, 3.2e-16, 3.2e-14, 1.071552e-06}};

/* |1 - q.q| or |q.omega| of six numbers q, omega. */
static double stays_off(const double *link, bool tangent)
{
    double sum = tangent ? 0 : -1;
    for (size_t c = 0; c < 3; c++)
        sum += link[c] * link[(tangent ? 3 : 0) + c];
    return fabs(sum);
}

/* The six numbers of a link in a row of a run. */
static void stays_link(const lf_record *run, size_t row, size_t link, double *six)
{
    static const char *const name[STAYS_LINKS][6] = {
        {"q1.x", "q1.y", "q1.z", "omega1.x", "omega1.y", "omega1.z"},
        {"q2.x", "q2.y", "q2.z", "omega2.x", "omega2.y", "omega2.z"}};
    for (size_t c = 0; c < 6; c++)
        six[c] = lf_record_point(run, row)[lf_study_column(&run->outcome.problem, name[link][c])];
}

/* One method: a line in each panel, and the largest deviation. */
static lf_status stays_run(lf_report *R, lf_scenario *S, const stays_case *K, size_t m,
                           lf_pen *pen[STAYS_LINKS], double *most)
{
    const char *const settings[] = {"method", stays_methods[m], NULL};
    lf_record run;
    lf_status status = lf_study_march(R, S, settings, &run);
    *most = 0;
    for (size_t link = 0; link < STAYS_LINKS && status == LF_OK; link++) {
        lf_pen_line(pen[link], stays_methods[m], LF_DRAW_LINE, (int)m + 1);
        for (size_t k = 1; k < run.rows.rows; k++) {
            double six[6];
            stays_link(&run, k, link, six);
            const double off = stays_off(six, K->tangent);
            *most = fmax(*most, off);
            lf_pen_to(pen[link], lf_record_time(&run, k), fmax(off, stays_zero));
        }
    }
    lf_record_free(&run);
    return status;
}

static lf_status stays_ode45(lf_report *R, const stays_case *K, lf_pen *pen[STAYS_LINKS],
                             double *most)
{
    lf_double_track T;
    lf_status status = lf_double_ode45(lf_double_pendulum_start, 5, 1e-3, 1e-6, &T);
    *most = 0;
    for (size_t link = 0; link < STAYS_LINKS && status == LF_OK; link++) {
        lf_pen_line(pen[link], "ode45", LF_DRAW_LINE, STAYS_METHODS + 1);
        for (size_t k = 1; k < T.rows; k++) {
            const double off = stays_off(T.row[k].y + 6 * link, K->tangent);
            *most = fmax(*most, off);
            lf_pen_to(pen[link], T.row[k].t, fmax(off, stays_zero));
        }
    }
    lf_double_free(&T);
    return lf_report_fail(R, status, NULL);
}

/* Lie group methods: 500 steps round by a few units of the last place each, which adds up like the
 * root of their number to 1e-14. Classical ones: a hundred thousand times that. */
static void stays_lines(lf_report *R, const stays_case *K, const double *most, double ode45)
{
    char list[LF_LINE_SIZE / 2] = "";
    bool right = true;
    size_t used = 0;
    for (size_t m = 0; m < STAYS_LIE; m++) {
        right = right && most[m] >= K->least && most[m] <= K->most;
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%.1e by %s", m ? ", " : "",
                                 most[m], stays_methods[m]);
    }
    const char *what = K->tangent ? "|q.omega|" : "|1 - q.q|";
    lf_report_paper(R, right, K->lie, "%s is at most %s; roundoff of 500 steps is below %.1e", what,
                    list, K->most);
    const double rk4 = most[STAYS_LIE];
    lf_report_paper(R, rk4 > 1e-9 && ode45 > 1e-9, K->classical,
                    "%s reaches %.1e by RK4 and %.1e by ODE45, more than 1e5 times roundoff", what,
                    rk4, ode45);
    lf_report_reference(R, fabs(rk4 - K->runge_kutta) < 1e-4 * K->runge_kutta,
                        "rk4: %s reaches %.6e, by papers/references.py %.6e", what, rk4,
                        K->runge_kutta);
    lf_report_choice(
        R,
        "unit masses and lengths, g = 9.81, the start of figure 5, h = 0.01; RK4 leaves "
        "the manifold, where rod tensions and the printed system are two extensions "
        "of one field: it takes tensions (the printed one gives %s)",
        K->tangent ? "1.12e-06" : "3.39e-07");
    lf_report_choice(R, "ODE45 is our program of its step control, with MATLAB's usual tolerances "
                        "1e-3 and 1e-6; the paper does not give them");
    lf_report_choice(R, "the drawing has a logarithmic axis; zeros are drawn at 1.1e-16, the unit "
                        "roundoff");
}

static lf_status stays_figure(const lf_study *study, lf_report *R, const stays_case *K,
                              lf_pen *pen[STAYS_LINKS])
{
    lf_panel panel[STAYS_LINKS];
    for (size_t i = 0; i < STAYS_LINKS; i++)
        panel[i] = (lf_panel){.title = i ? "second pendulum" : "first pendulum",
                              .x_label = "t",
                              .y_label = K->label,
                              .log_y = true,
                              .y_low = 1e-17,
                              .y_high = 1,
                              .series = pen[i]->lines,
                              .serie = pen[i]->line};
    const lf_figure figure = {.title = study->title, .panels = STAYS_LINKS, .panel = panel};
    return lf_study_finish(study, R, &figure);
}

lf_status lf_study_chain_stays(const lf_study *study, lf_report *R)
{
    const stays_case *K = &stays_cases[strcmp(study->data, "omega") == 0];
    double most[STAYS_METHODS], ode45 = NAN;
    lf_scenario *S = lf_scenario_new();
    lf_pen *pen[STAYS_LINKS] = {lf_pen_new(), lf_pen_new()};
    lf_status status = lf_study_scenario(R, "pendulum-chain", stays_problem, S);
    if (!pen[0] || !pen[1])
        status = lf_report_fail(R, LF_EMEMORY, NULL);
    for (size_t m = 0; m < STAYS_METHODS && status == LF_OK; m++)
        status = stays_run(R, S, K, m, pen, &most[m]);
    if (status == LF_OK)
        status = stays_ode45(R, K, pen, &ode45);
    if (status == LF_OK) {
        stays_lines(R, K, most, ode45);
        status = stays_figure(study, R, K, pen);
    }
    lf_pen_free(pen[0]);
    lf_pen_free(pen[1]);
    lf_scenario_free(S);
    return status;
}
