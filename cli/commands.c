/* SPDX-License-Identifier: BSD-3-Clause */
/* commands.c - the table of commands: what each takes and how it is explained. */
#include "cli.h"

#include <string.h>

#define SCENARIO_OPTIONS                                                                       \
    {"set", "KEY=VALUE", NULL, "set a parameter of the model; may be repeated"},               \
        {"map", "exp|cayley|second-kind", "map", "coordinates of the RKMK methods, and lgvi"}, \
        {"dexpinv", "exact|truncated", "dexpinv", "how the RKMK methods bring stages back"},   \
        {"solver", "newton|fixed-point", "solver", "how implicit methods find their stages"},  \
        {"free-rotation", "dmv|dmv4|exact", "free_rotation",                                   \
         "how variational integrators turn a free body"},                                      \
    {                                                                                          \
        "t-end", "T", "t_end", "end of the run; it starts at 0"                                \
    }
#define TOLERANCE_OPTIONS                                                                    \
    {"tol", "T", "tolerance", "let the steps follow this absolute tolerance"},               \
        {"atol", "A", "atol", "absolute tolerance, with --rtol"},                            \
        {"rtol", "R", "rtol", "relative tolerance, with --atol"},                            \
        {"tol-block", "B=A[,R]", "tol_block",                                                \
         "tolerance of one block of a product, e.g. q1=1e-8"},                               \
        {"control", "pi|elementary", "control", "how steps follow the error (default: pi)"}, \
        {"first-step", "H", "first_step", "first step with a tolerance (default: chosen)"},  \
        {"max-step", "H", "max_step", "largest step with a tolerance"},                      \
    {                                                                                        \
        "project", NULL, "project", "put classical methods back on the manifold every step"  \
    }
#define HELP_OPTION                     \
    {                                   \
        "help", NULL, NULL, "this page" \
    }
#define OPTIONS_END            \
    {                          \
        NULL, NULL, NULL, NULL \
    }

static const cli_option run_options[] = {
    SCENARIO_OPTIONS,
    {"method", "M", "method", "see 'lieflow list methods'"},
    {"step", "H", "step", "step size"},
    {"steps", "N", "steps", "number of steps, in place of --step"},
    TOLERANCE_OPTIONS,
    {"event", "'NAME=V[:..]'", "event", "report where a column, invariant or output crosses V"},
    {"every", "DT", "every", "time between rows (default: each step, at most 2000 rows)"},
    {"out", "FILE.csv", "out", "write the trajectory; '-' is the standard output"},
    {"plot", "FILE.svg|png", "plot", "draw the trajectory and the drift (.gp: gnuplot script)"},
    {"animate", "FILE.gif", "animate", "a moving picture (pendulum-chain, quadrotors, full-body)"},
    {"json", NULL, NULL, "print one JSON object"},
    HELP_OPTION,
    OPTIONS_END};

static const cli_option list_options[] = {{"json", NULL, NULL, "print one JSON object"},
                                          {"names", NULL, NULL, "print the names only, one a line"},
                                          {"for", "MODEL", NULL, "only methods that fit a model"},
                                          HELP_OPTION,
                                          OPTIONS_END};

static const cli_option describe_options[] = {
    {"json", NULL, NULL, "print one JSON object"}, HELP_OPTION, OPTIONS_END};

static const cli_option order_options[] = {
    SCENARIO_OPTIONS,
    {"methods", "A,B,..", NULL, "methods to measure (default: the model's own)"},
    {"steps", "N1,N2,..", NULL, "numbers of steps (default: six doublings about the usual)"},
    {"component", "NAME", NULL, "measure only columns that begin with NAME, e.g. B"},
    {"out", "FILE.csv", NULL, "write the table"},
    {"plot", "FILE.svg|png", NULL, "draw errors against steps with reference slopes"},
    {"json", NULL, NULL, "print one JSON object"},
    HELP_OPTION,
    OPTIONS_END};

static const cli_option precision_options[] = {
    SCENARIO_OPTIONS,
    {"methods", "A,B,..", NULL, "methods to measure (default: rkmk5,rkmk8,gbs)"},
    {"tols", "T1,T2,..|T1..T2", NULL, "absolute tolerances (default: decades 1e-3..1e-12)"},
    {"component", "NAME", NULL, "measure only columns that begin with NAME, e.g. q1"},
    {"control", "pi|elementary", "control", "how steps follow the error (default: pi)"},
    {"first-step", "H", "first_step", "first step (default: chosen)"},
    {"max-step", "H", "max_step", "largest step"},
    {"project", NULL, "project", "put classical methods back on the manifold every step"},
    {"out", "FILE.csv", NULL, "write the table"},
    {"plot", "FILE.svg|png", NULL, "draw error, work and time against each other"},
    {"json", NULL, NULL, "print one JSON object"},
    HELP_OPTION,
    OPTIONS_END};

static const cli_option compare_options[] = {
    SCENARIO_OPTIONS,
    {"methods", "A,B,..", NULL, "methods to compare (default: cf4,rkmk4,rk4)"},
    {"step", "H", "step", "step size"},
    {"steps", "N", "steps", "number of steps, in place of --step"},
    TOLERANCE_OPTIONS,
    {"every", "DT", "every", "time between rows"},
    {"out", "FILE.csv", NULL, "write the drift of every method over time"},
    {"plot", "FILE.svg|png", NULL, "draw the drift over time"},
    {"json", NULL, NULL, "print one JSON object"},
    HELP_OPTION,
    OPTIONS_END};

static const cli_option shape_options[] = {
    {"mass", "M", NULL, "mass of the body, in place of --density"},
    {"density", "D", NULL, "density of the body (default: 1)"},
    {"scale", "S", NULL, "lengths of the file times this, e.g. 1000 from km to m"},
    {"points", "N", NULL, "fill the body with about N mascons (default: none)"},
    {"method", "grid", NULL, "how mascons are placed: on a regular grid"},
    {"principal", NULL, NULL, "turn the body into its principal axes"},
    {"out", "FILE.yaml|json|csv", NULL, "write a body for a scenario, or mascons as CSV"},
    {"json", NULL, NULL, "print one JSON object"},
    HELP_OPTION,
    OPTIONS_END};

static const cli_option reproduce_options[] = {
    {"list", NULL, NULL, "list the papers and their figures"},
    {"out", "DIR", NULL, "directory for data and pictures (default: out)"},
    HELP_OPTION,
    OPTIONS_END};

static const cli_option demo_options[] = {
    {"out", "DIR", NULL, "directory for data and pictures (default: out)"},
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
     "Options override the file. Numbers may be 0.25, 1/4, sqrt(2)/2, or lists 1,5,6.\n"
     "\n"
     "Steps are fixed (--step or --steps), or they follow a tolerance (--tol, or --atol and\n"
     "--rtol) with a method that estimates its error; --steps with such a method still means\n"
     "fixed steps. Events are looked for when steps follow a tolerance: 'Gamma.z=0:rising'\n"
     "reports where it rises through 0; ':terminal' ends the run there. With --out FILE.csv they\n"
     "are written to FILE.events.csv.\n"
     "\n"
     "examples\n"
     "    lieflow run heavy-top\n"
     "    lieflow run heavy-top --method rk4 --t-end 10 --steps 200 --plot top.svg\n"
     "    lieflow run free-rigid-body --set inertia=1,2,4 --set m=0.6,0.48,0.64 --json\n"
     "    lieflow run scenarios/heavy-top.yaml --out top.csv\n"
     "    lieflow run heavy-top --tol 1e-10 --method rkmk8 --event Gamma.z=0:rising\n"
     "    lieflow run pendulum-chain --set n=5 --tol 1e-8 --animate chain.gif\n",
     run_options, 1, 1, cli_run},
    {"list", "[models|methods|groups|actions|tableaux|figures]", "show what there is",
     "examples\n"
     "    lieflow list\n"
     "    lieflow list methods\n"
     "    lieflow list methods --for quadrotors\n"
     "    lieflow list models --json\n",
     list_options, 0, 1, cli_list},
    {"describe", "NAME", "explain a model, method, group, action or tableau",
     "Shows equations, parameters with units, ranges and defaults, columns, invariants,\n"
     "conventions and the reference.\n"
     "\n"
     "examples\n"
     "    lieflow describe heavy-top\n"
     "    lieflow describe cf4\n"
     "    lieflow describe se3 --json\n",
     describe_options, 1, 1, cli_describe},
    {"order", "MODEL|FILE.yaml --methods A,B,.. [options]", "measure the order of methods",
     "Runs every method with several step sizes and prints errors at the end and the observed\n"
     "order p_i = log(e_(i-1)/e_i) / log(h_(i-1)/h_i). The true solution is the model's exact\n"
     "one where it is known, else a run of order 8 with small steps whose own error is\n"
     "estimated by halving. Errors at the floor of the reference are marked * and not used.\n"
     "\n"
     "examples\n"
     "    lieflow order heavy-top --methods cf4,rkmk4,rk4 --steps 5,10,20,40,80 --plot order.svg\n"
     "    lieflow order humming-top --methods cg3,cg-rk4 --component B\n",
     order_options, 1, 1, cli_order},
    {"precision", "MODEL|FILE.yaml --methods A,B,.. [options]",
     "measure error against work by tolerance",
     "Runs every method with steps that follow each tolerance and prints the achieved error at\n"
     "the end, steps, evaluations of the field and the time of the fastest of several runs. The\n"
     "true solution is found as for 'lieflow order'.\n"
     "\n"
     "examples\n"
     "    lieflow precision heavy-top --methods rkmk5,rkmk8,dop853 --tols 1e-3..1e-12 \\\n"
     "        --plot precision.svg\n"
     "    lieflow precision pendulum-chain --set n=20 --methods rkmk8,gbs --tols 1e-4,1e-8,1e-12\n",
     precision_options, 1, 1, cli_precision},
    {"compare", "MODEL|FILE.yaml --methods A,B,.. [options]",
     "compare what methods conserve over time",
     "Runs every method with the same step, or with the same tolerance, and prints the largest\n"
     "drift of each invariant and the largest distance from the manifold.\n"
     "\n"
     "examples\n"
     "    lieflow compare heavy-top --methods cf4,rkmk4,rk4,modified-euler --t-end 10 --steps 200\n"
     "    lieflow compare free-rigid-body --methods cf4,rk4 --plot drift.png --out drift.csv\n"
     "    lieflow compare pendulum-chain --methods rkmk5,dopri5,rkmk8 --tol 1e-8\n",
     compare_options, 1, 1, cli_compare},
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
     shape_options, 1, 1, cli_shape},
    {"reproduce", "FIGURE|all [--out DIR] | --list", "make the papers' figures again",
     "Writes data (.csv) and pictures (.svg, .png) and compares the numbers with what the paper\n"
     "states. The exit code is 1 if a statement is not confirmed. Ids by number, such as 002/fig6,\n"
     "stay valid.\n"
     "\n"
     "examples\n"
     "    lieflow reproduce --list\n"
     "    lieflow reproduce becker2021/fig6\n"
     "    lieflow reproduce all --out figures\n",
     reproduce_options, 0, 1, cli_reproduce},
    {"demo", "[--out DIR]", "the flagship comparison: a heavy top by four methods",
     "Compares CF4 and RKMK4 with modified Euler and RK4 on a heavy top: what is conserved,\n"
     "which order is observed, how long it takes. Writes heavy-top.csv, .svg and .png.\n",
     demo_options, 0, 0, cli_demo},
    {"version", "", "print the version", "", help_options, 0, 0, cli_version},
    {"help", "[COMMAND]", "explain a command", "", help_options, 0, 1, cli_help_command},
    {NULL, NULL, NULL, NULL, NULL, 0, 0, NULL}};

const cli_command *cli_command_find(const char *name)
{
    for (const cli_command *command = cli_commands; command->name; command++)
        if (strcmp(command->name, name) == 0)
            return command;
    return NULL;
}
