/* SPDX-License-Identifier: BSD-3-Clause */
/* dumbbells.c - problem P4, two dumbbells: the peers' numbers are x, gamma, q, Pi of each body, the
 * library's are x, gamma, R, Pi in the order [component][body]. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "peers.h"

#define REAL double
#define REAL_SQRT sqrt
#define NAME(x) x
#include "dumbbells.h"

enum { HALF = 13, WHOLE = 2 * LF_BODY_DIM };

void ode_dumbbells(const void *ctx, double t, const double *y, double *f)
{
    (void)ctx;
    (void)t;
    rhs_dumbbells(y, f);
}

bool dumbbells_build(problem *p)
{
    char why[200];
    double *y = p->start, y0[WHOLE];
    const lf_model *model = lf_model_find("full-body");
    void *self = p->self[0];
    if (!model)
        return false;
    lf_param_defaults(model->params, self);
    /* freed with the problem, which has no chain */
    double *memory = p->chain.scratch = calloc(model->room(self) + 1, sizeof *memory);
    if (!memory)
        return false;
    model->give(self, memory);
    if (model->build(self, &p->lie[0], y0, why, sizeof why) != LF_OK) {
        fprintf(stderr, "%s: %s\n", p->name, why);
        return false;
    }
    for (size_t b = 0; b < 2; b++, y += HALF) {
        for (size_t c = 0; c < 6; c++)
            y[c] = y0[2 * c + b];
        y[6] = 1; /* both begin with R = 1 */
        for (size_t c = 0; c < 3; c++)
            y[10 + c] = y0[2 * (LF_BODY_PI + c) + b];
    }
    return true;
}

void dumbbells_ours(const double *y, double *point)
{
    for (size_t b = 0; b < 2; b++, y += HALF) {
        for (size_t c = 0; c < 6; c++)
            point[2 * c + b] = y[c];
        for (size_t c = 0; c < 3; c++) {
            double column[3];
            dumbbell_column(y + 6, (int)c, column);
            for (size_t k = 0; k < 3; k++)
                point[2 * (LF_BODY_R + 3 * k + c) + b] = column[k];
            point[2 * (LF_BODY_PI + c) + b] = y[10 + c];
        }
    }
}

void dumbbells_theirs(const problem *p, const double *point, double *y)
{
    const double *reference = p->reference;
    for (size_t b = 0; b < 2; b++, y += HALF, reference += HALF) {
        double r[9];
        for (size_t c = 0; c < 9; c++)
            r[c] = point[2 * (LF_BODY_R + c) + b];
        for (size_t c = 0; c < 6; c++)
            y[c] = point[2 * c + b];
        for (size_t c = 0; c < 3; c++)
            y[10 + c] = point[2 * (LF_BODY_PI + c) + b];
        solver_quaternion(r, reference + 6, y + 6);
    }
}
