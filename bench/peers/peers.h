/* SPDX-License-Identifier: BSD-3-Clause */
/* peers.h - problems, solvers and measurements of the comparison. */
#ifndef PEERS_H
#define PEERS_H

#include <lieflow/lieflow.h>

#include "ode.h"

/* The same initial value problem for both sides. */
typedef struct {
    const char *name, *doc;
    ode ode;                   /* what peers solve */
    size_t lanes;              /* trajectories: 64 for an ensemble */
    size_t links;              /* of a chain, else 0 */
    double *start, *reference; /* [component][lane] */
    lf_problem lie[2];         /* what we solve; [1]: attitude as a matrix */
    _Alignas(16) unsigned char self[2][LF_MODEL_MAX_SIZE];
    ode_chain chain;
} problem;

extern problem problems[];
extern const size_t problem_count;
/* Memory, start and our view of a problem; false with a message. */
bool problem_build(problem *p);
void problem_free(problem *p);
/* The exact end in extended precision, from a file of `directory` if one is there. */
bool problem_reference(problem *p, const char *directory);
/* The largest difference of a component from the reference, over all lanes. */
double problem_error(const problem *p, const double *y);

typedef struct {
    const char *name;
    const char *family; /* lieflow, hand, gsl, odeint, sundials */
    ode_solve *peer;    /* NULL: one of ours */
    const char *method;
    lf_map map;
    bool project, matrix;
    unsigned kinds; /* bit per ode_kind */
    size_t most;    /* links of a chain it is worth waiting for; 0: any */
} solver;

extern const solver solvers[];
extern const size_t solver_count;
/* Does it take part in a problem? */
bool solver_fits(const solver *s, const problem *p);
/* March all lanes of y; false on failure. `evaluations` per trajectory, 0 if unknown. */
bool solver_run(const solver *s, const problem *p, double tol, double *y, size_t *evaluations);

/* The unit quaternion of a rotation (row by row) with the sign of another. */
void solver_quaternion(const double *r, const double *sign, double *q);

/* P4: memory and start; the peers' numbers as a point of the library's, and back. */
bool dumbbells_build(problem *p);
void dumbbells_ours(const double *y, double *point);
void dumbbells_theirs(const problem *p, const double *point, double *y);

/* Seconds of processor time of this process. */
double cpu_seconds(void);

/* Time per link and evaluation from short to long chains, into a file. */
void chain_cost(const char *directory, bool quick);

#endif
