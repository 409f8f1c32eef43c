/* SPDX-License-Identifier: BSD-3-Clause */
/* scenario.c - what to run: a model with its parameters, a method, a time and a step. */
#include "run/scenario.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define KNOB(member, type, unit, choices, low, high, open, doc)                               \
    {                                                                                         \
#member, type, 1, offsetof(lf_knobs, member), unit, "", choices, low, high, open, doc \
    }

const lf_param lf_knob_rows[] = {
    KNOB(step, LF_REAL, "time", NULL, 0, INFINITY, 1, "step size"),
    KNOB(steps, LF_REAL, "", NULL, 1, 1e15, 0, "number of steps, in place of their size"),
    KNOB(t_end, LF_REAL, "time", NULL, -INFINITY, INFINITY, 0, "end of the run; it starts at 0"),
    KNOB(every, LF_REAL, "time", NULL, 0, INFINITY, 1, "time between rows of output"),
    KNOB(map, LF_CHOICE, "", "exp|cayley|second-kind", 0, 0, 0, "coordinates (RKMK methods, lgvi)"),
    KNOB(dexpinv, LF_CHOICE, "", "exact|truncated", 0, 0, 0,
         "inverse differential of exp (RKMK methods)"),
    KNOB(solver, LF_CHOICE, "", "newton|fixed-point", 0, 0, 0,
         "how implicit methods find their stages"),
    KNOB(free_rotation, LF_CHOICE, "", "dmv|dmv4|exact", 0, 0, 0,
         "how variational integrators turn a free body"),
    KNOB(atol, LF_REAL, "", NULL, 0, INFINITY, 0, "absolute tolerance that the steps follow"),
    KNOB(rtol, LF_REAL, "", NULL, 0, INFINITY, 0, "relative tolerance that the steps follow"),
    KNOB(max_step, LF_REAL, "time", NULL, 0, INFINITY, 1, "largest step with a tolerance"),
    KNOB(first_step, LF_REAL, "time", NULL, 0, INFINITY, 1, "first step with a tolerance"),
    KNOB(control, LF_CHOICE, "", "pi|elementary", 0, 0, 0, "how steps follow the error"),
    KNOB(project, LF_CHOICE, "", "false|true", 0, 0, 0,
         "put classical methods back on the manifold after every step"),
    LF_PARAM_END};
_Static_assert(sizeof lf_knob_rows / sizeof *lf_knob_rows == LF_PLACES, "a place for every knob");

const char *const lf_scenario_keys[] = {
    "model",     "method",  "map",      "dexpinv",    "solver",  "free_rotation", "step",  "steps",
    "tolerance", "control", "max_step", "first_step", "project", "t_end",         "every", "out",
    "plot",      "animate", "events",   "parameters", "tableau", "bodies",        NULL};

lf_status lf_scenario_fail(lf_scenario *S, lf_status status, const char *where, const char *format,
                           ...)
{
    char sentence[LF_WHY_SIZE];
    va_list list;
    va_start(list, format);
    vsnprintf(sentence, sizeof sentence, format, list);
    va_end(list);
    if (where && *where)
        snprintf(S->why, sizeof S->why, "%.200s: %.430s", where, sentence);
    else
        snprintf(S->why, sizeof S->why, "%s", sentence);
    return status;
}

double lf_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

const char *lf_number_text(double value, char *text)
{
    for (int digits = 15; digits <= 17; digits++)
        if (lf_number_write(value, digits, text) == value)
            break;
    return text;
}

/* A block in the chain of what the scenario owns. */
typedef struct scenario_block {
    struct scenario_block *next;
    double data[];
} scenario_block;

double *lf_scenario_room(lf_scenario *S, size_t count)
{
    scenario_block *block = NULL;
    if (count < SIZE_MAX / sizeof(double) - 8)
        block = calloc(1, sizeof *block + (count + 1) * sizeof(double));
    if (!block) {
        lf_scenario_fail(S, LF_EMEMORY, NULL, "%s", lf_status_text(LF_EMEMORY));
        return NULL;
    }
    block->next = S->memory;
    S->memory = block;
    return block->data;
}

static void scenario_release(lf_scenario *S)
{
    for (scenario_block *block = S->memory; block;) {
        scenario_block *next = block->next;
        free(block);
        block = next;
    }
    S->memory = NULL;
}

lf_scenario *lf_scenario_new(void)
{
    lf_scenario *S = calloc(1, sizeof *S);
    if (S)
        lf_scenario_clear(S);
    return S;
}

void lf_scenario_free(lf_scenario *S)
{
    if (S)
        scenario_release(S);
    free(S);
}

void lf_scenario_clear(lf_scenario *S)
{
    scenario_release(S);
    memset(S, 0, sizeof *S);
    S->knobs = (lf_knobs){.step = NAN,
                          .steps = NAN,
                          .t_end = NAN,
                          .every = NAN,
                          .map = -1,
                          .dexpinv = -1,
                          .solver = -1,
                          .free_rotation = -1,
                          .atol = NAN,
                          .rtol = NAN,
                          .max_step = NAN,
                          .first_step = NAN,
                          .control = -1,
                          .project = -1};
}

lf_status lf_scenario_set_model(lf_scenario *S, const char *name, const char *where)
{
    const lf_model *model = lf_model_find(name);
    if (!S)
        return LF_EMEMORY;
    if (!model) {
        char near[LF_WHY_SIZE] = "";
        lf_kind_suggest(LF_KIND_MODEL, name, near, sizeof near);
        return lf_scenario_fail(S, LF_ENAME, where, "there is no model '%.60s'%s", name,
                                *near ? near : "; 'lieflow list models' shows all");
    }
    S->model = model;
    memset(S->self, 0, sizeof S->self);
    lf_param_defaults(model->params, S->self);
    return LF_OK;
}

/* Remember where something was set, for sentences about it later. */
static void scenario_place(lf_scenario *S, size_t what, const char *where)
{
    snprintf(S->place[what], LF_PLACE_SIZE, "%.190s", where ? where : "");
}

static lf_status scenario_set_method(lf_scenario *S, const char *name, const char *where)
{
    if (!lf_method_find(name)) {
        char near[LF_WHY_SIZE] = "";
        lf_kind_suggest(LF_KIND_METHOD, name, near, sizeof near);
        return lf_scenario_fail(S, LF_ENAME, where, "there is no method '%.60s'%s", name,
                                *near ? near : "; 'lieflow list methods' shows all");
    }
    snprintf(S->method, sizeof S->method, "%s", name);
    scenario_place(S, LF_PLACES - 1, where);
    S->tableau.stages = 0;
    return LF_OK;
}

/* Coefficients by their own name, marched by RKMK. */
static lf_status scenario_set_tableau(lf_scenario *S, const char *name, const char *where)
{
    const lf_tableau *named = lf_tableau_find(name);
    lf_own_tableau *T = &S->tableau;
    if (!named) {
        char near[LF_WHY_SIZE] = "";
        lf_kind_suggest(LF_KIND_TABLEAU, name, near, sizeof near);
        return lf_scenario_fail(S, LF_ENAME, where, "there is no tableau '%.60s'%s", name,
                                *near ? near : "; 'lieflow list tableaux' shows all");
    }
    size_t s = (size_t)named->stages;
    scenario_place(S, LF_PLACES - 1, where);
    *T = (lf_own_tableau){.stages = named->stages, .order = named->order};
    memcpy(T->a, named->a, s * s * sizeof *T->a);
    memcpy(T->b, named->b, s * sizeof *T->b);
    memcpy(T->c, named->c, s * sizeof *T->c);
    return LF_OK;
}

static lf_status scenario_set_path(lf_scenario *S, char *path, const char *key, const char *text,
                                   const char *where)
{
    if (!*text || strlen(text) >= LF_PATH_SIZE)
        return lf_scenario_fail(S, LF_EINPUT, where, "%s must be a file name of at most %d bytes",
                                key, LF_PATH_SIZE - 1);
    const char *bad = path == S->plot      ? lf_figure_name_check(text)
                      : path == S->animate ? lf_animation_name_check(text)
                                           : NULL;
    if (bad)
        return lf_scenario_fail(S, LF_EINPUT, where, "%s: %s, got '%.60s'", key, bad, text);
    strcpy(path, text);
    return LF_OK;
}

static lf_status scenario_set_knob(lf_scenario *S, const lf_param *row, const char *text,
                                   const char *where)
{
    char why[LF_WHY_SIZE] = "";
    lf_knobs knobs = S->knobs;
    lf_status status = lf_param_set(row, &knobs, text, why, sizeof why);
    if (status != LF_OK)
        return lf_scenario_fail(S, status, where, "%s", why);
    if (strcmp(row->name, "steps") == 0) {
        if (knobs.steps != floor(knobs.steps))
            return lf_scenario_fail(S, LF_EINPUT, where,
                                    "steps must be a whole number of at least 1, got %g",
                                    knobs.steps);
        knobs.step = NAN;
    }
    if (strcmp(row->name, "step") == 0)
        knobs.steps = NAN;
    /* fixed steps or a tolerance: what is said last counts */
    bool fixed = strcmp(row->name, "step") == 0 || strcmp(row->name, "steps") == 0;
    if (fixed && lf_scenario_adaptive(S)) {
        knobs.atol = knobs.rtol = knobs.max_step = knobs.first_step = NAN;
        knobs.control = -1;
        S->blocks = 0;
    }
    if (strcmp(row->name, "atol") == 0 || strcmp(row->name, "rtol") == 0)
        knobs.step = knobs.steps = NAN;
    S->knobs = knobs;
    scenario_place(S, (size_t)(row - lf_knob_rows), where);
    return LF_OK;
}

/* Near names among the model's parameters and the scenario's own keys. */
static lf_status scenario_unknown(lf_scenario *S, const char *key, const char *where)
{
    const char *names[64];
    char near[LF_WHY_SIZE] = "";
    size_t n = 0;
    for (const lf_param *row = S->model->params; row->name && n < 50; row++)
        names[n++] = row->name;
    names[n] = NULL;
    lf_name_suggest(key, names, near, sizeof near);
    if (!*near) {
        size_t used = (size_t)snprintf(near, sizeof near, "; it has");
        for (size_t i = 0; i < n && used < sizeof near; i++)
            used +=
                (size_t)snprintf(near + used, sizeof near - used, "%s %s", i ? "," : "", names[i]);
    }
    return lf_scenario_fail(S, LF_ENAME, where, "the model %s has no parameter '%.60s'%s",
                            S->model->name, key, near);
}

lf_status lf_scenario_set_parameter(lf_scenario *S, const char *key, const char *text,
                                    const char *where)
{
    char why[LF_WHY_SIZE] = "";
    if (!S->model)
        return lf_scenario_fail(S, LF_EINPUT, where, "a model must be named before its parameters");
    const lf_param *row = lf_param_find(S->model->params, key);
    if (!row)
        return scenario_unknown(S, key, where);
    size_t count = row->type == LF_LIST ? lf_param_numbers(text) : 0;
    if (count > lf_param_room(row, S->self)) {
        double *memory = lf_scenario_room(S, count);
        if (!memory)
            return LF_EMEMORY;
        lf_param_give(row, S->self, count, memory);
    }
    lf_status status = lf_param_set(row, S->self, text, why, sizeof why);
    return status == LF_OK ? LF_OK : lf_scenario_fail(S, status, where, "%s", why);
}

lf_status lf_scenario_set(lf_scenario *S, const char *key, const char *text, const char *where)
{
    const lf_param *knob = lf_param_find(lf_knob_rows, key);
    if (!S)
        return LF_EMEMORY;
    if (knob)
        return scenario_set_knob(S, knob, text, where);
    if (strcmp(key, "model") == 0)
        return lf_scenario_set_model(S, text, where);
    if (strcmp(key, "method") == 0)
        return scenario_set_method(S, text, where);
    if (strcmp(key, "tableau") == 0)
        return scenario_set_tableau(S, text, where);
    if (strcmp(key, "out") == 0)
        return scenario_set_path(S, S->out, key, text, where);
    if (strcmp(key, "plot") == 0)
        return scenario_set_path(S, S->plot, key, text, where);
    if (strcmp(key, "animate") == 0)
        return scenario_set_path(S, S->animate, key, text, where);
    if (strcmp(key, "tolerance") == 0)
        return lf_scenario_set_tolerance(S, text, where);
    if (strcmp(key, "tol_block") == 0)
        return lf_scenario_set_block(S, text, where);
    if (strcmp(key, "event") == 0)
        return lf_scenario_set_event(S, text, where);
    return lf_scenario_set_parameter(S, key, text, where);
}

const char *lf_scenario_place(const lf_scenario *S, const char *key)
{
    const lf_param *row = lf_param_find(lf_knob_rows, key);
    return S->place[row ? (size_t)(row - lf_knob_rows) : LF_PLACES - 1];
}

double lf_scenario_t_end(const lf_scenario *S)
{
    return isnan(S->knobs.t_end) ? S->model->t_end : S->knobs.t_end;
}

double lf_scenario_step(const lf_scenario *S)
{
    if (!isnan(S->knobs.steps))
        return fabs(lf_scenario_t_end(S)) / S->knobs.steps;
    return isnan(S->knobs.step) ? S->model->step : S->knobs.step;
}

const char *lf_scenario_method_name(const lf_scenario *S)
{
    if (S->tableau.stages)
        return "tableau";
    if (*S->method)
        return S->method;
    const lf_method *usual = lf_method_find(S->model->method);
    return lf_scenario_adaptive(S) && usual && !usual->estimator ? "rkmk5" : S->model->method;
}

size_t lf_scenario_dim(const lf_scenario *S)
{
    return S->model ? lf_model_dim(S->model, S->self) : 0;
}

/* Memory for what the model derives from its parameters. */
static lf_status scenario_room(lf_scenario *S)
{
    const size_t room = S->model->room ? S->model->room(S->self) : 0;
    if (room == 0)
        return LF_OK;
    double *memory = lf_scenario_room(S, room);
    if (!memory)
        return lf_scenario_fail(S, LF_EMEMORY, S->source, "%s: out of memory", S->model->name);
    S->model->give(S->self, memory);
    return LF_OK;
}

lf_status lf_scenario_build(lf_scenario *S, lf_problem *P, double *y0)
{
    char why[LF_WHY_SIZE] = "";
    if (!S->model)
        return lf_scenario_fail(S, LF_EINPUT, NULL, "no model is named");
    if (scenario_room(S) != LF_OK)
        return LF_EMEMORY;
    *P = (lf_problem){0};
    lf_status status = S->model->build(S->self, P, y0, why, sizeof why);
    if (status != LF_OK)
        return lf_scenario_fail(S, status, S->source, "%s: %s", S->model->name,
                                *why ? why : lf_status_text(status));
    return LF_OK;
}
