/* SPDX-License-Identifier: BSD-3-Clause */
/* study.h - what the papers' figures share: scenarios, verdicts, files, and a pen. */
#ifndef LIEFLOW_RUN_STUDY_H
#define LIEFLOW_RUN_STUDY_H

#include "run/recorder.h"
#include "run/scenario.h"

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
/* A point of the line begun last. */
void lf_pen_to(lf_pen *pen, double x, double y);
void lf_pen_arrow(lf_pen *pen, double x, double y, double dx, double dy);

/* Add a verdict. */
void lf_report_say(lf_report *R, bool passed, const char *format, ...) LF_PRINTF(3, 4);
/* Keep a sentence about a failure. */
lf_status lf_report_fail(lf_report *R, lf_status status, const char *why);

/* A model with settings "key", "value", ..., NULL. */
lf_status lf_study_scenario(lf_report *R, const char *model, const char *const *settings,
                            lf_scenario *S);
/* One run of a scenario with what it kept: rows, and steps that followed a tolerance. */
typedef struct {
    lf_outcome out;
    lf_rows rows;
    lf_recorder recorder;
} lf_study_run;
/* Settings "key", "value", ..., NULL come on top of the scenario's. Free it in any case. */
lf_status lf_study_march(lf_report *R, lf_scenario *S, const char *const *settings,
                         lf_study_run *run);
void lf_study_run_free(lf_study_run *run);
/* The point of a row. */
const double *lf_study_point(const lf_study_run *run, size_t row);

/* directory/002-fig2 and an ending such as ".csv"; `path` holds LF_PATH_SIZE. */
void lf_study_path(const lf_study *study, const lf_report *R, const char *ending, char *path);
/* The pictures: .svg and .png. */
lf_status lf_study_draw(const lf_study *study, lf_report *R, const lf_figure *F);
/* Every line of the figure as rows panel, line, x, y in a .csv; then the pictures. */
lf_status lf_study_finish(const lf_study *study, lf_report *R, const lf_figure *F);

/* `make` of the studies, by sort. */
lf_status lf_study_order(const lf_study *study, lf_report *R);
lf_status lf_study_drift(const lf_study *study, lf_report *R);
lf_status lf_study_frozen(const lf_study *study, lf_report *R);        /* 003/fig1 */
lf_status lf_study_isotropy(const lf_study *study, lf_report *R);      /* 003/fig2 */
lf_status lf_study_stages_plane(const lf_study *study, lf_report *R);  /* 004/fig1 */
lf_status lf_study_stages_sphere(const lf_study *study, lf_report *R); /* 004/fig2, 004/fig3 */
lf_status lf_study_chain_stays(const lf_study *study, lf_report *R);   /* 000/fig6, 000/fig7 */
lf_status lf_study_chain_lengths(const lf_study *study, lf_report *R); /* 000/fig8, 000/fig10 */
lf_status lf_study_chain_state(const lf_study *study, lf_report *R);   /* 000/fig9 */
lf_status lf_study_chain_steps(const lf_study *study, lf_report *R);   /* 000/fig11 */
lf_status lf_study_quadrotors(const lf_study *study, lf_report *R);    /* 000/fig14 to fig18 */
lf_status lf_study_top_short(const lf_study *study, lf_report *R);     /* 000/fig2 */
lf_status lf_study_top_long(const lf_study *study, lf_report *R);      /* 000/fig3 */
lf_status lf_study_theta_way(const lf_study *study, lf_report *R);     /* 003/fig6 */
lf_status lf_study_theta_table(const lf_study *study, lf_report *R);   /* 003/table1 */
lf_status lf_study_body(const lf_study *study, lf_report *R);          /* 003/fig7 */
lf_status lf_study_bodies_path(const lf_study *study, lf_report *R);   /* 001/fig4 */
lf_status lf_study_bodies_lgvi(const lf_study *study, lf_report *R);   /* 001/fig5 */
lf_status lf_study_bodies_ode45(const lf_study *study, lf_report *R);  /* 001/fig6 */
lf_status lf_study_bodies_precision(const lf_study *study, lf_report *R);

/* Orders measured and drawn. */
typedef struct {
    const char *model;
    const char *const *settings; /* as for lf_study_scenario */
    const char *methods, *steps, *component;
    double expected[LF_MAX_METHODS]; /* orders */
    double tolerance;
    bool by_level; /* draw orders against i as paper 004 does, not errors against h */
} lf_order_case;

/* A quantity that should stay, watched for several methods. */
typedef struct {
    const char *method;
    double low, high; /* where the largest drift is expected */
    bool at_end;      /* or the last one */
} lf_drift_bound;
typedef struct {
    const char *model;
    const char *const *settings;
    const char *methods;
    const char *quantity; /* for the axis */
    /* the quantity of a point; `initial` is the first point */
    double (*value)(const double *y, const double *initial);
    const char *invariant;        /* or the invariant of this name, if `value` is NULL */
    const char *panel[2];         /* methods of the two panels; NULL: one panel with all */
    const lf_drift_bound *bounds; /* ends with NULL */
    const char *rising;           /* methods whose drift must rise in this order, or NULL */
} lf_drift_case;
extern const lf_order_case lf_case_000_fig5, lf_case_000_fig13, lf_case_002_fig2, lf_case_002_fig4,
    lf_case_004_fig5, lf_case_004_fig6, lf_case_004_fig8, lf_case_004_fig9, lf_case_004_fig10;
extern const lf_drift_case lf_case_002_fig3, lf_case_002_fig5, lf_case_002_fig6, lf_case_004_fig4,
    lf_case_004_fig11;

#endif
