/* SPDX-License-Identifier: BSD-3-Clause */
/* study.h - what the papers' figures and our own studies share: scenarios, lines of reports, files. */
#ifndef LIEFLOW_PAPERS_STUDY_H
#define LIEFLOW_PAPERS_STUDY_H

#include "papers/papers.h"

/* A claim or number of the paper, in its words, and what was measured: does it hold? */
void lf_report_paper(lf_report *R, bool holds, const char *quote, const char *format, ...)
    LF_PRINTF(4, 5);
/* A claim of the paper that does not hold here, and what was measured in its place: is that what is
 * known? */
void lf_report_differs(lf_report *R, bool as_known, const char *quote, const char *format, ...)
    LF_PRINTF(4, 5);
/* A value that an independent computation of ours gives, and what was measured: do they agree? */
void lf_report_reference(lf_report *R, bool agrees, const char *format, ...) LF_PRINTF(3, 4);
/* What the paper leaves open and was chosen here. */
void lf_report_choice(lf_report *R, const char *format, ...) LF_PRINTF(2, 3);
/* Keep a sentence about a failure. */
lf_status lf_report_fail(lf_report *R, lf_status status, const char *why);

/* A model with settings "key", "value", ..., NULL. */
lf_status lf_study_scenario(lf_report *R, const char *model, const char *const *settings,
                            lf_scenario *S);
/* A run with settings "key", "value", ..., NULL on top of the scenario's. Free it in any case. */
lf_status lf_study_march(lf_report *R, lf_scenario *S, const char *const *settings, lf_record *run);
/* The component of the point that is called `name`, such as "q1.x". */
size_t lf_study_column(const lf_problem *P, const char *name);
/* Number k of a parameter of the scenario's model. */
double lf_study_number(const lf_scenario *S, const char *name, size_t k);

/* The pictures: .svg and .png. */
lf_status lf_study_draw(const lf_study *study, lf_report *R, const lf_figure *F);
/* Keep the scenario for the end of the figure's data, with words about how it was used ("by each of
 * cf4,rk4") or NULL; one that was run by lf_study_march is kept already. */
void lf_study_remember(lf_report *R, const lf_scenario *S, const char *words);
/* Add a point of space to the pen's line as it is seen, or a gap if a unit sphere hides it; the data
 * get the point itself, seen or not. */
void lf_study_to(lf_report *R, const lf_view *V, bool sphere, lf_pen *pen, const double *point);
/* Every line of the figure as rows panel, line, x, y (and z, in space) in a .csv that ends with the
 * scenarios of its runs; then the pictures. */
lf_status lf_study_finish(const lf_study *study, lf_report *R, const lf_figure *F);

/* `make` of the studies, by sort. */
lf_status lf_study_order(const lf_study *study, lf_report *R);
lf_status lf_study_drift(const lf_study *study, lf_report *R);
lf_status lf_study_frozen(const lf_study *study, lf_report *R);       /* celledoni2014/fig1 */
lf_status lf_study_isotropy(const lf_study *study, lf_report *R);     /* celledoni2014/fig2 */
lf_status lf_study_stages_plane(const lf_study *study, lf_report *R); /* marthinsen1997/fig1 */
lf_status lf_study_stages_sphere(const lf_study *study,
                                 lf_report *R);                      /* marthinsen1997/fig2, fig3 */
lf_status lf_study_chain_stays(const lf_study *study, lf_report *R); /* celledoni2021/fig6, fig7 */
lf_status lf_study_chain_lengths(const lf_study *study,
                                 lf_report *R);                      /* celledoni2021/fig8, fig10 */
lf_status lf_study_chain_state(const lf_study *study, lf_report *R); /* celledoni2021/fig9 */
lf_status lf_study_chain_steps(const lf_study *study, lf_report *R); /* celledoni2021/fig11 */
lf_status lf_study_quadrotors(const lf_study *study,
                              lf_report *R); /* celledoni2021/fig14 to fig18 */
lf_status lf_study_top_short(const lf_study *study, lf_report *R);    /* celledoni2021/fig2 */
lf_status lf_study_top_long(const lf_study *study, lf_report *R);     /* celledoni2021/fig3 */
lf_status lf_study_torus(const lf_study *study, lf_report *R);        /* celledoni2014/fig5 */
lf_status lf_study_theta_way(const lf_study *study, lf_report *R);    /* celledoni2014/fig6 */
lf_status lf_study_theta_table(const lf_study *study, lf_report *R);  /* celledoni2014/table1 */
lf_status lf_study_body(const lf_study *study, lf_report *R);         /* celledoni2014/fig7 */
lf_status lf_study_bodies_path(const lf_study *study, lf_report *R);  /* lee2007/fig4 */
lf_status lf_study_bodies_lgvi(const lf_study *study, lf_report *R);  /* lee2007/fig5 */
lf_status lf_study_bodies_ode45(const lf_study *study, lf_report *R); /* lee2007/fig6 */
lf_status lf_study_bodies_cube(const lf_study *study, lf_report *R);  /* lee2007/fig7 */
lf_status lf_study_bodies_structure(const lf_study *study, lf_report *R);
lf_status lf_study_bodies_precision(const lf_study *study, lf_report *R);
/* our own */
lf_status lf_study_isospectral(const lf_study *study, lf_report *R);     /* matrix/isospectral */
lf_status lf_study_body_n(const lf_study *study, lf_report *R);          /* matrix/rigid-body-n */
lf_status lf_study_stiefel(const lf_study *study, lf_report *R);         /* frames/stiefel */
lf_status lf_study_isotropy_choice(const lf_study *study, lf_report *R); /* frames/isotropy */
lf_status lf_study_pde_reduction(const lf_study *study, lf_report *R);   /* pde/order-reduction */
lf_status lf_study_pde_solitons(const lf_study *study, lf_report *R);    /* pde/solitons */
lf_status lf_study_pde_kuramoto(const lf_study *study, lf_report *R); /* pde/kuramoto-sivashinsky */
lf_status lf_study_lyapunov_ring(const lf_study *study, lf_report *R); /* lyapunov/lorenz96 */
lf_status lf_study_voices(const lf_study *study, lf_report *R);        /* data/cocktail-party */
lf_status lf_study_digits(const lf_study *study, lf_report *R);        /* data/pca */

/* Orders measured and drawn. */
typedef struct {
    const char *model;
    const char *const *settings; /* as for lf_study_scenario */
    const char *methods, *steps, *component;
    double expected[LF_MAX_METHODS]; /* orders */
    double tolerance;
    bool by_level;     /* draw orders against i as Marthinsen et al. do, not errors against h */
    const char *quote; /* the paper's words about the orders; NULL: they are not in the paper */
    void (*truth)(double *end); /* the end, column by column, found apart; NULL: it is not */
    const char *truth_by;       /* how it was found */
    double truth_within; /* to what two solutions agree; 0: 1e-12, as they do of smooth equations */
    const char *const *choices; /* what the paper leaves open, in sentences, then NULL */
} lf_order_case;

/* A quantity that should stay, watched for several methods. */
typedef struct {
    const char *method;
    double low, high;  /* where the largest drift is expected; 0: roundoff; high 1: anything else */
    const char *quote; /* the paper's words; equal ones share a line */
} lf_drift_bound;
/* The largest drift that papers/references.py finds. */
typedef struct {
    const char *method;
    double value;
} lf_drift_value;
typedef struct {
    const char *model;
    const char *const *settings;
    const char *methods;
    const char *quantity; /* for the axis */
    /* the quantity of a point; `initial` is the first point */
    double (*value)(const double *y, const double *initial);
    const char *invariant;            /* or the invariant of this name, if `value` is NULL */
    const char *panel[2];             /* methods of the two panels; NULL: one panel with all */
    const lf_drift_bound *bounds;     /* ends with NULL */
    const char *const *rising;        /* methods whose drift must rise in this order, then NULL */
    const char *const *rising_quotes; /* the paper's words about each pair of them */
    const lf_drift_value *values;     /* ends with NULL; or NULL */
    const char *why;                  /* of the bounds, in words */
    const char *const *choices;       /* what the paper leaves open, in sentences, then NULL */
} lf_drift_case;
extern const lf_order_case lf_case_celledoni2021_fig5, lf_case_celledoni2021_fig13,
    lf_case_becker2021_fig2, lf_case_becker2021_fig4, lf_case_marthinsen1997_fig5,
    lf_case_marthinsen1997_fig6, lf_case_marthinsen1997_fig8, lf_case_marthinsen1997_fig9,
    lf_case_marthinsen1997_fig10;
extern const lf_drift_case lf_case_becker2021_fig3, lf_case_becker2021_fig5,
    lf_case_becker2021_fig6, lf_case_marthinsen1997_fig4, lf_case_marthinsen1997_fig11;

#endif
