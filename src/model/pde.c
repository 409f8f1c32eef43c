/* SPDX-License-Identifier: BSD-3-Clause */
/* pde.c - what models of semilinear partial differential equations share. */
#include "model/pde.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/lanes.h"

size_t lf_pde_dim(const lf_operator_shape *shape)
{
    const size_t rows = shape->rows ? shape->rows : 1, fields = shape->fields ? shape->fields : 1;
    if (lf_operator_room(shape) == 0)
        return 0;
    switch (shape->kind) {
    case LF_OPERATOR_FOURIER: return fields * rows * 2 * (shape->n / 2 + 1);
    case LF_OPERATOR_FOURIER_COMPLEX: return fields * 2 * shape->n;
    default: return fields * shape->n;
    }
}

/* More than any transform of this shape needs, before there is an operator to ask. */
static size_t transform_most(const lf_operator_shape *shape)
{
    return 10 * lf_pde_dim(shape) + 256;
}

/* The operator; a grid and a point for quantities and the start, and what they need. */
size_t lf_pde_room(const lf_operator_shape *shape, size_t grids)
{
    const size_t dim = lf_pde_dim(shape);
    return dim ? lf_operator_room(shape) + (grids + 3) * (dim + 2) + transform_most(shape) : 0;
}

/* ---- the field and the display, lane by lane ---- */

static const lf_pde *pde_of(const lf_problem *P)
{
    return P->ctx;
}

static size_t term_work(const lf_pde *pde)
{
    return pde->grids * pde->L.grid + 8 + lf_operator_transform_work(&pde->L);
}

static lf_status pde_field(const lf_problem *P, const lf_lanes *L, const double *y, double *f,
                           double *work)
{
    const lf_pde *pde = pde_of(P);
    const size_t n = L->n, dim = pde->L.dim;
    double *one = work, *value = one + dim, *rest = value + dim;
    for (size_t i = 0; i < n; i++)
        f[i] = 1;
    if (n == 1) {
        pde->term(pde, L->t[0], y, f + 1, rest);
        return LF_OK;
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t c = 0; c < dim; c++)
            one[c] = y[c * n + i];
        pde->term(pde, L->t[i], one, value, rest);
        for (size_t c = 0; c < dim; c++)
            f[(c + 1) * n + i] = value[c];
    }
    return LF_OK;
}

static void pde_show(const lf_problem *P, const lf_lanes *L, const double *y, double *shown,
                     double *work)
{
    const lf_pde *pde = pde_of(P);
    const size_t n = L->n, dim = pde->L.dim;
    double *one = work, *grid = one + dim, *rest = grid + pde->L.grid;
    for (size_t i = 0; i < n; i++) {
        for (size_t c = 0; c < dim; c++)
            one[c] = y[c * n + i];
        lf_operator_to_grid(&pde->L, one, grid, rest);
        for (size_t c = 0; c < pde->L.grid; c++)
            shown[c * n + i] = grid[c];
    }
}

/* ---- names ---- */

/* u1, u2, ..; in a plane u1_1, u2_1, .., as readers of tables drop dots, and u1.11 would be u11.1; of complex
 * values u1.re, u1.im */
static void pde_shown_name(const lf_problem *P, size_t c, char *text, size_t size)
{
    const lf_pde *pde = pde_of(P);
    const lf_operator_shape *s = &pde->L.shape;
    const size_t one = pde->L.grid / s->fields, k = c % one;
    const char *species = pde->species[c / one];
    if (s->kind == LF_OPERATOR_FOURIER_COMPLEX)
        snprintf(text, size, "%s%zu.%s", species, k / 2 + 1, k % 2 ? "im" : "re");
    else if (s->rows)
        snprintf(text, size, "%s%zu_%zu", species, k % s->n + 1, k / s->n + 1);
    else
        snprintf(text, size, "%s%zu", species, k + 1);
}

/* Coefficients: c_u0.re, c_u0.im, ..; in a plane c_u0.0.re; of sines c_u1, c_u2, .. */
static void pde_name(const lf_problem *P, size_t c, char *text, size_t size)
{
    const lf_pde *pde = pde_of(P);
    const lf_operator_shape *s = &pde->L.shape;
    const size_t one = pde->L.dim / s->fields, k = c % one, width = s->n / 2 + 1;
    const char *species = pde->species[c / one], *part = k % 2 ? "im" : "re";
    if (!pde->L.pairs)
        snprintf(text, size, "c_%s%zu", species, k + 1);
    else if (s->rows)
        snprintf(text, size, "c_%s%zu.%zu.%s", species, k / 2 % width, k / 2 / width, part);
    else
        snprintf(text, size, "c_%s%zu.%s", species, k / 2, part);
}

static const lf_names pde_names = {.name = pde_name};

/* ---- building ---- */

void lf_pde_add_trait(lf_pde *pde, lf_trait_tag tag, const void *data)
{
    pde->traits[pde->trait_count++] = (lf_trait){tag, data};
    pde->traits[pde->trait_count] = (lf_trait){LF_TRAIT_END, NULL};
}

/* Fields as functions on the grid. */
static void pde_picture(lf_pde *pde, const lf_pde_parts *parts)
{
    const lf_operator_shape *s = &pde->L.shape;
    const bool pairs = s->kind == LF_OPERATOR_FOURIER_COMPLEX;
    const size_t one = pde->L.grid / s->fields;
    memcpy(pde->origin, parts->origin, sizeof pde->origin);
    for (size_t f = 0; f < s->fields; f++)
        pde->part[f] = (lf_domain_part){.name = pairs ? parts->modulus : parts->species[f],
                                        .first = f * one,
                                        .step = pairs ? 2 : 1,
                                        .imaginary = pairs ? f * one + 1 : 0,
                                        .diverging = !parts->positive && !pairs};
    double x, y;
    lf_pde_at(pde, 0, &x, &y);
    pde->domain =
        (lf_domain){.nx = s->n,
                    .ny = s->rows ? s->rows : 1,
                    .x = x,
                    .dx = s->length[0] / (double)(s->kind == LF_OPERATOR_SINE ? s->n + 1 : s->n),
                    .y = y,
                    .dy = s->rows ? s->length[1] / (double)s->rows : 1,
                    .parts = s->kind == LF_OPERATOR_DENSE ? 0 : s->fields,
                    .part = pde->part};
    pde->display.domain = &pde->domain;
}

lf_status lf_pde_build(lf_pde *pde, const lf_pde_parts *parts, char *why, size_t why_size)
{
    const lf_status s =
        lf_operator_build(&pde->L, &parts->shape, parts->symbol, pde, pde->memory, why, why_size);
    if (s != LF_OK)
        return s;
    pde->scratch = pde->memory + lf_operator_room(&parts->shape);
    pde->term = parts->term;
    pde->grids = parts->grids;
    pde->species = parts->species;
    pde->group = lf_group_semilinear(&pde->L);
    pde->action = lf_action_semilinear(&pde->group);
    pde->semilinear = (lf_semilinear){&pde->L};
    pde->display =
        (lf_display){.dim = pde->L.grid,
                     .show = pde_show,
                     .work = pde->L.dim + pde->L.grid + lf_operator_transform_work(&pde->L),
                     .name = pde_shown_name};
    pde_picture(pde, parts);
    pde->trait_count = 0;
    lf_pde_add_trait(pde, LF_TRAIT_SEMILINEAR, &pde->semilinear);
    lf_pde_add_trait(pde, LF_TRAIT_DISPLAY, &pde->display);
    return LF_OK;
}

lf_problem lf_pde_problem(lf_pde *pde, const char *name)
{
    return (lf_problem){.name = name,
                        .action = &pde->action,
                        .field = pde_field,
                        .field_work = 2 * pde->L.dim + term_work(pde),
                        .ctx = pde,
                        .traits = pde->traits,
                        .names = &pde_names,
                        .quantity_work = pde->L.dim + pde->L.grid + term_work(pde)};
}

/* ---- places ---- */

void lf_pde_at(const lf_pde *pde, size_t k, double *x, double *y)
{
    const lf_operator_shape *s = &pde->L.shape;
    const size_t column = k % s->n, row = k / s->n;
    const double along = s->kind == LF_OPERATOR_SINE
                             ? (double)(column + 1) * s->length[0] / (double)(s->n + 1)
                             : (double)column * s->length[0] / (double)s->n;
    *x = pde->origin[0] + along;
    *y = pde->origin[1] + (s->rows ? (double)row * s->length[1] / (double)s->rows : 0);
}

double lf_pde_cell(const lf_pde *pde)
{
    const lf_operator_shape *s = &pde->L.shape;
    const double along = s->length[0] / (double)(s->kind == LF_OPERATOR_SINE ? s->n + 1 : s->n);
    return s->rows ? along * s->length[1] / (double)s->rows : along;
}

lf_status lf_pde_start(lf_pde *pde, lf_pde_place *place, double *y0, char *why, size_t why_size)
{
    const lf_operator *L = &pde->L;
    const size_t together = L->shape.kind == LF_OPERATOR_FOURIER_COMPLEX ? 2 : 1;
    const size_t points = L->grid / L->shape.fields / together;
    double *grid = pde->scratch, *rest = grid + L->grid;
    for (size_t k = 0; k < points; k++) {
        double u[2 * LF_OPERATOR_FIELDS] = {0}, x, y;
        lf_pde_at(pde, k, &x, &y);
        place(pde, x, y, u);
        for (size_t f = 0; f < L->shape.fields; f++)
            for (size_t part = 0; part < together; part++)
                grid[(f * points + k) * together + part] = u[f * together + part];
    }
    for (size_t k = 0; k < L->grid; k++)
        if (!isfinite(grid[k])) {
            snprintf(why, why_size, "the start is not finite at point %zu of the grid",
                     k / together % points + 1);
            return LF_EINPUT;
        }
    lf_operator_to_coefficients(L, grid, y0, rest);
    return LF_OK;
}

/* ---- quantities ---- */

void lf_pde_quantity(const lf_problem *P, const lf_lanes *L, const double *y, lf_pde_value *value,
                     double *q)
{
    const lf_pde *pde = pde_of(P);
    const size_t n = L->n, dim = pde->L.dim;
    double *one = L->work, *grid = one + dim, *rest = grid + pde->L.grid;
    for (size_t i = 0; i < n; i++) {
        for (size_t c = 0; c < dim; c++)
            one[c] = y[c * n + i];
        lf_operator_to_grid(&pde->L, one, grid, rest);
        q[i] = value(pde, one, grid, rest);
    }
}

void lf_pde_mean(const lf_problem *P, const lf_lanes *L, const double *y, double *q)
{
    (void)P;
    memcpy(q, y, L->n * sizeof *q);
}

/* The mean of u^2: waves k and -k are one pair of a half spectrum, but for 0 and n/2. */
static double mean_square(const lf_operator *L, size_t n, const double *y)
{
    const size_t width = L->shape.n / 2 + 1;
    double sum = 0;
    for (size_t j = 0; j < L->dim / 2; j++) {
        const size_t column = j % width;
        const double re = y[2 * j * n], im = y[(2 * j + 1) * n], square = re * re + im * im;
        const bool twice =
            L->shape.kind == LF_OPERATOR_FOURIER && column != 0 && 2 * column != L->shape.n;
        sum += twice ? 2 * square : square;
    }
    return sum;
}

void lf_pde_energy(const lf_problem *P, const lf_lanes *L, const double *y, double *q)
{
    const lf_operator *op = &pde_of(P)->L;
    const double area = op->shape.length[0] * (op->shape.rows ? op->shape.length[1] : 1);
    for (size_t i = 0; i < L->n; i++)
        q[i] = 0.5 * area * mean_square(op, L->n, y + i);
}

static void pde_size(const lf_problem *P, const lf_lanes *L, const double *y, double *q)
{
    for (size_t i = 0; i < L->n; i++)
        q[i] = sqrt(mean_square(&pde_of(P)->L, L->n, y + i));
}

static lf_quantity *const mean_sizes[] = {pde_size};
const lf_scales lf_pde_mean_scales = {mean_sizes};

double lf_pde_mean_slope(const lf_pde *pde, const double *c)
{
    const lf_operator *L = &pde->L;
    const size_t width = L->shape.n / 2 + 1;
    double sum = 0;
    for (size_t j = 0; j < L->dim / 2; j++) {
        const size_t wave = j % L->waves, column = wave % width;
        const double kx = L->kx[wave], ky = L->ky ? L->ky[wave] : 0;
        const double square = c[2 * j] * c[2 * j] + c[2 * j + 1] * c[2 * j + 1];
        const bool twice =
            L->shape.kind == LF_OPERATOR_FOURIER && column != 0 && 2 * column != L->shape.n;
        sum += (twice ? 2 : 1) * (kx * kx + ky * ky) * square;
    }
    return sum;
}

double lf_pde_highest(size_t n, const double *u)
{
    size_t top = 0;
    for (size_t i = 1; i < n; i++)
        top = u[i] > u[top] ? i : top;
    const double left = u[(top + n - 1) % n], right = u[(top + 1) % n];
    const double bend = left - 2 * u[top] + right, tilt = right - left;
    return bend < 0 ? u[top] - tilt * tilt / (8 * bend) : u[top];
}

/* ---- a start from a seed ---- */

/* An angle for the wave (i, j): splitmix64 of Steele, Lea, Flood 2014 mixes the three numbers. */
static double wave_angle(size_t seed, long i, long j)
{
    uint64_t z = (uint64_t)seed;
    const uint64_t words[] = {(uint64_t)i, (uint64_t)j};
    for (int k = 0; k < 2; k++) {
        z += 0x9e3779b97f4a7c15u + words[k];
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        z ^= z >> 31;
    }
    return 6.283185307179586 * ((double)(z >> 11) / 9007199254740992.0);
}

/* Waves (i, j) of which one of a pair (i, j), (-i, -j) is chosen where values are real. */
static bool wave_counts(bool pairs, long i, long j)
{
    return pairs ? i != 0 || j != 0 : i > 0 || (i == 0 && j > 0);
}

static void wave_put(const lf_operator *L, long i, long j, double re, double im, double *y0)
{
    const bool pairs = L->shape.kind == LF_OPERATOR_FOURIER_COMPLEX;
    const size_t width = pairs ? L->shape.n : L->shape.n / 2 + 1;
    const size_t column = i >= 0 ? (size_t)i : L->shape.n - (size_t)-i;
    const size_t row = j >= 0 ? (size_t)j : L->shape.rows - (size_t)-j;
    double *at = y0 + 2 * (row * width + column);
    at[0] = re;
    at[1] = im;
}

void lf_pde_random(const lf_pde *pde, size_t seed, size_t most, double size, double *y0)
{
    const lf_operator *L = &pde->L;
    const bool pairs = L->shape.kind == LF_OPERATOR_FOURIER_COMPLEX;
    const size_t third = L->shape.dealias ? L->shape.n / 3 : L->shape.n / 2;
    const long top = (long)(most < third ? most : third - 1), down = L->shape.rows ? top : 0;
    const long left = pairs ? -top : 0;
    double waves = 0;
    memset(y0, 0, L->dim * sizeof *y0);
    for (long j = -down; j <= down; j++)
        for (long i = left; i <= top; i++)
            waves += wave_counts(pairs, i, j);
    const double length = size / sqrt((pairs ? 1 : 2) * waves);
    for (long j = -down; j <= down; j++)
        for (long i = left; i <= top; i++) {
            if (!wave_counts(pairs, i, j))
                continue;
            const double angle = wave_angle(seed, i, j);
            const double re = length * cos(angle), im = length * sin(angle);
            wave_put(L, i, j, re, im, y0);
            if (!pairs && i == 0) /* the other half of the first column is stored, too */
                wave_put(L, 0, -j, re, -im, y0);
        }
}

/* ---- a term that several equations have ---- */

LF_KERNEL static void square(size_t n, double *u)
{
    LF_EACH_LANE(k, n)
        u[k] *= u[k];
}

void lf_pde_flux(const lf_pde *pde, double factor, const double *c, double *out, double *work)
{
    double *u = lf_pde_grid(pde, work, 0), *rest = lf_pde_rest(pde, work);
    lf_operator_to_points(&pde->L, c, u, rest);
    square(pde->L.grid, u);
    lf_operator_from_points(&pde->L, u, out, rest);
    lf_operator_derivative(&pde->L, 0, factor, out, out);
}

void lf_pde_advection(const void *self, double t, const double *c, double *out, double *work)
{
    (void)t;
    lf_pde_flux(self, -0.5, c, out, work);
}
