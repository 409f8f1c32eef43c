/* SPDX-License-Identifier: BSD-3-Clause */
/* Lyapunov exponents of long runs: exact sums, values that are known, honest standard errors, and two
 * forms that agree. */
#include "test_lyapunov_model.h"

/* The trace of Lorenz' Jacobian is -sigma - 1 - beta everywhere: the sum of the continuous form is that but
 * for roundings, that of the discrete form but for the error of the method. */
static void test_trace(void **state)
{
    (void)state;
    exponents e;
    double lambda[3];
    make(&e, "system=lorenz63;form=continuous;transient=1");
    const lf_options opt = until(20, 0.01);
    march(&e, "rkmk4", &opt, e.y);
    test_within(fabs(read_point(&e, e.y, lambda, NULL).sum + 41.0 / 3), 1e-12, "continuous");
    drop(&e);
    make(&e, "system=lorenz63;transient=1");
    march(&e, "dop853", &opt, e.y);
    test_within(fabs(read_point(&e, e.y, lambda, NULL).sum + 41.0 / 3), 1e-8, "discrete, order 8");
    drop(&e);
    make(&e, "system=henon-heiles;transient=0"); /* Hamiltonian: pairs of opposite exponents */
    march(&e, "dop853", &opt, e.y);
    test_within(fabs(read_point(&e, e.y, NULL, NULL).sum), 1e-12, "Henon and Heiles");
    drop(&e);
}

/* Lorenz 1963: 0.9056, 0, -14.5723 (Sprott, Chaos and Time-Series Analysis, 2003). */
static void test_lorenz63(void **state)
{
    (void)state;
    static const double known[] = {0.9056, 0, -14.5723};
    exponents e;
    double lambda[3], errors[3];
    make(&e, "system=lorenz63");
    const lf_options opt = until(2000, 0.01);
    march(&e, "rk4", &opt, e.y);
    const lf_lyapunov_total total = read_point(&e, e.y, lambda, errors);
    for (size_t i = 0; i < 3; i++) {
        /* five standard errors, and what steps of 0.01 do to the fastest decay */
        test_within(fabs(lambda[i] - known[i]), 5 * errors[i] + 2e-3, "exponent %zu", i + 1);
        test_within(errors[i], 0.02, "standard error %zu", i + 1);
        assert_true(errors[i] > 1e-6);
    }
    test_within(fabs(total.dimension - 2.0621), 0.005, "Kaplan-Yorke dimension");
    /* half an ulp of 2000 in each of 200000 steps, were they all of one sign, is 2e-8 */
    test_within(fabs(total.time - 1980), 1e-8, "time that was counted");
    drop(&e);
}

/* Lorenz 1996 with 40 components: values of long runs in both forms elsewhere, T = 1000. They scatter by
 * their standard errors, 0.025 to 0.012, in another run. */
static void test_lorenz96(void **state)
{
    (void)state;
    static const double known[] = {1.673, 1.488, 1.292, 1.148, 1.024,
                                   0.876, 0.735, 0.615, 0.495, 0.382};
    exponents e;
    double lambda[10], errors[10];
    make(&e, "system=lorenz96");
    const lf_options opt = until(1000, 0.02);
    march(&e, "rk4", &opt, e.y);
    const lf_lyapunov_total total = read_point(&e, e.y, lambda, errors);
    for (size_t i = 0; i < 10; i++) {
        test_within(fabs(lambda[i] - known[i]), 0.06, "exponent %zu", i + 1);
        test_within(errors[i], 0.04, "standard error %zu", i + 1);
        assert_true(errors[i] > 5e-3);
    }
    assert_true(total.dimension == 10); /* or more */
    drop(&e);
}

/* All forty, more than are outputs: the sum is the trace, -40, but for the error of the method, and the dimension is
 * 27.1 (Lorenz, Emanuel, J. Atmos. Sci. 55, 399, 1998). The display has the rest. */
static void test_full_ring(void **state)
{
    (void)state;
    exponents e;
    double lambda[40], shown[40 + 40 - LF_LYAPUNOV_OUTPUTS + 40], *work;
    make(&e, "system=lorenz96;k=40");
    const lf_options opt = until(300, 0.02);
    march(&e, "rk4", &opt, e.y);
    const lf_lyapunov_total total = read_point(&e, e.y, lambda, NULL);
    test_within(fabs(total.sum + 40), 0.02, "sum");
    test_within(fabs(total.dimension - 27.1), 0.4, "Kaplan-Yorke dimension");
    assert_int_equal(lf_problem_shown(&e.P), sizeof shown / sizeof *shown);
    work = calloc(lf_problem_show_work(&e.P, 1) + 1, sizeof *work);
    const double t = 300;
    const lf_lanes one = {.n = 1, .t = &t};
    lf_problem_show(&e.P, &one, e.y, shown, work);
    test_same_bits(40, shown, e.y, "x");
    test_same_bits(40 - LF_LYAPUNOV_OUTPUTS, shown + 40, lambda + LF_LYAPUNOV_OUTPUTS,
                   "exponents that are no outputs");
    free(work);
    drop(&e);
}

/* Are the standard errors honest? Sixteen runs from other starts scatter as much as each says, within a factor
 * that a sample of sixteen exceeds once in some thousand. */
static void test_standard_errors(void **state)
{
    (void)state;
    enum { RUNS = 16 };
    double sum = 0, square = 0, said = 0;
    for (int run = 0; run < RUNS; run++) {
        exponents e;
        double lambda[3], errors[3];
        char settings[96];
        snprintf(settings, sizeof settings, "system=lorenz63;k=1;x=%g 1 20", 1 + 0.1 * run);
        make(&e, settings);
        const lf_options opt = until(420, 0.01);
        march(&e, "rk4", &opt, e.y);
        read_point(&e, e.y, lambda, errors);
        sum += lambda[0];
        square += lambda[0] * lambda[0];
        said += errors[0] / RUNS;
        drop(&e);
    }
    const double scatter = sqrt((square - sum * sum / RUNS) / (RUNS - 1));
    test_within(fabs(log(scatter / said)), log(2), "scatter %.4g, standard error %.4g", scatter,
                said);
}

/* Both forms along the same orbit. */
static void test_forms_agree(void **state)
{
    (void)state;
    static const char *const systems[] = {"lorenz63", "roessler", "henon-heiles",
                                          "lorenz96;n=12;k=5"};
    for (size_t k = 0; k < sizeof systems / sizeof *systems; k++) {
        exponents e;
        double discrete[12], continuous[12];
        char settings[128];
        const lf_options opt = until(8, 0.0025);
        for (int form = 0; form < 2; form++) {
            snprintf(settings, sizeof settings, "transient=1;form=%s;system=%s",
                     form ? "continuous" : "discrete", systems[k]);
            make(&e, settings);
            march(&e, form ? "rkmk8" : "dop853", &opt, e.y);
            read_point(&e, e.y, form ? continuous : discrete, NULL);
            if (form == 0)
                drop(&e);
        }
        /* a step more or less is counted where the transient ends: the stages of one step differ */
        for (size_t i = 0; i < e.l->k; i++)
            test_within(fabs(discrete[i] - continuous[i]), 0.02, "%s: exponent %zu", systems[k],
                        i + 1);
        drop(&e);
    }
}

/* The field behind another name: no method knows what its points are made of. */
static lf_status veiled_field(const lf_problem *P, const lf_lanes *L, const double *y, double *f,
                              double *work)
{
    const lf_problem *plain = P->ctx;
    return plain->field(plain, L, y, f, work);
}

/* Vectors that go through a step a few at a time have the bits of a step of the whole point: for groups of
 * several and of one, and a number of vectors that groups do not divide. */
static void test_vectors_in_groups(void **state)
{
    (void)state;
    static const char *const sizes[] = {"n=300;k=10", "n=1100;k=3", "n=260;k=9"};
    static const char *const methods[] = {"rk4", "modified-euler", "euler", "rkmk3"};
    for (size_t i = 0; i < 3; i++)
        for (size_t m = 0; m < 4; m++) {
            exponents e;
            char settings[96];
            lf_stats stats, veiled_stats;
            snprintf(settings, sizeof settings, "system=lorenz96;transient=0.1;%s", sizes[i]);
            make(&e, settings);
            const size_t dim = e.P.action->dim;
            double *other = malloc(dim * sizeof *other);
            assert_non_null(other);
            memcpy(other, e.y, dim * sizeof *other);
            lf_problem veiled = e.P;
            veiled.ctx = &e.P;
            veiled.field = veiled_field;
            veiled.outputs = NULL;
            veiled.traits = NULL;
            veiled.names = NULL;
            lf_options opt = until(0.3, 0.01);
            opt.watch = 0;
            const lf_method *M = lf_method_find(methods[m]);
            assert_int_equal(lf_solve(&e.P, M, &opt, 1, e.y, NULL, &stats), LF_OK);
            assert_int_equal(lf_solve(&veiled, M, &opt, 1, other, NULL, &veiled_stats), LF_OK);
            for (size_t c = 0; c < dim; c++)
                if (e.y[c] != other[c])
                    fail_msg("%s, %s: component %zu", sizes[i], methods[m], c);
            assert_true(stats.evaluations == veiled_stats.evaluations);
            free(other);
            drop(&e);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_trace),
        cmocka_unit_test(test_lorenz63),
        cmocka_unit_test(test_lorenz96),
        cmocka_unit_test(test_full_ring),
        cmocka_unit_test(test_standard_errors),
        cmocka_unit_test(test_forms_agree),
        cmocka_unit_test(test_vectors_in_groups),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
