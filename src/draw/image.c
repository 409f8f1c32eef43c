/* SPDX-License-Identifier: BSD-3-Clause */
/* image.c - values over a rectangle as coloured cells of a gnuplot script. Values are written as whole
 * numbers of thousandths of the range of colours, finer than anybody sees: a cell takes four bytes. */
#include "draw/image.h"

#include <math.h>

#include "draw/colours.h"

enum { IMAGE_LEVELS = 999, IMAGE_SIDE = 1200 /* cells; a panel has fewer dots */ };

/* Lowest and highest colour: as asked for, or as the data want, about 0 if colours part there. */
static void image_range(const lf_image *image, double *low, double *high)
{
    *low = image->low;
    *high = image->high;
    if (*low < *high)
        return;
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t k = 0; k < image->nx * image->ny; k++) {
        if (!isfinite(image->value[k]))
            continue;
        *low = fmin(*low, image->value[k]);
        *high = fmax(*high, image->value[k]);
    }
    if (image->colours == LF_COLOURS_DIVERGING) {
        *high = fmax(fabs(*low), fabs(*high));
        *low = -*high;
    }
    if (!isfinite(*low) || !isfinite(*high)) {
        *low = 0; /* nothing there is a number */
        *high = 1;
    } else if (!(*low < *high)) {
        const double room = *high != 0 ? 0.5 * fabs(*high) : 0.5;
        *low -= room;
        *high += room;
    }
}

lf_image_plan lf_image_plan_make(const lf_image *image, size_t cells)
{
    lf_image_plan plan = {.image = image, .nx = image->nx, .ny = image->ny};
    /* the longer side gives way first: so many values, or one more, go into each of its cells */
    for (size_t i = 1, j = 1;
         plan.nx * plan.ny > cells || plan.nx > IMAGE_SIDE || plan.ny > IMAGE_SIDE;) {
        if (plan.nx > plan.ny)
            plan.nx = image->nx / ++i;
        else
            plan.ny = image->ny / ++j;
    }
    image_range(image, &plan.low, &plan.high);
    return plan;
}

bool lf_image_averaged(const lf_image_plan *plan)
{
    return plan->nx < plan->image->nx || plan->ny < plan->image->ny;
}

/* The mean of the numbers that go into cell (i, j). */
static double image_mean(const lf_image_plan *plan, size_t i, size_t j)
{
    const lf_image *I = plan->image;
    double sum = 0;
    size_t count = 0;
    for (size_t b = j * I->ny / plan->ny; b < (j + 1) * I->ny / plan->ny; b++)
        for (size_t a = i * I->nx / plan->nx; a < (i + 1) * I->nx / plan->nx; a++) {
            const double value = I->value[b * I->nx + a];
            sum += isfinite(value) ? value : 0;
            count += isfinite(value) ? 1 : 0;
        }
    return count ? sum / (double)count : NAN;
}

void lf_image_data(const lf_image_plan *plan, size_t number, lf_text *out)
{
    const double scale = IMAGE_LEVELS / (plan->high - plan->low);
    lf_text_add(out, "$i%zu << EOD\n", number);
    for (size_t j = 0; j < plan->ny; j++) {
        for (size_t i = 0; i < plan->nx; i++) {
            const double mean = image_mean(plan, i, j);
            const double level = fmin(fmax((mean - plan->low) * scale, 0), IMAGE_LEVELS);
            const char *after = i + 1 < plan->nx ? " " : "\n";
            if (isnan(mean))
                lf_text_add(out, "NaN%s", after);
            else
                lf_text_add(out, "%d%s", (int)lrint(level), after);
        }
    }
    lf_text_add(out, "EOD\n");
}

void lf_image_palette(const lf_image_plan *plan, lf_text *out)
{
    const char *const *table = lf_colour_table(plan->image->colours);
    lf_text_add(out, "set palette defined (");
    for (int k = 0; k < LF_COLOUR_STEPS; k++)
        lf_text_add(out, "%s%d '%s'", k ? ", " : "", k, table[k]);
    lf_text_add(out, ")\nset cbrange [%.9g:%.9g]\n", plan->low, plan->high);
    lf_text_add(out, "set cbtics nomirror out scale 0.5 textcolor '#333333'\n");
    lf_text_add(out, "set style line 90 linecolor '#666666' linewidth 0.6\n");
    lf_text_add(out, "set colorbox border 90\n");
}

void lf_image_plot(const lf_image_plan *plan, size_t number, lf_text *out)
{
    const lf_image *I = plan->image;
    const double dx = (I->x_high - I->x_low) / (double)plan->nx;
    const double dy = (I->y_high - I->y_low) / (double)plan->ny;
    lf_text_add(out,
                "$i%zu matrix using (%.12g+%.12g*$1):(%.12g+%.12g*$2):(%.12g+%.12g*$3) "
                "with image notitle",
                number, I->x_low + 0.5 * dx, dx, I->y_low + 0.5 * dy, dy, plan->low,
                (plan->high - plan->low) / IMAGE_LEVELS);
}
