/* SPDX-License-Identifier: BSD-3-Clause */
/* chain.h - the pieces of the pendulum chain: its parameters, three forms of its field, and what
 * should stay. Points are [component][link][trajectory] with components (q, omega), or (q, pi). */
#ifndef LF_MODEL_CHAIN_H
#define LF_MODEL_CHAIN_H

#include <lieflow/model.h>

typedef enum { LF_CHAIN_TENSION, LF_CHAIN_DENSE, LF_CHAIN_HAMILTONIAN } lf_chain_form;

typedef struct {
    size_t n; /* links */
    lf_list masses, lengths, q, omega;
    double gravity;
    int form; /* lf_chain_form */
    lf_group group;
    lf_action action;
    lf_ambient ambient;
    lf_trait traits[4];
} lf_chain;

/* Mass and length of link j: one number for all, or one each. */
static inline double lf_chain_mass(const lf_chain *chain, size_t j)
{
    return lf_list_numbers(&chain->masses)[chain->masses.count > 1 ? j : 0];
}
static inline double lf_chain_length(const lf_chain *chain, size_t j)
{
    return lf_list_numbers(&chain->lengths)[chain->lengths.count > 1 ? j : 0];
}

/* Doubles of scratch per lane, and the field, in O(n): in the algebra, and y' itself. */
size_t lf_chain_tension_work(const lf_chain *chain);
lf_field lf_chain_tension, lf_chain_tension_ambient;

/* For chains of up to this many links, whose scratch is on the stack: y' and bursts of midpoint
 * steps by the same operations. */
enum { LF_CHAIN_SWEEP_MOST = 256 };
lf_field lf_chain_short_ambient;
lf_midpoint_burst lf_chain_burst;

/* The paper's dense system: O(n^3), to compare with. */
enum { LF_CHAIN_DENSE_MOST = 200 };
size_t lf_chain_dense_work(const lf_chain *chain);
lf_field lf_chain_dense;

/* Hamilton's equations for (q, pi), in O(n); the start of a point that has omega in pi's place. */
size_t lf_chain_momenta_work(const lf_chain *chain);
lf_field lf_chain_momenta;
void lf_chain_momenta_start(const lf_chain *chain, double *y);

extern const lf_invariant lf_chain_invariants[], lf_chain_momenta_invariants[];
extern const lf_scales lf_chain_scales, lf_chain_momenta_scales;
extern const lf_picture lf_chain_picture;

#endif
