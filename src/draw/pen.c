/* SPDX-License-Identifier: BSD-3-Clause */
/* pen.c - lines for figures, point by point. */
#include <lieflow/draw.h>

#include <stdlib.h>

lf_pen *lf_pen_new(void)
{
    return calloc(1, sizeof(lf_pen));
}

void lf_pen_free(lf_pen *pen)
{
    free(pen);
}

lf_series *lf_pen_line(lf_pen *pen, const char *label, lf_draw draw, int colour)
{
    if (pen->lines < LF_PEN_LINES)
        pen->lines++;
    lf_series *line = &pen->line[pen->lines - 1];
    *line = (lf_series){.label = label,
                        .draw = draw,
                        .colour = colour,
                        .x = pen->x + pen->points,
                        .y = pen->y + pen->points,
                        .dx = pen->dx + pen->points,
                        .dy = pen->dy + pen->points};
    return line;
}

void lf_pen_arrow(lf_pen *pen, double x, double y, double dx, double dy)
{
    if (pen->points == LF_PEN_POINTS || pen->lines == 0)
        return;
    pen->x[pen->points] = x;
    pen->y[pen->points] = y;
    pen->dx[pen->points] = dx;
    pen->dy[pen->points] = dy;
    pen->points++;
    pen->line[pen->lines - 1].count++;
}

void lf_pen_to(lf_pen *pen, double x, double y)
{
    lf_pen_arrow(pen, x, y, 0, 0);
}
