/* SPDX-License-Identifier: BSD-3-Clause */
/* image.h - an image as a part of a gnuplot script. */
#ifndef LIEFLOW_DRAW_IMAGE_H
#define LIEFLOW_DRAW_IMAGE_H

#include <lieflow/draw.h>

/* Cells that all images of one figure may have: a script of them stays below a megabyte. */
enum { LF_IMAGE_CELLS = 200000 };

/* An image made ready: how many cells are drawn, and the values of the first and the last colour. */
typedef struct {
    const lf_image *image;
    size_t nx, ny;
    double low, high;
} lf_image_plan;

/* Ready for a figure in which it may have so many cells. */
lf_image_plan lf_image_plan_make(const lf_image *image, size_t cells);
/* Are several cells averaged into one? */
bool lf_image_averaged(const lf_image_plan *plan);
/* Its cells, as a block of data called "$i<number>". */
void lf_image_data(const lf_image_plan *plan, size_t number, lf_text *out);
/* Palette and range of colours; the label is left to the caller. */
void lf_image_palette(const lf_image_plan *plan, lf_text *out);
/* What is plotted. */
void lf_image_plot(const lf_image_plan *plan, size_t number, lf_text *out);

#endif
