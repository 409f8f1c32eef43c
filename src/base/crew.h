/* SPDX-License-Identifier: BSD-3-Clause */
/* crew.h - pieces of work for several threads. */
#ifndef LF_BASE_CREW_H
#define LF_BASE_CREW_H

#include <stddef.h>

/* Piece k of a job, whoever does it. */
typedef void lf_crew_piece(void *job, size_t k);

/* Do all pieces, in any order: the caller, and helpers as far as they are free. */
void lf_crew_run(size_t count, lf_crew_piece *piece, void *job);
/* At most this many threads from now on, the caller included; 0: as many as processors, or as
 * OMP_NUM_THREADS says. */
void lf_crew_limit(size_t threads);
/* How many that is. */
size_t lf_crew_size(void);

#endif
