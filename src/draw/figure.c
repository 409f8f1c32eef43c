/* SPDX-License-Identifier: BSD-3-Clause */
/* figure.c - a figure as a gnuplot script that carries its own data. */
#include <lieflow/draw.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/axis.h"
#include "draw/image.h"
#include "draw/layout.h"

/* Okabe and Ito's colours: they stay apart for colour-blind readers and in print. */
static const char *const figure_palette[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00",
                                             "#56B4E9", "#7F3C8D", "#444444", "#A6761D", "#66A61E"};
enum { FIGURE_COLOURS = sizeof figure_palette / sizeof *figure_palette };
/* Point shapes beside the colours: disc, square, triangle, rhombus, circle, ... */
static const int figure_shapes[] = {7, 5, 9, 13, 6, 4, 8, 7, 11, 10};

static const char figure_title_style[] = " textcolor '#222222'";

/* What a string in single quotes holds. What is no plain character is left out: the end of a line would
 * end the string, and what follows it would be a command. */
static void figure_inside(lf_text *out, const char *words)
{
    for (const char *s = words ? words : ""; *s;) {
        const size_t length = lf_plain_length(s);
        if (*s == '\'')
            lf_text_add(out, "''");
        else
            lf_text_add(out, "%.*s", (int)length, s);
        s += length ? length : 1;
    }
}

static void figure_quote(lf_text *out, const char *words)
{
    lf_text_add(out, "'");
    figure_inside(out, words);
    lf_text_add(out, "'");
}

static void figure_words(lf_text *out, const char *command, const char *words, const char *style)
{
    if (!words || !*words)
        return;
    lf_text_add(out, "%s ", command);
    figure_quote(out, words);
    lf_text_add(out, "%s\n", style);
}

/* In bold: as text, since the option for a font of that kind leaves a drawing in SVG without a valid
 * name of a font. A note follows in smaller letters. */
static void figure_title(lf_text *out, const char *command, const char *words, const char *note)
{
    const bool titled = words && *words, noted = note && *note;
    if (!titled && !noted)
        return;
    lf_text_add(out, "%s '", command);
    if (titled) {
        lf_text_add(out, "{/:Bold ");
        figure_inside(out, words);
        lf_text_add(out, "}");
    }
    if (noted)
        lf_text_add(out, "%s{/*0.85 %s}", titled ? "  " : "", note);
    lf_text_add(out, "'%s\n", figure_title_style);
}

static void figure_terminal(const lf_figure *F, const char *terminal, lf_text *out)
{
    const lf_layout layout = lf_layout_of(F);
    const size_t width = layout.width, height = layout.height;
    if (strcmp(terminal, "gif") == 0) {
        lf_text_add(out, "set terminal gif animate delay 5 loop 0 enhanced font 'DejaVu Sans,13' ");
        lf_text_add(out, "size %zu,%zu linewidth 2 background '#ffffff'\n", width * 3 / 4,
                    height * 3 / 4);
    } else if (strcmp(terminal, "png") == 0) {
        const bool many = F->panels > 6; /* the more panels, the fewer dots each needs */
        lf_text_add(out, "set terminal pngcairo enhanced color font 'DejaVu Sans,%d' ",
                    many ? 12 : 17);
        lf_text_add(out, "size %zu,%zu linewidth %g background '#ffffff'\n",
                    many ? width : width * 3 / 2, many ? height : height * 3 / 2, many ? 1.1 : 1.6);
    } else {
        lf_text_add(out,
                    "set terminal svg enhanced font 'DejaVu Sans,Helvetica,Arial,sans-serif,13' ");
        lf_text_add(out, "size %zu,%zu linewidth 1.3 background '#ffffff'\n", width, height);
    }
}

/* Can the point be drawn at all? On a logarithmic axis a zero cannot: it is passed over. */
static bool figure_shows(const lf_panel *P, double x, double y)
{
    return !(P->log_x && !(x > 0)) && !(P->log_y && !(y > 0));
}

/* The least and the largest finite coordinate of what a panel can show, or its logarithm. */
static void figure_extent(const lf_panel *P, bool vertical, double *low, double *size)
{
    const bool logarithmic = vertical ? P->log_y : P->log_x;
    double high = -INFINITY;
    *low = INFINITY;
    for (size_t i = 0; i < P->series; i++) {
        const lf_series *S = &P->serie[i];
        for (size_t k = 0; k < S->count; k++) {
            const double at = vertical ? S->y[k] : S->x[k];
            if (!isfinite(at) || !figure_shows(P, S->x[k], S->y[k]))
                continue;
            *low = fmin(*low, at);
            high = fmax(high, at);
        }
    }
    *size = logarithmic ? log(high / *low) : high - *low;
}

/* Points of a line that nobody can tell from the last one are left out: files stay small. */
typedef struct {
    const lf_panel *P;
    double x_low, x_size, y_low, y_size;
    double x, y; /* of the last point, in parts of the panel */
    bool drawn;  /* there is one, and no gap since */
} figure_pencil;

static figure_pencil figure_pencil_for(const lf_panel *P)
{
    figure_pencil pencil = {.P = P};
    figure_extent(P, false, &pencil.x_low, &pencil.x_size);
    figure_extent(P, true, &pencil.y_low, &pencil.y_size);
    return pencil;
}

/* Is the point a third of a pixel or more from the last one that was drawn? A panel has about 550 of
 * them each way. */
static bool figure_moves(figure_pencil *T, double x, double y)
{
    static const double third = 1. / 1650;
    const double u = T->P->log_x ? log(x / T->x_low) / T->x_size : (x - T->x_low) / T->x_size;
    const double v = T->P->log_y ? log(y / T->y_low) / T->y_size : (y - T->y_low) / T->y_size;
    if (T->drawn && fabs(u - T->x) < third && fabs(v - T->y) < third)
        return false;
    T->x = u;
    T->y = v;
    return true;
}

static void figure_points(figure_pencil *T, const lf_series *S, lf_text *out)
{
    const bool line = S->draw == LF_DRAW_LINE || S->draw == LF_DRAW_DASHED;
    T->drawn = false;
    for (size_t k = 0; k < S->count; k++) {
        const double x = S->x[k], y = S->y[k];
        const bool finite = isfinite(x) && isfinite(y);
        if (!finite)
            lf_text_add(out, "\n"); /* a gap in the line */
        else if (S->draw == LF_DRAW_ARROWS)
            lf_text_add(out, "%.9g %.9g %.9g %.9g\n", x, y, S->dx[k], S->dy[k]);
        else if (S->draw == LF_DRAW_ERRORS && isfinite(S->dy[k]))
            lf_text_add(out, "%.9g %.9g %.9g\n", x, y, S->dy[k]);
        else if (figure_shows(T->P, x, y) && (!line || k + 1 == S->count || figure_moves(T, x, y)))
            lf_text_add(out, "%.12g %.12g\n", x, y);
        T->drawn = finite && (T->drawn || figure_shows(T->P, x, y));
    }
}

/* Has the series points, but none that its axes can show? */
static bool figure_all_zero(const lf_panel *P, const lf_series *S)
{
    for (size_t k = 0; k < S->count; k++)
        if (!(S->y[k] == 0) || !P->log_y)
            return false;
    return S->count > 0;
}

/* The image of a panel, which has its share of the cells of the figure. */
static lf_image_plan figure_image(const lf_figure *F, size_t p)
{
    size_t images = 0;
    for (size_t i = 0; i < F->panels; i++)
        images += F->panel[i].image != NULL;
    return lf_image_plan_make(F->panel[p].image, LF_IMAGE_CELLS / images);
}

static void figure_data(const lf_figure *F, lf_text *out)
{
    for (size_t p = 0; p < F->panels; p++) {
        if (F->panel[p].image) {
            const lf_image_plan plan = figure_image(F, p);
            lf_image_data(&plan, p, out);
        }
        figure_pencil pencil = figure_pencil_for(&F->panel[p]);
        for (size_t i = 0; i < F->panel[p].series; i++) {
            const lf_series *S = &F->panel[p].serie[i];
            lf_text_add(out, "$d%zu_%zu << EOD\n", p, i);
            if (figure_all_zero(&F->panel[p], S))
                lf_text_add(out, "NaN NaN\n"); /* for its place in the legend */
            figure_points(&pencil, S, out);
            lf_text_add(out, "EOD\n");
        }
    }
}

static void figure_frame(const lf_panel *P, lf_text *out)
{
    if (P->bare) {
        lf_text_add(out, "unset border\nunset tics\nunset grid\n");
        lf_text_add(out, "unset logscale\nunset xlabel\nunset ylabel\n");
        return;
    }
    lf_text_add(out, "set border 3 linecolor '#666666' linewidth 0.8\n");
    lf_text_add(out, "set tics nomirror out scale 0.6 textcolor '#333333'\n");
    lf_text_add(out, P->image ? "unset grid\n"
                              : "set grid back linetype 1 linecolor '#e4e4e4' linewidth 0.5\n");
    lf_axis_tics(P, false, out);
    lf_axis_tics(P, true, out);
    lf_text_add(out, "set xlabel\nset ylabel\n");
    figure_words(out, "set xlabel", P->x_label, " textcolor '#333333' offset 0,0.2");
    figure_words(out, "set ylabel", P->y_label, " textcolor '#333333'");
}

/* The legend stands under the axes, where it cannot cover data; the margins make room for it and
 * give neighbouring panels the same frame. */
static void figure_legend(const lf_panel *P, bool titled, lf_text *out)
{
    size_t labels = 0, longest = 0;
    for (size_t i = 0; i < P->series; i++) {
        const char *label = P->serie[i].label;
        if (label && *label) {
            size_t length = strlen(label);
            labels++;
            longest = length > longest ? length : longest;
        }
    }
    size_t fit = 62 / (longest + 8);
    size_t across = fit < 1 ? 1 : fit < labels ? fit : labels;
    size_t rows = labels ? (labels + across - 1) / across : 0;
    lf_text_add(out, "set lmargin %d\nset rmargin %d\nset tmargin %g\nset bmargin %g\n",
                P->bare ? 2 : 11, P->image ? 12 : 3, titled ? 3 : 1.5,
                (P->bare ? 1.0 : 3.8) + 1.25 * (double)rows);
    if (labels == 0)
        lf_text_add(out, "unset key\n");
    else
        lf_text_add(out,
                    "set key below horizontal center Left reverse maxcols %zu width 1 "
                    "samplen 2.2 spacing 1.15 textcolor '#333333'\n",
                    across);
}

static void figure_style(const lf_series *S, size_t place, lf_text *out)
{
    size_t k = (S->colour > 0 ? (size_t)S->colour - 1 : place) % FIGURE_COLOURS;
    const char *colour = figure_palette[k];
    double width = S->width > 0 ? S->width : 1.6;
    switch (S->draw) {
    case LF_DRAW_LINE: lf_text_add(out, "lines lw %g lc '%s'", width, colour); break;
    case LF_DRAW_DASHED: lf_text_add(out, "lines lw %g dt (8,5) lc '%s'", width, colour); break;
    case LF_DRAW_POINTS:
        lf_text_add(out, "points pt %d ps %g lc '%s'", figure_shapes[k],
                    S->width > 0 ? 0.5 * S->width : 0.8, colour);
        break;
    case LF_DRAW_LINE_POINTS:
        lf_text_add(out, "linespoints lw %g pt %d ps 0.8 lc '%s'", width, figure_shapes[k], colour);
        break;
    case LF_DRAW_ARROWS:
        lf_text_add(out, "vectors head filled size screen 0.006,22 lw %g lc '%s'",
                    S->width > 0 ? S->width : 0.8, colour);
        break;
    case LF_DRAW_GUIDE:
        lf_text_add(out, "lines lw %g dt (7,5) lc '#8a8a8a'", S->width > 0 ? S->width : 1.0);
        break;
    case LF_DRAW_ERRORS:
        lf_text_add(out, "yerrorbars lw %g pt %d ps 0.5 lc '%s'", S->width > 0 ? S->width : 1.0,
                    figure_shapes[k], colour);
        break;
    }
}

/* A bar of about a fifth of the width in the lower left corner, with its length above it. */
static void figure_ruler(const lf_panel *P, lf_text *out)
{
    const double width = P->x_high - P->x_low, height = P->y_high - P->y_low;
    lf_text_add(out, "unset arrow\n");
    if (!P->ruler || !P->bare || !(width > 0) || !(height > 0))
        return;
    const double length = lf_axis_round(0.25 * width), x = P->x_low + 0.02 * width;
    const double y = P->y_low + 0.02 * height;
    lf_text_add(out,
                "set arrow from %.12g,%.12g rto %.12g,0 heads size screen 0.006,90 lw 1.4 "
                "lc '#444444' front\n",
                x, y, length);
    lf_text_add(out, "set label '%.6g%s", length, *P->ruler ? " " : "");
    figure_inside(out, P->ruler);
    lf_text_add(out, "' at %.12g,%.12g center offset 0,0.7 front textcolor '#444444'\n",
                x + 0.5 * length, y);
}

/* Its title, which also says what is not drawn as it is. */
static void figure_panel_title(const lf_figure *F, const lf_panel *P, const lf_image_plan *image,
                               lf_text *out)
{
    const char *title = F->panels == 1 && !P->title ? F->title : P->title;
    char note[120] = "";
    if (image && lf_image_averaged(image))
        snprintf(note, sizeof note, "%zu by %zu values averaged to %zu by %zu", image->image->nx,
                 image->image->ny, image->nx, image->ny);
    lf_text_add(out, "\nset title\n");
    figure_title(out, "set title", title, note);
}

/* Axes that end with an image, if nothing else is asked for, and its colours. */
static void figure_scales(const lf_panel *P, const lf_image_plan *image, lf_text *out)
{
    const lf_image *I = P->image;
    lf_axis_range(P, false, out);
    lf_axis_range(P, true, out);
    if (I)
        lf_image_palette(image, out);
    lf_text_add(out, "set cblabel\n");
    if (I)
        figure_words(out, "set cblabel", I->label,
                     I->label && strlen(I->label) > 5
                         ? " rotate textcolor '#333333'"
                         : " norotate offset 1.5,0 textcolor '#333333'");
}

static void figure_marks(const lf_panel *P, lf_text *out)
{
    lf_text_add(out, "unset label\n");
    for (size_t i = 0; i < P->marks; i++) {
        lf_text_add(out, "set label ");
        figure_quote(out, P->mark[i].words);
        lf_text_add(out, " at %.12g,%.12g front textcolor '#222222'\n", P->mark[i].x, P->mark[i].y);
    }
}

static void figure_plot(const lf_panel *P, size_t p, const lf_image_plan *image, lf_text *out)
{
    size_t place = 0;
    lf_text_add(out, "plot ");
    if (P->image)
        lf_image_plot(image, p, out);
    for (size_t i = 0; i < P->series; i++) {
        const lf_series *S = &P->serie[i];
        lf_text_add(out, "%s$d%zu_%zu using %s with ", i || P->image ? ", \\\n     " : "", p, i,
                    S->draw == LF_DRAW_ARROWS   ? "1:2:3:4"
                    : S->draw == LF_DRAW_ERRORS ? "1:2:3"
                                                : "1:2");
        figure_style(S, place, out);
        place += S->draw != LF_DRAW_GUIDE;
        lf_text_add(out, " title '");
        figure_inside(out, S->label);
        lf_text_add(out, S->label && *S->label && figure_all_zero(P, S) ? " (0)'" : "'");
    }
    lf_text_add(out, "%s\n", P->series || P->image ? "" : "NaN notitle");
}

static void figure_panel(const lf_figure *F, size_t p, const lf_layout *layout, lf_text *out)
{
    const lf_panel *P = &F->panel[p];
    lf_image_plan image = {0};
    if (P->image)
        image = figure_image(F, p);
    figure_panel_title(F, P, P->image ? &image : NULL, out);
    figure_frame(P, out);
    figure_scales(P, &image, out);
    lf_layout_place(F, layout, p, out);
    const bool averaged = P->image && lf_image_averaged(&image);
    figure_legend(P, F->panels == 1 || averaged || (P->title && *P->title), out);
    figure_marks(P, out);
    figure_ruler(P, out);
    figure_plot(P, p, &image, out);
}

/* The panels, for a terminal that has been set. */
static void figure_body(const lf_figure *F, lf_text *out)
{
    const lf_layout layout = lf_layout_of(F);
    figure_data(F, out);
    if (F->panels > 1) {
        lf_text_add(out, "set multiplot");
        if (!layout.uneven)
            lf_text_add(out, " layout %zu,%zu", layout.down, layout.across);
        figure_title(out, " title", F->title, NULL);
        if (!F->title || !*F->title)
            lf_text_add(out, "\n");
    }
    for (size_t p = 0; p < F->panels; p++)
        figure_panel(F, p, &layout, out);
    if (F->panels > 1)
        lf_text_add(out, "unset multiplot\n");
}

static void figure_head(const lf_figure *F, const char *terminal, lf_text *out)
{
    lf_text_add(out, "# drawn by lieflow; run it with gnuplot\nset encoding utf8\n");
    figure_terminal(F, terminal, out);
    lf_text_add(out, "set minussign\nset pointintervalbox 0\n");
    lf_text_add(out, "set offsets graph 0.02, graph 0.02, graph 0.05, graph 0.05\n");
}

void lf_figure_script(const lf_figure *F, const char *terminal, lf_text *out)
{
    figure_head(F, terminal, out);
    figure_body(F, out);
}

void lf_animation_add(lf_text *script, const lf_figure *frame)
{
    if (script->length == 0)
        figure_head(frame, "gif", script);
    figure_body(frame, script);
}
