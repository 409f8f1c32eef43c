/* SPDX-License-Identifier: BSD-3-Clause */
/* outcome.c - a scenario run from its start to its end, with its rows in files. */
#include "run/scenario.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/lines.h"
#include "run/plan.h"
#include "run/sheet.h"
#include "run/trace.h"

const char *lf_column_name(const lf_problem *P, size_t i, char *text)
{
    lf_problem_column(P, lf_problem_order(P, i), text, LF_WORD_SIZE);
    return text;
}

const double *lf_outcome_show(const lf_outcome *R, double t, const double *y)
{
    const lf_lanes one = {.n = 1, .t = &t};
    lf_problem_show(&R->problem, &one, y, R->shown, R->shown + lf_problem_shown(&R->problem));
    return R->shown;
}

size_t lf_invariant_count(const lf_problem *P)
{
    size_t count = 0;
    while (P->invariants && P->invariants[count].name && count < LF_MAX_INVARIANTS)
        count++;
    return count;
}

size_t lf_output_count(const lf_problem *P)
{
    size_t count = 0;
    while (P->outputs && P->outputs[count].name && count < LF_MAX_INVARIANTS)
        count++;
    return count;
}

/* The file that the scenario's `out` asks for. */
static lf_status outcome_open(lf_scenario *S, const lf_problem *P, lf_sink_file *file)
{
    char why[LF_WHY_SIZE] = "out of memory";
    const char *event[LF_MAX_RULES];
    const size_t shown = lf_problem_shown(P);
    const char **unit = calloc(shown + 1, sizeof *unit);
    lf_status status = LF_EMEMORY;
    lf_text note = {0};
    if (unit) {
        for (size_t i = 0; i < shown && !lf_poll(1); i++)
            unit[i] = lf_column_unit(S->model, P, i);
        for (size_t i = 0; i < S->events; i++)
            event[i] = *S->event[i].name ? S->event[i].name : S->event[i].expression;
        lf_text_add(&note, "scenario: ");
        lf_scenario_write_line(S, &note);
        const lf_sink_head head = {.problem = P,
                                   .trajectories = 1,
                                   .note = lf_text_string(&note),
                                   .time_unit = lf_time_unit(S->model),
                                   .unit = unit,
                                   .events = S->events,
                                   .event = event};
        if (!note.failed)
            status = lf_sink_file_open(file, S->out, &head, why, sizeof why);
    }
    lf_text_free(&note);
    free(unit);
    return status == LF_OK ? LF_OK : lf_scenario_fail(S, status, NULL, "%s", why);
}

/* Has it anything to show? One that ended before its first step leaves older files alone. */
static bool outcome_began(const lf_outcome *R)
{
    return R->status == LF_OK || R->status == LF_EVENT || R->stats.steps > 0;
}

/* How the run ended, for the last line of its file. */
static void outcome_end(lf_sink_file *file, const lf_outcome *R)
{
    char words[LF_WHY_SIZE + 64], t[32];
    const char *how = R->status == LF_OK || R->stats.arrived ? "complete"
                      : R->status == LF_STOPPED              ? "stopped"
                      : R->status > 0                        ? "ended early"
                                                             : "failed";
    lf_number_text(R->stats.t, t);
    const bool told = R->status != LF_OK && *R->stats.message;
    snprintf(words, sizeof words, "end: %s at t = %s, %zu steps%s%s", how, t, R->stats.steps,
             told ? ": " : "", told ? R->stats.message : "");
    lf_sink_file_note(file, words);
}

/* The file's own failure says more than the status that came back through the march. */
static void outcome_close(lf_scenario *S, lf_sink_file *file, lf_outcome *R)
{
    char why[LF_WHY_SIZE] = "";
    if (!outcome_began(R)) {
        lf_sink_file_drop(file);
        return;
    }
    outcome_end(file, R);
    if (lf_sink_file_close(file, why, sizeof why) != LF_OK) {
        R->status = LF_EIO;
        lf_scenario_fail(S, LF_EIO, NULL, "%s", why);
        snprintf(R->stats.message, sizeof R->stats.message, "%.230s", why);
    }
}

static void outcome_figure_failed(lf_scenario *S, lf_status status, const char *why, lf_outcome *R)
{
    if (status == LF_OK)
        return;
    lf_scenario_fail(S, status, NULL, "%s", why);
    if (R->status >= 0) {
        R->status = status;
        snprintf(R->stats.message, sizeof R->stats.message, "%.230s", why);
    }
}

static void outcome_draw(lf_scenario *S, const lf_rows *rows, const lf_steps *steps, lf_outcome *R)
{
    char why[LF_WHY_SIZE] = "";
    if (rows->rows == 0)
        return;
    lf_status status = lf_trace_plot(S, &R->problem, rows, steps, S->plot, why, sizeof why);
    outcome_figure_failed(S, status, why, R);
}

/* Are its points functions on a grid, which move as lines or images? */
static bool outcome_on_grid(const lf_problem *P)
{
    const lf_display *display = lf_problem_display(P);
    return display && display->domain;
}

/* No more frames of them are made ready than are drawn. */
static lf_status outcome_film(const lf_scenario *S, const lf_rows *rows, const lf_outcome *R,
                              char *why, size_t why_size)
{
    enum { MOST = 240 };
    double *memory;
    const lf_film film =
        lf_film_of_rows(&R->problem, rows, 0, (rows->rows + MOST - 1) / MOST, &memory);
    const lf_status status = memory ? lf_film_animate(&film, S->model->name, lf_time_unit(S->model),
                                                      S->animate, why, why_size)
                                    : LF_EMEMORY;
    free(memory);
    return status;
}

static void outcome_animate(lf_scenario *S, const lf_rows *rows, lf_outcome *R)
{
    char why[LF_WHY_SIZE] = "out of memory";
    if (outcome_on_grid(&R->problem)) {
        outcome_figure_failed(S, outcome_film(S, rows, R, why, sizeof why), why, R);
        return;
    }
    const lf_track track = {rows->rows, rows->width, rows->value};
    lf_scene scene;
    lf_status status = lf_scene_open(&scene, S->model, S->self, 0, lf_scenario_t_end(S));
    if (status == LF_OK)
        status = lf_scene_animate(&scene, &track, S->animate, why, sizeof why);
    lf_scene_close(&scene);
    outcome_figure_failed(S, status, why, R);
}

/* Where the rows of a run go while it lasts. */
typedef struct {
    lf_sink_file file;
    lf_rows rows; /* for figures */
    lf_tee tee;
} outcome_sinks;

/* What a file is opened for; the header of one with a million columns takes seconds. */
typedef struct {
    lf_scenario *S;
    const lf_problem *P;
    lf_sink_file *file;
} outcome_opening;

static lf_status outcome_open_now(void *ctx)
{
    const outcome_opening *O = ctx;
    return outcome_open(O->S, O->P, O->file);
}

static lf_status outcome_sinks_open(lf_scenario *S, const lf_problem *P, const lf_sink *sink,
                                    lf_progress progress, outcome_sinks *F)
{
    *F = (outcome_sinks){.rows = {.dim = P->action->dim, .invariants = lf_invariant_count(P)}};
    outcome_opening opening = {S, P, &F->file};
    lf_status status =
        *S->out ? lf_poll_during(progress.tick, progress.ctx, outcome_open_now, &opening) : LF_OK;
    if (status != LF_OK)
        return status;
    if (*S->out)
        status = lf_tee_add(&F->tee, lf_sink_file_sink(&F->file));
    if (status == LF_OK && (*S->plot || *S->animate))
        status = lf_tee_add(&F->tee, lf_rows_sink(&F->rows));
    if (status == LF_OK && sink)
        status = lf_tee_add(&F->tee, *sink);
    return status == LF_OK ? LF_OK
                           : lf_scenario_fail(S, status, NULL, "%s", lf_status_text(status));
}

/* No file is written twice or over what is read, and each can be made where it is to be. */
static lf_status outcome_paths(lf_scenario *S)
{
    char why[LF_WHY_SIZE] = "";
    lf_text events = {0};
    const lf_sink_kind *kind =
        *S->out && S->events ? lf_sink_kind_find(S->out, why, sizeof why) : NULL;
    if (kind)
        lf_lines_events_path(kind->ending, S->out, &events);
    const lf_path_use use[] = {
        {"the scenario", S->source, true}, {"out", S->out, false},
        {"result", S->result, false},      {"the file of events", lf_text_string(&events), false},
        {"plot", S->plot, false},          {"animate", S->animate, false}};
    lf_status status = LF_EMEMORY;
    if (events.failed)
        snprintf(why, sizeof why, "%s", lf_status_text(status));
    else
        status = lf_paths_check(sizeof use / sizeof *use, use, why, sizeof why);
    lf_text_free(&events);
    return status == LF_OK ? LF_OK : lf_scenario_fail(S, status, NULL, "%s", why);
}

/* A figure is drawn from rows in memory: not from more than two gigabytes of them. */
static lf_status outcome_room(lf_scenario *S, const lf_problem *P)
{
    double rows = fabs(lf_scenario_t_end(S)) / lf_scenario_every(S) + 2;
    if ((!*S->plot && !*S->animate) || rows * (double)P->action->dim < 2.5e8)
        return LF_OK;
    return lf_scenario_fail(S, LF_EINPUT, lf_scenario_place(S, "every"),
                            "a figure of %.0f rows with %zu columns needs too much memory: let "
                            "'every' be larger",
                            rows, P->action->dim);
}

/* March with files open, then draw. */
static void outcome_march(lf_scenario *S, const lf_run_plan *plan, outcome_sinks *F,
                          lf_progress progress, lf_outcome *R)
{
    lf_steps steps = {0};
    lf_sink all = lf_tee_sink(&F->tee);
    lf_run_plan_march(S, plan, F->tee.count ? &all : NULL, *S->plot ? &steps : NULL, progress, R);
    outcome_close(S, &F->file, R);
    /* a motion that breaks down is worth a look, one that memory or a disk cut off is not */
    if (*S->plot && outcome_began(R) && R->status != LF_EMEMORY && R->status != LF_EIO)
        outcome_draw(S, &F->rows, &steps, R);
    if (*S->animate && R->status >= 0)
        outcome_animate(S, &F->rows, R);
    lf_steps_free(&steps);
    if (*S->result && R->status >= 0 && lf_scenario_write_result(S, R) != LF_OK)
        R->status = LF_EIO;
}

lf_status lf_scenario_run(lf_scenario *S, const lf_sink *sink, lf_progress progress, lf_outcome *R)
{
    lf_run_plan plan;
    outcome_sinks sinks;
    const bool rows = sink || *S->out || *S->plot || *S->animate;
    lf_status status = lf_run_plan_make(S, rows, R, &plan);
    /* what is wrong is said before any file is touched */
    if (status == LF_OK)
        status = lf_scenario_check_idle(S, &plan.method);
    if (status == LF_OK && *S->animate && !outcome_on_grid(&R->problem))
        status = lf_scene_check(S->model, S->self, S->why, sizeof S->why);
    if (status == LF_OK)
        status = outcome_room(S, &R->problem);
    if (status == LF_OK)
        status = lf_scenario_check_result(S);
    if (status == LF_OK)
        status = outcome_paths(S);
    if (status != LF_OK)
        return R->status = status;
    R->status = outcome_sinks_open(S, &R->problem, sink, progress, &sinks);
    if (R->status == LF_OK)
        outcome_march(S, &plan, &sinks, progress, R);
    else
        lf_sink_file_drop(&sinks.file);
    lf_tee_free(&sinks.tee);
    lf_rows_free(&sinks.rows);
    return R->status;
}

lf_status lf_scenario_open(lf_scenario *S, const char *model_or_file)
{
    const char *dot = strrchr(model_or_file, '.');
    bool looks_like_file = strchr(model_or_file, '/') ||
                           (dot && (strcmp(dot, ".yaml") == 0 || strcmp(dot, ".yml") == 0 ||
                                    strcmp(dot, ".json") == 0));
    if (!S)
        return LF_EMEMORY;
    lf_scenario_clear(S);
    if (dot && (strcmp(dot, ".csv") == 0 || strcmp(dot, ".jsonl") == 0))
        return lf_scenario_read_data(S, model_or_file);
    return looks_like_file ? lf_scenario_read(S, model_or_file)
                           : lf_scenario_set_model(S, model_or_file, NULL);
}
