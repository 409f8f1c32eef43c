/* SPDX-License-Identifier: BSD-3-Clause */
/* lee2007_path.c - two dumbbells on their way past each other: Lee et al. 2007 figure 4. */
#include <math.h>

#include "papers/lee2007.h"
#include "papers/lee2007_printed.h"

/* A point of body b's frame on its first axis, as it is seen. */
static void path_to(lf_report *R, const lf_view *V, const double *y, size_t b, double along,
                    lf_pen *pen)
{
    double place[3];
    for (size_t c = 0; c < 3; c++)
        place[c] =
            lf_dumbbell_at(y, LF_BODY_X, c, b) + along * lf_dumbbell_at(y, LF_BODY_R, 3 * c, b);
    lf_study_to(R, V, false, pen, place);
}

/* Paths of the centres and, every `stride` rows, the dumbbells themselves. */
static void path_lines(lf_report *R, const lf_record *run, const lf_view *V, size_t first,
                       size_t last, size_t stride, lf_pen *pen)
{
    static const char *const name[] = {"dumbbell 1", "dumbbell 2"};
    for (size_t b = 0; b < 2; b++) {
        lf_pen_line(pen, NULL, LF_DRAW_LINE, b ? 5 : 6)->width = 1.2;
        for (size_t k = first; k <= last; k += 5)
            path_to(R, V, lf_record_point(run, k), b, 0, pen);
    }
    for (size_t part = 0; part < 4; part++) {
        size_t b = part % 2;
        bool rods = part < 2;
        lf_pen_line(pen, rods ? NULL : name[b], rods ? LF_DRAW_LINE : LF_DRAW_POINTS, b ? 2 : 1)
            ->width = rods ? 1.2
                      : b  ? 1.7
                           : 1.4;
        for (size_t k = first; k <= last; k += stride) {
            path_to(R, V, lf_record_point(run, k), b, 0.5 * lf_dumbbell_length[b], pen);
            path_to(R, V, lf_record_point(run, k), b, -0.5 * lf_dumbbell_length[b], pen);
            if (rods)
                lf_pen_to(pen, NAN, NAN);
        }
    }
}

/* A time beside a dumbbell. */
static lf_mark path_mark(const lf_record *run, const lf_view *V, size_t row, size_t b, double right,
                         double up, const char *words)
{
    double place[3];
    lf_mark mark = {.words = words};
    for (size_t c = 0; c < 3; c++)
        place[c] = lf_dumbbell_at(lf_record_point(run, row), LF_BODY_X, c, b);
    lf_view_project(V, place, &mark.x, &mark.y);
    mark.x += right;
    mark.y += up;
    return mark;
}

/* The distance of the centres. */
static double path_apart(const double *y)
{
    double sum = 0;
    for (size_t c = 0; c < 3; c++) {
        double d = lf_dumbbell_at(y, LF_BODY_X, c, 0) - lf_dumbbell_at(y, LF_BODY_X, c, 1);
        sum += d * d;
    }
    return sqrt(sum);
}

/* The row of least distance. */
static size_t path_nearest(const lf_record *run)
{
    size_t best = 0;
    for (size_t k = 1; k < run->rows.rows; k++)
        if (path_apart(lf_record_point(run, k)) < path_apart(lf_record_point(run, best)))
            best = k;
    return best;
}

/* ---- judgements ----------------------------------------------------------------------------- */

/* Do the centres go apart, from each row to the next? */
static bool path_parts(const lf_record *run, size_t from)
{
    for (size_t k = from + 1; k < run->rows.rows; k++)
        if (path_apart(lf_record_point(run, k)) <= path_apart(lf_record_point(run, k - 1)))
            return false;
    return true;
}

/* Energy of the centres: of translation, and the potential. */
static double path_binding(const lf_dumbbell_row *row)
{
    return row->moving + row->potential;
}

static void path_encounter(lf_report *R, const lf_record *run, const lf_dumbbell_trace *T)
{
    const size_t near = path_nearest(run), last = run->rows.rows - 1;
    const double t = lf_record_time(run, near), least = path_apart(lf_record_point(run, near));
    const double before = path_binding(T->row), after = path_binding(&T->row[T->rows - 1]);
    /* to the digit that is printed */
    lf_report_paper(
        R, fabs(t - 9) < 0.5,
        "At 9 units of time, the distance between the two dumbbells reaches its minimal "
        "separation",
        "%.4f between the centres at t = %.3f", least, t);
    /* rows stand 0.002 apart, and places are good to 1e-6 there */
    lf_report_reference(R, fabs(t - 9.002) < 0.003 && fabs(least - 0.3303) < 1e-4,
                        "a program that shares no code with this one finds 0.3303 at t = 9.002");
    lf_report_paper(R, path_parts(run, near), "After that, two dumbbells continue to move apart",
                    "they do from each moment to the next, up to %.2f at t = %g",
                    path_apart(lf_record_point(run, last)), lf_record_time(run, last));
    /* bound as on an ellipse before, free as on a hyperbola after: known as -0.52 and 0.10 */
    lf_report_paper(
        R, before < -0.4 && after > 0.05,
        "complicated motions that cannot be observed in the classical two body problem",
        "rotation frees the pair: translation and potential have %.3f at t = 0 and %.3f at "
        "t = 15; two mass points would keep it",
        before, after);
}

/* The largest difference to the printed equations, at t = 1, 2, ..., in places and in attitudes. */
typedef struct {
    double place, attitude;
} path_gap;

static void path_compare(const double *truth, const double *y, path_gap *gap)
{
    gap->place = fmax(gap->place, lf_dumbbell_distance(y, truth, LF_BODY_X, LF_BODY_GAMMA));
    gap->attitude = fmax(gap->attitude, lf_dumbbell_distance(y, truth, LF_BODY_R, LF_BODY_PI));
}

/* The way by the printed equations, from unit of time to unit of time, beside two runs with steps of
 * one and two: what is left must be the error of order two, four times as large in the second. */
static lf_status path_truth(lf_report *R, const lf_record *run, const lf_record *coarse)
{
    const lf_bodies *B = lf_problem_bodies(&run->outcome.problem);
    double y[LF_PRINTED_DIM], point[LF_DUMBBELL_DIM];
    path_gap fine = {0, 0}, twice = {0, 0};
    lf_status status = LF_OK;
    lf_printed_start(B, y);
    for (size_t k = 1; k <= 15 && status == LF_OK; k++) {
        status = lf_printed_flow(B, 1, 1e-11, y);
        lf_printed_point(B, y, point);
        path_compare(point, lf_record_point(run, 500 * k), &fine);
        path_compare(point, lf_record_point(coarse, k), &twice);
    }
    /* the next terms are of order four: known as 3.99 */
    const double ratio = twice.place / fine.place, other = twice.attitude / fine.attitude;
    lf_report_reference(
        R, fabs(ratio - 4) < 0.05 && fabs(other - 4) < 0.05,
        "(62)-(69) as printed by ode45 at 1e-11, at t = 1, 2, .., 15: places differ by "
        "%.0e, attitudes by %.0e; with twice the step %.2f and %.2f times as much, so "
        "nothing but the error of order 2 is left",
        fine.place, fine.attitude, ratio, other);
    return lf_report_fail(R, status, NULL);
}

static lf_status path_judge(lf_report *R, const lf_record *run)
{
    static const char *const twice[] = {"method", "lgvi",  "step", "4e-4", "t_end",
                                        "15",     "every", "1",    NULL};
    lf_scenario *S = lf_scenario_new();
    lf_record coarse = {.rows = {0}};
    lf_dumbbell_trace T = {0};
    lf_status status = lf_report_fail(R, lf_dumbbell_read(run, &T), NULL);
    if (status == LF_OK)
        path_encounter(R, run, &T);
    lf_dumbbell_free(&T);
    if (status == LF_OK)
        status = lf_study_scenario(R, "full-body", NULL, S);
    if (status == LF_OK)
        status = lf_study_march(R, S, twice, &coarse);
    if (status == LF_OK)
        status = path_truth(R, run, &coarse);
    lf_record_free(&coarse);
    lf_scenario_free(S);
    return status;
}

/* ---- the picture ---------------------------------------------------------------------------- */

/* Directions of space at a corner of the picture, each `length` long, and the words for them. */
static void path_axes(const lf_view *V, double x, double y, double length, lf_pen *pen,
                      lf_mark mark[3])
{
    static const char *const name[] = {"e_1", "e_2", "e_3"};
    lf_pen_line(pen, NULL, LF_DRAW_ARROWS, 8)->width = 1.2;
    for (size_t k = 0; k < 3; k++) {
        const double tip[3] = {k == 0 ? length : 0, k == 1 ? length : 0, k == 2 ? length : 0};
        double h, v;
        lf_view_project(V, tip, &h, &v);
        lf_pen_arrow(pen, x, y, h, v);
        mark[k] = (lf_mark){x + 1.25 * h, y + 1.25 * v, name[k]};
    }
}

static lf_panel path_panel(const char *title, const lf_pen *pen, size_t first, size_t marks,
                           const lf_mark *mark)
{
    return (lf_panel){.title = title,
                      .x_label = "to the right, units of length",
                      .y_label = "up, units of length",
                      .square = true,
                      .series = pen->lines - first,
                      .serie = pen->line + first,
                      .marks = marks,
                      .mark = mark};
}

static lf_status path_draw(const lf_study *study, lf_report *R, const lf_record *run)
{
    const lf_view V = lf_view_from(-60, 30);
    const size_t rows = run->rows.rows - 1, first = rows * 8 / 15, last = rows * 10 / 15;
    enum { MARKS = 13, WHOLE = 6 }; /* the first six belong to the first panel */
    lf_mark mark[MARKS] = {path_mark(run, &V, 0, 0, 0.18, 0, "t = 0"),
                           path_mark(run, &V, rows, 0, 0.18, 0, "t = 15"),
                           path_mark(run, &V, rows, 1, -0.08, -0.15, "t = 15")};
    mark[WHOLE] = path_mark(run, &V, first, 0, -0.06, 0.02, "8");
    mark[WHOLE + 1] = path_mark(run, &V, last, 0, -0.06, 0, "10");
    mark[WHOLE + 2] = path_mark(run, &V, first, 1, 0.06, -0.06, "8");
    mark[WHOLE + 3] = path_mark(run, &V, last, 1, 0.02, 0, "10");
    lf_pen *pen = lf_pen_new();
    if (!pen)
        return lf_report_fail(R, LF_EMEMORY, NULL);
    path_lines(R, run, &V, 0, rows, 500, pen);
    path_axes(&V, -1.2, -0.7, 0.4, pen, mark + 3);
    const lf_panel whole = path_panel("t = 0 to 15, a picture a unit of time", pen, 0, WHOLE, mark);
    const size_t lines = pen->lines;
    path_lines(R, run, &V, first, last, 100, pen);
    path_axes(&V, 0.25, -0.25, 0.1, pen, mark + WHOLE + 4);
    const lf_panel panel[2] = {whole, path_panel("the encounter, t = 8 to 10, a picture every 0.2",
                                                 pen, lines, MARKS - WHOLE, mark + WHOLE)};
    lf_figure figure = {.title = study->title, .panels = 2, .panel = panel};
    lf_status status = lf_study_finish(study, R, &figure);
    lf_pen_free(pen);
    return status;
}

static lf_status path_make(const lf_study *study, lf_report *R, const lf_record *run)
{
    lf_dumbbell_choices(R, true);
    lf_report_choice(
        R, "seen from longitude -60 and latitude 30 degrees, with pictures at these times: "
           "the paper does not say from where");
    lf_status status = path_judge(R, run);
    return status == LF_OK ? path_draw(study, R, run) : status;
}

lf_status lf_study_bodies_path(const lf_study *study, lf_report *R)
{
    return lf_dumbbell_study(study, R, path_make);
}
