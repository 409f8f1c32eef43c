/* SPDX-License-Identifier: BSD-3-Clause */
/* sheet_images.c - functions on a grid that the rows of a run show, as images. */
#include "run/sheet.h"

#include <stdlib.h>

/* A line over more times than these is not seen better. */
enum { SHEET_TIMES = 4000 };

lf_film lf_film_of_rows(const lf_problem *P, const lf_rows *rows, size_t first, size_t stride,
                        double **memory)
{
    const size_t n = rows->rows > first ? (rows->rows - first + stride - 1) / stride : 0;
    const size_t width = lf_problem_shown(P);
    lf_film film = {.domain = lf_problem_display(P)->domain, .rows = n, .width = width};
    double *t = calloc(n + n * width + lf_problem_show_work(P, 1) + 1, sizeof *t);
    double *value = t ? t + n : NULL;
    *memory = t;
    for (size_t k = 0; t && k < n; k++) {
        const double *row = rows->value + (first + k * stride) * rows->width;
        const lf_lanes one = {.n = 1, .t = &row[0]};
        t[k] = row[0];
        lf_problem_show(P, &one, row + 1, value + k * width, value + n * width);
    }
    film.t = t;
    film.value = value;
    return film;
}

lf_status lf_sheet_images(lf_sheet *T)
{
    const lf_domain *G = lf_problem_display(T->P)->domain;
    const size_t rows = T->rows->rows,
                 parts = G->parts < LF_SHEET_IMAGES ? G->parts : LF_SHEET_IMAGES;
    const bool flat = G->ny > 1;
    T->film = lf_film_of_rows(T->P, T->rows, flat ? rows - 1 : 0, flat ? 1 : rows / SHEET_TIMES + 1,
                              &T->memory);
    const size_t room = lf_film_room(&T->film);
    T->pixels = T->memory ? calloc(parts * room + 1, sizeof *T->pixels) : NULL;
    if (!T->pixels)
        return LF_EMEMORY;
    for (size_t p = 0; p < parts; p++) {
        T->image[p] = lf_film_image(&T->film, p, T->pixels + p * room);
        T->panel[T->panels++] = lf_film_panel(&T->film, &T->image[p], T->time);
    }
    return LF_OK;
}
