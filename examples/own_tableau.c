/* SPDX-License-Identifier: BSD-3-Clause */
/* How do I use a Runge-Kutta tableau of my own, as a Lie method and as a classical one? */
#include <math.h>
#include <stdio.h>

#include <lieflow/lieflow.h>

/* Ralston's third-order method. */
static const double a[] = {0, 0, 0, 1. / 2, 0, 0, 0, 3. / 4, 0};
static const double b[] = {2. / 9, 1. / 3, 4. / 9}, c[] = {0, 1. / 2, 3. / 4};

static double defect_with(const lf_method *M)
{
    const lf_model *body = lf_model_find("free-rigid-body");
    _Alignas(max_align_t) char self[LF_MODEL_MAX_SIZE];
    double y[LF_MODEL_MAX_DIM];
    char why[200];
    lf_problem P;
    lf_stats stats;
    lf_options opt = lf_options_default();
    lf_param_defaults(body->params, self);
    if (body->build(self, &P, y, why, sizeof why))
        return NAN;
    return lf_solve(&P, M, &opt, 1, y, NULL, &stats) == LF_OK ? stats.defect : NAN;
}

int main(void)
{
    lf_tableau ralston = {.name = "ralston3", .stages = 3, .a = a, .b = b, .c = c};
    if (lf_tableau_check(&ralston))
        return fprintf(stderr, "%s\n", lf_tableau_check(&ralston)), 1;
    ralston.order = lf_tableau_order(&ralston);
    const lf_method lie = lf_method_from_tableau("ralston3", &ralston, false);
    const lf_method classical = lf_method_from_tableau("ralston3-classical", &ralston, true);
    const double on = defect_with(&lie), off = defect_with(&classical);
    printf("order %d: |m| off by %.1e as a Lie method, %.1e as a classical one\n", ralston.order,
           on, off);
    return on < 1e-14 && off > on ? 0 : 1;
}
