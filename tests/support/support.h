/* SPDX-License-Identifier: BSD-3-Clause */
/* support.h - what the tests share: random numbers from a fixed seed, errors and their norms,
 * checks that say what went wrong, and the reader of reference values. */
#ifndef LF_TEST_SUPPORT_H
#define LF_TEST_SUPPORT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

/* ---- random numbers: splitmix64, the same on every machine ---- */

typedef struct {
    uint64_t state; /* the seed */
} test_random;

uint64_t test_bits(test_random *r);
double test_uniform(test_random *r, double low, double high);
/* Fill a with `count` numbers from [-size, size]. */
void test_fill(test_random *r, size_t count, double size, double *a);
/* A direction of the unit sphere in R^count. */
void test_direction(test_random *r, size_t count, double *a);

/* ---- errors ---- */

double test_norm(size_t count, const double *a);
/* |a - b|, and |a - b| / max(|b|, 1); NaN in either makes them NaN */
double test_distance(size_t count, const double *a, const double *b);
double test_error(size_t count, const double *a, const double *b);
/* Units in the last place between a and b; UINT64_MAX when one is NaN. */
uint64_t test_ulps(double a, double b);

/* Fail unless error <= bound (so NaN fails), printing what (a printf format) and both numbers. */
void test_within(double error, double bound, const char *what, ...)
    __attribute__((format(printf, 3, 4)));
/* Fail unless the arrays are the same bit for bit, printing the first difference. */
void test_same_bits(size_t count, const double *a, const double *b, const char *what, ...)
    __attribute__((format(printf, 4, 5)));

/* ---- reference values: JSON (or YAML) files of tests/data ---- */

typedef struct fy_document test_document;
typedef struct fy_node test_node; /* NULL stands for "not there" in every function */

/* Fails the running test when the file cannot be read. */
test_document *test_open(const char *file);
void test_close(test_document *D);
test_node *test_root(test_document *D);
/* The member called key of a mapping; entry i and length of a sequence. */
test_node *test_get(test_node *node, const char *key);
test_node *test_item(test_node *node, size_t i);
size_t test_length(test_node *node);
/* The text of a scalar, copied to a buffer of the caller; "" when it is not a scalar. */
const char *test_text(test_node *node, char *buffer, size_t size);
bool test_text_is(test_node *node, const char *text);
/* A number, given as number or as text such as "sqrt(3)/2"; fails the test when it is none. */
double test_number(test_node *node);
/* All numbers in a scalar or in nested sequences, in order; returns how many there are, and
 * stores at most `max` of them. */
size_t test_numbers(test_node *node, size_t max, double *a);

#endif
