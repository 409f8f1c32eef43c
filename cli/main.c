/* SPDX-License-Identifier: BSD-3-Clause */
/* main.c - the tool: finds the command and hands over. */
#include "cli.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

void cli_complain(const char *format, ...)
{
    char sentence[2 * LF_PATH_SIZE];
    va_list list;
    cli_progress_end();
    fflush(stdout);
    va_start(list, format);
    vsnprintf(sentence, sizeof sentence, format, list);
    va_end(list);
    lf_text_make_plain(sentence); /* it may quote words and names of files that anybody chose */
    fprintf(stderr, "lieflow: %s\n", sentence);
}

void cli_print_json(lf_json *json)
{
    puts(lf_text_string(&json->text));
    lf_json_free(json);
}

int cli_finish(int code)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return code;
    cli_complain("the output could not be written: %s", strerror(errno));
    return CLI_FAILED;
}

const char *cli_duration(double seconds, char *text)
{
    if (seconds < 1e-3)
        snprintf(text, 32, "%.0f us", 1e6 * seconds);
    else if (seconds < 1)
        snprintf(text, 32, "%.1f ms", 1e3 * seconds);
    else if (seconds < 100)
        snprintf(text, 32, "%.2f s", seconds);
    else if (seconds < 6000)
        snprintf(text, 32, "%.0f min %02.0f s", floor(seconds / 60), fmod(seconds, 60));
    else if (seconds < 172800)
        snprintf(text, 32, "%.0f h %02.0f min", floor(seconds / 3600), fmod(seconds, 3600) / 60);
    else
        snprintf(text, 32, "%.3g days", seconds / 86400);
    return text;
}

static int main_unknown(const char *name)
{
    const char *word[] = {name};
    cli_args args = {.words = 1, .word = {word[0]}};
    cli_help_command(&args);
    fprintf(stderr, "       'lieflow help' shows the commands\n");
    return CLI_USAGE;
}

int main(int argc, char **argv)
{
    cli_args args;
    const char *name = argc > 1 ? argv[1] : NULL;
    if (!name) {
        cli_help_all(stderr);
        return CLI_USAGE;
    }
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        name = "help";
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0)
        name = "version";
    if (strcmp(name, "complete") == 0)
        return cli_complete(argc - 2, argv + 2);
    if (strcmp(name, "manual") == 0)
        return cli_manual(argc - 2, argv + 2);
    const cli_command *command = cli_command_find(name);
    if (!command)
        return main_unknown(name);
    int code = cli_parse(command, argc - 2, argv + 2, &args);
    if (code == CLI_OK)
        code = command->run(&args);
    else if (code < 0)
        code = CLI_OK;
    return cli_finish(code);
}
