/* SPDX-License-Identifier: BSD-3-Clause */
/* celledoni2021_chain.c - the double spherical pendulum stays on (TS^2)^2: Celledoni et al. 2021
 * figures 6 and 7; its solution and its steps: figures 9 and 11. */
#include "papers/study.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { CHAIN_LINKS = 2 };
static const double chain_zero = 1e-17; /* drawn in place of exact zeros */

/* ---- what should stay ----------------------------------------------------------------------- */

/* Where the six numbers of one pendulum stand in a point: q, then omega. */
typedef struct {
    size_t at[6];
} chain_link;

static chain_link chain_find(const lf_record *run, size_t link)
{
    static const char *const name[CHAIN_LINKS][6] = {
        {"q1.x", "q1.y", "q1.z", "omega1.x", "omega1.y", "omega1.z"},
        {"q2.x", "q2.y", "q2.z", "omega2.x", "omega2.y", "omega2.z"}};
    chain_link found;
    for (size_t c = 0; c < 6; c++)
        found.at[c] = lf_study_column(&run->outcome.problem, name[link][c]);
    return found;
}

/* q_i.q_i - 1, or q_i.omega_i. */
static double chain_off(const double *y, const chain_link *link, bool tangent)
{
    double sum = tangent ? 0 : -1;
    for (size_t c = 0; c < 3; c++) {
        double q = y[link->at[c]];
        sum += q * (tangent ? y[link->at[3 + c]] : q);
    }
    return fabs(sum);
}

static const struct {
    const char *method, *label;
    bool loose;       /* steps follow ODE45's usual tolerances: rtol 1e-3, atol 1e-6 */
    double low, high; /* where the largest deviation is expected */
} chain_lines[] = {
    {"lie-euler", "lie-euler", false, 0, 2e-14}, {"heun-a", "heun-a", false, 0, 2e-14},
    {"rkmk3", "rkmk3", false, 0, 2e-14},         {"rkmk4", "rkmk4", false, 0, 2e-14},
    {"rkmk4-2c", "rkmk4-2c", false, 0, 2e-14},   {"rk4", "rk4", false, 1e-8, 1e-4},
    {"dopri5", "dopri5", true, 1e-6, 1}};
enum { CHAIN_LINES = sizeof chain_lines / sizeof *chain_lines };

static const char *const chain_space[] = {
    "n", "2", "q", "0 0.6 -0.8 1 0 0", "omega", "0.5 0.8 0.6 0 1 -0.5", "t_end", "5", NULL};

/* One method: a line in each panel's list, and a verdict. */
static lf_status chain_stays_one(lf_report *R, lf_scenario *S, size_t m, bool tangent,
                                 lf_pen *pen[CHAIN_LINKS])
{
    const char *const fixed[] = {"method", chain_lines[m].method, "step", "0.01", NULL};
    const char *const loose[] = {
        "method", chain_lines[m].method, "atol", "1e-6", "rtol", "1e-3", "every", "0.01", NULL};
    lf_record run;
    double most = 0;
    lf_status status = lf_study_march(R, S, chain_lines[m].loose ? loose : fixed, &run);
    for (size_t link = 0; link < CHAIN_LINKS && status == LF_OK; link++) {
        const chain_link found = chain_find(&run, link);
        lf_pen_line(pen[link], chain_lines[m].label, LF_DRAW_LINE, (int)m + 1);
        for (size_t k = 1; k < run.rows.rows; k++) {
            double off = chain_off(lf_record_point(&run, k), &found, tangent);
            most = fmax(most, off);
            lf_pen_to(pen[link], lf_record_time(&run, k), fmax(off, chain_zero));
        }
    }
    lf_record_free(&run);
    if (status != LF_OK)
        return status;
    const char *what = tangent ? "|q.omega|" : "|1 - q.q|";
    bool right = most >= chain_lines[m].low && most <= chain_lines[m].high;
    if (chain_lines[m].low == 0)
        lf_report_reference(R, right, "%s: %s at most %.1e, expected roundoff (below %.0e)",
                            chain_lines[m].label, what, most, chain_lines[m].high);
    else
        lf_report_reference(R, right, "%s: %s reaches %.1e, expected a drift from %.0e to %.0e",
                            chain_lines[m].label, what, most, chain_lines[m].low,
                            chain_lines[m].high);
    return LF_OK;
}

lf_status lf_study_chain_stays(const lf_study *study, lf_report *R)
{
    bool tangent = strcmp(study->data, "omega") == 0;
    lf_scenario *S = lf_scenario_new();
    lf_pen *pen[CHAIN_LINKS] = {lf_pen_new(), lf_pen_new()};
    lf_status status = lf_study_scenario(R, "pendulum-chain", chain_space, S);
    if (!pen[0] || !pen[1])
        status = lf_report_fail(R, LF_EMEMORY, NULL);
    for (size_t m = 0; m < CHAIN_LINES && status == LF_OK; m++)
        status = chain_stays_one(R, S, m, tangent, pen);
    if (status == LF_OK) {
        lf_panel panel[CHAIN_LINKS];
        for (size_t i = 0; i < CHAIN_LINKS; i++)
            panel[i] = (lf_panel){.title = i ? "second pendulum" : "first pendulum",
                                  .x_label = "t",
                                  .y_label = tangent ? "|q . ω|" : "|1 - q . q|",
                                  .log_y = true,
                                  .y_low = 1e-18,
                                  .y_high = 1,
                                  .series = pen[i]->lines,
                                  .serie = pen[i]->line};
        lf_figure figure = {.title = study->title, .panels = CHAIN_LINKS, .panel = panel};
        status = lf_study_finish(study, R, &figure);
    }
    lf_pen_free(pen[0]);
    lf_pen_free(pen[1]);
    lf_scenario_free(S);
    return status;
}

/* ---- the solution and its steps ------------------------------------------------------------- */

/* The same problem by variable steps, as many constant ones, and a fine reference. */
typedef struct {
    lf_scenario *S;
    lf_record variable, constant, ode45, truth;
    char steps[24];
} chain_runs;

static lf_status chain_runs_make(lf_report *R, chain_runs *C)
{
    static const char *const base[] = {"n", "2", "t_end", "3", "every", "0.01", NULL};
    static const char *const variable[] = {"method",     "rkmk5", "atol",    "1e-6",
                                           "rtol",       "0",     "control", "elementary",
                                           "first_step", "0.01",  NULL};
    static const char *const ode45[] = {"method", "dopri5", NULL};
    static const char *const truth[] = {"method", "rkmk8", "atol",  "1e-13", "rtol",
                                        "0",      "every", "0.002", NULL};
    const char *const constant[] = {"method", "rkmk5", "steps", C->steps, "every", "0.01", NULL};
    C->S = lf_scenario_new();
    lf_status status = lf_study_scenario(R, "pendulum-chain", base, C->S);
    if (status == LF_OK)
        status = lf_study_march(R, C->S, variable, &C->variable);
    if (status == LF_OK)
        status = lf_study_march(R, C->S, ode45, &C->ode45);
    if (status == LF_OK)
        status = lf_study_march(R, C->S, truth, &C->truth);
    snprintf(C->steps, sizeof C->steps, "%zu", C->variable.outcome.stats.steps);
    if (status == LF_OK)
        status = lf_study_march(R, C->S, constant, &C->constant);
    return status;
}

static void chain_runs_free(chain_runs *C)
{
    lf_record_free(&C->variable);
    lf_record_free(&C->constant);
    lf_record_free(&C->ode45);
    lf_record_free(&C->truth);
    lf_scenario_free(C->S);
}

/* A component over time. */
static void chain_component(const lf_record *run, size_t c, lf_pen *pen)
{
    for (size_t k = 0; k < run->rows.rows; k++)
        lf_pen_to(pen, lf_record_time(run, k), lf_record_point(run, k)[c]);
}

/* Its error from t = `from` on; the reference has five rows for one. */
static void chain_error(const lf_record *run, const lf_record *truth, size_t c, double from,
                        lf_pen *pen)
{
    for (size_t k = 0; k < run->rows.rows && 5 * k < truth->rows.rows; k++) {
        double t = lf_record_time(run, k);
        double off = fabs(lf_record_point(run, k)[c] - lf_record_point(truth, 5 * k)[c]);
        if (t >= from)
            lf_pen_to(pen, t, fmax(off, chain_zero));
    }
}

/* Where a component of the reference is largest in size. */
static double chain_peak(const lf_record *run, size_t c, double *time)
{
    double most = 0;
    for (size_t k = 0; k < run->rows.rows; k++) {
        double now = lf_record_point(run, k)[c];
        if (fabs(now) > fabs(most)) {
            most = now;
            *time = lf_record_time(run, k);
        }
    }
    return most;
}

static double chain_end_error(const lf_record *run, const lf_record *truth)
{
    double sum = 0;
    for (size_t c = 0; c < run->outcome.dim; c++)
        sum += pow(run->outcome.y[c] - truth->outcome.y[c], 2);
    return sqrt(sum);
}

static void chain_end_verdict(lf_report *R, const chain_runs *C)
{
    double e = chain_end_error(&C->variable, &C->truth),
           f = chain_end_error(&C->constant, &C->truth);
    lf_report_reference(
        R, e < f / 30,
        "%s steps: error at t = 3 is %.1e with variable steps, %.1e with constant ones", C->steps,
        e, f);
}

/* The three components of q or omega of one pendulum, each as computed three times. */
static lf_panel chain_state_panel(const chain_runs *C, size_t part, lf_pen *pen)
{
    static const char *const names[] = {"x", "y", "z"};
    static const char *const titles[] = {"q_1", "ω_1", "q_2", "ω_2"};
    const chain_link link = chain_find(&C->truth, part / 2);
    const size_t *at = link.at + part % 2 * 3, before = pen->lines;
    for (size_t c = 0; c < 3; c++) {
        lf_pen_line(pen, names[c], LF_DRAW_LINE, (int)c + 1)->width = 3;
        chain_component(&C->variable, at[c], pen);
    }
    for (size_t c = 0; c < 3; c++) {
        lf_pen_line(pen, c ? NULL : "constant steps", LF_DRAW_DASHED, 8)->width = 1.2;
        chain_component(&C->constant, at[c], pen);
    }
    for (size_t c = 0; c < 3; c++) {
        lf_pen_line(pen, c ? NULL : "dopri5", LF_DRAW_POINTS, 5)->width = 2.2;
        for (size_t k = 0; k < C->ode45.rows.rows; k += 15)
            lf_pen_to(pen, lf_record_time(&C->ode45, k), lf_record_point(&C->ode45, k)[at[c]]);
    }
    return (lf_panel){.title = titles[part],
                      .x_label = "t",
                      .y_label = part % 2 ? "rad/s" : "direction",
                      .series = pen->lines - before,
                      .serie = &pen->line[before]};
}

lf_status lf_study_chain_state(const lf_study *study, lf_report *R)
{
    chain_runs C = {.steps = "1"};
    lf_pen *pen = lf_pen_new();
    lf_status status = chain_runs_make(R, &C);
    if (!pen)
        status = lf_report_fail(R, LF_EMEMORY, NULL);
    if (status == LF_OK) {
        lf_panel panel[4];
        for (size_t part = 0; part < 4; part++)
            panel[part] = chain_state_panel(&C, part, pen);
        lf_figure figure = {.title = "Double pendulum by RKMK(5,4), by RKMK5 with as many constant "
                                     "steps, and by dopri5",
                            .panels = 4,
                            .panel = panel};
        for (size_t link = 0; link < CHAIN_LINKS; link++) {
            double t = 0, peak = chain_peak(&C.truth, chain_find(&C.truth, link).at[4], &t);
            double expected = link ? 12.22 : -9.67;
            lf_report_reference(
                R, fabs(peak - expected) < 0.02 && fabs(t - 2.27) < 0.02,
                "second component of omega_%zu peaks with %.2f at t = %.2f, expected "
                "%.2f near 2.27",
                link + 1, peak, t, expected);
        }
        chain_end_verdict(R, &C);
        status = lf_study_finish(study, R, &figure);
    }
    lf_pen_free(pen);
    chain_runs_free(&C);
    return status;
}

static void chain_steps_line(const lf_record *run, const char *label, int colour, lf_pen *pen)
{
    const lf_steps *steps = &run->steps;
    lf_pen_line(pen, label, LF_DRAW_LINE, colour);
    for (size_t k = 0; k < steps->count; k++)
        lf_pen_to(pen, steps->t[k] + steps->h[k], steps->h[k]);
}

/* omega_i' from the field (omega, q x omega'), for omega' is perpendicular to q. */
static void chain_acceleration(const chain_runs *C, size_t link, lf_pen *pen)
{
    const lf_problem *P = &C->truth.outcome.problem;
    const chain_link found = chain_find(&C->truth, link);
    const size_t *q = found.at;
    double work[4096], f[6 * CHAIN_LINKS];
    if (P->field_work > sizeof work / sizeof *work)
        return;
    for (size_t k = 0; k < C->truth.rows.rows; k++) {
        const double *y = lf_record_point(&C->truth, k);
        double t = lf_record_time(&C->truth, k);
        lf_problem_rate(P, t, y, f, work);
        const double *u = f + 3 * CHAIN_LINKS + link;
        /* second component of u x q */
        lf_pen_to(pen, t, u[2 * CHAIN_LINKS] * y[q[0]] - u[0] * y[q[2]]);
    }
}

static void chain_steps_verdicts(lf_report *R, const chain_runs *C)
{
    const lf_steps *steps = &C->variable.steps;
    size_t least = 1;
    for (size_t k = 1; k + 1 < steps->count; k++)
        least = steps->h[k] < steps->h[least] ? k : least;
    double t = steps->t[least], h = steps->h[least];
    lf_report_reference(R, t > 2.1 && t < 2.4 && h > 4e-3 && h < 6e-3,
                        "the smallest step is %.2e at t = %.2f, expected about 4.8e-3 near 2.2", h,
                        t);
    lf_report_reference(R, C->variable.outcome.stats.h_max > 10 * h,
                        "the largest step is %.2e, %.0f times the smallest",
                        C->variable.outcome.stats.h_max, C->variable.outcome.stats.h_max / h);
    lf_report_reference(
        R, fabs((double)C->variable.outcome.stats.steps - 120) <= 12,
        "%zu steps and %zu rejected ones follow the tolerance 1e-6, expected 120 and 13",
        C->variable.outcome.stats.steps, C->variable.outcome.stats.rejected);
    chain_end_verdict(R, C);
}

/* Step sizes, errors of the second components, and their change: lines from[p] .. of panel p. */
static void chain_steps_lines(const chain_runs *C, lf_pen *pen, size_t *from)
{
    double h = C->constant.outcome.stats.t / (double)C->constant.outcome.stats.steps;
    chain_steps_line(&C->variable, "RKMK(5,4)", 1, pen);
    chain_steps_line(&C->ode45, "dopri5", 4, pen);
    lf_pen_line(pen, "RKMK5, constant", LF_DRAW_DASHED, 2);
    lf_pen_to(pen, 0, h);
    lf_pen_to(pen, 3, h);
    from[1] = pen->lines;
    for (size_t link = 0; link < CHAIN_LINKS; link++) {
        const size_t c = chain_find(&C->truth, link).at[4];
        double width = link ? 1 : 2;
        lf_pen_line(pen, link ? NULL : "RKMK(5,4)", LF_DRAW_LINE, 1)->width = width;
        chain_error(&C->variable, &C->truth, c, 2.1, pen);
        lf_pen_line(pen, link ? NULL : "RKMK5, constant", LF_DRAW_LINE, 2)->width = width;
        chain_error(&C->constant, &C->truth, c, 2.1, pen);
    }
    from[2] = pen->lines;
    for (size_t link = 0; link < CHAIN_LINKS; link++) {
        lf_pen_line(pen, link ? "second" : "first", LF_DRAW_LINE, link ? 2 : 1);
        chain_acceleration(C, link, pen);
    }
    from[3] = pen->lines;
}

lf_status lf_study_chain_steps(const lf_study *study, lf_report *R)
{
    chain_runs C = {.steps = "1"};
    lf_panel panel[3] = {
        {.title = "(a) step adaptation", .y_label = "step size", .log_y = true},
        {.title = "(b) error of ω_1^{(2)} (thick), ω_2^{(2)}", .y_label = "rad/s", .log_y = true},
        {.title = "(c) change of ω_i^{(2)}", .y_label = "rad/s^2"}};
    size_t from[4] = {0};
    lf_pen *pen = lf_pen_new();
    lf_status status = chain_runs_make(R, &C);
    if (!pen)
        status = lf_report_fail(R, LF_EMEMORY, NULL);
    if (status == LF_OK) {
        chain_steps_lines(&C, pen, from);
        for (size_t p = 0; p < 3; p++) {
            panel[p].x_label = "t";
            panel[p].serie = &pen->line[from[p]];
            panel[p].series = from[p + 1] - from[p];
        }
        lf_figure figure = {.title = study->title, .panels = 3, .across = 3, .panel = panel};
        chain_steps_verdicts(R, &C);
        status = lf_study_finish(study, R, &figure);
    }
    lf_pen_free(pen);
    chain_runs_free(&C);
    return status;
}
