/* SPDX-License-Identifier: BSD-3-Clause */
/* demo.c - the flagship comparison: a heavy top by two Lie group and two classical methods. */
#include "papers/study.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char demo_methods[] = "cf4,rkmk4,rk4,modified-euler";

static lf_status demo_scenario(lf_scenario *S, const char *t_end, const char *steps, lf_report *R)
{
    const char *const settings[] = {
        "inertia", "1 5 6",   "chi",   "0 0 1", "c",     "1",   "Pi", "sin(1.1) 0 cos(1.1)",
        "Gamma",   "1 0.2 3", "t_end", t_end,   "steps", steps, NULL};
    return lf_study_scenario(R, "heavy-top", settings, S);
}

/* The vertical seen from the body, which rolls on a sphere. */
static lf_panel demo_state(const lf_comparison *C, lf_pen *pen)
{
    static const char *const names[] = {"Gamma.x", "Gamma.y", "Gamma.z"};
    for (size_t c = 0; c < 3; c++) {
        lf_pen_line(pen, names[c], LF_DRAW_LINE, (int)c + 1);
        for (size_t k = 0; k < C->rows[0].rows; k++)
            lf_pen_to(pen, lf_rows_at(&C->rows[0], k, 0), lf_rows_at(&C->rows[0], k, 4 + c));
    }
    return (lf_panel){.title = "vertical seen from the top (cf4)",
                      .x_label = "t",
                      .y_label = "Gamma",
                      .series = pen->lines,
                      .serie = pen->line};
}

static lf_status demo_draw(const lf_demo *D, const char *directory, char *why, size_t why_size)
{
    static const char *const endings[] = {"png", "svg"};
    char path[LF_PATH_SIZE];
    lf_order_guides guides;
    lf_drift_lines lines = {0};
    lf_pen *pen = lf_pen_new();
    lf_status status = pen ? lf_drift_open(D->drift, &lines) : LF_EMEMORY;
    if (status != LF_OK) {
        snprintf(why, why_size, "%s", lf_status_text(status));
        lf_pen_free(pen);
        return status;
    }
    lf_panel panel[4] = {demo_state(D->drift, pen),
                         lf_drift_panel(D->drift, D->drift->invariants, &lines),
                         lf_drift_panel(D->drift, 0, &lines), lf_order_panel(D->order, &guides)};
    panel[2].title = "energy error";
    panel[3].title = "error at t = 1";
    lf_figure figure = {.title = "Heavy top, h = 0.05: Lie group methods stay on the manifold",
                        .panels = 4,
                        .panel = panel};
    for (size_t i = 0; i < 2 && status == LF_OK; i++) {
        snprintf(path, sizeof path, "%.900s/heavy-top.%s", directory, endings[i]);
        status = lf_figure_write(&figure, path, why, why_size);
    }
    lf_drift_close(&lines);
    lf_pen_free(pen);
    return status;
}

lf_demo *lf_demo_new(void)
{
    lf_demo *D = calloc(1, sizeof *D);
    if (!D)
        return NULL;
    D->drift = lf_comparison_new();
    D->order = lf_order_table_new();
    if (D->drift && D->order)
        return D;
    lf_demo_free(D);
    return NULL;
}

void lf_demo_free(lf_demo *D)
{
    if (D) {
        lf_comparison_free(D->drift);
        lf_order_table_free(D->order);
    }
    free(D);
}

/* The tables, the second with what S says at the end. */
static lf_status demo_measure(lf_demo *D, lf_scenario *S, lf_report *R)
{
    lf_order_options order = lf_order_options_default();
    order.methods = demo_methods;
    order.steps = "10,20,40,80,160";
    lf_status status = demo_scenario(S, "1", "100", R);
    if (status == LF_OK)
        status = lf_report_fail(R, lf_order_measure(S, &order, R->progress, D->order),
                                lf_scenario_why(S));
    if (status == LF_OK)
        status = demo_scenario(S, "10", "200", R);
    if (status == LF_OK)
        status = lf_report_fail(R, lf_compare(S, demo_methods, R->progress, D->drift),
                                lf_scenario_why(S));
    return status;
}

lf_status lf_demo_make(lf_demo *D, const char *directory, lf_progress progress, char *why,
                       size_t why_size)
{
    char path[LF_PATH_SIZE];
    lf_status status = lf_directory_make(directory, why, why_size);
    if (status != LF_OK)
        return status;
    lf_report R = {.progress = progress, .why = "out of memory"};
    lf_scenario *S = lf_scenario_new();
    status = S ? demo_measure(D, S, &R) : LF_EMEMORY;
    if (status != LF_OK) {
        snprintf(why, why_size, "%s", R.why);
    } else {
        snprintf(path, sizeof path, "%.900s/heavy-top.csv", directory);
        status = lf_comparison_csv(S, D->drift, path, why, why_size);
        if (status == LF_OK)
            status = demo_draw(D, directory, why, why_size);
    }
    lf_scenario_free(S);
    return status;
}
