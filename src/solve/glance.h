/* SPDX-License-Identifier: BSD-3-Clause */
/* glance.h - looking inside the fixed steps of a block. Points between are made by shorter steps of the
 * method from the same start, on the side: the block does not move. */
#ifndef LF_SOLVE_GLANCE_H
#define LF_SOLVE_GLANCE_H

#include "solve/march.h"
#include "solve/scan.h"

struct lf_glance {
    lf_scan scan;
    const lf_block *b;
    size_t lane;                  /* the present one, */
    double *y0, *y1, *carry0;     /* its step, */
    double *carry, *start, *work; /* and scratch for it */
    double *rate;                 /* [lane]: of the guard */
    double *memory;
};

lf_status lf_glance_new(lf_glance *G, lf_block *b, const lf_sink *sink);
void lf_glance_free(lf_glance *G);
/* The block stands at its start. */
void lf_glance_begin(lf_glance *G, lf_stats *stats);
/* Look at the step that the block has just made, from b->saved, lane by lane from one on; G->lane is the
 * one that failed. *t: where the trajectory of a block
 * of one lane ended, G->scan.end being the point; else NaN. */
lf_status lf_glance_step(lf_glance *G, size_t from, double *t, lf_stats *stats);

#endif
