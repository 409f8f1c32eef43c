/* SPDX-License-Identifier: BSD-3-Clause */
/* convergence.c - errors for several step sizes against a true solution, and the order that they tell
 * (asymptote.c). */
#include "run/truth.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run/asymptote.h"

/* Levels that are tried when the user names none: doublings from a 64th of the model's own number of
 * steps on to 256 times as many. */
enum { CONVERGENCE_LEVELS = 15, CONVERGENCE_COARSE = 64 };

static void convergence_own_steps(const lf_scenario *S, lf_order_table *T)
{
    double t = fabs(lf_scenario_t_end(S)), first;
    first = round(t / lf_scenario_step(S) / CONVERGENCE_COARSE);
    first = first < 1 ? 1 : first > 1e6 ? 1e6 : first;
    for (T->levels = 0; T->levels < CONVERGENCE_LEVELS; T->levels++) {
        T->steps[T->levels] = (size_t)first << T->levels;
        T->h[T->levels] = t / (double)T->steps[T->levels];
    }
}

static lf_status convergence_steps(lf_scenario *S, const char *list, lf_order_table *T)
{
    char word[LF_MAX_LEVELS][LF_WORD_SIZE];
    if (!list) {
        convergence_own_steps(S, T);
        return LF_OK;
    }
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

/* Level i of method m: an error, or why there is none. */
static lf_status convergence_level(lf_truth *C, const lf_method *M, size_t m, size_t i,
                                   lf_order_table *T)
{
    const lf_status status = lf_truth_end(C, M, T->steps[i], C->other);
    T->error[m][i] = status == LF_OK ? lf_truth_norm(C, C->other, C->truth) : INFINITY;
    T->level[m][i] =
        status == LF_OK || status == LF_ENONFINITE ? LF_LEVEL_PRE_ASYMPTOTIC : LF_LEVEL_FAILED;
    if (T->level[m][i] == LF_LEVEL_FAILED && !*T->failure[m])
        snprintf(T->failure[m], sizeof T->failure[m], "%s", C->S->why);
    return lf_truth_tells(status) ? LF_OK : status;
}

/* Errors and orders of method m. With levels of its own it goes from few steps to many until these
 * tell nothing more; *used is how many levels it took. */
static lf_status convergence_row(lf_truth *C, const lf_method *M, size_t m, bool own,
                                 lf_order_table *T, size_t *used)
{
    const size_t levels = T->levels;
    const double size = lf_truth_size(C);
    lf_status status = LF_OK;
    bool done = false;
    for (size_t i = 0; i < levels; i++)
        T->error[m][i] = T->order[m][i] = NAN;
    for (size_t i = 0; i < levels && status == LF_OK && !done; i++) {
        status = convergence_level(C, M, m, i, T);
        T->levels = *used = i + 1;
        lf_order_judge(T, m, size);
        done = own && lf_order_settled(T, m);
    }
    T->levels = levels;
    if (status == LF_OK)
        lf_order_judge(T, m, size);
    return status;
}

/* Leave out the first `cut` levels. */
static void convergence_cut(lf_order_table *T, size_t cut)
{
    const size_t left = T->levels -= cut;
    memmove(T->steps, T->steps + cut, left * sizeof *T->steps);
    memmove(T->h, T->h + cut, left * sizeof *T->h);
    for (size_t m = 0; m < T->methods; m++) {
        memmove(T->error[m], T->error[m] + cut, left * sizeof **T->error);
        memmove(T->order[m], T->order[m] + cut, left * sizeof **T->order);
        memmove(T->floor[m], T->floor[m] + cut, left * sizeof **T->floor);
        memmove(T->level[m], T->level[m] + cut, left * sizeof **T->level);
    }
}

/* Keep two levels before the first that tells an order: there the step was too large for all. */
static void convergence_trim(lf_order_table *T)
{
    size_t first = T->levels;
    for (size_t m = 0; m < T->methods; m++)
        for (size_t i = 0; i < first; i++)
            if (T->level[m][i] == LF_LEVEL_ASYMPTOTIC)
                first = i;
    if (first == T->levels)
        first = T->levels > 8 ? T->levels - 6 : 0;
    if (first > 2)
        convergence_cut(T, first - 2);
}

/* The rows of all methods, one after the other. */
static lf_status convergence_rows(lf_truth *C, const lf_order_options *opt, lf_progress progress,
                                  lf_order_table *T)
{
    size_t most = 0;
    for (size_t m = 0; m < T->methods; m++) {
        double count = (double)T->methods;
        lf_part part = {progress, (double)m / count, 1 / count};
        lf_method M;
        size_t used = 0;
        C->progress = lf_part_progress(&part);
        if (opt->methods)
            lf_scenario_set(C->S, "method", T->method[m], "--methods");
        lf_status status = lf_scenario_method(C->S, &C->P, &M);
        if (status == LF_OK) {
            T->claimed[m] = M.order;
            T->negative[m] = (M.traits & LF_NEGATIVE) != 0;
            status = convergence_row(C, &M, m, !opt->steps, T, &used);
        }
        if (status != LF_OK)
            return status;
        most = used > most ? used : most;
    }
    T->levels = most;
    if (!opt->steps)
        convergence_trim(T);
    return LF_OK;
}

lf_status lf_order_measure(lf_scenario *S, const lf_order_options *opt, lf_progress progress,
                           lf_order_table *T)
{
    lf_truth C;
    *T = (lf_order_table){0};
    S->knobs.atol = S->knobs.rtol = NAN; /* orders belong to fixed steps */
    lf_scenario_wait_not(S);
    lf_status status = lf_edition_check(S, "lf_order_options", opt->size, sizeof *opt);
    if (status != LF_OK)
        return status;
    status = lf_truth_begin(&C, S, opt->component, progress);
    if (status == LF_OK)
        status = convergence_steps(S, opt->steps, T);
    if (status == LF_OK)
        status = lf_scenario_methods(S, opt->methods, &T->methods, T->method);
    /* the reference refines itself: it needs no more steps than a model usually takes */
    if (status == LF_OK)
        status = lf_truth_find(&C, opt->steps ? T->steps[T->levels - 1] : T->steps[T->levels / 2]);
    snprintf(T->reference, sizeof T->reference, "%s", C.reference);
    T->reference_error = C.reference_error;
    return status == LF_OK ? convergence_rows(&C, opt, progress, T) : status;
}
