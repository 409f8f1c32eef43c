/* SPDX-License-Identifier: BSD-3-Clause */
/* test_unit_sinks.c - rows and events in files of every kind, one trajectory or several, and rows
 * for several sinks at once. */
#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <lieflow/io.h>

static char place[] = "/tmp/lieflow-sinks-XXXXXX";

static lf_row row_of(double t, const double *y, const double *inv, const double *defect, size_t n)
{
    return (lf_row){.t = t, .n = n, .y = y, .invariants = inv, .defect = defect};
}

/* All of a file, which is then removed; the caller frees it. */
static char *take_file(const char *path)
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    char *text = calloc(1, 1 << 16);
    assert_non_null(text);
    assert_true(fread(text, 1, (1 << 16) - 1, file) > 0);
    fclose(file);
    remove(path);
    return text;
}

/* A field, an invariant and an output on the plane; columns are shown the other way round. */
static void twice_x(const lf_problem *P, const lf_lanes *L, const double *y, double *q)
{
    (void)P;
    for (size_t i = 0; i < L->n; i++)
        q[i] = 2 * y[i];
}

static size_t turned(const lf_problem *P, size_t k)
{
    (void)P;
    return 1 - k;
}

static const lf_action plane = {.dim = 2};
static const char *const plane_columns[] = {"x", "y"};
static const lf_names plane_names = {.list = plane_columns, .order = turned};
static const lf_invariant plane_invariants[] = {{.name = "e", .doc = "energy", .value = twice_x},
                                                {.name = NULL}};
static const lf_invariant plane_outputs[] = {{.name = "o", .doc = "twice x", .value = twice_x},
                                             {.name = NULL}};
static const lf_problem plane_problem = {.action = &plane,
                                         .names = &plane_names,
                                         .invariants = plane_invariants,
                                         .outputs = plane_outputs};

static void write_file(const char *path, size_t n)
{
    static const char *const units[] = {"m", ""}, *const events[] = {"hop"};
    const lf_sink_head head = {.problem = &plane_problem,
                               .trajectories = n,
                               .note = "first\nsecond",
                               .time_unit = "s",
                               .unit = units,
                               .events = 1,
                               .event = events};
    const double y[4] = {1. / 3, 4, 5, 5e-324}, e[2] = {0.1, 0.2}, d[2] = {7, INFINITY};
    const double *last = n == 1 ? (const double[]){1. / 3, 5} : y;
    char why[200] = "";
    lf_sink_file F;
    assert_int_equal(lf_sink_file_open(&F, path, &head, why, sizeof why), LF_OK);
    lf_sink sink = lf_sink_file_sink(&F);
    const lf_row row = row_of(0.1, last, e, d, n), three = row_of(0.2, y, e, d, 3);
    const lf_hit hit = {.event = 0, .trajectory = n - 1, .t = 0.25, .y = y + 1, .rising = false};
    assert_int_equal(sink.row(sink.ctx, &row), LF_OK);
    assert_int_equal(sink.row(sink.ctx, &three), LF_EINPUT);
    assert_int_equal(sink.hit(sink.ctx, &hit), LF_OK);
    lf_sink_file_note(&F, "over");
    assert_int_equal(lf_sink_file_close(&F, why, sizeof why), LF_OK);
    assert_int_equal(lf_sink_file_close(&F, why, sizeof why), LF_OK);
}

/* What stands after the header. */
static void expect_file(const char *path, const char *mark, const char *expected)
{
    char *text = take_file(path), *body = strstr(text, mark);
    assert_non_null(body);
    assert_string_equal(body, expected);
    free(text);
}

static void one_trajectory(void **state)
{
    (void)state;
    write_file("one.csv", 1);
    char *text = take_file("one.csv");
    assert_int_equal(strncmp(text, "t,y,x,e,o,defect\n# lieflow ", 27), 0);
    assert_string_equal(strstr(text, "\n# columns") + 1,
                        "# columns: t [s]: time; y [m]: component of the state; x: component of "
                        "the state; e: energy; o: twice x; defect: distance from the manifold\n"
                        "# first\n# second\n"
                        "0.10000000000000001,5,0.33333333333333331,"
                        "0.10000000000000001,0.66666666666666663,7\n# over\n");
    free(text);
    text = take_file("one.events.csv");
    assert_non_null(strstr(text, "# event 1: hop\n# first\n"));
    assert_int_equal(strncmp(text, "t,event,direction,y,x\n#", 23), 0);
    assert_string_equal(strstr(text, "\n# second") + 1, "# second\n0.25,1,-1,5,4\n# over\n");
    free(text);
}

/* Several trajectories: one line each, with its number after the time. */
static void several_trajectories(void **state)
{
    (void)state;
    write_file("two.csv", 2);
    expect_file("two.csv", "# second",
                "# second\n"
                "0.10000000000000001,1,5,0.33333333333333331,0.10000000000000001,"
                "0.66666666666666663,7\n"
                "0.10000000000000001,2,4.9406564584124654e-324,4,0.20000000000000001,8,inf\n"
                "# over\n");
    expect_file("two.events.csv", "# second", "# second\n0.25,2,1,-1,5,4\n# over\n");
}

static void json_lines(void **state)
{
    (void)state;
    write_file("two.jsonl", 2);
    char *text = take_file("two.jsonl");
    assert_int_equal(strncmp(text, "{\"lieflow\": \"", 13), 0);
    assert_non_null(strstr(text, "\"note\": \"first\\nsecond\", \"columns\": [{\"name\": \"t\", "
                                 "\"unit\": \"s\", \"doc\": \"time\"}, "));
    assert_string_equal(
        strchr(text, '\n') + 1,
        "{\"t\": 0.10000000000000001, \"trajectory\": 1, \"y\": 5, \"x\": 0.33333333333333331, "
        "\"e\": 0.10000000000000001, \"o\": 0.66666666666666663, \"defect\": 7}\n"
        "{\"t\": 0.10000000000000001, \"trajectory\": 2, \"y\": 4.9406564584124654e-324, \"x\": 4, "
        "\"e\": 0.20000000000000001, \"o\": 8, \"defect\": null}\n"
        "{\"note\": \"over\"}\n");
    free(text);
    expect_file("two.events.jsonl", "{\"t\": 0",
                "{\"t\": 0.25, \"trajectory\": 2, \"event\": 1, \"direction\": -1, \"y\": 5, "
                "\"x\": 4}\n{\"note\": \"over\"}\n");
}

static void kinds_by_ending(void **state)
{
    (void)state;
    static const char *const wrong[] = {"a.txt", "a", "", ".csv", "x/.jsonl", "a.csv.gz", "a.CSV"};
    char why[200];
    lf_sink_file F;
    assert_string_equal(lf_sink_kind_find("a.csv", why, sizeof why)->ending, ".csv");
    assert_string_equal(lf_sink_kind_find("x.y/a.jsonl", why, sizeof why)->ending, ".jsonl");
    assert_ptr_equal(lf_sink_kind_find("-", why, sizeof why), lf_sink_kinds()[0]);
    assert_ptr_equal(lf_sink_kind_find("/dev/null", why, sizeof why), lf_sink_kinds()[0]);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        why[0] = 0;
        assert_null(lf_sink_kind_find(wrong[i], why, sizeof why));
        assert_non_null(
            strstr(why, "must end in .csv or .jsonl ('-' is the standard output), got"));
    }
    const lf_sink_head head = {.problem = &plane_problem};
    assert_int_equal(lf_sink_file_open(&F, "a.txt", &head, why, sizeof why), LF_EINPUT);
    assert_int_equal(lf_sink_file_open(&F, "/nowhere/a.jsonl", &head, why, sizeof why), LF_EIO);
    assert_non_null(strstr(why, "/nowhere/a.jsonl cannot be written"));
    assert_int_equal(lf_sink_file_open(&F, "/dev/full", &head, why, sizeof why), LF_EIO);
    assert_int_equal(lf_sink_file_close(&F, why, sizeof why), LF_OK);
    /* the sentence also fits into less room than it needs */
    for (size_t size = 1; size < 100; size++)
        assert_null(lf_sink_kind_find("a.txt", why, size));
}

static lf_status count_row(void *ctx, const lf_row *row)
{
    *(size_t *)ctx += row->n;
    return *(size_t *)ctx == 7 ? LF_STOPPED : LF_OK;
}

/* As many sinks as one likes; every one gets the row, whatever another answers. */
static void tee_grows(void **state)
{
    (void)state;
    enum { SINKS = 100 };
    static size_t seen[SINKS];
    const double y = 1;
    const lf_row row = row_of(0, &y, NULL, &y, 1);
    lf_tee T = {0};
    for (size_t i = 0; i < SINKS; i++)
        assert_int_equal(lf_tee_add(&T, (lf_sink){.row = count_row, .ctx = &seen[i]}), LF_OK);
    seen[60] = 6;
    lf_sink sink = lf_tee_sink(&T);
    assert_int_equal(sink.row(sink.ctx, &row), LF_STOPPED);
    for (size_t i = 0; i < SINKS; i++)
        assert_int_equal(seen[i], i == 60 ? 7 : 1);
    lf_tee_free(&T);
}

static int setup(void **state)
{
    (void)state;
    return mkdtemp(place) && chdir(place) == 0 ? 0 : -1;
}

static int teardown(void **state)
{
    (void)state;
    return chdir("/") == 0 ? rmdir(place) : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_trajectory), cmocka_unit_test(several_trajectories),
        cmocka_unit_test(json_lines),     cmocka_unit_test(kinds_by_ending),
        cmocka_unit_test(tee_grows),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
