/* SPDX-License-Identifier: BSD-3-Clause */
/* mascons.c - point masses inside a polyhedron. The masses w of n points on a grid start equal and
 * get the smallest change in the sense of least squares after which the ten sums of w, w x and
 * w x x^T are the integrals over the body: with the monomials as rows of A and what is missing
 * as r,
 *
 *   dw = A^T (A A^T)^-1 r
 *
 * a polynomial of degree two in x. Where a mass would become negative, or the points are too few,
 * only mass and centre are matched (four rows), and at last the mass alone. */
#include "shape/shape.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MASCONS_ROWS = 10, MASCONS_TRIES = 12 };
static const int mascons_rows[] = {MASCONS_ROWS, 4, 1};

/* Sums over the body as fractions of its mass, in lengths of its mean radius. */
typedef struct {
    double radius;
    double target[MASCONS_ROWS];
} mascons_aim;

static void mascons_monomials(const double *x, double radius, double a[MASCONS_ROWS])
{
    double p = x[0] / radius, q = x[1] / radius, r = x[2] / radius;
    a[0] = 1;
    a[1] = p;
    a[2] = q;
    a[3] = r;
    a[4] = p * p;
    a[5] = q * q;
    a[6] = r * r;
    a[7] = p * q;
    a[8] = p * r;
    a[9] = q * r;
}

static mascons_aim mascons_aim_at(const lf_shape *S)
{
    mascons_aim aim = {.target = {1}};
    aim.radius = sqrt((S->second[0] + S->second[1] + S->second[2]) / S->volume);
    for (size_t k = 0; k < 6; k++)
        aim.target[4 + k] = S->second[k] / (S->volume * aim.radius * aim.radius);
    return aim;
}

/* What the points lack in each sum. */
static void mascons_missing(const lf_mascons *M, const mascons_aim *aim, double r[MASCONS_ROWS])
{
    lf_sum sum[MASCONS_ROWS] = {{0, 0}};
    for (size_t k = 0; k < M->count; k++) {
        const double *p = M->point + 4 * k;
        double a[MASCONS_ROWS];
        mascons_monomials(p + 1, aim->radius, a);
        for (int i = 0; i < MASCONS_ROWS; i++)
            lf_sum_add(&sum[i], p[0] * a[i]);
    }
    for (int i = 0; i < MASCONS_ROWS; i++)
        r[i] = aim->target[i] - lf_sum_value(&sum[i]);
}

/* Solve G x = r in place, with the largest pivot of a column; false if G is singular. */
static bool mascons_solve(int rows, double G[MASCONS_ROWS][MASCONS_ROWS], double *r)
{
    for (int c = 0; c < rows; c++) {
        int pivot = c;
        for (int i = c + 1; i < rows; i++)
            if (fabs(G[i][c]) > fabs(G[pivot][c]))
                pivot = i;
        if (!(fabs(G[pivot][c]) > 1e-10))
            return false;
        for (int j = 0; j < rows; j++) {
            double kept = G[c][j];
            G[c][j] = G[pivot][j];
            G[pivot][j] = kept;
        }
        double kept = r[c];
        r[c] = r[pivot];
        r[pivot] = kept;
        for (int i = 0; i < rows; i++) {
            double factor = G[i][c] / G[c][c];
            if (i == c || factor == 0)
                continue;
            for (int j = c; j < rows; j++)
                G[i][j] -= factor * G[c][j];
            r[i] -= factor * r[c];
        }
    }
    for (int i = 0; i < rows; i++)
        r[i] /= G[i][i];
    return true;
}

/* Add the least change that provides what is missing in the first `rows` sums. */
static bool mascons_provide(lf_mascons *M, const mascons_aim *aim, int rows)
{
    double G[MASCONS_ROWS][MASCONS_ROWS] = {{0}}, r[MASCONS_ROWS], a[MASCONS_ROWS];
    double share = 1 / (double)M->count;
    mascons_missing(M, aim, r);
    for (size_t k = 0; k < M->count; k++) {
        mascons_monomials(M->point + 4 * k + 1, aim->radius, a);
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < rows; j++)
                G[i][j] += share * a[i] * a[j];
    }
    if (!mascons_solve(rows, G, r))
        return false;
    for (size_t k = 0; k < M->count; k++) {
        double *p = M->point + 4 * k;
        mascons_monomials(p + 1, aim->radius, a);
        for (int i = 0; i < rows; i++)
            p[0] += share * r[i] * a[i];
    }
    return true;
}

/* Are the first `rows` sums right up to rounding? */
static bool mascons_right(const lf_mascons *M, const mascons_aim *aim, int rows)
{
    double r[MASCONS_ROWS], worst = 0;
    mascons_missing(M, aim, r);
    for (int i = 0; i < rows; i++)
        worst = fmax(worst, fabs(r[i]));
    return worst < 1e-13;
}

/* Fractions of the mass that match as many sums as `rows`; false if that cannot be. */
static bool mascons_weigh(lf_mascons *M, const mascons_aim *aim, int rows)
{
    bool right = true;
    for (size_t k = 0; k < M->count; k++)
        M->point[4 * k] = 1 / (double)M->count;
    for (int pass = 0; pass < 2 && right; pass++) /* the second takes away rounding errors */
        right = mascons_right(M, aim, rows) || mascons_provide(M, aim, rows);
    for (size_t k = 0; k < M->count && right; k++)
        right = M->point[4 * k] > 0;
    return right && mascons_right(M, aim, rows);
}

/* How far sums are from the body's: stage 0 with equal masses, 1 at the end. */
static void mascons_errors(lf_mascons *M, const mascons_aim *aim, int stage)
{
    const double *second = aim->target + 4;
    double r[MASCONS_ROWS], largest = 0, heaviest = 0, J = 0;
    mascons_missing(M, aim, r);
    M->centre_error[stage] = hypot(hypot(r[1], r[2]), r[3]);
    M->second_error[stage] = M->inertia_error[stage] = 0;
    for (int i = 0; i < 6; i++) {
        largest = fmax(largest, fabs(second[i]));
        M->second_error[stage] = fmax(M->second_error[stage], fabs(r[4 + i]));
        /* inertia: sums of the two other squares, and the products with a minus sign */
        double other = i < 3 ? r[4 + (i + 1) % 3] + r[4 + (i + 2) % 3] : r[4 + i];
        M->inertia_error[stage] = fmax(M->inertia_error[stage], fabs(other));
        J = i < 3 ? second[(i + 1) % 3] + second[(i + 2) % 3] : second[i];
        heaviest = fmax(heaviest, fabs(J));
    }
    M->second_error[stage] /= largest;
    M->inertia_error[stage] /= heaviest;
}

/* Choose masses for the points, and tell about them. */
static void mascons_finish(const lf_shape *S, const mascons_aim *aim, lf_mascons *M)
{
    size_t i = 0;
    for (size_t k = 0; k < M->count; k++)
        M->point[4 * k] = 1 / (double)M->count;
    mascons_errors(M, aim, 0);
    while (i < 2 && !mascons_weigh(M, aim, mascons_rows[i]))
        i++;
    M->matched = mascons_rows[i];
    if (M->matched == 1)
        mascons_weigh(M, aim, 1);
    mascons_errors(M, aim, 1);
    M->lightest = INFINITY;
    for (size_t k = 0; k < M->count; k++) {
        M->lightest = fmin(M->lightest, M->point[4 * k] * (double)M->count);
        M->heaviest = fmax(M->heaviest, M->point[4 * k] * (double)M->count);
        M->point[4 * k] *= S->mass;
    }
}

/* ---- the grid ------------------------------------------------------------------------------- */

/* How far a number of points is from the wanted one, as a ratio of at least 1. */
static double mascons_off(size_t count, size_t wanted)
{
    double ratio = (double)count / (double)wanted;
    return ratio >= 1 ? ratio : 1 / ratio;
}

/* The spacing for about `wanted` points: their number grows like its inverse cube. */
static lf_status mascons_grid(const lf_shape *S, size_t wanted, lf_lattice *grid, size_t *count)
{
    double spacing = cbrt(S->volume / (double)wanted), best = spacing;
    *count = 0;
    for (int try = 0; try < MASCONS_TRIES && *count != wanted; try++) {
        size_t found;
        lf_status status = lf_mesh_points(&S->mesh, (lf_lattice){spacing, grid->shift, grid->most},
                                          0, NULL, &found);
        if (status == LF_EMEMORY)
            return status;
        if (status != LF_OK) /* too thin to be hit by a grid that is not far too fine */
            break;
        if (found && (*count == 0 || mascons_off(found, wanted) < mascons_off(*count, wanted))) {
            best = spacing;
            *count = found;
        }
        spacing *= found ? fmin(cbrt((double)found / (double)wanted), 2) : 0.5;
    }
    grid->spacing = best;
    return LF_OK;
}

/* Points of the grid that has its origin (shift 0) or a cell's middle (1/2) in the centre. */
static lf_status mascons_place(const lf_shape *S, size_t wanted, double shift, lf_mascons *M)
{
    lf_lattice grid = {.shift = shift, .most = (1 << 20) + 16 * (double)wanted};
    size_t count = 0;
    lf_status status = mascons_grid(S, wanted, &grid, &count);
    if (status != LF_OK || count == 0)
        return status;
    double *place = malloc(3 * count * sizeof *place);
    M->point = malloc(4 * count * sizeof *M->point);
    if (!place || !M->point)
        status = LF_EMEMORY;
    else
        status = lf_mesh_points(&S->mesh, grid, count, place, &M->count);
    for (size_t k = 0; status == LF_OK && k < count; k++)
        memcpy(M->point + 4 * k + 1, place + 3 * k, 3 * sizeof *place);
    free(place);
    M->spacing = grid.spacing;
    return status;
}

/* Is the first set the better one? What it matches counts, if its number is about right. */
static bool mascons_better(const lf_mascons *a, const lf_mascons *b, size_t wanted)
{
    if (a->count == 0 || b->count == 0)
        return a->count > 0;
    double off = mascons_off(a->count, wanted), other = mascons_off(b->count, wanted);
    if ((off <= 2) != (other <= 2))
        return off <= 2;
    return a->matched != b->matched ? a->matched > b->matched : off < other;
}

/* One more grid; M keeps the better one. */
static lf_status mascons_try(const lf_shape *S, size_t wanted, size_t count, double shift,
                             lf_mascons *M)
{
    mascons_aim aim = mascons_aim_at(S);
    lf_mascons other = {0};
    lf_status status = mascons_place(S, count, shift, &other);
    if (status == LF_OK && other.count)
        mascons_finish(S, &aim, &other);
    bool better = status == LF_OK && mascons_better(&other, M, wanted);
    lf_mascons worse = better ? *M : other;
    *M = better ? other : *M;
    lf_mascons_free(&worse);
    return status;
}

/* Where a grid has too few layers to have the inertia of the body, a finer one may. */
lf_status lf_shape_mascons(const lf_shape *S, size_t count, lf_mascons *M, char *why,
                           size_t why_size)
{
    static const double finer[] = {1, 1.2, 1.5, 1.9};
    lf_status status = LF_OK;
    *M = (lf_mascons){0};
    if (count < 1 || count > LF_MASCONS_MOST) {
        snprintf(why, why_size, "points must be a whole number from 1 to %d", LF_MASCONS_MOST);
        return LF_EINPUT;
    }
    for (int k = 0; k < 8 && status == LF_OK; k++) {
        size_t more = (size_t)(finer[k / 2] * (double)count);
        status = mascons_try(S, count, more, k % 2 ? 0 : 0.5, M);
        if (M->matched == MASCONS_ROWS && mascons_off(M->count, count) < 1.1 * finer[k / 2])
            break;
    }
    if (status == LF_EMEMORY)
        snprintf(why, why_size, "%s", lf_status_text(status));
    if (status == LF_OK && M->count == 0) {
        snprintf(why, why_size,
                 "no point of a grid falls into the body: it is too thin; ask for more points");
        status = LF_EINPUT;
    }
    if (status != LF_OK)
        lf_mascons_free(M);
    return status;
}

void lf_mascons_free(lf_mascons *M)
{
    free(M->point);
    *M = (lf_mascons){0};
}
