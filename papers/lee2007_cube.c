/* SPDX-License-Identifier: BSD-3-Clause */
/* lee2007_cube.c - the eight types of equations of Lee et al. 2007, figures 1 and 7: continuous or
 * discrete, inertial or relative, Lagrangian or Hamiltonian. Each moves the two dumbbells by its own
 * equations and variables; then the points are carried over to one form and compared along the twelve
 * edges of the cube. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "papers/lee2007.h"
#include "papers/lee2007_printed.h"

enum { CUBE_FORMS = 4, CUBE_ROWS = 20, CUBE_TYPES = 8, CUBE_EDGES = 12 };
static const double cube_every = 0.25; /* up to t = 5 */
/* steps: of order 8 for what is continuous, which leaves roundoff, and of lgvi */
static const double cube_fine = 0.0025, cube_step = 0.01;

/* Points of one type over time, all as points of the inertial Hamiltonian form. */
typedef struct {
    double y[LF_DUMBBELL_DIM];
} cube_point;
typedef struct {
    cube_point point[CUBE_ROWS];
    /* the same configurations with the momenta of the discrete Legendre transform */
    cube_point momenta[CUBE_ROWS];
} cube_way;

/* What a run is followed with. */
typedef struct {
    const lf_bodies *B;
    size_t steps, stride;
    double last[LF_DUMBBELL_DIM];
    cube_way *way;
} cube_watch;

static lf_status cube_follow(void *ctx, const lf_step *step)
{
    cube_watch *W = ctx;
    lf_status status = LF_OK;
    double now[LF_DUMBBELL_DIM];
    lf_bodies_convert(W->B, W->B->form, LF_INERTIAL_HAMILTONIAN, 1, step->y, now);
    if (++W->steps % W->stride == 0 && W->steps / W->stride <= CUBE_ROWS) {
        const size_t k = W->steps / W->stride - 1;
        const double t1 = step->t + step->h;
        const lf_lanes L = {.n = 1, .t = &step->t, .h = &step->h};
        memcpy(W->way->point[k].y, now, sizeof now);
        memcpy(W->way->momenta[k].y, now, sizeof now);
        status = lf_bodies_discrete_legendre(W->B, &L, &t1, W->last, W->way->momenta[k].y);
    }
    memcpy(W->last, now, sizeof now);
    return status;
}

static lf_status cube_run(lf_report *R, lf_form form, const char *method, double h, cube_way *way)
{
    static const char *const name[CUBE_FORMS] = {"inertial-hamiltonian", "inertial-lagrangian",
                                                 "relative-hamiltonian", "relative-lagrangian"};
    const char *const settings[] = {"form", name[form], NULL};
    lf_scenario *S = lf_scenario_new();
    lf_problem P;
    double y[LF_DUMBBELL_DIM];
    lf_options opt = lf_options_default();
    lf_status status = lf_study_scenario(R, "full-body", settings, S);
    if (status == LF_OK)
        status = lf_report_fail(R, lf_scenario_build(S, &P, y), lf_scenario_why(S));
    if (status == LF_OK) {
        lf_study_remember(R, S, "up to t = 5 by rkmk8, h = 0.0025, and lgvi, h = 0.01 and 0.005");
        cube_watch W = {.B = lf_problem_bodies(&P), .way = way};
        W.stride = (size_t)round(cube_every / h);
        lf_bodies_convert(W.B, form, LF_INERTIAL_HAMILTONIAN, 1, y, W.last);
        opt.h = h;
        opt.t1 = cube_every * CUBE_ROWS;
        opt.watch = 0;
        opt.step = cube_follow;
        opt.step_ctx = &W;
        status =
            lf_report_fail(R, lf_solve(&P, lf_method_find(method), &opt, 1, y, NULL, NULL), NULL);
    }
    lf_scenario_free(S);
    return status;
}

/* ---- edges ---------------------------------------------------------------------------------- */

/* The largest difference at row k, and over all rows. */
static double cube_gap_at(const cube_point *a, const cube_point *b, size_t k)
{
    return lf_dumbbell_distance(a[k].y, b[k].y, 0, LF_BODY_DIM);
}

static double cube_gap(const cube_point *a, const cube_point *b)
{
    double most = 0;
    for (size_t k = 0; k < CUBE_ROWS; k++)
        most = fmax(most, cube_gap_at(a, b, k));
    return most;
}

/* The types: forms of the continuous equations, of the discrete ones, and these with half the step. */
typedef struct {
    cube_way flow[CUBE_FORMS], map[CUBE_FORMS], half[CUBE_FORMS];
    cube_point printed[2][CUBE_ROWS]; /* (62)-(69) and (116)-(125) */
    double edge[CUBE_EDGES]; /* differences: 4 by Legendre, 4 by reduction; then 4 orders */
} cube;
enum { CUBE_LEGENDRE = 0, CUBE_REDUCTION = 4, CUBE_DISCRETE = 8 };

static lf_status cube_runs(lf_report *R, cube *C)
{
    lf_status status = LF_OK;
    for (lf_form form = LF_INERTIAL_HAMILTONIAN; form <= LF_RELATIVE_LAGRANGIAN; form++) {
        if (status == LF_OK)
            status = cube_run(R, form, "rkmk8", cube_fine, &C->flow[form]);
        if (status == LF_OK)
            status = cube_run(R, form, "lgvi", cube_step, &C->map[form]);
        if (status == LF_OK)
            status = cube_run(R, form, "lgvi", cube_step / 2, &C->half[form]);
    }
    return status;
}

/* The printed equations, which are relative and Hamiltonian. */
static lf_status cube_print(cube *C)
{
    lf_scenario *S = lf_scenario_new();
    lf_problem P;
    double start[LF_DUMBBELL_DIM], flow[LF_PRINTED_DIM], map[LF_PRINTED_DIM];
    lf_printed_run run = {.h = cube_step, .tolerance = 1e-15, .polish = true};
    lf_status status = lf_scenario_set_model(S, "full-body", NULL);
    if (status == LF_OK)
        status = lf_scenario_build(S, &P, start);
    if (status == LF_OK) {
        const lf_bodies *B = lf_problem_bodies(&P);
        lf_printed_start(B, flow);
        lf_printed_start(B, map);
        for (size_t k = 0; k < CUBE_ROWS && status == LF_OK; k++) {
            status = lf_printed_flow(B, cube_every, 1e-13, flow);
            if (status == LF_OK)
                status = lf_printed_steps(B, &run, (size_t)round(cube_every / cube_step), map);
            lf_printed_point(B, flow, C->printed[0][k].y);
            lf_printed_point(B, map, C->printed[1][k].y);
        }
    }
    lf_scenario_free(S);
    return status;
}

static void cube_measure(cube *C)
{
    for (size_t relative = 0; relative < 2; relative++) {
        const size_t H = relative ? LF_RELATIVE_HAMILTONIAN : LF_INERTIAL_HAMILTONIAN;
        const size_t L = relative ? LF_RELATIVE_LAGRANGIAN : LF_INERTIAL_LAGRANGIAN;
        C->edge[CUBE_LEGENDRE + relative] = cube_gap(C->flow[H].point, C->flow[L].point);
        C->edge[CUBE_LEGENDRE + 2 + relative] = cube_gap(C->map[H].point, C->map[L].momenta);
    }
    for (size_t lagrangian = 0; lagrangian < 2; lagrangian++) {
        const size_t I = lagrangian ? LF_INERTIAL_LAGRANGIAN : LF_INERTIAL_HAMILTONIAN;
        const size_t r = lagrangian ? LF_RELATIVE_LAGRANGIAN : LF_RELATIVE_HAMILTONIAN;
        C->edge[CUBE_REDUCTION + lagrangian] = cube_gap(C->flow[I].point, C->flow[r].point);
        C->edge[CUBE_REDUCTION + 2 + lagrangian] = cube_gap(C->map[I].point, C->map[r].point);
    }
    for (size_t form = 0; form < CUBE_FORMS; form++)
        C->edge[CUBE_DISCRETE + form] = log2(cube_gap(C->map[form].point, C->flow[form].point) /
                                             cube_gap(C->half[form].point, C->flow[form].point));
}

/* ---- lines ---------------------------------------------------------------------------------- */

static void cube_judge(lf_report *R, const cube *C)
{
    const double *e = C->edge, *order = C->edge + CUBE_DISCRETE;
    /* order 8 with h = 0.0025, and 2000 roundings that the spin of 9 turns by 45 radians */
    const double flow = 1e-11, map = 1e-11, momenta = 1e-10;
    lf_report_paper(
        R, e[0] < flow && e[1] < flow,
        "These equations are equivalent to the Euler-Lagrange equations",
        "continuous, by Legendre transform: %.0e inertial, %.0e relative up to t = 5 (below "
        "1e-11: roundings, turned by 45 radians)",
        e[0], e[1]);
    lf_report_paper(
        R, e[4] < flow && e[5] < flow,
        "Equations (54) though (61) give a complete set of equations for the reduced dynamics "
        "and reconstruction",
        "continuous, by reduction and reconstruction: %.0e Hamiltonian, %.0e Lagrangian", e[4],
        e[5]);
    /* momenta come from differences of places and attitudes over h = 0.01: a hundredfold */
    lf_report_paper(
        R, e[2] < momenta,
        "a discrete Hamiltonian map that is equivalent to the discrete Lagrangian map",
        "inertial, momenta by the discrete Legendre transform of two configurations: %.0e "
        "(below 1e-10: roundings over h)",
        e[2]);
    lf_report_paper(R, e[3] < momenta,
                    "the Hamiltonian map, in terms of reduced variables, that is equivalent to the "
                    "Lagrangian map",
                    "relative, likewise: %.0e", e[3]);
    lf_report_paper(
        R, e[6] < map && e[7] < map,
        "The discrete reduced Lagrangian is obtained by expressing the original discrete "
        "Lagrangian given in (72) in terms of the discrete reduced variables",
        "discrete, by reduction and reconstruction: %.0e Hamiltonian, %.0e Lagrangian "
        "(below 1e-11)",
        e[6], e[7]);
    bool second = true;
    for (size_t k = 0; k < CUBE_FORMS; k++)
        second = second && fabs(order[k] - 2) < 0.05;
    lf_report_paper(
        R, second,
        "dashed arrows represent discretization from the continuous systems on the left face "
        "of the cube to the discrete systems on the right face",
        "each discrete type follows its continuous one with order %.2f, %.2f, %.2f, %.2f "
        "(h = 0.01 and 0.005)",
        order[0], order[1], order[2], order[3]);
}

static void cube_judge_printed(lf_report *R, const cube *C)
{
    const double flow = cube_gap(C->flow[LF_RELATIVE_HAMILTONIAN].point, C->printed[0]);
    const double map = cube_gap(C->map[LF_RELATIVE_HAMILTONIAN].point, C->printed[1]);
    /* ode45 with a tolerance of 1e-13 for each of thousands of steps; roundings of 500 steps */
    lf_report_reference(
        R, flow < 1e-9 && map < 1e-11,
        "the relative Hamiltonian types beside the printed equations: (62)-(69) %.0e "
        "(below 1e-9, ode45 at 1e-13), (116)-(125) %.0e (below 1e-11)",
        flow, map);
}

/* ---- drawing -------------------------------------------------------------------------------- */

/* A corner: continuous or discrete, inertial or relative, Lagrangian (in front) or Hamiltonian. */
typedef struct {
    double x, y;
} cube_corner;
static cube_corner cube_place(bool discrete, size_t form)
{
    const bool lagrangian = form == LF_INERTIAL_LAGRANGIAN || form == LF_RELATIVE_LAGRANGIAN;
    const bool relative = form >= LF_RELATIVE_HAMILTONIAN;
    return (cube_corner){(discrete ? 5 : 0) + (lagrangian ? 0 : 2),
                         (relative ? 0 : 4) + (lagrangian ? 0 : 1.7)};
}

static void cube_line(lf_pen *pen, lf_draw draw, int colour, const char *label, cube_corner a,
                      cube_corner b, double at, lf_mark *mark)
{
    lf_pen_line(pen, label, draw, colour)->width = 1.6;
    lf_pen_to(pen, a.x, a.y);
    lf_pen_to(pen, b.x, b.y);
    const bool level = a.y == b.y, upright = a.x == b.x; /* words stand above, or to the right */
    mark->x = a.x + at * (b.x - a.x) + (level ? 0 : upright ? 0.08 : 0.2);
    mark->y = a.y + at * (b.y - a.y) + (level ? 0.17 : upright ? 0 : -0.15);
}

/* The edges with what was measured; words and marks are the caller's. */
static void cube_edges(const cube *C, lf_pen *pen, char words[CUBE_EDGES][LF_WORD_SIZE],
                       lf_mark *mark)
{
    for (size_t k = 0; k < CUBE_EDGES; k++) {
        const size_t i = k % 4;
        mark[k].words = words[k];
        snprintf(words[k], LF_WORD_SIZE, k < CUBE_DISCRETE ? "%.0e" : "order %.2f", C->edge[k]);
        if (k < CUBE_REDUCTION)
            cube_line(pen, LF_DRAW_LINE, 1, i ? NULL : "Legendre transform",
                      cube_place(i > 1, 2 * (i % 2)), cube_place(i > 1, 2 * (i % 2) + 1), 0.6,
                      &mark[k]);
        else if (k < CUBE_DISCRETE)
            cube_line(pen, LF_DRAW_LINE, 2, i ? NULL : "reduction", cube_place(i > 1, i % 2),
                      cube_place(i > 1, 2 + i % 2), 0.7, &mark[k]);
        else
            cube_line(pen, LF_DRAW_DASHED, 3, i ? NULL : "discretisation", cube_place(false, i),
                      cube_place(true, i), i == 2 ? 0.15 : 0.43, &mark[k]);
    }
}

/* The names of the types, with the paper's numbers of their equations. */
static void cube_names(lf_mark *mark)
{
    static const char *const name[CUBE_TYPES] = {
        "inertial H, (29)", "inertial L, (25)", "relative H, (62)",  "relative L, (54)",
        "inertial H, (92)", "inertial L, (77)", "relative H, (116)", "relative L, (110)"};
    static const cube_corner beside[CUBE_FORMS] = {
        {-0.6, 0.35}, {-2.25, -0.3}, {0.15, -0.3}, {-0.6, -0.3}};
    for (size_t k = 0; k < CUBE_TYPES; k++) {
        const cube_corner corner = cube_place(k > 3, k % 4), *by = &beside[k % 4];
        mark[k] = (lf_mark){corner.x + by->x, corner.y + by->y, name[k]};
    }
}

static lf_panel cube_over_time(const cube *C, lf_pen *pen)
{
    const size_t first = pen->lines;
    static const char *const label[6] = {"flows: Legendre", "flows: reduction", "maps: Legendre",
                                         "maps: reduction", "map - flow",       "half the step"};
    for (size_t i = 0; i < 6; i++) {
        const cube_way *way = i < 2 ? C->flow : C->map;
        lf_pen_line(pen, label[i], LF_DRAW_LINE_POINTS, (int)i + 1)->width = 1.4;
        for (size_t k = 0; k < CUBE_ROWS; k++) {
            const double gap = i == 4   ? cube_gap_at(C->map[0].point, C->flow[0].point, k)
                               : i == 5 ? cube_gap_at(C->half[0].point, C->flow[0].point, k)
                               : i == 2 ? cube_gap_at(way[0].point, way[1].momenta, k)
                                        : cube_gap_at(way[0].point, way[i % 2 ? 2 : 1].point, k);
            lf_pen_to(pen, cube_every * (double)(k + 1), gap > 0 ? gap : NAN);
        }
    }
    return (lf_panel){.title = "differences over time",
                      .x_label = "t",
                      .y_label = "largest difference",
                      .log_y = true,
                      .series = pen->lines - first,
                      .serie = pen->line + first};
}

static lf_status cube_draw(const lf_study *study, lf_report *R, const cube *C)
{
    char words[CUBE_EDGES][LF_WORD_SIZE];
    lf_mark mark[CUBE_EDGES + CUBE_TYPES];
    lf_pen *pen = lf_pen_new();
    if (!pen)
        return lf_report_fail(R, LF_EMEMORY, NULL);
    cube_edges(C, pen, words, mark);
    cube_names(mark + CUBE_EDGES);
    const lf_panel edges = {.title =
                                "continuous (left) and discrete (right): differences along edges",
                            .bare = true,
                            .x_low = -2.4,
                            .x_high = 9.2,
                            .y_low = -0.8,
                            .y_high = 6.5,
                            .series = pen->lines,
                            .serie = pen->line,
                            .marks = CUBE_EDGES + CUBE_TYPES,
                            .mark = mark};
    const lf_panel panel[2] = {cube_over_time(C, pen), edges};
    const lf_figure figure = {.title = study->title, .panels = 2, .panel = panel};
    lf_status status = lf_study_finish(study, R, &figure);
    lf_pen_free(pen);
    return status;
}

lf_status lf_study_bodies_cube(const lf_study *study, lf_report *R)
{
    cube *C = calloc(1, sizeof *C);
    if (!C)
        return lf_report_fail(R, LF_EMEMORY, NULL);
    lf_dumbbell_choices(R, false);
    lf_report_choice(
        R, "the dumbbells up to t = 5, continuous types by rkmk8 with h = 0.0025, discrete "
           "ones by lgvi with h = 0.01; all compared as positions, attitudes and momenta in "
           "space");
    lf_status status = cube_runs(R, C);
    if (status == LF_OK)
        status = lf_report_fail(R, cube_print(C), NULL);
    if (status == LF_OK) {
        cube_measure(C);
        cube_judge(R, C);
        cube_judge_printed(R, C);
        status = cube_draw(study, R, C);
    }
    free(C);
    return status;
}
