/* SPDX-License-Identifier: BSD-3-Clause */
/* test_unit_stopped_rows.c - a run that is stopped amidst a long row, or amidst a long header: no half
 * of it stays, what was there before does, and more rows may follow. Waiting is by a clock and at
 * least so long, so that nothing here depends on speed. */
#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <lieflow/io.h>

enum { WIDE = 5000 }; /* columns: more than are written between two questions */

static char place[] = "/tmp/lieflow-stopped-XXXXXX";

/* Longer than the time between two questions. */
static void wait_a_little(void)
{
    struct timespec begun, now;
    clock_gettime(CLOCK_MONOTONIC, &begun);
    do
        clock_gettime(CLOCK_MONOTONIC, &now);
    while ((double)(now.tv_sec - begun.tv_sec) + 1e-9 * (double)(now.tv_nsec - begun.tv_nsec) <
           0.03);
}

static int stop(void *ctx, double fraction)
{
    (void)fraction;
    ++*(size_t *)ctx;
    return 1;
}

static size_t file_size(const char *path)
{
    struct stat file;
    return stat(path, &file) == 0 ? (size_t)file.st_size : 0;
}

/* All of a file, which is then removed; the caller frees it. */
static char *take_file(const char *path)
{
    const size_t size = file_size(path);
    FILE *file = fopen(path, "r");
    char *text = calloc(1, size + 1);
    assert_true(file && text);
    assert_int_equal(fread(text, 1, size, file), size);
    fclose(file);
    remove(path);
    return text;
}

static const lf_action wide = {.dim = WIDE};
static const lf_problem wide_problem = {.action = &wide};

static double wide_point[WIDE];
static const double wide_defect = 0;

static lf_row wide_row(double t)
{
    return (lf_row){.t = t, .n = 1, .y = wide_point, .defect = &wide_defect};
}

static lf_status give_row_late(void *ctx)
{
    const lf_sink sink = lf_sink_file_sink(ctx);
    const lf_row row = wide_row(2);
    wait_a_little();
    return sink.row(sink.ctx, &row);
}

/* Rows at 1, 2 and 3, stopped in the second one. */
static void write_three(const char *path)
{
    const lf_sink_head head = {.problem = &wide_problem};
    char why[200] = "";
    size_t asked = 0;
    lf_sink_file F;
    assert_int_equal(lf_sink_file_open(&F, path, &head, why, sizeof why), LF_OK);
    const lf_sink sink = lf_sink_file_sink(&F);
    const lf_row first = wide_row(1), third = wide_row(3);
    assert_int_equal(sink.row(sink.ctx, &first), LF_OK);
    assert_int_equal(lf_poll_during(stop, &asked, give_row_late, &F), LF_STOPPED);
    assert_int_equal(asked, 1);
    assert_int_equal(sink.row(sink.ctx, &third), LF_OK);
    lf_sink_file_note(&F, "over");
    assert_int_equal(lf_sink_file_close(&F, why, sizeof why), LF_OK);
}

/* The lines of a file that begin with a row's mark, all of them whole. */
static void expect_rows(const char *path, const char *first, const char *second, const char *third,
                        const char *end)
{
    char *text = take_file(path), *one = strstr(text, first), *three = strstr(text, third);
    assert_true(one && three && three > one);
    assert_null(strstr(text, second));
    const size_t length = strcspn(one + 1, "\n");
    assert_int_equal(length, three - one - 1);
    assert_int_equal(length, strcspn(three + 1, "\n"));
    assert_int_equal(strncmp(one + length - strlen(end) + 1, end, strlen(end)), 0);
    assert_non_null(strstr(three, "over"));
    free(text);
}

static void test_rows(void **state)
{
    (void)state;
    write_three("rows.csv");
    expect_rows("rows.csv", "\n1,", "\n2,", "\n3,", ",0");
    write_three("rows.jsonl");
    expect_rows("rows.jsonl", "\n{\"t\": 1,", "\n{\"t\": 2,", "\n{\"t\": 3,", "\"defect\": 0}");
}

/* ---- headers -------------------------------------------------------------------------------- */

static lf_status open_late(void *ctx)
{
    const lf_sink_head head = {.problem = &wide_problem};
    char why[200] = "";
    lf_sink_file F;
    wait_a_little();
    const lf_status status = lf_sink_file_open(&F, ctx, &head, why, sizeof why);
    assert_null(F.file);
    return status;
}

static void write_word(const char *path, const char *word)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(word, file);
    fclose(file);
}

/* The older file stays, and nothing lies beside it. */
static void test_header(void **state)
{
    static const char *const paths[] = {"head.csv", "head.jsonl"};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        char part[40], path[40];
        size_t asked = 0;
        snprintf(path, sizeof path, "%s", paths[i]);
        snprintf(part, sizeof part, "%s.part", paths[i]);
        write_word(path, "older\n");
        assert_int_equal(lf_poll_during(stop, &asked, open_late, path), LF_STOPPED);
        assert_int_equal(asked, 1);
        assert_int_equal(access(part, F_OK), -1);
        char *text = take_file(path);
        assert_string_equal(text, "older\n");
        free(text);
    }
}

static lf_status open_table_late(void *ctx)
{
    static char names[WIDE][8];
    static lf_column column[WIDE];
    char why[200] = "";
    for (size_t i = 0; i < WIDE; i++) {
        snprintf(names[i], sizeof names[i], "c%zu", i);
        column[i] = (lf_column){.name = names[i]};
    }
    wait_a_little();
    lf_csv *F = lf_csv_open(ctx, NULL, WIDE, column, why, sizeof why);
    assert_null(F);
    assert_string_equal(why, "table.csv: stopped by the caller");
    return LF_STOPPED;
}

static void test_table(void **state)
{
    (void)state;
    size_t asked = 0;
    char path[] = "table.csv";
    assert_int_equal(lf_poll_during(stop, &asked, open_table_late, path), LF_STOPPED);
    assert_int_equal(access("table.csv", F_OK), -1);
    assert_int_equal(access("table.csv.part", F_OK), -1);
}

/* ---- a line that is being written ----------------------------------------------------------- */

/* One line of many megabytes: longer than what is written at once. */
static lf_status note_late(void *ctx)
{
    const size_t length = (size_t)1 << 25;
    char *note = malloc(length + 1);
    assert_non_null(note);
    memset(note, 'x', length);
    note[length] = 0;
    wait_a_little();
    lf_csv_note(ctx, note);
    free(note);
    return LF_OK;
}

static void test_amidst_writing(void **state)
{
    static const lf_column column[] = {{"t", "", ""}};
    (void)state;
    char why[200] = "";
    size_t asked = 0;
    const double one = 1, three = 3;
    lf_csv *F = lf_csv_open("note.csv", NULL, 1, column, why, sizeof why);
    assert_non_null(F);
    assert_int_equal(lf_csv_row(F, &one), LF_OK);
    assert_int_equal(lf_poll_during(stop, &asked, note_late, F), LF_OK);
    assert_int_equal(asked, 1);
    assert_int_equal(lf_csv_row(F, &three), LF_OK);
    assert_int_equal(lf_csv_close(F, why, sizeof why), LF_OK);
    char *text = take_file("note.csv");
    assert_null(strchr(text, 'x'));
    assert_string_equal(strstr(text, "\n1\n"), "\n1\n3\n");
    free(text);
}

/* What was asked for inside is not asked for outside. */
static void test_nobody_is_asked_afterwards(void **state)
{
    (void)state;
    size_t asked = 0;
    char path[] = "after.csv";
    assert_int_equal(lf_poll_during(stop, &asked, open_late, path), LF_STOPPED);
    wait_a_little();
    assert_false(lf_poll(1u << 30));
    assert_int_equal(asked, 1);
}

static int enter(void **state)
{
    (void)state;
    return mkdtemp(place) && chdir(place) == 0 ? 0 : -1;
}

static int leave(void **state)
{
    (void)state;
    return chdir("/") == 0 && rmdir(place) == 0 ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_header),
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_amidst_writing),
        cmocka_unit_test(test_nobody_is_asked_afterwards),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
