/* SPDX-License-Identifier: BSD-3-Clause */
/* colours.c - colours for values, made by tools/colours.py: equal steps of the value look equally far
 * apart, lightness alone keeps their order, and no two of them differ by red against green alone. */
#include "draw/colours.h"

static const char *const colours_rising[LF_COLOUR_STEPS] = {
    "#15174B", "#131E51", "#122656", "#0F2E5B", "#0C3560", "#093D65", "#064469",
    "#034C6D", "#035371", "#045B74", "#086277", "#0E6A7A", "#15717D", "#1D7980",
    "#248082", "#2C8884", "#358F86", "#3E9688", "#479E89", "#51A589", "#5BAC89",
    "#66B289", "#71B988", "#7DBF87", "#89C685", "#96CB83", "#A4D180", "#B2D67D",
    "#C0DB7A", "#CEE077", "#DDE474", "#ECE872", "#FBEB6F",
};

static const char *const colours_diverging[LF_COLOUR_STEPS] = {
    "#00468E", "#0D519A", "#1B5BA6", "#2867B2", "#3472BD", "#417DC8", "#4F89D1",
    "#5E94D9", "#6D9FE0", "#7DABE5", "#8DB6EA", "#9EC1EE", "#AFCBF0", "#C0D6F2",
    "#D2E0F4", "#E3EBF5", "#F5F5F5", "#F4E6E3", "#F3D8D2", "#F1C9C1", "#EEBBB0",
    "#EAADA0", "#E59E90", "#DF9080", "#D88271", "#D07463", "#C76755", "#BD5A48",
    "#B14E3C", "#A54231", "#993726", "#8D2B1B", "#811F0F",
};

const char *const *lf_colour_table(lf_colours colours)
{
    return colours == LF_COLOURS_DIVERGING ? colours_diverging : colours_rising;
}
