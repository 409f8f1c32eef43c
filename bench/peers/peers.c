/* SPDX-License-Identifier: BSD-3-Clause */
/* peers.c - work and precision of the library and of other solvers on the same problems.
 *
 * Every pair of solver and tolerance is a measurement. All of a problem are taken in turn, again
 * and again, and the shortest time of each counts: what disturbs the machine disturbs all alike. */
#include "peers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
    const solver *solver;
    double tol, error, seconds; /* for one trajectory */
    size_t evaluations, inner;  /* inner: solves in one timing */
} measurement;

typedef struct {
    bool quick;
    const char *problem, *solver, *directory;
} choice;

enum { MOST = 1200 };
static measurement table[MOST];
static size_t measured;

double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* One timing of m; the end of the trajectory stays in y. */
static bool time_once(measurement *m, const problem *p, double *y)
{
    const size_t bytes = p->ode.dim * p->lanes * sizeof *y;
    bool ok = true;
    const double begin = cpu_seconds();
    for (size_t k = 0; k < m->inner && ok; k++) {
        memcpy(y, p->start, bytes);
        ok = solver_run(m->solver, p, m->tol, y, &m->evaluations);
    }
    const double each = (cpu_seconds() - begin) / (double)(m->inner * p->lanes);
    m->seconds = fmin(m->seconds, each);
    return ok;
}

/* All tolerances of one solver, from loose to tight, until it fails or takes too long. */
static void sweep(const solver *s, const problem *p, const choice *c, double *y)
{
    const double patience = c->quick ? 0.2 : p->links >= 1000 ? 2 : 0.5;
    const double step = c->quick || p->links >= 100 ? 1 : 0.5;
    for (double power = 2; power <= 14 && measured < MOST; power += step) {
        measurement m = {.solver = s, .tol = pow(10, -power), .seconds = INFINITY, .inner = 1};
        if (!time_once(&m, p, y))
            break;
        const double took = m.seconds * (double)p->lanes;
        m.error = problem_error(p, y);
        m.inner = took < 2e-4 ? (size_t)(2e-4 / took) + 1 : 1;
        if (m.error <= 0.03)
            table[measured++] = m;
        if (took > patience)
            break;
    }
}

/* Again and again; large chains, whose times are long and steady, as often as there is time. */
static void repeat(const problem *p, const choice *c, double begin, double *y)
{
    const double budget = c->quick ? 2 : 15;
    const int least = p->links >= 100 ? 0 : c->quick ? 1 : 3;
    for (int pass = 0; pass < least || cpu_seconds() - begin < budget; pass++)
        for (size_t k = 0; k < measured; k++)
            time_once(&table[k], p, y);
}

static void write_table(const problem *p, const char *directory)
{
    char path[1100];
    snprintf(path, sizeof path, "%s/%s.csv", directory, p->name);
    FILE *f = fopen(path, "w");
    if (!f) {
        perror(path);
        exit(2);
    }
    fprintf(f, "problem,family,solver,tolerance,error,microseconds,evaluations\n");
    for (size_t k = 0; k < measured; k++) {
        const measurement *m = &table[k];
        fprintf(f, "%s,%s,%s,%.3g,%.4g,%.5g,%zu\n", p->name, m->solver->family, m->solver->name,
                m->tol, m->error, 1e6 * m->seconds, m->evaluations);
    }
    fclose(f);
}

static void compare(problem *p, const choice *c)
{
    double *y = malloc(p->ode.dim * p->lanes * sizeof *y);
    fprintf(stderr, "%-8s %s\n", p->name, p->doc);
    if (!y || !problem_build(p) || !problem_reference(p, c->directory)) {
        fprintf(stderr, "%s could not be built\n", p->name);
        exit(2);
    }
    measured = 0;
    const double begin = cpu_seconds();
    for (size_t k = 0; k < solver_count; k++)
        if (solver_fits(&solvers[k], p) && (!c->solver || strstr(solvers[k].name, c->solver)))
            sweep(&solvers[k], p, c, y);
    repeat(p, c, begin, y);
    write_table(p, c->directory);
    problem_free(p);
    free(y);
}

static int usage(const char *program)
{
    fprintf(stderr,
            "usage: %s [--quick] [--problem NAME] [--solver PART-OF-NAME] DIRECTORY\n"
            "problems: P1 P1R P2 P3-2 P3-20 P3-100 P3-1000 P4 E1 E2 chain\n",
            program);
    return 2;
}

static bool read_choice(int argc, char **argv, choice *c)
{
    for (int k = 1; k < argc; k++) {
        if (strcmp(argv[k], "--quick") == 0)
            c->quick = true;
        else if (strcmp(argv[k], "--problem") == 0 && k + 1 < argc)
            c->problem = argv[++k];
        else if (strcmp(argv[k], "--solver") == 0 && k + 1 < argc)
            c->solver = argv[++k];
        else if (argv[k][0] != '-' && !c->directory)
            c->directory = argv[k];
        else
            return false;
    }
    return c->directory != NULL;
}

int main(int argc, char **argv)
{
    choice c = {0};
    bool any = false;
    if (!read_choice(argc, argv, &c))
        return usage(argv[0]);
    for (size_t k = 0; k < problem_count; k++) {
        problem *p = &problems[k];
        const bool asked = c.problem && strcmp(c.problem, p->name) == 0;
        if (!asked && (c.problem || (c.quick && p->links >= 1000)))
            continue;
        compare(p, &c);
        any = true;
    }
    if (!c.problem || strcmp(c.problem, "chain") == 0) {
        chain_cost(c.directory, c.quick);
        any = true;
    }
    return any ? 0 : usage(argv[0]);
}
