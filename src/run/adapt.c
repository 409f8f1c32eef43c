/* SPDX-License-Identifier: BSD-3-Clause */
/* adapt.c - the tolerances of a scenario: one for all, and others for single blocks. */
#include "run/adapt.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run/knobs.h"

bool lf_scenario_adaptive(const lf_scenario *S)
{
    return !isnan(S->knobs.atol) || !isnan(S->knobs.rtol);
}

double lf_scenario_rtol(const lf_scenario *S)
{
    return isnan(S->knobs.rtol) ? 0 : S->knobs.rtol;
}

double lf_scenario_atol(const lf_scenario *S)
{
    return isnan(S->knobs.atol) ? 1e-3 * lf_scenario_rtol(S) : S->knobs.atol;
}

/* A tolerance as a user writes it. */
static lf_status adapt_read(lf_scenario *S, const char *name, int open, const char *text,
                            const char *where, double *value)
{
    char why[LF_WHY_SIZE] = "";
    const lf_param row = {name, LF_REAL, 1, 0, "", "", NULL, 0, INFINITY, open, ""};
    lf_status status = lf_param_set(&row, value, text, why, sizeof why);
    return status == LF_OK ? LF_OK : lf_scenario_fail(S, status, where, "%s", why);
}

lf_status lf_scenario_set_tolerance(lf_scenario *S, const char *text, const char *where)
{
    double value;
    lf_status status = adapt_read(S, "tolerance", 1, text, where, &value);
    if (status == LF_OK)
        lf_scenario_follow(S, value, value, where);
    return status;
}

lf_status lf_scenario_set_block(lf_scenario *S, const char *text, const char *where)
{
    lf_block_rule rule = {.atol = 0};
    char word[2][LF_WORD_SIZE];
    size_t length = strcspn(text, "="), kept = length;
    while (kept > 0 && text[kept - 1] == ' ')
        kept--;
    size_t count = text[length] == '=' ? lf_words_cut(text + length + 1, 2, word) : 0;
    if (kept == 0 || kept >= LF_WORD_SIZE || count < 1 || count > 2)
        return lf_scenario_fail(
            S, LF_EINPUT, where,
            "BLOCK=T, or BLOCK=ATOL,RTOL where they differ, is expected, such as "
            "q1=1e-8, got '%.60s'",
            text);
    memcpy(rule.block, text, kept);
    lf_status status = adapt_read(S, "tolerance", 0, word[0], where, &rule.atol);
    rule.rtol = rule.atol;
    if (status == LF_OK && count == 2)
        status = adapt_read(S, "tolerance", 0, word[1], where, &rule.rtol);
    if (status == LF_OK && rule.atol == 0 && rule.rtol == 0)
        status = lf_scenario_fail(S, LF_EINPUT, where, "the tolerance of block %s must not be 0",
                                  rule.block);
    if (status == LF_OK && S->blocks == LF_MAX_RULES)
        status =
            lf_scenario_fail(S, LF_EINPUT, where, "at most %d blocks can be named", LF_MAX_RULES);
    if (status != LF_OK)
        return status;
    snprintf(rule.place, sizeof rule.place, "%.190s", where ? where : "");
    S->block[S->blocks++] = rule;
    return LF_OK;
}

/* ---- blocks of a product -------------------------------------------------------------------- */

/* Errors are measured factor by factor where the action is a product of factors with own groups. */
static size_t adapt_count(const lf_action *A)
{
    return lf_action_has_blocks(A) && A->count <= LF_BLOCKS ? A->count : 1;
}

static size_t adapt_dim(const lf_action *A, size_t k)
{
    return adapt_count(A) > 1 ? A->factor[k]->dim : A->dim;
}

/* A column's name up to its dot. */
static void adapt_stem(const lf_problem *P, size_t c, char *stem)
{
    lf_problem_component(P, c, stem, LF_WORD_SIZE);
    stem[strcspn(stem, ".")] = 0;
}

/* The block that is called so: its number from 1, or the stem of one of its columns. */
static bool adapt_find(const lf_problem *P, const char *name, size_t *block)
{
    size_t count = adapt_count(P->action), c = 0;
    char *end, stem[LF_WORD_SIZE];
    unsigned long number = strtoul(name, &end, 10);
    if (*name >= '0' && *name <= '9' && !*end) {
        *block = number - 1;
        return number >= 1 && number <= count;
    }
    for (*block = 0; *block < count; ++*block)
        for (size_t last = c + adapt_dim(P->action, *block); c < last; c++) {
            adapt_stem(P, c, stem);
            if (strcmp(stem, name) == 0)
                return true;
        }
    return false;
}

static lf_status adapt_unknown(lf_scenario *S, const lf_problem *P, const lf_block_rule *rule)
{
    char near[LF_WHY_SIZE] = "", stem[LF_BLOCKS][LF_WORD_SIZE];
    const char *names[LF_BLOCKS + 1];
    size_t count = adapt_count(P->action), used = 0;
    if (count == 1)
        return lf_scenario_fail(S, LF_ENAME, rule->place,
                                "%s has one block only: give one tolerance for all of it",
                                S->model->name);
    for (size_t k = 0, c = 0; k < count; c += adapt_dim(P->action, k++)) {
        adapt_stem(P, c, stem[k]);
        names[k] = stem[k];
        if (used < sizeof near)
            used += (size_t)snprintf(near + used, sizeof near - used, "%s %zu (%s)", k ? "," : "",
                                     k + 1, stem[k]);
    }
    names[count] = NULL;
    char hint[LF_WHY_SIZE] = "";
    lf_name_suggest(rule->block, names, hint, sizeof hint);
    return lf_scenario_fail(S, LF_ENAME, rule->place, "%s has no block '%.60s'%.200s; it has%.200s",
                            S->model->name, rule->block, hint, near);
}

/* ---- what the solver gets ------------------------------------------------------------------- */

static lf_status adapt_blocks(lf_scenario *S, const lf_problem *P, lf_adapt *A)
{
    lf_tolerance *tol = &A->tolerance;
    size_t count = adapt_count(P->action);
    if (!S->blocks)
        return LF_OK;
    for (size_t k = 0; k < count; k++) {
        A->atol[k] = tol->atol;
        A->rtol[k] = tol->rtol;
    }
    for (size_t i = 0; i < S->blocks; i++) {
        size_t k;
        if (!adapt_find(P, S->block[i].block, &k))
            return adapt_unknown(S, P, &S->block[i]);
        A->atol[k] = S->block[i].atol;
        A->rtol[k] = S->block[i].rtol;
    }
    tol->blocks = count;
    tol->block_atol = A->atol;
    tol->block_rtol = A->rtol;
    return LF_OK;
}

/* Options that mean nothing without a tolerance. */
static lf_status adapt_needless(lf_scenario *S)
{
    for (const lf_knob *knob = lf_knob_table(); knob->row.name; knob++)
        if ((knob->flags & LF_KNOB_FOLLOWS) && lf_knob_said(knob, &S->knobs))
            return lf_scenario_fail(S, LF_EINPUT, lf_scenario_place(S, knob->row.name),
                                    "%s needs a tolerance that the steps follow", knob->row.name);
    if (S->blocks)
        return lf_scenario_fail(S, LF_EINPUT, S->block[0].place,
                                "a block's tolerance needs one for the others: give --tol too");
    return LF_OK;
}

lf_status lf_adapt_make(lf_scenario *S, const lf_problem *P, lf_adapt *A)
{
    const lf_knobs *knobs = &S->knobs;
    *A = (lf_adapt){.first = 0};
    if (!lf_scenario_adaptive(S))
        return adapt_needless(S);
    A->tolerance.atol = lf_scenario_atol(S);
    A->tolerance.rtol = lf_scenario_rtol(S);
    if (A->tolerance.atol == 0 && A->tolerance.rtol == 0)
        return lf_scenario_fail(S, LF_EINPUT,
                                lf_scenario_place(S, isnan(knobs->atol) ? "rtol" : "atol"),
                                "atol and rtol must not both be 0");
    A->tolerance.control = knobs->control == 1 ? LF_CONTROL_ELEMENTARY : LF_CONTROL_PI;
    A->tolerance.h_max = isnan(knobs->max_step) ? 0 : knobs->max_step;
    A->first = isnan(knobs->first_step) ? 0 : knobs->first_step;
    return adapt_blocks(S, P, A);
}
