/* SPDX-License-Identifier: BSD-3-Clause */
/* bodies_pieces.c - rigid bodies as pieces whose flows are known exactly: resistance, which changes momenta
 * with poses standing still; the kick by gradient and torque; the drift of free bodies, in which time
 * goes on. */
#include <string.h>

#include "problem/bodies_forces.h"
#include "problem/bodies_math.h"

typedef struct {
    const lf_bodies *B;
    const lf_lanes *L;
    size_t n;
    double *y1, *work;
} piece_call;

/* The same lanes at the end of what L covers, where a second half stands still; n doubles. */
static lf_lanes piece_end(const lf_lanes *L, double *now)
{
    for (size_t i = 0; i < L->n; i++)
        now[i] = L->t[i] + L->h[i];
    return lf_lanes_at(L, now);
}

static lf_status piece_kick(const piece_call *c, const lf_lanes *at)
{
    const lf_bodies_pull pull = lf_bodies_pull_at(c->B, c->n, c->work);
    const lf_status s = lf_bodies_pull_find(c->B, at, c->y1, &pull);
    if (s != LF_OK)
        return s;
    if (lf_bodies_forced(c->B))
        lf_bodies_book_kick(c->B, c->n, at->h, &pull, c->y1,
                            c->work + lf_bodies_pull_size(c->B) * c->n);
    lf_bodies_kick(c->B, c->n, at->h, pull.all, c->y1);
    return LF_OK;
}

/* x + h gamma/m; R F and F^T Pi with the rotations F of the quaternions q */
LF_KERNEL static void piece_move(const lf_bodies *B, size_t n, const double *h, const double *q,
                                 double *y)
{
    const size_t m = B->count * n;
    double *R = y + LF_BODY_R * m, *Pi = y + LF_BODY_PI * m;
    for (size_t b = 0; b < B->count; b++) {
        const double over = 1 / B->mass[b];
        LF_EACH_LANE(i, n) {
            const size_t at = b * n + i;
            const lf_mat3 F =
                lf_mat3_rodrigues(lf_scale(2, lf_vec3_load(q + m, m, at)), q[at], 0.5);
            lf_vec3_store(y, m, at,
                          lf_axpy(lf_vec3_load(y, m, at), h[i] * over,
                                  lf_vec3_load(y + LF_BODY_GAMMA * m, m, at)));
            lf_vec3_store(Pi, m, at, lf_mat3_vec_left(lf_vec3_load(Pi, m, at), F));
            lf_mat3_store(R, m, at,
                          lf_mat3_straight(lf_mat3_vec_left(lf_vec3_load(R, m, at), F),
                                           lf_mat3_vec_left(lf_vec3_load(R + 3 * m, m, at), F)));
        }
    }
}

void lf_bodies_drift(const lf_bodies *B, size_t n, const double *h, double *y, double *work)
{
    lf_bodies_free_rotations(B, n, h, y + LF_BODY_PI * B->count * n, work);
    piece_move(B, n, h, work, y);
}

/* Free bodies; half of what a model adds to the state before and half after; bodies that ride on others
 * put in their places. */
static lf_status piece_drift(const piece_call *c)
{
    const lf_bodies *B = c->B;
    const lf_forces *F = B->forces;
    double *now = c->work, *half = now + c->n, *rest = half + c->n;
    const lf_lanes end = piece_end(c->L, now);
    for (size_t i = 0; i < c->n; i++)
        half[i] = 0.5 * c->L->h[i];
    const lf_lanes first = lf_lanes_with_step(c->L, c->L->t, half);
    const lf_lanes second = lf_lanes_with_step(c->L, now, half);
    lf_status s = lf_bodies_advance(B, &first, c->y1, rest);
    if (s != LF_OK)
        return s;
    lf_bodies_drift(B, c->n, c->L->h, c->y1, rest);
    if (F && F->place)
        s = F->place(B, &end, c->y1);
    return s == LF_OK ? lf_bodies_advance(B, &second, c->y1, rest) : s;
}

/* Pieces and their mirror images: resist, kick, drift, kick, resist, or without the outermost. */
static lf_status pieces_flow(const lf_problem *P, size_t k, const lf_lanes *L, const double *y0,
                             double *y1, double *work)
{
    const lf_bodies *B = lf_problem_bodies(P);
    const bool resists = B->forces && B->forces->resist;
    const size_t number = resists ? k : k + 1;
    const piece_call c = {B, L, L->n, y1, work + L->n};
    memcpy(y1, y0, P->action->dim * L->n * sizeof *y1);
    if (number == 2)
        return piece_drift(&c);
    const lf_lanes at = number < 2 ? *L : piece_end(L, work);
    if (number == 1 || number == 3)
        return piece_kick(&c, &at);
    return lf_bodies_resist(B, &at, number ? LF_SECOND_HALF : LF_FIRST_HALF, y1, c.work);
}

static size_t pieces_work(const lf_problem *P, size_t n)
{
    const lf_bodies *B = lf_problem_bodies(P);
    const size_t extra = B->forces ? 2 * B->forces->extra : 0;
    const size_t kick = lf_bodies_pull_size(B) + B->count;
    const size_t drift = 2 + (4 * B->count > extra ? 4 * B->count : extra);
    const size_t resist = LF_BODIES_RESIST_WORK * B->count;
    const size_t most = kick > drift ? kick : drift;
    return (1 + (most > resist ? most : resist)) * n;
}

const lf_splitting *lf_bodies_splitting(const lf_bodies *B)
{
    static const lf_splitting all = {3, pieces_flow, pieces_work, true};
    static const lf_splitting two = {2, pieces_flow, pieces_work, true};
    return B->forces && B->forces->resist ? &all : &two;
}
