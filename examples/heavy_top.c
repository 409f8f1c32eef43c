/* SPDX-License-Identifier: BSD-3-Clause */
/* How do I run a model that comes with the library? */
#include <stdio.h>

#include <lieflow/lieflow.h>

int main(void)
{
    const lf_model *top = lf_model_find("heavy-top");
    _Alignas(max_align_t) char self[LF_MODEL_MAX_SIZE];
    double y[LF_MODEL_MAX_DIM];
    char why[200];
    lf_problem P;
    lf_param_defaults(top->params, self);
    if (lf_param_set(lf_param_find(top->params, "inertia"), self, "1 5 6", why, sizeof why) ||
        top->build(self, &P, y, why, sizeof why))
        return fprintf(stderr, "%s\n", why), 1;

    lf_options opt = lf_options_default();
    opt.t1 = 10;
    opt.h = 0.05;
    lf_stats stats;
    const lf_status s = lf_solve(&P, lf_method_find("cf4"), &opt, 1, y, NULL, &stats);
    printf("%s at t = %g, defect %.1e\n", lf_status_text(s), stats.t, stats.defect);
    for (size_t k = 0; k < stats.invariants; k++)
        printf("%-9s drifted by %.1e\n", P.invariants[k].name, stats.invariant[k].max_drift);
    return s == LF_OK && stats.defect < 1e-13 ? 0 : 1;
}
