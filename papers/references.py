#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""references.py - what methods of the papers give, computed apart from the library: the numbers that
studies of celledoni2021, becker2021 and marthinsen1997 compare with and call 'references.py'. Exponentials are sums of
powers of matrices, differentials are sums of brackets, chains are written in angles, tops in matrices; nothing is
taken from the library. It needs Python alone, takes about three minutes, and is run by hand:

    papers/references.py
"""
from math import atan2, cos, sin, sqrt

# ---- vectors and matrices ----


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def plus(a, *pairs):
    """a + s1 b1 + s2 b2 ..."""
    out = list(a)
    for s, b in pairs:
        out = [x + s * y for x, y in zip(out, b)]
    return out


def hat(u):
    return [[0, -u[2], u[1]], [u[2], 0, -u[0]], [-u[1], u[0], 0]]


def times(A, B):
    columns = list(zip(*B))
    return [[dot(row, column) for column in columns] for row in A]


def act(A, v):
    return [dot(row, v) for row in A]


def transposed(A):
    return [list(row) for row in zip(*A)]


def exponential(A):
    """Scaling, 18 powers, squaring."""
    n, halvings = len(A), 4
    small = [[x / 2**halvings for x in row] for row in A]
    total = [[float(i == j) for j in range(n)] for i in range(n)]
    power = [row[:] for row in total]
    for k in range(1, 19):
        power = [[x / k for x in row] for row in times(power, small)]
        total = [plus(a, (1, b)) for a, b in zip(total, power)]
    for _ in range(halvings):
        total = times(total, total)
    return total


def solve(A, b):
    n = len(b)
    M = [list(row) + [x] for row, x in zip(A, b)]
    for k in range(n):
        best = max(range(k, n), key=lambda i: abs(M[i][k]))
        M[k], M[best] = M[best], M[k]
        for i in range(k + 1, n):
            M[i] = plus(M[i], (-M[i][k] / M[k][k], M[k]))
    x = [0.0] * n
    for k in reversed(range(n)):
        x[k] = (M[k][n] - dot(M[k][k + 1:n], x[k + 1:])) / M[k][k]
    return x


# ---- SE(3): pairs (rotation, translation) of three numbers each ----

BERNOULLI = [1, -1 / 2, 1 / 12, 0, -1 / 720, 0, 1 / 30240, 0, -1 / 1209600, 0, 1 / 47900160, 0,
             -691 / 1307674368000, 0, 1 / 74724249600]  # B_k/k!


def bracket(u, v):
    return cross(u[:3], v[:3]) + plus(cross(u[:3], v[3:]), (1, cross(u[3:], v[:3])))


def dexpinv(u, v):
    total, term = [0.0] * 6, v
    for b in BERNOULLI:
        total, term = plus(total, (b, term)), bracket(u, term)
    return total


def motion(u):
    """exp(u) as a rotation and a translation."""
    E = exponential([row + [x] for row, x in zip(hat(u[:3]), u[3:])] + [[0, 0, 0, 0]])
    return [row[:3] for row in E[:3]], [row[3] for row in E[:3]]


def pull_rod(u, y):
    """exp(u) on TS^2: (q, w) to (A q, A w + a x A q)."""
    A, a = motion(u)
    q = act(A, y[:3])
    return q + plus(act(A, y[3:]), (1, cross(a, q)))


def coadjoint(u, y):
    """exp(u) on se(3)*: (mu, nu) to (A mu + a x A nu, A nu)."""
    A, a = motion(u)
    nu = act(A, y[3:])
    return plus(act(A, y[:3]), (1, cross(a, nu))) + nu


# ---- a chain in a plane by RKMK(5,4), Celledoni et al. 2021, sections 4.1 and 5.3 ----

A54 = [[], [1 / 5], [3 / 40, 9 / 40], [44 / 45, -56 / 15, 32 / 9],
       [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729],
       [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656],
       [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84]]
B4 = [5179 / 57600, 0, 7571 / 16695, 393 / 640, -92097 / 339200, 187 / 2100, 1 / 40]
GRAVITY = 9.81


def chain_field(y, length):
    """(w, q x w') of every rod, by Lagrange's equations for the angles from the upward vertical."""
    n = len(y)
    angle = [atan2(rod[0], rod[2]) for rod in y]
    rate = [rod[4] for rod in y]
    below = [[n - max(i, j) for j in range(n)] for i in range(n)]
    M = [[below[i][j] * cos(angle[i] - angle[j]) for j in range(n)] for i in range(n)]
    b = [sum(-below[i][j] * sin(angle[i] - angle[j]) * rate[j]**2 for j in range(n)) +
         (n - i) * GRAVITY / length * sin(angle[i]) for i in range(n)]
    return [rod[3:] + cross(rod[:3], [0, turn, 0]) for rod, turn in zip(y, solve(M, b))]


def chain_step(y, length, h):
    """One step, and the difference of the two methods in the algebra."""
    n, k = len(y), []
    for row in A54:
        u = [plus([0.0] * 6, *[(h * a, stage[i]) for a, stage in zip(row, k)]) for i in range(n)]
        field = chain_field([pull_rod(u[i], y[i]) for i in range(n)], length)
        k.append([dexpinv(u[i], field[i]) for i in range(n)])
    off = [plus([0.0] * 6, *[(h * (a - b), stage[i]) for a, b, stage in zip(A54[6] + [0], B4, k)])
           for i in range(n)]
    return [pull_rod(u[i], y[i]) for i in range(n)], sqrt(sum(dot(v, v) for v in off))


def chain_run(n, length, careful, tol=1e-6, end=3.0):
    """Steps by (33), safety 0.85, factors from 0.2 to 5; careful: none above 1 after a rejection."""
    y = [[sqrt(0.5), 0, sqrt(0.5), 0, 1, 0] for _ in range(n)]
    t, h, sizes, rejected, most = 0.0, 0.01, [], 0, 5
    while t < end:
        last = h >= end - t
        h = end - t if last else h
        new, e = chain_step(y, length, h)
        h_next = h * min(most, max(0.2, 0.85 * (tol / e)**0.2))
        if e < tol:
            sizes.append((h, t))
            t, y = end if last else t + h, new
        else:
            rejected += 1
        most = 1 if careful and e >= tol else 5
        h = h_next
    least, at = min(sizes[1:-1])
    print(f"RKMK(5,4), N = {n}, L = {length:g}{', careful' if careful else ''}: {len(sizes)} steps, {rejected} rejected, smallest "
          f"{least:.6e} at {at:.4f}, largest {max(sizes)[0]:.6e}")


# ---- the double pendulum by RK4 and h = 0.01 ----


def double_printed(y):
    """Section 5.2 as printed for N = 2, unit masses and lengths; y = q1, w1, q2, w2."""
    q, w = [y[0:3], y[6:9]], [y[3:6], y[9:12]]
    R = [[0.0] * 6 for _ in range(6)]
    b = []
    for i in range(2):
        for j in range(2):
            block = times(transposed(hat(q[i])), hat(q[j]))
            for r in range(3):
                for c in range(3):
                    R[3 * i + r][3 * j + c] = (2 - i) * float(r == c) if i == j else block[r][c]
        b += plus([0.0] * 3, (dot(w[1 - i], w[1 - i]), cross(q[i], q[1 - i])),
                  (-(2 - i) * GRAVITY, cross(q[i], [0, 0, 1])))
    turn = solve(R, b)
    return cross(w[0], q[0]) + turn[:3] + cross(w[1], q[1]) + turn[3:]


def double_tensions(y):
    """The same on (TS^2)^2, by Newton's law and the tensions of two rods; off it, another field."""
    q, w = [y[0:3], y[6:9]], [y[3:6], y[9:12]]
    off = -dot(q[0], q[1])
    pull = solve([[1, off], [off, 2]], [dot(w[0], w[0]) - GRAVITY * q[0][2], dot(w[1], w[1])])
    return (cross(w[0], q[0]) + cross(q[0], plus([0, 0, -GRAVITY], (pull[1], q[1]))) +
            cross(w[1], q[1]) + cross(q[1], [pull[0] * x for x in q[0]]))


def double_drift(what, double_field, h=0.01, steps=500):
    y = [0, 0.6, -0.8, 0.5, 0.8, 0.6, 1, 0, 0, 0, 1, -0.5]
    norm = tangent = 0.0
    for _ in range(steps):
        k1 = double_field(y)
        k2 = double_field(plus(y, (h / 2, k1)))
        k3 = double_field(plus(y, (h / 2, k2)))
        k4 = double_field(plus(y, (h, k3)))
        y = plus(y, (h / 6, k1), (h / 3, k2), (h / 3, k3), (h / 6, k4))
        for q, w in ((y[0:3], y[3:6]), (y[6:9], y[9:12])):
            norm, tangent = max(norm, abs(1 - dot(q, q))), max(tangent, abs(dot(q, w)))
    print(f"double pendulum, RK4, h = 0.01, {what}: |1 - q.q| {norm:.6e}, |q.w| {tangent:.6e}")


# ---- the top of Celledoni et al. 2021, section 3.4.4, by (15)-(17) ----

TOP_I, TOP_C, TOP_G0, TOP_CHI = [0.234375, 0.46875, 0.234375], 30, [0, 0, -9.81], [0, 1, 0]


def dexp(u, v):
    total, term = [0.0] * 3, list(v)
    for k in range(1, 40):
        total, term = plus(total, (1, term)), [x / (k + 1) for x in cross(u, term)]
    return total


def spatial(Q, m):
    return act(Q, [x / i for x, i in zip(act(transposed(Q), m), TOP_I)])


def top_energy(Q, m):
    return dot(m, spatial(Q, m)) / 2 + TOP_C * dot(TOP_G0, act(Q, TOP_CHI))


def top_step(Q, m, h, theta, xi):
    """xi = h omega at exp(theta xi) Q and theta dexp(mu0) + (1 - theta) dexp(mu1), by Newton."""
    def residual(x):
        middle = times(exponential(hat([theta * a for a in x])), Q)
        after = plus(m, (h * TOP_C, cross(TOP_G0, act(middle, TOP_CHI))))
        M = plus([theta * a for a in dexp([theta * a for a in x], m)],
                 (1 - theta, dexp([-(1 - theta) * a for a in x], after)))
        return plus(x, (-h, spatial(middle, M))), after
    for _ in range(30):
        r, after = residual(xi)
        columns = []
        for j in range(3):
            moved = [x + 1e-6 * float(c == j) for c, x in enumerate(xi)]
            columns.append([(a - b) / 1e-6 for a, b in zip(residual(moved)[0], r)])
        change = solve(transposed(columns), r)
        xi = plus(xi, (-1, change))
        if max(map(abs, change)) < 1e-14:
            break
    return times(exponential(hat(xi)), Q), residual(xi)[1], xi


def top_run(theta, h=0.01, steps=6000):
    Q = [[float(i == j) for j in range(3)] for i in range(3)]
    m = [0, 70.3125, -1.0817296875]
    start = top_energy(Q, m)
    xi = [h * x for x in spatial(Q, m)]
    low, high, quarter = 0.0, 0.0, [0.0] * 4
    for k in range(steps):
        Q, m, xi = top_step(Q, m, h, theta, xi)
        off = top_energy(Q, m) - start
        low, high = min(low, off), max(high, off)
        quarter[4 * k // steps] = max(quarter[4 * k // steps], abs(off))
    print(f"heavy top, theta = {theta}: energy error from {low:.6e} to {high:.6e}, in the last quarter "
          f"{quarter[3]:.6e}, H0 {start:.10f}")


# ---- the free body and the heavy top of Becker 2021 ----


def body_rate(m):
    return cross(m, [m[0], m[1] / 5, m[2] / 6])


def becker_velocity(y):
    return [-y[0], -y[1] / 5, -y[2] / 6, 0, 0, -1.0]


def becker_rate(y):
    u = becker_velocity(y)
    return plus(cross(u[:3], y[:3]), (1, cross(u[3:], y[3:]))) + cross(u[:3], y[3:])


def becker_energy(y):
    return (y[0]**2 + y[1]**2 / 5 + y[2]**2 / 6) / 2 + y[5]


def step_midpoint(rate):
    return lambda y, h: plus(y, (h, rate(plus(y, (h / 2, rate(y))))))


def step_rkmk4(y, h):
    def F(u):
        return dexpinv(u, becker_velocity(coadjoint(u, y)))
    k1 = F([0.0] * 6)
    k2 = F([h / 2 * x for x in k1])
    k3 = F([h / 2 * x for x in k2])
    k4 = F([h * x for x in k3])
    return coadjoint(plus([0.0] * 6, (h / 6, k1), (h / 3, k2), (h / 3, k3), (h / 6, k4)), y)


def step_cf4(y, h):
    f, zero = becker_velocity, [0.0] * 6
    k1 = f(y)
    Y2 = coadjoint([h / 2 * x for x in k1], y)
    k2 = f(Y2)
    k3 = f(coadjoint([h / 2 * x for x in k2], y))
    k4 = f(coadjoint(plus(zero, (h, k3), (-h / 2, k1)), Y2))
    half = coadjoint(plus(zero, (h / 4, k1), (h / 6, k2), (h / 6, k3), (-h / 12, k4)), y)
    return coadjoint(plus(zero, (-h / 12, k1), (h / 6, k2), (h / 6, k3), (h / 4, k4)), half)


def becker_drift(what, step, y, h, steps, value):
    start, most = value(y), 0.0
    for _ in range(steps):
        y = step(y, h)
        most = max(most, abs(value(y) - start))
    print(f"{what}: {most:.6e}")


def becker():
    top = [sin(1.1), 0, cos(1.1), 1, 0.2, 3]
    becker_drift("free body, modified Euler, |m|", step_midpoint(body_rate), [0.7, 0.3, 0.5], 0.01,
                 100, lambda m: sqrt(dot(m, m)))
    becker_drift("heavy top, modified Euler, |nu|", step_midpoint(becker_rate), top, 0.01, 100,
                 lambda y: sqrt(dot(y[3:], y[3:])))
    for name, step in (("cf4", step_cf4), ("rkmk4", step_rkmk4),
                       ("modified Euler", step_midpoint(becker_rate))):
        becker_drift(f"heavy top, {name}, energy", step, top, 0.05, 200, becker_energy)


# ---- the test cases of Marthinsen, Munthe-Kaas, Owren 1997 ----

ONE = [[1.0, 0, 0], [0, 1.0, 0], [0, 0, 1.0]]


def matrices(A, *pairs):
    """A + s1 B1 + s2 B2 ..."""
    return [plus(row, *((s, B[i]) for s, B in pairs)) for i, row in enumerate(A)]


def off_manifold(R):
    D = matrices(times(transposed(R), R), (-1, ONE))
    return sqrt(sum(dot(row, row) for row in D))


def norms_rate(R):
    flat = [abs(x) for row in R for x in row]
    f = [sum(x**p for x in flat)**(1 / p) for p in (2, 3, 4)]
    return times(hat([-x for x in f]), R)


def humming_rate(y):
    """B stands above omega."""
    B, w = y[:3], y[3]
    return times(hat(w), B) + [cross(w, [0, 0, -1.0])]


def step_rk4(rate):
    def step(y, h):
        k1 = rate(y)
        k2 = rate(matrices(y, (h / 2, k1)))
        k3 = rate(matrices(y, (h / 2, k2)))
        k4 = rate(matrices(y, (h, k3)))
        return matrices(y, (h / 6, k1), (h / 3, k2), (h / 3, k3), (h / 6, k4))
    return step


def stiffness(w):
    """B'' = (hat(w') + hat(w)^2) B"""
    return matrices(times(hat(w), hat(w)), (1, hat(cross(w, [0, 0, -1.0]))))


def step_newmark(state, h):
    """beta = 1/4, gamma = 1/2; omega by the trapezoidal rule, which is linear."""
    B, w, v, a = state
    F = transposed([cross(e, [0, 0, -1.0]) for e in ONE])
    w1 = solve(matrices(ONE, (-h / 2, F)), plus(w, (h / 2, act(F, w))))
    K = stiffness(w1)
    known = matrices(B, (h, v), (h * h / 4, a))
    B1 = transposed([solve(matrices(ONE, (-h * h / 4, K)), c) for c in transposed(known)])
    a1 = times(K, B1)
    return B1, w1, matrices(v, (h / 2, a), (h / 2, a1)), a1


def marthinsen():
    w, s = [-1.1, -1.0, -0.8], sqrt(3) / 2
    B = [[1.0, 0, 0], [0, s, 0.5], [0, -0.5, s]]
    for what, step, y, matrix in (
            ("norms, RK4", step_rk4(norms_rate), ONE, lambda y: y),
            ("humming top, RK4", step_rk4(humming_rate), B + [w], lambda y: y[:3]),
            ("humming top, Newmark", step_newmark,
             (B, w, times(hat(w), B), times(stiffness(w), B)), lambda y: y[0])):
        most = 0.0
        for _ in range(100):
            y = step(y, 0.01)
            most = max(most, off_manifold(matrix(y)))
        print(f"{what}, |R^T R - I|: {most:.6e}, at the end {off_manifold(matrix(y)):.6e}")


if __name__ == "__main__":
    becker()
    marthinsen()
    double_drift("as printed", double_printed)
    double_drift("tensions", double_tensions)
    for theta in (0.5, 0.0):
        top_run(theta)
    for n, length in ((2, 1.0), (2, 2.5), (20, 1.0), (20, 0.25)):
        chain_run(n, length, True)
    chain_run(2, 1.0, False)
