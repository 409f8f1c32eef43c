/* SPDX-License-Identifier: BSD-3-Clause */
/* quick.h - logarithm and power to six digits, without a branch or a call: a step size needs no
 * more, and lanes go together. */
#ifndef LF_BASE_QUICK_H
#define LF_BASE_QUICK_H

#include <string.h>

#include "base/lanes.h"

/* x = mantissa * 2^exponent, a positive normal number with a mantissa from 1 to 2 */
static LF_INLINE double lf_quick_split(double x, double *mantissa)
{
    uint64_t bits;
    double exponent;
    memcpy(&bits, &x, sizeof bits);
    const uint64_t fraction = (bits & UINT64_C(0x000fffffffffffff)) | UINT64_C(0x3ff0000000000000);
    const uint64_t power = (bits >> 52) | UINT64_C(0x4330000000000000); /* as 2^52 + power */
    memcpy(&exponent, &power, sizeof exponent);
    memcpy(mantissa, &fraction, sizeof *mantissa);
    return exponent - (4503599627370496.0 + 1023);
}

/* 2^k for the whole number k next to x, |x| < 1000, and what is left of x */
static LF_INLINE double lf_quick_scale(double x, double *rest)
{
    const double shift = 6755399441055744.0; /* 1.5 * 2^52: rounds to whole numbers */
    const double moved = x + shift;
    uint64_t bits;
    double scale;
    memcpy(&bits, &moved, sizeof bits);
    bits = (bits + 1023) << 52;
    memcpy(&scale, &bits, sizeof scale);
    *rest = x - (moved - shift);
    return scale;
}

/* log2 of a positive normal number to 1e-7 */
static LF_INLINE double lf_quick_log2(double x)
{
    double m;
    const double exponent = lf_quick_split(x, &m);
    const double root = 1.4142135623730951, s = (m - root) / (m + root), z = s * s;
    const double series = 2.8853900817779268 + z * (0.9617966939259757 + z * 0.5770780163555854);
    return exponent + 0.5 + s * series;
}

/* 2^x for |x| < 1000 to 1e-6 */
static LF_INLINE double lf_quick_exp2(double x)
{
    double f;
    const double scale = lf_quick_scale(x, &f);
    const double series = 0.2402265069591007 +
                          f * (0.05550410866482158 + f * (0.009618129107628477 + f * 0.00133336));
    return scale * (1 + f * (0.6931471805599453 + f * series));
}

/* Rougher ones, to 1e-4 and 3e-6: a table of extrapolation is over so soon that a division here would
 * cost a tenth of its step. */
static LF_INLINE double lf_rough_log2(double x)
{
    double m;
    const double exponent = lf_quick_split(x, &m);
    const double low = -2.49835314881 + m * 4.02921139107;
    const double high = -2.07833516825 + m * (0.626032182164 - m * 0.0784406762091);
    return exponent + (low + m * m * high);
}

static LF_INLINE double lf_rough_exp2(double x)
{
    double f;
    const double scale = lf_quick_scale(x, &f);
    const double high = 0.24022349038 + f * (0.0559219758423 + f * 0.00966636851539);
    return scale * (1 + f * 0.693121045203 + f * f * high);
}

/* an error within the range of the quick functions */
static LF_INLINE double lf_quick_tame(double error)
{
    const double least = 1e-30, most = 1e30;
    return error > least ? (error < most ? error : most) : least;
}

#endif
