/* SPDX-License-Identifier: BSD-3-Clause */
/* matrix.c - dense matrix groups: exp, Cayley's map and its inverse differential on SO(10), SO(20) and
 * SO(50), products, and steps of models. Beside them, where OpenBLAS was found, the same exponential
 * and quotient made of its dgemm and dgesv. All take turns, and the least time of each counts. */
#include <lieflow/lieflow.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if defined(BENCH_OPENBLAS)
#include <cblas.h>
void dgesv_(const int *n, const int *columns, double *a, const int *lda, int *pivot, double *b,
            const int *ldb, int *info);
#endif

enum { MOST = 64, SIZE = MOST * MOST, TURNS = 15 };

typedef struct {
    size_t n;
    lf_group so, gl;
    double u[SIZE], v[SIZE], full[SIZE], out[SIZE];
    double *work;
} subject;

typedef void job(subject *s);

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- the library ---- */

static void own_exp(subject *s)
{
    lf_group_exp(&s->so, 1, s->u, s->out, s->work);
}

static void own_cayley(subject *s)
{
    lf_group_map(&s->so, LF_CAYLEY, 1, s->u, s->out, s->work);
}

static void own_dcayinv(subject *s)
{
    lf_group_dmapinv(&s->so, LF_CAYLEY, 1, s->u, s->v, s->out, s->work);
}

static void own_dexpinv_truncated(subject *s)
{
    lf_group_dexpinv_truncated(&s->so, 1, 4, s->u, s->v, s->out, s->work);
}

static void own_mul(subject *s)
{
    lf_group_mul(&s->gl, 1, s->full, s->full, s->out, s->work);
}

/* ---- OpenBLAS ---- */

#if defined(BENCH_OPENBLAS)
static void blas_product(int n, const double *a, const double *b, double *c)
{
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1, a, n, b, n, 0, c, n);
}

static void blas_mul(subject *s)
{
    blas_product((int)s->n, s->full, s->full, s->out);
}

/* out = a^-1 out; the transposes of a skew matrix's functions are what Fortran sees */
static void blas_solve(int n, double *a, double *out)
{
    int pivot[MOST], info;
    dgesv_(&n, &n, a, &n, pivot, out, &n, &info);
}

static void blas_cayley(subject *s)
{
    static double a[SIZE];
    const int n = (int)s->n;
    for (int k = 0; k < n * n; k++) {
        const double one = k / n == k % n;
        a[k] = one - 0.5 * s->full[k];
        s->out[k] = one + 0.5 * s->full[k];
    }
    blas_solve(n, a, s->out);
}

/* The [7/7] approximant, which serves up to a 1-norm of 0.95: four products and a solution. */
static void blas_exp(subject *s)
{
    static const double b[] = {17297280, 8648640, 1995840, 277200, 25200, 1512, 56, 1};
    static double a2[SIZE], a4[SIZE], a6[SIZE], odd[SIZE], sum[SIZE];
    const int n = (int)s->n;
    blas_product(n, s->full, s->full, a2);
    blas_product(n, a2, a2, a4);
    blas_product(n, a4, a2, a6);
    for (int k = 0; k < n * n; k++)
        sum[k] = b[7] * a6[k] + b[5] * a4[k] + b[3] * a2[k] + (k / n == k % n ? b[1] : 0);
    blas_product(n, s->full, sum, odd);
    for (int k = 0; k < n * n; k++) {
        const double even =
            b[6] * a6[k] + b[4] * a4[k] + b[2] * a2[k] + (k / n == k % n ? b[0] : 0);
        sum[k] = even - odd[k];
        s->out[k] = even + odd[k];
    }
    blas_solve(n, sum, s->out);
}
#endif

/* ---- taking turns ---- */

typedef struct {
    const char *what;
    job *run;
    double target[3]; /* microseconds at n = 10, 20, 50; 0: none */
} entry;

static const entry entries[] = {
    {"exp", own_exp, {3, 10, 60}},
    {"Cayley", own_cayley, {1.5, 5, 30}},
    {"dcayinv", own_dcayinv, {0}},
    {"dexpinv, order 4", own_dexpinv_truncated, {0}},
    {"product", own_mul, {0}},
#if defined(BENCH_OPENBLAS)
    {"OpenBLAS exp [7/7]", blas_exp, {0}},
    {"OpenBLAS Cayley", blas_cayley, {0}},
    {"OpenBLAS dgemm", blas_mul, {0}},
#endif
};
enum { ENTRIES = sizeof entries / sizeof *entries };

/* A skew matrix of 1-norm 0.9, as a field times a step is. */
static void subject_set(subject *s, size_t n)
{
    double most = 0;
    s->n = n;
    s->so = lf_group_so(n);
    s->gl = lf_group_gl(n);
    s->work = calloc(lf_group_work(&s->so, 1) + lf_group_work(&s->gl, 1) + 1, sizeof(double));
    if (!s->work)
        exit(1);
    for (size_t i = 0, k = 0; i < n; i++)
        for (size_t j = 0; j < i; j++, k++) {
            s->u[k] = sin(12.9898 * (double)(k + 1));
            s->v[k] = cos(78.233 * (double)(k + 1));
        }
    for (size_t j = 0; j < n; j++) {
        double sum = 0;
        for (size_t i = 0; i < n; i++)
            sum += i == j ? 0 : fabs(s->u[i > j ? i * (i - 1) / 2 + j : j * (j - 1) / 2 + i]);
        most = fmax(most, sum);
    }
    for (size_t i = 0, k = 0; i < n; i++) {
        s->full[i * n + i] = 0;
        for (size_t j = 0; j < i; j++, k++) {
            s->u[k] *= 0.9 / most;
            s->full[i * n + j] = s->u[k];
            s->full[j * n + i] = -s->u[k];
        }
    }
}

static void measure(subject *s, double least[ENTRIES])
{
    const int count = (int)(2e6 / ((double)(s->n * s->n * s->n) + 200)) + 3;
    for (size_t k = 0; k < ENTRIES; k++)
        least[k] = INFINITY;
    for (int turn = 0; turn < TURNS; turn++)
        for (size_t k = 0; k < ENTRIES; k++) {
            const double begin = now();
            for (int i = 0; i < count; i++)
                entries[k].run(s);
            least[k] = fmin(least[k], (now() - begin) / count);
        }
}

int main(void)
{
    static const size_t sizes[] = {10, 20, 50, 64};
    static subject s;
    double least[4][ENTRIES];
    for (size_t w = 0; w < 4; w++) {
        subject_set(&s, sizes[w]);
        measure(&s, least[w]);
        free(s.work);
    }
    printf("microseconds, least of %d turns; u has the 1-norm 0.9 (targets in brackets)\n", TURNS);
    printf("%-20s", "");
    for (size_t w = 0; w < 4; w++)
        printf("%10s%-8zu", "n = ", sizes[w]);
    printf("\n");
    for (size_t k = 0; k < ENTRIES; k++) {
        printf("%-20s", entries[k].what);
        for (size_t w = 0; w < 4; w++) {
            char target[16] = "";
            if (w < 3 && entries[k].target[w] > 0)
                snprintf(target, sizeof target, "(%g)", entries[k].target[w]);
            printf("%10.2f%-8s", 1e6 * least[w][k], target);
        }
        printf("\n");
    }
    printf("product 64 x 64: %.1f GFlop/s with copies to rows of its own and back\n",
           2e-9 * 64 * 64 * 64 / least[3][4]);
#if defined(BENCH_OPENBLAS)
    const char *core = getenv("OPENBLAS_CORETYPE"), *threads = getenv("OPENBLAS_NUM_THREADS");
    printf("OpenBLAS: %s; OPENBLAS_CORETYPE %s, OPENBLAS_NUM_THREADS %s\n", openblas_get_config(),
           core ? core : "not set (it may take this processor for an old one)",
           threads ? threads : "not set");
#else
    printf("OpenBLAS was not found when this was configured\n");
#endif
    return 0;
}
