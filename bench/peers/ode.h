/* SPDX-License-Identifier: BSD-3-Clause */
/* ode.h - an initial value problem as every solver of the comparison gets it: y' = f(t, y) for
 * plain numbers. C and C++ read this file. */
#ifndef PEERS_ODE_H
#define PEERS_ODE_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef void ode_rhs(const void *ctx, double t, const double *y, double *f);

/* Which equation it is: solvers that inline the right-hand side choose their copy by it. */
typedef enum { BODY, ATTITUDE, TOP, CHAIN, DUMBBELLS } ode_kind;

typedef struct {
    ode_kind kind;
    size_t dim;
    double t_end;
    ode_rhs *f;
    const void *ctx;
} ode;

/* March y from 0 to t_end with atol = rtol = tol; false on failure. */
typedef bool ode_solve(const ode *p, double tol, double *y);

ode_solve dop853_inlined, dop853_pointer;
ode_solve gsl_rk8pd, gsl_msadams;
ode_solve odeint_fehlberg78, odeint_bulirsch_stoer;
ode_solve sundials_adams, sundials_erk;

/* Numbers that one chain needs: links, gravity, and scratch of 2 * links. */
typedef struct {
    size_t links;
    double gravity;
    double *scratch;
} ode_chain;

ode_rhs ode_body, ode_attitude, ode_top, ode_chain_rhs, ode_dumbbells;

#ifdef __cplusplus
}
#endif

#endif
