/* SPDX-License-Identifier: BSD-3-Clause */
/* dumbbells.h - the two dumbbells of Lee, Leok, McClamroch 2007 for a type of numbers, included by
 * rhs.h. A body has 13 numbers x, gamma, q, Pi: a quaternion is the cheapest attitude for a solver
 * on R^n. Rods lie along the first axes, so that four forces and one column of each attitude are
 * all there is to a potential: no solver could be given less work. */

/* Column c of the rotation of q, which is stretched by |q|^2. */
static inline void NAME(dumbbell_column)(const REAL *q, int c, REAL *v)
{
    const REAL w = q[0], x = q[1], y = q[2], z = q[3], two = 2;
    if (c == 0) {
        v[0] = w * w + x * x - y * y - z * z;
        v[1] = two * (x * y + w * z);
        v[2] = two * (x * z - w * y);
    } else if (c == 1) {
        v[0] = two * (x * y - w * z);
        v[1] = w * w - x * x + y * y - z * z;
        v[2] = two * (y * z + w * x);
    } else {
        v[0] = two * (x * z + w * y);
        v[1] = two * (y * z - w * x);
        v[2] = w * w - x * x - y * y + z * z;
    }
}

static inline REAL NAME(dumbbell_dot)(const REAL *a, const REAL *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* x' = gamma/m, q' = q (0, Omega)/2, Pi' = Pi x Omega + M; `pull` is the force and `twist` the
 * difference of the forces on both ends of a rod, times half its length. */
static inline void NAME(dumbbell_body)(const REAL *y, REAL mass, const REAL *inverse,
                                       const REAL *pull, const REAL *twist, REAL *f)
{
    const REAL *q = y + 6, *Pi = y + 10, half = (REAL)0.5;
    REAL second[3], third[3];
    const REAL u = Pi[0] * inverse[0], v = Pi[1] * inverse[1], w = Pi[2] * inverse[1];
    NAME(dumbbell_column)(q, 1, second);
    NAME(dumbbell_column)(q, 2, third);
    for (int k = 0; k < 3; k++) {
        f[k] = y[3 + k] / mass;
        f[3 + k] = pull[k];
    }
    f[6] = -half * (q[1] * u + q[2] * v + q[3] * w);
    f[7] = half * (q[0] * u + q[2] * w - q[3] * v);
    f[8] = half * (q[0] * v + q[3] * u - q[1] * w);
    f[9] = half * (q[0] * w + q[1] * v - q[2] * u);
    f[10] = Pi[1] * w - Pi[2] * v;
    f[11] = Pi[2] * u - Pi[0] * w - NAME(dumbbell_dot)(third, twist);
    f[12] = Pi[0] * v - Pi[1] * u + NAME(dumbbell_dot)(second, twist);
}

static inline void NAME(rhs_dumbbells)(const REAL *y, REAL *f)
{
    const REAL strength = (REAL)(2. / 9) * (REAL)1.125; /* G times the masses of two ends */
    const REAL one[2] = {1 / (REAL)0.000375, 1 / (REAL)0.0238125};
    const REAL two[2] = {1 / (REAL)0.003, 1 / (REAL)0.1905};
    REAL a[3], b[3], pull[3] = {0, 0, 0}, back[3], twist[2][3] = {{0, 0, 0}, {0, 0, 0}};
    NAME(dumbbell_column)(y + 6, 0, a);
    NAME(dumbbell_column)(y + 19, 0, b);
    for (int p = 0; p < 4; p++) {
        const REAL s = p & 1 ? (REAL)0.125 : -(REAL)0.125, r = p & 2 ? (REAL)0.25 : -(REAL)0.25;
        REAL d[3];
        for (int k = 0; k < 3; k++)
            d[k] = (y[13 + k] + r * b[k]) - (y[k] + s * a[k]);
        const REAL square = NAME(dumbbell_dot)(d, d);
        const REAL scale = strength / (square * REAL_SQRT(square));
        for (int k = 0; k < 3; k++) {
            pull[k] += scale * d[k];
            twist[0][k] += s * scale * d[k];
            twist[1][k] -= r * scale * d[k];
        }
    }
    for (int k = 0; k < 3; k++)
        back[k] = -pull[k];
    NAME(dumbbell_body)(y, (REAL)1.5, one, pull, twist[0], f);
    NAME(dumbbell_body)(y + 13, (REAL)3, two, back, twist[1], f + 13);
}
