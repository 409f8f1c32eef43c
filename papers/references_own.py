#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""references_own.py - numbers that the studies of our own compare with and call 'references_own.py', computed apart from
the library: sums in place of fast transforms, series in place of quotients, nothing taken from the library. It
needs Python alone, takes about a minute, and is run by hand:

    papers/references_own.py
"""
from cmath import exp as cexp
from math import cos, exp, expm1, log, pi, sin, sqrt

# ---- u_t = u_xx + 1/(1 + u^2) + Phi between two ends at 0, second differences on 127 points ----

POINTS = 127
PLACE = [(k + 1) / (POINTS + 1) for k in range(POINTS)]
SINES = [[sin(pi * (j + 1) * x) for j in range(POINTS)] for x in PLACE]
LAMBDA = [-(2 * (POINTS + 1) * sin(pi * (j + 1) / (2 * (POINTS + 1)))) ** 2 for j in range(POINTS)]


def to_grid(c):
    return [sum(s * x for s, x in zip(row, c)) for row in SINES]


def to_waves(u):
    out = [0.0] * POINTS
    for row, x in zip(SINES, u):
        out = [a + s * x for a, s in zip(out, row)]
    return [2 * a / (POINTS + 1) for a in out]


def phi(k, z):
    """phi_k(z), by its series for small z."""
    if abs(z) < 0.5:
        total, term = 0.0, 1.0
        for j in range(1, k + 1):
            term /= j
        for j in range(1, 22):
            total += term
            term *= z / (k + j)
        return total
    return expm1(z) / z if k == 1 else (phi(k - 1, z) - [1, 1, 0.5][k - 1]) / z


def flow(a, c, u):
    """exp(a, c).u = e^{aL} u + phi_1(aL) c"""
    return [exp(a * z) * x + phi(1, a * z) * y for z, x, y in zip(LAMBDA, u, c)]


def mix(*pairs):
    return [sum(s * v[j] for s, v in pairs) for j in range(POINTS)]


def term(t, c):
    u, e = to_grid(c), exp(t)
    exact = [x * (1 - x) * e for x in PLACE]
    return to_waves([1 / (1 + v * v) + w + 2 * e - 1 / (1 + w * w) for v, w in zip(u, exact)])


def cf4(t, h, u):
    n1 = term(t, u)
    u2 = flow(h / 2, mix((h / 2, n1)), u)
    n2 = term(t + h / 2, u2)
    n3 = term(t + h / 2, flow(h / 2, mix((h / 2, n2)), u))
    n4 = term(t + h, flow(h / 2, mix((h, n3), (-h / 2, n1)), u2))
    half = flow(h / 2, mix((h / 4, n1), (h / 6, n2), (h / 6, n3), (-h / 12, n4)), u)
    return flow(h / 2, mix((-h / 12, n1), (h / 6, n2), (h / 6, n3), (h / 4, n4)), half)


def bracket(h, c1, c2):
    """[(h, c1), (h, c2)] = (0, h L (c2 - c1))"""
    return [h * z * (y - x) for z, x, y in zip(LAMBDA, c1, c2)]


def rkmk4(t, h, u):
    """with two commutators"""
    k1 = mix((h, term(t, u)))
    k2 = mix((h, term(t + h / 2, flow(h / 2, mix((0.5, k1)), u))))
    k3 = mix((h, term(t + h / 2, flow(h / 2, mix((0.5, k2), (-1 / 8, bracket(h, k1, k2))), u))))
    k4 = mix((h, term(t + h, flow(h, k3, u))))
    return flow(h, mix((1 / 6, k1), (1 / 3, k2), (1 / 3, k3), (1 / 6, k4), (-1 / 12, bracket(h, k1, k4))), u)


def krogstad4(t, h, u):
    p1h, p2h = ([phi(k, h * z / 2) for z in LAMBDA] for k in (1, 2))
    p1, p2, p3 = ([phi(k, h * z) for z in LAMBDA] for k in (1, 2, 3))
    eh, e = [exp(h * z / 2) for z in LAMBDA], [exp(h * z) for z in LAMBDA]
    n1 = term(t, u)
    u2 = [a * x + h / 2 * p * n for a, x, p, n in zip(eh, u, p1h, n1)]
    n2 = term(t + h / 2, u2)
    u3 = [a * x + h * ((p / 2 - q) * n + q * m) for a, x, p, q, n, m in zip(eh, u, p1h, p2h, n1, n2)]
    n3 = term(t + h / 2, u3)
    u4 = [a * x + h * ((p - 2 * q) * n + 2 * q * m) for a, x, p, q, n, m in zip(e, u, p1, p2, n1, n3)]
    n4 = term(t + h, u4)
    return [a * x + h * ((p - 3 * q + 4 * r) * k + (2 * q - 4 * r) * (m + n) + (4 * r - q) * o)
            for a, x, p, q, r, k, m, n, o in zip(e, u, p1, p2, p3, n1, n2, n3, n4)]


def reduction():
    for name, step in (("cf4", cf4), ("rkmk4-2c", rkmk4), ("krogstad4", krogstad4)):
        u, steps = to_waves([x * (1 - x) for x in PLACE]), 16
        for k in range(steps):
            u = step(k / steps, 1 / steps, u)
        off = max(abs(v - x * (1 - x) * exp(1)) for v, x in zip(to_grid(u), PLACE))
        print(f"order reduction, {name}, {steps} steps: {off:.6e}")


# ---- Kuramoto and Sivashinsky's equation to t = 30 by the method of Cox and Matthews ----

TURN = {n: [cexp(-2j * pi * k / n) for k in range(n // 2)] for n in (2, 4, 8, 16, 32, 64, 128, 256)}


def fourier(a, sign=1):
    """sum over j of a_j e^{-+ 2 pi i j k / n}, halves first"""
    n = len(a)
    if n == 1:
        return a
    even, odd = fourier(a[::2], sign), fourier(a[1::2], sign)
    odd = [(w if sign > 0 else w.conjugate()) * x for w, x in zip(TURN[n], odd)]
    return [x + y for x, y in zip(even, odd)] + [x - y for x, y in zip(even, odd)]


def kuramoto():
    n, steps, t = 256, 1920, 30.0
    h = t / steps
    k = [(j if j < n // 2 else j - n) / 16 for j in range(n)]
    first = [0 if j == n // 2 else x for j, x in enumerate(k)]
    lam = [x * x - x**4 for x in k]
    e, eh = [exp(h * z) for z in lam], [exp(h * z / 2) for z in lam]
    p1, p2, p3 = ([phi(i, h * z) for z in lam] for i in (1, 2, 3))
    q = [h / 2 * phi(1, h * z / 2) for z in lam]
    f1 = [h * (a - 3 * b + 4 * c) for a, b, c in zip(p1, p2, p3)]
    f2 = [h * (2 * b - 4 * c) for b, c in zip(p2, p3)]
    f3 = [h * (4 * c - b) for b, c in zip(p2, p3)]

    def nonlinear(c):
        u = [x.real / n for x in fourier(c, -1)]
        return [-0.5j * d * x for d, x in zip(first, fourier([v * v for v in u]))]

    x = [32 * pi * j / n for j in range(n)]
    c = fourier([cos(v / 16) * (1 + sin(v / 16)) for v in x])
    for _ in range(steps):
        nu = nonlinear(c)
        a = [g * v + w * m for g, v, w, m in zip(eh, c, q, nu)]
        na = nonlinear(a)
        b = [g * v + w * m for g, v, w, m in zip(eh, c, q, na)]
        nb = nonlinear(b)
        d = [g * v + w * (2 * m - o) for g, v, w, m, o in zip(eh, a, q, nb, nu)]
        nd = nonlinear(d)
        c = [g * v + r * m + s * (o + o2) + z * y
             for g, v, r, m, s, o, o2, z, y in zip(e, c, f1, nu, f2, na, nb, f3, nd)]
    u = [v.real / n for v in fourier(c, -1)]
    print("kuramoto-sivashinsky, u11 u75 u139 u203 at t = 30:", *(f"{u[j]:.8f}" for j in (10, 74, 138, 202)))


# ---- ten exponents of Lorenz' ring of forty by Runge-Kutta steps and Gram and Schmidt's way ----

RING, VECTORS = 40, 10


def ring_rate(z):
    """of x and of the vectors, each a list of forty"""
    x = z[0]
    ahead, back, back2 = x[1:] + x[:1], x[-1:] + x[:-1], x[-2:] + x[:-2]
    out = [[(a - c) * b - v + 8 for a, b, c, v in zip(ahead, back, back2, x)]]
    for w in z[1:]:
        wa, wb, wc = w[1:] + w[:1], w[-1:] + w[:-1], w[-2:] + w[:-2]
        out.append([(p - r) * b + (a - c) * q - v
                    for p, q, r, a, b, c, v in zip(wa, wb, wc, ahead, back, back2, w)])
    return out


def ring_step(z, h):
    def moved(f, by):
        return [[a + by * b for a, b in zip(u, v)] for u, v in zip(z, f)]
    k1 = ring_rate(z)
    k2 = ring_rate(moved(k1, h / 2))
    k3 = ring_rate(moved(k2, h / 2))
    k4 = ring_rate(moved(k3, h))
    return [[a + h / 6 * (b + 2 * c + 2 * d + e) for a, b, c, d, e in zip(*rows)]
            for rows in zip(z, k1, k2, k3, k4)]


def orthonormal(z):
    """Vectors made orthonormal, and the logarithms of their lengths."""
    done, logs = [], []
    for v in z[1:]:
        for q in done:
            along = sum(a * b for a, b in zip(q, v))
            v = [b - along * a for a, b in zip(q, v)]
        length = sqrt(sum(a * a for a in v))
        logs.append(log(length))
        done.append([a / length for a in v])
    return [z[0]] + done, logs


def ring(transient, t, h, every):
    x = [8.0] * RING
    x[0] += 0.01
    z = [x]
    for _ in range(round(transient / h)):
        z = ring_step(z, h)
    z += [[float(i == j) for i in range(RING)] for j in range(VECTORS)]
    total, steps = [0.0] * VECTORS, round(t / h)
    for k in range(1, steps + 1):
        z = ring_step(z, h)
        if k % every == 0 or k == steps:
            z, logs = orthonormal(z)
            total = [a + b for a, b in zip(total, logs)]
    return [a / t for a in total]


if __name__ == "__main__":
    reduction()
    kuramoto()
    print("lorenz96, to t = 2:", *(f"{a:.7f}" for a in ring(0, 2, 0.002, 10)))
    print("lorenz96, from 20 to 1020:", *(f"{a:.4f}" for a in ring(20, 1000, 0.02, 10)))
