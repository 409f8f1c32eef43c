/* SPDX-License-Identifier: BSD-3-Clause */
/* lgvi.h - the Lie group variational integrators of rigid bodies in a potential. */
#ifndef LF_METHOD_LGVI_H
#define LF_METHOD_LGVI_H

#include <lieflow/bodies.h>
#include <lieflow/method.h>

#include "method/moser_veselov.h"

/* The rotations F of a step for momenta p [3][body][lane] in the body frames, as quaternions of any
 * length [4][body][lane]: by the rule and in the form that M was given. */
void lf_lgvi_rotations(const lf_method *M, const lf_bodies *B, size_t n, const double *h,
                       const double *p, double *q, lf_turn_report *report);

/* A rotation that was found so. */
static LF_INLINE lf_turn lf_lgvi_rotation(size_t m, size_t at, const double *q)
{
    return lf_turn_of(q[at], lf_vec3_load(q + m, m, at));
}

/* ---- the method, and its four forms ---- */

extern const lf_method lf_lgvi;

/* First kick and drift by the discrete equation, in the inertial Hamiltonian form; y1 may be y0. `force` is
 * gradient and torque, [6][body][lane]. LF_ELARGE where a body turns too far. */
lf_status lf_lgvi_drift(const lf_method *M, const lf_bodies *B, const lf_lanes *L,
                        const double *force, const double *y0, double *y1, lf_tally *tally);
/* The second kick, for m bodies and lanes. */
void lf_lgvi_kick(size_t m, size_t n, const double *h, const double *force, double *y1);

/* The same method where forces are no gradient: resist, kick, drift, kick, resist. */
size_t lf_lgvi_forced_work(const lf_problem *P, size_t n);
size_t lf_lgvi_forced_carry(const lf_problem *P);
lf_status lf_lgvi_forced_start(const lf_problem *P, const lf_lanes *L, const double *y0,
                               double *carry, lf_tally *tally);
lf_status lf_lgvi_forced_step(const lf_method *M, const lf_problem *P, const lf_lanes *L,
                              const double *y0, double *y1, double *carry, lf_tally *tally,
                              double *work);

/* What the forms but the first of all keep from step to step, and their scratch:
 *   force    gradient and torque at the present point, 6 doubles a body (relative: in all) and lane
 *   gamma, Pi    Lagrangian forms: the momenta of the last step, carried to its end, [3][body][lane]
 *   last         likewise: its size, [lane]; 0 before the first step */
typedef struct {
    const lf_bodies *B;
    const lf_method *M;
    const lf_lanes *L;
    size_t n, m; /* lanes; lanes times bodies */
    const double *t, *h, *y0;
    double *y1;
    double *force, *gamma, *Pi, *last;
    double *kick; /* what the first kick is multiplied by: h/2, or the mean of two steps */
    double *now, *p, *q;
} lf_lgvi_form;

/* Doubles of scratch for n lanes, and of carry for one. */
size_t lf_lgvi_form_work(const lf_problem *P, size_t n);
size_t lf_lgvi_form_carry(const lf_problem *P);
lf_status lf_lgvi_form_start(const lf_problem *P, const lf_lanes *L, const double *y0,
                             double *carry, lf_tally *tally, double *work);
lf_status lf_lgvi_form_step(const lf_method *M, const lf_problem *P, const lf_lanes *L,
                            const double *y0, double *y1, double *carry, lf_tally *tally,
                            double *work);

/* The parts of a step that depend on the form: momenta in the middle of the step from those in
 * gamma and Pi (then kept there), those of the rotations in p; the drift; the second kick, which
 * leaves momenta in y1. */
typedef struct {
    void (*begin)(const lf_lgvi_form *f, const double *gamma, const double *Pi);
    void (*drift)(const lf_lgvi_form *f);
    void (*end)(const lf_lgvi_form *f);
} lf_lgvi_parts;
extern const lf_lgvi_parts lf_lgvi_inertial, lf_lgvi_relative;

#endif
