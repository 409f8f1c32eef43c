#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""matrix_table.py FOLDER - run matrix, frames, pde and lyapunov of that folder one after the other, and
ks_numpy.py and matrix_scipy.py where there is a Python with NumPy and SciPy; then a table of ratios with
their targets: to peers, or to times that were set for one core of a Xeon with AVX-512. Rows whose peer is
missing are empty, and targets that are missed are said to be."""
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
FLOAT = r"([0-9.]+)"
POINTS, SIDES = (256, 1024, 4096), (10, 20, 50)


def environment():
    """OpenBLAS does not know all machines with AVX-512, and threads are not what is compared."""
    env = dict(os.environ, OPENBLAS_NUM_THREADS="1")
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as info:
            if " avx512f" in info.read():
                env.setdefault("OPENBLAS_CORETYPE", "SkylakeX")
    except OSError:
        pass
    return env


def output(command, env):
    print(f"== {' '.join(command)}", flush=True)
    done = subprocess.run(command, env=env, stdout=subprocess.PIPE, text=True, check=True)
    print(done.stdout, flush=True)
    return done.stdout


def script(name, module, env):
    """The distribution's own Python has the distribution's SciPy, another one in the PATH may not."""
    for python in ("python3", "/usr/bin/python3"):
        try:
            found = subprocess.run([python, "-c", f"import {module}"], stderr=subprocess.DEVNULL)
        except OSError:
            continue
        if found.returncode == 0:
            return output([python, os.path.join(HERE, name)], env)
    print(f"== {name} is left out: there is no {module}")
    return ""


def numbers(pattern, text):
    """What the groups of a pattern have first, or None."""
    found = re.search(pattern, text, re.MULTILINE)
    return [float(x) for x in found.groups()] if found else None


def ratio(above, below):
    return above[0] / below[0] if above and below else None


def waves(text, numpy):
    for n, most, least in zip(POINTS, (1.2, 1.4, 1.8), (20, 6, 3.5)):
        row = numbers(rf"^ +{n} +{FLOAT} +{FLOAT} +{FLOAT}", text)
        yield f"waves, {n} points: cf4 / ETDRK4 on FFTW", row and row[0] / row[2], most, False
        other = numbers(rf"^NumPy ETDRK4, n = {n}: {FLOAT}", numpy)
        own = numbers(rf"^ +{n} +{FLOAT} ", text)
        yield f"waves, {n} points: ETDRK4 in NumPy / cf4", ratio(other, own), least, True


def frames(text):
    name = {"cf4 in the span": (2.7, 1.6), "rkmk4 tangent": (2.7, 1.6), "rk4 \\+ polar": (0.8, 0.8)}
    for at, d in enumerate((1000, 10000)):
        part = re.search(rf"^d = {d}\n((?:  .*\n)+)", text, re.MULTILINE)
        for what, most in name.items():
            row = part and numbers(rf"^  {what} +{FLOAT} +{FLOAT}", part.group(1))
            label = f"frames, d = {d}, k = 10: {what} / rk4 + dgeqrf".replace("\\", "")
            yield label, row and row[1], most[at], False
    grown = re.findall(rf"^ +(\d+) +(\d+) +{FLOAT} +{FLOAT} +{FLOAT}$", text, re.MULTILINE)
    cf4 = [float(row[2]) for row in grown]
    yield "frames: growth of cf4 beside d k^2", cf4 and max(cf4) / min(cf4), 1.8, False


def exponents(text):
    for n, most, allowed in ((40, (0.75, 0.95), (9, 40)), (1000, (0.55, 0.95), (95, 200))):
        part = re.search(rf"^n = {n}, .*\n((?:  .*\n)+)", text, re.MULTILINE)
        rows = part.group(1) if part else ""
        for at, when in enumerate(("each step", "every 10th")):
            peer = numbers(rf"^  Benettin, dgeqrf {when} +{FLOAT}", rows)
            own = numbers(rf"^  discrete, {when} +{FLOAT}", rows)
            yield f"exponents, n = {n}: discrete, {when} / Benettin", ratio(own, peer), most[at], False
        for at, form in enumerate(("projected", "tangent")):
            own = numbers(rf"^  continuous, {form} +{FLOAT}", rows)
            label = f"exponents, n = {n}: continuous, {form} / {allowed[at]} us"
            yield label, ratio(own, [allowed[at]]), 1, False


def dense(text, scipy):
    for at, (n, allowed) in enumerate(zip(SIDES, (3, 10, 60))):
        peer = numbers(rf"^scipy expm, n = {n}: {FLOAT}", scipy)
        for what, time in (("exp", allowed), ("Cayley", allowed / 2)):
            row = re.search(rf"^{what} +(.*)$", text, re.MULTILINE)
            times = re.findall(rf"{FLOAT}(?:\([0-9.]+\))?", row.group(1)) if row else []
            own = [float(times[at])] if len(times) > at else None
            yield f"SO({n}): {what} / {time:g} us", ratio(own, [time]), 1, False
            yield f"SO({n}): SciPy's expm / {what}", ratio(peer, own), None, True


def table(rows):
    missed = 0
    print(f"{'ratio':<62} {'now':>7}   target")
    for label, now, target, larger in rows:
        if now is None:
            print(f"{label:<62} {'-':>7}   (no peer)")
            continue
        if target is None:
            print(f"{label:<62} {now:7.2f}")
            continue
        good = now >= target if larger else now <= target
        missed += not good
        sign = ">=" if larger else "<="
        print(f"{label:<62} {now:7.2f}   {sign} {target:g}{'' if good else '   missed'}")
    print(f"{missed} targets missed")


def main():
    folder, env = sys.argv[1], environment()
    said = {name: output([os.path.join(folder, name)], env)
            for name in ("matrix", "frames", "pde", "lyapunov")}
    numpy, scipy = script("ks_numpy.py", "numpy", env), script("matrix_scipy.py", "scipy", env)
    table([*waves(said["pde"], numpy), *frames(said["frames"]), *exponents(said["lyapunov"]),
           *dense(said["matrix"], scipy)])


if len(sys.argv) != 2:
    sys.exit(__doc__)
main()
