/* SPDX-License-Identifier: BSD-3-Clause */
/* implicit_methods.c - the methods with equations for stages, by their names. */
#include "method/cotangent.h"
#include "method/implicit.h"
#include "method/implicit_rkmk.h"
#include "method/implicit_tableaux.h"

#define INTRODUCTION \
    "Celledoni, Marthinsen, Owren, An introduction to Lie group integrators, 2014, section 5"
#define MUNTHE_KAAS "Munthe-Kaas, High order Runge-Kutta methods on manifolds, 1999"

#define IMPLICIT_RKMK(symbol, text, p, flags, tab, words)            \
    const lf_method symbol = {.name = text,                          \
                              .doc = words,                          \
                              .cite = MUNTHE_KAAS,                   \
                              .order = p,                            \
                              .traits = LF_CHOOSES_SOLVER | (flags), \
                              .step = lf_implicit_rkmk_step,         \
                              .work = lf_implicit_rkmk_work,         \
                              .start = lf_implicit_rkmk_start,       \
                              .carry = lf_implicit_rkmk_carry,       \
                              .table = &lf_implicit_##tab}

/* The family with one stage stands in two papers; the last has the order of the tableau for all of
 * them, which the first says a correction of the stages may bring. */
#define THETA                                                                           \
    INTRODUCTION "; Celledoni, Cokaj, Leone, Murari, Owren, Lie group integrators for " \
                 "mechanical systems, 2021, (15)-(17)"
#define BOGFJELLMO \
    "Bogfjellmo, Marthinsen, High-order symplectic partitioned Lie group methods, 2016"

#define COTANGENT(symbol, text, p, flags, tab, full, source, words)                  \
    static const lf_cotangent symbol##_rule = {&lf_implicit_##tab, full};            \
    const lf_method symbol = {.name = text,                                          \
                              .doc = words,                                          \
                              .cite = source,                                        \
                              .order = p,                                            \
                              .traits = LF_CHOOSES_SOLVER | LF_SYMPLECTIC | (flags), \
                              .needs = LF_NEEDS(LF_TRAIT_HAMILTONIAN),               \
                              .step = lf_cotangent_step,                             \
                              .work = lf_cotangent_work,                             \
                              .start = lf_cotangent_start,                           \
                              .carry = lf_cotangent_carry,                           \
                              .table = &symbol##_rule}

IMPLICIT_RKMK(lf_rkmk_theta0, "rkmk-theta0", 1, 0, theta0,
              "RKMK with the theta method, theta = 0: Lie-Euler");
IMPLICIT_RKMK(lf_rkmk_theta12, "rkmk-theta12", 2, LF_SYMMETRIC, theta12,
              "RKMK with the theta method, theta = 1/2: the Lie midpoint rule");
IMPLICIT_RKMK(lf_rkmk_theta1, "rkmk-theta1", 1, 0, theta1,
              "RKMK with the theta method, theta = 1: implicit Lie-Euler");
IMPLICIT_RKMK(lf_rkmk_gauss1, "rkmk-gauss1", 2, LF_SYMMETRIC, theta12,
              "RKMK with one Gauss node: the Lie midpoint rule");
IMPLICIT_RKMK(lf_rkmk_gauss2, "rkmk-gauss2", 4, 0, gauss2, "RKMK with two Gauss nodes");
IMPLICIT_RKMK(lf_rkmk_gauss3, "rkmk-gauss3", 6, 0, gauss3, "RKMK with three Gauss nodes");
IMPLICIT_RKMK(lf_rkmk_lobatto3, "rkmk-lobatto3", 4, 0, lobatto3,
              "RKMK with the three nodes of Lobatto IIIA");
IMPLICIT_RKMK(lf_rkmk_sdirk, "rkmk-sdirk", 3, 0, sdirk,
              "RKMK with Alexander's diagonally implicit tableau, L-stable");

COTANGENT(lf_slgi_theta0, "slgi-theta0", 1, 0, theta0, false, THETA,
          "symplectic Lie group integrator, theta = 0");
COTANGENT(lf_slgi_theta12, "slgi-theta12", 2, LF_SYMMETRIC, theta12, false, THETA,
          "symplectic Lie group integrator, theta = 1/2");
COTANGENT(lf_slgi_theta1, "slgi-theta1", 1, 0, theta1, false, THETA,
          "symplectic Lie group integrator, theta = 1");
COTANGENT(lf_slgi_gauss2, "slgi-gauss2", 2, 0, gauss2, false, INTRODUCTION,
          "symplectic Lie group integrator with two Gauss nodes: order 2 is the most it has");
COTANGENT(lf_slgi_gauss3, "slgi-gauss3", 2, 0, gauss3, false, INTRODUCTION,
          "symplectic Lie group integrator with three Gauss nodes: order 2 is the most it has");
COTANGENT(lf_slgi_lobatto2, "slgi-lobatto2", 2, LF_SYMMETRIC, lobatto2, false, INTRODUCTION,
          "symplectic Lie group integrator with the two nodes of Lobatto IIIA");
COTANGENT(lf_slgi_lobatto3, "slgi-lobatto3", 2, 0, lobatto3, false, INTRODUCTION,
          "symplectic Lie group integrator with Lobatto IIIA: order 2 is the most it has");
COTANGENT(lf_vrkmk_gauss1, "vrkmk-gauss1", 2, LF_SYMMETRIC, theta12, true, BOGFJELLMO,
          "variational RKMK with one Gauss node: symplectic");
COTANGENT(lf_vrkmk_gauss2, "vrkmk-gauss2", 4, 0, gauss2, true, BOGFJELLMO,
          "variational RKMK with two Gauss nodes: symplectic, with the order of the tableau");
COTANGENT(lf_vrkmk_gauss3, "vrkmk-gauss3", 6, 0, gauss3, true, BOGFJELLMO,
          "variational RKMK with three Gauss nodes: symplectic, with the order of the tableau");
COTANGENT(lf_vrkmk_lobatto3, "vrkmk-lobatto3", 4, 0, lobatto3, true, BOGFJELLMO,
          "variational RKMK with Lobatto IIIA: symplectic, with the order of the tableau");

lf_method lf_method_implicit(const char *name, const lf_tableau *tableau)
{
    lf_method M = lf_rkmk_theta1;
    M.name = name;
    M.doc = "RKMK with a given tableau, its stages by Newton's method";
    M.order = tableau->order;
    M.table = tableau;
    return M;
}
