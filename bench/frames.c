/* SPDX-License-Identifier: BSD-3-Clause */
/* frames.c - what a step on a Stiefel manifold costs: commutator-free in the span, RKMK in tangent
 * coordinates, and classical RK4 put back by the polar factor, beside RK4 put back by LAPACK's dgeqrf and
 * dorgqr where that is installed (set OPENBLAS_NUM_THREADS=1, and OPENBLAS_CORETYPE where it takes the
 * machine for an older one: without it LAPACK is two to four times too slow, and a win is none).
 *
 * The field costs 4 d k^2 operations as Oja's flow does, X' = A X - X (X^T A X), with A diagonal. Times are
 * those of the processor, interleaved, the smallest of several. */
#include <lieflow/lieflow.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- the field, the same for all ---- */

typedef struct {
    lf_frame frame;
    double *a; /* the diagonal */
    double *G; /* k x k */
} oja;

enum { WIDE = 8 };
typedef double wide __attribute__((vector_size(WIDE * sizeof(double)), aligned(8), may_alias));

static double dot(size_t d, const double *a, const double *x, const double *y)
{
    wide sum = {0};
    size_t i = 0;
    double all = 0;
    for (; i + WIDE <= d; i += WIDE)
        sum += *(const wide *)(a + i) * *(const wide *)(x + i) * *(const wide *)(y + i);
    for (size_t e = 0; e < WIDE; e++)
        all += sum[e];
    for (; i < d; i++)
        all += a[i] * x[i] * y[i];
    return all;
}

/* G = X^T A X by blocks of rows that stay in the cache, then F = A X - X G. */
static void field(const oja *P, double t, const double *x, double *F)
{
    enum { ROWS = 256 };
    const size_t d = P->frame.d, k = P->frame.k;
    memset(P->G, 0, k * k * sizeof *P->G);
    for (size_t r = 0; r < d; r += ROWS) {
        const size_t n = d - r < ROWS ? d - r : ROWS;
        for (size_t a = 0; a < k; a++)
            for (size_t b = 0; b <= a; b++)
                P->G[a * k + b] += dot(n, P->a + r, x + a * d + r, x + b * d + r);
    }
    for (size_t a = 0; a < k; a++)
        for (size_t b = 0; b < a; b++)
            P->G[b * k + a] = P->G[a * k + b];
    for (size_t r = 0; r < d; r += ROWS) {
        const size_t n = d - r < ROWS ? d - r : ROWS;
        for (size_t j = 0; j < k; j++) {
            double *f = F + j * d + r;
            for (size_t i = 0; i < n; i++)
                f[i] = (P->a[r + i] * (1 + 0.1 * t)) * x[j * d + r + i];
            for (size_t a = 0; a < k; a++) {
                const double g = P->G[a * k + j] * (1 + 0.1 * t), *y = x + a * d + r;
                for (size_t i = 0; i < n; i++)
                    f[i] -= g * y[i];
            }
        }
    }
}

static lf_status value(const void *ctx, size_t who, double t, const double *y, double *f)
{
    (void)who;
    field(ctx, t, y, f);
    return LF_OK;
}

/* ---- RK4 by hand, with LAPACK's projection ---- */

#if defined(BENCH_LAPACK)
void dgeqrf_(const int *m, const int *n, double *a, const int *lda, double *tau, double *work,
             const int *lwork, int *info);
void dorgqr_(const int *m, const int *n, const int *k, double *a, const int *lda, const double *tau,
             double *work, const int *lwork, int *info);
#endif

typedef struct {
    oja P;
    double *k[4], *stage, *tau, *work;
    int lwork;
} by_hand;

static void hand_combine(size_t count, double h, const double *y, const double *k, double *out)
{
    for (size_t j = 0; j < count; j++)
        out[j] = y[j] + h * k[j];
}

static void hand_rk4(const by_hand *H, double t, double h, double *y)
{
    const size_t count = H->P.frame.d * H->P.frame.k;
    field(&H->P, t, y, H->k[0]);
    hand_combine(count, h / 2, y, H->k[0], H->stage);
    field(&H->P, t + h / 2, H->stage, H->k[1]);
    hand_combine(count, h / 2, y, H->k[1], H->stage);
    field(&H->P, t + h / 2, H->stage, H->k[2]);
    hand_combine(count, h, y, H->k[2], H->stage);
    field(&H->P, t + h, H->stage, H->k[3]);
    for (size_t j = 0; j < count; j++)
        y[j] += h / 6 * (H->k[0][j] + 2 * (H->k[1][j] + H->k[2][j]) + H->k[3][j]);
}

/* y = Q of y = Q R, with the signs that make R's diagonal positive */
static void hand_qr(const by_hand *H, double *y)
{
#if defined(BENCH_LAPACK)
    const int d = (int)H->P.frame.d, k = (int)H->P.frame.k;
    int info;
    dgeqrf_(&d, &k, y, &d, H->tau, H->work, &H->lwork, &info);
    for (int j = 0; j < k; j++)
        H->P.G[j] = y[(size_t)j * (size_t)d + (size_t)j] < 0 ? -1 : 1;
    dorgqr_(&d, &k, &k, y, &d, H->tau, H->work, &H->lwork, &info);
    for (size_t j = 0; j < (size_t)k; j++)
        for (size_t i = 0; H->P.G[j] < 0 && i < (size_t)d; i++)
            y[j * (size_t)d + i] = -y[j * (size_t)d + i];
#else
    (void)H;
    (void)y;
#endif
}

/* ---- measuring ---- */

typedef struct {
    by_hand H;
    lf_group group;
    lf_action action;
    lf_point_field point;
    lf_problem problem;
    double *start, *y;
} scene;

static double *numbers(size_t count)
{
    double *x = aligned_alloc(64, (count * sizeof(double) / 64 + 1) * 64);
    if (!x) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    memset(x, 0, (count * sizeof(double) / 64 + 1) * 64);
    return x;
}

static void scene_set(scene *S, size_t d, size_t k)
{
    const size_t count = d * k;
    unsigned long state = 1;
    S->H.P.frame = (lf_frame){d, k, false};
    S->H.P.a = numbers(d);
    S->H.P.G = numbers(k * k);
    S->group = lf_group_frame(&S->H.P.frame);
    S->action = lf_action_frame(&S->group);
    S->point = (lf_point_field){value, &S->H.P};
    S->problem = lf_problem_from_point("oja", &S->action, &S->point);
    S->start = numbers(count);
    S->y = numbers(count);
    S->H.stage = numbers(count);
    S->H.tau = numbers(k);
    S->H.lwork = (int)(64 * k);
    S->H.work = numbers(64 * k);
    for (int i = 0; i < 4; i++)
        S->H.k[i] = numbers(count);
    for (size_t i = 0; i < d; i++)
        S->H.P.a[i] = 10 * pow(0.01, (double)i / (double)d);
    for (size_t j = 0; j < count; j++) {
        state = state * 6364136223846793005ul + 1442695040888963407ul;
        S->start[j] = (double)(state >> 40) / (double)(1ul << 24) - 0.5;
    }
    double *work = numbers(lf_action_work(&S->action, 1));
    lf_action_project(&S->action, 1, S->start, S->start, work);
    free(work);
}

static void scene_free(scene *S)
{
    double *all[] = {S->H.P.a,  S->H.P.G,  S->start,  S->y,      S->H.stage, S->H.tau,
                     S->H.work, S->H.k[0], S->H.k[1], S->H.k[2], S->H.k[3]};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef enum { CF4, RKMK4, RK4_POLAR, RK4_QR, RK4_BARE, WAYS } way;
static const char *const way_names[WAYS] = {"cf4 in the span", "rkmk4 tangent", "rk4 + polar",
                                            "rk4 + dgeqrf", "rk4 alone, by hand"};
static const double STEP = 0.005;

/* Some steps one way; answers seconds a step. */
static double once(scene *S, way w, size_t steps)
{
    static const char *const methods[] = {"cf4", "rkmk4", "rk4"};
    const size_t count = S->action.dim;
    memcpy(S->y, S->start, count * sizeof *S->y);
    double before = seconds();
    if (w >= RK4_QR) {
        for (size_t k = 0; k < steps; k++) {
            hand_rk4(&S->H, STEP * (double)k, STEP, S->y);
            if (w == RK4_QR)
                hand_qr(&S->H, S->y);
        }
        return (seconds() - before) / (double)steps;
    }
    lf_stats stats;
    lf_options opt = lf_options_default();
    opt.h = STEP;
    opt.t1 = STEP * (double)steps;
    opt.watch = 0;
    opt.project = w == RK4_POLAR;
    const lf_status s =
        lf_solve(&S->problem, lf_method_find(methods[w]), &opt, 1, S->y, NULL, &stats);
    if (s != LF_OK) {
        fprintf(stderr, "%s: %s\n", methods[w], stats.message);
        exit(1);
    }
    return (seconds() - before) / (double)steps;
}

/* The smallest of `rounds` for each of the first so many ways, one after the other in each. */
static void measure(scene *S, int ways, int rounds, double *best)
{
    const double flops = 60.0 * (double)S->H.P.frame.d * (double)(S->H.P.frame.k * S->H.P.frame.k);
    /* so many that getting the memory, a page at a time, does not count */
    const size_t steps = (size_t)fmin(fmax(3e9 / flops, 30), 1000);
    for (int w = 0; w < WAYS; w++)
        best[w] = INFINITY;
    for (int round = 0; round < rounds; round++)
        for (int w = 0; w < ways; w++)
            best[w] = fmin(best[w], once(S, (way)w, steps));
}

#if defined(BENCH_LAPACK)
enum { PEER = 1 };
#else
enum { PEER = 0 };
#endif

static void sizes_table(int rounds)
{
    static const size_t sizes[] = {100, 1000, 10000};
    printf("microseconds a step, k = 10%s\n", PEER ? "; ratios to rk4 + dgeqrf" : "");
    for (size_t n = 0; n < 3; n++) {
        scene S;
        double best[WAYS];
        scene_set(&S, sizes[n], 10);
        measure(&S, WAYS, rounds, best);
        printf("d = %zu\n", sizes[n]);
        for (int w = 0; w < WAYS; w++)
            if (w != RK4_QR || PEER)
                printf("  %-20s %10.1f %8.2f\n", way_names[w], 1e6 * best[w],
                       PEER ? best[w] / best[RK4_QR] : NAN);
        scene_free(&S);
    }
}

static void growth_table(int rounds)
{
    static const struct {
        size_t d, k;
    } sizes[] = {{1000, 10}, {4000, 10},  {16000, 10}, {64000, 10},
                 {10000, 5}, {10000, 10}, {10000, 20}, {10000, 40}};
    printf("nanoseconds a step over d k^2\n%8s %4s %10s %10s %10s\n", "d", "k", "cf4", "rkmk4",
           "rk4+polar");
    for (size_t n = 0; n < sizeof sizes / sizeof *sizes; n++) {
        scene S;
        double best[WAYS];
        const double unit = (double)sizes[n].d * (double)(sizes[n].k * sizes[n].k);
        scene_set(&S, sizes[n].d, sizes[n].k);
        measure(&S, RK4_QR, rounds, best);
        printf("%8zu %4zu %10.2f %10.2f %10.2f\n", sizes[n].d, sizes[n].k, 1e9 * best[CF4] / unit,
               1e9 * best[RKMK4] / unit, 1e9 * best[RK4_POLAR] / unit);
        scene_free(&S);
    }
}

int main(int argc, char **argv)
{
    const int rounds = argc > 1 && strcmp(argv[1], "--quick") == 0 ? 2 : 7;
    printf("lieflow %s%s\n", lf_version(), PEER ? "" : "; LAPACK was not found");
    sizes_table(rounds);
    growth_table(rounds);
    return 0;
}
