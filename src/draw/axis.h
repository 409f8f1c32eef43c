/* SPDX-License-Identifier: BSD-3-Clause */
/* axis.h - the axes of a panel, for gnuplot. */
#ifndef LF_DRAW_AXIS_H
#define LF_DRAW_AXIS_H

#include <lieflow/draw.h>

/* From where to where: as asked for, where the image ends, or as the data want. */
void lf_axis_range(const lf_panel *P, bool vertical, lf_text *out);
/* Linear, or logarithmic with powers of ten as labels: every decade while few, fewer when many. */
void lf_axis_tics(const lf_panel *P, bool vertical, lf_text *out);
/* The largest of 1, 2 and 5 times a power of ten that is at most x. */
double lf_axis_round(double x);

#endif
