/* SPDX-License-Identifier: BSD-3-Clause */
/* reader_body.c - one rigid body written into a scenario: its numbers, or a shape they follow from.
 *   {name: moon, mass: 1, inertia: [1, 2, 2], points: [[0.5, 1, 0, 0], [0.5, -1, 0, 0]],
 *    x: [3, 0, 0], v: [0, 1, 0], attitude: [1, 0, 0, 0], Omega: [0, 0, 1]}
 *   {shape: moon.obj, density: 2000, scale: 1000, points: 500, x: [3, 0, 0]} */
#include "run/reader_body.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lieflow/shape.h>

enum {
    BODY_NAME,
    BODY_MASS,
    BODY_INERTIA,
    BODY_SEMIAXES,
    BODY_POINTS,
    BODY_SHAPE,
    BODY_DENSITY,
    BODY_SCALE,
    BODY_X,
    BODY_V,
    BODY_ATTITUDE,
    BODY_OMEGA,
    BODY_KEYS
};
static const char *const body_keys[BODY_KEYS + 1] = {
    "name",  "mass", "inertia", "semiaxes", "points", "shape", "density",
    "scale", "x",    "v",       "attitude", "Omega",  NULL};

/* What was written, by key. */
typedef struct {
    lf_reader *R;
    lf_reader_body *body;
    struct fy_node *node[BODY_KEYS]; /* NULL: not said */
    char place[BODY_KEYS][LF_READER_PLACE];
} body_reader;

static void body_at(body_reader *B, int key)
{
    strcpy(B->R->place, B->node[key] ? B->place[key] : B->body->place);
}

/* ---- values --------------------------------------------------------------------------------- */

/* Hand the text of a key to a row of a table; the row's name is for sentences. */
static lf_status body_set(body_reader *B, int key, const lf_param *row, void *object)
{
    lf_text text = {0};
    char why[LF_WHY_SIZE] = "", name[LF_WORD_SIZE + 40];
    lf_param named = *row;
    snprintf(name, sizeof name, "%s: %s", B->body->label, body_keys[key]);
    named.name = name;
    body_at(B, key);
    lf_status status = lf_reader_value(B->R, B->node[key], name, &text);
    if (status == LF_OK && lf_param_set(&named, object, lf_text_string(&text), why, sizeof why))
        status = LF_READER_FAIL(B->R, "%s", why);
    lf_text_free(&text);
    return status;
}

/* `count` numbers; all positive if so said. */
static lf_status body_numbers(body_reader *B, int key, size_t count, bool positive, double *value)
{
    const lf_param row = {"",       LF_REAL,  count, 0, "", "", NULL, positive ? 0 : -INFINITY,
                          INFINITY, positive, ""};
    return body_set(B, key, &row, value);
}

/* As many numbers as one of the three counts (0: none). */
static lf_status body_either(body_reader *B, int key, const size_t counts[3], size_t *found,
                             double value[9])
{
    lf_list list = {0};
    const lf_param row = {"", LF_LIST, 0, 0, "", "", NULL, -INFINITY, INFINITY, 0, ""};
    lf_text text = {0};
    char name[LF_WORD_SIZE + 40];
    snprintf(name, sizeof name, "%s: %s", B->body->label, body_keys[key]);
    body_at(B, key);
    lf_status status = lf_reader_value(B->R, B->node[key], name, &text);
    size_t count = status == LF_OK ? lf_param_numbers(lf_text_string(&text)) : 0;
    lf_text_free(&text);
    if (status != LF_OK)
        return status;
    bool right = count <= LF_LIST_FEW;
    if (right)
        status = body_set(B, key, &row, &list);
    if (status != LF_OK)
        return status;
    if (!right || (count != counts[0] && count != counts[1] && count != counts[2]))
        return counts[2] ? LF_READER_FAIL(B->R, "%s needs %zu, %zu or %zu numbers, got %zu", name,
                                          counts[0], counts[1], counts[2], count)
                         : LF_READER_FAIL(B->R, "%s needs %zu or %zu numbers, got %zu", name,
                                          counts[0], counts[1], count);
    memcpy(value, list.few, count * sizeof *value);
    *found = count;
    return LF_OK;
}

/* ---- attitude ------------------------------------------------------------------------------- */

static lf_status body_quaternion(body_reader *B, const double q[4])
{
    double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    if (fabs(length - 1) <= 1e-9)
        return LF_OK;
    return LF_READER_FAIL(B->R,
                          "%s: attitude must be a unit quaternion (w, x, y, z) within 1e-9, its "
                          "length is %.10g",
                          B->body->label, length);
}

static lf_status body_matrix(body_reader *B, const double A[9])
{
    double defect = 0, det = 0;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            double dot = A[i] * A[j] + A[3 + i] * A[3 + j] + A[6 + i] * A[6 + j];
            defect = fmax(defect, fabs(dot - (i == j)));
        }
        int j = (i + 1) % 3, k = (i + 2) % 3;
        det += A[3 * i] * (A[3 * j + 1] * A[3 * k + 2] - A[3 * k + 1] * A[3 * j + 2]);
    }
    if (defect <= 1e-9 && det > 0)
        return LF_OK;
    return LF_READER_FAIL(B->R,
                          "%s: attitude must be a rotation matrix from body to space, row by row: "
                          "columns orthonormal within 1e-9 (off by %.3g), determinant 1 (%.3g)",
                          B->body->label, defect, det);
}

static lf_status body_attitude(body_reader *B)
{
    static const size_t counts[] = {4, 9, 0};
    lf_reader_body *body = B->body;
    body->attitude_count = 4;
    body->attitude[0] = 1;
    if (!B->node[BODY_ATTITUDE])
        return LF_OK;
    lf_status status = body_either(B, BODY_ATTITUDE, counts, &body->attitude_count, body->attitude);
    if (status != LF_OK)
        return status;
    return body->attitude_count == 4 ? body_quaternion(B, body->attitude)
                                     : body_matrix(B, body->attitude);
}

/* ---- points --------------------------------------------------------------------------------- */

/* Every row has four numbers; or they stand in one list. */
static lf_status body_point_rows(body_reader *B)
{
    struct fy_node *item, *list = B->node[BODY_POINTS];
    void *at = NULL;
    size_t number = 0, rows = 0;
    if (!list || !fy_node_is_sequence(list))
        return LF_READER_FAIL(B->R, "%s: points must be a list of [mass, x, y, z]", B->body->label);
    while ((item = fy_node_sequence_iterate(list, &at))) {
        number++;
        if (!fy_node_is_sequence(item))
            continue;
        rows++;
        int count = fy_node_sequence_item_count(item);
        if (count == 4)
            continue;
        lf_reader_at(B->R, fy_node_sequence_get_by_index(item, 0));
        return LF_READER_FAIL(B->R, "%s: point %zu needs 4 numbers (mass, x, y, z), got %d",
                              B->body->label, number, count);
    }
    if (rows == number || (rows == 0 && number % 4 == 0))
        return LF_OK;
    return LF_READER_FAIL(B->R, "%s: points must be a list of [mass, x, y, z]", B->body->label);
}

static lf_status body_points(body_reader *B)
{
    const lf_param row = {"", LF_LIST, 0, 0, "", "", NULL, -INFINITY, INFINITY, 0, ""};
    lf_reader_body *body = B->body;
    lf_list list = {0};
    body_at(B, BODY_POINTS);
    lf_status status = body_point_rows(B);
    if (status != LF_OK)
        return status;
    size_t room = 4 * (size_t)fy_node_sequence_item_count(B->node[BODY_POINTS]);
    body->point = lf_scenario_room(B->R->S, room + LF_LIST_FEW);
    if (!body->point)
        return LF_EMEMORY;
    lf_param_give(&row, &list, room + LF_LIST_FEW, body->point);
    status = body_set(B, BODY_POINTS, &row, &list);
    if (status != LF_OK)
        return status;
    memmove(body->point, lf_list_numbers(&list), list.count * sizeof *body->point);
    body->points = list.count / 4;
    for (size_t k = 0; k < body->points; k++)
        if (!(body->point[4 * k] > 0))
            return LF_READER_FAIL(B->R, "%s: the mass of point %zu must be positive, got %.10g",
                                  body->label, k + 1, body->point[4 * k]);
    return LF_OK;
}

/* ---- shapes --------------------------------------------------------------------------------- */

/* The file, relative to the folder of the scenario. */
static lf_status body_shape_path(body_reader *B, char path[LF_PATH_SIZE])
{
    lf_text text = {0};
    char name[LF_WORD_SIZE + 40];
    const char *slash = strrchr(B->R->path, '/');
    snprintf(name, sizeof name, "%s: shape", B->body->label);
    body_at(B, BODY_SHAPE);
    lf_status status = lf_reader_value(B->R, B->node[BODY_SHAPE], name, &text);
    const char *file = lf_text_string(&text);
    int folder = slash && *file != '/' ? (int)(slash + 1 - B->R->path) : 0;
    if (status == LF_OK &&
        snprintf(path, LF_PATH_SIZE, "%.*s%s", folder, B->R->path, file) >= LF_PATH_SIZE)
        status = LF_READER_FAIL(B->R, "%s is too long", name);
    lf_text_free(&text);
    return status;
}

static lf_status body_shape_options(body_reader *B, lf_shape_options *opt)
{
    static const int keys[] = {BODY_MASS, BODY_DENSITY, BODY_SCALE, BODY_POINTS};
    *opt = lf_shape_options_default();
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
        const lf_param *row = lf_param_find(lf_shape_rows, body_keys[keys[k]]);
        lf_status status = B->node[keys[k]] ? body_set(B, keys[k], row, opt) : LF_OK;
        if (status != LF_OK)
            return status;
    }
    body_at(B, BODY_SHAPE);
    if (isnan(opt->mass) == isnan(opt->density))
        return LF_READER_FAIL(B->R, "%s: a shape needs mass or density%s", B->body->label,
                              isnan(opt->mass) ? "" : ", not both");
    return LF_OK;
}

/* Mass, inertia and points of the polyhedron, seen from its centre of mass. */
static lf_status body_take_shape(body_reader *B, const lf_shape *S, size_t points)
{
    lf_reader_body *body = B->body;
    char why[LF_WHY_SIZE] = "";
    lf_mascons M = {0};
    body->mass = S->mass;
    body->inertia_count = 9;
    memcpy(body->inertia, S->inertia, sizeof body->inertia);
    if (points == 0)
        return LF_OK;
    body_at(B, BODY_POINTS);
    if (lf_shape_mascons(S, points, &M, why, sizeof why) != LF_OK)
        return LF_READER_FAIL(B->R, "%s: %s", body->label, why);
    lf_status status = LF_OK;
    if (M.matched < 10)
        status = LF_READER_FAIL(B->R,
                                "%s: %zu points cannot have the inertia of the shape; ask for more",
                                body->label, M.count);
    body->points = M.count;
    body->point = status == LF_OK ? lf_scenario_room(B->R->S, 4 * M.count) : NULL;
    if (body->point)
        memcpy(body->point, M.point, 4 * M.count * sizeof *M.point);
    else if (status == LF_OK)
        status = LF_EMEMORY;
    lf_mascons_free(&M);
    return status;
}

static lf_status body_shape(body_reader *B)
{
    char path[LF_PATH_SIZE], why[LF_WHY_SIZE] = "";
    lf_shape_options opt;
    lf_shape S = {0};
    body_at(B, BODY_INERTIA);
    if (B->node[BODY_INERTIA])
        return LF_READER_FAIL(B->R, "%s: give shape or inertia, not both", B->body->label);
    if (B->node[BODY_POINTS] && fy_node_is_sequence(B->node[BODY_POINTS])) {
        body_at(B, BODY_POINTS);
        return LF_READER_FAIL(B->R,
                              "%s: with a shape, points is how many there shall be; a list of "
                              "points goes with mass and inertia",
                              B->body->label);
    }
    lf_status status = body_shape_options(B, &opt);
    if (status == LF_OK)
        status = body_shape_path(B, path);
    if (status == LF_OK && lf_shape_read(&S, path, &opt, why, sizeof why) != LF_OK)
        status = LF_READER_FAIL(B->R, "%s: %s", B->body->label, why);
    if (status == LF_OK)
        status = body_take_shape(B, &S, opt.points);
    lf_shape_free(&S);
    return status;
}

/* ---- the body ------------------------------------------------------------------------------- */

/* Mass, inertia and points as numbers. */
static lf_status body_by_numbers(body_reader *B)
{
    static const size_t counts[] = {3, 6, 9};
    lf_reader_body *body = B->body;
    for (int key = BODY_DENSITY; key <= BODY_SCALE; key++)
        if (B->node[key]) {
            body_at(B, key);
            return LF_READER_FAIL(B->R, "%s: %s belongs to a shape, and there is none", body->label,
                                  body_keys[key]);
        }
    body_at(B, BODY_MASS);
    if (!B->node[BODY_MASS])
        return LF_READER_FAIL(B->R, "%s needs a mass", body->label);
    lf_status status = body_numbers(B, BODY_MASS, 1, true, &body->mass);
    if (status == LF_OK && B->node[BODY_INERTIA])
        status = body_either(B, BODY_INERTIA, counts, &body->inertia_count, body->inertia);
    if (status == LF_OK && B->node[BODY_POINTS])
        status = body_points(B);
    return status;
}

static lf_status body_rest(body_reader *B)
{
    lf_reader_body *body = B->body;
    double *const vector[] = {body->x, body->v, body->Omega};
    static const int keys[] = {BODY_X, BODY_V, BODY_OMEGA};
    lf_status status = LF_OK;
    body->has_semiaxes = B->node[BODY_SEMIAXES] != NULL;
    body->has_x = B->node[BODY_X] != NULL;
    if (body->has_semiaxes)
        status = body_numbers(B, BODY_SEMIAXES, 3, true, body->semiaxes);
    for (size_t k = 0; k < 3 && status == LF_OK; k++)
        if (B->node[keys[k]])
            status = body_numbers(B, keys[k], 3, false, vector[k]);
    return status == LF_OK ? body_attitude(B) : status;
}

static lf_status body_unknown(body_reader *B, const char *key)
{
    char near[LF_WHY_SIZE] = "";
    bool attitude = strcmp(key, "q") == 0 || strcmp(key, "R") == 0;
    lf_name_suggest(key, body_keys, near, sizeof near);
    return LF_READER_FAIL(
        B->R, "%s has no key '%s'%s", B->body->label, key,
        attitude ? "; its attitude is 'attitude: [w, x, y, z]' or a matrix of 9 numbers"
        : *near  ? near
                 : "; it may have name, mass, inertia, semiaxes, points, shape, density, scale, x, "
                   "v, attitude and Omega");
}

/* All keys with their lines; the name first, for sentences. */
static lf_status body_pairs(body_reader *B, struct fy_node *node)
{
    char key[LF_WORD_SIZE];
    void *at = NULL;
    struct fy_node_pair *pair;
    bool first = true;
    while ((pair = fy_node_mapping_iterate(node, &at))) {
        lf_status status = lf_reader_key(B->R, pair, key);
        int k = 0;
        while (body_keys[k] && strcmp(key, body_keys[k]) != 0)
            k++;
        if (first)
            strcpy(B->body->place, B->R->place);
        first = false;
        if (status == LF_OK && k == BODY_KEYS)
            status = body_unknown(B, key);
        if (status != LF_OK)
            return status;
        B->node[k] = fy_node_pair_value(pair);
        strcpy(B->place[k], B->R->place);
    }
    return LF_OK;
}

static lf_status body_name(body_reader *B, size_t number)
{
    lf_text text = {0};
    if (!B->node[BODY_NAME])
        return LF_OK;
    body_at(B, BODY_NAME);
    lf_status status = lf_reader_value(B->R, B->node[BODY_NAME], "name", &text);
    if (status == LF_OK && text.length >= LF_WORD_SIZE)
        status = LF_READER_FAIL(B->R, "%s: a name has at most %d bytes", B->body->label,
                                LF_WORD_SIZE - 1);
    else if (status == LF_OK)
        snprintf(B->body->label, sizeof B->body->label, "body %zu (%.63s)", number,
                 lf_text_string(&text));
    lf_text_free(&text);
    return status;
}

lf_status lf_reader_body_read(lf_reader *R, struct fy_node *node, size_t number,
                              lf_reader_body *body)
{
    body_reader B = {.R = R, .body = body};
    *body = (lf_reader_body){0};
    snprintf(body->label, sizeof body->label, "body %zu", number);
    strcpy(body->place, R->place);
    if (!node || !fy_node_is_mapping(node))
        return LF_READER_FAIL(R, "%s must be a list of 'key: value' lines", body->label);
    lf_status status = body_pairs(&B, node);
    if (status == LF_OK)
        status = body_name(&B, number);
    if (status == LF_OK)
        status = B.node[BODY_SHAPE] ? body_shape(&B) : body_by_numbers(&B);
    if (status == LF_OK)
        status = body_rest(&B);
    return status;
}
