#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""matrix_scipy.py - scipy.linalg.expm on the matrices of bench/matrix.c, in microseconds. Run it as
OPENBLAS_CORETYPE=SkylakeX OPENBLAS_NUM_THREADS=1 python3 bench/matrix_scipy.py"""
import time

import numpy as np
from scipy.linalg import expm

for n in (10, 20, 50, 64):
    u = np.zeros((n, n))
    u[np.tril_indices(n, -1)] = np.sin(12.9898 * (np.arange(n * (n - 1) // 2) + 1))
    u = u - u.T
    u *= 0.9 / np.abs(u).sum(axis=0).max()
    count = 20000 // n
    least = float("inf")
    for _ in range(15):
        begin = time.process_time()
        for _ in range(count):
            expm(u)
        least = min(least, (time.process_time() - begin) / count)
    print(f"scipy expm, n = {n}: {1e6 * least:.1f}")
