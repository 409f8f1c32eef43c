/* SPDX-License-Identifier: BSD-3-Clause */
/* celledoni2021_chain.c - the double pendulum in a plane, by variable and by constant steps: Celledoni
 * et al. 2021 figures 9 and 11. */
#include "papers/study.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

#include "papers/celledoni2021.h"

enum { CHAIN_LINKS = 2, CHAIN_ROWS = 1501, CHAIN_ZOOM = 1050 };

static const double chain_every =
    0.002; /* time between rows: CHAIN_ROWS to t = 3, the zoom from 2.1 */

/* The same problem by variable steps, by as many constant ones, by ODE45, and in angles. */
typedef struct {
    lf_scenario *S;
    lf_record variable, constant;
    lf_double_track ode45;
    double truth[CHAIN_ROWS][2 * CHAIN_LINKS];
    char steps[24];
} chain_runs;

static const lf_plane_chain chain_plane = {CHAIN_LINKS, 1};

static void chain_truth(chain_runs *C)
{
    double y[2 * CHAIN_LINKS];
    lf_plane_chain_start(&chain_plane, y);
    for (size_t k = 0; k < CHAIN_ROWS; k++) {
        if (k)
            lf_plane_chain_solve(&chain_plane, chain_every * (double)(k - 1),
                                 chain_every * (double)k, y);
        for (size_t c = 0; c < 2 * CHAIN_LINKS; c++)
            C->truth[k][c] = y[c];
    }
}

static lf_status chain_runs_make(lf_report *R, chain_runs *C)
{
    static const char *const base[] = {"n",     "2",       "masses", "1", "lengths",
                                       "1",     "gravity", "9.81",   "q", "sqrt(0.5) 0 sqrt(0.5)",
                                       "omega", "0 1 0",   "t_end",  "3", "every",
                                       "0.002", NULL};
    static const char *const variable[] = {"method",     "rkmk5", "atol",    "1e-6",
                                           "rtol",       "0",     "control", "elementary",
                                           "first_step", "0.01",  NULL};
    const char *const constant[] = {"method", "rkmk5", "steps", C->steps, "every", "0.002", NULL};
    double start[12];
    chain_truth(C);
    for (size_t c = 0; c < 12; c++)
        start[c] = lf_plane_chain_column(&chain_plane, C->truth[0], c / 6, c % 6);
    C->S = lf_scenario_new();
    lf_status status = lf_study_scenario(R, "pendulum-chain", base, C->S);
    if (status == LF_OK)
        status = lf_study_march(R, C->S, variable, &C->variable);
    snprintf(C->steps, sizeof C->steps, "%zu", C->variable.outcome.stats.steps);
    if (status == LF_OK)
        status = lf_study_march(R, C->S, constant, &C->constant);
    if (status == LF_OK)
        status = lf_report_fail(R, lf_double_ode45(start, 3, 1e-6, 1e-6, &C->ode45), NULL);
    if (status == LF_OK &&
        (C->variable.rows.rows != CHAIN_ROWS || C->constant.rows.rows != CHAIN_ROWS))
        status = lf_report_fail(R, LF_EINPUT, "a run has other rows than its reference");
    return status;
}

static void chain_runs_free(chain_runs *C)
{
    lf_record_free(&C->variable);
    lf_record_free(&C->constant);
    lf_double_free(&C->ode45);
    lf_scenario_free(C->S);
}

/* Number c of q.x .. omega.z of a link in a row. */
static double chain_column(const lf_record *run, size_t row, size_t link, size_t c)
{
    static const char *const name[CHAIN_LINKS][6] = {
        {"q1.x", "q1.y", "q1.z", "omega1.x", "omega1.y", "omega1.z"},
        {"q2.x", "q2.y", "q2.z", "omega2.x", "omega2.y", "omega2.z"}};
    return lf_record_point(run, row)[lf_study_column(&run->outcome.problem, name[link][c])];
}

static double chain_off(const chain_runs *C, const lf_record *run, size_t row, size_t link,
                        size_t c)
{
    return fabs(chain_column(run, row, link, c) -
                lf_plane_chain_column(&chain_plane, C->truth[row], link, c));
}

/* The distance from the angles' solution in R^12. */
static double chain_distance(const chain_runs *C, const lf_record *run, size_t row)
{
    double sum = 0;
    for (size_t c = 0; c < 12; c++)
        sum += pow(chain_off(C, run, row, c / 6, c % 6), 2);
    return sqrt(sum);
}

/* ---- what is said --------------------------------------------------------------------------- */

void lf_pair_choices(lf_report *R)
{
    lf_report_choice(R,
                     "g = 9.81; RKMK(5,4): first step 0.01, safety factor 0.85, factors from 0.2 "
                     "to 5, Euclidean norm of the difference in se(3)^N, and no larger step right "
                     "after a rejected one (without that N = 2, L = 1 has 13 rejected, not 12)");
    lf_report_choice(R, "the reference solution is not ODE45's: Lagrange's equations in angles are "
                        "extrapolated, for the start is in a plane");
}

static void chain_choices(lf_report *R)
{
    lf_pair_choices(R);
    lf_report_choice(R, "ODE45 is our program of its step control, RelTol = AbsTol = 1e-6; the "
                        "paper does not give them");
}

/* 120 steps that each err by 1e-6 in the algebra: 1e-4, where the motion does not multiply them. */
static void chain_end_lines(lf_report *R, const chain_runs *C)
{
    double worst = 0, e = chain_distance(C, &C->variable, CHAIN_ROWS - 1),
           f = chain_distance(C, &C->constant, CHAIN_ROWS - 1);
    for (size_t k = 0; k < CHAIN_ROWS; k++)
        worst = fmax(worst, chain_distance(C, &C->variable, k));
    lf_report_paper(R, e < f / 10,
                    "For the case N = 2, we notice a relevant improvement passing to variable "
                    "stepsize",
                    "%s steps: the error at t = 3 is %.1e with variable steps, %.1e with constant "
                    "ones, %.0f times more (relevant: 10)",
                    C->steps, e, f, f / e);
    lf_report_reference(R, worst < 1e-4,
                        "RKMK(5,4) is within %.1e of Lagrange's equations in angles, solved apart "
                        "from the library, at %d times (120 steps of tolerance 1e-6 allow 1e-4)",
                        worst, CHAIN_ROWS);
}

/* ---- figure 9 ------------------------------------------------------------------------------- */

/* The three components of q or omega of one pendulum, each as computed three times. */
static lf_panel chain_state_panel(const chain_runs *C, size_t part, lf_pen *pen)
{
    static const char *const names[] = {"x", "y", "z"};
    static const char *const titles[] = {"q_1", "ω_1", "q_2", "ω_2"};
    const lf_record *const runs[] = {&C->variable, &C->constant};
    const size_t link = part / 2, first = part % 2 * 3, before = pen->lines;
    for (size_t i = 0; i < 6; i++) {
        const size_t c = i % 3;
        lf_pen_line(pen,
                    i < 3 ? names[c]
                    : c   ? NULL
                          : "constant steps",
                    i < 3 ? LF_DRAW_LINE : LF_DRAW_DASHED, i < 3 ? (int)c + 1 : 8)
            ->width = i < 3 ? 3 : 1.2;
        for (size_t k = 0; k < CHAIN_ROWS; k++)
            lf_pen_to(pen, lf_record_time(runs[i / 3], k),
                      chain_column(runs[i / 3], k, link, first + c));
    }
    for (size_t c = 0; c < 3; c++) {
        double next = 0;
        lf_pen_line(pen, c ? NULL : "ode45", LF_DRAW_POINTS, 5)->width = 2.2;
        for (size_t k = 0; k < C->ode45.rows; k++) {
            const lf_double_row *row = &C->ode45.row[k];
            if (row->t >= next) {
                lf_pen_to(pen, row->t, row->y[6 * link + first + c]);
                next = row->t + 0.15;
            }
        }
    }
    return (lf_panel){.title = titles[part],
                      .x_label = "t [s]",
                      .y_label = part % 2 ? "rad/s" : "direction",
                      .series = pen->lines - before,
                      .serie = &pen->line[before]};
}

/* Where the second component of omega is largest in size. */
static size_t chain_peak(const lf_record *run, size_t link)
{
    size_t best = 0;
    for (size_t k = 1; k < CHAIN_ROWS; k++)
        if (fabs(chain_column(run, k, link, 4)) > fabs(chain_column(run, best, link, 4)))
            best = k;
    return best;
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
                                     "steps, and by ode45",
                            .panels = 4,
                            .panel = panel};
        const size_t first = chain_peak(&C.variable, 0), second = chain_peak(&C.variable, 1);
        const double t = lf_record_time(&C.variable, first),
                     u = lf_record_time(&C.variable, second);
        lf_report_paper(R, fabs(t - 2.2) < 0.15 && fabs(u - 2.2) < 0.15,
                        "a peak in the second component of the angular velocities of both the "
                        "masses, at t ≈ 2.2",
                        "%.2f at t = %.2f and %.2f at t = %.2f (within 0.15: read off a plot)",
                        chain_column(&C.variable, first, 0, 4), t,
                        chain_column(&C.variable, second, 1, 4), u);
        chain_end_lines(R, &C);
        chain_choices(R);
        status = lf_study_finish(study, R, &figure);
    }
    lf_pen_free(pen);
    chain_runs_free(&C);
    return status;
}

/* ---- figure 11 ------------------------------------------------------------------------------ */

/* The rate of omega_i's second component: of the library at the points of the angles' solution, and by
 * the angles. */
static void chain_acceleration(const chain_runs *C, size_t row, double here[CHAIN_LINKS],
                               double there[CHAIN_LINKS])
{
    const lf_problem *P = &C->variable.outcome.problem;
    double y[6 * CHAIN_LINKS], f[6 * CHAIN_LINKS], rate[2 * CHAIN_LINKS], work[4096];
    lf_plane_chain_rate(&chain_plane, 0, C->truth[row], rate);
    for (size_t k = 0; k < 6 * CHAIN_LINKS; k++)
        y[lf_problem_order(P, k)] =
            lf_plane_chain_column(&chain_plane, C->truth[row], k / 6, k % 6);
    if (P->field_work <= sizeof work / sizeof *work)
        lf_problem_rate(P, 0, y, f, work);
    for (size_t i = 0; i < CHAIN_LINKS; i++) {
        /* the field is (omega, q x omega'), and omega' perpendicular to q: (q x omega') x q */
        const double *q = y + i, *u = f + 3 * CHAIN_LINKS + i;
        here[i] = u[2 * CHAIN_LINKS] * q[0] - u[0] * q[2 * CHAIN_LINKS];
        there[i] = rate[CHAIN_LINKS + i];
    }
}

static void chain_ode45_steps(const lf_double_track *T, lf_pen *pen)
{
    lf_pen_line(pen, "ode45", LF_DRAW_LINE, 4);
    for (size_t k = 4; k < T->rows; k += 4)
        lf_pen_to(pen, T->row[k].t, T->row[k].t - T->row[k - 4].t);
}

/* Step sizes, errors of the second components, and their change: lines from[p] .. of panel p. */
static void chain_steps_lines(const chain_runs *C, lf_pen *pen, size_t *from)
{
    const lf_record *const runs[] = {&C->variable, &C->constant};
    const lf_steps *steps = &C->variable.steps;
    const double h = 3 / (double)C->constant.outcome.stats.steps;
    lf_pen_line(pen, "RKMK(5,4)", LF_DRAW_LINE, 1);
    for (size_t k = 0; k < steps->count; k++)
        lf_pen_to(pen, steps->t[k] + steps->h[k], steps->h[k]);
    chain_ode45_steps(&C->ode45, pen);
    lf_pen_line(pen, "RKMK5, constant", LF_DRAW_DASHED, 2);
    lf_pen_to(pen, 0, h);
    lf_pen_to(pen, 3, h);
    from[1] = pen->lines;
    for (size_t i = 0; i < 2 * CHAIN_LINKS; i++) {
        const size_t link = i / 2;
        static const char *const names[] = {"RKMK(5,4)", "RKMK5, constant", NULL, NULL};
        lf_pen_line(pen, names[i], LF_DRAW_LINE, (int)(i % 2) + 1)->width = link ? 1 : 2;
        for (size_t k = CHAIN_ZOOM; k < CHAIN_ROWS; k++)
            lf_pen_to(pen, chain_every * (double)k,
                      fmax(chain_off(C, runs[i % 2], k, link, 4), DBL_EPSILON));
    }
    from[2] = pen->lines;
    for (size_t link = 0; link < CHAIN_LINKS; link++) {
        lf_pen_line(pen, link ? "second" : "first", LF_DRAW_LINE, link ? 2 : 1);
        for (size_t k = 0; k < CHAIN_ROWS; k++) {
            double here[CHAIN_LINKS], there[CHAIN_LINKS];
            chain_acceleration(C, k, here, there);
            lf_pen_to(pen, chain_every * (double)k, here[link]);
        }
    }
    from[3] = pen->lines;
}

/* The smallest step but the first and the last, which are given. */
static size_t chain_least(const lf_steps *steps)
{
    size_t least = 1;
    for (size_t k = 1; k + 1 < steps->count; k++)
        least = steps->h[k] < steps->h[least] ? k : least;
    return least;
}

static void chain_field_lines(lf_report *R, const chain_runs *C)
{
    double off = 0, largest = 0, time = 0;
    const lf_steps *steps = &C->variable.steps;
    const double h = steps->h[chain_least(steps)], most = C->variable.outcome.stats.h_max;
    for (size_t k = 0; k < CHAIN_ROWS; k++) {
        double here[CHAIN_LINKS], there[CHAIN_LINKS];
        chain_acceleration(C, k, here, there);
        for (size_t i = 0; i < CHAIN_LINKS; i++) {
            off = fmax(off, fabs(here[i] - there[i]));
            time = fabs(here[i]) > largest ? chain_every * (double)k : time;
            largest = fmax(largest, fabs(here[i]));
        }
    }
    lf_report_paper(R,
                    fabs(time - 2.2) < 0.15 && fabs(steps->t[chain_least(steps)] - 2.2) < 0.15 &&
                        most > 5 * h,
                    "an abrupt change in the vector field in correspondence to t ≈ 2.2, where the "
                    "step is considerably restricted",
                    "the largest acceleration, %.0f rad/s^2, is at t = %.2f, the smallest step at "
                    "%.2f, %.0f times below the largest (within 0.15; at least 5 times)",
                    largest, time, steps->t[chain_least(steps)], most / h);
    /* up to 103 rad/s^2, rounded in a system of condition 100 */
    lf_report_reference(R, off < 1e-11,
                        "accelerations of the library and by Lagrange's equations in angles differ "
                        "by %.0e at %d points",
                        off, CHAIN_ROWS);
}

/* Two programs of one pair choose the same steps: 1e-3 leaves room for the fast powers of the
 * controller. */
static void chain_control_line(lf_report *R, const chain_runs *C)
{
    static const double least = 4.796245e-03, at = 2.2869, most = 6.030034e-02;
    const lf_stats *stats = &C->variable.outcome.stats;
    const size_t k = chain_least(&C->variable.steps);
    const double h = C->variable.steps.h[k], t = C->variable.steps.t[k];
    lf_report_reference(
        R,
        stats->steps == 120 && stats->rejected == 12 && fabs(h - least) < 1e-3 * least &&
            fabs(t - at) < 1e-3 && fabs(stats->h_max - most) < 1e-3 * most,
        "%zu steps, %zu rejected, the smallest %.4e at t = %.3f, the largest %.4e; by "
        "papers/references.py 120, 12, %.4e at %.3f, %.4e",
        stats->steps, stats->rejected, h, t, stats->h_max, least, at, most);
}

static void chain_zoom_line(lf_report *R, const chain_runs *C)
{
    double variable = 0, constant = 0;
    for (size_t k = CHAIN_ZOOM; k < CHAIN_ROWS; k++)
        for (size_t link = 0; link < CHAIN_LINKS; link++) {
            variable = fmax(variable, chain_off(C, &C->variable, k, link, 4));
            constant = fmax(constant, chain_off(C, &C->constant, k, link, 4));
        }
    lf_report_paper(
        R, variable < constant / 10,
        "the variable stepsize version of the method better reproduces the reference "
        "solution",
        "on [2.1, 3] omega_i^(2) is off by %.1e with variable steps, %.1e with constant "
        "ones",
        variable, constant);
}

lf_status lf_study_chain_steps(const lf_study *study, lf_report *R)
{
    chain_runs C = {.steps = "1"};
    lf_panel panel[3] = {
        {.title = "(a) step adaptation", .y_label = "step size [s]", .log_y = true},
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
            panel[p].x_label = "t [s]";
            panel[p].serie = &pen->line[from[p]];
            panel[p].series = from[p + 1] - from[p];
        }
        lf_figure figure = {.title = study->title, .panels = 3, .across = 3, .panel = panel};
        chain_field_lines(R, &C);
        chain_control_line(R, &C);
        chain_end_lines(R, &C);
        chain_zoom_line(R, &C);
        chain_choices(R);
        status = lf_study_finish(study, R, &figure);
    }
    lf_pen_free(pen);
    chain_runs_free(&C);
    return status;
}
