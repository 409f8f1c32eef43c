/* SPDX-License-Identifier: BSD-3-Clause */
/* frames.h - frames to run laws on: points, tangent vectors, and fields that depend on time and do not
 * commute. */
#ifndef LF_TEST_FRAMES_H
#define LF_TEST_FRAMES_H

#include "support/order.h"

#include <lieflow/frame.h>

/* A frame with its action and a field on it. Set it up in place: its parts point to each other. */
typedef struct {
    lf_frame frame;
    lf_group group;
    lf_action action;
    double a[TEST_MAX_DIM * TEST_MAX_DIM], b[TEST_MAX_DIM * TEST_MAX_DIM], rate[TEST_MAX_DIM];
    lf_point_field point;
    lf_problem problem;
} test_frames;
void test_frames_set(test_frames *T, size_t d, size_t k, bool grassmann);

/* A random point, and a random tangent vector of this size at it. */
void test_frame_point(const test_frames *T, test_random *r, double *y);
void test_frame_vector(const test_frames *T, test_random *r, double size, const double *y,
                       double *v);
/* The tangent part of a d x k matrix at y, in place. */
void test_frame_tangent(const lf_frame *f, const double *y, double *w);
/* Its field at t, y, without the problem around it. */
void test_frame_field(const test_frames *T, double t, const double *y, double *F);

#endif
