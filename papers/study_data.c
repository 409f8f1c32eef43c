/* SPDX-License-Identifier: BSD-3-Clause */
/* study_data.c - the data of a figure: its lines, in space where they are, and the scenarios they
 * come from. */
#include "papers/study.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A point of a pen that was seen in space, found by its place in the pen. */
typedef struct {
    const double *pen;
    double at[3];
} study_point;

struct lf_study_notes {
    lf_text scenarios; /* one line each */
    size_t count;      /* of them */
    study_point *point;
    size_t points, capacity;
    bool failed; /* memory is out */
};

lf_study_notes *lf_study_notes_new(void)
{
    return calloc(1, sizeof(lf_study_notes));
}

void lf_study_notes_free(lf_study_notes *N)
{
    if (!N)
        return;
    lf_text_free(&N->scenarios);
    free(N->point);
    free(N);
}

/* ---- scenarios ------------------------------------------------------------------------------ */

void lf_study_remember(lf_report *R, const lf_scenario *S, const char *words)
{
    lf_study_notes *N = R->notes;
    lf_text line = {0};
    if (!N || !S || !lf_scenario_model(S))
        return;
    lf_text_add(&line, "%s%s: ", words ? ", " : "", words ? words : "");
    lf_scenario_write_line(S, &line);
    lf_text_add(&line, "\n");
    if (!strstr(lf_text_string(&N->scenarios), lf_text_string(&line)))
        lf_text_add(&N->scenarios, "scenario %zu%s", ++N->count, lf_text_string(&line));
    lf_text_part_free(&line, &N->scenarios);
}

/* ---- points in space ------------------------------------------------------------------------ */

static void study_keep(lf_study_notes *N, const double *pen, const double *at)
{
    if (N->points == N->capacity) {
        const size_t capacity = N->capacity ? 2 * N->capacity : 1024;
        study_point *grown = realloc(N->point, capacity * sizeof *grown);
        if (!grown) {
            N->failed = true;
            return;
        }
        N->point = grown;
        N->capacity = capacity;
    }
    N->point[N->points++] = (study_point){pen, {at[0], at[1], at[2]}};
}

void lf_study_to(lf_report *R, const lf_view *V, bool sphere, lf_pen *pen, const double *point)
{
    double x, y;
    const bool seen = lf_view_project(V, point, &x, &y) || !sphere;
    if (R->notes && pen->points < LF_PEN_POINTS)
        study_keep(R->notes, pen->x + pen->points, point);
    lf_pen_to(pen, seen ? x : NAN, seen ? y : NAN);
}

static int study_by_pen(const void *a, const void *b)
{
    const uintptr_t i = (uintptr_t)((const study_point *)a)->pen;
    const uintptr_t j = (uintptr_t)((const study_point *)b)->pen;
    return (i > j) - (i < j);
}

/* Where the point at this place of a pen is in space; NULL for one of the plane. */
static const double *study_at(const lf_study_notes *N, const double *pen)
{
    const study_point key = {.pen = pen};
    const study_point *found =
        N && N->points ? bsearch(&key, N->point, N->points, sizeof key, study_by_pen) : NULL;
    return found ? found->at : NULL;
}

static bool study_in_space(const lf_study_notes *N, const lf_series *S)
{
    for (size_t k = 0; k < S->count; k++)
        if (study_at(N, S->x + k))
            return true;
    return false;
}

/* ---- files ---------------------------------------------------------------------------------- */

/* Names of panels and lines for the head of the data. */
static void study_note(const lf_study *study, const lf_figure *F, lf_text *note)
{
    lf_text_add(note, "figure %s: %s\n", study->id, study->title);
    for (size_t p = 0; p < F->panels; p++) {
        const lf_panel *P = &F->panel[p];
        lf_text_add(note, "panel %zu%s%s", p + 1, P->title ? ": " : "", P->title ? P->title : "");
        if (P->image)
            lf_text_add(note, "; an image, which a scenario at the end of this file makes again");
        for (size_t i = 0; i < P->series; i++)
            if (P->serie[i].label && *P->serie[i].label)
                lf_text_add(note, "; line %zu: %s", i + 1, P->serie[i].label);
        lf_text_add(note, "\n");
    }
}

/* A panel with lines in space has others, such as the grid of a sphere, that are no data. */
static void study_panel(const lf_study_notes *N, const lf_panel *P, double number, bool space,
                        lf_csv *file)
{
    bool deep = false;
    for (size_t i = 0; i < P->series && space && !deep; i++)
        deep = study_in_space(N, &P->serie[i]);
    for (size_t i = 0; i < P->series; i++) {
        const lf_series *S = &P->serie[i];
        if (deep && !study_in_space(N, S))
            continue;
        for (size_t k = 0; k < S->count; k++) {
            const double *at = study_at(N, S->x + k);
            const double row[] = {number, (double)i + 1, at ? at[0] : S->x[k], at ? at[1] : S->y[k],
                                  at ? at[2] : NAN};
            lf_csv_row(file, row);
        }
    }
}

static lf_status study_rows(lf_report *R, const lf_figure *F, const char *path, const char *note)
{
    static const lf_column plane[] = {{"panel", "", "number of the panel"},
                                      {"line", "", "number of the line in its panel"},
                                      {"x", "", "horizontal coordinate"},
                                      {"y", "", "vertical coordinate"}};
    static const lf_column deep[] = {
        {"panel", "", "number of the panel"},
        {"line", "", "number of the line in its panel"},
        {"x", "", "first coordinate in space, or the horizontal one of a panel in the plane"},
        {"y", "", "second coordinate in space, or the vertical one"},
        {"z", "", "third coordinate in space; nan in the plane"}};
    const lf_study_notes *N = R->notes;
    const bool space = N && N->points;
    lf_csv *file =
        lf_csv_open(path, note, space ? 5 : 4, space ? deep : plane, R->why, sizeof R->why);
    if (!file)
        return LF_EIO;
    for (size_t p = 0; p < F->panels; p++)
        study_panel(N, &F->panel[p], (double)p + 1, space, file);
    if (N)
        lf_csv_note(file, lf_text_string(&N->scenarios));
    return lf_csv_close(file, R->why, sizeof R->why);
}

lf_status lf_study_finish(const lf_study *study, lf_report *R, const lf_figure *F)
{
    char path[LF_PATH_SIZE];
    lf_text note = {0};
    lf_study_notes *N = R->notes;
    lf_study_path(study, R->directory, ".csv", path);
    study_note(study, F, &note);
    lf_status status = LF_EMEMORY;
    if (note.failed || (N && (N->failed || N->scenarios.failed))) {
        lf_report_fail(R, status, NULL);
    } else {
        if (N && N->points)
            qsort(N->point, N->points, sizeof *N->point, study_by_pen);
        status = study_rows(R, F, path, lf_text_string(&note));
    }
    lf_text_free(&note);
    return status == LF_OK ? lf_study_draw(study, R, F) : status;
}
