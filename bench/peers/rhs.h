/* SPDX-License-Identifier: BSD-3-Clause */
/* rhs.h - the right-hand sides for a type of numbers: include it with REAL, REAL_SQRT and NAME defined. The
 * body has I = (1, 5, 6); the top hangs from chi = e3 with c = 1; the chain has unit masses and
 * lengths. Points are (m), (q, m), (Pi, Gamma), and [component][link] of (q, omega). */
#include <stddef.h>

#include "dumbbells.h"

/* m' = m x I^-1 m */
static inline void NAME(rhs_body)(const REAL *m, REAL *f)
{
    const REAL w0 = m[0], w1 = m[1] * (REAL)(1 / (REAL)5), w2 = m[2] * (REAL)(1 / (REAL)6);
    f[0] = m[1] * w2 - m[2] * w1;
    f[1] = m[2] * w0 - m[0] * w2;
    f[2] = m[0] * w1 - m[1] * w0;
}

/* q' = q (0, w)/2: seven numbers, the cheapest form of an attitude for a solver on R^n */
static inline void NAME(rhs_attitude)(const REAL *y, REAL *f)
{
    const REAL *m = y + 4;
    const REAL h = (REAL)0.5;
    const REAL a = h * m[0], b = m[1] * (REAL)(h / (REAL)5), c = m[2] * (REAL)(h / (REAL)6);
    f[0] = -(y[1] * a + y[2] * b + y[3] * c);
    f[1] = y[0] * a + y[2] * c - y[3] * b;
    f[2] = y[0] * b + y[3] * a - y[1] * c;
    f[3] = y[0] * c + y[1] * b - y[2] * a;
    NAME(rhs_body)(m, f + 4);
}

/* Pi' = Pi x w + Gamma x e3, Gamma' = Gamma x w */
static inline void NAME(rhs_top)(const REAL *y, REAL *f)
{
    const REAL *g = y + 3;
    const REAL w0 = y[0], w1 = y[1] * (REAL)(1 / (REAL)5), w2 = y[2] * (REAL)(1 / (REAL)6);
    NAME(rhs_body)(y, f);
    f[0] += g[1];
    f[1] -= g[0];
    f[3] = g[1] * w2 - g[2] * w1;
    f[4] = g[2] * w0 - g[0] * w2;
    f[5] = g[0] * w1 - g[1] * w0;
}

/* One end of the elimination of the rod tensions: continuants keep the division out of the
 * recurrence, as in the library's own field, so that the peers lose nothing by their chain. */
typedef struct {
    REAL p1, p2, coupling, multiplier, right;
} NAME(chain_end);

static inline void NAME(chain_reduce)(REAL d, REAL towards, REAL *e, REAL *r, NAME(chain_end) * s)
{
    const REAL P = d * s->p1 - s->coupling * s->coupling * s->p2, p = s->p1 / P;
    const REAL z = *r + s->multiplier * s->right;
    s->p2 = s->p1;
    s->p1 = P;
    s->coupling = towards;
    s->multiplier = p * towards;
    s->right = z;
    *e = s->multiplier;
    *r = p * z;
}

static inline void NAME(chain_restart)(NAME(chain_end) * s)
{
    s->p2 /= s->p1;
    s->p1 = 1;
}

/* Tensions in place of r, from both ends to the middle. */
static inline void NAME(chain_tensions)(size_t n, REAL *restrict e, REAL *restrict r)
{
    NAME(chain_end) top = {1, 0, 0, 0, 0}, end = {1, 0, 0, 0, 0};
    const size_t middle = n / 2, below = n - 1 - middle;
    for (size_t k = 0; k < middle; k++) {
        const size_t j = n - 1 - k;
        if (k && k % 8 == 0) {
            NAME(chain_restart)(&top);
            NAME(chain_restart)(&end);
        }
        NAME(chain_reduce)(k ? 2 : 1, e[k], e + k, r + k, &top);
        if (k < below)
            NAME(chain_reduce)(2, e[j - 1], e + j, r + j, &end);
    }
    const REAL d = middle ? 2 : 1;
    REAL up = (r[middle] + top.multiplier * top.right + end.multiplier * end.right) /
              (d - top.coupling * top.multiplier - end.coupling * end.multiplier);
    REAL down = up;
    r[middle] = up;
    for (size_t k = 1; k <= middle; k++) {
        r[middle - k] = up = r[middle - k] + e[middle - k] * up;
        if (middle + k < n)
            r[middle + k] = down = r[middle + k] + e[middle + k] * down;
    }
}

/* f = (w x q, q x s) for link i, s the pull of its neighbours */
static inline void NAME(chain_link)(size_t n, size_t i, const REAL *restrict y, REAL s0, REAL s1,
                                    REAL s2, REAL *restrict f)
{
    const REAL q0 = y[i], q1 = y[n + i], q2 = y[2 * n + i];
    const REAL w0 = y[3 * n + i], w1 = y[4 * n + i], w2 = y[5 * n + i];
    f[i] = w1 * q2 - w2 * q1;
    f[n + i] = w2 * q0 - w0 * q2;
    f[2 * n + i] = w0 * q1 - w1 * q0;
    f[3 * n + i] = q1 * s2 - q2 * s1;
    f[4 * n + i] = q2 * s0 - q0 * s2;
    f[5 * n + i] = q0 * s1 - q1 * s0;
}

static inline void NAME(rhs_chain)(size_t n, REAL gravity, const REAL *restrict y, REAL *restrict f,
                                   REAL *restrict e, REAL *restrict r)
{
    const REAL *w = y + 3 * n;
#pragma GCC ivdep
    for (size_t i = 0; i < n; i++) {
        const size_t j = i + 1; /* of the last link: another component, and its e is never read */
        e[i] = y[i] * y[j] + y[n + i] * y[n + j] + y[2 * n + i] * y[2 * n + j];
        r[i] = w[i] * w[i] + w[n + i] * w[n + i] + w[2 * n + i] * w[2 * n + i];
    }
    r[0] -= gravity * y[2 * n];
    NAME(chain_tensions)(n, e, r);
    const size_t last = n - 1;
    const REAL pull = last ? r[1] : 0, lift = last ? r[last - 1] : 0;
    NAME(chain_link)(n, 0, y, pull * y[1], pull * y[n + 1], pull * y[2 * n + 1] - gravity, f);
#pragma GCC ivdep
    for (size_t i = 1; i < last; i++) {
        const REAL a = r[i - 1], b = r[i + 1];
        NAME(chain_link)
        (n, i, y, a * y[i - 1] + b * y[i + 1], a * y[n + i - 1] + b * y[n + i + 1],
         a * y[2 * n + i - 1] + b * y[2 * n + i + 1], f);
    }
    if (last)
        NAME(chain_link)
    (n, last, y, lift * y[last - 1], lift * y[n + last - 1], lift * y[2 * n + last - 1], f);
}
