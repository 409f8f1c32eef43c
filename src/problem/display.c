/* SPDX-License-Identifier: BSD-3-Clause */
/* display.c - what people see of a point: its components in the order a reader expects, or the numbers
 * that the problem shows in their place. */
#include <lieflow/problem.h>

#include <stdio.h>

size_t lf_problem_shown(const lf_problem *P)
{
    const lf_display *display = lf_problem_display(P);
    return display ? display->dim : P->action->dim;
}

size_t lf_problem_show_work(const lf_problem *P, size_t n)
{
    const lf_display *display = lf_problem_display(P);
    return display ? display->work * n : 0;
}

void lf_problem_show(const lf_problem *P, const lf_lanes *L, const double *y, double *shown,
                     double *work)
{
    const lf_display *display = lf_problem_display(P);
    const size_t n = L->n;
    if (display) {
        display->show(lf_problem_on_manifold(P), L, y, shown, work);
        return;
    }
    for (size_t k = 0; k < P->action->dim; k++) {
        const double *component = y + lf_problem_order(P, k) * n;
        for (size_t i = 0; i < n; i++)
            shown[k * n + i] = component[i];
    }
}

void lf_problem_component(const lf_problem *P, size_t c, char *name, size_t size)
{
    if (P->names && P->names->name)
        P->names->name(P, c, name, size);
    else if (P->names && P->names->list)
        snprintf(name, size, "%s", P->names->list[c]);
    else
        snprintf(name, size, "y%zu", c + 1);
}

void lf_problem_column(const lf_problem *P, size_t c, char *name, size_t size)
{
    const lf_display *display = lf_problem_display(P);
    if (!display)
        lf_problem_component(P, c, name, size);
    else if (display->name)
        display->name(lf_problem_on_manifold(P), c, name, size);
    else
        snprintf(name, size, "u%zu", c + 1);
}
