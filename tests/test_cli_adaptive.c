/* SPDX-License-Identifier: BSD-3-Clause */
/* test_cli_adaptive.c - steps that follow a tolerance, events, outputs and moving pictures. */
#include "test_cli_tool.h"

#include <signal.h>
#include <sys/resource.h>
#include <time.h>

static const double pi = 3.14159265358979323846;

static void tolerances_are_followed(void **state)
{
    (void)state;
    static const char *const tols[] = {"1e-5", "1e-8", "1e-11"};
    double before = 0, steps = 0;
    struct fy_document *fine = tool_json("run heavy-top --method rkmk8 --tol 1e-13 --json");
    for (size_t i = 0; i < 3; i++) {
        char words[100];
        snprintf(words, sizeof words, "run heavy-top --tol %s --json", tols[i]);
        struct fy_document *json = tool_json(words);
        double error = fabs(json_number(json, "/y/0") - json_number(fine, "/y/0"));
        assert_true(error < 1000 * strtod(tols[i], NULL));
        assert_true(i == 0 || error < before / 50);
        assert_true(json_number(json, "/steps") > steps);
        assert_true(json_number(json, "/h_min") < json_number(json, "/h_max"));
        assert_true(json_has(json, "/rejected") && json_count(json, "/events") == 0);
        before = error;
        steps = json_number(json, "/steps");
        fy_document_destroy(json);
    }
    fy_document_destroy(fine);
    tool_expect("run heavy-top --tol 1e-6", 0, "heavy-top by rkmk5", NULL);
    tool_expect("run heavy-top --atol 1e-6 --rtol 1e-6", 0, "rejected) of h = ", NULL);
    tool_expect("run heavy-top --method rkmk5 --steps 50", 0, "50 steps of h = 0.2 to t", NULL);
}

/* The double pendulum of Celledoni et al. 2021, section 5.3: an independent study found 120 steps
 * and the smallest of them 4.8e-3. */
static void the_papers_control(void **state)
{
    (void)state;
    struct fy_document *json =
        tool_json("run pendulum-chain --atol 1e-6 --control elementary --first-step 0.01 --json");
    assert_true(fabs(json_number(json, "/steps") - 120) <= 3);
    assert_true(fabs(json_number(json, "/h_min") - 4.8e-3) < 2e-4);
    assert_true(json_number(json, "/defect") < 1e-14);
    fy_document_destroy(json);
    json = tool_json("run pendulum-chain --tol 1e-6 --max-step 0.01 --json");
    assert_true(json_number(json, "/h_max") <= 0.01 && json_number(json, "/steps") >= 300);
    fy_document_destroy(json);
}

static void projection_keeps_classical_methods(void **state)
{
    (void)state;
    struct fy_document *off = tool_json("run heavy-top --method rk4 --json"),
                       *on = tool_json("run heavy-top --method rk4 --project --json");
    assert_true(json_number(off, "/defect") > 1e-8 && json_number(on, "/defect") < 1e-13);
    fy_document_destroy(off);
    fy_document_destroy(on);
}

/* A symmetric body: m.x = 0.6 cos(0.4 t), m.y = 0.6 sin(0.4 t). */
#define SYMMETRIC "run free-rigid-body --set inertia=1,1,2 --set m=0.6,0,0.8 --t-end 30 "

static void events_are_where_they_should(void **state)
{
    (void)state;
    struct fy_document *json = tool_json(
        SYMMETRIC "--method rkmk8 --tol 1e-13 --event m.x=0 --event m.y=0.3:rising --json");
    /* cos has 4 zeros up to 12, sin rises through 1/2 at pi/6 and 13 pi/6 */
    assert_int_equal(json_count(json, "/events"), 6);
    double expected[6] = {pi / 6, pi / 2, 3 * pi / 2, 13 * pi / 6, 5 * pi / 2, 7 * pi / 2};
    for (int i = 0; i < 6; i++) {
        char path[32];
        snprintf(path, sizeof path, "/events/%d/t", i);
        double t = json_number(json, path);
        if (fabs(t - expected[i] / 0.4) > 1e-11)
            fail_msg("event %d at %.17g, expected %.17g", i, t, expected[i] / 0.4);
    }
    assert_true(fabs(json_number(json, "/events/0/y/1") - 0.3) < 1e-12);
    fy_document_destroy(json);
    tool_expect(SYMMETRIC "--tol 1e-10 --event m.x=0:rising", 0, "m.x = 0, rising", NULL);
    tool_expect(SYMMETRIC "--tol 1e-10 --event m.x=0:rising", 0, "\n  2 events found\n", NULL);
}

static void terminal_events_end_the_run(void **state)
{
    (void)state;
    tool_expect(SYMMETRIC "--tol 1e-12 --event m.x=0:terminal:name=level --out s.csv --every 1", 0,
                "level, falling: the run ends here", NULL);
    char *rows = tool_read("s.csv"), *events = tool_read("s.events.csv");
    assert_true(fabs(strtod(tool_last_row(rows), NULL) - pi / 0.8) < 1e-9);
    assert_non_null(strstr(events, "# event 1: level\n"));
    assert_int_equal(strncmp(events, "t,event,direction,m.x,m.y,m.z\n", 30), 0);
    assert_true(fabs(strtod(tool_last_row(events), NULL) - pi / 0.8) < 1e-9);
    assert_non_null(strstr(tool_last_row(events), ",1,-1,"));
    free(rows);
    free(events);
    struct fy_document *json = tool_json(SYMMETRIC "--tol 1e-12 --event m.x=0:terminal --json");
    assert_true(json_has(json, "/status") && json_number(json, "/t") < 4);
    fy_document_destroy(json);
}

/* Invariants and outputs cross values too; a scenario says the same as the options, and so does the
 * header of its CSV. */
static void doors_agree(void **state)
{
    (void)state;
    tool_write("q.yaml", "model: quadrotors\nmethod: rkmk5\nt_end: 3\n"
                         "tolerance:\n  atol: 1e-6\n  rtol: 1e-7\n  blocks: {q1: [1e-8, 1e-9]}\n"
                         "control: pi\nmax_step: 0.2\n"
                         "events:\n  - e_x = 1/10\n"
                         "  - {expression: y.x, value: 2, direction: rising, name: far, "
                         "terminal: true}\n");
    tool_expect("run q.yaml --out q.csv", 0, "far, rising", NULL);
    static const char *const doors[] = {
        "run q.yaml --json", "run q.csv --json",
        "run quadrotors --method rkmk5 --t-end 3 --atol 1e-6 --rtol 1e-7 --tol-block "
        "4=1e-8,1e-9 --control pi --max-step 0.2 --event e_x=1/10 --event "
        "y.x=2:rising:terminal:name=far --json"};
    double t[3], first[3];
    for (size_t i = 0; i < 3; i++) {
        struct fy_document *json = tool_json(doors[i]);
        assert_int_equal(json_count(json, "/events"), 2);
        t[i] = json_number(json, "/t");
        first[i] = json_number(json, "/events/0/t");
        assert_true(t[i] == t[0] && first[i] == first[0]);
        assert_true(json_number(json, "/outputs/e_x") < 0.1);
        fy_document_destroy(json);
    }
    char *rows = tool_read("q.csv");
    assert_non_null(strstr(rows, ",rotation2,e_x,e_q1,e_q2,u1,u2,defect\n"));
    free(rows);
    tool_expect("run q.yaml --steps 3000", 0, "far, rising: the run ends here", NULL);
    tool_expect("run pendulum-chain --out c.csv --steps 3", 0, NULL, NULL);
    rows = tool_read("c.csv");
    assert_int_equal(strncmp(rows, "t,q1.x,q1.y,q1.z,omega1.x,omega1.y,omega1.z,q2.x,", 49), 0);
    free(rows);
}

static const struct {
    const char *words, *sentence;
} words_refused[] = {
    {"run heavy-top --tol 0", "must be positive"},
    {"run heavy-top --tol x", "a number is expected"},
    {"run heavy-top --tol 1e-6 --step 1", "--step fixes the step, --tol lets it follow"},
    {"run heavy-top --rtol 1e-6 --steps 9", "--steps fixes the step, --rtol lets it follow"},
    {"run heavy-top --tol 1e-6 --atol 1", "give --tol or --atol, not both"},
    {"run heavy-top --atol 0 --rtol 0", "must not both be 0"},
    {"run heavy-top --tol 1e-6 --method cf4", "these do: rkmk-bs3, rkmk5"},
    {"run heavy-top --tol 1 --event Gama.z=0", "did you mean 'Gamma.z'?"},
    {"run heavy-top --tol 1 --event enrgy=0", "did you mean 'energy'?"},
    {"run heavy-top --tol 1 --event Gamma.z=0:up", "stands rising, falling"},
    {"run heavy-top --tol 1 --event Gamma.z=zero", "a number is expected"},
    {"run heavy-top --tol 1 --event =", "expression has 1 to 63 bytes"},
    {"run heavy-top --tol 1 --tol-block Po=1", "one block only"},
    {"run quadrotors --tol 1 --tol-block q3=1", "did you mean 'q1' or 'q2'?"},
    {"run quadrotors --tol 1 --tol-block 6=1", "has no block '6'"},
    {"run quadrotors --tol 1 --tol-block q1", "BLOCK=T, or BLOCK=ATOL,RTOL"},
    {"run quadrotors --tol-block q1=1", "needs one for the others"},
    {"run quadrotors --max-step 1", "needs a tolerance"},
    {"run quadrotors --tol 1 --first-step 0", "must be positive"},
    {"run heavy-top --tol 1 --control pid", "one of pi|elementary"},
    {"run heavy-top --project", "stays on the manifold by itself"},
    {"run duffing --animate a.gif", "cannot be drawn as a moving picture"},
    {"run pendulum-chain --animate a.png", "must end in .gif"},
    {"run pendulum-chain --set n=9999 --animate a.gif", "at most 3000 links"},
    {"run pendulum-chain --set n=1000000 --plot a.svg", "needs too much memory"},
    {"precision heavy-top --tols 1e-3..1e-20", "falling tolerances"},
    {"precision heavy-top --tols 1e-3,1e-2", "falling tolerances"},
    {"precision heavy-top --methods cf4", "cannot follow a tolerance"},
    {"compare heavy-top --methods rkmk5,rk4 --tol 1e-6", "rk4 has no estimate"},
    {"list methods --for duff", "did you mean 'duffing'?"},
    {"list groups --for duffing", "--for goes with"},
};

static void wrong_words(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof words_refused / sizeof *words_refused; i++)
        tool_expect(words_refused[i].words, 2, NULL, words_refused[i].sentence);
    assert_false(tool_exists("a.gif"));
}

/* The angles of 1000 links are rounded to 4 sqrt(1000) units of 2.2e-16, all in all. */
static void long_chains_are_rounded(void **state)
{
    (void)state;
    const char *chain = "run pendulum-chain --set n=1000 --method rkmk8 --t-end 0.001 --atol ";
    char words[120];
    snprintf(words, sizeof words, "%s%s", chain, "2e-14");
    tool_expect(words, 1, NULL,
                "in block 1 (q1) the tolerance asks for errors of 2e-14, but rounding alone makes "
                "2.81e-14");
    snprintf(words, sizeof words, "%s%s", chain, "3e-14");
    tool_expect(words, 0, "to t = 0.001", NULL);
}

/* A block is called by its first component, also where rows show something else than components. */
static void blocks_of_shown_functions(void **state)
{
    (void)state;
    tool_expect("run kuramoto-sivashinsky --method cf43 --rtol 1e-17 --atol 1e-19 --t-end 0.1", 1,
                NULL, "in block 1 (c_u0) the tolerance asks for errors of");
}

#define TOP "model: heavy-top\n"
static const struct {
    const char *text, *sentence;
} files_refused[] = {
    {TOP "tolerance: 1e-6\nstep: 1\n", "bad.yaml:3: give tolerance or step"},
    {TOP "steps: 5\ntolerance: {atol: 1}\n", "bad.yaml:3: give steps or tolerance"},
    {TOP "tolerance: {}\n", "tolerance needs the key atol or rtol"},
    {TOP "tolerance: {abs: 1}\n", "tolerance has no key 'abs'"},
    {TOP "tolerance: [1, 2]\n", "bad.yaml:2: tolerance"},
    {TOP "tolerance: {atol: 1, blocks: 3}\n", "tolerance.blocks must be a list"},
    {TOP "tolerance: {atol: 1, blocks: {a: 1}}\n", "one block only"},
    {TOP "tolerance: -1\n", "bad.yaml:2: tolerance must be positive"},
    {TOP "tolerance: 1\nevents: Gamma.z\n", "bad.yaml:3: events must be a list"},
    {TOP "tolerance: 1\nevents:\n  - {value: 3}\n", "an event needs the key expression"},
    {TOP "tolerance: 1\nevents:\n  - {expresion: q}\n", "did you mean 'expression'?"},
    {TOP "tolerance: 1\nevents:\n  - {expression: Pi.x, direction: up}\n",
     "rising, falling or both"},
    {TOP "tolerance: 1\nevents:\n  - {expression: Pi.x, terminal: maybe}\n", "true or false"},
    {TOP "tolerance: 1\nevents:\n  - {expression: Pi.w}\n", "did you mean 'Pi.x'"},
    {TOP "tolerance: 1\nevents:\n  - [Pi.x]\n", "an event has no value"},
    {TOP "tolerance: 1\nevents:\n  - Pi.x = 0 :rising :upwards\n", "bad.yaml:4: "},
    {TOP "project: maybe\n", "bad.yaml:2: project must be one of false|true"},
    {TOP "animate: a.gif\n", "cannot be drawn as a moving picture"},
};

static void wrong_files(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof files_refused / sizeof *files_refused; i++) {
        tool_write("bad.yaml", files_refused[i].text);
        tool_expect("run bad.yaml", 2, NULL, files_refused[i].sentence);
    }
}

static void precision_is_measured(void **state)
{
    (void)state;
    struct fy_document *json =
        tool_json("precision free-rigid-body --t-end 20 --methods rkmk5,dop853 "
                  "--tols 1e-4..1e-8 --json --out p.csv --plot p.gp");
    assert_int_equal(json_count(json, "/tolerances"), 5);
    for (int m = 0; m < 2; m++) {
        char path[2][40];
        snprintf(path[0], 40, "/methods/%d/errors/0", m);
        snprintf(path[1], 40, "/methods/%d/errors/4", m);
        assert_true(json_number(json, path[1]) < 1e-2 * json_number(json, path[0]));
        assert_true(json_number(json, path[1]) < 1e-6);
    }
    fy_document_destroy(json);
    char *text = tool_read("p.csv");
    assert_non_null(strstr(text, "tolerance,rkmk5.error,rkmk5.steps,rkmk5.rejected,"));
    free(text);
    assert_true(tool_exists("p.gp"));
    tool_expect("compare pendulum-chain --methods rkmk5,dopri5 --tol 1e-8", 0, "tolerance 1e-08",
                NULL);
}

static void methods_tell_what_they_can(void **state)
{
    (void)state;
    tool_expect("list methods", 0, "  rkmk5               5(4)    yes  yes", NULL);
    tool_expect("list methods", 0, "  cf4                 4       -    -", NULL);
    tool_expect("describe rkmk8", 0, "follows --tol", NULL);
    tool_expect("describe cf4", 0, "fixed steps only", NULL);
    tool_expect("describe quadrotors", 0, "e_x: tracking error", NULL);
    tool_result r = tool("list methods --for heavy-top --names");
    assert_int_equal(r.code, 0);
    assert_non_null(strstr(r.out, "cf4\n"));
    assert_null(strstr(r.out, "magnus4\n"));
    tool_free(&r);
}

static void pictures_move(void **state)
{
    (void)state;
    tool_expect("run pendulum-chain --tol 1e-6 --animate c.gp", 0, "moving picture: c.gp", NULL);
    char *text = tool_read("c.gp");
    assert_non_null(strstr(text, "set terminal gif animate"));
    free(text);
    if (system("gnuplot --version >/dev/null 2>&1") != 0)
        skip();
    tool_expect("run quadrotors --animate q.gif --t-end 1", 0, NULL, NULL);
    text = tool_read("q.gif");
    assert_memory_equal(text, "GIF89a", 6);
    free(text);
}

/* A million links for two steps: the memory is a small multiple of the state's 48 MB. */
static void a_million_links(void **state)
{
    (void)state;
    struct rusage use;
    tool_result r = tool("run pendulum-chain --set n=1000000 --set lengths=1e-6 --method rkmk2 "
                         "--steps 2 --t-end 1e-6");
    assert_int_equal(r.code, 0);
    assert_non_null(strstr(r.out, "... 5999976 more: --out and --json have them ..."));
    assert_non_null(strstr(r.out, "omega1000000.z"));
    tool_free(&r);
    getrusage(RUSAGE_CHILDREN, &use);
    assert_true(use.ru_maxrss < 3L * 1024 * 1024); /* kilobytes */
}

/* Ctrl-C in a run with a tolerance leaves whole rows and says where it stopped. */
static void interruption_keeps_rows(void **state)
{
    (void)state;
    FILE *out = tmpfile(), *err = tmpfile();
    pid_t child = tool_start("run heavy-top --t-end 1e7 --tol 1e-9 --every 1 --event Gamma.z=0 "
                             "--out long.csv",
                             out, err);
    const struct timespec pause = {.tv_nsec = 20000000};
    for (int i = 0; i < 250; i++) {
        struct stat info;
        if (stat("long.csv.part", &info) == 0 && info.st_size > 40000)
            break;
        nanosleep(&pause, NULL);
    }
    kill(child, SIGINT);
    assert_int_equal(tool_wait(child), 130);
    char *said = tool_text(err), *text = tool_read("long.csv"),
         *hits = tool_read("long.events.csv");
    assert_non_null(strstr(said, "stopped at t = "));
    assert_true(text[strlen(text) - 1] == '\n' && hits[strlen(hits) - 1] == '\n');
    assert_non_null(strstr(text, "\n10,"));
    assert_non_null(strstr(hits, ",1,-1,"));
    free(said);
    free(text);
    free(hits);
    fclose(out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tolerances_are_followed),
        cmocka_unit_test(the_papers_control),
        cmocka_unit_test(projection_keeps_classical_methods),
        cmocka_unit_test(events_are_where_they_should),
        cmocka_unit_test(terminal_events_end_the_run),
        cmocka_unit_test(doors_agree),
        cmocka_unit_test(wrong_words),
        cmocka_unit_test(long_chains_are_rounded),
        cmocka_unit_test(blocks_of_shown_functions),
        cmocka_unit_test(wrong_files),
        cmocka_unit_test(precision_is_measured),
        cmocka_unit_test(methods_tell_what_they_can),
        cmocka_unit_test(pictures_move),
        cmocka_unit_test(a_million_links),
        cmocka_unit_test(interruption_keeps_rows),
    };
    return cmocka_run_group_tests(tests, tool_setup, tool_teardown);
}
