/* SPDX-License-Identifier: BSD-3-Clause */
/* tableaux.c - Runge-Kutta coefficients. Hairer, Norsett, Wanner, Solving Ordinary Differential
 * Equations I; Dormand and Prince 1980; the order-8 pair of Dormand and Prince as in DOP853. */
#include "method/tableaux.h"

#include <math.h>
#include <string.h>

/* clang-format off */
#define ROWS(...) (const double[]){__VA_ARGS__}

const lf_tableau lf_tableau_euler = {"euler", 1, 1, ROWS(0), ROWS(1), ROWS(0)};

const lf_tableau lf_tableau_heun = {"heun", 2, 2, ROWS(0, 0,
                                                       1, 0),
                                    ROWS(1./2, 1./2), ROWS(0, 1)};

const lf_tableau lf_tableau_midpoint = {"midpoint", 2, 2, ROWS(0,    0,
                                                               1./2, 0),
                                        ROWS(0, 1), ROWS(0, 1./2)};

const lf_tableau lf_tableau_kutta3 = {"kutta3", 3, 3, ROWS(0,    0, 0,
                                                           1./2, 0, 0,
                                                          -1,    2, 0),
                                      ROWS(1./6, 4./6, 1./6), ROWS(0, 1./2, 1)};

const lf_tableau lf_tableau_heun3 = {"heun3", 3, 3, ROWS(0,    0,    0,
                                                         1./3, 0,    0,
                                                         0,    2./3, 0),
                                     ROWS(1./4, 0, 3./4), ROWS(0, 1./3, 2./3)};

const lf_tableau lf_tableau_bs3 = {"bs3", 3, 3, ROWS(0,    0,    0,
                                                     1./2, 0,    0,
                                                     0,    3./4, 0),
                                   ROWS(2./9, 1./3, 4./9), ROWS(0, 1./2, 3./4)};

const lf_tableau lf_tableau_rk4 = {"rk4", 4, 4, ROWS(0,    0,    0, 0,
                                                     1./2, 0,    0, 0,
                                                     0,    1./2, 0, 0,
                                                     0,    0,    1, 0),
                                   ROWS(1./6, 1./3, 1./3, 1./6), ROWS(0, 1./2, 1./2, 1)};

const lf_tableau lf_tableau_three_eighths = {"three-eighths", 4, 4, ROWS(0,     0, 0, 0,
                                                                         1./3,  0, 0, 0,
                                                                        -1./3,  1, 0, 0,
                                                                         1,    -1, 1, 0),
                                             ROWS(1./8, 3./8, 3./8, 1./8),
                                             ROWS(0, 1./3, 2./3, 1)};

const lf_tableau lf_tableau_dopri5 = {
    "dopri5", 5, 6,
    ROWS(0, 0, 0, 0, 0, 0,
         1./5, 0, 0, 0, 0, 0,
         3./40, 9./40, 0, 0, 0, 0,
         44./45, -56./15, 32./9, 0, 0, 0,
         19372./6561, -25360./2187, 64448./6561, -212./729, 0, 0,
         9017./3168, -355./33, 46732./5247, 49./176, -5103./18656, 0),
    ROWS(35./384, 0, 500./1113, 125./192, -2187./6784, 11./84),
    ROWS(0, 1./5, 3./10, 4./5, 8./9, 1)};

const lf_tableau lf_tableau_tsit5 = {
    "tsit5", 5, 6,
    ROWS(0, 0, 0, 0, 0, 0,
         0.161, 0, 0, 0, 0, 0,
         -0.008480655492356992, 0.335480655492357, 0, 0, 0, 0,
         2.8971530571054935, -6.359448489975075, 4.362295432869581, 0, 0, 0,
         5.325864828439257, -11.748883564062828, 7.4955393428898365, -0.09249506636175525, 0, 0,
         5.86145544294642, -12.92096931784711, 8.159367898576159, -0.071584973281401,
         -0.028269050394068383, 0),
    ROWS(0.09646076681806523, 0.01, 0.4798896504144996, 1.379008574103742, -3.290069515436081,
         2.324710524099774),
    ROWS(0, 0.161, 0.327, 0.9, 0.9800255409045097, 1)};

const lf_tableau lf_tableau_dop853 = {
    "dop853", 8, 12,
    ROWS(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
         5.26001519587677318785587544488e-2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
         1.97250569845378994544595329183e-2, 5.91751709536136983633785987549e-2,
         0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
         2.95875854768068491816892993775e-2, 0, 8.87627564304205475450678981324e-2,
         0, 0, 0, 0, 0, 0, 0, 0, 0,
         2.41365134159266685502369798665e-1, 0, -8.84549479328286085344864962717e-1,
         9.24834003261792003115737966543e-1, 0, 0, 0, 0, 0, 0, 0, 0,
         3.7037037037037037037037037037e-2, 0, 0, 1.70828608729473871279604482173e-1,
         1.25467687566822425016691814123e-1, 0, 0, 0, 0, 0, 0, 0,
         3.7109375e-2, 0, 0, 1.70252211019544039314978060272e-1,
         6.02165389804559606850219397283e-2, -1.7578125e-2, 0, 0, 0, 0, 0, 0,
         3.70920001185047927108779319836e-2, 0, 0, 1.70383925712239993810214054705e-1,
         1.07262030446373284651809199168e-1, -1.53194377486244017527936158236e-2,
         8.27378916381402288758473766002e-3, 0, 0, 0, 0, 0,
         6.24110958716075717114429577812e-1, 0, 0, -3.36089262944694129406857109825,
         -8.68219346841726006818189891453e-1, 2.75920996994467083049415600797e1,
         2.01540675504778934086186788979e1, -4.34898841810699588477366255144e1, 0, 0, 0, 0,
         4.77662536438264365890433908527e-1, 0, 0, -2.48811461997166764192642586468,
         -5.90290826836842996371446475743e-1, 2.12300514481811942347288949897e1,
         1.52792336328824235832596922938e1, -3.32882109689848629194453265587e1,
         -2.03312017085086261358222928593e-2, 0, 0, 0,
         -9.3714243008598732571704021658e-1, 0, 0, 5.18637242884406370830023853209,
         1.09143734899672957818500254654, -8.14978701074692612513997267357,
         -1.85200656599969598641566180701e1, 2.27394870993505042818970056734e1,
         2.49360555267965238987089396762, -3.0467644718982195003823669022, 0, 0,
         2.27331014751653820792359768449, 0, 0, -1.05344954667372501984066689879e1,
         -2.00087205822486249909675718444, -1.79589318631187989172765950534e1,
         2.79488845294199600508499808837e1, -2.85899827713502369474065508674,
         -8.87285693353062954433549289258, 1.23605671757943030647266201528e1,
         6.43392746015763530355970484046e-1, 0),
    ROWS(5.42937341165687622380535766363e-2, 0, 0, 0, 0, 4.45031289275240888144113950566,
         1.89151789931450038304281599044, -5.8012039600105847814672114227,
         3.1116436695781989440891606237e-1, -1.52160949662516078556178806805e-1,
         2.01365400804030348374776537501e-1, 4.47106157277725905176885569043e-2),
    ROWS(0, 5.26001519587677318785587544488e-2, 7.89002279381515978178381316732e-2,
         1.18350341907227396726757197510e-1, 2.81649658092772603273242802490e-1, 1./3, 1./4,
         4./13, 127./195, 3./5, 6./7, 1)};
/* clang-format on */

const lf_tableau *const lf_tableaux[] = {
    &lf_tableau_euler,  &lf_tableau_heun,  &lf_tableau_midpoint, &lf_tableau_kutta3,
    &lf_tableau_heun3,  &lf_tableau_bs3,   &lf_tableau_rk4,      &lf_tableau_three_eighths,
    &lf_tableau_dopri5, &lf_tableau_tsit5, &lf_tableau_dop853,   NULL,
};

const lf_tableau *lf_tableau_find(const char *name)
{
    for (const lf_tableau *const *T = lf_tableaux; *T; T++)
        if (strcmp((*T)->name, name) == 0)
            return *T;
    return NULL;
}

const char *lf_tableau_check(const lf_tableau *T)
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
            if (j >= i && a != 0)
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
