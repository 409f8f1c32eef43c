/* SPDX-License-Identifier: BSD-3-Clause */
/* moser_veselov.c - what became of the discrete Moser-Veselov equations of a step. */
#include "method/moser_veselov.h"

#include <math.h>

/* The largest component of E at c, or of the exponential form at f. */
static double residual(const lf_turns *T, size_t i, bool exponential)
{
    const size_t n = LF_TURNS;
    const double *u = T->u + i, *a = T->a + i, *f = T->c + i;
    const double t = sqrt(f[0] * f[0] + f[n] * f[n] + f[2 * n] * f[2 * n]);
    const double factor = exponential && t > 0 ? tan(0.5 * t) / t : 1;
    const double c[3] = {factor * f[0], factor * f[n], factor * f[2 * n]};
    const double s = 1 + c[0] * c[0] + c[1] * c[1] + c[2] * c[2];
    const double x = c[0] + a[0] * c[1] * c[2] - u[0] * s;
    const double y = c[1] + a[n] * c[2] * c[0] - u[n] * s;
    const double z = c[2] + a[2 * n] * c[0] * c[1] - u[2 * n] * s;
    return fmax(fabs(x), fmax(fabs(y), fabs(z)));
}

static double size(const double *u)
{
    const size_t n = LF_TURNS;
    return 2 * sqrt(u[0] * u[0] + u[n] * u[n] + u[2 * n] * u[2 * n]);
}

/* Refused at once (the bound itself is a matter of roundings), or solved by more than a right
 * angle, which thin bodies can from 0.99 on: the step is too large. Else it was not solved. */
static lf_status why(double value, double left)
{
    if (!isfinite(value))
        return LF_ENONFINITE;
    return value < 1 - 1e-12 && !(left < 1e-9) ? LF_ENEWTON : LF_ELARGE;
}

/* Lanes whose flag is `live` failed; the first of all of them is written down. */
static void blame(const lf_turns *T, size_t k, bool exponential, double live, bool single,
                  size_t body, size_t lane, lf_turn_report *report)
{
    for (size_t i = 0; i < k; i++) {
        const size_t at = single ? lane : lane + i, of = single ? body + i : body;
        const bool before = at < report->lane || (at == report->lane && of < report->body);
        if (T->live[i] != live || (report->status != LF_OK && !before))
            continue;
        report->value = size(T->u + i);
        report->residual = residual(T, i, exponential);
        report->status = why(report->value, report->residual);
        report->lane = at;
        report->body = of;
    }
}

/* Iterate until nothing is left to do, or no longer; none is begun with a lane that is refused. */
LF_KERNEL static int iterate(lf_turns *T, size_t k, bool exponential, size_t *iterations)
{
    int passes = 0;
    for (; passes + 1 < LF_TURN_MOST; passes++) {
        const size_t live = lf_turns_sum(k, T->live);
        if (live == 0)
            break;
        *iterations += live;
        lf_turns_iterate(T, k, exponential);
    }
    return passes;
}

void lf_turns_go_on(lf_turns *T, size_t k, bool exponential, bool single, size_t body, size_t lane,
                    lf_turn_report *report)
{
    bool refused = false;
    for (size_t i = 0; i < k; i++)
        refused |= T->live[i] == 2;
    const int passes = refused ? 0 : iterate(T, k, exponential, &report->iterations);
    report->most = passes > report->most ? passes : report->most;
    blame(T, k, exponential, refused ? 2 : 1, single, body, lane, report);
}

lf_status lf_turns_report(lf_tally *tally, size_t solved, const lf_turn_report *report)
{
    const int most = 1 + report->most;
    lf_iterations *newton = &tally->newton;
    newton->solved += solved;
    newton->iterations += report->iterations;
    newton->last = most;
    newton->residual = report->residual;
    newton->most = most > newton->most ? most : newton->most;
    if (report->status != LF_OK)
        tally->trouble = (lf_trouble){report->lane, report->body, report->value, 1};
    return report->status;
}
