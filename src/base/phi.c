/* SPDX-License-Identifier: BSD-3-Clause */
/* phi.c - the functions of exponential integrators. Hochbruck, Ostermann, Exponential integrators,
 * 2010, section 2. */
#include "base/phi.h"

#include <math.h>

/* 1/(j+3)!, j = 0 .. 21: the next term is below 1e-25 for |z| < 1. */
enum { TERMS = 22 };
static const double series[TERMS] = {
    0x1.5555555555555p-3,  0x1.5555555555555p-5,  0x1.1111111111111p-7,  0x1.6c16c16c16c17p-10,
    0x1.a01a01a01a01ap-13, 0x1.a01a01a01a01ap-16, 0x1.71de3a556c734p-19, 0x1.27e4fb7789f5cp-22,
    0x1.ae64567f544e4p-26, 0x1.1eed8eff8d898p-29, 0x1.6124613a86d09p-33, 0x1.93974a8c07c9dp-37,
    0x1.ae7f3e733b81fp-41, 0x1.ae7f3e733b81fp-45, 0x1.952c77030ad4ap-49, 0x1.6827863b97d97p-53,
    0x1.2f49b46814157p-57, 0x1.e542ba4020225p-62, 0x1.71b8ef6dcf572p-66, 0x1.0ce396db7f853p-70,
    0x1.761b41316381ap-75, 0x1.f2cf01972f578p-80,
};

#define LEAST 1e-300

void lf_phi_real(double z, int count, double *f)
{
    const double e = exp(z);
    f[0] = e < LEAST ? 0 : e;
    if (count < 1)
        return;
    f[1] = z == 0 ? 1 : expm1(z) / z;
    if (count < 2)
        return;
    if (fabs(z) < 1) {
        double sum = series[TERMS - 1];
        for (int j = TERMS - 2; j >= 0; j--)
            sum = sum * z + series[j];
        f[2] = 0.5 + z * sum;
        if (count > 2)
            f[3] = sum;
        return;
    }
    f[2] = (f[1] - 1) / z;
    if (count > 2)
        f[3] = (f[2] - 0.5) / z;
}

static void divide(double ar, double ai, const double *z, double *q)
{
    const double size = z[0] * z[0] + z[1] * z[1];
    q[0] = (ar * z[0] + ai * z[1]) / size;
    q[1] = (ai * z[0] - ar * z[1]) / size;
}

/* phi_2 and phi_3 for |z| < 1 */
static void complex_series(const double *z, int count, double *f)
{
    double re = series[TERMS - 1], im = 0;
    for (int j = TERMS - 2; j >= 0; j--) {
        const double next = re * z[0] - im * z[1] + series[j];
        im = re * z[1] + im * z[0];
        re = next;
    }
    f[4] = 0.5 + (z[0] * re - z[1] * im);
    f[5] = z[0] * im + z[1] * re;
    if (count > 2) {
        f[6] = re;
        f[7] = im;
    }
}

void lf_phi_complex(const double *z, int count, double *f)
{
    const double x = z[0], y = z[1], e = exp(x), s = sin(y), c = cos(y), half = sin(0.5 * y);
    f[0] = e < LEAST ? 0 : e * c;
    f[1] = e < LEAST ? 0 : e * s;
    if (count < 1)
        return;
    if (fabs(x) + fabs(y) < 1e-6) { /* z^3/24 is lost; |z|^2 might underflow */
        f[2] = 1 + (0.5 * x + (x * x - y * y) / 6);
        f[3] = 0.5 * y + x * y / 3;
    } else {
        divide(expm1(x) * c - 2 * half * half, e * s, z, f + 2);
    }
    if (count < 2)
        return;
    if (x * x + y * y < 1) {
        complex_series(z, count, f);
        return;
    }
    divide(f[2] - 1, f[3], z, f + 4);
    if (count > 2)
        divide(f[4] - 0.5, f[5], z, f + 6);
}
