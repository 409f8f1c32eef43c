/* SPDX-License-Identifier: BSD-3-Clause */
/* gsl.c - the GNU Scientific Library: its driver runs gsl_odeiv2_evolve with the standard control
 * on y, and the Adams method asks for a driver. */
#include "ode.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>

static int gsl_rhs(double t, const double y[], double f[], void *params)
{
    const ode *p = params;
    p->f(p->ctx, t, y, f);
    return GSL_SUCCESS;
}

static bool gsl_march(const gsl_odeiv2_step_type *type, const ode *p, double tol, double *y)
{
    double t = 0;
    gsl_odeiv2_system system = {gsl_rhs, NULL, p->dim, (void *)(size_t)p};
    gsl_set_error_handler_off();
    gsl_odeiv2_driver *d = gsl_odeiv2_driver_alloc_y_new(&system, type, 1e-3, tol, tol);
    if (!d)
        return false;
    gsl_odeiv2_driver_set_nmax(d, 20000000);
    const int status = gsl_odeiv2_driver_apply(d, &t, p->t_end, y);
    gsl_odeiv2_driver_free(d);
    return status == GSL_SUCCESS;
}

bool gsl_rk8pd(const ode *p, double tol, double *y)
{
    return gsl_march(gsl_odeiv2_step_rk8pd, p, tol, y);
}

bool gsl_msadams(const ode *p, double tol, double *y)
{
    return gsl_march(gsl_odeiv2_step_msadams, p, tol, y);
}
