/* SPDX-License-Identifier: BSD-3-Clause */
/* entry.h - everything that is timed: a code, a problem, a number of lanes. The library's methods
 * go through lf_solve ("solve") and through their step function called in a loop ("step"); the
 * rest is written by hand ("hand"). */
#ifndef BENCH_ENTRY_H
#define BENCH_ENTRY_H

#include "rotor.h"
#include "scene.h"

#define BENCH_STEP 0.01 /* h */

enum { ENTRY_MOST = 4000, LANE_COUNTS = 5, WAYS = 3 };
static const size_t lane_counts[LANE_COUNTS] = {1, 4, 8, 64, 512};
static const size_t step_counts[LANE_COUNTS] = {2000, 2000, 1000, 400, 100};

typedef enum { SOLVE, STEP, HAND } way;
static const char *const way_names[WAYS] = {"solve", "step", "hand"};

typedef struct entry entry;
struct entry {
    const scene *scene;
    const char *name;
    way way;
    size_t lanes, steps;
    lf_method method;    /* the library's, or the one that a hand-written code repeats */
    march *code;         /* hand-written */
    double *y, *work;    /* the run ends in y */
    double ns;           /* per step and trajectory, the least seen */
    double error;        /* library: against DOP853; hand: against the library's method */
    double instructions; /* per step and trajectory, if counted */
};

static entry entries[ENTRY_MOST];
static size_t entry_count;

/* ---- running -------------------------------------------------------------------------------- */

static void entry_fail(const entry *e, const char *what)
{
    fprintf(stderr, "%s/%s/%s, %zu lanes: %s\n", e->scene->name, way_names[e->way], e->name,
            e->lanes, what);
    exit(1);
}

static void entry_solve(const entry *e, const lf_method *M, double *y)
{
    lf_stats stats;
    lf_options opt = lf_options_default();
    opt.t1 = (double)e->steps * BENCH_STEP;
    opt.h = BENCH_STEP;
    opt.watch = 0;
    scene_start(e->scene, e->lanes, y);
    if (lf_solve(&e->scene->problem, M, &opt, e->lanes, y, NULL, &stats) != LF_OK)
        entry_fail(e, stats.message);
    if (stats.steps != e->steps)
        entry_fail(e, "another number of steps");
}

static const lf_problem *entry_problem(const entry *e)
{
    return e->method.traits & LF_AMBIENT ? &e->scene->ambient : &e->scene->problem;
}

static size_t entry_carry(const entry *e)
{
    return e->method.carry ? e->method.carry(&e->method, entry_problem(e)) * e->lanes : 0;
}

static size_t entry_work(const entry *e)
{
    const size_t n = e->lanes, numbers = e->scene->dim * n;
    if (e->way == HAND)
        return (CLASSICAL_ARRAYS + 1) * numbers;
    return numbers + 2 * n + entry_carry(e) + e->method.work(&e->method, entry_problem(e), n);
}

/* The step function in a loop; work: the next point, times, steps, carry, scratch */
static void entry_step(const entry *e)
{
    const size_t n = e->lanes;
    const lf_method *M = &e->method;
    const lf_problem *P = entry_problem(e);
    double *from = e->y, *to = e->work, *t = to + e->scene->dim * n, *h = t + n;
    double *carry = h + n, *scratch = carry + entry_carry(e);
    const lf_lanes L = {.n = n, .t = t, .h = h};
    lf_tally tally = {0};
    for (size_t i = 0; i < n; i++) {
        t[i] = 0;
        h[i] = BENCH_STEP;
    }
    if (M->start)
        M->start(M, P, &L, from, carry, &tally, scratch);
    for (size_t k = 0; k < e->steps; k++) {
        for (size_t i = 0; i < n; i++)
            t[i] = (double)k * BENCH_STEP;
        if (M->step(M, P, &L, from, to, carry, &tally, scratch) != LF_OK)
            entry_fail(e, "the step failed");
        double *keep = from;
        from = to;
        to = keep;
    }
    if (from != e->y)
        memcpy(e->y, from, e->scene->dim * n * sizeof *from);
}

static void entry_run(const entry *e)
{
    if (e->way == SOLVE) {
        entry_solve(e, &e->method, e->y);
        return;
    }
    scene_start(e->scene, e->lanes, e->y);
    if (e->way == STEP)
        entry_step(e);
    else
        e->code(&e->scene->c, e->lanes, BENCH_STEP, e->steps, e->y, e->work);
}

/* ---- checking ------------------------------------------------------------------------------- */

/* The largest difference between the end of the run and that of a method through lf_solve. */
static double entry_distance(const entry *e, const lf_method *M)
{
    const size_t count = e->scene->dim * e->lanes;
    double *other = malloc(count * sizeof *other), worst = 0;
    if (!other)
        entry_fail(e, "out of memory");
    entry_solve(e, M, other);
    for (size_t j = 0; j < count; j++)
        worst = fmax(worst, isfinite(e->y[j]) ? fabs(e->y[j] - other[j]) : INFINITY);
    free(other);
    return worst;
}

/* Every code must give the library's numbers to roundoff. The bare step function differs from lf_solve
 * only where that settles points (src/action/settle.c). */
static void entry_check(entry *e)
{
    entry_run(e);
    if (e->way == HAND) {
        e->error = entry_distance(e, &e->method);
        if (!(e->error < 1e-11))
            entry_fail(e, "differs from the library's method");
        return;
    }
    if (e->way == STEP && !(entry_distance(e, &e->method) < 1e-12))
        entry_fail(e, "lf_solve gives other numbers");
    e->error = entry_distance(e, lf_method_find("dop853"));
    if (!isfinite(e->error))
        entry_fail(e, "not finite");
}

/* ---- the list ------------------------------------------------------------------------------- */

static void entry_add(entry e, int lane_index)
{
    if (entry_count == ENTRY_MOST) {
        fprintf(stderr, "more than %d entries\n", (int)ENTRY_MOST);
        exit(2);
    }
    e.lanes = lane_counts[lane_index];
    e.steps = step_counts[lane_index] / (e.method.carry ? 20 : 1); /* Newmark iterates */
    e.ns = INFINITY;
    e.instructions = NAN;
    entries[entry_count++] = e;
}

static void entry_add_method(const scene *s, const char *name, const lf_method *M)
{
    const char *why;
    const bool classical = M->traits & LF_AMBIENT;
    if (lf_method_fits(M, &s->problem, &why) != LF_OK)
        return;
    if (s->kind != ON_MANIFOLD && (!classical || M->carry))
        return;
    for (int k = 0; k < LANE_COUNTS; k++) {
        entry_add((entry){.scene = s, .name = name, .method = *M, .way = SOLVE}, k);
        entry_add((entry){.scene = s, .name = name, .method = *M, .way = STEP}, k);
    }
}

static void entry_add_library(const scene *s)
{
    for (const lf_method *const *M = lf_methods(); *M; M++)
        entry_add_method(s, (*M)->name, *M);
    lf_method variant = *lf_method_find("rkmk4");
    variant.map = LF_CAYLEY;
    entry_add_method(s, "rkmk4-cayley", &variant);
    variant.map = LF_EXP;
    variant.pull = LF_PULL_TRUNCATED;
    entry_add_method(s, "rkmk4-truncated", &variant);
}

/* A code written by hand, for the numbers of lanes from `least` to `most`. */
typedef struct {
    const char *scene, *name, *like;
    size_t least, most;
    march *code;
} hand;

static const hand hands[] = {
    {"free-rigid-body", "rk4, inlined", "rk4", 1, 1, body_rk4_inlined},
    {"free-rigid-body", "rk4, 4 lanes in registers", "rk4", 4, 512, body_rk4_four},
    {"free-rigid-body", "rk4, 8 lanes in registers", "rk4", 8, 512, body_rk4_eight},
    {"free-rigid-body", "rk4, all lanes fused", "rk4", 4, 512, body_rk4_lanes},
    {"free-rigid-body", "rkmk4, inlined", "rkmk4", 1, 1, body_rkmk4_horner},
    {"free-rigid-body", "rkmk4, inlined, Estrin", "rkmk4", 1, 1, body_rkmk4_estrin},
    {"free-rigid-body", "rkmk4, all lanes fused", "rkmk4", 4, 512, body_rkmk4_lanes},
    {"free-rigid-body-r3", "rk4, pointer, 3 numbers", "rk4", 1, 1, body_rk4_fixed},
    {"free-rigid-body-r3", "rk4, pointer, any n", "rk4", 1, 1, body_rk4_any},
    {"free-rigid-body-r3", "rk4, pointer, lanes", "rk4", 4, 512, body_rk4_lanes_pointer},
    {"free-rigid-body-r3", "dopri5, pointer, 3 numbers", "dopri5", 1, 1, body_dopri5_fixed},
    {"free-rigid-body-r3", "dopri5, pointer, any n", "dopri5", 1, 1, body_dopri5_any},
    {"free-rigid-body-r3", "dopri5, pointer, lanes", "dopri5", 4, 512, body_dopri5_lanes_pointer},
    {"free-rigid-body-r3", "dop853, pointer, 3 numbers", "dop853", 1, 1, body_dop853_fixed},
    {"free-rigid-body-r3", "dop853, pointer, any n", "dop853", 1, 1, body_dop853_any},
    {"free-rigid-body-r3", "dop853, pointer, lanes", "dop853", 4, 512, body_dop853_lanes_pointer},
    {"heavy-top", "rk4, inlined", "rk4", 1, 1, top_rk4_inlined},
    {"heavy-top", "rk4, 4 lanes in registers", "rk4", 4, 512, top_rk4_four},
    {"heavy-top", "rk4, all lanes fused", "rk4", 4, 512, top_rk4_lanes},
    {"heavy-top-r6", "rk4, pointer, 6 numbers", "rk4", 1, 1, top_rk4_fixed},
    {"heavy-top-r6", "rk4, pointer, any n", "rk4", 1, 1, top_rk4_any},
    {"heavy-top-r6", "rk4, pointer, lanes", "rk4", 4, 512, top_rk4_lanes_pointer},
    {"heavy-top-r6", "dopri5, pointer, 6 numbers", "dopri5", 1, 1, top_dopri5_fixed},
    {"heavy-top-r6", "dopri5, pointer, any n", "dopri5", 1, 1, top_dopri5_any},
    {"heavy-top-r6", "dopri5, pointer, lanes", "dopri5", 4, 512, top_dopri5_lanes_pointer},
    {"heavy-top-r6", "dop853, pointer, 6 numbers", "dop853", 1, 1, top_dop853_fixed},
    {"heavy-top-r6", "dop853, pointer, any n", "dop853", 1, 1, top_dop853_any},
    {"heavy-top-r6", "dop853, pointer, lanes", "dop853", 4, 512, top_dop853_lanes_pointer},
};

static void entry_add_hands(const scene *s)
{
    for (size_t j = 0; j < sizeof hands / sizeof hands[0]; j++) {
        const hand *w = &hands[j];
        if (strcmp(w->scene, s->name) != 0)
            continue;
        for (int k = 0; k < LANE_COUNTS; k++)
            if (lane_counts[k] >= w->least && lane_counts[k] <= w->most)
                entry_add((entry){.scene = s,
                                  .name = w->name,
                                  .method = *lf_method_find(w->like),
                                  .way = HAND,
                                  .code = w->code},
                          k);
    }
}

static void entry_list(void)
{
    for (size_t k = 0; k < SCENES; k++) {
        scene_build(&scenes[k]);
        entry_add_hands(&scenes[k]);
        entry_add_library(&scenes[k]);
    }
}

/* Memory in whole cache lines. */
static void entry_allocate(entry *e)
{
    const size_t numbers = (e->scene->dim * e->lanes + 7) / 8 * 8;
    const size_t total = (numbers + entry_work(e) + 7) / 8 * 8;
    e->y = aligned_alloc(64, total * sizeof *e->y);
    if (!e->y)
        entry_fail(e, "out of memory");
    memset(e->y, 0, total * sizeof *e->y);
    e->work = e->y + numbers;
}

#endif
