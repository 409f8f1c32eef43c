/* SPDX-License-Identifier: BSD-3-Clause */
/* test_unit_reader_bodies.c - bodies written one under the other are the lists of numbers that the
 * model takes; every mistake is answered with file, line and body. */
#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <lieflow/run.h>
#include <lieflow/shape.h>

static char place[] = "/tmp/lieflow-bodies-XXXXXX";

static void put(const char *name, const char *text, size_t length)
{
    FILE *file = fopen(name, "wb");
    assert_non_null(file);
    fwrite(text, 1, length, file);
    fclose(file);
}

static void read_text(lf_scenario *S, const char *text)
{
    put("s.yaml", text, strlen(text));
    lf_scenario_clear(S);
    if (lf_scenario_read(S, "s.yaml") != LF_OK)
        fail_msg("%s\n%s", text, lf_scenario_why(S));
}

/* Two texts are one scenario, also when it is written and read again. */
static void same(const char *nested, const char *flat)
{
    lf_scenario *S = lf_scenario_new(), *T = lf_scenario_new();
    lf_text first = {0}, second = {0}, again = {0};
    read_text(S, nested);
    read_text(T, flat);
    lf_scenario_write(S, &first);
    lf_scenario_write(T, &second);
    assert_string_equal(lf_text_string(&first), lf_text_string(&second));
    read_text(T, lf_text_string(&first));
    lf_scenario_write(T, &again);
    assert_string_equal(lf_text_string(&first), lf_text_string(&again));
    lf_text_free(&first);
    lf_text_free(&second);
    lf_text_free(&again);
    lf_scenario_free(S);
    lf_scenario_free(T);
}

static void nested_is_flat(void **state)
{
    (void)state;
    same("model: full-body\npotential: mascon\nbodies:\n"
         "  - name: primary\n    mass: 4\n    inertia: [1, 2, 2]\n"
         "    points: [[2, 1, 0, 0], [2, -1, 0, 0]]\n    x: [1, 0, 0]\n    v: [0, 1/2, 0]\n"
         "    attitude: [1, 0, 0, 0]\n    Omega: [0, 0, 3]\n"
         "  - mass: 1\n    inertia: [3, 4, 5]\n    points:\n      - [1/2, 0, 1, 0]\n"
         "      - [1/2, 0, -1, 0]\n    x: [-4, 0, 0]\n    attitude: [0, 0, 0, 1]\n",
         "model: full-body\nparameters:\n  potential: mascon\n  mass: [4, 1]\n"
         "  inertia: [1, 2, 2, 3, 4, 5]\n"
         "  points: [2, 1, 0, 0, 2, -1, 0, 0, 0.5, 0, 1, 0, 0.5, 0, -1, 0]\n  counts: [2, 2]\n"
         "  x: [1, 0, 0, -4, 0, 0]\n  v: [0, 0.5, 0, 0, 0, 0]\n"
         "  q: [1, 0, 0, 0, 0, 0, 0, 1]\n  Omega: [0, 0, 3, 0, 0, 0]\n");
    /* inertia in three ways, quaternion beside matrix; the potential below, in the parameters */
    same("model: full-body\nbodies:\n"
         "  - {mass: 4, inertia: [1, 2, 2], x: [1, 0, 0], attitude: [0, 0, 0, 1]}\n"
         "  - {mass: 1, inertia: [3, 4, 5, 0.1, 0.2, 0.3], x: [5, 0, 0], Omega: [1, 0, 0]}\n"
         "  - mass: 2\n    inertia: [[3, 0.5, 0], [0.5, 3, 0], [0, 0, 3]]\n    x: [0, 9, 0]\n"
         "    attitude: [[0, -1, 0], [1, 0, 0], [0, 0, 1]]\n"
         "parameters: {potential: second-degree, G: 2}\n",
         "model: full-body\nparameters:\n  potential: second-degree\n  G: 2\n  mass: [4, 1, 2]\n"
         "  inertia: [1, 0, 0, 0, 2, 0, 0, 0, 2, 3, 0.1, 0.2, 0.1, 4, 0.3, 0.2, 0.3, 5, "
         "3, 0.5, 0, 0.5, 3, 0, 0, 0, 3]\n  points: 0\n  counts: 0\n"
         "  x: [1, 0, 0, 5, 0, 0, 0, 9, 0]\n  v: [0, 0, 0, 0, 0, 0, 0, 0, 0]\n"
         "  R: [-1, 0, 0, 0, -1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, -1, 0, 1, 0, 0, 0, 0, "
         "1]\n  Omega: [0, 0, 0, 1, 0, 0, 0, 0, 0]\n");
    /* nothing but semiaxes: the model derives the inertia */
    same("model: full-body\npotential: ellipsoid\nbodies:\n"
         "  - {mass: 4, semiaxes: [3, 2, 1], x: [10, 0, 0]}\n"
         "  - {mass: 5, semiaxes: [1, 1, 1], x: [-8, 0, 0]}\n",
         "model: full-body\nparameters:\n  potential: ellipsoid\n  mass: [4, 5]\n  inertia: 0\n"
         "  semiaxes: [3, 2, 1, 1, 1, 1]\n  points: 0\n  counts: 0\n  x: [10, 0, 0, -8, 0, 0]\n"
         "  v: [0, 0, 0, 0, 0, 0]\n  q: [1, 0, 0, 0, 1, 0, 0, 0]\n"
         "  Omega: [0, 0, 0, 0, 0, 0]\n");
    /* one with inertia, the others without: ellipsoid m (b^2 + c^2)/5 */
    same("model: full-body\npotential: ellipsoid\nbodies:\n"
         "  - {mass: 5, semiaxes: [3, 2, 1], x: [10, 0, 0]}\n"
         "  - {mass: 5, semiaxes: [1, 1, 1], x: [-8, 0, 0], inertia: [2, 2, 2]}\n",
         "model: full-body\nparameters:\n  potential: ellipsoid\n  mass: [5, 5]\n"
         "  inertia: [5, 0, 0, 0, 10, 0, 0, 0, 13, 2, 0, 0, 0, 2, 0, 0, 0, 2]\n"
         "  semiaxes: [3, 2, 1, 1, 1, 1]\n  points: 0\n  counts: 0\n  x: [10, 0, 0, -8, 0, 0]\n"
         "  v: [0, 0, 0, 0, 0, 0]\n  q: [1, 0, 0, 0, 1, 0, 0, 0]\n"
         "  Omega: [0, 0, 0, 0, 0, 0]\n");
}

/* Flat numbers of a parameter. */
static double number(const lf_scenario *S, const char *key, size_t k)
{
    const lf_param *row = lf_param_find(lf_scenario_model(S)->params, key);
    assert_true(k < lf_param_count(row, lf_scenario_parameters(S)));
    return lf_param_number(row, lf_scenario_parameters(S), k);
}

#define BOX                                                                               \
    "v 0 0 0\nv 2 0 0\nv 2 1 0\nv 0 1 0\nv 0 0 3\nv 2 0 3\nv 2 1 3\nv 0 1 3\nf 1 4 3 2\n" \
    "f 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n"

/* A box of 2 x 1 x 3, scaled by 10: mass, inertia and points about its centre, bit for bit those of
 * the shape itself. */
static void shapes(void **state)
{
    (void)state;
    lf_scenario *S = lf_scenario_new();
    char why[600] = "";
    put("shapes/box.obj", BOX, strlen(BOX));
    read_text(S, "model: full-body\nbodies:\n"
                 "  - {shape: shapes/box.obj, density: 0.5, scale: 10, points: 200, x: [0, 0, 0]}\n"
                 "  - {shape: shapes/box.obj, mass: 2, points: 4*16, x: [100, 0, 0]}\n");
    lf_shape_options opt = lf_shape_options_default();
    opt.scale = 10;
    opt.density = 0.5;
    lf_shape shape;
    lf_mascons M;
    assert_int_equal(lf_shape_read(&shape, "shapes/box.obj", &opt, why, sizeof why), LF_OK);
    assert_int_equal(lf_shape_mascons(&shape, 200, &M, why, sizeof why), LF_OK);
    test_within(fabs(shape.mass - 3000), 1e-9, "mass of a box of 20 x 10 x 30");
    assert_true(number(S, "mass", 0) == shape.mass && number(S, "mass", 1) == 2);
    assert_true(number(S, "counts", 0) == (double)M.count);
    for (size_t k = 0; k < 9; k++)
        assert_true(number(S, "inertia", k) == shape.inertia[k]);
    test_within(fabs(number(S, "inertia", 0) - 3000 * (100 + 900) / 12.0), 1e-8, "Jxx");
    for (size_t k = 0; k < 4 * M.count; k++)
        assert_true(number(S, "points", k) == M.point[k]);
    lf_problem P;
    double *y0 = malloc(lf_scenario_dim(S) * sizeof *y0);
    if (lf_scenario_build(S, &P, y0) != LF_OK)
        fail_msg("%s", lf_scenario_why(S));
    free(y0);
    lf_mascons_free(&M);
    lf_shape_free(&shape);
    /* from another folder the path is still relative to the scenario */
    assert_int_equal(chdir("shapes"), 0);
    lf_scenario_clear(S);
    if (lf_scenario_read(S, "../s.yaml") != LF_OK)
        fail_msg("%s", lf_scenario_why(S));
    assert_int_equal(chdir(".."), 0);
    lf_scenario_free(S);
}

#define HEAD "model: full-body\nbodies:\n"
#define ONE "  - {mass: 1, inertia: [1, 1, 1], points: [[1, 0, 0, 0]], x: [0, 0, 0]}\n"

static const char *const wrong[][2] = {
    {"model: heavy-top\nbodies: []\n", "s.yaml:2: bodies belong to the model full-body"},
    {HEAD, "s.yaml:2: bodies must be a list of 1 to"},
    {"model: full-body\nbodies: 3\n", "s.yaml:2: bodies must be a list"},
    {"model: full-body\nbodies: {mass: 3}\n", "s.yaml:2: bodies must be a list"},
    {"model: full-body\nbodys: []\n", "did you mean 'bodies'?"},
    {HEAD ONE "  - 3\n", "s.yaml:4: body 2 must be a list of 'key: value' lines"},
    {HEAD ONE "  - {}\n", "s.yaml:2: body 2 needs a mass"},
    {HEAD ONE "  - name: moon\n    x: [1, 0, 0]\n", "s.yaml:4: body 2 (moon) needs a mass"},
    {HEAD "  - name: moon\n    masss: 3\n",
     "s.yaml:4: body 1 has no key 'masss'; did you mean 'mass'?"},
    {HEAD "  - mass: 1\n    q: [1, 0, 0, 0]\n",
     "s.yaml:4: body 1 has no key 'q'; that is said by 'attitude': attitude at the start: a "
     "quaternion [w, x, y, z], or a matrix"},
    {HEAD "  - mass: 1\n    zzzzzzz: 1\n",
     "it may have mass, inertia, semiaxes, points, x, v, attitude, Omega, name, shape, density and "
     "scale"},
    {HEAD "  - mass: -1\n", "s.yaml:3: body 1: mass must be positive, got -1"},
    {HEAD "  - mass: 1 2\n", "s.yaml:3: body 1: mass needs 1 number, got 2"},
    {HEAD "  - mass: heavy\n", "s.yaml:3: body 1: mass: a number is expected"},
    {HEAD "  - mass:\n", "s.yaml:3: body 1: mass has no value"},
    {HEAD "  - mass: .inf\n", "s.yaml:3: body 1: mass"},
    {HEAD "  - mass: {kg: 1}\n", "s.yaml:3: body 1: mass must be a number"},
    {HEAD "  - name: a\n    mass: 1\n    inertia: [1, 2]\n",
     "s.yaml:5: body 1 (a): inertia needs 3, 6 or 9 numbers, got 2"},
    {HEAD "  - mass: 1\n    inertia: [1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6, 7, 8, 9]\n",
     "s.yaml:4: body 1: inertia needs 3, 6 or 9 numbers, got 18"},
    {HEAD "  - mass: 1\n    inertia: [1, one, 2]\n", "s.yaml:4: body 1: inertia: a number"},
    {HEAD "  - mass: 1\n    attitude: [1, 0, 0]\n",
     "s.yaml:4: body 1: attitude needs 4 or 9 numbers, got 3"},
    {HEAD "  - mass: 1\n    attitude: [2, 0, 0, 0]\n",
     "s.yaml:4: body 1: attitude must be a unit quaternion (w, x, y, z) within 1e-9, got |attitude| = 2"},
    {HEAD "  - mass: 1\n    attitude: [1, 0, 0, 0, 1, 0, 0, 0, -1]\n",
     "s.yaml:4: body 1: attitude must be a rotation matrix"},
    {HEAD "  - mass: 1\n    x: [1, 2]\n", "s.yaml:4: body 1: x needs 3 numbers, got 2"},
    {HEAD "  - mass: 1\n    Omega: 1\n", "s.yaml:4: body 1: Omega needs 3 numbers, got 1"},
    {HEAD "  - mass: 1\n    semiaxes: [1, 0, 1]\n",
     "s.yaml:4: body 1: semiaxes[1] must be positive"},
    {HEAD "  - mass: 1\n    points:\n      - [1, 0, 0, 0]\n      - [1, 0, 0]\n",
     "s.yaml:6: body 1: row 2 of points needs 4 numbers (mass, x, y, z), got 3"},
    {HEAD "  - mass: 1\n    points: [[-1, 0, 0, 0]]\n",
     "s.yaml:4: body 1: the mass of point 1 must be positive, got -1"},
    {HEAD "  - mass: 1\n    points: 7\n",
     "s.yaml:4: body 1: points must be a list of [mass, x, y, z]"},
    {HEAD "  - mass: 1\n    points: [1, 2, 3]\n", "s.yaml:4: body 1: points must be a list of"},
    {HEAD "  - mass: 1\n    points: []\n", "s.yaml:4: body 1: points is an empty list"},
    {HEAD "  - mass: 1\n    points: [[1, 2, 3, [4]]]\n", "body 1: points must be a number, a word"},
    {HEAD "  - mass: 1\n    scale: 3\n", "s.yaml:4: body 1: scale belongs to a shape"},
    {HEAD "  - mass: 1\n    inertia: [1, 1, 1]\n",
     "s.yaml:3: body 1 has no points, which potential mascon needs"},
    {"model: full-body\npotential: ellipsoid\nbodies:\n  - mass: 1\n",
     "s.yaml:4: body 1 has no semiaxes, which potential ellipsoid needs"},
    {HEAD ONE "  - {mass: 1, x: [1, 0, 0]}\n", "s.yaml:4: body 2 has no points, but body 1 has"},
    {HEAD ONE "  - {mass: 1, points: [[1, 0, 0, 0]], semiaxes: [1, 1, 1], x: [5, 0, 0]}\n",
     "s.yaml:3: body 1 has no semiaxes, but body 2 has"},
    {HEAD ONE "  - {mass: 1, inertia: [1, 1, 1], points: [[1, 0, 0, 0]]}\n",
     "s.yaml:4: body 2 needs x, its position"},
    {"model: full-body\npotential: second-degree\nbodies:\n"
     "  - {mass: 1, inertia: [1, 1, 1], x: [0, 0, 0]}\n  - {mass: 1, x: [1, 0, 0]}\n",
     "s.yaml:5: body 2 needs inertia, semiaxes or points"},
    {HEAD ONE "parameters:\n  mass: [1, 2]\n",
     "s.yaml:5: 'mass' is said for each body under 'bodies:'"},
    {HEAD ONE "Omega: [1, 2]\n", "s.yaml:4: 'Omega' is said for each body under 'bodies:'"},
    {"model: full-body\nmass: [1, 2]\n", "s.yaml:2: 'mass' is a parameter of full-body"},
    {"model: full-body\npotential: mascon\n", "s.yaml:2: 'potential' is a parameter"},
    {HEAD "  - shape: shapes/box.obj\n", "s.yaml:3: body 1: a shape needs mass or density"},
    {HEAD "  - {shape: shapes/box.obj, mass: 1, density: 1}\n", "needs mass or density, not both"},
    {HEAD "  - shape: shapes/box.obj\n    mass: 1\n    inertia: [1, 1, 1]\n",
     "s.yaml:5: body 1: give shape or inertia, not both"},
    {HEAD "  - shape: shapes/box.obj\n    mass: 1\n    points: [[1, 0, 0, 0]]\n",
     "s.yaml:5: body 1: with a shape, points is how many"},
    {HEAD "  - shape: shapes/box.obj\n    mass: 1\n    points: 1.5\n",
     "s.yaml:5: body 1: points must be a whole number"},
    {HEAD "  - shape: shapes/box.obj\n    mass: 1\n    points: 8\n",
     "s.yaml:5: body 1: 9 points cannot have the inertia of the shape; ask for 64"},
    {HEAD "  - shape: shapes/box.obj\n    mass: 1\n    scale: 0\n",
     "s.yaml:5: body 1: scale must be positive, got 0"},
    {HEAD "  - shape: shapes/none.obj\n    mass: 1\n",
     "s.yaml:3: body 1: shapes/none.obj: No such file"},
    {HEAD "  - shape: shapes/open.obj\n    mass: 1\n",
     "s.yaml:3: body 1: shapes/open.obj: the mesh is not closed"},
    {HEAD "  - shape: [a, b]\n    mass: 1\n", "s.yaml:3: body 1: a b: No such file"},
    {HEAD "  - name: aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffgggggggggg\n"
          "    mass: 1\n",
     "s.yaml:3: body 1: a name has at most 63 bytes"},
    {HEAD "  - mass: &m 1\n  - mass: *m\n", "aliases are not understood"},
};

static void mistakes(void **state)
{
    (void)state;
    static const char open[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    put("shapes/box.obj", BOX, strlen(BOX));
    put("shapes/open.obj", open, sizeof open - 1);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        lf_scenario *S = lf_scenario_new();
        put("s.yaml", wrong[i][0], strlen(wrong[i][0]));
        lf_status status = lf_scenario_read(S, "s.yaml");
        if (status != LF_EINPUT || !strstr(lf_scenario_why(S), wrong[i][1]))
            fail_msg("%s\ngives %d: %s\nexpected: %s", wrong[i][0], status, lf_scenario_why(S),
                     wrong[i][1]);
        lf_scenario_free(S);
    }
}

/* A few bytes changed, some cut off: an answer always comes. */
static void noise(void **state)
{
    (void)state;
    static const char clean[] =
        "model: full-body\npotential: mascon\nG: 1\nbodies:\n  - name: a\n    mass: 4\n"
        "    inertia: [1, 2, 2]\n    points: [[2, 1, 0, 0], [2, -1, 0, 0]]\n    x: [1, 0, 0]\n"
        "  - shape: shapes/box.obj\n    density: 2\n    points: 200\n    x: [9, 0, 0]\n"
        "    attitude: [0, -1, 0, 1, 0, 0, 0, 0, 1]\n    Omega: [0, 0, 1/2]\n";
    static const char spice[] = "[]{}:,-#&*!|>'\"%@`?\n \t\0\xff\xc3.0e9/();=";
    test_random random = {3};
    size_t accepted = 0;
    put("shapes/box.obj", BOX, strlen(BOX));
    for (int round = 0; round < 1500; round++) {
        lf_scenario *S = lf_scenario_new();
        char text[sizeof clean];
        size_t length = sizeof clean - 1;
        memcpy(text, clean, length);
        for (uint64_t k = test_bits(&random) % 4; k-- > 0;)
            text[test_bits(&random) % length] = spice[test_bits(&random) % (sizeof spice - 1)];
        if (test_bits(&random) % 4 == 0)
            length = test_bits(&random) % length;
        put("s.yaml", text, length);
        lf_status status = lf_scenario_read(S, "s.yaml");
        accepted += status == LF_OK;
        assert_true(status == LF_OK || *lf_scenario_why(S));
        lf_scenario_free(S);
    }
    assert_true(accepted > 150 && accepted < 1400);
}

static int setup(void **state)
{
    (void)state;
    return mkdtemp(place) && chdir(place) == 0 ? mkdir("shapes", 0700) : -1;
}

static int teardown(void **state)
{
    (void)state;
    remove("shapes/box.obj");
    remove("shapes/open.obj");
    remove("s.yaml");
    return rmdir("shapes") == 0 && chdir("/") == 0 ? rmdir(place) : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nested_is_flat),
        cmocka_unit_test(shapes),
        cmocka_unit_test(mistakes),
        cmocka_unit_test(noise),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
