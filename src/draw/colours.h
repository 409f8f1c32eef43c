/* SPDX-License-Identifier: BSD-3-Clause */
/* colours.h - colours for values. */
#ifndef LIEFLOW_DRAW_COLOURS_H
#define LIEFLOW_DRAW_COLOURS_H

#include <lieflow/draw.h>

enum { LF_COLOUR_STEPS = 33 };

/* Colours from the lowest value to the highest, at equal distances: "#RRGGBB". */
const char *const *lf_colour_table(lf_colours colours);

#endif
