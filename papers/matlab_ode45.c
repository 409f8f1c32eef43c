/* SPDX-License-Identifier: BSD-3-Clause */
/* matlab_ode45.c - how MATLAB's ode45 chooses its steps, and which points it hands out. The stages
 * and the estimate are those of the library's dopri5. */
#include "papers/matlab_ode45.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ODE45_STAGES = 7, ODE45_REFINE = 4 }; /* the latter: rows for each step */

/* The continuous extension of ode45 (ntrp45): stages by powers 1 to 4. */
static const double ode45_dense[ODE45_STAGES][4] = {
    {1, -183. / 64, 37. / 12, -145. / 128},
    {0, 0, 0, 0},
    {0, 1500. / 371, -1000. / 159, 1000. / 371},
    {0, -125. / 32, 125. / 12, -375. / 64},
    {0, 9477. / 3392, -729. / 106, 25515. / 6784},
    {0, -11. / 7, 11. / 3, -55. / 28},
    {0, 3. / 2, -4, 5. / 2},
};

/* A run. Its vectors stand one after the other in `memory`. */
typedef struct {
    lf_ode45 *face;
    lf_group group;
    lf_action action;
    lf_problem P;
    const lf_point_field *point;
    const lf_method *M;
    size_t dim;
    lf_tally tally;
    double t, h; /* h: the step that is tried */
    double *memory, *y0, *f0, *y1, *f1, *error, *between, *stages, *work;
} ode45_run;

static lf_status ode45_begin(ode45_run *O, lf_ode45 *face, const lf_point_field *point, size_t dim)
{
    *O = (ode45_run){.face = face, .point = point, .M = lf_method_find("dopri5"), .dim = dim};
    O->group = lf_group_rn(dim);
    O->action = lf_action_translation(&O->group);
    O->P = lf_problem_from_point("ode45", &O->action, point);
    const size_t work = O->M->estimator.work(O->M, &O->P, 1);
    O->memory = calloc((6 + ODE45_STAGES) * dim + work, sizeof *O->memory);
    if (!O->memory)
        return LF_EMEMORY;
    O->y0 = O->memory;
    O->f0 = O->y0 + dim;
    O->y1 = O->f0 + dim;
    O->f1 = O->y1 + dim;
    O->error = O->f1 + dim;
    O->between = O->error + dim;
    O->stages = O->between + dim;
    O->work = O->stages + ODE45_STAGES * dim;
    return LF_OK;
}

static lf_attempt ode45_attempt(ode45_run *O)
{
    return (lf_attempt){.lanes = {1, &O->t, &O->h, NULL},
                        .tally = &O->tally,
                        .y0 = O->y0,
                        .f0 = O->f0,
                        .y1 = O->y1,
                        .f1 = O->f1,
                        .error = O->error,
                        .stages = O->stages,
                        .work = O->work};
}

/* The largest of |v_i| / max(|y_i|, |y1_i|, atol/rtol). */
static double ode45_norm(const ode45_run *O, const double *v, const double *y1)
{
    double most = 0;
    for (size_t i = 0; i < O->dim; i++) {
        double size = fmax(fmax(fabs(O->y0[i]), fabs(y1[i])), O->face->atol / O->face->rtol);
        most = fmax(most, fabs(v[i]) / size);
    }
    return most;
}

/* Rows within and at the end of the step that was taken. */
static lf_status ode45_rows(const ode45_run *O)
{
    const lf_ode45 *face = O->face;
    lf_status status = LF_OK;
    for (int q = 1; q < ODE45_REFINE && status == LF_OK; q++) {
        const double x = (double)q / ODE45_REFINE;
        memcpy(O->between, O->y0, O->dim * sizeof *O->y0);
        for (size_t s = 0; s < ODE45_STAGES; s++) {
            const double *d = ode45_dense[s];
            const double b = O->h * x * (d[0] + x * (d[1] + x * (d[2] + x * d[3])));
            for (size_t i = 0; i < O->dim; i++)
                O->between[i] += b * O->stages[s * O->dim + i];
        }
        status = face->row(face->ctx, O->t + x * O->h, O->between);
    }
    return status == LF_OK ? face->row(face->ctx, O->t + O->h, O->y1) : status;
}

/* Try smaller and smaller steps until one is accepted; the size of the next is in `next`. */
static lf_status ode45_step(ode45_run *O, double *next)
{
    const double rtol = O->face->rtol;
    for (int failures = 0;; failures++) {
        lf_attempt attempt = ode45_attempt(O);
        lf_status status = O->M->estimator.attempt(O->M, &O->P, &attempt);
        double error = ode45_norm(O, O->error, O->y1), root = pow(error / rtol, 0.2);
        O->face->evaluations += ODE45_STAGES - 1;
        if (status != LF_OK || O->h < 16 * DBL_EPSILON * fmax(O->t, 1))
            return status != LF_OK ? status : LF_ESTEP;
        if (error <= rtol) {
            *next = failures ? O->h : O->h / fmax(0.2, 1.25 * root);
            return LF_OK;
        }
        O->h *= failures ? 0.5 : fmax(0.1, 0.8 / root);
    }
}

static lf_status ode45_march(ode45_run *O)
{
    lf_ode45 *face = O->face;
    const double t_end = face->t_end;
    lf_status status = face->row(face->ctx, 0, O->y0);
    O->point->value(O->point->ctx, 0, 0, O->y0, O->f0);
    face->steps = 0;
    face->evaluations = 1;
    double next = fmin(0.1 * t_end, 0.8 * pow(face->rtol, 0.2) / ode45_norm(O, O->f0, O->y0));
    while (O->t < t_end && status == LF_OK) {
        O->h = fmin(next, 0.1 * t_end);
        if (1.1 * O->h >= t_end - O->t)
            O->h = t_end - O->t;
        const bool last = O->h == t_end - O->t;
        const double wanted = O->h;
        status = ode45_step(O, &next);
        if (status == LF_OK)
            status = ode45_rows(O);
        O->t = last && O->h == wanted ? t_end : O->t + O->h;
        memcpy(O->y0, O->y1, O->dim * sizeof *O->y0);
        memcpy(O->f0, O->f1, O->dim * sizeof *O->f0);
        face->steps++;
    }
    return status;
}

lf_status lf_ode45_solve(lf_ode45 *ode45, const lf_point_field *point, size_t dim, double *y)
{
    ode45_run O;
    lf_status status = ode45_begin(&O, ode45, point, dim);
    if (status != LF_OK)
        return status;
    memcpy(O.y0, y, dim * sizeof *y);
    status = ode45_march(&O);
    memcpy(y, O.y0, dim * sizeof *y);
    free(O.memory);
    return status;
}
