/* SPDX-License-Identifier: BSD-3-Clause */
/* test_cli_files.c - what happens to files: nothing is destroyed by a run that is refused, killed or
 * not alone, and data can be read, and run, again. */
#include "test_cli_tool.h"

#include <sys/resource.h>

static const char old_rows[] = "t,x\n0,1\n# the result of a long night\n";

static bool holds(const char *path, const char *text)
{
    char *now = tool_read(path);
    const bool same = strcmp(now, text) == 0;
    free(now);
    return same;
}

static bool ends(const char *path, const char *words)
{
    char *text = tool_read(path);
    const char *last = strrchr(text, '#');
    const bool right = last && strncmp(last, words, strlen(words)) == 0;
    free(text);
    return right;
}

static bool there(const char *path)
{
    struct stat about;
    return lstat(path, &about) == 0;
}

/* ---- nothing is destroyed ------------------------------------------------------------------- */

static void refused_runs_touch_nothing(void **state)
{
    static const char *const refused[] = {
        "run heavy-top --method lgvi --out old.csv", /* what only the method knows */
        "run heavy-top --method cf4 --tol 1e-6 --out old.csv",
        "run heavy-top --tol 1e-30 --out old.csv",
        "run heavy-top --event Gamma.z=0 --steps 5 --method cf4 --out old.csv --tol 1e-3",
        "run heavy-top --set inertia=0,0,0 --out old.csv",
        "run heavy-top --every 1e-300 --out old.csv", "run heavy-top --animate a.gif --out old.csv",
        "run heavy-top --plot nowhere/a.svg --out old.csv",
        /* the first step has no solution */
        "run free-rigid-body --method gauss2 --steps 1 --t-end 1e9 --out old.csv",
        "order heavy-top --methods nobody --out old.csv",
        "order heavy-top --steps 4,8 --out old.csv --plot nowhere/a.svg",
        "compare heavy-top --methods nobody --out old.csv",
        "precision heavy-top --methods cf4 --out old.csv",
        "shape nothing.obj --points 9 --out old.csv"};
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        tool_write("old.csv", old_rows);
        tool_result r = tool(refused[i]);
        if (r.code != 1 && r.code != 2)
            fail_msg("lieflow %s was not refused: %d", refused[i], r.code);
        if (!holds("old.csv", old_rows) || there("old.csv.part"))
            fail_msg("lieflow %s, which is refused, touched its file\n%s", refused[i], r.err);
        tool_free(&r);
    }
}

/* Rows up to the failure are kept, with the reason below them. */
static void failing_runs_keep_rows(void **state)
{
    (void)state;
    tool_write("old.csv", old_rows);
    tool_expect("run heavy-top --method rk4 --set Pi=1e3,1e3,1e3 --steps 1000 --t-end 100 --every "
                "0.1 --out old.csv",
                1, NULL, "not finite");
    char *text = tool_read("old.csv");
    assert_true(tool_rows(text, 11) > 1);
    assert_non_null(strstr(text, "\n# end: failed at t = "));
    free(text);
    assert_true(ends("old.csv", "# end: failed at t = "));
    assert_false(there("old.csv.part"));
}

static void a_killed_run_leaves_the_older_file(void **state)
{
    (void)state;
    FILE *out = tmpfile(), *err = tmpfile();
    tool_write("old.csv", old_rows);
    pid_t child = tool_long_run("old.csv", out, err);
    kill(child, SIGKILL);
    assert_int_equal(tool_wait(child), 1000 + SIGKILL);
    assert_true(holds("old.csv", old_rows));
    /* what it had written says what it is */
    char *part = tool_read("old.csv.part");
    assert_non_null(strstr(part, "\n# scenario: {model: heavy-top, "));
    free(part);
    /* and is no obstacle to the next one */
    tool_expect("run heavy-top --steps 4 --out old.csv", 0, NULL, NULL);
    assert_true(ends("old.csv", "# end: complete at t = "));
    assert_false(there("old.csv.part"));
    fclose(out);
    fclose(err);
}

static void two_writers_are_one_too_many(void **state)
{
    (void)state;
    FILE *out = tmpfile(), *err = tmpfile();
    pid_t child = tool_long_run("both.csv", out, err);
    tool_expect("run heavy-top --steps 4 --out both.csv", 1, NULL,
                "both.csv cannot be written: another run is writing it");
    tool_expect("order heavy-top --steps 4,8 --out both.csv", 1, NULL, "another run is writing it");
    assert_int_equal(symlink("both.csv", "link.csv"), 0);
    tool_expect("run heavy-top --steps 4 --out link.csv", 1, NULL, "another run is writing it");
    kill(child, SIGINT);
    assert_int_equal(tool_wait(child), 130);
    char *text = tool_read("both.csv");
    assert_true(tool_rows(text, 11) > 50);
    free(text);
    assert_true(ends("both.csv", "# end: stopped at t = "));
    unlink("link.csv");
    fclose(out);
    fclose(err);
}

/* A disk that takes so many bytes and no more: whole rows stay beside, and the older file. Rows may
 * be longer than any buffer. */
static void full_disks_leave_whole_rows(void **state)
{
    static const struct {
        const char *words;
        rlim_t bytes;
        size_t columns;
    } runs[] = {{"run heavy-top --steps 5000 --every 0.002 --out old.csv", 30000, 11},
                {"run pendulum-chain --set n=3000 --steps 9 --t-end 0.01 --out old.csv", 1500000,
                 4 + 6 * 3000}};
    (void)state;
    signal(SIGXFSZ, SIG_IGN);
    for (size_t i = 0; i < 2; i++) {
        FILE *out = tmpfile(), *err = tmpfile();
        struct rlimit before, small;
        tool_write("old.csv", old_rows);
        getrlimit(RLIMIT_FSIZE, &before);
        small = before;
        small.rlim_cur = runs[i].bytes;
        setrlimit(RLIMIT_FSIZE, &small);
        pid_t child = tool_start(runs[i].words, out, err);
        setrlimit(RLIMIT_FSIZE, &before);
        assert_int_equal(tool_wait(child), 1);
        char *said = tool_text(err), *part = tool_read("old.csv.part");
        assert_non_null(strstr(said, "old.csv is not complete: File too large; what was written "
                                     "before is in old.csv.part"));
        assert_true(tool_rows(part, runs[i].columns) > 1);
        assert_true(holds("old.csv", old_rows));
        free(said);
        free(part);
        fclose(out);
    }
}

/* ---- two names for one file ----------------------------------------------------------------- */

static void outputs_differ(void **state)
{
    static const char *const clashes[] = {
        "run pendulum-chain --steps 4 --plot x.gp --animate x.gp",
        "run pendulum-chain --steps 4 --plot x.gp --animate ./x.gp",
        "run pendulum-chain --steps 4 --plot x.gp --animate d/../x.gp",
        "run pendulum-chain --steps 4 --plot d/x.gp --animate e/x.gp", /* e is a link to d */
        "run heavy-top --steps 4 --out rows.csv --plot soft.gp",
        "run heavy-top --steps 4 --out rows.csv --plot hard.gp",
        "run heavy-top --steps 4 --out later.csv --plot dangling.gp",
        "run heavy-top --tol 1e-6 --event Gamma.z=0 --out ev.csv --plot events.gp",
        "order heavy-top --steps 4,8 --out rows.csv --plot soft.gp",
        "compare heavy-top --steps 4 --out rows.csv --plot ./hard.gp",
        "precision heavy-top --tols 1e-3,1e-4 --out rows.csv --plot soft.gp"};
    (void)state;
    assert_int_equal(mkdir("d", 0777) || symlink("d", "e") || symlink("rows.csv", "soft.gp"), 0);
    assert_int_equal(symlink("later.csv", "dangling.gp"), 0);
    assert_int_equal(symlink("ev.events.csv", "events.gp"), 0);
    tool_write("rows.csv", old_rows);
    assert_int_equal(link("rows.csv", "hard.gp"), 0);
    for (size_t i = 0; i < sizeof clashes / sizeof *clashes; i++)
        tool_expect(clashes[i], 2, NULL, "would be the same file");
    assert_true(holds("rows.csv", old_rows));
    assert_false(there("x.gp") || there("d/x.gp") || there("later.csv") || there("ev.csv"));
    tool_expect("run heavy-top --steps 4 --out d/x.csv --plot d/x.gp", 0, NULL, NULL);
    tool_expect("run heavy-top --steps 4 --out /dev/null --plot p.gp", 0, NULL, NULL);
}

static void scenarios_survive(void **state)
{
    static const char self[] = "model: heavy-top\nsteps: 4\nout: self.csv\n";
    (void)state;
    tool_write("self.csv", "");
    unlink("self.csv");
    tool_write("s.yaml", self);
    assert_int_equal(symlink("s.yaml", "self.csv"), 0);
    tool_expect("run s.yaml", 2, NULL, "the scenario and out would be the same file");
    assert_true(holds("s.yaml", self));
    unlink("self.csv");
    assert_int_equal(link("s.yaml", "self.csv"), 0);
    tool_expect("run s.yaml", 2, NULL, "the scenario and out would be the same file");
    assert_true(holds("s.yaml", self));
    unlink("self.csv");
    tool_expect("run s.yaml", 0, NULL, NULL);
    char *rows = tool_read("self.csv");
    tool_expect("run self.csv --out ./self.csv", 2, NULL,
                "the scenario and out would be the same file");
    assert_true(holds("self.csv", rows));
    free(rows);
    tool_write("body.json",
               "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n");
    tool_expect("shape body.json --out body.json", 1, NULL, "would be the same file body.json");
    tool_expect("shape body.json --out other.json", 0, NULL, NULL);
}

/* ---- names that are more than a name -------------------------------------------------------- */

static void links_and_modes_stay(void **state)
{
    struct stat about;
    (void)state;
    assert_int_equal(mkdir("far", 0777), 0);
    tool_write("far/real.csv", old_rows);
    assert_int_equal(chmod("far/real.csv", 0640), 0);
    assert_int_equal(symlink("far/real.csv", "near.csv"), 0);
    tool_expect("run heavy-top --steps 4 --out near.csv", 0, NULL, NULL);
    assert_true(lstat("near.csv", &about) == 0 && S_ISLNK(about.st_mode));
    assert_true(stat("far/real.csv", &about) == 0 && (about.st_mode & 0777) == 0640);
    assert_true(ends("far/real.csv", "# end: complete"));
    assert_int_equal(symlink("far/new.csv", "fresh.csv"), 0);
    tool_expect("run heavy-top --steps 4 --out fresh.csv", 0, NULL, NULL);
    assert_true(ends("far/new.csv", "# end: complete"));
    /* a part that is no file of its own is not written through */
    tool_write("victim", "precious");
    assert_int_equal(link("victim", "trap.csv.part"), 0);
    tool_expect("run heavy-top --steps 4 --out trap.csv", 1, NULL, "not a file of its own");
    unlink("trap.csv.part");
    assert_int_equal(symlink("victim", "trap.csv.part"), 0);
    tool_expect("run heavy-top --steps 4 --out trap.csv", 1, NULL, "trap.csv cannot be written");
    assert_true(holds("victim", "precious"));
    assert_int_equal(mkdir("folder.csv", 0777), 0);
    tool_expect("run heavy-top --steps 4 --out folder.csv", 1, NULL, "Is a directory");
}

static void pipes_are_written_straight(void **state)
{
    (void)state;
    tool_expect("run heavy-top --steps 4 --out whole.csv", 0, NULL, NULL);
    assert_int_equal(mkfifo("pipe", 0600), 0);
    assert_int_equal(
        system("cat pipe >through.csv & \"$LIEFLOW\" run heavy-top --steps 4 --out pipe "
               ">/dev/null && wait && cmp whole.csv through.csv"),
        0);
    assert_false(there("pipe.part"));
    assert_int_equal(system("\"$LIEFLOW\" run heavy-top --steps 4 --out /dev/stdout 2>/dev/null | "
                            "head -n 10 | cmp whole.csv"),
                     0);
    tool_expect("run heavy-top --steps 4 --out /dev/full", 1, NULL,
                "/dev/full cannot be written: No space left on device");
}

/* ---- signals and standard files ------------------------------------------------------------- */

static void every_signal_ends_in_whole_rows(void **state)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        FILE *out = tmpfile(), *err = tmpfile();
        pid_t child = tool_long_run("long.csv", out, err);
        kill(child, signals[i]);
        assert_int_equal(tool_wait(child), 128 + signals[i]);
        char *said = tool_text(err), *text = tool_read("long.csv");
        assert_non_null(strstr(said, "; the rows up to there are in long.csv"));
        assert_true(tool_rows(text, 11) > 50);
        assert_true(ends("long.csv", "# end: stopped at t = "));
        free(said);
        free(text);
        fclose(out);
    }
}

/* nohup lets a run go on. */
static void ignored_signals_stay_ignored(void **state)
{
    (void)state;
    FILE *out = tmpfile(), *err = tmpfile();
    signal(SIGHUP, SIG_IGN);
    pid_t child = tool_long_run("on.csv", out, err);
    signal(SIGHUP, SIG_DFL);
    kill(child, SIGHUP);
    kill(child, SIGTERM);
    assert_int_equal(tool_wait(child), 128 + SIGTERM);
    fclose(out);
    fclose(err);
}

static void closed_standard_files(void **state)
{
    static const char *const closed[] = {"<&-", "<&- 2>&-"};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        char words[300];
        snprintf(words, sizeof words,
                 "\"$LIEFLOW\" run heavy-top --steps 4 --out c.csv --plot c.svg %s >c.out && "
                 "grep -q '</svg>' c.svg && grep -q 'figure: c.svg' c.out && "
                 "! grep -q figure c.csv",
                 closed[i]);
        assert_int_equal(system(words), 0);
        unlink("c.svg");
    }
    /* nobody hears the summary: that is a failure, and none of the files gets it */
    assert_int_equal(system("\"$LIEFLOW\" run heavy-top --steps 4 --out c.csv --plot c.svg <&- >&- "
                            "2>c.err; test $? = 1 && grep -q 'could not be written' c.err && "
                            "grep -q '</svg>' c.svg && ! grep -q invariant c.csv"),
                     0);
    assert_int_equal(system("\"$LIEFLOW\" list >&- 2>c.err; test $? = 1 && grep -q 'could not be "
                            "written: Bad file descriptor' c.err"),
                     0);
    assert_int_equal(system("\"$LIEFLOW\" list >/dev/full 2>c.err; test $? = 1 && grep -q 'could "
                            "not be written: No space' c.err"),
                     0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refused_runs_touch_nothing),
        cmocka_unit_test(failing_runs_keep_rows),
        cmocka_unit_test(a_killed_run_leaves_the_older_file),
        cmocka_unit_test(two_writers_are_one_too_many),
        cmocka_unit_test(full_disks_leave_whole_rows),
        cmocka_unit_test(outputs_differ),
        cmocka_unit_test(scenarios_survive),
        cmocka_unit_test(links_and_modes_stay),
        cmocka_unit_test(pipes_are_written_straight),
        cmocka_unit_test(every_signal_ends_in_whole_rows),
        cmocka_unit_test(ignored_signals_stay_ignored),
        cmocka_unit_test(closed_standard_files),
    };
    return cmocka_run_group_tests(tests, tool_setup, tool_teardown);
}
