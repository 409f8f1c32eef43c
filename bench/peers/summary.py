#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""summary.py DIRECTORY - time at equal error from the CSV files of a run: summary.md, and one plot
(png and svg) a problem."""
import csv
import math
import os
import subprocess
import sys

ORDER = ["P1", "P1R", "P2", "P3-2", "P3-20", "P3-100", "P3-1000", "P4", "E1", "E2"]
TITLES = {"P1": "P1: free rigid body, T = 100", "P1R": "P1R: free rigid body with attitude, T = 100",
          "P2": "P2: heavy top on se(3)*, T = 100", "P4": "P4: two dumbbells, T = 30",
          "E1": "E1: 64 free rigid bodies, time for one", "E2": "E2: 64 heavy tops, time for one"}
ERRORS = [1e-6, 1e-9, 1e-12]
# of the best of ours over the best peer: PERFORMANCE.md, last table
TARGETS = {("P1", 1e-6): 0.8, ("P1", 1e-9): 0.6, ("P1", 1e-12): 0.6,
           ("P2", 1e-6): 0.8, ("P2", 1e-9): 0.6, ("P2", 1e-12): 0.6, ("P1R", 1e-9): 0.6, ("P4", 1e-6): 0.6,
           **{(p, 1e-9): 0.6 for p in ("P3-2", "P3-20", "P3-100", "P3-1000")},
           **{(p, e): 0.2 for p in ("E1", "E2") for e in ERRORS}}
# of rkmk8, whatever the error
TARGETS_RKMK8 = {p: 1.0 for p in ("P1R", "P3-2", "P3-20", "P3-100", "P3-1000", "P4")}
# a library built without optimisation is no peer to boast about, but it is shown
UNFAIR = {"sundials"}
COLOURS = {"lieflow": ["#0b6e4f", "#1b998b", "#2d7dd2", "#5f4bb6", "#97cc04", "#00a6fb", "#073b4c",
                       "#7ae582", "#3a86ff", "#8338ec", "#118ab2", "#06d6a0"],
           "hand": ["#d62828", "#f77f00"], "gsl": ["#8d5524", "#c68642"],
           "odeint": ["#e56399", "#9d0208"], "sundials": ["#999999", "#bbbbbb"],
           "scipy": ["#444444"]}

MARKS, OPEN_MARKS = (7, 5, 9, 11, 13), (6, 4, 8, 10, 12)


def title(problem):
    return TITLES.get(problem) or f"P3: pendulum chain, {problem[3:]} links, T = 3"


def read(directory, problem):
    """{solver: (family, [(error, microseconds)])}"""
    path = os.path.join(directory, problem + ".csv")
    curves = {}
    if os.path.exists(path):
        with open(path, newline="") as f:
            for row in csv.DictReader(f):
                curve = curves.setdefault(row["solver"], (row["family"], []))
                curve[1].append((float(row["error"]), float(row["microseconds"])))
    return curves


def front(points):
    """What no other point of the same solver beats in both respects, from large error to small."""
    best, kept = math.inf, []
    for error, time in sorted(points):
        if time < best and error > 0:
            kept.append((error, time))
            best = time
    return kept[::-1]


def time_at(points, error):
    """On the line between the neighbours in logarithms; None if the error is out of reach."""
    kept = front(points)
    if not kept or kept[-1][0] > error:
        return None
    if kept[0][0] <= error:
        return kept[0][1]
    for (e0, t0), (e1, t1) in zip(kept, kept[1:]):
        if e1 <= error <= e0:
            x = math.log(error / e0) / math.log(e1 / e0)
            return t0 * (t1 / t0) ** x
    return None


def best(curves, error, ours, only=None):
    found = []
    for name, (family, points) in curves.items():
        if (family == "lieflow") != ours or family in UNFAIR or (only and name not in only):
            continue
        time = time_at(points, error)
        if time is not None:
            found.append((time, name))
    return min(found, default=None)


def verdict(ratio, target):
    return "" if target is None else f"{target:g} " + ("met" if ratio <= target else "missed")


def summary_rows(problem, curves):
    for error in ERRORS:
        a, b = best(curves, error, True), best(curves, error, False)
        if not a or not b:
            continue
        yield (f"{problem} | {error:.0e}", a, b, TARGETS.get((problem, error)))
        k = best(curves, error, True, ("rkmk8", "rkmk8 cayley", "rkmk8 matrix"))
        if k and problem in TARGETS_RKMK8:
            yield (f"{problem} | {error:.0e}", k, b, TARGETS_RKMK8[problem])


def write_summary(f, all_curves):
    f.write("Time at equal error, microseconds for one trajectory, on the log-log line between "
            "measurements.\nRatios above 1 are losses.\n\n")
    f.write("| problem | error | of ours | us | best peer | us | ratio | target |\n")
    f.write("|---|---|---|---|---|---|---|---|\n")
    for problem, curves in all_curves.items():
        for head, ours, peer, target in summary_rows(problem, curves):
            ratio = ours[0] / peer[0]
            f.write(f"| {head} | {ours[1]} | {ours[0]:.4g} | {peer[1]} | {peer[0]:.4g} | "
                    f"{ratio:.2f} | {verdict(ratio, target)} |\n")


def write_solvers(f, problem, curves):
    f.write(f"\n{title(problem)}: microseconds\n\n| solver | 1e-3 | 1e-6 | 1e-9 | 1e-12 |\n"
            "|---|---|---|---|---|\n")
    for name, (_, points) in curves.items():
        times = [time_at(points, e) for e in [1e-3] + ERRORS]
        cells = " | ".join("" if t is None else f"{t:.4g}" for t in times)
        f.write(f"| {name} | {cells} |\n")


def write_chain(f, directory):
    path = os.path.join(directory, "chain.csv")
    if not os.path.exists(path):
        return
    ways = {}
    with open(path, newline="") as table:
        for row in csv.DictReader(table):
            ways.setdefault(row["way"], {})[int(row["links"])] = float(row["nanoseconds"])
    sizes = sorted(next(iter(ways.values())))
    f.write("\nPendulum chain: nanoseconds per link and evaluation (target: largest over "
            "smallest at most 1.5 for rkmk8)\n\n")
    f.write("| way | " + " | ".join(map(str, sizes)) + " | spread |\n")
    f.write("|---" * (len(sizes) + 2) + "|\n")
    for way, times in ways.items():
        spread = max(times.values()) / min(times.values())
        f.write(f"| {way} | " + " | ".join(f"{times[n]:.3g}" for n in sizes) + f" | {spread:.2f} |\n")


def plot(directory, problem, curves):
    base = os.path.join(directory, problem)
    with open(base + ".gp", "w") as f:
        f.write(f"set title '{title(problem)}'\nset logscale xy\nset format xy '10^{{%T}}'\n"
                "set xlabel 'error at the end'\nset ylabel 'microseconds, processor time'\n"
                "set xrange [1e-2:1e-14]\nset grid back lt 1 lw 0.5 lc rgb '#cccccc'\n"
                "set key outside right top Left reverse samplen 2.5 spacing 1.1\n"
                "set bmargin 4\nset border 3\nset tics nomirror\n")
        used, parts = {}, []
        for k, (name, (family, points)) in enumerate(curves.items()):
            colours = COLOURS[family]
            colour = colours[used.get(family, 0) % len(colours)]
            used[family] = used.get(family, 0) + 1
            f.write(f"$d{k} << E\n" + "".join(f"{e:.6g} {t:.6g}\n" for e, t in front(points)) + "E\n")
            dash, width = (1, 2.5) if family == "lieflow" else (2, 1.8)
            mark = (MARKS if family == "lieflow" else OPEN_MARKS)[k % 5]
            parts.append(f"$d{k} w lp dt {dash} lw {width} pt {mark} ps 0.8 lc rgb '{colour}' "
                         f"title '{name}'")
        f.write("plots = 2\ndo for [k = 1:plots] {\n"
                "if (k == 1) { set terminal pngcairo size 1280,800 font 'DejaVu Sans,12' } "
                "else { set terminal svg size 1280,800 font 'DejaVu Sans,14' }\n"
                f"set output k == 1 ? '{base}.png' : '{base}.svg'\n"
                "plot " + ", ".join(parts) + "\n}\n")
    subprocess.run(["gnuplot", base + ".gp"], check=True)


def main():
    directory = sys.argv[1]
    found = {p: read(directory, p) for p in ORDER}
    all_curves = {p: c for p, c in found.items() if c}
    path = os.path.join(directory, "summary.md")
    with open(path, "w") as f:
        write_summary(f, all_curves)
        write_chain(f, directory)
        for problem, curves in all_curves.items():
            write_solvers(f, problem, curves)
    for problem, curves in all_curves.items():
        plot(directory, problem, curves)
    with open(path) as f:
        print(f.read())
    print(f"written: {path} and a CSV file and plots for each problem")


main()
