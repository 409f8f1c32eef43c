/* SPDX-License-Identifier: BSD-3-Clause */
/* lee2007_comparison.c - the run that Lee et al. 2007 set beside their integrator, figure 6: the
 * printed equations by MATLAB's ode45 as it comes, whose numbers are met digit for digit. */
#include "papers/lee2007.h"

#include <math.h>

/* Numbers with all digits that are printed. */
static void comparison_numbers(lf_report *R, const lf_dumbbell_trace *T)
{
    lf_report_paper(
        R, fabs(T->energy - 1.1246e-2) < 0.5e-6,
        "The deviation of the total energy is relatively large, with a maximum deviation of "
        "1.1246 \xc3\x97 10^-2",
        "%.4e with ode45's control on the printed equations", T->energy);
    lf_report_paper(
        R, fabs(T->off - 2.2435e-2) < 0.5e-6,
        "the discrete trajectory rapidly drifts off the rotation group to give a maximum "
        "rotation matrix error of 2.2435 \xc3\x97 10^-2",
        "%.4e", T->off);
}

/* The most translation of a run. */
static const lf_dumbbell_row *comparison_fast(const lf_dumbbell_trace *T)
{
    const lf_dumbbell_row *fast = T->row;
    for (size_t k = 1; k < T->rows; k++)
        fast = T->row[k].moving > fast->moving ? &T->row[k] : fast;
    return fast;
}

/* Alike before the encounter, unlike after it. */
static void comparison_exchange(lf_report *R, const lf_dumbbell_trace *T,
                                const lf_dumbbell_trace *lgvi)
{
    const double before = lf_dumbbell_gap(T, lgvi, 0, 8), after = lf_dumbbell_gap(T, lgvi, 10, 15);
    const lf_dumbbell_row *own = comparison_fast(T), *other = comparison_fast(lgvi);
    const lf_dumbbell_row *end = &T->row[T->rows - 1], *rest = &lgvi->row[lgvi->rows - 1];
    /* a line's width in a plot of energies from 0 to 2; known: 0.01 */
    lf_report_paper(
        R, before < 0.02,
        "The rotational and the translational kinetic energy responses are similar to those "
        "given in Fig. 5 prior to the close encounter",
        "up to t = 8 they differ by at most %.3f of about 1 (below 0.02)", before);
    /* a tenth of what is exchanged, at least */
    lf_report_paper(R, own->moving > 1.1 * other->moving,
                    "it fails to simulate the rapid interchange of the energy near the minimal "
                    "separation",
                    "translation reaches %.3f at t = %.2f, in figure 5 %.3f at t = %.2f",
                    own->moving, own->t, other->moving, other->t);
    lf_report_paper(
        R, after > 10 * before && end->turning < 0.5 * rest->turning,
        "the energy transfer is quite different from that given in Fig. 5(a)",
        "from t = 10 on they differ by up to %.2f, %.0f times as much as up to t = 8; at the "
        "end rotation has %.3f, in figure 5 %.3f",
        after, after / before, end->turning, rest->turning);
}

/* What the paper's comparison leaves out. */
static lf_status comparison_fairness(lf_report *R, const lf_dumbbell_trace *T,
                                     const lf_dumbbell_trace *lgvi)
{
    static const char *const lie[] = {"method", "rkmk5", "form", "relative-hamiltonian",
                                      "t_end",  "15",    "atol", "1e-6",
                                      "rtol",   "1e-3",  NULL};
    static const char *const equal[] = {"method", "lgvi", "step", "0.0084", "t_end", "15", NULL};
    static const char *const tight[] = {"method", "rkmk5", "atol", "1e-9", "rtol",
                                        "1e-9",   "t_end", "15",   NULL};
    lf_dumbbell_result group, work, close;
    lf_status status = lf_dumbbell_run(R, lie, &group);
    status = status == LF_OK ? lf_dumbbell_run(R, equal, &work) : status;
    status = status == LF_OK ? lf_dumbbell_run(R, tight, &close) : status;
    if (status != LF_OK)
        return status;
    /* products of rotations: a rounding each of a few hundred steps */
    lf_report_reference(
        R, group.off < 1e-13 && (double)group.evaluations < 1.1 * (double)T->evaluations,
        "it is not Runge-Kutta that leaves the group: the same pair on it (rkmk5, %zu "
        "evaluations; ode45 %zu) has ||I - R^T R|| %.0e, energy %.1e",
        group.evaluations, T->evaluations, group.off, group.energy);
    /* known: about 25 times, with what is looked at inside steps counted as work */
    lf_report_reference(
        R, work.energy < T->energy / 10 && (double)work.evaluations < 1.1 * (double)T->evaluations,
        "at equal work, %zu evaluations, lgvi with h = 0.0084 has an energy error of "
        "%.1e, %.0f times less than ode45",
        work.evaluations, work.energy, T->energy / work.energy);
    lf_report_reference(
        R, close.energy < lgvi->energy && 10 * close.evaluations < lgvi->evaluations,
        "but figure 5 has %zu evaluations: with %zu, at tolerance 1e-9, rkmk5 deviates "
        "by %.1e, less than figure 5's %.1e",
        lgvi->evaluations, close.evaluations, close.energy, lgvi->energy);
    return LF_OK;
}

static lf_status comparison_make(const lf_study *study, lf_report *R, const lf_record *run)
{
    lf_dumbbell_trace T = {0}, lgvi = {0};
    lf_status status = lf_dumbbell_ode45(&run->outcome.problem, 15, 1e-3, 1e-6, &T);
    status = lf_report_fail(R, status == LF_OK ? lf_dumbbell_read(run, &lgvi) : status, NULL);
    if (status == LF_OK) {
        lf_dumbbell_choices(R, true);
        lf_report_choice(R,
                         "\"a standard Runge-Kutta method\" is MATLAB's ode45 with its usual "
                         "tolerances, 1e-3 and 1e-6, looked at four times a step; the norm is the "
                         "2-norm");
        comparison_numbers(R, &T);
        comparison_exchange(R, &T, &lgvi);
        status = comparison_fairness(R, &T, &lgvi);
    }
    if (status == LF_OK)
        status = lf_dumbbell_draw(study, R, &T, &lgvi);
    lf_dumbbell_free(&T);
    lf_dumbbell_free(&lgvi);
    return status;
}

lf_status lf_study_bodies_ode45(const lf_study *study, lf_report *R)
{
    return lf_dumbbell_study(study, R, comparison_make);
}
