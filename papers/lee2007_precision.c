/* SPDX-License-Identifier: BSD-3-Clause */
/* lee2007_precision.c - what Lee et al. 2007 do not compare: variational integrators and
 * explicit methods at equal work. The paper's dumbbells over a short time, where errors count; and
 * the binary asteroid Didymos over years, where the energy does. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <lieflow/bodies.h>

#include "papers/study.h"

enum { RACE_RUNNERS = 8, RACE_LEVELS = 10, RACE_REPEATS = 20, RACE_POINTS = 200 };
static const double race_seconds = 0.01; /* a run is repeated for this long; the fastest counts */
static const double race_day = 86400, race_year = 365 * 86400.0;

static const struct {
    const char *label, *method;
    lf_rotation_rule rotation;
    size_t stages; /* evaluations of a fixed step; 0: steps follow a tolerance */
} race_runner[RACE_RUNNERS] = {
    {"lgvi", "lgvi", LF_ROTATION_DMV, 1},
    {"lgvi, dmv4", "lgvi", LF_ROTATION_DMV4, 1},
    {"lgvi-suzuki4", "lgvi-suzuki4", LF_ROTATION_DMV, 5},
    {"lgvi-kahanli6", "lgvi-kahanli6", LF_ROTATION_DMV, 9},
    {"lgvi-kahanli8", "lgvi-kahanli8", LF_ROTATION_DMV, 17},
    {"rkmk8", "rkmk8", LF_ROTATION_DMV, 0},
    {"dop853", "dop853", LF_ROTATION_DMV, 0},
    {"gbs", "gbs", LF_ROTATION_DMV, 0},
};
enum { RACE_LGVI, RACE_DMV4, RACE_SUZUKI4, RACE_KAHANLI6, RACE_KAHANLI8, RACE_RKMK8, RACE_DOP853 };

/* Didymos and its moon as they come with GUBAS (Davis and Scheeres 2020), the moon tilted and the
 * orbit inclined by 1.4 degrees; gravity to second degree. */
static const char *const race_didymos[] = {
    "potential",
    "second-degree",
    "G",
    "6.67408e-11",
    "mass",
    "4842963890.058684 522941787070.36884",
    "inertia",
    "10438985934293.97 14689757387650.045 16572197488200.174 "
    "31348424975008636 31920248302583308 32790416201495100",
    "x",
    "1169.1722953725548 0 0 -10.827704627445227 0 0",
    "v",
    "0 829069347.9575391/4842963890.058684 2e7/4842963890.058684 "
    "0 -829069347.9575391/522941787070.36884 -2e7/522941787070.36884",
    "q",
    "60/sqrt(3630) 1/sqrt(3630) 2/sqrt(3630) 5/sqrt(3630) 1 0 0 0",
    "Omega",
    "1e8/10438985934293.97 -2e8/14689757387650.045 2.3e9/16572197488200.174 "
    "0 0 25323040965282.375/32790416201495100",
    NULL};

/* A problem, and what runs on it gave. */
typedef struct {
    lf_scenario *S;
    lf_problem P;
    lf_progress progress;
    double *y0, *y, *room; /* start, end, and space for the truth */
    double *truth;         /* NULL where the energy counts */
    double t_end, least;   /* least: evaluations of the coarsest fixed steps */
    bool absolute;         /* numbers of size 1: errors may be as large as those of 1 */
    size_t levels, tolerances;
    size_t count[RACE_RUNNERS];
    double work[RACE_RUNNERS][RACE_LEVELS], seconds[RACE_RUNNERS][RACE_LEVELS];
    double error[RACE_RUNNERS][RACE_LEVELS];
} race;

static lf_status race_begin(lf_report *R, const char *const *settings, double t_end, race *C)
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
    lf_method M = *lf_method_find(race_runner[m].method);
    M.rotation = race_runner[m].rotation;
    return M;
}

/* Fixed steps with this many evaluations, or steps that follow a tolerance. */
static lf_options race_options(const race *C, size_t m, double evaluations, double tolerance)
{
    lf_options opt = lf_options_default();
    opt.t1 = C->t_end;
    if (race_runner[m].stages)
        opt.h = C->t_end / ceil(evaluations / (double)race_runner[m].stages);
    else
        opt.tolerance.rtol = tolerance;
    opt.tolerance.atol = C->absolute ? opt.tolerance.rtol : 0;
    opt.watch = 0;
    opt.tick = C->progress.tick;
    opt.tick_ctx = C->progress.ctx;
    return opt;
}

static lf_status race_solve(race *C, size_t m, const lf_options *opt, const lf_sink *sink,
                            lf_stats *stats)
{
    const lf_method M = race_method(m);
    memcpy(C->y, C->y0, C->P.action->dim * sizeof *C->y);
    return lf_solve(&C->P, &M, opt, 1, C->y, sink, stats);
}

/* Length of the difference to the truth, over components first to last of every body. */
static double race_distance(const race *C, size_t first, size_t last)
{
    double sum = 0;
    for (size_t i = 2 * first; i < 2 * last; i++)
        sum += (C->y[i] - C->truth[i]) * (C->y[i] - C->truth[i]);
    return sqrt(sum);
}

/* The truth by order 8 at a tolerance near roundoff. */
static lf_status race_truth(race *C)
{
    lf_stats stats;
    lf_options opt = race_options(C, RACE_RKMK8, 0, 1e-13);
    lf_status status = race_solve(C, RACE_RKMK8, &opt, NULL, &stats);
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
static lf_status race_cell(race *C, size_t m, size_t level)
{
    lf_options opt =
        race_options(C, m, C->least * pow(2, (double)level), pow(10, -3 - (double)level));
    lf_stats stats = {0};
    lf_status status = LF_OK;
    double spent = 0, best = INFINITY;
    opt.watch = C->truth ? 0 : 1;
    if (!C->truth && race_runner[m].stages) /* energies change slowly: 72 times a day will do */
        opt.watch = (size_t)fmax(1, race_day / 72 / opt.h);
    const int least = C->truth ? 3 : 1, most = C->truth ? RACE_REPEATS : 1;
    for (int k = 0; k < least || (k < most && spent < race_seconds); k++) {
        double before = race_clock();
        status = race_solve(C, m, &opt, NULL, &stats);
        double now = race_clock() - before;
        if (status != LF_OK)
            return race_broken(status) ? LF_OK : status;
        spent += now;
        best = fmin(best, now);
    }
    const size_t k = C->count[m]++;
    C->work[m][k] = (double)stats.evaluations;
    C->seconds[m][k] = best;
    C->error[m][k] = C->truth ? race_distance(C, 0, LF_BODY_DIM)
                              : stats.invariant[0].max_drift / fabs(stats.invariant[0].initial);
    return LF_OK;
}

static lf_status race_all(lf_report *R, race *C, double begin, double share)
{
    lf_status status = LF_OK;
    for (size_t m = 0; m < RACE_RUNNERS; m++) {
        lf_part part = {R->progress, begin + share * (double)m / RACE_RUNNERS, 0};
        C->progress = lf_part_progress(&part);
        size_t levels = race_runner[m].stages ? C->levels : C->tolerances;
        for (size_t level = 0; level < levels && status == LF_OK; level++)
            status = race_cell(C, m, level);
    }
    C->progress = R->progress;
    return lf_report_fail(R, status, NULL);
}

/* What runner m pays for an error, or the error at a price, on the line between neighbours in the
 * logarithms; beyond the last point on the line through the last two. */
static double race_between(const race *C, size_t m, const double from[RACE_LEVELS],
                           const double to[RACE_LEVELS], double at)
{
    size_t k = 1;
    if (C->count[m] < 2)
        return NAN;
    bool rising = from[0] < from[1];
    while (k + 1 < C->count[m] && (rising ? from[k] < at : from[k] > at))
        k++;
    double x = log(at / from[k - 1]) / log(from[k] / from[k - 1]);
    return to[k - 1] * pow(to[k] / to[k - 1], x);
}

static double race_price(const race *C, size_t m, double error)
{
    return race_between(C, m, C->error[m], C->work[m], error);
}

static double race_error(const race *C, size_t m, double work)
{
    return race_between(C, m, C->work[m], C->error[m], work);
}

/* ---- drawing -------------------------------------------------------------------------------- */

/* Errors against evaluations or against time, in these units. */
static lf_panel race_panel(const race *C, bool time, double unit, lf_pen *pen)
{
    const size_t first = pen->lines;
    for (size_t m = 0; m < RACE_RUNNERS; m++) {
        bool own = race_runner[m].stages;
        lf_pen_line(pen, race_runner[m].label, LF_DRAW_LINE_POINTS, (int)m + 1)->width =
            own ? 2 : 1.2;
        for (size_t k = 0; k < C->count[m]; k++)
            lf_pen_to(pen, (time ? C->seconds : C->work)[m][k] / unit, C->error[m][k]);
    }
    return (lf_panel){
        .log_x = true, .log_y = true, .series = pen->lines - first, .serie = &pen->line[first]};
}

/* ---- years ---------------------------------------------------------------------------------- */

/* Runs of about equal work whose energy is followed. */
static const struct {
    size_t runner;
    double tolerance;
    const char *label;
} race_long[] = {{RACE_LGVI, 0, "lgvi, h = 300 s"},
                 {RACE_DMV4, 0, "lgvi, dmv4, h = 300 s"},
                 {RACE_SUZUKI4, 0, "lgvi-suzuki4, h = 1500 s"},
                 {RACE_RKMK8, 1e-5, "rkmk8, 1e-5"},
                 {RACE_RKMK8, 1e-8, "rkmk8, 1e-8"},
                 {RACE_DOP853, 1e-3, "dop853, 1e-3"}};
enum { RACE_LONG = sizeof race_long / sizeof *race_long, RACE_YEARS = 10, RACE_DAILY = 288 };

typedef struct {
    double daily;                    /* evaluations a day */
    double year[RACE_YEARS], so_far; /* largest |dE/E| in each year, and in all */
} race_energy;

/* The largest energy error so far, as the line begun last, at times that grow by a factor. */
static void race_follow(const lf_rows *rows, lf_pen *pen, race_energy *energy)
{
    const size_t at = 1 + rows->dim;
    const double start = lf_rows_at(rows, 0, at);
    double next = 0;
    for (size_t k = 1; k < rows->rows; k++) {
        double t = lf_rows_at(rows, k, 0), off = fabs(lf_rows_at(rows, k, at) / start - 1);
        size_t year = (size_t)fmin(RACE_YEARS - 1, t / race_year);
        energy->year[year] = fmax(energy->year[year], off);
        energy->so_far = fmax(energy->so_far, off);
        if (t >= next || k + 1 == rows->rows) {
            lf_pen_to(pen, t / race_year, energy->so_far);
            next = 1.04 * t;
        }
    }
}

static lf_status race_years(race *C, lf_pen *pen, race_energy energy[RACE_LONG])
{
    lf_status status = LF_OK;
    C->t_end = RACE_YEARS * race_year;
    for (size_t i = 0; i < RACE_LONG && status == LF_OK; i++) {
        lf_rows rows = {.dim = C->P.action->dim, .invariants = lf_invariant_count(&C->P)};
        lf_sink sink = lf_rows_sink(&rows);
        lf_stats stats;
        lf_options opt = race_options(C, race_long[i].runner, C->t_end / race_day * RACE_DAILY,
                                      race_long[i].tolerance);
        opt.every = race_year / RACE_POINTS;
        status = race_solve(C, race_long[i].runner, &opt, &sink, &stats);
        lf_pen_line(pen, race_long[i].label,
                    race_long[i].tolerance == 1e-8 ? LF_DRAW_DASHED : LF_DRAW_LINE,
                    (int)race_long[i].runner + 1)
            ->width = 2;
        energy[i].daily = (double)stats.evaluations * race_day / C->t_end;
        race_follow(&rows, pen, &energy[i]);
        lf_rows_free(&rows);
    }
    return status;
}

/* ---- verdicts ------------------------------------------------------------------------------- */

static void race_short_verdicts(lf_report *R, const race *C)
{
    double ours = race_price(C, RACE_KAHANLI8, 1e-8), theirs = race_price(C, RACE_RKMK8, 1e-8);
    double base = race_price(C, RACE_LGVI, 1e-8);
    lf_report_reference(
        R, theirs < ours && ours < base,
        "dumbbells up to t = 5 with error 1e-8: rkmk8 takes %.0f evaluations, lgvi-kahanli8 "
        "%.1f times as many, lgvi %.0f times: tight tolerances belong to the explicit "
        "methods",
        theirs, ours / theirs, base / theirs);
    const double work = C->work[RACE_LGVI][C->count[RACE_LGVI] - 2];
    double plain = race_error(C, RACE_LGVI, work), better = race_error(C, RACE_DMV4, work);
    lf_report_reference(
        R, better < plain / 10,
        "free rotations of order 4 (dmv4) are worth a factor of %.0f in the error of lgvi at "
        "%.0f evaluations",
        plain / better, work);
}

static void race_year_verdicts(lf_report *R, const race *C)
{
    const double few = RACE_DAILY * 365.0;
    double own = race_error(C, RACE_LGVI, few), other = race_error(C, RACE_RKMK8, few);
    lf_report_reference(
        R, own < other / 3,
        "Didymos for a year with %d evaluations a day: energy error %.1e of lgvi, %.1e of "
        "rkmk8: coarse steps belong to lgvi",
        RACE_DAILY, own, other);
    double ours = race_price(C, RACE_KAHANLI8, 1e-10), theirs = race_price(C, RACE_RKMK8, 1e-10);
    double base = race_price(C, RACE_LGVI, 1e-10);
    lf_report_reference(
        R, theirs < ours && ours < base,
        "energy error 1e-10 over that year: rkmk8 %.0f a day, lgvi-kahanli8 %.0f, lgvi %.0f",
        theirs / 365, ours / 365, base / 365);
}

static void race_growth_verdicts(lf_report *R, const race_energy energy[RACE_LONG])
{
    for (size_t i = 0; i < RACE_LONG; i++) {
        double first = energy[i].year[0], last = energy[i].year[RACE_YEARS - 1];
        bool own = race_long[i].tolerance == 0;
        if (i == 1 || i == 2)
            continue; /* drawn, not discussed */
        /* a drift that is linear in time makes it ten times as large */
        lf_report_reference(
            R, own ? last < 1.2 * first : last > 3 * first,
            "%s (%.0f evaluations a day): largest energy error %.1e in the first year, "
            "%.1e in the tenth: %s",
            race_long[i].label, energy[i].daily, first, last,
            own ? "no drift" : "it grows with time");
    }
}

/* A month with the step of 30 seconds that GUBAS takes: what a good energy does not tell. */
static lf_status race_month(lf_report *R, race *C)
{
    double attitude[2], orbit[2], energy[2];
    C->t_end = 30 * race_day;
    C->truth = NULL;
    lf_status status = race_truth(C);
    for (size_t m = RACE_LGVI; m <= RACE_DMV4 && status == LF_OK; m++) {
        lf_stats stats;
        lf_options opt = race_options(C, m, C->t_end / 30, 0);
        opt.watch = 100;
        status = race_solve(C, m, &opt, NULL, &stats);
        energy[m] = stats.invariant[0].max_drift / fabs(stats.invariant[0].initial);
        attitude[m] = race_distance(C, LF_BODY_R, LF_BODY_PI);
        orbit[m] = race_distance(C, LF_BODY_X, LF_BODY_GAMMA);
    }
    if (status == LF_OK)
        lf_report_reference(
            R, energy[0] < 1e-7 && attitude[0] > 1e6 * energy[0],
            "a good energy is not a good orbit: after 30 days with h = 30 s lgvi has dE/E "
            "%.0e, positions off by %.1f m, attitudes by %.2g; with dmv4 %.1f m and %.2g",
            energy[0], orbit[0], attitude[0], orbit[1], attitude[1]);
    return status;
}

/* ---- both ----------------------------------------------------------------------------------- */

static lf_status race_short(lf_report *R, race *C)
{
    *C = (race){.S = C->S, .least = 125, .absolute = true, .levels = 9, .tolerances = 10};
    lf_status status = race_begin(R, NULL, 5, C);
    if (status == LF_OK)
        status = lf_report_fail(R, race_truth(C), NULL);
    if (status == LF_OK)
        status = race_all(R, C, 0, 0.3);
    if (status == LF_OK)
        race_short_verdicts(R, C);
    return status;
}

static lf_status race_asteroid(lf_report *R, race *C, lf_pen *pen, lf_panel panel[2])
{
    race_energy energy[RACE_LONG] = {{0}};
    *C = (race){.S = C->S, .least = 72 * 365, .levels = 6, .tolerances = 8};
    lf_status status = race_begin(R, race_didymos, race_year, C);
    if (status == LF_OK)
        status = race_all(R, C, 0.3, 0.4);
    if (status != LF_OK)
        return status;
    race_year_verdicts(R, C);
    panel[0] = race_panel(C, false, 365, pen);
    const size_t first = pen->lines;
    status = race_years(C, pen, energy);
    panel[1] = (lf_panel){
        .log_x = true, .log_y = true, .series = pen->lines - first, .serie = &pen->line[first]};
    race_growth_verdicts(R, energy);
    if (status == LF_OK)
        status = race_month(R, C);
    return lf_report_fail(R, status, NULL);
}

static lf_status race_draw(const lf_study *study, lf_report *R, race *near, race *far, lf_pen *pen)
{
    lf_panel panel[4];
    lf_status status = race_short(R, near);
    if (status == LF_OK)
        status = race_asteroid(R, far, pen, panel + 2);
    if (status != LF_OK)
        return status;
    panel[0] = race_panel(near, false, 1, pen);
    panel[1] = race_panel(near, true, 1e-6, pen);
    static const char *const words[4][3] = {
        {"dumbbells, t = 5: work in evaluations", "evaluations of the forces", "error at the end"},
        {"dumbbells, t = 5: work in time", "microseconds", "error at the end"},
        {"Didymos, a year: energy", "evaluations of the forces a day", "largest |E/E_0 - 1|"},
        {"Didymos, ten years: growth", "years", "largest |E/E_0 - 1| so far"}};
    for (size_t p = 0; p < 4; p++) {
        panel[p].title = words[p][0];
        panel[p].x_label = words[p][1];
        panel[p].y_label = words[p][2];
    }
    lf_figure figure = {.title = study->title, .panels = 4, .across = 2, .panel = panel};
    return lf_study_finish(study, R, &figure);
}

lf_status lf_study_bodies_precision(const lf_study *study, lf_report *R)
{
    lf_pen *pen = lf_pen_new();
    race *both = calloc(2, sizeof *both);
    lf_status status = LF_EMEMORY;
    if (both) {
        both[0].S = lf_scenario_new();
        both[1].S = lf_scenario_new();
    }
    if (pen && both)
        status = race_draw(study, R, &both[0], &both[1], pen);
    for (size_t i = 0; i < 2 && both; i++) {
        free(both[i].y0);
        lf_scenario_free(both[i].S);
    }
    free(both);
    lf_pen_free(pen);
    return *R->why ? status : lf_report_fail(R, status, NULL);
}
