/* SPDX-License-Identifier: BSD-3-Clause */
/* truth.c - the true end of a run: the exact solution, or a method of order 8 with small steps. */
#include "run/truth.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TRUTH_MOST_STEPS = 1 << 16 };

lf_status lf_truth_end(lf_truth *C, const lf_method *M, size_t n, double *y)
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
    if (status < 0 || status == LF_EVENT)
        lf_scenario_fail(C->S, status, NULL, "%s with %zu steps: %s", M->name, n,
                         *stats.message ? stats.message : lf_status_text(status));
    return status;
}

bool lf_truth_tells(lf_status status)
{
    return status == LF_EVENT || status == LF_ENONFINITE || status == LF_ESINGULAR ||
           status == LF_ENEWTON || status == LF_ESTEP || status == LF_EMANY || status == LF_ELARGE;
}

double lf_truth_norm(const lf_truth *C, const double *a, const double *b)
{
    double sum = 0, t = lf_scenario_t_end(C->S);
    const lf_lanes one = {.n = 1, .t = &t};
    lf_problem_show(&C->P, &one, a, C->shown, C->work);
    if (b)
        lf_problem_show(&C->P, &one, b, C->shown_other, C->work);
    for (size_t i = 0; i < C->columns; i++) {
        double d = C->shown[i] - (b ? C->shown_other[i] : 0);
        sum += C->counts[i] > 0 ? d * d : 0;
    }
    return sqrt(sum);
}

double lf_truth_size(const lf_truth *C)
{
    return fmax(lf_truth_norm(C, C->y0, NULL), lf_truth_norm(C, C->truth, NULL));
}

static lf_status truth_component(lf_truth *C, const char *component)
{
    size_t found = 0;
    char spare[LF_WORD_SIZE];
    for (size_t i = 0; i < C->columns; i++) {
        const char *name = lf_column_name(&C->P, i, spare);
        bool counts = !component || strncmp(name, component, strlen(component)) == 0;
        C->counts[i] = counts;
        found += counts;
    }
    if (found)
        return LF_OK;
    char list[300] = "";
    size_t used = 0;
    for (size_t i = 0; i < C->columns && used < sizeof list; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, " %s",
                                 lf_column_name(&C->P, i, spare));
    return lf_scenario_fail(C->S, LF_ENAME, NULL,
                            "no column of %s begins with '%.60s'; the columns are%s",
                            C->S->model->name, component, list);
}

static lf_status truth_exact(lf_truth *C)
{
    snprintf(C->reference, sizeof C->reference, "the exact solution");
    C->reference_error = 0;
    return C->S->model->exact(C->S->self, lf_scenario_t_end(C->S), C->truth);
}

/* A method of order 8, refined until two runs agree or agree no better. */
static lf_status truth_refine(lf_truth *C, size_t n)
{
    const char *why;
    const lf_method *M = lf_method_find("rkmk8");
    double *finer = C->other;
    C->reference_error = INFINITY;
    if (!M || lf_method_fits(M, &C->P, &why) != LF_OK)
        M = lf_method_find(C->P.action->forward ? "cf4" : "dop853"); /* stiff: by small steps */
    if (!M)
        return lf_scenario_fail(C->S, LF_ENAME, NULL, "there is no method of order 8 to refer to");
    lf_status status = lf_truth_end(C, M, n, C->truth);
    while (lf_truth_tells(status) && 2 * n < TRUTH_MOST_STEPS) /* too few for this problem */
        status = lf_truth_end(C, M, n *= 2, C->truth);
    while (status == LF_OK && n < TRUTH_MOST_STEPS) {
        status = lf_truth_end(C, M, 2 * n, finer);
        double difference = lf_truth_norm(C, finer, C->truth);
        double scale = lf_truth_size(C);
        if (status != LF_OK || difference >= C->reference_error)
            break; /* roundoff: it gets no better */
        n *= 2;
        C->reference_error = difference;
        memcpy(C->truth, finer, C->dim * sizeof *finer);
        if (difference <= 4 * DBL_EPSILON * scale)
            break;
    }
    snprintf(C->reference, sizeof C->reference, "%s with %zu steps, own error about %.0e", M->name,
             n, C->reference_error);
    return status;
}

lf_status lf_truth_find(lf_truth *C, size_t least)
{
    if (C->S->model->exact) {
        lf_status status = truth_exact(C);
        if (status == LF_OK)
            return status;
    }
    return truth_refine(C, least > 64 ? least : 64);
}

lf_status lf_truth_begin(lf_truth *C, lf_scenario *S, const char *component, lf_progress progress)
{
    *C = (lf_truth){.S = S, .progress = progress};
    size_t room = lf_scenario_dim(S);
    double *memory = lf_scenario_room(S, 3 * room);
    if (!memory)
        return LF_EMEMORY;
    C->y0 = memory;
    C->truth = memory + room;
    C->other = memory + 2 * room;
    lf_status status = lf_scenario_build(S, &C->P, C->y0);
    if (status == LF_OK && lf_scenario_t_end(S) == 0)
        status = lf_scenario_fail(S, LF_EINPUT, NULL, "t_end must not be 0 here");
    if (status != LF_OK)
        return status;
    C->dim = C->P.action->dim;
    C->columns = lf_problem_shown(&C->P);
    C->counts = lf_scenario_room(S, 3 * C->columns + lf_problem_show_work(&C->P, 1));
    if (!C->counts)
        return LF_EMEMORY;
    C->shown = C->counts + C->columns;
    C->shown_other = C->shown + C->columns;
    C->work = C->shown_other + C->columns;
    return truth_component(C, component);
}
