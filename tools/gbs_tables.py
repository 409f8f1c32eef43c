#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tables of src/method/gbs_tables.h: which rows of the extrapolation table the four lanes run at each
level, cut into stretches during which no row begins or ends, and the weights with which rows that end
enter the value and its doubts. Row j crosses the step with n = 2j sub-steps; the first one needs no
evaluation, the others one each. Rationals until the last moment."""
from fractions import Fraction

# rows of each lane by their sub-steps, short ones first
SCHEDULE = {
    3: [[6], [4], [2], []],
    4: [[8], [6], [2, 4], []],
    5: [[10], [8], [2, 6], [4]],
    6: [[12], [2, 10], [4, 8], [6]],
    7: [[14], [2, 12], [4, 10], [6, 8]],
    8: [[2, 16], [4, 14], [6, 12], [8, 10]],
}


def weights(first, last):
    """Of rows first..last in the value extrapolated from them: prod j^2/(j^2 - k^2)."""
    result = {}
    for j in range(first, last + 1):
        w = Fraction(1)
        for k in range(first, last + 1):
            if k != j:
                w *= Fraction(j*j, j*j - k*k)
        result[j] = w
    return result


def doubts(last):
    """The value of rows 1..last less that of rows 2..last."""
    fine = weights(2, last)
    return {j: w - fine.get(j, 0) for j, w in weights(1, last).items()}


def vector(numbers):
    return "{" + ", ".join(repr(float(x)) if x else "0" for x in numbers) + "}"


def stretches(level):
    """Lists of (evaluations, running row or 0, lanes that begin, rows that end), lane by lane."""
    lanes = []
    for rows in SCHEDULE[level]:
        at, runs = 0, []
        for n in rows:
            runs.append((at, at + n - 1, n))
            at += n - 1
        lanes.append(runs)
    begin = 0
    for end in sorted({end for runs in lanes for _, end, _ in runs}):
        running = [next((n for a, b, n in runs if a <= begin < b), 0) for runs in lanes]
        begun = [any(a == begin for a, _, _ in runs) for runs in lanes]
        ended = [next((n for _, b, n in runs if b == end), 0) for runs in lanes]
        yield end - begin, running, begun, ended
        begin = end


def bits(flags):
    return "{" + ", ".join("-1" if flag else "0" for flag in flags) + "}"


def print_weights(name, slots, table):
    rows = ", ".join(vector([table.get(n//2, 0) for n in slot]) for slot in slots)
    print(f"        .{name} = {{{rows}}},")


def print_level(level):
    rows = list(stretches(level))
    print(f"    [{level}] = {{.cost = {sum(r[0] for r in rows)}, .count = {len(rows)}, .stretch = {{")
    slots = [[0]*4, [0]*4]
    for evaluations, running, begun, ended in rows:
        # rows that end together go to the same slot, the first where it is free
        late = any(n and slots[0][i] for i, n in enumerate(ended))
        for i, n in enumerate(ended):
            if n:
                assert slots[late][i] == 0
                slots[late][i] = n
        steps = ", ".join(str(n) if n else "INFINITY" for n in running)
        print(f"        {{{evaluations}, {int(late)}, {{{steps}}}, {bits(begun)}, {bits(ended)}}},")
    print("        },")
    assert sorted(slots[0] + slots[1])[8 - level:] == [2*j for j in range(1, level + 1)]
    print_weights("weight", slots, weights(1, level))
    print_weights("doubt", slots, doubts(level))
    print_weights("doubt_low", slots, doubts(level - 1))
    print("    },")


print("""/* SPDX-License-Identifier: BSD-3-Clause */
/* gbs_tables.h - the rows of an extrapolation table over four lanes, made by tools/gbs_tables.py. */
#ifndef LF_METHOD_GBS_TABLES_H
#define LF_METHOD_GBS_TABLES_H

#include <math.h>
#include <stdint.h>

enum { GBS_LANES = 4, GBS_STRETCHES = 5, GBS_SLOTS = 2 };

/* Evaluations during which no row begins or ends, and what happens around them. */
typedef struct {
    int evaluations;
    int slot;                  /* where the ends of its rows are kept */
    double steps[GBS_LANES];   /* sub-steps of the row that a lane runs; infinite: none */
    int64_t begins[GBS_LANES]; /* all bits set where a row begins before it .. */
    int64_t ends[GBS_LANES];   /* .. and where one ends after it */
} gbs_stretch;

typedef struct {
    int cost; /* evaluations one after the other, beyond the field at y0 */
    int count;
    gbs_stretch stretch[GBS_STRETCHES];
    double weight[GBS_SLOTS][GBS_LANES];    /* of the ends in the value .. */
    double doubt[GBS_SLOTS][GBS_LANES];     /* .. in the estimate of its error .. */
    double doubt_low[GBS_SLOTS][GBS_LANES]; /* .. and in that of the level below */
} gbs_level;

/* clang-format off */
static const gbs_level gbs_levels[] = {""")
for level in SCHEDULE:
    print_level(level)
print("""};
/* clang-format on */

#endif""")
