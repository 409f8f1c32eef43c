/* SPDX-License-Identifier: BSD-3-Clause */
/* test_unit_sink_events.c - what sinks do with events, and with rows of several trajectories: everything
 * arrives, everywhere, with all its bits. */
#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <lieflow/io.h>

/* ---- events in a file ---- */

enum { HITS = 3, COLUMNS = 5 };

/* The rows of a file without its header; answers how many there are. */
static size_t read_rows(const char *path, double value[][COLUMNS], size_t most)
{
    char line[300];
    size_t rows = 0;
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        double *v = value[rows < most ? rows : most - 1];
        rows += sscanf(line, "%lf,%lf,%lf,%lf,%lf", v, v + 1, v + 2, v + 3, v + 4) == COLUMNS;
    }
    fclose(file);
    return rows;
}

/* Time, number of the event from one on, direction, and the point; rows of the run are in a file of
 * their own. */
static void events_are_written_with_all_their_bits(void **state)
{
    (void)state;
    char place[] = "/tmp/lieflow-sinks-XXXXXX", path[64], beside[64], why[200] = "";
    static const char *const names[HITS] = {"a", "b", "c"};
    const lf_action plane = {.dim = 2};
    const lf_problem P = {.action = &plane};
    const lf_sink_head head = {.problem = &P, .trajectories = 1, .events = HITS, .event = names};
    const double point[HITS][2] = {{1. / 3, -1e-300}, {0.1, 2. / 7}, {-1e17 / 3, 5e-324}};
    const lf_hit hits[HITS] = {{0, 0, 0.1, point[0], true},
                               {2, 0, 1. / 3, point[1], false},
                               {1, 0, 1e9 / 7, point[2], false}};
    const lf_row row = {.t = 5, .n = 1, .y = point[0], .defect = point[0]};
    double back[HITS][COLUMNS];
    lf_sink_file F = {0};
    assert_non_null(mkdtemp(place));
    snprintf(path, sizeof path, "%s/run.csv", place);
    snprintf(beside, sizeof beside, "%s/run.events.csv", place);
    assert_int_equal(lf_sink_file_open(&F, path, &head, why, sizeof why), LF_OK);
    const lf_sink sink = lf_sink_file_sink(&F);
    assert_int_equal(sink.row(sink.ctx, &row), LF_OK);
    for (size_t k = 0; k < HITS; k++)
        assert_int_equal(sink.hit(sink.ctx, &hits[k]), LF_OK);
    assert_int_equal(lf_sink_file_close(&F, why, sizeof why), LF_OK);
    assert_int_equal(read_rows(beside, back, HITS), HITS);
    remove(path);
    remove(beside);
    rmdir(place);
    for (size_t k = 0; k < HITS; k++) {
        const double expected[COLUMNS] = {hits[k].t, (double)hits[k].event + 1,
                                          hits[k].rising ? 1 : -1, point[k][0], point[k][1]};
        test_same_bits(COLUMNS, back[k], expected, "event %zu", k);
    }
}

/* ---- several sinks ---- */

typedef struct {
    size_t rows, hits;
    lf_status answer;
} counter;

static lf_status count_row(void *ctx, const lf_row *row)
{
    counter *C = ctx;
    (void)row;
    C->rows++;
    return C->answer;
}

static lf_status count_hit(void *ctx, const lf_hit *hit)
{
    counter *C = ctx;
    (void)hit;
    C->hits++;
    return C->answer;
}

/* Each gets everything, those after one that wants to stop as well; the first answer that is not OK
 * counts. A sink without events is no obstacle. */
static void every_sink_gets_everything(void **state)
{
    (void)state;
    counter counters[4] = {{0}};
    lf_tee T = {0};
    for (size_t k = 0; k < 4; k++) {
        const lf_sink one = {.row = count_row, .ctx = &counters[k], .hit = k ? count_hit : NULL};
        assert_int_equal(lf_tee_add(&T, one), LF_OK);
    }
    const lf_sink sink = lf_tee_sink(&T);
    const lf_row row = {.n = 1};
    const lf_hit hit = {.t = 1};
    assert_int_equal(sink.row(sink.ctx, &row), LF_OK);
    assert_int_equal(sink.hit(sink.ctx, &hit), LF_OK);
    counters[1].answer = LF_STOPPED;
    counters[2].answer = LF_EIO;
    assert_int_equal(sink.row(sink.ctx, &row), LF_STOPPED);
    assert_int_equal(sink.hit(sink.ctx, &hit), LF_STOPPED);
    for (size_t k = 0; k < 4; k++) {
        assert_int_equal(counters[k].rows, 2);
        assert_int_equal(counters[k].hits, k ? 2 : 0);
    }
    lf_tee_free(&T);
}

/* ---- rows in memory ---- */

/* Time, then components, invariants and defects, each of all trajectories side by side. */
static void memory_keeps_all_columns(void **state)
{
    (void)state;
    enum { DIM = 2, INVARIANTS = 3, N = 4, WIDTH = 1 + N * (DIM + INVARIANTS + 1) };
    lf_rows M = {.dim = DIM, .invariants = INVARIANTS};
    const lf_sink sink = lf_rows_sink(&M);
    double values[WIDTH];
    test_random r = {3};
    for (size_t k = 0; k < 50; k++) {
        test_fill(&r, WIDTH, 1, values);
        const lf_row row = {.t = values[0],
                            .n = N,
                            .y = values + 1,
                            .invariants = values + 1 + DIM * N,
                            .defect = values + 1 + (DIM + INVARIANTS) * N};
        assert_int_equal(sink.row(sink.ctx, &row), LF_OK);
        assert_int_equal(M.rows, k + 1);
        for (size_t c = 0; c < WIDTH; c++)
            assert_true(lf_rows_at(&M, k, c) == values[c]);
    }
    lf_rows_free(&M);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_are_written_with_all_their_bits),
        cmocka_unit_test(every_sink_gets_everything),
        cmocka_unit_test(memory_keeps_all_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
