/* SPDX-License-Identifier: BSD-3-Clause */
/* test_cli_faults.c - sweeps: every allocation of every command fails once, and every call that
 * writes. What comes out is whole, or the tool says that it is not; no file is destroyed. */
#include "test_cli_tool.h"

#include <dirent.h>
#include <errno.h>
#include <sys/resource.h>

enum { SWEEP_FILES = 5 };

/* A command with the files that it writes. */
typedef struct {
    const char *words;
    const char *file[SWEEP_FILES];
} sweep;

static const sweep sweeps[] = {
    {"version", {NULL}},
    {"help run", {NULL}},
    {"list", {NULL}},
    {"list --json", {NULL}},
    {"list methods --for heavy-top", {NULL}},
    {"describe heavy-top", {NULL}},
    {"describe full-body --json", {NULL}},
    {"describe cf4", {NULL}},
    {"complete run heavy-top --set", {NULL}},
    {"complete run heavy-top --event", {NULL}},
    {"run heavy-top --steps 4 --t-end 1 --out a.csv --plot a.gp", {"a.csv", "a.gp"}},
    {"run heavy-top --steps 4 --t-end 1 --plot a.svg --json", {"a.svg"}},
    {"run heavy-top --tol 1e-6 --t-end 1 --every 0.5 --plot a.gp", {"a.gp"}},
    {"run pendulum-chain --steps 4 --t-end 1 --animate a.gif", {"a.gif"}},
    {"run events.yaml --out a.jsonl", {"a.jsonl", "a.events.jsonl"}},
    {"run bodies.yaml --out a.csv", {"a.csv"}},
    {"run data.csv --out a.csv", {"a.csv"}},
    {"run pendulum-chain --set n=2000 --steps 2 --t-end 0.001 --out a.csv",
     {"a.csv"}}, /* long rows */
    {"run data.jsonl --json", {NULL}},
    {"run heavy-top --steps 4 --t-end 1 --out -", {NULL}},
    {"order heavy-top --methods cf4 --steps 4,8 --out o.csv --plot o.gp", {"o.csv", "o.gp"}},
    {"compare heavy-top --steps 4 --t-end 1 --out c.csv --plot c.gp", {"c.csv", "c.gp"}},
    {"compare heavy-top --steps 4 --t-end 1 --json", {NULL}},
    {"precision heavy-top --methods rkmk5 --tols 1e-3,1e-4 --out p.csv --plot p.gp",
     {"p.csv", "p.gp"}},
    {"shape cube.obj --points 20 --out b.yaml", {"b.yaml"}},
    {"shape cube.obj --points 20 --out b.csv --json", {"b.csv"}},
    {"shape inside-out.obj --out b.json --json", {"b.json"}},
    {"reproduce marthinsen1997/fig2 --out f",
     {"f/marthinsen1997-fig2.csv", "f/marthinsen1997-fig2.svg", "f/marthinsen1997-fig2.png"}},
    {"demo --out f", {"f/heavy-top.csv", "f/heavy-top.svg", "f/heavy-top.png"}},
};
enum { SWEEPS = sizeof sweeps / sizeof *sweeps };

/* What a run left: the answer, and its files. */
typedef struct {
    tool_result said;
    char *file[SWEEP_FILES]; /* NULL: not there */
} sweep_result;

/* ---- running -------------------------------------------------------------------------------- */

static char *file_or_null(const char *path)
{
    FILE *file = fopen(path, "rb");
    return file ? tool_text(file) : NULL;
}

/* Files that are not whole yet, in this folder and in f. */
static size_t count_parts(bool clear)
{
    static const char *const places[] = {".", "f"};
    size_t count = 0;
    for (size_t i = 0; i < 2; i++) {
        DIR *place = opendir(places[i]);
        for (struct dirent *entry; place && (entry = readdir(place));) {
            char path[300];
            const size_t length = strlen(entry->d_name);
            if (length < 5 || strcmp(entry->d_name + length - 5, ".part") != 0)
                continue;
            snprintf(path, sizeof path, "%s/%s", places[i], entry->d_name);
            count++;
            if (clear)
                unlink(path);
        }
        if (place)
            closedir(place);
    }
    return count;
}

/* The tool with a fault: `call` number `at` (0: none). */
static sweep_result run_faulted(const sweep *S, const char *call, long at, int error)
{
    char number[32], code[32];
    sweep_result r;
    snprintf(number, sizeof number, "%ld", at);
    snprintf(code, sizeof code, "%d", error);
    for (size_t i = 0; i < SWEEP_FILES && S->file[i]; i++)
        tool_write(S->file[i], "old\n");
    count_parts(true);
    unlink("done");
    setenv("LD_PRELOAD", LF_FAULTS, 1);
    setenv("FAULT_CALL", call, 1);
    setenv("FAULT_AT", number, 1);
    setenv("FAULT_ERRNO", code, 1);
    setenv("FAULT_DONE", "done", 1);
    r.said = tool(S->words);
    unsetenv("LD_PRELOAD");
    for (size_t i = 0; i < SWEEP_FILES; i++)
        r.file[i] = S->file[i] ? file_or_null(S->file[i]) : NULL;
    return r;
}

static void result_free(sweep_result *r)
{
    tool_free(&r->said);
    for (size_t i = 0; i < SWEEP_FILES; i++)
        free(r->file[i]);
}

/* ---- judging -------------------------------------------------------------------------------- */

static bool same(const char *a, const char *b)
{
    return a && b && strcmp(a, b) == 0;
}

/* Rows of a run that ended early, and say so. */
static bool is_ended(const char *text, const char *whole)
{
    const char *end = text ? strstr(text, "end: failed") : NULL;
    return end && strchr(end, '\n') && strchr(end, '\n')[1] == 0 && strncmp(text, whole, 20) == 0;
}

/* A line with words on it. */
static bool is_sentence(const char *said)
{
    const size_t length = strlen(said);
    return strncmp(said, "lieflow: ", 9) == 0 && length > 16 && said[length - 1] == '\n';
}

/* What is left beside a file: its first lines, or all of it where it could not be renamed. */
static bool is_beginning(const char *path, const char *whole)
{
    char part[300];
    snprintf(part, sizeof part, "%s.part", path);
    char *text = file_or_null(part);
    const size_t length = text ? strlen(text) : 0;
    const bool right = length == 0 || strcmp(text, whole) == 0 ||
                       (strncmp(text, whole, length) == 0 && text[length - 1] == '\n');
    free(text);
    return right;
}

/* What is wrong with the answer; NULL: nothing. */
static const char *judge(const sweep *S, const sweep_result *whole, const sweep_result *r)
{
    if (r->said.code >= 126)
        return "it crashed";
    if (r->said.code == 0 && !same(r->said.out, whole->said.out))
        return "exit code 0, and not all was printed";
    if (r->said.code == 0 && count_parts(false))
        return "exit code 0, and a file is not whole";
    if (r->said.code != 0 && !is_sentence(r->said.err))
        return "it failed without a sentence";
    for (size_t i = 0; i < SWEEP_FILES && S->file[i]; i++) {
        if (r->said.code == 0 && !same(r->file[i], whole->file[i]))
            return "exit code 0, and a file is not what it should be";
        if (!same(r->file[i], whole->file[i]) && !same(r->file[i], "old\n") &&
            !is_ended(r->file[i], whole->file[i]))
            return "a file was destroyed";
        if (!is_beginning(S->file[i], whole->file[i]))
            return "what is left of a file is not made of its first lines";
    }
    return NULL;
}

/* What a fault may do: be overcome or be told, be overcome, be told. */
typedef enum { EITHER, HARMLESS, FATAL } sweep_effect;

/* Let call 1, 2, .. fail until there is none; answers how many there were. */
static long sweep_calls(const sweep *S, const char *call, int error, sweep_effect effect)
{
    sweep_result whole = run_faulted(S, call, 0, error);
    if (whole.said.code != 0)
        fail_msg("lieflow %s\n%s", S->words, whole.said.err);
    for (long at = 1;; at++) {
        sweep_result r = run_faulted(S, call, at, error);
        const char *wrong = judge(S, &whole, &r);
        const bool failed = access("done", F_OK) == 0;
        if (!wrong && effect == HARMLESS && r.said.code != 0)
            wrong = "it should have gone on";
        if (!wrong && effect == FATAL && failed && r.said.code == 0)
            wrong = "nobody noticed";
        if (wrong)
            fail_msg("lieflow %s\n%s %ld fails with errno %d: %s (exit code %d)\n--- stdout\n%s--- "
                     "stderr\n%s",
                     S->words, call, at, error, wrong, r.said.code, r.said.out, r.said.err);
        result_free(&r);
        if (!failed) {
            result_free(&whole);
            return at - 1;
        }
    }
}

/* ---- sweeps --------------------------------------------------------------------------------- */

static void memory_runs_out(void **state)
{
    (void)state;
    for (size_t i = 0; i < SWEEPS; i++) {
        const long calls = sweep_calls(&sweeps[i], "memory", ENOMEM, EITHER);
        print_message("%6ld allocations: lieflow %s\n", calls, sweeps[i].words);
        assert_true(calls > 0);
    }
}

static void files_fail(void **state)
{
    static const struct {
        const char *call;
        int error;
        sweep_effect effect;
    } faults[] = {
        {"write", ENOSPC, FATAL},    {"write", EIO, FATAL},      {"write", EINTR, HARMLESS},
        {"short", 0, HARMLESS},      {"open", ENOSPC, FATAL},    {"rename", EIO, FATAL},
        {"sync", EIO, FATAL},        {"sync", EINVAL, HARMLESS}, {"close", EIO, EITHER},
        {"truncate", ENOSPC, FATAL}, {"lock", ENOLCK, HARMLESS}};
    (void)state;
    for (size_t k = 0; k < sizeof faults / sizeof *faults; k++) {
        long calls = 0;
        for (size_t i = 0; i < SWEEPS; i++)
            if (sweeps[i].file[0] || strstr(sweeps[i].words, "--out -"))
                calls += sweep_calls(&sweeps[i], faults[k].call, faults[k].error, faults[k].effect);
        print_message("%6ld calls: %s, errno %d\n", calls, faults[k].call, faults[k].error);
        assert_true(calls > 10);
    }
}

/* The standard output takes so many bytes and no more: stdio writes past the shim. */
static void output_fills_up(void **state)
{
    struct rlimit before, small;
    (void)state;
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    for (size_t i = 0; i < SWEEPS; i++) {
        if (sweeps[i].file[0])
            continue; /* what it writes would fail, too, and that is another test */
        sweep_result whole = run_faulted(&sweeps[i], "", 0, 0);
        const size_t length = strlen(whole.said.out);
        for (size_t bytes = 0; bytes < length; bytes += 1 + length / 7) {
            small = before;
            small.rlim_cur = bytes;
            FILE *out = tmpfile(), *err = tmpfile();
            int ends[2];
            assert_int_equal(pipe(ends), 0);
            FILE *complaint = fdopen(ends[1], "w");
            setrlimit(RLIMIT_FSIZE, &small);
            const pid_t child = tool_start(sweeps[i].words, out, complaint);
            setrlimit(RLIMIT_FSIZE, &before);
            fclose(complaint);
            char said[400] = "";
            const ssize_t got = read(ends[0], said, sizeof said - 1);
            close(ends[0]);
            const int code = tool_wait(child);
            if (code != 1 || got <= 0 || !strstr(said, "could not be written"))
                if (!strstr(said, "not complete") && !strstr(said, "cannot be written"))
                    fail_msg("lieflow %s, %zu bytes: exit code %d, '%s'", sweeps[i].words, bytes,
                             code, said);
            fclose(out);
            fclose(err);
        }
        result_free(&whole);
    }
}

/* ---- the folder ----------------------------------------------------------------------------- */

/* Reads its script, and answers with the ends that whole pictures have. */
static const char gnuplot[] = "#!/bin/sh\n"
                              "case \"$(cat)\" in\n"
                              "*pngcairo*) printf '0123456789abcdefIENDcrc_' ;;\n"
                              "*'terminal gif'*) printf 'GIF89a, a moving picture;' ;;\n"
                              "*) printf '<svg>a picture of lines</svg>\\n' ;;\n"
                              "esac\n";

static const char cube[] =
    "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
    "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";

/* It gets a remark. */
static const char inside_out[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
                                 "f 1 2 3\nf 1 4 2\nf 2 4 3\nf 1 3 4\n";

static int setup(void **state)
{
    char path[4096], here[1024];
    if (tool_setup(state) != 0 || mkdir("bin", 0777) != 0 || mkdir("f", 0777) != 0)
        return -1;
    tool_write("bin/gnuplot", gnuplot);
    chmod("bin/gnuplot", 0755);
    snprintf(path, sizeof path, "%s/bin:%s", getcwd(here, sizeof here), getenv("PATH"));
    setenv("PATH", path, 1);
    setenv("OMP_NUM_THREADS", "1", 1); /* allocations in the same order every time */
    tool_write("cube.obj", cube);
    tool_write("inside-out.obj", inside_out);
    tool_write("events.yaml", "model: heavy-top\nmethod: rkmk5\nt_end: 2\nevery: 0.5\n"
                              "tolerance: {atol: 1e-6, rtol: 1e-6, blocks: {1: [1e-7, 1e-7]}}\n"
                              "events:\n  - {expression: Gamma.z, value: 0, name: level}\n");
    tool_write("bodies.yaml",
               "model: full-body\nG: 1\nt_end: 0.1\nsteps: 2\nbodies:\n"
               "  - {name: one, shape: cube.obj, mass: 2, points: 20, x: [0, 0, 0]}\n"
               "  - {name: two, shape: cube.obj, mass: 2, points: 20, x: [3, 0, 0]}\n");
    tool_result r = tool("run heavy-top --steps 4 --t-end 1 --out data.csv");
    tool_result s = tool("run heavy-top --steps 4 --t-end 1 --out data.jsonl");
    const int bad = r.code || s.code;
    tool_free(&r);
    tool_free(&s);
    return bad ? -1 : 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_runs_out),
        cmocka_unit_test(files_fail),
        cmocka_unit_test(output_fills_up),
    };
    return cmocka_run_group_tests(tests, setup, tool_teardown);
}
