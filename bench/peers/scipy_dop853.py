#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""scipy_dop853.py [--quick] DIRECTORY - add rows of SciPy's DOP853 to the CSV files of the small
problems. The interpreter calls the right-hand side, so a few tolerances are enough."""
import csv
import os
import sys
import time

import numpy as np
from scipy.integrate import solve_ivp
from scipy.linalg import solveh_banded

NAME = "SciPy DOP853"
GRAVITY = 9.81


def body(t, m):
    a, b, c = m
    v, w = b / 5, c / 6
    return (b * w - c * v, c * a - a * w, a * v - b * a)


def attitude(t, y):
    q0, q1, q2, q3 = y[:4]
    a, b, c = y[4] / 2, y[5] / 10, y[6] / 12
    return (-(q1 * a + q2 * b + q3 * c), q0 * a + q2 * c - q3 * b, q0 * b + q3 * a - q1 * c,
            q0 * c + q1 * b - q2 * a, *body(t, y[4:]))


def top(t, y):
    a, b, c, x, u, z = y
    v, w = b / 5, c / 6
    return (b * w - c * v + u, c * a - a * w - x, a * v - b * a, u * w - z * v, z * a - x * w,
            x * v - u * a)


def chain(t, y):
    """Rod tensions by a banded solve: O(n), in numpy."""
    n = y.size // 6
    q, w = y[: 3 * n].reshape(3, n), y[3 * n:].reshape(3, n)
    bands = np.full((2, n), 2.0)
    bands[1, 0] = 1
    bands[0, 1:] = -(q[:, :-1] * q[:, 1:]).sum(0)
    right = (w * w).sum(0)
    right[0] -= GRAVITY * q[2, 0]
    pull = q * solveh_banded(bands, right, check_finite=False)
    s = np.zeros((3, n))
    s[:, :-1] = pull[:, 1:]
    s[:, 1:] += pull[:, :-1]
    s[2, 0] -= GRAVITY
    return np.concatenate((np.cross(w, q, axis=0).ravel(), np.cross(q, s, axis=0).ravel()))


PROBLEMS = {"P1": (body, 100), "P1R": (attitude, 100), "P2": (top, 100), "P3-2": (chain, 3),
            "P3-20": (chain, 3)}


def measure(name, tolerance, repetitions):
    field, end = PROBLEMS[name]
    start, reference = np.loadtxt(path(name, "reference"), delimiter=",").T
    best = np.inf
    for _ in range(repetitions):
        begin = time.process_time()
        solution = solve_ivp(field, (0, end), start, "DOP853", [end], rtol=tolerance,
                             atol=tolerance)
        best = min(best, time.process_time() - begin)
    return abs(solution.y[:, -1] - reference).max(), 1e6 * best, solution.nfev


def path(name, ending):
    return os.path.join(sys.argv[-1], f"{name}.{ending}")


def main():
    quick = "--quick" in sys.argv
    for name in PROBLEMS:
        if not os.path.exists(path(name, "csv")) or not os.path.exists(path(name, "reference")):
            continue
        with open(path(name, "csv"), newline="") as f:
            rows = list(csv.reader(f))
        if any(row[2] == NAME for row in rows):
            continue  # a run of other problems left this one alone
        print(f"{name:8} {NAME}", file=sys.stderr)
        with open(path(name, "csv"), "a") as f:
            for power in (4, 7, 10, 12.5) if quick else (3, 5, 7, 9, 11, 12.5):
                try:
                    error, microseconds, calls = measure(name, 10.0 ** -power, 1 if quick else 3)
                except np.linalg.LinAlgError:
                    continue  # a loose tolerance left the spheres so far that rods have no tension
                f.write(f"{name},scipy,{NAME},{10.0 ** -power:.3g},{error:.4g},"
                        f"{microseconds:.5g},{calls}\n")


main()
