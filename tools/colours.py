#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Makes the tables of src/draw/colours.c: paths of constant speed through OKLab, a space in which equal
distances look equal (B. Ottosson, A perceptual color space for image processing, 2020).

rising     lightness grows evenly from dark blue over teal and green to light yellow; who does not see red
           and green apart still sees it go from blue to yellow, and in grey it keeps its order.
diverging  from dark blue over nearly white to dark red with as much lightness on either side.
"""
import math

STEPS = 32  # straight pieces between colours; what is between them is a hundredth of a just visible step off


def rgb(L, a, b):
    l, m, s = ((L + 0.3963377774 * a + 0.2158037573 * b) ** 3,
               (L - 0.1055613458 * a - 0.0638541728 * b) ** 3,
               (L - 0.0894841775 * a - 1.2914855480 * b) ** 3)
    linear = (4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
              -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
              -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)
    assert all(-0.002 < v < 1.002 for v in linear), (L, a, b, linear)
    linear = [min(max(v, 0), 1) for v in linear]
    return [12.92 * v if v <= 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055 for v in linear]


def polar(L, chroma, hue):
    return L, chroma * math.cos(math.radians(hue)), chroma * math.sin(math.radians(hue))


def rising(s):
    """Lightness 0.24 to 0.93; the hue turns from blue (275) to yellow (102), the colour is strongest at the end."""
    return polar(0.24 + 0.69 * s, 0.095 + 0.05 * s - 0.035 * math.sin(math.pi * s), 275 - 173 * s)


def diverging(s):
    """s from -1 to 1."""
    L = 0.97 - 0.57 * abs(s)
    chroma = 0.135 * math.sin(0.5 * math.pi * min(1, 1.25 * abs(s)))
    return polar(L, chroma, 255 if s < 0 else 32)


def even(path, low, high):
    """The path at equally long pieces."""
    fine = 4000
    points = [path(low + (high - low) * k / fine) for k in range(fine + 1)]
    length = [0.0]
    for p, q in zip(points, points[1:]):
        length.append(length[-1] + math.dist(p, q))
    at, out = 0, []
    for k in range(STEPS + 1):
        while at < fine and length[at] < length[-1] * k / STEPS:
            at += 1
        out.append(points[at])
    return out


for name, table in (("rising", even(rising, 0, 1)),
                    ("diverging", even(diverging, -1, 1))):
    print(name)
    words = ['"#%02X%02X%02X"' % tuple(round(255 * v) for v in rgb(*p)) for p in table]
    for k in range(0, len(words), 7):
        print("    " + ", ".join(words[k:k + 7]) + ",")
