/* SPDX-License-Identifier: BSD-3-Clause */
/* outcome.c - a scenario run from its start to its end, with its rows in files. */
#include "run/scenario.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run/trace.h"

/* Without `every`, a file gets every step, thinned to about this many rows. */
enum { OUTCOME_ROWS = 2000 };

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

/* Time between rows: as said; else whole steps. */
double lf_scenario_every(const lf_scenario *S)
{
    double t = fabs(lf_scenario_t_end(S)), h = lf_scenario_step(S);
    if (!isnan(S->knobs.every))
        return S->knobs.every;
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
    column[n++] = (lf_column){"defect", "", "distance from the manifold"};
    return n;
}

static lf_csv *outcome_csv(lf_scenario *S, const lf_problem *P)
{
    char why[LF_WHY_SIZE] = "out of memory";
    size_t dim = P->action->dim;
    lf_column *column = calloc(dim + LF_MAX_INVARIANTS + 2, sizeof *column);
    char(*spare)[LF_WORD_SIZE] = calloc(dim, sizeof *spare);
    lf_csv *file = NULL;
    lf_text note = {0};
    if (column && spare) {
        size_t n = outcome_columns(S->model, P, spare, column);
        lf_text_add(&note, "scenario:\n");
        lf_scenario_write(S, &note);
        file = lf_csv_open(S->out, lf_text_string(&note), n, column, why, sizeof why);
    }
    lf_text_free(&note);
    free(spare);
    free(column);
    if (!file)
        lf_scenario_fail(S, LF_EIO, NULL, "%s", why);
    return file;
}

static lf_status outcome_options(lf_scenario *S, bool rows, lf_progress progress, lf_options *opt)
{
    double t_end = lf_scenario_t_end(S), h = lf_scenario_step(S);
    *opt = lf_options_default();
    opt->t0 = 0;
    opt->t1 = t_end;
    opt->h = t_end == 0 ? 1 : h;
    opt->every = rows ? lf_scenario_every(S) : 0;
    opt->watch = 1;
    opt->tick = progress.tick;
    opt->tick_ctx = progress.ctx;
    if (fabs(t_end) / opt->h > 1e15)
        return lf_scenario_fail(
            S, LF_EINPUT, lf_scenario_place(S, "step"),
            "step %g is too small for t_end %g: that makes more than 1e15 steps", h, t_end);
    if (rows && fabs(t_end) / opt->every > 1e9)
        return lf_scenario_fail(S, LF_EINPUT, lf_scenario_place(S, "every"),
                                "every %g is too small for t_end %g: that makes more than 1e9 rows",
                                opt->every, t_end);
    return LF_OK;
}

lf_status lf_scenario_march(lf_scenario *S, const lf_method *M, const lf_sink *sink,
                            lf_progress progress, lf_outcome *R)
{
    lf_options opt;
    lf_status status = outcome_options(S, sink != NULL, progress, &opt);
    if (status != LF_OK)
        return R->status = status;
    snprintf(R->method, sizeof R->method, "%s", M->name);
    R->started = true;
    double before = lf_clock();
    R->status = lf_solve(&R->problem, M, &opt, 1, R->y, sink, &R->stats);
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

static void outcome_draw(lf_scenario *S, const lf_memory *rows, lf_outcome *R)
{
    char why[LF_WHY_SIZE] = "";
    if (rows->rows == 0)
        return;
    lf_status status = lf_trace_plot(S, &R->problem, rows, S->plot, why, sizeof why);
    if (status == LF_OK)
        return;
    lf_scenario_fail(S, status, NULL, "%s", why);
    if (R->status >= 0) {
        R->status = status;
        snprintf(R->stats.message, sizeof R->stats.message, "%.230s", why);
    }
}

lf_status lf_scenario_run(lf_scenario *S, const lf_sink *sink, lf_progress progress, lf_outcome *R)
{
    lf_method method;
    lf_status status = lf_scenario_prepare(S, R, &method);
    if (status != LF_OK)
        return status;
    lf_tee tee = {0};
    lf_memory rows = {.dim = R->dim, .invariants = lf_invariant_count(&R->problem)};
    lf_csv *file = *S->out ? outcome_csv(S, &R->problem) : NULL;
    if (*S->out && !file)
        return R->status = LF_EIO;
    if (file)
        tee.sink[tee.count++] = lf_csv_sink(file, &R->problem);
    if (*S->plot)
        tee.sink[tee.count++] = lf_memory_sink(&rows);
    if (sink)
        tee.sink[tee.count++] = *sink;
    lf_sink all = lf_tee_sink(&tee);
    lf_scenario_march(S, &method, tee.count ? &all : NULL, progress, R);
    outcome_close(S, file, R);
    if (*S->plot)
        outcome_draw(S, &rows, R);
    lf_memory_free(&rows);
    return R->status;
}

lf_status lf_scenario_open(lf_scenario *S, const char *model_or_file)
{
    const char *dot = strrchr(model_or_file, '.');
    bool looks_like_file = strchr(model_or_file, '/') ||
                           (dot && (strcmp(dot, ".yaml") == 0 || strcmp(dot, ".yml") == 0 ||
                                    strcmp(dot, ".json") == 0));
    lf_scenario_clear(S);
    return looks_like_file ? lf_scenario_read(S, model_or_file)
                           : lf_scenario_set_model(S, model_or_file, NULL);
}

void lf_outcome_json(const lf_scenario *S, const lf_outcome *R, lf_json *out)
{
    char spare[LF_WORD_SIZE];
    const lf_problem *P = &R->problem;
    lf_json_begin(out, NULL, '{');
    lf_json_string(out, "model", S->model->name);
    lf_json_string(out, "method", R->method);
    lf_json_number(out, "t", R->stats.t);
    lf_json_begin(out, "columns", '[');
    for (size_t i = 0; i < R->dim; i++)
        lf_json_string(out, NULL, lf_column_name(P, i, spare));
    lf_json_end(out, ']');
    lf_json_begin(out, "y", '[');
    for (size_t i = 0; i < R->dim; i++)
        lf_json_number(out, NULL, R->y[lf_problem_order(P, i)]);
    lf_json_end(out, ']');
    lf_json_count(out, "steps", R->stats.steps);
    lf_json_count(out, "evaluations", R->stats.evaluations);
    lf_json_number(out, "seconds", R->seconds);
    lf_json_begin(out, "invariants", '{');
    for (size_t i = 0; i < R->stats.invariants; i++) {
        lf_json_begin(out, P->invariants[i].name, '{');
        lf_json_number(out, "initial", R->stats.invariant[i].initial);
        lf_json_number(out, "final", R->stats.invariant[i].final);
        lf_json_number(out, "max_drift", R->stats.invariant[i].max_drift);
        lf_json_end(out, '}');
    }
    lf_json_end(out, '}');
    lf_json_number(out, "defect", R->stats.defect);
    if (R->status != LF_OK) {
        lf_json_string(out, "status", lf_status_text(R->status));
        lf_json_string(out, "message", *R->stats.message ? R->stats.message : S->why);
    }
    lf_json_end(out, '}');
}
