/* SPDX-License-Identifier: BSD-3-Clause */
/* test_unit_io.c - text, JSON, CSV and memory as the library offers them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <lieflow/io.h>

static void text_grows(void **state)
{
    (void)state;
    lf_text T = {0};
    assert_string_equal(lf_text_string(&T), "");
    for (int i = 0; i < 1000; i++)
        lf_text_add(&T, "%03d,", i);
    assert_int_equal(T.length, 4000);
    assert_memory_equal(T.data + 3996, "999,", 5);
    lf_text_free(&T);
    assert_null(T.data);
}

static void json_is_json(void **state)
{
    (void)state;
    lf_json J = {0};
    lf_json_begin(&J, NULL, '{');
    lf_json_string(&J, "a\"b", "tab\t, line\n, quote\", back\\, \xff, \xc3\xa9");
    lf_json_numbers(&J, "n", 4, (double[]){0.1, NAN, -INFINITY, 1e300});
    lf_json_begin(&J, "empty", '[');
    lf_json_end(&J, ']');
    lf_json_count(&J, "k", 3);
    lf_json_flag(&J, "f", false);
    lf_json_end(&J, '}');
    assert_string_equal(
        lf_text_string(&J.text),
        "{\"a\\\"b\": \"tab\\u0009, line\\n, quote\\\", back\\\\, \\ufffd, \xc3\xa9\", "
        "\"n\": [0.10000000000000001, null, null, 1.0000000000000001e+300], "
        "\"empty\": [], \"k\": 3, \"f\": false}");
    lf_json_free(&J);
}

static lf_row row_of(double t, const double *y, const double *inv, const double *defect, size_t n)
{
    return (lf_row){.t = t, .n = n, .y = y, .invariants = inv, .defect = defect};
}

static void csv_reports_failure(void **state)
{
    (void)state;
    char why[200] = "";
    const lf_column column[] = {{"t", "s", "time"}};
    assert_null(lf_csv_open("/nowhere/a.csv", NULL, 1, column, why, sizeof why));
    assert_non_null(strstr(why, "/nowhere/a.csv cannot be written"));
    assert_null(lf_csv_open("/dev/full", NULL, 1, column, why, sizeof why));
    assert_int_equal(lf_csv_close(NULL, why, sizeof why), LF_OK);
}

/* A file is none of the standard ones, also where these are closed and their numbers are free: what
 * is printed must not get into it. */
static void closed_standard_files(void **state)
{
    (void)state;
    char place[] = "/tmp/lieflow-io-XXXXXX", path[64], why[200] = "", text[400] = "";
    assert_non_null(mkdtemp(place));
    snprintf(path, sizeof path, "%s/a.csv", place);
    const lf_column column[] = {{"t", "s", "time"}};
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        for (int fd = 0; fd < 3; fd++)
            close(fd);
        lf_csv *file = lf_csv_open(path, NULL, 1, column, why, sizeof why);
        bool right = file != NULL;
        for (int fd = 0; fd < 3 && right; fd++)
            right = write(fd, "printed\n", 8) < 0;
        _exit(right && lf_csv_row(file, (double[]){1}) == LF_OK &&
                      lf_csv_close(file, why, sizeof why) == LF_OK
                  ? 0
                  : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_true(fread(text, 1, sizeof text - 1, file) > 0);
    fclose(file);
    remove(path);
    assert_int_equal(rmdir(place), 0);
    assert_null(strstr(text, "printed"));
    assert_non_null(strstr(text, "\n1\n"));
}

static void rows_are_kept(void **state)
{
    (void)state;
    lf_rows M = {.dim = 2, .invariants = 1}, N = {.dim = 2};
    lf_tee T = {0};
    assert_int_equal(lf_tee_add(&T, lf_rows_sink(&M)), LF_OK);
    assert_int_equal(lf_tee_add(&T, lf_rows_sink(&N)), LF_OK);
    lf_sink sink = lf_tee_sink(&T);
    for (int i = 0; i < 1000; i++) {
        double y[4] = {i, i + 1, i + 2, i + 3}, inv[2] = {10, 11}, defect[2] = {0.5, 0.25};
        lf_row row = row_of(i, y, inv, defect, 2);
        assert_int_equal(sink.row(sink.ctx, &row), LF_OK);
    }
    assert_int_equal(M.rows, 1000);
    assert_int_equal(M.width, 9);
    assert_int_equal(N.width, 7);
    assert_true(lf_rows_at(&M, 999, 4) == 1002 && lf_rows_at(&M, 7, 8) == 0.25);
    lf_rows_free(&M);
    lf_rows_free(&N);
    lf_tee_free(&T);
    assert_int_equal(M.rows, 0);
    assert_int_equal(M.dim, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_grows),          cmocka_unit_test(json_is_json),
        cmocka_unit_test(csv_reports_failure), cmocka_unit_test(closed_standard_files),
        cmocka_unit_test(rows_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
