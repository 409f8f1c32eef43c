/* SPDX-License-Identifier: BSD-3-Clause */
/* manual.c - 'lieflow manual COMMAND': the sections of a manual page that the tables tell, in roff,
 * for tools/make_man. */
#include "cli.h"

#include <string.h>

/* Words as roff shows them: hyphens that can be copied, no line that looks like a request. */
static void manual_words(const char *words)
{
    for (const char *s = words; *s; s++) {
        if (*s == '-')
            fputs("\\-", stdout);
        else if (*s == '\\')
            fputs("\\e", stdout);
        else if (*s == '\'')
            fputs("\\(aq", stdout);
        else if (*s == '"')
            fputs("\\(dq", stdout);
        else if (*s == '.' && s == words)
            fputs("\\&.", stdout);
        else
            putchar(*s);
    }
}

/* A sentence per line, as roff likes it. */
static void manual_sentences(const char *words)
{
    while (words && *words) {
        char line[LF_WHY_SIZE];
        const char *end = strstr(words, ". ");
        size_t length = end ? (size_t)(end + 1 - words) : strlen(words);
        snprintf(line, sizeof line, "%.*s", (int)length, words);
        manual_words(line);
        putchar('\n');
        words += length + (end != NULL);
    }
}

static void manual_option(const cli_option *option)
{
    fputs(".TP\n.B \\-\\-", stdout);
    manual_words(option->name);
    if (option->argument) {
        fputs(" \\fI", stdout);
        manual_words(option->argument);
        fputs("\\fR", stdout);
    }
    putchar('\n');
    manual_words(option->help);
    fputs(cli_repeats(option), stdout);
    puts(option->more ? "." : "");
    manual_sentences(option->more);
}

static void manual_keys(void)
{
    puts(".SH SCENARIO KEYS");
    for (const lf_knob *knob = lf_knob_table(); knob->row.name; knob++) {
        if (knob->flags & LF_KNOB_INNER)
            continue;
        fputs(".TP\n.B ", stdout);
        manual_words(knob->row.name);
        putchar('\n');
        manual_words(knob->row.doc);
        if (knob->row.choices) {
            fputs(": ", stdout);
            manual_words(knob->row.choices);
        }
        putchar('\n');
    }
}

static void manual_sinks(void)
{
    puts(".SH FILES FOR ROWS\nThe ending of the name after\n.B \\-\\-out\nsays what is written:");
    for (const lf_sink_kind *const *kind = lf_sink_kinds(); *kind; kind++) {
        fputs(".TP\n.B ", stdout);
        manual_words((*kind)->ending);
        putchar('\n');
        manual_words((*kind)->doc);
        putchar('\n');
    }
}

int cli_manual(int words, char **word)
{
    const cli_command *command = words == 1 ? cli_command_find(word[0]) : NULL;
    cli_option option;
    if (!command) {
        cli_complain("'manual' needs the name of a command");
        return CLI_USAGE;
    }
    puts(".SH OPTIONS");
    for (size_t i = 0; cli_option_at(command, i, &option); i++)
        manual_option(&option);
    if (command->knobs & LF_FOR_RUN) {
        manual_sinks();
        manual_keys();
    }
    return cli_finish(CLI_OK);
}
