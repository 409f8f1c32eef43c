/* SPDX-License-Identifier: BSD-3-Clause */
/* main.c - the tool: finds the command and hands over. */
#include "cli.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

static bool main_closed; /* the standard output */

void cli_complain(const char *format, ...)
{
    char sentence[2 * LF_PATH_SIZE];
    va_list list;
    cli_progress_end();
    if (!main_closed)
        fflush(stdout);
    va_start(list, format);
    vsnprintf(sentence, sizeof sentence, format, list);
    va_end(list);
    lf_text_make_plain(sentence); /* it may quote words and names of files that anybody chose */
    fprintf(stderr, "lieflow: %s\n", sentence);
}

/* A text for the standard output found no memory: nothing of it was printed. */
static bool main_no_memory;

void cli_print(lf_text *text)
{
    if (text->failed)
        main_no_memory = true;
    else
        fwrite(lf_text_string(text), 1, text->length, stdout);
    lf_text_free(text);
}

void cli_print_fitting(lf_text *text)
{
    if (text->failed)
        main_no_memory = true;
    else
        cli_fit_text(stdout, lf_text_string(text));
    lf_text_free(text);
}

void cli_print_json(lf_json *json)
{
    lf_text_add(&json->text, "\n");
    cli_print(&json->text);
}

/* The reason is known if it was the last piece that failed, as on a full disk. */
int cli_finish(int code)
{
    const bool before = ferror(stdout) != 0;
    errno = 0;
    const bool now = fclose(stdout) != 0;
    main_closed = true;
    if (before || now) {
        cli_complain("the output could not be written%s%s", errno ? ": " : "",
                     errno ? strerror(errno) : "");
        code = CLI_FAILED;
    }
    if (main_no_memory)
        code = cli_no_memory();
    return code != CLI_OK && cli_interrupted() ? 128 + cli_interrupted() : code;
}

/* Where a standard file is closed the next one that is opened would take its place, and get what is
 * printed: fill the gap with something that can neither be read nor written. */
static void main_standard_files(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 &&
            open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0)
            return;
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
    main_standard_files();
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
