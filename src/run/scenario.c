/* SPDX-License-Identifier: BSD-3-Clause */
/* scenario.c - what to run: a model with its parameters, a method, a time and a step. */
#include "run/knobs.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

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
    lf_text_make_plain(S->why); /* it may quote what anybody wrote */
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
    S->places = NULL;
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
    const bool any_path = S->any_path;
    scenario_release(S);
    memset(S, 0, sizeof *S);
    S->any_path = any_path;
    for (const lf_knob *knob = lf_knob_table(); knob->row.name; knob++)
        lf_knob_reset(knob, &S->knobs);
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
    *S->data = 0; /* they were the other model's */
    memset(S->self, 0, sizeof S->self);
    S->marked = 0;
    lf_param_defaults(model->params, S->self);
    return LF_OK;
}

struct lf_place {
    lf_place *next;
    const lf_knob *knob;
    char words[LF_PLACE_SIZE];
};

void lf_scenario_remember(lf_scenario *S, const char *key, const char *where)
{
    const lf_knob *knob = lf_knob_find(key);
    lf_place *place = S->places;
    while (place && place->knob != knob)
        place = place->next;
    if (!place) {
        place = (void *)lf_scenario_room(S, sizeof *place / sizeof(double) + 1);
        if (!place)
            return; /* sentences will do without it */
        *place = (lf_place){.next = S->places, .knob = knob};
        S->places = place;
    }
    snprintf(place->words, sizeof place->words, "%.190s", where ? where : "");
}

const char *lf_scenario_place(const lf_scenario *S, const char *key)
{
    const lf_knob *knob = lf_knob_find(key);
    for (const lf_place *place = S->places; place; place = place->next)
        if (place->knob == knob)
            return place->words;
    return "";
}

lf_status lf_scenario_set_method(lf_scenario *S, const char *name, const char *where)
{
    if (!lf_method_find(name)) {
        char near[LF_WHY_SIZE] = "";
        lf_kind_suggest(LF_KIND_METHOD, name, near, sizeof near);
        return lf_scenario_fail(S, LF_ENAME, where, "there is no method '%.60s'%s", name,
                                *near ? near : "; 'lieflow list methods' shows all");
    }
    snprintf(S->method, sizeof S->method, "%s", name);
    lf_scenario_remember(S, "method", where);
    S->tableau.stages = 0;
    return LF_OK;
}

/* Coefficients by their own name, marched by RKMK. */
lf_status lf_scenario_set_tableau(lf_scenario *S, const char *name, const char *where)
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
    lf_scenario_remember(S, "method", where);
    *T = (lf_own_tableau){.stages = named->stages, .order = named->order};
    memcpy(T->a, named->a, s * s * sizeof *T->a);
    memcpy(T->b, named->b, s * sizeof *T->b);
    memcpy(T->c, named->c, s * sizeof *T->c);
    return LF_OK;
}

void lf_scenario_allow_paths(lf_scenario *S)
{
    if (S)
        S->any_path = true;
}

/* Has the path ".." among its parts? */
static bool scenario_climbs(const char *path)
{
    for (const char *part = path; part; part = strchr(part, '/')) {
        part += *part == '/';
        if (strncmp(part, "..", 2) == 0 && (part[2] == '/' || !part[2]))
            return true;
    }
    return false;
}

/* Why a file that may come from anybody must not have its output there; NULL: it may. */
static const char *scenario_bad_place(const char *path)
{
    struct stat there;
    if (*path == '/' || scenario_climbs(path))
        return "a scenario file writes below the current folder only; --allow-paths lets it write "
               "anywhere";
    if (strcmp(path, "-") != 0 && stat(path, &there) == 0 && !S_ISREG(there.st_mode))
        return "that exists and is no regular file; --allow-paths lets a scenario file write to it";
    return NULL;
}

lf_status lf_scenario_set_path(lf_scenario *S, char *path, const char *key, const char *text,
                               const char *where, const char *bad)
{
    if (!*text || strlen(text) >= LF_PATH_SIZE)
        return lf_scenario_fail(S, LF_EINPUT, where, "%s must be a file name of at most %d bytes",
                                key, LF_PATH_SIZE - 1);
    if (!bad && S->reading && !S->any_path)
        bad = scenario_bad_place(text);
    if (bad)
        return lf_scenario_fail(S, LF_EINPUT, where, "%s: %s", key, bad);
    strcpy(path, text);
    return LF_OK;
}

lf_status lf_scenario_set_out(lf_scenario *S, const char *path, const char *where)
{
    char why[LF_WHY_SIZE] = "";
    const bool known = lf_sink_kind_find(path, why, sizeof why) != NULL;
    return lf_scenario_set_path(S, S->out, "out", path, where, known ? NULL : why);
}

/* "the name must end in .., got 'a.pdf'" */
static const char *scenario_bad_name(const char *complaint, const char *path, char *why,
                                     size_t size)
{
    if (!complaint)
        return NULL;
    snprintf(why, size, "%s, got '%.60s'", complaint, path);
    return why;
}

lf_status lf_scenario_set_plot(lf_scenario *S, const char *path, const char *where)
{
    char why[LF_WHY_SIZE];
    const char *bad = scenario_bad_name(lf_figure_name_check(path), path, why, sizeof why);
    return lf_scenario_set_path(S, S->plot, "plot", path, where, bad);
}

lf_status lf_scenario_set_animate(lf_scenario *S, const char *path, const char *where)
{
    char why[LF_WHY_SIZE];
    const char *bad = scenario_bad_name(lf_animation_name_check(path), path, why, sizeof why);
    return lf_scenario_set_path(S, S->animate, "animate", path, where, bad);
}

/* Take new values of knobs, of which `knob` was said: what it stands in place of is forgotten, and
 * with fixed steps everything that only a tolerance gives a meaning. What is said last counts. */
static void scenario_take(lf_scenario *S, const lf_knob *knob, lf_knobs knobs)
{
    const bool fixed = lf_knob_excludes(knob, lf_knob_find("tolerance")) &&
                       knob->topic == LF_TOPIC_STEPS && lf_scenario_adaptive(S);
    for (const lf_knob *other = lf_knob_table(); other->row.name; other++)
        if (lf_knob_excludes(knob, other) || (fixed && (other->flags & LF_KNOB_FOLLOWS)))
            lf_knob_reset(other, &knobs);
    if (fixed)
        S->blocks = 0;
    S->knobs = knobs;
}

void lf_scenario_follow(lf_scenario *S, double atol, double rtol, const char *where)
{
    scenario_take(S, lf_knob_find("tolerance"), S->knobs);
    S->knobs.atol = atol;
    S->knobs.rtol = rtol;
    lf_scenario_remember(S, "atol", where);
    lf_scenario_remember(S, "rtol", where);
}

static lf_status scenario_set_member(lf_scenario *S, const lf_knob *knob, const char *text,
                                     const char *where)
{
    char why[LF_WHY_SIZE] = "";
    const lf_param *row = &knob->row;
    lf_knobs knobs = S->knobs;
    lf_status status = lf_param_set(row, &knobs, text, why, sizeof why);
    if (status != LF_OK)
        return lf_scenario_fail(S, status, where, "%s", why);
    if (knob->flags & LF_KNOB_WHOLE) {
        const double value = lf_param_number(row, &knobs, 0);
        if (value != floor(value))
            return lf_scenario_fail(S, LF_EINPUT, where,
                                    "%s must be a whole number of at least %g, got %g", row->name,
                                    row->low, value);
    }
    scenario_take(S, knob, knobs);
    lf_scenario_remember(S, row->name, where);
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
    if (status != LF_OK)
        return lf_scenario_fail(S, status, where, "%s", why);
    if (where)
        lf_scenario_mark(S, row);
    return LF_OK;
}

lf_status lf_scenario_set(lf_scenario *S, const char *key, const char *text, const char *where)
{
    if (!S)
        return LF_EMEMORY;
    if (!lf_text_is_plain(text))
        return lf_scenario_fail(S, LF_EINPUT, where, "%.60s has a control character in its value",
                                key);
    const lf_knob *knob = lf_knob_find(key);
    if (!knob)
        return lf_scenario_set_parameter(S, key, text, where);
    return knob->set ? knob->set(S, text, where) : scenario_set_member(S, knob, text, where);
}

lf_status lf_scenario_set_pair(lf_scenario *S, const char *pair, const char *where)
{
    char key[LF_WORD_SIZE];
    size_t length = strcspn(pair, "=");
    if (!pair[length] || length == 0 || length >= sizeof key)
        return lf_scenario_fail(S, LF_EINPUT, where, "KEY=VALUE is expected, got '%.60s'", pair);
    memcpy(key, pair, length);
    key[length] = 0;
    if (S->model && lf_param_find(S->model->params, key)) /* a knob of that name has its option */
        return lf_scenario_set_parameter(S, key, pair + length + 1, where);
    return lf_scenario_set(S, key, pair + length + 1, where);
}

double lf_scenario_t_end(const lf_scenario *S)
{
    const double patience = lf_scenario_until(S) ? 100 : 1; /* of one who waits for something */
    return isnan(S->knobs.t_end) ? patience * S->model->t_end : S->knobs.t_end;
}

double lf_scenario_step(const lf_scenario *S)
{
    if (!isnan(S->knobs.steps))
        return fabs(lf_scenario_t_end(S)) / S->knobs.steps;
    if (!isnan(S->knobs.step))
        return S->knobs.step;
    const double own = S->model->stride ? S->model->stride(S->self) : NAN;
    return own > 0 ? own : S->model->step;
}

/* Was it said on the command line, which counts more than a file? */
static bool scenario_typed(const lf_scenario *S, const char *key)
{
    return strncmp(lf_scenario_place(S, key), "--", 2) == 0;
}

/* A tolerance on the command line overrides the fixed steps of a file, and with them a method of the
 * file that cannot do without. */
static bool scenario_gives_way(const lf_scenario *S)
{
    const lf_method *M = lf_method_find(S->method);
    const char *said = lf_scenario_place(S, "method");
    return lf_scenario_adaptive(S) && M && !M->estimator.attempt && *said &&
           !scenario_typed(S, "method") && (scenario_typed(S, "atol") || scenario_typed(S, "rtol"));
}

const char *lf_scenario_method_name(const lf_scenario *S)
{
    if (S->tableau.stages)
        return "tableau";
    if (*S->method && !scenario_gives_way(S))
        return S->method;
    const lf_method *usual = lf_method_find(S->model->method);
    return lf_scenario_adaptive(S) && usual && !usual->estimator.attempt ? "rkmk5"
                                                                         : S->model->method;
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
