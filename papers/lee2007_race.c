/* SPDX-License-Identifier: BSD-3-Clause */
/* lee2007_race.c - runs of rigid bodies with more and more work, timed and compared with the truth. */
#include "papers/lee2007_race.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RACE_REPEATS = 20 };
static const double race_seconds = 0.01; /* a run is repeated for this long; the fastest counts */
static const double race_day = 86400;

const lf_race_runner lf_race_runners[LF_RACE_RUNNERS] = {
    {"lgvi", "lgvi", LF_ROTATION_DMV, 1},
    {"lgvi, dmv4", "lgvi", LF_ROTATION_DMV4, 1},
    {"lgvi-suzuki4", "lgvi-suzuki4", LF_ROTATION_DMV, 5},
    {"lgvi-kahanli6", "lgvi-kahanli6", LF_ROTATION_DMV, 9},
    {"lgvi-kahanli8", "lgvi-kahanli8", LF_ROTATION_DMV, 17},
    {"rkmk8", "rkmk8", LF_ROTATION_DMV, 0},
    {"dop853", "dop853", LF_ROTATION_DMV, 0},
    {"gbs", "gbs", LF_ROTATION_DMV, 0},
};
lf_status lf_race_begin(lf_report *R, const char *const *settings, double t_end, lf_race *C)
{
    C->t_end = t_end;
    C->progress = R->progress;
    lf_status status = lf_study_scenario(R, "full-body", settings, C->S);
    if (status != LF_OK)
        return status;
    lf_study_remember(R, C->S,
                      "to the ends and by the methods, steps and tolerances of the figure");
    const size_t dim = lf_scenario_dim(C->S);
    C->y0 = calloc(3 * dim, sizeof *C->y0);
    if (!C->y0)
        return lf_report_fail(R, LF_EMEMORY, NULL);
    C->y = C->y0 + dim;
    C->room = C->y + dim;
    return lf_report_fail(R, lf_scenario_build(C->S, &C->P, C->y0), lf_scenario_why(C->S));
}

/* Seconds of a clock that never goes back. */
static double race_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* ---- runs ----------------------------------------------------------------------------------- */

static lf_method race_method(size_t m)
{
    lf_method M = *lf_method_find(lf_race_runners[m].method);
    M.rotation = lf_race_runners[m].rotation;
    return M;
}

lf_options lf_race_options(const lf_race *C, size_t m, double evaluations, double tolerance)
{
    lf_options opt = lf_options_default();
    opt.t1 = C->t_end;
    if (lf_race_runners[m].stages)
        opt.h = C->t_end / ceil(evaluations / (double)lf_race_runners[m].stages);
    else
        opt.tolerance.rtol = tolerance;
    opt.tolerance.atol = C->absolute ? opt.tolerance.rtol : 0;
    opt.watch = 0;
    opt.tick = C->progress.tick;
    opt.tick_ctx = C->progress.ctx;
    return opt;
}

lf_status lf_race_solve(lf_race *C, size_t m, const lf_options *opt, const lf_sink *sink,
                        lf_stats *stats)
{
    const lf_method M = race_method(m);
    memcpy(C->y, C->y0, C->P.action->dim * sizeof *C->y);
    return lf_solve(&C->P, &M, opt, 1, C->y, sink, stats);
}

double lf_race_distance(const lf_race *C, size_t first, size_t last)
{
    double sum = 0;
    for (size_t i = 2 * first; i < 2 * last; i++)
        sum += (C->y[i] - C->truth[i]) * (C->y[i] - C->truth[i]);
    return sqrt(sum);
}

lf_status lf_race_truth(lf_race *C)
{
    lf_stats stats;
    lf_options opt = lf_race_options(C, LF_RACE_RKMK8, 0, 1e-13);
    lf_status status = lf_race_solve(C, LF_RACE_RKMK8, &opt, NULL, &stats);
    memcpy(C->room, C->y, C->P.action->dim * sizeof *C->room);
    C->truth = C->room;
    return status;
}

/* Methods that cannot take such a step belong to the comparison: they are left out there. */
static bool race_broken(lf_status status)
{
    return status == LF_ELARGE || status == LF_ENEWTON || status == LF_ENONFINITE ||
           status == LF_ESTEP || status == LF_ESINGULAR;
}

/* Runner m at one level: the error and the time, or, watching it, the energy. */
static lf_status race_cell(lf_race *C, size_t m, size_t level)
{
    lf_options opt =
        lf_race_options(C, m, C->least * pow(2, (double)level), pow(10, -3 - (double)level));
    lf_stats stats = {0};
    lf_status status = LF_OK;
    double spent = 0, best = INFINITY;
    opt.watch = C->truth ? 0 : 1;
    if (!C->truth && lf_race_runners[m].stages) /* energies change slowly: 72 times a day will do */
        opt.watch = (size_t)fmax(1, race_day / 72 / opt.h);
    const int least = C->truth ? 3 : 1, most = C->truth ? RACE_REPEATS : 1;
    for (int k = 0; k < least || (k < most && spent < race_seconds); k++) {
        double before = race_clock();
        status = lf_race_solve(C, m, &opt, NULL, &stats);
        double now = race_clock() - before;
        if (status != LF_OK)
            return race_broken(status) ? LF_OK : status;
        spent += now;
        best = fmin(best, now);
    }
    const size_t k = C->count[m]++;
    C->work[m][k] = (double)stats.evaluations;
    C->seconds[m][k] = best;
    C->error[m][k] = C->truth ? lf_race_distance(C, 0, LF_BODY_DIM)
                              : stats.invariant[0].max_drift / fabs(stats.invariant[0].initial);
    return LF_OK;
}

lf_status lf_race_all(lf_report *R, lf_race *C, double begin, double share)
{
    lf_status status = LF_OK;
    for (size_t m = 0; m < LF_RACE_RUNNERS; m++) {
        lf_part part = {R->progress, begin + share * (double)m / LF_RACE_RUNNERS, 0};
        C->progress = lf_part_progress(&part);
        size_t levels = lf_race_runners[m].stages ? C->levels : C->tolerances;
        for (size_t level = 0; level < levels && status == LF_OK; level++)
            status = race_cell(C, m, level);
    }
    C->progress = R->progress;
    return lf_report_fail(R, status, NULL);
}

/* What runner m pays for an error, or the error at a price, on the line between neighbours in the
 * logarithms. Not a number beyond what was measured: every comparison with it fails. */
static double race_between(const lf_race *C, size_t m, const double from[LF_RACE_LEVELS],
                           const double to[LF_RACE_LEVELS], double at)
{
    for (size_t k = 1; k < C->count[m]; k++)
        if ((from[k - 1] - at) * (from[k] - at) <= 0) {
            const double x = log(at / from[k - 1]) / log(from[k] / from[k - 1]);
            return to[k - 1] * pow(to[k] / to[k - 1], x);
        }
    return NAN;
}

double lf_race_price(const lf_race *C, size_t m, double error)
{
    return race_between(C, m, C->error[m], C->work[m], error);
}

double lf_race_error(const lf_race *C, size_t m, double work)
{
    return race_between(C, m, C->work[m], C->error[m], work);
}
