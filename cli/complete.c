/* SPDX-License-Identifier: BSD-3-Clause */
/* complete.c - 'lieflow complete WORD ..': what the last word may become, for the shell. One
 * candidate per line; ":files" or ":files obj yaml" asks for files with these endings, ":nospace"
 * for no blank after the word. The words come as bash cuts them, with a '=' or ':' as a word of its own. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

#include "papers/papers.h"

typedef struct {
    int words;
    char **word;
    const char *now; /* what has been typed of the last one */
} complete;

static void complete_offer(const complete *C, const char *candidate)
{
    if (strncmp(candidate, C->now, strlen(C->now)) == 0)
        puts(candidate);
}

static void complete_kind(const complete *C, lf_kind kind)
{
    const char *name;
    for (size_t i = 0; (name = lf_kind_entry(kind, i, NULL)); i++)
        complete_offer(C, name);
}

static void complete_commands(const complete *C)
{
    for (const cli_command *command = cli_commands; command->name; command++)
        complete_offer(C, command->name);
}

/* The words of "a|b|c". */
static void complete_choices(const complete *C, const char *choices)
{
    for (const char *s = choices; s && *s;) {
        char word[LF_WORD_SIZE];
        size_t length = strcspn(s, "|");
        snprintf(word, sizeof word, "%.*s", (int)length, s);
        complete_offer(C, word);
        s += length + (s[length] == '|');
    }
}

/* The last of "a,b,c" with the others before it. */
static void complete_methods(const complete *C)
{
    const char *comma = strrchr(C->now, ','), *last = comma ? comma + 1 : C->now, *name;
    for (size_t i = 0; (name = lf_kind_entry(LF_KIND_METHOD, i, NULL)); i++)
        if (strncmp(name, last, strlen(last)) == 0)
            printf("%.*s%s\n", (int)(last - C->now), C->now, name);
}

/* The model of 'lieflow run MODEL ..', or of its file. */
static const lf_param *complete_parameters(const complete *C, lf_scenario *S)
{
    if (C->words > 2 && lf_scenario_open(S, C->word[1]) == LF_OK)
        return lf_scenario_model(S)->params;
    return NULL;
}

/* KEY of --set KEY=VALUE, or VALUE where it is a choice. */
static void complete_set(const complete *C, const char *key)
{
    lf_scenario *S = lf_scenario_new();
    const lf_param *rows = complete_parameters(C, S);
    for (const lf_param *row = rows; row && row->name; row++) {
        if (key && strcmp(row->name, key) == 0 && row->type == LF_CHOICE)
            complete_choices(C, row->choices);
        if (!key && strncmp(row->name, C->now, strlen(C->now)) == 0)
            printf("%s=\n", row->name);
    }
    if (!key)
        puts(":nospace");
    lf_scenario_free(S);
}

/* ---- events --------------------------------------------------------------------------------- */

/* Parameters that were set before decide which columns there are: n=5 makes five links. */
static void complete_apply(const complete *C, lf_scenario *S)
{
    for (int i = 2; i + 3 < C->words; i++) {
        char setting[3 * LF_WORD_SIZE];
        if (strcmp(C->word[i], "--set") != 0 || strcmp(C->word[i + 2], "=") != 0)
            continue;
        snprintf(setting, sizeof setting, "%s=%s", C->word[i + 1], C->word[i + 3]);
        lf_scenario_set(S, "parameters", setting, "--set"); /* a wrong one is not ours to tell */
    }
}

static void complete_crossing(const complete *C, const char *name)
{
    if (strncmp(name, C->now, strlen(C->now)) == 0)
        printf("%s=\n", name);
}

static void complete_quantities(const complete *C, const lf_problem *P)
{
    char column[LF_WORD_SIZE];
    for (size_t i = 0; i < P->action->dim; i++)
        complete_crossing(C, lf_column_name(P, i, column));
    for (size_t i = 0; i < lf_invariant_count(P); i++)
        complete_crossing(C, P->invariants[i].name);
    for (size_t i = 0; i < lf_output_count(P); i++)
        complete_crossing(C, P->outputs[i].name);
}

/* NAME of --event NAME=VALUE: a column, an invariant or an output of the model. */
static void complete_event(const complete *C)
{
    lf_scenario *S = lf_scenario_new();
    lf_problem P;
    if (C->words > 2 && lf_scenario_open(S, C->word[1]) == LF_OK) {
        complete_apply(C, S);
        double *start = calloc(lf_scenario_dim(S) + 1, sizeof *start);
        if (start && lf_scenario_build(S, &P, start) == LF_OK)
            complete_quantities(C, &P);
        free(start);
    }
    puts(":nospace");
    lf_scenario_free(S);
}

/* Behind the name of an event: nothing for its value, and what may follow a ':'. False elsewhere. */
static bool complete_event_tail(const complete *C)
{
    int at = C->words - 2; /* the word before */
    const bool colon = at > 0 && strcmp(C->word[at], ":") == 0;
    while (at > 2 && strncmp(C->word[at], "--", 2) != 0)
        at--;
    if (at + 2 >= C->words - 1 + colon || strcmp(C->word[at], "--event") != 0)
        return false;
    if (colon)
        complete_choices(C, "rising|falling|both|terminal|name=");
    if (colon)
        puts(":nospace"); /* a ':' may follow */
    return true;
}

/* ---- words ---------------------------------------------------------------------------------- */

static void complete_figures(const complete *C)
{
    char alias[LF_WORD_SIZE];
    complete_offer(C, "all");
    for (const lf_study *study = lf_studies; study->id; study++) {
        complete_offer(C, study->id);
        if (*C->now >= '0' && *C->now <= '9')
            complete_offer(C, lf_study_alias(study, alias));
    }
}

static void complete_value(const complete *C, cli_value_kind value)
{
    switch (value) {
    case CLI_VALUE_FILE: puts(":files"); break;
    case CLI_VALUE_SCENARIO:
        complete_kind(C, LF_KIND_MODEL);
        puts(":files yaml yml json csv jsonl");
        break;
    case CLI_VALUE_SHAPE: puts(":files obj OBJ"); break;
    case CLI_VALUE_MODEL: complete_kind(C, LF_KIND_MODEL); break;
    case CLI_VALUE_METHOD: complete_kind(C, LF_KIND_METHOD); break;
    case CLI_VALUE_METHODS: complete_methods(C); break;
    case CLI_VALUE_PARAMETER: complete_set(C, NULL); break;
    case CLI_VALUE_EVENT: complete_event(C); break;
    case CLI_VALUE_NAME:
        for (lf_kind kind = 0; kind < LF_KINDS; kind++)
            complete_kind(C, kind);
        break;
    case CLI_VALUE_LIST:
        for (lf_kind kind = 0; kind < LF_KINDS; kind++)
            complete_offer(C, lf_kind_plural(kind));
        complete_offer(C, "figures");
        break;
    case CLI_VALUE_FIGURE: complete_figures(C); break;
    case CLI_VALUE_COMMAND: complete_commands(C); break;
    default: break;
    }
}

/* The option whose value is being typed, or false; `key` is that of --set KEY=, or NULL. */
static bool complete_after(const complete *C, const cli_command *command, cli_option *option,
                           const char **key)
{
    int at = C->words - 2; /* the word before */
    *key = NULL;
    if (at > 0 && strcmp(C->word[at], "=") == 0) {
        at--;
        if (at > 1 && strcmp(C->word[at - 1], "--set") == 0)
            *key = C->word[at--];
    }
    const char *before = at > 0 ? C->word[at] : "";
    return strncmp(before, "--", 2) == 0 &&
           cli_option_find(command, before + 2, strlen(before + 2), option) && option->argument;
}

static void complete_argument(const complete *C, const cli_option *option)
{
    if (option->value == CLI_VALUE_ANY && option->knob)
        complete_choices(C, option->knob->row.choices);
    else if (option->value == CLI_VALUE_CHOICES)
        complete_choices(C, option->argument);
    else
        complete_value(C, option->value);
}

static void complete_options(const complete *C, const cli_command *command)
{
    cli_option option;
    for (size_t i = 0; cli_option_at(command, i, &option); i++) {
        char dashed[LF_WORD_SIZE];
        snprintf(dashed, sizeof dashed, "--%s", option.name);
        complete_offer(C, dashed);
    }
}

int cli_complete(int words, char **word)
{
    const char *last = words > 0 ? word[words - 1] : "";
    /* the value, of which nothing has been typed */
    const bool begins = strcmp(last, "=") == 0 || strcmp(last, ":") == 0;
    const complete C = {.words = words + begins, .word = word, .now = begins ? "" : last};
    const cli_command *command = words > 1 ? cli_command_find(word[0]) : NULL;
    cli_option option;
    const char *key;
    if (words <= 1)
        complete_commands(&C);
    else if (command && complete_after(&C, command, &option, &key) && key)
        complete_set(&C, key);
    else if (command && complete_event_tail(&C))
        return cli_finish(CLI_OK);
    else if (command && complete_after(&C, command, &option, &key))
        complete_argument(&C, &option);
    else if (command && *C.now == '-')
        complete_options(&C, command);
    else if (command)
        complete_value(&C, command->word);
    return cli_finish(CLI_OK);
}
