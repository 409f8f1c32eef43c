/* SPDX-License-Identifier: BSD-3-Clause */
/* test_cli_run.c - 'lieflow run': summaries, JSON, CSV, interruption, full disks. */
#include "test_cli_tool.h"

#include <signal.h>
#include <sys/resource.h>
#include <time.h>

static void summary_names_everything(void **state)
{
    (void)state;
    tool_expect("run heavy-top", 0, "heavy-top by cf4", NULL);
    tool_expect("run heavy-top", 0, "Gamma.z", NULL);
    tool_expect("run heavy-top", 0, "max drift", NULL);
    tool_expect("run heavy-top --method rk4", 0, "distance from the manifold", NULL);
}

static void json_has_what_the_issue_says(void **state)
{
    (void)state;
    struct fy_document *json =
        tool_json("run free-rigid-body --set inertia=1,5,6 --set m=0.7,0.3,0.5 --method cf4 "
                  "--step 0.01 --t-end 1 --json");
    static const char *const keys[] = {"/model",      "/method", "/t",           "/columns",
                                       "/y",          "/steps",  "/evaluations", "/seconds",
                                       "/invariants", "/defect"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        assert_true(json_has(json, keys[i]));
    assert_false(json_has(json, "/status"));
    assert_int_equal(json_count(json, "/columns"), 3);
    assert_int_equal(json_count(json, "/y"), 3);
    assert_true(json_number(json, "/t") == 1);
    assert_true(json_number(json, "/steps") == 100);
    assert_true(json_number(json, "/evaluations") == 400);
    assert_true(fabs(json_number(json, "/invariants/energy/initial") -
                     0.5 * (0.49 + 0.09 / 5 + 0.25 / 6)) < 1e-15);
    assert_true(json_number(json, "/invariants/energy/max_drift") < 1e-11);
    assert_true(json_number(json, "/defect") < 1e-14);
    double norm = 0;
    for (int i = 0; i < 3; i++) {
        char path[16];
        snprintf(path, sizeof path, "/y/%d", i);
        norm += json_number(json, path) * json_number(json, path);
    }
    assert_true(fabs(norm - 0.83) < 1e-14);
    fy_document_destroy(json);
}

/* The same values by every door: options, fractions, YAML, JSON, and the header of a CSV. */
static void doors_agree(void **state)
{
    (void)state;
    tool_write("a.yaml", "parameters: {m: [7/10, 3/10, 1/2], inertia: [1, 5, 6]}\n"
                         "model: free-rigid-body\nmethod: rkmk4\nsteps: 50\nt_end: 1\n");
    tool_write("b.json", "{\"model\": \"free-rigid-body\", \"method\": \"rkmk4\", \"step\": 0.02,\n"
                         " \"t_end\": 1, \"parameters\": {\"m\": [0.7, 0.3, 0.5]}}\n");
    tool_expect("run a.yaml --out c.csv", 0, "rows: c.csv", NULL);
    static const char *const doors[] = {
        "run a.yaml --json", "run b.json --json", "run c.csv --json",
        ("run free-rigid-body --set m=7/10,3/10,1/2 --set=inertia=[1,5,6] --method=rkmk4 --steps 50 "
         "--t-end 1 --json")};
    double y[3] = {0};
    for (size_t i = 0; i < 4; i++) {
        struct fy_document *json = tool_json(doors[i]);
        for (int k = 0; k < 3; k++) {
            char path[16];
            snprintf(path, sizeof path, "/y/%d", k);
            double value = json_number(json, path);
            assert_true(i == 0 || value == y[k]);
            y[k] = value;
        }
        fy_document_destroy(json);
    }
}

static void options_override_files(void **state)
{
    (void)state;
    tool_write("a.yaml", "model: heavy-top\nmethod: cf4\nsteps: 50\nt_end: 1\n");
    tool_expect("run a.yaml --method rk4", 0, "heavy-top by rk4", NULL);
    tool_expect("run a.yaml --step 0.1", 0, "10 steps", NULL);
    tool_write("t.yaml", "model: heavy-top\nt_end: 1\ntableau: {a: [[1/2]], b: [0, 1]}\n");
    tool_expect("run t.yaml", 0, "by tableau", NULL);
    tool_expect("run t.yaml --method cf4", 0, "by cf4", NULL);
    tool_expect("run heavy-top --set tableau=kutta3 --map cayley --t-end 1", 0, "by tableau", NULL);
}

static void maps_and_truncation_change_little(void **state)
{
    (void)state;
    static const char *const variants[] = {"", " --map cayley", " --map second-kind",
                                           " --dexpinv truncated"};
    double first = 0;
    for (size_t i = 0; i < 4; i++) {
        char words[200];
        snprintf(words, sizeof words,
                 "run free-rigid-body --method rkmk4 --steps 4 --t-end 1 "
                 "--json%s",
                 variants[i]);
        struct fy_document *json = tool_json(words);
        double value = json_number(json, "/y/0");
        assert_true(i == 0 || (value != first && fabs(value - first) < 1e-4));
        first = i == 0 ? value : first;
        fy_document_destroy(json);
    }
}

static void csv_describes_itself(void **state)
{
    (void)state;
    tool_expect("run heavy-top --steps 20 --t-end 1 --out a.csv", 0, NULL, NULL);
    char *text = tool_read("a.csv");
    assert_int_equal(strncmp(text, "t,Pi.x,Pi.y,Pi.z,Gamma.x,Gamma.y,Gamma.z,energy,", 47), 0);
    assert_non_null(strstr(text, ",defect\n# lieflow "));
    assert_non_null(strstr(text, "\n# columns: t [s]: time; Pi.x to Pi.z [kg m^2/s]: component"));
    assert_non_null(strstr(text, "\n# scenario: {model: heavy-top, method: cf4, steps: 20, "));
    assert_non_null(strstr(text, "\n# end: complete at t = 1, 20 steps\n"));
    assert_int_equal(tool_rows(text, 11), 21);
    free(text);
    tool_expect("run heavy-top --steps 20 --t-end 1 --every 0.25 --out -", 0, "\n0.25,", "by cf4");
    tool_expect("run heavy-top --steps 20 --t-end 0 --out a.csv", 0, "to t = 0", NULL);
    text = tool_read("a.csv");
    assert_int_equal(tool_rows(text, 11), 1);
    free(text);
    tool_expect("run heavy-top --t-end -1", 0, "to t = -1", NULL);
}

static void interruption_keeps_rows(void **state)
{
    (void)state;
    FILE *out = tmpfile(), *err = tmpfile();
    pid_t child = tool_long_run("long.csv", out, err);
    kill(child, SIGINT);
    assert_int_equal(tool_wait(child), 130);
    char *said = tool_text(err), *text = tool_read("long.csv");
    assert_non_null(strstr(said, "stopped at t = "));
    assert_non_null(strstr(said, "long.csv"));
    assert_true(tool_rows(text, 11) > 50);
    free(said);
    free(text);
    fclose(out);
}

static void killing_leaves_whole_rows(void **state)
{
    (void)state;
    FILE *out = tmpfile(), *err = tmpfile();
    pid_t child = tool_long_run("killed.csv", out, err);
    kill(child, SIGKILL);
    assert_int_equal(tool_wait(child), 1000 + SIGKILL);
    char *text = tool_read("killed.csv.part");
    assert_false(tool_exists("killed.csv"));
    /* whole rows are handed over, but the kernel may be killed between two of their pages */
    char *end = strrchr(text, '\n');
    assert_non_null(end);
    end[1] = 0;
    assert_true(tool_rows(text, 11) > 50);
    free(text);
    fclose(out);
    fclose(err);
}

static void full_disks_are_noticed(void **state)
{
    (void)state;
    tool_expect("run heavy-top --out /dev/full", 1, NULL, "/dev/full");
    tool_expect("run heavy-top --out nowhere/a.csv", 1, NULL, "nowhere/a.csv cannot be written");
    tool_expect("run heavy-top --plot nowhere/a.svg", 1, NULL, "nowhere/a.svg cannot be written");
    tool_expect("order heavy-top --steps 4,8 --out /dev/full", 1, NULL, "/dev/full");
    tool_expect("compare heavy-top --out /dev/full", 1, NULL, "/dev/full");
    FILE *full = fopen("/dev/full", "w"), *err = tmpfile();
    assert_int_equal(tool_wait(tool_start("run heavy-top --json", full, err)), 1);
    char *said = tool_text(err);
    assert_non_null(strstr(said, "could not be written"));
    free(said);
    fclose(full);
}

/* The file takes 30000 bytes and no more. */
static void disks_that_fill_up_are_noticed(void **state)
{
    (void)state;
    FILE *out = tmpfile(), *err = tmpfile();
    struct rlimit before, small;
    getrlimit(RLIMIT_FSIZE, &before);
    small = before;
    small.rlim_cur = 30000;
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &small);
    pid_t child = tool_start("run heavy-top --steps 5000 --out small.csv --every 0.002", out, err);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_int_equal(tool_wait(child), 1);
    char *said = tool_text(err);
    assert_non_null(strstr(said, "small.csv is not complete"));
    free(said);
    fclose(out);
}

/* a top so fast that explicit steps overflow */
static void broken_runs_say_where(void **state)
{
    (void)state;
    const char *words = "run duffing --set x=1e150 --set y=1e150 --method euler "
                        "--step 1 --t-end 50 --json";
    tool_result r = tool(words);
    assert_int_equal(r.code, 1);
    assert_non_null(strstr(r.err, "finite"));
    assert_non_null(strstr(r.out, "\"status\""));
    assert_non_null(strstr(r.out, "\"message\""));
    tool_free(&r);
    fy_document_destroy(tool_json(words));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(summary_names_everything),
        cmocka_unit_test(json_has_what_the_issue_says),
        cmocka_unit_test(doors_agree),
        cmocka_unit_test(options_override_files),
        cmocka_unit_test(maps_and_truncation_change_little),
        cmocka_unit_test(csv_describes_itself),
        cmocka_unit_test(interruption_keeps_rows),
        cmocka_unit_test(killing_leaves_whole_rows),
        cmocka_unit_test(full_disks_are_noticed),
        cmocka_unit_test(disks_that_fill_up_are_noticed),
        cmocka_unit_test(broken_runs_say_where),
    };
    return cmocka_run_group_tests(tests, tool_setup, tool_teardown);
}
