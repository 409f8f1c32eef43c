/* SPDX-License-Identifier: BSD-3-Clause */
/* scenario.h - what the files of this floor share about scenarios. */
#ifndef LIEFLOW_RUN_SCENARIO_H
#define LIEFLOW_RUN_SCENARIO_H

#include <stdint.h>

#include <lieflow/run.h>

/* A tolerance of its own for one block of a product: its number, or the beginning of a column. */
typedef struct {
    char block[LF_WORD_SIZE];
    double atol, rtol;
    char place[LF_PLACE_SIZE];
} lf_block_rule;

/* A tableau written into a scenario or named there; stages == 0: none. */
typedef struct {
    int stages, order;
    bool classical;
    double a[LF_MAX_STAGES * LF_MAX_STAGES], b[LF_MAX_STAGES], c[LF_MAX_STAGES];
    lf_tableau view; /* of the above, made when a method is */
} lf_own_tableau;

struct lf_scenario {
    const lf_model *model;
    _Alignas(max_align_t) unsigned char self[LF_MODEL_MAX_SIZE]; /* the model's parameters */
    char method[LF_WORD_SIZE];                                   /* "": the model's own choice */
    lf_own_tableau tableau;
    lf_knobs knobs;
    lf_block_rule block[LF_MAX_RULES];
    lf_event_rule event[LF_MAX_RULES];
    size_t blocks, events;
    lf_event_rule until; /* what is waited for; an empty expression: nothing */
    char out[LF_PATH_SIZE], plot[LF_PATH_SIZE], animate[LF_PATH_SIZE]; /* "": none */
    char data[LF_PATH_SIZE], result[LF_PATH_SIZE];                     /* "": none */
    double data_rate; /* rows a second, if they are sounds */
    size_t data_rows;
    char source[LF_PATH_SIZE]; /* the file it was read from, or "" */
    uint64_t marked;           /* rows of the model's parameters that were set one by one */
    bool reading;              /* a file is being read: what is set comes from it */
    bool any_path;             /* such a file may name files anywhere */
    lf_place *places;          /* of the knobs that were set */
    char why[LF_WHY_SIZE];     /* about the last call that failed */
    void *memory;              /* what the above and outcomes refer to */
};

/* Remember that a row of the model was set. */
void lf_scenario_mark(lf_scenario *S, const lf_param *row);
/* LF_EINPUT with a sentence if something was set that changes nothing, for this method. */
lf_status lf_scenario_check_idle(lf_scenario *S, const lf_method *M);

/* The unit of column i and of the time; "" for a pure number. */
const char *lf_column_unit(const lf_model *M, const lf_problem *P, size_t i);
const char *lf_time_unit(const lf_model *M);

/* Put "where: sentence" into S->why and answer `status`; `where` may be NULL. */
lf_status lf_scenario_fail(lf_scenario *S, lf_status status, const char *where, const char *format,
                           ...) LF_PRINTF(4, 5);

/* LF_EINPUT with a sentence when the options called `name` are of another edition (lieflow/abi.h);
 * there has been one so far. */
lf_status lf_edition_check(lf_scenario *S, const char *name, size_t given, size_t known);

/* Remember where a knob was set, for sentences about it later; and where that was, "" if nowhere. A
 * tableau counts as the method. */
void lf_scenario_remember(lf_scenario *S, const char *key, const char *where);
const char *lf_scenario_place(const lf_scenario *S, const char *key);

/* The shortest decimal that reads back as the same number; `text` holds 32 bytes. */
const char *lf_number_text(double value, char *text);

/* Cut the list "a,b,c" at its commas into words without blanks; answers how many, or `most` + 1 if
 * there are more, and 0 for an empty or overlong word. */
size_t lf_words_cut(const char *list, size_t most, char (*word)[LF_WORD_SIZE]);

/* Read the scenario in the head of a file of rows, FILE.csv or FILE.jsonl. */
lf_status lf_scenario_read_data(lf_scenario *S, const char *path);

/* A table that carries its scenario: '#' lines of `words`, then "scenario: {..}". NULL with a
 * sentence, as lf_csv_open. */
lf_csv *lf_table_open(const lf_scenario *S, const char *words, const char *path, size_t columns,
                      const lf_column *column, char *why, size_t why_size);

/* Set a parameter of the model, never a key of the scenario. */
lf_status lf_scenario_set_parameter(lf_scenario *S, const char *key, const char *text,
                                    const char *where);

/* A tolerance for all blocks; one for a block, "q1=1e-8" or "2=1e-8,1e-6"; an event, "Gamma.z = 0"
 * with ":rising", ":falling", ":terminal" or ":name=..." after it. */
lf_status lf_scenario_set_tolerance(lf_scenario *S, const char *text, const char *where);
lf_status lf_scenario_set_block(lf_scenario *S, const char *text, const char *where);
/* Let the steps follow this tolerance from now on. */
void lf_scenario_follow(lf_scenario *S, double atol, double rtol, const char *where);
lf_status lf_scenario_set_event(lf_scenario *S, const char *text, const char *where);
/* What the run waits for, "gradient = 1e-8". */
lf_status lf_scenario_set_until(lf_scenario *S, const char *text, const char *where);
/* Forget it: tables compare solutions at one time. */
void lf_scenario_wait_not(lf_scenario *S);
/* Room for one more event with its defaults; NULL with a sentence if there is none. */
lf_event_rule *lf_scenario_new_event(lf_scenario *S, const char *where);
/* Its parts, as a user writes them. */
lf_status lf_event_set(lf_scenario *S, lf_event_rule *rule, const char *part, const char *text,
                       const char *where);

/* A file name as the value of a key; `bad` says what is wrong with it, or is NULL. */
lf_status lf_scenario_set_path(lf_scenario *S, char *path, const char *key, const char *text,
                               const char *where, const char *bad);
/* Hand the data that the scenario names to its model; LF_OK if there are none. */
lf_status lf_scenario_take_data(lf_scenario *S);
/* Can there be the result that is asked for? */
lf_status lf_scenario_check_result(lf_scenario *S);
/* What the last point makes of them goes to the file of the scenario's result. */
lf_status lf_scenario_write_result(lf_scenario *S, const lf_outcome *R);

/* Zeroed doubles that live as long as the scenario; NULL with a sentence when memory is out. */
double *lf_scenario_room(lf_scenario *S, size_t count);

/* The methods of a list "a,b,..", each checked to exist; without a list the scenario's own. */
lf_status lf_scenario_methods(lf_scenario *S, const char *list, size_t *count,
                              char (*name)[LF_WORD_SIZE]);

/* Build the problem, its start (in R->y) and the method. */
lf_status lf_scenario_prepare(lf_scenario *S, lf_outcome *R, lf_method *M);
/* Note what drifts will be compared with; R->y still holds the start. */
void lf_outcome_measure(lf_outcome *R);
/* A logarithmic panel in which nothing drifts at all keeps its axes: they have no data to follow. */
void lf_drift_axes(lf_panel *panel);
/* March what was prepared; rows go to `sink` unless NULL. */
lf_status lf_scenario_march(lf_scenario *S, const lf_method *M, const lf_sink *sink,
                            lf_progress progress, lf_outcome *R);
/* Time between rows of output. */
double lf_scenario_every(const lf_scenario *S);

/* Place of a name within its kind; false if there is none. */
bool lf_kind_find(lf_kind kind, const char *name, size_t *at);
/* The model with its defaults, built; NULL if that does not work, which fails `out` when memory is
 * out. The caller frees it. */
lf_scenario *lf_describe_built(const lf_model *M, lf_problem *P, lf_text *out);
/* LF_ENAME with a sentence about a name that is nothing's. */
lf_status lf_describe_unknown(const char *name, char *why, size_t why_size);
/* "3 numbers, all positive" */
const char *lf_param_range(const lf_param *row, char *text, size_t size);

/* Seconds of a clock that never goes back. */
double lf_clock(void);

#endif
