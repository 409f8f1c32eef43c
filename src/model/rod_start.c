/* SPDX-License-Identifier: BSD-3-Clause */
/* rod_start.c - the shape that a rod begins with: straight, an arc, its natural shape, or along
 * points. Frames belong to elements: they follow chords, not tangents at vertices. */
#include <math.h>
#include <string.h>

#include "model/rod_model.h"

static double norm3(const double a[3])
{
    return sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}

static void cross3(const double a[3], const double b[3], double c[3])
{
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

static void mul9(const double A[9], const double B[9], double C[9])
{
    double D[9];
    for (size_t r = 0; r < 3; r++)
        for (size_t c = 0; c < 3; c++)
            D[3 * r + c] = A[3 * r] * B[c] + A[3 * r + 1] * B[3 + c] + A[3 * r + 2] * B[6 + c];
    memcpy(C, D, sizeof D);
}

/* ---- frames ---- */

/* The smallest rotation from the unit vector a to the unit vector b; half a turn about `spare` where they are
 * opposite. */
static void turn_between(const double a[3], const double b[3], const double spare[3], double R[9])
{
    double axis[3], v[3];
    cross3(a, b, axis);
    const double s = norm3(axis), c = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    const double angle = atan2(s, c);
    for (size_t k = 0; k < 3; k++)
        v[k] = s > 1e-12 ? angle / s * axis[k] : c < 0 ? angle * spare[k] : 0;
    lf_rod_turn(1, v, R);
}

void lf_rod_frame(const double direction[3], const double side[3], double R[9])
{
    static const double up[3] = {0, 0, 1}, first[3] = {1, 0, 0};
    const double length = norm3(direction);
    const double t[3] = {direction[0] / length, direction[1] / length, direction[2] / length};
    const double along = side[0] * t[0] + side[1] * t[1] + side[2] * t[2];
    double a[3] = {side[0] - along * t[0], side[1] - along * t[1], side[2] - along * t[2]}, b[3];
    const double size = norm3(a);
    if (!(size > 0)) {
        turn_between(up, t, first, R);
        return;
    }
    for (size_t k = 0; k < 3; k++)
        a[k] /= size;
    cross3(t, a, b);
    for (size_t k = 0; k < 3; k++) {
        R[3 * k] = a[k];
        R[3 * k + 1] = b[k];
        R[3 * k + 2] = t[k];
    }
}

/* ---- shapes ---- */

/* Where a shape stands: a point with one body after the other, [component][body]. */
typedef struct {
    const rod_model *F;
    size_t count;
    double *x, *R;
} shape;

static void put_body(const shape *S, size_t b, const double x[3], const double R[9])
{
    for (size_t k = 0; k < 3; k++)
        S->x[k * S->count + b] = x[k];
    for (size_t k = 0; k < 9; k++)
        S->R[k * S->count + b] = R[k];
}

static void take_frame(const shape *S, size_t b, double R[9])
{
    for (size_t k = 0; k < 9; k++)
        R[k] = S->R[k * S->count + b];
}

/* From the vertex after element v to the next element: the natural rotation, or an arc's. */
static void turn_at(const rod_model *F, size_t v, double turn[9])
{
    const lf_rod_arrays *A = &F->arrays;
    const double share = 0.5 * (A->length[v] + A->length[v + 1]) / F->length;
    if (F->shape == ROD_ARC) {
        lf_rod_turn(share, F->arc, turn);
    } else if (F->shape == ROD_NATURAL && F->rod.half) {
        double S[9];
        for (size_t k = 0; k < 9; k++)
            S[k] = F->rod.half[k * F->rod.count + v];
        mul9(S, S, turn);
    } else {
        lf_rod_turn(0, F->arc, turn);
    }
}

/* Half an element: what the rod turns by between an end and the middle of the element there. */
static void turn_at_end(const rod_model *F, double l, double turn[9])
{
    if (F->shape == ROD_ARC)
        lf_rod_turn(0.5 * l / F->length, F->arc, turn);
    else if (F->shape == ROD_STRAIGHT)
        lf_rod_turn(0, F->arc, turn);
    else
        lf_rod_turn(0.5 * l, F->kappa, turn);
}

/* Unstretched, from `x` along the frames. */
static void shape_by_turns(const shape *S, double frame[9])
{
    const rod_model *F = S->F;
    double x[3] = {F->x[0], F->x[1], F->x[2]}, turn[9];
    put_body(S, 0, x, frame);
    turn_at_end(F, F->arrays.length[1], turn);
    mul9(frame, turn, frame);
    for (size_t e = 1; e < S->count; e++) {
        for (size_t k = 0; k < 3; k++)
            x[k] += F->arrays.length[e] * frame[3 * k + 2];
        put_body(S, e, x, frame);
        if (e + 1 == S->count)
            break;
        turn_at(F, e, turn);
        mul9(frame, turn, frame);
    }
}

/* The place a fraction of the way along the points. */
static void along_points(const double *p, size_t points, double way, size_t *piece, double *passed,
                         double x[3])
{
    for (;; ++*piece) {
        const double *a = p + 3 * *piece, *b = a + 3;
        const double d[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]}, size = norm3(d);
        if (*passed + size < way && *piece + 2 < points) {
            *passed += size;
            continue;
        }
        const double part = size > 0 ? fmin(1, (way - *passed) / size) : 0;
        for (size_t k = 0; k < 3; k++)
            x[k] = a[k] + part * d[k];
        return;
    }
}

static double points_length(const double *p, size_t points)
{
    double sum = 0;
    for (size_t j = 0; j + 1 < points; j++) {
        const double d[3] = {p[3 * j + 3] - p[3 * j], p[3 * j + 4] - p[3 * j + 1],
                             p[3 * j + 5] - p[3 * j + 2]};
        sum += norm3(d);
    }
    return sum;
}

/* Vertices on the points, or where there are fewer at equal ways along the lines between them. */
static void place_on_points(const shape *S)
{
    const double *p = lf_list_numbers(&S->F->points);
    const size_t points = S->F->points.count / 3;
    const double all = points_length(p, points);
    size_t piece = 0;
    double passed = 0, s = 0;
    for (size_t b = 0; b < S->count; b++) {
        double x[3];
        s += b ? S->F->arrays.length[b] : 0;
        if (points == S->count)
            memcpy(x, p + 3 * b, sizeof x);
        else
            along_points(p, points, all * s / S->F->length, &piece, &passed, x);
        for (size_t k = 0; k < 3; k++)
            S->x[k * S->count + b] = x[k];
    }
}

/* Frames that follow the chords without turning about them. */
static void frames_on_chords(const shape *S)
{
    double frame[9], turn[9], last[3] = {0, 0, 0};
    for (size_t e = 1; e < S->count; e++) {
        double t[3];
        for (size_t k = 0; k < 3; k++)
            t[k] = S->x[k * S->count + e] - S->x[k * S->count + e - 1];
        const double size = norm3(t);
        for (size_t k = 0; k < 3; k++)
            t[k] /= size;
        if (e == 1) {
            lf_rod_frame(t, S->F->side, frame);
        } else {
            const double spare[3] = {frame[0], frame[3], frame[6]};
            turn_between(last, t, spare, turn);
            mul9(turn, frame, frame);
        }
        memcpy(last, t, sizeof last);
        for (size_t k = 0; k < 9; k++)
            S->R[k * S->count + e] = frame[k];
    }
    double first[9];
    take_frame(S, 1, first);
    turn_at_end(S->F, -S->F->arrays.length[1], turn);
    mul9(first, turn, first);
    for (size_t k = 0; k < 9; k++)
        S->R[k * S->count] = first[k];
}

/* ---- ends ---- */

static void transpose9(const double A[9], double B[9])
{
    for (size_t k = 0; k < 9; k++)
        B[k] = A[k % 3 * 3 + k / 3];
}

/* The clamp at the end goes on as the shape does; what the rod hangs on gets its own frame. */
static void shape_ends(rod_model *F, const shape *S)
{
    double frame[9], turn[9], back[9];
    take_frame(S, F->elements, frame);
    turn_at_end(F, F->arrays.length[F->elements], turn);
    mul9(frame, turn, F->rod.wall);
    if (F->start != ROD_ON_BODY)
        return;
    lf_rod_turn(1, F->seat, F->rod.seat);
    transpose9(F->rod.seat, back);
    take_frame(S, 0, frame);
    mul9(frame, back, frame);
    double x[3];
    for (size_t r = 0; r < 3; r++) {
        x[r] = S->x[r * S->count];
        for (size_t c = 0; c < 3; c++)
            x[r] -= frame[3 * r + c] * F->lever[c];
    }
    put_body(S, 0, x, frame);
}

/* ---- motion ---- */

/* The mass centre of the bodies from `from` on. */
static void mass_centre(const shape *S, const double *mass, size_t from, double centre[3])
{
    double all = 0;
    memset(centre, 0, 3 * sizeof *centre);
    for (size_t b = from; b < S->count; b++) {
        all += mass[b];
        for (size_t k = 0; k < 3; k++)
            centre[k] += mass[b] * S->x[k * S->count + b];
    }
    for (size_t k = 0; k < 3; k++)
        centre[k] /= all;
}

/* The momenta of a rigid motion, 0 for what is held. */
static void shape_motion(const rod_model *F, const shape *S, double *gamma, double *Pi)
{
    const lf_rod_arrays *A = &F->arrays;
    const size_t n = S->count;
    double centre[3];
    mass_centre(S, A->mass, F->rod.hold_place, centre);
    for (size_t b = 0; b < n; b++) {
        const bool still = (b == 0 && F->rod.hold_place) || (b + 1 == n && F->rod.hold_end);
        const bool inert = b == 0 && F->start != ROD_ON_BODY;
        double away[3], around[3];
        for (size_t k = 0; k < 3; k++)
            away[k] = S->x[k * n + b] - centre[k];
        cross3(F->spin, away, around);
        for (size_t k = 0; k < 3; k++) {
            double w = 0;
            for (size_t c = 0; c < 3; c++)
                w += S->R[(3 * c + k) * n + b] * F->spin[c];
            gamma[k * n + b] = still ? 0 : A->mass[b] * (F->v[k] + around[k]);
            Pi[k * n + b] = inert ? 0 : A->moment[k * n + b] * w;
        }
    }
}

void lf_rod_begin_shape(rod_model *F, double *y)
{
    const size_t n = lf_rod_count(F);
    const shape S = {F, n, y + LF_BODY_X * n, y + LF_BODY_R * n};
    double frame[9];
    if (F->shape == ROD_POINTS) {
        place_on_points(&S);
        frames_on_chords(&S);
    } else {
        lf_rod_frame(F->direction, F->side, frame);
        shape_by_turns(&S, frame);
    }
    shape_ends(F, &S);
    shape_motion(F, &S, y + LF_BODY_GAMMA * n, y + LF_BODY_PI * n);
}
