/* SPDX-License-Identifier: BSD-3-Clause */
/* methods.c - every method that has a name. */
#include <lieflow/method.h>

#include <lieflow/bodies.h>

#include <math.h>
#include <string.h>

#include "action/frames.h"
#include "method/composition.h"
#include "method/energy_preserving.h"
#include "method/exprk.h"
#include "method/gbs.h"
#include "method/gbs_lanes.h"
#include "method/implicit_midpoint.h"
#include "method/implicit.h"
#include "method/keep.h"
#include "method/lgvi.h"
#include "method/newmark.h"
#include "method/programs.h"
#include "method/rkmk.h"
#include "method/rkmk_pair.h"
#include "method/splitting.h"
#include "method/tableaux.h"

#define RKMK_METHOD(symbol, text, p, flags, tab, back, words, source) \
    static const lf_method symbol = {.name = text,                    \
                                     .doc = words,                    \
                                     .cite = source,                  \
                                     .order = p,                      \
                                     .traits = LF_RKMK | (flags),     \
                                     .step = lf_rkmk_step,            \
                                     .work = lf_rkmk_work,            \
                                     .start = lf_keep_start,          \
                                     .carry = lf_keep_carry,          \
                                     .table = &lf_tableau_##tab,      \
                                     .pull = back}

#define PROGRAM_METHOD(symbol, text, p, flags, need, words, source)  \
    static const lf_method symbol = {.name = text,                   \
                                     .doc = words,                   \
                                     .cite = source,                 \
                                     .order = p,                     \
                                     .traits = LF_PROGRAM | (flags), \
                                     .needs = need,                  \
                                     .step = lf_program_step,        \
                                     .work = lf_program_work,        \
                                     .start = lf_keep_start,         \
                                     .carry = lf_keep_carry,         \
                                     .table = &lf_program_##symbol}

/* the same two with an estimator; `kept` is how many algebra elements a continuous extension reads */
#define RKMK_PAIR(symbol, text, p, flags, tab, attempts, estimate, two, kept, words, source) \
    static const lf_method symbol = {.name = text,                                           \
                                     .doc = words,                                           \
                                     .cite = source,                                         \
                                     .order = p,                                             \
                                     .traits = LF_RKMK | (flags),                            \
                                     .step = lf_rkmk_step,                                   \
                                     .work = lf_rkmk_work,                                   \
                                     .start = lf_keep_start,                                 \
                                     .carry = lf_keep_carry,                                 \
                                     .table = &lf_tableau_##tab,                             \
                                     .estimator = {.order = estimate,                        \
                                                   .in_algebra = true,                       \
                                                   .first_is_last = true,                    \
                                                   .damped = two,                            \
                                                   .stages = kept,                           \
                                                   .attempt = attempts,                      \
                                                   .work = lf_rkmk_pair_work,                \
                                                   .prepare = lf_rkmk_pair_prepare,          \
                                                   .interpolate = lf_rkmk_pair_interpolate}}
#define BS3(symbol, text, flags, words)                                              \
    RKMK_PAIR(symbol, text, 3, flags, bs3, lf_rkmk_pair_attempt, 2, false, 4, words, \
              "Bogacki, Shampine, A 3(2) pair of Runge-Kutta formulas, 1989")
#define DOPRI5(symbol, text, flags, words, source) \
    RKMK_PAIR(symbol, text, 5, flags, dopri5, lf_rkmk_pair_attempt, 4, false, 7, words, source)
#define TSIT5(symbol, text, flags, words) \
    RKMK_PAIR(symbol, text, 5, flags, tsit5, lf_rkmk_pair_attempt, 4, false, 7, words, TSITOURAS)
#define DOP853(symbol, text, flags, words) \
    RKMK_PAIR(symbol, text, 8, flags, dop853, lf_rkmk_dop853_attempt, 7, true, 16, words, HAIRER)

#define PROGRAM_PAIR(symbol, text, p, words, source) \
    static const lf_method symbol = {                \
        .name = text,                                \
        .doc = words,                                \
        .cite = source,                              \
        .order = p,                                  \
        .traits = LF_PROGRAM,                        \
        .step = lf_program_step,                     \
        .work = lf_program_work,                     \
        .start = lf_keep_start,                      \
        .carry = lf_keep_carry,                      \
        .table = &lf_program_##symbol,               \
        .estimator = {.order = (p)-1, .attempt = lf_program_attempt, .work = lf_program_work}}

#define CELLEDONI \
    "Celledoni, Cokaj, Leone, Murari, Owren, Lie group integrators for mechanical systems, 2021"
#define MUNTHE_KAAS "Munthe-Kaas, High order Runge-Kutta methods on manifolds, 1999"
#define MARTHINSEN "Marthinsen, Munthe-Kaas, Owren, Simulation of ODEs on manifolds, 1997"
#define INTRODUCTION "Celledoni, Marthinsen, Owren, An introduction to Lie group integrators, 2014"
#define CFREE "Celledoni, Marthinsen, Owren, Commutator-free Lie group methods, 2003"
#define HAIRER "Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, 1993"
#define TSITOURAS "Tsitouras, Runge-Kutta pairs of order 5(4), 2011"
#define CURRY "Curry, Owren, Variable step size commutator free Lie group integrators, 2019"
#define MAGNUS "Blanes, Casas, Oteo, Ros, The Magnus expansion and some of its applications, 2009"

PROGRAM_METHOD(lie_euler, "lie-euler", 1, 0, 0, "Lie-Euler: y1 = exp(h f(y)).y", INTRODUCTION);
PROGRAM_METHOD(heun_a, "heun-a", 2, 0, 0, "Heun with one exponential: exp((F1 + F2)/2)",
               INTRODUCTION);
PROGRAM_METHOD(heun_b, "heun-b", 2, 0, 0,
               "Heun with two exponentials: exp(F1/2) exp(F2/2), F2 flows first", INTRODUCTION);
PROGRAM_METHOD(heun_c, "heun-c", 2, 0, 0,
               "Heun with two exponentials: exp(F2/2) exp(F1/2), F1 flows first", INTRODUCTION);
PROGRAM_METHOD(lie_midpoint, "lie-midpoint", 2, 0, 0, "explicit midpoint rule", CELLEDONI);
RKMK_METHOD(rkmk2, "rkmk2", 2, 0, heun, LF_PULL_EXACT, "RKMK with Heun's tableau", MUNTHE_KAAS);
RKMK_METHOD(rkmk3, "rkmk3", 3, 0, kutta3, LF_PULL_EXACT, "RKMK with Kutta's third-order tableau",
            MUNTHE_KAAS);
RKMK_METHOD(rkmk4, "rkmk4", 4, 0, rk4, LF_PULL_EXACT, "RKMK with the classical RK4 tableau",
            MUNTHE_KAAS);
PROGRAM_METHOD(rkmk4_2c, "rkmk4-2c", 4, 0, 0,
               "RKMK4 with the dexpinv series arranged into two commutators", CELLEDONI);
DOPRI5(rkmk5, "rkmk5", 0, "RKMK with the pair 5(4) of Dormand and Prince", CELLEDONI);
DOP853(rkmk8, "rkmk8", 0, "RKMK with the pair 8(5,3) of DOP853");
BS3(rkmk_bs3, "rkmk-bs3", 0, "RKMK with the pair 3(2) of Bogacki and Shampine");
TSIT5(rkmk_tsit5, "rkmk-tsit5", 0, "RKMK with the pair 5(4) of Tsitouras");
PROGRAM_METHOD(mk3, "mk3", 3, 0, 0,
               "Munthe-Kaas of order 3 with a correction function, tableau of cg3", MARTHINSEN);
PROGRAM_METHOD(mk4, "mk4", 4, 0, 0,
               "Munthe-Kaas of order 4 with correction functions, tableau of RK4", MARTHINSEN);
RKMK_METHOD(mk_original, "mk-original", 2, LF_NEGATIVE, rk4, LF_PULL_ADJOINT,
            "the original Munthe-Kaas scheme with RK4's tableau: only order 2", MARTHINSEN);
RKMK_METHOD(naive_rk4, "naive-rk4", 2, LF_NEGATIVE, rk4, LF_PULL_NONE,
            "RK4 in the algebra without dexpinv: only order 2", INTRODUCTION);
PROGRAM_METHOD(cg2, "cg2", 2, 0, 0, "Crouch-Grossman of order 2, Ralston's tableau", MARTHINSEN);
PROGRAM_METHOD(cg3, "cg3", 3, 0, 0, "Crouch-Grossman of order 3", MARTHINSEN);
PROGRAM_METHOD(cg3_hlw, "cg3-hlw", 3, 0, 0, "Crouch-Grossman of order 3 with positive nodes",
               "Hairer, Lubich, Wanner, Geometric Numerical Integration, IV.8");
PROGRAM_METHOD(cg4a, "cg4a", 4, 0, 0, "Crouch-Grossman of order 4, five stages",
               "Jackiewicz, Marthinsen, Owren, Construction of Runge-Kutta methods of "
               "Crouch-Grossman type of high order, 2000");
PROGRAM_METHOD(cg_rk4, "cg-rk4", 2, LF_NEGATIVE, 0,
               "RK4's coefficients in Crouch-Grossman form: only order 2", MARTHINSEN);
PROGRAM_METHOD(cf3, "cf3", 3, 0, 0, "commutator-free of order 3, three exponentials", CFREE);
PROGRAM_METHOD(cf4, "cf4", 4, 0, 0, "commutator-free of order 4, five exponentials", CFREE);
PROGRAM_PAIR(cf32a, "cf32a", 3, "commutator-free pair 3(2) that uses its second stage again",
             CURRY);
PROGRAM_PAIR(cf32b, "cf32b", 3, "commutator-free pair 3(2) that uses its third stage again", CURRY);
PROGRAM_PAIR(cf43, "cf43", 4, "commutator-free pair 4(3): cf4 with a third-order companion",
             CELLEDONI ", section 4.2.2");
PROGRAM_METHOD(magnus2, "magnus2", 2, 0, LF_NEEDS(LF_TRAIT_TIME_FIELD),
               "Magnus of order 2, for fields that depend on time alone", MAGNUS);
PROGRAM_METHOD(magnus4, "magnus4", 4, 0, LF_NEEDS(LF_TRAIT_TIME_FIELD),
               "Magnus of order 4, two Gauss nodes, one commutator", MAGNUS);
PROGRAM_METHOD(magnus6, "magnus6", 6, 0, LF_NEEDS(LF_TRAIT_TIME_FIELD),
               "Magnus of order 6, three Gauss nodes, three commutators", MAGNUS);

RKMK_METHOD(euler, "euler", 1, LF_AMBIENT, euler, LF_PULL_EXACT, "classical explicit Euler",
            HAIRER);
RKMK_METHOD(modified_euler, "modified-euler", 2, LF_AMBIENT, midpoint, LF_PULL_EXACT,
            "classical modified Euler (explicit midpoint)", HAIRER);
RKMK_METHOD(heun, "heun", 2, LF_AMBIENT, heun, LF_PULL_EXACT, "classical Heun", HAIRER);
RKMK_METHOD(rk4, "rk4", 4, LF_AMBIENT, rk4, LF_PULL_EXACT, "classical Runge-Kutta of order 4",
            HAIRER);
DOPRI5(dopri5, "dopri5", LF_AMBIENT, "classical Dormand-Prince 5(4)", HAIRER);
DOP853(dop853, "dop853", LF_AMBIENT, "classical Dormand-Prince 8(5,3)");
BS3(bs3, "bs3", LF_AMBIENT, "classical Bogacki-Shampine 3(2)");
TSIT5(tsit5, "tsit5", LF_AMBIENT, "classical Tsitouras 5(4)");

#define NEWMARK_METHOD(symbol, text, rule, words, source)             \
    static const lf_method symbol = {.name = text,                    \
                                     .doc = words,                    \
                                     .cite = source,                  \
                                     .order = 2,                      \
                                     .traits = LF_AMBIENT | LF_DENSE, \
                                     .step = lf_newmark_step,         \
                                     .work = lf_newmark_work,         \
                                     .start = lf_newmark_start,       \
                                     .carry = lf_newmark_carry,       \
                                     .table = rule}

static const lf_newmark average_acceleration = {0, 0.25, 0.5};
static const lf_newmark hht_tenth = {-0.1, 0.3025, 0.6}; /* beta = (1-a)^2/4, gamma = 1/2-a */
NEWMARK_METHOD(newmark, "newmark", &average_acceleration,
               "Newmark with beta = 1/4, gamma = 1/2 on the second-order form",
               "Newmark, A method of computation for structural dynamics, 1959");
NEWMARK_METHOD(hht, "hht", &hht_tenth,
               "HHT-alpha with alpha = -1/10, beta = (1 - alpha)^2/4, gamma = 1/2 - alpha",
               "Hilber, Hughes, Taylor, Improved numerical dissipation for time integration "
               "algorithms in structural dynamics, 1977");

#define GBS_METHOD(symbol, text, flags, words)                                      \
    static const lf_method symbol = {.name = text,                                  \
                                     .doc = words,                                  \
                                     .cite = HAIRER,                                \
                                     .order = 16,                                   \
                                     .traits = LF_EXTRAPOLATES | (flags),           \
                                     .step = lf_gbs_step,                           \
                                     .work = lf_gbs_work,                           \
                                     .estimator = {.order = 11,                     \
                                                   .in_algebra = true,              \
                                                   .first_is_last = true,           \
                                                   .single = 7,                     \
                                                   .level = LF_GBS_FIRST,           \
                                                   .control = lf_gbs_controls,      \
                                                   .attempt = lf_gbs_lanes_attempt, \
                                                   .work = lf_gbs_lanes_work}}
GBS_METHOD(gbs, "gbs", LF_CHOOSES_MAP,
           "extrapolation in the algebra, its rows as lanes: variable order up to 16");
GBS_METHOD(gbs_ambient, "gbs-ambient", LF_AMBIENT,
           "extrapolation in the ambient space, its rows as lanes: variable order up to 16");

/* clang-format off */
static const lf_method *const methods[] = {
    &lie_euler, &heun_a, &heun_b, &heun_c, &lie_midpoint,
    &rkmk2, &rkmk3, &rkmk_bs3, &rkmk4, &rkmk4_2c, &rkmk5, &rkmk_tsit5, &rkmk8,
    &mk3, &mk4, &mk_original, &naive_rk4,
    &cg2, &cg3, &cg3_hlw, &cg4a, &cg_rk4,
    &cf3, &cf32a, &cf32b, &cf4, &cf43,
    &magnus2, &magnus4, &magnus6, &lf_krogstad4,
    &euler, &modified_euler, &heun, &bs3, &rk4, &dopri5, &tsit5, &dop853,
    &newmark, &hht, &gbs, &gbs_ambient,
    &lf_implicit_midpoint, &lf_ep_mid, &lf_ep_avf, &lf_exact_rigid_body,
    &lf_strang, &lf_strang_yoshida4, &lf_strang_suzuki4, &lf_strang_yoshida6, &lf_strang_kahanli6,
    &lf_strang_suzukiumeno8, &lf_strang_kahanli8,
    &lf_rkmk_theta0, &lf_rkmk_theta12, &lf_rkmk_theta1, &lf_rkmk_gauss1, &lf_rkmk_gauss2, &lf_rkmk_gauss3,
    &lf_rkmk_lobatto3, &lf_rkmk_sdirk,
    &lf_slgi_theta0, &lf_slgi_theta12, &lf_slgi_theta1, &lf_slgi_gauss2, &lf_slgi_gauss3,
    &lf_slgi_lobatto2, &lf_slgi_lobatto3,
    &lf_vrkmk_gauss1, &lf_vrkmk_gauss2, &lf_vrkmk_gauss3, &lf_vrkmk_lobatto3,
    &lf_lgvi, &lf_lgvi_yoshida4, &lf_lgvi_suzuki4, &lf_lgvi_yoshida6, &lf_lgvi_kahanli6,
    &lf_lgvi_suzukiumeno8, &lf_lgvi_kahanli8,
    NULL,
};

const lf_method *const *lf_methods(void)
{
    return methods;
}
/* clang-format on */

const lf_method *lf_method_find(const char *name)
{
    for (const lf_method *const *M = methods; *M; M++)
        if (strcmp((*M)->name, name) == 0)
            return *M;
    return NULL;
}

/* What a method needs that frames lack, or NULL. Tangent vectors at different points must not be added:
 * methods that do it in a chart of the point where a step begins may, programs have a way of their own. */
static const char *frames_lack(const lf_method *M, const lf_action *A)
{
    size_t first;
    const bool program = M->traits & LF_PROGRAM;
    if (M->pull != LF_PULL_EXACT || (M->map != LF_EXP && !(program && M->map == LF_CAYLEY)))
        return "coordinates of a group: frames have the polar chart with its exact differential, "
               "which goes by the name of the exponential map";
    if (program)
        return lf_action_lone_frame(A, &first)
                   ? NULL
                   : "a single frame with nothing but vector spaces beside it";
    if (M->traits & (LF_RKMK | LF_EXTRAPOLATES))
        return NULL;
    return "a Lie group, whose algebra frames have only tangent vectors in place of";
}

/* What a method needs of an action whose flows go forward in time only, as those of heat do; NULL:
 * it has it. */
static const char *forward_needs(const lf_method *M)
{
    if (M->traits & (LF_RKMK | LF_CHOOSES_SOLVER | LF_EXTRAPOLATES))
        return "an operator that is not stiff (there the inverse differential makes it unstable; take "
               "cf4)";
    if ((M->traits & LF_PROGRAM) && lf_program_goes_back(M->table))
        return "an equation that can go back in time (it would run heat backwards for part of a step; "
               "take cf4)";
    return NULL;
}

/* Kicks and drifts: explicit, symmetric, and nothing but flows of pieces. */
double lf_method_longest(const lf_method *M, const lf_problem *P)
{
    const lf_pace *pace = lf_problem_pace(P);
    const unsigned split = LF_NEEDS(LF_TRAIT_BODIES) | LF_NEEDS(LF_TRAIT_SPLITTING);
    if (!pace || !(pace->fastest > 0) || !(M->traits & LF_SYMMETRIC) || !(M->needs & split))
        return INFINITY;
    return 2 / (pace->fastest * lf_composition_longest(M));
}

/* A Hamiltonian on T*G is of points (g, mu). */
static const char *bundle_lacks(const lf_method *M, const lf_problem *P)
{
    if (!(M->needs & LF_NEEDS(LF_TRAIT_HAMILTONIAN)))
        return NULL;
    const lf_group *G = lf_problem_hamiltonian(P)->group;
    return P->action->dim == G->rep + G->dim
               ? NULL
               : "points (g, mu): an element of the Hamiltonian's group and a covector";
}

/* What a method lacks where bodies have forces that are no gradient; NULL: nothing. */
static const char *forces_need(const lf_method *M, const lf_bodies *B)
{
    const lf_forces *F = B->forces;
    const bool field = !(M->needs & (LF_NEEDS(LF_TRAIT_BODIES) | LF_NEEDS(LF_TRAIT_SPLITTING)));
    const bool composed = !field && M->order > 2;
    if (B->form != LF_INERTIAL_HAMILTONIAN)
        return "the inertial Hamiltonian form, the only one with forces that are no gradient";
    if (field && F->place)
        return "bodies that all move by forces (some are put in place between steps here; take lgvi or "
               "strang)";
    if (field && F->resist && !F->drag)
        return "resistance that is known as a force (here it is known as a flow; take lgvi or strang)";
    if (!field && F->drag && !F->resist)
        return "resistance that is known as a flow (here it is known as a force; take rkmk4)";
    if (composed && F->resist && !F->linear)
        return "resistance that can run backwards, as linear resistance can: a composition takes steps "
               "back (take lgvi or strang, or rkmk4)";
    if (composed && (F->place || F->extra))
        return "bodies without controllers and riders: a composition takes steps back (take lgvi or "
               "strang)";
    return NULL;
}

/* A full matrix of as many rows as a point has numbers: a factorisation takes a second at the first of
 * these bounds, and a step of 20 bodies as long as thousands of lgvi. */
enum { DENSE_MOST = 1024, DENSE_BODIES = 20 };

static const char *dense_needs(const lf_method *M, const lf_problem *P)
{
    const lf_bodies *B = lf_problem_bodies(P);
    if (!(M->traits & (LF_DENSE | LF_CHOOSES_SOLVER)) || M->solver == LF_FIXED_POINT)
        return NULL;
    if (B && B->count > DENSE_BODIES)
        return "at most 20 bodies (it solves equations for all of them at once, with a full matrix; take "
               "lgvi)";
    return P->action->dim > DENSE_MOST
               ? "at most 1024 numbers in a point (it solves equations for all of them at once, with a "
                 "full matrix, and would take hours; take an explicit method)"
               : NULL;
}

lf_status lf_method_fits(const lf_method *M, const lf_problem *P, const char **why)
{
    const lf_bodies *B = lf_problem_bodies(P);
    *why = lf_problem_lacks(P, M->needs);
    if (!*why)
        *why = bundle_lacks(M, P);
    if (!*why && B && B->forces)
        *why = forces_need(M, B);
    if (!*why)
        *why = dense_needs(M, P);
    if (*why)
        return LF_ENEEDS;
    if (M->traits & LF_AMBIENT)
        return LF_OK;
    if (lf_action_has_frames(P->action)) {
        *why = frames_lack(M, P->action);
        return *why ? LF_ENEEDS : LF_OK;
    }
    *why = P->action->forward ? forward_needs(M) : NULL;
    if (*why)
        return LF_ENEEDS;
    if (!P->action->ops->pull && !lf_group_has_map(P->action->group, M->map)) {
        *why = "a group with that coordinate map";
        return LF_ENEEDS;
    }
    if (P->action->ops->pull && (M->map != LF_EXP || M->pull != LF_PULL_EXACT)) {
        *why = "the exponential map and its exact inverse differential: the action has a chart of "
               "its own";
        return LF_ENEEDS;
    }
    if ((M->traits & LF_CHOOSES_ROTATION) && M->map != LF_EXP && M->map != LF_CAYLEY) {
        *why = "the exponential or the Cayley map";
        return LF_ENEEDS;
    }
    if (M->pull != LF_PULL_EXACT && M->map != LF_EXP) {
        *why = "the exponential map, which the truncated dexpinv belongs to";
        return LF_ENEEDS;
    }
    return LF_OK;
}
