/* SPDX-License-Identifier: BSD-3-Clause */
/* reader_body.h - one body of a scenario's `bodies:`, as it was written. */
#ifndef LIEFLOW_RUN_READER_BODY_H
#define LIEFLOW_RUN_READER_BODY_H

#include "run/reader.h"

typedef struct {
    char label[LF_WORD_SIZE + 24]; /* "body 2 (moon)" */
    double mass;
    size_t inertia_count; /* 0: not said, else 3, 6 (xx yy zz xy xz yz) or 9 */
    double inertia[9];
    bool has_semiaxes;
    double semiaxes[3];
    size_t points;
    double *point; /* [points][4], memory of the scenario */
    bool has_x;
    double x[3], v[3], Omega[3];
    size_t attitude_count; /* 4: quaternion, 9: matrix */
    double attitude[9];
    char place[LF_READER_PLACE]; /* where it begins */
} lf_reader_body;

/* Read body number `number` (from 1). */
lf_status lf_reader_body_read(lf_reader *R, struct fy_node *node, size_t number,
                              lf_reader_body *body);

#endif
