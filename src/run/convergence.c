/* SPDX-License-Identifier: BSD-3-Clause */
/* convergence.c - observed orders: errors for several step sizes against a true solution,
 *   p_i = log(e_(i-1)/e_i) / log(h_(i-1)/h_i)
 * Marthinsen, Munthe-Kaas and Owren 1997, formula (4). */
#include "run/scenario.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CONVERGENCE_MOST_STEPS = 1 << 16 };

typedef struct {
    lf_scenario *S;
    lf_problem P;
    double *y0, *truth, *other; /* start, true end, another end */
    double *counts;             /* 1 for components that are measured, else 0 */
    size_t dim;
    lf_progress progress;
} convergence;

/* Where n steps of the method end. */
static lf_status convergence_end(convergence *C, const lf_method *M, size_t n, double *y)
{
    lf_options opt = lf_options_default();
    lf_stats stats = {0};
    opt.t1 = lf_scenario_t_end(C->S);
    opt.h = fabs(opt.t1) / (double)n;
    opt.watch = 0;
    opt.tick = C->progress.tick;
    opt.tick_ctx = C->progress.ctx;
    memcpy(y, C->y0, C->dim * sizeof *y);
    lf_status status = lf_solve(&C->P, M, &opt, 1, y, NULL, &stats);
    if (status < 0)
        lf_scenario_fail(C->S, status, NULL, "%s with %zu steps: %s", M->name, n,
                         *stats.message ? stats.message : lf_status_text(status));
    return status;
}

/* 2-norm of a - b over the components that count; b may be NULL for 0. */
static double convergence_norm(const convergence *C, const double *a, const double *b)
{
    double sum = 0;
    for (size_t i = 0; i < C->dim; i++) {
        double d = a[i] - (b ? b[i] : 0);
        sum += C->counts[i] > 0 ? d * d : 0;
    }
    return sqrt(sum);
}

static lf_status convergence_component(convergence *C, const char *component)
{
    size_t found = 0;
    char spare[LF_WORD_SIZE];
    for (size_t i = 0; i < C->dim; i++) {
        const char *name = lf_column_name(&C->P, i, spare);
        bool counts = !component || strncmp(name, component, strlen(component)) == 0;
        C->counts[lf_problem_order(&C->P, i)] = counts;
        found += counts;
    }
    if (found)
        return LF_OK;
    char list[300] = "";
    size_t used = 0;
    for (size_t i = 0; i < C->dim && used < sizeof list; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, " %s",
                                 lf_column_name(&C->P, i, spare));
    return lf_scenario_fail(C->S, LF_ENAME, NULL,
                            "no column of %s begins with '%.60s'; the columns are%s",
                            C->S->model->name, component, list);
}

static lf_status convergence_exact(convergence *C, lf_order_table *T)
{
    snprintf(T->reference, sizeof T->reference, "the exact solution");
    T->reference_error = 0;
    return C->S->model->exact(C->S->self, lf_scenario_t_end(C->S), C->truth);
}

/* A method of order 8, refined until two runs agree or agree no better. */
static lf_status convergence_refine(convergence *C, size_t n, lf_order_table *T)
{
    const char *why;
    const lf_method *M = lf_method_find("rkmk8");
    double *finer = C->other;
    T->reference_error = INFINITY;
    if (!M || lf_method_fits(M, &C->P, &why) != LF_OK)
        M = lf_method_find("dop853");
    if (!M)
        return lf_scenario_fail(C->S, LF_ENAME, NULL, "there is no method of order 8 to refer to");
    lf_status status = convergence_end(C, M, n, C->truth);
    while (status == LF_OK && n < CONVERGENCE_MOST_STEPS) {
        status = convergence_end(C, M, 2 * n, finer);
        double difference = convergence_norm(C, finer, C->truth);
        double scale = fmax(1, convergence_norm(C, finer, NULL));
        if (status != LF_OK || difference >= T->reference_error)
            break; /* roundoff: it gets no better */
        n *= 2;
        T->reference_error = difference;
        memcpy(C->truth, finer, C->dim * sizeof *finer);
        if (difference <= 4 * DBL_EPSILON * scale)
            break;
    }
    snprintf(T->reference, sizeof T->reference, "%s with %zu steps, own error about %.0e", M->name,
             n, T->reference_error);
    return status;
}

static lf_status convergence_truth(convergence *C, lf_order_table *T)
{
    size_t most = 64;
    if (C->S->model->exact) {
        lf_status status = convergence_exact(C, T);
        if (status == LF_OK)
            return status;
    }
    for (size_t i = 0; i < T->levels; i++)
        most = T->steps[i] > most ? T->steps[i] : most;
    return convergence_refine(C, most, T);
}

/* Six doublings about the model's own step. */
static lf_status convergence_own_steps(const lf_scenario *S, lf_order_table *T)
{
    double t = fabs(lf_scenario_t_end(S)), first = round(t / lf_scenario_step(S) / 8);
    first = first < 1 ? 1 : first > 1e6 ? 1e6 : first;
    for (T->levels = 0; T->levels < 6; T->levels++) {
        T->steps[T->levels] = (size_t)first << T->levels;
        T->h[T->levels] = t / (double)T->steps[T->levels];
    }
    return LF_OK;
}

static lf_status convergence_steps(lf_scenario *S, const char *list, lf_order_table *T)
{
    char word[LF_MAX_LEVELS][LF_WORD_SIZE];
    if (!list)
        return convergence_own_steps(S, T);
    T->levels = lf_words_cut(list, LF_MAX_LEVELS, word);
    if (T->levels == 0 || T->levels > LF_MAX_LEVELS)
        return lf_scenario_fail(S, LF_EINPUT, "--steps",
                                "1 to %d whole numbers are expected, "
                                "such as 5,10,20,40",
                                LF_MAX_LEVELS);
    for (size_t i = 0; i < T->levels; i++) {
        char *end;
        double n = strtod(word[i], &end);
        if (*end || !(n >= 1 && n <= 1e9) || n != floor(n) || (i && n <= (double)T->steps[i - 1]))
            return lf_scenario_fail(S, LF_EINPUT, "--steps",
                                    "whole numbers from 1 to 1e9 in "
                                    "rising order are expected, got '%s'",
                                    word[i]);
        T->steps[i] = (size_t)n;
        T->h[i] = fabs(lf_scenario_t_end(S)) / n;
    }
    return LF_OK;
}

lf_status lf_scenario_methods(lf_scenario *S, const char *list, size_t *count,
                              char (*name)[LF_WORD_SIZE])
{
    if (!list) {
        snprintf(name[0], LF_WORD_SIZE, "%s", lf_scenario_method_name(S));
        *count = 1;
        return LF_OK;
    }
    *count = lf_words_cut(list, LF_MAX_METHODS, name);
    if (*count == 0 || *count > LF_MAX_METHODS)
        return lf_scenario_fail(S, LF_EINPUT, "--methods",
                                "1 to %d names with commas between "
                                "them are expected, such as cf4,rkmk4",
                                LF_MAX_METHODS);
    for (size_t i = 0; i < *count; i++) {
        lf_status status = lf_scenario_set(S, "method", name[i], "--methods");
        if (status != LF_OK)
            return status;
    }
    return LF_OK;
}

/* Errors and orders of method m. */
static lf_status convergence_row(convergence *C, const lf_method *M, size_t m, lf_order_table *T)
{
    double *y = C->other, scale = fmax(1, convergence_norm(C, C->truth, NULL));
    T->observed[m] = NAN;
    for (size_t i = 0; i < T->levels; i++) {
        lf_status status = convergence_end(C, M, T->steps[i], y);
        if (status != LF_OK && status != LF_ENONFINITE)
            return status;
        double e = status == LF_OK ? convergence_norm(C, y, C->truth) : INFINITY;
        double roundoff = 8 * DBL_EPSILON * scale * sqrt((double)T->steps[i]);
        T->error[m][i] = e;
        T->floor[m][i] = e <= fmax(5 * T->reference_error, roundoff);
        T->order[m][i] = NAN;
        if (i == 0 || T->floor[m][i] || T->floor[m][i - 1] || !isfinite(e + T->error[m][i - 1]))
            continue;
        T->order[m][i] = log(T->error[m][i - 1] / e) / log(T->h[i - 1] / T->h[i]);
        T->observed[m] = T->order[m][i];
    }
    return LF_OK;
}

lf_status lf_order_measure(lf_scenario *S, const lf_order_options *opt, lf_progress progress,
                           lf_order_table *T)
{
    convergence C = {.S = S, .progress = progress};
    *T = (lf_order_table){0};
    size_t room = lf_scenario_dim(S);
    double *memory = lf_scenario_room(S, 4 * room);
    if (!memory)
        return LF_EMEMORY;
    C.y0 = memory;
    C.truth = memory + room;
    C.other = memory + 2 * room;
    C.counts = memory + 3 * room;
    lf_status status = lf_scenario_build(S, &C.P, C.y0);
    if (status == LF_OK && lf_scenario_t_end(S) == 0)
        status = lf_scenario_fail(S, LF_EINPUT, NULL, "t_end must not be 0 here");
    if (status == LF_OK)
        status = convergence_steps(S, opt->steps, T);
    if (status == LF_OK)
        status = lf_scenario_methods(S, opt->methods, &T->methods, T->method);
    if (status != LF_OK)
        return status;
    C.dim = C.P.action->dim;
    status = convergence_component(&C, opt->component);
    if (status == LF_OK)
        status = convergence_truth(&C, T);
    for (size_t m = 0; m < T->methods && status == LF_OK; m++) {
        double count = (double)T->methods;
        lf_part part = {progress, (double)m / count, 1 / count};
        lf_method M;
        C.progress = lf_part_progress(&part);
        if (opt->methods)
            lf_scenario_set(S, "method", T->method[m], "--methods");
        status = lf_scenario_method(S, &C.P, &M);
        if (status != LF_OK)
            break;
        T->claimed[m] = M.order;
        T->negative[m] = (M.traits & LF_NEGATIVE) != 0;
        status = convergence_row(&C, &M, m, T);
    }
    return status;
}
