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

/* 4, 8 and 16 points */
static const lf_gauss lf_gauss_rules[3] = {
    {2, lf_gauss_pairs_4}, {4, lf_gauss_pairs_8}, {8, lf_gauss_pairs_16}};

#endif
