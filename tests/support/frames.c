/* SPDX-License-Identifier: BSD-3-Clause */
/* frames.c - points, tangent vectors and fields of frames, written down plainly. */
#include "support/frames.h"

#include <math.h>
#include <string.h>

/* G = Y^T W, k x k, G[b * k + a] = y_a . w_b */
static void products(const lf_frame *f, const double *y, const double *w, double *G)
{
    for (size_t a = 0; a < f->k; a++)
        for (size_t b = 0; b < f->k; b++) {
            G[b * f->k + a] = 0;
            for (size_t i = 0; i < f->d; i++)
                G[b * f->k + a] += y[a * f->d + i] * w[b * f->d + i];
        }
}

void test_frame_tangent(const lf_frame *f, const double *y, double *w)
{
    const size_t d = f->d, k = f->k;
    double G[TEST_MAX_DIM];
    assert_true(k * k <= TEST_MAX_DIM);
    products(f, y, w, G);
    for (size_t b = 0; b < k; b++)
        for (size_t a = 0; a < k; a++) {
            const double c = f->grassmann ? G[b * k + a] : (G[b * k + a] + G[a * k + b]) / 2;
            for (size_t i = 0; i < d; i++)
                w[b * d + i] -= c * y[a * d + i];
        }
}

void test_frame_point(const test_frames *T, test_random *r, double *y)
{
    test_fill(r, T->action.dim, 1, y);
    test_project(&T->action, 1, y, y);
}

void test_frame_vector(const test_frames *T, test_random *r, double size, const double *y,
                       double *v)
{
    test_fill(r, T->action.dim, 1, v);
    test_frame_tangent(&T->frame, y, v);
    const double length = test_norm(T->action.dim, v);
    for (size_t j = 0; j < T->action.dim; j++)
        v[j] *= size / length;
}

/* out = c y, the d x d matrix c column after column */
static void times(const lf_frame *f, const double *c, const double *y, double *out)
{
    for (size_t j = 0; j < f->k; j++)
        for (size_t i = 0; i < f->d; i++) {
            out[j * f->d + i] = 0;
            for (size_t l = 0; l < f->d; l++)
                out[j * f->d + i] += c[l * f->d + i] * y[j * f->d + l];
        }
}

/* The tangent part of W = A(t) Y + B Y (Y^T B Y), a field that turns with Y on a Grassmann manifold; on
 * others the columns are weighted and bent. */
void test_frame_field(const test_frames *T, double t, const double *y, double *F)
{
    const lf_frame *f = &T->frame;
    const size_t d = f->d, k = f->k;
    double by[TEST_MAX_DIM], G[TEST_MAX_DIM], turned[TEST_MAX_DIM];
    for (size_t j = 0; j < k; j++) /* the diagonal of A depends on time */
        for (size_t i = 0; i < d; i++)
            turned[j * d + i] = sin(T->rate[i] * t) * y[j * d + i];
    times(f, T->a, y, F);
    times(f, T->b, y, by);
    products(f, y, by, G);
    for (size_t j = 0; j < k; j++)
        for (size_t i = 0; i < d; i++) {
            double *w = &F[j * d + i];
            *w += turned[j * d + i];
            for (size_t a = 0; a < k; a++)
                *w += by[a * d + i] * G[j * k + a];
            if (!f->grassmann)
                *w = sin(*w) + 0.3 * (double)j * *w;
        }
    test_frame_tangent(f, y, F);
}

static lf_status value(const void *ctx, size_t trajectory, double t, const double *y, double *f)
{
    (void)trajectory;
    test_frame_field(ctx, t, y, f);
    return LF_OK;
}

void test_frames_set(test_frames *T, size_t d, size_t k, bool grassmann)
{
    test_random r = {d * 100 + k};
    T->frame = (lf_frame){d, k, grassmann};
    T->group = lf_group_frame(&T->frame);
    T->action = lf_action_frame(&T->group);
    assert_true(d * k <= TEST_MAX_DIM);
    test_fill(&r, d * d, 1 / sqrt((double)d), T->a);
    test_fill(&r, d * d, 1 / sqrt((double)d), T->b);
    test_fill(&r, d, 4, T->rate);
    T->point = (lf_point_field){.value = value, .ctx = T};
    T->problem = lf_problem_from_point("frames", &T->action, &T->point);
}
