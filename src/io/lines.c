/* SPDX-License-Identifier: BSD-3-Clause */
/* lines.c - rows of all trajectories, and events, as lines of numbers: one line per trajectory and
 * time, with a column that numbers the trajectories when there are several. */
#include "io/lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/paths.h"

enum { LINES_NAME = 64 };

typedef struct {
    const lf_line_format *format;
    const lf_problem *problem;
    size_t trajectories, invariants, outputs;
    void *rows, *events; /* files; no events: NULL */
    size_t shown;        /* numbers of a point */
    double *value;       /* one line */
    double *point;       /* one point, a plain vector, and behind it scratch for its quantities */
    double *work;        /* to show it */
} lines;

static size_t lines_count(const lf_invariant *list)
{
    size_t count = 0;
    while (list && list[count].name && count < LF_MAX_INVARIANTS)
        count++;
    return count;
}

/* ---- columns -------------------------------------------------------------------------------- */

/* Columns with the names of a point's components, which need memory. */
typedef struct {
    size_t count;
    lf_column *column;
    char (*name)[LINES_NAME];
} lines_columns;

static void lines_column(lines_columns *C, const char *name, const char *unit, const char *doc)
{
    C->column[C->count++] = (lf_column){name, unit, doc};
}

static void lines_time(lines_columns *C, const lf_sink_head *head, const char *doc)
{
    lines_column(C, "t", head->time_unit, doc);
    if (head->trajectories > 1)
        lines_column(C, "trajectory", "", "its number, from 1");
}

static void lines_point(lines_columns *C, const lf_sink_head *head)
{
    const lf_problem *P = head->problem;
    for (size_t i = 0; i < lf_problem_shown(P) && !lf_poll(1); i++) {
        lf_problem_column(P, lf_problem_order(P, i), C->name[i], LINES_NAME);
        lines_column(C, C->name[i], head->unit ? head->unit[i] : "",
                     lf_problem_display(P) ? "shown of the state" : "component of the state");
    }
}

static void lines_quantities(lines_columns *C, const lf_invariant *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        lines_column(C, list[i].name, "", list[i].doc);
}

static void lines_of_rows(const lines *F, const lf_sink_head *head, lines_columns *C)
{
    lines_time(C, head, "time");
    lines_point(C, head);
    lines_quantities(C, F->problem->invariants, F->invariants);
    lines_quantities(C, F->problem->outputs, F->outputs);
    lines_column(C, "defect", "", "distance from the manifold");
}

static void lines_of_events(const lf_sink_head *head, lines_columns *C)
{
    lines_time(C, head, "time of the event");
    lines_column(C, "event", "", "its number in the scenario, from 1");
    lines_column(C, "direction", "", "1 rising, -1 falling");
    lines_point(C, head);
}

/* ---- open ----------------------------------------------------------------------------------- */

void lf_lines_events_path(const char *ending, const char *path, lf_text *events)
{
    size_t length = strlen(path), more = strlen(ending);
    if (lf_path_straight(path))
        return;
    if (length > more && strcmp(path + length - more, ending) == 0)
        length -= more;
    lf_text_add(events, "%.*s.events%s", (int)length, path, ending);
}

static void lines_open_events(lines *F, const char *path, const lf_sink_head *head,
                              lines_columns *C, char *why, size_t why_size)
{
    lf_text note = {0};
    for (size_t i = 0; i < head->events; i++)
        lf_text_add(&note, "event %zu: %s\n", i + 1, head->event[i]);
    lf_text_add(&note, "%s", head->note ? head->note : "");
    C->count = 0;
    lines_of_events(head, C);
    if (note.failed)
        snprintf(why, why_size, "%.300s: out of memory", path);
    else
        F->events =
            F->format->open(path, lf_text_string(&note), C->count, C->column, why, why_size);
    lf_text_free(&note);
}

static bool lines_open_files(lines *F, const char *path, const lf_sink_head *head, char *why,
                             size_t why_size)
{
    lines_columns C = {.column =
                           calloc(F->shown + F->invariants + F->outputs + 4, sizeof *C.column),
                       .name = calloc(F->shown + 1, sizeof *C.name)};
    lf_text events = {0};
    bool whole = C.column && C.name;
    if (whole) {
        lines_of_rows(F, head, &C);
        if (head->events)
            lf_lines_events_path(F->format->ending, path, &events);
        if (events.failed)
            snprintf(why, why_size, "%.300s: out of memory", path);
        else
            F->rows = F->format->open(path, head->note, C.count, C.column, why, why_size);
        if (F->rows && events.length)
            lines_open_events(F, lf_text_string(&events), head, &C, why, why_size);
        whole = F->rows && (!events.length || F->events);
    } else {
        snprintf(why, why_size, "%.300s: out of memory", path);
    }
    lf_text_free(&events);
    free(C.column);
    free(C.name);
    return whole;
}

void *lf_lines_open(const lf_line_format *format, const char *path, const lf_sink_head *head,
                    char *why, size_t why_size)
{
    lines *F = calloc(1, sizeof *F);
    if (!F) {
        snprintf(why, why_size, "%.300s: out of memory", path);
        return NULL;
    }
    *F = (lines){.format = format,
                 .problem = head->problem,
                 .trajectories = head->trajectories ? head->trajectories : 1,
                 .shown = lf_problem_shown(head->problem),
                 .invariants = lines_count(head->problem->invariants),
                 .outputs = lines_count(head->problem->outputs)};
    const size_t room = F->problem->action->dim + F->problem->quantity_work + 1;
    F->value = calloc(F->shown + F->invariants + F->outputs + 4, sizeof *F->value);
    F->point = calloc(room, sizeof *F->point);
    F->work = calloc(lf_problem_show_work(F->problem, 1) + 1, sizeof *F->work);
    if (!F->value || !F->point || !F->work)
        snprintf(why, why_size, "%.300s: out of memory", path);
    else if (lines_open_files(F, path, head, why, why_size))
        return F;
    lf_lines_drop(F);
    return NULL;
}

/* ---- lines ---------------------------------------------------------------------------------- */

/* t and, among several, the trajectory; answers how many values that makes */
static size_t lines_begin(lines *F, double t, size_t trajectory)
{
    size_t k = 0;
    F->value[k++] = t;
    if (F->trajectories > 1)
        F->value[k++] = (double)trajectory + 1;
    return k;
}

static size_t lines_put_point(lines *F, size_t k, const lf_lanes *at, const double *y)
{
    lf_problem_show(F->problem, at, y, F->value + k, F->work);
    return k + F->shown;
}

static lf_status lines_trajectory(lines *F, const lf_row *row, size_t trajectory)
{
    const lf_problem *P = F->problem;
    const size_t n = row->n;
    size_t k = lines_begin(F, row->t, trajectory);
    for (size_t c = 0; c < P->action->dim; c++)
        F->point[c] = row->y[c * n + trajectory];
    const lf_lanes at = {1, &row->t, NULL, &trajectory, F->point + P->action->dim};
    k = lines_put_point(F, k, &at, F->point);
    for (size_t i = 0; i < F->invariants; i++)
        F->value[k++] = row->invariants[i * n + trajectory];
    for (size_t i = 0; i < F->outputs; i++)
        P->outputs[i].value(P, &at, F->point, &F->value[k++]);
    F->value[k] = row->defect[trajectory];
    return F->format->write(F->rows, F->value);
}

lf_status lf_lines_row(void *file, const lf_row *row)
{
    lines *F = file;
    lf_status status = row->n == F->trajectories ? LF_OK : LF_EINPUT;
    for (size_t i = 0; i < row->n && status == LF_OK; i++)
        status = lines_trajectory(F, row, i);
    return status;
}

lf_status lf_lines_hit(void *file, const lf_hit *hit)
{
    lines *F = file;
    if (!F->events)
        return LF_OK;
    size_t k = lines_begin(F, hit->t, hit->trajectory);
    F->value[k++] = (double)hit->event + 1;
    F->value[k++] = hit->rising ? 1 : -1;
    const lf_lanes at = {1, &hit->t, NULL, &hit->trajectory};
    lines_put_point(F, k, &at, hit->y);
    return F->format->write(F->events, F->value);
}

void lf_lines_note(void *file, const char *note)
{
    lines *F = file;
    F->format->note(F->rows, note);
    if (F->events)
        F->format->note(F->events, note);
}

static void lines_free(lines *F)
{
    free(F->value);
    free(F->point);
    free(F->work);
    free(F);
}

lf_status lf_lines_close(void *file, char *why, size_t why_size)
{
    lines *F = file;
    lf_status rows = F->format->close(F->rows, why, why_size);
    char lost[1], *sentence = rows == LF_OK ? why : lost;
    const size_t size = rows == LF_OK ? why_size : sizeof lost;
    lf_status events = F->events ? F->format->close(F->events, sentence, size) : LF_OK;
    lines_free(F);
    return rows != LF_OK ? rows : events;
}

void lf_lines_drop(void *file)
{
    lines *F = file;
    if (F->rows)
        F->format->drop(F->rows);
    if (F->events)
        F->format->drop(F->events);
    lines_free(F);
}
