/* SPDX-License-Identifier: BSD-3-Clause */
/* lyapunov.c - Lyapunov exponents of classical chaotic systems: Celledoni, Marthinsen, Owren 2014,
 * section 4.4. The systems are in chaos.c; a field of your own goes through lieflow/lyapunov.h. */
#include <lieflow/lyapunov.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/chaos.h"
#include "model/models.h"

enum { MOST_COMPONENTS = 1000000, MOST_EXPONENTS = 1000, FEW = 10 };

typedef struct {
    int system, form;
    size_t k;
    double transient, window;
    lf_list x;
    lf_chaos numbers;
    lf_lyapunov *exponents; /* in the memory that is given, before what a start needs */
} lyapunov;

static size_t lyapunov_n(const lyapunov *m)
{
    return lf_chaos_size(m->system, &m->numbers);
}

/* What the parameters say. */
static lf_lyapunov lyapunov_read(const lyapunov *m)
{
    const size_t n = lyapunov_n(m);
    return (lf_lyapunov){.f = lf_chaos_field(m->system, &m->numbers),
                         .k = m->k      ? m->k
                              : n < FEW ? n
                                        : FEW,
                         .form = m->form ? LF_LYAPUNOV_CONTINUOUS : LF_LYAPUNOV_DISCRETE,
                         .transient = m->transient,
                         .window = m->window};
}

static bool lyapunov_sizes_fit(const lyapunov *m)
{
    const size_t n = lyapunov_n(m);
    return n >= 3 && n <= MOST_COMPONENTS && m->k <= MOST_EXPONENTS && m->k <= n &&
           (m->system != LF_CHAOS_LORENZ96 || n >= 4);
}

static lf_status lyapunov_check(const lyapunov *m, char *why, size_t size)
{
    const size_t n = lyapunov_n(m);
    if (m->system == LF_CHAOS_LORENZ96 && (n < 4 || n > MOST_COMPONENTS)) {
        snprintf(why, size, "n must lie between 4 and %d, got %zu", MOST_COMPONENTS, n);
        return LF_EINPUT;
    }
    if (m->k > n || m->k > MOST_EXPONENTS) {
        snprintf(
            why, size,
            "k must lie between 1 and %zu, or be 0 for the first %d at most: the system has %zu "
            "exponents, got k = %zu",
            n < MOST_EXPONENTS ? n : (size_t)MOST_EXPONENTS, FEW, n, m->k);
        return LF_EINPUT;
    }
    if (m->x.count != 1 && m->x.count != n) {
        snprintf(why, size,
                 "x needs %zu numbers, or one by which the usual start is moved, got %zu", n,
                 m->x.count);
        return LF_EINPUT;
    }
    return LF_OK;
}

static lf_status lyapunov_build(void *self, lf_problem *P, double *y0, char *why, size_t why_size)
{
    lyapunov *m = self;
    lf_status s = lyapunov_check(m, why, why_size);
    if (s != LF_OK)
        return s;
    double *x = (double *)(void *)(m->exponents + 1), *work = x + lyapunov_n(m);
    *m->exponents = lyapunov_read(m);
    s = lf_problem_from_lyapunov(P, "lyapunov", m->exponents, why, why_size);
    if (s != LF_OK)
        return s;
    lf_chaos_start(m->system, &m->numbers, x);
    x[0] += lf_list_numbers(&m->x)[0];
    if (m->x.count > 1)
        memcpy(x, lf_list_numbers(&m->x), m->x.count * sizeof *x);
    return lf_lyapunov_start(m->exponents, 0, 0, x, y0, work);
}

static size_t lyapunov_dim(const void *self)
{
    if (!lyapunov_sizes_fit(self))
        return 0;
    const lf_lyapunov l = lyapunov_read(self);
    return lf_lyapunov_dim(&l);
}

static size_t lyapunov_room(const void *self)
{
    if (!lyapunov_sizes_fit(self))
        return 0;
    const lf_lyapunov l = lyapunov_read(self);
    return (sizeof l + sizeof(double) - 1) / sizeof(double) + l.f.n + lf_lyapunov_work(&l);
}

static void lyapunov_give(void *self, double *memory)
{
    ((lyapunov *)self)->exponents = (lf_lyapunov *)(void *)memory;
}

#define NUMBER(member, preset, system, doc)                                                     \
    {                                                                                           \
#member, LF_REAL, 1, offsetof(lyapunov, numbers.member), "", preset, NULL, LF_ANY, doc, \
            "system=" system                                                                    \
    }

static const lf_param lyapunov_params[] = {
    LF_CHOOSE(lyapunov, system, "lorenz63|lorenz96|roessler|henon-heiles", "lorenz63",
              "the system whose exponents are sought"),
    {"n", LF_COUNT, 1, offsetof(lyapunov, numbers.n), "", "40", NULL, 4, MOST_COMPONENTS, 0,
     "components of Lorenz' system of 1996", "system=lorenz96"},
    NUMBER(forcing, "8", "lorenz96", "forcing F of Lorenz' system of 1996"),
    NUMBER(sigma, "10", "lorenz63", "Prandtl number of Lorenz' system of 1963"),
    NUMBER(rho, "28", "lorenz63", "its Rayleigh number over the critical one"),
    NUMBER(beta, "8/3", "lorenz63", "its aspect ratio"),
    NUMBER(a, "0.2", "roessler", "a of Roessler's system"),
    NUMBER(b, "0.2", "roessler", "b of Roessler's system"),
    NUMBER(c, "5.7", "roessler", "c of Roessler's system"),
    LF_WHOLE(lyapunov, k, "0", 0, MOST_EXPONENTS,
             "exponents, the largest ones; 0: the first ten, or all if there are fewer"),
    LF_CHOOSE(lyapunov, form, "discrete|continuous", "discrete",
              "tangent vectors that are made orthonormal every ten steps, or frames that stay "
              "orthonormal by themselves"),
    LF_REALS(lyapunov, transient, 1, "", "20", 0, INFINITY, 0,
             "time from the start on that is not counted"),
    LF_REALS(lyapunov, window, 1, "", "5", LF_POSITIVE,
             "time over which growth rates are smoothed to judge their scatter: longer than they "
             "remember"),
    LF_NUMBERS(lyapunov, x, "", "0", LF_ANY,
               "the start: as many numbers as the system has components, or one by which the first "
               "component of the usual start is moved"),
    LF_PARAM_END};

const lf_model lf_model_lyapunov = {
    .size = sizeof(lf_model),
    .name = "lyapunov",
    .doc =
        "Lyapunov exponents of chaotic systems, by tangent vectors that are made orthonormal now "
        "and then or by a flow of frames",
    .formula =
        "x' = f(x), A = df/dx; discrete: V' = A V, V = Q R every ten steps, l_i += log R_ii; "
        "continuous: Q' = A Q - Q (B - S), B = Q^T A Q, S = B below the diagonal minus its "
        "transpose, l_i' = B_ii; lambda_i = l_i / time",
    .cite =
        "Celledoni, Marthinsen, Owren, An introduction to Lie group integrators, 2014, section "
        "4.4 (continuous); Benettin, Galgani, Giorgilli, Strelcyn, Meccanica 15, 1980 (discrete). "
        "Both forms are equally accurate, but the flow of frames costs several times as much: "
        "take it to study frames, and the discrete form for exponents",
    .params = lyapunov_params,
    .self_size = sizeof(lyapunov),
    .t_end = 1000,
    .step = 0.01,
    .method = "rkmk4",
    .build = lyapunov_build,
    .dim = lyapunov_dim,
    .room = lyapunov_room,
    .give = lyapunov_give,
};
