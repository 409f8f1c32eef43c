/* SPDX-License-Identifier: BSD-3-Clause */
/* exact_body.c - the free rigid body in closed form.
 *
 * With j = 1/I in falling order, p = j1 - j2, q = j2 - j3, r = j1 - j3,
 *
 *   A = q (p m2^2 + r m3^2),   B = p (q m2^2 + r m1^2),   lambda^2 = max(A, B),
 *   k^2 = min(A, B)/max(A, B),   k'^2 = r |q m3^2 - p m1^2| / max(A, B),
 *
 * Jacobi's addition theorems carry the momentum from 0 to t without a phase. With s, c, d of
 * lambda t, S = s/lambda and c, d exchanged in the first and third line where B > A:
 *
 *   m1 -> (m1 c   - q m2 m3 S d) / D           D = d^2 + p r m1^2 S^2   (A)
 *   m2 -> (m2 c d + r m1 m3 S)   / D             = d^2 + q r m3^2 S^2   (B)
 *   m3 -> (m3 d   - p m1 m2 S c) / D
 *
 * Every term is a sum of one sign or as exact as the data: separatrix (k = 1), symmetric and
 * spherical bodies (p, q or both 0) and steady rotations need no formula of their own.
 *
 * Attitude (Celledoni, Saefstroem 2006; Celledoni, Marthinsen, Owren 2014, section 3): Q = exp(psi
 * m(0)/|m|) T(m(0)) T(m(t))^T with the frame T of m seen from an axis e_k, and psi the integral of
 * |m| (sum over i /= k of j_i m_i^2)/(sum of m_i^2), by Gauss quadrature. The axis is that of the
 * smallest or largest moment which m keeps at least 45 degrees away from. */
#include "base/exact_body.h"

#include <math.h>
#include <stdbool.h>

#include "base/elliptic.h"
#include "base/gauss.h"

static const double PI = 3.14159265358979323846;

typedef struct {
    int axis[3];    /* body axes by rising moment of inertia */
    double sign;    /* -1 where that order is left-handed: time runs backwards */
    double n[3];    /* m at the start over `unit`, in that order */
    double unit;    /* a power of two near |m|: dividing by it costs no rounding */
    double j[3];    /* 1/inertia, in that order */
    double p, q, r; /* differences of j */
    double lambda;  /* 0: steady */
    bool upper;     /* A >= B: n goes around the third axis */
    lf_jacobi jacobi;
} body;

/* Sort the axes; an exchange turns the orientation around. */
static void sort_axes(body *b, const double inertia[3])
{
    static const int pairs[3][2] = {{0, 1}, {1, 2}, {0, 1}};
    for (int k = 0; k < 3; k++)
        b->axis[k] = k;
    b->sign = 1;
    for (int k = 0; k < 3; k++) {
        int *low = &b->axis[pairs[k][0]], *high = &b->axis[pairs[k][1]];
        if (inertia[*low] <= inertia[*high])
            continue;
        const int keep = *low;
        *low = *high;
        *high = keep;
        b->sign = -b->sign;
    }
}

static double length(const double a[3])
{
    return sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}

/* 1/a - 1/b */
static double difference(double a, double b)
{
    return (b - a) / (a * b);
}

static body body_set(const double inertia[3], const double m[3])
{
    const double largest = fmax(fmax(fabs(m[0]), fabs(m[1])), fabs(m[2]));
    body b = {.unit = largest > 0 ? ldexp(1, ilogb(largest)) : 1};
    double I[3];
    sort_axes(&b, inertia);
    for (int k = 0; k < 3; k++) {
        I[k] = inertia[b.axis[k]];
        b.j[k] = 1 / I[k];
        b.n[k] = m[b.axis[k]] / b.unit;
    }
    b.p = difference(I[0], I[1]);
    b.q = difference(I[1], I[2]);
    b.r = difference(I[0], I[2]);
    const double x = b.n[0] * b.n[0], y = b.n[1] * b.n[1], z = b.n[2] * b.n[2];
    const double A = b.q * (b.p * y + b.r * z), B = b.p * (b.q * y + b.r * x);
    b.upper = b.q * z >= b.p * x;
    const double larger = b.upper ? A : B;
    if (larger > 0 && x + z > 0) {
        b.lambda = b.unit * sqrt(larger);
        lf_jacobi_set(&b.jacobi, fmin(1, b.r * fabs(b.q * z - b.p * x) / larger));
    }
    return b;
}

/* m at time t over its unit, along the sorted axes. */
static void momentum(const body *b, double t, double n[3])
{
    const double n1 = b->n[0], n2 = b->n[1], n3 = b->n[2];
    for (int k = 0; k < 3; k++)
        n[k] = b->n[k];
    if (b->lambda == 0)
        return;
    const lf_jacobi_value v = lf_jacobi_at(&b->jacobi, b->sign * b->lambda * t);
    const double S = v.sn * b->unit / b->lambda;
    const double one = b->upper ? v.cn : v.dn, three = b->upper ? v.dn : v.cn;
    const double X = b->r * S * S * (b->upper ? b->p * n1 * n1 : b->q * n3 * n3);
    const double D = v.dn * v.dn + X;
    if (!(D > 0))
        return;
    n[0] = (n1 * one - b->q * n2 * n3 * S * three) / D;
    n[1] = (n2 * v.cn * v.dn + b->r * n1 * n3 * S) / D;
    n[2] = (n3 * three - b->p * n1 * n2 * S * one) / D;
}

/* How fast psi/|m| grows at n, k being the frame's axis among the sorted ones. */
static double turning(const body *b, int k, const double n[3])
{
    const int i = (k + 1) % 3, l = (k + 2) % 3;
    const double a = n[i] * n[i], c = n[l] * n[l];
    return (b->j[i] * a + b->j[l] * c) / (a + c);
}

/* The longitude of n about the body axis of k. */
static double longitude(const body *b, int k, const double n[3])
{
    const int e = b->axis[k];
    double body_n[3];
    for (int i = 0; i < 3; i++)
        body_n[b->axis[i]] = n[i];
    return atan2(body_n[(e + 2) % 3], body_n[(e + 1) % 3]);
}

/* psi/|m| over [0, t], and how often the longitude passed pi, from above less from below. The
 * integrand has no singularity within 0.78 of the real axis of lambda t, so 4, 8, 16 points over
 * 0.02, 0.25, 1 are exact to 1e-17. */
static double accumulate(const body *b, int k, double t, int *turns)
{
    const double phase = b->lambda * fabs(t);
    const long pieces = phase > 1 && phase < 1e7 ? (long)ceil(phase) : 1;
    const double span = t / (double)pieces;
    const double share = phase / (double)pieces;
    const lf_gauss *rule = &lf_gauss_rules[share > 0.25 ? 2 : share > 0.02 ? 1 : 0];
    double before = longitude(b, k, b->n), n[3], psi = 0;
    *turns = 0;
    for (long i = 0; i < pieces; i++) {
        double sum = 0;
        for (int j = 0; j < 2 * rule->pairs; j++) {
            const double x = j % 2 ? -rule->pair[j / 2][0] : rule->pair[j / 2][0];
            momentum(b, ((double)i + 0.5 + 0.5 * x) * span, n);
            sum += rule->pair[j / 2][1] * turning(b, k, n);
        }
        psi += 0.5 * span * sum;
        momentum(b, (double)(i + 1) * span, n);
        const double now = longitude(b, k, n);
        *turns += (now - before > PI) - (now - before < -PI);
        before = now;
    }
    return psi;
}

static void quaternion_mul(const double a[4], const double b[4], double c[4])
{
    c[0] = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
    c[1] = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
    c[2] = a[0] * b[2] + a[2] * b[0] + a[3] * b[1] - a[1] * b[3];
    c[3] = a[0] * b[3] + a[3] * b[0] + a[1] * b[2] - a[2] * b[1];
}

/* a times the quaternion of a turn by `angle` about body axis e, in place */
static void turn_about(double a[4], int e, double angle)
{
    const double keep[4] = {a[0], a[1], a[2], a[3]};
    double b[4] = {cos(0.5 * angle), 0, 0, 0};
    b[1 + e] = sin(0.5 * angle);
    quaternion_mul(keep, b, a);
}

/* The angle between n and the frame's axis. */
static double colatitude(int k, const double n[3])
{
    return atan2(hypot(n[(k + 1) % 3], n[(k + 2) % 3]), n[k]);
}

/* exp(psi n0) followed by the turn from the frame at n1 to the frame at n0, as quaternions */
static void attitude(const body *b, double t, const double n1[3], double dq[4])
{
    const double *n = b->n, y = n[1] * n[1];
    const int k = b->r * n[0] * n[0] + b->q * y <= b->r * n[2] * n[2] + b->p * y ? 0 : 2;
    const int e = b->axis[k];
    int turns;
    const double size = length(n), psi = size * b->unit * accumulate(b, k, t, &turns);
    const double sign = turns % 2 ? -1 : 1, s = sign * sin(0.5 * psi) / size;
    dq[0] = sign * cos(0.5 * psi);
    for (int i = 0; i < 3; i++)
        dq[1 + b->axis[i]] = s * n[i];
    turn_about(dq, e, longitude(b, k, n));
    turn_about(dq, (e + 2) % 3, colatitude(k, n) - colatitude(k, n1));
    turn_about(dq, e, -longitude(b, k, n1));
}

static void steady(const body *b, double t, double dq[4])
{
    double w[3];
    for (int i = 0; i < 3; i++)
        w[i] = b->unit * (b->n[i] * b->j[i]);
    const double rate = length(w), s = sin(0.5 * rate * t);
    dq[0] = cos(0.5 * rate * t);
    for (int i = 0; i < 3; i++)
        dq[1 + b->axis[i]] = rate > 0 ? s * (w[i] / rate) : 0;
}

void lf_exact_body(const double inertia[3], const double m0[3], double t, double m1[3],
                   double dq[4])
{
    const body b = body_set(inertia, m0);
    double n[3];
    momentum(&b, t, n);
    if (dq && b.lambda == 0)
        steady(&b, t, dq);
    else if (dq)
        attitude(&b, t, n, dq);
    const double scale = b.lambda > 0 ? length(b.n) / length(n) : 1;
    for (int k = 0; k < 3; k++)
        m1[b.axis[k]] = scale * n[k] * b.unit;
    if (!dq)
        return;
    const double norm = sqrt(dq[0] * dq[0] + dq[1] * dq[1] + dq[2] * dq[2] + dq[3] * dq[3]);
    for (int k = 0; k < 4; k++)
        dq[k] /= norm;
}
