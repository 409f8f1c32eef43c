/* SPDX-License-Identifier: BSD-3-Clause */
/* chains.c - pendulum chains to test on. */
#include "support/chains.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const lf_model *model(void)
{
    return lf_model_find("pendulum-chain");
}

void *test_room(size_t count)
{
    void *memory = calloc(count ? count : 1, sizeof(double));
    assert_non_null(memory);
    return memory;
}

void test_chain_begin(test_chain *C, size_t links)
{
    memset(C, 0, sizeof *C);
    lf_param_defaults(model()->params, &C->self);
    C->self.n = links;
}

/* A parameter from text, with memory where it needs some. */
lf_status test_chain_set(test_chain *C, const char *name, const char *text)
{
    static const char *const names[] = {"masses", "lengths", "q", "omega"};
    const lf_param *row = lf_param_find(model()->params, name);
    assert_non_null(row);
    const size_t count = lf_param_numbers(text);
    for (size_t k = 0; k < 4; k++)
        if (!strcmp(name, names[k]) && count > lf_param_room(row, &C->self)) {
            assert_null(C->lists[k]);
            C->lists[k] = test_room(count);
            lf_param_give(row, &C->self, count, C->lists[k]);
        }
    return lf_param_set(row, &C->self, text, C->why, sizeof C->why);
}

/* Numbers in all their digits for a parameter. */
void test_chain_give(test_chain *C, const char *name, size_t count, const double *value)
{
    char *text = malloc(26 * count + 1), *at = text;
    assert_non_null(text);
    for (size_t k = 0; k < count; k++)
        at += sprintf(at, "%.17g ", value[k]);
    if (test_chain_set(C, name, text) != LF_OK)
        fail_msg("%s", C->why);
    free(text);
}

lf_status test_chain_try(test_chain *C)
{
    C->y = test_room(lf_model_dim(model(), &C->self));
    return model()->build(&C->self, &C->P, C->y, C->why, sizeof C->why);
}

void test_chain_build(test_chain *C)
{
    if (test_chain_try(C) != LF_OK)
        fail_msg("%s", C->why);
}

void test_chain_end(test_chain *C)
{
    for (size_t k = 0; k < 4; k++)
        free(C->lists[k]);
    free(C->y);
}

/* Points as users write them, link after link, and as they are stored. */
void test_chain_store(const lf_problem *P, const double *user, double *y)
{
    for (size_t k = 0; k < P->action->dim; k++)
        y[lf_problem_order(P, k)] = user[k];
}

void test_chain_start(test_chain *C, const double *user)
{
    double *q = test_room(3 * C->self.n), *w = test_room(3 * C->self.n);
    for (size_t j = 0; j < C->self.n; j++) {
        memcpy(q + 3 * j, user + 6 * j, 3 * sizeof *q);
        memcpy(w + 3 * j, user + 6 * j + 3, 3 * sizeof *w);
    }
    test_chain_give(C, "q", 3 * C->self.n, q);
    test_chain_give(C, "omega", 3 * C->self.n, w);
    free(q);
    free(w);
}

/* nothing lies in a plane */
static const double nonplanar[12] = {0, .6, -.8, .5, .8, .6, 1, 0, 0, 0, 1, -.5};

void test_chain_nonplanar(test_chain *C)
{
    test_chain_begin(C, 2);
    test_chain_start(C, nonplanar);
    test_chain_build(C);
}

/* Any chain: directions from all over the sphere, or (`straight`) along one line. */
void test_chain_random(test_chain *C, size_t links, bool straight, double spread, uint64_t seed)
{
    test_random r = {seed};
    double *user = test_room(6 * links), *masses = test_room(links), *lengths = test_room(links);
    for (size_t j = 0; j < links; j++) {
        double *q = user + 6 * j, *w = q + 3, along = 0;
        masses[j] = exp(test_uniform(&r, -spread, spread));
        lengths[j] = test_uniform(&r, 0.3, 3);
        test_direction(&r, 3, q);
        if (straight)
            memcpy(q, (double[3]){0.6, 0, test_bits(&r) % 2 ? 0.8 : -0.8}, 3 * sizeof *q);
        test_fill(&r, 3, 2, w);
        for (int k = 0; k < 3; k++)
            along += q[k] * w[k];
        for (int k = 0; k < 3; k++)
            w[k] -= along * q[k];
    }
    test_chain_begin(C, links);
    test_chain_give(C, "masses", links, masses);
    test_chain_give(C, "lengths", links, lengths);
    test_chain_start(C, user);
    test_chain_build(C);
    free(user);
    free(masses);
    free(lengths);
}

void test_chain_field(const lf_problem *P, const double *y, double *f)
{
    test_rate(P, 0, y, f);
}
