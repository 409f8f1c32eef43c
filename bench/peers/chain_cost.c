/* SPDX-License-Identifier: BSD-3-Clause */
/* chain_cost.c - does the time per link and evaluation stay the same from short to long chains?
 * Measured for the field alone, for steps of rkmk8 through lf_solve, and for the right-hand side
 * that the peers have. */
#include "peers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* enough steps that touching fresh memory for the first time does not count */
enum { SIZES = 4, WAYS = 3, STEPS = 16 };
static const char *const way_names[WAYS] = {"field", "rkmk8", "rhs of the peers"};

typedef struct {
    problem p;
    double *y, *f, *work;
    double ns[WAYS]; /* per link and evaluation */
} chain_size;

static bool size_build(chain_size *c, size_t links)
{
    c->p = (problem){.name = "chain", .lanes = 1, .links = links};
    c->p.ode = (ode){.kind = CHAIN, .dim = 6 * links, .t_end = 1e-3, .f = ode_chain_rhs};
    for (int k = 0; k < WAYS; k++)
        c->ns[k] = INFINITY;
    if (!problem_build(&c->p))
        return false;
    c->y = malloc(c->p.ode.dim * sizeof *c->y);
    c->f = malloc(c->p.ode.dim * sizeof *c->f);
    c->work = malloc((c->p.lie[0].field_work + 1) * sizeof *c->work);
    return c->y && c->f && c->work;
}

static void size_free(chain_size *c)
{
    problem_free(&c->p);
    free(c->y);
    free(c->f);
    free(c->work);
}

/* One round of a way; answers the evaluations it took. */
static size_t size_round(chain_size *c, int way, size_t rounds)
{
    const lf_problem *P = &c->p.lie[0];
    size_t evaluations = 0;
    lf_stats stats = {0};
    lf_options opt = lf_options_default();
    /* long chains have fast waves, and what blows up is slow for another reason */
    opt.h = opt.tolerance.h_max = 1e-7;
    opt.t1 = STEPS * opt.h;
    opt.watch = 0;
    for (size_t k = 0; k < rounds; k++) {
        if (way == 0) {
            lf_problem_rate(P, 0, c->p.start, c->f, c->work);
            evaluations++;
        } else if (way == 1) {
            memcpy(c->y, c->p.start, c->p.ode.dim * sizeof *c->y);
            lf_solve(P, lf_method_find("rkmk8"), &opt, 1, c->y, NULL, &stats);
            evaluations += stats.evaluations;
        } else {
            c->p.ode.f(c->p.ode.ctx, 0, c->p.start, c->f);
            evaluations++;
        }
    }
    return evaluations;
}

static void size_measure(chain_size *c, int way)
{
    const size_t links = c->p.links, rounds = way == 1 ? 3000 / links + 1 : 200000 / links + 1;
    const double begin = cpu_seconds();
    const size_t evaluations = size_round(c, way, rounds);
    const double ns = 1e9 * (cpu_seconds() - begin) / (double)(evaluations * links);
    c->ns[way] = fmin(c->ns[way], ns);
}

static void write_cost(const chain_size *sizes, const char *directory)
{
    char path[1100];
    snprintf(path, sizeof path, "%s/chain.csv", directory);
    FILE *f = fopen(path, "w");
    if (!f) {
        perror(path);
        return;
    }
    fprintf(f, "way,links,nanoseconds\n");
    for (int w = 0; w < WAYS; w++)
        for (int k = 0; k < SIZES; k++)
            fprintf(f, "%s,%zu,%.4g\n", way_names[w], sizes[k].p.links, sizes[k].ns[w]);
    fclose(f);
}

void chain_cost(const char *directory, bool quick)
{
    static chain_size sizes[SIZES];
    size_t links = 100;
    fprintf(stderr, "chain    time per link and evaluation\n");
    for (int k = 0; k < SIZES; k++, links *= 10)
        if (!size_build(&sizes[k], links))
            exit(2);
    for (int pass = 0; pass < (quick ? 2 : 5); pass++)
        for (int k = 0; k < SIZES; k++)
            for (int w = 0; w < WAYS; w++)
                size_measure(&sizes[k], w);
    write_cost(sizes, directory);
    for (int k = 0; k < SIZES; k++)
        size_free(&sizes[k]);
}
