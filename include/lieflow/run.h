/* SPDX-License-Identifier: BSD-3-Clause */
/* run.h - names to things to files: the only floor that looks up what a user typed. A scenario
 * says what to run; running it gives an outcome; tables of order and precision and comparisons of
 * methods are made of many such runs. Nothing here prints. */
#ifndef LIEFLOW_RUN_H
#define LIEFLOW_RUN_H

#include <lieflow/draw.h>
#include <lieflow/io.h>
#include <lieflow/model.h>
#include <lieflow/shape.h>
#include <lieflow/solve.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    LF_WHY_SIZE = 640,    /* a sentence about a failure */
    LF_WORD_SIZE = 64,    /* a name */
    LF_PATH_SIZE = 1024,  /* a file */
    LF_PLACE_SIZE = 200,  /* "file.yaml:7" */
    LF_MAX_METHODS = 12,  /* in one table */
    LF_MAX_LEVELS = 16,   /* step sizes or tolerances in one table */
    LF_MAX_RULES = 16,    /* events or tolerances of blocks in one scenario */
    LF_KEPT_EVENTS = 4096 /* events whose points are kept in memory; files get all */
};

/* ---- names ---------------------------------------------------------------------------------- */

/* The kinds of things that have names. */
typedef enum {
    LF_KIND_MODEL,
    LF_KIND_METHOD,
    LF_KIND_GROUP,
    LF_KIND_ACTION,
    LF_KIND_TABLEAU,
    LF_KIND_OPTION,
    LF_KINDS
} lf_kind;

const char *lf_kind_name(lf_kind kind);   /* "model" */
const char *lf_kind_plural(lf_kind kind); /* "models" */
/* Name and sentence of thing i of a kind; NULL after the last. */
const char *lf_kind_entry(lf_kind kind, size_t i, const char **doc);

/* Add "; did you mean 'cf4' or 'cf3'?" to `text`, or nothing if no name (the list ends with NULL)
 * is near what was typed. */
void lf_name_suggest(const char *typed, const char *const *names, char *text, size_t size);
/* Likewise among the names of one kind. */
void lf_kind_suggest(lf_kind kind, const char *typed, char *text, size_t size);

/* Everything the tables say about the model, method, group or action called `name`, as text or as
 * JSON. LF_ENAME with a sentence in `why` if there is none. */
lf_status lf_describe(const char *name, lf_text *out, char *why, size_t why_size);
lf_status lf_describe_json(const char *name, lf_json *out, char *why, size_t why_size);

/* Register the models of a shared object (LF_PLUGIN in lieflow/model.h). It stays loaded until the
 * program ends. It should be linked with liblieflow.so, and the program too: then both share one
 * copy of the library. LF_EIO or LF_EINPUT with a sentence in `why` when it cannot be loaded, is no
 * such object, was compiled for another LF_ABI, or brings a name that is taken; then nothing of it
 * is registered. Any thread may call it. */
lf_status lf_model_load(const char *path, char *why, size_t why_size);

/* ---- scenarios ------------------------------------------------------------------------------ */

/* How long, how finely and in which coordinates. */
typedef struct {
    double step, steps;          /* NaN: not said; at most one of them is */
    double t_end, every;         /* NaN: not said */
    int map, dexpinv, solver;    /* -1: not said */
    int free_rotation;           /* likewise */
    double atol, rtol;           /* steps that follow a tolerance; NaN: not said */
    double max_step, first_step; /* of such a run; NaN: not said */
    int control, project;        /* -1: not said */
    double watch;                /* steps between looks at invariants; NaN: not said */
    double project_every;        /* steps between projections; NaN: not said */
} lf_knobs;

/* What of a scenario a knob is about. */
typedef enum {
    LF_TOPIC_MODEL,
    LF_TOPIC_METHOD,
    LF_TOPIC_STEPS,
    LF_TOPIC_TOLERANCE,
    LF_TOPIC_OUTPUT,
    LF_TOPICS
} lf_topic;
const char *lf_topic_name(lf_topic topic); /* "steps" */

/* Which commands take a knob as an option. */
enum {
    LF_FOR_RUN = 1u << 0,
    LF_FOR_ORDER = 1u << 1,
    LF_FOR_PRECISION = 1u << 2,
    LF_FOR_COMPARE = 1u << 3
};

enum {
    LF_KNOB_INNER = 1u << 0,   /* no key at the top of a file: `tolerance` holds it */
    LF_KNOB_SWITCH = 1u << 1,  /* the option has no value: it says "true" */
    LF_KNOB_REPEATS = 1u << 2, /* the option may be repeated, each time adding something */
    LF_KNOB_WHOLE = 1u << 3,   /* a whole number */
    LF_KNOB_FOLLOWS = 1u << 4, /* means something only with a tolerance */
    LF_KNOB_FILE = 1u << 5,    /* names a file that is written */
    LF_KNOB_NAMES = 1u << 6,   /* names a thing of its kind `names` */
    LF_KNOB_READS = 1u << 7    /* names a file that is read: it belongs to what makes rows again */
};

/* What to run: a model with its parameters, a method, knobs, files. */
typedef struct lf_scenario lf_scenario;

/* What can be set for a run: the one table from which scenario files are read and written, and
 * options, help, manual pages and completion are made. A knob is one row of it and, if it is a
 * number or a choice, a member of lf_knobs. */
typedef struct lf_knob lf_knob;
struct lf_knob {
    /* Its name is the key in a scenario, its doc a line of help. For a number or a choice it
     * describes the member of lf_knobs. */
    lf_param row;
    const char *option;   /* "t-end" for --t-end; NULL: a key alone */
    const char *argument; /* what the option's value is called: "T"; NULL: its choices */
    const char *more;     /* what a manual adds to the doc; may be NULL */
    const char *instead;  /* the keys in whose place it stands, separated by '|'; may be NULL */
    lf_topic topic;
    unsigned commands, flags;
    lf_kind names; /* with LF_KNOB_NAMES */
    /* Take what a user wrote, and write it into a scenario file; both NULL: the member. */
    lf_status (*set)(lf_scenario *S, const char *text, const char *where);
    void (*write)(const lf_scenario *S, lf_text *out);
};

/* Every knob, ending with a NULL name. */
const lf_knob *lf_knob_table(void);
/* By its key, or by its option with '_' for '-'; NULL if there is none. */
const lf_knob *lf_knob_find(const char *name);
/* Does one stand in place of the other, so that both cannot be said? */
bool lf_knob_excludes(const lf_knob *a, const lf_knob *b);
/* The value as help shows it: "T" or "exp|cayley"; NULL for a switch. */
const char *lf_knob_argument(const lf_knob *knob);

/* A column, invariant or output that crosses a value. */
typedef struct {
    char expression[LF_WORD_SIZE], name[LF_WORD_SIZE];
    double value;
    int direction; /* 1: rising, -1: falling, 0: both */
    bool terminal;
    char place[LF_PLACE_SIZE];
} lf_event_rule;

/* Where a knob was set. */
typedef struct lf_place lf_place;

/* An empty scenario: no model yet, nothing said. NULL when memory is out, which the functions that
 * fill a scenario answer with LF_EMEMORY. Free it (or NULL) when it and its outcomes are done. */
lf_scenario *lf_scenario_new(void);
void lf_scenario_free(lf_scenario *S);
/* Make it empty again; its outcomes are done with. */
void lf_scenario_clear(lf_scenario *S);
/* A sentence about the last call that failed, "" if none did. */
const char *lf_scenario_why(const lf_scenario *S);
/* Take a model with its default parameters, keeping the rest. */
lf_status lf_scenario_set_model(lf_scenario *S, const char *name, const char *where);
/* Set a key of the scenario or a parameter of its model. `where` names the place in sentences
 * about it, such as "top.yaml:7" or "--set". */
lf_status lf_scenario_set(lf_scenario *S, const char *key, const char *text, const char *where);
/* Let files that are read from now on name `out`, `plot` and `animate` anywhere: as they may come
 * from anybody, they can else only write regular files below the current folder. */
void lf_scenario_allow_paths(lf_scenario *S);
/* Read a YAML (or JSON) file into an empty scenario. */
lf_status lf_scenario_read(lf_scenario *S, const char *path);
/* Empty it, and take a model's name or a file. */
lf_status lf_scenario_open(lf_scenario *S, const char *model_or_file);
/* The scenario as YAML that lf_scenario_read understands, with every value it will use. */
void lf_scenario_write(const lf_scenario *S, lf_text *out);
/* The same in one line without its end, {model: .., ..}, but for the files that it writes: what data
 * carry so that the run can be made again. */
void lf_scenario_write_line(const lf_scenario *S, lf_text *out);

/* What was said: the model, or NULL; its parameters, a struct that model->params describes; the
 * knobs; the files for rows, figure and moving picture, "" for none; event i, NULL after the last. */
const lf_model *lf_scenario_model(const lf_scenario *S);
const void *lf_scenario_parameters(const lf_scenario *S);
const lf_knobs *lf_scenario_knobs(const lf_scenario *S);
const char *lf_scenario_out(const lf_scenario *S);
const char *lf_scenario_plot(const lf_scenario *S);
const char *lf_scenario_animation(const lf_scenario *S);
const lf_event_rule *lf_scenario_event(const lf_scenario *S, size_t i);
/* What the run waits for: the expression and the value that it is to fall to; NULL: nothing. */
const lf_event_rule *lf_scenario_until(const lf_scenario *S);

/* What it comes to once the model's defaults are filled in. */
double lf_scenario_t_end(const lf_scenario *S);
double lf_scenario_step(const lf_scenario *S);
/* Do its steps follow a tolerance? Which? An absolute one that is not said is a thousandth of the
 * relative one, so that what is 0 but for roundoff does not ask for digits of its own. Both are 0 for
 * fixed steps. */
bool lf_scenario_adaptive(const lf_scenario *S);
double lf_scenario_atol(const lf_scenario *S);
double lf_scenario_rtol(const lf_scenario *S);
const char *lf_scenario_method_name(const lf_scenario *S);
/* The method, ready to march; it refers to the scenario's own tableau. */
lf_status lf_scenario_method(lf_scenario *S, const lf_problem *P, lf_method *M);
/* Components of a point, and so doubles to have ready for its start. */
size_t lf_scenario_dim(const lf_scenario *S);
/* The problem and its start; it refers to the scenario. */
lf_status lf_scenario_build(lf_scenario *S, lf_problem *P, double *y0);

/* Is called now and then with the fraction done; non-zero stops the work. */
typedef struct {
    int (*tick)(void *ctx, double fraction);
    void *ctx;
} lf_progress;

/* Progress of one part of a larger work. */
typedef struct {
    lf_progress whole;
    double begin, share; /* of the whole */
} lf_part;
lf_progress lf_part_progress(lf_part *part);

/* ---- run ------------------------------------------------------------------------------------ */

/* An event that was found. */
typedef struct {
    size_t rule; /* number of the scenario's rule */
    double t;
    bool rising;
    const double *y;
} lf_found;

typedef struct {
    lf_status status; /* LF_OK, LF_EVENT, LF_STOPPED, or a failure */
    bool started;     /* false: it was refused before the first step */
    lf_stats stats;   /* its message tells of a failure */
    double seconds;   /* spent marching */
    size_t dim;
    double *y;          /* the last good point; owned by the scenario */
    lf_problem problem; /* refers to the scenario */
    char method[LF_WORD_SIZE];
    size_t found;    /* events kept, the first LF_KEPT_EVENTS; stats.events counts all */
    lf_found *event; /* owned by the scenario */
    /* What drifts are compared with: lf_invariant_scale at the start; 0 or NaN: nothing. */
    double scale[LF_MAX_INVARIANTS];
    double *shown; /* room for lf_outcome_show; owned by the scenario */
} lf_outcome;

/* An invariant is ruined when it has drifted by more than this part of its scale, or ends as NaN. A
 * tenth: whatever the method, a solution whose energy is off by a tenth of all its parts is another
 * solution. Only what the problem calls invariant counts, so nothing is said where energy is meant
 * to change. */
#define LF_RUINED 0.1
/* A drift in proportion to its scale; NaN where there is none. */
double lf_drift_relative(double drift, double scale);
bool lf_drift_ruins(const lf_watch *watch, double scale);

/* An empty outcome; NULL when memory is out. What outcomes and tables hold may grow, so a program
 * that is to run with later libraries lets the library make them. */
lf_outcome *lf_outcome_new(void);
void lf_outcome_free(lf_outcome *R);
/* Build and march the scenario; rows go to its `out` file, to its `plot`, and to `sink` unless
 * NULL. Answers the march's status, or what hindered it, with a sentence in lf_scenario_why. */
lf_status lf_scenario_run(lf_scenario *S, const lf_sink *sink, lf_progress progress, lf_outcome *R);
/* Name of column i of a problem's point, in the order a reader expects; written into `text`
 * (LF_WORD_SIZE). Its value is number i of lf_problem_show; there are lf_problem_shown of them. */
const char *lf_column_name(const lf_problem *P, size_t i, char *text);
size_t lf_invariant_count(const lf_problem *P);
size_t lf_output_count(const lf_problem *P);
/* Sentence i, from 0, that a reader of the outcome should know before trusting it, such as that an
 * invariant is ruined; false after the last. */
bool lf_outcome_warning(const lf_scenario *S, const lf_outcome *R, size_t i, char *text,
                        size_t size);
/* The columns of a point of the run at time t, such as its last one; valid until the next call. */
const double *lf_outcome_show(const lf_outcome *R, double t, const double *y);
/* The one JSON object of a run. */
void lf_outcome_json(const lf_scenario *S, const lf_outcome *R, lf_json *out);

/* The steps that a trajectory took while they followed a tolerance. */
typedef struct {
    size_t count, room;
    double *t, *h; /* where each accepted step began, and its size */
    bool full;     /* later steps are missing */
} lf_steps;

/* A run that is kept in memory: its outcome, its rows, and its steps. Starts as zeros. */
typedef struct {
    lf_outcome outcome;
    lf_rows rows;
    lf_steps steps; /* none when the step was fixed */
} lf_record;

/* Build and march the scenario, and keep what comes; no file is written. Answers the march's
 * status, or what hindered it, with a sentence in S->why. Free the record in any case, and before
 * the scenario. */
lf_status lf_scenario_record(lf_scenario *S, lf_progress progress, lf_record *record);
void lf_record_free(lf_record *record);
/* Time and point of a row. */
double lf_record_time(const lf_record *record, size_t row);
const double *lf_record_point(const lf_record *record, size_t row);

/* ---- order ---------------------------------------------------------------------------------- */

/* Two slopes agree on an order when they differ by no more than the first, and the last of them is no
 * further than the second from a whole number, as orders are. */
#define LF_SLOPES_AGREE 0.15
#define LF_ORDER_WHOLE 0.1
/* What an error is worth for the order of a method. The floor is 30 times what roundoff or the
 * reference hide; below it an error says nothing. */
typedef enum {
    LF_LEVEL_NOT_RUN,        /* larger steps had told enough */
    LF_LEVEL_ASYMPTOTIC,     /* in the range that tells the order */
    LF_LEVEL_PRE_ASYMPTOTIC, /* above the floor, but slopes do not agree yet */
    LF_LEVEL_ROUNDOFF,       /* at the floor of roundoff */
    LF_LEVEL_REFERENCE,      /* at that of the reference's own error */
    LF_LEVEL_STALLED,        /* after that range, yet above the floor: it no longer falls */
    LF_LEVEL_DIVERGED,       /* not finite, or ten times the solution */
    LF_LEVEL_FAILED          /* these steps cannot be solved; `failure` says why */
} lf_level;
const char *lf_level_name(lf_level level); /* "pre-asymptotic" */

typedef struct {
    size_t methods, levels;
    char method[LF_MAX_METHODS][LF_WORD_SIZE];
    int claimed[LF_MAX_METHODS];
    bool negative[LF_MAX_METHODS]; /* claimed is what the coefficients would give elsewhere */
    size_t steps[LF_MAX_LEVELS];
    double h[LF_MAX_LEVELS];
    double error[LF_MAX_METHODS][LF_MAX_LEVELS];
    /* Slope from the level before; NaN where one of both cannot be used. Only those of asymptotic
     * levels are orders. */
    double order[LF_MAX_METHODS][LF_MAX_LEVELS];
    bool floor[LF_MAX_METHODS][LF_MAX_LEVELS]; /* the error is roundoff or the reference's own */
    /* The last slope of the asymptotic range: the finest levels above the floor, whose slopes agree,
     * each with the one before and the last on a whole number, while errors fall. NaN: not
     * determined. */
    double observed[LF_MAX_METHODS];
    char reference[200]; /* where the true solution comes from */
    double reference_error;
    lf_level level[LF_MAX_METHODS][LF_MAX_LEVELS];
    char reason[LF_MAX_METHODS][LF_WORD_SIZE + 32]; /* why no order is observed; "" if one is */
    char failure[LF_MAX_METHODS][LF_WHY_SIZE];      /* of the first level that failed, else "" */
} lf_order_table;

typedef struct {
    size_t size;         /* sizeof(lf_order_options), lieflow/abi.h */
    const char *methods; /* "cf4,rkmk4"; NULL: the scenario's */
    /* "5,10,20"; NULL: doublings about the usual number, until the order stands or the floor comes */
    const char *steps;
    const char *component; /* beginning of the columns that count; NULL: all */
} lf_order_options;
static inline lf_order_options lf_order_options_default(void)
{
    const lf_order_options usual = {sizeof(lf_order_options), NULL, NULL, NULL};
    return usual;
}

/* An empty table; NULL when memory is out. */
lf_order_table *lf_order_table_new(void);
void lf_order_table_free(lf_order_table *T);
lf_status lf_order_measure(lf_scenario *S, const lf_order_options *opt, lf_progress progress,
                           lf_order_table *T);
lf_status lf_order_plot(const lf_scenario *S, const lf_order_table *T, const char *path, char *why,
                        size_t why_size);
lf_status lf_order_csv(const lf_scenario *S, const lf_order_table *T, const char *path, char *why,
                       size_t why_size);
void lf_order_json(const lf_scenario *S, const lf_order_table *T, lf_json *out);

/* What the panel of a table of orders points to. */
typedef struct {
    double guide[LF_MAX_METHODS][LF_MAX_LEVELS];
    char label[LF_MAX_METHODS][LF_WORD_SIZE];
    lf_series serie[2 * LF_MAX_METHODS];
    size_t guides, series;
} lf_order_guides;
/* Errors against step sizes with reference slopes; T and G must outlive the panel. */
lf_panel lf_order_panel(const lf_order_table *T, lf_order_guides *G);

/* ---- precision ------------------------------------------------------------------------------ */

/* What methods reach, and at what cost, when their steps follow a tolerance. */
typedef struct {
    size_t methods, levels;
    char method[LF_MAX_METHODS][LF_WORD_SIZE];
    double tolerance[LF_MAX_LEVELS];
    lf_status status[LF_MAX_METHODS][LF_MAX_LEVELS];
    lf_stats stats[LF_MAX_METHODS][LF_MAX_LEVELS];
    double error[LF_MAX_METHODS][LF_MAX_LEVELS];   /* at the end; infinite after a failure */
    double seconds[LF_MAX_METHODS][LF_MAX_LEVELS]; /* the fastest of several runs */
    char reference[200];
    double reference_error;
} lf_precision_table;

typedef struct {
    size_t size;            /* sizeof(lf_precision_options), lieflow/abi.h */
    const char *methods;    /* "rkmk5,rkmk8"; NULL: the scenario's */
    const char *tolerances; /* "1e-4,1e-6", or by decades "1e-3..1e-12"; NULL: the latter */
    const char *component;  /* beginning of the columns that count; NULL: all */
} lf_precision_options;
static inline lf_precision_options lf_precision_options_default(void)
{
    const lf_precision_options usual = {sizeof(lf_precision_options), NULL, NULL, NULL};
    return usual;
}

/* An empty table, which is too large for small stacks; NULL when memory is out. */
lf_precision_table *lf_precision_table_new(void);
void lf_precision_table_free(lf_precision_table *T);
lf_status lf_precision_measure(lf_scenario *S, const lf_precision_options *opt,
                               lf_progress progress, lf_precision_table *T);
lf_status lf_precision_plot(const lf_scenario *S, const lf_precision_table *T, const char *path,
                            char *why, size_t why_size);
lf_status lf_precision_csv(const lf_scenario *S, const lf_precision_table *T, const char *path,
                           char *why, size_t why_size);
void lf_precision_json(const lf_scenario *S, const lf_precision_table *T, lf_json *out);

/* ---- compare -------------------------------------------------------------------------------- */

typedef struct {
    size_t methods, invariants;
    char method[LF_MAX_METHODS][LF_WORD_SIZE];
    lf_status status[LF_MAX_METHODS];
    lf_stats stats[LF_MAX_METHODS];
    /* The fastest of `rounds` runs to the end, without rows and looks at invariants, the methods taking
     * turns after one run each that warmed up; NaN after a failure. */
    double seconds[LF_MAX_METHODS];
    lf_rows rows[LF_MAX_METHODS];
    const char *invariant[LF_MAX_INVARIANTS]; /* names */
    double scale[LF_MAX_INVARIANTS];          /* what drifts are compared with, as in lf_outcome */
    size_t rounds;
} lf_comparison;

/* An empty comparison; NULL when memory is out. */
lf_comparison *lf_comparison_new(void);
void lf_comparison_free(lf_comparison *C);
/* Run the scenario once per method of the list "a,b,...", into an empty comparison, and then some times
 * more for the time it takes. What a method cannot solve is told by its status; the others go on. */
lf_status lf_compare(lf_scenario *S, const char *methods, lf_progress progress, lf_comparison *C);
lf_status lf_comparison_plot(const lf_scenario *S, const lf_comparison *C, const char *path,
                             char *why, size_t why_size);
lf_status lf_comparison_csv(const lf_scenario *S, const lf_comparison *C, const char *path,
                            char *why, size_t why_size);
void lf_comparison_json(const lf_scenario *S, const lf_comparison *C, lf_json *out);

/* What the panels of a comparison point to. */
typedef struct {
    double *value; /* allocated */
    lf_series serie[LF_MAX_INVARIANTS + 1][LF_MAX_METHODS];
} lf_drift_lines;
lf_status lf_drift_open(const lf_comparison *C, lf_drift_lines *L);
void lf_drift_close(lf_drift_lines *L);
/* The drift of quantity q: an invariant, or the defect after the last of them. */
lf_panel lf_drift_panel(const lf_comparison *C, size_t q, lf_drift_lines *L);

/* ---- shapes --------------------------------------------------------------------------------- */

/* As a body of a scenario (YAML), or as one JSON object; M may be NULL. */
void lf_shape_yaml(const lf_shape *S, const lf_mascons *M, lf_text *out);
void lf_shape_json(const lf_shape *S, const lf_mascons *M, lf_json *out);
/* Into a file whose name ends in .yaml, .yml, .json or .csv (the mascons); "-" is YAML on the
 * standard output. */
lf_status lf_shape_write(const lf_shape *S, const lf_mascons *M, const char *path, char *why,
                         size_t why_size);
/* NULL if a shape can be written under this name, else a sentence. */
const char *lf_shape_name_check(const char *path, bool mascons);

#ifdef __cplusplus
}
#endif

#endif
