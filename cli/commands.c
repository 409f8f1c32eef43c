/* SPDX-License-Identifier: BSD-3-Clause */
/* commands.c - the table of commands: what each takes and how it is explained. */
#include "cli.h"

#include <string.h>

#define JSON_OPTION                                                      \
    {                                                                    \
        "json", NULL, "print one JSON object", NULL, CLI_VALUE_ANY, NULL \
    }
#define HELP_OPTION                                          \
    {                                                        \
        "help", NULL, "this page", NULL, CLI_VALUE_ANY, NULL \
    }
#define OPTIONS_END                                 \
    {                                               \
        NULL, NULL, NULL, NULL, CLI_VALUE_ANY, NULL \
    }
/* Scenario files may come from anybody. */
#define PATHS_OPTION                                                               \
    {                                                                              \
        "allow-paths", NULL, "let a scenario file write anywhere",                 \
            "Without it, the files that a scenario file names for rows and "       \
            "pictures must lie below the current folder. What is said by options " \
            "may always lie anywhere.",                                            \
            CLI_VALUE_ANY, NULL                                                    \
    }
/* A table in a file, and a picture of it. */
#define TABLE_OPTIONS(table, picture, more)                         \
    {"out", "FILE.csv", table, NULL, CLI_VALUE_FILE, NULL},         \
    {                                                               \
        "plot", "FILE.svg|png", picture, more, CLI_VALUE_FILE, NULL \
    }

static const cli_option run_options[] = {
    {"json", NULL, "print one JSON object",
     "It has the keys model, method, t, columns, y, steps, rejected, evaluations, h_min, h_max, "
     "seconds, invariants {name: {initial, final, max_drift, relative_drift, scale}}, outputs "
     "{name: value}, events [{name, t, direction, y}], defect, warnings [sentence]; after a failure "
     "or a terminal event also status and message.",
     CLI_VALUE_ANY, NULL},
    PATHS_OPTION,
    HELP_OPTION,
    OPTIONS_END};

static const cli_option list_options[] = {
    JSON_OPTION,
    {"names", NULL, "print the names only, one per line", NULL, CLI_VALUE_ANY, NULL},
    {"for", "MODEL", "only methods that fit a model", NULL, CLI_VALUE_MODEL, NULL},
    HELP_OPTION,
    OPTIONS_END};

static const cli_option describe_options[] = {JSON_OPTION, HELP_OPTION, OPTIONS_END};

static const cli_option order_options[] = {
    {"methods", "A,B,..", "methods to measure (default: the model's own)", NULL, CLI_VALUE_METHODS,
     NULL},
    {"steps", "N1,N2,..", "numbers of steps (default: found)",
     "They must rise. Without them every method begins with a 64th of the model's own number of steps "
     "and doubles it until its order stands or the floor comes.",
     CLI_VALUE_ANY, NULL},
    {"component", "NAME", "measure only columns that begin with NAME, e.g. B", NULL, CLI_VALUE_ANY,
     NULL},
    TABLE_OPTIONS("write the table", "draw errors against steps with reference slopes",
                  "Both axes are logarithmic."),
    JSON_OPTION,
    PATHS_OPTION,
    HELP_OPTION,
    OPTIONS_END};

static const cli_option precision_options[] = {
    {"methods", "A,B,..", "methods to measure (default: rkmk5,rkmk8,gbs)",
     "They must estimate their error.", CLI_VALUE_METHODS, NULL},
    {"tols", "T1,T2,..|T1..T2", "absolute tolerances (default: decades 1e-3..1e-12)",
     "Falling numbers, or decades such as 1e-3..1e-12.", CLI_VALUE_ANY, NULL},
    {"component", "NAME", "measure only columns that begin with NAME, e.g. q1", NULL, CLI_VALUE_ANY,
     NULL},
    TABLE_OPTIONS(
        "write the table", "draw error, work and time against each other",
        "Error against tolerance, evaluations against error and time against error, all logarithmic."),
    JSON_OPTION,
    PATHS_OPTION,
    HELP_OPTION,
    OPTIONS_END};

static const cli_option compare_options[] = {
    {"methods", "A,B,..", "methods to compare (default: cf4,rkmk4,rk4)", NULL, CLI_VALUE_METHODS,
     NULL},
    TABLE_OPTIONS("write the drift of every method over time", "draw the drift over time",
                  "There is a panel for each invariant and one for the defect."),
    JSON_OPTION,
    PATHS_OPTION,
    HELP_OPTION,
    OPTIONS_END};

static const cli_option shape_options[] = {
    {"mass", "M", "mass of the body, in place of --density", NULL, CLI_VALUE_ANY, NULL},
    {"density", "D", "density of the body (default: 1)", NULL, CLI_VALUE_ANY, NULL},
    {"scale", "S", "lengths of the file times this, e.g. 1000 from km to m", NULL, CLI_VALUE_ANY,
     NULL},
    {"points", "N", "fill the body with about N mascons (default: none)", "At most a million.",
     CLI_VALUE_ANY, NULL},
    {"method", "grid", "how mascons are placed: on a regular grid", "There is one way.",
     CLI_VALUE_CHOICES, NULL},
    {"principal", NULL, "turn the body into its principal axes",
     "Moments rise, and the rotation is printed.", CLI_VALUE_ANY, NULL},
    {"out", "FILE.yaml|json|csv", "write a body for a scenario, or mascons as CSV",
     "A name that ends in .yaml gets a body for a scenario, .json all that is known, .csv the mascons with columns mass, x, y, z; - is YAML on the standard output.",
     CLI_VALUE_FILE, NULL},
    JSON_OPTION,
    HELP_OPTION,
    OPTIONS_END};

static const cli_option reproduce_options[] = {
    {"list", NULL, "list the papers and their figures", NULL, CLI_VALUE_ANY, NULL},
    {"out", "DIR", "directory for data and pictures (default: out)", NULL, CLI_VALUE_FILE, NULL},
    HELP_OPTION,
    OPTIONS_END};

static const cli_option demo_options[] = {
    {"out", "DIR", "directory for data and pictures (default: out)", NULL, CLI_VALUE_FILE, NULL},
    HELP_OPTION,
    OPTIONS_END};

static const cli_option help_options[] = {HELP_OPTION, OPTIONS_END};

const cli_command cli_commands[] = {
    {"run", "MODEL|FILE.yaml [options]", "integrate a model and report what came out",
     "MODEL is a name from 'lieflow list models'; a file says the same in YAML (or JSON):\n"
     "\n"
     "    model: heavy-top\n"
     "    method: cf4\n"
     "    t_end: 10\n"
     "    steps: 200\n"
     "    parameters: {inertia: [1, 5, 6], c: 1}\n"
     "\n"
     "Options override the file. A file of rows, FILE.csv or FILE.jsonl, holds the scenario that made\n"
     "it and is run like one. Numbers may be 0.25, 1/4, sqrt(2)/2, or lists 1,5,6.\n"
     "\n"
     "Steps are fixed (--step or --steps), or they follow a tolerance (--tol, or --atol and\n"
     "--rtol) with a method that estimates its error; --tol T means atol = rtol = T, so that an\n"
     "error may be T + T |y|. --steps with such a method still means fixed steps. Events are\n"
     "looked for inside steps: 'Gamma.z=0:rising' reports where it rises through 0;\n"
     "':terminal' ends the run there. With --out FILE.csv they are written to FILE.events.csv;\n"
     "a name that ends in .jsonl gets one JSON object per line.\n"
     "\n"
     "Drifts of invariants are also told in proportion to the size, at the start, of what the\n"
     "invariant is made of, such as kinetic and potential energy. If one drifts by more than a\n"
     "tenth of that, a warning ends the run: its solution is that of another equation.\n"
     "\n"
     "examples\n"
     "    lieflow run heavy-top\n"
     "    lieflow run heavy-top --method rk4 --t-end 10 --steps 200 --plot top.svg\n"
     "    lieflow run free-rigid-body --set inertia=1,2,2.5 --set m=0.6,0.48,0.64 --json\n"
     "    lieflow run scenarios/heavy-top.yaml --out top.csv\n"
     "    lieflow run top.csv --step 0.01 --out finer.csv\n"
     "    lieflow run heavy-top --tol 1e-10 --method rkmk8 --event Gamma.z=0:rising\n"
     "    lieflow run pendulum-chain --set n=5 --tol 1e-8 --animate chain.gif\n",
     run_options, LF_FOR_RUN, 1, 1, CLI_VALUE_SCENARIO, cli_run},
    {"list", "[models|methods|groups|actions|tableaux|options|figures]", "show what there is",
     "examples\n"
     "    lieflow list\n"
     "    lieflow list methods\n"
     "    lieflow list methods --for quadrotors\n"
     "    lieflow list models --json\n",
     list_options, 0, 0, 1, CLI_VALUE_LIST, cli_list},
    {"describe", "NAME", "explain a model, method, group, action, tableau or option",
     "Shows equations, parameters with units, ranges and defaults, columns, invariants,\n"
     "conventions and the reference.\n"
     "\n"
     "examples\n"
     "    lieflow describe heavy-top\n"
     "    lieflow describe cf4\n"
     "    lieflow describe se3 --json\n"
     "    lieflow describe tolerance\n",
     describe_options, 0, 1, 1, CLI_VALUE_NAME, cli_describe},
    {"order", "MODEL|FILE.yaml --methods A,B,.. [options]", "measure the order of methods",
     "Runs every method with several step sizes and prints errors at the end and slopes\n"
     "p_i = log(e_(i-1)/e_i) / log(h_(i-1)/h_i). The true solution is the model's exact one\n"
     "where it is known, else a run of order 8 with small steps whose own error is estimated by\n"
     "halving.\n"
     "\n"
     "An order is observed only if the last two slopes above the floor agree within 0.15 and the\n"
     "last is within 0.1 of a whole number; else it is not determined, and the table says why.\n"
     "The floor is 30 times what roundoff and the reference's own error hide. Marks: ~ the order\n"
     "does not show yet (pre-asymptotic), * at the floor of roundoff, ^ at that of the reference,\n"
     "= the error falls no longer. Steps that cannot be solved are marked as failed.\n"
     "\n"
     "examples\n"
     "    lieflow order heavy-top --methods cf4,rkmk4,rk4 --plot order.svg\n"
     "    lieflow order heavy-top --methods cf4,rk4 --t-end 1 --steps 10,20,40,80,160\n"
     "    lieflow order humming-top --methods cg3,cg-rk4 --component B\n",
     order_options, LF_FOR_ORDER, 1, 1, CLI_VALUE_SCENARIO, cli_order},
    {"precision", "MODEL|FILE.yaml --methods A,B,.. [options]",
     "measure error against work by tolerance",
     "Runs every method with steps that follow each tolerance and prints the achieved error at\n"
     "the end, steps, evaluations of the field and the time of the fastest of several runs. A\n"
     "tolerance T is absolute and relative, as for --tol. The true solution is found as for\n"
     "'lieflow order'.\n"
     "\n"
     "examples\n"
     "    lieflow precision heavy-top --methods rkmk5,rkmk8,dop853 --tols 1e-3..1e-12 \\\n"
     "        --plot precision.svg\n"
     "    lieflow precision pendulum-chain --set n=20 --methods rkmk8,gbs --tols 1e-4,1e-8,1e-12\n",
     precision_options, LF_FOR_PRECISION, 1, 1, CLI_VALUE_SCENARIO, cli_precision},
    {"compare", "MODEL|FILE.yaml --methods A,B,.. [options]",
     "compare what methods conserve over time",
     "Runs every method with the same step, or with the same tolerance, and prints the largest\n"
     "drift of each invariant, as it is and in proportion to the size at the start of what the\n"
     "invariant is made of, and the largest distance from the manifold. Times are the fastest of\n"
     "several runs without rows and watching, in which the methods take turns.\n"
     "\n"
     "examples\n"
     "    lieflow compare heavy-top --methods cf4,rkmk4,rk4,modified-euler --t-end 10 --steps 200\n"
     "    lieflow compare free-rigid-body --methods cf4,rk4 --plot drift.png --out drift.csv\n"
     "    lieflow compare pendulum-chain --methods rkmk5,dopri5,rkmk8 --tol 1e-8\n",
     compare_options, LF_FOR_COMPARE, 1, 1, CLI_VALUE_SCENARIO, cli_compare},
    {"shape", "FILE.obj [options]", "turn a polyhedron into a rigid body and mascons",
     "Reads the v and f lines of a Wavefront OBJ file and prints volume, centre of mass, inertia,\n"
     "principal moments and axes of a body of uniform density. With --points it is filled with\n"
     "mascons: point masses on a grid inside it, whose masses are adjusted as little as possible\n"
     "until mass, centre and inertia are the body's. Units are the file's times --scale.\n"
     "\n"
     "The surface must be closed, and its faces must agree about outside; if all point inwards\n"
     "they are turned round. That the surface does not cross itself is not tested.\n"
     "\n"
     "In a scenario of the model full-body the same is said by\n"
     "\n"
     "    bodies:\n"
     "      - {shape: asteroid.obj, density: 2000, scale: 1000, points: 500, x: [0, 0, 0]}\n"
     "\n"
     "examples\n"
     "    lieflow shape scenarios/shapes/asteroid.obj\n"
     "    lieflow shape scenarios/shapes/asteroid.obj --scale 1000 --density 2000 --principal\n"
     "    lieflow shape scenarios/shapes/asteroid.obj --points 500 --out body.yaml\n"
     "    lieflow shape scenarios/shapes/octahedron.obj --mass 1 --points 200 --json\n",
     shape_options, 0, 1, 1, CLI_VALUE_SHAPE, cli_shape},
    {"reproduce", "FIGURE|all [--out DIR] | --list",
     "make the papers' figures again, and studies of our own",
     "Writes data (.csv, with the scenarios of its runs below) and pictures (.svg, .png), and says of\n"
     "every number where it comes from:\n"
     "    paper      what the paper says, in its words, and whether it holds: confirmed, or differs\n"
     "    reference  a value from an independent computation of ours, and whether it agrees\n"
     "    choice     a parameter, start, gain or bound that no paper gives\n"
     "Studies of our own, such as pde/solitons, have no lines of a paper and say that they are ours.\n"
     "The exit code is 1 if a line FAILED. Ids by number, such as 002/fig6, stay valid.\n"
     "\n"
     "examples\n"
     "    lieflow reproduce --list\n"
     "    lieflow reproduce becker2021/fig6\n"
     "    lieflow reproduce all --out figures\n",
     reproduce_options, 0, 0, 1, CLI_VALUE_FIGURE, cli_reproduce},
    {"demo", "[--out DIR]", "the flagship comparison: a heavy top by four methods",
     "Compares CF4 and RKMK4 with modified Euler and RK4 on a heavy top: what is conserved,\n"
     "which order is observed, how long it takes. Writes heavy-top.csv, .svg and .png.\n",
     demo_options, 0, 0, 0, CLI_VALUE_ANY, cli_demo},
    {"version", "", "print the version", "", help_options, 0, 0, 0, CLI_VALUE_ANY, cli_version},
    {"help", "[COMMAND]", "explain a command", "", help_options, 0, 0, 1, CLI_VALUE_COMMAND,
     cli_help_command},
    {NULL, NULL, NULL, NULL, NULL, 0, 0, 0, CLI_VALUE_ANY, NULL}};

const cli_command *cli_command_find(const char *name)
{
    for (const cli_command *command = cli_commands; command->name; command++)
        if (strcmp(command->name, name) == 0)
            return command;
    return NULL;
}

/* Knobs of a command by topic: number i of them, or NULL after the last. */
static const lf_knob *commands_knob(unsigned commands, size_t i)
{
    for (lf_topic topic = 0; topic < LF_TOPICS; topic++)
        for (const lf_knob *knob = lf_knob_table(); knob->row.name; knob++)
            if (knob->option && knob->topic == topic && (knob->commands & commands) && i-- == 0)
                return knob;
    return NULL;
}

static cli_value_kind commands_value(const lf_knob *knob)
{
    if (knob->flags & (LF_KNOB_FILE | LF_KNOB_READS))
        return CLI_VALUE_FILE;
    if (strcmp(knob->row.name, "parameters") == 0)
        return CLI_VALUE_PARAMETER;
    if (strcmp(knob->row.name, "events") == 0)
        return CLI_VALUE_EVENT;
    const bool method = (knob->flags & LF_KNOB_NAMES) && knob->names == LF_KIND_METHOD;
    return method ? CLI_VALUE_METHOD : CLI_VALUE_ANY;
}

static cli_option commands_option(const lf_knob *knob)
{
    return (cli_option){.name = knob->option,
                        .argument = lf_knob_argument(knob),
                        .help = knob->row.doc,
                        .more = knob->more,
                        .value = commands_value(knob),
                        .knob = knob};
}

/* What every command has comes last. */
static bool commands_common(const cli_option *own)
{
    return strcmp(own->name, "json") == 0 || strcmp(own->name, "help") == 0;
}

bool cli_option_at(const cli_command *command, size_t i, cli_option *option)
{
    const cli_option *own = command->options;
    size_t knobs = 0;
    for (; own->name && !commands_common(own); own++)
        if (i-- == 0) {
            *option = *own;
            return true;
        }
    for (const lf_knob *knob; (knob = commands_knob(command->knobs, knobs)); knobs++)
        if (i-- == 0) {
            *option = commands_option(knob);
            return true;
        }
    for (; own->name; own++)
        if (i-- == 0) {
            *option = *own;
            return true;
        }
    return false;
}

bool cli_option_find(const cli_command *command, const char *name, size_t length,
                     cli_option *option)
{
    for (size_t i = 0; cli_option_at(command, i, option); i++)
        if (strlen(option->name) == length && strncmp(option->name, name, length) == 0)
            return true;
    return false;
}

const char *cli_repeats(const cli_option *option)
{
    return option->knob && (option->knob->flags & LF_KNOB_REPEATS) ? "; may be repeated" : "";
}
