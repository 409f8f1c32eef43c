/* SPDX-License-Identifier: BSD-3-Clause */
/* operator.h - linear operators L for u' = L u + N(t, u), and the group that solves its stiff part
 * exactly: exp(alpha, c).u = e^{alpha L} u + phi_1(alpha L) c, phi_1(z) = (e^z - 1)/z.
 *
 * A point holds the coefficients of u in a basis in which L is diagonal; N is made of values on a
 * grid, and two transforms go between them. For one field of real values on a periodic grid:
 *
 *   grid          u_i at x_i = i length / n, i = 0 .. n-1; in the plane row after row, u at (x_i, y_j)
 *                 is number j n + i
 *   coefficients  u = sum_k c_k e^{i k x}, so that c_0 is the mean. The half with k >= 0, re and im as
 *                 neighbours: component 2 j is re c_j, 2 j + 1 its im, j = 0 .. n/2. In the plane
 *                 rows of n/2 + 1 such pairs, the wave numbers of rows being 0, 1, .., -2, -1
 *
 * Fields of several species stand one after the other. Complex values have re and im as neighbours
 * on the grid, too, and all wave numbers 0, 1, .., -2, -1. The sine basis has u_i at x_i = i
 * length / (n+1), i = 1 .. n, between zeros at both ends, and u = sum_j c_j sin(j pi x / length). A
 * matrix has components as its coefficients where it is not symmetric, else those in the basis of
 * its eigenvectors.
 *
 * Lengths n are 2^a or 3 2^a, at least 4; for sines that holds of n + 1. The wave number n/2 stands
 * for both signs: a symbol is averaged over them, so that odd derivatives vanish there. */
#ifndef LIEFLOW_OPERATOR_H
#define LIEFLOW_OPERATOR_H

#include <lieflow/action.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lf_operator lf_operator;

typedef enum {
    LF_OPERATOR_FOURIER,         /* real values, periodic */
    LF_OPERATOR_FOURIER_COMPLEX, /* complex values, periodic, on a line */
    LF_OPERATOR_SINE,            /* real values on a line, 0 at both ends */
    LF_OPERATOR_DENSE            /* a matrix of at most LF_OPERATOR_MOST rows */
} lf_operator_kind;

enum { LF_OPERATOR_MOST = 64, LF_OPERATOR_FIELDS = 8, LF_OPERATOR_SLOTS = 8 };

/* What is asked for. */
typedef struct {
    lf_operator_kind kind;
    size_t n;         /* points along x, or rows of the matrix */
    size_t rows;      /* points along y; 0: a line */
    size_t fields;    /* species; 0: one */
    double length[2]; /* of the box along x and y */
    /* Waves decay and cannot be had back, as heat does: the equation goes forward in time only.
     * Not for operators that only turn or only damp a little, as those of Schroedinger or Korteweg
     * and de Vries. */
    bool forward;
    bool dealias; /* the two-thirds rule: coefficients of the upper third are 0 */
} lf_operator_shape;

/* lambda = (re, im) of L on the wave e^{i (kx x + ky y)} of a species; on sin(kx x) for sines. */
typedef void lf_symbol(const void *ctx, size_t field, double kx, double ky, double *lambda);

struct lf_operator {
    lf_operator_shape shape;
    size_t dim;              /* numbers of coefficients: components of a point, of all species */
    size_t grid;             /* numbers on the grid, of all species */
    size_t waves;            /* waves of one species: lengths of kx and ky */
    const double *kx;        /* [wave]: for first derivatives: 0 at the wave number n/2 */
    const double *ky;        /* likewise; NULL on a line */
    bool pairs;              /* coefficients are complex: pairs re, im */
    bool turns;              /* lambda is complex: pairs re, im; else a number for each component */
    bool matrix;             /* lambda is a matrix, row-major, and so is every function of it */
    const double *lambda;    /* [dim]; [dim][dim] for a matrix */
    const double *basis;     /* of a symmetric matrix: its eigenvectors are the rows; else NULL */
    const double *tables[2]; /* of the transforms along x and y */
};

/* NULL if there is such an operator; else LF_EINPUT and a sentence in `why`. */
lf_status lf_operator_check(const lf_operator_shape *shape, char *why, size_t why_size);
/* Doubles of memory that an operator needs for as long as it lives; 0 if the check fails. */
size_t lf_operator_room(const lf_operator_shape *shape);
/* Make an operator from its symbol; LF_EINPUT with a sentence in `why` where the shape is wrong, a
 * value is not finite, or `forward` is asked for and the shortest waves grow. */
lf_status lf_operator_build(lf_operator *L, const lf_operator_shape *shape, lf_symbol *symbol,
                            const void *ctx, double *memory, char *why, size_t why_size);
/* Make an operator from a matrix of n x n numbers, row-major. */
lf_status lf_operator_build_dense(lf_operator *L, const lf_operator_shape *shape,
                                  const double *matrix, double *memory, char *why, size_t why_size);

/* ---- between coefficients and the grid; for one trajectory; outputs may not overlap inputs ---- */

size_t lf_operator_transform_work(const lf_operator *L); /* doubles */
/* All species. */
void lf_operator_to_grid(const lf_operator *L, const double *c, double *u, double *work);
void lf_operator_to_coefficients(const lf_operator *L, const double *u, double *c, double *work);
/* All species, their values in an order of their own: quicker, and all that arithmetic point by point
 * needs, such as u^2 or u - u^3. */
void lf_operator_to_points(const lf_operator *L, const double *c, double *u, double *work);
void lf_operator_from_points(const lf_operator *L, const double *u, double *c, double *work);
/* One species of all. */
void lf_operator_field_to_grid(const lf_operator *L, const double *c, double *u, double *work);
void lf_operator_field_to_coefficients(const lf_operator *L, const double *u, double *c,
                                       double *work);
/* d = factor dc/dx (axis 0) or dc/dy (axis 1) for one species with complex coefficients; d may be c. */
void lf_operator_derivative(const lf_operator *L, int axis, double factor, const double *c,
                            double *d);

/* ---- functions of the operator ---- */

/* Doubles that hold a function of L. */
size_t lf_operator_table(const lf_operator *L);
/* e^{alpha L} and phi_1(alpha L) .. phi_count(alpha L), count <= 3, one after the other;
 * phi_1(z) = (e^z - 1)/z, phi_{k+1}(z) = (phi_k(z) - 1/k!)/z. */
lf_status lf_operator_functions(const lf_operator *L, double alpha, int count, double *tables,
                                double *work);
size_t lf_operator_functions_work(const lf_operator *L);
/* y = L x, and y = F x for a function of L in a table. */
void lf_operator_apply(const lf_operator *L, const double *x, double *y);
void lf_operator_apply_table(const lf_operator *L, const double *table, const double *x, double *y);

/* ---- the group and its action ---- */

/* Pairs (alpha, c): dim = 1 + L->dim. Elements are (alpha, b): u -> e^{alpha L} u + b. */
lf_group lf_group_semilinear(const lf_operator *L);
/* On coefficients. A problem's field is (1, N(t, u)). */
lf_action lf_action_semilinear(const lf_group *group);

#ifdef __cplusplus
}
#endif

#endif
