/* SPDX-License-Identifier: BSD-3-Clause */
/* rhs.c - the right-hand sides behind pointers. */
#include "ode.h"

#include <math.h>

#define REAL double
#define REAL_SQRT sqrt
#define NAME(x) x
#include "rhs.h"

void ode_body(const void *ctx, double t, const double *y, double *f)
{
    (void)ctx;
    (void)t;
    rhs_body(y, f);
}

void ode_attitude(const void *ctx, double t, const double *y, double *f)
{
    (void)ctx;
    (void)t;
    rhs_attitude(y, f);
}

void ode_top(const void *ctx, double t, const double *y, double *f)
{
    (void)ctx;
    (void)t;
    rhs_top(y, f);
}

void ode_chain_rhs(const void *ctx, double t, const double *y, double *f)
{
    const ode_chain *c = ctx;
    (void)t;
    rhs_chain(c->links, c->gravity, y, f, c->scratch, c->scratch + c->links);
}
