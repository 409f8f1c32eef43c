/* SPDX-License-Identifier: BSD-3-Clause */
/* report.h - what was measured: a table for people, ratios with their targets, and files. */
#ifndef BENCH_REPORT_H
#define BENCH_REPORT_H

#include <time.h>

#include "entry.h"

static const entry *report_find(const char *problem, const char *name, way w, size_t lanes)
{
    for (size_t k = 0; k < entry_count; k++) {
        const entry *e = &entries[k];
        if (e->way == w && e->lanes == lanes && strcmp(e->name, name) == 0 &&
            strcmp(e->scene->name, problem) == 0)
            return e;
    }
    return NULL;
}

/* ---- the machine ---------------------------------------------------------------------------- */

#if defined(__AVX512F__)
#define REPORT_VECTORS "AVX-512"
#elif defined(__AVX2__)
#define REPORT_VECTORS "AVX2"
#else
#define REPORT_VECTORS "the machine's own vectors"
#endif

/* The processor's name as the kernel tells it. */
static void report_processor(char *text, size_t size)
{
    char line[256];
    FILE *f = fopen("/proc/cpuinfo", "r");
    snprintf(text, size, "unknown");
    while (f && fgets(line, sizeof line, f)) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || !colon)
            continue;
        snprintf(text, size, "%s", colon + 2);
        text[strcspn(text, "\n\"\\")] = '\0';
        break;
    }
    if (f)
        fclose(f);
}

static void report_machine(void)
{
    char processor[200];
    report_processor(processor, sizeof processor);
    printf("lieflow %s, %s, compiler %s; code written by hand has %s\n", lf_version(), processor,
           __VERSION__, REPORT_VECTORS);
}

/* ---- the table ------------------------------------------------------------------------------ */

typedef double report_value(const entry *e);

static double report_ns(const entry *e)
{
    return isfinite(e->ns) ? e->ns : NAN;
}

static double report_instructions(const entry *e)
{
    return e->instructions;
}

static void report_cell(double value)
{
    if (isnan(value))
        printf(" %8s", "");
    else
        printf(value < 10 ? " %8.2f" : " %8.1f", value);
}

/* The row of one code and way, printed where the list has it first. */
static void report_row(const entry *first, report_value *value)
{
    double cell[LANE_COUNTS], error = NAN;
    bool any = false;
    for (int k = 0; k < LANE_COUNTS; k++) {
        const entry *e = report_find(first->scene->name, first->name, first->way, lane_counts[k]);
        cell[k] = e ? value(e) : NAN;
        if (!isnan(cell[k]) && !any)
            error = e->error;
        any = any || !isnan(cell[k]);
    }
    if (!any)
        return;
    printf("  %-28s %-5s", first->name, way_names[first->way]);
    for (int k = 0; k < LANE_COUNTS; k++)
        report_cell(cell[k]);
    printf("  %8.1e\n", error);
}

static bool report_is_first(size_t index)
{
    const entry *e = &entries[index];
    for (int k = 0; k < LANE_COUNTS; k++) {
        const entry *other = report_find(e->scene->name, e->name, e->way, lane_counts[k]);
        if (other && other < e)
            return false;
    }
    return true;
}

static bool report_has(const scene *s, report_value *value)
{
    for (size_t k = 0; k < entry_count; k++)
        if (entries[k].scene == s && !isnan(value(&entries[k])))
            return true;
    return false;
}

static void report_table(const scene *s, report_value *value, const char *unit)
{
    if (!report_has(s, value))
        return;
    printf("\n%s, h = %g: %s per step and trajectory\n", s->name, BENCH_STEP, unit);
    printf("  %-28s %-5s %8s %8s %8s %8s %8s  %8s\n", "code", "way", "1 lane", "4", "8", "64",
           "512", "error");
    for (size_t k = 0; k < entry_count; k++)
        if (entries[k].scene == s && report_is_first(k))
            report_row(&entries[k], value);
}

/* ---- ratios --------------------------------------------------------------------------------- */

typedef struct {
    const char *scene, *method; /* the library's */
    size_t lanes;
    const char *hand_scene, *hand; /* what it is compared with */
    double target;                 /* 0: for information */
} ratio;

#define RIGID "free-rigid-body"
#define R3 "free-rigid-body-r3"
#define R6 "heavy-top-r6"
static const ratio ratios[] = {
    {RIGID, "rkmk4", 64, RIGID, "rk4, 4 lanes in registers", 1.7},
    {RIGID, "rkmk4", 64, RIGID, "rk4, 8 lanes in registers", 0},
    {RIGID, "rkmk4", 64, RIGID, "rk4, all lanes fused", 0},
    {RIGID, "rkmk4", 64, RIGID, "rkmk4, all lanes fused", 0},
    {RIGID, "rkmk4", 1, RIGID, "rkmk4, inlined", 1.3},
    {RIGID, "rkmk4", 1, RIGID, "rkmk4, inlined, Estrin", 1.3},
    {R3, "rk4", 1, R3, "rk4, pointer, 3 numbers", 1.1},
    {R3, "dopri5", 1, R3, "dopri5, pointer, 3 numbers", 1.1},
    {R3, "dop853", 1, R3, "dop853, pointer, 3 numbers", 1.1},
    {R3, "rk4", 1, R3, "rk4, pointer, any n", 1.1},
    {R3, "dopri5", 1, R3, "dopri5, pointer, any n", 1.1},
    {R3, "dop853", 1, R3, "dop853, pointer, any n", 1.1},
    {R3, "rk4", 64, R3, "rk4, pointer, lanes", 1.1},
    {R3, "dopri5", 64, R3, "dopri5, pointer, lanes", 1.1},
    {R3, "dop853", 64, R3, "dop853, pointer, lanes", 1.1},
    {R6, "rk4", 1, R6, "rk4, pointer, 6 numbers", 1.1},
    {R6, "dopri5", 1, R6, "dopri5, pointer, 6 numbers", 1.1},
    {R6, "dop853", 1, R6, "dop853, pointer, 6 numbers", 1.1},
    {R6, "rk4", 1, R6, "rk4, pointer, any n", 1.1},
    {R6, "dopri5", 1, R6, "dopri5, pointer, any n", 1.1},
    {R6, "dop853", 1, R6, "dop853, pointer, any n", 1.1},
    {R6, "rk4", 64, R6, "rk4, pointer, lanes", 1.1},
    {R6, "dopri5", 64, R6, "dopri5, pointer, lanes", 1.1},
    {R6, "dop853", 64, R6, "dop853, pointer, lanes", 1.1},
    {RIGID, "rk4", 1, R3, "rk4, pointer, 3 numbers", 0},
    {RIGID, "dop853", 1, R3, "dop853, pointer, 3 numbers", 0},
    {"heavy-top", "dop853", 1, R6, "dop853, pointer, 6 numbers", 0},
    {"free-rigid-body-point", "dop853", 1, R3, "dop853, pointer, 3 numbers", 0},
    {"heavy-top-point", "dop853", 1, R6, "dop853, pointer, 6 numbers", 0},
};
enum { RATIOS = sizeof ratios / sizeof ratios[0] };

/* A ratio of times, or NaN if one of them was not measured. */
static double report_ratio(const ratio *r, way w, report_value *value)
{
    const entry *a = report_find(r->scene, r->method, w, r->lanes);
    const entry *b = report_find(r->hand_scene, r->hand, HAND, r->lanes);
    return a && b ? value(a) / value(b) : NAN;
}

static void report_ratios(report_value *value, const char *unit)
{
    bool begun = false;
    for (size_t k = 0; k < RATIOS; k++) {
        const ratio *r = &ratios[k];
        const double solve = report_ratio(r, SOLVE, value), step = report_ratio(r, STEP, value);
        if (isnan(solve) && isnan(step))
            continue;
        if (!begun)
            printf("\nratios of %s: %8s %8s %8s\n", unit, "solve", "step", "target");
        begun = true;
        printf("  %8.2f %8.2f ", solve, step);
        if (r->target > 0 && value == report_ns)
            printf("%6.2f %-6s", r->target, solve <= r->target ? "met" : "missed");
        else
            printf("%13s", "");
        printf("  %s on %s, %zu %s / %s\n", r->method, r->scene, r->lanes,
               r->lanes == 1 ? "lane" : "lanes", r->hand);
    }
}

static void report_speed(void)
{
    const size_t lanes[] = {1, 64};
    for (int k = 0; k < 2; k++) {
        const entry *e = report_find(RIGID, "rkmk4", SOLVE, lanes[k]);
        if (e && isfinite(e->ns))
            printf("%srkmk4 on %s, %zu %s: %.2e steps/s and core through lf_solve\n",
                   k == 0 ? "\n" : "", RIGID, lanes[k], k ? "lanes" : "lane", 1e9 / e->ns);
    }
}

/* ---- files ---------------------------------------------------------------------------------- */

static void report_number(FILE *f, const char *before, double value, const char *otherwise)
{
    if (isfinite(value))
        fprintf(f, "%s%.6g", before, value);
    else
        fprintf(f, "%s%s", before, otherwise);
}

static void report_csv(FILE *f)
{
    fprintf(f, "problem,code,way,lanes,steps,ns,instructions,error\n");
    for (size_t k = 0; k < entry_count; k++) {
        const entry *e = &entries[k];
        if (!isfinite(e->ns) && isnan(e->instructions))
            continue;
        fprintf(f, "%s,\"%s\",%s,%zu,%zu", e->scene->name, e->name, way_names[e->way], e->lanes,
                e->steps);
        report_number(f, ",", e->ns, "");
        report_number(f, ",", e->instructions, "");
        report_number(f, ",", e->error, "");
        fprintf(f, "\n");
    }
}

static void report_json(FILE *f, double seconds, size_t sweeps)
{
    char processor[200], date[40];
    const time_t now = time(NULL);
    report_processor(processor, sizeof processor);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime(&now));
    fprintf(f, "{\"library\": \"lieflow %s\", \"date\": \"%s\", \"processor\": \"%s\",\n",
            lf_version(), date, processor);
    fprintf(
        f,
        " \"compiler\": \"%s\", \"vectors\": \"%s\", \"step\": %g, \"seconds\": %.1f, \"sweeps\": %zu,\n",
        __VERSION__, REPORT_VECTORS, BENCH_STEP, seconds, sweeps);
    fprintf(f, " \"rows\": [");
    const char *comma = "";
    for (size_t k = 0; k < entry_count; k++) {
        const entry *e = &entries[k];
        if (!isfinite(e->ns) && isnan(e->instructions))
            continue;
        fprintf(f, "%s\n  {\"problem\": \"%s\", \"code\": \"%s\", \"way\": \"%s\", \"lanes\": %zu",
                comma, e->scene->name, e->name, way_names[e->way], e->lanes);
        report_number(f, ", \"ns\": ", e->ns, "null");
        report_number(f, ", \"instructions\": ", e->instructions, "null");
        report_number(f, ", \"error\": ", e->error, "null");
        fprintf(f, "}");
        comma = ",";
    }
    fprintf(f, "\n ]}\n");
}

static void report_files(const char *directory, double seconds, size_t sweeps)
{
    char path[1100];
    const char *const ends[] = {"csv", "json"};
    for (int k = 0; k < 2; k++) {
        snprintf(path, sizeof path, "%s/throughput.%s", directory, ends[k]);
        FILE *f = fopen(path, "w");
        if (!f) {
            perror(path);
            continue;
        }
        if (k == 0)
            report_csv(f);
        else
            report_json(f, seconds, sweeps);
        fclose(f);
        printf("%s%s", k == 0 ? "\nwritten: " : ", ", path);
    }
    printf("\n");
}

#endif
