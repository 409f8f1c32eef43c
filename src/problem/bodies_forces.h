/* SPDX-License-Identifier: BSD-3-Clause */
/* bodies_forces.h - what splittings and variational integrators do with forces that are no gradient, and
 * how the ledger is kept. */
#ifndef LF_PROBLEM_BODIES_FORCES_H
#define LF_PROBLEM_BODIES_FORCES_H

#include <lieflow/bodies.h>

/* What acts at a point: gradient and torque of potential and load together, [6][body][lane]; those of
 * the load alone, or NULL; the power [lane], or NULL. */
typedef struct {
    double *all, *load, *power;
} lf_bodies_pull;

/* Doubles a lane for that, and where it is. */
size_t lf_bodies_pull_size(const lf_bodies *B);
lf_bodies_pull lf_bodies_pull_at(const lf_bodies *B, size_t n, double *memory);
/* Evaluate it at the times of L. */
lf_status lf_bodies_pull_find(const lf_bodies *B, const lf_lanes *L, const double *y,
                              const lf_bodies_pull *pull);

/* Book the work that a kick by k [lane] is going to do; y is the point before it. `sums` holds a double for
 * each body and lane. */
void lf_bodies_book_kick(const lf_bodies *B, size_t n, const double *k, const lf_bodies_pull *pull,
                         double *y, double *sums);
/* gamma - k g, Pi + k M */
void lf_bodies_kick(const lf_bodies *B, size_t n, const double *k, const double *pull, double *y);

/* Resistance over L->h, and what it takes from the kinetic energy; work of 7 doubles for each body and
 * lane. Without resistance nothing is done. */
enum { LF_BODIES_RESIST_WORK = 7 };
lf_status lf_bodies_resist(const lf_bodies *B, const lf_lanes *L, lf_half half, double *y,
                           double *work);
/* What a model adds to the state, over L->h with all else standing still, by the explicit midpoint rule;
 * work of twice as many doubles. */
lf_status lf_bodies_advance(const lf_bodies *B, const lf_lanes *L, double *y, double *work);

/* Free bodies over h [lane], their rotations exact; work of 4 doubles for each body and lane. */
void lf_bodies_drift(const lf_bodies *B, size_t n, const double *h, double *y, double *work);

/* The splitting of bodies in their inertial Hamiltonian form. */
const lf_splitting *lf_bodies_splitting(const lf_bodies *B);

/* The equations with these forces, and doubles of scratch a lane. */
lf_field lf_bodies_forced_field, lf_bodies_forced_ambient;
size_t lf_bodies_forced_work(const lf_bodies *B);

#endif
