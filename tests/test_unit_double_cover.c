/* SPDX-License-Identifier: BSD-3-Clause */
/* Unit quaternions cover the rotations twice: every map of S^3 at u is that of SO(3) at 2 u. */
#include "support/calls.h"

enum { TRIALS = 40 };

/* E(q) = I + 2 w hat(v) + 2 hat(v)^2 is the rotation whose columns are Ad_q e_k */
static void cover(const double *q, double *R)
{
    for (size_t k = 0; k < 3; k++) {
        double e[3] = {0}, column[3];
        e[k] = 1;
        test_Ad(&lf_s3, 1, q, e, column);
        for (size_t row = 0; row < 3; row++)
            R[3 * row + k] = column[row];
    }
}

/* Entries are sums of a few products of numbers up to one, each rounded: some units in the last place. */
static void test_double_cover(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= TRIALS; seed++) {
        test_random r = {seed};
        double u[3], doubled[3], q[4], covered[9], R[9];
        for (size_t k = 0; k < 3; k++) {
            u[k] = test_uniform(&r, -1.2, 1.2);
            doubled[k] = 2 * u[k];
        }
        for (int map = 0; map < LF_MAP_COUNT; map++) {
            test_map(&lf_s3, (lf_map)map, 1, u, q);
            cover(q, covered);
            test_map(&lf_so3, (lf_map)map, 1, doubled, R);
            test_within(test_distance(9, covered, R), 4e-15, "E(phi(u)) = phi(2u), %s, seed %d",
                        lf_map_name((lf_map)map), (int)seed);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_double_cover)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
