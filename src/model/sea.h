/* SPDX-License-Identifier: BSD-3-Clause */
/* sea.h - waves that pass a place: one regular wave, or a sum of many that has a JONSWAP spectrum.
 *
 *   zeta(t) = ramp(t) sum_j a_j cos(w_j t + e_j)       the surface above its mean, in metres
 *
 * A vessel feels forces in proportion to zeta and to what comes a quarter of a period later,
 * -sum_j a_j sin(w_j t + e_j), with which a force leads the wave: lf_sea_at has both. */
#ifndef LF_MODEL_SEA_H
#define LF_MODEL_SEA_H

#include <math.h>
#include <stddef.h>

#include <lieflow/param.h>

typedef enum { LF_SEA_CALM, LF_SEA_REGULAR, LF_SEA_JONSWAP } lf_sea_kind;

/* What is asked for; lf_sea_make says what is wrong with it. */
typedef struct {
    int kind;          /* lf_sea_kind */
    double height;     /* from trough to crest; significant for a spectrum: 4 sqrt(m0) */
    double period;     /* of the wave, or of the peak of the spectrum */
    double peakedness; /* gamma of JONSWAP: 1 is Pierson and Moskowitz, 3.3 the North Sea's mean */
    size_t components; /* waves in the sum */
    size_t seed;       /* of their phases */
    double ramp;       /* time over which waves grow from nothing, (1 - cos(pi t/ramp))/2 */
} lf_sea_asked;

/* Numbers that stand in memory of the caller's. */
typedef struct {
    size_t count;
    const double *amplitude, *omega, *phase;
    double ramp;
} lf_sea;

/* Rows for a member `waves` of a model's struct. */
#define LF_SEA_ROWS(type)                                                                          \
    {"waves",                                                                                      \
     LF_CHOICE,                                                                                    \
     1,                                                                                            \
     offsetof(type, waves.kind),                                                                   \
     "",                                                                                           \
     "calm",                                                                                       \
     "calm|regular|jonswap",                                                                       \
     0,                                                                                            \
     0,                                                                                            \
     0,                                                                                            \
     "no waves, one regular wave, or a sum of many with the spectrum of Hasselmann et al. 1973",   \
     NULL},                                                                                        \
        LF_SEA_ROW(type, wave_height, height, "m", "1", 0, INFINITY, 0,                            \
                   "height of the waves from trough to crest; of a spectrum the significant "      \
                   "one, 4 sqrt(m0)",                                                              \
                   "waves=regular|jonswap"),                                                       \
        LF_SEA_ROW(type, wave_period, period, "s", "10", 0, INFINITY, 1,                           \
                   "period of the wave, or of the peak of the spectrum", "waves=regular|jonswap"), \
        LF_SEA_ROW(type, wave_ramp, ramp, "s", "0", 0, INFINITY, 0,                                \
                   "time over which waves grow from nothing", "waves=regular|jonswap"),            \
        LF_SEA_ROW(type, wave_peakedness, peakedness, "", "3.3", 1, 20, 0,                         \
                   "peakedness of the spectrum: 1 is Pierson and Moskowitz, 3.3 the North "        \
                   "Sea's mean",                                                                   \
                   "waves=jonswap"),                                                               \
        {"wave_components",                                                                        \
         LF_COUNT,                                                                                 \
         1,                                                                                        \
         offsetof(type, waves.components),                                                         \
         "",                                                                                       \
         "60",                                                                                     \
         NULL,                                                                                     \
         1,                                                                                        \
         100000,                                                                                   \
         0,                                                                                        \
         "waves in the sum",                                                                       \
         "waves=jonswap"},                                                                         \
    {                                                                                              \
        "wave_seed", LF_COUNT, 1, offsetof(type, waves.seed), "", "1", NULL, 0, 1e15, 0,           \
            "number that frequencies within their bands and phases are made of", "waves=jonswap"   \
    }
#define LF_SEA_ROW(type, name, member, unit, preset, low, high, open, doc, when)                   \
    {                                                                                              \
#name, LF_REAL, 1, offsetof(type, waves.member), unit, preset, NULL, low, high, open, doc, \
            when                                                                                   \
    }

/* Doubles of memory for a sea. */
size_t lf_sea_room(const lf_sea_asked *asked);
/* LF_EINPUT with a sentence where a number is out of range. */
lf_status lf_sea_make(const lf_sea_asked *asked, double *memory, lf_sea *sea, char *why,
                      size_t why_size);

/* zeta(t), and the same a quarter of a period later in every wave. */
typedef struct {
    double here, lead;
} lf_sea_level;
lf_sea_level lf_sea_at(const lf_sea *sea, double t);

/* The end of the ramp, where the surface has a slight kink: lf_breaks. */
double lf_sea_beyond(const lf_sea *sea, double t, double direction);

/* m_k = sum_j a_j^2/2 w_j^k: the significant height is 4 sqrt(m_0), the mean period between
 * upward crossings 2 pi sqrt(m_0/m_2). */
double lf_sea_moment(const lf_sea *sea, int k);

/* The JONSWAP spectrum at the angular frequency w but for its size (Hasselmann et al. 1973):
 *   w^-5 exp(-5/4 (wp/w)^4) gamma^exp(-(w - wp)^2/(2 s^2 wp^2)),   s = 0.07 for w <= wp, else 0.09 */
double lf_jonswap_shape(double w, double peak, double peakedness);

#endif
