/* SPDX-License-Identifier: BSD-3-Clause */
/* test_abi_sizes.c - structs that may grow: a caller with shorter ones is served, one with longer
 * ones, or without a size, is told so. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include <lieflow/lieflow.h>

/* A turn about an axis that moves with time. */
static lf_status turn(const void *ctx, size_t trajectory, double t, const double *y, double *f)
{
    (void)ctx, (void)trajectory, (void)y;
    f[0] = cos(t);
    f[1] = sin(t);
    f[2] = 0.5;
    return LF_OK;
}

static lf_status solve(const lf_options *opt, double y[3], lf_stats *stats)
{
    const lf_point_field point = {turn, NULL};
    const lf_problem P = lf_problem_from_point("turn", &lf_sphere, &point);
    y[0] = y[1] = 0;
    y[2] = 1;
    return lf_solve(&P, lf_method_find("rkmk4"), opt, 1, y, NULL, stats);
}

static void test_shorter_options(void **state)
{
    static const size_t sizes[] = {offsetof(lf_options, every), offsetof(lf_options, watch),
                                   offsetof(lf_options, tolerance), sizeof(lf_options)};
    double y[3], expected[3];
    lf_options opt = lf_options_default();
    lf_stats stats;
    (void)state;
    assert_int_equal(opt.size, sizeof opt);
    assert_int_equal(opt.stats_size, sizeof stats);
    assert_int_equal(solve(&opt, expected, &stats), LF_OK);
    assert_int_equal(stats.steps, 100);
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        memset(&opt, 0xff, sizeof opt); /* not a number, wherever it would be read */
        lf_options_init(&opt, sizes[k], sizeof stats);
        assert_int_equal(solve(&opt, y, &stats), LF_OK);
        assert_memory_equal(y, expected, sizeof y);
        for (const unsigned char *at = (unsigned char *)&opt + sizes[k];
             at < (unsigned char *)(&opt + 1); at++)
            assert_int_equal(*at, 0xff); /* not the caller's, so left alone */
    }
}

static void refused(lf_options opt, const char *words)
{
    struct {
        lf_stats stats;
        unsigned char guard[64];
    } room;
    double y[3];
    memset(&room, 0xa5, sizeof room);
    assert_int_equal(solve(&opt, y, &room.stats), LF_EINPUT);
    if (!strstr(room.stats.message, words))
        fail_msg("'%s' does not say '%s'", room.stats.message, words);
    for (size_t k = 0; k < sizeof room.guard; k++)
        assert_int_equal(room.guard[k], 0xa5);
    assert_int_equal(solve(&opt, y, NULL), LF_EINPUT);
}

static void test_wrong_sizes(void **state)
{
    const lf_options usual = lf_options_default();
    lf_options opt = usual;
    (void)state;
    opt.size = 0;
    refused(opt, "lf_options has 0 bytes");
    opt.size = sizeof opt + 8;
    refused(opt, "begin as lf_options_default()");
    opt = usual;
    opt.stats_size = 0;
    refused(opt, "lf_stats has 0 bytes");
    opt.stats_size = sizeof(lf_stats) + 1;
    refused(opt, "lf_stats has");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shorter_options),
        cmocka_unit_test(test_wrong_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
