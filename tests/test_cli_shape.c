/* SPDX-License-Identifier: BSD-3-Clause */
/* test_cli_shape.c - 'lieflow shape' as a user meets it: what it prints, what it writes, what it
 * refuses. */
#include "test_cli_tool.h"

#define CUBE                                                                              \
    "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\nf 1 4 3 2\n" \
    "f 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n"

/* "shape <source>/scenarios/shapes/NAME rest" */
static const char *sample(const char *name, const char *rest)
{
    static char words[1000];
    snprintf(words, sizeof words, "shape %s/scenarios/shapes/%s %s", getenv("LIEFLOW_SOURCE"), name,
             rest);
    return words;
}

static double number_at(struct fy_document *json, const char *list, int k)
{
    char path[64];
    snprintf(path, sizeof path, "/%s/%d", list, k);
    return json_number(json, path);
}

static void near(double value, double wanted, double bound, const char *what)
{
    if (!(fabs(value - wanted) <= bound))
        fail_msg("%s: %.17g, expected %.17g", what, value, wanted);
}

static void cube(void **state)
{
    (void)state;
    tool_write("cube.obj", CUBE);
    tool_expect("shape cube.obj", 0, "cube.obj: 8 vertices, 12 faces", NULL);
    tool_expect("shape cube.obj --scale 2", 0, "lengths times 2", NULL);
    tool_expect("shape cube.obj --points 100", 0, "mass, centre of mass and inertia are the body's",
                NULL);
    tool_expect("shape cube.obj --points 8", 0, "Ask for more points", NULL);
    struct fy_document *json =
        tool_json("shape cube.obj --mass 6 --scale 10 --points 100 --method grid --json");
    near(json_number(json, "/volume"), 1000, 1e-10, "volume");
    near(json_number(json, "/area"), 600, 1e-10, "area");
    near(json_number(json, "/density"), 0.006, 1e-15, "density");
    for (int i = 0; i < 3; i++) {
        near(number_at(json, "centre", i), 5, 1e-13, "centre");
        near(number_at(json, "inertia", 4 * i), 100, 1e-11, "inertia");
        near(number_at(json, "moments", i), 100, 1e-11, "moment");
        near(number_at(json, "low", i), -5, 1e-13, "low");
    }
    assert_int_equal(json_count(json, "/remarks"), 0);
    int count = json_count(json, "/mascons/points");
    assert_true(count >= 50 && count <= 200);
    near(json_number(json, "/mascons/count"), count, 0, "count");
    assert_true(json_number(json, "/mascons/inertia_error") < 1e-13);
    assert_true(json_number(json, "/mascons/with_equal_masses/inertia_error") > 1e-3);
    double mass = 0;
    for (int k = 0; k < count; k++) {
        char path[64];
        snprintf(path, sizeof path, "/mascons/points/%d/0", k);
        mass += json_number(json, path);
    }
    near(mass, 6, 1e-12, "sum of the mascons");
    fy_document_destroy(json);
}

/* The samples that are shipped, and principal axes. */
static void samples(void **state)
{
    (void)state;
    struct fy_document *json = tool_json(sample("octahedron.obj", "--json"));
    near(json_number(json, "/volume"), 4.0 / 3, 1e-14, "volume of the octahedron");
    fy_document_destroy(json);
    json = tool_json(sample("ellipsoid.obj", "--json"));
    /* inscribed with 512 faces: 2.4% below 4/3 pi 1.5 0.75 */
    near(json_number(json, "/volume") / (4.0 / 3 * M_PI * 1.5 * 0.75), 0.9767, 1e-3, "ellipsoid");
    assert_false(json_has(json, "/mascons"));
    fy_document_destroy(json);
    json = tool_json(sample("asteroid.obj", "--principal --json"));
    for (int k = 0; k < 9; k++)
        if (k % 4)
            near(number_at(json, "inertia", k), 0, 0, "inertia off the diagonal");
    assert_true(number_at(json, "moments", 0) < number_at(json, "moments", 1));
    assert_true(number_at(json, "moments", 1) < number_at(json, "moments", 2));
    double det = 0;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        det += number_at(json, "rotation", i) *
               (number_at(json, "rotation", 3 + j) * number_at(json, "rotation", 6 + k) -
                number_at(json, "rotation", 3 + k) * number_at(json, "rotation", 6 + j));
    }
    near(det, 1, 1e-14, "a rotation");
    fy_document_destroy(json);
    tool_expect(sample("asteroid.obj", "--principal"), 0, "rotation body to file", NULL);
}

/* What is written is a body of a scenario. */
static void written(void **state)
{
    (void)state;
    tool_write("cube.obj", CUBE);
    tool_expect("shape cube.obj --mass 2 --points 100 --out body.yaml", 0, "file: body.yaml", NULL);
    char *body = tool_read("body.yaml"), text[100000];
    snprintf(text, sizeof text, "model: full-body\nG: 1\nt_end: 0.1\nsteps: 10\n%s", body);
    assert_non_null(strstr(text, "bodies:\n  - name: \"cube\"\n    mass: 2\n"));
    strcat(text, "    x: [0, 0, 0]\n  - {shape: cube.obj, mass: 2, points: 100, x: [3, 0, 0]}\n");
    tool_write("two.yaml", text);
    free(body);
    struct fy_document *json = tool_json("run two.yaml --json");
    /* two equal cubes: the momentum stays zero, and they come nearer in the same way */
    near(number_at(json, "y", 0) + number_at(json, "y", 18), 3, 1e-12, "centre of both");
    fy_document_destroy(json);
    tool_expect("shape cube.obj --points 100 --out body.csv", 0, NULL, NULL);
    body = tool_read("body.csv");
    assert_int_equal(strncmp(body, "mass,x,y,z\n", 11), 0);
    assert_non_null(strstr(body, "# inertia [0.166666666666666"));
    free(body);
    tool_expect("shape cube.obj --out body.json", 0, NULL, NULL);
    body = tool_read("body.json");
    assert_true(strncmp(body, "{\"version\"", 10) == 0);
    free(body);
    tool_expect("shape cube.obj --out -", 0, "bodies:\n", "cube.obj: 8 vertices");
    tool_expect("shape cube.obj --out /dev/full", 2, NULL, "must end in .yaml, .json or .csv");
    tool_expect("shape cube.obj --out no/where.yaml", 1, NULL, "no/where.yaml cannot be written");
    tool_expect("shape cube.obj --out no/where.csv --points 9", 1, NULL, "cannot be written");
}

static const char *const refused[][2] = {
    {"shape", "lieflow shape FILE.obj"},
    {"shape none.obj", "none.obj: No such file"},
    {"shape /", "/: Is a directory"},
    {"shape cube.obj --mass 1 --density 1", "give --mass or --density, not both"},
    {"shape cube.obj --mass 0", "--mass: mass must be positive, got 0"},
    {"shape cube.obj --density nan", "--density: density"},
    {"shape cube.obj --scale -3", "--scale: scale must be positive"},
    {"shape cube.obj --scale 1e-300", "encloses no volume"},
    {"shape cube.obj --scale 1e300", "too large to compute"},
    {"shape cube.obj --points 0", "--points: points must be"},
    {"shape cube.obj --points 2.5", "--points: points must be a whole number"},
    {"shape cube.obj --points 1e7", "--points: points must be greater than 0 and at most 1000000"},
    {"shape cube.obj --method random", "--method: method must be one of grid, got 'random'"},
    {"shape cube.obj --out a.csv", "--out: a CSV file holds the mascons: ask for points"},
    {"shape cube.obj --out a.txt", "--out: the name must end in .yaml, .json or .csv"},
    {"shape cube.obj --out - --json", "standard output"},
    {"shape cube.obj --pionts 3", "did you mean '--points'?"},
    {"shape cube.obj cube.obj", "no further word"},
    {"shape empty.obj", "empty.obj: there are no vertices in this file"},
    {"shape open.obj", "open.obj: the mesh is not closed: of 17 edges 4 belong to one face only, "
                       "the first from vertex"},
    {"shape crossed.obj", "crossed.obj: the faces do not agree about outside: 2 of 12 list"},
    {"shape range.obj", "range.obj:5: a face names the vertex 9, there are only 4"},
    {"shape nan.obj", "nan.obj:2: a coordinate must be a finite number, got 'nan'"},
    {"shape flat.obj", "flat.obj: the surface encloses no volume"},
    {"shape noise.obj", "noise.obj"},
};

static void refusals(void **state)
{
    (void)state;
    char open[sizeof CUBE] = CUBE, crossed[sizeof CUBE] = CUBE;
    strstr(open, "f 4 1 5 8")[0] = 'g';
    memcpy(strstr(crossed, "f 4 1 5 8"), "f 8 5 1 4", 9);
    tool_write("cube.obj", CUBE);
    tool_write("empty.obj", "");
    tool_write("open.obj", open);
    tool_write("crossed.obj", crossed);
    tool_write("range.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 9\n");
    tool_write("nan.obj", "v 0 0 0\nv 0 nan 0\n");
    tool_write("flat.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 3 2 1\n");
    FILE *file = fopen("noise.obj", "wb");
    for (int i = 0; i < 50000; i++)
        fputc((i * 7919 + i / 13) & 0xff, file);
    fclose(file);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        tool_expect(refused[i][0], 2, NULL, refused[i][1]);
}

/* What was mended is told on the standard error. */
static void remarks(void **state)
{
    (void)state;
    tool_write("inwards.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 4 2\nf 1 3 4\n"
                              "f 2 4 3\nf 2 2 3\n");
    tool_expect("shape inwards.obj", 0, "volume                      0.166666666666667",
                "remark: all faces pointed inwards: they were turned round");
    tool_expect("shape inwards.obj", 0, NULL, "remark: 1 face with a corner twice was left out");
    struct fy_document *json = tool_json("shape inwards.obj --json");
    assert_int_equal(json_count(json, "/remarks"), 2);
    fy_document_destroy(json);
    tool_expect("help shape", 0, "lieflow shape scenarios/shapes/asteroid.obj --points 500", NULL);
    tool_expect("help", 0, "shape      turn a polyhedron into a rigid body and mascons", NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cube),     cmocka_unit_test(samples), cmocka_unit_test(written),
        cmocka_unit_test(refusals), cmocka_unit_test(remarks),
    };
    return cmocka_run_group_tests(tests, tool_setup, tool_teardown);
}
