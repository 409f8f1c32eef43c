/* SPDX-License-Identifier: BSD-3-Clause */
/* bodies_forces.c - forces that are no gradient: their equations, and the ledger of what they do to the
 * energy. Kicks change momenta along straight lines, so that the work of a force f in one of them is
 * f.(p_before + p_after)/2m exactly; what resistance takes is a difference of kinetic energies,
 * (p_before - p_after).(p_before + p_after)/2m, without cancellation. */
#include "problem/bodies_forces.h"

#include <string.h>

#include "problem/bodies_math.h"

/* ---- sums over bodies ---- */

/* What is summed: half the products of momenta taken and momenta left; of a load and the momenta that a kick
 * goes through, times the kick; of a load and the momenta as they are. */
typedef enum { SUM_TAKEN, SUM_KICK, SUM_RATE } sum_kind;

typedef struct {
    sum_kind kind;
    bool turned;
    const lf_bodies *B;
    size_t n;
    const double *gamma, *Pi; /* [3][body][lane] */
    const double *g, *M;      /* SUM_TAKEN: momenta afterwards; SUM_KICK: what changes them */
    const double *load;       /* g, then M */
    const double *k;          /* [lane] */
    double *term;             /* [body][lane] */
} sum_job;

static LF_INLINE double sum_element(const sum_job *J, const lf_body_constants *K, double inverse,
                                    size_t m, size_t at, double k)
{
    const lf_vec3 p = lf_vec3_load(J->gamma, m, at), s = lf_vec3_load(J->Pi, m, at);
    if (J->kind == SUM_TAKEN) {
        const lf_vec3 p1 = lf_vec3_load(J->g, m, at), s1 = lf_vec3_load(J->M, m, at);
        const lf_vec3 spin = lf_body_spin(K, lf_add(s, s1));
        return 0.5 * (inverse * lf_dot(lf_axpy(p, -1, p1), lf_add(p, p1)) +
                      lf_dot(lf_axpy(s, -1, s1), spin));
    }
    const lf_vec3 g = lf_vec3_load(J->load, m, at), M = lf_vec3_load(J->load + 3 * m, m, at);
    if (J->kind == SUM_RATE)
        return lf_dot(M, lf_body_spin(K, s)) - inverse * lf_dot(g, p);
    const lf_vec3 middle = lf_axpy(p, -0.5 * k, lf_vec3_load(J->g, m, at));
    const lf_vec3 turning = lf_axpy(s, 0.5 * k, lf_vec3_load(J->M, m, at));
    return k * (lf_dot(M, lf_body_spin(K, turning)) - inverse * lf_dot(g, middle));
}

/* Bodies of a single lane side by side, or lane by lane: the same operations. */
static LF_INLINE void sum_terms(sum_job J)
{
    const lf_bodies *B = J.B;
    const size_t count = B->count, n = J.n;
    const double *mass = B->mass, *moment = B->moment;
    if (n == 1) {
        const double k = J.k ? J.k[0] : 0;
        LF_EACH_LANE(b, count) {
            lf_body_constants K = {.moment = lf_vec3_load(moment, count, b), .turned = J.turned};
            if (J.turned)
                K.axes = lf_mat3_load(B->axes, count, b);
            J.term[b] = sum_element(&J, &K, 1 / mass[b], count, b, k);
        }
        return;
    }
    for (size_t b = 0; b < count; b++) {
        lf_body_constants K = lf_body_constant(B, b);
        const double inverse = 1 / K.mass;
        K.turned = J.turned;
        LF_EACH_LANE(i, n)
            J.term[b * n + i] =
                sum_element(&J, &K, inverse, count * n, b * n + i, J.k ? J.k[i] : 0);
    }
}

/* The terms of a lane, n apart, in four sums. */
static LF_INLINE double sum_lane(size_t count, size_t n, const double *term)
{
    double a[LF_QUAD] = {0};
    const size_t whole = count / LF_QUAD * LF_QUAD;
    for (size_t b = 0; b < whole; b += LF_QUAD)
        for (size_t k = 0; k < LF_QUAD; k++)
            a[k] += term[(b + k) * n];
    for (size_t b = whole; b < count; b++)
        a[b - whole] += term[b * n];
    return (a[0] + a[1]) + (a[2] + a[3]);
}

/* Adds to `sum`, [lane]. */
static LF_INLINE void sum_all(sum_job J, double sign, double *sum)
{
    sum_terms(J);
    if (J.n == 1)
        sum[0] += sign * sum_lane(J.B->count, 1, J.term);
    else
        for (size_t i = 0; i < J.n; i++)
            sum[i] += sign * sum_lane(J.B->count, J.n, J.term + i);
}

#define SUM_KERNEL(symbol, which)                                            \
    LF_KERNEL static void symbol(const sum_job *J, double sign, double *sum) \
    {                                                                        \
        sum_job own = *J;                                                    \
        own.kind = (which);                                                  \
        own.turned = J->B->axes != NULL;                                     \
        if (own.turned)                                                      \
            sum_all(own, sign, sum);                                         \
        else                                                                 \
            sum_all(own, sign, sum);                                         \
    }
SUM_KERNEL(sum_taken, SUM_TAKEN)
SUM_KERNEL(sum_kick, SUM_KICK)
SUM_KERNEL(sum_rate, SUM_RATE)

/* ---- what acts at a point ---- */

size_t lf_bodies_pull_size(const lf_bodies *B)
{
    const lf_forces *F = B->forces;
    return 6 * B->count + (F && F->load ? 6 * B->count : 0) + (F && F->power ? 1 : 0);
}

lf_bodies_pull lf_bodies_pull_at(const lf_bodies *B, size_t n, double *memory)
{
    const lf_forces *F = B->forces;
    const size_t size = 6 * B->count * n;
    lf_bodies_pull pull = {.all = memory};
    if (F && F->load)
        pull.load = memory + size;
    if (F && F->power)
        pull.power = memory + (F->load ? 2 : 1) * size;
    return pull;
}

LF_KERNEL static void add_all(size_t count, const double *a, double *sum)
{
    LF_EACH_LANE(i, count)
        sum[i] += a[i];
}

lf_status lf_bodies_pull_find(const lf_bodies *B, const lf_lanes *L, const double *y,
                              const lf_bodies_pull *pull)
{
    const size_t m = B->count * L->n;
    lf_status s = B->potential(B, L, y, y + LF_BODY_R * m, NULL, pull->all, pull->all + 3 * m);
    if (s == LF_OK && pull->load) {
        memset(pull->load, 0, 6 * m * sizeof *pull->load);
        s = B->forces->load(B, L, y, pull->load, pull->load + 3 * m);
        add_all(6 * m, pull->load, pull->all);
    }
    if (s == LF_OK && pull->power)
        s = B->forces->power(B, L, y, pull->power);
    return s;
}

/* ---- kicks ---- */

void lf_bodies_book_kick(const lf_bodies *B, size_t n, const double *k, const lf_bodies_pull *pull,
                         double *y, double *sums)
{
    const size_t m = B->count * n;
    double *work = y + LF_BODY_DIM * m + LF_LEDGER_WORK * n;
    const sum_job J = {.B = B,
                       .n = n,
                       .gamma = y + LF_BODY_GAMMA * m,
                       .Pi = y + LF_BODY_PI * m,
                       .g = pull->all,
                       .M = pull->all + 3 * m,
                       .load = pull->load,
                       .k = k,
                       .term = sums};
    if (pull->load)
        sum_kick(&J, 1, work);
    for (size_t i = 0; pull->power && i < n; i++)
        work[i] += k[i] * pull->power[i];
}

LF_KERNEL void lf_bodies_kick(const lf_bodies *B, size_t n, const double *k, const double *pull,
                              double *y)
{
    const size_t m = B->count * n;
    const double *M = pull + 3 * m;
    double *gamma = y + LF_BODY_GAMMA * m, *Pi = y + LF_BODY_PI * m;
    for (size_t c = 0; c < 3 * B->count; c++)
        LF_EACH_LANE(i, n) {
            gamma[c * n + i] = lf_fma(-k[i], pull[c * n + i], gamma[c * n + i]);
            Pi[c * n + i] = lf_fma(k[i], M[c * n + i], Pi[c * n + i]);
        }
}

/* ---- resistance, and state of a model's own ---- */

lf_status lf_bodies_resist(const lf_bodies *B, const lf_lanes *L, lf_half half, double *y,
                           double *work)
{
    const size_t n = L->n, m = B->count * n;
    double *gamma = y + LF_BODY_GAMMA * m, *Pi = y + LF_BODY_PI * m;
    if (!B->forces || !B->forces->resist)
        return LF_OK;
    memcpy(work, gamma, 3 * m * sizeof *work);
    memcpy(work + 3 * m, Pi, 3 * m * sizeof *work);
    const lf_status s = B->forces->resist(B, L, half, y);
    const sum_job J = {.B = B,
                       .n = n,
                       .gamma = work,
                       .Pi = work + 3 * m,
                       .g = gamma,
                       .M = Pi,
                       .term = work + 6 * m};
    if (s == LF_OK)
        sum_taken(&J, 1, y + LF_BODY_DIM * m + LF_LEDGER_DISSIPATED * n);
    return s;
}

lf_status lf_bodies_advance(const lf_bodies *B, const lf_lanes *L, double *y, double *work)
{
    const size_t extra = B->forces ? B->forces->extra : 0, n = L->n;
    double *z = y + (LF_BODY_DIM * B->count + LF_LEDGER_DIM) * n, *rate = work + extra * n;
    if (!extra)
        return LF_OK;
    memcpy(work, z, extra * n * sizeof *z);
    for (int stage = 0; stage < 2; stage++) {
        const lf_status s = B->forces->extra_rate(B, L, y, rate);
        if (s != LF_OK)
            return s;
        for (size_t c = 0; c < extra; c++)
            for (size_t i = 0; i < n; i++)
                z[c * n + i] = work[c * n + i] + (stage ? 1 : 0.5) * L->h[i] * rate[c * n + i];
    }
    return LF_OK;
}

/* ---- as fields ---- */

size_t lf_bodies_forced_work(const lf_bodies *B)
{
    return 7 * B->count;
}

/* Where a field's rates of gamma, Pi and the tail are. */
typedef struct {
    double *g, *M, *tail;
} rate_parts;

/* One of `load` and `drag`: added to g and M, and its power, with a sign, to that column of the tail. */
static lf_status add_force(lf_status (*force)(const lf_bodies *, const lf_lanes *, const double *,
                                              double *, double *),
                           const lf_bodies *B, const lf_lanes *L, const double *y, double sign,
                           const rate_parts *f, double *power, double *work)
{
    const size_t m = B->count * L->n;
    memset(work, 0, 6 * m * sizeof *work);
    const lf_status s = force(B, L, y, work, work + 3 * m);
    const sum_job J = {.B = B,
                       .n = L->n,
                       .gamma = y + LF_BODY_GAMMA * m,
                       .Pi = y + LF_BODY_PI * m,
                       .load = work,
                       .term = work + 6 * m};
    if (s != LF_OK)
        return s;
    sum_rate(&J, sign, power);
    add_all(3 * m, work, f->g);
    add_all(3 * m, work + 3 * m, f->M);
    return LF_OK;
}

static lf_status add_forces(const lf_bodies *B, const lf_lanes *L, const double *y,
                            const rate_parts *f, double *work)
{
    const lf_forces *F = B->forces;
    const size_t n = L->n;
    double *dissipated = f->tail + LF_LEDGER_DISSIPATED * n, *done = f->tail + LF_LEDGER_WORK * n;
    lf_status s = LF_OK;
    for (size_t i = 0; i < n; i++)
        dissipated[i] = done[i] = 0;
    if (F->power)
        s = F->power(B, L, y, done);
    if (s == LF_OK && F->load)
        s = add_force(F->load, B, L, y, 1, f, done, work);
    if (s == LF_OK && F->drag)
        s = add_force(F->drag, B, L, y, -1, f, dissipated, work);
    if (s == LF_OK && F->extra)
        s = F->extra_rate(B, L, y, f->tail + LF_LEDGER_DIM * n);
    return s;
}

static lf_status forced(const lf_problem *P, const lf_lanes *L, const double *y, bool ambient,
                        double *f, double *work)
{
    const lf_bodies *B = P->ctx;
    const size_t m = B->count * L->n;
    const rate_parts parts = {f + 3 * m, f + (ambient ? LF_BODY_PI : 9) * m,
                              f + (ambient ? LF_BODY_DIM : 12) * m};
    lf_status s = B->potential(B, L, y, y + LF_BODY_R * m, NULL, parts.g, parts.M);
    if (s == LF_OK)
        s = add_forces(B, L, y, &parts, work);
    if (s == LF_OK)
        lf_bodies_inertial_rates(B, ambient, L->n, y, f);
    return s;
}

lf_status lf_bodies_forced_field(const lf_problem *P, const lf_lanes *L, const double *y, double *f,
                                 double *work)
{
    return forced(P, L, y, false, f, work);
}

lf_status lf_bodies_forced_ambient(const lf_problem *P, const lf_lanes *L, const double *y,
                                   double *F, double *work)
{
    return forced(P, L, y, true, F, work);
}
