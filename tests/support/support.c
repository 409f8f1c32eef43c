/* SPDX-License-Identifier: BSD-3-Clause */
/* support.c - random numbers, errors and checks of the tests. */
#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

uint64_t test_bits(test_random *r)
{
    uint64_t z = (r->state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

double test_uniform(test_random *r, double low, double high)
{
    return low + (high - low) * ((double)(test_bits(r) >> 11) * 0x1p-53);
}

void test_fill(test_random *r, size_t count, double size, double *a)
{
    for (size_t k = 0; k < count; k++)
        a[k] = test_uniform(r, -size, size);
}

void test_direction(test_random *r, size_t count, double *a)
{
    double norm;
    do {
        test_fill(r, count, 1, a);
        norm = test_norm(count, a);
    } while (norm < 0.1 || (norm > 1 && count < 8));
    for (size_t k = 0; k < count; k++)
        a[k] /= norm;
}

double test_norm(size_t count, const double *a)
{
    long double sum = 0;
    for (size_t k = 0; k < count; k++)
        sum += (long double)a[k] * a[k];
    return (double)sqrtl(sum);
}

double test_distance(size_t count, const double *a, const double *b)
{
    long double sum = 0;
    for (size_t k = 0; k < count; k++) {
        const long double d = (long double)a[k] - b[k];
        sum += d * d;
    }
    return (double)sqrtl(sum);
}

double test_error(size_t count, const double *a, const double *b)
{
    const double norm = test_norm(count, b);
    return test_distance(count, a, b) / (norm > 1 ? norm : 1);
}

/* doubles in order as integers: negative numbers count down from zero */
static int64_t ordered(double a)
{
    int64_t bits;
    memcpy(&bits, &a, sizeof bits);
    return bits < 0 ? INT64_MIN - bits : bits;
}

uint64_t test_ulps(double a, double b)
{
    if (isnan(a) || isnan(b))
        return UINT64_MAX;
    const int64_t i = ordered(a), j = ordered(b);
    return i > j ? (uint64_t)i - (uint64_t)j : (uint64_t)j - (uint64_t)i;
}

void test_within(double error, double bound, const char *what, ...)
{
    if (error <= bound)
        return;
    char text[256];
    va_list list;
    va_start(list, what);
    vsnprintf(text, sizeof text, what, list);
    va_end(list);
    fail_msg("%s: error %.3g, allowed %.3g", text, error, bound);
}

void test_same_bits(size_t count, const double *a, const double *b, const char *what, ...)
{
    if (!memcmp(a, b, count * sizeof *a))
        return;
    size_t k = 0;
    while (!memcmp(a + k, b + k, sizeof *a))
        k++;
    char text[256];
    va_list list;
    va_start(list, what);
    vsnprintf(text, sizeof text, what, list);
    va_end(list);
    fail_msg("%s: number %zu is %a (%.17g), expected %a (%.17g)", text, k, a[k], a[k], b[k], b[k]);
}
