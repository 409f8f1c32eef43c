/* SPDX-License-Identifier: BSD-3-Clause */
/* tableaux.c - Runge-Kutta coefficients, with error rows and continuous extensions where they are
 * known: Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I; Bogacki and Shampine
 * 1989; Dormand and Prince 1980; Tsitouras 2011. The dense rows, one per stage with coefficients of
 * x, x^2, .., are made by tools/dense_coefficients.py. */
#include "method/tableaux.h"

#include <math.h>
#include <string.h>

#include "method/tableau_dop853.h"

/* clang-format off */
#define ROWS(...) (const double[]){__VA_ARGS__}

const lf_tableau lf_tableau_euler = {.name = "euler", .order = 1, .stages = 1, .a = ROWS(0), .b = ROWS(1), .c = ROWS(0)};

const lf_tableau lf_tableau_heun = {.name = "heun", .order = 2, .stages = 2, .a = ROWS(0, 0,
                                                       1, 0),
                                    .b = ROWS(1./2, 1./2), .c = ROWS(0, 1)};

const lf_tableau lf_tableau_midpoint = {.name = "midpoint", .order = 2, .stages = 2, .a = ROWS(0,    0,
                                                               1./2, 0),
                                        .b = ROWS(0, 1), .c = ROWS(0, 1./2)};

const lf_tableau lf_tableau_kutta3 = {.name = "kutta3", .order = 3, .stages = 3, .a = ROWS(0,    0, 0,
                                                           1./2, 0, 0,
                                                          -1,    2, 0),
                                      .b = ROWS(1./6, 4./6, 1./6), .c = ROWS(0, 1./2, 1)};

const lf_tableau lf_tableau_heun3 = {.name = "heun3", .order = 3, .stages = 3, .a = ROWS(0,    0,    0,
                                                         1./3, 0,    0,
                                                         0,    2./3, 0),
                                     .b = ROWS(1./4, 0, 3./4), .c = ROWS(0, 1./3, 2./3)};

static const double bs3_dense[] = {
    1.0, -1.3333333333333333, 0.5555555555555556,
    0.0, 1.0, -0.6666666666666666,
    0.0, 1.3333333333333333, -0.8888888888888888,
    0.0, -1.0, 1.0,
};
static const double bs3_error[] = {-5./72, 1./12, 1./9, -1./8};
const lf_tableau lf_tableau_bs3 = {.name = "bs3", .order = 3, .stages = 3, .a = ROWS(0,    0,    0,
                                                     1./2, 0,    0,
                                                     0,    3./4, 0),
                                   .b = ROWS(2./9, 1./3, 4./9), .c = ROWS(0, 1./2, 3./4),
    .error_order = 2, .error = bs3_error, .degree = 3, .dense = bs3_dense};

const lf_tableau lf_tableau_rk4 = {.name = "rk4", .order = 4, .stages = 4, .a = ROWS(0,    0,    0, 0,
                                                     1./2, 0,    0, 0,
                                                     0,    1./2, 0, 0,
                                                     0,    0,    1, 0),
                                   .b = ROWS(1./6, 1./3, 1./3, 1./6), .c = ROWS(0, 1./2, 1./2, 1)};

const lf_tableau lf_tableau_three_eighths = {.name = "three-eighths", .order = 4, .stages = 4, .a = ROWS(0,     0, 0, 0,
                                                                         1./3,  0, 0, 0,
                                                                        -1./3,  1, 0, 0,
                                                                         1,    -1, 1, 0),
                                             .b = ROWS(1./8, 3./8, 3./8, 1./8),
                                             .c = ROWS(0, 1./3, 2./3, 1)};

static const double dopri5_dense[] = {
    1.0, -2.8535800653862835, 3.0717434641059005, -1.1270175653862835,
    0.0, 0.0, 0.0, 0.0,
    0.0, 4.023133379230305, -6.249321565289, 2.675424484351598,
    0.0, -3.7324019615885042, 10.068970589843675, -5.685526961588504,
    0.0, 2.5548038301849423, -6.399112377351017, 3.5219323679207912,
    0.0, -1.3744241142186024, 3.272657752246729, -1.7672812570757455,
    0.0, 1.3824689317781436, -3.764937863556287, 2.382468931778144,
};
static const double dopri5_error[] = {71./57600, 0, -71./16695, 71./1920, -17253./339200, 22./525,
                                       -1./40};
const lf_tableau lf_tableau_dopri5 = {.name = "dopri5", .order = 5, .stages = 6,
    .a = ROWS(0, 0, 0, 0, 0, 0,
         1./5, 0, 0, 0, 0, 0,
         3./40, 9./40, 0, 0, 0, 0,
         44./45, -56./15, 32./9, 0, 0, 0,
         19372./6561, -25360./2187, 64448./6561, -212./729, 0, 0,
         9017./3168, -355./33, 46732./5247, 49./176, -5103./18656, 0),
    .b = ROWS(35./384, 0, 500./1113, 125./192, -2187./6784, 11./84),
    .c = ROWS(0, 1./5, 3./10, 4./5, 8./9, 1),
    .error_order = 4, .error = dopri5_error, .degree = 4, .dense = dopri5_dense};

static const double tsit5_dense[] = {
    1.0, -2.763706197274826, 2.9132554618219126, -1.0530884977290216,
    0.0, 0.13169999999999998, -0.2234, 0.1017,
    0.0, 3.9302962368947516, -5.941033872131505, 2.490627285651253,
    0.0, -12.411077166933676, 30.33818863028232, -16.548102889244902,
    0.0, 37.50931341651104, -88.1789048947664, 47.37952196281928,
    0.0, -27.896526289197286, 65.09189467479366, -34.87065786149661,
    0.0, 1.5, -4.0, 2.5,
};
static const double tsit5_error[] = {-0.00178001105222577714, -0.0008164344596567469,
                                      0.007880878010261995, -0.1447110071732629,
                                      0.5823571654525552, -0.45808210592918697, 1./66};
const lf_tableau lf_tableau_tsit5 = {.name = "tsit5", .order = 5, .stages = 6,
    .a = ROWS(0, 0, 0, 0, 0, 0,
         0.161, 0, 0, 0, 0, 0,
         -0.008480655492356992, 0.335480655492357, 0, 0, 0, 0,
         2.8971530571054935, -6.359448489975075, 4.362295432869581, 0, 0, 0,
         5.325864828439257, -11.748883564062828, 7.4955393428898365, -0.09249506636175525, 0, 0,
         5.86145544294642, -12.92096931784711, 8.159367898576159, -0.071584973281401,
         -0.028269050394068383, 0),
    .b = ROWS(0.09646076681806523, 0.01, 0.4798896504144996, 1.379008574103742, -3.290069515436081,
         2.324710524099774),
    .c = ROWS(0, 0.161, 0.327, 0.9, 0.9800255409045097, 1),
    .error_order = 4, .error = tsit5_error, .degree = 4, .dense = tsit5_dense};

/* clang-format on */

const lf_tableau lf_tableau_dop853 = LF_TABLEAU_DOP853;

static const lf_tableau *const tableaux[] = {
    &lf_tableau_euler,  &lf_tableau_heun,  &lf_tableau_midpoint, &lf_tableau_kutta3,
    &lf_tableau_heun3,  &lf_tableau_bs3,   &lf_tableau_rk4,      &lf_tableau_three_eighths,
    &lf_tableau_dopri5, &lf_tableau_tsit5, &lf_tableau_dop853,   NULL,
};

const lf_tableau *const *lf_tableaux(void)
{
    return tableaux;
}

const lf_tableau *lf_tableau_find(const char *name)
{
    for (const lf_tableau *const *T = tableaux; *T; T++)
        if (strcmp((*T)->name, name) == 0)
            return *T;
    return NULL;
}

/* Do `count` numbers add up to `total`, but for rounding? Not when one of them is no number. */
static bool adds_up(const double *x, int count, double total)
{
    double sum = 0, size = 1;
    for (int i = 0; i < count; i++) {
        sum += x[i];
        size += fabs(x[i]);
    }
    return fabs(sum - total) <= 1e-12 * size && isfinite(size);
}

/* The rows of an error estimate: differences of two methods of order one at least. */
static const char *check_errors(const lf_tableau *T)
{
    if (T->error_low && !T->error)
        return "a second error row needs a first one";
    if (!T->error)
        return NULL;
    if (T->error_order < 1)
        return "the order of the error estimate must be 1 at least";
    if (!adds_up(T->error, T->stages + 1, 0) ||
        (T->error_low && !adds_up(T->error_low, T->stages + 1, 0)))
        return "the coefficients of an error row must add up to 0";
    return NULL;
}

/* The stages that the continuous extension alone needs. */
static const char *check_extra(const lf_tableau *T)
{
    const int before = T->stages + 1, all = before + T->extra;
    if (T->extra < 0 || T->extra > LF_MAX_EXTRA)
        return "a continuous extension has at most 3 stages of its own";
    for (int i = 0; i < T->extra; i++) {
        const double *row = T->extra_a + i * all;
        if (!adds_up(row, all, T->extra_c[i]))
            return "each c of the extra stages must be the sum of its row";
        for (int j = before + i; j < all; j++)
            if (row[j] != 0)
                return "the extra stages are not explicit: they may read those before them alone";
    }
    return NULL;
}

/* At x = 1 the continuous extension is the step. */
static const char *check_dense(const lf_tableau *T)
{
    if (!T->dense)
        return T->extra ? "extra stages are for dense rows, and there are none" : NULL;
    if (!T->error)
        return "dense rows need an error row: they serve steps that follow a tolerance";
    if (T->degree < 1)
        return "the degree of the dense rows must be 1 at least";
    const char *why = check_extra(T);
    for (int i = 0; i < T->stages + 1 + T->extra && !why; i++)
        if (!adds_up(T->dense + i * T->degree, T->degree, i < T->stages ? T->b[i] : 0))
            why = "each dense row must add up to its b, and to 0 for later stages";
    return why;
}

static const char *check_step(const lf_tableau *T, bool implicit)
{
    if (T->stages < 1 || T->stages > LF_MAX_STAGES)
        return "a tableau has 1 to 16 stages";
    double total = 0;
    for (int i = 0; i < T->stages; i++) {
        double row = 0;
        for (int j = 0; j < T->stages; j++) {
            const double a = T->a[i * T->stages + j];
            if (!isfinite(a))
                return "the coefficients a must be finite numbers";
            if (!implicit && j >= i && a != 0)
                return "the tableau is not explicit: a[i][j] must vanish for j >= i";
            row += a;
        }
        if (!(fabs(row - T->c[i]) <= 1e-12 * (1 + fabs(row))))
            return "each c must be the sum of its row of a";
        if (!isfinite(T->b[i]))
            return "the coefficients b must be finite numbers";
        total += T->b[i];
    }
    return fabs(total - 1) <= 1e-12 ? NULL : "the coefficients b must add up to 1";
}

const char *lf_tableau_check_implicit(const lf_tableau *T)
{
    return check_step(T, true);
}

const char *lf_tableau_check_symplectic(const lf_tableau *T)
{
    const char *why = check_step(T, true);
    for (int i = 0; i < T->stages && !why; i++)
        if (T->b[i] == 0)
            why = "every b must be other than 0: symplectic methods on a cotangent bundle divide "
                  "by them";
    return why;
}

const char *lf_tableau_check(const lf_tableau *T)
{
    const char *why = check_step(T, false);
    if (!why)
        why = check_errors(T);
    return why ? why : check_dense(T);
}

/* sum of b_i x_i */
static double weigh(const lf_tableau *T, const double *x)
{
    double sum = 0;
    for (int i = 0; i < T->stages; i++)
        sum += T->b[i] * x[i];
    return sum;
}

/* out_i = w_i * sum of a_ij x_j, the growth of a rooted tree by one branch */
static void grow(const lf_tableau *T, const double *w, const double *x, double *out)
{
    for (int i = 0; i < T->stages; i++) {
        double sum = 0;
        for (int j = 0; j < T->stages; j++)
            sum += T->a[i * T->stages + j] * x[j];
        out[i] = w ? w[i] * sum : sum;
    }
}

/* Elementary weights of the rooted trees with up to five nodes, as vectors over the stages. */
enum { C1, C2, C3, C4, AC, AC2, AC3, CAC, AAC, C2AC, ACAC, AAC2, AAAC, CAC2, CAAC, ACxAC, TREES };

int lf_tableau_order(const lf_tableau *T)
{
    double v[TREES][LF_MAX_STAGES];
    for (int i = 0; i < T->stages; i++) {
        v[C1][i] = T->c[i];
        v[C2][i] = v[C1][i] * T->c[i];
        v[C3][i] = v[C2][i] * T->c[i];
        v[C4][i] = v[C3][i] * T->c[i];
    }
    grow(T, NULL, v[C1], v[AC]);
    grow(T, NULL, v[C2], v[AC2]);
    grow(T, NULL, v[C3], v[AC3]);
    grow(T, T->c, v[C1], v[CAC]);
    grow(T, NULL, v[AC], v[AAC]);
    grow(T, v[C2], v[C1], v[C2AC]);
    grow(T, NULL, v[CAC], v[ACAC]);
    grow(T, NULL, v[AC2], v[AAC2]);
    grow(T, NULL, v[AAC], v[AAAC]);
    grow(T, T->c, v[C2], v[CAC2]);
    grow(T, T->c, v[AC], v[CAAC]);
    grow(T, v[AC], v[C1], v[ACxAC]);
    const struct {
        int order, tree;
        double density;
    } condition[] = {{2, C1, 2},    {3, C2, 3},    {3, AC, 6},    {4, C3, 4},
                     {4, CAC, 8},   {4, AC2, 12},  {4, AAC, 24},  {5, C4, 5},
                     {5, C2AC, 10}, {5, CAC2, 15}, {5, CAAC, 30}, {5, ACxAC, 20},
                     {5, AC3, 20},  {5, ACAC, 40}, {5, AAC2, 60}, {5, AAAC, 120}};
    int order = 5;
    for (size_t k = 0; k < sizeof condition / sizeof condition[0]; k++)
        if (fabs(weigh(T, v[condition[k].tree]) - 1 / condition[k].density) > 1e-10 &&
            condition[k].order <= order)
            order = condition[k].order - 1;
    return order;
}
