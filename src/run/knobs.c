/* SPDX-License-Identifier: BSD-3-Clause */
/* knobs.c - what can be set for a run, one row each: key, option, value, help and manual. */
#include "run/knobs.h"

#include <math.h>
#include <string.h>

#define EVERY (LF_FOR_RUN | LF_FOR_ORDER | LF_FOR_PRECISION | LF_FOR_COMPARE)
#define ADAPTS (LF_FOR_RUN | LF_FOR_PRECISION | LF_FOR_COMPARE)
#define MARCHES (LF_FOR_RUN | LF_FOR_COMPARE)

/* Rows for a member of lf_knobs: a number, a choice; and for a text that its `set` understands. */
#define NUMBER(member, unit, low, high, open, doc)                                            \
    {                                                                                         \
#member, LF_REAL, 1, offsetof(lf_knobs, member), unit, "", NULL, low, high, open, doc \
    }
#define CHOICE(member, choices, doc)                                                     \
    {                                                                                    \
#member, LF_CHOICE, 1, offsetof(lf_knobs, member), "", "", choices, 0, 0, 0, doc \
    }
#define TEXT(key, doc)                                 \
    {                                                  \
        key, LF_REAL, 0, 0, "", "", NULL, 0, 0, 0, doc \
    }

/* In the order of a scenario file; help sorts by topic. */
static const lf_knob knob_table[] = {
    {.row = TEXT("model", "the model, a name that 'lieflow list models' shows"),
     .topic = LF_TOPIC_MODEL,
     .flags = LF_KNOB_NAMES,
     .names = LF_KIND_MODEL,
     .set = lf_scenario_set_model,
     .write = lf_write_model},
    {.row = TEXT("method", "the method, a name that 'lieflow list methods' shows"),
     .option = "method",
     .argument = "M",
     .more = "Without it the model's own choice; with --tol rkmk5 if that, or the method of a "
             "scenario file, has no estimate of its error.",
     .topic = LF_TOPIC_METHOD,
     .commands = LF_FOR_RUN,
     .flags = LF_KNOB_NAMES,
     .names = LF_KIND_METHOD,
     .set = lf_scenario_set_method,
     .write = lf_write_method},
    {.row = TEXT("tableau", "coefficients of a Runge-Kutta method, by name or written out"),
     .instead = "method",
     .topic = LF_TOPIC_METHOD,
     .flags = LF_KNOB_NAMES,
     .names = LF_KIND_TABLEAU,
     .set = lf_scenario_set_tableau,
     .write = lf_write_tableau},
    {.row = TEXT("tolerance", "let the steps follow this tolerance: atol = rtol = T"),
     .option = "tol",
     .argument = "T",
     .more =
         "An estimated error may be as large as T + T times the size of what it is an error of: "
         "the length of a block of vectors, 1 for a rotation. The method must estimate its error "
         "(see 'lieflow list methods'). --step and --steps mean fixed steps and cannot be given "
         "with it, but override the tolerance of a file.",
     .instead = "atol|rtol",
     .topic = LF_TOPIC_TOLERANCE,
     .commands = MARCHES,
     .set = lf_scenario_set_tolerance,
     .write = lf_write_tolerance},
    {.row =
         NUMBER(atol, "", 0, INFINITY, 0, "absolute tolerance (default: a thousandth of --rtol)"),
     .option = "atol",
     .argument = "A",
     .topic = LF_TOPIC_TOLERANCE,
     .commands = MARCHES,
     .flags = LF_KNOB_INNER},
    {.row = NUMBER(rtol, "", 0, INFINITY, 0, "relative tolerance (default: 0)"),
     .option = "rtol",
     .argument = "R",
     .topic = LF_TOPIC_TOLERANCE,
     .commands = MARCHES,
     .flags = LF_KNOB_INNER},
    {.row = TEXT("tol_block", "tolerance of one block, such as q1=1e-8"),
     .option = "tol-block",
     .argument = "B=A[,R]",
     .more =
         "A block of a product is named by its number from 1, or by the beginning of one of its "
         "columns. A alone is both its absolute and its relative tolerance.",
     .topic = LF_TOPIC_TOLERANCE,
     .commands = MARCHES,
     .flags = LF_KNOB_INNER | LF_KNOB_REPEATS | LF_KNOB_FOLLOWS,
     .set = lf_scenario_set_block},
    {.row = NUMBER(step, "time", 0, INFINITY, 1, "step size"),
     .option = "step",
     .argument = "H",
     .instead = "steps|tolerance|atol|rtol",
     .topic = LF_TOPIC_STEPS,
     .commands = MARCHES},
    {.row = NUMBER(steps, "", 1, 1e15, 0, "number of steps, in place of their size"),
     .option = "steps",
     .argument = "N",
     .instead = "tolerance|atol|rtol",
     .topic = LF_TOPIC_STEPS,
     .commands = MARCHES,
     .flags = LF_KNOB_WHOLE},
    {.row = NUMBER(t_end, "time", -INFINITY, INFINITY, 0, "end of the run; it starts at 0"),
     .option = "t-end",
     .argument = "T",
     .more = "A negative one runs backwards.",
     .topic = LF_TOPIC_STEPS,
     .commands = EVERY},
    {.row = NUMBER(every, "time", 0, INFINITY, 1,
                   "time between rows (default: each step, at most 2000 rows)"),
     .option = "every",
     .argument = "DT",
     .more = "With a tolerance the default is 500 rows at equal distances.",
     .topic = LF_TOPIC_OUTPUT,
     .commands = MARCHES},
    {.row = CHOICE(map, "exp|cayley|second-kind", "coordinates of the RKMK methods, gbs and lgvi"),
     .option = "map",
     .topic = LF_TOPIC_METHOD,
     .commands = EVERY},
    {.row = CHOICE(dexpinv, "exact|truncated", "how the RKMK methods bring stages back"),
     .option = "dexpinv",
     .more =
         "The inverse differential of exp, exactly or as the truncated series that the order of "
         "the method asks for.",
     .topic = LF_TOPIC_METHOD,
     .commands = EVERY},
    {.row = CHOICE(solver, "newton|fixed-point", "how implicit methods find their stages"),
     .option = "solver",
     .topic = LF_TOPIC_METHOD,
     .commands = EVERY},
    {.row = CHOICE(free_rotation, "dmv|dmv4|exact", "how variational integrators turn a free body"),
     .option = "free-rotation",
     .more =
         "By the discrete Moser-Veselov equation; by the same with moments of inertia that make "
         "the rotation one of order four (reversible, not symplectic); or exactly.",
     .topic = LF_TOPIC_METHOD,
     .commands = EVERY},
    {.row = NUMBER(max_step, "time", 0, INFINITY, 1, "largest step with a tolerance"),
     .option = "max-step",
     .argument = "H",
     .topic = LF_TOPIC_TOLERANCE,
     .commands = ADAPTS,
     .flags = LF_KNOB_FOLLOWS},
    {.row = NUMBER(first_step, "time", 0, INFINITY, 1,
                   "first step with a tolerance (default: chosen)"),
     .option = "first-step",
     .argument = "H",
     .topic = LF_TOPIC_TOLERANCE,
     .commands = ADAPTS,
     .flags = LF_KNOB_FOLLOWS},
    {.row = CHOICE(control, "pi|elementary", "how steps follow the error (default: pi)"),
     .option = "control",
     .more = "By the last two errors (pi), or by the last one alone.",
     .topic = LF_TOPIC_TOLERANCE,
     .commands = ADAPTS,
     .flags = LF_KNOB_FOLLOWS},
    {.row = CHOICE(project, "false|true", "put classical methods back on the manifold every step"),
     .option = "project",
     .topic = LF_TOPIC_METHOD,
     .commands = ADAPTS,
     .flags = LF_KNOB_SWITCH},
    {.row = NUMBER(project_every, "steps", 1, 1e9, 0,
                   "steps between projections (default: 1, every step)"),
     .option = "project-every",
     .argument = "K",
     .more = "With --project and fixed steps. Rows show projected points all the same, and so does "
             "the end of the run.",
     .topic = LF_TOPIC_METHOD,
     .commands = MARCHES,
     .flags = LF_KNOB_WHOLE},
    {.row = NUMBER(watch, "steps", 0, 1e9, 0,
                   "steps between looks at the invariants (default: chosen)"),
     .option = "watch",
     .argument = "K",
     .more =
         "The largest drift and distance from the manifold are those that were seen: at the end, "
         "at every row, and after every K steps, 1 being all of them, 0 none. The default takes "
         "less than about a quarter of the time of the steps, counted in evaluations of the "
         "field, and is printed when it is not 1. No trajectory depends on it.",
     .topic = LF_TOPIC_OUTPUT,
     .commands = MARCHES,
     .flags = LF_KNOB_WHOLE},
    {.row = TEXT("out", "write the trajectory; '-' is the standard output"),
     .option = "out",
     .argument = "FILE.csv",
     .more = "Rows hold t, the columns of the state, invariants, outputs and defect. Names come "
             "first, then a few '#' lines: columns with units, and the scenario, so that 'lieflow "
             "run FILE.csv --out AGAIN.csv' makes the same rows again. The last line says how the "
             "run ended. While it lasts the rows are in FILE.csv.part, where a killed run leaves "
             "them; an older file stays until the new one is whole, and a second run with the same "
             "file is refused.",
     .topic = LF_TOPIC_OUTPUT,
     .commands = LF_FOR_RUN,
     .flags = LF_KNOB_FILE,
     .set = lf_scenario_set_out,
     .write = lf_write_out},
    {.row = TEXT("plot", "draw the trajectory and the drift (.gp: gnuplot script)"),
     .option = "plot",
     .argument = "FILE.svg|png",
     .topic = LF_TOPIC_OUTPUT,
     .commands = LF_FOR_RUN,
     .flags = LF_KNOB_FILE,
     .set = lf_scenario_set_plot,
     .write = lf_write_plot},
    {.row = TEXT("animate", "draw a moving picture, for models that have one"),
     .option = "animate",
     .argument = "FILE.gif",
     .topic = LF_TOPIC_OUTPUT,
     .commands = LF_FOR_RUN,
     .flags = LF_KNOB_FILE,
     .set = lf_scenario_set_animate,
     .write = lf_write_animate},
    {.row = TEXT("events", "report where a column, invariant or output crosses a value"),
     .option = "event",
     .argument = "'NAME=V[:..]'",
     .more =
         "After the value may stand :rising or :falling, :terminal to end the run there, and "
         ":name=TEXT. They are looked for inside steps, fixed ones too. With --out FILE.csv they "
         "are written to FILE.events.csv: time, number of the event, direction, point.",
     .topic = LF_TOPIC_OUTPUT,
     .commands = LF_FOR_RUN,
     .flags = LF_KNOB_REPEATS,
     .set = lf_scenario_set_event,
     .write = lf_write_events},
    {.row = TEXT("until", "end the run when a column, invariant or output falls to a value"),
     .option = "until",
     .argument = "'NAME=V'",
     .more = "It is looked at where steps end, and at the start: a run that begins there ends at "
             "once. Such as --until gradient=1e-8 for models that have a gradient. Without --t-end "
             "the run may then take a hundred times as long as the model usually does; if the end "
             "comes first a warning tells how far it got.",
     .topic = LF_TOPIC_STEPS,
     .commands = MARCHES,
     .set = lf_scenario_set_until,
     .write = lf_write_until},
    {.row = TEXT("data", "tables or sounds that the model works on, for models that take data"),
     .option = "data",
     .argument = "FILE[,FILE..]",
     .more =
         "Numbers as text, a row each line, or WAV files with a column each channel; several stand "
         "side by side. In a scenario file names are relative to its folder.",
     .topic = LF_TOPIC_MODEL,
     .commands = EVERY,
     .flags = LF_KNOB_READS,
     .set = lf_scenario_set_data,
     .write = lf_write_data},
    {.row = TEXT("result", "write what the last point makes of the data (.csv or .wav)"),
     .option = "result",
     .argument = "FILE",
     .more = "A WAV file each column, FILE-1.wav and so on, all made as loud as can be.",
     .topic = LF_TOPIC_OUTPUT,
     .commands = LF_FOR_RUN,
     .flags = LF_KNOB_FILE,
     .set = lf_scenario_set_result,
     .write = lf_write_result},
    {.row = TEXT("parameters", "set parameters of the model"),
     .option = "set",
     .argument = "KEY=VALUE",
     .more = "Numbers may be written 0.25, 1/4, sqrt(2)/2 or sin(1.1); lists 1,5,6 or [1, 5, 6]. "
             "'lieflow describe MODEL' shows the keys.",
     .topic = LF_TOPIC_MODEL,
     .commands = EVERY,
     .flags = LF_KNOB_REPEATS,
     .set = lf_scenario_set_pair,
     .write = lf_write_parameters},
    {.row = LF_PARAM_END}};

const lf_knob *lf_knob_table(void)
{
    return knob_table;
}

const char *lf_topic_name(lf_topic topic)
{
    static const char *const names[] = {"model", "method", "steps", "tolerance", "output"};
    return names[topic];
}

const lf_knob *lf_knob_key(const char *key)
{
    for (const lf_knob *knob = knob_table; knob->row.name; knob++)
        if (!(knob->flags & LF_KNOB_INNER) && strcmp(knob->row.name, key) == 0)
            return knob;
    return NULL;
}

/* Are they the same word, but for '-' and '_'? */
static bool knobs_alike(const char *option, const char *name)
{
    while (*option && (*option == *name || (*option == '-' && *name == '_'))) {
        option++;
        name++;
    }
    return !*option && !*name;
}

const lf_knob *lf_knob_find(const char *name)
{
    for (const lf_knob *knob = knob_table; knob->row.name; knob++)
        if (strcmp(knob->row.name, name) == 0 || (knob->option && knobs_alike(knob->option, name)))
            return knob;
    return NULL;
}

/* Does the list "a|b|c" hold the word? */
static bool knobs_listed(const char *list, const char *word)
{
    const size_t length = strlen(word);
    for (const char *s = list; s; s = strchr(s, '|')) {
        s += *s == '|';
        if (strcspn(s, "|") == length && strncmp(s, word, length) == 0)
            return true;
    }
    return false;
}

bool lf_knob_excludes(const lf_knob *a, const lf_knob *b)
{
    return knobs_listed(a->instead, b->row.name) || knobs_listed(b->instead, a->row.name);
}

const char *lf_knob_argument(const lf_knob *knob)
{
    if (knob->flags & LF_KNOB_SWITCH)
        return NULL;
    return knob->argument ? knob->argument : knob->row.choices;
}

bool lf_knob_is_member(const lf_knob *knob)
{
    return !knob->set;
}

void lf_knob_reset(const lf_knob *knob, lf_knobs *knobs)
{
    void *member = (char *)knobs + knob->row.offset;
    if (!lf_knob_is_member(knob))
        return;
    if (knob->row.type == LF_CHOICE)
        *(int *)member = -1;
    else
        *(double *)member = NAN;
}

bool lf_knob_said(const lf_knob *knob, const lf_knobs *knobs)
{
    const void *member = (const char *)knobs + knob->row.offset;
    if (!lf_knob_is_member(knob))
        return false;
    return knob->row.type == LF_CHOICE ? *(const int *)member >= 0
                                       : !isnan(*(const double *)member);
}
