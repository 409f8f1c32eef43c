/* SPDX-License-Identifier: BSD-3-Clause */
/* program.h - flow programs: a step as a short list of instructions over algebra registers
 * F_1, F_2, .. and point slots (0 is y0). The registers hold h f, so rows carry no step size:
 *
 *   EVAL  F_r  = h f(t + c h, Y_from)
 *   KEEP  F_r  = w
 *   FLOW  Y_to = exp(w).Y_from
 *
 * with w = sum_j s_j F_j + [sum_j l_j F_j, sum_j r_j F_j] by the rows `sum`, `left`
 * and `right`. Crouch-Grossman, commutator-free, Heun, commutator-optimised RKMK and Magnus methods
 * are all such lists. */
#ifndef LF_METHOD_PROGRAM_H
#define LF_METHOD_PROGRAM_H

#include <lieflow/method.h>

enum {
    LF_PROGRAM_TERMS = 5,
    LF_PROGRAM_OUT = -1,      /* the point that the step ends at */
    LF_PROGRAM_EMBEDDED = -2, /* the one that the error is measured against */
};

typedef enum { LF_EVAL, LF_KEEP, LF_FLOW } lf_opcode;

typedef struct {
    int reg; /* 1, 2, ..; 0 ends the row */
    double c;
} lf_program_term;

typedef struct {
    lf_opcode op;
    int reg;      /* EVAL, KEEP: the register written */
    int from, to; /* point slots; `to` may be LF_PROGRAM_OUT or LF_PROGRAM_EMBEDDED */
    double c;     /* EVAL: time as a fraction of the step */
    lf_program_term sum[LF_PROGRAM_TERMS], left[LF_PROGRAM_TERMS], right[LF_PROGRAM_TERMS];
} lf_instruction;

typedef struct {
    int registers, slots, length;
    int step; /* instructions of a plain step, the first ones */
    const lf_instruction *code;
} lf_program;

size_t lf_program_work(const lf_method *M, const lf_problem *P, size_t n);
lf_status lf_program_step(const lf_method *M, const lf_problem *P, const lf_lanes *L,
                          const double *y0, double *y1, double *carry, lf_tally *tally,
                          double *work);
/* The same with the embedded solution: the error is the difference of the two end points. A plain
 * step leaves out the instructions that only serve the embedded solution: they come last. */
lf_status lf_program_attempt(const lf_method *M, const lf_problem *P, const lf_attempt *a);
/* Does a flow go back in time for part of a step? What decays as heat does grows then. */
bool lf_program_goes_back(const lf_program *program);

#endif
