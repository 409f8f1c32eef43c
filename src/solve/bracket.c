/* SPDX-License-Identifier: BSD-3-Clause */
/* bracket.c - regula falsi of Illinois with bisections, and Brent's search for a minimum (Brent
 * 1973, chapter 5: parabolas, and golden sections where they do not help). */
#include "solve/bracket.h"

#include <float.h>
#include <math.h>

enum { CLOSE = 200, VALLEY = 90 }; /* evaluations, at most */

lf_status lf_bracket_close(lf_curve *f, void *ctx, lf_bracket *b)
{
    double width = b->x1 - b->x0, g0 = b->g0, g1 = b->g1;
    for (int k = 0; k < CLOSE; k++) {
        double g, x = b->x0 + (b->x1 - b->x0) * (g0 / (g0 - g1));
        if (k % 4 == 3 || !(x > b->x0 && x < b->x1))
            x = 0.5 * (b->x0 + b->x1); /* it is slow, or ends on 0: then the first 0 is sought */
        if (x <= b->x0 || x >= b->x1 || b->x1 - b->x0 <= 2 * DBL_EPSILON)
            break;
        const lf_status s = f(ctx, x, &g);
        if (s != LF_OK)
            return s;
        if ((g < 0) == (b->g0 < 0) && g != 0) {
            b->x0 = x;
            b->g0 = g0 = g;
            g1 *= 0.5;
        } else {
            b->x1 = x;
            b->g1 = g1 = g;
            g0 *= 0.5;
        }
        if (b->x1 - b->x0 < 0.5 * width) {
            width = b->x1 - b->x0;
            g0 = b->g0;
            g1 = b->g1;
        }
    }
    return LF_OK;
}

/* The three best points so far, w and v being the second and third, and the last two moves. */
typedef struct {
    double a, b, x, w, v, gx, gw, gv, move, before;
} valley;

/* Where to look next: the bottom of the parabola through the three, or a golden section. */
static double valley_next(valley *V, double tolerance)
{
    const double golden = 0.3819660112501051, middle = 0.5 * (V->a + V->b);
    const double r = (V->x - V->w) * (V->gx - V->gv), q0 = (V->x - V->v) * (V->gx - V->gw);
    double p = (V->x - V->v) * q0 - (V->x - V->w) * r, q = 2 * (q0 - r);
    p = q > 0 ? -p : p;
    q = fabs(q);
    const double last = V->before;
    V->before = V->move;
    if (fabs(last) > tolerance && fabs(p) < fabs(0.5 * q * last) && p > q * (V->a - V->x) &&
        p < q * (V->b - V->x)) {
        V->move = p / q;
        const double u = V->x + V->move;
        if (u - V->a < 2 * tolerance || V->b - u < 2 * tolerance)
            V->move = copysign(tolerance, middle - V->x);
    } else {
        V->before = (V->x < middle ? V->b : V->a) - V->x;
        V->move = golden * V->before;
    }
    return V->x + (fabs(V->move) >= tolerance ? V->move : copysign(tolerance, V->move));
}

static void valley_note(valley *V, double u, double gu)
{
    if (gu <= V->gx) {
        *(u >= V->x ? &V->a : &V->b) = V->x;
        V->v = V->w, V->gv = V->gw;
        V->w = V->x, V->gw = V->gx;
        V->x = u, V->gx = gu;
        return;
    }
    *(u < V->x ? &V->a : &V->b) = u;
    if (gu <= V->gw || V->w == V->x) {
        V->v = V->w, V->gv = V->gw;
        V->w = u, V->gw = gu;
    } else if (gu <= V->gv || V->v == V->x || V->v == V->w) {
        V->v = u, V->gv = gu;
    }
}

/* Down to the bottom of the valley, or to a point that is low enough. */
static lf_status valley_walk(lf_curve *f, void *ctx, valley *V, double enough)
{
    const double least = 1e-8 * (V->b - V->a); /* nearer than this the values no longer differ */
    for (int k = 0; k < VALLEY && V->gx > enough; k++) {
        const double middle = 0.5 * (V->a + V->b), tolerance = least + DBL_EPSILON * fabs(V->x);
        if (fabs(V->x - middle) <= 2 * tolerance - 0.5 * (V->b - V->a))
            break;
        double gu;
        const double u = valley_next(V, tolerance);
        const lf_status s = f(ctx, u, &gu);
        if (s != LF_OK)
            return s;
        valley_note(V, u, gu);
    }
    return LF_OK;
}

lf_status lf_bracket_valley(lf_curve *f, void *ctx, const lf_bracket *b, double enough, double *x,
                            double *g, bool *found)
{
    const double small = 1e-5 * (b->x1 - b->x0);
    const double a = b->x0 + small, z = b->x1 - small, inside = 0.3819660112501051;
    double ga, gz;
    *found = false;
    if (!(small > 4 * DBL_EPSILON))
        return LF_OK;
    lf_status s = f(ctx, a, &ga);
    if (s != LF_OK || !(ga < b->g0))
        return s;
    s = f(ctx, z, &gz);
    if (s != LF_OK || !(gz < b->g1))
        return s;
    *found = true;
    *x = ga < gz ? a : z;
    *g = ga < gz ? ga : gz;
    if (*g <= enough)
        return LF_OK;
    valley V = {.a = a, .b = z, .x = a + inside * (z - a)};
    s = f(ctx, V.x, &V.gx);
    V.w = V.v = V.x;
    V.gw = V.gv = V.gx;
    if (s == LF_OK)
        s = valley_walk(f, ctx, &V, enough);
    if (s == LF_OK && V.gx < *g) {
        *x = V.x;
        *g = V.gx;
    }
    return s;
}
