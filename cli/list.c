/* SPDX-License-Identifier: BSD-3-Clause */
/* list.c - 'lieflow list' and 'lieflow describe': what there is, read from the tables. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

#include "papers/papers.h"

/* The first sentence of a text for a line or two of a list; of a long one what comes before its first
 * semicolon. */
static int list_sentence(const char *words)
{
    const char *end = words ? strstr(words, ". ") : NULL;
    const size_t length = end ? (size_t)(end - words) : words ? strcspn(words, "\n") : 0;
    const size_t clause = words ? strcspn(words, ";\n") : 0;
    return (int)(length > 100 && clause < length ? clause : length);
}

/* "5(4)" for a method with an estimate of order 4, "4" for one without. */
static const char *list_order(const lf_method *M, char *text)
{
    const lf_estimator *E = &M->estimator;
    if (E->level)
        snprintf(text, 16, "to %d", M->order);
    else if (E->attempt)
        snprintf(text, 16, E->damped ? "%d(5,3)" : "%d(%d)", M->order, E->order);
    else
        snprintf(text, 16, "%d", M->order);
    return text;
}

/* "symm sympl" */
static const char *list_traits(const lf_method *M)
{
    bool symmetric = (M->traits & LF_SYMMETRIC) != 0;
    if (M->traits & LF_SYMPLECTIC)
        return symmetric ? "symm sympl" : "sympl";
    if (M->traits & LF_ENERGY_PRESERVING)
        return symmetric ? "symm energy" : "energy";
    return symmetric ? "symm" : "-";
}

/* Methods with what they can do; those that fit P, or all if it is NULL. */
static void list_methods(const lf_problem *P, bool names_only)
{
    char order[16];
    const char *why;
    if (!names_only)
        printf("  %-19s %-7s %-4s %-6s %-12s\n", "method", "order", "tol", "dense", "traits");
    for (const lf_method *const *m = lf_methods(); *m; m++) {
        const lf_estimator *E = &(*m)->estimator;
        if (P && lf_method_fits(*m, P, &why) != LF_OK)
            continue;
        if (names_only)
            printf("%s\n", (*m)->name);
        else
            cli_line(stdout, "  %-19s %-7s %-4s %-6s %-12s  %.*s", (*m)->name,
                     list_order(*m, order), E->attempt ? "yes" : "-", E->interpolate ? "yes" : "-",
                     list_traits(*m), list_sentence((*m)->doc), (*m)->doc);
    }
    if (names_only)
        return;
    putchar('\n');
    cli_line(stdout,
             "  tol: can follow a tolerance (its estimate's order in brackets); dense: rows "
             "and events by a continuous extension, else by shorter steps; traits: "
             "symmetric, symplectic, energy-preserving");
}

/* 'list methods --for MODEL' */
static int list_for(const cli_args *args, const char *model)
{
    lf_scenario *S = lf_scenario_new();
    lf_problem P;
    lf_status status = lf_scenario_open(S, model);
    double *y0 = NULL;
    if (status == LF_OK) {
        size_t dim = lf_scenario_dim(S);
        y0 = calloc(dim ? dim : 1, sizeof *y0);
        status = y0 ? lf_scenario_build(S, &P, y0) : LF_EMEMORY;
    }
    if (status == LF_OK)
        list_methods(&P, cli_value(args, "names") != NULL);
    else if (status == LF_EMEMORY)
        cli_no_memory();
    else
        cli_complain("%s", lf_scenario_why(S));
    free(y0);
    lf_scenario_free(S);
    return status == LF_OK ? CLI_OK : status == LF_EMEMORY ? CLI_FAILED : CLI_USAGE;
}

static void list_kind(lf_kind kind, bool names_only, bool heading)
{
    const char *name, *doc;
    if (heading)
        printf("%s%s\n", kind ? "\n" : "", lf_kind_plural(kind));
    for (size_t i = 0; (name = lf_kind_entry(kind, i, &doc)); i++) {
        if (names_only)
            printf("%s\n", name);
        else
            cli_line(stdout, "  %-26s  %.*s", name, list_sentence(doc), doc ? doc : "");
    }
}

/* What the table of methods shows, for programs. */
static void list_method_json(lf_json *out, const lf_method *M)
{
    lf_json_count(out, "order", (size_t)M->order);
    lf_json_flag(out, "classical", M->traits & LF_AMBIENT);
    lf_json_flag(out, "follows_tolerance", M->estimator.attempt != NULL);
    lf_json_flag(out, "dense", M->estimator.interpolate != NULL);
    lf_json_flag(out, "symmetric", M->traits & LF_SYMMETRIC);
    lf_json_flag(out, "symplectic", M->traits & LF_SYMPLECTIC);
    lf_json_flag(out, "energy_preserving", M->traits & LF_ENERGY_PRESERVING);
    lf_json_flag(out, "negative_example", M->traits & LF_NEGATIVE);
}

static void list_kind_json(lf_json *out, lf_kind kind)
{
    const char *name, *doc;
    lf_json_begin(out, lf_kind_plural(kind), '[');
    for (size_t i = 0; (name = lf_kind_entry(kind, i, &doc)); i++) {
        lf_json_begin(out, NULL, '{');
        lf_json_string(out, "name", name);
        lf_json_string(out, "doc", doc ? doc : "");
        if (kind == LF_KIND_METHOD)
            list_method_json(out, lf_method_find(name));
        lf_json_end(out, '}');
    }
    lf_json_end(out, ']');
}

static void list_figures(lf_json *json, bool names_only)
{
    char alias[LF_WORD_SIZE];
    if (json)
        lf_json_begin(json, "figures", '[');
    for (const lf_study *study = lf_studies; study->id; study++) {
        if (json) {
            lf_json_begin(json, NULL, '{');
            lf_json_string(json, "name", study->id);
            lf_json_string(json, "alias", lf_study_alias(study, alias));
            lf_json_flag(json, "own", lf_study_own(study));
            lf_json_string(json, "doc", study->title);
            lf_json_flag(json, "data", study->make != NULL);
            lf_json_end(json, '}');
        } else if (names_only) {
            printf("%s\n", study->id);
        } else {
            cli_line(stdout, "  %-20s  %s%s", study->id, study->title,
                     study->make ? "" : " (not made)");
        }
    }
    if (json)
        lf_json_end(json, ']');
}

/* The kind a word names; LF_KINDS for figures, -1 for none. */
static int list_find(const char *word)
{
    const char *names[LF_KINDS + 2];
    char near[LF_WHY_SIZE] = "";
    for (int kind = 0; kind < LF_KINDS; kind++) {
        names[kind] = lf_kind_plural((lf_kind)kind);
        if (strcmp(word, names[kind]) == 0 || strcmp(word, lf_kind_name((lf_kind)kind)) == 0)
            return kind;
    }
    if (strcmp(word, "figures") == 0)
        return LF_KINDS;
    names[LF_KINDS] = "figures";
    names[LF_KINDS + 1] = NULL;
    lf_name_suggest(word, names, near, sizeof near);
    cli_complain(
        "there is no list of '%.60s'%s", word,
        *near ? near : "; there are models, methods, groups, actions, tableaux, options, figures");
    return -1;
}

int cli_list(const cli_args *args)
{
    int only = args->words ? list_find(args->word[0]) : LF_KINDS + 1;
    bool names = cli_value(args, "names") != NULL, all = only > LF_KINDS;
    lf_json json = {0};
    if (only < 0)
        return CLI_USAGE;
    if (cli_value(args, "for")) {
        if (only == LF_KIND_METHOD && !cli_value(args, "json"))
            return list_for(args, cli_value(args, "for"));
        cli_complain("--for goes with 'lieflow list methods'");
        return CLI_USAGE;
    }
    if (cli_value(args, "json")) {
        lf_json_begin(&json, NULL, '{');
        for (int kind = 0; kind < LF_KINDS; kind++)
            if (all || only == kind)
                list_kind_json(&json, (lf_kind)kind);
        if (all || only == LF_KINDS)
            list_figures(&json, false);
        lf_json_end(&json, '}');
        cli_print_json(&json);
        return CLI_OK;
    }
    if (only == LF_KIND_METHOD)
        list_methods(NULL, names);
    for (int kind = 0; kind < LF_KINDS && only != LF_KIND_METHOD; kind++)
        if (only == kind || (all && (names || kind < LF_KIND_TABLEAU)))
            list_kind((lf_kind)kind, names, all && !names);
    if (only == LF_KINDS)
        list_figures(NULL, names);
    if (all && !names) {
        putchar('\n');
        cli_line(stdout,
                 "'lieflow describe NAME' explains any of them; 'lieflow list figures' shows "
                 "what 'lieflow reproduce' makes, 'lieflow list tableaux' coefficients for "
                 "scenarios, 'lieflow list options' what can be set for a run.");
    }
    return CLI_OK;
}

int cli_describe(const cli_args *args)
{
    char why[LF_WHY_SIZE];
    lf_json json = {0};
    lf_text text = {0};
    bool as_json = cli_value(args, "json") != NULL;
    lf_status status = as_json ? lf_describe_json(args->word[0], &json, why, sizeof why)
                               : lf_describe(args->word[0], &text, why, sizeof why);
    if (status != LF_OK)
        cli_complain("%s", why);
    else if (as_json)
        cli_print_json(&json);
    else
        cli_print_fitting(&text);
    lf_text_free(&text);
    return status == LF_OK ? CLI_OK : status == LF_EMEMORY ? CLI_FAILED : CLI_USAGE;
}
