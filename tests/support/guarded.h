/* SPDX-License-Identifier: BSD-3-Clause */
/* guarded.h - memory of exactly the size that somebody asked for, between guards that nobody may
 * touch. */
#ifndef LF_TEST_GUARDED_H
#define LF_TEST_GUARDED_H

#include "support/support.h"

/* `count` doubles, NaN at first: what scratch holds before makes no difference, and a result that
 * was made of it shows. They begin on a cache line. */
double *test_guarded(size_t count);
/* Fail unless nothing was written just before or just after the memory; then free it. The words say
 * whose memory it was. */
void test_guarded_end(double *memory, const char *what, ...) __attribute__((format(printf, 2, 3)));

#endif
