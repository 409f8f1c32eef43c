/* SPDX-License-Identifier: BSD-3-Clause */
/* cells.c - which cells of a grid were met. */
#include "papers/cells.h"

#include <math.h>
#include <stdlib.h>

bool lf_cells_open(lf_cells *C, size_t across, size_t up)
{
    *C = (lf_cells){across, up, calloc(across * up, 1)};
    return C->met;
}

void lf_cells_close(lf_cells *C)
{
    free(C->met);
    *C = (lf_cells){0};
}

static size_t cells_place(double x, size_t count)
{
    return (size_t)fmin((double)count - 1, fmax(0, 0.5 * (x + 1) * (double)count));
}

bool lf_cells_first(lf_cells *C, double x, double y)
{
    unsigned char *here = &C->met[cells_place(y, C->up) * C->across + cells_place(x, C->across)];
    const bool first = !*here;
    *here = 1;
    return first;
}

bool lf_cells_first_on_sphere(lf_cells *C, const double point[3])
{
    const double half_turn = 3.14159265358979323846;
    return lf_cells_first(C, atan2(point[1], point[0]) / half_turn, point[2]);
}
