/* SPDX-License-Identifier: BSD-3-Clause */
/* test_full_body_setup.h - the model full-body with lists of any length. */
#ifndef LF_TEST_FULL_BODY_SETUP_H
#define LF_TEST_FULL_BODY_SETUP_H

#include "support/cases.h"

#include <stdio.h>
#include <string.h>

#include "model/full_body.h"

enum { MOST = 3, DIM = LF_BODY_DIM * MOST, NUMBERS = 4096 };

/* A model with lists of any length. */
typedef struct {
    full_body F;
    lf_problem P;
    double y[DIM], room[2048];
    double numbers[NUMBERS]; /* of long lists */
    size_t used;
    char why[512];
} setup;

static inline const lf_model *model(void)
{
    return lf_model_find("full-body");
}

static inline const lf_method *method(const char *name)
{
    const lf_method *M = lf_method_find(name);
    if (!M)
        fail_msg("no method %s", name);
    return M;
}

/* "key=value" settings separated by ';' on top of what is there */
static inline void set(setup *S, const char *settings)
{
    char text[2048], *next = text;
    snprintf(text, sizeof text, "%s", settings);
    while (next && *next) {
        char *key = next, *value = strchr(key, '=');
        next = strchr(key, ';');
        if (next)
            *next++ = '\0';
        assert_non_null(value);
        *value++ = '\0';
        const lf_param *row = lf_param_find(model()->params, key);
        if (!row)
            fail_msg("no parameter %s", key);
        const size_t count = lf_param_numbers(value);
        if (row->type == LF_LIST && count > lf_param_room(row, &S->F)) {
            assert_true(S->used + count <= NUMBERS);
            lf_param_give(row, &S->F, count, S->numbers + S->used);
            S->used += count;
        }
        if (lf_param_set(row, &S->F, value, S->why, sizeof S->why) != LF_OK)
            fail_msg("%s", S->why);
    }
}

static inline void begin(setup *S)
{
    memset(S, 0, sizeof *S);
    lf_param_defaults(model()->params, &S->F);
}

static inline lf_status build(setup *S)
{
    const size_t room = model()->room(&S->F);
    assert_true(room <= sizeof S->room / sizeof *S->room);
    if (room)
        model()->give(&S->F, S->room);
    S->why[0] = '\0';
    return model()->build(&S->F, &S->P, S->y, S->why, sizeof S->why);
}

static inline void build_or_fail(setup *S)
{
    if (build(S) != LF_OK)
        fail_msg("%s", S->why);
}

/* Two ellipsoids, and one with a sphere. */
#define EGGS                                                                                  \
    "mass=2 1;semiaxes=0.5 0.4 0.3 0.3 0.25 0.2;inertia=0;x=1 0 0 -2 0 0;v=0 0.3 0 0 -0.6 0;" \
    "Omega=0.1 0.2 0.3 -0.2 0.4 0.1;G=1;q=0.8 0.6 0 0 0.6 0 0.8 0;"
#define EGG_AND_BALL                                                                            \
    "mass=2 1;semiaxes=0.5 0.4 0.3 0.25 0.25 0.25;inertia=0;x=1 0 0 -2 0 0;v=0 0.3 0 0 -0.6 0;" \
    "Omega=0.1 0.2 0.3 -0.2 0.4 0.1;G=1;q=0.8 0.6 0 0 0.6 0 0.8 0;"

#endif
