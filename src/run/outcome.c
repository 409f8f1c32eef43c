/* SPDX-License-Identifier: BSD-3-Clause */
/* outcome.c - a scenario run from its start to its end, with its rows in files. */
#include "run/scenario.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run/adapt.h"
#include "run/scene.h"
#include "run/trace.h"

/* Without `every`, a file gets every step, thinned to about this many rows; with a tolerance so
 * many rows at equal distances, which cost no steps. */
enum { OUTCOME_ROWS = 2000, OUTCOME_DENSE_ROWS = 500 };

const char *lf_column_name(const lf_problem *P, size_t i, char *text)
{
    lf_problem_column(P, lf_problem_order(P, i), text, LF_WORD_SIZE);
    return text;
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

/* Time between rows: as said; else whole steps. */
double lf_scenario_every(const lf_scenario *S)
{
    double t = fabs(lf_scenario_t_end(S)), h = lf_scenario_step(S);
    if (!isnan(S->knobs.every))
        return S->knobs.every;
    if (lf_scenario_adaptive(S))
        return t > 0 ? t / OUTCOME_DENSE_ROWS : 1;
    double thin = ceil(t / h / OUTCOME_ROWS);
    return thin > 1 ? thin * h : h;
}

/* A column's unit and meaning are those of the parameter that gives its start. */
static lf_column outcome_column(const lf_model *M, const char *name)
{
    char stem[LF_WORD_SIZE];
    snprintf(stem, sizeof stem, "%.*s", (int)strcspn(name, "."), name);
    const lf_param *row = lf_param_find(M->params, stem);
    return (lf_column){name, row ? row->unit : "", "component of the state"};
}

/* Seconds, if any of the model's parameters has a unit at all. */
static const char *outcome_time_unit(const lf_model *M)
{
    for (const lf_param *row = M->params; row->name; row++)
        if (row->unit && *row->unit)
            return "s";
    return "";
}

/* What the columns of a trajectory mean; `spare` has room for a name a component. */
static size_t outcome_columns(const lf_model *M, const lf_problem *P, char (*spare)[LF_WORD_SIZE],
                              lf_column *column)
{
    size_t n = 0, invariants = lf_invariant_count(P);
    column[n++] = (lf_column){"t", outcome_time_unit(M), "time"};
    for (size_t i = 0; i < P->action->dim; i++)
        column[n++] = outcome_column(M, lf_column_name(P, i, spare[i]));
    for (size_t i = 0; i < invariants; i++)
        column[n++] = (lf_column){P->invariants[i].name, "", P->invariants[i].doc};
    for (size_t i = 0; i < lf_output_count(P); i++)
        column[n++] = (lf_column){P->outputs[i].name, "", P->outputs[i].doc};
    column[n++] = (lf_column){"defect", "", "distance from the manifold"};
    return n;
}

/* Columns of the file of events. */
static size_t outcome_event_columns(const lf_model *M, const lf_problem *P,
                                    char (*spare)[LF_WORD_SIZE], lf_column *column)
{
    size_t n = 0;
    column[n++] = (lf_column){"t", outcome_time_unit(M), "time of the event"};
    column[n++] = (lf_column){"event", "", "its number in the scenario, from 1"};
    column[n++] = (lf_column){"direction", "", "1 rising, -1 falling"};
    for (size_t i = 0; i < P->action->dim; i++)
        column[n++] = outcome_column(M, lf_column_name(P, i, spare[i]));
    return n;
}

static lf_csv *outcome_csv(lf_scenario *S, const lf_problem *P, bool events, const char *path)
{
    char why[LF_WHY_SIZE] = "out of memory";
    size_t dim = P->action->dim;
    lf_column *column = calloc(dim + 2 * LF_MAX_INVARIANTS + 3, sizeof *column);
    char(*spare)[LF_WORD_SIZE] = calloc(dim, sizeof *spare);
    lf_csv *file = NULL;
    lf_text note = {0};
    if (column && spare) {
        size_t n = events ? outcome_event_columns(S->model, P, spare, column)
                          : outcome_columns(S->model, P, spare, column);
        for (size_t i = 0; events && i < S->events; i++)
            lf_text_add(&note, "event %zu: %s\n", i + 1,
                        *S->event[i].name ? S->event[i].name : S->event[i].expression);
        lf_text_add(&note, "scenario:\n");
        lf_scenario_write(S, &note);
        file = lf_csv_open(path, lf_text_string(&note), n, column, why, sizeof why);
    }
    lf_text_free(&note);
    free(spare);
    free(column);
    if (!file)
        lf_scenario_fail(S, LF_EIO, NULL, "%s", why);
    return file;
}

/* The file of events beside the rows: run.csv and run.events.csv. */
static void outcome_events_path(const lf_scenario *S, char *path)
{
    size_t length = strlen(S->out);
    if (length > 4 && strcmp(S->out + length - 4, ".csv") == 0)
        length -= 4;
    snprintf(path, LF_PATH_SIZE + 16, "%.*s.events.csv", (int)length, S->out);
}

static lf_status outcome_many(lf_scenario *S, const lf_options *opt)
{
    double time = fabs(opt->t1);
    if (!lf_scenario_adaptive(S) && time / opt->h > 1e15)
        return lf_scenario_fail(
            S, LF_EINPUT, lf_scenario_place(S, "step"),
            "step %g is too small for t_end %g: that makes more than 1e15 steps", opt->h, opt->t1);
    if (opt->every > 0 && time / opt->every > 1e9)
        return lf_scenario_fail(S, LF_EINPUT, lf_scenario_place(S, "every"),
                                "every %g is too small for t_end %g: that makes more than 1e9 rows",
                                opt->every, opt->t1);
    return LF_OK;
}

static lf_options outcome_options(lf_scenario *S, bool rows, lf_progress progress,
                                  const lf_adapt *adapt, const lf_lookout *lookout)
{
    lf_options opt = lf_options_default();
    opt.t1 = lf_scenario_t_end(S);
    opt.h = lf_scenario_adaptive(S) ? adapt->first : opt.t1 == 0 ? 1 : lf_scenario_step(S);
    opt.every = rows ? lf_scenario_every(S) : 0;
    opt.watch = 1;
    opt.project = S->knobs.project == 1;
    opt.tick = progress.tick;
    opt.tick_ctx = progress.ctx;
    opt.tolerance = adapt->tolerance;
    opt.events = lookout->event;
    opt.event_count = lookout->count;
    return opt;
}

lf_status lf_scenario_march(lf_scenario *S, const lf_method *M, const lf_sink *sink,
                            lf_progress progress, lf_outcome *R)
{
    lf_adapt adapt;
    lf_lookout lookout;
    lf_catch caught = {.S = S, .R = R, .next = sink};
    lf_status status = lf_adapt_make(S, &R->problem, &adapt);
    if (status == LF_OK)
        status = lf_lookout_make(S, &R->problem, &lookout);
    if (status != LF_OK)
        return R->status = status;
    lf_sink all = lf_catch_sink(&caught);
    const lf_options opt = outcome_options(S, sink != NULL, progress, &adapt, &lookout);
    status = outcome_many(S, &opt);
    if (status != LF_OK)
        return R->status = status;
    snprintf(R->method, sizeof R->method, "%s", M->name);
    R->started = true;
    double before = lf_clock();
    R->status = lf_solve(&R->problem, M, &opt, 1, R->y, &all, &R->stats);
    R->seconds = lf_clock() - before;
    if (R->status < 0)
        lf_scenario_fail(S, R->status, NULL, "%s",
                         *R->stats.message ? R->stats.message : lf_status_text(R->status));
    return R->status;
}

lf_status lf_scenario_prepare(lf_scenario *S, lf_outcome *R, lf_method *M)
{
    *R = (lf_outcome){0};
    R->y = lf_scenario_room(S, lf_scenario_dim(S));
    if (!R->y)
        return R->status = LF_EMEMORY;
    lf_status status = lf_scenario_build(S, &R->problem, R->y);
    if (status != LF_OK)
        return R->status = status;
    R->dim = R->problem.action->dim;
    return R->status = lf_scenario_method(S, &R->problem, M);
}

/* The file's own failure says more than the status that came back through the march. */
static void outcome_close(lf_scenario *S, lf_csv *file, lf_outcome *R)
{
    char why[LF_WHY_SIZE] = "";
    if (lf_csv_close(file, why, sizeof why) != LF_OK) {
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

static void outcome_draw(lf_scenario *S, const lf_memory *rows, const lf_recorder *steps,
                         lf_outcome *R)
{
    char why[LF_WHY_SIZE] = "";
    if (rows->rows == 0)
        return;
    lf_status status = lf_trace_plot(S, &R->problem, rows, steps, S->plot, why, sizeof why);
    outcome_figure_failed(S, status, why, R);
}

static void outcome_animate(lf_scenario *S, const lf_memory *rows, lf_outcome *R)
{
    char why[LF_WHY_SIZE] = "";
    lf_status status = lf_scene_animate(S, &R->problem, rows, S->animate, why, sizeof why);
    outcome_figure_failed(S, status, why, R);
}

/* The files of a run while it lasts. */
typedef struct {
    lf_csv *rows, *events;
    lf_memory memory; /* for figures */
    lf_tee tee;
} outcome_files;

static lf_status outcome_files_open(lf_scenario *S, const lf_problem *P, const lf_sink *sink,
                                    outcome_files *F)
{
    char path[LF_PATH_SIZE + 16];
    *F = (outcome_files){.memory = {.dim = P->action->dim, .invariants = lf_invariant_count(P)}};
    F->rows = *S->out ? outcome_csv(S, P, false, S->out) : NULL;
    if (*S->out && !F->rows)
        return LF_EIO;
    if (F->rows)
        F->tee.sink[F->tee.count++] = lf_csv_sink(F->rows, P);
    if (F->rows && S->events && strcmp(S->out, "-") != 0) {
        outcome_events_path(S, path);
        F->events = outcome_csv(S, P, true, path);
        if (!F->events)
            return LF_EIO;
        F->tee.sink[F->tee.count++] = lf_csv_hits(F->events, P);
    }
    if (*S->plot || *S->animate)
        F->tee.sink[F->tee.count++] = lf_memory_sink(&F->memory);
    if (sink)
        F->tee.sink[F->tee.count++] = *sink;
    return LF_OK;
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

lf_status lf_scenario_run(lf_scenario *S, const lf_sink *sink, lf_progress progress, lf_outcome *R)
{
    lf_method method;
    outcome_files files;
    lf_adapt adapt;
    lf_lookout lookout;
    lf_status status = lf_scenario_prepare(S, R, &method);
    /* what is wrong is said before any file is touched */
    if (status == LF_OK)
        status = lf_adapt_make(S, &R->problem, &adapt);
    if (status == LF_OK)
        status = lf_lookout_make(S, &R->problem, &lookout);
    if (status == LF_OK && *S->animate)
        status = lf_scene_check(S);
    if (status == LF_OK)
        status = outcome_room(S, &R->problem);
    if (status != LF_OK)
        return R->status = status;
    R->status = outcome_files_open(S, &R->problem, sink, &files);
    lf_sink all = lf_tee_sink(&files.tee);
    lf_recorder recorder;
    const lf_method *marched = *S->plot ? lf_recorder_method(&recorder, &method) : &method;
    if (R->status == LF_OK)
        lf_scenario_march(S, marched, files.tee.count ? &all : NULL, progress, R);
    outcome_close(S, files.rows, R);
    outcome_close(S, files.events, R);
    if (*S->plot && R->started)
        outcome_draw(S, &files.memory, &recorder, R);
    if (*S->animate && R->started && R->status >= 0)
        outcome_animate(S, &files.memory, R);
    if (*S->plot)
        lf_recorder_free(&recorder);
    lf_memory_free(&files.memory);
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
    return looks_like_file ? lf_scenario_read(S, model_or_file)
                           : lf_scenario_set_model(S, model_or_file, NULL);
}
