/* SPDX-License-Identifier: BSD-3-Clause */
/* reference.c - the end of a trajectory in extended precision: Gragg extrapolation of order 20 with
 * steps that follow a tolerance of 3e-17, nothing of which is shared with the solvers compared. */
#include "peers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REAL long double
#define REAL_SQRT sqrtl
#define NAME(x) x##_long
#include "rhs.h"

enum { ROWS = 10 };

typedef struct {
    const problem *p;
    size_t dim;
    long double *y, *f0, *f, *before, *now, *row, *scratch; /* row: [ROWS][dim] */
} exact;

static void exact_rhs(const exact *x, const long double *y, long double *f)
{
    const ode *o = &x->p->ode;
    switch (o->kind) {
    case BODY: rhs_body_long(y, f); break;
    case ATTITUDE: rhs_attitude_long(y, f); break;
    case TOP: rhs_top_long(y, f); break;
    case DUMBBELLS: rhs_dumbbells_long(y, f); break;
    case CHAIN:
        rhs_chain_long(x->p->links, (long double)x->p->chain.gravity, y, f, x->scratch,
                       x->scratch + x->p->links);
        break;
    }
}

/* Row j: 2j midpoint steps across h, as a displacement. */
static void exact_row(exact *x, int j, long double h)
{
    const size_t n = x->dim;
    const long double step = h / (2 * j);
    for (size_t i = 0; i < n; i++) {
        x->before[i] = x->y[i];
        x->now[i] = x->y[i] + step * x->f0[i];
    }
    for (int k = 1; k < 2 * j; k++) {
        exact_rhs(x, x->now, x->f);
        for (size_t i = 0; i < n; i++) {
            const long double next = x->before[i] + 2 * step * x->f[i];
            x->before[i] = x->now[i];
            x->now[i] = next;
        }
    }
    for (size_t i = 0; i < n; i++)
        x->row[(size_t)(j - 1) * n + i] = x->now[i] - x->y[i];
}

/* Aitken and Neville over the rows; the displacement goes to the last row, the last change is the
 * estimate of the error. */
static long double exact_extrapolate(exact *x)
{
    const size_t n = x->dim;
    long double worst = 0;
    for (size_t i = 0; i < n; i++) {
        long double T[ROWS], last = 0;
        for (int j = 0; j < ROWS; j++) {
            T[j] = x->row[(size_t)j * n + i];
            for (int k = j - 1; k >= 0; k--) {
                const long double ratio = (long double)((j + 1) * (j + 1)) / ((k + 1) * (k + 1));
                last = (T[k + 1] - T[k]) / (ratio - 1);
                T[k] = T[k + 1] + last;
            }
        }
        worst = fmaxl(worst, fabsl(last) / (1 + fabsl(x->y[i])));
        x->row[(ROWS - 1) * n + i] = T[0];
    }
    return worst;
}

static void exact_march(exact *x, double t_end)
{
    long double t = 0, h = 0.01L;
    exact_rhs(x, x->y, x->f0);
    while (t < (long double)t_end) {
        const bool last = t + h >= (long double)t_end;
        h = last ? (long double)t_end - t : h;
        for (int j = 1; j <= ROWS; j++)
            exact_row(x, j, h);
        const long double error = exact_extrapolate(x);
        long double factor = 0.8L * powl(fmaxl(error, 1e-22L) / 3e-17L, -1.0L / 19);
        if (error <= 3e-17L) {
            for (size_t i = 0; i < x->dim; i++)
                x->y[i] += x->row[(ROWS - 1) * x->dim + i];
            t = last ? (long double)t_end : t + h;
            exact_rhs(x, x->y, x->f0);
            factor = fmaxl(1, factor); /* what roundoff leaves would shrink the steps for ever */
        }
        h *= fminl(3, fmaxl(0.2L, factor));
    }
}

static bool exact_compute(problem *p)
{
    const size_t n = p->ode.dim;
    long double *memory = calloc((ROWS + 6) * n + 2 * p->links, sizeof *memory);
    if (!memory)
        return false;
    exact x = {.p = p, .dim = n, .y = memory};
    x.f0 = x.y + n;
    x.f = x.f0 + n;
    x.before = x.f + n;
    x.now = x.before + n;
    x.row = x.now + n;
    x.scratch = x.row + ROWS * n;
    for (size_t k = 0; k < p->lanes; k++) {
        for (size_t i = 0; i < n; i++)
            x.y[i] = (long double)p->start[i * p->lanes + k];
        exact_march(&x, p->ode.t_end);
        for (size_t i = 0; i < n; i++)
            p->reference[i * p->lanes + k] = (double)x.y[i];
    }
    free(memory);
    return true;
}

/* y0 and the reference, one pair a line: SciPy reads it too */
static bool exact_read(problem *p, const char *path)
{
    FILE *f = fopen(path, "r");
    bool ok = f != NULL;
    for (size_t i = 0; ok && i < p->ode.dim * p->lanes; i++) {
        double start;
        ok = fscanf(f, "%lg,%lg", &start, &p->reference[i]) == 2 && start == p->start[i];
    }
    if (f)
        fclose(f);
    return ok;
}

static bool exact_write(const problem *p, const char *path)
{
    FILE *f = fopen(path, "w");
    if (!f) {
        perror(path);
        return false;
    }
    for (size_t i = 0; i < p->ode.dim * p->lanes; i++)
        fprintf(f, "%.17g,%.17g\n", p->start[i], p->reference[i]);
    return fclose(f) == 0;
}

/* Extended precision takes ten minutes for a long chain. There two solvers that share no code tell
 * the end, and how far they agree says what errors mean something. */
static bool exact_agreed(problem *p)
{
    double *other = malloc(p->ode.dim * sizeof *other);
    size_t evaluations;
    const solver ours = {.method = "rkmk8"};
    if (!other)
        return false;
    memcpy(p->reference, p->start, p->ode.dim * sizeof *other);
    memcpy(other, p->start, p->ode.dim * sizeof *other);
    const bool ok = dop853_pointer(&p->ode, 1e-13, p->reference) &&
                    solver_run(&ours, p, 1e-13, other, &evaluations);
    fprintf(stderr, "%-8s reference good to %.1e\n", p->name, problem_error(p, other));
    free(other);
    return ok;
}

bool problem_reference(problem *p, const char *directory)
{
    char path[1100];
    snprintf(path, sizeof path, "%s/%s.reference", directory, p->name);
    if (exact_read(p, path))
        return true;
    return (p->links < 1000 ? exact_compute(p) : exact_agreed(p)) && exact_write(p, path);
}
