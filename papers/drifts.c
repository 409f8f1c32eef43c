/* SPDX-License-Identifier: BSD-3-Clause */
/* drifts.c - figures that show what is conserved: Becker 2021 figures 3, 5 and 6, Marthinsen et
 * al. 1997 figures 4 and 11. */
#include "papers/study.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Drawn in place of zeros and anything smaller: nothing can be seen below the unit roundoff. */
static const double drift_zero = DBL_EPSILON / 2;

static double drift_norm(const double *v)
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static double drift_momentum(const double *y, const double *initial)
{
    return fabs(drift_norm(y) - drift_norm(initial));
}

static double drift_vertical(const double *y, const double *initial)
{
    return fabs(drift_norm(y + 3) - drift_norm(initial + 3));
}

/* Frobenius norm of R^T R - I for the matrix in the first nine components. */
static double drift_orthogonality(const double *y, const double *initial)
{
    double sum = 0;
    (void)initial;
    for (size_t i = 0; i < 3; i++) {
        for (size_t j = 0; j < 3; j++) {
            double d = y[i] * y[j] + y[3 + i] * y[3 + j] + y[6 + i] * y[6 + j] - (i == j);
            sum += d * d;
        }
    }
    return sqrt(sum);
}

static const char *const short_body[] = {"inertia", "1 5 6", "m",   "0.7 0.3 0.5", "t_end",
                                         "1",       "steps", "100", NULL};
#define BECKER_TOP \
    "inertia", "1 5 6", "chi", "0 0 1", "c", "1", "Pi", "sin(1.1) 0 cos(1.1)", "Gamma", "1 0.2 3"
static const char *const short_top[] = {BECKER_TOP, "t_end", "1", "steps", "100", NULL};
static const char *const long_top[] = {BECKER_TOP, "t_end", "10", "steps", "200", NULL};
static const char *const unit_run[] = {"t_end", "1", "steps", "100", NULL};

/* A step rounds a norm by a unit or two of the last place, and 100 steps by the root of that. */
static const char norm_why[] = "the rounding of 100 steps";
static const char body_quote[] = "the norm indeed is conserved for the Lie group integrators";
static const lf_drift_bound body_bounds[] = {
    {"lie-euler", 0, 3e-15, body_quote},
    {"rkmk4-2c", 0, 3e-15, body_quote},
    {"cf4", 0, 3e-15, body_quote},
    {"modified-euler", 1e-9, 1, "the modified Euler method does not conserve angular momentum"},
    {NULL, 0, 0, NULL}};
static const lf_drift_value body_values[] = {{"modified-euler", 5.231694e-08}, {NULL, 0}};
static const char *const drift_choices[] = {
    "the drawing shows distances from the start on a logarithmic axis, the thesis the quantity "
    "itself; zeros are drawn at 1.1e-16, the unit roundoff",
    NULL};
const lf_drift_case lf_case_becker2021_fig3 = {
    .model = "free-rigid-body",
    .settings = short_body,
    .methods = "lie-euler,rkmk4-2c,cf4,modified-euler",
    .quantity = "drift of |m|",
    .value = drift_momentum,
    .panel = {"lie-euler,rkmk4-2c,cf4", "rkmk4-2c,modified-euler"},
    .bounds = body_bounds,
    .values = body_values,
    .why = norm_why,
    .choices = drift_choices};

static const char top_quote[] = "the Euclidean norm of the vector nu is constant";
static const lf_drift_bound top_bounds[] = {
    {"rkmk4", 0, 1e-14, top_quote},
    {"cf4", 0, 1e-14, top_quote},
    {"modified-euler", 1e-9, 1, "the modified Euler method does not conserve the vector nu"},
    {NULL, 0, 0, NULL}};
static const lf_drift_value top_values[] = {{"modified-euler", 1.945064e-04}, {NULL, 0}};
const lf_drift_case lf_case_becker2021_fig5 = {.model = "heavy-top",
                                               .settings = short_top,
                                               .methods = "rkmk4,cf4,modified-euler",
                                               .quantity = "drift of |Gamma|",
                                               .value = drift_vertical,
                                               .panel = {"rkmk4,cf4", "rkmk4,modified-euler"},
                                               .bounds = top_bounds,
                                               .values = top_values,
                                               .why = norm_why,
                                               .choices = drift_choices};

static const char energy_quote[] =
    "The Hamiltonian energy is not conserved for any of the chosen methods";
static const lf_drift_bound energy_bounds[] = {{"cf4", 1e-9, 1, energy_quote},
                                               {"rkmk4", 1e-9, 1, energy_quote},
                                               {"modified-euler", 1e-9, 1, energy_quote},
                                               {NULL, 0, 0, NULL}};
static const lf_drift_value energy_values[] = {
    {"cf4", 2.718532e-07}, {"rkmk4", 1.376530e-06}, {"modified-euler", 5.861565e-03}, {NULL, 0}};
static const char *const energy_rising[] = {"cf4", "rkmk4", "modified-euler", NULL};
static const char *const energy_quotes[] = {
    "the commutator free method is better than RKMK, because of a smaller deviation in energy",
    "the energy error is a significantly smaller for the Lie group integrators compared to the "
    "modified Euler method"};
const lf_drift_case lf_case_becker2021_fig6 = {.model = "heavy-top",
                                               .settings = long_top,
                                               .methods = "rkmk4,cf4,modified-euler",
                                               .quantity = "energy error",
                                               .invariant = "energy",
                                               .panel = {"rkmk4,cf4", "cf4,modified-euler"},
                                               .bounds = energy_bounds,
                                               .rising = energy_rising,
                                               .rising_quotes = energy_quotes,
                                               .values = energy_values,
                                               .choices = drift_choices};

/* ---- Marthinsen et al. 1997: a step of a product of rotations rounds by a few units ---- */

static const char *const norms_choices[] = {
    "R(0) = I and 0 <= t <= 1: the paper gives neither",
    "3- and 4-norm are those of the entries, which the paper does not say; those of the singular "
    "values would be constant on SO(3)",
    "of order 10^-9: nearer to it than to 10^-8 or 10^-10", NULL};
static const char norms_quote[] =
    "CG3 and MK3 stay on the manifold within the order of accuracy of the computer";
static const lf_drift_bound norms_bounds[] = {
    {"cg3", 0, 1e-14, norms_quote},
    {"mk3", 0, 1e-14, norms_quote},
    {"rk4", 3.2e-10, 3.2e-9, "RK4 drifts off with an error of order 10^-9"},
    {NULL, 0, 0, NULL}};
static const lf_drift_value norms_values[] = {{"rk4", 1.618910e-09}, {NULL, 0}};
const lf_drift_case lf_case_marthinsen1997_fig4 = {.model = "matrix-norms",
                                                   .settings = unit_run,
                                                   .methods = "cg3,mk3,rk4",
                                                   .quantity = "||R^T R - I||",
                                                   .value = drift_orthogonality,
                                                   .bounds = norms_bounds,
                                                   .values = norms_values,
                                                   .why = norm_why,
                                                   .choices = norms_choices};

static const char *const humming_choices[] = {
    "0 <= t <= 1: the paper does not say how far it goes",
    "N solves B'' = (hat(omega') + hat(omega)^2) B, with omega by the trapezoidal rule: the paper "
    "does not say how it brings the equation to the form of Newmark's method",
    NULL};
static const char humming_quote[] =
    "The three lower lines are produced by the CG3, MK3 and MK4 methods";
static const lf_drift_bound humming_bounds[] = {
    {"cg3", 0, 1e-14, humming_quote},
    {"mk3", 0, 1e-14, humming_quote},
    {"mk4", 0, 1e-14, humming_quote},
    {"rk4", 1e-13, 1, "the method does not generate approximations that stay on the manifold"},
    {"newmark", 1e-13, 1, "this method also fails to produce solutions that stay on the manifold"},
    {NULL, 0, 0, NULL}};
static const lf_drift_value humming_values[] = {
    {"rk4", 7.928600e-10}, {"newmark", 1.349576e-04}, {NULL, 0}};
static const char *const humming_rising[] = {"cg3", "rk4", "newmark", NULL};
static const char *const humming_quotes[] = {
    "the two upper lines are produced by the RK4 and N methods", "the upper line is N"};
const lf_drift_case lf_case_marthinsen1997_fig11 = {.model = "humming-top",
                                                    .settings = unit_run,
                                                    .methods = "cg3,mk3,mk4,rk4,newmark",
                                                    .quantity = "||B^T B - I||",
                                                    .value = drift_orthogonality,
                                                    .bounds = humming_bounds,
                                                    .rising = humming_rising,
                                                    .rising_quotes = humming_quotes,
                                                    .values = humming_values,
                                                    .why = norm_why,
                                                    .choices = humming_choices};

/* Is `name` a word of the list "a,b,c"? */
static bool drift_listed(const char *list, const char *name)
{
    size_t length = strlen(name);
    for (const char *s = list; s && *s; s += strcspn(s, ",") + (s[strcspn(s, ",")] == ','))
        if (strcspn(s, ",") == length && strncmp(s, name, length) == 0)
            return true;
    return false;
}

static double drift_of_row(const lf_drift_case *K, const lf_comparison *C, size_t m, size_t row)
{
    const lf_rows *M = &C->rows[m];
    const double *y = M->value + row * M->width + 1, *initial = M->value + 1;
    if (K->value)
        return K->value(y, initial);
    for (size_t i = 0; i < C->invariants; i++)
        if (strcmp(C->invariant[i], K->invariant) == 0)
            return fabs(y[M->dim + i] - initial[M->dim + i]);
    return NAN;
}

static double drift_most(const lf_drift_case *K, const lf_comparison *C, const char *method)
{
    double most = -1;
    for (size_t m = 0; m < C->methods; m++)
        for (size_t k = 0; k < C->rows[m].rows && strcmp(C->method[m], method) == 0; k++)
            most = fmax(most, drift_of_row(K, C, m, k));
    return most;
}

static bool drift_right(const lf_drift_bound *b, double value)
{
    return value >= b->low && value <= b->high;
}

/* One line for the rows from `b` on that have its quote; answers the first row after them. */
static const lf_drift_bound *drift_quoted(const lf_drift_case *K, const lf_comparison *C,
                                          const lf_drift_bound *b, lf_report *R)
{
    const lf_drift_bound *first = b;
    char list[LF_LINE_SIZE / 2] = "";
    size_t used = 0;
    bool right = true;
    for (; b->method && strcmp(b->quote, first->quote) == 0; b++) {
        double most = drift_most(K, C, b->method);
        right = right && drift_right(b, most);
        if (used < sizeof list)
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%.1e by %s",
                                     b == first ? "" : ", ", most, b->method);
    }
    if (first->low == 0)
        lf_report_paper(R, right, first->quote, "%s is %s; roundoff is below %.0e%s%s", K->quantity,
                        list, first->high, K->why ? ": " : "", K->why ? K->why : "");
    else if (first->high < 1)
        lf_report_paper(R, right, first->quote, "%s is %s; %.1e to %.1e is that order", K->quantity,
                        list, first->low, first->high);
    else
        lf_report_paper(R, right, first->quote, "%s is %s; kept would be roundoff, below %.0e",
                        K->quantity, list, first->low);
    return b;
}

/* Two programs of one method differ by rounding: a relative 1e-4 is what is seen of it where most of
 * the quantity cancels. */
static void drift_values(const lf_drift_case *K, const lf_comparison *C, lf_report *R)
{
    for (const lf_drift_value *v = K->values; v && v->method; v++) {
        double most = drift_most(K, C, v->method);
        lf_report_reference(R, fabs(most - v->value) < 1e-4 * v->value,
                            "%s: %s reaches %.6e, by papers/references.py %.6e", v->method,
                            K->quantity, most, v->value);
    }
}

static void drift_verdicts(const lf_drift_case *K, const lf_comparison *C, lf_report *R)
{
    for (const lf_drift_bound *b = K->bounds; b->method;)
        b = drift_quoted(K, C, b, R);
    drift_values(K, C, R);
    for (size_t i = 0; K->rising && K->rising[i + 1]; i++) {
        double a = drift_most(K, C, K->rising[i]), b = drift_most(K, C, K->rising[i + 1]);
        lf_report_paper(R, a < b, K->rising_quotes[i], "%s drifts %.3g times less than %s",
                        K->rising[i], b / a, K->rising[i + 1]);
    }
    for (const char *const *choice = K->choices; choice && *choice; choice++)
        lf_report_choice(R, "%s", *choice);
}

/* The lines of one panel. */
static lf_panel drift_panel(const lf_drift_case *K, const lf_comparison *C, const char *methods,
                            lf_pen *pen)
{
    const lf_series *first = &pen->line[pen->lines];
    size_t before = pen->lines;
    double most = 0;
    for (size_t m = 0; m < C->methods; m++) {
        if (!drift_listed(methods, C->method[m]))
            continue;
        lf_pen_line(pen, C->method[m], LF_DRAW_LINE, (int)m + 1);
        for (size_t k = 1; k < C->rows[m].rows; k++)
            lf_pen_to(pen, lf_rows_at(&C->rows[m], k, 0),
                      fmax(drift_of_row(K, C, m, k), drift_zero));
        most = fmax(most, drift_most(K, C, C->method[m]));
    }
    const bool roundoff = most < 1e-13; /* which must not fill the panel */
    return (lf_panel){.x_label = "t",
                      .y_label = K->quantity,
                      .log_y = true,
                      .y_low = roundoff ? 1e-17 : 0,
                      .y_high = roundoff ? 1e-12 : 0,
                      .series = pen->lines - before,
                      .serie = first};
}

static lf_status drift_figure(const lf_study *study, lf_report *R, const lf_comparison *C)
{
    const lf_drift_case *K = study->data;
    lf_panel panel[2];
    size_t panels = K->panel[0] ? 2 : 1;
    lf_pen *pen = lf_pen_new();
    if (!pen)
        return lf_report_fail(R, LF_EMEMORY, NULL);
    for (size_t p = 0; p < panels; p++) {
        panel[p] = drift_panel(K, C, K->panel[0] ? K->panel[p] : K->methods, pen);
        panel[p].title = panels == 1 ? NULL : p == 0 ? "(a)" : "(b)";
    }
    lf_figure figure = {.title = study->title, .panels = panels, .panel = panel};
    lf_status status = lf_study_finish(study, R, &figure);
    lf_pen_free(pen);
    return status;
}

lf_status lf_study_drift(const lf_study *study, lf_report *R)
{
    const lf_drift_case *K = study->data;
    lf_scenario *S = lf_scenario_new();
    lf_comparison *C = lf_comparison_new();
    lf_status status = lf_study_scenario(R, K->model, K->settings, S);
    if (status == LF_OK && !C)
        status = lf_report_fail(R, LF_EMEMORY, NULL);
    if (status == LF_OK)
        status = lf_report_fail(R, lf_compare(S, K->methods, R->progress, C), lf_scenario_why(S));
    char words[LF_WHY_SIZE];
    snprintf(words, sizeof words, "by each of %s", K->methods);
    lf_study_remember(R, S, words);
    if (status == LF_OK) {
        drift_verdicts(K, C, R);
        status = drift_figure(study, R, C);
    }
    lf_comparison_free(C);
    lf_scenario_free(S);
    return status;
}
