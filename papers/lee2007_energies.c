/* SPDX-License-Identifier: BSD-3-Clause */
/* lee2007_energies.c - two dumbbells in each other's gravity by the variational integrator: Lee et al.
 * 2007 figure 5. What the paper says about the energies is held against two computations that share
 * nothing but masses and moments: the library's integrator, and the printed equations by ode45. */
#include <math.h>

#include "papers/lee2007.h"
#include "papers/lee2007_printed.h"

/* ---- what is kept --------------------------------------------------------------------------- */

/* What the printed steps leave of energy and orthogonality. */
typedef struct {
    const lf_problem *P;
    double start, energy, off;
} energies_printed;

static lf_status energies_look(void *ctx, size_t steps, const double *y)
{
    energies_printed *E = ctx;
    (void)steps;
    const lf_dumbbell_row row = lf_dumbbell_printed_row(E->P, 0, y);
    E->energy = fmax(E->energy, fabs(lf_dumbbell_energy(&row) - E->start));
    E->off = fmax(E->off, row.off);
    return LF_OK;
}

static lf_status energies_print(const lf_problem *P, energies_printed *E)
{
    const lf_bodies *B = lf_problem_bodies(P);
    double y[LF_PRINTED_DIM];
    lf_printed_start(B, y);
    const lf_dumbbell_row start = lf_dumbbell_printed_row(P, 0, y);
    *E = (energies_printed){.P = P, .start = lf_dumbbell_energy(&start)};
    lf_printed_run run = {.h = 2e-4, .tolerance = 1e-15, .step = energies_look, .ctx = E};
    return lf_printed_steps(B, &run, 75000, y);
}

static void energies_kept(lf_report *R, const lf_record *run, const energies_printed *printed,
                          const lf_dumbbell_result *coarse)
{
    const double energy = lf_dumbbell_drift(run, "energy");
    const double off = lf_dumbbell_drift(run, "orthogonality");
    /* half a unit in the fourth digit; the fifth depends on which steps are looked at */
    lf_report_paper(R, fabs(energy - 2.6966e-7) < 0.0005e-7,
                    "The maximum deviation of the total energy is 2.6966 \xc3\x97 10^-7",
                    "%.5e over all %zu steps: four of the five digits", energy,
                    run->outcome.stats.steps);
    /* the same map, rounded otherwise: roundings of an energy of size one over 75000 steps */
    lf_report_reference(R, fabs(printed->energy - energy) < 1e-12,
                        "(116)-(125) written down once more as printed: %.5e, %.0e apart (below "
                        "1e-12, roundings)",
                        printed->energy, fabs(printed->energy - energy));
    /* order two: four times as much, but for terms of order four */
    lf_report_paper(R, fabs(coarse->energy / energy - 4) < 0.01,
                    "the corresponding variational integrators are second-order accurate",
                    "with twice the step the energy deviates by %.5e, %.3f times as much",
                    coarse->energy, coarse->energy / energy);
    /* ours: four roundings of numbers of size one; theirs: a random walk, whose size is the same */
    lf_report_differs(
        R, off < 1e-15 && printed->off > 2.8657e-14 && printed->off < 2.8657e-12,
        "the maximum value of the rotation matrix error ||I - R^T R|| is 2.8657 \xc3\x97 10^-13",
        "%.1e: our steps end in orthonormal attitudes; with plain products as printed "
        "%.1e, roundings that add up",
        off, printed->off);
}

/* ---- how energies are exchanged ------------------------------------------------------------- */

/* Moments of a run that the paper speaks of. */
typedef struct {
    const lf_dumbbell_row *start, *peak, *low, *deep, *fast, *end; /* see below */
    double crossing; /* when translation has more than rotation for the first time */
} energies_story;

static energies_story energies_tell(const lf_dumbbell_trace *T)
{
    energies_story s = {.start = T->row, .end = &T->row[T->rows - 1], .crossing = NAN};
    s.peak = s.low = s.deep = s.fast = T->row;
    for (size_t k = 0; k < T->rows; k++) {
        const lf_dumbbell_row *row = &T->row[k];
        if (row->t < 6 && row->moving > s.peak->moving)
            s.peak = s.low = row; /* the most translation before t = 6, and the least after that */
        if (row->t < 8 && row->moving < s.low->moving)
            s.low = row;
        s.deep = row->potential < s.deep->potential ? row : s.deep;
        s.fast = row->moving > s.fast->moving ? row : s.fast;
        if (isnan(s.crossing) && row->moving > row->turning)
            s.crossing = row->t;
    }
    return s;
}

static void energies_before(lf_report *R, const energies_story *s)
{
    lf_report_paper(
        R, s->crossing > s->deep->t && s->crossing < s->fast->t,
        "the rotational kinetic energy initially exceeds the translational kinetic energy",
        "%.3f and %.3f at t = 0, and up to t = %.2f, between least potential and most "
        "translation",
        s->start->turning, s->start->moving, s->crossing);
    lf_report_paper(R, s->start->second == 0 && s->low->second > 0.001,
                    "the second dumbbell starts to rotate",
                    "its rotational energy is 0 at t = 0, %.4f at t = %.1f, %.3f at t = %.1f",
                    s->peak->second, s->peak->t, s->low->second, s->low->t);
    /* known: it rises by two fifths first, and falls by more than a third after */
    lf_report_differs(
        R,
        s->peak->moving > 1.3 * s->start->moving && fabs(s->peak->t - 3.9) < 0.1 &&
            s->low->moving < 0.85 * s->start->moving && fabs(s->low->t - 6.1) < 0.1,
        "the translational kinetic energy decreases slightly for about 6 normalized "
        "units of time",
        "it rises from %.3f to %.3f at t = %.1f first, and is down to %.3f at t = %.1f",
        s->start->moving, s->peak->moving, s->peak->t, s->low->moving, s->low->t);
}

static void energies_after(lf_report *R, const energies_story *s, const lf_dumbbell_result *late)
{
    const double moved = s->fast->moving - s->low->moving;
    const double turned = s->fast->turning - s->low->turning;
    lf_report_paper(
        R,
        fabs(s->deep->t - 9) < 0.5 && moved > 0.5 * (s->low->potential - s->deep->potential) &&
            moved > turned,
        "the potential energy is transformed into kinetic energy, especially translational "
        "kinetic energy",
        "potential %.3f at t = %.1f, %.3f at t = %.2f; translation gains %.3f up to t = "
        "%.2f, rotation %.3f",
        s->low->potential, s->low->t, s->deep->potential, s->deep->t, moved, s->fast->t, turned);
    /* known: translation falls below rotation, which stays, and goes on falling */
    lf_report_differs(R,
                      s->end->moving < s->end->turning &&
                          late->end.moving < 0.5 * late->end.turning &&
                          fabs(late->end.turning - s->end->turning) < 0.01,
                      "the translational energy and the rotational energy equalize",
                      "they cross: %.3f and %.3f at t = 15, %.3f and %.3f at t = 200",
                      s->end->moving, s->end->turning, late->end.moving, late->end.turning);
}

/* The printed equations at a tolerance of 1e-10 know the energies to more digits than this run. */
static lf_status energies_truth(lf_report *R, const lf_problem *P, const lf_dumbbell_trace *T)
{
    lf_dumbbell_trace truth = {0};
    lf_status status = lf_report_fail(R, lf_dumbbell_ode45(P, 15, 1e-10, 1e-10, &truth), NULL);
    if (status == LF_OK) {
        const double before = lf_dumbbell_gap(&truth, T, 0, 8);
        const double after = lf_dumbbell_gap(&truth, T, 8, 15);
        /* errors of order h^2, known as 5e-6 and 8e-5: less than those of twice the step */
        lf_report_reference(
            R, before < 2e-5 && after < 3.2e-4,
            "kinetic energies beside (62)-(69) as printed, by ode45 at 1e-10: %.0e apart "
            "up to t = 8, %.0e after it (below 2e-5 and 3e-4, what twice the step has)",
            before, after);
    }
    lf_dumbbell_free(&truth);
    return status;
}

/* ---- the figure ----------------------------------------------------------------------------- */

static lf_status energies_judge(lf_report *R, const lf_record *run, const lf_dumbbell_trace *T)
{
    static const char *const twice[] = {"method", "lgvi", "step", "4e-4", "t_end", "15", NULL};
    static const char *const far[] = {"method", "lgvi", "step", "2e-4", "t_end", "200", NULL};
    const lf_problem *P = &run->outcome.problem;
    energies_printed printed;
    lf_dumbbell_result coarse, late;
    lf_status status = lf_dumbbell_run(R, twice, &coarse);
    if (status == LF_OK)
        status = lf_dumbbell_run(R, far, &late);
    if (status == LF_OK)
        status = lf_report_fail(R, energies_print(P, &printed), NULL);
    if (status != LF_OK)
        return status;
    const energies_story story = energies_tell(T);
    energies_kept(R, run, &printed, &coarse);
    energies_before(R, &story);
    energies_after(R, &story, &late);
    return energies_truth(R, P, T);
}

static lf_status energies_make(const lf_study *study, lf_report *R, const lf_record *run)
{
    lf_dumbbell_trace T = {0};
    lf_status status = lf_report_fail(R, lf_dumbbell_read(run, &T), NULL);
    lf_dumbbell_choices(R, true);
    if (status == LF_OK)
        status = energies_judge(R, run, &T);
    if (status == LF_OK)
        status = lf_dumbbell_draw(study, R, &T, NULL);
    lf_dumbbell_free(&T);
    return status;
}

lf_status lf_study_bodies_lgvi(const lf_study *study, lf_report *R)
{
    return lf_dumbbell_study(study, R, energies_make);
}
