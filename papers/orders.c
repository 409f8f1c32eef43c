/* SPDX-License-Identifier: BSD-3-Clause */
/* orders.c - figures that show orders: Celledoni et al. 2021 figures 5 and 13, Becker 2021 figures
 * 2 and 4, Marthinsen et al. 1997 figures 5 to 10. */
#include "papers/study.h"

#include <math.h>
#include <stdio.h>

static const char *const rigid_body[] = {"inertia", "1 5 6", "m", "0.7 0.3 0.5",
                                         "t_end",   "1",     NULL};
static const char *const heavy_top[] = {
    "inertia", "1 5 6",   "chi",   "0 0 1", "c", "1", "Pi", "sin(1.1) 0 cos(1.1)",
    "Gamma",   "1 0.2 3", "t_end", "1",     NULL};
static const char *const unit_time[] = {"t_end", "1", NULL};
static const char ten_halvings[] = "1,2,4,8,16,32,64,128,256,512";

/* out of the plane, so that the orders are those of the general case */
static const char *const double_pendulum[] = {
    "n", "2", "q", "0 0.6 -0.8 1 0 0", "omega", "0.5 0.8 0.6 0 1 -0.5", "t_end", "1", NULL};

const lf_order_case lf_case_celledoni2021_fig5 = {.model = "pendulum-chain",
                                                  .settings = double_pendulum,
                                                  .methods =
                                                      "lie-euler,heun-a,rkmk3,rkmk4,rkmk4-2c,mk4",
                                                  .steps = "25,50,100,200,400,800",
                                                  .expected = {1, 2, 3, 4, 4, 4},
                                                  .tolerance = 0.1};
const lf_order_case lf_case_celledoni2021_fig13 = {.model = "quadrotors",
                                                   .settings = unit_time,
                                                   .methods = "lie-euler,rkmk2,rkmk3,rkmk4",
                                                   .steps = "20,40,80,160,320,640",
                                                   .expected = {1, 2, 3, 4},
                                                   .tolerance = 0.1};
const lf_order_case lf_case_becker2021_fig2 = {.model = "free-rigid-body",
                                               .settings = rigid_body,
                                               .methods = "lie-euler,rkmk4-2c,cf4",
                                               .steps = "5,10,20,40,80",
                                               .expected = {1, 4, 4},
                                               .tolerance = 0.15};
const lf_order_case lf_case_becker2021_fig4 = {.model = "heavy-top",
                                               .settings = heavy_top,
                                               .methods = "rkmk4,cf4",
                                               .steps = "5,10,20,40,80",
                                               .expected = {4, 4},
                                               .tolerance = 0.15};
const lf_order_case lf_case_marthinsen1997_fig5 = {.model = "matrix-norms",
                                                   .settings = unit_time,
                                                   .methods = "cg3,mk3",
                                                   .steps = ten_halvings,
                                                   .expected = {3, 3},
                                                   .tolerance = 0.1,
                                                   .by_level = true};
const lf_order_case lf_case_marthinsen1997_fig6 = {.model = "matrix-norms",
                                                   .settings = unit_time,
                                                   .methods = "cg-rk4",
                                                   .steps = ten_halvings,
                                                   .expected = {2},
                                                   .tolerance = 0.1,
                                                   .by_level = true};
const lf_order_case lf_case_marthinsen1997_fig8 = {.model = "humming-top",
                                                   .settings = unit_time,
                                                   .methods = "cg3,mk3",
                                                   .steps = ten_halvings,
                                                   .component = "B",
                                                   .expected = {3, 3},
                                                   .tolerance = 0.1,
                                                   .by_level = true};
const lf_order_case lf_case_marthinsen1997_fig9 = {.model = "humming-top",
                                                   .settings = unit_time,
                                                   .methods = "newmark,rk4",
                                                   .steps = ten_halvings,
                                                   .component = "B",
                                                   .expected = {2, 4},
                                                   .tolerance = 0.1,
                                                   .by_level = true};
const lf_order_case lf_case_marthinsen1997_fig10 = {.model = "humming-top",
                                                    .settings = unit_time,
                                                    .methods = "mk4",
                                                    .steps = ten_halvings,
                                                    .component = "B",
                                                    .expected = {4},
                                                    .tolerance = 0.1,
                                                    .by_level = true};

static void study_order_verdicts(const lf_order_case *K, const lf_order_table *T, lf_report *R)
{
    for (size_t m = 0; m < T->methods; m++) {
        bool right = fabs(T->observed[m] - K->expected[m]) <= K->tolerance;
        lf_report_reference(R, right, "%s: observed order %.2f, the paper's is %g", T->method[m],
                            T->observed[m], K->expected[m]);
    }
}

/* The way of Marthinsen et al.: p_i against i, a panel for each method. */
static lf_status study_order_levels(const lf_study *study, lf_report *R, const lf_order_table *T)
{
    lf_panel panel[LF_MAX_METHODS];
    lf_series serie[LF_MAX_METHODS][2];
    double i[LF_MAX_LEVELS], line[LF_MAX_METHODS][LF_MAX_LEVELS];
    const lf_order_case *K = study->data;
    for (size_t k = 0; k < T->levels; k++)
        i[k] = (double)k + 1;
    for (size_t m = 0; m < T->methods; m++) {
        double most = 0, least = 0;
        for (size_t k = 0; k < T->levels; k++) {
            line[m][k] = K->expected[m];
            most = fmax(most, T->order[m][k]);
            least = fmin(least, T->order[m][k]);
        }
        serie[m][0] = (lf_series){.label = "order p_i",
                                  .draw = LF_DRAW_LINE_POINTS,
                                  .count = T->levels - 1,
                                  .x = i + 1,
                                  .y = T->order[m] + 1};
        serie[m][1] = (lf_series){.label = "the paper's limit",
                                  .draw = LF_DRAW_GUIDE,
                                  .count = T->levels,
                                  .x = i,
                                  .y = line[m]};
        panel[m] = (lf_panel){.title = T->method[m],
                              .x_label = "i (step size h/2^{i-1})",
                              .y_label = "computed order",
                              .x_low = 1.5,
                              .x_high = (double)T->levels + 0.5,
                              .y_low = floor(least),
                              .y_high = ceil(most + 0.5),
                              .series = 2,
                              .serie = serie[m]};
    }
    lf_figure figure = {.title = study->title, .panels = T->methods, .panel = panel};
    if (T->methods == 1)
        panel[0].title = NULL;
    return lf_study_draw(study, R, &figure);
}

static lf_status study_order_errors(const lf_study *study, lf_report *R, const lf_order_table *T)
{
    lf_order_guides guides;
    lf_panel panel = lf_order_panel(T, &guides);
    lf_figure figure = {.title = study->title, .panels = 1, .panel = &panel};
    return lf_study_draw(study, R, &figure);
}

lf_status lf_study_order(const lf_study *study, lf_report *R)
{
    const lf_order_case *K = study->data;
    lf_scenario *S = lf_scenario_new();
    lf_order_table T;
    char path[LF_PATH_SIZE];
    lf_order_options opt = lf_order_options_default();
    opt.methods = K->methods;
    opt.steps = K->steps;
    opt.component = K->component;
    lf_status status = lf_study_scenario(R, K->model, K->settings, S);
    if (status == LF_OK)
        status = lf_report_fail(R, lf_order_measure(S, &opt, R->progress, &T), lf_scenario_why(S));
    if (status == LF_OK) {
        study_order_verdicts(K, &T, R);
        lf_study_path(study, R->directory, ".csv", path);
        status = lf_order_csv(S, &T, path, R->why, sizeof R->why);
    }
    lf_scenario_free(S);
    if (status != LF_OK)
        return status;
    return K->by_level ? study_order_levels(study, R, &T) : study_order_errors(study, R, &T);
}
