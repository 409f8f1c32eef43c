/* SPDX-License-Identifier: BSD-3-Clause */
/* quad.c - reference values in quadruple precision, by definitions and not by the closed forms that
 * the library uses. */
#include "support/quad.h"

#include <string.h>

/* Enough for |x| < 200 in the series of x^k/(2k)!, and for exp of a matrix with eigenvalues < 8. */
enum { TERMS = 80 };

static quad magnitude(quad a)
{
    return a < 0 ? -a : a;
}

/* sum of (-x)^k w_k, with w_k = weight_k / (2k + shift)! and weight_k = 1 or 2(k + 1) */
static quad even_series(quad x, int shift, int doubled)
{
    quad sum = 0, term = 1;
    for (int k = 2; k <= shift; k++)
        term /= k;
    for (int k = 0; k < TERMS && magnitude(term) > (quad)1e-42; k++) {
        sum += doubled ? term * (2 * (k + 1)) : term;
        term *= -x / ((quad)(2 * k + shift + 1) * (2 * k + shift + 2));
    }
    return sum;
}

quad quad_cos_at(quad x)
{
    return even_series(x, 0, 0);
}

/* With y = x/4, (t/2)cot(t/2) = cos(sqrt y)/S(y), so G = N/(4 S) with the series
 * N = (S(y) - cos(sqrt y))/y; the derivatives dS/dy and dN/dy come from the series too. */
quad_even quad_even_at(quad x)
{
    const quad y = x / 4, S = even_series(y, 1, 0), N = even_series(y, 3, 1);
    const quad dS = -even_series(y, 3, 1) / 2;
    quad dN = 0, term = 1; /* dN/dy = sum over k >= 1 of -k (-y)^(k-1) 2(k+1)/(2k+3)! */
    for (int k = 2; k <= 5; k++)
        term /= k;
    for (int k = 1; k < TERMS && magnitude(term) > (quad)1e-42; k++) {
        dN -= term * k * 2 * (k + 1);
        term *= -y / ((quad)(2 * k + 4) * (2 * k + 5));
    }
    return (quad_even){
        .S = even_series(x, 1, 0),
        .C = even_series(x, 2, 0),
        .D = even_series(x, 3, 0),
        .C1 = -even_series(x, 4, 1),
        .D1 = -even_series(x, 5, 1),
        .G = N / (4 * S),
        .G1 = (dN * S - N * dS) / (8 * S * S),
    };
}

typedef quad matrix[QUAD_MAX][QUAD_MAX];

static void so3_matrix(const double *u, double kappa, matrix m)
{
    (void)kappa;
    memset(m, 0, sizeof(matrix));
    m[0][1] = -(quad)u[2];
    m[0][2] = u[1];
    m[1][0] = u[2];
    m[1][2] = -(quad)u[0];
    m[2][0] = -(quad)u[1];
    m[2][1] = u[0];
}

static void so3_vector(matrix m, double kappa, quad *u)
{
    (void)kappa;
    u[0] = m[2][1];
    u[1] = m[0][2];
    u[2] = m[1][0];
}

static void se3_matrix(const double *u, double kappa, matrix m)
{
    so3_matrix(u, kappa, m);
    for (size_t k = 0; k < 3; k++)
        m[k][3] = u[3 + k];
}

static void se3_vector(matrix m, double kappa, quad *u)
{
    so3_vector(m, kappa, u);
    for (size_t k = 0; k < 3; k++)
        u[3 + k] = m[k][3];
}

/* left multiplication by the pure quaternion u; the first column of a product is the quaternion */
static void s3_matrix(const double *u, double kappa, matrix m)
{
    matrix hat;
    so3_matrix(u, kappa, hat);
    memset(m, 0, sizeof(matrix));
    for (size_t k = 0; k < 3; k++) {
        m[0][k + 1] = -(quad)u[k];
        m[k + 1][0] = u[k];
        for (size_t l = 0; l < 3; l++)
            m[k + 1][l + 1] = hat[k][l];
    }
}

static void s3_vector(matrix m, double kappa, quad *u)
{
    (void)kappa;
    for (size_t k = 0; k < 3; k++)
        u[k] = m[k + 1][0];
}

static void sl2_matrix(const double *u, double kappa, matrix m)
{
    (void)kappa;
    memset(m, 0, sizeof(matrix));
    m[0][0] = u[0];
    m[0][1] = u[1];
    m[1][0] = u[2];
    m[1][1] = -(quad)u[0];
}

static void sl2_vector(matrix m, double kappa, quad *u)
{
    (void)kappa;
    u[0] = m[0][0];
    u[1] = m[0][1];
    u[2] = m[1][0];
}

static void planar_matrix(const double *u, double kappa, matrix m)
{
    memset(m, 0, sizeof(matrix));
    m[0][1] = -(quad)u[0];
    m[1][0] = (quad)kappa * u[0];
    m[0][2] = u[1];
    m[1][2] = u[2];
}

static void planar_vector(matrix m, double kappa, quad *u)
{
    (void)kappa;
    u[0] = -m[0][1];
    u[1] = m[0][2];
    u[2] = m[1][2];
}

const quad_group quad_so3 = {3, 3, so3_matrix, so3_vector};
const quad_group quad_se3 = {4, 6, se3_matrix, se3_vector};
const quad_group quad_s3 = {4, 3, s3_matrix, s3_vector};
const quad_group quad_sl2 = {2, 3, sl2_matrix, sl2_vector};
const quad_group quad_planar = {3, 3, planar_matrix, planar_vector};

/* c += a b */
static void add_product(size_t n, matrix a, matrix b, matrix c)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            for (size_t k = 0; k < n; k++)
                c[i][j] += a[i][k] * b[k][j];
}

/* e = exp(U) and d = d/dt exp(U + t V), summing U^k/k! and its derivative. */
static void exp_series(size_t n, matrix U, matrix V, matrix e, matrix d)
{
    matrix power = {{0}}, slope = {{0}};
    memset(d, 0, sizeof(matrix));
    for (size_t i = 0; i < n; i++)
        power[i][i] = 1;
    memcpy(e, power, sizeof(matrix));
    for (int k = 1; k < TERMS; k++) {
        matrix next = {{0}}, next_slope = {{0}};
        add_product(n, U, slope, next_slope);
        add_product(n, V, power, next_slope);
        add_product(n, U, power, next);
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++) {
                e[i][j] += power[i][j] = next[i][j] / k;
                d[i][j] += slope[i][j] = next_slope[i][j] / k;
            }
    }
}

void quad_exp(const quad_group *Q, double kappa, const double *u, matrix g)
{
    matrix U, zero = {{0}}, d;
    Q->matrix(u, kappa, U);
    exp_series(Q->size, U, zero, g, d);
}

void quad_dexp(const quad_group *Q, double kappa, const double *u, quad d[QUAD_DIM][QUAD_DIM])
{
    double minus[QUAD_DIM];
    matrix U, inverse;
    for (size_t k = 0; k < Q->dim; k++)
        minus[k] = -u[k];
    Q->matrix(u, kappa, U);
    quad_exp(Q, kappa, minus, inverse);
    for (size_t k = 0; k < Q->dim; k++) {
        double e[QUAD_DIM] = {0};
        matrix V, g, slope, product = {{0}};
        quad column[QUAD_DIM];
        e[k] = 1;
        Q->matrix(e, kappa, V);
        exp_series(Q->size, U, V, g, slope);
        add_product(Q->size, slope, inverse, product);
        Q->vector(product, kappa, column);
        for (size_t row = 0; row < Q->dim; row++)
            d[row][k] = column[row];
    }
}

/* Clear column `col` of a by its largest entry below, doing the same to b. */
static void eliminate(size_t n, size_t col, quad a[QUAD_DIM][QUAD_DIM], quad b[QUAD_DIM][QUAD_DIM])
{
    size_t pivot = col;
    for (size_t i = col + 1; i < n; i++)
        if (magnitude(a[i][col]) > magnitude(a[pivot][col]))
            pivot = i;
    for (size_t j = 0; j < n; j++) {
        quad t = a[col][j];
        a[col][j] = a[pivot][j];
        a[pivot][j] = t;
        t = b[col][j];
        b[col][j] = b[pivot][j];
        b[pivot][j] = t;
    }
    const quad scale = 1 / a[col][col];
    for (size_t j = 0; j < n; j++) {
        a[col][j] *= scale;
        b[col][j] *= scale;
    }
    for (size_t i = 0; i < n; i++) {
        const quad factor = a[i][col];
        for (size_t j = 0; i != col && j < n; j++) {
            a[i][j] -= factor * a[col][j];
            b[i][j] -= factor * b[col][j];
        }
    }
}

void quad_invert(size_t n, quad a[QUAD_DIM][QUAD_DIM], quad b[QUAD_DIM][QUAD_DIM])
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            b[i][j] = i == j;
    for (size_t col = 0; col < n; col++)
        eliminate(n, col, a, b);
}
