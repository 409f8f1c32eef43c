#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tables of src/method/tableaux.c and tableau_dop853.h: the continuous extensions of the embedded pairs, written as one
polynomial per stage, b_i(x) = sum_m d_im x^m for x in [0, 1]. The published forms are nested
(Hairer, Norsett, Wanner II.6) or factored (Tsitouras 2011); here they are multiplied out with 40
digits. Needs python3-mpmath."""
from pathlib import Path

from mpmath import mp, mpf

mp.dps = 40


def add(*terms):
    n = max(len(t) for t in terms)
    return [sum((t[k] if k < len(t) else mpf(0)) for t in terms) for k in range(n)]


def mul(a, b):
    out = [mpf(0)]*(len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            out[i + j] += x*y
    return out


X, Y = [mpf(0), mpf(1)], [mpf(1), mpf(-1)]  # x and 1 - x


def nested(pieces):
    """x (F0 + (1-x) (F1 + x (F2 + (1-x) (F3 + ..)))) for one stage's shares of the F."""
    poly = [pieces[-1]]
    for k in range(len(pieces) - 2, -1, -1):
        poly = add([pieces[k]], mul(Y if k % 2 == 0 else X, poly))
    return mul(X, poly)


def show(name, rows, degree):
    print(f"/* {name}: one row per stage, coefficients of x .. x^{degree} */")
    print(f"static const double {name}_dense[] = {{")
    for r in rows:
        r = list(r) + [mpf(0)]*(degree + 1 - len(r))
        assert abs(r[0]) < mpf(10)**-30
        print("    " + ", ".join(repr(float(c)) for c in r[1:degree + 1]) + ",")
    print("};")


def dopri5():
    f = mpf
    b = [f(35)/384, 0, f(500)/1113, f(125)/192, -f(2187)/6784, f(11)/84, 0]
    d = [-f(12715105075)/11282082432, 0, f(87487479700)/32700410799, -f(10690763975)/1880347072,
         f(701980252875)/199316789632, -f(1453857185)/822651844, f(69997945)/29380423]
    rows = []
    for i in range(7):
        first, last = mpf(i == 0), mpf(i == 6)
        r2 = b[i]
        r3 = first - r2
        r4 = r2 - last - r3
        rows.append(nested([mpf(r2), mpf(r3), mpf(r4), mpf(d[i])]))
    return rows


def dop853():
    b, D = [mpf(0)]*16, [[mpf(0)]*16 for _ in range(4)]
    for line in Path(__file__).with_name("dop853_dense.txt").open():
        what, *rest = line.split()
        if what == "#":
            continue
        if what == "B":
            b[int(rest[0])] = mpf(rest[1])
        else:
            D[int(rest[0])][int(rest[1])] = mpf(rest[2])
    rows = []
    for i in range(16):
        first, last = mpf(i == 0), mpf(i == 12)
        rows.append(nested([b[i], first - b[i], 2*b[i] - (first + last)] + [D[k][i] for k in range(4)]))
    return rows


def tsit5():
    f = mpf
    def quad(c, p, q):  # c x^2 (x - p)(x - q)
        return mul([f(0), f(0), f(c)], mul([-f(p), f(1)], [-f(q), f(1)]))
    def square(c, p, q):  # c x^2 (x^2 + p x + q)
        return mul([f(0), f(0), f(c)], [f(q), f(p), f(1)])
    return [
        mul(mul([f(0), f("-1.0530884977290216")], [-f("1.3299890189751412"), f(1)]),
            [f("0.7139816917074209"), -f("1.4364028541716351"), f(1)]),
        square("0.1017", "-2.1966568338249754", "1.2949852507374631"),
        square("2.490627285651252793", "-2.38535645472061657", "1.57803468208092486"),
        quad("-16.54810288924490272", "1.21712927295533244", "0.61620406037800089"),
        quad("47.37952196281928122", "1.203071208372362603", "0.658047292653547382"),
        quad("-34.87065786149660974", "1.2", mpf(2)/3),
        quad("2.5", "1", "0.6"),
    ]


def bogacki_shampine():
    """The cubic Hermite interpolant: weights of k1 .. k4 with k4 = f(y1)."""
    f = mpf
    b = [f(2)/9, f(1)/3, f(4)/9, f(0)]
    h01, h10, h11 = [f(0), f(0), f(3), f(-2)], [f(0), f(1), f(-2), f(1)], [f(0), f(0), f(-1), f(1)]
    rows = []
    for i in range(4):
        r = [b[i]*c for c in h01]
        if i == 0:
            r = add(r, h10)
        if i == 3:
            r = add(r, h11)
        rows.append(r)
    return rows


show("bs3", bogacki_shampine(), 3)
show("dopri5", dopri5(), 4)
show("tsit5", tsit5(), 4)
show("lf_dop853", dop853(), 7)
