#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# shapes.py [FOLDER] - writes the sample shapes of scenarios/shapes, all of them made by formula:
#   octahedron.obj  the eight faces of |x| + |y| + |z| = 1
#   ellipsoid.obj   semiaxes 1.5, 1, 0.75; an octahedron divided and moved to the surface
#   asteroid.obj    an elongated body with a waist and a few hills, symmetric in nothing
import math
import os
import sys


def octahedron():
    vertex = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]
    face = [(0, 2, 4), (2, 1, 4), (1, 3, 4), (3, 0, 4),
            (2, 0, 5), (1, 2, 5), (3, 1, 5), (0, 3, 5)]
    return vertex, face


def divided(vertex, face, times):
    """Every face in four, new vertices on the unit sphere."""
    for _ in range(times):
        vertex, middle, small = list(vertex), {}, []

        def between(i, j):
            key = (min(i, j), max(i, j))
            if key not in middle:
                sums = [a + b for a, b in zip(vertex[i], vertex[j])]
                length = math.sqrt(sum(s * s for s in sums))
                middle[key] = len(vertex)
                vertex.append(tuple(s / length for s in sums))
            return middle[key]

        for a, b, c in face:
            d, e, f = between(a, b), between(b, c), between(c, a)
            small += [(a, d, f), (d, b, e), (f, e, c), (d, e, f)]
        face = small
    return vertex, face


def ellipsoid(x, y, z):
    return 1.5 * x, y, 0.75 * z


def asteroid(x, y, z):
    """Radius as a polynomial and a few cosines of the direction."""
    r = 0.62 + 0.48 * x * x - 0.10 * y * z + 0.07 * x * y * (1 + z) + 0.05 * x
    r += 0.03 * math.cos(5 * x + 2 * y) + 0.025 * math.cos(4 * z - 3 * x + 1)
    r -= 0.08 * math.exp(-12 * ((x - 0.1) ** 2 + (z - 0.9) ** 2))  # a crater
    return r * x, 0.85 * r * y, 0.75 * r * z


def write(path, note, vertex, face):
    with open(path, "w", encoding="ascii") as out:
        out.write(f"# {note}\n# made by tools/shapes.py; {len(vertex)} vertices, {len(face)} faces\n")
        for v in vertex:
            out.write("v " + " ".join(f"{c + 0.0:.6g}" for c in v) + "\n")
        for f in face:
            out.write("f " + " ".join(str(i + 1) for i in f) + "\n")


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else "scenarios/shapes"
    os.makedirs(folder, exist_ok=True)
    vertex, face = octahedron()
    write(f"{folder}/octahedron.obj", "the octahedron |x| + |y| + |z| = 1", vertex, face)
    vertex, face = divided(*octahedron(), 3)
    write(f"{folder}/ellipsoid.obj", "an ellipsoid with semiaxes 1.5, 1, 0.75",
          [ellipsoid(*v) for v in vertex], face)
    vertex, face = divided(*octahedron(), 4)
    write(f"{folder}/asteroid.obj", "an elongated body made by a formula",
          [asteroid(*v) for v in vertex], face)


if __name__ == "__main__":
    main()
