/* SPDX-License-Identifier: BSD-3-Clause */
/* draw.h - pictures: figures of panels and lines drawn by gnuplot, a pen that collects lines, and
 * the points of a model as they stand in space. */
#ifndef LIEFLOW_DRAW_H
#define LIEFLOW_DRAW_H

#include <lieflow/model.h>
#include <lieflow/text.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- figures -------------------------------------------------------------------------------- */

typedef enum {
    LF_DRAW_LINE,
    LF_DRAW_DASHED,
    LF_DRAW_POINTS,
    LF_DRAW_LINE_POINTS,
    LF_DRAW_ARROWS, /* from (x, y) by (dx, dy) */
    LF_DRAW_GUIDE,  /* thin and grey: reference slopes, a sphere's grid */
    LF_DRAW_ERRORS  /* bars from y - dy to y + dy, without a line */
} lf_draw;

typedef struct {
    const char *label; /* NULL or "": not in the legend */
    lf_draw draw;
    size_t count;
    const double *x, *y;
    const double *dx, *dy; /* arrows; dy also of errors */
    int colour;            /* 1, 2, ... of the palette; 0: by place */
    double width;          /* of the line; 0: the usual one */
} lf_series;

/* Words at a point. */
typedef struct {
    double x, y;
    const char *words;
} lf_mark;

/* Colours for values: equal steps look equally far apart, also without seeing red or green apart. */
typedef enum {
    LF_COLOURS_RISING,   /* from dark to bright */
    LF_COLOURS_DIVERGING /* blue below 0, red above, bright at it */
} lf_colours;

/* Values over a rectangle, in cells: value[j*nx + i] is that of the cell i from the left, j from below.
 * One that is not a number leaves its cell empty. */
typedef struct {
    size_t nx, ny;
    const double *value;
    double x_low, x_high, y_low, y_high; /* edges of the outermost cells */
    double low,
        high; /* of the colours; low == high: as the data want. Diverging colours have 0 amid. */
    lf_colours colours;
    const char *label; /* of the bar of colours */
} lf_image;

typedef struct {
    const char *title, *x_label, *y_label;
    bool log_x, log_y;
    bool square;                         /* equal scales on both axes */
    bool bare;                           /* no axes: a drawing */
    double x_low, x_high, y_low, y_high; /* low == high: as the data want */
    size_t series;
    const lf_series *serie;
    size_t marks;
    const lf_mark *mark;
    /* The unit of a drawing without axes that has a range: a bar of a round length is drawn into its
     * corner, so that sizes can be read; "" where lengths have no unit, NULL: no bar. */
    const char *ruler;
    /* Drawn below the lines; NULL: none. One of more cells than a figure below a megabyte holds is averaged
     * over neighbours, and the title of the panel says so. */
    const lf_image *image;
} lf_panel;

typedef struct {
    const char *title;
    size_t panels, across; /* across: panels in a row; 0: chosen */
    const lf_panel *panel;
} lf_figure;

/* Draw into a file whose name ends in .svg, .png, or .gp (the gnuplot script itself). LF_EINPUT
 * for another ending, LF_EIO when gnuplot or the file fails; a sentence in `why`. */
lf_status lf_figure_write(const lf_figure *F, const char *path, char *why, size_t why_size);
/* The script alone, for a terminal such as "svg" or "png". */
void lf_figure_script(const lf_figure *F, const char *terminal, lf_text *script);
/* NULL if a figure can be written under this name, else a sentence. */
const char *lf_figure_name_check(const char *path);

/* A moving picture: frames added one after the other to a script that starts as {0}, then written
 * to a file whose name ends in .gif or .gp. */
void lf_animation_add(lf_text *script, const lf_figure *frame);
lf_status lf_animation_write(const lf_text *script, const char *path, char *why, size_t why_size);
const char *lf_animation_name_check(const char *path);

/* ---- lines, point by point ------------------------------------------------------------------ */

enum { LF_PEN_LINES = 64, LF_PEN_POINTS = 40000 };

/* Collects lines for panels; starts as zeros and is too large for the stack. */
typedef struct {
    size_t lines, points;
    lf_series line[LF_PEN_LINES];
    double x[LF_PEN_POINTS], y[LF_PEN_POINTS], dx[LF_PEN_POINTS], dy[LF_PEN_POINTS];
} lf_pen;

lf_pen *lf_pen_new(void);
void lf_pen_free(lf_pen *pen);
/* Begin a line; what does not fit any more is left out. */
lf_series *lf_pen_line(lf_pen *pen, const char *label, lf_draw draw, int colour);
/* A point of the line begun last; not a number: a gap. */
void lf_pen_to(lf_pen *pen, double x, double y);
void lf_pen_arrow(lf_pen *pen, double x, double y, double dx, double dy);

/* ---- space ---------------------------------------------------------------------------------- */

/* Space seen from afar. */
typedef struct {
    double right[3], up[3], toward[3]; /* orthonormal; `toward` points to the viewer */
} lf_view;

/* Seen from longitude and latitude, in degrees. */
lf_view lf_view_from(double longitude, double latitude);
/* Where a point appears; false if a unit sphere about the origin hides it. */
bool lf_view_project(const lf_view *V, const double *point, double *x, double *y);
/* Add the point to the pen's line, or a gap if it is hidden. */
void lf_view_to(const lf_view *V, lf_pen *pen, const double *point);
/* Meridians and parallels of the unit sphere's near side, and its outline. */
void lf_view_grid(const lf_view *V, lf_pen *pen);

/* ---- functions on a grid --------------------------------------------------------------------- */

/* Functions over time: at time t[k] the numbers value[k*width] to value[(k + 1)*width - 1], which `domain`
 * arranges. */
typedef struct {
    const lf_domain *domain;
    size_t rows, width;
    const double *t, *value;
} lf_film;

/* Doubles of memory for the image below. */
size_t lf_film_room(const lf_film *film);
/* Part `part` as an image: over x and time on a line; that of the last row on a rectangle. `memory` outlives
 * it. */
lf_image lf_film_image(const lf_film *film, size_t part, double *memory);
/* The axes of such an image. */
lf_panel lf_film_panel(const lf_film *film, const lf_image *image, const char *time);
/* A moving line, or a moving image, in a file whose name ends in .gif or .gp; `name` is what it shows. */
lf_status lf_film_animate(const lf_film *film, const char *name, const char *time_unit,
                          const char *path, char *why, size_t why_size);

/* ---- models in space ------------------------------------------------------------------------ */

/* Points over time: row k begins at value[k*width] with the time, and the point follows. */
typedef struct {
    size_t rows, width;
    const double *value;
} lf_track;

/* A model with built parameters, looked at from somewhere. */
typedef struct {
    const lf_model *model;
    const void *self;
    lf_view view; /* from where the model is best seen, unless the caller changes it */
    double t0, t1;
    double *work;
} lf_scene;

/* LF_OK if the model can be drawn in space, else LF_EINPUT with a sentence in `why`. */
lf_status lf_scene_check(const lf_model *model, const void *self, char *why, size_t why_size);
/* A scene of a run from t0 to t1, for a model that passes the check; `self` must outlive it. Close
 * it in any case. */
lf_status lf_scene_open(lf_scene *S, const lf_model *model, const void *self, double t0, double t1);
void lf_scene_close(lf_scene *S);
/* The point y at time t, as lines of the pen. */
void lf_scene_draw(const lf_scene *S, double t, const double *y, lf_pen *pen);
/* A box that holds every row, with the same scale both ways and a bar that tells it. */
lf_status lf_scene_frame(const lf_scene *S, const lf_track *track, lf_panel *panel);
/* A moving picture of the rows, in a file whose name ends in .gif or .gp. */
lf_status lf_scene_animate(const lf_scene *S, const lf_track *track, const char *path, char *why,
                           size_t why_size);

/* The ways of those places of a model that are worth following, as they are seen. */
typedef struct {
    size_t rows, count; /* count: ways */
    double *place;      /* [row][way][2] */
} lf_trails;

lf_status lf_trails_open(lf_trails *T, const lf_scene *S, const lf_track *track);
void lf_trails_close(lf_trails *T);
/* Rows first to last of all ways, added to the pen's line. */
void lf_trails_draw(const lf_trails *T, size_t first, size_t last, lf_pen *pen);

#ifdef __cplusplus
}
#endif

#endif
