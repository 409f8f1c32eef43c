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

#define COTANGENT(symbol, text, p, flags, tab, how, source, words)                   \
    const lf_method symbol = {.name = text,                                          \
                              .doc = words,                                          \
                              .cite = source,                                        \
                              .order = p,                                            \
                              .traits = LF_CHOOSES_SOLVER | LF_SYMPLECTIC | (flags), \
                              .needs = LF_NEEDS(LF_TRAIT_HAMILTONIAN),               \
                              .step = lf_##how##_step,                               \
                              .work = lf_cotangent_work,                             \
                              .start = lf_cotangent_start,                           \
                              .carry = lf_cotangent_carry,                           \
                              .table = &lf_implicit_##tab}

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

COTANGENT(lf_slgi_theta0, "slgi-theta0", 1, 0, theta0, slgi, THETA,
          "symplectic Lie group integrator, theta = 0");
COTANGENT(lf_slgi_theta12, "slgi-theta12", 2, LF_SYMMETRIC, theta12, slgi, THETA,
          "symplectic Lie group integrator, theta = 1/2");
COTANGENT(lf_slgi_theta1, "slgi-theta1", 1, 0, theta1, slgi, THETA,
          "symplectic Lie group integrator, theta = 1");
COTANGENT(lf_slgi_gauss2, "slgi-gauss2", 2, 0, gauss2, slgi, INTRODUCTION,
          "symplectic Lie group integrator with two Gauss nodes: order 2 is the most it has");
COTANGENT(lf_slgi_gauss3, "slgi-gauss3", 2, 0, gauss3, slgi, INTRODUCTION,
          "symplectic Lie group integrator with three Gauss nodes: order 2 is the most it has");
COTANGENT(lf_slgi_lobatto2, "slgi-lobatto2", 2, LF_SYMMETRIC, lobatto2, slgi, INTRODUCTION,
          "symplectic Lie group integrator with the two nodes of Lobatto IIIA");
COTANGENT(lf_slgi_lobatto3, "slgi-lobatto3", 2, 0, lobatto3, slgi, INTRODUCTION,
          "symplectic Lie group integrator with Lobatto IIIA: order 2 is the most it has");
COTANGENT(lf_vrkmk_gauss1, "vrkmk-gauss1", 2, LF_SYMMETRIC, theta12, vrkmk, BOGFJELLMO,
          "variational RKMK with one Gauss node: symplectic");
COTANGENT(lf_vrkmk_gauss2, "vrkmk-gauss2", 4, 0, gauss2, vrkmk, BOGFJELLMO,
          "variational RKMK with two Gauss nodes: symplectic, with the order of the tableau");
COTANGENT(lf_vrkmk_gauss3, "vrkmk-gauss3", 6, 0, gauss3, vrkmk, BOGFJELLMO,
          "variational RKMK with three Gauss nodes: symplectic, with the order of the tableau");
COTANGENT(lf_vrkmk_lobatto3, "vrkmk-lobatto3", 4, 0, lobatto3, vrkmk, BOGFJELLMO,
          "variational RKMK with Lobatto IIIA: symplectic, with the order of the tableau");

/* ---- methods of a tableau that is given ---- */

/* What the tableau says, or fulfils. */
static int order_of(const lf_tableau *T)
{
    return T->order > 0 ? T->order : lf_tableau_order(T);
}

/* The midpoint rule is its own adjoint in every form; for more stages it depends on the group. */
static unsigned symmetry_of(const lf_tableau *T)
{
    return T->stages == 1 && T->a[0] == 0.5 && T->c[0] == 0.5 ? LF_SYMMETRIC : 0;
}

static lf_method with_tableau(lf_method M, const char *name, const char *doc, const lf_tableau *T)
{
    M.name = name;
    M.doc = doc;
    M.order = order_of(T);
    M.table = T;
    M.traits |= symmetry_of(T);
    return M;
}

lf_method lf_method_implicit(const char *name, const lf_tableau *tableau)
{
    return with_tableau(lf_rkmk_theta1, name,
                        "RKMK with a given tableau, its stages by Newton's method", tableau);
}

lf_method lf_method_slgi(const char *name, const lf_tableau *tableau)
{
    lf_method M = with_tableau(lf_slgi_theta1, name,
                               "symplectic Lie group integrator with a given tableau", tableau);
    M.order = M.order < 2 ? M.order : 2;
    return M;
}

lf_method lf_method_vrkmk(const char *name, const lf_tableau *tableau)
{
    return with_tableau(lf_vrkmk_gauss2, name, "variational RKMK with a given tableau: symplectic",
                        tableau);
}

const lf_tableau *lf_tableau_theta(double theta, lf_theta *room)
{
    room->a = room->c = theta;
    room->b = 1;
    room->tableau = (lf_tableau){.name = "theta",
                                 .order = theta == 0.5 ? 2 : 1,
                                 .stages = 1,
                                 .a = &room->a,
                                 .b = &room->b,
                                 .c = &room->c};
    return &room->tableau;
}

const char *lf_method_flaw(const lf_method *M)
{
    const bool divides = M->step == lf_slgi_step || M->step == lf_vrkmk_step;
    return divides ? lf_tableau_check_symplectic(M->table) : NULL;
}
