/* SPDX-License-Identifier: BSD-3-Clause */
/* celledoni2021_ode45.c - the double pendulum by MATLAB's ode45, as Celledoni et al. 2021 compare with
 * it: our program of its step control over the equations of section 5.2 as printed. */
#include "papers/celledoni2021.h"

#include <stdlib.h>
#include <string.h>

#include "papers/matlab_ode45.h"

static lf_status ode45_field(const void *ctx, size_t trajectory, double t, const double *y,
                             double *f)
{
    (void)ctx, (void)trajectory;
    lf_double_pendulum.rate(NULL, t, y, f);
    return LF_OK;
}

static lf_status ode45_row(void *ctx, double t, const double *y)
{
    lf_double_track *T = ctx;
    if (T->rows == T->room) {
        size_t room = T->room ? 2 * T->room : 256;
        lf_double_row *row = realloc(T->row, room * sizeof *row);
        if (!row)
            return LF_EMEMORY;
        T->row = row;
        T->room = room;
    }
    T->row[T->rows].t = t;
    memcpy(T->row[T->rows++].y, y, sizeof T->row->y);
    return LF_OK;
}

lf_status lf_double_ode45(const double *start, double t_end, double rtol, double atol,
                          lf_double_track *T)
{
    const lf_point_field point = {ode45_field, NULL};
    lf_ode45 ode45 = {.t_end = t_end, .rtol = rtol, .atol = atol, .row = ode45_row, .ctx = T};
    double y[12];
    *T = (lf_double_track){0};
    memcpy(y, start, sizeof y);
    lf_status status = lf_ode45_solve(&ode45, &point, 12, y);
    T->steps = ode45.steps;
    return status;
}

void lf_double_free(lf_double_track *T)
{
    free(T->row);
    *T = (lf_double_track){0};
}
