/* SPDX-License-Identifier: BSD-3-Clause */
/* reader_bodies.c - the bodies of a scenario, one under the other, as the lists of numbers that the
 * model full-body takes:
 *   bodies:
 *     - {mass: 4, inertia: [..], points: [[m, x, y, z], ..], x: [..], attitude: [..], Omega: [..]}
 *     - {shape: moon.obj, density: 2000, points: 500, x: [..], v: [..]} */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run/reader_body.h"

enum { BODIES_MOST = 10000 };

/* Lists that are said body by body, and so cannot be parameters as well. */
static const char *const bodies_lists[] = {"mass", "inertia", "semiaxes", "points", "counts",
                                           "x",    "v",       "q",        "R",      "Omega"};

bool lf_reader_bodies_own(const char *key)
{
    for (size_t k = 0; k < sizeof bodies_lists / sizeof *bodies_lists; k++)
        if (strcmp(key, bodies_lists[k]) == 0)
            return true;
    return false;
}

static void bodies_add(lf_text *text, size_t count, const double *value)
{
    char number[32];
    for (size_t k = 0; k < count; k++)
        lf_text_add(text, "%s%s", text->length ? " " : "", lf_number_text(value[k], number));
}

/* Hand a list over to the model; an empty one is what the model takes as left out. */
static lf_status bodies_set(lf_reader *R, const char *key, lf_text *text, const char *otherwise)
{
    lf_status status = LF_OK;
    if (text->failed)
        status = lf_scenario_fail(R->S, LF_EMEMORY, R->place, "out of memory");
    else
        status = lf_scenario_set_parameter(
            R->S, key, text->length ? lf_text_string(text) : otherwise, R->place);
    lf_text_free(text);
    return status;
}

/* ---- inertia -------------------------------------------------------------------------------- */

/* sum m (|x|^2 - x x^T) */
static void bodies_inertia_of_points(const lf_reader_body *b, double J[9])
{
    memset(J, 0, 9 * sizeof *J);
    for (size_t k = 0; k < b->points; k++) {
        const double *p = b->point + 4 * k, *x = p + 1;
        double square = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
        for (int i = 0; i < 9; i++)
            J[i] += p[0] * ((i % 4 == 0 ? square : 0) - x[i / 3] * x[i % 3]);
    }
}

/* As a matrix; what was not said follows from semiaxes (homogeneous) or points. */
static void bodies_inertia_matrix(const lf_reader_body *b, double J[9])
{
    static const int six[9] = {0, 3, 4, 3, 1, 5, 4, 5, 2};
    const double *a = b->semiaxes;
    for (int i = 0; i < 9; i++) {
        int j = (i / 4 + 1) % 3, k = (i / 4 + 2) % 3;
        if (b->inertia_count == 9)
            J[i] = b->inertia[i];
        else if (b->inertia_count == 6)
            J[i] = b->inertia[six[i]];
        else if (b->inertia_count == 3)
            J[i] = i % 4 == 0 ? b->inertia[i / 4] : 0;
        else
            J[i] = i % 4 == 0 ? b->mass * (a[j] * a[j] + a[k] * a[k]) / 5 : 0;
    }
    if (b->inertia_count == 0 && !b->has_semiaxes)
        bodies_inertia_of_points(b, J);
}

/* All with the same count, as they stand; else matrices. None: the model derives it. */
static lf_status bodies_inertia(lf_reader *R, size_t n, const lf_reader_body *body)
{
    lf_text text = {0};
    size_t each = body[0].inertia_count, given = 0;
    for (size_t i = 0; i < n; i++) {
        given += body[i].inertia_count > 0;
        each = body[i].inertia_count == each ? each : 9;
    }
    for (size_t i = 0; i < n && given; i++) {
        const lf_reader_body *b = &body[i];
        double J[9];
        if (b->inertia_count == 0 && !b->has_semiaxes && b->points == 0) {
            strcpy(R->place, b->place);
            lf_text_free(&text);
            return LF_READER_FAIL(R, "%s needs inertia, semiaxes or points", b->label);
        }
        bodies_inertia_matrix(b, J);
        bodies_add(&text, each, b->inertia_count == each ? b->inertia : J);
    }
    return bodies_set(R, "inertia", &text, "0");
}

/* ---- attitude ------------------------------------------------------------------------------- */

static void bodies_rotation(const lf_reader_body *b, double A[9])
{
    const double *q = b->attitude, w = q[0], x = q[1], y = q[2], z = q[3];
    double s = 2 / (w * w + x * x + y * y + z * z);
    const double rows[9] = {
        1 - s * (y * y + z * z), s * (x * y - w * z),     s * (x * z + w * y),
        s * (x * y + w * z),     1 - s * (x * x + z * z), s * (y * z - w * x),
        s * (x * z - w * y),     s * (y * z + w * x),     1 - s * (x * x + y * y)};
    memcpy(A, b->attitude_count == 9 ? b->attitude : rows, sizeof rows);
}

/* Quaternions, or matrices for all as soon as one body has one. */
static lf_status bodies_attitude(lf_reader *R, size_t n, const lf_reader_body *body)
{
    lf_text q = {0}, matrix = {0};
    bool matrices = false;
    for (size_t i = 0; i < n; i++)
        matrices = matrices || body[i].attitude_count == 9;
    for (size_t i = 0; i < n; i++) {
        double A[9];
        bodies_rotation(&body[i], A);
        if (matrices)
            bodies_add(&matrix, 9, A);
        else
            bodies_add(&q, 4, body[i].attitude);
    }
    lf_status status = bodies_set(R, "q", &q, "1 0 0 0");
    if (status == LF_OK)
        return bodies_set(R, "R", &matrix, "0");
    lf_text_free(&matrix);
    return status;
}

/* ---- points and vectors --------------------------------------------------------------------- */

static lf_status bodies_points(lf_reader *R, size_t n, const lf_reader_body *body)
{
    lf_text points = {0}, counts = {0};
    size_t without = 0, with = 0;
    for (size_t i = 0; i < n; i++) {
        double count = (double)body[i].points;
        without = body[i].points ? without : i + 1;
        with = body[i].points ? i + 1 : with;
        bodies_add(&points, 4 * body[i].points, body[i].point);
        bodies_add(&counts, 1, &count);
    }
    if (without && with) {
        strcpy(R->place, body[without - 1].place);
        LF_READER_FAIL(R, "%s has no points, but %s has", body[without - 1].label,
                       body[with - 1].label);
        lf_text_free(&points);
        lf_text_free(&counts);
        return LF_EINPUT;
    }
    if (!with)
        lf_text_free(&counts);
    lf_status status = bodies_set(R, "points", &points, "0");
    if (status == LF_OK)
        return bodies_set(R, "counts", &counts, "0");
    lf_text_free(&counts);
    return status;
}

static lf_status bodies_semiaxes(lf_reader *R, size_t n, const lf_reader_body *body)
{
    lf_text text = {0};
    for (size_t i = 0; i < n; i++) {
        if (body[i].has_semiaxes != body[0].has_semiaxes) {
            const lf_reader_body *lacking = &body[body[0].has_semiaxes ? i : 0];
            strcpy(R->place, lacking->place);
            lf_text_free(&text);
            return LF_READER_FAIL(R, "%s has no semiaxes, but %s has", lacking->label,
                                  body[body[0].has_semiaxes ? 0 : i].label);
        }
        if (body[i].has_semiaxes)
            bodies_add(&text, 3, body[i].semiaxes);
    }
    return bodies_set(R, "semiaxes", &text, "0");
}

static lf_status bodies_vectors(lf_reader *R, size_t n, const lf_reader_body *body)
{
    lf_text mass = {0}, vector[3] = {{0}};
    static const char *const key[] = {"x", "v", "Omega"};
    lf_status status = LF_OK;
    for (size_t i = 0; i < n; i++) {
        if (status == LF_OK && n > 1 && !body[i].has_x) {
            strcpy(R->place, body[i].place);
            status = LF_READER_FAIL(R, "%s needs x, its position", body[i].label);
        }
        bodies_add(&mass, 1, &body[i].mass);
        bodies_add(&vector[0], 3, body[i].x);
        bodies_add(&vector[1], 3, body[i].v);
        bodies_add(&vector[2], 3, body[i].Omega);
    }
    if (status == LF_OK)
        status = bodies_set(R, "mass", &mass, "0");
    for (size_t k = 0; k < 3 && status == LF_OK; k++)
        status = bodies_set(R, key[k], &vector[k], "0");
    lf_text_free(&mass);
    for (size_t k = 0; k < 3; k++)
        lf_text_free(&vector[k]);
    return status;
}

/* What the potential reads must have been said; the model itself checks the numbers. */
static lf_status bodies_potential(lf_reader *R, size_t n, const lf_reader_body *body)
{
    char name[LF_WORD_SIZE];
    const lf_param *row = lf_param_find(R->S->model->params, "potential");
    if (!row)
        return LF_OK;
    lf_param_choice_name(row, R->S->self, name, sizeof name);
    bool mascon = strcmp(name, "mascon") == 0, second = strcmp(name, "second-degree") == 0;
    for (size_t i = 0; i < n; i++) {
        strcpy(R->place, body[i].place);
        if (mascon && body[i].points == 0)
            return LF_READER_FAIL(R,
                                  "%s has no points, which potential mascon needs: [mass, x, y, z] "
                                  "of each, or with a shape how many",
                                  body[i].label);
        if (!mascon && !second && !body[i].has_semiaxes)
            return LF_READER_FAIL(R, "%s has no semiaxes, which potential %s needs", body[i].label,
                                  name);
    }
    return LF_OK;
}

/* ---- all of them ---------------------------------------------------------------------------- */

static lf_status bodies_read(lf_reader *R, struct fy_node *list, size_t n, lf_reader_body *body)
{
    lf_status (*const part[])(lf_reader *, size_t, const lf_reader_body *) = {
        bodies_points,  bodies_semiaxes, bodies_potential,
        bodies_vectors, bodies_inertia,  bodies_attitude};
    char place[LF_READER_PLACE];
    void *at = NULL;
    lf_status status = LF_OK;
    strcpy(place, R->place);
    for (size_t i = 0; i < n && status == LF_OK; i++) {
        struct fy_node *item = fy_node_sequence_iterate(list, &at);
        strcpy(R->place, place);
        lf_reader_at(R, item);
        status = lf_reader_body_read(R, item, i + 1, &body[i]);
    }
    for (size_t k = 0; k < sizeof part / sizeof *part && status == LF_OK; k++) {
        strcpy(R->place, place);
        status = part[k](R, n, body);
    }
    return status;
}

lf_status lf_reader_bodies(lf_reader *R, struct fy_node *list)
{
    int count = list && fy_node_is_sequence(list) ? fy_node_sequence_item_count(list) : 0;
    if (strcmp(R->S->model->name, "full-body") != 0)
        return LF_READER_FAIL(R, "bodies belong to the model full-body, this one is %s",
                              R->S->model->name);
    if (count < 1 || count > BODIES_MOST)
        return LF_READER_FAIL(
            R, "bodies must be a list of 1 to %d bodies, each with '- ' before it", BODIES_MOST);
    lf_reader_body *body = calloc((size_t)count, sizeof *body);
    if (!body)
        return lf_scenario_fail(R->S, LF_EMEMORY, R->place, "out of memory");
    lf_status status = bodies_read(R, list, (size_t)count, body);
    free(body);
    return status;
}
