/* SPDX-License-Identifier: BSD-3-Clause */
/* test_cli_observed.c - models that work on data, and models of matrices and waves, as a user meets them: what
 * comes out of --data by --result, rows that carry their data, and sentences where input is wrong. */
#include "test_cli_tool.h"

enum { ROWS = 40 };

/* Three columns, two directions of which hold all the variance: their third component is nothing. */
static void observation(size_t i, double *row)
{
    const double x = sin(1.7 * (double)i), y = cos(2.9 * (double)i + 1);
    row[0] = 3 * x + 1;
    row[1] = 3 * x + 0.5 * y;
    row[2] = 0.2 * y - 2;
}

static void write_observations(const char *path)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("a,b,c\n", file);
    for (size_t i = 0; i < ROWS; i++) {
        double row[3];
        observation(i, row);
        fprintf(file, "%.17g,%.17g,%.17g\n", row[0], row[1], row[2]);
    }
    fclose(file);
}

/* Numbers of a table, line by line; comments and names are left out. */
static size_t read_numbers(const char *path, size_t columns, size_t most, double *number)
{
    char *text = tool_read(path);
    size_t count = 0;
    for (char *line = strchr(text, '\n'); line && line[1]; line = strchr(line + 1, '\n')) {
        char *at = line + 1;
        for (size_t c = 0; *at != '#' && c < columns; c++, count++) {
            assert_true(count < most);
            number[count] = strtod(at, &at);
            at += *at == ',';
        }
    }
    free(text);
    return count;
}

/* ---- results -------------------------------------------------------------------------------- */

/* Two components keep rows that have no more; one keeps what lies along the dominant direction. The flow
 * has forgotten its start by e^-20 then. */
static void components_keep_rows(void **state)
{
    (void)state;
    double kept[3 * ROWS], error[2] = {0};
    write_observations("obs.csv");
    for (int k = 1; k <= 2; k++) {
        char words[200];
        snprintf(words, sizeof words,
                 "run pca --data obs.csv --set k=%d --t-end 400 --step 0.1 --result kept.csv", k);
        tool_expect(words, 0, "share", NULL);
        assert_int_equal(read_numbers("kept.csv", 3, 3 * ROWS, kept), 3 * ROWS);
        for (size_t i = 0; i < ROWS; i++) {
            double row[3];
            observation(i, row);
            for (size_t c = 0; c < 3; c++)
                error[k - 1] = fmax(error[k - 1], fabs(kept[3 * i + c] - row[c]));
        }
    }
    assert_true(error[0] > 0.1 && error[0] < 1);
    assert_true(error[1] < 1e-9);
}

/* What comes out is white: mean 0, variance 1, uncorrelated. */
static void sources_are_white(void **state)
{
    (void)state;
    double source[2 * ROWS], sum[5] = {0};
    write_observations("obs.csv");
    tool_expect("run ica --data obs.csv --set k=2 --result sources.csv", 0, "gradient", NULL);
    assert_int_equal(read_numbers("sources.csv", 2, 2 * ROWS, source), 2 * ROWS);
    for (size_t i = 0; i < ROWS; i++) {
        const double a = source[2 * i], b = source[2 * i + 1];
        const double part[5] = {a, b, a * a - 1, b * b - 1, a * b};
        for (size_t c = 0; c < 5; c++)
            sum[c] += part[c] / ROWS;
    }
    for (size_t c = 0; c < 5; c++)
        assert_true(fabs(sum[c]) < 1e-12); /* covariances of size 1 from roundings of 40 rows */
}

/* Rows carry the names of their data, so that they are made again bit for bit; also where the data stand
 * beside a scenario file elsewhere. */
static void rows_carry_their_data(void **state)
{
    (void)state;
    static const char *const runs[] = {"run pca --data obs.csv --set k=1",
                                       "run pca --data obs.csv,obs.csv --set k=1 --set d=50",
                                       "run pca --set d=9 --set k=2 --data obs.csv",
                                       "run ica --data obs.csv --set k=2", "run there/own.yaml"};
    write_observations("obs.csv");
    assert_int_equal(mkdir("there", 0777), 0);
    write_observations("there/other.csv");
    tool_write("there/own.yaml", "model: pca\ndata: other.csv\nparameters: {k: 1}\n");
    for (size_t k = 0; k < sizeof runs / sizeof *runs; k++) {
        char words[200];
        snprintf(words, sizeof words, "%s --steps 5 --t-end 0.1 --out a.csv", runs[k]);
        tool_expect(words, 0, NULL, NULL);
        tool_expect("run a.csv --out b.csv", 0, NULL, NULL);
        char *a = tool_read("a.csv"), *b = tool_read("b.csv");
        assert_string_equal(a, b);
        assert_non_null(strstr(a, "data: "));
        free(a);
        free(b);
    }
}

/* ---- refusals ------------------------------------------------------------------------------- */

static void data_are_refused(void **state)
{
    (void)state;
    write_observations("obs.csv");
    tool_write("text.csv", "a,b,c\n1,2,3\n4,x,6\n7,8,10\n");
    tool_write("nan.csv", "1,2,3\n4,nan,6\n7,8,10\n");
    tool_write("inf.csv", "1,2,3\n4,5,6\n7,8,1e999\n");
    tool_write("short.csv", "1,2,3\n4,6\n7,8,10\n");
    tool_write("empty.csv", "");
    tool_write("same.csv", "1,2\n1,2\n1,2\n");
    static const struct {
        const char *words, *sentence;
    } wrong[] = {
        {"run pca --data text.csv", "text.csv:3: column 2: 'x' is no number"},
        {"run ica --data text.csv", "text.csv:3: column 2: 'x' is no number"},
        {"run pca --data nan.csv", "nan.csv:2: column 2: 'nan' is not finite"},
        {"run pca --data inf.csv", "inf.csv:3: column 3: '1e999' is not finite"},
        {"run pca --data short.csv", "short.csv:2: 2 columns, where the lines before have 3"},
        {"run pca --data empty.csv", "empty.csv: there are no numbers in it"},
        {"run pca --data same.csv --set k=1", "all rows of the data are the same"},
        {"run pca --data none.csv", "none.csv: cannot be read: No such file"},
        {"run toda --data obs.csv", "the model toda takes no data"},
        {"run pca --data obs.csv --set k=4", "k = 4 is more than d = 3"},
        {"run pca --data obs.csv --set k=1 --set matrix=1,0,0,1", "matrix of their own"},
        {"run ica --data obs.csv --set k=2 --set mixing=1,0,0,0,1,0,0,0,1", "mixed already"},
        {"run ica --data obs.csv --set k=3", "no variance in 3 directions"},
        {"run pca --data obs.csv --set k=2 --result r.txt", "must end in .csv or .wav"},
        {"run pca --data obs.csv --set k=2 --result r.wav", "the data are no sounds"},
        {"run pca --data obs.csv --set k=2 --result no/r.csv", "no/r.csv cannot be written"},
        {"run pca --result r.csv", "there is no result without data"},
    };
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
        tool_expect(wrong[k].words, strstr(wrong[k].words, "no/r") ? 1 : 2, NULL,
                    wrong[k].sentence);
}

static void sizes_and_signs_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *words, *sentence;
    } wrong[] = {
        {"run kdv --set n=100", "the nearest are 96 and 128"},
        {"run kuramoto-sivashinsky --set n=2", "at least 4"},
        {"run gray-scott --set n=7", "the nearest are 6 and 8"},
        {"run burgers --set nu=-1", "nu must be positive, got -1"},
        {"run allen-cahn --set nu=0", "nu must be positive, got 0"},
        {"run swift-hohenberg --set n=12", "the grid too coarse"},
        {"run pca --set k=30", "k = 30 is more than d = 20"},
        {"run ica --set k=4", "only if k is at most d"},
        {"run ground-state --set d=10 --set k=20", "only if k is at most d"},
        {"run lyapunov --set k=5", "the system has 3 exponents, got k = 5"},
        {"run pca --set d=2 --set k=1 --set start=1,1", "start must have orthonormal columns"},
        {"run brockett --set d=3 --set k=2 --set start=1,0,0,1,1,0", "orthonormal columns"},
        {"run pca --set k=1 --set matrix=1,2,3,4", "matrix is not symmetric: row 2 has 3"},
        {"run pca --set k=1 --set matrix=1,2,3", "a square number of entries, got 3"},
        {"run double-bracket --set n=2 --set N=2,1 --set L=1,2,3,4", "L must be symmetric"},
        {"run kdv --method rkmk4 --tol nan", "tol"},
        {"run burgers --method rkmk4", "cf4"},
    };
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
        tool_expect(wrong[k].words, 2, NULL, wrong[k].sentence);
}

/* Lists end with a word: no sentence is cut. */
static void lists_are_whole(void **state)
{
    (void)state;
    tool_expect("list models", 0, "which sorts its eigenvalues\n", NULL);
    tool_expect("list models", 0, "which follows it if the matrix turns\n", NULL);
    tool_expect("describe krogstad4", 0, "no flows", NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(components_keep_rows),        cmocka_unit_test(sources_are_white),
        cmocka_unit_test(rows_carry_their_data),       cmocka_unit_test(data_are_refused),
        cmocka_unit_test(sizes_and_signs_are_refused), cmocka_unit_test(lists_are_whole),
    };
    return cmocka_run_group_tests(tests, tool_setup, tool_teardown);
}
