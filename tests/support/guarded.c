/* SPDX-License-Identifier: BSD-3-Clause */
/* guarded.c - the guards are one cache line before and, as vectors are wide, four lines after the
 * memory; in front of them stands how long it is. */
#include "support/guarded.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 8, AFTER = 4 * LINE };

/* No double of any calculation: a NaN whose bits say where it stands. */
static double guard(size_t k)
{
    const uint64_t bits = UINT64_C(0x7ff4dead00000000) + k;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static bool intact(const double *place, size_t k)
{
    const double expected = guard(k);
    return memcmp(place, &expected, sizeof expected) == 0;
}

double *test_guarded(size_t count)
{
    const size_t all = (2 * LINE + count + AFTER + LINE - 1) / LINE * LINE;
    double *block = aligned_alloc(LINE * sizeof *block, all * sizeof *block);
    assert_non_null(block);
    memcpy(block, &count, sizeof count);
    double *memory = block + 2 * LINE;
    for (size_t k = 0; k < LINE; k++)
        block[LINE + k] = guard(k);
    for (size_t k = 0; k < count; k++)
        memory[k] = (double)NAN;
    for (size_t k = 0; k < AFTER; k++)
        memory[count + k] = guard(LINE + k);
    return memory;
}

void test_guarded_end(double *memory, const char *what, ...)
{
    double *block = memory - 2 * LINE;
    size_t count, before = 0, after = 0;
    memcpy(&count, block, sizeof count);
    for (size_t k = 0; k < LINE; k++)
        before += !intact(block + LINE + k, k);
    for (size_t k = 0; k < AFTER; k++)
        after += !intact(memory + count + k, LINE + k);
    free(block);
    if (before + after == 0)
        return;
    char text[256];
    va_list list;
    va_start(list, what);
    vsnprintf(text, sizeof text, what, list);
    va_end(list);
    fail_msg("%s: of %zu doubles, %zu were written before and %zu after them", text, count, before,
             after);
}
