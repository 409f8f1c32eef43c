/* SPDX-License-Identifier: BSD-3-Clause */
/* sheet.h - the figure of a single run while it is put together: its panels, their lines and their numbers. */
#ifndef LIEFLOW_RUN_SHEET_H
#define LIEFLOW_RUN_SHEET_H

#include <lieflow/run.h>

/* More panels than these make no figure that can be read: the first ones are shown, and the title
 * says so. */
enum {
    LF_SHEET_STATE = 24, /* panels of the state */
    LF_SHEET_IMAGES = 6, /* of functions on a grid */
    LF_SHEET_PANELS = LF_SHEET_STATE + LF_SHEET_IMAGES + LF_MAX_INVARIANTS + 2,
    LF_SHEET_COLUMNS = 256,
    LF_SHEET_BARS = 12, /* along a line */
    LF_SHEET_SERIES = LF_SHEET_COLUMNS + 4 * LF_MAX_INVARIANTS + 1
};

typedef struct {
    const lf_model *M;
    const lf_problem *P;
    const lf_rows *rows;
    size_t columns;          /* of the state that are shown */
    char time[LF_WORD_SIZE]; /* "t [s]" */
    double *value;           /* [series][row]; series 0 is t */
    lf_series serie[LF_SHEET_SERIES + 1];
    size_t series;
    lf_panel panel[LF_SHEET_PANELS];
    size_t panels;
    char spare[LF_SHEET_COLUMNS][LF_WORD_SIZE];
    char axis[LF_SHEET_PANELS][LF_WORD_SIZE];
    char crowd[LF_SHEET_PANELS][LF_WORD_SIZE]; /* the one entry of a legend for many lines */
    char output[LF_MAX_INVARIANTS][LF_WORD_SIZE];
    double ends[2], guide[LF_MAX_INVARIANTS][2];     /* level lines: t and value */
    double bar[LF_MAX_INVARIANTS][3][LF_SHEET_BARS]; /* t, value, length of bars */
    lf_image image[LF_SHEET_IMAGES];
    lf_film film;
    double *memory, *pixels; /* of film and images */
} lf_sheet;

/* Begin a panel. */
void lf_sheet_open(lf_sheet *T, const char *y_label, bool log_y);
/* A line in it from the numbers of the next series, which stand at lf_sheet_line, without the first `skip`. */
void lf_sheet_add(lf_sheet *T, const char *label, size_t skip);
double *lf_sheet_line(lf_sheet *T);
/* The outputs, neighbours of the same panel together, with level lines and bars. */
void lf_sheet_outputs(lf_sheet *T);
/* Do bars or level lines go with an output, or is there a cost? Then outputs are what the figure is about. */
bool lf_sheet_charts(const lf_problem *P);
/* Images of functions on a grid; LF_EMEMORY. */
lf_status lf_sheet_images(lf_sheet *T);

/* The functions on a grid that rows show, every `stride` of them from row `first` on. `memory` is the caller's
 * to free; NULL when it is out. */
lf_film lf_film_of_rows(const lf_problem *P, const lf_rows *rows, size_t first, size_t stride,
                        double **memory);

#endif
