/* SPDX-License-Identifier: BSD-3-Clause */
/* args.c - argv against a command's table of options. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

static const cli_option *args_find(const cli_command *command, const char *name, size_t length)
{
    for (const cli_option *option = command->options; option->name; option++)
        if (strlen(option->name) == length && strncmp(option->name, name, length) == 0)
            return option;
    return NULL;
}

static int args_unknown(const cli_command *command, const char *typed)
{
    const char *names[64];
    char near[LF_WHY_SIZE] = "", dashed[64][LF_WORD_SIZE];
    size_t n = 0;
    for (const cli_option *option = command->options; option->name && n < 63; option++, n++) {
        snprintf(dashed[n], LF_WORD_SIZE, "--%s", option->name);
        names[n] = dashed[n];
    }
    names[n] = NULL;
    lf_name_suggest(typed, names, near, sizeof near);
    cli_complain("'%s' has no option %.60s%s", command->name, typed, near);
    fprintf(stderr, "       'lieflow %s --help' shows its options\n", command->name);
    return CLI_USAGE;
}

/* One option at argv[*i]; its value may stand behind '=' or in the next word. */
static int args_option(cli_args *args, int argc, char **argv, int *i)
{
    const char *text = argv[*i] + 2;
    size_t length = strcspn(text, "=");
    const cli_option *option = args_find(args->command, text, length);
    const char *value = text[length] == '=' ? text + length + 1 : NULL;
    if (!option) {
        char typed[LF_WORD_SIZE];
        snprintf(typed, sizeof typed, "--%.*s", (int)(length < 60 ? length : 60), text);
        return args_unknown(args->command, typed);
    }
    if (!option->argument && value) {
        cli_complain("--%s takes no value", option->name);
        return CLI_USAGE;
    }
    if (option->argument && !value) {
        if (*i + 1 >= argc) {
            cli_complain("--%s needs a value: %s", option->name, option->argument);
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
        if (strcmp(args->given[i].option->name, option) == 0)
            value = args->given[i].value;
    return value;
}

/* --set key=value */
static int args_set(lf_scenario *S, const char *pair)
{
    char key[LF_WORD_SIZE];
    size_t length = strcspn(pair, "=");
    if (!pair[length] || length == 0 || length >= sizeof key) {
        cli_complain("--set: KEY=VALUE is expected, got '%.60s'", pair);
        return CLI_USAGE;
    }
    memcpy(key, pair, length);
    key[length] = 0;
    if (lf_scenario_set(S, key, pair + length + 1, "--set") == LF_OK)
        return CLI_OK;
    cli_complain("%s", lf_scenario_why(S));
    return CLI_USAGE;
}

/* Fixed steps or a tolerance, not both. */
static int args_steps(const cli_args *args)
{
    static const char *const fixed[] = {"step", "steps"}, *const tol[] = {"tol", "atol", "rtol"};
    if (strcmp(args->command->name, "order") == 0)
        return CLI_OK;
    if (cli_value(args, "step") && cli_value(args, "steps")) {
        cli_complain("give --step or --steps, not both");
        return CLI_USAGE;
    }
    if (cli_value(args, "tol") && (cli_value(args, "atol") || cli_value(args, "rtol"))) {
        cli_complain("give --tol, or --atol and --rtol, not both");
        return CLI_USAGE;
    }
    for (size_t i = 0; i < 6; i++) {
        if (!cli_value(args, fixed[i / 3]) || !cli_value(args, tol[i % 3]))
            continue;
        cli_complain("--%s fixes the step, --%s lets it follow a tolerance: give one of them%s",
                     fixed[i / 3], tol[i % 3], i < 3 ? " (--first-step H only begins)" : "");
        return CLI_USAGE;
    }
    return CLI_OK;
}

int cli_scenario(const cli_args *args, lf_scenario *S)
{
    int steps = args_steps(args);
    if (steps != CLI_OK)
        return steps;
    if (lf_scenario_open(S, args->word[0]) != LF_OK) {
        cli_complain("%s", lf_scenario_why(S));
        return CLI_USAGE;
    }
    for (size_t i = 0; i < args->options; i++) {
        const cli_option *option = args->given[i].option;
        char where[LF_WORD_SIZE];
        int code = CLI_OK;
        snprintf(where, sizeof where, "--%s", option->name);
        if (strcmp(option->name, "set") == 0) {
            code = args_set(S, args->given[i].value);
        } else if (option->key &&
                   lf_scenario_set(S, option->key, option->argument ? args->given[i].value : "true",
                                   where) != LF_OK) {
            cli_complain("%s", lf_scenario_why(S));
            code = CLI_USAGE;
        }
        if (code != CLI_OK)
            return code;
    }
    return CLI_OK;
}
