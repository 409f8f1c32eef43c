/* SPDX-License-Identifier: BSD-3-Clause */
/* lee2007_structure.c - what Lee et al. 2007 claim of their integrator in sections 4.3 and 4.4 and do
 * not draw: it is symplectic, symmetric, keeps the momenta, stays on the group, and takes few
 * iterations. Each is measured beside a method that lacks it, so that it can be seen to fail. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "papers/lee2007.h"
#include "papers/lee2007_printed.h"

enum { STRUCTURE_SIZES = 6, STRUCTURE_LOOKS = 60 };

/* What the study is about, and what it draws with. */
typedef struct {
    lf_report *R;
    lf_problem P;
    double start[LF_DUMBBELL_DIM];
    lf_pen *pen;
} structure;

/* The end of a run with fixed steps, forwards or back; y begins at t0. */
static lf_status structure_march(const structure *C, const char *method, double h, double t0,
                                 double t1, double *y, lf_stats *stats)
{
    lf_options opt = lf_options_default();
    opt.t0 = t0;
    opt.t1 = t1;
    opt.h = h;
    opt.watch = 0;
    return lf_solve(&C->P, lf_method_find(method), &opt, 1, y, NULL, stats);
}

/* ---- the symplectic form -------------------------------------------------------------------- */

static lf_status structure_form(structure *C)
{
    static const char *const name[] = {"lgvi", "rkmk4"};
    lf_form_defect D[2];
    lf_status status = LF_OK;
    for (size_t i = 0; i < 2 && status == LF_OK; i++) {
        status = lf_dumbbell_form(&C->P, lf_method_find(name[i]), C->start, 0.05, 2, 40, &D[i]);
        lf_pen_line(C->pen, name[i], LF_DRAW_LINE_POINTS, (int)i + 1)->width = 1.5;
        for (size_t k = 1; k < D[i].rows; k++)
            lf_pen_to(C->pen, D[i].t[k], D[i].defect[k]);
    }
    if (status != LF_OK)
        return status;
    /* differences leave 1e-11 (of roundings over 1e-4, growing with time) */
    const double own = D[0].defect[D[0].rows - 1], other = D[1].defect[D[1].rows - 1];
    lf_report_paper(C->R, own < 1e-10 && other > 1e-7,
                    "The Lie group variational integrators are shown to be symplectic",
                    "40 steps of 0.05 change the two-form by %.0e (below 1e-10, what differences "
                    "leave), those of rkmk4 by %.0e",
                    own, other);
    return LF_OK;
}

/* ---- symmetry and order --------------------------------------------------------------------- */

/* How far from the start is what comes back from t = 5? */
static lf_status structure_return(const structure *C, const char *method, double h, double *gap)
{
    double y[LF_DUMBBELL_DIM];
    memcpy(y, C->start, sizeof y);
    lf_status status = structure_march(C, method, h, 0, 5, y, NULL);
    if (status == LF_OK)
        status = structure_march(C, method, h, 5, 0, y, NULL);
    *gap = lf_dumbbell_distance(y, C->start, 0, LF_BODY_DIM);
    return status;
}

/* The order between steps h and h/2, up to t = 5. */
static lf_status structure_order(const structure *C, const char *method, double h,
                                 const double *truth, double *order)
{
    double error[2] = {0, 0};
    lf_status status = LF_OK;
    for (size_t k = 0; k < 2 && status == LF_OK; k++) {
        double y[LF_DUMBBELL_DIM];
        memcpy(y, C->start, sizeof y);
        status = structure_march(C, method, k ? h / 2 : h, 0, 5, y, NULL);
        error[k] = lf_dumbbell_distance(y, truth, 0, LF_BODY_DIM);
    }
    *order = log2(error[0] / error[1]);
    return status;
}

static lf_status structure_symmetry(const structure *C)
{
    const lf_bodies *B = lf_problem_bodies(&C->P);
    double y[LF_PRINTED_DIM], truth[LF_DUMBBELL_DIM], own, triple, other, two, four;
    lf_printed_start(B, y);
    lf_status status = lf_printed_flow(B, 5, 1e-12, y);
    lf_printed_point(B, y, truth);
    status = status == LF_OK ? structure_return(C, "lgvi", 0.05, &own) : status;
    status = status == LF_OK ? structure_return(C, "lgvi-yoshida4", 0.025, &triple) : status;
    status = status == LF_OK ? structure_return(C, "rkmk4", 0.05, &other) : status;
    status = status == LF_OK ? structure_order(C, "lgvi", 0.005, truth, &two) : status;
    status = status == LF_OK ? structure_order(C, "lgvi-yoshida4", 0.01, truth, &four) : status;
    if (status != LF_OK)
        return status;
    /* 200 steps there and back, half a unit in the last place of numbers of size one each */
    lf_report_paper(C->R, own < 100 * DBL_EPSILON && other > 1e-6,
                    "Our discrete Lagrangian is chosen to be self-adjoint",
                    "100 steps of 0.05 to t = 5 and 100 back end %.0e from the start (below 200 "
                    "roundings, 2e-14); with rkmk4 %.0e",
                    own, other);
    lf_report_paper(
        C->R, fabs(two - 2) < 0.02,
        "and therefore the corresponding variational integrators are second-order accurate",
        "order %.3f at t = 5 between steps 0.005 and 0.0025, against (62)-(69) as printed", two);
    /* terms of order six are a hundredth of those of order four here; 1200 steps and roundings */
    lf_report_paper(C->R, fabs(four - 4) < 0.1 && triple < 1200 * DBL_EPSILON,
                    "composing a symmetric method of order 2 into a symmetric method of order 4",
                    "lgvi-yoshida4 has order %.3f, and comes back to %.0e", four, triple);
    return LF_OK;
}

/* ---- momenta -------------------------------------------------------------------------------- */

/* The largest change of linear and of angular momentum at a row of a run, since the first. */
static double structure_momentum(const lf_record *run, size_t row)
{
    static const char *const name[] = {"momentum.x", "momentum.y", "momentum.z",
                                       "angular.x",  "angular.y",  "angular.z"};
    double most = 0;
    for (size_t i = 0; i < 6; i++) {
        const size_t k = run->rows.dim + lf_dumbbell_invariant(&run->outcome.problem, name[i]);
        most = fmax(most, fabs(lf_record_point(run, row)[k] - lf_record_point(run, 0)[k]));
    }
    return most;
}

/* A run with steps of 0.02 up to t = 15: its line, and the largest change. */
static lf_status structure_momenta_of(structure *C, const char *method, int colour, double *most)
{
    const char *const settings[] = {"method", method,  "step", "0.02", "t_end",
                                    "15",     "every", "0.1",  NULL};
    lf_scenario *S = lf_scenario_new();
    lf_record run = {.rows = {0}};
    lf_status status = lf_study_scenario(C->R, "full-body", NULL, S);
    if (status == LF_OK)
        status = lf_study_march(C->R, S, settings, &run);
    *most = 0;
    lf_pen_line(C->pen, method, LF_DRAW_LINE, colour)->width = 1.5;
    for (size_t k = 1; status == LF_OK && k < run.rows.rows; k++) {
        const double gap = structure_momentum(&run, k);
        *most = fmax(*most, gap);
        lf_pen_to(C->pen, lf_record_time(&run, k), gap > 0 ? gap : NAN);
    }
    lf_record_free(&run);
    lf_scenario_free(S);
    return status;
}

static lf_status structure_momenta(structure *C)
{
    double own, other;
    lf_status status = structure_momenta_of(C, "lgvi", 1, &own);
    if (status == LF_OK)
        status = structure_momenta_of(C, "rkmk4", 2, &other);
    if (status != LF_OK)
        return status;
    /* 750 steps with a rounding of an angular momentum of size one */
    lf_report_paper(
        C->R, own < 750 * DBL_EPSILON && other > 1e-8,
        "all the conserved momenta in the continuous dynamics are preserved by the discrete "
        "dynamics",
        "750 steps of 0.02, through the encounter, change linear and angular momentum by "
        "%.0e (below 750 roundings, 2e-13); those of rkmk4 by %.0e",
        own, other);
    return LF_OK;
}

/* ---- orthogonality -------------------------------------------------------------------------- */

/* The largest ||I - R^T R|| so far, looked at after numbers of steps that grow by a factor. */
typedef struct {
    const lf_problem *P;
    double next, so_far;
    size_t looks;
    double steps[STRUCTURE_LOOKS], off[STRUCTURE_LOOKS];
} structure_loss;

static lf_status structure_look(structure_loss *L, double steps, double off)
{
    L->so_far = fmax(L->so_far, off);
    if (steps >= L->next && L->looks < STRUCTURE_LOOKS) {
        L->steps[L->looks] = steps;
        L->off[L->looks++] = L->so_far;
        L->next = 1.2 * steps;
    }
    return LF_OK;
}

static lf_status structure_printed_step(void *ctx, size_t steps, const double *y)
{
    structure_loss *L = ctx;
    return structure_look(L, (double)steps, lf_dumbbell_off(L->P, y));
}

static lf_status structure_own_step(void *ctx, const lf_step *step)
{
    structure_loss *L = ctx;
    const lf_invariant *off = &L->P->invariants[lf_dumbbell_invariant(L->P, "orthogonality")];
    return structure_look(L, round((step->t + step->h) / 2e-4),
                          lf_problem_value(L->P, off->value, 0, step->y));
}

/* The exponent of growth from 100 steps on, by least squares in the logarithms. */
static double structure_growth(const structure_loss *L)
{
    double n = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (size_t k = 0; k < L->looks; k++) {
        if (L->steps[k] < 100)
            continue;
        const double a = log(L->steps[k]), b = log(L->off[k]);
        n++, x += a, y += b, xx += a * a, xy += a * b;
    }
    return (n * xy - x * y) / (n * xx - x * x);
}

static void structure_loss_line(const structure *C, const structure_loss *L, const char *label,
                                int colour)
{
    lf_pen_line(C->pen, label, LF_DRAW_LINE, colour)->width = 1.8;
    for (size_t k = 0; k < L->looks; k++)
        lf_pen_to(C->pen, L->steps[k], L->off[k] > 0 ? L->off[k] : NAN);
}

static lf_status structure_orthogonality(structure *C)
{
    const lf_bodies *B = lf_problem_bodies(&C->P);
    structure_loss printed = {.P = &C->P, .next = 10}, own = {.P = &C->P, .next = 10};
    lf_printed_run run = {
        .h = 2e-4, .tolerance = 1e-15, .step = structure_printed_step, .ctx = &printed};
    lf_options opt = lf_options_default();
    double y[LF_PRINTED_DIM], ours[LF_DUMBBELL_DIM];
    lf_printed_start(B, y);
    memcpy(ours, C->start, sizeof ours);
    opt.t1 = 15;
    opt.h = 2e-4;
    opt.watch = 0;
    opt.step = structure_own_step;
    opt.step_ctx = &own;
    lf_status status = lf_printed_steps(B, &run, 75000, y);
    if (status == LF_OK)
        status = lf_solve(&C->P, lf_method_find("lgvi"), &opt, 1, ours, NULL, NULL);
    if (status != LF_OK)
        return status;
    structure_loss_line(C, &printed, "plain products, as printed", 2);
    structure_loss_line(C, &own, "lgvi", 1);
    lf_pen_line(C->pen, "linear", LF_DRAW_GUIDE, 0);
    lf_pen_to(C->pen, 100, 2e-15);
    lf_pen_to(C->pen, 75000, 1.5e-12);
    const double growth = structure_growth(&printed);
    /* a sum of roundings that point any way grows like a root: 0.5, known as 0.6; linear would be 1 */
    lf_report_differs(
        C->R, growth > 0.35 && growth < 0.8 && own.so_far < 4 * DBL_EPSILON,
        "this orthogonality loss grows linearly with the number of timesteps taken",
        "with plain products as N^%.2f, up to %.1e at N = 75000 (linear growth from N = 100 "
        "on would give 1e-12); lgvi makes the rows orthonormal: %.1e, no growth",
        growth, printed.so_far, own.so_far);
    return LF_OK;
}

/* ---- the implicit equation ------------------------------------------------------------------ */

/* What is left of F Jd - Jd F^T = h S(Pi + h/2 M) in the steps of a run, over the largest Jd. */
typedef struct {
    const lf_problem *P;
    double last[LF_DUMBBELL_DIM], most;
} structure_rest;

static double structure_rest_of(const lf_bodies *B, size_t b, const double *y0, const double *y1,
                                double h, const double *M)
{
    double F[9] = {0}, trace = 0, most = 0;
    for (size_t k = 0; k < 27; k++) /* F = R0^T R1 */
        F[k % 9] += lf_dumbbell_at(y0, LF_BODY_R, 3 * (k / 9) + k % 9 / 3, b) *
                    lf_dumbbell_at(y1, LF_BODY_R, 3 * (k / 9) + k % 3, b);
    for (size_t k = 0; k < 3; k++)
        trace += B->moment[2 * k + b];
    for (size_t k = 0; k < 3; k++) {
        const size_t p = (k + 1) % 3, q = (k + 2) % 3; /* component k stands in row q, column p */
        const double Jp = 0.5 * trace - B->moment[2 * p + b],
                     Jq = 0.5 * trace - B->moment[2 * q + b];
        const double g = h * (lf_dumbbell_at(y0, LF_BODY_PI, k, b) + 0.5 * h * M[2 * k + b]);
        most = fmax(most, fabs(F[3 * q + p] * Jp - Jq * F[3 * p + q] - g));
    }
    return most / trace;
}

static lf_status structure_rest_step(void *ctx, const lf_step *step)
{
    structure_rest *E = ctx;
    const lf_bodies *B = lf_problem_bodies(E->P);
    const lf_lanes L = {.n = 1, .t = &step->t, .h = &step->h};
    double g[6], M[6];
    lf_status status = B->potential(B, &L, E->last, E->last + 2 * LF_BODY_R, NULL, g, M);
    for (size_t b = 0; b < 2 && status == LF_OK; b++)
        E->most = fmax(E->most, structure_rest_of(B, b, E->last, step->y, step->h, M));
    memcpy(E->last, step->y, sizeof E->last);
    return status;
}

/* What it takes to solve the equations of a run with steps h: as printed, and here. */
typedef struct {
    double h, mean, own_mean, rest;
    size_t most;
    int own_most;
} structure_work;

static lf_status structure_iterate(const structure *C, structure_work *W)
{
    const lf_bodies *B = lf_problem_bodies(&C->P);
    const size_t steps = (size_t)round(15 / W->h);
    lf_printed_run run = {.h = W->h, .tolerance = 1e-15};
    structure_rest rest = {.P = &C->P};
    lf_options opt = lf_options_default();
    lf_stats stats;
    double y[LF_PRINTED_DIM], ours[LF_DUMBBELL_DIM], sum = 0;
    lf_printed_start(B, y);
    memcpy(ours, C->start, sizeof ours);
    memcpy(rest.last, C->start, sizeof rest.last);
    opt.t1 = 15;
    opt.h = W->h;
    opt.watch = 0;
    opt.step = structure_rest_step;
    opt.step_ctx = &rest;
    lf_status status = lf_printed_steps(B, &run, steps, y);
    if (status == LF_OK)
        status = lf_solve(&C->P, lf_method_find("lgvi"), &opt, 1, ours, NULL, &stats);
    for (size_t k = 0; k <= LF_PRINTED_MOST; k++) {
        sum += (double)(k * run.took[k]);
        W->most = run.took[k] ? k : W->most;
    }
    W->mean = sum / (2 * (double)steps);
    W->own_mean = stats.iterations;
    W->own_most = stats.most_iterations;
    W->rest = rest.most;
    return status;
}

static void structure_work_lines(const structure *C, const structure_work *W)
{
    static const char *const label[] = {"Newton, mean", "most of a run", "lgvi, mean"};
    for (size_t i = 0; i < 3; i++) {
        lf_pen_line(C->pen, label[i], i == 1 ? LF_DRAW_DASHED : LF_DRAW_LINE_POINTS,
                    i == 2 ? 1 : 2);
        for (size_t k = 0; k < STRUCTURE_SIZES; k++)
            lf_pen_to(C->pen, W[k].h,
                      i == 0   ? W[k].mean
                      : i == 1 ? (double)W[k].most
                               : W[k].own_mean);
    }
}

static lf_status structure_iterations(structure *C)
{
    static const double size[STRUCTURE_SIZES] = {2e-4, 1e-3, 5e-3, 0.01, 0.02, 0.05};
    structure_work W[STRUCTURE_SIZES] = {{0}};
    lf_status status = LF_OK;
    double rest = 0;
    size_t most = 0;
    int own = 0;
    for (size_t k = 0; k < STRUCTURE_SIZES && status == LF_OK; k++) {
        W[k].h = size[k];
        status = structure_iterate(C, &W[k]);
        rest = fmax(rest, W[k].rest);
        most = W[k].most > most ? W[k].most : most;
        own = W[k].own_most > own ? W[k].own_most : own;
    }
    if (status != LF_OK)
        return status;
    const structure_work *fine = &W[0], *coarse = &W[STRUCTURE_SIZES - 1];
    structure_work_lines(C, W);
    lf_report_paper(
        C->R, most <= 4 && coarse->mean > 3,
        "3 or 4 iterations are sufficient to achieve a tolerance of \xcf\xb5 = 10^-15",
        "Newton's method as printed, from f = 0: mean %.2f, at most %zu with h = 2e-4; mean "
        "%.2f, at most %zu with h = 0.05, where the spin turns by 0.45 radians a step",
        fine->mean, fine->most, coarse->mean, coarse->most);
    /* F is made of three products of numbers below one, rounded each, and Jd is below tr J/2 */
    lf_report_reference(
        C->R, rest < 2 * DBL_EPSILON && own <= 2,
        "lgvi solves (126) in Cayley form: three iterations of a fixed point, then %.2f "
        "of Newton's method with two updates each (at most %d, h = 0.05); of (126) %.0e "
        "is left, over tr J (below 4e-16)",
        coarse->own_mean, own, rest);
    return LF_OK;
}

/* ---- the study ------------------------------------------------------------------------------ */

static lf_status structure_draw(const lf_study *study, structure *C)
{
    static const struct {
        const char *title, *x_label, *y_label;
        lf_status (*fill)(structure *C);
    } plan[4] = {
        {"change of the symplectic form, h = 0.05", "t", "largest change of two-form",
         structure_form},
        {"change of the momenta, h = 0.02", "t", "largest change", structure_momenta},
        {"orthogonality, h = 2e-4", "steps", "largest ||I - R^T R||_2 so far",
         structure_orthogonality},
        {"iterations to solve (126) to 1e-15", "step h", "iterations", structure_iterations}};
    lf_panel panel[4];
    lf_status status = structure_symmetry(C);
    for (size_t p = 0; p < 4 && status == LF_OK; p++) {
        const size_t first = C->pen->lines;
        status = plan[p].fill(C);
        panel[p] = (lf_panel){.title = plan[p].title,
                              .x_label = plan[p].x_label,
                              .y_label = plan[p].y_label,
                              .log_x = p > 1,
                              .log_y = p < 3,
                              .y_high = p == 3 ? 5 : 0,
                              .series = C->pen->lines - first,
                              .serie = &C->pen->line[first]};
    }
    if (status != LF_OK)
        return lf_report_fail(C->R, status, *C->R->why ? C->R->why : NULL);
    lf_figure figure = {.title = study->title, .panels = 4, .across = 2, .panel = panel};
    return lf_study_finish(study, C->R, &figure);
}

lf_status lf_study_bodies_structure(const lf_study *study, lf_report *R)
{
    structure C = {.R = R, .pen = lf_pen_new()};
    lf_scenario *S = lf_scenario_new();
    lf_status status = C.pen ? LF_OK : lf_report_fail(R, LF_EMEMORY, NULL);
    lf_dumbbell_choices(R, false);
    lf_report_choice(
        R, "steps and times of these runs, rkmk4 beside lgvi, and f = 0 as the first guess "
           "of Newton's method");
    if (status == LF_OK)
        status = lf_study_scenario(R, "full-body", NULL, S);
    if (status == LF_OK)
        status = lf_report_fail(R, lf_scenario_build(S, &C.P, C.start), lf_scenario_why(S));
    if (status == LF_OK) {
        lf_study_remember(R, S, "by the methods and with the steps of the panels");
        status = structure_draw(study, &C);
    }
    lf_pen_free(C.pen);
    lf_scenario_free(S);
    return status;
}
