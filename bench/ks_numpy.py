#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""ks_numpy.py - ETDRK4 for the Kuramoto-Sivashinsky equation in NumPy, as Kassam and Trefethen wrote it
for Matlab (2005): microseconds for a step on the grids of bench/pde.c. Before that it shows that it is
of order four, or stops."""
import sys
import time

import numpy as np


class Etdrk4:
    """u_t = -u u_x - u_xx - u_xxxx on a periodic line, in half of the Fourier coefficients."""

    def __init__(self, n, length, h):
        k = 2 * np.pi / length * np.arange(n // 2 + 1)
        lam = k**2 - k**4
        # means over a circle about each z: the closed forms lose their digits near 0
        z = (h * lam)[:, None] + np.exp(1j * np.pi * (np.arange(1, 33) - 0.5) / 32)
        e = np.exp(z)
        self.n, self.g = n, -0.5j * k
        self.g[-1] = 0
        self.e, self.e2 = np.exp(h * lam), np.exp(h * lam / 2)
        self.q = h * np.mean((np.exp(z / 2) - 1) / z, axis=1).real
        self.f1 = h * np.mean((-4 - z + e * (4 - 3 * z + z**2)) / z**3, axis=1).real
        self.f2 = h * np.mean((2 + z + e * (-2 + z)) / z**3, axis=1).real
        self.f3 = h * np.mean((-4 - 3 * z - z**2 + e * (4 - z)) / z**3, axis=1).real

    def nonlinear(self, v):
        return self.g * np.fft.rfft(np.fft.irfft(v, self.n) ** 2)

    def step(self, v):
        nv = self.nonlinear(v)
        a = self.e2 * v + self.q * nv
        na = self.nonlinear(a)
        b = self.e2 * v + self.q * na
        nb = self.nonlinear(b)
        c = self.e2 * a + self.q * (2 * nb - nv)
        nc = self.nonlinear(c)
        return self.e * v + nv * self.f1 + 2 * (na + nb) * self.f2 + nc * self.f3


def start(n, length):
    x = length * np.arange(n) / n * (32 * np.pi / length)
    return np.fft.rfft(np.cos(x / 16) * (1 + np.sin(x / 16)))


def check_order():
    ends = []
    for h in (1 / 8, 1 / 16, 1 / 32):
        method, v = Etdrk4(64, 32 * np.pi, h), start(64, 32 * np.pi)
        for _ in range(round(20 / h)):
            v = method.step(v)
        ends.append(v)
    order = np.log2(np.linalg.norm(ends[0] - ends[1]) / np.linalg.norm(ends[1] - ends[2]))
    if not 3.5 < order < 4.5:
        sys.exit(f"ks_numpy.py: ETDRK4 has order {order:.2f}")


check_order()
for points in (256, 1024, 4096):
    size = np.pi / 8 * points
    solver, begin, steps = Etdrk4(points, size, 0.25), start(points, size), 100000 // points
    least = float("inf")
    for _ in range(15):
        now, u = time.process_time(), begin
        for _ in range(steps):
            u = solver.step(u)
        least = min(least, (time.process_time() - now) / steps)
    print(f"NumPy ETDRK4, n = {points}: {1e6 * least:.1f}")
