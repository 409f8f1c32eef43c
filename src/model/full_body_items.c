/* SPDX-License-Identifier: BSD-3-Clause */
/* full_body_items.c - bodies written one under the other, as the lists of numbers that the model
 * full-body takes. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "model/full_body.h"
#include "model/models.h"

enum { ITEMS_MOST = 10000 };

/* One body; NaN or an empty list: not said. */
typedef struct {
    double mass, semiaxes[3], x[3], v[3], Omega[3];
    lf_list inertia, points, attitude;
} full_body_item;

__attribute__((format(printf, 4, 5))) static lf_status items_refuse(lf_item_fault *fault,
                                                                    size_t item, const char *row,
                                                                    const char *format, ...)
{
    va_list list;
    fault->item = item;
    fault->row = row;
    va_start(list, format);
    vsnprintf(fault->why, sizeof fault->why, format, list);
    va_end(list);
    return LF_EINPUT;
}

static size_t items_points(const full_body_item *b)
{
    return b->points.count / 4;
}

static bool items_has_semiaxes(const full_body_item *b)
{
    return !isnan(b->semiaxes[0]);
}

/* ---- what is wrong -------------------------------------------------------------------------- */

static lf_status items_check_attitude(const full_body_item *b, size_t i, lf_item_fault *fault)
{
    const double *a = lf_list_numbers(&b->attitude);
    const size_t count = b->attitude.count;
    if (count != 4 && count != 9)
        return items_refuse(fault, i, "attitude", "attitude needs 4 or 9 numbers, got %zu", count);
    *fault = (lf_item_fault){.item = i, .row = "attitude"};
    return count == 4 ? lf_check_quaternion(a, "attitude", fault->why, sizeof fault->why)
                      : lf_check_rotation(a, "attitude", fault->why, sizeof fault->why);
}

/* One body alone. */
static lf_status items_check(const full_body_item *b, size_t i, lf_item_fault *fault)
{
    const size_t count = b->inertia.count;
    if (isnan(b->mass))
        return items_refuse(fault, i, NULL, "needs a mass");
    if (count != 0 && count != 3 && count != 6 && count != 9)
        return items_refuse(fault, i, "inertia", "inertia needs 3, 6 or 9 numbers, got %zu", count);
    for (size_t k = 0; k < items_points(b); k++) {
        const double mass = lf_list_numbers(&b->points)[4 * k];
        if (!(mass > 0))
            return items_refuse(fault, i, "points",
                                "the mass of point %zu must be positive, got %.10g", k + 1, mass);
    }
    return items_check_attitude(b, i, fault);
}

/* What one body has all must have. */
static lf_status items_check_alike(size_t n, const full_body_item *body, lf_item_fault *fault)
{
    for (size_t i = 0; i < n; i++) {
        const bool first = items_points(&body[0]) > 0, points = items_points(&body[i]) > 0;
        if (points != first)
            return items_refuse(fault, first ? i : 0, NULL, "has no points, but body %zu has",
                                first ? 1 : i + 1);
    }
    for (size_t i = 0; i < n; i++) {
        const bool first = items_has_semiaxes(&body[0]), semiaxes = items_has_semiaxes(&body[i]);
        if (semiaxes != first)
            return items_refuse(fault, first ? i : 0, NULL, "has no semiaxes, but body %zu has",
                                first ? 1 : i + 1);
    }
    return LF_OK;
}

/* What the potential reads must have been said; the model itself checks the numbers. */
static lf_status items_check_potential(const full_body *F, size_t n, const full_body_item *body,
                                       lf_item_fault *fault)
{
    static const char *const ellipsoids[] = {[FULL_BODY_ELLIPSOID] = "ellipsoid",
                                             [FULL_BODY_SPHERE_ELLIPSOID] = "sphere-ellipsoid",
                                             [FULL_BODY_CUBATURE] = "cubature"};
    for (size_t i = 0; i < n; i++) {
        if (F->potential == FULL_BODY_MASCON && items_points(&body[i]) == 0)
            return items_refuse(fault, i, NULL,
                                "has no points, which potential mascon needs: [mass, x, y, z] of "
                                "each, or with a shape how many");
        if (ellipsoids[F->potential] && !items_has_semiaxes(&body[i]))
            return items_refuse(fault, i, NULL, "has no semiaxes, which potential %s needs",
                                ellipsoids[F->potential]);
    }
    return LF_OK;
}

/* Where it is, among others; and what its inertia follows from, if another's is said. */
static lf_status items_check_needs(size_t n, const full_body_item *body, lf_item_fault *fault)
{
    bool given = false;
    for (size_t i = 0; i < n; i++) {
        if (n > 1 && isnan(body[i].x[0]))
            return items_refuse(fault, i, NULL, "needs x, its position");
        given = given || body[i].inertia.count > 0;
    }
    for (size_t i = 0; i < n && given; i++)
        if (body[i].inertia.count == 0 && !items_has_semiaxes(&body[i]) &&
            items_points(&body[i]) == 0)
            return items_refuse(fault, i, NULL, "needs inertia, semiaxes or points");
    return LF_OK;
}

/* ---- lists ---------------------------------------------------------------------------------- */

/* Room for `count` numbers, at most those that items_room has counted. */
static double *items_list(lf_list *list, size_t count, double **memory)
{
    *list = (lf_list){.count = count};
    if (count <= LF_LIST_FEW)
        return list->few;
    list->data = *memory;
    list->room = count;
    *memory += count;
    return list->data;
}

/* A list that is left out. */
static void items_none(lf_list *list)
{
    *list = (lf_list){.count = 1};
}

/* sum m (|x|^2 - x x^T) */
static void items_inertia_of_points(const full_body_item *b, double J[9])
{
    memset(J, 0, 9 * sizeof *J);
    for (size_t k = 0; k < items_points(b); k++) {
        const double *p = lf_list_numbers(&b->points) + 4 * k, *x = p + 1;
        double square = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
        for (int i = 0; i < 9; i++)
            J[i] += p[0] * ((i % 4 == 0 ? square : 0) - x[i / 3] * x[i % 3]);
    }
}

/* As a matrix; what was not said follows from semiaxes (homogeneous) or points. */
static void items_inertia_matrix(const full_body_item *b, double J[9])
{
    static const int six[9] = {0, 3, 4, 3, 1, 5, 4, 5, 2};
    const double *a = b->semiaxes, *given = lf_list_numbers(&b->inertia);
    const size_t count = b->inertia.count;
    for (int i = 0; i < 9; i++) {
        int j = (i / 4 + 1) % 3, k = (i / 4 + 2) % 3;
        if (count == 9)
            J[i] = given[i];
        else if (count == 6)
            J[i] = given[six[i]];
        else if (count == 3)
            J[i] = i % 4 == 0 ? given[i / 4] : 0;
        else
            J[i] = i % 4 == 0 ? b->mass * (a[j] * a[j] + a[k] * a[k]) / 5 : 0;
    }
    if (count == 0 && !items_has_semiaxes(b))
        items_inertia_of_points(b, J);
}

/* All with the same count, as they stand; else matrices. None: the model derives it. */
static void items_inertia(full_body *F, size_t n, const full_body_item *body, double **memory)
{
    size_t each = body[0].inertia.count, given = 0;
    for (size_t i = 0; i < n; i++) {
        given += body[i].inertia.count > 0;
        each = body[i].inertia.count == each ? each : 9;
    }
    items_none(&F->inertia);
    if (!given)
        return;
    double *out = items_list(&F->inertia, each * n, memory);
    for (size_t i = 0; i < n; i++) {
        const full_body_item *b = &body[i];
        double J[9];
        items_inertia_matrix(b, J);
        memcpy(out + each * i, b->inertia.count == each ? lf_list_numbers(&b->inertia) : J,
               each * sizeof *out);
    }
}

/* Quaternions, or matrices for all as soon as one body has one. */
static void items_attitude(full_body *F, size_t n, const full_body_item *body, double **memory)
{
    bool matrices = false;
    for (size_t i = 0; i < n; i++)
        matrices = matrices || body[i].attitude.count == 9;
    const size_t each = matrices ? 9 : 4;
    double *out = items_list(matrices ? &F->R : &F->q, each * n, memory);
    for (size_t i = 0; i < n; i++) {
        const double *a = lf_list_numbers(&body[i].attitude);
        if (body[i].attitude.count == each)
            memcpy(out + each * i, a, each * sizeof *out);
        else
            lf_full_body_matrix(a, out + each * i);
    }
    if (matrices)
        F->q = (lf_list){.count = 4, .few = {1}};
    else
        items_none(&F->R);
}

static void items_place_points(full_body *F, size_t n, const full_body_item *body, double **memory)
{
    size_t all = 0;
    for (size_t i = 0; i < n; i++)
        all += 4 * items_points(&body[i]);
    items_none(&F->points);
    items_none(&F->counts);
    if (!all)
        return;
    double *point = items_list(&F->points, all, memory), *count = items_list(&F->counts, n, memory);
    for (size_t i = 0; i < n; i++) {
        count[i] = (double)items_points(&body[i]);
        memcpy(point, lf_list_numbers(&body[i].points), body[i].points.count * sizeof *point);
        point += body[i].points.count;
    }
}

static void items_vectors(full_body *F, size_t n, const full_body_item *body, double **memory)
{
    double *mass = items_list(&F->mass, n, memory), *x = items_list(&F->x, 3 * n, memory);
    double *v = items_list(&F->v, 3 * n, memory), *Omega = items_list(&F->Omega, 3 * n, memory);
    const bool semiaxes = items_has_semiaxes(&body[0]);
    items_none(&F->semiaxes);
    double *a = semiaxes ? items_list(&F->semiaxes, 3 * n, memory) : NULL;
    for (size_t i = 0; i < n; i++) {
        mass[i] = body[i].mass;
        for (size_t c = 0; c < 3; c++) {
            x[3 * i + c] = isnan(body[i].x[c]) ? 0 : body[i].x[c];
            v[3 * i + c] = body[i].v[c];
            Omega[3 * i + c] = body[i].Omega[c];
            if (semiaxes)
                a[3 * i + c] = body[i].semiaxes[c];
        }
    }
}

/* ---- the contract --------------------------------------------------------------------------- */

/* Of each body: mass, count, x, v, Omega, semiaxes, inertia, attitude; and its points. */
static size_t items_room(size_t count, const void *items)
{
    const full_body_item *body = items;
    size_t room = (1 + 1 + 4 * 3 + 9 + 9) * count;
    for (size_t i = 0; i < count; i++)
        room += body[i].points.count;
    return room;
}

static lf_status items_take(void *self, size_t count, const void *items, double *memory,
                            lf_item_fault *fault)
{
    full_body *F = self;
    const full_body_item *body = items;
    lf_status status = LF_OK;
    for (size_t i = 0; i < count && status == LF_OK; i++)
        status = items_check(&body[i], i, fault);
    if (status == LF_OK)
        status = items_check_alike(count, body, fault);
    if (status == LF_OK)
        status = items_check_potential(F, count, body, fault);
    if (status == LF_OK)
        status = items_check_needs(count, body, fault);
    if (status != LF_OK)
        return status;
    items_vectors(F, count, body, &memory);
    items_place_points(F, count, body, &memory);
    items_inertia(F, count, body, &memory);
    items_attitude(F, count, body, &memory);
    return LF_OK;
}

static const lf_param items_params[] = {
    LF_REALS(full_body_item, mass, 1, "kg", NULL, LF_POSITIVE, "mass"),
    LF_NUMBERS(full_body_item, inertia, "kg m^2", NULL, LF_ANY,
               "inertia about the mass centre: 3 principal moments, xx yy zz xy xz yz, or a matrix "
               "of 9 numbers; left out, it follows from semiaxes or points"),
    LF_REALS(full_body_item, semiaxes, 3, "m", NULL, LF_POSITIVE,
             "semi-axes of an ellipsoid along the axes of the body"),
    {"points", LF_LIST, 0, offsetof(full_body_item, points), "kg, m", NULL, "mass|x|y|z", LF_ANY,
     "point masses in the frame of the body; with a shape, how many there shall be"},
    LF_REALS(full_body_item, x, 3, "m", NULL, LF_ANY, "position at the start, in space"),
    LF_REALS(full_body_item, v, 3, "m/s", "0 0 0", LF_ANY, "velocity at the start, in space"),
    LF_NUMBERS(
        full_body_item, attitude, "", "1 0 0 0", LF_ANY,
        "attitude at the start: a quaternion [w, x, y, z], or a matrix of 9 numbers from body "
        "to space, row by row"),
    LF_REALS(full_body_item, Omega, 3, "rad/s", "0 0 0", LF_ANY,
             "angular velocity at the start, in the frame of the body"),
    LF_PARAM_END};

static const char *const items_says[][2] = {{"mass", "mass"},
                                            {"inertia", "inertia"},
                                            {"semiaxes", "semiaxes"},
                                            {"points", "points"},
                                            {"counts", "points"},
                                            {"x", "x"},
                                            {"v", "v"},
                                            {"q", "attitude"},
                                            {"R", "attitude"},
                                            {"Omega", "Omega"},
                                            {NULL, NULL}};

const lf_model_items lf_full_body_items = {
    .key = "bodies",
    .item = "body",
    .doc = "the bodies one by one, in place of lists of numbers for all of them",
    .params = items_params,
    .size = sizeof(full_body_item),
    .most = ITEMS_MOST,
    .says = items_says,
    .shape = {.mass = "mass", .inertia = "inertia", .points = "points"},
    .room = items_room,
    .take = items_take,
};
