/* SPDX-License-Identifier: BSD-3-Clause */
/* events.c - events of a scenario: "Gamma.z = 0:rising:terminal" and what it speaks of. */
#include "run/adapt.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run/scenario.h"

/* ---- what a user writes --------------------------------------------------------------------- */

lf_event_rule *lf_scenario_new_event(lf_scenario *S, const char *where)
{
    if (S->events == LF_MAX_RULES) {
        lf_scenario_fail(S, LF_EINPUT, where, "at most %d events can be looked for", LF_MAX_RULES);
        return NULL;
    }
    lf_event_rule *rule = &S->event[S->events++];
    *rule = (lf_event_rule){.value = 0};
    snprintf(rule->place, sizeof rule->place, "%.190s", where ? where : "");
    return rule;
}

static lf_status events_word(lf_scenario *S, char *word, const char *part, const char *text,
                             const char *where)
{
    size_t blank = strspn(text, " "), length = strlen(text + blank);
    while (length > 0 && text[blank + length - 1] == ' ')
        length--;
    if (length == 0 || length >= LF_WORD_SIZE)
        return lf_scenario_fail(S, LF_EINPUT, where, "an event's %s has 1 to %d bytes", part,
                                LF_WORD_SIZE - 1);
    memcpy(word, text + blank, length);
    word[length] = 0;
    return LF_OK;
}

static lf_status events_value(lf_scenario *S, lf_event_rule *rule, const char *text,
                              const char *where)
{
    char why[LF_WHY_SIZE] = "";
    const lf_param row = {"value", LF_REAL, 1, 0, "", "", NULL, -INFINITY, INFINITY, 0, ""};
    lf_status status = lf_param_set(&row, &rule->value, text, why, sizeof why);
    return status == LF_OK ? LF_OK : lf_scenario_fail(S, status, where, "the event's %s", why);
}

static lf_status events_direction(lf_scenario *S, lf_event_rule *rule, const char *text,
                                  const char *where)
{
    static const char *const names[] = {"falling", "both", "rising"};
    for (int k = 0; k < 3; k++)
        if (strcmp(text, names[k]) == 0) {
            rule->direction = k - 1;
            return LF_OK;
        }
    return lf_scenario_fail(S, LF_EINPUT, where,
                            "an event's direction is rising, falling or both, got '%.40s'", text);
}

static lf_status events_terminal(lf_scenario *S, lf_event_rule *rule, const char *text,
                                 const char *where)
{
    rule->terminal = strcmp(text, "true") == 0;
    if (!rule->terminal && strcmp(text, "false") != 0)
        return lf_scenario_fail(S, LF_EINPUT, where,
                                "an event's terminal must be true or false, got '%.40s'", text);
    return LF_OK;
}

lf_status lf_event_set(lf_scenario *S, lf_event_rule *rule, const char *part, const char *text,
                       const char *where)
{
    if (strcmp(part, "value") == 0)
        return events_value(S, rule, text, where);
    if (strcmp(part, "direction") == 0)
        return events_direction(S, rule, text, where);
    if (strcmp(part, "terminal") == 0)
        return events_terminal(S, rule, text, where);
    if (strcmp(part, "name") == 0)
        return events_word(S, rule->name, part, text, where);
    if (strcmp(part, "expression") == 0)
        return events_word(S, rule->expression, part, text, where);
    static const char *const parts[] = {"expression", "value", "direction",
                                        "terminal",   "name",  NULL};
    char near[LF_WHY_SIZE] = "";
    lf_name_suggest(part, parts, near, sizeof near);
    return lf_scenario_fail(S, LF_EINPUT, where, "an event has no key '%.40s'%s", part,
                            *near ? near : "; it has expression, value, direction, terminal, name");
}

/* What stands after a colon: a direction, "terminal" or "name=...". */
static lf_status events_tail(lf_scenario *S, lf_event_rule *rule, const char *word,
                             const char *where)
{
    if (strcmp(word, "terminal") == 0)
        return lf_event_set(S, rule, "terminal", "true", where);
    if (strncmp(word, "name=", 5) == 0)
        return lf_event_set(S, rule, "name", word + 5, where);
    if (strcmp(word, "rising") == 0 || strcmp(word, "falling") == 0 || strcmp(word, "both") == 0)
        return lf_event_set(S, rule, "direction", word, where);
    return lf_scenario_fail(S, LF_EINPUT, where,
                            "after an event's ':' stands rising, falling, both, terminal or "
                            "name=.., got '%.40s'",
                            word);
}

static lf_status events_parts(lf_scenario *S, lf_event_rule *rule, char *text, const char *where)
{
    char *rest = NULL, *head = strtok_r(text, ":", &rest);
    char *sign = head ? strchr(head, '=') : NULL;
    if (sign)
        *sign = 0;
    lf_status status = lf_event_set(S, rule, "expression", head ? head : "", where);
    if (status == LF_OK && sign)
        status = lf_event_set(S, rule, "value", sign + 1, where);
    for (char *word; status == LF_OK && (word = strtok_r(NULL, ":", &rest));) {
        char trimmed[LF_WORD_SIZE];
        status = events_word(S, trimmed, "part", word, where);
        if (status == LF_OK)
            status = events_tail(S, rule, trimmed, where);
    }
    return status;
}

lf_status lf_scenario_set_event(lf_scenario *S, const char *text, const char *where)
{
    char copy[4 * LF_WORD_SIZE];
    if (!*text || strlen(text) >= sizeof copy)
        return lf_scenario_fail(S, LF_EINPUT, where,
                                "an event is a text such as 'Gamma.z = 0:rising:terminal'");
    lf_event_rule *rule = lf_scenario_new_event(S, where);
    if (!rule)
        return LF_EINPUT;
    strcpy(copy, text);
    lf_status status = events_parts(S, rule, copy, where);
    if (status != LF_OK)
        S->events--;
    return status;
}

/* ---- what the solver gets ------------------------------------------------------------------- */

/* Doubles to show a point of the problem in. */
static size_t events_show_room(const lf_problem *P)
{
    return lf_problem_display(P) ? lf_problem_shown(P) + lf_problem_show_work(P, 1) : 0;
}

double lf_event_target_value(const lf_event_target *target, const lf_problem *P, const lf_lanes *L,
                             const double *y)
{
    double value;
    if (target->quantity) {
        target->quantity->value(P, L, y, &value);
        return value;
    }
    if (!lf_problem_display(P))
        return y[target->number];
    lf_problem_show(P, L, y, target->shown, target->shown + lf_problem_shown(P));
    return target->shown[target->number];
}

double lf_event_target_now(const lf_event_target *target, const lf_problem *P, double t,
                           const double *y)
{
    const lf_lanes at = {.n = 1, .t = &t};
    if (target->quantity)
        return lf_problem_value(P, target->quantity->value, t, y);
    lf_event_target own = *target;
    own.shown = calloc(events_show_room(P) + 1, sizeof *own.shown);
    const double value = own.shown ? lf_event_target_value(&own, P, &at, y) : NAN;
    free(own.shown);
    return value;
}

static double events_look(const void *ctx, const lf_problem *P, const lf_lanes *L, const double *y)
{
    const lf_event_target *target = ctx;
    return lf_event_target_value(target, P, L, y) - target->value;
}

static const lf_invariant *events_quantity(const lf_invariant *list, const char *name)
{
    for (; list && list->name; list++)
        if (strcmp(list->name, name) == 0)
            return list;
    return NULL;
}

static bool events_number(const lf_problem *P, const char *name, size_t *number)
{
    char column[LF_WORD_SIZE];
    for (*number = 0; *number < lf_problem_shown(P); ++*number) {
        lf_problem_column(P, *number, column, sizeof column);
        if (strcmp(column, name) == 0)
            return true;
    }
    return false;
}

static lf_status events_unknown(lf_scenario *S, const lf_problem *P, const lf_event_rule *rule)
{
    enum { MOST = 200 };
    char near[LF_WHY_SIZE] = "", column[MOST][LF_WORD_SIZE];
    const char *names[MOST + 64];
    size_t n = 0, shown = lf_problem_shown(P) < MOST ? lf_problem_shown(P) : MOST;
    for (; n < shown; n++)
        names[n] = lf_column_name(P, n, column[n]);
    for (size_t i = 0; i < lf_invariant_count(P); i++)
        names[n++] = P->invariants[i].name;
    for (size_t i = 0; i < lf_output_count(P); i++)
        names[n++] = P->outputs[i].name;
    names[n] = NULL;
    lf_name_suggest(rule->expression, names, near, sizeof near);
    return lf_scenario_fail(
        S, LF_ENAME, rule->place, "%s has no column, invariant or output '%.60s'%s", S->model->name,
        rule->expression, *near ? near : "; 'lieflow describe' shows what it has");
}

bool lf_event_target_seek(const lf_problem *P, const lf_event_rule *rule, lf_event_target *target)
{
    *target = (lf_event_target){.value = rule->value};
    target->quantity = events_quantity(P->invariants, rule->expression);
    if (!target->quantity)
        target->quantity = events_quantity(P->outputs, rule->expression);
    return target->quantity || events_number(P, rule->expression, &target->number);
}

lf_status lf_event_target_find(lf_scenario *S, const lf_problem *P, const lf_event_rule *rule,
                               lf_event_target *target)
{
    if (!lf_event_target_seek(P, rule, target))
        return events_unknown(S, P, rule);
    if (target->quantity || !lf_problem_display(P))
        return LF_OK;
    target->shown = lf_scenario_room(S, events_show_room(P));
    return target->shown ? LF_OK : LF_EMEMORY;
}

lf_status lf_event_plan_make(lf_scenario *S, const lf_problem *P, lf_event_plan *E)
{
    E->count = S->events;
    for (size_t i = 0; i < E->count; i++) {
        lf_event_rule *rule = &S->event[i];
        lf_event_target *target = &E->target[i];
        const lf_status status = lf_event_target_find(S, P, rule, target);
        if (status != LF_OK)
            return status;
        if (!*rule->name) {
            char value[32], what[LF_WORD_SIZE];
            memcpy(what, rule->expression, sizeof what);
            snprintf(rule->name, sizeof rule->name, "%.30s = %s", what,
                     lf_number_text(rule->value, value));
        }
        E->event[i] = (lf_event){.name = rule->name,
                                 .value = events_look,
                                 .ctx = target,
                                 .direction = rule->direction,
                                 .terminal = rule->terminal};
    }
    return LF_OK;
}

/* ---- what was found ------------------------------------------------------------------------- */

static lf_status events_row(void *ctx, const lf_row *row)
{
    const lf_event_keeper *K = ctx;
    return K->next ? K->next->row(K->next->ctx, row) : LF_OK;
}

/* Room for one more; what there is moves along. */
static bool events_room(lf_event_keeper *K)
{
    if (K->R->found < K->room)
        return true;
    size_t room = K->room ? 2 * K->room : 16;
    void *memory = lf_scenario_room(K->S, room * sizeof(lf_found) / sizeof(double) + 1);
    if (!memory)
        return false;
    if (K->R->found)
        memcpy(memory, K->R->event, K->R->found * sizeof(lf_found));
    K->R->event = memory;
    K->room = room;
    return true;
}

static lf_status events_hit(void *ctx, const lf_hit *hit)
{
    enum { MOST_DOUBLES = 1 << 24 };
    lf_event_keeper *K = ctx;
    lf_outcome *R = K->R;
    if (R->found < LF_KEPT_EVENTS && R->found * R->dim < MOST_DOUBLES) {
        double *y = events_room(K) ? lf_scenario_room(K->S, R->dim) : NULL;
        if (!y)
            return LF_EMEMORY;
        memcpy(y, hit->y, R->dim * sizeof *y);
        R->event[R->found++] = (lf_found){hit->event, hit->t, hit->rising, y};
    }
    return K->next && K->next->hit ? K->next->hit(K->next->ctx, hit) : LF_OK;
}

lf_sink lf_event_keeper_sink(lf_event_keeper *K)
{
    return (lf_sink){.row = events_row, .ctx = K, .hit = events_hit};
}
