/* SPDX-License-Identifier: BSD-3-Clause */
/* film.c - functions on a grid over time: an image over place and time, an image of a moment, and moving
 * lines and images. */
#include <lieflow/draw.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* A moving line is short, a moving image is not: it has fewer frames. */
enum { FILM_LINES = 120, FILM_IMAGES = 60, FILM_PARTS = 6 };

/* Where part p is at place k of the numbers of one row. */
static double film_value(const lf_domain *G, size_t p, const double *row, size_t k)
{
    const lf_domain_part *part = &G->part[p];
    const size_t at = k * (part->step ? part->step : 1);
    const double real = row[part->first + at];
    return part->imaginary ? hypot(real, row[part->imaginary + at]) : real;
}

static void film_row(const lf_film *film, size_t row, size_t p, double *value)
{
    const double *from = film->value + row * film->width;
    for (size_t k = 0; k < film->domain->nx * film->domain->ny; k++)
        value[k] = film_value(film->domain, p, from, k);
}

/* Rows at equal distances: the last one is left out if it comes earlier than its turn. */
static size_t film_even(const lf_film *film)
{
    const size_t n = film->rows;
    if (n < 3)
        return n;
    const double usual = film->t[1] - film->t[0], last = film->t[n - 1] - film->t[n - 2];
    return fabs(last - usual) > 0.01 * fabs(usual) ? n - 1 : n;
}

size_t lf_film_room(const lf_film *film)
{
    const lf_domain *G = film->domain;
    return G->ny > 1 ? G->nx * G->ny : G->nx * film->rows;
}

static lf_image film_frame(const lf_film *film, size_t part)
{
    const lf_domain *G = film->domain;
    return (lf_image){.nx = G->nx,
                      .ny = G->ny,
                      .x_low = G->x - 0.5 * G->dx,
                      .x_high = G->x + ((double)G->nx - 0.5) * G->dx,
                      .y_low = G->y - 0.5 * G->dy,
                      .y_high = G->y + ((double)G->ny - 0.5) * G->dy,
                      .colours = G->part[part].diverging ? LF_COLOURS_DIVERGING : LF_COLOURS_RISING,
                      .label = G->part[part].name};
}

lf_image lf_film_image(const lf_film *film, size_t part, double *memory)
{
    lf_image image = film_frame(film, part);
    image.value = memory;
    if (film->domain->ny > 1) {
        film_row(film, film->rows - 1, part, memory);
        return image;
    }
    const size_t n = film_even(film);
    const double first = film->t[0], last = film->t[n - 1];
    const double half = n > 1 ? 0.5 * fabs(last - first) / (double)(n - 1) : 0.5;
    for (size_t k = 0; k < n; k++)
        film_row(film, last >= first ? k : n - 1 - k, part, memory + k * image.nx);
    image.ny = n;
    image.y_low = fmin(first, last) - half;
    image.y_high = fmax(first, last) + half;
    return image;
}

lf_panel lf_film_panel(const lf_film *film, const lf_image *image, const char *time)
{
    const bool flat = film->domain->ny > 1;
    return (lf_panel){.x_label = "x", .y_label = flat ? "y" : time, .square = flat, .image = image};
}

/* ---- moving pictures ------------------------------------------------------------------------ */

/* The range that part p has over the frames. */
static void film_range(const lf_film *film, size_t p, size_t stride, double *low, double *high)
{
    const lf_domain *G = film->domain;
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t row = 0; row < film->rows; row += stride)
        for (size_t k = 0; k < G->nx * G->ny; k++) {
            const double value = film_value(G, p, film->value + row * film->width, k);
            *low = isfinite(value) ? fmin(*low, value) : *low;
            *high = isfinite(value) ? fmax(*high, value) : *high;
        }
}

/* Lines of all parts over x, with room above and below what they ever reach. */
static void film_lines(const lf_film *film, const char *name, const char *unit, double *memory,
                       lf_text *script)
{
    const lf_domain *G = film->domain;
    const size_t stride = (film->rows + FILM_LINES - 1) / FILM_LINES;
    const size_t parts = G->parts < FILM_PARTS ? G->parts : FILM_PARTS;
    lf_series serie[FILM_PARTS];
    lf_panel panel = {.x_label = "x", .series = parts, .serie = serie};
    double *x = memory, *value = memory + G->nx, low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < G->nx; i++)
        x[i] = G->x + (double)i * G->dx;
    for (size_t p = 0; p < parts; p++) {
        double least, most;
        film_range(film, p, stride, &least, &most);
        low = fmin(low, least);
        high = fmax(high, most);
        serie[p] = (lf_series){.label = parts > 1 ? G->part[p].name : NULL,
                               .draw = LF_DRAW_LINE,
                               .count = G->nx,
                               .x = x,
                               .y = value + p * G->nx,
                               .width = 1.4};
    }
    const double room = high > low ? 0.06 * (high - low) : 0.5;
    panel.x_low = x[0];
    panel.x_high = x[G->nx - 1];
    panel.y_low = low - room;
    panel.y_high = high + room;
    panel.y_label = parts > 1 ? NULL : G->part[0].name;
    for (size_t row = 0; row < film->rows; row += stride) {
        char title[160];
        for (size_t p = 0; p < parts; p++)
            film_row(film, row, p, value + p * G->nx);
        snprintf(title, sizeof title, "%.80s, t = %.5g%s%.20s", name, film->t[row],
                 *unit ? " " : "", unit);
        const lf_figure figure = {.title = title, .panels = 1, .panel = &panel};
        lf_animation_add(script, &figure);
    }
}

/* An image of each part, side by side. */
static void film_images(const lf_film *film, const char *name, const char *unit, double *memory,
                        lf_text *script)
{
    const lf_domain *G = film->domain;
    const size_t stride = (film->rows + FILM_IMAGES - 1) / FILM_IMAGES, cells = G->nx * G->ny;
    const size_t parts = G->parts < FILM_PARTS ? G->parts : FILM_PARTS;
    lf_image image[FILM_PARTS];
    lf_panel panel[FILM_PARTS];
    for (size_t p = 0; p < parts; p++) {
        image[p] = film_frame(film, p);
        film_range(film, p, stride, &image[p].low, &image[p].high);
        if (G->part[p].diverging) {
            image[p].high = fmax(fabs(image[p].low), fabs(image[p].high));
            image[p].low = -image[p].high;
        }
        panel[p] = lf_film_panel(film, &image[p], "");
    }
    for (size_t row = 0; row < film->rows; row += stride) {
        char title[200];
        for (size_t p = 0; p < parts; p++) {
            film_row(film, row, p, memory + p * cells);
            image[p].value = memory + p * cells;
        }
        snprintf(title, sizeof title, "%.80s, t = %.5g%s%.20s", name, film->t[row],
                 *unit ? " " : "", unit);
        const lf_figure figure = {
            .title = title, .panels = parts, .across = parts < 3 ? parts : 3, .panel = panel};
        lf_animation_add(script, &figure);
    }
}

lf_status lf_film_animate(const lf_film *film, const char *name, const char *time_unit,
                          const char *path, char *why, size_t why_size)
{
    const lf_domain *G = film->domain;
    lf_text script = {0};
    lf_status status = LF_EMEMORY;
    double *memory = calloc((FILM_PARTS + 1) * G->nx * G->ny, sizeof *memory);
    if (memory) {
        (G->ny > 1 ? film_images : film_lines)(film, name, time_unit, memory, &script);
        status = lf_animation_write(&script, path, why, why_size);
    } else {
        snprintf(why, why_size, "%.300s: out of memory", path);
    }
    lf_text_free(&script);
    free(memory);
    return status;
}
