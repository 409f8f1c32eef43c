/* SPDX-License-Identifier: BSD-3-Clause */
/* cli.h - the face at the terminal: commands as tables of options, help made from the tables. */
#ifndef LIEFLOW_CLI_H
#define LIEFLOW_CLI_H

#include <stdio.h>

#include <lieflow/run.h>

enum { CLI_OK = 0, CLI_FAILED = 1, CLI_USAGE = 2, CLI_MOST_GIVEN = 64, CLI_MOST_WORDS = 8 };

/* What can be offered for a value or a word when the user presses TAB. */
typedef enum {
    CLI_VALUE_ANY,     /* nothing but the choices of a knob */
    CLI_VALUE_CHOICES, /* what the option's argument lists */
    CLI_VALUE_FILE,
    CLI_VALUE_SCENARIO, /* a model or a scenario file */
    CLI_VALUE_SHAPE,    /* an OBJ file */
    CLI_VALUE_MODEL,
    CLI_VALUE_METHOD,
    CLI_VALUE_METHODS,   /* a,b,c */
    CLI_VALUE_PARAMETER, /* KEY=VALUE of the model that was named */
    CLI_VALUE_EVENT,     /* NAME=VALUE of a column, invariant or output of that model */
    CLI_VALUE_NAME,      /* of anything */
    CLI_VALUE_LIST,      /* of what can be listed */
    CLI_VALUE_FIGURE,
    CLI_VALUE_COMMAND
} cli_value_kind;

/* Of a command alone, or seen from a knob of the library's table. */
typedef struct {
    const char *name;     /* "t-end" for --t-end */
    const char *argument; /* what its value is called in the help; NULL: a flag */
    const char *help;
    const char *more; /* what the manual adds; may be NULL */
    cli_value_kind value;
    const lf_knob *knob; /* what it sets in the scenario, or NULL */
} cli_option;

typedef struct cli_args cli_args;

typedef struct {
    const char *name, *synopsis, *summary;
    const char *detail;        /* explanation and examples for --help */
    const cli_option *options; /* its own, ending with a NULL name */
    unsigned knobs;            /* LF_FOR_...: it also has those of the table */
    size_t least, most;        /* words besides options */
    cli_value_kind word;       /* what the first of them is */
    int (*run)(const cli_args *args);
} cli_command;

struct cli_args {
    const cli_command *command;
    size_t words, options;
    const char *word[CLI_MOST_WORDS];
    struct {
        cli_option option;
        const char *value;
    } given[CLI_MOST_GIVEN];
};

/* Every command, ending with a NULL name. */
extern const cli_command cli_commands[];
const cli_command *cli_command_find(const char *name);
/* Option i of a command: its own, those of the table by topic, then --json and --help; false after
 * the last. */
bool cli_option_at(const cli_command *command, size_t i, cli_option *option);
bool cli_option_find(const cli_command *command, const char *name, size_t length,
                     cli_option *option);
/* "; may be repeated", or "" */
const char *cli_repeats(const cli_option *option);

/* Read argv after the command's name. CLI_OK, CLI_USAGE after a complaint, or -1 when help was
 * asked for and printed. */
int cli_parse(const cli_command *command, int argc, char **argv, cli_args *args);
/* Value of an option; NULL if it was not given ("" for a flag that was). */
const char *cli_value(const cli_args *args, const char *option);
/* Open the scenario of word 0 and apply the options that set something in it. */
int cli_scenario(const cli_args *args, lf_scenario *S);

void cli_help_all(FILE *out);
void cli_help(const cli_command *command, FILE *out);
/* For the shell: what the last of the words may become, one candidate per line (see
 * completion/lieflow.bash). For tools/make_man: the part of a command's manual page that its table
 * of options tells. Neither is a command of the help. */
int cli_complete(int words, char **word);
int cli_manual(int words, char **word);

/* "lieflow: sentence" on the standard error. */
void cli_complain(const char *format, ...) LF_PRINTF(1, 2);
/* A text, or one JSON object, on the standard output; frees it. One that found no memory is not
 * printed, and cli_finish says so. */
void cli_print(lf_text *text);
void cli_print_json(lf_json *json);
/* Likewise, with lines that fit the terminal. */
void cli_print_fitting(lf_text *text);
/* CLI_FAILED with a complaint if the standard output took not all, else `code`. */
int cli_finish(int code);
/* Columns of the terminal: COLUMNS, or what it says of itself, or 100. */
size_t cli_width(void);
/* The words of `text` in lines that fit, and the end of the line; `column` columns are taken
 * already, and every further line begins with `indent` blanks. */
void cli_wrap(FILE *out, size_t indent, size_t column, const char *text);
/* One line of words in columns, which goes on under its last column where it is too long; the same from
 * a format, and for every line of a text. */
void cli_fit(FILE *out, const char *line);
void cli_line(FILE *out, const char *format, ...) LF_PRINTF(2, 3);
void cli_fit_text(FILE *out, const char *text);
/* A duration for people: "1.2 ms"; `text` holds 32 bytes. */
const char *cli_duration(double seconds, char *text);

/* Complain about a table that could not be made; its exit code. */
int cli_stopped(const lf_scenario *S, lf_status status);
/* Complain that memory is out; its exit code. */
int cli_no_memory(void);
/* CLI_USAGE with a complaint if --plot has a name that cannot be drawn, or --out one that is not for
 * a table. */
int cli_file_names(const cli_args *args);
/* One line per method: drifts, defect, evaluations, time. */
void cli_drift_table(const lf_comparison *C);

/* A bar on the standard error when it is a terminal and the work lasts; stops on Ctrl-C. */
lf_progress cli_progress(const char *what);
/* Likewise for one run, whose rate is told in units of its time. */
lf_progress cli_progress_run(const char *what, double t_end);
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
