/* SPDX-License-Identifier: BSD-3-Clause */
/* calls.c - operations with exactly the scratch that they ask for. */
#include "support/calls.h"

#include <math.h>
#include <stdlib.h>

double *test_scratch(size_t count)
{
    static double *scratch;
    free(scratch);
    scratch = malloc(count * sizeof *scratch);
    assert_true(scratch || !count);
    for (size_t k = 0; k < count; k++)
        scratch[k] = (double)NAN;
    return scratch;
}

static void must(lf_status s, const char *who, const char *what)
{
    if (s != LF_OK)
        fail_msg("%s: %s: %s", who, what, lf_status_text(s));
}

/* ---- groups ---- */

static double *for_group(const lf_group *G, size_t n)
{
    return test_scratch(lf_group_work(G, n));
}

#define BINARY(operation)                                                                \
    void test_##operation(const lf_group *G, size_t n, const double *a, const double *b, \
                          double *c)                                                     \
    {                                                                                    \
        must(lf_group_##operation(G, n, a, b, c, for_group(G, n)), G->name, #operation); \
    }
BINARY(mul)
BINARY(Ad)
BINARY(bracket)
BINARY(dexp)
BINARY(dexpinv)
BINARY(tangent)

void test_inv(const lf_group *G, size_t n, const double *a, double *b)
{
    must(lf_group_inv(G, n, a, b, for_group(G, n)), G->name, "inv");
}

void test_map(const lf_group *G, lf_map map, size_t n, const double *u, double *g)
{
    must(lf_group_map(G, map, n, u, g, for_group(G, n)), G->name, lf_map_name(map));
}

void test_dmapinv(const lf_group *G, lf_map map, size_t n, const double *u, const double *v,
                  double *w)
{
    must(lf_group_dmapinv(G, map, n, u, v, w, for_group(G, n)), G->name, lf_map_name(map));
}

void test_exp(const lf_group *G, size_t n, const double *u, double *g)
{
    must(lf_group_exp(G, n, u, g, for_group(G, n)), G->name, "exp");
}

void test_group_defect(const lf_group *G, size_t n, const double *g, double *d)
{
    must(lf_group_defect(G, n, g, d, for_group(G, n)), G->name, "defect");
}

lf_status test_log(const lf_group *G, size_t n, const double *g, double *u)
{
    return lf_group_log(G, n, g, u, for_group(G, n));
}

/* ---- actions ---- */

static double *for_action(const lf_action *A, size_t n)
{
    return test_scratch(lf_action_work(A, n));
}

void test_flow(const lf_action *A, lf_map map, size_t n, const double *u, const double *y0,
               double *y1)
{
    must(lf_action_flow(A, map, n, u, y0, y1, for_action(A, n)), A->name, "flow");
}

void test_apply(const lf_action *A, size_t n, const double *g, const double *y0, double *y1)
{
    must(lf_action_apply(A, n, g, y0, y1, for_action(A, n)), A->name, "apply");
}

void test_generator(const lf_action *A, size_t n, const double *u, const double *y, double *v)
{
    must(lf_action_generator(A, n, u, y, v, for_action(A, n)), A->name, "generator");
}

void test_defect(const lf_action *A, size_t n, const double *y, const double *start, double *d)
{
    must(lf_action_defect(A, n, y, start, d, for_action(A, n)), A->name, "defect");
}

void test_project(const lf_action *A, size_t n, const double *start, double *y)
{
    must(lf_action_project(A, n, start, y, for_action(A, n)), A->name, "project");
}

/* ---- problems and methods ---- */

void test_rates(const lf_problem *P, const lf_lanes *L, const double *y, double *f)
{
    must(P->field(P, L, y, f, test_scratch(P->field_work * L->n)), P->name, "field");
}

void test_rate(const lf_problem *P, double t, const double *y, double *f)
{
    must(lf_problem_rate(P, t, y, f, test_scratch(P->field_work)), P->name, "field");
}

lf_status test_one_step(const lf_method *M, const lf_problem *P, const lf_lanes *L,
                        const double *y0, double *y1)
{
    lf_tally tally = {0};
    return M->step(M, P, L, y0, y1, NULL, &tally, test_scratch(M->work(M, P, L->n)));
}

lf_problem test_without(const lf_problem *P, lf_trait_tag tag, lf_trait list[LF_TRAIT_COUNT + 1])
{
    lf_problem less = *P;
    size_t count = 0;
    for (const lf_trait *T = P->traits; T && T->tag != LF_TRAIT_END; T++)
        if (T->tag != tag)
            list[count++] = *T;
    list[count] = (lf_trait){LF_TRAIT_END, NULL};
    less.traits = list;
    return less;
}
