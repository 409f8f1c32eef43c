/* SPDX-License-Identifier: BSD-3-Clause */
/* lyapunov.c - what a step of Lyapunov exponents costs: Lorenz 1996, ten exponents, classical RK4, beside
 * Benettin's algorithm as it is usually written, with Householder's QR of LAPACK (dgeqrf, dorgqr) after
 * every step and after every tenth. LAPACK is looked for when the program runs; where there is none its
 * rows are left out. Give OpenBLAS its due: OPENBLAS_CORETYPE=SkylakeX OPENBLAS_NUM_THREADS=1 on machines
 * with AVX-512, which it may not recognise. All take turns, and the least time of each counts. */
#include <lieflow/lieflow.h>

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { K = 10, ROUNDS = 9 };
static const double FORCING = 8, STEP = 0.02;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double *numbers(size_t count)
{
    double *memory = aligned_alloc(64, (count / 8 + 1) * 64);
    if (!memory)
        exit(1);
    memset(memory, 0, count * sizeof *memory);
    return memory;
}

/* ---- by hand ---- */

typedef void qr_factor(const int *m, const int *n, double *a, const int *lda, double *tau,
                       double *work, const int *lwork, int *info);
typedef void qr_form(const int *m, const int *n, const int *k, double *a, const int *lda,
                     double *tau, double *work, const int *lwork, int *info);
static qr_factor *dgeqrf;
static qr_form *dorgqr;

static bool find_lapack(void)
{
    static const char *const names[] = {"libopenblas.so.0", "liblapack.so.3", "liblapack.so"};
    for (size_t i = 0; i < sizeof names / sizeof *names && !dorgqr; i++) {
        void *library = dlopen(names[i], RTLD_NOW);
        if (!library)
            continue;
        *(void **)&dgeqrf = dlsym(library, "dgeqrf_");
        *(void **)&dorgqr = dlsym(library, "dorgqr_");
        if (dgeqrf && dorgqr)
            printf("LAPACK: %s\n", names[i]);
        else
            dorgqr = NULL;
    }
    return dorgqr != NULL;
}

/* x' and V' for all columns; the three ends of the ring by themselves */
static void ring_rates(size_t n, const double *restrict y, double *restrict f)
{
    for (size_t i = 2; i + 1 < n; i++)
        f[i] = (y[i + 1] - y[i - 2]) * y[i - 1] - y[i] + FORCING;
    f[0] = (y[1] - y[n - 2]) * y[n - 1] - y[0] + FORCING;
    f[1] = (y[2] - y[n - 1]) * y[0] - y[1] + FORCING;
    f[n - 1] = (y[0] - y[n - 3]) * y[n - 2] - y[n - 1] + FORCING;
    for (size_t j = 1; j <= K; j++) {
        const double *restrict v = y + j * n;
        double *restrict w = f + j * n;
        for (size_t i = 2; i + 1 < n; i++)
            w[i] = (v[i + 1] - v[i - 2]) * y[i - 1] + (y[i + 1] - y[i - 2]) * v[i - 1] - v[i];
        w[0] = (v[1] - v[n - 2]) * y[n - 1] + (y[1] - y[n - 2]) * v[n - 1] - v[0];
        w[1] = (v[2] - v[n - 1]) * y[0] + (y[2] - y[n - 1]) * v[0] - v[1];
        w[n - 1] = (v[0] - v[n - 3]) * y[n - 2] + (y[0] - y[n - 3]) * v[n - 2] - v[n - 1];
    }
}

/* One step of RK4, in passes over the whole point. */
static void ring_step(size_t n, double h, double *restrict y, double *restrict work)
{
    const size_t dim = n * (K + 1);
    double *restrict f = work, *restrict z = work + dim, *restrict sum = z + dim;
    ring_rates(n, y, f);
    for (size_t c = 0; c < dim; c++) {
        sum[c] = f[c];
        z[c] = y[c] + h / 2 * f[c];
    }
    ring_rates(n, z, f);
    for (size_t c = 0; c < dim; c++) {
        sum[c] += 2 * f[c];
        z[c] = y[c] + h / 2 * f[c];
    }
    ring_rates(n, z, f);
    for (size_t c = 0; c < dim; c++) {
        sum[c] += 2 * f[c];
        z[c] = y[c] + h * f[c];
    }
    ring_rates(n, z, f);
    for (size_t c = 0; c < dim; c++)
        y[c] += h / 6 * (sum[c] + f[c]);
}

/* V = Q R by Householder; the signs of R's diagonal do not matter to its logarithms. */
static void benettin_renew(size_t n, double *V, double *l, double *work)
{
    const int rows = (int)n, columns = K, size = 64 * K;
    double tau[K];
    int info;
    dgeqrf(&rows, &columns, V, &rows, tau, work, &size, &info);
    for (size_t j = 0; j < K; j++)
        l[j] += log(fabs(V[j * n + j]));
    dorgqr(&rows, &columns, &columns, V, &rows, tau, work, &size, &info);
}

/* ---- what is run ---- */

typedef enum { HAND, DISCRETE, PROJECTED, TANGENT } way;

typedef struct {
    const char *label;
    way by;
    size_t every;
    double us, lambda;
    double *y, *start, *work;
    lf_problem P;
    _Alignas(16) unsigned char self[LF_MODEL_MAX_SIZE];
} job;

static void job_by_hand(job *j, size_t n)
{
    j->start = numbers(n * (K + 1) + K);
    j->y = numbers(n * (K + 1) + K);
    j->work = numbers(3 * n * (K + 1) + 64 * K);
    for (size_t i = 0; i < n; i++)
        j->start[i] = FORCING + (i == 0 ? 0.01 : 0);
    for (size_t k = 0; k < K; k++)
        j->start[n + k * n + k] = 1;
}

static void job_set(job *j, const lf_model *model, const char *name, const char *text)
{
    char why[200];
    const lf_param *row = lf_param_find(model->params, name);
    if (!row || lf_param_set(row, j->self, text, why, sizeof why) != LF_OK)
        exit(1);
}

static void job_by_library(job *j, size_t n)
{
    const lf_model *model = lf_model_find("lyapunov");
    char size[32], why[200];
    snprintf(size, sizeof size, "%zu", n);
    lf_param_defaults(model->params, j->self);
    job_set(j, model, "system", "lorenz96");
    job_set(j, model, "n", size);
    job_set(j, model, "transient", "0");
    job_set(j, model, "form", j->by == DISCRETE ? "discrete" : "continuous");
    j->start = numbers(model->dim(j->self));
    j->y = numbers(model->dim(j->self));
    model->give(j->self, numbers(model->room(j->self)));
    if (model->build(j->self, &j->P, j->start, why, sizeof why) != LF_OK) {
        puts(why);
        exit(1);
    }
    j->work = numbers(lf_lyapunov_work(j->P.ctx));
}

static void run_by_hand(job *j, size_t n, size_t steps)
{
    double *l = j->y + n * (K + 1);
    memcpy(j->y, j->start, (n * (K + 1) + K) * sizeof *j->y);
    for (size_t s = 1; s <= steps; s++) {
        ring_step(n, STEP, j->y, j->work);
        if (s % j->every == 0 || s == steps)
            benettin_renew(n, j->y + n, l, j->work);
    }
    j->lambda = l[0] / ((double)steps * STEP);
}

static void run_by_library(job *j, size_t steps)
{
    lf_options opt = lf_options_default();
    lf_stats stats;
    double lambda[K];
    opt.t1 = STEP * (double)steps;
    opt.h = STEP;
    opt.watch = 0;
    opt.project = j->by == PROJECTED;
    opt.project_every = j->every;
    memcpy(j->y, j->start, j->P.action->dim * sizeof *j->y);
    const lf_method *M = lf_method_find(j->by == TANGENT ? "rkmk4" : "rk4");
    if (lf_solve(&j->P, M, &opt, 1, j->y, NULL, &stats) != LF_OK) {
        puts(stats.message);
        exit(1);
    }
    lf_lyapunov_read(j->P.ctx, j->y, lambda, NULL, NULL, j->work);
    j->lambda = lambda[0];
}

static void race(size_t n, size_t steps, bool lapack)
{
    job jobs[] = {{.label = "Benettin, dgeqrf each step", .by = HAND, .every = 1},
                  {.label = "Benettin, dgeqrf every 10th", .by = HAND, .every = 10},
                  {.label = "discrete, each step", .by = DISCRETE, .every = 1},
                  {.label = "discrete, every 10th", .by = DISCRETE, .every = 10},
                  {.label = "continuous, projected", .by = PROJECTED, .every = 1},
                  {.label = "continuous, tangent", .by = TANGENT}};
    enum { JOBS = sizeof jobs / sizeof *jobs };
    for (size_t k = 0; k < JOBS; k++) {
        jobs[k].us = INFINITY;
        (jobs[k].by == HAND ? job_by_hand : job_by_library)(&jobs[k], n);
    }
    for (int round = 0; round < ROUNDS; round++)
        for (size_t k = lapack ? 0 : 2; k < JOBS; k++) {
            const double before = now();
            if (jobs[k].by == HAND)
                run_by_hand(&jobs[k], n, steps);
            else
                run_by_library(&jobs[k], steps);
            jobs[k].us = fmin(jobs[k].us, 1e6 * (now() - before) / (double)steps);
        }
    printf("\nn = %zu, k = %d: us per step of RK4\n", n, K);
    for (size_t k = lapack ? 0 : 2; k < JOBS; k++) {
        printf("  %-28s %8.2f", jobs[k].label, jobs[k].us);
        if (lapack && jobs[k].by == DISCRETE)
            printf("   %.2f of Benettin's", jobs[k].us / jobs[k - 2].us);
        printf("   lambda1 %.6f\n", jobs[k].lambda);
    }
}

int main(void)
{
    const bool lapack = find_lapack();
    if (!lapack)
        puts("no LAPACK: rows of Benettin's algorithm are left out");
    race(40, 5000, lapack); /* so many that getting the memory does not count */
    race(1000, 1000, lapack);
    return 0;
}
