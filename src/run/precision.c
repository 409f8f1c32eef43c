/* SPDX-License-Identifier: BSD-3-Clause */
/* precision.c - work and precision: achieved errors, steps, evaluations and time by tolerance. */
#include "run/adapt.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run/truth.h"

/* A run is repeated until so much time has passed, or so often; the fastest counts. */
static const double precision_seconds = 0.02;
enum { PRECISION_REPEATS = 20 };

/* ---- tolerances ----------------------------------------------------------------------------- */

static lf_status precision_refuse(lf_scenario *S, const char *text)
{
    return lf_scenario_fail(S, LF_EINPUT, "--tols",
                            "falling tolerances from 1 to 1e-15 are expected, at most %d, such as "
                            "1e-4,1e-6 or 1e-3..1e-12, got '%.60s'",
                            LF_MAX_LEVELS, text);
}

static bool precision_number(const char *text, double *value)
{
    char why[LF_WHY_SIZE];
    const lf_param row = {"tolerance", LF_REAL, 1, 0, "", "", NULL, 1e-15, 1, 0, ""};
    return lf_param_set(&row, value, text, why, sizeof why) == LF_OK;
}

/* "1e-3..1e-12": one a decade. */
static lf_status precision_decades(lf_scenario *S, const char *text, const char *dots,
                                   lf_precision_table *T)
{
    char first[LF_WORD_SIZE];
    double high, low;
    snprintf(first, sizeof first, "%.*s", (int)(dots - text < 60 ? dots - text : 60), text);
    if (!precision_number(first, &high) || !precision_number(dots + 2, &low) || low > high)
        return precision_refuse(S, text);
    double count = floor(log10(high / low) + 1e-6) + 1;
    if (count > LF_MAX_LEVELS)
        return precision_refuse(S, text);
    for (T->levels = 0; T->levels < (size_t)count; T->levels++)
        T->tolerance[T->levels] = high / pow(10, (double)T->levels);
    return LF_OK;
}

static lf_status precision_tolerances(lf_scenario *S, const char *text, lf_precision_table *T)
{
    char word[LF_MAX_LEVELS][LF_WORD_SIZE];
    text = text ? text : "1e-3..1e-12";
    const char *dots = strstr(text, "..");
    if (dots)
        return precision_decades(S, text, dots, T);
    T->levels = lf_words_cut(text, LF_MAX_LEVELS, word);
    if (T->levels == 0 || T->levels > LF_MAX_LEVELS)
        return precision_refuse(S, text);
    for (size_t i = 0; i < T->levels; i++)
        if (!precision_number(word[i], &T->tolerance[i]) ||
            (i && T->tolerance[i] >= T->tolerance[i - 1]))
            return precision_refuse(S, text);
    return LF_OK;
}

/* ---- runs ----------------------------------------------------------------------------------- */

static lf_status precision_run(lf_truth *C, const lf_method *M, const lf_adapt *adapt,
                               lf_stats *stats)
{
    lf_options opt = lf_options_default();
    opt.t1 = lf_scenario_t_end(C->S);
    opt.h = adapt->first;
    opt.watch = 0;
    opt.project = C->S->knobs.project == 1;
    opt.tolerance = adapt->tolerance;
    opt.tick = C->progress.tick;
    opt.tick_ctx = C->progress.ctx;
    memcpy(C->other, C->y0, C->dim * sizeof *C->other);
    return lf_solve(&C->P, M, &opt, 1, C->other, NULL, stats);
}

/* Method m at tolerance i. */
static lf_status precision_cell(lf_truth *C, const lf_method *M, size_t m, size_t i,
                                lf_precision_table *T)
{
    lf_adapt adapt;
    double spent = 0;
    C->S->knobs.atol = T->tolerance[i];
    C->S->knobs.rtol = T->tolerance[i]; /* as --tol means it */
    lf_status status = lf_adapt_make(C->S, &C->P, &adapt);
    T->seconds[m][i] = INFINITY;
    for (int k = 0; k < PRECISION_REPEATS && spent < precision_seconds && status == LF_OK; k++) {
        double before = lf_clock();
        status = precision_run(C, M, &adapt, &T->stats[m][i]);
        double now = lf_clock() - before;
        spent += now;
        T->seconds[m][i] = fmin(T->seconds[m][i], now);
    }
    T->status[m][i] = status;
    T->error[m][i] = status == LF_OK ? lf_truth_norm(C, C->other, C->truth) : INFINITY;
    /* a method that breaks down belongs into the table */
    if (status == LF_ENONFINITE || status == LF_ESTEP || status == LF_EMANY)
        return LF_OK;
    if (status < 0)
        lf_scenario_fail(C->S, status, NULL, "%s",
                         *T->stats[m][i].message ? T->stats[m][i].message : C->S->why);
    return status;
}

static lf_status precision_method(lf_truth *C, lf_progress whole, size_t m, bool named,
                                  lf_precision_table *T)
{
    lf_method M;
    lf_scenario *S = C->S;
    if (named)
        lf_scenario_set(S, "method", T->method[m], "--methods");
    S->knobs.atol = 1; /* whatever it will be, it is a tolerance */
    snprintf(T->method[m], LF_WORD_SIZE, "%s", lf_scenario_method_name(S));
    lf_status status = lf_scenario_method(S, &C->P, &M);
    for (size_t i = 0; i < T->levels && status == LF_OK; i++) {
        double cells = (double)(T->methods * T->levels);
        lf_part part = {whole, (double)(m * T->levels + i) / cells, 1 / cells};
        C->progress = lf_part_progress(&part);
        status = precision_cell(C, &M, m, i, T);
    }
    return status;
}

lf_status lf_precision_measure(lf_scenario *S, const lf_precision_options *opt,
                               lf_progress progress, lf_precision_table *T)
{
    lf_truth C;
    memset(T, 0, sizeof *T);
    if (S->events)
        S->events = 0; /* they would only cost time */
    lf_scenario_wait_not(S);
    lf_status status = lf_edition_check(S, "lf_precision_options", opt->size, sizeof *opt);
    if (status != LF_OK)
        return status;
    status = lf_truth_begin(&C, S, opt->component, progress);
    if (status == LF_OK)
        status = precision_tolerances(S, opt->tolerances, T);
    if (status == LF_OK)
        status = lf_scenario_methods(S, opt->methods, &T->methods, T->method);
    if (status == LF_OK)
        status = lf_truth_find(&C, 1024);
    if (status != LF_OK)
        return status;
    memcpy(T->reference, C.reference, sizeof T->reference);
    T->reference_error = C.reference_error;
    S->knobs.step = S->knobs.steps = NAN;
    for (size_t m = 0; m < T->methods && status == LF_OK; m++)
        status = precision_method(&C, progress, m, opt->methods != NULL, T);
    return status;
}
