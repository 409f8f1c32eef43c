/* SPDX-License-Identifier: BSD-3-Clause */
/* gravity_points.c - bodies made of points: U = -G sum mu nu/|P_a - P_b| over the points of
 * different bodies, P_a = x + R rho_a (Lee, Leok, McClamroch 2007, section 5.1, for any points).
 *
 * For a pair of bodies everything is seen from the one with fewer points (the columns; the points
 * of the other are the rows): X = R_c^T (x_r - x_c), Q = R_c^T R_r, and row a is at z_a = X + Q
 * rho_a. All that the columns have to give is f_a = mu_a sum_b nu_b d/|d|^3, d = z_a - rho_b, and
 * with F = sum f_a, T = sum f_a x Q rho_a
 *
 *   g_r = -g_c = G R_c F,   M_r = G Q^T T,   M_c = G (X x F - T).
 *
 * Columns are the same for all lanes, so vectors run along rows and lanes. The sums have one order:
 * of the columns for each row, then of the rows, whatever the number of lanes. Many points are cut
 * into pieces by their numbers alone; the pieces are added up in their order, whoever did them. */
#include <math.h>
#include <stdatomic.h>

#include "base/crew.h"
#include "model/gravity_points.h"

enum {
    FEW_ROWS = 16,          /* up to here several lanes share a block */
    MANY_PAIRS = 20000,     /* from here on pairs are cut into pieces */
    WORTH_THREADS = 100000, /* about 100 us of work: below, waking threads takes too long */
    PIECES = 64,            /* at most */
    FEW_PIECES = 16,        /* columns are cut, too, when there would be fewer */
    FEW_COLUMNS = 256       /* columns a piece has at least */
};

/* Sums of lanes are F, T and sum mu nu/r, [component][lane]. */
enum { SUMS = 7, SUM_F = 0, SUM_T = 3, SUM_U = 6 };

/* A range of rows and columns. */
typedef struct {
    size_t row, rows_end, column, columns_end;
} range;

static LF_INLINE lf_share share_load(const lf_block *k, size_t e)
{
    return (lf_share){lf_vec3_load(k->f[0], LF_BLOCK, e), k->u[e]};
}

static LF_INLINE void share_store(lf_block *k, size_t e, lf_share s)
{
    lf_vec3_store(k->f[0], LF_BLOCK, e, s.f);
    k->u[e] = s.u;
}

/* The same for n elements at once. */
static LF_INLINE void attract(size_t n, const lf_cloud *c, size_t from, size_t to, lf_block *k)
{
    size_t b = from;
    for (size_t e = 0; e < n; e++)
        share_store(k, e, (lf_share){{0, 0, 0}, 0});
    for (; b + 1 < to; b += 2)
        LF_EACH_LANE(e, n)
            share_store(k, e,
                        lf_attract_two(share_load(k, e), lf_vec3_load(k->z[0], LF_BLOCK, e), c, b));
    for (; b < to; b++)
        LF_EACH_LANE(e, n)
            share_store(k, e,
                        lf_attract_one(share_load(k, e), lf_vec3_load(k->z[0], LF_BLOCK, e), c, b));
}

/* Add what row a got to F, T and u of lane l. */
static LF_INLINE void collect(size_t lanes, size_t l, const double *f, const lf_cloud *c, size_t a,
                              lf_share e, double *s)
{
    const lf_vec3 force = lf_scale(c->mu[a], e.f);
    s[SUM_U * lanes + l] = lf_fma(c->mu[a], e.u, s[SUM_U * lanes + l]);
    lf_vec3_add_to(s + SUM_F * lanes, lanes, l, force);
    lf_vec3_add_to(s + SUM_T * lanes, lanes, l, lf_cross(force, lf_pair_turned(lanes, f, l, c, a)));
}

static LF_INLINE void clear(size_t lanes, double *s)
{
    for (size_t k = 0; k < SUMS * lanes; k++)
        s[k] = 0;
}

/* The sums over a range, rows one after the other. */
static LF_INLINE void add_up(size_t lanes, const lf_cloud_pair *p, const double *f, range at,
                             double *s)
{
    lf_block k;
    const size_t most = LF_BLOCK / lanes;
    clear(lanes, s);
    for (size_t a = at.row; a < at.rows_end; a += most) {
        const size_t rows = at.rows_end - a < most ? at.rows_end - a : most;
        lf_block_place(lanes, rows, f, &p->row, a, &k);
        attract(rows * lanes, &p->column, at.column, at.columns_end, &k);
        for (size_t r = 0; r < rows; r++)
            LF_EACH_LANE(l, lanes)
                collect(lanes, l, f, &p->row, a + r, share_load(&k, r * lanes + l), s);
        if (lf_pair_unwanted(rows, at.columns_end - at.column))
            return;
    }
}

/* All of them for one lane of a pair with few points: the same numbers, out of registers. */
static LF_INLINE void add_up_few(const lf_cloud_pair *p, const double *f, double *s)
{
    const lf_vec3 X = lf_vec3_load(f + LF_FRAME_X, 1, 0);
    clear(1, s);
    for (size_t a = 0; a < p->row.count; a++) {
        const lf_vec3 z = lf_add(X, lf_pair_turned(1, f, 0, &p->row, a));
        lf_share e = {{0, 0, 0}, 0};
        size_t b = 0;
        for (; b + 1 < p->column.count; b += 2)
            e = lf_attract_two(e, z, &p->column, b);
        if (b < p->column.count)
            e = lf_attract_one(e, z, &p->column, b);
        collect(1, 0, f, &p->row, a, e, s);
    }
}

/* From the sums to energy, gradients and torques; false when a lane has points that meet. */
static LF_INLINE bool pull_as(size_t lanes, bool single, const lf_pull_call *c,
                              const lf_cloud_pair *p, size_t l0, const double *f, const double *s)
{
    bool well = true;
    LF_EACH_LANE(l, lanes) {
        const lf_mat3 C = lf_mat3_load(c->R, c->count * c->n, p->c * c->n + l0 + l);
        const lf_vec3 F = lf_scale(c->G, lf_vec3_load(s + SUM_F * lanes, lanes, l));
        const lf_vec3 T = lf_scale(c->G, lf_vec3_load(s + SUM_T * lanes, lanes, l));
        const lf_vec3 X = lf_vec3_load(f + LF_FRAME_X * lanes, lanes, l);
        const double u = s[SUM_U * lanes + l];
        const lf_pair_pull out = {
            -c->G * u, lf_mat3_vec(C, F),
            lf_mat3_vec_left(T, lf_mat3_load(f + LF_FRAME_Q * lanes, lanes, l)),
            lf_axpy(lf_cross(X, F), -1, T)};
        if (single)
            lf_pull_set(c->n, p->r, p->c, l0 + l, out, c->g, c->M);
        else
            lf_pull_add(c->count, c->n, p->r, p->c, l0 + l, out, c->U, c->g, c->M);
        well &= isfinite(u + F.x + F.y + F.z) || !isfinite(X.x + X.y + X.z);
    }
    return well;
}

static LF_INLINE bool pull(size_t lanes, const lf_pull_call *c, const lf_cloud_pair *p, size_t l0,
                           const double *f, const double *s)
{
    return lf_pull_is_single(c->count, c->U, c->g, c->M) ? pull_as(lanes, true, c, p, l0, f, s)
                                                         : pull_as(lanes, false, c, p, l0, f, s);
}

LF_KERNEL static bool pull_lane(const lf_pull_call *c, const lf_cloud_pair *p, size_t l)
{
    const range all = {0, p->row.count, 0, p->column.count};
    double f[LF_FRAME], s[SUMS];
    lf_pair_frame(1, c, p, l, f);
    add_up(1, p, f, all, s);
    return pull(1, c, p, l, f, s);
}

LF_KERNEL static bool pull_lane_few(const lf_pull_call *c, const lf_cloud_pair *p, size_t l)
{
    double f[LF_FRAME], s[SUMS];
    lf_pair_frame(1, c, p, l, f);
    add_up_few(p, f, s);
    return pull(1, c, p, l, f, s);
}

LF_KERNEL static bool pull_lanes(size_t lanes, const lf_pull_call *c, const lf_cloud_pair *p,
                                 size_t l0)
{
    const range all = {0, p->row.count, 0, p->column.count};
    double f[LF_FRAME * LF_BLOCK], s[SUMS * LF_BLOCK];
    lf_pair_frame(lanes, c, p, l0, f);
    add_up(lanes, p, f, all, s);
    return pull(lanes, c, p, l0, f, s);
}

/* ---- many points: pieces ---- */

/* Pieces of a pair, [rows][columns], from the numbers of points alone. */
typedef struct {
    size_t rows, columns;         /* numbers of pieces */
    size_t row_step, column_step; /* their sizes */
} cutting;

static cutting cut(const lf_cloud_pair *p)
{
    const size_t blocks = (p->row.count + LF_BLOCK - 1) / LF_BLOCK;
    const size_t step = LF_BLOCK * ((blocks + PIECES - 1) / PIECES);
    const size_t rows = (p->row.count + step - 1) / step;
    const size_t wanted = (FEW_PIECES + rows - 1) / rows;
    const size_t room = 1 + p->column.count / FEW_COLUMNS, most = wanted < room ? wanted : room;
    const size_t wide = (p->column.count + most - 1) / most;
    return (cutting){rows, (p->column.count + wide - 1) / wide, step, wide};
}

static size_t at_most(size_t a, size_t b)
{
    return a < b ? a : b;
}

LF_KERNEL static void piece_sums(const lf_cloud_pair *p, const double *f, range at, double *s)
{
    add_up(1, p, f, at, s);
}

LF_KERNEL static void piece_frame(const lf_pull_call *c, const lf_cloud_pair *p, size_t l,
                                  double *f)
{
    lf_pair_frame(1, c, p, l, f);
}

LF_KERNEL static bool piece_pull(const lf_pull_call *c, const lf_cloud_pair *p, size_t l,
                                 const double *f, const double *s)
{
    return pull(1, c, p, l, f, s);
}

/* The pieces of a pair in one lane. */
typedef struct {
    const lf_cloud_pair *p;
    cutting by;
    double f[LF_FRAME], part[PIECES][SUMS];
    atomic_bool stop; /* nobody wants the rest */
} piece_job;

static void piece_do(void *job, size_t k)
{
    piece_job *J = job;
    const cutting *by = &J->by;
    const size_t row = k / by->columns * by->row_step, column = k % by->columns * by->column_step;
    const range at = {row, at_most(row + by->row_step, J->p->row.count), column,
                      at_most(column + by->column_step, J->p->column.count)};
    if (!atomic_load_explicit(&J->stop, memory_order_relaxed))
        piece_sums(J->p, J->f, at, J->part[k]);
    if (lf_poll(0)) /* the thread of the run knows */
        atomic_store_explicit(&J->stop, true, memory_order_relaxed);
}

/* One lane of many points, by as many threads as are free. */
static bool pull_pieces(const lf_pull_call *c, const lf_cloud_pair *p, size_t l)
{
    piece_job J;
    double s[SUMS] = {0};
    J.p = p;
    J.by = cut(p);
    atomic_init(&J.stop, false);
    piece_frame(c, p, l, J.f);
    const size_t count = J.by.rows * J.by.columns;
    if (p->row.count * p->column.count >= WORTH_THREADS)
        lf_crew_run(count, piece_do, &J);
    else
        for (size_t k = 0; k < count; k++)
            piece_do(&J, k);
    if (atomic_load(&J.stop))
        return true; /* nothing of it is used */
    for (size_t k = 0; k < count; k++)
        for (size_t d = 0; d < SUMS; d++)
            s[d] += J.part[k][d];
    return piece_pull(c, p, l, J.f, s);
}

/* ---- the potential ---- */

/* One lane: the way depends on the numbers of points alone, or gives the same bits. */
static bool pull_single(const lf_pull_call *c, const lf_cloud_pair *p, size_t l)
{
    if (p->row.count * p->column.count >= MANY_PAIRS)
        return pull_pieces(c, p, l);
    if (p->row.count <= 2)
        return lf_gravity_rods(1, c, p, l);
    return p->row.count < 4 ? pull_lane_few(c, p, l) : pull_lane(c, p, l);
}

static bool pull_some(size_t lanes, const lf_pull_call *c, const lf_cloud_pair *p, size_t l)
{
    if (lanes == 1)
        return pull_single(c, p, l);
    return p->row.count <= 2 ? lf_gravity_rods(lanes, c, p, l) : pull_lanes(lanes, c, p, l);
}

static bool pull_pair(const lf_pull_call *c, const lf_cloud_pair *p)
{
    const size_t most = p->row.count <= FEW_ROWS ? LF_BLOCK / p->row.count : 1;
    bool well = true;
    if (c->n == 1)
        return pull_single(c, p, 0);
    for (size_t l = 0; l < c->n; l += most)
        well &= pull_some(at_most(most, c->n - l), c, p, l);
    return well;
}

lf_status lf_gravity_points(const lf_bodies *B, const lf_lanes *L, const double *x, const double *R,
                            double *U, double *g, double *M)
{
    const size_t n = L->n;
    const lf_gravity *K = B->ctx;
    const lf_pull_call call = {K->G, B->count, n, x, R, U, g, M};
    bool well = true;
    if (n == 1 && lf_pull_is_single(B->count, U, g, M) && lf_gravity_is_two_rods(K))
        return lf_gravity_two_rods(K, x, R, g, M);
    if (!lf_pull_is_single(B->count, U, g, M))
        lf_pull_clear(B->count, n, U, g, M);
    for (size_t i = 0; i < B->count; i++)
        for (size_t j = i + 1; j < B->count; j++) {
            const lf_cloud_pair pair = lf_cloud_pair_of(K, i, j);
            well &= pull_pair(&call, &pair);
        }
    if (K->first[B->count] >= LF_LONG_COLUMNS && lf_poll(0))
        return LF_STOPPED;
    return well ? LF_OK : LF_ESINGULAR;
}
