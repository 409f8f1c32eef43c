/* SPDX-License-Identifier: BSD-3-Clause */
/* outside.c - a program that knows Lieflow only as installed: a free rigid body for one second. */
#include <lieflow/lieflow.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    const lf_model *model = lf_model_find("free-rigid-body");
    const lf_method *method = lf_method_find("rkmk4");
    _Alignas(max_align_t) char self[LF_MODEL_MAX_SIZE];
    double y[LF_MODEL_MAX_DIM];
    char why[200];
    lf_problem problem;
    lf_param_defaults(model->params, self);
    lf_status status = model->build(self, &problem, y, why, sizeof why);

    const double before = sqrt(y[0] * y[0] + y[1] * y[1] + y[2] * y[2]);
    lf_options options = lf_options_default();
    options.t1 = 1;
    options.h = 0.01;
    lf_stats stats = {0};
    if (status == LF_OK)
        status = lf_solve(&problem, method, &options, 1, y, NULL, &stats);
    const double after = sqrt(y[0] * y[0] + y[1] * y[1] + y[2] * y[2]);

    printf("lieflow %s: %s after %zu steps, |m| moved by %.1e\n", lf_version(),
           lf_status_text(status), stats.steps, after - before);
    const int fine = status == LF_OK && stats.steps == 100 && fabs(after - before) < 1e-13;
    return fine && strcmp(lf_version(), LF_VERSION) == 0 ? 0 : 1;
}
