/* SPDX-License-Identifier: BSD-3-Clause */
/* pde_reduction.c - our study of order reduction: u_t = u_xx + 1/(1 + u^2) + Phi(x, t), where Phi is such
 * that the solution is known. The nonlinear term N = u_t - u_xx need not vanish where u does: between two
 * ends at 0 that is what costs Lie group methods two orders (Hochbruck, Ostermann, Acta Numerica 19 (2010)
 * 209, explain it for exponential methods). */
#include "papers/errors.h"

#include <lieflow/operator.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REDUCTION_MOST = 128, REDUCTION_CASES = 3, REDUCTION_METHODS = 3, REDUCTION_LEVELS = 5 };
static const double pi = 3.14159265358979323846;

/* A solution w(x) e^t. */
typedef struct {
    const char *title;
    lf_operator_kind kind;
    size_t n;
    void (*shape)(double x, double *w, double *bend); /* w and the operator's w_xx */
    double orders[REDUCTION_METHODS];
} reduction_case;

static void reduction_parabola(double x, double *w, double *bend)
{
    *w = x * (1 - x);
    *bend = -2; /* also of the second difference */
}

/* of the second difference on 127 points: sin(pi x) is an eigenvector */
static void reduction_sine(double x, double *w, double *bend)
{
    const double k = 2 * 128 * sin(pi / 256);
    *w = sin(pi * x);
    *bend = -k * k * *w;
}

static void reduction_wave(double x, double *w, double *bend)
{
    *w = 1 + 0.5 * sin(2 * pi * x);
    *bend = -2 * pi * pi * sin(2 * pi * x);
}

static const reduction_case reduction_cases[REDUCTION_CASES] = {
    {"u = x(1 - x) e^t: N is not 0 at the ends",
     LF_OPERATOR_SINE,
     127,
     reduction_parabola,
     {2, 2, 4}},
    {"u = sin({/Symbol p}x) e^t: N is 0 at the ends",
     LF_OPERATOR_SINE,
     127,
     reduction_sine,
     {4, 4, 4}},
    {"u = (1 + sin(2{/Symbol p}x)/2) e^t, periodic",
     LF_OPERATOR_FOURIER,
     64,
     reduction_wave,
     {4, 4, 4}}};
static const char *const reduction_methods[REDUCTION_METHODS] = {"cf4", "rkmk4-2c", "krogstad4"};
static const size_t reduction_steps[REDUCTION_LEVELS] = {16, 32, 64, 128, 256};
/* errors of the first case in 16 steps by papers/references_own.py */
static const double reduction_known[REDUCTION_METHODS] = {9.048944e-05, 1.569898e-03, 6.216219e-07};

typedef struct {
    const reduction_case *K;
    lf_operator L;
    lf_group group;
    lf_action action;
    lf_semilinear semilinear;
    lf_trait traits[2];
    lf_problem problem;
    double *memory, *work;
} reduction;

/* Second differences between the ends, derivatives on a circle. */
static void reduction_symbol(const void *ctx, size_t field, double kx, double ky, double *lambda)
{
    const reduction_case *K = ctx;
    const double dx = 1. / (double)(K->n + 1);
    const double k = K->kind == LF_OPERATOR_SINE ? 2 / dx * sin(0.5 * kx * dx) : kx;
    (void)field, (void)ky;
    lambda[0] = -k * k;
}

static double reduction_place(const reduction_case *K, size_t i)
{
    return K->kind == LF_OPERATOR_SINE ? (double)(i + 1) / (double)(K->n + 1)
                                       : (double)i / (double)K->n;
}

/* 1/(1 + u^2) + Phi */
static lf_status reduction_field(const lf_problem *P, const lf_lanes *L, const double *y, double *f,
                                 double *work)
{
    const reduction *D = P->ctx;
    double u[REDUCTION_MOST];
    const double e = exp(L->t[0]);
    lf_operator_to_grid(&D->L, y, u, work);
    for (size_t i = 0; i < D->K->n; i++) {
        double w, bend;
        D->K->shape(reduction_place(D->K, i), &w, &bend);
        u[i] = 1 / (1 + u[i] * u[i]) - 1 / (1 + w * w * e * e) + (w - bend) * e;
    }
    f[0] = 1;
    lf_operator_to_coefficients(&D->L, u, f + 1, work);
    return LF_OK;
}

static lf_status reduction_open(lf_report *R, const reduction_case *K, reduction *D)
{
    const lf_operator_shape shape = {.kind = K->kind, .n = K->n, .length = {1}, .forward = true};
    *D = (reduction){.K = K, .memory = calloc(lf_operator_room(&shape), sizeof(double))};
    if (!D->memory)
        return lf_report_fail(R, LF_EMEMORY, NULL);
    const lf_status status =
        lf_operator_build(&D->L, &shape, reduction_symbol, K, D->memory, R->why, sizeof R->why);
    if (status != LF_OK)
        return status;
    D->work = calloc(lf_operator_transform_work(&D->L), sizeof(double));
    D->group = lf_group_semilinear(&D->L);
    D->action = lf_action_semilinear(&D->group);
    D->semilinear.L = &D->L;
    D->traits[0] = (lf_trait){LF_TRAIT_SEMILINEAR, &D->semilinear};
    D->problem = (lf_problem){.name = "order-reduction",
                              .action = &D->action,
                              .field = reduction_field,
                              .field_work = lf_operator_transform_work(&D->L),
                              .ctx = D,
                              .traits = D->traits};
    return D->work ? LF_OK : lf_report_fail(R, LF_EMEMORY, NULL);
}

static void reduction_close(reduction *D)
{
    free(D->memory);
    free(D->work);
}

/* The largest error at t = 1. */
static lf_status reduction_error(lf_report *R, const reduction *D, const char *method, size_t steps,
                                 double *error)
{
    double y[REDUCTION_MOST + 2], u[REDUCTION_MOST], w, bend;
    lf_options opt = lf_options_default();
    lf_stats stats;
    opt.t1 = 1;
    opt.h = 1. / (double)steps;
    for (size_t i = 0; i < D->K->n; i++) {
        D->K->shape(reduction_place(D->K, i), &w, &bend);
        u[i] = w;
    }
    lf_operator_to_coefficients(&D->L, u, y, D->work);
    const lf_status status =
        lf_solve(&D->problem, lf_method_find(method), &opt, 1, y, NULL, &stats);
    if (status != LF_OK)
        return lf_report_fail(R, status, stats.message);
    lf_operator_to_grid(&D->L, y, u, D->work);
    *error = 0;
    for (size_t i = 0; i < D->K->n; i++) {
        D->K->shape(reduction_place(D->K, i), &w, &bend);
        *error = fmax(*error, fabs(u[i] - w * exp(1)));
    }
    return LF_OK;
}

static lf_status reduction_table(lf_report *R, const reduction_case *K, lf_order_table *T)
{
    reduction D;
    lf_status status = reduction_open(R, K, &D);
    *T = (lf_order_table){.methods = REDUCTION_METHODS, .levels = REDUCTION_LEVELS};
    for (size_t m = 0; m < REDUCTION_METHODS; m++) {
        snprintf(T->method[m], LF_WORD_SIZE, "%s", reduction_methods[m]);
        T->claimed[m] = (int)K->orders[m];
        for (size_t k = 0; k < REDUCTION_LEVELS && status == LF_OK; k++) {
            T->steps[k] = reduction_steps[k];
            T->h[k] = 1. / (double)reduction_steps[k];
            T->level[m][k] = LF_LEVEL_ASYMPTOTIC;
            status =
                reduction_error(R, &D, reduction_methods[m], reduction_steps[k], &T->error[m][k]);
        }
        for (size_t k = 1; k < REDUCTION_LEVELS; k++)
            T->order[m][k] = log2(T->error[m][k - 1] / T->error[m][k]);
        T->observed[m] = T->order[m][REDUCTION_LEVELS - 1];
    }
    reduction_close(&D);
    return status;
}

/* Slopes from 128 to 256 steps: a lost order moves them by 1, the next term of the error by 0.2. */
static void reduction_judge(lf_report *R, const lf_order_table *T)
{
    for (size_t i = 0; i < REDUCTION_CASES; i++) {
        const lf_errors E = {.expected = reduction_cases[i].orders, .tolerance = 0.2};
        static const char *const about[REDUCTION_CASES] = {"between ends at 0 where N is not 0",
                                                           "where N vanishes at the ends as u does",
                                                           "on a circle"};
        lf_errors_judge(R, &E, &T[i], about[i]);
    }
    for (size_t m = 0; m < REDUCTION_METHODS; m++)
        lf_report_reference(R,
                            fabs(T[0].error[m][0] - reduction_known[m]) < 1e-5 * reduction_known[m],
                            "%s in 16 steps, ends that do not fit: error %.6e, by "
                            "papers/references_own.py %.6e",
                            reduction_methods[m], T[0].error[m][0], reduction_known[m]);
    lf_report_reference(
        R, T[0].error[0][REDUCTION_LEVELS - 1] > 1000 * T[0].error[2][REDUCTION_LEVELS - 1],
        "with 256 steps krogstad4 is %.0f times as accurate as cf4, which has lost "
        "two orders; where data fit the ratio is %.1f",
        T[0].error[0][REDUCTION_LEVELS - 1] / T[0].error[2][REDUCTION_LEVELS - 1],
        T[1].error[0][REDUCTION_LEVELS - 1] / T[1].error[2][REDUCTION_LEVELS - 1]);
    lf_report_choice(R, "u_t = u_xx + 1/(1 + u^2) + Phi, Phi so that the solution is known; 127 "
                        "points between the ends with second differences, 64 on a circle; "
                        "0 <= t <= 1; errors are the largest on the grid");
    lf_report_choice(R, "orders within 0.2 count as right: a lost order moves them by 1");
}

lf_status lf_study_pde_reduction(const lf_study *study, lf_report *R)
{
    lf_order_table *T = calloc(REDUCTION_CASES, sizeof *T);
    lf_order_guides *guides = calloc(REDUCTION_CASES, sizeof *guides);
    lf_panel panel[REDUCTION_CASES];
    lf_status status = T && guides ? LF_OK : lf_report_fail(R, LF_EMEMORY, NULL);
    for (size_t i = 0; i < REDUCTION_CASES && status == LF_OK; i++) {
        status = reduction_table(R, &reduction_cases[i], &T[i]);
        panel[i] = lf_order_panel(&T[i], &guides[i]);
        panel[i].title = reduction_cases[i].title;
    }
    if (status == LF_OK) {
        reduction_judge(R, T);
        const lf_figure figure = {
            .title = study->title, .panels = REDUCTION_CASES, .across = 3, .panel = panel};
        status = lf_study_finish(study, R, &figure);
    }
    free(T);
    free(guides);
    return status;
}
