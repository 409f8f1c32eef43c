/* SPDX-License-Identifier: BSD-3-Clause */
/* cells.h - a grid over the square from -1 to 1 that remembers which of its cells were met: what
 * falls into a cell twice adds nothing to a picture, and the number of cells says how full it is. */
#ifndef LIEFLOW_PAPERS_CELLS_H
#define LIEFLOW_PAPERS_CELLS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    size_t across, up; /* cells both ways */
    unsigned char *met;
} lf_cells;

/* False when memory is out. Free it in any case. */
bool lf_cells_open(lf_cells *C, size_t across, size_t up);
void lf_cells_close(lf_cells *C);
/* Is (x, y) the first point of its cell? Points outside are taken for the border's. */
bool lf_cells_first(lf_cells *C, double x, double y);
/* The cell of a point of the unit sphere by its longitude and height: cells of equal area. */
bool lf_cells_first_on_sphere(lf_cells *C, const double point[3]);

#endif
