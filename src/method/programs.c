/* SPDX-License-Identifier: BSD-3-Clause */
/* programs.c - the flow programs, as data. Two point slots suffice: exponentials are chained by
 * going back and forth between them. */
#include "method/programs.h"

#define EVAL(r, point, fraction)                              \
    {                                                         \
        .op = LF_EVAL, .reg = r, .from = point, .c = fraction \
    }
#define KEEP(r, ...)                         \
    {                                        \
        .op = LF_KEEP, .reg = r, __VA_ARGS__ \
    }
#define FLOW(a, b, ...)                                \
    {                                                  \
        .op = LF_FLOW, .from = a, .to = b, __VA_ARGS__ \
    }
#define SUM(...) .sum = {__VA_ARGS__}
#define BRACKET(l, r) .left = l, .right = r
#define ROW(...)    \
    {               \
        __VA_ARGS__ \
    }
#define OUT LF_PROGRAM_OUT
#define EMBEDDED LF_PROGRAM_EMBEDDED
#define LENGTH(name) (sizeof name##_code / sizeof name##_code[0])
#define PROGRAM(name, count, points)                              \
    const lf_program lf_program_##name = {.registers = count,     \
                                          .slots = points,        \
                                          .length = LENGTH(name), \
                                          .step = LENGTH(name),   \
                                          .code = name##_code}
/* a program whose last `extra` instructions serve the embedded solution */
#define PAIR(name, count, points, extra)                                \
    const lf_program lf_program_##name = {.registers = count,           \
                                          .slots = points,              \
                                          .length = LENGTH(name),       \
                                          .step = LENGTH(name) - extra, \
                                          .code = name##_code}
/* the method of a pair alone */
#define WITHOUT(name, pair, count, points, extra)                         \
    const lf_program lf_program_##name = {.registers = count,             \
                                          .slots = points,                \
                                          .length = LENGTH(pair) - extra, \
                                          .step = LENGTH(pair) - extra,   \
                                          .code = pair##_code}

/* clang-format off */
static const lf_instruction lie_euler_code[] = {
    EVAL(1, 0, 0),
    FLOW(0, OUT, SUM({1, 1})),
};
PROGRAM(lie_euler, 1, 0);

/* exp((F1 + F2)/2) */
static const lf_instruction heun_a_code[] = {
    EVAL(1, 0, 0),
    FLOW(0, 1, SUM({1, 1})),
    EVAL(2, 1, 1),
    FLOW(0, OUT, SUM({1, 1./2}, {2, 1./2})),
};
PROGRAM(heun_a, 2, 1);

/* exp(F1/2) exp(F2/2): the flow of F2 comes first */
static const lf_instruction heun_b_code[] = {
    EVAL(1, 0, 0),
    FLOW(0, 1, SUM({1, 1})),
    EVAL(2, 1, 1),
    FLOW(0, 1, SUM({2, 1./2})),
    FLOW(1, OUT, SUM({1, 1./2})),
};
PROGRAM(heun_b, 2, 1);

/* exp(F2/2) exp(F1/2) */
static const lf_instruction heun_c_code[] = {
    EVAL(1, 0, 0),
    FLOW(0, 1, SUM({1, 1})),
    EVAL(2, 1, 1),
    FLOW(0, 1, SUM({1, 1./2})),
    FLOW(1, OUT, SUM({2, 1./2})),
};
PROGRAM(heun_c, 2, 1);

static const lf_instruction lie_midpoint_code[] = {
    EVAL(1, 0, 0),
    FLOW(0, 1, SUM({1, 1./2})),
    EVAL(2, 1, 1./2),
    FLOW(0, OUT, SUM({2, 1})),
};
PROGRAM(lie_midpoint, 2, 1);

/* RKMK4 with two commutators: Munthe-Kaas and Owren 1999 */
static const lf_instruction rkmk4_2c_code[] = {
    EVAL(1, 0, 0),
    FLOW(0, 1, SUM({1, 1./2})),
    EVAL(2, 1, 1./2),
    FLOW(0, 1, SUM({2, 1./2}), BRACKET(ROW({1, -1./8}), ROW({2, 1}))),
    EVAL(3, 1, 1./2),
    FLOW(0, 1, SUM({3, 1})),
    EVAL(4, 1, 1),
    FLOW(0, OUT, SUM({1, 1./6}, {2, 1./3}, {3, 1./3}, {4, 1./6}),
         BRACKET(ROW({1, -1./12}), ROW({4, 1}))),
};
PROGRAM(rkmk4_2c, 4, 1);

/* Munthe-Kaas order 3, tableau of Crouch and Grossman: v - [F1, v]/6 */
static const lf_instruction mk3_code[] = {
    EVAL(1, 0, 0),
    FLOW(0, 1, SUM({1, -1./24})),
    EVAL(2, 1, -1./24),
    FLOW(0, 1, SUM({1, 161./24}, {2, -6})),
    EVAL(3, 1, 17./24),
    FLOW(0, OUT, SUM({1, 1}, {2, -2./3}, {3, 2./3}),
         BRACKET(ROW({1, -1./6}), ROW({1, 1}, {2, -2./3}, {3, 2./3}))),
};
PROGRAM(mk3, 3, 1);

/* Munthe-Kaas order 4, tableau of RK4. u_i - c_i [F1, u_i]/6, and at the end
 * v - [F1/4 + J/24, v] with J = 2(F2 - F1) + 2(F3 - F1) - (F4 - F1): m = (2, 2, -1) solves the
 * order conditions with c2 in the first row, where the paper prints c4. */
static const lf_instruction mk4_code[] = {
    EVAL(1, 0, 0),
    FLOW(0, 1, SUM({1, 1./2})),
    EVAL(2, 1, 1./2),
    FLOW(0, 1, SUM({2, 1./2}), BRACKET(ROW({1, -1./12}), ROW({2, 1./2}))),
    EVAL(3, 1, 1./2),
    FLOW(0, 1, SUM({3, 1}), BRACKET(ROW({1, -1./6}), ROW({3, 1}))),
    EVAL(4, 1, 1),
    FLOW(0, OUT, SUM({1, 1./6}, {2, 1./3}, {3, 1./3}, {4, 1./6}),
         BRACKET(ROW({1, -1./4 + 3./24}, {2, -2./24}, {3, -2./24}, {4, 1./24}),
                 ROW({1, 1./6}, {2, 1./3}, {3, 1./3}, {4, 1./6}))),
};
PROGRAM(mk4, 4, 1);

/* Crouch-Grossman with Ralston's tableau */
static const lf_instruction cg2_code[] = {
    EVAL(1, 0, 0),
    FLOW(0, 1, SUM({1, 2./3})),
    EVAL(2, 1, 2./3),
    FLOW(0, 1, SUM({1, 1./4})),
    FLOW(1, OUT, SUM({2, 3./4})),
};
PROGRAM(cg2, 2, 1);

/* Crouch and Grossman 1993, order 3 */
static const lf_instruction cg3_code[] = {
    EVAL(1, 0, 0),
    FLOW(0, 1, SUM({1, -1./24})),
    EVAL(2, 1, -1./24),
    FLOW(0, 1, SUM({1, 161./24})), FLOW(1, 2, SUM({2, -6})),
    EVAL(3, 2, 17./24),
    FLOW(0, 1, SUM({1, 1})), FLOW(1, 2, SUM({2, -2./3})), FLOW(2, OUT, SUM({3, 2./3})),
};
PROGRAM(cg3, 3, 2);

/* Hairer, Lubich, Wanner, section IV.8.1: order 3 with positive nodes */
static const lf_instruction cg3_hlw_code[] = {
    EVAL(1, 0, 0),
    FLOW(0, 1, SUM({1, 3./4})),
    EVAL(2, 1, 3./4),
    FLOW(0, 1, SUM({1, 119./216})), FLOW(1, 2, SUM({2, 17./108})),
    EVAL(3, 2, 17./24),
    FLOW(0, 1, SUM({1, 13./51})), FLOW(1, 2, SUM({2, -2./3})), FLOW(2, OUT, SUM({3, 24./17})),
};
PROGRAM(cg3_hlw, 3, 2);

/* Jackiewicz, Marthinsen, Owren 2000: order 4, five stages; polished by Newton's method on the
 * thirteen order conditions */
#define A21 0.81772279881248520795422879725365
#define A31 0.31998763754764268002540594921091
#define A32 0.065986426355602184148049890512037
#define A41 0.92144171944649462646497509837992
#define A42 0.49978577767735727657499167119694
#define A43 -1.0969984448371582034223033525751
#define A51 0.35523585590233220903430733135664
#define A52 0.2390958372307325623125648607314
#define A53 1.3918565724203246114046668514726
#define A54 -1.1092979392113465306593200574296
static const lf_instruction cg4a_code[] = {
    EVAL(1, 0, 0),
    FLOW(0, 1, SUM({1, A21})),
    EVAL(2, 1, A21),
    FLOW(0, 1, SUM({1, A31})), FLOW(1, 2, SUM({2, A32})),
    EVAL(3, 2, A31 + A32),
    FLOW(0, 1, SUM({1, A41})), FLOW(1, 2, SUM({2, A42})), FLOW(2, 1, SUM({3, A43})),
    EVAL(4, 1, A41 + A42 + A43),
    FLOW(0, 1, SUM({1, A51})), FLOW(1, 2, SUM({2, A52})), FLOW(2, 1, SUM({3, A53})),
    FLOW(1, 2, SUM({4, A54})),
    EVAL(5, 2, A51 + A52 + A53 + A54),
    FLOW(0, 1, SUM({1, 0.13708315206307553548324893848389})),
    FLOW(1, 2, SUM({2, -0.01836985315640201711723473954785})),
    FLOW(2, 1, SUM({3, 0.73978139853707799706647519869228})),
    FLOW(1, 2, SUM({4, -0.19071425655058889975649587624736})),
    FLOW(2, OUT, SUM({5, 0.33221955910683738432400647861903})),
};
PROGRAM(cg4a, 5, 2);

/* RK4's coefficients in Crouch-Grossman form: order 2, a negative example */
static const lf_instruction cg_rk4_code[] = {
    EVAL(1, 0, 0),
    FLOW(0, 1, SUM({1, 1./2})),
    EVAL(2, 1, 1./2),
    FLOW(0, 1, SUM({2, 1./2})),
    EVAL(3, 1, 1./2),
    FLOW(0, 1, SUM({3, 1})),
    EVAL(4, 1, 1),
    FLOW(0, 1, SUM({1, 1./6})), FLOW(1, 2, SUM({2, 1./3})), FLOW(2, 1, SUM({3, 1./3})),
    FLOW(1, OUT, SUM({4, 1./6})),
};
PROGRAM(cg_rk4, 4, 2);

/* Celledoni, Marthinsen, Owren 2003: CF3, whose update starts from the second stage, and CF4, five
 * exponentials, whose fourth stage does. Curry and Owren 2019 add the embedded solutions:
 * CF(3,2)a, CF(3,2)b and CF(4,3). */
static const lf_instruction cf32a_code[] = {
    EVAL(1, 0, 0),
    FLOW(0, 1, SUM({1, 1./3})),
    EVAL(2, 1, 1./3),
    FLOW(0, 2, SUM({2, 2./3})),
    EVAL(3, 2, 2./3),
    FLOW(1, OUT, SUM({1, -1./12}, {3, 3./4})),
    FLOW(0, EMBEDDED, SUM({2, 1./2}, {3, 1./2})),
};
PAIR(cf32a, 3, 2, 1);
WITHOUT(cf3, cf32a, 3, 2, 1);

static const lf_instruction cf32b_code[] = {
    EVAL(1, 0, 0),
    FLOW(0, 1, SUM({1, 2./3})),
    EVAL(2, 1, 2./3),
    FLOW(0, 1, SUM({1, 5./12}, {2, 1./4})),
    EVAL(3, 1, 2./3),
    FLOW(1, OUT, SUM({1, -1./6}, {2, -1./2}, {3, 1})),
    FLOW(0, EMBEDDED, SUM({1, 1./4}, {3, 3./4})),
};
PAIR(cf32b, 3, 1, 1);

static const lf_instruction cf43_code[] = {
    EVAL(1, 0, 0),
    FLOW(0, 1, SUM({1, 1./2})),
    EVAL(2, 1, 1./2),
    FLOW(0, 2, SUM({2, 1./2})),
    EVAL(3, 2, 1./2),
    FLOW(1, 2, SUM({1, -1./2}, {3, 1})),
    EVAL(4, 2, 1),
    FLOW(0, 1, SUM({1, 1./4}, {2, 1./6}, {3, 1./6}, {4, -1./12})),
    FLOW(1, OUT, SUM({1, -1./12}, {2, 1./6}, {3, 1./6}, {4, 1./4})),
    FLOW(0, 1, SUM({2, 3./4})),
    EVAL(5, 1, 3./4),
    FLOW(0, 1, SUM({1, 1./3})),
    FLOW(1, EMBEDDED, SUM({1, -1./9}, {2, 3./9}, {5, 4./9})),
};
PAIR(cf43, 5, 2, 4);
WITHOUT(cf4, cf43, 4, 2, 4);

static const lf_instruction magnus2_code[] = {
    EVAL(1, 0, 1./2),
    FLOW(0, OUT, SUM({1, 1})),
};
PROGRAM(magnus2, 1, 0);

#define SQRT3 1.7320508075688772935274463415059
#define SQRT15 3.8729833462074168851792653997824
static const lf_instruction magnus4_code[] = {
    EVAL(1, 0, 0.5 - SQRT3/6),
    EVAL(2, 0, 0.5 + SQRT3/6),
    FLOW(0, OUT, SUM({1, 1./2}, {2, 1./2}), BRACKET(ROW({1, -SQRT3/12}), ROW({2, 1}))),
};
PROGRAM(magnus4, 2, 0);

/* Blanes, Casas, Oteo, Ros 2009, section 5.4: alpha1 = F2, alpha2 = F4, alpha3 = F5, C1 = F6,
 * alpha2 + C2 = F7 */
static const lf_instruction magnus6_code[] = {
    EVAL(1, 0, 0.5 - SQRT15/10),
    EVAL(2, 0, 0.5),
    EVAL(3, 0, 0.5 + SQRT15/10),
    KEEP(4, SUM({1, -SQRT15/3}, {3, SQRT15/3})),
    KEEP(5, SUM({1, 10./3}, {2, -20./3}, {3, 10./3})),
    KEEP(6, BRACKET(ROW({2, 1}), ROW({4, 1}))),
    KEEP(7, SUM({4, 1}), BRACKET(ROW({2, -1./60}), ROW({5, 2}, {6, 1}))),
    FLOW(0, OUT, SUM({2, 1}, {5, 1./12}),
         BRACKET(ROW({2, -20./240}, {5, -1./240}, {6, 1./240}), ROW({7, 1}))),
};
PROGRAM(magnus6, 7, 0);
/* clang-format on */
