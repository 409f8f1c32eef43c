/* SPDX-License-Identifier: BSD-3-Clause */
/* test_unit_obj.c - the OBJ reader: every way to write the same triangles, every wrong line with
 * its place, and noise. */
#include "support/support.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <lieflow/shape.h>

/* From memory that ends where it ends, so that the sanitizer sees a step too far. */
static lf_status parse(lf_mesh *M, const char *text, size_t length, char *why)
{
    char *copy = malloc(length + 1);
    memcpy(copy, text, length);
    copy[length] = 0;
    why[0] = 0;
    lf_status status = lf_obj_parse(M, copy, length, "a.obj", why, 600);
    free(copy);
    return status;
}

#define V "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"

static const char *const alike[] = {
    V "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n",
    V "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4", /* no line end at the end */
    "\xef\xbb\xbf# a mark of UTF-8\n" V "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n",
    V "f -4 -2 -3\nf -4 -3 -1\nf -4 -1 -2\nf -3 -2 -1\n",
    V "f 1/1 3/2 2/3\nf 1//1 2//1 4//2\nf 1/1/1 4/2/2 3/3/3\nf 2/-1 3/-2/-3 4//-1\n",
    "o body\ng side\ns off\nmtllib m.mtl\nusemtl stone\nvn 1 0 0\nvt 0 1\nvp 1\n" V
    "f 1 3 2 # the bottom\nf\t1 \t 2 4  \n\n   f 1 4 3\nf 2 3 4\nl 1 2\np 3\n",
    "v 0 0 0\r\nv 1 0 0\r\nv 0 1 0\r\nv 0 0 1\r\nf 1 3 2\r\nf 1 2 4\r\nf 1 4 3\r\nf 2 3 4\r\n",
    "v 0 0 0\rv 1 0 0\rv 0 1 0\rv 0 0 1\rf 1 3 2\rf 1 2 4\rf 1 4 3\rf 2 3 4\r",
    "v 0 \\\n 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 \\\r\n3 2\nf 1 2 4\nf 1 4 3\nf 2 3\\\n4\n",
    "v 0 0 0 1\nv 1.0 0. .0 1.0 0.5 0.25\nv 0e5 1e0 -0\nv +0 0 10e-1\n"
    "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n",
    "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n" V, /* faces first */
};

static void same_triangles(void **state)
{
    (void)state;
    static const double vertex[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const uint32_t face[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++) {
        char why[600];
        lf_mesh M;
        if (parse(&M, alike[i], strlen(alike[i]), why) != LF_OK)
            fail_msg("text %zu: %s", i, why);
        assert_int_equal(M.vertices, 4);
        assert_int_equal(M.faces, 4);
        for (size_t k = 0; k < 12; k++) {
            assert_true(M.vertex[k] == vertex[k]);
            assert_int_equal(M.face[k], face[k]);
        }
        lf_mesh_free(&M);
    }
}

/* Five corners make three triangles about the first. */
static void fans(void **state)
{
    (void)state;
    static const uint32_t expected[] = {4, 0, 1, 4, 1, 2, 4, 2, 3};
    char why[600];
    lf_mesh M;
    static const char text[] = V "v 2 2 2\nf 5 1 2 3 4\n";
    assert_int_equal(parse(&M, text, sizeof text - 1, why), LF_OK);
    assert_int_equal(M.faces, 3);
    assert_memory_equal(M.face, expected, sizeof expected);
    lf_mesh_free(&M);
}

static const char *const wrong[][2] = {
    {"", "a.obj: there are no vertices in this file"},
    {"# nothing\n\n", "a.obj: there are no vertices"},
    {"\x7f"
     "ELF\x01\x02",
     "a.obj: there are no vertices"},
    {"f 1 2 3\n", "a.obj: there are no vertices"},
    {V, "a.obj: there are no faces"},
    {"v 1 2\n", "a.obj:1: a vertex needs three coordinates"},
    {"v\n", "a.obj:1: a vertex needs three coordinates"},
    {"v 0 0 0\nv 1 # 2 3\n", "a.obj:2: a vertex needs three"},
    {"v 1 2 3abc\n", "a.obj:1: a coordinate must be a number, got '3abc'"},
    {"v a b c\n", "a.obj:1: a coordinate must be a number, got 'a'"},
    {"\n\nv 0 nan 0\n", "a.obj:3: a coordinate must be a finite number, got 'nan'"},
    {"v 0 0 -inf\n", "a.obj:1: a coordinate must be a finite number, got '-inf'"},
    {"v 0 1e999 0\n", "a.obj:1: a coordinate must be a finite number, got '1e999'"},
    {"v 0,5 1 1\n", "a.obj:1: a coordinate must be a number, got '0,5'"},
    {V "f 1 2\n", "a.obj:5: a face needs at least three corners, got 2"},
    {V "f\n", "a.obj:5: a face needs at least three corners, got 0"},
    {V "f 1 2 0\n", "a.obj:5: vertices are counted from 1, got '0'"},
    {V "f 1 2 3\nf 1 2 5\n", "a.obj:6: a face names the vertex 5, there are only 4"},
    {V "f 9 2 3\r\nf 1 2 5\n", "a.obj:5: a face names the vertex 9, there are only 4"},
    {V "f 1 2 -5\n", "a.obj:5: a face counts back 5 vertices, only 4 stand before it"},
    {V "f 1 2 99999999999999999999999\n", "a.obj:5: vertices are counted from 1, got '999"},
    {V "f 1 2 3.5\n", "a.obj:5: a corner of a face must be"},
    {V "f 1 2 x\n", "a.obj:5: a corner of a face must be 7, 7/1, 7//3 or 7/1/3"},
    {V "f 1 2 3/a\n", "got '3/a'"},
    {V "f 1 2 --3\n", "got '--3'"},
    {V "f 1 2 3-4\n", "got '3-4'"},
    {V "f 1, 2, 3\n", "got '1,'"},
};

static void wrong_lines(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char why[600];
        lf_mesh M;
        lf_status status = parse(&M, wrong[i][0], strlen(wrong[i][0]), why);
        if (status != LF_EINPUT || strncmp(why, "a.obj:", 6) != 0 || !strstr(why, wrong[i][1]))
            fail_msg("%s\ngives %d: %s\nexpected: %s", wrong[i][0], status, why, wrong[i][1]);
        assert_null(M.vertex);
        assert_null(M.face);
    }
}

/* Change, cut and repeat bytes: whatever comes is read or refused, and what is read is measured. */
static void noise(void **state)
{
    (void)state;
    static const char spice[] = "vf/#\\\r\n \t-+.0123456789e\0naninfx,\xff";
    test_random random = {7};
    size_t accepted = 0, closed = 0;
    for (int round = 0; round < 6000; round++) {
        char text[1024], why[600];
        const char *clean = alike[test_bits(&random) % (sizeof alike / sizeof *alike)];
        size_t length = strlen(clean);
        memcpy(text, clean, length);
        for (uint64_t k = test_bits(&random) % 4; k-- > 0;)
            text[test_bits(&random) % length] = spice[test_bits(&random) % (sizeof spice - 1)];
        if (test_bits(&random) % 8 == 0)
            length = test_bits(&random) % length;
        if (test_bits(&random) % 8 == 0) {
            memmove(text + length, text, length);
            length *= 2;
        }
        lf_shape S = {.name = "a.obj"};
        lf_status status = parse(&S.mesh, text, length, why);
        assert_true(status == LF_OK || (status == LF_EINPUT && *why));
        if (status != LF_OK)
            continue;
        accepted++;
        lf_shape_options opt = lf_shape_options_default();
        if (lf_shape_build(&S, &opt, why, sizeof why) == LF_OK) {
            lf_mascons M;
            closed++;
            if (lf_shape_mascons(&S, 50, &M, why, sizeof why) == LF_OK)
                lf_mascons_free(&M);
        } else {
            assert_true(*why);
        }
        lf_shape_free(&S);
    }
    assert_true(accepted > 1500 && accepted < 5700);
    assert_true(closed > 900);
}

static void files(void **state)
{
    (void)state;
    char why[600] = "", path[] = "/tmp/lieflow-obj-XXXXXX";
    lf_mesh M;
    assert_int_equal(lf_obj_read(&M, "/tmp/there/is/no.obj", why, sizeof why), LF_EIO);
    assert_non_null(strstr(why, "/tmp/there/is/no.obj: No such file"));
    assert_int_equal(lf_obj_read(&M, "/tmp", why, sizeof why), LF_EIO);
    assert_non_null(strstr(why, "/tmp: Is a directory"));
    int file = mkstemp(path);
    assert_true(file >= 0);
    FILE *out = fdopen(file, "w");
    for (size_t k = 0; k < 100000; k++) /* more than one portion */
        fprintf(out, "v %zu.5 -%zu 1e-3\n", k, k);
    fprintf(out, "f -1 -2 -3\n");
    fclose(out);
    bool comma = setlocale(LC_NUMERIC, "de_DE.UTF-8") || setlocale(LC_NUMERIC, "fr_FR.UTF-8");
    assert_int_equal(lf_obj_read(&M, path, why, sizeof why), LF_OK);
    setlocale(LC_NUMERIC, "C");
    (void)comma; /* without such a locale the rest is tested all the same */
    assert_int_equal(M.vertices, 100000);
    assert_true(M.vertex[3 * 99999] == 99999.5 && M.vertex[3 * 77777 + 1] == -77777);
    assert_int_equal(M.face[0], 99999);
    lf_mesh_free(&M);
    remove(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_triangles), cmocka_unit_test(fans),  cmocka_unit_test(wrong_lines),
        cmocka_unit_test(noise),          cmocka_unit_test(files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
