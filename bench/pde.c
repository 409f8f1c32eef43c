/* SPDX-License-Identifier: BSD-3-Clause */
/* pde.c - what a step of the Kuramoto-Sivashinsky equation costs, beside ETDRK4 written by hand for it
 * (Kassam, Trefethen 2005) on FFTW where that is there, with plans by ESTIMATE: those by MEASURE give
 * other bits from run to run. Both go as far with the same step; runs take turns, and the least time of
 * each counts. */
#include <lieflow/lieflow.h>

#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if defined(LF_HAVE_FFTW)
#include <fftw3.h>
#endif

enum { TURNS = 40 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *memory(size_t bytes)
{
    void *m = aligned_alloc(64, (bytes / 64 + 1) * 64);
    if (!m) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    memset(m, 0, bytes);
    return m;
}

/* ---- the library ---- */

typedef struct {
    const lf_model *model;
    void *self;
    lf_problem P;
    double *start, *y;
    size_t dim;
} library;

static library library_new(size_t n, double length)
{
    library l = {.model = lf_model_find("kuramoto-sivashinsky")};
    char text[40], why[300] = "";
    l.self = memory(l.model->self_size);
    lf_param_defaults(l.model->params, l.self);
    snprintf(text, sizeof text, "%zu", n);
    lf_param_set(lf_param_find(l.model->params, "n"), l.self, text, why, sizeof why);
    snprintf(text, sizeof text, "%.17g", length);
    lf_param_set(lf_param_find(l.model->params, "length"), l.self, text, why, sizeof why);
    l.model->give(l.self, memory(l.model->room(l.self) * sizeof(double)));
    l.dim = l.model->dim(l.self);
    l.start = memory(l.dim * sizeof(double));
    l.y = memory(l.dim * sizeof(double));
    if (l.model->build(l.self, &l.P, l.start, why, sizeof why) != LF_OK) {
        fprintf(stderr, "%s\n", why);
        exit(1);
    }
    return l;
}

static double library_step(library *l, const char *method, double h, size_t steps)
{
    lf_options opt = lf_options_default();
    opt.t1 = h * (double)steps;
    opt.h = h;
    opt.watch = 0;
    memcpy(l->y, l->start, l->dim * sizeof *l->y);
    const double begin = now();
    if (lf_solve(&l->P, lf_method_find(method), &opt, 1, l->y, NULL, NULL) != LF_OK)
        exit(1);
    return (now() - begin) / (double)steps;
}

/* ---- by hand ---- */

#if defined(LF_HAVE_FFTW)

typedef struct {
    size_t n, waves;
    double *E, *E2, *Q, *f1, *f2, *f3, *u;
    fftw_complex *g, *v, *a, *b, *c, *Nv, *Na, *Nb, *Nc, *buffer;
    fftw_plan there, back;
} by_hand;

/* phi_1, phi_2, phi_3 of a real number. */
static void phi(double z, double *p)
{
    long double sum = 0, term = 1.L / 6;
    if (fabs(z) >= 1) {
        p[0] = expm1(z) / z;
        p[1] = (p[0] - 1) / z;
        p[2] = (p[1] - 0.5) / z;
        return;
    }
    for (int j = 1; j < 30; j++) {
        sum += term;
        term *= (long double)z / (j + 3);
    }
    p[2] = (double)sum;
    p[1] = 0.5 + z * p[2];
    p[0] = 1 + z * p[1];
}

static by_hand by_hand_new(size_t n, double length, double h, const double *start)
{
    by_hand s = {.n = n, .waves = n / 2 + 1};
    double **real[] = {&s.E, &s.E2, &s.Q, &s.f1, &s.f2, &s.f3};
    fftw_complex **pairs[] = {&s.g, &s.v, &s.a, &s.b, &s.c, &s.Nv, &s.Na, &s.Nb, &s.Nc, &s.buffer};
    for (size_t k = 0; k < sizeof real / sizeof *real; k++)
        *real[k] = memory(s.waves * sizeof(double));
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++)
        *pairs[k] = memory(s.waves * sizeof(fftw_complex));
    s.u = memory(n * sizeof(double));
    s.there = fftw_plan_dft_r2c_1d((int)n, s.u, s.buffer, FFTW_ESTIMATE);
    s.back = fftw_plan_dft_c2r_1d((int)n, s.buffer, s.u, FFTW_ESTIMATE);
    for (size_t j = 0; j < s.waves; j++) {
        const double k = 2 * acos(-1) / length * (double)j, z = h * (k * k - k * k * k * k);
        double p[3], half[3];
        phi(z, p);
        phi(z / 2, half);
        s.E[j] = exp(z);
        s.E2[j] = exp(z / 2);
        s.Q[j] = 0.5 * h * half[0];
        s.f1[j] = h * (p[0] - 3 * p[1] + 4 * p[2]);
        s.f2[j] = h * (2 * p[1] - 4 * p[2]);
        s.f3[j] = h * (4 * p[2] - p[1]);
        s.g[j] = 2 * j == n ? 0 : -0.5 * I * k / (double)n;
    }
    memcpy(s.v, start, s.waves * sizeof *s.v);
    return s;
}

static void nonlinear(by_hand *s, const fftw_complex *v, fftw_complex *N)
{
    memcpy(s->buffer, v, s->waves * sizeof *v);
    fftw_execute(s->back);
    for (size_t k = 0; k < s->n; k++)
        s->u[k] *= s->u[k];
    fftw_execute(s->there);
    const double *g = (const double *)s->g, *b = (const double *)s->buffer;
    double *out = (double *)N;
    for (size_t j = 0; j < s->waves; j++) { /* g is imaginary */
        out[2 * j] = -g[2 * j + 1] * b[2 * j + 1];
        out[2 * j + 1] = g[2 * j + 1] * b[2 * j];
    }
}

static double by_hand_step(by_hand *s, const double *start, size_t steps)
{
    memcpy(s->v, start, s->waves * sizeof *s->v);
    const double begin = now();
    for (size_t k = 0; k < steps; k++) {
        nonlinear(s, s->v, s->Nv);
        for (size_t j = 0; j < s->waves; j++)
            s->a[j] = s->E2[j] * s->v[j] + s->Q[j] * s->Nv[j];
        nonlinear(s, s->a, s->Na);
        for (size_t j = 0; j < s->waves; j++)
            s->b[j] = s->E2[j] * s->v[j] + s->Q[j] * s->Na[j];
        nonlinear(s, s->b, s->Nb);
        for (size_t j = 0; j < s->waves; j++)
            s->c[j] = s->E2[j] * s->a[j] + s->Q[j] * (2 * s->Nb[j] - s->Nv[j]);
        nonlinear(s, s->c, s->Nc);
        for (size_t j = 0; j < s->waves; j++)
            s->v[j] = s->E[j] * s->v[j] + s->f1[j] * s->Nv[j] + s->f2[j] * (s->Na[j] + s->Nb[j]) +
                      s->f3[j] * s->Nc[j];
    }
    return (now() - begin) / (double)steps;
}

#endif

int main(void)
{
    static const size_t points[] = {256, 1024, 4096};
    printf("Kuramoto-Sivashinsky, one trajectory, h = 1/4: microseconds for a step\n\n");
    printf("%8s %10s %10s %10s %8s %12s\n", "points", "cf4", "krogstad4", "ETDRK4", "cf4/ETD",
           "difference");
    for (size_t k = 0; k < sizeof points / sizeof *points; k++) {
        const size_t n = points[k], steps = 400000 / n;
        const double length = acos(-1) / 8 * (double)n, h = 0.25;
        double cf4 = INFINITY, krogstad = INFINITY, hand = INFINITY, apart = NAN;
        library l = library_new(n, length);
#if defined(LF_HAVE_FFTW)
        by_hand s = by_hand_new(n, length, h, l.start);
#endif
        for (int turn = 0; turn < TURNS; turn++) {
            cf4 = fmin(cf4, library_step(&l, "cf4", h, steps));
            krogstad = fmin(krogstad, library_step(&l, "krogstad4", h, steps));
#if defined(LF_HAVE_FFTW)
            hand = fmin(hand, by_hand_step(&s, l.start, steps));
#endif
        }
#if defined(LF_HAVE_FFTW)
        library_step(&l, "krogstad4", h, 80); /* do they solve the same equation? */
        by_hand_step(&s, l.start, 80);
        double sum = 0, size = 0;
        for (size_t j = 0; j < l.dim; j++) {
            const double d = l.y[j] - ((const double *)s.v)[j];
            sum += d * d;
            size += l.y[j] * l.y[j];
        }
        apart = sqrt(sum / size);
#endif
        printf("%8zu %10.2f %10.2f %10.2f %8.2f %12.1e\n", n, 1e6 * cf4, 1e6 * krogstad, 1e6 * hand,
               cf4 / hand, apart);
    }
    return 0;
}
