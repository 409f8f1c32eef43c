/* SPDX-License-Identifier: BSD-3-Clause */
/* test_unit_studies.c - studies of our own say nothing in a paper's name, compare with something, and
 * agree; only quick ones are made here, 'reproduce all' makes the others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "papers/papers.h"
#include "papers/reference.h"

/* Figures go into a folder that is left behind empty. */
static int enter(void **state)
{
    static char place[] = "/tmp/lieflow-studies-XXXXXX";
    *state = place;
    return mkdtemp(place) && chdir(place) == 0 ? 0 : -1;
}

static int leave(void **state)
{
    return chdir("/") == 0 && rmdir(*state) == 0 ? 0 : -1;
}

static void tidy(const lf_study *study)
{
    static const char *const endings[] = {".csv", ".svg", ".png"};
    for (size_t i = 0; i < 3; i++) {
        char path[LF_PATH_SIZE];
        lf_study_path(study, ".", endings[i], path);
        remove(path);
    }
}

static void own_studies_agree(void **state)
{
    (void)state;
    static const char *const quick[] = {"matrix/isospectral", "matrix/rigid-body-n",
                                        "frames/stiefel", "frames/isotropy", "pde/order-reduction"};
    for (size_t i = 0; i < sizeof quick / sizeof *quick; i++) {
        static lf_report R;
        R = (lf_report){.directory = "."};
        const lf_status status = lf_study_make(lf_study_find(quick[i]), &R);
        if (status == LF_EIO) /* no gnuplot: the lines are there nevertheless */
            print_message("%s: %s\n", quick[i], R.why);
        else
            assert_int_equal(status, LF_OK);
        for (size_t k = 0; k < R.lines; k++) {
            assert_int_not_equal(R.line[k].kind, LF_LINE_PAPER);
            if (R.line[k].answer == LF_LINE_FAILED)
                fail_msg("%s: %s", quick[i], R.line[k].sentence);
        }
        tidy(lf_study_find(quick[i]));
        assert_true(lf_report_count(&R, LF_LINE_REFERENCE, LF_LINE_HOLDS) >= 4);
        assert_true(lf_report_count(&R, LF_LINE_CHOICE, LF_LINE_SAID) >= 1);
    }
}

/* Jacobi's rotations, on which studies lean: 2 cos(k pi/(n + 1)) of ones beside the diagonal. */
static void eigenvalues_are_right(void **state)
{
    enum { N = 7 };
    double A[N * N] = {0}, value[N];
    (void)state;
    for (size_t i = 0; i + 1 < N; i++)
        A[i * N + i + 1] = A[(i + 1) * N + i] = 1;
    lf_reference_eigenvalues(N, A, value);
    for (size_t k = 0; k < N; k++)
        assert_true(fabs(value[k] - 2 * cos((double)(k + 1) * 3.14159265358979323846 / (N + 1))) <
                    1e-14);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(own_studies_agree, enter, leave),
        cmocka_unit_test(eigenvalues_are_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
