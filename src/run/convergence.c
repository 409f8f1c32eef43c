/* SPDX-License-Identifier: BSD-3-Clause */
/* convergence.c - observed orders: errors for several step sizes against a true solution,
 *   p_i = log(e_(i-1)/e_i) / log(h_(i-1)/h_i)
 * Marthinsen, Munthe-Kaas and Owren 1997, formula (4). */
#include "run/truth.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

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
static lf_status convergence_row(lf_truth *C, const lf_method *M, size_t m, lf_order_table *T)
{
    double *y = C->other, scale = fmax(1, lf_truth_norm(C, C->truth, NULL));
    T->observed[m] = NAN;
    for (size_t i = 0; i < T->levels; i++) {
        lf_status status = lf_truth_end(C, M, T->steps[i], y);
        if (status != LF_OK && status != LF_ENONFINITE)
            return status;
        double e = status == LF_OK ? lf_truth_norm(C, y, C->truth) : INFINITY;
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
    lf_truth C;
    size_t most = 0;
    *T = (lf_order_table){0};
    S->knobs.atol = S->knobs.rtol = NAN; /* orders belong to fixed steps */
    lf_status status = lf_edition_check(S, "lf_order_options", opt->size, sizeof *opt);
    if (status != LF_OK)
        return status;
    status = lf_truth_begin(&C, S, opt->component, progress);
    if (status == LF_OK)
        status = convergence_steps(S, opt->steps, T);
    if (status == LF_OK)
        status = lf_scenario_methods(S, opt->methods, &T->methods, T->method);
    for (size_t i = 0; i < T->levels; i++)
        most = T->steps[i] > most ? T->steps[i] : most;
    if (status == LF_OK)
        status = lf_truth_find(&C, most);
    snprintf(T->reference, sizeof T->reference, "%s", C.reference);
    T->reference_error = C.reference_error;
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
