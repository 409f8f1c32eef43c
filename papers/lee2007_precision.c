/* SPDX-License-Identifier: BSD-3-Clause */
/* lee2007_precision.c - what Lee et al. 2007 do not compare: variational integrators and
 * explicit methods at equal work. The paper's dumbbells over a short time, where errors count; and
 * the binary asteroid Didymos over years, where the energy does. */
#include <math.h>
#include <stdlib.h>

#include "papers/lee2007_printed.h"
#include "papers/lee2007_race.h"

enum { RACE_POINTS = 200 };
static const double race_day = 86400, race_year = 365 * 86400.0;

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

/* ---- drawing -------------------------------------------------------------------------------- */

/* Errors against evaluations or against time, in these units. */
static lf_panel race_panel(const lf_race *C, bool time, double unit, lf_pen *pen)
{
    const size_t first = pen->lines;
    for (size_t m = 0; m < LF_RACE_RUNNERS; m++) {
        bool own = lf_race_runners[m].stages;
        lf_pen_line(pen, lf_race_runners[m].label, LF_DRAW_LINE_POINTS, (int)m + 1)->width =
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
} race_long[] = {{LF_RACE_LGVI, 0, "lgvi, h = 300 s"},
                 {LF_RACE_DMV4, 0, "lgvi, dmv4, h = 300 s"},
                 {LF_RACE_SUZUKI4, 0, "lgvi-suzuki4, h = 1500 s"},
                 {LF_RACE_RKMK8, 1e-5, "rkmk8, 1e-5"},
                 {LF_RACE_RKMK8, 1e-8, "rkmk8, 1e-8"},
                 {LF_RACE_DOP853, 1e-3, "dop853, 1e-3"}};
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

static lf_status race_years(lf_race *C, lf_pen *pen, race_energy energy[RACE_LONG])
{
    lf_status status = LF_OK;
    C->t_end = RACE_YEARS * race_year;
    for (size_t i = 0; i < RACE_LONG && status == LF_OK; i++) {
        lf_rows rows = {.dim = C->P.action->dim, .invariants = lf_invariant_count(&C->P)};
        lf_sink sink = lf_rows_sink(&rows);
        lf_stats stats;
        lf_options opt = lf_race_options(C, race_long[i].runner, C->t_end / race_day * RACE_DAILY,
                                         race_long[i].tolerance);
        opt.every = race_year / RACE_POINTS;
        status = lf_race_solve(C, race_long[i].runner, &opt, &sink, &stats);
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

/* The last point of runner m: the most work that was measured, and the error there. */
static double race_last(const lf_race *C, size_t m, const double value[LF_RACE_LEVELS])
{
    return value[C->count[m] - 1];
}

static void race_short_verdicts(lf_report *R, const lf_race *C)
{
    const double rough = 1e-4, tight = 1e-8;
    double ours = lf_race_price(C, LF_RACE_KAHANLI8, tight),
           theirs = lf_race_price(C, LF_RACE_RKMK8, tight);
    double base = lf_race_price(C, LF_RACE_LGVI, rough),
           quick = lf_race_price(C, LF_RACE_RKMK8, rough);
    /* orders 2 and 8: a hundred times the work where the error is a ten-thousandth */
    lf_report_reference(
        R, base > 10 * quick,
        "dumbbells up to t = 5 with error 1e-4: rkmk8 takes %.0f evaluations, lgvi %.0f "
        "times as many",
        quick, base / quick);
    lf_report_reference(
        R, theirs < ours && race_last(C, LF_RACE_LGVI, C->error[LF_RACE_LGVI]) > 100 * tight,
        "with error 1e-8 rkmk8 takes %.0f, lgvi-kahanli8 %.1f times as many; lgvi has "
        "%.0e with the most that was tried, %.0f: tight tolerances belong to the "
        "explicit methods",
        theirs, ours / theirs, race_last(C, LF_RACE_LGVI, C->error[LF_RACE_LGVI]),
        race_last(C, LF_RACE_LGVI, C->work[LF_RACE_LGVI]));
    const double work = C->work[LF_RACE_LGVI][C->count[LF_RACE_LGVI] - 2];
    double plain = lf_race_error(C, LF_RACE_LGVI, work),
           better = lf_race_error(C, LF_RACE_DMV4, work);
    /* the error of a free rotation is the spin's, known as 77 times the others */
    lf_report_reference(
        R, better < plain / 10,
        "free rotations of order 4 (dmv4) are worth a factor of %.0f in the error of lgvi "
        "at %.0f evaluations",
        plain / better, work);
}

static void race_year_verdicts(lf_report *R, const lf_race *C)
{
    const double few = RACE_DAILY * 365.0, tight = 1e-10;
    double own = lf_race_error(C, LF_RACE_LGVI, few), other = lf_race_error(C, LF_RACE_RKMK8, few);
    lf_report_reference(
        R, own < other / 3,
        "Didymos for a year with %d evaluations a day: energy error %.1e of lgvi, %.1e of "
        "rkmk8: coarse steps belong to lgvi",
        RACE_DAILY, own, other);
    double ours = lf_race_price(C, LF_RACE_KAHANLI8, tight),
           theirs = lf_race_price(C, LF_RACE_RKMK8, tight);
    double least = race_last(C, LF_RACE_LGVI, C->error[LF_RACE_LGVI]);
    lf_report_reference(
        R, theirs < ours && least > 10 * tight,
        "energy error 1e-10 over that year: rkmk8 %.0f a day, lgvi-kahanli8 %.0f; lgvi has "
        "%.0e with the most that was tried, %.0f a day",
        theirs / 365, ours / 365, least, race_last(C, LF_RACE_LGVI, C->work[LF_RACE_LGVI]) / 365);
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
static lf_status race_month(lf_report *R, lf_race *C)
{
    double attitude[2], orbit[2], energy[2];
    C->t_end = 30 * race_day;
    C->truth = NULL;
    lf_status status = lf_race_truth(C);
    for (size_t m = LF_RACE_LGVI; m <= LF_RACE_DMV4 && status == LF_OK; m++) {
        lf_stats stats;
        lf_options opt = lf_race_options(C, m, C->t_end / 30, 0);
        opt.watch = 100;
        status = lf_race_solve(C, m, &opt, NULL, &stats);
        energy[m] = stats.invariant[0].max_drift / fabs(stats.invariant[0].initial);
        attitude[m] = lf_race_distance(C, LF_BODY_R, LF_BODY_PI);
        orbit[m] = lf_race_distance(C, LF_BODY_X, LF_BODY_GAMMA);
    }
    if (status == LF_OK)
        lf_report_reference(
            R, energy[0] < 1e-7 && attitude[0] > 1e6 * energy[0],
            "a good energy is not a good orbit: after 30 days with h = 30 s lgvi has dE/E "
            "%.0e, positions off by %.1f m, attitudes by %.2g; with dmv4 %.1f m and %.2g",
            energy[0], orbit[0], attitude[0], orbit[1], attitude[1]);
    return status;
}

/* The truth for the dumbbells beside the printed equations: other physics would show here. */
static lf_status race_check(lf_report *R, const lf_race *C)
{
    const lf_bodies *B = lf_problem_bodies(&C->P);
    double y[LF_PRINTED_DIM], point[LF_DUMBBELL_DIM];
    lf_printed_start(B, y);
    lf_status status = lf_printed_flow(B, C->t_end, 1e-12, y);
    lf_printed_point(B, y, point);
    const double gap = lf_dumbbell_distance(point, C->truth, 0, LF_BODY_DIM);
    /* a tolerance of 1e-12 for each of thousands of steps */
    lf_report_reference(
        R, gap < 1e-8,
        "the truth for the dumbbells, rkmk8 at 1e-13, and (62)-(69) as printed by ode45 at "
        "1e-12 are %.0e apart (below 1e-8)",
        gap);
    return lf_report_fail(R, status, NULL);
}

/* ---- both ----------------------------------------------------------------------------------- */

static lf_status race_short(lf_report *R, lf_race *C)
{
    *C = (lf_race){.S = C->S, .least = 125, .absolute = true, .levels = 9, .tolerances = 10};
    lf_status status = lf_race_begin(R, NULL, 5, C);
    if (status == LF_OK)
        status = lf_report_fail(R, lf_race_truth(C), NULL);
    if (status == LF_OK)
        status = race_check(R, C);
    if (status == LF_OK)
        status = lf_race_all(R, C, 0, 0.3);
    if (status == LF_OK)
        race_short_verdicts(R, C);
    return status;
}

static lf_status race_asteroid(lf_report *R, lf_race *C, lf_pen *pen, lf_panel panel[2])
{
    race_energy energy[RACE_LONG] = {{0}};
    *C = (lf_race){.S = C->S, .least = 72 * 365, .levels = 6, .tolerances = 8};
    lf_status status = lf_race_begin(R, race_didymos, race_year, C);
    if (status == LF_OK)
        status = lf_race_all(R, C, 0.3, 0.4);
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

static lf_status race_draw(const lf_study *study, lf_report *R, lf_race *near, lf_race *far,
                           lf_pen *pen)
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

static void race_choices(lf_report *R)
{
    lf_report_choice(
        R, "all of it: the paper compares neither work nor precision. Dumbbells up to t = 5, "
           "errors of all 36 numbers at the end; between measured points the lines drawn "
           "are read off, beyond them nothing is said");
    lf_report_choice(
        R, "Didymos and its moon with the masses, inertia and distance that come with GUBAS, the "
           "moon tilted and the orbit inclined, gravity to second degree, one and ten years");
}

lf_status lf_study_bodies_precision(const lf_study *study, lf_report *R)
{
    lf_pen *pen = lf_pen_new();
    lf_race *both = calloc(2, sizeof *both);
    lf_status status = LF_EMEMORY;
    if (both) {
        both[0].S = lf_scenario_new();
        both[1].S = lf_scenario_new();
    }
    race_choices(R);
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
