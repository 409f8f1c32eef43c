/* SPDX-License-Identifier: BSD-3-Clause */
/* lyapunov_outputs.c - what points say about Lyapunov exponents: the exponents with their standard
 * errors, their sum, and the dimension of Kaplan and Yorke. A row may fall between two orthonormalisations:
 * then the logarithms of the vectors as they stand are counted, too, and nothing is changed. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/thin_qr.h"
#include "problem/lyapunov.h"

/* A point among others: component c is at y[c*stride]. */
typedef struct {
    const double *y;
    size_t stride;
} lyapunov_point;

/* A copy of the tail; is it up to date? */
static bool lyapunov_copy(const lf_lyapunov *l, lyapunov_point at, double *tail)
{
    const bool discrete = l->form == LF_LYAPUNOV_DISCRETE;
    const size_t first = l->f.n + l->f.n * l->k;
    const size_t length = discrete ? lf_transport_tail(l->k) : lf_growth_size(l->k);
    for (size_t c = 0; c < length; c++)
        tail[c] = at.y[(first + c) * at.stride];
    const double *times = lf_growth_at(l->k, tail).times;
    return !discrete || times[LF_TRANSPORT_CLOCK] == times[LF_TRANSPORT_LAST];
}

/* Count the vectors as they stand; `work` for logarithms and a matrix. */
static lf_status lyapunov_update(const lf_lyapunov *l, lyapunov_point at, double *tail,
                                 double *work)
{
    if (lyapunov_copy(l, at, tail))
        return LF_OK;
    const double *V = at.y + l->f.n * at.stride;
    const lf_status s = lf_thin_qr_logs(l->f.n, l->k, V, at.stride, work, work + l->k);
    if (s == LF_OK)
        lf_transport_count(&l->transport, work, tail);
    return s;
}

/* Growth rates b(t) with the spectral density S at frequency 0 have averages over a long time T with the
 * variance S/T. Smoothed twice over the window w, by the kernel s/w^2 exp(-s/w), they have the variance
 * S/(4 w), and oscillations do not show: once is not enough for those of Lorenz' attractor. That
 * variance is taken about a mean of the same rates, which costs one of T/(4 w) independent pieces. */
static double lyapunov_error(const lf_lyapunov *l, const lf_growth *g, size_t i)
{
    const double span = g->times[LF_TRANSPORT_SPAN], pieces = fabs(span) / (4 * l->window);
    const double mean = g->first[i] / span, square = g->second[i] / span;
    if (!(pieces > 2))
        return NAN; /* too short to tell */
    return sqrt(fmax(square - mean * mean, 0) / (pieces - 1));
}

/* The largest first. With j exponents whose sum is not negative while that of j + 1 is, the dimension
 * is j + sum_j / |lambda_(j+1)|; where no sum is negative it is k, or more. */
static double lyapunov_dimension(size_t k, const double *exponents, double *sorted)
{
    for (size_t i = 0; i < k; i++) {
        size_t j = i;
        for (; j > 0 && sorted[j - 1] < exponents[i]; j--)
            sorted[j] = sorted[j - 1];
        sorted[j] = exponents[i];
    }
    double sum = 0;
    for (size_t j = 0; j < k; j++) {
        if (isnan(sorted[j]))
            return NAN;
        if (sum + sorted[j] < 0)
            return (double)j + sum / -sorted[j];
        sum += sorted[j];
    }
    return (double)k;
}

static double lyapunov_sum(size_t k, const double *exponents)
{
    double sum = 0;
    for (size_t i = 0; i < k; i++)
        sum += exponents[i];
    return sum;
}

/* The scratch holds a tail, k numbers, a k x k matrix, and vectors that are far from orthogonal. */
size_t lf_lyapunov_work(const lf_lyapunov *l)
{
    const size_t k = l->k, read = lf_transport_tail(k) + 2 * k + lf_thin_qr_work(k) + l->f.n * k;
    const size_t start = lf_lyapunov_dim(l) + lf_lyapunov_rate_work(l);
    return read > start ? read : start;
}

/* The same where the vectors are so far from orthogonal that it takes more than one look. */
static lf_status lyapunov_update_twice(const lf_lyapunov *l, const double *y, double *tail,
                                       double *work)
{
    const size_t k = l->k;
    double *V = work + k + lf_thin_qr_work(k);
    memcpy(V, y + l->f.n, l->f.n * k * sizeof *V);
    const lf_status s = lf_thin_qr(l->f.n, k, V, work, work + k);
    if (s == LF_OK)
        lf_transport_count(&l->transport, work, tail);
    return s;
}

/* What an up-to-date tail says; `work` of 2 k doubles. */
static void lyapunov_tell(const lf_lyapunov *l, double *tail, double *exponents, double *errors,
                          lf_lyapunov_total *total, double *work)
{
    const size_t k = l->k;
    const lf_growth g = lf_growth_at(k, tail);
    const double span = g.times[LF_TRANSPORT_SPAN];
    double *lambda = work;
    for (size_t i = 0; i < k; i++) {
        lambda[i] = span != 0 ? g.logarithm[i] / span : NAN;
        if (errors)
            errors[i] = lyapunov_error(l, &g, i);
    }
    if (exponents)
        memcpy(exponents, lambda, k * sizeof *lambda);
    if (total)
        *total = (lf_lyapunov_total){span, lyapunov_sum(k, lambda),
                                     lyapunov_dimension(k, lambda, work + k)};
}

lf_status lf_lyapunov_read(const lf_lyapunov *l, const double *y, double *exponents, double *errors,
                           lf_lyapunov_total *total, double *work)
{
    double *tail = work, *rest = tail + lf_transport_tail(l->k);
    lf_status s = lyapunov_update(l, (lyapunov_point){y, 1}, tail, rest);
    if (s == LF_ESINGULAR)
        s = lyapunov_update_twice(l, y, tail, rest);
    if (s == LF_OK)
        lyapunov_tell(l, tail, exponents, errors, total, rest);
    return s;
}

/* ---- outputs of the problem ---- */

/* Quantities have no scratch: what a few exponents need stands on the stack. */
enum { FEW = LF_LYAPUNOV_QUICK, TAIL = 5 * FEW + 3, REST = FEW + FEW * FEW };

typedef enum { EXPONENT, ERROR, SUM, DIMENSION } lyapunov_output;

/* Of one point; NaN where it says nothing. */
static double lyapunov_value(const lf_lyapunov *l, lyapunov_point at, lyapunov_output what,
                             size_t i)
{
    double tail[TAIL], rest[REST], exponents[FEW], errors[FEW];
    lf_lyapunov_total total;
    if (lyapunov_update(l, at, tail, rest) != LF_OK)
        return NAN;
    lyapunov_tell(l, tail, exponents, errors, &total, rest);
    return what == EXPONENT ? exponents[i]
           : what == ERROR  ? errors[i]
           : what == SUM    ? total.sum
                            : total.dimension;
}

static void lyapunov_values(const lf_problem *P, const lf_lanes *L, const double *y,
                            lyapunov_output what, size_t i, double *value)
{
    for (size_t lane = 0; lane < L->n; lane++)
        value[lane] = lyapunov_value(P->ctx, (lyapunov_point){y + lane, L->n}, what, i);
}

/* A quantity does not know its number: there is a function for each. */
#define OUTPUT(name, what, i)                                                                \
    static void name(const lf_problem *P, const lf_lanes *L, const double *y, double *value) \
    {                                                                                        \
        lyapunov_values(P, L, y, what, i, value);                                            \
    }
#define PAIR(i) OUTPUT(exponent_##i, EXPONENT, i) OUTPUT(error_##i, ERROR, i)
#define ALL(make)                                                                            \
    make(0) make(1) make(2) make(3) make(4) make(5) make(6) make(7) make(8) make(9) make(10) \
        make(11) make(12) make(13)
ALL(PAIR)
OUTPUT(exponents_sum, SUM, 0)
OUTPUT(exponents_dimension, DIMENSION, 0)

#define EXPONENT_OF(i) exponent_##i,
#define ERROR_OF(i) error_##i,
static lf_quantity *const exponent_of[LF_LYAPUNOV_OUTPUTS] = {ALL(EXPONENT_OF)};
static lf_quantity *const error_of[LF_LYAPUNOV_OUTPUTS] = {ALL(ERROR_OF)};

static size_t lyapunov_named(const lf_lyapunov *l)
{
    return l->k > FEW ? 0 : l->k > LF_LYAPUNOV_OUTPUTS ? LF_LYAPUNOV_OUTPUTS : l->k;
}

static void lyapunov_list(lf_lyapunov *l)
{
    static const lf_invariant last[] = {
        {.name = "sum",
         .doc = "sum of the exponents: the mean divergence of the field if k = n",
         .value = exponents_sum,
         .panel = "sum of exponents"},
        {.name = "dimension",
         .doc = "Kaplan-Yorke dimension; k if it is that or more",
         .value = exponents_dimension,
         .panel = "Kaplan-Yorke dimension"}};
    lf_invariant *next = l->outputs;
    const size_t named = lyapunov_named(l);
    for (size_t i = 0; i < named; i++) {
        snprintf(l->words[i], sizeof l->words[i], "lambda%zu", i + 1);
        *next++ = (lf_invariant){.name = l->words[i],
                                 .doc = "Lyapunov exponent: growth over the time that was counted",
                                 .value = exponent_of[i],
                                 .panel = "exponent",
                                 .error = error_of[i]};
    }
    for (size_t i = 0; named && i < 2; i++)
        *next++ = last[i];
    *next = (lf_invariant){.name = NULL};
}

/* ---- what is shown: x, exponents that are no outputs, standard errors ---- */

static void lyapunov_show(const lf_problem *P, const lf_lanes *L, const double *y, double *shown,
                          double *work)
{
    const lf_lyapunov *l = P->ctx;
    const size_t n = l->f.n, k = l->k, lanes = L->n, named = lyapunov_named(l);
    double *lambda = work, *errors = lambda + k, *tail = errors + k,
           *rest = tail + lf_transport_tail(k);
    memcpy(shown, y, n * lanes * sizeof *shown);
    for (size_t i = 0; i < lanes; i++) {
        const lyapunov_point at = {y + i, lanes};
        const bool known = lyapunov_update(l, at, tail, rest) == LF_OK;
        if (known)
            lyapunov_tell(l, tail, lambda, errors, NULL, rest);
        double *column = shown + n * lanes + i;
        for (size_t c = named; c < k; c++, column += lanes)
            *column = known ? lambda[c] : NAN;
        for (size_t c = 0; c < k; c++, column += lanes)
            *column = known ? errors[c] : NAN;
    }
}

static void lyapunov_show_name(const lf_problem *P, size_t c, char *text, size_t size)
{
    const lf_lyapunov *l = P->ctx;
    const size_t n = l->f.n, k = l->k, named = lyapunov_named(l);
    if (c < n)
        snprintf(text, size, "x%zu", c + 1);
    else if (c < n + k - named)
        snprintf(text, size, "lambda%zu", c - n + named + 1);
    else
        snprintf(text, size, "error%zu", c - n - k + named + 1);
}

void lf_lyapunov_outputs(lf_lyapunov *l)
{
    const size_t k = l->k;
    lyapunov_list(l);
    l->display = (lf_display){.dim = l->f.n + 2 * k - lyapunov_named(l),
                              .show = lyapunov_show,
                              .work = 4 * k + lf_transport_tail(k) + lf_thin_qr_work(k),
                              .name = lyapunov_show_name};
    l->traits[0] = (lf_trait){LF_TRAIT_DISPLAY, &l->display};
    l->traits[1] = (lf_trait){LF_TRAIT_END, NULL};
}
