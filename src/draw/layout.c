/* SPDX-License-Identifier: BSD-3-Clause */
/* layout.c - where the panels of a figure stand: in rows, of which those with images are taller. */
#include "draw/layout.h"

enum { LAYOUT_ROW = 340, LAYOUT_IMAGE = 600 };

static size_t layout_across(const lf_figure *F)
{
    if (F->across && F->panels)
        return F->across < F->panels ? F->across : F->panels;
    return F->panels <= 1 ? 1 : F->panels <= 4 ? 2 : 3;
}

/* Height of the row in a column of panels. */
static size_t layout_row(const lf_figure *F, size_t row)
{
    return F->panel[row].image ? LAYOUT_IMAGE : LAYOUT_ROW;
}

lf_layout lf_layout_of(const lf_figure *F)
{
    lf_layout layout = {.across = layout_across(F)};
    layout.down = (F->panels + layout.across - 1) / layout.across;
    layout.width = layout.across == 1 ? 860 : layout.across * 620;
    layout.height = layout.down * (layout.across == 1 ? 600 : 500);
    layout.title = F->title && *F->title && F->panels > 1 ? 40 : 0;
    if (layout.across == 1 && layout.down > 1) {
        layout.height = 0;
        for (size_t row = 0; row < layout.down; row++) {
            layout.height += layout_row(F, row);
            layout.uneven = layout.uneven || F->panel[row].image;
        }
    }
    layout.height += layout.title;
    return layout;
}

void lf_layout_place(const lf_figure *F, const lf_layout *layout, size_t p, lf_text *out)
{
    lf_text_add(out, F->panel[p].square ? "set size ratio -1" : "set size noratio");
    if (layout->uneven) {
        double above = (double)layout->title;
        for (size_t row = 0; row < p; row++)
            above += (double)layout_row(F, row);
        const double height = (double)layout->height, own = (double)layout_row(F, p);
        lf_text_add(out, " 1,%.6f\nset origin 0,%.6f", own / height, 1 - (above + own) / height);
    }
    lf_text_add(out, "\n");
}
