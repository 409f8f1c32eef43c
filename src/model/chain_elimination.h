/* SPDX-License-Identifier: BSD-3-Clause */
/* chain_elimination.h - symmetric tridiagonal systems, d_j x_j - e_j x_(j+1) - e_(j-1) x_(j-1) = r_j,
 * with one matrix and right side per lane. */
#ifndef LF_MODEL_CHAIN_ELIMINATION_H
#define LF_MODEL_CHAIN_ELIMINATION_H

#include <stdbool.h>
#include <stddef.h>

/* Systems of LF_CHAIN_CUT unknowns or more are cut into parts, others are done as a whole (whose
 * halves have at most twice the stretch after which an end starts again). */
enum { LF_CHAIN_CUT = 32, LF_CHAIN_PARTS = 4 };

typedef struct {
    size_t n, links;        /* lanes, unknowns */
    size_t length, first;   /* unknowns of a part, and on top */
    const double *diagonal; /* step 0: one for all, step 1: one each; pivots 1e-12 .. 1e13 */
    size_t step;
    double top;        /* what the first row has less than its diagonal says */
    double *e, *r;     /* [unknown][lane]; r becomes the solution, e is overwritten */
    double *m, *x, *g; /* what is known of the unknowns before the seams are */
    double *state;     /* rows of [part][lane] */
} lf_chain_system;

enum { LF_CHAIN_STATE = 6, LF_CHAIN_WHOLE_STATE = 8 }; /* rows */

/* Scratch for a lane, in doubles. */
static inline size_t lf_chain_system_work(size_t links)
{
    return links < LF_CHAIN_CUT ? 2 * links + LF_CHAIN_WHOLE_STATE
                                : 5 * links + LF_CHAIN_STATE * LF_CHAIN_PARTS;
}

/* Cut the system and lay it out; e, r, diagonal, step and top are then to be filled. */
static inline void lf_chain_system_set(lf_chain_system *c, size_t n, size_t links, double *work)
{
    c->n = n;
    c->links = links;
    const bool whole = links < LF_CHAIN_CUT;
    c->length = links / LF_CHAIN_PARTS;
    c->first = whole ? links / 2 : links - LF_CHAIN_PARTS * c->length;
    c->state = work;
    c->e = work + (whole ? LF_CHAIN_WHOLE_STATE : LF_CHAIN_STATE * LF_CHAIN_PARTS) * n;
    c->r = c->e + links * n;
    c->g = c->r + links * n;
    c->m = n > 1 ? c->e : c->g + links;
    c->x = n > 1 ? c->r : c->m + links;
}

void lf_chain_system_solve(const lf_chain_system *c);

#endif
