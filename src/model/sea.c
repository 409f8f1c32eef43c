/* SPDX-License-Identifier: BSD-3-Clause */
/* sea.c - a sea from a spectrum: frequencies from half to four times that of the peak are cut into
 * bands of equal width d, of which each sends one wave,
 *
 *   w_j = (j + u_2j) d + wp/2,   a_j = c sqrt(2 S(w_j) d),   e_j = 2 pi u_(2j+1),
 *
 * u_0, u_1, ... being the numbers in (0, 1) that splitmix64 makes of the seed (lf_dice). As w_j lies
 * anywhere in its band, the sum does not repeat itself after 2 pi/d. The factor c is chosen so that
 * sum a_j^2/2 = (height/4)^2 holds for the sum itself, not for the spectrum that it stands for. */
#include "model/sea.h"

#include <math.h>
#include <stdio.h>

#include "model/frame_model.h"

static const double TWO_PI = 6.283185307179586;
enum { SEA_MOST = 100000 };

double lf_jonswap_shape(double w, double peak, double peakedness)
{
    const double ratio = peak / w, width = w <= peak ? 0.07 : 0.09;
    const double off = (w / peak - 1) / width;
    /* in units of the peak, so that no power of a small number overflows */
    return pow(ratio, 5) * exp(-1.25 * pow(ratio, 4)) * pow(peakedness, exp(-0.5 * off * off));
}

size_t lf_sea_room(const lf_sea_asked *asked)
{
    const size_t many = asked->components <= SEA_MOST ? asked->components : 0;
    return 3 * (asked->kind == LF_SEA_JONSWAP ? many : asked->kind == LF_SEA_REGULAR);
}

static lf_status sea_check(const lf_sea_asked *asked, char *why, size_t why_size)
{
    if (!(asked->height >= 0) || !isfinite(asked->height))
        return lf_refuse("the height of waves must be 0 or positive", why, why_size);
    if (!(asked->period > 0) || !isfinite(asked->period))
        return lf_refuse("the period of waves must be positive", why, why_size);
    if (!(asked->ramp >= 0) || !isfinite(asked->ramp))
        return lf_refuse("the time over which waves grow must be 0 or positive", why, why_size);
    if (asked->kind != LF_SEA_JONSWAP)
        return LF_OK;
    if (!(asked->peakedness >= 1 && asked->peakedness <= 20))
        return lf_refuse("the peakedness of a JONSWAP spectrum lies between 1 and 20", why,
                         why_size);
    if (asked->components >= 1 && asked->components <= SEA_MOST)
        return LF_OK;
    snprintf(why, why_size, "a sea has between 1 and %d waves, not %zu", SEA_MOST,
             asked->components);
    return LF_EINPUT;
}

static void sea_spectrum(const lf_sea_asked *asked, double *amplitude, double *omega, double *phase)
{
    const size_t n = asked->components;
    const double peak = TWO_PI / asked->period, band = 3.5 * peak / (double)n;
    double sum = 0;
    lf_dice dice = {asked->seed};
    for (size_t j = 0; j < n; j++) {
        omega[j] = 0.5 * peak + ((double)j + lf_dice_uniform(&dice)) * band;
        phase[j] = TWO_PI * lf_dice_uniform(&dice);
        const double energy = lf_jonswap_shape(omega[j], peak, asked->peakedness);
        amplitude[j] = sqrt(2 * energy);
        sum += energy;
    }
    const double size = asked->height / 4 / sqrt(sum);
    for (size_t j = 0; j < n; j++)
        amplitude[j] *= size;
}

lf_status lf_sea_make(const lf_sea_asked *asked, double *memory, lf_sea *sea, char *why,
                      size_t why_size)
{
    *sea = (lf_sea){.count = 0};
    if (asked->kind == LF_SEA_CALM)
        return LF_OK;
    const lf_status s = sea_check(asked, why, why_size);
    if (s != LF_OK)
        return s;
    const size_t n = lf_sea_room(asked) / 3;
    double *amplitude = memory, *omega = amplitude + n, *phase = omega + n;
    if (asked->kind == LF_SEA_JONSWAP) {
        sea_spectrum(asked, amplitude, omega, phase);
    } else {
        amplitude[0] = asked->height / 2;
        omega[0] = TWO_PI / asked->period;
        phase[0] = 0;
    }
    *sea = (lf_sea){n, amplitude, omega, phase, asked->ramp};
    return LF_OK;
}

/* The same to both sides of t = 0, where methods may look a little back. */
static double sea_grown(const lf_sea *sea, double t)
{
    return fabs(t) < sea->ramp ? 0.5 * (1 - cos(0.5 * TWO_PI * t / sea->ramp)) : 1;
}

double lf_sea_beyond(const lf_sea *sea, double t, double direction)
{
    const double way = direction < 0 ? -1 : 1, ramp = sea->ramp;
    if (!(sea->count && ramp > 0 && way * t < ramp))
        return way * INFINITY;
    return way * t < -ramp ? -way * ramp : way * ramp;
}

lf_sea_level lf_sea_at(const lf_sea *sea, double t)
{
    const double grown = sea_grown(sea, t);
    lf_sea_level level = {0, 0};
    for (size_t j = 0; j < sea->count; j++) {
        const double angle = sea->omega[j] * t + sea->phase[j];
        level.here += sea->amplitude[j] * cos(angle);
        level.lead -= sea->amplitude[j] * sin(angle);
    }
    level.here *= grown;
    level.lead *= grown;
    return level;
}

double lf_sea_moment(const lf_sea *sea, int k)
{
    double sum = 0;
    for (size_t j = 0; j < sea->count; j++)
        sum += 0.5 * sea->amplitude[j] * sea->amplitude[j] * pow(sea->omega[j], k);
    return sum;
}
