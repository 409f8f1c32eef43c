/* SPDX-License-Identifier: BSD-3-Clause */
/* Waves: the significant height of a sum, where its spectrum peaks, the same sea from the same seed, and
 * what is refused. */
#include "support/support.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "model/sea.h"

enum { MANY = 2000 };
static double memory[3 * MANY];

static lf_sea sea_of(lf_sea_asked asked)
{
    char why[256] = "";
    lf_sea sea;
    assert_true(lf_sea_room(&asked) <= sizeof memory / sizeof *memory);
    if (lf_sea_make(&asked, memory, &sea, why, sizeof why) != LF_OK)
        fail_msg("%s", why);
    return sea;
}

static const lf_sea_asked north_sea = {LF_SEA_JONSWAP, 2.5, 9, 3.3, 200, 7, 0};

/* One wave: crests at 0 and after every period, half the height above the mean. */
static void test_regular(void **state)
{
    (void)state;
    const lf_sea sea = sea_of((lf_sea_asked){.kind = LF_SEA_REGULAR, .height = 3, .period = 8});
    static const double expect[][3] = {{0, 1.5, 0}, {2, 0, -1.5}, {4, -1.5, 0}, {6, 0, 1.5}};
    for (size_t k = 0; k < 4; k++) {
        const lf_sea_level z = lf_sea_at(&sea, expect[k][0]);
        test_within(fabs(z.here - expect[k][1]), 8 * DBL_EPSILON, "wave at %g", expect[k][0]);
        test_within(fabs(z.lead - expect[k][2]), 8 * DBL_EPSILON, "lead at %g", expect[k][0]);
        const lf_sea_level later = lf_sea_at(&sea, expect[k][0] + 2); /* a quarter of a period */
        test_within(fabs(z.lead - later.here), 8 * DBL_EPSILON, "what comes then");
    }
}

/* 4 sqrt(m0) of the sum is the height that was asked for, whatever is in it; and m0 is the mean square
 * of the surface over a long time. */
static void test_height(void **state)
{
    (void)state;
    for (size_t count = 1; count <= MANY; count = 4 * count + 3) {
        lf_sea_asked asked = north_sea;
        asked.components = count;
        const lf_sea sea = sea_of(asked);
        test_within(fabs(4 * sqrt(lf_sea_moment(&sea, 0)) - 2.5), 1e-14, "%zu waves", count);
    }
    const lf_sea sea = sea_of(north_sea);
    const int samples = 100000;
    double square = 0;
    for (int k = 0; k < samples; k++) {
        const double z = lf_sea_at(&sea, 0.9 * k).here;
        square += z * z / samples;
    }
    /* 200 waves over 10^4 peak periods: neighbours are 0.012 rad/s apart on average and do not mix */
    test_within(fabs(4 * sqrt(square) - 2.5), 0.01, "height over 25 hours");
}

/* The energy of the waves in bands of frequency is that of the spectrum, integrated apart, and is densest
 * where it should be. */
static void test_spectrum(void **state)
{
    (void)state;
    lf_sea_asked asked = north_sea;
    asked.components = MANY;
    const lf_sea sea = sea_of(asked);
    const double peak = 2 * M_PI / 9, width = 0.05 * peak;
    double band[70] = {0}, expected[70], sum = 0, best = 0, at = 0;
    for (size_t j = 0; j < sea.count; j++) {
        const double place = (sea.omega[j] - 0.5 * peak) / width;
        assert_true(place >= 0 && place < 70);
        band[(int)place] += 0.5 * sea.amplitude[j] * sea.amplitude[j];
    }
    for (int k = 0; k < 70; k++) {
        expected[k] = 0;
        for (int i = 0; i < 200; i++)
            expected[k] +=
                lf_jonswap_shape(0.5 * peak + (k + (i + 0.5) / 200) * width, peak, 3.3) / 200;
        sum += expected[k];
    }
    for (int k = 0; k < 70; k++) {
        const double share = band[k] / lf_sea_moment(&sea, 0);
        /* 28 waves a band, of which one may lie on the other side of an edge: of shares up to 0.2 */
        test_within(fabs(share - expected[k] / sum), 0.2 / 28, "band %d", k);
        if (share > best) {
            best = share;
            at = 0.5 * peak + (k + 0.5) * width;
        }
    }
    test_within(fabs(at - peak), width, "the peak");
    /* Hasselmann et al. 1973: the peak is gamma times that of Pierson and Moskowitz, far off they agree */
    test_within(fabs(lf_jonswap_shape(peak, peak, 3.3) / lf_jonswap_shape(peak, peak, 1) - 3.3),
                1e-14, "gamma at the peak");
    test_within(
        fabs(lf_jonswap_shape(2 * peak, peak, 3.3) / lf_jonswap_shape(2 * peak, peak, 1) - 1),
        1e-14, "gamma far from it");
}

static void test_seed(void **state)
{
    (void)state;
    lf_sea sea = sea_of(north_sea);
    const double first = lf_sea_at(&sea, 12.5).here;
    lf_sea_asked other = north_sea;
    other.seed++;
    sea = sea_of(other);
    assert_true(lf_sea_at(&sea, 12.5).here != first);
    sea = sea_of(north_sea);
    assert_true(lf_sea_at(&sea, 12.5).here == first);
    sea = sea_of((lf_sea_asked){.kind = LF_SEA_CALM});
    assert_true(sea.count == 0 && lf_sea_at(&sea, 3).here == 0);
}

static void test_ramp(void **state)
{
    (void)state;
    lf_sea_asked asked = {.kind = LF_SEA_REGULAR, .height = 2, .period = 1, .ramp = 4};
    const lf_sea sea = sea_of(asked);
    assert_true(lf_sea_at(&sea, 0).here == 0);
    test_within(fabs(lf_sea_at(&sea, 2).here - 0.5), 1e-15, "half way");
    test_within(fabs(lf_sea_at(&sea, 4).here - 1), 1e-14, "at the end");
    test_within(fabs(lf_sea_at(&sea, 9).here - 1), 1e-14, "later");
    assert_true(lf_sea_beyond(&sea, 1, 1) == 4 && lf_sea_beyond(&sea, 4, 1) == INFINITY);
    assert_true(lf_sea_beyond(&sea, 5, -1) == 4 && lf_sea_beyond(&sea, 4, -1) == -4);
    assert_true(lf_sea_beyond(&sea, -4, -1) == -INFINITY && lf_sea_beyond(&sea, -9, 1) == -4);
}

static void test_refused(void **state)
{
    (void)state;
    static const struct {
        lf_sea_asked asked;
        const char *why;
    } bad[] = {
        {{LF_SEA_REGULAR, -1, 9, 3.3, 1, 0, 0}, "height"},
        {{LF_SEA_REGULAR, 1, 0, 3.3, 1, 0, 0}, "period"},
        {{LF_SEA_JONSWAP, 1, 9, 0.5, 10, 0, 0}, "between 1 and 20"},
        {{LF_SEA_JONSWAP, 1, 9, 3.3, 0, 0, 0}, "between 1 and 100000 waves"},
        {{LF_SEA_JONSWAP, 1, 9, 3.3, 10, 0, -1}, "grow"},
        {{LF_SEA_JONSWAP, NAN, 9, 3.3, 10, 0, 0}, "height"},
    };
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        char why[256] = "";
        lf_sea sea;
        assert_int_equal(lf_sea_make(&bad[k].asked, memory, &sea, why, sizeof why), LF_EINPUT);
        if (!strstr(why, bad[k].why))
            fail_msg("case %zu: %s", k, why);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_regular),  cmocka_unit_test(test_height),
        cmocka_unit_test(test_spectrum), cmocka_unit_test(test_seed),
        cmocka_unit_test(test_ramp),     cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
