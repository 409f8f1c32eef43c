/* SPDX-License-Identifier: BSD-3-Clause */
/* test_cli_input.c - wrong input is refused with exit code 2 and a sentence that helps. */
#include "test_cli_tool.h"

#include <sys/stat.h>

typedef struct {
    const char *words, *sentence;
} refusal;

static const refusal words_refused[] = {
    {"rnu heavy-top", "did you mean 'run'?"},
    {"run", "lieflow run MODEL|FILE.yaml"},
    {"run heavy-topp", "did you mean 'heavy-top'?"},
    {"run heavy-top duffing", "no further word 'duffing'"},
    {"run heavy-top --methd cf4", "did you mean '--method'?"},
    {"run heavy-top -x", "no option -x"},
    {"run heavy-top --method", "--method needs a value"},
    {"run heavy-top --json=1", "--json takes no value"},
    {"run heavy-top --method cf44", "--method: there is no method 'cf44'; did you mean 'cf4'"},
    {"run heavy-top --set inertia=1,2,-1", "--set: inertia[2] must be positive, got -1"},
    {"run heavy-top --set inertia=1,2", "--set: inertia needs 3 numbers, got 2"},
    {"run heavy-top --set inertai=1,2,3", "did you mean 'inertia'?"},
    {"run heavy-top --set zzz=1", "it has inertia, chi"},
    {"run heavy-top --set c", "--set: KEY=VALUE is expected"},
    {"run heavy-top --set =3", "--set: KEY=VALUE is expected"},
    {"run heavy-top --set c=abc", "--set: c: a number is expected"},
    {"run heavy-top --set c=", "--set: c needs 1 number"},
    {"run heavy-top --set c=1/0", "finite"},
    {"run heavy-top --set c=nan", "--set: c"},
    {"run heavy-top --set c=1e999", "--set: c must be a finite number"},
    {"run duffing --set action=so3", "must be one of r2|sl2|se2"},
    {"run heavy-top --step 0", "--step: step must be positive"},
    {"run heavy-top --step -1", "--step: step must be positive, got -1"},
    {"run heavy-top --steps 0", "--steps: steps must"},
    {"run heavy-top --steps 2.5", "whole number"},
    {"run heavy-top --step 0.1 --steps 3", "--step or --steps, not both"},
    {"run heavy-top --step 1e-300", "--step: step 1e-300 is too small"},
    {"run heavy-top --every 1e-30 --out a.csv", "every 1e-30 is too small"},
    {"run heavy-top --every 0", "--every: every must be positive"},
    {"run heavy-top --t-end inf", "--t-end: t_end"},
    {"run heavy-top --map euler", "--map: map must be one of exp|cayley|second-kind"},
    {"run heavy-top --solver fixed-point", "only the implicit RKMK and the symplectic methods"},
    {"run heavy-top-003 --solver bisection", "newton|fixed-point"},
    {"run heavy-top --map cayley", "only the RKMK methods, gbs and lgvi take a map"},
    {"run heavy-top --method mk-original --map cayley", "only the RKMK methods"},
    {"run heavy-top --method rk4 --dexpinv exact", "only the RKMK methods"},
    {"run duffing --method rkmk4 --map second-kind", "has no map 'second-kind'"},
    {"run heavy-top --method rkmk4 --map cayley --dexpinv truncated", "goes with map exp"},
    {"run heavy-top --method magnus4", "these methods fit: lie-euler"},
    {"run heavy-top --plot a.pdf", ".svg, .png or .gp"},
    {"run heavy-top --out - --json", "standard output"},
    {"run nothing.yaml", "nothing.yaml: No such file"},
    {"run /", "/: Is a directory"},
    {"order heavy-top --steps 4,x", "--steps: whole numbers"},
    {"order heavy-top --steps 8,4", "rising order"},
    {"order heavy-top --steps ,", "--steps: 1 to"},
    {"order heavy-top --methods cf4,rk44", "--methods: there is no method 'rk44'"},
    {"order heavy-top --component X", "the columns are Pi.x"},
    {"order heavy-top --t-end 0", "t_end must not be 0"},
    {"order heavy-top --plot a.txt", "--plot: a figure's name"},
    {"compare heavy-top --methods cf4,", "--methods: 1 to"},
    {"compare nothing", "there is no model 'nothing'"},
    {"describe cf44", "did you mean 'cf4'"},
    {"describe", "lieflow describe NAME"},
    {"list modles", "did you mean 'models'?"},
    {"reproduce", "which figure?"},
    {"reproduce becker2021/fgi2", "did you mean 'becker2021/fig2'"},
    {"reproduce 002/fgi2", "did you mean '002/fig2'"},
    {"reproduce 005/fig2", "there is no figure '005/fig2'"},
    {"reproduce becker/fig2", "there is no figure 'becker/fig2'"},
    {"help rnu", "did you mean 'run'?"},
    {"run duffing --method rk4 --set action=r2", "--set: action changes nothing by rk4"},
    {"run free-rigid-body-attitude --set q=0,1,0,0",
     "--set: q changes nothing here: it matters only with attitude=quaternion"},
    {"run vessel --set heave=3", "heave changes nothing here: it matters only with potential="},
};

static void wrong_words(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof words_refused / sizeof *words_refused; i++)
        tool_expect(words_refused[i].words, 2, NULL, words_refused[i].sentence);
}

static const refusal files_refused[] = {
    {"", "bad.yaml:1: there is nothing in this file"},
    {"- 1\n- 2\n", "bad.yaml:1: a scenario is a list of"},
    {"method: cf4\n", "bad.yaml:1: a scenario needs the key 'model'"},
    {"model: havy-top\n", "bad.yaml:1: there is no model 'havy-top'; did you mean 'heavy-top'?"},
    {"model: heavy-top\nstpe: 0.1\n", "bad.yaml:2: a scenario has no key 'stpe'; did you mean"},
    {"model: heavy-top\ninertia: [1, 5, 6]\n", "bad.yaml:2: 'inertia' is a parameter"},
    {"model: heavy-top\n\n\nparameters:\n  c: 1\n\n  inertia: [1, 5, -1]\n",
     "bad.yaml:7: inertia[2] must be positive, got -1"},
    {"model: heavy-top\nparameters:\n  inertia:\n    - 1\n    - 0\n    - 1\n",
     "bad.yaml:3: inertia[1] must be positive"},
    {"model: heavy-top\nparameters: {c: {d: 1}}\n", "bad.yaml:2: c must be a number"},
    {"model: heavy-top\nparameters: [1]\n", "bad.yaml:2: parameters must be"},
    {"model: heavy-top\nparameters: {inertia: []}\n", "bad.yaml:2: inertia is an empty list"},
    {"model: heavy-top\nparameters: {inertia: [[[1]]]}\n", "bad.yaml:2: inertia must be"},
    {"model: heavy-top\nt_end:\n", "bad.yaml:2: t_end has no value"},
    {"model: heavy-top\nt_end: .nan\n", "bad.yaml:2: t_end"},
    {"model: heavy-top\nt_end: .inf\n", "bad.yaml:2: t_end"},
    {"model: heavy-top\nstep: 1\nmethod: cf4\nsteps: 3\n", "bad.yaml:4: give step or steps"},
    {"model: heavy-top\nmethod: cf4\ntableau: rk4\n", "bad.yaml:3: give method or tableau"},
    {"model: heavy-top\nmodel: duffing\n", "bad.yaml:2: this key stands twice"},
    {"model: [heavy-top\n", "this is not YAML"},
    {"model: heavy-top\n---\nmodel: duffing\n", "one document"},
    {"model: &a heavy-top\nmethod: *a\n", "bad.yaml:2: method: aliases"},
    {"model: heavy-top\n\xff\xfe: 1\n",
     "bad.yaml:2: this is not a text file: it has the byte 0xff"},
    {"% \xff\n", "bad.yaml:1: this is not a text file"},
    {"% \xff\n", "bad.yaml:1: this is not a text file"},
    {"model: heavy-top\nmethod: magnus2\n", "bad.yaml:2: magnus2 needs"},
    {"model: heavy-top\nmethod: cf4\nmap: cayley\n", "bad.yaml:3: map cayley cannot be used"},
    {"model: heavy-top\nplot: a.jpeg\n", "bad.yaml:2: plot: a figure's name must end in"},
    {"model: heavy-top\ntableau: {a: [[1/2]], b: [0, 1], order: 3}\n",
     "bad.yaml:2: tableau.order must be a whole number from 1 to 2"},
    {"model: heavy-top\ntableau:\n  b: [0, 1/2]\n  a: [[1/2]]\n", "add up to 1"},
    {"model: heavy-top\ntableau:\n  b: [0, 1]\n  a: [[0, 1], [1/2]]\n", "not explicit"},
    {"model: heavy-top\ntableau:\n  b: [0, 1]\n  a: [[], [], []]\n", "bad.yaml:4: tableau.a"},
    {"model: heavy-top\ntableau:\n  b: [0, one]\n  a: [[1]]\n", "bad.yaml:3: tableau.b[1]"},
    {"model: heavy-top\ntableau: {a: [[1]], b: [0, 1], classical: maybe}\n",
     "must be true or false"},
    {"model: heavy-top\ntableau: {a: [[1]], d: 1}\n", "tableau has no key 'd'"},
    {"model: heavy-top\ntableau: kutta33\n", "did you mean 'kutta3'?"},
    {"model: heavy-top\nout: /tmp/x.csv\n", "bad.yaml:2: out: a scenario file writes below"},
    {"model: heavy-top\nout: a/../../x.csv\n", "bad.yaml:2: out: a scenario file writes below"},
    {"model: heavy-top\nplot: ../x.svg\n", "bad.yaml:2: plot: a scenario file writes below"},
    {"model: heavy-top\nanimate: ..\n", "a moving picture's name must end in"},
    {"model: pendulum-chain\nanimate: ../x.gif\n", "bad.yaml:2: animate: a scenario file writes"},
    {"model: heavy-top\nout: pipe.csv\n", "bad.yaml:2: out: that exists and is no regular file"},
    {"model: heavy-top\ntolerance: 1e-6\nevents: [{expression: Gamma.z, name: \"a\\e[2J\"}]\n",
     "bad.yaml:3: name contains a control character"},
    {"model: heavy-top\nout: \"a\\x07.csv\"\n", "bad.yaml:2: out contains a control character"},
    {"model: heavy-top\n\"a\\u202eb\": 1\n", "bad.yaml:2: a key contains a control character"},
    {"model: heavy-top\nparameters: {c: \"1\\0\"}\n", "bad.yaml:2: c contains a control"},
    {"model: full-body\nbodies: [{shape: pipe.csv, density: 1}]\n", "pipe.csv: not a regular file"},
    {"model: full-body\nbodies: [{shape: /dev/zero, density: 1}]\n",
     "/dev/zero: not a regular file"},
    {"model: full-body\nbodies: [{mass: 1, x: [0, 0, 0], mass: 2}]\n", "this key stands twice"},
};

static void wrong_files(void **state)
{
    (void)state;
    assert_int_equal(mkfifo("pipe.csv", 0600), 0);
    for (size_t i = 0; i < sizeof files_refused / sizeof *files_refused; i++) {
        tool_write("bad.yaml", files_refused[i].words);
        tool_result r = tool("run bad.yaml");
        if (r.code != 2 || !strstr(r.err, files_refused[i].sentence))
            fail_msg("%s\ngives %d: %s\nexpected: %s", files_refused[i].words, r.code, r.err,
                     files_refused[i].sentence);
        tool_free(&r);
    }
}

/* Deep, huge and binary files are refused quickly. */
static void hostile_files(void **state)
{
    (void)state;
    FILE *file = fopen("bad.yaml", "wb");
    for (int i = 0; i < 200000; i++)
        fputc('[', file);
    fclose(file);
    tool_expect("run bad.yaml", 2, NULL, "bad.yaml");
    file = fopen("bad.yaml", "wb");
    fputs("model: heavy-top\n", file);
    for (int i = 0; i < 200000; i++)
        fputs("# nothing\n", file);
    fclose(file);
    tool_expect("run bad.yaml", 2, NULL, "at most 1 MiB");
    file = fopen("bad.yaml", "wb");
    for (int i = 0; i < 5000; i++)
        fputc((i * 7919 + i / 13) & 0xff, file);
    fclose(file);
    tool_expect("run bad.yaml", 2, NULL, "not a text file");
    file = fopen("bad.yaml", "wb");
    fputs("model: heavy-top\nparameters:\n  c: ", file);
    for (int i = 0; i < 100000; i++)
        fputc('1', file);
    fclose(file);
    tool_expect("run bad.yaml", 2, NULL, "bad.yaml:3: c is too long");
    file = fopen("bad.yaml", "wb");
    fputs("model: heavy-top\nparameters:\n", file);
    for (int i = 0; i < 20000; i++)
        fprintf(file, "  k%d: 1\n", i);
    fclose(file);
    tool_expect("run bad.yaml", 2, NULL, "bad.yaml:259: more than 256 keys");
}

/* A file may write below the current folder, and anywhere when the user says so. */
static void paths_of_files(void **state)
{
    char out[300], text[400];
    assert_non_null(getcwd(out, sizeof out - 10));
    strcat(out, "/there.csv");
    snprintf(text, sizeof text, "model: heavy-top\nout: %s\n", out);
    tool_write("good.yaml", text);
    tool_expect("run good.yaml", 2, NULL, "--allow-paths");
    assert_false(tool_exists(out));
    tool_expect("run good.yaml --allow-paths", 0, out, NULL);
    assert_true(tool_exists(out));
    tool_write("good.yaml", "model: heavy-top\nout: ./..here.csv\n");
    tool_expect("run good.yaml", 0, "rows: ./..here.csv", NULL);
    (void)state;
}

/* What a user typed may hold anything, and comes back without what would steer a terminal. */
static void words_come_back_plain(void **state)
{
    (void)state;
    static const char *const words[] = {"run \033[2Jtop", "run heavy-top --method c\033]0;x\007f4",
                                        "run heavy-top --tol 1e-6 --event Gamma.z=0:name=\033[31m",
                                        "run heavy-top --set c=1\xe2\x80\xae", "descr\xc2\x9bibe"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        tool_result r = tool(words[i]);
        assert_int_equal(r.code, 2);
        assert_true(*r.err && !strchr(r.err, '\033') && !strchr(r.err, '\007'));
        assert_true(!strstr(r.err, "\xc2\x9b") && !strstr(r.err, "\xe2\x80\xae"));
        tool_free(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_words),           cmocka_unit_test(wrong_files),
        cmocka_unit_test(hostile_files),         cmocka_unit_test(paths_of_files),
        cmocka_unit_test(words_come_back_plain),
    };
    return cmocka_run_group_tests(tests, tool_setup, tool_teardown);
}
