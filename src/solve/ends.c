/* SPDX-License-Identifier: BSD-3-Clause */
/* ends.c - trajectories that are over, written down one by one. */
#include "solve/ends.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void lf_ends_note(lf_ends *E, size_t trajectory, lf_status s, double t, size_t steps,
                  const char *message)
{
    if (!E->end || E->end[trajectory].message[0])
        return;
    lf_trajectory_end *end = &E->end[trajectory];
    end->status = s;
    end->t = t;
    end->steps = steps;
    snprintf(end->message, sizeof end->message, "%s", message);
}

/* Its point goes to the caller, and rows have no numbers of it any more. */
static void settle(lf_ends *E, const lf_ending *how)
{
    const size_t n = E->n, i = how->trajectory;
    for (size_t c = 0; c < E->dim; c++) {
        E->points[c * n + i] = how->y[c * how->m + how->lane];
        E->y[c * n + i] = NAN;
    }
    for (size_t k = 0; k < E->count; k++)
        E->invariants[k * n + i] = NAN;
    E->defect[i] = NAN;
    E->settled[i] = true;
    E->settled_count++;
    if (i == 0)
        E->zero = how->t;
}

lf_status lf_ends_fail(lf_ends *E, lf_stats *stats, lf_status s, const lf_ending *how)
{
    const size_t i = how->trajectory;
    lf_ends_note(E, i, s, how->t, how->steps, stats->message);
    if (E->failed == 0 || E->direction * (how->t - E->earliest) < 0)
        E->earliest = how->t;
    if (E->failed++ == 0 || i < E->first) {
        E->first = i;
        memcpy(E->message, stats->message, sizeof E->message);
    }
    if (!E->go_on)
        return s;
    settle(E, how);
    stats->message[0] = 0;
    return LF_OK;
}

lf_status lf_ends_sum(const lf_ends *E, lf_stats *stats, lf_status s)
{
    stats->failed = E->failed;
    if (!E->go_on || E->failed == 0)
        return s;
    stats->trajectory = E->first;
    if (E->failed == E->n)
        stats->t = E->earliest;
    if (s != LF_OK && s != LF_EVENT) /* the run was ended by something else */
        return s;
    snprintf(stats->message, sizeof stats->message, "%zu of %zu trajectories failed, %s%.150s",
             E->failed, E->n, E->failed > 1 ? "first by number: " : "", E->message);
    return LF_ESOME;
}

size_t lf_ends_settled(const lf_ends *E, size_t first, size_t m)
{
    size_t count = 0;
    for (size_t i = first; i < first + m && E->settled_count; i++)
        count += E->settled[i];
    return count;
}
