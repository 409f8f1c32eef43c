/* SPDX-License-Identifier: BSD-3-Clause */
/* How do I integrate a thousand trajectories at once, and see them on the way? */
#include <stdio.h>
#include <stdlib.h>

#include <lieflow/lieflow.h>

enum { MANY = 1000 };

/* Rows arrive with all trajectories: component c of trajectory i at y[c*n + i]. */
static lf_status show(void *ctx, const lf_row *row)
{
    double mean = 0;
    (void)ctx;
    for (size_t i = 0; i < row->n; i++)
        mean += row->y[i] / (double)row->n;
    printf("t = %4.1f   mean of m.x %+.6f\n", row->t, mean);
    return LF_OK;
}

int main(void)
{
    const lf_model *body = lf_model_find("free-rigid-body");
    _Alignas(max_align_t) char self[LF_MODEL_MAX_SIZE];
    double start[LF_MODEL_MAX_DIM], *y = malloc(3 * MANY * sizeof *y);
    char why[200];
    lf_problem P;
    lf_param_defaults(body->params, self);
    if (!y || body->build(self, &P, start, why, sizeof why))
        return 1;
    for (size_t i = 0; i < MANY; i++)
        for (size_t c = 0; c < 3; c++)
            y[c * MANY + i] = start[c] * (1 + 0.001 * (double)i);

    lf_options opt = lf_options_default();
    opt.t1 = 10;
    opt.every = 2;
    const lf_sink sink = {.row = show};
    lf_stats stats;
    const lf_status s = lf_solve(&P, lf_method_find("rkmk4"), &opt, MANY, y, &sink, &stats);
    printf("%s: %d trajectories, %zu steps each, defect %.1e\n", lf_status_text(s), MANY,
           stats.steps, stats.defect);
    free(y);
    return s == LF_OK && stats.defect < 1e-13 ? 0 : 1;
}
