/* SPDX-License-Identifier: BSD-3-Clause */
/* celledoni2014_body_runs.c - the runs of Celledoni et al. 2014, figure 7. Momentum and energy are
 * taken from the attitude by the paper's own formulas, with E(q) = 1 + 2 q0 hat(q) + 2 hat(q)^2:
 *
 *   m = E(q)^T m0,   H = m.I^-1 m/2. */
#include "papers/celledoni2014_body.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "papers/closed_forms.h"
#include "papers/matlab_ode45.h"
#include "papers/property.h"

enum { BODY_EACH = 2000 }; /* rows kept one by one, later ones every BODY_PAUSE */
static const double body_t_end = 1000, body_pause = 0.55, half_turn = 3.14159265358979323846;

const double lf_body_inertia[3] = {1, 5, 60}, lf_body_momentum[3] = {1, 2.5, -60};
static const char *const body_settings[] = {"inertia", "1 5 60", "m0", "1 2.5 -60",
                                            "moments", "any",    NULL};

/* v + 2 w q x v + 2 q x (q x v): E(q) v, and with -w for w its transpose. */
static void body_turn(double w, const double *q, const double *v, double *out)
{
    double once[3];
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        once[k] = q[i] * v[j] - q[j] * v[i];
    }
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        out[k] = v[k] + 2 * w * once[k] + 2 * (q[i] * once[j] - q[j] * once[i]);
    }
}

static double body_energy(const double *m)
{
    double twice = 0;
    for (int k = 0; k < 3; k++)
        twice += m[k] * m[k] / lf_body_inertia[k];
    return 0.5 * twice;
}

/* (x, y) in which the exact curve about axis 3 is the unit circle. */
static void body_circle(const double *m, double place[2])
{
    double rest = 0, a[2];
    for (int k = 0; k < 2; k++) {
        a[k] = 1 / lf_body_inertia[k] - 1 / lf_body_inertia[2];
        rest += a[k] * lf_body_momentum[k] * lf_body_momentum[k];
    }
    for (int k = 0; k < 2; k++)
        place[k] = m[k] * sqrt(a[k] / rest);
}

/* The angle from one momentum to the next. */
static double body_advance(const double *from, const double *to)
{
    double a[2], b[2];
    body_circle(from, a);
    body_circle(to, b);
    return remainder(atan2(b[1], b[0]) - atan2(a[1], a[0]), 2 * half_turn);
}

static lf_status body_take(void *ctx, double t, const double *q)
{
    lf_body_way *way = ctx;
    double m[3], place[2];
    body_turn(-q[0], q + 1, lf_body_momentum, m);
    body_circle(m, place);
    if (t > 0)
        way->angle += body_advance(way->end, m);
    way->energy = fmax(way->energy, fabs(body_energy(m) / body_energy(lf_body_momentum) - 1));
    way->curve = fmax(way->curve, fabs(hypot(place[0], place[1]) - 1));
    way->length =
        fmax(way->length, fabs(sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]) - 1));
    memcpy(way->end, m, sizeof m);
    const size_t row = way->rows;
    if (row < LF_BODY_ROWS &&
        (row < BODY_EACH || t - way->t[row - 1] > body_pause - 1e-9 || t == body_t_end)) {
        way->t[row] = t;
        memcpy(way->m[row], m, sizeof m);
        way->rows++;
    }
    return LF_OK;
}

static lf_status body_row(void *ctx, const lf_row *row)
{
    return body_take(ctx, row->t, row->y);
}

/* The model with settings on top, its rows taken by `way` unless that is NULL. */
static lf_status body_run(lf_report *R, const char *const *settings, lf_body_way *way,
                          lf_stats *stats, double *q)
{
    const lf_sink sink = {.row = body_row, .ctx = way};
    lf_scenario *S = lf_scenario_new();
    lf_outcome out = {.status = LF_OK};
    lf_status status = lf_study_scenario(R, "free-rigid-body-quaternion", body_settings, S);
    for (; status == LF_OK && settings[0]; settings += 2)
        status = lf_scenario_set(S, settings[0], settings[1], NULL);
    if (status == LF_OK)
        status = lf_scenario_run(S, way ? &sink : NULL, R->progress, &out);
    lf_study_remember(R, S, NULL);
    if (status == LF_OK) {
        *stats = out.stats;
        memcpy(q, out.y, 4 * sizeof *q);
    }
    if (!*R->why)
        lf_report_fail(R, status, lf_scenario_why(S));
    lf_scenario_free(S);
    return status;
}

lf_status lf_body_march(lf_report *R, const char *method, const char *step, lf_body_way *way)
{
    const char *const settings[] = {"method", method,  "step", step, "t_end",
                                    "1000",   "every", step,   NULL};
    lf_stats stats;
    double q[4];
    memset(way, 0, sizeof *way);
    lf_status status = body_run(R, settings, way, &stats, q);
    if (status == LF_OK) {
        way->steps = stats.steps;
        way->cost = (double)stats.evaluations / (double)stats.steps;
    }
    return status;
}

/* q' = f(q).q with f(q) = q.v.q^c and v = I^-1 E(q^c) m0/2, as the paper prints it. */
static lf_status body_printed(const void *ctx, size_t trajectory, double t, const double *q,
                              double *rate)
{
    double m[3], v[3], f[3], w = 0, square = 0, along = 0;
    (void)ctx;
    (void)trajectory;
    (void)t;
    body_turn(-q[0], q + 1, lf_body_momentum, m);
    for (int k = 0; k < 3; k++) {
        v[k] = 0.5 * m[k] / lf_body_inertia[k];
        square += q[1 + k] * q[1 + k];
        along += q[1 + k] * v[k];
    }
    for (int k = 0; k < 3; k++) { /* q.v.q^c = (w^2 - q.q) v + 2 (q.v) q + 2 w q x v */
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        const double cross = q[1 + i] * v[j] - q[1 + j] * v[i];
        f[k] = (q[0] * q[0] - square) * v[k] + 2 * along * q[1 + k] + 2 * q[0] * cross;
        w -= f[k] * q[1 + k];
    }
    rate[0] = w;
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        rate[1 + k] = q[0] * f[k] + f[i] * q[1 + j] - f[j] * q[1 + i];
    }
    return LF_OK;
}

/* MATLAB raises a relative tolerance below 100 eps to that, with a warning. */
lf_status lf_body_ode45(lf_report *R, double tolerance, lf_body_way *way)
{
    const lf_point_field point = {.value = body_printed};
    lf_ode45 ode45 = {.t_end = body_t_end,
                      .rtol = fmax(tolerance, 100 * DBL_EPSILON),
                      .atol = tolerance,
                      .row = body_take,
                      .ctx = way};
    double q[4] = {1, 0, 0, 0};
    memset(way, 0, sizeof *way);
    lf_status status = lf_ode45_solve(&ode45, &point, 4, q);
    way->steps = ode45.steps;
    way->cost = (double)ode45.evaluations / (double)ode45.steps;
    return lf_report_fail(R, status, NULL);
}

double lf_body_exact_angle(void)
{
    double m[2][3], angle = 0;
    memcpy(m[0], lf_body_momentum, sizeof m[0]);
    for (int k = 1; k <= 64 * (int)body_t_end; k++) {
        lf_closed_body(lf_body_inertia, lf_body_momentum, k / 64.0, m[k % 2]);
        angle += body_advance(m[(k + 1) % 2], m[k % 2]);
    }
    return angle;
}

lf_status lf_body_error(lf_report *R, const char *method, const char *steps, double *error)
{
    const char *const settings[] = {"method", method, "t_end", "0.5", "steps", steps, NULL};
    double q[4], m[3], exact[3], square = 0;
    lf_stats stats;
    lf_status status = body_run(R, settings, NULL, &stats, q);
    if (status != LF_OK)
        return status;
    body_turn(-q[0], q + 1, lf_body_momentum, m);
    lf_closed_body(lf_body_inertia, lf_body_momentum, 0.5, exact);
    for (int k = 0; k < 3; k++)
        square += (m[k] - exact[k]) * (m[k] - exact[k]);
    *error = sqrt(square);
    return LF_OK;
}

lf_status lf_body_literal(lf_report *R, double *energy)
{
    static const char *const settings[] = {"m0",   "1 1/10 -1/60", "method", "rkmk2", "t_end",
                                           "1000", "step",         "1/64",   NULL};
    lf_stats stats;
    double q[4];
    lf_status status = body_run(R, settings, NULL, &stats, q);
    if (status == LF_OK)
        *energy = stats.invariant[0].max_drift / stats.invariant[0].initial;
    return status;
}

lf_status lf_body_return(lf_report *R, const char *method, double *distance)
{
    lf_scenario *S = lf_scenario_new();
    lf_problem P;
    double q[LF_MODEL_MAX_DIM];
    lf_status status = lf_study_scenario(R, "free-rigid-body-quaternion", body_settings, S);
    if (status == LF_OK)
        status = lf_scenario_build(S, &P, q);
    if (status == LF_OK)
        status = lf_property_return(lf_method_find(method), &P, 1.0 / 64, q, distance);
    lf_report_fail(R, status, lf_scenario_why(S));
    lf_scenario_free(S);
    return status;
}
