/* SPDX-License-Identifier: BSD-3-Clause */
/* args.c - argv against a command's table of options. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

static int args_unknown(const cli_command *command, const char *typed)
{
    const char *names[64];
    char near[LF_WHY_SIZE] = "", dashed[64][LF_WORD_SIZE];
    size_t n = 0;
    cli_option option;
    for (; n < 63 && cli_option_at(command, n, &option); n++) {
        snprintf(dashed[n], LF_WORD_SIZE, "--%s", option.name);
        names[n] = dashed[n];
    }
    names[n] = NULL;
    lf_name_suggest(typed, names, near, sizeof near);
    cli_complain("'%s' has no option %.60s%s", command->name, typed, near);
    fprintf(stderr, "       'lieflow %s --help' shows its options\n", command->name);
    return CLI_USAGE;
}

/* One option at argv[*i]; its value may stand after '=' or in the next word. */
static int args_option(cli_args *args, int argc, char **argv, int *i)
{
    const char *text = argv[*i] + 2;
    size_t length = strcspn(text, "=");
    cli_option option;
    const char *value = text[length] == '=' ? text + length + 1 : NULL;
    if (!cli_option_find(args->command, text, length, &option)) {
        char typed[LF_WORD_SIZE];
        snprintf(typed, sizeof typed, "--%.*s", (int)(length < 60 ? length : 60), text);
        return args_unknown(args->command, typed);
    }
    if (!option.argument && value) {
        cli_complain("--%s takes no value", option.name);
        return CLI_USAGE;
    }
    if (option.argument && !value) {
        if (*i + 1 >= argc) {
            cli_complain("--%s needs a value: %s", option.name, option.argument);
            return CLI_USAGE;
        }
        value = argv[++*i];
    }
    if (args->options == CLI_MOST_GIVEN) {
        cli_complain("more than %d options", CLI_MOST_GIVEN);
        return CLI_USAGE;
    }
    args->given[args->options].option = option;
    args->given[args->options++].value = value ? value : "";
    return CLI_OK;
}

static int args_word(cli_args *args, const char *word)
{
    if (args->words >= args->command->most) {
        cli_complain("'%s' takes no further word '%.60s'", args->command->name, word);
        fprintf(stderr, "       lieflow %s %s\n", args->command->name, args->command->synopsis);
        return CLI_USAGE;
    }
    args->word[args->words++] = word;
    return CLI_OK;
}

int cli_parse(const cli_command *command, int argc, char **argv, cli_args *args)
{
    bool only_words = false;
    *args = (cli_args){.command = command};
    for (int i = 0; i < argc; i++) {
        int code = CLI_OK;
        if (!only_words && (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)) {
            cli_help(command, stdout);
            return -1;
        }
        if (!only_words && strcmp(argv[i], "--") == 0)
            only_words = true;
        else if (!only_words && strncmp(argv[i], "--", 2) == 0)
            code = args_option(args, argc, argv, &i);
        else if (!only_words && argv[i][0] == '-' && argv[i][1])
            code = args_unknown(command, argv[i]);
        else
            code = args_word(args, argv[i]);
        if (code != CLI_OK)
            return code;
    }
    if (args->words < command->least) {
        cli_complain("'%s' needs more: lieflow %s %s", command->name, command->name,
                     command->synopsis);
        fprintf(stderr, "       'lieflow %s --help' explains it\n", command->name);
        return CLI_USAGE;
    }
    return CLI_OK;
}

const char *cli_value(const cli_args *args, const char *option)
{
    const char *value = NULL;
    for (size_t i = 0; i < args->options; i++)
        if (strcmp(args->given[i].option.name, option) == 0)
            value = args->given[i].value;
    return value;
}

/* Two options that stand in place of each other. */
static int args_rivals(const lf_knob *a, const lf_knob *b)
{
    const lf_knob *fixed = a->topic == LF_TOPIC_STEPS ? a : b, *other = fixed == a ? b : a;
    if (fixed->topic == LF_TOPIC_STEPS && other->topic == LF_TOPIC_TOLERANCE)
        cli_complain("--%s fixes the step, --%s lets it follow a tolerance: give one of them "
                     "(--first-step H only begins)",
                     fixed->option, other->option);
    else
        cli_complain("give --%s or --%s, not both", a->option, b->option);
    return CLI_USAGE;
}

static int args_exclude(const cli_args *args)
{
    for (size_t i = 0; i < args->options; i++)
        for (size_t j = 0; j < i; j++) {
            const lf_knob *a = args->given[j].option.knob, *b = args->given[i].option.knob;
            if (a && b && lf_knob_excludes(a, b))
                return args_rivals(a, b);
        }
    return CLI_OK;
}

int cli_scenario(const cli_args *args, lf_scenario *S)
{
    if (args_exclude(args) != CLI_OK)
        return CLI_USAGE;
    if (cli_value(args, "allow-paths"))
        lf_scenario_allow_paths(S);
    lf_status status = lf_scenario_open(S, args->word[0]);
    for (size_t i = 0; i < args->options && status == LF_OK; i++) {
        const cli_option *option = &args->given[i].option;
        char where[LF_WORD_SIZE];
        snprintf(where, sizeof where, "--%s", option->name);
        if (option->knob)
            status = lf_scenario_set(S, option->knob->row.name,
                                     option->argument ? args->given[i].value : "true", where);
    }
    if (status == LF_OK)
        return CLI_OK;
    cli_complain("%s", lf_scenario_why(S));
    return status == LF_EMEMORY ? CLI_FAILED : CLI_USAGE;
}
