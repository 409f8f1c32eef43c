/* SPDX-License-Identifier: BSD-3-Clause */
/* calls.c - operations with guarded scratch of exactly the size that they ask for. */
#include "support/calls.h"

#include <string.h>

double *test_scratch(size_t count)
{
    static double *scratch;
    if (scratch)
        test_guarded_end(scratch, "the last scratch");
    return scratch = test_guarded(count);
}

/* After a call: nothing was written beyond its scratch, and it went well. */
static void done(lf_status s, double *work, const char *who, const char *what, size_t n)
{
    test_guarded_end(work, "%s: scratch of %s, %zu lanes", who, what, n);
    if (s != LF_OK)
        fail_msg("%s: %s: %s", who, what, lf_status_text(s));
}

/* ---- groups ---- */

static double *for_group(const lf_group *G, size_t n)
{
    return test_guarded(lf_group_work(G, n));
}

void test_group_call(lf_group_binary *call, const lf_group *G, size_t n, const double *a,
                     const double *b, double *c, const char *what)
{
    double *work = for_group(G, n);
    done(call(G, n, a, b, c, work), work, G->name, what, n);
}

#define BINARY(operation)                                                                \
    void test_##operation(const lf_group *G, size_t n, const double *a, const double *b, \
                          double *c)                                                     \
    {                                                                                    \
        test_group_call(lf_group_##operation, G, n, a, b, c, #operation);                \
    }
BINARY(mul)
BINARY(Ad)
BINARY(bracket)
BINARY(dexp)
BINARY(dexpinv)
BINARY(tangent)

void test_inv(const lf_group *G, size_t n, const double *a, double *b)
{
    double *work = for_group(G, n);
    done(lf_group_inv(G, n, a, b, work), work, G->name, "inv", n);
}

void test_map(const lf_group *G, lf_map map, size_t n, const double *u, double *g)
{
    double *work = for_group(G, n);
    done(lf_group_map(G, map, n, u, g, work), work, G->name, lf_map_name(map), n);
}

void test_dmapinv(const lf_group *G, lf_map map, size_t n, const double *u, const double *v,
                  double *w)
{
    double *work = for_group(G, n);
    done(lf_group_dmapinv(G, map, n, u, v, w, work), work, G->name, lf_map_name(map), n);
}

void test_exp(const lf_group *G, size_t n, const double *u, double *g)
{
    double *work = for_group(G, n);
    done(lf_group_exp(G, n, u, g, work), work, G->name, "exp", n);
}

void test_group_defect(const lf_group *G, size_t n, const double *g, double *d)
{
    double *work = for_group(G, n);
    done(lf_group_defect(G, n, g, d, work), work, G->name, "defect", n);
}

lf_status test_log(const lf_group *G, size_t n, const double *g, double *u)
{
    double *work = for_group(G, n);
    const lf_status s = lf_group_log(G, n, g, u, work);
    done(LF_OK, work, G->name, "log", n);
    return s;
}

void test_dexpinv_truncated(const lf_group *G, size_t n, int order, const double *u,
                            const double *v, double *w)
{
    double *work = for_group(G, n);
    done(lf_group_dexpinv_truncated(G, n, order, u, v, w, work), work, G->name, "the series", n);
}

/* ---- actions ---- */

static double *for_action(const lf_action *A, size_t n)
{
    return test_guarded(lf_action_work(A, n));
}

void test_flow(const lf_action *A, lf_map map, size_t n, const double *u, const double *y0,
               double *y1)
{
    double *work = for_action(A, n);
    done(lf_action_flow(A, map, n, u, y0, y1, work), work, A->name, lf_map_name(map), n);
}

void test_apply(const lf_action *A, size_t n, const double *g, const double *y0, double *y1)
{
    double *work = for_action(A, n);
    done(lf_action_apply(A, n, g, y0, y1, work), work, A->name, "apply", n);
}

void test_generator(const lf_action *A, size_t n, const double *u, const double *y, double *v)
{
    double *work = for_action(A, n);
    done(lf_action_generator(A, n, u, y, v, work), work, A->name, "generator", n);
}

void test_defect(const lf_action *A, size_t n, const double *y, const double *start, double *d)
{
    double *work = for_action(A, n);
    done(lf_action_defect(A, n, y, start, d, work), work, A->name, "defect", n);
}

void test_project(const lf_action *A, size_t n, const double *start, double *y)
{
    double *work = for_action(A, n);
    done(lf_action_project(A, n, start, y, work), work, A->name, "project", n);
}

/* ---- problems ---- */

void test_rates(const lf_problem *P, const lf_lanes *L, const double *y, double *f)
{
    double *work = test_guarded(P->field_work * L->n);
    done(P->field(P, L, y, f, work), work, P->name, "field", L->n);
}

void test_rate(const lf_problem *P, double t, const double *y, double *f)
{
    double *work = test_guarded(P->field_work);
    done(lf_problem_rate(P, t, y, f, work), work, P->name, "rate", 1);
}

void test_ambient_rates(const lf_problem *P, const lf_lanes *L, const double *y, double *v)
{
    const lf_ambient *ambient = lf_problem_trait(P, LF_TRAIT_AMBIENT);
    double *work = test_guarded(ambient->work * L->n);
    done(ambient->field(P, L, y, v, work), work, P->name, "y'", L->n);
}

void test_piece(const lf_splitting *S, const lf_problem *P, size_t k, const lf_lanes *L,
                const double *y0, double *y1)
{
    double *work = test_guarded(S->work ? S->work(P, L->n) : 0);
    done(S->flow(P, k, L, y0, y1, work), work, P->name, "a piece", L->n);
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

/* ---- methods ---- */

lf_status test_one_step(const lf_method *M, const lf_problem *P, const lf_lanes *L,
                        const double *y0, double *y1)
{
    lf_tally tally = {0};
    double *work = test_guarded(M->work(M, P, L->n));
    const lf_status s = M->step(M, P, L, y0, y1, NULL, &tally, work);
    done(LF_OK, work, M->name, "a step", L->n);
    return s;
}

lf_status test_take_steps(const lf_method *M, const lf_problem *P, size_t n, int count,
                          double shrink, double *t, double *h, double *y)
{
    const size_t dim = P->action->dim * n;
    const lf_lanes L = test_lanes_of(n, t, h);
    lf_tally tally = {0};
    double *carry = test_guarded(M->carry ? M->carry(M, P) * n : 0);
    double *work = test_guarded(M->work(M, P, n)), *y1 = test_guarded(dim);
    lf_status s = M->start ? M->start(M, P, &L, y, carry, &tally, work) : LF_OK;
    for (int k = 0; k < count && s == LF_OK; k++) {
        s = M->step(M, P, &L, y, y1, carry, &tally, work);
        memcpy(y, y1, dim * sizeof *y);
        for (size_t i = 0; i < n; i++) {
            t[i] += h[i];
            h[i] *= shrink;
        }
    }
    test_guarded_end(carry, "%s on %s: carry, %zu lanes", M->name, P->name, n);
    test_guarded_end(work, "%s on %s: scratch, %zu lanes", M->name, P->name, n);
    test_guarded_end(y1, "%s on %s: end of a step, %zu lanes", M->name, P->name, n);
    return s;
}

static const char *const parts[TEST_ATTEMPT_PARTS] = {
    "field at the start", "end",    "field at the end", "error",
    "second error",       "stages", "scratch",          "interpolation"};

lf_status test_attempt_begin(test_attempt *T, const lf_method *M, const lf_problem *P, size_t n,
                             const double *t, const double *h, const double *y0)
{
    const lf_estimator *E = &M->estimator;
    const size_t dim = P->action->dim * n, rate = P->action->group->dim * n;
    const size_t error = E->in_algebra ? rate : dim;
    const size_t size[] = {rate, dim, rate, error, error, E->stages * rate, E->work(M, P, n), dim};
    *T = (test_attempt){.M = M, .P = P};
    for (size_t k = 0; k < TEST_ATTEMPT_PARTS; k++)
        T->memory[k] = test_guarded(size[k]);
    T->a = (lf_attempt){.lanes = test_lanes_of(n, t, h),
                        .y0 = y0,
                        .f0 = T->memory[0],
                        .y1 = T->memory[1],
                        .f1 = T->memory[2],
                        .error = T->memory[3],
                        .error_low = T->memory[4],
                        .stages = T->memory[5],
                        .level = E->level,
                        .tally = &T->tally,
                        .work = T->memory[6]};
    test_rates(P, &T->a.lanes, y0, T->memory[0]);
    return E->attempt(M, P, &T->a);
}

lf_status test_attempt_prepare(test_attempt *T)
{
    return T->M->estimator.prepare(T->M, T->P, &T->a);
}

void test_attempt_point(test_attempt *T, const double *x, double *y)
{
    assert_int_equal(T->M->estimator.interpolate(T->M, T->P, &T->a, x, T->memory[7]), LF_OK);
    memcpy(y, T->memory[7], T->P->action->dim * T->a.lanes.n * sizeof *y);
}

void test_attempt_end(test_attempt *T)
{
    for (size_t k = 0; k < TEST_ATTEMPT_PARTS; k++)
        test_guarded_end(T->memory[k], "%s on %s: %s of an attempt, %zu lanes", T->M->name,
                         T->P->name, parts[k], T->a.lanes.n);
}
