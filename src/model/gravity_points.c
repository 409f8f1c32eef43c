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
#include "model/gravity_cloud.h"

enum {
    BLOCK = 64,             /* rows and lanes at a time */
    FEW_ROWS = 16,          /* up to here several lanes share a block */
    MANY_PAIRS = 20000,     /* from here on pairs are cut into pieces */
    WORTH_THREADS = 100000, /* about 100 us of work: below, waking threads takes too long */
    PIECES = 64,            /* at most */
    FEW_PIECES = 16,        /* columns are cut, too, when there would be fewer */
    FEW_COLUMNS = 256,      /* columns a piece has at least */
    LONG_COLUMNS = 1024     /* with so many the caller is asked after every block of rows */
};

/* A pair of bodies: c has no more points than r. */
typedef struct {
    size_t r, c; /* bodies */
    lf_cloud row, column;
} cloud_pair;

static cloud_pair pair_of(const lf_gravity *K, size_t i, size_t j)
{
    const lf_cloud a = lf_cloud_of(K, i), b = lf_cloud_of(K, j);
    return a.count >= b.count ? (cloud_pair){i, j, a, b} : (cloud_pair){j, i, b, a};
}

/* A call of the potential. */
typedef struct {
    double G;
    size_t count, n; /* bodies, lanes */
    const double *x, *R;
    double *U, *g, *M;
} pull_call;

/* What belongs to lanes stands in arrays [component][lane]: frames have X and Q, sums have F, T and
 * sum mu nu/r. */
enum { FRAME = 12, FRAME_X = 0, FRAME_Q = 3, SUMS = 7, SUM_F = 0, SUM_T = 3, SUM_U = 6 };

/* Elements are [row][lane]. */
typedef struct {
    double z[3][BLOCK], f[3][BLOCK], u[BLOCK];
} block;

/* A range of rows and columns. */
typedef struct {
    size_t row, rows_end, column, columns_end;
} range;

static LF_INLINE lf_share share_load(const block *k, size_t e)
{
    return (lf_share){lf_vec3_load(k->f[0], BLOCK, e), k->u[e]};
}

static LF_INLINE void share_store(block *k, size_t e, lf_share s)
{
    lf_vec3_store(k->f[0], BLOCK, e, s.f);
    k->u[e] = s.u;
}

/* The same for n elements at once. */
static LF_INLINE void attract(size_t n, const lf_cloud *c, size_t from, size_t to, block *k)
{
    size_t b = from;
    for (size_t e = 0; e < n; e++)
        share_store(k, e, (lf_share){{0, 0, 0}, 0});
    for (; b + 1 < to; b += 2)
        LF_EACH_LANE(e, n)
            share_store(k, e,
                        lf_attract_two(share_load(k, e), lf_vec3_load(k->z[0], BLOCK, e), c, b));
    for (; b < to; b++)
        LF_EACH_LANE(e, n)
            share_store(k, e,
                        lf_attract_one(share_load(k, e), lf_vec3_load(k->z[0], BLOCK, e), c, b));
}

/* Q rho */
static LF_INLINE lf_vec3 turned(size_t lanes, const double *f, size_t l, const lf_cloud *c,
                                size_t a)
{
    return lf_mat3_vec(lf_mat3_load(f + FRAME_Q * lanes, lanes, l),
                       (lf_vec3){c->x[a], c->y[a], c->z[a]});
}

/* z of `rows` rows from row a on */
static LF_INLINE void place(size_t lanes, size_t rows, const double *f, const lf_cloud *c, size_t a,
                            block *k)
{
    for (size_t r = 0; r < rows; r++)
        LF_EACH_LANE(l, lanes) {
            const lf_vec3 X = lf_vec3_load(f + FRAME_X * lanes, lanes, l);
            lf_vec3_store(k->z[0], BLOCK, r * lanes + l, lf_add(X, turned(lanes, f, l, c, a + r)));
        }
}

/* Add what row a got to F, T and u of lane l. */
static LF_INLINE void collect(size_t lanes, size_t l, const double *f, const lf_cloud *c, size_t a,
                              lf_share e, double *s)
{
    const lf_vec3 force = lf_scale(c->mu[a], e.f);
    s[SUM_U * lanes + l] = lf_fma(c->mu[a], e.u, s[SUM_U * lanes + l]);
    lf_vec3_add_to(s + SUM_F * lanes, lanes, l, force);
    lf_vec3_add_to(s + SUM_T * lanes, lanes, l, lf_cross(force, turned(lanes, f, l, c, a)));
}

static LF_INLINE void clear(size_t lanes, double *s)
{
    for (size_t k = 0; k < SUMS * lanes; k++)
        s[k] = 0;
}

/* Does nobody wait for the result any more? */
static LF_INLINE bool unwanted(size_t rows, size_t columns)
{
    return columns >= LONG_COLUMNS && lf_poll(rows * columns);
}

/* The sums over a range, rows one after the other. */
static LF_INLINE void add_up(size_t lanes, const cloud_pair *p, const double *f, range at,
                             double *s)
{
    block k;
    const size_t most = BLOCK / lanes;
    clear(lanes, s);
    for (size_t a = at.row; a < at.rows_end; a += most) {
        const size_t rows = at.rows_end - a < most ? at.rows_end - a : most;
        place(lanes, rows, f, &p->row, a, &k);
        attract(rows * lanes, &p->column, at.column, at.columns_end, &k);
        for (size_t r = 0; r < rows; r++)
            LF_EACH_LANE(l, lanes)
                collect(lanes, l, f, &p->row, a + r, share_load(&k, r * lanes + l), s);
        if (unwanted(rows, at.columns_end - at.column))
            return;
    }
}

/* All of them for one lane of a pair with few points: the same numbers, out of registers. */
static LF_INLINE void add_up_few(const cloud_pair *p, const double *f, double *s)
{
    const lf_vec3 X = lf_vec3_load(f + FRAME_X, 1, 0);
    clear(1, s);
    for (size_t a = 0; a < p->row.count; a++) {
        const lf_vec3 z = lf_add(X, turned(1, f, 0, &p->row, a));
        lf_share e = {{0, 0, 0}, 0};
        size_t b = 0;
        for (; b + 1 < p->column.count; b += 2)
            e = lf_attract_two(e, z, &p->column, b);
        if (b < p->column.count)
            e = lf_attract_one(e, z, &p->column, b);
        collect(1, 0, f, &p->row, a, e, s);
    }
}

static LF_INLINE void look(size_t lanes, const pull_call *c, const cloud_pair *p, size_t l0,
                           double *f)
{
    const size_t n = c->n, m = c->count * n;
    LF_EACH_LANE(l, lanes) {
        const lf_mat3 C = lf_mat3_load(c->R, m, p->c * n + l0 + l);
        const lf_mat3 R = lf_mat3_load(c->R, m, p->r * n + l0 + l);
        const lf_vec3 d = lf_pair_between(c->count, n, p->r, p->c, l0 + l, c->x);
        lf_vec3_store(f + FRAME_X * lanes, lanes, l, lf_mat3_vec_left(d, C));
        lf_mat3_store(f + FRAME_Q * lanes, lanes, l, lf_mat3_mul(lf_mat3_transpose(C), R));
    }
}

/* From the sums to energy, gradients and torques; false when a lane has points that meet. */
static LF_INLINE bool pull_as(size_t lanes, bool single, const pull_call *c, const cloud_pair *p,
                              size_t l0, const double *f, const double *s)
{
    bool well = true;
    LF_EACH_LANE(l, lanes) {
        const lf_mat3 C = lf_mat3_load(c->R, c->count * c->n, p->c * c->n + l0 + l);
        const lf_vec3 F = lf_scale(c->G, lf_vec3_load(s + SUM_F * lanes, lanes, l));
        const lf_vec3 T = lf_scale(c->G, lf_vec3_load(s + SUM_T * lanes, lanes, l));
        const lf_vec3 X = lf_vec3_load(f + FRAME_X * lanes, lanes, l);
        const double u = s[SUM_U * lanes + l];
        const lf_pair_pull out = {-c->G * u, lf_mat3_vec(C, F),
                                  lf_mat3_vec_left(T, lf_mat3_load(f + FRAME_Q * lanes, lanes, l)),
                                  lf_axpy(lf_cross(X, F), -1, T)};
        if (single)
            lf_pull_set(c->n, p->r, p->c, l0 + l, out, c->g, c->M);
        else
            lf_pull_add(c->count, c->n, p->r, p->c, l0 + l, out, c->U, c->g, c->M);
        well &= isfinite(u + F.x + F.y + F.z) || !isfinite(X.x + X.y + X.z);
    }
    return well;
}

static LF_INLINE bool pull(size_t lanes, const pull_call *c, const cloud_pair *p, size_t l0,
                           const double *f, const double *s)
{
    return lf_pull_is_single(c->count, c->U, c->g, c->M) ? pull_as(lanes, true, c, p, l0, f, s)
                                                         : pull_as(lanes, false, c, p, l0, f, s);
}

LF_KERNEL static bool pull_lane(const pull_call *c, const cloud_pair *p, size_t l)
{
    const range all = {0, p->row.count, 0, p->column.count};
    double f[FRAME], s[SUMS];
    look(1, c, p, l, f);
    add_up(1, p, f, all, s);
    return pull(1, c, p, l, f, s);
}

LF_KERNEL static bool pull_lane_few(const pull_call *c, const cloud_pair *p, size_t l)
{
    double f[FRAME], s[SUMS];
    look(1, c, p, l, f);
    add_up_few(p, f, s);
    return pull(1, c, p, l, f, s);
}

LF_KERNEL static bool pull_lanes(size_t lanes, const pull_call *c, const cloud_pair *p, size_t l0)
{
    const range all = {0, p->row.count, 0, p->column.count};
    double f[FRAME * BLOCK], s[SUMS * BLOCK];
    look(lanes, c, p, l0, f);
    add_up(lanes, p, f, all, s);
    return pull(lanes, c, p, l0, f, s);
}

/* ---- single points and rods in several lanes ---- */

/* So few points are seen from space, which makes the way from a point to the torques shorter: with
 * arms R rho, and f_ab the pull of each pair, M_r = R^T sum f_a x arm_a, M_c = C^T sum arm_b x f_b. */
typedef struct {
    lf_vec3 F, T, column[2]; /* sum of f_a, sum of f_a x arm_a, f_b */
    double u;
} rod_sums;

static LF_INLINE rod_sums rod_add(rod_sums s, size_t a, lf_vec3 arm, size_t columns,
                                  const lf_share *e)
{
    const lf_vec3 f = columns == 2 ? lf_add(e[0].f, e[1].f) : e[0].f, turn = lf_cross(f, arm);
    const double u = columns == 2 ? e[0].u + e[1].u : e[0].u;
    for (size_t b = 0; b < columns; b++)
        s.column[b] = a ? lf_add(s.column[b], e[b].f) : e[b].f;
    s.F = a ? lf_add(s.F, f) : f;
    s.T = a ? lf_add(s.T, turn) : turn;
    s.u = a ? s.u + u : u;
    return s;
}

/* A lane of a pair out of registers. `rows` and `columns`, one or two, are constants after inlining;
 * gravity_two_rods.c has the same operations. */
static LF_INLINE double pull_rod(size_t rows, size_t columns, bool single, const pull_call *c,
                                 const cloud_pair *p, size_t l)
{
    const size_t n = c->n, m = c->count * n;
    const lf_mat3 C = lf_mat3_load(c->R, m, p->c * n + l), R = lf_mat3_load(c->R, m, p->r * n + l);
    const lf_vec3 X = lf_pair_between(c->count, n, p->r, p->c, l, c->x);
    const lf_vec3 arms[2] = {lf_cloud_arm(&p->column, C, 0),
                             lf_cloud_arm(&p->column, C, columns - 1)};
    rod_sums s = {.u = 0};
#pragma GCC unroll 2
    for (size_t a = 0; a < rows; a++) {
        const lf_vec3 arm = lf_cloud_arm(&p->row, R, a), z = lf_add(X, arm);
        lf_share e[2];
#pragma GCC unroll 2
        for (size_t b = 0; b < columns; b++)
            e[b] = lf_attract_pair(c->G * p->row.mu[a] * p->column.mu[b], lf_axpy(z, -1, arms[b]));
        s = rod_add(s, a, arm, columns, e);
    }
    lf_vec3 T = lf_cross(arms[0], s.column[0]);
    if (columns == 2)
        T = lf_add(T, lf_cross(arms[1], s.column[1]));
    const lf_pair_pull out = {-s.u, s.F, lf_mat3_vec_left(s.T, R), lf_mat3_vec_left(T, C)};
    if (single)
        lf_pull_set(n, p->r, p->c, l, out, c->g, c->M);
    else
        lf_pull_add(c->count, n, p->r, p->c, l, out, c->U, c->g, c->M);
    return s.u + s.F.x + s.F.y + s.F.z;
}

/* What is not finite in a lane where points meet goes to `sign`. */
static LF_INLINE void pull_rods(size_t rows, size_t columns, size_t lanes, const pull_call *c,
                                const cloud_pair *p, size_t l0, double *sign)
{
    if (lf_pull_is_single(c->count, c->U, c->g, c->M))
        LF_EACH_LANE(l, lanes)
            sign[l] = pull_rod(rows, columns, true, c, p, l0 + l);
    else
        LF_EACH_LANE(l, lanes)
            sign[l] = pull_rod(rows, columns, false, c, p, l0 + l);
}

/* A pair is not blamed for a place that is not finite itself. */
static LF_INLINE bool pair_has_place(const pull_call *c, const cloud_pair *p, size_t l)
{
    double f[FRAME];
    look(1, c, p, l, f);
    return isfinite(f[FRAME_X] + f[FRAME_X + 1] + f[FRAME_X + 2]);
}

static LF_INLINE bool pull_rods_of(size_t lanes, const pull_call *c, const cloud_pair *p, size_t l0)
{
    double sign[BLOCK];
    bool well = true;
    if (p->row.count == 1)
        pull_rods(1, 1, lanes, c, p, l0, sign);
    else if (p->column.count == 1)
        pull_rods(2, 1, lanes, c, p, l0, sign);
    else
        pull_rods(2, 2, lanes, c, p, l0, sign);
    for (size_t l = 0; l < lanes; l++)
        if (!isfinite(sign[l]))
            well &= !pair_has_place(c, p, l0 + l);
    return well;
}

LF_KERNEL static bool pull_lanes_rods(size_t lanes, const pull_call *c, const cloud_pair *p,
                                      size_t l0)
{
    if (lanes == 1)
        return pull_rods_of(1, c, p, l0);
    return pull_rods_of(lanes, c, p, l0);
}

/* ---- many points: pieces ---- */

/* Pieces of a pair, [rows][columns], from the numbers of points alone. */
typedef struct {
    size_t rows, columns;         /* numbers of pieces */
    size_t row_step, column_step; /* their sizes */
} cutting;

static cutting cut(const cloud_pair *p)
{
    const size_t blocks = (p->row.count + BLOCK - 1) / BLOCK;
    const size_t step = BLOCK * ((blocks + PIECES - 1) / PIECES);
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

LF_KERNEL static void piece_sums(const cloud_pair *p, const double *f, range at, double *s)
{
    add_up(1, p, f, at, s);
}

LF_KERNEL static void piece_frame(const pull_call *c, const cloud_pair *p, size_t l, double *f)
{
    look(1, c, p, l, f);
}

LF_KERNEL static bool piece_pull(const pull_call *c, const cloud_pair *p, size_t l, const double *f,
                                 const double *s)
{
    return pull(1, c, p, l, f, s);
}

/* The pieces of a pair in one lane. */
typedef struct {
    const cloud_pair *p;
    cutting by;
    double f[FRAME], part[PIECES][SUMS];
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
static bool pull_pieces(const pull_call *c, const cloud_pair *p, size_t l)
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
static bool pull_single(const pull_call *c, const cloud_pair *p, size_t l)
{
    if (p->row.count * p->column.count >= MANY_PAIRS)
        return pull_pieces(c, p, l);
    if (p->row.count <= 2)
        return pull_lanes_rods(1, c, p, l);
    return p->row.count < 4 ? pull_lane_few(c, p, l) : pull_lane(c, p, l);
}

static bool pull_some(size_t lanes, const pull_call *c, const cloud_pair *p, size_t l)
{
    if (lanes == 1)
        return pull_single(c, p, l);
    return p->row.count <= 2 ? pull_lanes_rods(lanes, c, p, l) : pull_lanes(lanes, c, p, l);
}

static bool pull_pair(const pull_call *c, const cloud_pair *p)
{
    const size_t most = p->row.count <= FEW_ROWS ? BLOCK / p->row.count : 1;
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
    const pull_call call = {K->G, B->count, n, x, R, U, g, M};
    bool well = true;
    if (n == 1 && lf_pull_is_single(B->count, U, g, M) && lf_gravity_is_two_rods(K))
        return lf_gravity_two_rods(K, x, R, g, M);
    if (!lf_pull_is_single(B->count, U, g, M))
        lf_pull_clear(B->count, n, U, g, M);
    for (size_t i = 0; i < B->count; i++)
        for (size_t j = i + 1; j < B->count; j++) {
            const cloud_pair pair = pair_of(K, i, j);
            well &= pull_pair(&call, &pair);
        }
    if (K->first[B->count] >= LONG_COLUMNS && lf_poll(0))
        return LF_STOPPED;
    return well ? LF_OK : LF_ESINGULAR;
}

/* ---- nearness ---- */

/* The smallest |z_a - rho_b|^2 of a pair in lane l. */
LF_KERNEL static double pair_nearest(const pull_call *c, const cloud_pair *p, size_t l)
{
    double f[FRAME];
    block k;
    double least = INFINITY;
    look(1, c, p, l, f);
    for (size_t a = 0; a < p->row.count; a += BLOCK) {
        const size_t rows = p->row.count - a < BLOCK ? p->row.count - a : BLOCK;
        place(1, rows, f, &p->row, a, &k);
        for (size_t e = 0; e < rows; e++)
            k.u[e] = INFINITY;
        for (size_t b = 0; b < p->column.count; b++) {
            const double x = p->column.x[b], y = p->column.y[b], z = p->column.z[b];
            LF_EACH_LANE(e, rows) {
                const lf_vec3 d = {k.z[0][e] - x, k.z[1][e] - y, k.z[2][e] - z};
                const double square = lf_dot(d, d);
                k.u[e] = square < k.u[e] ? square : k.u[e];
            }
        }
        for (size_t e = 0; e < rows; e++)
            least = k.u[e] < least ? k.u[e] : least;
        if (unwanted(rows, p->column.count))
            break;
    }
    return least;
}

void lf_gravity_points_closest(const lf_bodies *B, const lf_lanes *L, const double *x,
                               const double *R, double *d)
{
    const size_t n = L->n;
    const lf_gravity *K = B->ctx;
    const pull_call call = {K->G, B->count, n, x, R, NULL, NULL, NULL};
    for (size_t l = 0; l < n; l++) {
        double least = INFINITY;
        for (size_t i = 0; i < B->count; i++)
            for (size_t j = i + 1; j < B->count; j++) {
                const cloud_pair pair = pair_of(K, i, j);
                least = fmin(least, pair_nearest(&call, &pair, l));
            }
        d[l] = sqrt(least);
    }
}
