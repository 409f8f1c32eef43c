/* SPDX-License-Identifier: BSD-3-Clause */
/* help.c - pages that teach, made from the table of commands. */
#include "cli.h"

#include <string.h>

#include <lieflow/version.h>

void cli_help_all(FILE *out)
{
    fprintf(out, "lieflow %s: differential equations on Lie groups and homogeneous manifolds\n\n",
            lf_version());
    fprintf(out, "usage: lieflow COMMAND ...\n\n");
    for (const cli_command *command = cli_commands; command->name; command++)
        fprintf(out, "  %-10s %s\n", command->name, command->summary);
    fprintf(out, "\nfirst steps\n"
                 "    lieflow demo\n"
                 "    lieflow list models\n"
                 "    lieflow describe heavy-top\n"
                 "    lieflow run heavy-top --method cf4 --plot top.svg\n"
                 "    lieflow run pendulum-chain --tol 1e-8 --animate chain.gif\n"
                 "    lieflow order free-rigid-body --methods lie-euler,rkmk4,cf4\n"
                 "\n'lieflow help COMMAND' explains a command.\n");
}

/* By topic, where there are topics. */
static void help_options(const cli_command *command, FILE *out)
{
    const char *topic = NULL;
    cli_option option;
    for (size_t i = 0; cli_option_at(command, i, &option); i++) {
        char head[LF_WORD_SIZE];
        const char *now = option.knob ? lf_topic_name(option.knob->topic) : "";
        const char *own = topic && *topic ? "other " : "";
        if (!topic || strcmp(topic, now) != 0)
            fprintf(out, "\n%s%s\n", *now ? "options about the " : own, *now ? now : "options");
        topic = now;
        snprintf(head, sizeof head, "--%s %s", option.name, option.argument ? option.argument : "");
        cli_line(out, "    %-29s  %s%s", head, option.help, cli_repeats(&option));
    }
}

/* The kinds of files that rows can go to. */
static void help_sinks(FILE *out)
{
    fprintf(out, "\nfiles for rows, by the ending of --out\n");
    for (const lf_sink_kind *const *kind = lf_sink_kinds(); *kind; kind++)
        cli_line(out, "    %-29s  %s", (*kind)->ending, (*kind)->doc);
}

void cli_help(const cli_command *command, FILE *out)
{
    fprintf(out, "usage: lieflow %s %s\n\n%s\n", command->name, command->synopsis,
            command->summary);
    if (*command->detail)
        fputc('\n', out);
    cli_fit_text(out, command->detail);
    help_options(command, out);
    if (command->knobs & LF_FOR_RUN)
        help_sinks(out);
}

int cli_help_command(const cli_args *args)
{
    const cli_command *command = args->words ? cli_command_find(args->word[0]) : NULL;
    if (args->words && !command) {
        const char *names[32];
        char near[LF_WHY_SIZE] = "";
        size_t n = 0;
        for (command = cli_commands; command->name; command++)
            names[n++] = command->name;
        names[n] = NULL;
        lf_name_suggest(args->word[0], names, near, sizeof near);
        cli_complain("there is no command '%.60s'%s", args->word[0], near);
        return CLI_USAGE;
    }
    if (command)
        cli_help(command, stdout);
    else
        cli_help_all(stdout);
    return CLI_OK;
}

int cli_version(const cli_args *args)
{
    (void)args;
    printf("lieflow %s\n", lf_version());
    return CLI_OK;
}
