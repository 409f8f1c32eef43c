/* SPDX-License-Identifier: BSD-3-Clause */
/* io.h - rows in and out: text and JSON that grow, sinks that write CSV or keep rows in memory,
 * figures drawn by gnuplot, and triangles from OBJ files. Nothing here knows what the numbers
 * mean. */
#ifndef LIEFLOW_IO_H
#define LIEFLOW_IO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <lieflow/solve.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__) && !defined(LF_CFFI)
#define LF_PRINTF(text, rest) __attribute__((format(printf, text, rest)))
#else
#define LF_PRINTF(text, rest)
#endif

/* ---- text that grows ------------------------------------------------------------------------ */

/* Starts as {0}. When memory runs out it keeps what it has and `failed` becomes true. */
typedef struct {
    char *data; /* ends with a zero byte, or NULL while empty */
    size_t length, capacity;
    bool failed;
} lf_text;

void lf_text_add(lf_text *T, const char *format, ...) LF_PRINTF(2, 3);
/* What it holds; never NULL. */
const char *lf_text_string(const lf_text *T);
void lf_text_free(lf_text *T);
/* A number with so many digits and a decimal point, whatever the locale; `text` holds 32 bytes.
 * Answers the number that the text reads as. */
double lf_number_write(double value, int digits, char *text);
/* Bytes of the UTF-8 sequence at s (ended by a zero byte), or 0 if there is none. */
size_t lf_utf8_length(const char *s);

/* ---- JSON ----------------------------------------------------------------------------------- */

/* Writes one JSON value into `text`; starts as {0}. Numbers keep all 17 digits; what is not finite
 * becomes null. Inside an array the key is NULL. */
typedef struct {
    lf_text text;
    bool comma; /* something stands before on this level */
} lf_json;

void lf_json_begin(lf_json *J, const char *key, char bracket); /* '{' or '[' */
void lf_json_end(lf_json *J, char bracket);                    /* '}' or ']' */
void lf_json_number(lf_json *J, const char *key, double value);
void lf_json_count(lf_json *J, const char *key, size_t value);
void lf_json_flag(lf_json *J, const char *key, bool value);
void lf_json_string(lf_json *J, const char *key, const char *value);
void lf_json_numbers(lf_json *J, const char *key, size_t count, const double *value);
void lf_json_free(lf_json *J);

/* ---- CSV ------------------------------------------------------------------------------------ */

typedef struct {
    const char *name;
    const char *unit; /* "" for a pure number; NULL likewise */
    const char *doc;
} lf_column;

/* A file of '#' lines (version, note, columns), one line of names, and rows with 17 digits. What
 * has been handed over reaches the file in whole rows at least twice a second. */
typedef struct lf_csv lf_csv;

/* `note` goes into the header line by line; "-" is the standard output. NULL on failure, with a
 * sentence in `why`. */
lf_csv *lf_csv_open(const char *path, const char *note, size_t columns, const lf_column *column,
                    char *why, size_t why_size);
/* One row of `columns` values. LF_EIO as soon as the file takes no more. */
lf_status lf_csv_row(lf_csv *F, const double *value);
/* Flush, close and free; LF_EIO with a sentence in `why` if anything was lost. */
lf_status lf_csv_close(lf_csv *F, char *why, size_t why_size);
/* A sink for one trajectory of P: t, y in the order a reader expects, invariants, outputs, defect.
 */
lf_sink lf_csv_sink(lf_csv *F, const lf_problem *P);
/* A sink for the events of one trajectory of P: t, number of the event from 1, direction (1 rising,
 * -1 falling), y in the order a reader expects. */
lf_sink lf_csv_hits(lf_csv *F, const lf_problem *P);

/* ---- memory --------------------------------------------------------------------------------- */

/* Keeps rows t, y, invariants, defect of all n trajectories, in the order of lf_row. Starts with
 * `dim` and `invariants` set and the rest 0. */
typedef struct {
    size_t dim, invariants; /* of the problem */
    size_t rows, width;     /* width = 1 + n*(dim + invariants + 1) */
    double *value;          /* [row][width] */
    size_t capacity;        /* rows that fit */
} lf_memory;

lf_sink lf_memory_sink(lf_memory *M);
/* Value `column` of `row`. */
double lf_memory_at(const lf_memory *M, size_t row, size_t column);
void lf_memory_free(lf_memory *M);

/* Hands every row and every event to several sinks; the first answer that is not LF_OK counts. */
typedef struct {
    size_t count;
    lf_sink sink[4];
} lf_tee;
lf_sink lf_tee_sink(lf_tee *T);

/* ---- figures -------------------------------------------------------------------------------- */

typedef enum {
    LF_DRAW_LINE,
    LF_DRAW_DASHED,
    LF_DRAW_POINTS,
    LF_DRAW_LINE_POINTS,
    LF_DRAW_ARROWS, /* from (x, y) by (dx, dy) */
    LF_DRAW_GUIDE   /* thin and grey: reference slopes, a sphere's grid */
} lf_draw;

typedef struct {
    const char *label; /* NULL or "": not in the legend */
    lf_draw draw;
    size_t count;
    const double *x, *y;
    const double *dx, *dy; /* arrows only */
    int colour;            /* 1, 2, ... of the palette; 0: by place */
    double width;          /* of the line; 0: the usual one */
} lf_series;

/* Words at a point. */
typedef struct {
    double x, y;
    const char *words;
} lf_mark;

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

/* ---- triangles ------------------------------------------------------------------------------ */

/* Starts as {0}. */
typedef struct {
    size_t vertices, faces;
    double *vertex; /* [vertices][3] */
    uint32_t *face; /* [faces][3]: numbers of vertices from 0, in the order of the file */
} lf_mesh;

/* The v and f lines of a Wavefront OBJ file; a face with more than three corners becomes a fan
 * about its first. LF_EINPUT or LF_EIO with a sentence in `why` that names file and line. Whether
 * the triangles close a body is another question (lieflow/shape.h). */
lf_status lf_obj_read(lf_mesh *M, const char *path, char *why, size_t why_size);
/* The same from a text of `length` bytes behind which stands a zero byte; `name` is for sentences. */
lf_status lf_obj_parse(lf_mesh *M, const char *text, size_t length, const char *name, char *why,
                       size_t why_size);
void lf_mesh_free(lf_mesh *M);

#ifdef __cplusplus
}
#endif

#endif
