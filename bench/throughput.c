/* SPDX-License-Identifier: BSD-3-Clause */
/* throughput.c - nanoseconds per step and trajectory, of every method and of the same things
 * written by hand. All codes are run in turn, again and again, and the least CPU time of each
 * counts: what disturbs one disturbs its neighbours alike. README.md tells how to read it. */
#include <time.h>
#include <unistd.h>

#include "report.h"

typedef struct {
    const char *problem, *method; /* NULL: all */
    size_t lanes;                 /* 0: all */
    size_t steps;                 /* 0: as step_counts says */
    double budget;                /* seconds */
    long only;                    /* run this entry once and say nothing; -1: no */
    int way;                      /* -1: all */
    bool instructions, list, help;
    char directory[1000]; /* where files go */
    char self[1000];
} options;

static const char usage[] =
    "throughput [--quick] [--seconds S] [--problem NAME] [--method NAME] [--lanes N] [--steps K]\n"
    "           [--way solve|step|hand] [--out DIRECTORY] [--instructions] [--list] [--only K]\n"
    "  --method NAME    one method, with what is written by hand for it\n"
    "  --instructions   count instructions with callgrind instead of measuring time; without a\n"
    "                   choice of method, just what the ratios need\n"
    "  --list           the entries with their numbers\n"
    "  --only K         entry number K runs once, for a profiler\n";

/* ---- options -------------------------------------------------------------------------------- */

/* Reads one option that takes a value; false if there is no such option. */
static bool options_value(options *o, const char *key, const char *value)
{
    if (strcmp(key, "--seconds") == 0)
        o->budget = strtod(value, NULL);
    else if (strcmp(key, "--problem") == 0)
        o->problem = value;
    else if (strcmp(key, "--method") == 0)
        o->method = value;
    else if (strcmp(key, "--lanes") == 0)
        o->lanes = (size_t)strtoul(value, NULL, 10);
    else if (strcmp(key, "--steps") == 0)
        o->steps = (size_t)strtoul(value, NULL, 10);
    else if (strcmp(key, "--only") == 0)
        o->only = strtol(value, NULL, 10);
    else if (strcmp(key, "--way") == 0)
        o->way = strcmp(value, "solve") == 0 ? SOLVE : strcmp(value, "step") == 0 ? STEP : HAND;
    else if (strcmp(key, "--out") == 0)
        snprintf(o->directory, sizeof o->directory, "%s", value);
    else
        return false;
    return true;
}

/* The program's own path, and its directory for the files. */
static void options_self(options *o, const char *argv0)
{
    const ssize_t length = readlink("/proc/self/exe", o->self, sizeof o->self - 1);
    if (length > 0)
        o->self[length] = '\0';
    else
        snprintf(o->self, sizeof o->self, "%s", argv0);
    snprintf(o->directory, sizeof o->directory, "%s", o->self);
    char *slash = strrchr(o->directory, '/');
    if (slash)
        *slash = '\0';
    else
        snprintf(o->directory, sizeof o->directory, ".");
}

static bool options_read(options *o, int argc, char **argv)
{
    *o = (options){.budget = 30, .only = -1, .way = -1};
    options_self(o, argv[0]);
    for (int k = 1; k < argc; k++) {
        if (strcmp(argv[k], "--quick") == 0)
            o->budget = 4;
        else if (strcmp(argv[k], "--instructions") == 0)
            o->instructions = true;
        else if (strcmp(argv[k], "--list") == 0)
            o->list = true;
        else if (strcmp(argv[k], "--help") == 0)
            o->help = true;
        else if (k + 1 < argc && options_value(o, argv[k], argv[k + 1]))
            k++;
        else {
            fprintf(stderr, "not understood: %s\n%s", argv[k], usage);
            return false;
        }
    }
    return true;
}

/* Is it asked for? A problem's name also stands for the same equations on R^n. */
static bool options_select(const options *o, const entry *e)
{
    return (!o->problem || strcmp(o->problem, e->scene->name) == 0 ||
            strcmp(o->problem, e->scene->model) == 0) &&
           (!o->method || strcmp(o->method, e->name) == 0 ||
            (e->way == HAND && strncmp(o->method, e->method.name, strlen(e->method.name)) == 0)) &&
           (!o->lanes || o->lanes == e->lanes) && (o->way < 0 || (int)e->way == o->way);
}

static bool in_ratios(const entry *e)
{
    for (size_t k = 0; k < RATIOS; k++) {
        const ratio *r = &ratios[k];
        const char *problem = e->way == HAND ? r->hand_scene : r->scene;
        const char *name = e->way == HAND ? r->hand : r->method;
        if (r->lanes == e->lanes && strcmp(problem, e->scene->name) == 0 &&
            strcmp(name, e->name) == 0)
            return true;
    }
    return false;
}

/* ---- time ----------------------------------------------------------------------------------- */

static double seconds_of(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void measure(entry *e)
{
    const double before = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    entry_run(e);
    const double seconds = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - before;
    e->ns = fmin(e->ns, 1e9 * seconds / ((double)e->steps * (double)e->lanes));
}

/* Sweeps over the chosen entries until the time is over; at least three. */
static size_t measure_all(entry **chosen, size_t count, double budget)
{
    size_t sweeps = 0;
    const double begin = seconds_of(CLOCK_MONOTONIC);
    for (; sweeps < 3 || seconds_of(CLOCK_MONOTONIC) - begin < budget; sweeps++)
        for (size_t k = 0; k < count; k++)
            measure(chosen[k]);
    return sweeps;
}

/* ---- instructions --------------------------------------------------------------------------- */

/* Instructions of a whole run of this program with one entry and this many steps. */
static double count_run(const options *o, const entry *e, size_t steps)
{
    char command[2300], line[300];
    double count = NAN;
    snprintf(command, sizeof command,
             "valgrind --tool=callgrind --callgrind-out-file=/dev/null '%s' --only %td --steps %zu "
             "2>&1",
             o->self, e - entries, steps);
    FILE *f = popen(command, "r");
    while (f && fgets(line, sizeof line, f)) {
        const char *at = strstr(line, "Collected :");
        if (at)
            count = strtod(at + strlen("Collected :"), NULL);
    }
    if (f && pclose(f) != 0)
        count = NAN;
    return count;
}

/* The difference of two runs: whatever a run needs besides its steps drops out. */
static void count_all(const options *o, entry **chosen, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        entry *e = chosen[k];
        const size_t few = o->steps ? o->steps : 64;
        const double less = count_run(o, e, few), more = count_run(o, e, 3 * few);
        e->instructions = (more - less) / (2 * (double)few * (double)e->lanes);
        if (isnan(e->instructions)) {
            fprintf(stderr, "callgrind failed (it knows no AVX-512: see bench/README.md)\n");
            return;
        }
    }
}

/* ---- main ----------------------------------------------------------------------------------- */

static size_t choose(const options *o, entry **chosen)
{
    size_t count = 0;
    for (size_t k = 0; k < entry_count; k++) {
        entry *e = &entries[k];
        if (o->only >= 0 ? (long)k != o->only : !options_select(o, e))
            continue;
        if (o->instructions && !o->method && !in_ratios(e))
            continue;
        if (o->steps && !o->instructions)
            e->steps = o->steps;
        entry_allocate(e);
        chosen[count++] = e;
    }
    return count;
}

static void report(const options *o, double seconds, size_t sweeps)
{
    report_value *value = o->instructions ? report_instructions : report_ns;
    const char *unit = o->instructions ? "instructions" : "nanoseconds";
    report_machine();
    for (size_t k = 0; k < SCENES; k++)
        report_table(&scenes[k], value, unit);
    report_ratios(value, unit);
    report_speed();
    report_files(o->directory, seconds, sweeps);
}

int main(int argc, char **argv)
{
    static entry *chosen[ENTRY_MOST];
    options o;
    if (!options_read(&o, argc, argv))
        return 2;
    if (o.help) {
        fputs(usage, stdout);
        return 0;
    }
    entry_list();
    const size_t count = choose(&o, chosen);
    if (count == 0) {
        fprintf(stderr, "nothing is called so\n");
        return 2;
    }
    if (o.only >= 0 || o.list) {
        for (size_t k = 0; o.list && k < count; k++)
            printf("%4td  %-22s %-5s %3zu  %s\n", chosen[k] - entries, chosen[k]->scene->name,
                   way_names[chosen[k]->way], chosen[k]->lanes, chosen[k]->name);
        if (!o.list)
            entry_run(chosen[0]);
        return 0;
    }
    const double begin = seconds_of(CLOCK_MONOTONIC);
    size_t sweeps = 0;
    for (size_t k = 0; k < count; k++)
        entry_check(chosen[k]);
    if (o.instructions)
        count_all(&o, chosen, count);
    else
        sweeps = measure_all(chosen, count, o.budget);
    const double seconds = seconds_of(CLOCK_MONOTONIC) - begin;
    report(&o, seconds, sweeps);
    return 0;
}
