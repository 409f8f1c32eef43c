/* SPDX-License-Identifier: BSD-3-Clause */
/* celledoni2021_quadrotors.c - two quadrotors carry a load along a parabola: Celledoni et al. 2021
 * figures 14 to 18. */
#include "papers/study.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "papers/celledoni2021.h"

enum { QUAD_SHOTS = 6, QUAD_ROWS = 501, QUAD_AXES = 3 };
/* Drawn in place of zeros and anything smaller: nothing can be seen below the unit roundoff. */
static const double quad_zero = DBL_EPSILON / 2;

typedef struct {
    lf_scenario *S, *T;
    lf_record run, finer; /* h = 0.01, and half of it; rows at the same times */
    double *truth;        /* QUAD_ROWS points of the closed loop, column by column */
    lf_pen *pen;
} quad;

static double quad_time(const quad *Q, size_t row)
{
    return lf_record_time(&Q->run, row);
}

/* ---- what is judged in every figure --------------------------------------------------------- */

static lf_status quad_solve(lf_report *R, quad *Q)
{
    const lf_reference loop = {LF_LOOP_DIM, lf_loop_rate, &lf_loop_ours};
    double y[LF_LOOP_DIM];
    Q->truth = calloc((size_t)QUAD_ROWS * LF_LOOP_DIM, sizeof *Q->truth);
    if (!Q->truth)
        return lf_report_fail(R, LF_EMEMORY, NULL);
    if (Q->run.rows.rows != QUAD_ROWS || Q->finer.rows.rows != QUAD_ROWS)
        return lf_report_fail(R, LF_EINPUT, "a run has other rows than its reference");
    memcpy(y, lf_loop_start, sizeof y);
    for (size_t k = 0; k < QUAD_ROWS; k++) {
        if (k)
            lf_reference_solve(&loop, quad_time(Q, k - 1), quad_time(Q, k), y);
        memcpy(Q->truth + k * LF_LOOP_DIM, y, sizeof y);
    }
    return LF_OK;
}

/* Column c of a row. */
static double quad_at(const lf_record *run, size_t row, size_t c)
{
    return lf_record_point(run, row)[lf_problem_order(&run->outcome.problem, c)];
}

static double quad_column(const quad *Q, size_t row, size_t c)
{
    return quad_at(&Q->run, row, c);
}

/* The largest distance of any number from the closed loop's. */
static double quad_error(const quad *Q, const lf_record *run)
{
    double worst = 0;
    for (size_t k = 0; k < QUAD_ROWS; k++)
        for (size_t c = 0; c < LF_LOOP_DIM; c++)
            worst = fmax(worst, fabs(quad_at(run, k, c) - Q->truth[k * LF_LOOP_DIM + c]));
    return worst;
}

/* How far R J Omega of a body is from where it began, relative to its size. */
static double quad_spin(const quad *Q, size_t row, size_t body)
{
    const size_t at = 6 + 12 * body;
    double sum = 0, size = 0;
    for (size_t c = 0; c < 3; c++) {
        double now = 0, before = 0;
        for (size_t j = 0; j < 3; j++) {
            const double J = lf_loop_ours.J[body][j];
            now += quad_column(Q, row, at + 3 * c + j) * J * quad_column(Q, row, at + 9 + j);
            before += quad_column(Q, 0, at + 3 * c + j) * J * quad_column(Q, 0, at + 9 + j);
        }
        sum += (now - before) * (now - before);
        size += before * before;
    }
    return sqrt(sum / size);
}

/* A distance of order four from the closed loop is the method's error, and nothing else is wrong: half
 * the step leaves 1/16 of it, and a little less or more of the next term. */
static void quad_lines(lf_report *R, const quad *Q)
{
    const double coarse = quad_error(Q, &Q->run), fine = quad_error(Q, &Q->finer);
    double spin = 0;
    for (size_t k = 0; k < QUAD_ROWS; k++)
        spin = fmax(spin, fmax(quad_spin(Q, k, 0), quad_spin(Q, k, 1)));
    lf_report_reference(R, coarse < 1e-6 && fabs(coarse / fine - 16) < 2,
                        "all 42 numbers are within %.1e of the closed loop without forces, solved "
                        "apart from the library, at %d times, and within %.1e with half the step: "
                        "%.1f times less, 16 are expected",
                        coarse, QUAD_ROWS, fine, coarse / fine);
    lf_report_reference(R, spin < 1e-10,
                        "no moments act, so R_i J_i Omega_i stays where it is in space: to %.0e of "
                        "itself (rkmk4's error, below 1e-10)",
                        spin);
}

static void quad_choices(lf_report *R)
{
    lf_report_choice(R, "masses 1 kg (load), 0.7 and 0.8 kg, links of 1 and 1.2 m, g = 9.81, "
                        "principal inertias (0.082, 0.0845, 0.1377) and (0.09, 0.0875, 0.15): the "
                        "paper gives none");
    lf_report_choice(R, "the control, which the paper takes from its reference 50, is ours after "
                        "Lee, Sreenath, Kumar 2013: kx = kv = 4, kq = 36, kw = 12, and 3 N along "
                        "+-e2 keep the quadrotors apart");
    lf_report_choice(R, "the parabola is (0, 0, -1) + (0.8, 0.3, -1.2) t + (0, 0, 0.2) t^2; the "
                        "start is y = (0.3, -0.2, -0.7), v = 0, q_1 = (0, -0.6, 0.8), q_2 = (0.28, "
                        "0, 0.96), both swinging, both bodies turning freely");
    lf_report_choice(R, "rkmk4, h = 0.01; the third axis is down: the text has it up, but (37) has "
                        "the weight along +e3");
}

/* The row nearest to a time. */
static size_t quad_row(const quad *Q, double t)
{
    size_t best = 0;
    for (size_t k = 1; k < Q->run.rows.rows; k++)
        if (fabs(quad_time(Q, k) - t) < fabs(quad_time(Q, best) - t))
            best = k;
    return best;
}

/* The component of the point that is q.x, q.y or q.z of a link. */
static size_t quad_link(const quad *Q, size_t link, size_t c)
{
    static const char *const name[2][3] = {{"q1.x", "q1.y", "q1.z"}, {"q2.x", "q2.y", "q2.z"}};
    return lf_study_column(&Q->run.outcome.problem, name[link][c]);
}

/* The desired place of the load: p0 + p1 t + p2 t^2/2. */
static void quad_wish(const quad *Q, double t, double *place)
{
    for (size_t c = 0; c < 3; c++)
        place[c] = lf_study_number(Q->S, "p0", c) +
                   t * (lf_study_number(Q->S, "p1", c) + t / 2 * lf_study_number(Q->S, "p2", c));
}

/* An output such as e_x at a row. */
static double quad_output(const quad *Q, const char *name, size_t row)
{
    const lf_problem *P = &Q->run.outcome.problem;
    double value = NAN, t = quad_time(Q, row);
    for (const lf_invariant *output = P->outputs; output && output->name; output++)
        if (strcmp(output->name, name) == 0)
            value = lf_problem_value(P, output->value, t, lf_record_point(&Q->run, row));
    return value;
}

/* An output beside the same of the closed loop: y - y_d (link < 0), or q_id x q_i. */
static double quad_loop_output(const quad *Q, size_t row, int link)
{
    const double *y = Q->truth + row * LF_LOOP_DIM, *q = y + 30 + 6 * (link < 0 ? 0 : link);
    double off[3], direction[2][3], across[3];
    lf_loop_wish(&lf_loop_ours, quad_time(Q, row), y, off, direction);
    if (link < 0)
        return sqrt(lf_reference_dot(off, off));
    lf_reference_cross(direction[link], q, across);
    return sqrt(lf_reference_dot(across, across));
}

/* Outputs at whole seconds, by both; rkmk4 errs by less than 1e-6. */
static void quad_compare(lf_report *R, const quad *Q, const char *name, int link)
{
    char list[LF_LINE_SIZE / 2] = "";
    size_t used = 0;
    double worst = 0;
    for (size_t k = 0; k < QUAD_ROWS; k++)
        worst = fmax(worst, fabs(quad_output(Q, name, k) - quad_loop_output(Q, k, link)));
    for (size_t k = 0; k < QUAD_ROWS; k += 100)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%.3g", k ? ", " : "",
                                 quad_output(Q, name, k));
    lf_report_reference(R, worst < 1e-6,
                        "%s at t = 0, 1, .. 5: %s; by the closed loop the same to %.0e at all "
                        "times",
                        name, list, worst);
}

/* ---- figure 14 ------------------------------------------------------------------------------ */

/* Axes of one metre, as they are seen, and their names. */
static void quad_scale(quad *Q, const lf_scene *scene, const lf_panel *panel,
                       lf_mark mark[QUAD_AXES])
{
    static const char *const names[QUAD_AXES] = {"y_1", "y_2", "y_3 (down)"};
    static const double axis[QUAD_AXES][3] = {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}};
    const double x = panel->x_low + 0.9, y = panel->y_high - 0.2;
    lf_pen_line(Q->pen, NULL, LF_DRAW_ARROWS, 8);
    for (size_t k = 0; k < QUAD_AXES; k++) {
        const double dx = lf_reference_dot(scene->view.right, axis[k]),
                     dy = lf_reference_dot(scene->view.up, axis[k]);
        lf_pen_arrow(Q->pen, x, y, dx, dy);
        mark[k] = (lf_mark){x + 1.15 * dx - (dx < 0 ? 0.2 : 0), y + 1.15 * dy - (dx < 0 ? 0.1 : 0),
                            names[k]};
    }
}

/* The ways and the quadrotors at whole seconds; what the panels show is in the pen. */
static void quad_shots(quad *Q, const lf_scene *scene, const lf_trails *trails, char (*title)[32],
                       lf_mark mark[QUAD_AXES], lf_panel panel[QUAD_SHOTS])
{
    size_t first = Q->pen->lines;
    for (size_t i = 0; i < QUAD_SHOTS; i++) {
        size_t row = quad_row(Q, (double)i);
        panel[i] = panel[0];
        lf_pen_line(Q->pen, NULL, LF_DRAW_LINE, 5)->width = 1.4;
        lf_trails_draw(trails, 0, row, Q->pen);
        lf_scene_draw(scene, quad_time(Q, row), lf_record_point(&Q->run, row), Q->pen);
        if (i == 0)
            quad_scale(Q, scene, &panel[i], mark);
        panel[i].marks = i == 0 ? QUAD_AXES : 0;
        panel[i].mark = mark;
        snprintf(title[i], sizeof title[i], "t = %zu s", i);
        panel[i].title = title[i];
        panel[i].serie = &Q->pen->line[first];
        panel[i].series = Q->pen->lines - first;
        first = Q->pen->lines;
    }
}

static lf_status quad_scene(lf_report *R, quad *Q, char (*title)[32], lf_mark mark[QUAD_AXES],
                            lf_panel panel[QUAD_SHOTS])
{
    const lf_track track = {Q->run.rows.rows, Q->run.rows.width, Q->run.rows.value};
    lf_scene scene;
    lf_trails trails = {0};
    lf_status status = lf_scene_open(&scene, lf_scenario_model(Q->S), lf_scenario_parameters(Q->S),
                                     0, lf_scenario_t_end(Q->S));
    if (status == LF_OK)
        status = lf_scene_frame(&scene, &track, &panel[0]);
    if (status == LF_OK)
        status = lf_trails_open(&trails, &scene, &track);
    if (status == LF_OK)
        quad_shots(Q, &scene, &trails, title, mark, panel);
    lf_trails_close(&trails);
    lf_scene_close(&scene);
    return lf_report_fail(R, status, NULL);
}

static lf_status quad_snapshots(const lf_study *study, lf_report *R, quad *Q)
{
    lf_panel panel[QUAD_SHOTS] = {{0}};
    lf_mark mark[QUAD_AXES];
    char title[QUAD_SHOTS][32];
    lf_status status = quad_scene(R, Q, title, mark, panel);
    if (status != LF_OK)
        return status;
    /* on the path each link carries half of m_y (g - y_d'') and the pair that keeps them apart; at
     * t = 5 the load is 8e-4 m off, which asks for 3e-3 N of 5.6 */
    const lf_loop *L = &lf_loop_ours;
    const double degree = 45 / atan(1), lift = L->my / 2 * (L->g - L->p2[2]);
    const double settled = degree * atan(L->nu / lift);
    double angle[2];
    for (size_t i = 0; i < 2; i++)
        angle[i] = degree * acos(quad_column(Q, QUAD_ROWS - 1, 32 + 6 * i));
    lf_report_paper(
        R, fabs(angle[0] - settled) < 0.05 && fabs(angle[1] - settled) < 0.05,
        "the quadrotors maintain a prescribed formation relative to the point mass",
        "at t = 5 the links are %.2f and %.2f degrees from the vertical; the balance of "
        "forces on the parabola asks for %.2f (within 0.05)",
        angle[0], angle[1], settled);
    lf_figure figure = {.title = study->title, .panels = QUAD_SHOTS, .across = 3, .panel = panel};
    return lf_study_finish(study, R, &figure);
}

/* ---- figures 15 and 16 ---------------------------------------------------------------------- */

/* Once the links are where they shall be, e_x'' + 4 e_x' + 4 e_x = 0: it falls like (1 + c t) exp(-2 t),
 * from t = 4 to 5 by a factor between exp(-2) and (5/4) exp(-2) where c > 0. */
static void quad_follows(lf_report *R, const quad *Q)
{
    const double start = quad_output(Q, "e_x", 0), four = quad_output(Q, "e_x", 400),
                 five = quad_output(Q, "e_x", 500), factor = five / four * exp(2);
    lf_report_paper(R, factor > 1 && factor < 1.4 && five < 1e-2 * start,
                    "the point mass asymptotically follows a given desired trajectory",
                    "it is %.2f m off at t = 0, %.2e at 4, %.2e at 5: %.3f exp(-2) times as much, "
                    "the double pole at -2 of the gains allows exp(-2) to 1.4 exp(-2)",
                    start, four, five, factor);
}

static lf_status quad_position(const lf_study *study, lf_report *R, quad *Q)
{
    static const char *const titles[] = {"y_1", "y_2", "y_3 (down)"};
    lf_panel panel[3];
    for (size_t c = 0; c < 3; c++) {
        size_t first = Q->pen->lines;
        double wish[3];
        lf_pen_line(Q->pen, "load", LF_DRAW_LINE, 1)->width = 2;
        for (size_t k = 0; k < Q->run.rows.rows; k++)
            lf_pen_to(Q->pen, quad_time(Q, k), lf_record_point(&Q->run, k)[c]);
        lf_pen_line(Q->pen, "desired", LF_DRAW_DASHED, 2)->width = 2;
        for (size_t k = 0; k < Q->run.rows.rows; k++) {
            quad_wish(Q, quad_time(Q, k), wish);
            lf_pen_to(Q->pen, quad_time(Q, k), wish[c]);
        }
        panel[c] = (lf_panel){.title = titles[c],
                              .x_label = "t [s]",
                              .y_label = "m",
                              .series = 2,
                              .serie = &Q->pen->line[first]};
    }
    quad_follows(R, Q);
    lf_figure figure = {.title = study->title, .panels = 3, .across = 3, .panel = panel};
    return lf_study_finish(study, R, &figure);
}

static void quad_line(quad *Q, const char *label, const char *output, int colour)
{
    lf_pen_line(Q->pen, label, LF_DRAW_LINE, colour)->width = 1.8;
    for (size_t k = 0; k < Q->run.rows.rows; k++)
        lf_pen_to(Q->pen, quad_time(Q, k), fmax(quad_output(Q, output, k), quad_zero));
}

static lf_status quad_deviation(const lf_study *study, lf_report *R, quad *Q)
{
    static const char *const names[] = {"first", "second", "third"};
    for (size_t c = 0; c < 3; c++) {
        double wish[3];
        lf_pen_line(Q->pen, names[c], LF_DRAW_LINE, (int)c + 1)->width = 1.8;
        for (size_t k = 0; k < Q->run.rows.rows; k++) {
            quad_wish(Q, quad_time(Q, k), wish);
            lf_pen_to(Q->pen, quad_time(Q, k), lf_record_point(&Q->run, k)[c] - wish[c]);
        }
    }
    quad_line(Q, "|y - y_d|", "e_x", 8);
    const lf_panel panel[2] = {{.title = "components",
                                .x_label = "t [s]",
                                .y_label = "y - y_d [m]",
                                .series = 3,
                                .serie = Q->pen->line},
                               {.title = "distance",
                                .x_label = "t [s]",
                                .y_label = "|y - y_d| [m]",
                                .log_y = true,
                                .series = 1,
                                .serie = Q->pen->line + 3}};
    quad_follows(R, Q);
    quad_compare(R, Q, "e_x", -1);
    lf_figure figure = {.title = study->title, .panels = 2, .panel = panel};
    return lf_study_finish(study, R, &figure);
}

/* ---- figures 17 and 18 ---------------------------------------------------------------------- */

static lf_status quad_direction(const lf_study *study, lf_report *R, quad *Q)
{
    quad_line(Q, "link 1", "e_q1", 1);
    quad_line(Q, "link 2", "e_q2", 2);
    const lf_panel panel = {.x_label = "t [s]",
                            .y_label = "sine of the angle to q_d",
                            .log_y = true,
                            .series = Q->pen->lines,
                            .serie = Q->pen->line};
    double end = fmax(quad_output(Q, "e_q1", QUAD_ROWS - 1), quad_output(Q, "e_q2", QUAD_ROWS - 1));
    lf_report_paper(R, end < 1e-9, "q_i converge to desired directions q_id",
                    "from sines of %.3f and %.3f at t = 0 to %.0e at t = 5 (below 1e-9: the double "
                    "pole at -6 of the gains leaves 3e-12, rkmk4's error the rest)",
                    quad_output(Q, "e_q1", 0), quad_output(Q, "e_q2", 0), end);
    quad_compare(R, Q, "e_q1", 0);
    quad_compare(R, Q, "e_q2", 1);
    lf_figure figure = {.title = study->title, .panels = 1, .panel = &panel};
    return lf_study_finish(study, R, &figure);
}

static lf_status quad_norms(const lf_study *study, lf_report *R, quad *Q)
{
    double largest[2];
    for (size_t i = 0; i < 2; i++) {
        double most = 0;
        const size_t at[3] = {quad_link(Q, i, 0), quad_link(Q, i, 1), quad_link(Q, i, 2)};
        lf_pen_line(Q->pen, i ? "|q_2|" : "|q_1|", LF_DRAW_LINE, (int)i + 1);
        for (size_t k = 1; k < Q->run.rows.rows; k++) {
            const double *y = lf_record_point(&Q->run, k);
            double q[3];
            for (size_t c = 0; c < 3; c++)
                q[c] = y[at[c]];
            double off = fabs(sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]) - 1);
            most = fmax(most, off);
            lf_pen_to(Q->pen, quad_time(Q, k), fmax(off, quad_zero));
        }
        largest[i] = most;
    }
    /* 500 steps round by a unit or two of the last place each: the root of their number times that */
    lf_report_paper(R, largest[0] < 1e-14 && largest[1] < 1e-14,
                    "Preservation of the norms of q1, q2 in S^2",
                    "|q_1| = 1 to %.1e, |q_2| = 1 to %.1e (the rounding of 500 steps is below "
                    "1e-14)",
                    largest[0], largest[1]);
    const lf_panel panel = {.x_label = "t [s]",
                            .y_label = "distance of |q_i| from 1",
                            .log_y = true,
                            .y_low = 1e-17,
                            .y_high = 1e-13,
                            .series = 2,
                            .serie = Q->pen->line};
    lf_figure figure = {.title = study->title, .panels = 1, .panel = &panel};
    return lf_study_finish(study, R, &figure);
}

/* The two runs and the closed loop. */
static lf_status quad_open(lf_report *R, quad *Q)
{
    static const char *const run[] = {"method", "rkmk4", "step", "0.01", "every",
                                      "0.01",   "t_end", "5",    NULL};
    static const char *const finer[] = {"step", "0.005", NULL};
    *Q = (quad){.S = lf_scenario_new(), .T = lf_scenario_new(), .pen = lf_pen_new()};
    if (!Q->pen)
        return lf_report_fail(R, LF_EMEMORY, NULL);
    lf_status status = lf_study_scenario(R, "quadrotors", run, Q->S);
    if (status == LF_OK)
        status = lf_study_march(R, Q->S, NULL, &Q->run);
    if (status == LF_OK)
        status = lf_study_scenario(R, "quadrotors", run, Q->T);
    if (status == LF_OK)
        status = lf_study_march(R, Q->T, finer, &Q->finer);
    return status == LF_OK ? quad_solve(R, Q) : status;
}

static void quad_close(quad *Q)
{
    lf_record_free(&Q->run);
    lf_record_free(&Q->finer);
    free(Q->truth);
    lf_pen_free(Q->pen);
    lf_scenario_free(Q->S);
    lf_scenario_free(Q->T);
}

lf_status lf_study_quadrotors(const lf_study *study, lf_report *R)
{
    static const struct {
        const char *number;
        lf_status (*make)(const lf_study *, lf_report *, quad *);
    } figures[] = {{"14", quad_snapshots},
                   {"15", quad_position},
                   {"16", quad_deviation},
                   {"17", quad_direction},
                   {"18", quad_norms}};
    quad Q;
    lf_status status = quad_open(R, &Q);
    for (size_t i = 0; i < sizeof figures / sizeof *figures && status == LF_OK; i++)
        if (strcmp(study->data, figures[i].number) == 0)
            status = figures[i].make(study, R, &Q);
    if (status == LF_OK) {
        quad_lines(R, &Q);
        quad_choices(R);
    }
    quad_close(&Q);
    return status;
}
