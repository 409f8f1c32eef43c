/* SPDX-License-Identifier: BSD-3-Clause */
/* lee2007_path.c - two dumbbells on their way past each other: Lee et al. 2007 figure 4. */
#include <math.h>

#include "papers/lee2007.h"

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
static lf_mark path_mark(const lf_record *run, const lf_view *V, size_t row, size_t b,
                         double beside, const char *words)
{
    double place[3];
    lf_mark mark = {.words = words};
    for (size_t c = 0; c < 3; c++)
        place[c] = lf_dumbbell_at(lf_record_point(run, row), LF_BODY_X, c, b);
    lf_view_project(V, place, &mark.x, &mark.y);
    mark.x += beside;
    return mark;
}

/* The row of least distance of the centres, and that distance. */
static size_t path_nearest(const lf_record *run, double *least)
{
    size_t best = 0;
    *least = INFINITY;
    for (size_t k = 0; k < run->rows.rows; k++) {
        const double *y = lf_record_point(run, k);
        double sum = 0;
        for (size_t c = 0; c < 3; c++) {
            double d = lf_dumbbell_at(y, LF_BODY_X, c, 0) - lf_dumbbell_at(y, LF_BODY_X, c, 1);
            sum += d * d;
        }
        if (sqrt(sum) < *least) {
            *least = sqrt(sum);
            best = k;
        }
    }
    return best;
}

/* How far the common centre of mass comes from the origin. */
static double path_centre(const lf_record *run)
{
    const double *mass = lf_problem_bodies(&run->outcome.problem)->mass;
    double most = 0;
    for (size_t k = 0; k < run->rows.rows; k++)
        for (size_t c = 0; c < 3; c++) {
            const double *y = lf_record_point(run, k) + 2 * (LF_BODY_X + c);
            most = fmax(most, fabs(mass[0] * y[0] + mass[1] * y[1]) / (mass[0] + mass[1]));
        }
    return most;
}

static void path_verdicts(lf_report *R, const lf_record *run)
{
    double least, centre = path_centre(run);
    size_t row = path_nearest(run, &least);
    double t = lf_record_time(run, row);
    const lf_watch *energy = &run->outcome.stats.invariant[0];
    lf_report_reference(
        R, fabs(t - 9.002) < 0.003 && fabs(least - 0.3303) < 1e-4,
        "least distance of the centres %.4f at t = %.3f, expected 0.3303 at 9.002 (the "
        "paper: at 9 units of time)",
        least, t);
    lf_report_reference(R, energy->initial > 0,
                        "the total energy %.6f is positive: the dumbbells pass and part",
                        energy->initial);
    /* 75000 steps, each with a rounding error of about 1e-16 in places of size 1 to 10 */
    lf_report_reference(
        R, centre < 1e-11,
        "the common centre of mass stays at the origin to %.0e, expected roundoff (below "
        "1e-11)",
        centre);
}

static lf_status path_draw(const lf_study *study, lf_report *R, const lf_record *run)
{
    const lf_view V = lf_view_from(-60, 30);
    const size_t rows = run->rows.rows - 1, first = rows * 8 / 15, last = rows * 10 / 15;
    const lf_mark mark[] = {
        path_mark(run, &V, 0, 0, 0.18, "t = 0"),     path_mark(run, &V, rows, 0, 0.18, "t = 15"),
        path_mark(run, &V, rows, 1, 0.28, "t = 15"), path_mark(run, &V, first, 0, 0.03, "8"),
        path_mark(run, &V, last, 0, -0.06, "10"),    path_mark(run, &V, first, 1, 0.06, "8"),
        path_mark(run, &V, last, 1, 0.02, "10")};
    lf_pen *pen = lf_pen_new();
    if (!pen)
        return lf_report_fail(R, LF_EMEMORY, NULL);
    path_verdicts(R, run);
    path_lines(R, run, &V, 0, rows, 500, pen);
    const size_t lines = pen->lines;
    path_lines(R, run, &V, first, last, 100, pen);
    const lf_panel panel[2] = {{.title = "t = 0 to 15, a picture a unit of time",
                                .square = true,
                                .bare = true,
                                .series = lines,
                                .serie = pen->line,
                                .marks = 3,
                                .mark = mark},
                               {.title = "the encounter, t = 8 to 10, a picture every 0.2",
                                .square = true,
                                .bare = true,
                                .series = pen->lines - lines,
                                .serie = pen->line + lines,
                                .marks = 4,
                                .mark = mark + 3}};
    lf_figure figure = {.title = study->title, .panels = 2, .panel = panel};
    lf_status status = lf_study_finish(study, R, &figure);
    lf_pen_free(pen);
    return status;
}

lf_status lf_study_bodies_path(const lf_study *study, lf_report *R)
{
    return lf_dumbbell_study(study, R, path_draw);
}
