/* SPDX-License-Identifier: BSD-3-Clause */
/* editions.h - options and stats between callers that were compiled with older headers and the
 * library (lieflow/abi.h). */
#ifndef LF_SOLVE_EDITIONS_H
#define LF_SOLVE_EDITIONS_H

#include <lieflow/solve.h>

/* The caller's options as those of this edition. LF_EINPUT with a sentence when a size is wrong. */
lf_status lf_options_read(const lf_options *opt, lf_options *full, char *why, size_t why_size);
/* Hand over as much as the caller has room for: `size` bytes, or the first edition's when that
 * cannot be right. */
void lf_stats_hand(const lf_stats *own, size_t size, lf_stats *stats);

#endif
