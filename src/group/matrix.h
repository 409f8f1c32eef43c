/* SPDX-License-Identifier: BSD-3-Clause */
/* matrix.h - what the files about groups of matrices share. An algebra is a linear family of N x N
 * matrices: coordinates go in by `to` and come out by `from`; covectors, which pair with coordinates,
 * become matrices that pair by the trace through `lift` and `drop`, the transposes of the other two.
 * With them every operation and every dual is the one of gl(N):
 *
 *   Ad_g V = g V g^-1,  Ad*_g M = g^T M g^-T,  ad_u V = [u, V],  ad*_u M = [u^T, M] */
#ifndef LF_GROUP_MATRIX_H
#define LF_GROUP_MATRIX_H

#include <lieflow/matrix.h>

#include "base/dense.h"

/* Which family: what the inverse and the distance are made of. */
typedef enum {
    LF_FAMILY_GL,
    LF_FAMILY_SO,
    LF_FAMILY_SP,
    LF_FAMILY_FORM,
    LF_FAMILY_AFFINE
} lf_family_kind;

typedef struct lf_matrix_family lf_matrix_family;

/* One lane's coordinates: number c is at a[c*lanes]. The matrix has n rows with the given stride. */
typedef struct {
    const lf_bilinear *form;
    const lf_matrix_family *family;
    size_t n, stride, size; /* of a matrix: rows, their distance, doubles in all */
    size_t lanes;
    double *matrix[9]; /* room for intermediate matrices, those below for the functions called */
    double *rest;
} lf_matrix_room;

struct lf_matrix_family {
    lf_family_kind kind;
    void (*to)(const lf_matrix_room *R, const double *u, double *A);
    void (*from)(const lf_matrix_room *R, const double *A, double *u); /* the part in the algebra */
    void (*lift)(const lf_matrix_room *R, const double *m, double *M);
    void (*drop)(const lf_matrix_room *R, const double *M, double *m);
};

extern const lf_matrix_family lf_family_gl, lf_family_so, lf_family_sp, lf_family_form,
    lf_family_affine;

/* The rows of the matrices of a group. */
size_t lf_matrix_rows(const lf_group *G);
/* Rooms laid out in scratch of lf_matrix_work doubles, for any of the operations. */
lf_matrix_room lf_matrix_layout(const lf_group *G, size_t lanes, double *work);
size_t lf_matrix_work(const lf_group *G, size_t lanes);

/* Elements of one lane. */
void lf_matrix_load(const lf_matrix_room *R, const double *g, double *A);
void lf_matrix_store(const lf_matrix_room *R, const double *A, double *g);
/* b = a^-1 by what the family knows of it; gl by elimination. b may not be a. */
lf_status lf_matrix_inverse(const lf_matrix_room *R, const double *a, double *b);
/* The same by elimination, for any matrix. */
lf_status lf_matrix_eliminate(const lf_matrix_room *R, const double *a, double *b);

/* c = a b */
static inline void lf_matrix_mul(const lf_matrix_room *R, const double *a, const double *b,
                                 double *c)
{
    lf_dense_mul(R->n, R->n, R->stride, a, R->stride, b, c);
}
/* out = [a, b]; spare is overwritten. */
void lf_matrix_commutator(const lf_matrix_room *R, const double *a, const double *b, double *out,
                          double *spare);
/* out = a + factor b, all rows */
void lf_matrix_sum(const lf_matrix_room *R, const double *a, double factor, const double *b,
                   double *out);

/* The logarithm of one lane: g and u are matrices. */
lf_status lf_matrix_log(const lf_matrix_room *R, const double *g, double *u);

/* Operations of the tables that stand in files of their own. */
lf_group_unary lf_matrix_second_kind, lf_matrix_defect;
lf_status lf_matrix_project(const lf_group *G, size_t n, double *g, double *work);
lf_group_binary lf_matrix_dsecond_kind_inv, lf_matrix_dexp, lf_matrix_dexpinv, lf_matrix_dexp_dual,
    lf_matrix_dexpinv_dual;

/* Answer for a lane that failed: NaN in all its `count` numbers, and the first failure is kept. */
void lf_matrix_spoil(size_t count, size_t lanes, double *out);

#endif
