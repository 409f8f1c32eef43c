/* SPDX-License-Identifier: BSD-3-Clause */
/* lee2007_trace.c - runs of the two dumbbells of Lee et al. 2007, their energies over time, and the
 * four panels that its figures 5 and 6 have in common. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "papers/lee2007.h"

/* ---- energies over time --------------------------------------------------------------------- */

double lf_dumbbell_energy(const lf_dumbbell_row *row)
{
    return row->moving + row->turning + row->potential;
}

lf_status lf_dumbbell_add(lf_dumbbell_trace *T, lf_dumbbell_row row)
{
    if (T->rows == T->room) {
        size_t room = T->room ? 2 * T->room : 1024;
        lf_dumbbell_row *grown = realloc(T->row, room * sizeof *grown);
        if (!grown)
            return LF_EMEMORY;
        T->row = grown;
        T->room = room;
    }
    T->row[T->rows++] = row;
    T->energy = fmax(T->energy, fabs(lf_dumbbell_energy(&row) - lf_dumbbell_energy(T->row)));
    T->off = fmax(T->off, row.off);
    return LF_OK;
}

void lf_dumbbell_free(lf_dumbbell_trace *T)
{
    free(T->row);
}

size_t lf_dumbbell_invariant(const lf_problem *P, const char *name)
{
    size_t k = 0;
    while (strcmp(P->invariants[k].name, name) != 0)
        k++;
    return k;
}

static lf_dumbbell_row trace_row(const lf_record *run, size_t k)
{
    const lf_problem *P = &run->outcome.problem;
    const lf_bodies *B = lf_problem_bodies(P);
    const double *y = lf_record_point(run, k), *invariant = y + run->rows.dim;
    lf_dumbbell_row row = {.t = lf_record_time(run, k)};
    for (size_t b = 0; b < 2; b++) {
        double spin = 0;
        for (size_t c = 0; c < 3; c++) {
            double p = lf_dumbbell_at(y, LF_BODY_GAMMA, c, b);
            double s = lf_dumbbell_at(y, LF_BODY_PI, c, b);
            row.moving += 0.5 * p * p / B->mass[b];
            spin += 0.5 * s * s / B->moment[2 * c + b];
        }
        row.turning += spin;
        row.second = spin;
    }
    row.potential = invariant[lf_dumbbell_invariant(P, "energy")] - row.moving - row.turning;
    row.off = invariant[lf_dumbbell_invariant(P, "orthogonality")];
    return row;
}

double lf_dumbbell_drift(const lf_record *run, const char *name)
{
    return run->outcome.stats.invariant[lf_dumbbell_invariant(&run->outcome.problem, name)]
        .max_drift;
}

lf_status lf_dumbbell_read(const lf_record *run, lf_dumbbell_trace *T)
{
    lf_status status = LF_OK;
    for (size_t k = 0; k < run->rows.rows && status == LF_OK; k++)
        status = lf_dumbbell_add(T, trace_row(run, k));
    T->steps = run->outcome.stats.steps;
    T->evaluations = run->outcome.stats.evaluations;
    T->energy = lf_dumbbell_drift(run, "energy");
    T->off = lf_dumbbell_drift(run, "orthogonality");
    return status;
}

double lf_dumbbell_gap(const lf_dumbbell_trace *T, const lf_dumbbell_trace *other, double t0,
                       double t1)
{
    double most = 0;
    for (size_t k = 0, i = 1; k < T->rows; k++) {
        const lf_dumbbell_row *row = &T->row[k];
        if (row->t < t0 || row->t > t1)
            continue;
        while (i + 1 < other->rows && other->row[i].t < row->t)
            i++;
        const lf_dumbbell_row *a = &other->row[i - 1], *b = &other->row[i];
        const double x = (row->t - a->t) / (b->t - a->t);
        most = fmax(most, fabs(a->moving + x * (b->moving - a->moving) - row->moving));
        most = fmax(most, fabs(a->turning + x * (b->turning - a->turning) - row->turning));
    }
    return most;
}

/* ---- runs ----------------------------------------------------------------------------------- */

lf_status lf_dumbbell_study(const lf_study *study, lf_report *R, lf_dumbbell_use *use)
{
    static const char *const fine[] = {"method", "lgvi",  "step",  "2e-4", "t_end",
                                       "15",     "every", "0.002", NULL};
    lf_scenario *S = lf_scenario_new();
    lf_record run = {.rows = {0}};
    lf_status status = lf_study_scenario(R, "full-body", NULL, S);
    if (status == LF_OK)
        status = lf_study_march(R, S, fine, &run);
    if (status == LF_OK)
        status = use(study, R, &run);
    lf_record_free(&run);
    lf_scenario_free(S);
    return status;
}

lf_status lf_dumbbell_run(lf_report *R, const char *const *settings, lf_dumbbell_result *result)
{
    lf_scenario *S = lf_scenario_new();
    lf_record run = {.rows = {0}};
    lf_status status = lf_study_scenario(R, "full-body", NULL, S);
    if (status == LF_OK)
        status = lf_study_march(R, S, settings, &run);
    if (status == LF_OK)
        *result = (lf_dumbbell_result){
            lf_dumbbell_drift(&run, "energy"), lf_dumbbell_drift(&run, "orthogonality"),
            run.outcome.stats.evaluations, trace_row(&run, run.rows.rows - 1)};
    lf_record_free(&run);
    lf_scenario_free(S);
    return status;
}

double lf_dumbbell_distance(const double *a, const double *b, size_t first, size_t last)
{
    double most = 0;
    for (size_t k = 2 * first; k < 2 * last; k++)
        most = fmax(most, fabs(a[k] - b[k]));
    return most;
}

void lf_dumbbell_choices(lf_report *R, bool run)
{
    lf_report_choice(R,
                     "moments of spheres whose radius is a tenth of the length, 0.000375 where the "
                     "paper prints 0.0004; x2 and v2 a third of X and V where it prints 0.33");
    if (run)
        lf_report_choice(R, "step 2e-4 and end t = 15: the paper gives neither; with them three of "
                            "its four numbers in figures 5 and 6 are met");
}

/* ---- the four panels ------------------------------------------------------------------------ */

typedef enum {
    TRACE_MOVING,
    TRACE_TURNING,
    TRACE_KINETIC,
    TRACE_POTENTIAL,
    TRACE_TOTAL,
    TRACE_OFF
} trace_value;

static double trace_pick(const lf_dumbbell_trace *T, size_t k, trace_value what)
{
    const lf_dumbbell_row *row = &T->row[k];
    switch (what) {
    case TRACE_MOVING: return row->moving;
    case TRACE_TURNING: return row->turning;
    case TRACE_KINETIC: return row->moving + row->turning;
    case TRACE_POTENTIAL: return row->potential;
    case TRACE_TOTAL: return lf_dumbbell_energy(row) - lf_dumbbell_energy(T->row);
    case TRACE_OFF: return row->off > 0 ? row->off : NAN; /* exact zeros have no logarithm */
    }
    return NAN;
}

static void trace_line(const lf_dumbbell_trace *T, const char *label, trace_value what, int colour,
                       lf_pen *pen)
{
    size_t stride = T->rows / 1500 + 1;
    bool dots = what == TRACE_OFF;
    lf_pen_line(pen, label,
                dots     ? LF_DRAW_POINTS
                : colour ? LF_DRAW_LINE
                         : LF_DRAW_GUIDE,
                colour)
        ->width = dots ? 0.5 : 1.8;
    for (size_t k = 0; k < T->rows; k += stride)
        lf_pen_to(pen, T->row[k].t, trace_pick(T, k, what));
}

lf_status lf_dumbbell_draw(const lf_study *study, lf_report *R, const lf_dumbbell_trace *T,
                           const lf_dumbbell_trace *other)
{
    static const struct {
        const char *title, *y_label, *label[2];
        trace_value what[2];
    } plan[4] = {
        {"kinetic energies", "energy", {"translation", "rotation"}, {TRACE_MOVING, TRACE_TURNING}},
        {"total energy", "E - E(0)", {NULL, NULL}, {TRACE_TOTAL, TRACE_TOTAL}},
        {"kinetic and potential energy",
         "energy",
         {"kinetic", "potential"},
         {TRACE_KINETIC, TRACE_POTENTIAL}},
        {"rotation error", "||I - R^T R||_2", {NULL, NULL}, {TRACE_OFF, TRACE_OFF}}};
    lf_panel panel[4];
    lf_pen *pen = lf_pen_new();
    if (!pen)
        return lf_report_fail(R, LF_EMEMORY, NULL);
    for (size_t p = 0; p < 4; p++) {
        size_t first = pen->lines, lines = plan[p].what[0] == plan[p].what[1] ? 1 : 2;
        bool errors = plan[p].what[0] == TRACE_OFF;
        for (size_t i = 0; i < lines && other; i++)
            trace_line(other, i ? NULL : "as in figure 5", plan[p].what[i], errors ? 8 : 0, pen);
        for (size_t i = 0; i < lines; i++)
            trace_line(T, plan[p].label[i], plan[p].what[i], (int)i + 1, pen);
        panel[p] = (lf_panel){.title = plan[p].title,
                              .x_label = "t",
                              .y_label = plan[p].y_label,
                              .log_y = errors,
                              .y_low = errors ? 1e-17 : 0,
                              .y_high = !errors ? 0
                                        : other ? 0.1
                                                : 1e-14,
                              .series = pen->lines - first,
                              .serie = &pen->line[first]};
    }
    lf_figure figure = {.title = study->title, .panels = 4, .across = 2, .panel = panel};
    lf_status status = lf_study_finish(study, R, &figure);
    lf_pen_free(pen);
    return status;
}
