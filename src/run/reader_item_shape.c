/* SPDX-License-Identifier: BSD-3-Clause */
/* reader_item_shape.c - an item of a model that is given as a polyhedron in a file:
 *   {shape: moon.obj, density: 2000, scale: 1000, points: 500, x: [3, 0, 0]} */
#include "run/reader_item.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <lieflow/shape.h>

/* The file, relative to the folder of the scenario. */
static lf_status shape_path(lf_item_reader *I, size_t key, char path[LF_PATH_SIZE])
{
    lf_text text = {0};
    char name[sizeof I->label + 8];
    const char *slash = strrchr(I->R->path, '/');
    snprintf(name, sizeof name, "%s: shape", I->label);
    lf_item_at(I, key);
    lf_status status = lf_reader_value(I->R, I->node[key], name, &text);
    const char *file = lf_text_string(&text);
    int folder = slash && *file != '/' ? (int)(slash + 1 - I->R->path) : 0;
    if (status == LF_OK &&
        snprintf(path, LF_PATH_SIZE, "%.*s%s", folder, I->R->path, file) >= LF_PATH_SIZE)
        status = LF_READER_FAIL(I->R, "%s is too long", name);
    lf_text_free(&text);
    return status;
}

/* Mass or density, scale, and how many points. */
static lf_status shape_options(lf_item_reader *I, lf_shape_options *opt)
{
    const char *const keys[][2] = {{"mass", I->items->shape.mass},
                                   {"density", "density"},
                                   {"scale", "scale"},
                                   {"points", I->items->shape.points}};
    *opt = lf_shape_options_default();
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
        const size_t key = lf_item_key(I, keys[k][1]);
        const lf_param *row = lf_param_find(lf_shape_rows(), keys[k][0]);
        const lf_status status = I->node[key] ? lf_item_set(I, key, row, opt) : LF_OK;
        if (status != LF_OK)
            return status;
    }
    lf_item_at(I, lf_item_key(I, "shape"));
    if (isnan(opt->mass) == isnan(opt->density))
        return LF_READER_FAIL(I->R, "%s: a shape needs mass or density%s", I->label,
                              isnan(opt->mass) ? "" : ", not both");
    return LF_OK;
}

/* Numbers into a list of the item. */
static lf_status shape_list(lf_item_reader *I, const char *name, size_t count, const double *value,
                            void *item)
{
    const lf_param *row = lf_param_find(I->items->params, name);
    lf_list *list = (void *)((char *)item + row->offset);
    *list = (lf_list){.count = count};
    double *out = list->few;
    if (count > LF_LIST_FEW) {
        out = list->data = lf_scenario_room(I->R->S, count);
        list->room = count;
    }
    if (!out)
        return LF_EMEMORY;
    memcpy(out, value, count * sizeof *out);
    return LF_OK;
}

/* A number of points near the one that was asked for which can have the inertia of the shape; 0: none
 * was found. Fewer may do where a grid of more has layers at the wrong places. */
static size_t shape_other_number(const lf_shape *S, size_t points)
{
    static const double part[] = {0.8, 1.25, 0.6, 1.6, 0.4, 2, 2.5, 3, 4, 5, 6, 8, 10, 20};
    enum { MATCHED = 10, MOST = 20000 };
    char why[LF_WHY_SIZE];
    for (size_t k = 0; k < sizeof part / sizeof *part; k++) {
        lf_mascons M = {0};
        const size_t count = (size_t)(part[k] * (double)points + 0.5);
        const bool works = count >= 1 && count != points && count <= MOST &&
                           lf_shape_mascons(S, count, &M, why, sizeof why) == LF_OK &&
                           M.matched >= MATCHED;
        lf_mascons_free(&M);
        if (works)
            return count;
    }
    return 0;
}

/* "1 point cannot have .. ; 8 can": what to ask for instead. */
static lf_status shape_refuse_points(lf_item_reader *I, const lf_shape *S, size_t asked,
                                     size_t made)
{
    const size_t other = shape_other_number(S, asked);
    char advice[80] = "ask for more";
    if (other)
        snprintf(advice, sizeof advice, "ask for %zu", other);
    return LF_READER_FAIL(I->R, "%s: %zu point%s cannot have the inertia of the shape; %s",
                          I->label, made, made == 1 ? "" : "s", advice);
}

static lf_status shape_points(lf_item_reader *I, const lf_shape *S, size_t points, void *item)
{
    char why[LF_WHY_SIZE] = "";
    lf_mascons M = {0};
    lf_item_at(I, lf_item_key(I, I->items->shape.points));
    if (lf_shape_mascons(S, points, &M, why, sizeof why) != LF_OK)
        return LF_READER_FAIL(I->R, "%s: %s", I->label, why);
    lf_status status = LF_OK;
    if (M.matched < 10)
        status = shape_refuse_points(I, S, points, M.count);
    else
        status = shape_list(I, I->items->shape.points, 4 * M.count, M.point, item);
    lf_mascons_free(&M);
    return status;
}

/* Mass, inertia and points of the polyhedron, seen from its centre of mass. */
static lf_status shape_take(lf_item_reader *I, const lf_shape *S, size_t points, void *item)
{
    const lf_param *mass = lf_param_find(I->items->params, I->items->shape.mass);
    memcpy((char *)item + mass->offset, &S->mass, sizeof S->mass);
    lf_status status = shape_list(I, I->items->shape.inertia, 9, S->inertia, item);
    return status == LF_OK && points ? shape_points(I, S, points, item) : status;
}

lf_status lf_item_shape(lf_item_reader *I, void *item)
{
    char path[LF_PATH_SIZE], why[LF_WHY_SIZE] = "";
    const char *inertia = I->items->shape.inertia, *points = I->items->shape.points;
    const size_t key = lf_item_key(I, "shape");
    lf_shape_options opt;
    lf_shape S = {0};
    lf_item_at(I, lf_item_key(I, inertia));
    if (I->node[lf_item_key(I, inertia)])
        return LF_READER_FAIL(I->R, "%s: give shape or %s, not both", I->label, inertia);
    struct fy_node *list = I->node[lf_item_key(I, points)];
    lf_item_at(I, lf_item_key(I, points));
    if (list && fy_node_is_sequence(list))
        return LF_READER_FAIL(
            I->R,
            "%s: with a shape, %s is how many there shall be; a list of them goes "
            "with %s and %s",
            I->label, points, I->items->shape.mass, inertia);
    lf_status status = shape_options(I, &opt);
    if (status == LF_OK)
        status = shape_path(I, key, path);
    if (status == LF_OK && lf_shape_read(&S, path, &opt, why, sizeof why) != LF_OK)
        status = LF_READER_FAIL(I->R, "%s: %s", I->label, why);
    if (status == LF_OK)
        status = shape_take(I, &S, opt.points, item);
    lf_shape_free(&S);
    return status;
}
