/* SPDX-License-Identifier: BSD-3-Clause */
/* methods.c - every method that has a name. */
#include <lieflow/method.h>

#include <string.h>

#include "method/newmark.h"
#include "method/programs.h"
#include "method/rkmk.h"
#include "method/tableaux.h"

#define RKMK_METHOD(symbol, text, p, flags, tab, back, words, source) \
    static const lf_method symbol = {.name = text,                    \
                                     .doc = words,                    \
                                     .cite = source,                  \
                                     .order = p,                      \
                                     .traits = LF_RKMK | (flags),     \
                                     .needs = LF_HAS_FIELD,           \
                                     .step = lf_rkmk_step,            \
                                     .work = lf_rkmk_work,            \
                                     .table = &lf_tableau_##tab,      \
                                     .pull = back}

#define PROGRAM_METHOD(symbol, text, p, flags, need, words, source) \
    static const lf_method symbol = {.name = text,                  \
                                     .doc = words,                  \
                                     .cite = source,                \
                                     .order = p,                    \
                                     .traits = flags,               \
                                     .needs = need,                 \
                                     .step = lf_program_step,       \
                                     .work = lf_program_work,       \
                                     .table = &lf_program_##symbol}

#define CELLEDONI "Celledoni, Cokaj, Leone, Murari, Owren, Lie group integrators for mechanical systems, 2021"
#define MUNTHE_KAAS "Munthe-Kaas, High order Runge-Kutta methods on manifolds, 1999"
#define MARTHINSEN "Marthinsen, Munthe-Kaas, Owren, Simulation of ODEs on manifolds, 1997"
#define INTRODUCTION "Celledoni, Marthinsen, Owren, An introduction to Lie group integrators, 2014"
#define CFREE "Celledoni, Marthinsen, Owren, Commutator-free Lie group methods, 2003"
#define HAIRER "Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, 1993"
#define MAGNUS "Blanes, Casas, Oteo, Ros, The Magnus expansion and some of its applications, 2009"

PROGRAM_METHOD(lie_euler, "lie-euler", 1, 0, LF_HAS_FIELD, "Lie-Euler: y1 = exp(h f(y)).y",
               INTRODUCTION);
PROGRAM_METHOD(heun_a, "heun-a", 2, 0, LF_HAS_FIELD, "Heun with one exponential: exp((F1 + F2)/2)",
               INTRODUCTION);
PROGRAM_METHOD(heun_b, "heun-b", 2, 0, LF_HAS_FIELD,
               "Heun with two exponentials: exp(F1/2) exp(F2/2), F2 flows first", INTRODUCTION);
PROGRAM_METHOD(heun_c, "heun-c", 2, 0, LF_HAS_FIELD,
               "Heun with two exponentials: exp(F2/2) exp(F1/2), F1 flows first", INTRODUCTION);
PROGRAM_METHOD(lie_midpoint, "lie-midpoint", 2, 0, LF_HAS_FIELD, "explicit midpoint rule",
               CELLEDONI);
RKMK_METHOD(rkmk2, "rkmk2", 2, 0, heun, LF_PULL_EXACT, "RKMK with Heun's tableau", MUNTHE_KAAS);
RKMK_METHOD(rkmk3, "rkmk3", 3, 0, kutta3, LF_PULL_EXACT, "RKMK with Kutta's third-order tableau",
            MUNTHE_KAAS);
RKMK_METHOD(rkmk4, "rkmk4", 4, 0, rk4, LF_PULL_EXACT, "RKMK with the classical RK4 tableau",
            MUNTHE_KAAS);
PROGRAM_METHOD(rkmk4_2c, "rkmk4-2c", 4, 0, LF_HAS_FIELD,
               "RKMK4 with the dexpinv series arranged into two commutators", CELLEDONI);
RKMK_METHOD(rkmk5, "rkmk5", 5, 0, dopri5, LF_PULL_EXACT,
            "RKMK with the fifth-order tableau of Dormand and Prince", CELLEDONI);
RKMK_METHOD(rkmk8, "rkmk8", 8, 0, dop853, LF_PULL_EXACT,
            "RKMK with the eighth-order tableau of DOP853", HAIRER);
PROGRAM_METHOD(mk3, "mk3", 3, 0, LF_HAS_FIELD,
               "Munthe-Kaas of order 3 with a correction function, tableau of cg3", MARTHINSEN);
PROGRAM_METHOD(mk4, "mk4", 4, 0, LF_HAS_FIELD,
               "Munthe-Kaas of order 4 with correction functions, tableau of RK4", MARTHINSEN);
RKMK_METHOD(mk_original, "mk-original", 2, LF_NEGATIVE, rk4, LF_PULL_ADJOINT,
            "the original Munthe-Kaas scheme with RK4's tableau: only order 2", MARTHINSEN);
RKMK_METHOD(naive_rk4, "naive-rk4", 2, LF_NEGATIVE, rk4, LF_PULL_NONE,
            "RK4 in the algebra without dexpinv: only order 2", INTRODUCTION);
PROGRAM_METHOD(cg2, "cg2", 2, 0, LF_HAS_FIELD, "Crouch-Grossman of order 2, Ralston's tableau",
               MARTHINSEN);
PROGRAM_METHOD(cg3, "cg3", 3, 0, LF_HAS_FIELD, "Crouch-Grossman of order 3", MARTHINSEN);
PROGRAM_METHOD(cg3_hlw, "cg3-hlw", 3, 0, LF_HAS_FIELD,
               "Crouch-Grossman of order 3 with positive nodes",
               "Hairer, Lubich, Wanner, Geometric Numerical Integration, IV.8");
PROGRAM_METHOD(cg4a, "cg4a", 4, 0, LF_HAS_FIELD, "Crouch-Grossman of order 4, five stages",
               "Jackiewicz, Marthinsen, Owren, Construction of Runge-Kutta methods of "
               "Crouch-Grossman type of high order, 2000");
PROGRAM_METHOD(cg_rk4, "cg-rk4", 2, LF_NEGATIVE, LF_HAS_FIELD,
               "RK4's coefficients in Crouch-Grossman form: only order 2", MARTHINSEN);
PROGRAM_METHOD(cf3, "cf3", 3, 0, LF_HAS_FIELD, "commutator-free of order 3, three exponentials",
               CFREE);
PROGRAM_METHOD(cf4, "cf4", 4, 0, LF_HAS_FIELD, "commutator-free of order 4, five exponentials",
               CFREE);
PROGRAM_METHOD(magnus2, "magnus2", 2, 0, LF_HAS_FIELD | LF_HAS_TIME_FIELD,
               "Magnus of order 2, for fields that depend on time alone", MAGNUS);
PROGRAM_METHOD(magnus4, "magnus4", 4, 0, LF_HAS_FIELD | LF_HAS_TIME_FIELD,
               "Magnus of order 4, two Gauss nodes, one commutator", MAGNUS);
PROGRAM_METHOD(magnus6, "magnus6", 6, 0, LF_HAS_FIELD | LF_HAS_TIME_FIELD,
               "Magnus of order 6, three Gauss nodes, three commutators", MAGNUS);

RKMK_METHOD(euler, "euler", 1, LF_AMBIENT, euler, LF_PULL_EXACT, "classical explicit Euler",
            HAIRER);
RKMK_METHOD(modified_euler, "modified-euler", 2, LF_AMBIENT, midpoint, LF_PULL_EXACT,
            "classical modified Euler (explicit midpoint)", HAIRER);
RKMK_METHOD(heun, "heun", 2, LF_AMBIENT, heun, LF_PULL_EXACT, "classical Heun", HAIRER);
RKMK_METHOD(rk4, "rk4", 4, LF_AMBIENT, rk4, LF_PULL_EXACT, "classical Runge-Kutta of order 4",
            HAIRER);
RKMK_METHOD(dopri5, "dopri5", 5, LF_AMBIENT, dopri5, LF_PULL_EXACT,
            "classical Dormand-Prince of order 5", HAIRER);
RKMK_METHOD(dop853, "dop853", 8, LF_AMBIENT, dop853, LF_PULL_EXACT,
            "classical Dormand-Prince of order 8", HAIRER);

#define NEWMARK_METHOD(symbol, text, rule, words)                        \
    static const lf_method symbol = {.name = text,                       \
                                     .doc = words,                       \
                                     .cite = "Hilber, Hughes, Taylor, Improved numerical " \
                                             "dissipation, 1977",        \
                                     .order = 2,                         \
                                     .traits = LF_AMBIENT,               \
                                     .needs = LF_HAS_FIELD,              \
                                     .step = lf_newmark_step,            \
                                     .work = lf_newmark_work,            \
                                     .start = lf_newmark_start,          \
                                     .carry = lf_newmark_carry,          \
                                     .table = rule}

static const lf_newmark average_acceleration = {0, 0.25, 0.5};
static const lf_newmark hht_tenth = {-0.1, 0.3025, 0.6}; /* beta = (1-a)^2/4, gamma = 1/2-a */
NEWMARK_METHOD(newmark, "newmark", &average_acceleration,
               "Newmark with beta = 1/4, gamma = 1/2 on the second-order form");
NEWMARK_METHOD(hht, "hht", &hht_tenth,
               "HHT-alpha with alpha = -1/10, beta = (1 - alpha)^2/4, gamma = 1/2 - alpha");

const lf_method *const lf_methods[] = {
    &lie_euler,   &heun_a,    &heun_b,         &heun_c,  &lie_midpoint, &rkmk2,   &rkmk3,
    &rkmk4,       &rkmk4_2c,  &rkmk5,          &rkmk8,   &mk3,          &mk4,     &mk_original,
    &naive_rk4,   &cg2,       &cg3,            &cg3_hlw, &cg4a,         &cg_rk4,  &cf3,
    &cf4,         &magnus2,   &magnus4,        &magnus6, &euler,        &modified_euler,
    &heun,        &rk4,       &dopri5,         &dop853,  &newmark,      &hht,     NULL,
};

const lf_method *lf_method_find(const char *name)
{
    for (const lf_method *const *M = lf_methods; *M; M++)
        if (strcmp((*M)->name, name) == 0)
            return *M;
    return NULL;
}

lf_status lf_method_fits(const lf_method *M, const lf_problem *P, const char **why)
{
    *why = lf_problem_lacks(P, M->needs);
    if (*why)
        return LF_ENEEDS;
    if (M->traits & LF_AMBIENT)
        return LF_OK;
    if (!lf_group_has_map(P->action->group, M->map)) {
        *why = "a group with that coordinate map";
        return LF_ENEEDS;
    }
    if (M->pull != LF_PULL_EXACT && M->map != LF_EXP) {
        *why = "the exponential map, which the truncated dexpinv belongs to";
        return LF_ENEEDS;
    }
    return LF_OK;
}
