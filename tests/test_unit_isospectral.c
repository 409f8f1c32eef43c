/* SPDX-License-Identifier: BSD-3-Clause */
/* What pictures of isospectral flows show: the first entries of the diagonal, each with an eigenvalue as its
 * level line, the largest first. */
#include "support/cases.h"

#include <math.h>

/* Values of the outputs of a model with n rows at its start; with `guide` their level lines. */
static size_t outputs_at_start(const test_model *m, bool guide, double *value)
{
    size_t count = 0;
    for (const lf_invariant *O = m->problem.outputs; O->name; O++)
        if (O->guide)
            value[count++] = lf_problem_value(&m->problem, guide ? O->guide : O->value, 0, m->y0);
    return count;
}

/* Eigenvalues and diagonal have the same sum; the squares of the eigenvalues add up to tr L^2. Sums of five
 * numbers of size four, by Jacobi's method: some tens of roundings. */
static void test_spectra(void **state)
{
    static const char *const models[] = {"toda", "double-bracket"};
    static test_model m;
    (void)state;
    for (size_t k = 0; k < 2; k++) {
        double diagonal[8], spectrum[8], sum = 0, squares = 0;
        assert_int_equal(test_build(&m, models[k], ""), LF_OK);
        const size_t n = outputs_at_start(&m, false, diagonal);
        assert_int_equal(n * n, m.problem.action->dim);
        assert_int_equal(outputs_at_start(&m, true, spectrum), n);
        for (size_t i = 0; i < n; i++) {
            assert_true(i == 0 || spectrum[i] < spectrum[i - 1]);
            assert_true(diagonal[i] == m.y0[i * n + i]);
            sum += spectrum[i] - diagonal[i];
            squares += spectrum[i] * spectrum[i];
        }
        const double trace = lf_problem_value(&m.problem, m.problem.invariants[1].value, 0, m.y0);
        test_within(fabs(sum), 1e-13, "%s: sum of the eigenvalues", models[k]);
        test_within(fabs(squares - trace), 1e-12, "%s: sum of their squares", models[k]);
    }
}

/* Eight entries are shown of a large matrix. */
static void test_most(void **state)
{
    static test_model m;
    double spectrum[8];
    (void)state;
    assert_int_equal(test_build(&m, "toda", "n=8"), LF_OK);
    assert_int_equal(outputs_at_start(&m, true, spectrum), 8);
    assert_true(spectrum[0] > spectrum[7]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_spectra), cmocka_unit_test(test_most)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
