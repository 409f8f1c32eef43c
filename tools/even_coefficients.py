#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Coefficients of src/base/even.h: polynomials in x = theta^2 on [0, 4] for the even functions of
the rotation group, shorter ones on [0, 1/4] for those of every stage, and polynomials in x - 10 on
[4, 16] for larger angles. Interpolation at Chebyshev points, computed with 60 digits; next to zero
f(0) is kept exact; the degree is the smallest whose relative error stays under 3e-17. On [4, 16] the
zero of S at pi is divided out and the poles of G and G1 at 2 pi are taken off. Needs
python3-mpmath."""
from mpmath import mp, mpf, sin, cos, cot, sqrt, matrix, lu_solve, nstr, taylor, bernoulli, factorial, pi

mp.dps = 60


def series(coefficient, x):
    return sum(coefficient(k) * x**k for k in range(60))


FUNCTIONS = {
    "S": lambda x: series(lambda k: mpf(-1)**k / factorial(2*k + 1), x),
    "C": lambda x: series(lambda k: mpf(-1)**k / factorial(2*k + 2), x),
    "D": lambda x: series(lambda k: mpf(-1)**k / factorial(2*k + 3), x),
    "C1": lambda x: series(lambda k: 2*(k + 1)*mpf(-1)**(k + 1) / factorial(2*k + 4), x),
    "D1": lambda x: series(lambda k: 2*(k + 1)*mpf(-1)**(k + 1) / factorial(2*k + 5), x),
    "G": lambda x: series(lambda k: abs(bernoulli(2*k + 2)) / factorial(2*k + 2), x),
    "G1": lambda x: series(lambda k: 2*(k + 1)*abs(bernoulli(2*k + 4)) / factorial(2*k + 4), x),
}


def fit(f, degree, RANGE):
    """Coefficients c_0 = f(0), c_1.. by interpolating (f(x) - f(0))/x."""
    nodes = [RANGE/2*(1 + cos(pi*(2*i + 1)/(2*degree))) for i in range(degree)]
    a = matrix(degree, degree)
    rhs = matrix(degree, 1)
    for i, x in enumerate(nodes):
        rhs[i] = (f(x) - f(mpf(0)))/x
        for j in range(degree):
            a[i, j] = x**j
    return [f(mpf(0))] + list(lu_solve(a, rhs))


def error(f, c, RANGE):
    points = [RANGE*i/200 for i in range(201)]
    return max(abs(sum(ck*x**k for k, ck in enumerate(c))/f(x) - 1) for x in points)


def table(name, f, end):
    degree = 3
    while error(f, c := fit(f, degree, end), end) > mpf("3e-17"):
        degree += 1
    print(f"/* {name}: degree {degree}, relative error {nstr(error(f, c, end), 2)} */")
    print(f"#define LF_EVEN_{name} \\\n    " + ", \\\n    ".join(f"{float(ck)!r}" for ck in c))


ZERO, POLE = pi**2, 4*pi**2  # of S, and of G and G1
MIDDLE = {
    "S": lambda x: FUNCTIONS["S"](x)/(ZERO - x),
    "C": FUNCTIONS["C"],
    "D": FUNCTIONS["D"],
    "C1": FUNCTIONS["C1"],
    "D1": FUNCTIONS["D1"],
    "G": lambda x: FUNCTIONS["G"](x) - 2/(POLE - x),
    "G1": lambda x: FUNCTIONS["G1"](x) - 4/(POLE - x)**2,
}


def fit_middle(f, degree):
    """Coefficients in s = x - 10 for |s| <= 6."""
    nodes = [6*cos(pi*(2*i + 1)/(2*degree + 2)) for i in range(degree + 1)]
    a = matrix(degree + 1, degree + 1)
    for i, s in enumerate(nodes):
        for j in range(degree + 1):
            a[i, j] = s**j
    return list(lu_solve(a, matrix([f(10 + s) for s in nodes])))


def error_middle(f, c):
    points = [mpf(6)*i/100 for i in range(-100, 101)]
    return max(abs(sum(ck*s**k for k, ck in enumerate(c))/f(10 + s) - 1) for s in points)


def table_middle(name, f):
    degree = 3
    while error_middle(f, c := fit_middle(f, degree)) > mpf("3e-17"):
        degree += 1
    print(f"/* {name}_MIDDLE: degree {degree}, relative error {nstr(error_middle(f, c), 2)} */")
    print(f"#define LF_EVEN_{name}_MIDDLE \\\n    "
          + ", \\\n    ".join(f"{float(ck)!r}" for ck in c))


def split(name, value):
    """A number as the sum of two doubles."""
    print(f"#define LF_EVEN_{name} {float(value)!r}")
    print(f"#define LF_EVEN_{name}_REST {float(value - mpf(float(value)))!r}")


for name, f in FUNCTIONS.items():
    table(name, f, mpf(4))
for name in "S", "C", "G":
    table(name + "_SMALL", FUNCTIONS[name], mpf(1)/4)
for name, f in MIDDLE.items():
    table_middle(name, f)
split("ZERO", ZERO)
split("POLE", POLE)
