/* SPDX-License-Identifier: BSD-3-Clause */
/* span.h - points and algebra elements of a step on frames, in the span of its vectors: what
 * program_span.c makes instructions of. */
#ifndef LF_METHOD_SPAN_H
#define LF_METHOD_SPAN_H

#include "method/program.h"

/* The running step. Matrices are column after column, their columns `m` apart. */
typedef struct {
    const lf_program *program;
    const lf_problem *P;
    size_t first, point, flat; /* where the frame begins; sizes of a point, and without the frame */
    size_t d, k, m;            /* m = k (evaluations + 1) */
    size_t active;             /* columns of B so far */
    double t, h;
    const double *y0;
    double *basis;                        /* F_1, F_2, .. [d x k] as the field gave them */
    double *y, *rate;                     /* a point for the field, and its value */
    double *flat_register, *flat_slot;    /* parts in vector spaces, packed */
    double *scale;                        /* [block of B] */
    double *M, *K, *C;                    /* [m x m], [register][m x m], [slot][m x k] */
    double *sum, *left, *right, *product; /* [m x m] */
    double *x, *term, *next, *turned;     /* [m x k] */
    double *small;                        /* [k x k] */
    double *rest;
} lf_span;

/* Where everything is, from `work` on; answers how much there is, also without `work`. */
size_t lf_span_layout(lf_span *s, const lf_program *program, const lf_problem *P, double *work);

/* Coefficients of points and the parts of points and registers that lie in vector spaces. */
double *lf_span_slot(const lf_span *s, int slot);
double *lf_span_slot_flat(const lf_span *s, int slot);
double *lf_span_register(const lf_span *s, int reg);
double *lf_span_register_flat(const lf_span *s, int reg);
void lf_span_pack(const lf_span *s, const double *whole, double *flat);

/* Begin at y0. */
void lf_span_begin(lf_span *s, const double *y0);
/* The point (or the difference of two) with these coefficients and parts in vector spaces. */
void lf_span_point(const lf_span *s, const double *C, const double *flat, double *y);
/* Vectors F of the field at the point C join the span: K is what moves that point by h F. */
void lf_span_join(lf_span *s, const double *F, const double *C, double *K);
/* out = sum + [left, right] by the rows of an instruction */
void lf_span_combine(const lf_span *s, const lf_instruction *I, double *out);
/* C1 = exp(K M) C0 for the K in s->sum, and likewise by Cayley's map */
lf_status lf_span_exponential(const lf_span *s, const double *C0, double *C1);
lf_status lf_span_cayley(const lf_span *s, const double *C0, double *C1);
/* Take off what rounding has put on. */
void lf_span_settle(const lf_span *s, double *C);

#endif
