/* SPDX-License-Identifier: BSD-3-Clause */
/* chains.h - pendulum chains to test on, with the memory that they need. */
#ifndef LF_TEST_CHAINS_H
#define LF_TEST_CHAINS_H

#include "support/cases.h"

#include "model/chain.h"

typedef struct {
    lf_chain self;
    lf_problem P;
    double *y; /* the start */
    double *lists[4];
    char why[256];
} test_chain;

/* `count` zeros of the heap; fails the test when there are none. */
void *test_room(size_t count);

/* A chain with defaults; then parameters; then build (or try to) the problem and the start. */
void test_chain_begin(test_chain *C, size_t links);
lf_status test_chain_set(test_chain *C, const char *name, const char *text);
void test_chain_give(test_chain *C, const char *name, size_t count, const double *value);
/* q and omega from a point written link after link */
void test_chain_start(test_chain *C, const double *user);
lf_status test_chain_try(test_chain *C);
void test_chain_build(test_chain *C);
void test_chain_end(test_chain *C);

/* Two links of unit mass and length whose motion lies in no plane. */
void test_chain_nonplanar(test_chain *C);
/* Any chain: masses from exp(-spread) to exp(spread), directions from all over the sphere, or
 * (`straight`) along one line. */
void test_chain_random(test_chain *C, size_t links, bool straight, double spread, uint64_t seed);

/* A point written link after link, as it is stored. */
void test_chain_store(const lf_problem *P, const double *user, double *y);
void test_chain_field(const lf_problem *P, const double *y, double *f);

#endif
