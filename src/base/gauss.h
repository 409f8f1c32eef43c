/* SPDX-License-Identifier: BSD-3-Clause */
/* gauss.h - Gauss-Legendre quadrature on [-1, 1], in symmetric pairs of points. */
#ifndef LF_BASE_GAUSS_H
#define LF_BASE_GAUSS_H

typedef struct {
    int pairs;               /* half the number of points */
    const double (*pair)[2]; /* x > 0 and the weight at x and -x; all weights add up to 2 */
} lf_gauss;

/* clang-format off */
static const double lf_gauss_pairs_4[][2] = {
    {0.86113631159405257522, 0.34785484513745385737},
    {0.3399810435848562648, 0.65214515486254614263},
};
static const double lf_gauss_pairs_8[][2] = {
    {0.96028985649753623168, 0.10122853629037625915},
    {0.79666647741362673959, 0.22238103445337447054},
    {0.52553240991632898582, 0.31370664587788728734},
    {0.18343464249564980494, 0.36268378337836198297},
};
static const double lf_gauss_pairs_12[][2] = {
    {0.12523340851146891547, 0.24914704581340278500},
    {0.36783149899818019375, 0.23349253653835480876},
    {0.58731795428661744730, 0.20316742672306592175},
    {0.76990267419430468704, 0.16007832854334622633},
    {0.90411725637047485668, 0.10693932599531843096},
    {0.98156063424671925069, 0.04717533638651182719},
};
static const double lf_gauss_pairs_16[][2] = {
    {0.9894009349916499326, 0.027152459411754094852},
    {0.94457502307323257608, 0.062253523938647892863},
    {0.86563120238783174388, 0.09515851168249278481},
    {0.7554044083550030339, 0.12462897125553387205},
    {0.61787624440264374845, 0.14959598881657673208},
    {0.45801677765722738634, 0.16915651939500253819},
    {0.28160355077925891323, 0.18260341504492358887},
    {0.095012509837637440185, 0.18945061045506849629},
};
/* clang-format on */

/* 12 points: integrals of exponentials over |u| up to three are at roundoff */
static const lf_gauss lf_gauss_12 = {6, lf_gauss_pairs_12};
/* Point j = 0 .. 2 pairs - 1 of a rule moved to [0, 1], and its weight there; all add up to 1. */
static inline double lf_gauss_point(const lf_gauss *rule, int j)
{
    return 0.5 + (j % 2 ? 0.5 : -0.5) * rule->pair[j / 2][0];
}
static inline double lf_gauss_weight(const lf_gauss *rule, int j)
{
    return 0.5 * rule->pair[j / 2][1];
}

/* 4, 8 and 16 points */
static const lf_gauss lf_gauss_rules[3] = {
    {2, lf_gauss_pairs_4}, {4, lf_gauss_pairs_8}, {8, lf_gauss_pairs_16}};

#endif
