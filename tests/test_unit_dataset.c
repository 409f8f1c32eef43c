/* SPDX-License-Identifier: BSD-3-Clause */
/* Data from files: tables as text, sounds, and what models make of them. */
#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <lieflow/io.h>
#include <lieflow/run.h>

/* ---- tables ---- */

static void check_table(const char *text, size_t rows, size_t columns, const double *expected)
{
    lf_dataset D;
    char why[300] = "";
    if (lf_dataset_parse(&D, text, strlen(text), "t.csv", why, sizeof why) != LF_OK)
        fail_msg("%s", why);
    assert_int_equal(D.rows, rows);
    assert_int_equal(D.columns, columns);
    assert_true(D.rate == 0);
    test_same_bits(rows * columns, D.value, expected, "%s", text);
    lf_dataset_free(&D);
}

static void test_tables(void **state)
{
    (void)state;
    static const double six[] = {1, 2, 3, 4, 5, -0.006}, two[] = {7, 8};
    check_table("1,2,3\n4,5,-6e-3\n", 2, 3, six);
    check_table("first,second,third\n1,2,3\n4,5,-6e-3", 2, 3, six);
    check_table("# made by hand\n\"a, b\" x y\n1 2\t3\r\n\r\n4 ; 5;-0.006 # last\n", 2, 3, six);
    check_table("1;2;3\n  4;5;-.006  \n\n\n", 2, 3, six);
    check_table("7\n8\n", 2, 1, two);
}

static void check_refused(const char *text, size_t size, const char *words)
{
    lf_dataset D;
    char why[300] = "";
    assert_int_equal(lf_dataset_parse(&D, text, size, "t.csv", why, sizeof why), LF_EINPUT);
    assert_null(D.value);
    if (!strstr(why, words))
        fail_msg("\"%s\" does not say \"%s\"", why, words);
}

static void test_bad_tables(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        {"1,2\n3,four\n", "t.csv:2: column 2: 'four' is no number"},
        {"a,b\n1,2\nc,d\n", "t.csv:3: column 1: 'c' is no number"},
        {"1,2\n3\n", "t.csv:2: 1 columns"},
        {"1,2\n3,4,5\n", "t.csv:2: more than 2 columns"},
        {"1,2\n3,,4\n", "t.csv:2: column 2 is empty"},
        {"1,nan\n", "column 2: 'nan' is not finite"},
        {"1,1e999\n", "column 2: '1e999' is not finite"},
        {"1,0x10\n2,3\n4,0x10\n", "t.csv:3: column 2: '0x10'"},
        {"a,b\n", "no numbers"},
        {"", "no numbers"}};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
        check_refused(bad[k][0], strlen(bad[k][0]), bad[k][1]);
}

/* ---- sounds ---- */

/* A head with these numbers, then `bytes` of data. */
static size_t make_wav(unsigned char *out, unsigned kind, unsigned channels, unsigned bits,
                       const void *data, size_t bytes)
{
    const unsigned numbers[] = {16, kind | channels << 16, 8000, 8000 * channels * bits / 8,
                                (channels * bits / 8) | bits << 16};
    memcpy(out, "RIFF....WAVEfmt ", 16);
    for (size_t k = 0; k < 5; k++)
        for (size_t b = 0; b < 4; b++)
            out[16 + 4 * k + b] = (unsigned char)(numbers[k] >> (8 * b));
    memcpy(out + 36, "data", 4);
    for (size_t b = 0; b < 4; b++)
        out[40 + b] = (unsigned char)(bytes >> (8 * b));
    memcpy(out + 44, data, bytes);
    return 44 + bytes;
}

static void check_wav(unsigned kind, unsigned channels, unsigned bits, const void *data,
                      size_t bytes, size_t rows, const double *expected)
{
    unsigned char file[256];
    lf_dataset D;
    char why[300] = "";
    const size_t size = make_wav(file, kind, channels, bits, data, bytes);
    if (lf_dataset_parse(&D, (char *)file, size, "s.wav", why, sizeof why) != LF_OK)
        fail_msg("%s", why);
    assert_int_equal(D.rows, rows);
    assert_int_equal(D.columns, channels);
    assert_true(D.rate == 8000);
    test_same_bits(rows * channels, D.value, expected, "%u bits", bits);
    lf_dataset_free(&D);
}

static void test_sounds(void **state)
{
    (void)state;
    static const unsigned char pcm16[] = {0, 0x40, 0, 0x80, 0xff, 0xff, 1, 0};
    static const double of16[] = {0.5, -1, -1.0 / 32768, 1.0 / 32768};
    static const unsigned char pcm24[] = {0, 0, 0x40, 0xff, 0xff, 0xff};
    static const double of24[] = {0.5, -1.0 / 8388608};
    static const unsigned char pcm32[] = {0, 0, 0, 0x80};
    static const double of32[] = {-1};
    static const unsigned char float32[] = {0, 0, 0x80, 0x3e}; /* 0.25 */
    static const double of_float[] = {0.25};
    static const unsigned char float64[] = {0, 0, 0, 0, 0, 0, 0xd0, 0xbf}; /* -0.25 */
    static const double of_double[] = {-0.25};
    check_wav(1, 1, 16, pcm16, sizeof pcm16, 4, of16);
    check_wav(1, 2, 16, pcm16, sizeof pcm16, 2, of16);
    check_wav(1, 1, 24, pcm24, sizeof pcm24, 2, of24);
    check_wav(1, 1, 32, pcm32, sizeof pcm32, 1, of32);
    check_wav(3, 1, 32, float32, sizeof float32, 1, of_float);
    check_wav(3, 1, 64, float64, sizeof float64, 1, of_double);
    unsigned char file[256];
    static const unsigned char infinite[] = {0, 0, 0x80, 0x7f};
    size_t size = make_wav(file, 1, 1, 8, pcm16, 8);
    check_refused((char *)file, size, "16, 24 or 32 bits");
    size = make_wav(file, 2, 1, 16, pcm16, 8);
    check_refused((char *)file, size, "16, 24 or 32 bits");
    size = make_wav(file, 1, 0, 16, pcm16, 8);
    check_refused((char *)file, size, "channels");
    size = make_wav(file, 1, 1, 16, pcm16, 0);
    check_refused((char *)file, size, "no sound");
    check_refused((char *)file, 20, "channels");
    size = make_wav(file, 3, 1, 32, infinite, 4);
    check_refused((char *)file, size, "not finite");
}

/* ---- files ---- */

static char folder[64];

static const char *in_folder(const char *name, char *path, size_t size)
{
    snprintf(path, size, "%s/%s", folder, name);
    return path;
}

static int open_folder(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/lieflow-data-XXXXXX");
    return mkdtemp(folder) ? 0 : 1;
}

static int close_folder(void **state)
{
    static const char *const names[] = {"one.wav",   "two.wav",  "table.csv", "m1.wav",
                                        "m2.wav",    "m3.wav",   "out-1.wav", "out-2.wav",
                                        "out-3.wav", "kept.csv", "short.csv", "images.csv"};
    char path[128];
    (void)state;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        unlink(in_folder(names[k], path, sizeof path));
    return rmdir(folder);
}

/* What is written is read again: sounds to half of 1/32767, tables to the last bit. */
static void test_round_trip(void **state)
{
    (void)state;
    enum { ROWS = 10001 };
    char one[128], two[128], table[128], why[300] = "";
    double *value = calloc(2 * ROWS, sizeof *value);
    test_random r = {3};
    for (size_t i = 0; i < 2 * ROWS; i++)
        value[i] = test_uniform(&r, -1, 1);
    lf_dataset D = {ROWS, 1, value, 44100}, back;
    in_folder("one.wav", one, sizeof one);
    in_folder("two.wav", two, sizeof two);
    in_folder("table.csv", table, sizeof table);
    assert_int_equal(lf_dataset_write(&D, one, why, sizeof why), LF_OK);
    D.value = value + ROWS;
    assert_int_equal(lf_dataset_write(&D, two, why, sizeof why), LF_OK);
    const char *const both[] = {one, two};
    if (lf_dataset_read(&back, 2, both, why, sizeof why) != LF_OK)
        fail_msg("%s", why);
    assert_true(back.rows == ROWS && back.columns == 2 && back.rate == 44100);
    for (size_t i = 0; i < ROWS; i++)
        for (size_t c = 0; c < 2; c++)
            test_within(fabs(back.value[2 * i + c] * 32768 / 32767 - value[c * ROWS + i]),
                        0.6 / 32767, "sample %zu of channel %zu", i, c);
    assert_int_equal(lf_dataset_write(&back, table, why, sizeof why), LF_OK);
    lf_dataset again;
    const char *const only[] = {table};
    assert_int_equal(lf_dataset_read(&again, 1, only, why, sizeof why), LF_OK);
    test_same_bits(2 * ROWS, again.value, back.value, "table");
    D.rate = 8000;
    assert_int_equal(lf_dataset_write(&D, one, why, sizeof why), LF_OK);
    lf_dataset bad;
    assert_int_equal(lf_dataset_read(&bad, 2, both, why, sizeof why), LF_EINPUT);
    assert_non_null(strstr(why, "8000"));
    D.rows = 5;
    assert_int_equal(lf_dataset_write(&D, one, why, sizeof why), LF_OK);
    assert_int_equal(lf_dataset_read(&bad, 2, both, why, sizeof why), LF_EINPUT);
    assert_non_null(strstr(why, "rows"));
    D.value[2] = 1.5;
    assert_int_equal(lf_dataset_write(&D, one, why, sizeof why), LF_EINPUT);
    const char *const none[] = {folder};
    assert_int_equal(lf_dataset_read(&bad, 1, none, why, sizeof why), LF_EIO);
    assert_non_null(strstr(why, "regular"));
    lf_dataset_free(&back);
    lf_dataset_free(&again);
    free(value);
}

/* ---- the cocktail party ---- */

enum { SOURCES = 3, SAMPLES = 24000 };

/* A voice as statistics know it: tones whose loudness comes and goes, each with its own pitch and pace. */
static double voice(size_t k, size_t i, test_random *r)
{
    const double t = (double)i / 8000, pitch = 130 + 61.7 * (double)k, pace = 2.3 + 1.1 * (double)k;
    const double loud = pow(fmax(0, sin(2 * M_PI * pace * t + 2 * (double)k)), 4);
    return loud * (sin(2 * M_PI * pitch * t) + 0.5 * sin(4 * M_PI * pitch * t + 1) +
                   0.3 * test_uniform(r, -1, 1));
}

/* How much of the energy of `heard` is source k, beside that of all else, in decibels. */
static double interference(const double *source, size_t k, const double *heard)
{
    double both = 0, own = 0, all = 0;
    for (size_t i = 0; i < SAMPLES; i++) {
        both += source[k * SAMPLES + i] * heard[i];
        own += source[k * SAMPLES + i] * source[k * SAMPLES + i];
        all += heard[i] * heard[i];
    }
    const double wanted = both * both / own;
    return 10 * log10(wanted / fmax(all - wanted, 1e-300));
}

static void write_microphones(const double *source)
{
    static const double mixing[SOURCES][SOURCES] = {{1, 0.7, 0.4}, {0.5, 1, 0.8}, {0.3, -0.6, 1}};
    char path[128], name[16], why[300] = "";
    double *heard = calloc(SAMPLES, sizeof *heard);
    for (size_t m = 0; m < SOURCES; m++) {
        for (size_t i = 0; i < SAMPLES; i++) {
            heard[i] = 0;
            for (size_t k = 0; k < SOURCES; k++)
                heard[i] += 0.2 * mixing[m][k] * source[k * SAMPLES + i];
        }
        const lf_dataset D = {SAMPLES, 1, heard, 8000};
        snprintf(name, sizeof name, "m%zu.wav", m + 1);
        if (lf_dataset_write(&D, in_folder(name, path, sizeof path), why, sizeof why) != LF_OK)
            fail_msg("%s", why);
    }
    free(heard);
}

/* Every source is found in one of the voices, 20 decibels above all else. The mixtures have 3 at the best. */
static void test_cocktail_party(void **state)
{
    (void)state;
    double *source = calloc(SOURCES * SAMPLES, sizeof *source);
    char data[400], result[128], path[128], name[16], why[300] = "";
    test_random r = {17};
    for (size_t k = 0; k < SOURCES; k++)
        for (size_t i = 0; i < SAMPLES; i++)
            source[k * SAMPLES + i] = voice(k, i, &r);
    write_microphones(source);
    lf_scenario *S = lf_scenario_new();
    snprintf(data, sizeof data, "%s/m1.wav, %s/m2.wav,%s/m3.wav", folder, folder, folder);
    in_folder("out.wav", result, sizeof result);
    const char *const settings[][2] = {{"method", "lie-euler"}, {"step", "0.005"},
                                       {"t_end", "2"},          {"tails", "peaked"},
                                       {"data", data},          {"result", result}};
    assert_int_equal(lf_scenario_set_model(S, "ica", NULL), LF_OK);
    for (size_t k = 0; k < sizeof settings / sizeof *settings; k++)
        if (lf_scenario_set(S, settings[k][0], settings[k][1], NULL) != LF_OK)
            fail_msg("%s", lf_scenario_why(S));
    lf_outcome R;
    if (lf_scenario_run(S, NULL, (lf_progress){0}, &R) != LF_OK)
        fail_msg("%s", lf_scenario_why(S));
    bool found[SOURCES] = {false};
    for (size_t j = 0; j < SOURCES; j++) {
        lf_dataset D;
        snprintf(name, sizeof name, "out-%zu.wav", j + 1);
        const char *const only[] = {in_folder(name, path, sizeof path)};
        if (lf_dataset_read(&D, 1, only, why, sizeof why) != LF_OK)
            fail_msg("%s", why);
        assert_true(D.rows == SAMPLES && D.columns == 1 && D.rate == 8000);
        size_t best = 0;
        for (size_t k = 1; k < SOURCES; k++)
            if (interference(source, k, D.value) > interference(source, best, D.value))
                best = k;
        const double ratio = interference(source, best, D.value);
        if (!(ratio > 20) || found[best])
            fail_msg("voice %zu is source %zu by %.1f dB", j + 1, best + 1, ratio);
        print_message("voice %zu is source %zu: %.1f dB\n", j + 1, best + 1, ratio);
        found[best] = true;
        lf_dataset_free(&D);
    }
    lf_scenario_free(S);
    free(source);
}

/* ---- principal components of a table ---- */

/* Rows in a plane of R^5 beside a mean: two components keep all of them. */
static void test_plane(void **state)
{
    (void)state;
    static const double u[] = {1, 2, 0, -1, 0.5}, v[] = {0, 1, 1, 1, -2}, mean[] = {3, 1, 4, 1, 5};
    char path[128], result[128], why[300] = "";
    double value[40 * 5];
    test_random r = {8};
    for (size_t i = 0; i < 40; i++) {
        const double a = test_uniform(&r, -1, 1), b = test_uniform(&r, -1, 1);
        for (size_t c = 0; c < 5; c++)
            value[5 * i + c] = mean[c] + a * u[c] + b * v[c];
    }
    const lf_dataset D = {40, 5, value, 0};
    in_folder("table.csv", path, sizeof path);
    in_folder("kept.csv", result, sizeof result);
    assert_int_equal(lf_dataset_write(&D, path, why, sizeof why), LF_OK);
    lf_scenario *S = lf_scenario_new();
    const char *const settings[][2] = {
        {"t_end", "40"}, {"step", "0.1"}, {"k", "2"}, {"data", path}, {"result", result}};
    assert_int_equal(lf_scenario_set_model(S, "pca", NULL), LF_OK);
    for (size_t k = 0; k < sizeof settings / sizeof *settings; k++)
        if (lf_scenario_set(S, settings[k][0], settings[k][1], NULL) != LF_OK)
            fail_msg("%s", lf_scenario_why(S));
    lf_outcome R;
    if (lf_scenario_run(S, NULL, (lf_progress){0}, &R) != LF_OK)
        fail_msg("%s", lf_scenario_why(S));
    lf_dataset kept;
    const char *const only[] = {result};
    assert_int_equal(lf_dataset_read(&kept, 1, only, why, sizeof why), LF_OK);
    assert_true(kept.rows == 40 && kept.columns == 5);
    test_within(test_distance(200, kept.value, value), 1e-9,
                "rows in a plane"); /* e^(-40) is left */
    lf_dataset_free(&kept);
    lf_scenario_free(S);
}

static void check_scenario(const char *model, const char *key, const char *value, const char *words)
{
    lf_scenario *S = lf_scenario_new();
    assert_int_equal(lf_scenario_set_model(S, model, NULL), LF_OK);
    lf_status s = lf_scenario_set(S, key, value, NULL);
    lf_outcome R;
    if (s == LF_OK)
        s = lf_scenario_run(S, NULL, (lf_progress){0}, &R);
    assert_true(s < 0);
    if (!strstr(lf_scenario_why(S), words))
        fail_msg("\"%s\" does not say \"%s\"", lf_scenario_why(S), words);
    lf_scenario_free(S);
}

static void test_refusals(void **state)
{
    (void)state;
    char path[128], why[300] = "";
    double same[] = {1, 2, 1, 2, 1, 2}, twins[] = {1, 1, 2, 2, 4, 4};
    double varied[] = {1, 2, 2, 1, 3, 5};
    lf_dataset D = {3, 2, same, 0};
    in_folder("short.csv", path, sizeof path);
    assert_int_equal(lf_dataset_write(&D, path, why, sizeof why), LF_OK);
    check_scenario("duffing", "data", path, "takes no data");
    check_scenario("pca", "data", path, "the same");
    check_scenario("pca", "data", "/nowhere/at-all.csv", "cannot be read");
    check_scenario("pca", "data", "a.csv,,b.csv", "names of files");
    check_scenario("pca", "result", "kept.txt", ".csv or .wav");
    check_scenario("pca", "result", "kept.csv", "without data");
    lf_scenario *S = lf_scenario_new();
    assert_int_equal(lf_scenario_set_model(S, "pca", NULL), LF_OK);
    D.value = varied;
    assert_int_equal(lf_dataset_write(&D, path, why, sizeof why), LF_OK);
    assert_int_equal(lf_scenario_set(S, "k", "1", NULL), LF_OK);
    assert_int_equal(lf_scenario_set(S, "data", path, NULL), LF_OK);
    assert_int_equal(lf_scenario_set(S, "result", path, NULL), LF_OK);
    lf_outcome R;
    assert_int_equal(lf_scenario_run(S, NULL, (lf_progress){0}, &R), LF_EINPUT);
    assert_non_null(strstr(lf_scenario_why(S), "data")); /* must not be written over */
    lf_scenario_free(S);
    D.value = twins;
    assert_int_equal(lf_dataset_write(&D, path, why, sizeof why), LF_OK);
    check_scenario("ica", "data", path, "more components"); /* three of two columns */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tables),         cmocka_unit_test(test_bad_tables),
        cmocka_unit_test(test_sounds),         cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_cocktail_party), cmocka_unit_test(test_plane),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, open_folder, close_folder);
}
