/* SPDX-License-Identifier: BSD-3-Clause */
/* kernel.h - one classical RK4 step of the free rigid body and of the heavy top, all inlined.
 * A template: REAL is a double or a vector of doubles, NAME(x) tells the copies apart. */

typedef struct {
    REAL x, y, z;
} NAME(vec3);

static INLINE NAME(vec3) NAME(cross)(NAME(vec3) a, NAME(vec3) b)
{
    return (NAME(vec3)){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/* a + s b */
static INLINE NAME(vec3) NAME(axpy)(NAME(vec3) a, double s, NAME(vec3) b)
{
    return (NAME(vec3)){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

/* a + 2 b + 2 c + d */
static INLINE NAME(vec3) NAME(weigh)(NAME(vec3) a, NAME(vec3) b, NAME(vec3) c, NAME(vec3) d)
{
    return (NAME(vec3)){a.x + 2 * (b.x + c.x) + d.x, a.y + 2 * (b.y + c.y) + d.y,
                        a.z + 2 * (b.z + c.z) + d.z};
}

/* I^-1 m */
static INLINE NAME(vec3) NAME(turn)(constants c, NAME(vec3) m)
{
    return (NAME(vec3)){c.inverse[0] * m.x, c.inverse[1] * m.y, c.inverse[2] * m.z};
}

/* m' = m x I^-1 m */
static INLINE NAME(vec3) NAME(body)(constants c, NAME(vec3) m)
{
    return NAME(cross)(m, NAME(turn)(c, m));
}

static INLINE NAME(vec3) NAME(body_rk4)(constants c, double h, NAME(vec3) m)
{
    const NAME(vec3) k1 = NAME(body)(c, m);
    const NAME(vec3) k2 = NAME(body)(c, NAME(axpy)(m, 0.5 * h, k1));
    const NAME(vec3) k3 = NAME(body)(c, NAME(axpy)(m, 0.5 * h, k2));
    const NAME(vec3) k4 = NAME(body)(c, NAME(axpy)(m, h, k3));
    return NAME(axpy)(m, h / 6, NAME(weigh)(k1, k2, k3, k4));
}

typedef struct {
    NAME(vec3) pi, gamma;
} NAME(pair);

/* Pi' = Pi x w + Gamma x c chi, Gamma' = Gamma x w with w = I^-1 Pi */
static INLINE NAME(pair) NAME(top)(constants c, NAME(pair) y)
{
    const NAME(vec3) w = NAME(turn)(c, y.pi), spin = NAME(cross)(y.pi, w), g = y.gamma;
    const double *f = c.force;
    return (NAME(pair)){{spin.x + (g.y * f[2] - g.z * f[1]), spin.y + (g.z * f[0] - g.x * f[2]),
                         spin.z + (g.x * f[1] - g.y * f[0])},
                        NAME(cross)(g, w)};
}

static INLINE NAME(pair) NAME(pair_axpy)(NAME(pair) a, double s, NAME(pair) b)
{
    return (NAME(pair)){NAME(axpy)(a.pi, s, b.pi), NAME(axpy)(a.gamma, s, b.gamma)};
}

static INLINE NAME(pair) NAME(top_rk4)(constants c, double h, NAME(pair) y)
{
    const NAME(pair) k1 = NAME(top)(c, y);
    const NAME(pair) k2 = NAME(top)(c, NAME(pair_axpy)(y, 0.5 * h, k1));
    const NAME(pair) k3 = NAME(top)(c, NAME(pair_axpy)(y, 0.5 * h, k2));
    const NAME(pair) k4 = NAME(top)(c, NAME(pair_axpy)(y, h, k3));
    const NAME(pair) sum = {NAME(weigh)(k1.pi, k2.pi, k3.pi, k4.pi),
                            NAME(weigh)(k1.gamma, k2.gamma, k3.gamma, k4.gamma)};
    return NAME(pair_axpy)(y, h / 6, sum);
}

#undef REAL
#undef NAME
