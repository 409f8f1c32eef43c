/* SPDX-License-Identifier: BSD-3-Clause */
/* composition.c - a base method over a palindrome of fractions l_1 .. l_s of the step,
 *
 *   Psi_h = Phi_{l_s h} ... Phi_{l_1 h},   sum l = 1,  sum l^3 = 0,  (6) sum l^5 = 0, ...
 *
 * raises a symmetric method of order two to order 4, 6 or 8 and keeps what every step of it keeps.
 * Yoshida 1990, Suzuki 1990, Suzuki and Umeno 1993, Kahan and Li 1997; Hairer, Lubich, Wanner,
 * Geometric Numerical Integration, V.3. */
#include "method/composition.h"

#include <math.h>

#include "method/lgvi.h"
#include "method/splitting.h"

/* the first half of each row and its middle; the rest mirrors it */
static const double yoshida4[] = {1.351207191959657634047688, -1.702414383919315268095376};
static const double suzuki4[] = {0.4144907717943757371423541, 0.4144907717943757371423541,
                                 -0.6579630871775029485694163};
static const double yoshida6[] = {0.78451361047755726381949763, 0.23557321335935813368479318,
                                  -1.17767998417887100694641568, 1.31518632068391121888424973};
static const double kahanli6[] = {0.39216144400731413927925056, 0.33259913678935943859974864,
                                  -0.70624617255763935980996482, 0.08221359629355080023149045,
                                  0.79854399093482996339895035};
static const double suzukiumeno8[] = {0.74167036435061295344822780, -0.40910082580003159399730010,
                                      0.19075471029623837995387626, -0.57386247111608226665638773,
                                      0.29906418130365592384446354, 0.33462491824529818378495798,
                                      0.31529309239676659663205666, -0.79688793935291635401978884};
static const double kahanli8[] = {
    0.13020248308889008087881763, 0.56116298177510838456196441,  -0.38947496264484728640807860,
    0.15884190655515560089621075, -0.39590389413323757733623154, 0.18453964097831570709183254,
    0.25837438768632204729397911, 0.29501172360931029887096624,  -0.60550853383003451169892108};

#define ROW(symbol, text, p)                     \
    const lf_fractions lf_fractions_##symbol = { \
        .name = text, .order = p, .half = sizeof symbol / sizeof *symbol, .fraction = symbol}
ROW(yoshida4, "yoshida4", 4);
ROW(suzuki4, "suzuki4", 4);
ROW(yoshida6, "yoshida6", 6);
ROW(kahanli6, "kahanli6", 6);
ROW(suzukiumeno8, "suzukiumeno8", 8);
ROW(kahanli8, "kahanli8", 8);

/* The method of a single step: what was chosen for the whole goes on to it. */
static lf_method composition_base(const lf_method *M)
{
    lf_method base = *((const lf_composition *)M->table)->base;
    base.map = M->map;
    base.pull = M->pull;
    base.solver = M->solver;
    base.rotation = M->rotation;
    return base;
}

static size_t composition_work(const lf_method *M, const lf_problem *P, size_t n)
{
    const lf_method base = composition_base(M);
    return (P->action->dim + 2) * n + base.work(&base, P, n);
}

static size_t composition_carry(const lf_method *M, const lf_problem *P)
{
    const lf_method base = composition_base(M);
    return base.carry ? base.carry(&base, P) : 0;
}

static lf_status composition_start(const lf_method *M, const lf_problem *P, const lf_lanes *L,
                                   const double *y0, double *carry, lf_tally *tally, double *work)
{
    const lf_method base = composition_base(M);
    return base.start ? base.start(&base, P, L, y0, carry, tally, work) : LF_OK;
}

/* The number of steps is odd, so going to and fro between y1 and a second buffer ends in y1. */
static lf_status composition_step(const lf_method *M, const lf_problem *P, const lf_lanes *L,
                                  const double *y0, double *y1, double *carry, lf_tally *tally,
                                  double *work)
{
    const size_t n = L->n;
    const double *t = L->t, *h = L->h;
    const lf_fractions *row = ((const lf_composition *)M->table)->row;
    const lf_method base = composition_base(M);
    const size_t last = 2 * (row->half - 1);
    double *other = work, *now = other + P->action->dim * n, *part = now + n, *rest = part + n;
    const double *from = y0;
    double done = 0; /* of the step */
    for (size_t k = 0; k <= last; k++) {
        const double l = row->fraction[k < row->half ? k : last - k];
        for (size_t i = 0; i < n; i++) {
            now[i] = t[i] + done * h[i];
            part[i] = l * h[i];
        }
        double *to = k % 2 ? other : y1;
        const lf_lanes at = lf_lanes_with_step(L, now, part);
        const lf_status s = base.step(&base, P, &at, from, to, carry, tally, rest);
        if (s != LF_OK)
            return s;
        from = to;
        done += l;
    }
    return LF_OK;
}

double lf_composition_longest(const lf_method *M)
{
    double longest = 0;
    if (M->step != composition_step)
        return 1;
    const lf_fractions *row = ((const lf_composition *)M->table)->row;
    for (size_t k = 0; k < row->half; k++)
        longest = fmax(longest, fabs(row->fraction[k]));
    return longest;
}

lf_method lf_method_compose(const char *name, const lf_composition *C)
{
    return (lf_method){
        .name = name,
        .doc = "a composition of steps of a symmetric method",
        .cite = "",
        .order = C->row->order,
        .traits = C->base->traits & ~(unsigned)(LF_RKMK | LF_PROGRAM | LF_EXTRAPOLATES),
        .needs = C->base->needs,
        .step = composition_step,
        .work = composition_work,
        .start = C->base->start ? composition_start : NULL,
        .carry = C->base->carry ? composition_carry : NULL,
        .table = C,
        .map = C->base->map,
        .pull = C->base->pull,
        .solver = C->base->solver,
        .rotation = C->base->rotation,
    };
}

#define YOSHIDA "Yoshida, Construction of higher order symplectic integrators, 1990"
#define SUZUKI "Suzuki, Fractal decomposition of exponential operators, 1990"
#define UMENO "Suzuki, Umeno, Higher-order decomposition theory of exponential operators, 1993"
#define KAHAN \
    "Kahan, Li, Composition constants for raising the orders of unconventional schemes, 1997"

#define STRANG(symbol, p, words, source)                                                     \
    static const lf_composition symbol##_over_strang = {&lf_strang, &lf_fractions_##symbol}; \
    const lf_method lf_strang_##symbol = {.name = "strang-" #symbol,                         \
                                          .doc = words,                                      \
                                          .cite = source,                                    \
                                          .order = p,                                        \
                                          .traits = LF_SYMMETRIC,                            \
                                          .needs = LF_NEEDS(LF_TRAIT_SPLITTING),             \
                                          .step = composition_step,                          \
                                          .work = composition_work,                          \
                                          .table = &symbol##_over_strang}
STRANG(yoshida4, 4, "Yoshida's triple jump over Strang's splitting", YOSHIDA);
STRANG(suzuki4, 4, "Suzuki's fivefold composition of Strang's splitting", SUZUKI);
STRANG(yoshida6, 6, "Yoshida's sevenfold composition of Strang's splitting", YOSHIDA);
STRANG(kahanli6, 6, "Kahan and Li's ninefold composition of Strang's splitting", KAHAN);
STRANG(suzukiumeno8, 8, "Suzuki and Umeno's fifteenfold composition of Strang's splitting", UMENO);
STRANG(kahanli8, 8, "Kahan and Li's seventeenfold composition of Strang's splitting", KAHAN);

#define LGVI(symbol, p, words, source)                                                            \
    static const lf_composition symbol##_over_lgvi = {&lf_lgvi, &lf_fractions_##symbol};          \
    const lf_method lf_lgvi_##symbol = {.name = "lgvi-" #symbol,                                  \
                                        .doc = words,                                             \
                                        .cite = source,                                           \
                                        .order = p,                                               \
                                        .traits = LF_SYMMETRIC | LF_SYMPLECTIC | LF_CHOOSES_MAP | \
                                                  LF_CHOOSES_ROTATION,                            \
                                        .needs = LF_NEEDS(LF_TRAIT_BODIES),                       \
                                        .step = composition_step,                                 \
                                        .work = composition_work,                                 \
                                        .start = composition_start,                               \
                                        .carry = composition_carry,                               \
                                        .table = &symbol##_over_lgvi,                             \
                                        .map = LF_CAYLEY}
LGVI(yoshida4, 4, "Yoshida's triple jump over the variational integrator", YOSHIDA);
LGVI(suzuki4, 4, "Suzuki's fivefold composition of the variational integrator", SUZUKI);
LGVI(yoshida6, 6, "Yoshida's sevenfold composition of the variational integrator", YOSHIDA);
LGVI(kahanli6, 6, "Kahan and Li's ninefold composition of the variational integrator", KAHAN);
LGVI(suzukiumeno8, 8, "Suzuki and Umeno's fifteenfold composition of the variational integrator",
     UMENO);
LGVI(kahanli8, 8, "Kahan and Li's seventeenfold composition of the variational integrator", KAHAN);
