/* SPDX-License-Identifier: BSD-3-Clause */
/* orders.c - figures that show orders: Celledoni et al. 2021 figures 5 and 13, Becker 2021 figures
 * 2 and 4, Marthinsen et al. 1997 figures 5 to 10. */
#include "papers/study.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "papers/becker2021.h"
#include "papers/celledoni2021.h"
#include "papers/marthinsen1997.h"

static const char *const rigid_body[] = {"inertia", "1 5 6", "m", "0.7 0.3 0.5",
                                         "t_end",   "1",     NULL};
static const char *const heavy_top[] = {
    "inertia", "1 5 6",   "chi",   "0 0 1", "c", "1", "Pi", "sin(1.1) 0 cos(1.1)",
    "Gamma",   "1 0.2 3", "t_end", "1",     NULL};
static const char *const unit_time[] = {"t_end", "1", NULL};
static const char ten_halvings[] = "1,2,4,8,16,32,64,128,256,512";

/* ---- Celledoni et al. 2021 ---- */

/* as lf_double_pendulum_start: out of the plane, so that the orders are those of the general case */
static const char *const double_pendulum[] = {"n",       "2",
                                              "masses",  "1",
                                              "lengths", "1",
                                              "gravity", "9.81",
                                              "q",       "0 0.6 -0.8 1 0 0",
                                              "omega",   "0.5 0.8 0.6 0 1 -0.5",
                                              "t_end",   "1",
                                              NULL};

static void double_pendulum_end(double *end)
{
    memcpy(end, lf_double_pendulum_start, sizeof lf_double_pendulum_start);
    lf_reference_solve(&lf_double_pendulum, 0, 1, end);
}

static void quadrotors_end(double *end)
{
    const lf_reference loop = {LF_LOOP_DIM, lf_loop_rate, &lf_loop_ours};
    memcpy(end, lf_loop_start, sizeof lf_loop_start);
    lf_reference_solve(&loop, 0, 1, end);
}

static const char *const fig5_choices[] = {
    "unit masses and lengths, g = 9.81; start q_1 = (0, 0.6, -0.8), omega_1 = (0.5, 0.8, 0.6), "
    "q_2 = (1, 0, 0), omega_2 = (0, 1, -0.5), out of any plane; end t = 1; 25 to 800 steps",
    "Lie Euler Heun is heun-a (one exponential at the end); the three RKMK4 are rkmk4 (exact "
    "dexpinv), rkmk4-2c (two commutators) and mk4 (dexpinv cut at the double bracket)",
    "orders within 0.1 count as right: the next term of the error moves them by 0.04, a lost "
    "order by 1",
    NULL};
const lf_order_case lf_case_celledoni2021_fig5 = {
    .model = "pendulum-chain",
    .settings = double_pendulum,
    .methods = "lie-euler,heun-a,rkmk3,rkmk4,rkmk4-2c,mk4",
    .steps = "25,50,100,200,400,800",
    .expected = {1, 2, 3, 4, 4, 4},
    .tolerance = 0.1,
    .quote = "The schemes show the right convergence rates",
    .truth = double_pendulum_end,
    .truth_by = "the solution of section 5.2's equations as printed, found apart from the library,",
    .choices = fig5_choices};

static const char *const fig13_choices[] = {
    "the four methods: lie-euler and rkmk2, rkmk3, rkmk4 with exact dexpinv; the paper names none",
    "20 to 640 steps to t = 1; masses, lengths, inertias, gains, path and start as in figures 14 "
    "to 18: the paper gives none of them",
    "orders within 0.1 count as right: a lost order moves them by 1", NULL};
const lf_order_case lf_case_celledoni2021_fig13 = {
    .model = "quadrotors",
    .settings = unit_time,
    .methods = "lie-euler,rkmk2,rkmk3,rkmk4",
    .steps = "20,40,80,160,320,640",
    .expected = {1, 2, 3, 4},
    .tolerance = 0.1,
    .truth = quadrotors_end,
    .truth_by = "the closed loop without forces, solved apart from the library,",
    .choices = fig13_choices};

/* ---- Becker 2021 ---- */

static const char *const becker_choices[] = {
    "the reference solution of the table is by a method of order 8, not by odeint",
    "orders within 0.15 count as right: 80 steps leave 0.02, a lost order 1", NULL};
const lf_order_case lf_case_becker2021_fig2 = {
    .model = "free-rigid-body",
    .settings = rigid_body,
    .methods = "lie-euler,rkmk4-2c,cf4",
    .steps = "5,10,20,40,80",
    .expected = {1, 4, 4},
    .tolerance = 0.15,
    .quote = "the loglog-plot of the Lie Euler method is parallel to O(h) and the loglog-plots of "
             "RKMK and commutator free method are parallel to O(h^4)",
    .truth = lf_becker_body_end,
    .truth_by = "the solution of equation (9), found apart from the library,",
    .choices = becker_choices};
const lf_order_case lf_case_becker2021_fig4 = {
    .model = "heavy-top",
    .settings = heavy_top,
    .methods = "rkmk4,cf4",
    .steps = "5,10,20,40,80",
    .expected = {4, 4},
    .tolerance = 0.15,
    .quote = "both the convergence order of RKMK and commutator free method is 4",
    .truth = lf_becker_top_end,
    .truth_by = "the solution of equation (12), found apart from the library,",
    .choices = becker_choices};

/* ---- Marthinsen et al. 1997 ---- */

static const char *const norms_choices[] = {
    "R(0) = I and 0 <= t <= 1: the paper gives neither; 3- and 4-norm are those of the entries",
    "an entry of R passes 0 at t = 0.72, where |r|^3 is no more than twice differentiable: orders "
    "settle late",
    "order p_10, of 256 and 512 steps, within 0.1 counts as right: a lost order moves it by 1",
    NULL};
/* Where an entry passes 0 the third derivative jumps: a step of 1e-3 over that place leaves 1e-11. */
#define NORMS_WITHIN 1e-11
static const char norms_by[] = "the equation as printed, solved apart from the library,";
const lf_order_case lf_case_marthinsen1997_fig5 = {
    .model = "matrix-norms",
    .settings = unit_time,
    .methods = "cg3,mk3",
    .steps = ten_halvings,
    .expected = {3, 3},
    .tolerance = 0.1,
    .by_level = true,
    .quote = "the approximations from the CG3 and MK3 methods asymptotically approach order three",
    .truth = lf_marthinsen_norms_end,
    .truth_by = norms_by,
    .truth_within = NORMS_WITHIN,
    .choices = norms_choices};
const lf_order_case lf_case_marthinsen1997_fig6 = {
    .model = "matrix-norms",
    .settings = unit_time,
    .methods = "cg-rk4",
    .steps = ten_halvings,
    .expected = {2},
    .tolerance = 0.1,
    .by_level = true,
    .quote = "all coefficients that satisfy the classical order conditions of order two will "
             "generate numerical schemes of order two",
    .truth = lf_marthinsen_norms_end,
    .truth_by = norms_by,
    .truth_within = NORMS_WITHIN,
    .choices = norms_choices};

static const char humming_by[] = "the closed form of B";
static const char *const humming_choices[] = {
    "0 <= t <= 1: the paper does not say how far it goes",
    "order p_10, of 256 and 512 steps, within 0.1 counts as right: a lost order moves it by 1",
    NULL};
const lf_order_case lf_case_marthinsen1997_fig8 = {
    .model = "humming-top",
    .settings = unit_time,
    .methods = "cg3,mk3",
    .steps = ten_halvings,
    .component = "B",
    .expected = {3, 3},
    .tolerance = 0.1,
    .by_level = true,
    .quote = "the approximations from the CG3 and MK3 methods asymptotically approach order three",
    .truth = lf_marthinsen_top_end,
    .truth_by = humming_by,
    .choices = humming_choices};
static const char *const newmark_choices[] = {
    "N solves B'' = (hat(omega') + hat(omega)^2) B, with omega by the trapezoidal rule: the paper "
    "does not say how it brings the equation to the form of Newmark's method",
    "0 <= t <= 1; order p_10 within 0.1 counts as right: a lost order moves it by 1", NULL};
const lf_order_case lf_case_marthinsen1997_fig9 = {
    .model = "humming-top",
    .settings = unit_time,
    .methods = "newmark,rk4",
    .steps = ten_halvings,
    .component = "B",
    .expected = {2, 4},
    .tolerance = 0.1,
    .by_level = true,
    .quote =
        "RK4 is supposed to be of order four [...]. The N method generates a solution of order "
        "two",
    .truth = lf_marthinsen_top_end,
    .truth_by = humming_by,
    .choices = newmark_choices};
static const char *const mk4_choices[] = {
    "the matrix for m has c_2 in its first row, where c_4 is printed, so that m = (2, 2, -1): the "
    "printed one gives (1, 1, -1/2), and order two",
    "0 <= t <= 1; order p_10 within 0.1 counts as right: a lost order moves it by 1", NULL};
const lf_order_case lf_case_marthinsen1997_fig10 = {.model = "humming-top",
                                                    .settings = unit_time,
                                                    .methods = "mk4",
                                                    .steps = ten_halvings,
                                                    .component = "B",
                                                    .expected = {4},
                                                    .tolerance = 0.1,
                                                    .by_level = true,
                                                    .quote =
                                                        "MK4: a fourth order Munthe-Kaas method",
                                                    .truth = lf_marthinsen_top_end,
                                                    .truth_by = humming_by,
                                                    .choices = mk4_choices};

/* ---- what is judged ---- */

/* "lie-euler 1.01, rkmk4 3.98", and whether these are the orders. */
static bool study_order_list(const lf_order_case *K, const lf_order_table *T, char *text,
                             size_t size)
{
    bool right = true;
    size_t used = 0;
    *text = 0;
    for (size_t m = 0; m < T->methods && used < size; m++) {
        right = right && fabs(T->observed[m] - K->expected[m]) <= K->tolerance;
        used += (size_t)snprintf(text + used, size - used, "%s%s %.2f of %g", m ? ", " : "",
                                 T->method[m], T->observed[m], K->expected[m]);
    }
    return right;
}

static void study_order_verdicts(const lf_order_case *K, const lf_order_table *T, lf_report *R)
{
    char list[LF_LINE_SIZE / 2];
    const bool right = study_order_list(K, T, list, sizeof list);
    if (K->quote)
        lf_report_paper(R, right, K->quote, "observed orders: %s", list);
    else
        lf_report_reference(R, right,
                            "observed orders, and those of the methods' order "
                            "conditions: %s",
                            list);
}

/* How far method m ends from the truth after as many steps as the table's last level has. */
static lf_status study_order_distance(lf_report *R, lf_scenario *S, const lf_order_case *K,
                                      const lf_order_table *T, size_t m, const double *truth,
                                      double *distance)
{
    char steps[24];
    const char *const settings[] = {"method", T->method[m], "steps", steps, NULL};
    lf_record run;
    snprintf(steps, sizeof steps, "%zu", T->steps[T->levels - 1]);
    lf_status status = lf_study_march(R, S, settings, &run);
    double sum = 0;
    for (size_t k = 0; status == LF_OK && k < run.outcome.dim; k++) {
        char name[LF_WORD_SIZE];
        lf_column_name(&run.outcome.problem, k, name);
        if (K->component && strncmp(name, K->component, strlen(K->component)) != 0)
            continue;
        double off = run.outcome.y[lf_problem_order(&run.outcome.problem, k)] - truth[k];
        sum += off * off;
    }
    *distance = sqrt(sum);
    lf_record_free(&run);
    return status;
}

/* The table's errors are those against a solution that the library had no part in: its physics is
 * right, and so is its reference. Two solutions of numbers up to 10 agree to 1e-12. */
static lf_status study_order_truth(const lf_order_case *K, lf_scenario *S, const lf_order_table *T,
                                   lf_report *R)
{
    double truth[LF_REFERENCE_DIM], worst = 0, least = INFINITY, distance = NAN;
    lf_status status = LF_OK;
    K->truth(truth);
    for (size_t m = 0; m < T->methods && status == LF_OK; m++) {
        const double error = T->error[m][T->levels - 1];
        status = study_order_distance(R, S, K, T, m, truth, &distance);
        worst = fmax(worst, fabs(distance - error));
        least = fmin(least, error);
    }
    if (status == LF_OK)
        lf_report_reference(R, worst < (K->truth_within > 0 ? K->truth_within : 1e-12),
                            "errors with %zu steps, from %.1e on, change by %.0e where %s is the "
                            "reference",
                            T->steps[T->levels - 1], least, worst, K->truth_by);
    return status;
}

/* The way of Marthinsen et al.: p_i against i, a panel for each method. */
static lf_status study_order_levels(const lf_study *study, lf_report *R, const lf_order_table *T)
{
    lf_panel panel[LF_MAX_METHODS];
    lf_series serie[LF_MAX_METHODS][2];
    double i[LF_MAX_LEVELS], line[LF_MAX_METHODS][LF_MAX_LEVELS];
    const lf_order_case *K = study->data;
    for (size_t k = 0; k < T->levels; k++)
        i[k] = (double)k + 1;
    for (size_t m = 0; m < T->methods; m++) {
        double most = 0, least = 0;
        for (size_t k = 0; k < T->levels; k++) {
            line[m][k] = K->expected[m];
            most = fmax(most, T->order[m][k]);
            least = fmin(least, T->order[m][k]);
        }
        serie[m][0] = (lf_series){.label = "order p_i",
                                  .draw = LF_DRAW_LINE_POINTS,
                                  .count = T->levels - 1,
                                  .x = i + 1,
                                  .y = T->order[m] + 1};
        serie[m][1] = (lf_series){.label = "the paper's limit",
                                  .draw = LF_DRAW_GUIDE,
                                  .count = T->levels,
                                  .x = i,
                                  .y = line[m]};
        panel[m] = (lf_panel){.title = T->method[m],
                              .x_label = "i (step size h/2^{i-1})",
                              .y_label = "computed order",
                              .x_low = 1.5,
                              .x_high = (double)T->levels + 0.5,
                              .y_low = floor(least),
                              .y_high = ceil(most + 0.5),
                              .series = 2,
                              .serie = serie[m]};
    }
    lf_figure figure = {.title = study->title, .panels = T->methods, .panel = panel};
    if (T->methods == 1)
        panel[0].title = NULL;
    return lf_study_draw(study, R, &figure);
}

static lf_status study_order_errors(const lf_study *study, lf_report *R, const lf_order_table *T)
{
    lf_order_guides guides;
    lf_panel panel = lf_order_panel(T, &guides);
    lf_figure figure = {.title = study->title, .panels = 1, .panel = &panel};
    return lf_study_draw(study, R, &figure);
}

lf_status lf_study_order(const lf_study *study, lf_report *R)
{
    const lf_order_case *K = study->data;
    lf_scenario *S = lf_scenario_new();
    lf_order_table T;
    char path[LF_PATH_SIZE];
    lf_order_options opt = lf_order_options_default();
    opt.methods = K->methods;
    opt.steps = K->steps;
    opt.component = K->component;
    lf_status status = lf_study_scenario(R, K->model, K->settings, S);
    if (status == LF_OK)
        status = lf_report_fail(R, lf_order_measure(S, &opt, R->progress, &T), lf_scenario_why(S));
    if (status == LF_OK) {
        study_order_verdicts(K, &T, R);
        status = K->truth ? study_order_truth(K, S, &T, R) : LF_OK;
    }
    for (const char *const *choice = K->choices; choice && *choice; choice++)
        lf_report_choice(R, "%s", *choice);
    if (status == LF_OK) {
        lf_study_path(study, R->directory, ".csv", path);
        status = lf_order_csv(S, &T, path, R->why, sizeof R->why);
    }
    lf_scenario_free(S);
    if (status != LF_OK)
        return status;
    return K->by_level ? study_order_levels(study, R, &T) : study_order_errors(study, R, &T);
}
