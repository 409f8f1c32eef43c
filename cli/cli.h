/* SPDX-License-Identifier: BSD-3-Clause */
/* cli.h - the face at the terminal: commands as tables of options, help made from the tables. */
#ifndef LIEFLOW_CLI_H
#define LIEFLOW_CLI_H

#include <stdio.h>

#include <lieflow/run.h>

enum { CLI_OK = 0, CLI_FAILED = 1, CLI_USAGE = 2, CLI_MOST_GIVEN = 64, CLI_MOST_WORDS = 8 };

typedef struct {
    const char *name;     /* "t-end" for --t-end */
    const char *argument; /* what its value is called in the help; NULL: a flag */
    const char *key;      /* the scenario's key it sets, or NULL */
    const char *help;
} cli_option;

typedef struct cli_args cli_args;

typedef struct {
    const char *name, *synopsis, *summary;
    const char *detail;        /* explanation and examples for --help */
    const cli_option *options; /* ends with a NULL name */
    size_t least, most;        /* words besides options */
    int (*run)(const cli_args *args);
} cli_command;

struct cli_args {
    const cli_command *command;
    size_t words, options;
    const char *word[CLI_MOST_WORDS];
    struct {
        const cli_option *option;
        const char *value;
    } given[CLI_MOST_GIVEN];
};

/* Every command, ending with a NULL name. */
extern const cli_command cli_commands[];
const cli_command *cli_command_find(const char *name);

/* Read argv behind the command's name. CLI_OK, CLI_USAGE after a complaint, or -1 when help was
 * asked for and printed. */
int cli_parse(const cli_command *command, int argc, char **argv, cli_args *args);
/* Value of an option; NULL if it was not given ("" for a flag that was). */
const char *cli_value(const cli_args *args, const char *option);
/* Open the scenario of word 0 and apply the options that set something in it. */
int cli_scenario(const cli_args *args, lf_scenario *S);

void cli_help_all(FILE *out);
void cli_help(const cli_command *command, FILE *out);

/* "lieflow: sentence" on the standard error. */
void cli_complain(const char *format, ...) LF_PRINTF(1, 2);
/* One JSON object on the standard output; frees it. */
void cli_print_json(lf_json *json);
/* CLI_FAILED with a complaint if the standard output took not all, else `code`. */
int cli_finish(int code);
/* A duration for people: "1.2 ms"; `text` holds 32 bytes. */
const char *cli_duration(double seconds, char *text);

/* Complain about a table that could not be made; its exit code. */
int cli_stopped(const lf_scenario *S, lf_status status);
/* Complain that memory is out; its exit code. */
int cli_no_memory(void);
/* CLI_USAGE with a complaint if --plot has a name that cannot be drawn. */
int cli_plot_name(const cli_args *args);
/* One line a method: drifts, defect, evaluations, time. */
void cli_drift_table(const lf_comparison *C);

/* A bar on the standard error when it is a terminal and the work lasts; stops on Ctrl-C. */
lf_progress cli_progress(const char *what);
void cli_progress_end(void);
/* The signal that asked to stop, or 0. */
int cli_interrupted(void);

int cli_run(const cli_args *args);
int cli_list(const cli_args *args);
int cli_describe(const cli_args *args);
int cli_order(const cli_args *args);
int cli_precision(const cli_args *args);
int cli_compare(const cli_args *args);
int cli_shape(const cli_args *args);
int cli_reproduce(const cli_args *args);
int cli_demo(const cli_args *args);
int cli_version(const cli_args *args);
int cli_help_command(const cli_args *args);

#endif
