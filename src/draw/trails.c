/* SPDX-License-Identifier: BSD-3-Clause */
/* trails.c - the ways that places of a model take through space. */
#include <lieflow/draw.h>

#include <math.h>
#include <stdlib.h>

/* Takes the trails of one point, and nothing else of its picture. */
typedef struct {
    const lf_view *view;
    size_t count, room; /* places that came, and those that there is space for */
    double *place;      /* [room][2] */
} trails_taker;

static void trails_begin(void *ctx, lf_ink ink, size_t number, double weight)
{
    (void)ctx;
    (void)ink;
    (void)number;
    (void)weight;
}

static void trails_to(void *ctx, const double x[3])
{
    (void)ctx;
    (void)x;
}

static void trails_lift(void *ctx)
{
    (void)ctx;
}

static void trails_body(void *ctx, size_t number, const double x[3], const double R[9],
                        const double extent[3])
{
    (void)ctx;
    (void)number;
    (void)x;
    (void)R;
    (void)extent;
}

static void trails_take(void *ctx, const double x[3])
{
    trails_taker *taker = ctx;
    double spare[2], *place = taker->count < taker->room ? taker->place + 2 * taker->count : spare;
    lf_view_project(taker->view, x, &place[0], &place[1]);
    taker->count++;
}

/* The places of one row, as far as there is space; answers how many there are. */
static size_t trails_row(const lf_scene *S, const lf_track *track, size_t row, size_t room,
                         double *place)
{
    trails_taker taker = {&S->view, 0, room, place};
    const lf_canvas canvas = {.ctx = &taker,
                              .t0 = S->t0,
                              .t1 = S->t1,
                              .begin = trails_begin,
                              .to = trails_to,
                              .lift = trails_lift,
                              .body = trails_body,
                              .trail = trails_take};
    const double *value = track->value + row * track->width;
    S->model->draw->show(S->self, value[0], value + 1, &canvas, S->work);
    return taker.count;
}

lf_status lf_trails_open(lf_trails *T, const lf_scene *S, const lf_track *track)
{
    *T = (lf_trails){.rows = track->rows};
    if (track->rows == 0)
        return LF_OK;
    T->count = trails_row(S, track, 0, 0, NULL);
    T->place = calloc(2 * T->count * T->rows + 1, sizeof *T->place);
    if (!T->place)
        return LF_EMEMORY;
    for (size_t k = 0; k < T->rows; k++)
        trails_row(S, track, k, T->count, T->place + 2 * T->count * k);
    return LF_OK;
}

void lf_trails_close(lf_trails *T)
{
    free(T->place);
    T->place = NULL;
}

void lf_trails_draw(const lf_trails *T, size_t first, size_t last, lf_pen *pen)
{
    for (size_t i = 0; i < T->count; i++) {
        if (i > 0)
            lf_pen_to(pen, NAN, NAN);
        for (size_t k = first; k <= last && k < T->rows; k++) {
            const double *place = T->place + 2 * (k * T->count + i);
            lf_pen_to(pen, place[0], place[1]);
        }
    }
}
