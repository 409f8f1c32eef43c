/* SPDX-License-Identifier: BSD-3-Clause */
/* layout.h - where the panels of a figure stand. */
#ifndef LIEFLOW_DRAW_LAYOUT_H
#define LIEFLOW_DRAW_LAYOUT_H

#include <lieflow/draw.h>

typedef struct {
    size_t across, down;
    size_t width, height; /* of the figure, in points */
    size_t title;         /* height of its title */
    bool uneven;          /* some rows are taller: those of images in a column of panels */
} lf_layout;

lf_layout lf_layout_of(const lf_figure *F);
/* Set the place and the shape of panel p. */
void lf_layout_place(const lf_figure *F, const lf_layout *layout, size_t p, lf_text *out);

#endif
