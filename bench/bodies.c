/* SPDX-License-Identifier: BSD-3-Clause */
/* bodies.c - what a step of the variational integrators costs: two dumbbells on several lanes, other
 * methods and forms, binary asteroids, and n bodies of k points each. All runs go through lf_solve,
 * take turns, and the least time of each counts. */
#include <lieflow/lieflow.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { JOBS = 64, SETTINGS = 12 };

typedef struct {
    const char *group, *label;
    const char *set[2 * SETTINGS]; /* parameters of the model: name, text, ..., NULL */
    const char *method;
    lf_rotation_rule rotation;
    size_t lanes, steps;
    double h;
    size_t bodies, points; /* of n bodies of k points, else 0 */
    lf_problem problem;
    double *start, *y;
    double ns; /* per step and trajectory, the least seen */
    _Alignas(16) unsigned char self[LF_MODEL_MAX_SIZE];
} job;

static job jobs[JOBS];
static size_t job_count;

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "%s: %s\n", what, why);
    exit(1);
}

static double *numbers(size_t count)
{
    double *memory = calloc(count + 1, sizeof *memory);
    if (!memory)
        fail("bodies", "out of memory");
    return memory;
}

/* ---- what is run ---------------------------------------------------------------------------- */

static job *job_new(const char *group, const char *label, const char *method, size_t lanes,
                    size_t steps, double h)
{
    job *j = &jobs[job_count++];
    *j = (job){.group = group,
               .label = label,
               .method = method,
               .lanes = lanes,
               .steps = steps,
               .h = h,
               .ns = INFINITY};
    return j;
}

static void job_set(job *j, const char *name, const char *text)
{
    size_t k = 0;
    while (j->set[k])
        k += 2;
    j->set[k] = name;
    j->set[k + 1] = text;
}

static void list_dumbbells(void)
{
    static const struct {
        const char *label;
        size_t lanes;
    } lanes[] = {{"1 lane", 1}, {"4 lanes", 4}, {"16 lanes", 16}, {"64 lanes", 64}};
    for (size_t i = 0; i < 4; i++)
        job_new("two dumbbells, lgvi", lanes[i].label, "lgvi", lanes[i].lanes,
                20000 / lanes[i].lanes, 1e-4);
}

static void list_relatives(void)
{
    static const char group[] = "two dumbbells, 1 lane";
    job_new(group, "lgvi, dmv4", "lgvi", 1, 10000, 1e-4)->rotation = LF_ROTATION_DMV4;
    job_new(group, "lgvi, exact", "lgvi", 1, 5000, 1e-4)->rotation = LF_ROTATION_EXACT;
    job_set(job_new(group, "lgvi, relative-hamiltonian", "lgvi", 1, 10000, 1e-4), "form",
            "relative-hamiltonian");
    job_new(group, "lgvi-suzuki4 (5 evaluations)", "lgvi-suzuki4", 1, 3000, 1e-4);
    job_new(group, "lgvi-kahanli6 (9)", "lgvi-kahanli6", 1, 2000, 1e-4);
    job_new(group, "lgvi-kahanli8 (17)", "lgvi-kahanli8", 1, 1000, 1e-4);
    job_new(group, "rkmk8 (12)", "rkmk8", 1, 1000, 1e-4);
}

static const char asteroids[] = "binary asteroids, lgvi, 1 lane";

/* Didymos as it comes with GUBAS (Davis and Scheeres 2020), by potentials of the degrees that it
 * calls order 2 and order 4. */
static void list_didymos(bool fourth)
{
    job *j = job_new(asteroids, fourth ? "Didymos, fourth degree" : "Didymos, second degree",
                     "lgvi", 1, 10000, 30);
    job_set(j, "potential", fourth ? "ellipsoid" : "second-degree");
    job_set(j, "G", "6.67408e-11");
    job_set(j, "mass", "4842963890.058684 522941787070.36884");
    if (fourth)
        job_set(j, "semiaxes", "103.678 79.753 66.461 399.366 392.461 381.714");
    job_set(j, "inertia",
            fourth ? "0"
                   : "10438985934293.97 14689757387650.045 16572197488200.174 "
                     "31348424975008636 31920248302583308 32790416201495100");
    job_set(j, "x", "1169.1722953725548 0 0 -10.827704627445227 0 0");
    job_set(j, "v", "0 0.1711904957 0 0 -0.0015853912 0");
    job_set(j, "Omega", "0 0 1.488075e-4 0 0 7.7226958052846407e-4");
}

/* 1999 KW4 after Ostro et al. 2006. */
static void list_kw4(void)
{
    static const char *const potential[] = {"ellipsoid", "cubature"};
    for (size_t i = 0; i < 2; i++) {
        job *j =
            job_new(asteroids, i ? "1999 KW4, 13 points each" : "1999 KW4, ellipsoids, degree 4",
                    "lgvi", 1, i ? 3000 : 10000, 30);
        job_set(j, "potential", potential[i]);
        job_set(j, "G", "6.6743e-11");
        job_set(j, "mass", "135000000000 2353000000000");
        job_set(j, "semiaxes", "297.5 225 171.5 708.5 680.5 591.5");
        job_set(j, "inertia", "0");
        job_set(j, "x", "2409.7443729903534 0 0 -138.2556270096463 0 0");
        job_set(j, "v", "0 0.2414348 0.0120717 0 -0.0138520 -0.0006926");
        job_set(j, "Omega", "0 0 1.00179e-4 0 6.3134e-5 6.31337e-4");
    }
}

/* Masses and places of k points in the unit ball whose centre of mass is the origin. */
static void write_points(size_t k, unsigned long long *seed, char **at, const char *end)
{
    double place[3] = {0};
    for (size_t p = 0; p < k; p++) {
        const bool centre = k % 2 && p == 0, mirrored = (p + k) % 2;
        for (size_t c = 0; c < 3; c++) {
            *seed = *seed * 6364136223846793005ULL + 1442695040888963407ULL;
            const double random = (double)(*seed >> 11) / 9007199254740992.0 - 0.5;
            place[c] = centre ? 0 : mirrored ? -place[c] : random;
        }
        *at += snprintf(*at, (size_t)(end - *at), "%.17g %.9g %.9g %.9g ", 1 / (double)k, place[0],
                        place[1], place[2]);
    }
}

/* n bodies of mass 1 in a row, far enough from each other to stay where they are. */
static void list_points(size_t n, size_t k)
{
    const size_t size = 110 * n * k + 200 * n, pairs = n * (n - 1) / 2 * k * k;
    char *text = (char *)numbers(size / sizeof(double) + 6 * n * 8), *part[5];
    char *at = text, *end = text + size;
    static const char *const each[5] = {"1 ", "0.3 0.4 0.5 ", "0 0 0 ", "0.1 0.2 0.3 ", ""};
    static const char *const name[5] = {"mass", "inertia", "v", "Omega", "x"};
    job *j = job_new("n bodies of k points, lgvi, 1 lane", NULL, "lgvi", 1,
                     (size_t)fmax(8, 4e6 / (double)(pairs + 100 * n)), 1e-3);
    for (size_t i = 0; i < 5; i++, at++) {
        part[i] = at;
        for (size_t b = 0; b < n; b++)
            at += i < 4 ? snprintf(at, (size_t)(end - at), "%s", each[i])
                        : snprintf(at, (size_t)(end - at), "%zu 0 0 ", 5 * b);
        job_set(j, name[i], part[i]);
    }
    unsigned long long seed = 1;
    job_set(j, "points", at);
    for (size_t b = 0; b < n; b++)
        write_points(k, &seed, &at, end);
    char *counts = ++at;
    for (size_t b = 0; b < n; b++)
        at += snprintf(at, (size_t)(end - at), "%zu ", k);
    job_set(j, "counts", counts);
    job_set(j, "G", "1e-3");
    j->bodies = n;
    j->points = k;
}

static void list_all(bool quick)
{
    static const size_t bodies[] = {2, 3, 10}, points[] = {1, 2, 13, 100, 1000};
    list_dumbbells();
    list_relatives();
    list_didymos(false);
    list_didymos(true);
    list_kw4();
    for (size_t i = 0; i < 3; i++)
        for (size_t k = 0; k < (quick ? 4 : 5); k++)
            list_points(bodies[i], points[k]);
}

/* ---- running -------------------------------------------------------------------------------- */

static void job_parameter(job *j, const lf_model *model, const char *name, const char *text)
{
    char why[300];
    const lf_param *row = lf_param_find(model->params, name);
    const size_t count = lf_param_numbers(text);
    if (!row)
        fail(name, "no such parameter");
    if (row->type == LF_LIST && count > lf_param_room(row, j->self))
        lf_param_give(row, j->self, count, numbers(count));
    if (lf_param_set(row, j->self, text, why, sizeof why) != LF_OK)
        fail(name, why);
}

/* Lane i starts a little further out than lane 0. */
static void job_build(job *j)
{
    char why[300] = "no such model";
    const lf_model *model = lf_model_find("full-body");
    if (!model)
        fail("full-body", why);
    lf_param_defaults(model->params, j->self);
    for (size_t k = 0; j->set[k]; k += 2)
        job_parameter(j, model, j->set[k], j->set[k + 1]);
    model->give(j->self, numbers(model->room(j->self)));
    const size_t dim = model->dim(j->self);
    double *y0 = numbers(dim);
    if (model->build(j->self, &j->problem, y0, why, sizeof why) != LF_OK)
        fail(j->label ? j->label : "points", why);
    j->start = numbers(dim * j->lanes);
    j->y = numbers(dim * j->lanes);
    for (size_t c = 0; c < dim; c++)
        for (size_t i = 0; i < j->lanes; i++) {
            const bool place = c < LF_BODY_R * dim / LF_BODY_DIM;
            j->start[c * j->lanes + i] = y0[c] * (place ? 1 + (double)i / 1024 : 1);
        }
    free(y0);
}

static double seconds_of(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void job_measure(job *j, clockid_t clock)
{
    lf_method method = *lf_method_find(j->method);
    lf_options opt = lf_options_default();
    lf_stats stats;
    method.rotation = j->rotation;
    opt.h = j->h;
    opt.t1 = j->h * (double)j->steps;
    opt.watch = 0;
    memcpy(j->y, j->start, j->problem.action->dim * j->lanes * sizeof *j->y);
    const double before = seconds_of(clock);
    if (lf_solve(&j->problem, &method, &opt, j->lanes, j->y, NULL, &stats) != LF_OK)
        fail(j->label ? j->label : "points", stats.message);
    const double seconds = seconds_of(clock) - before;
    /* the forces at the start are evaluated once more: with many points they are the step */
    const size_t steps = j->points > 2 ? j->steps + 1 : j->steps;
    j->ns = fmin(j->ns, 1e9 * seconds / (double)(steps * j->lanes));
}

/* ---- report --------------------------------------------------------------------------------- */

static void report_points(const job *j)
{
    const double pairs = (double)(j->bodies * (j->bodies - 1) / 2 * j->points * j->points);
    printf("  n = %-3zu k = %-5zu %14.0f ns   %10.0f pairs   %6.2f ns a pair\n", j->bodies,
           j->points, j->ns, pairs, j->ns / pairs);
}

static const job *report_find(const char *label)
{
    for (size_t k = 0; k < job_count; k++)
        if (jobs[k].label && strcmp(jobs[k].label, label) == 0)
            return &jobs[k];
    return NULL;
}

static void report_target(const char *what, double value, const char *unit, bool at_most,
                          double target)
{
    const bool met = at_most ? value <= target : value >= target;
    printf("  %-52s %10.1f %-5s %s %g: %s\n", what, value, unit, at_most ? "at most" : "at least",
           target, met ? "met" : "NOT met");
}

/* Beside other programs that step Didymos by the same integrator, degree by degree: the least times
 * for a step that we measured, on one core of an Intel Xeon (GUBAS by g++ 12 -O3). They are not
 * measured again here; the targets leave a factor of two to the machine. */
static void report_others(void)
{
    static const struct {
        const char *what, *label;
        double us, target;
    } other[] = {
        {"Didymos, degree 2: GUBAS, 145 us", "Didymos, second degree", 145, 500},
        {"Didymos, degree 2: its port to Rust, 30 us", "Didymos, second degree", 30, 100},
        {"Didymos, degree 4: GUBAS, 3400 us", "Didymos, fourth degree", 3400, 10000},
        {"Didymos, degree 4: its port to Rust, 370 us", "Didymos, fourth degree", 370, 1000}};
    for (size_t k = 0; k < sizeof other / sizeof *other; k++)
        report_target(other[k].what, 1e3 * other[k].us / report_find(other[k].label)->ns, "times",
                      false, other[k].target);
}

static void report(bool threads)
{
    for (size_t k = 0; k < job_count; k++) {
        if (k == 0 || strcmp(jobs[k].group, jobs[k - 1].group) != 0)
            printf("\n%s: time for a step of one trajectory\n", jobs[k].group);
        if (jobs[k].bodies)
            report_points(&jobs[k]);
        else
            printf("  %-34s %10.1f ns\n", jobs[k].label, jobs[k].ns);
    }
    const job *one = report_find("1 lane"), *many = report_find("16 lanes");
    printf("\ntargets%s\n", threads ? " (several threads)" : "");
    report_target("two dumbbells, 1 lane", one->ns, "ns", true, 250);
    report_target("16 lanes over 1: throughput", one->ns / many->ns, "times", false, 5);
    report_others();
}

int main(int argc, char **argv)
{
    double budget = 20;
    bool quick = false;
    for (int k = 1; k < argc; k++) {
        if (strcmp(argv[k], "--quick") == 0) {
            quick = true;
            budget = 3;
        } else if (strcmp(argv[k], "--seconds") == 0 && k + 1 < argc) {
            budget = strtod(argv[++k], NULL);
        } else {
            fprintf(stderr, "bodies [--quick] [--seconds S]; OMP_NUM_THREADS says how many threads "
                            "many points get (1)\n");
            return 2;
        }
    }
    /* the library reads this when it first has work for several */
    setenv("OMP_NUM_THREADS", "1", 0);
    const bool threads = strcmp(getenv("OMP_NUM_THREADS"), "1") != 0;
    list_all(quick);
    for (size_t k = 0; k < job_count; k++)
        job_build(&jobs[k]);
    const double begin = seconds_of(CLOCK_MONOTONIC);
    for (size_t sweep = 0; sweep < 3 || seconds_of(CLOCK_MONOTONIC) - begin < budget; sweep++)
        for (size_t k = 0; k < job_count; k++)
            job_measure(&jobs[k], threads ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID);
    report(threads);
    return 0;
}
