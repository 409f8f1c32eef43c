/* SPDX-License-Identifier: BSD-3-Clause */
#include "support/matrices.h"

#include <math.h>
#include <string.h>

/* Minkowski's form, one without any structure, and two skew ones. */
static const double minkowski[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1};
static const double symmetric[9] = {2, 0.5, -0.25, 0.5, -1, 0.75, -0.25, 0.75, 1.5};
static const double skew[16] = {0,     1.5,   0.25, -0.5, -1.5, 0,  0.75, 1,
                                -0.25, -0.75, 0,    2,    0.5,  -1, -2,   0};

enum { FORMS = 3, MOST = 24 };
static lf_bilinear forms[FORMS];
static double rooms[FORMS][256];
static lf_group built[MOST];
static const lf_group *list[MOST + 1];

static void add_form(size_t k, size_t n, const double *P, lf_group *out)
{
    char why[200];
    assert_true(lf_bilinear_room(n) <= sizeof rooms[k] / sizeof *rooms[k]);
    if (lf_bilinear_make(n, P, rooms[k], &forms[k], why, sizeof why) != LF_OK)
        fail_msg("%s", why);
    *out = lf_group_bilinear(&forms[k]);
}

const lf_group *const *test_matrix_groups(void)
{
    size_t count = 0;
    for (size_t n = 2; n <= 6; n++)
        built[count++] = lf_group_so(n);
    for (size_t n = 1; n <= 5; n += n < 3 ? 1 : 2)
        built[count++] = lf_group_gl(n);
    for (size_t n = 1; n <= 3; n++)
        built[count++] = lf_group_sp(n);
    for (size_t n = 1; n <= 4; n++)
        built[count++] = lf_group_affine(n);
    add_form(0, 4, minkowski, &built[count++]);
    add_form(1, 3, symmetric, &built[count++]);
    add_form(2, 4, skew, &built[count++]);
    for (size_t k = 0; k < count; k++)
        list[k] = &built[k];
    list[count] = NULL;
    return list;
}

double test_matrix_scale(const lf_group *G)
{
    if (G->kind != LF_GROUP_MATRIX && G->kind != LF_GROUP_AFFINE)
        return 1;
    return 1.2 / sqrt((double)G->rep);
}

/* ---- actions ---- */

enum { ACTIONS = 16 };
static lf_group so3, so4, gl2, gl3, sp2, affine2;
static lf_action moved[ACTIONS];
static const lf_action *action_list[ACTIONS + 1];

static void add_action(size_t *count, const char *name, lf_action A)
{
    moved[*count] = A;
    moved[*count].name = name;
    action_list[*count] = &moved[*count];
    ++*count;
    action_list[*count] = NULL;
}

const lf_action *const *test_matrix_actions(void)
{
    static lf_group minkowski_group;
    size_t count = 0;
    so3 = lf_group_so(3);
    so4 = lf_group_so(4);
    gl2 = lf_group_gl(2);
    gl3 = lf_group_gl(3);
    sp2 = lf_group_sp(2);
    affine2 = lf_group_affine(2);
    add_form(0, 4, minkowski, &minkowski_group);
    add_action(&count, "so4-left", lf_action_left(&so4));
    add_action(&count, "so4-right", lf_action_right(&so4));
    add_action(&count, "sp4-left", lf_action_left(&sp2));
    add_action(&count, "gl2-left", lf_action_left(&gl2));
    add_action(&count, "so4-conjugation", lf_action_conjugation(&so4));
    add_action(&count, "gl3-conjugation", lf_action_conjugation(&gl3));
    add_action(&count, "body-n", lf_action_body_n(&so3));
    add_action(&count, "so4-vectors", lf_action_vectors(&so4));
    add_action(&count, "sp4-vectors", lf_action_vectors(&sp2));
    add_action(&count, "minkowski-vectors", lf_action_vectors(&minkowski_group));
    add_action(&count, "affine-vectors", lf_action_vectors(&affine2));
    add_action(&count, "so4-coadjoint", lf_action_coadjoint(&so4));
    add_action(&count, "gl2-coadjoint", lf_action_coadjoint(&gl2));
    return action_list;
}

/* sign 1: symmetric, -1: skew, 0: neither; eigenvalues are kept apart by the diagonal */
static void fill_matrix(test_random *r, size_t rows, int sign, size_t n, double *y)
{
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < rows; j++) {
            double x = sign < 0 ? test_uniform(r, 0.3, 1) : test_uniform(r, -0.4, 0.4);
            if (j > i && sign)
                continue;
            x = i == j ? (sign < 0 ? 0 : 0.6 * (double)i - 0.7) : x;
            y[(i * rows + j) * n] = x;
            if (sign && j < i)
                y[(j * rows + i) * n] = sign * x;
        }
}

void test_matrix_point(const lf_action *A, test_random *r, size_t n, double *y)
{
    const bool body = A->kind == LF_ACTION_BODY_N;
    const size_t rows = (size_t)(sqrt((double)A->group->rep) + 0.5);
    const int sign = body ? -1 : !strcmp(A->group->name, "so");
    for (size_t i = 0; i < n; i++)
        fill_matrix(r, rows, sign, n, y + i);
    if (body)
        lf_group_identity(A->group, n, y + A->dim / 2 * n);
}
