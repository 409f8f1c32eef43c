/* SPDX-License-Identifier: BSD-3-Clause */
/* sundials.c - SUNDIALS as the distribution builds it. Debian's library is compiled without
 * optimisation: its times say nothing about SUNDIALS itself, and the report says so. */
#include "ode.h"

#include <arkode/arkode_erkstep.h>
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

static int sundials_rhs(sunrealtype t, N_Vector y, N_Vector f, void *user)
{
    const ode *p = user;
    p->f(p->ctx, t, N_VGetArrayPointer(y), N_VGetArrayPointer(f));
    return 0;
}

/* A tolerance out of reach is no reason to fill the screen. */
static void sundials_silence(int code, const char *module, const char *function, char *text,
                             void *user)
{
    (void)code;
    (void)module;
    (void)function;
    (void)text;
    (void)user;
}

static bool adams(const ode *p, double tol, SUNContext context, N_Vector state)
{
    double t = 0;
    void *solver = CVodeCreate(CV_ADAMS, context);
    SUNNonlinearSolver fixed = SUNNonlinSol_FixedPoint(state, 0, context);
    bool ok = solver && fixed && CVodeInit(solver, sundials_rhs, 0, state) == CV_SUCCESS;
    ok = ok && CVodeSStolerances(solver, tol, tol) == CV_SUCCESS;
    ok = ok && CVodeSetUserData(solver, (void *)(size_t)p) == CV_SUCCESS;
    ok = ok && CVodeSetNonlinearSolver(solver, fixed) == CV_SUCCESS;
    ok = ok && CVodeSetMaxNumSteps(solver, 20000000) == CV_SUCCESS;
    ok = ok && CVodeSetErrHandlerFn(solver, sundials_silence, NULL) == CV_SUCCESS;
    ok = ok && CVodeSetStopTime(solver, p->t_end) == CV_SUCCESS;
    ok = ok && CVode(solver, p->t_end, state, &t, CV_NORMAL) >= 0;
    CVodeFree(&solver);
    SUNNonlinSolFree(fixed);
    return ok;
}

/* the explicit tableau of order 8 that comes with it: Fehlberg 13-7-8 */
static bool erk(const ode *p, double tol, SUNContext context, N_Vector state)
{
    double t = 0;
    void *solver = ERKStepCreate(sundials_rhs, 0, state, context);
    bool ok = solver && ERKStepSStolerances(solver, tol, tol) == ARK_SUCCESS;
    ok = ok && ERKStepSetOrder(solver, 8) == ARK_SUCCESS;
    ok = ok && ERKStepSetUserData(solver, (void *)(size_t)p) == ARK_SUCCESS;
    ok = ok && ERKStepSetMaxNumSteps(solver, 20000000) == ARK_SUCCESS;
    ok = ok && ERKStepSetErrHandlerFn(solver, sundials_silence, NULL) == ARK_SUCCESS;
    ok = ok && ERKStepSetStopTime(solver, p->t_end) == ARK_SUCCESS;
    ok = ok && ERKStepEvolve(solver, p->t_end, state, &t, ARK_NORMAL) >= 0;
    ERKStepFree(&solver);
    return ok;
}

static bool sundials(bool (*march)(const ode *, double, SUNContext, N_Vector), const ode *p,
                     double tol, double *y)
{
    SUNContext context;
    if (SUNContext_Create(NULL, &context) != 0)
        return false;
    N_Vector state = N_VMake_Serial((sunindextype)p->dim, y, context);
    const bool ok = state && march(p, tol, context, state);
    N_VDestroy(state);
    SUNContext_Free(&context);
    return ok;
}

bool sundials_adams(const ode *p, double tol, double *y)
{
    return sundials(adams, p, tol, y);
}

bool sundials_erk(const ode *p, double tol, double *y)
{
    return sundials(erk, p, tol, y);
}
