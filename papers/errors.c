/* SPDX-License-Identifier: BSD-3-Clause */
/* errors.c - errors of methods at the end of runs, as a table that lf_order_panel draws. */
#include "papers/errors.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

double lf_errors_end(const lf_record *run, double t, const double *truth)
{
    const double *shown = lf_outcome_show(&run->outcome, t, run->outcome.y);
    double most = 0;
    for (size_t c = 0; c < lf_problem_shown(&run->outcome.problem); c++) {
        const double off = fabs(shown[c] - truth[c]);
        most = off <= most ? most : off; /* what is not a number stays */
    }
    return most;
}

static lf_status errors_run(lf_report *R, lf_scenario *S, const lf_errors *E, size_t m, size_t k,
                            lf_order_table *T)
{
    char steps[24], end[32];
    const double t_end = lf_scenario_t_end(S);
    const char *const settings[] = {"method", E->methods[m], "steps", steps, "every", end, NULL};
    lf_record run;
    snprintf(steps, sizeof steps, "%zu", E->steps[k]);
    snprintf(end, sizeof end, "%.17g", t_end);
    const lf_status status = lf_study_march(R, S, settings, &run);
    if (status == LF_OK)
        T->error[m][k] = lf_errors_end(&run, t_end, E->truth) / (E->scale > 0 ? E->scale : 1);
    T->steps[k] = E->steps[k];
    T->h[k] = t_end / (double)E->steps[k];
    T->level[m][k] = LF_LEVEL_ASYMPTOTIC;
    T->order[m][k] =
        k ? log(T->error[m][k - 1] / T->error[m][k]) / log(T->h[k - 1] / T->h[k]) : NAN;
    lf_record_free(&run);
    return status;
}

lf_status lf_errors_measure(lf_report *R, lf_scenario *S, const lf_errors *E, lf_order_table *T)
{
    lf_status status = LF_OK;
    *T = (lf_order_table){0};
    while (E->steps[T->levels])
        T->levels++;
    for (size_t m = 0; E->methods[m] && status == LF_OK; m++) {
        T->methods = m + 1;
        T->claimed[m] = (int)lround(E->expected[m]);
        snprintf(T->method[m], LF_WORD_SIZE, "%s", E->methods[m]);
        for (size_t k = 0; k < T->levels && status == LF_OK; k++)
            status = errors_run(R, S, E, m, k, T);
        T->observed[m] = T->order[m][T->levels - 1];
    }
    return status;
}

void lf_errors_append(lf_order_table *T, const lf_order_table *other, const char *name)
{
    const size_t m = T->methods++;
    snprintf(T->method[m], LF_WORD_SIZE, "%s", name);
    T->claimed[m] = other->claimed[0];
    T->observed[m] = other->observed[0];
    memcpy(T->error[m], other->error[0], sizeof T->error[m]);
    memcpy(T->order[m], other->order[0], sizeof T->order[m]);
    memcpy(T->level[m], other->level[0], sizeof T->level[m]);
}

/* Add to the report's table what still fits. */
LF_PRINTF(2, 3) static void errors_say(lf_report *R, const char *format, ...)
{
    const size_t used = strlen(R->table);
    va_list list;
    va_start(list, format);
    vsnprintf(R->table + used, sizeof R->table - used, format, list);
    va_end(list);
}

void lf_errors_list(lf_report *R, const lf_order_table *T, const char *about)
{
    errors_say(R, "  %s\n    %-12s", about, "steps");
    for (size_t k = 0; k < T->levels; k++)
        errors_say(R, "%7zu%8s", T->steps[k], "");
    for (size_t m = 0; m < T->methods; m++) {
        errors_say(R, "\n    %-12s", T->method[m]);
        for (size_t k = 0; k < T->levels; k++) {
            errors_say(R, "%.1e", T->error[m][k]);
            if (k + 1 < T->levels)
                errors_say(R, " %5.2f  ", T->order[m][k + 1]);
        }
    }
    errors_say(R, "\n");
}

bool lf_errors_judge(lf_report *R, const lf_errors *E, const lf_order_table *T, const char *about)
{
    char list[LF_LINE_SIZE / 2] = "";
    size_t used = 0;
    bool right = true;
    for (size_t m = 0; m < T->methods && used < sizeof list; m++) {
        right = right && fabs(T->observed[m] - E->expected[m]) <= E->tolerance;
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s %.2f of %g (to %.1e)",
                                 m ? ", " : "", T->method[m], T->observed[m], E->expected[m],
                                 T->error[m][T->levels - 1]);
    }
    lf_report_reference(R, right, "%s: orders %s", about, list);
    lf_errors_list(R, T, about);
    return right;
}
