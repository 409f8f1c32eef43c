/* SPDX-License-Identifier: BSD-3-Clause */
/* rods.c - the model rod with settings, of any size. */
#include "support/rods.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One setting, whose list gets memory that is never given back: tests are short. */
static void rod_set(const lf_model *model, void *self, const char *key, const char *value)
{
    char why[512];
    const lf_param *row = lf_param_find(model->params, key);
    if (!row)
        fail_msg("rod has no parameter %s", key);
    const size_t count = lf_param_numbers(value);
    if (row->type == LF_LIST && count > lf_param_room(row, self))
        lf_param_give(row, self, count, calloc(count, sizeof(double)));
    if (lf_param_set(row, self, value, why, sizeof why) != LF_OK)
        fail_msg("rod: %s = %s: %s", key, value, why);
}

lf_status test_rod_open(test_rod *rod, const char *settings)
{
    const lf_model *model = lf_model_find("rod");
    char text[4096], *next = text;
    *rod = (test_rod){0};
    lf_param_defaults(model->params, rod->self);
    assert_true((size_t)snprintf(text, sizeof text, "%s", settings) < sizeof text);
    while (next && *next) {
        char *key = next, *value = strchr(key, '=');
        next = strchr(key, ';');
        if (next)
            *next++ = '\0';
        assert_non_null(value);
        *value++ = '\0';
        rod_set(model, rod->self, key, value);
    }
    rod->dim = model->dim(rod->self);
    rod->y = calloc(rod->dim + 1, sizeof *rod->y);
    rod->room = calloc(model->room(rod->self) + 1, sizeof *rod->room);
    assert_true(rod->y && rod->room);
    model->give(rod->self, rod->room);
    return model->build(rod->self, &rod->problem, rod->y, rod->why, sizeof rod->why);
}

void test_rod_close(test_rod *rod)
{
    free(rod->y);
    free(rod->room);
    *rod = (test_rod){0};
}

void test_rod_state(test_node *entry, const char *key, size_t dim, double *y)
{
    assert_int_equal(test_numbers(test_get(entry, key), dim, y), dim);
}

test_node *test_rod_entry(test_document *D, const char *name)
{
    test_node *entries = test_get(test_root(D), "entries");
    for (size_t k = 0; k < test_length(entries); k++)
        if (test_text_is(test_get(test_item(entries, k), "name"), name))
            return test_item(entries, k);
    fail_msg("rods.json has no entry %s", name);
    return NULL;
}
