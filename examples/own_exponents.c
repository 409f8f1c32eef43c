/* SPDX-License-Identifier: BSD-3-Clause */
/* How do I find the Lyapunov exponents of my own equation? Lorenz' model of 1984 of the atmosphere, by
 * both forms: vectors that are made orthonormal every ten steps, and a flow of frames. */
#include <math.h>
#include <stdio.h>

#include <lieflow/lieflow.h>

/* The strength of the westerly wind and two phases of a wave, driven by heat. */
typedef struct {
    double a, b, F, G;
} weather;

static lf_status wind(const void *ctx, size_t trajectory, double t, const double *x, double *f)
{
    const weather *w = ctx;
    (void)trajectory, (void)t;
    f[0] = -x[1] * x[1] - x[2] * x[2] - w->a * x[0] + w->a * w->F;
    f[1] = x[0] * x[1] - w->b * x[0] * x[2] - x[1] + w->G;
    f[2] = w->b * x[0] * x[1] + x[0] * x[2] - x[2];
    return LF_OK;
}

/* Its derivative, row by row. */
static lf_status slope(const void *ctx, size_t trajectory, double t, const double *x, double *A)
{
    const weather *w = ctx;
    (void)trajectory, (void)t;
    const double rows[] = {-w->a,    -2 * x[1],    -2 * x[2],          x[1] - w->b * x[2],
                           x[0] - 1, -w->b * x[0], w->b * x[1] + x[2], w->b * x[0],
                           x[0] - 1};
    for (size_t i = 0; i < 9; i++)
        A[i] = rows[i];
    return LF_OK;
}

/* Print the exponents, and answer the largest one; NaN if something went wrong. */
static double exponents(const weather *w, lf_lyapunov_form form, const char *method)
{
    lf_lyapunov l = {.f = {.n = 3, .field = wind, .jacobian = slope, .ctx = w},
                     .k = 3,
                     .form = form,
                     .transient = 100,
                     .window = 10};
    lf_problem P;
    char why[200];
    if (lf_problem_from_lyapunov(&P, "Lorenz 1984", &l, why, sizeof why) != LF_OK) {
        puts(why);
        return NAN;
    }
    double y[64], work[128], lambda[3], error[3];
    const double x[] = {1, 0, 0.5};
    lf_lyapunov_total total;
    lf_stats stats;
    lf_options opt = lf_options_default();
    opt.t1 = 2100;
    opt.h = 0.02;
    if (lf_lyapunov_dim(&l) > 64 || lf_lyapunov_work(&l) > 128 ||
        lf_lyapunov_start(&l, 0, 0, x, y, work) != LF_OK)
        return NAN;
    if (lf_solve(&P, lf_method_find(method), &opt, 1, y, NULL, &stats) != LF_OK) {
        puts(stats.message);
        return NAN;
    }
    if (lf_lyapunov_read(&l, y, lambda, error, &total, work) != LF_OK)
        return NAN;
    for (size_t i = 0; i < 3; i++)
        printf("%s%.4f (%.4f)", i ? ", " : "exponents ", lambda[i], error[i]);
    printf("; dimension %.3f\n", total.dimension);
    return lambda[0];
}

int main(void)
{
    const weather winter = {.a = 0.25, .b = 4, .F = 8, .G = 1};
    const double one = exponents(&winter, LF_LYAPUNOV_DISCRETE, "rk4");
    const double other = exponents(&winter, LF_LYAPUNOV_CONTINUOUS, "rkmk4");
    return fabs(one - other) < 0.05 && one > 0.1 ? 0 : 1; /* the winter is chaotic */
}
