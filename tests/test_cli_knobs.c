/* SPDX-License-Identifier: BSD-3-Clause */
/* test_cli_knobs.c - the table of knobs is what scenario files, options, help, manual pages and
 * completion know; files of rows are chosen by their ending. */
#include "test_cli_tool.h"

#include <lieflow/run.h>

static const struct {
    const char *name;
    unsigned bit;
} commands[] = {{"run", LF_FOR_RUN},
                {"order", LF_FOR_ORDER},
                {"precision", LF_FOR_PRECISION},
                {"compare", LF_FOR_COMPARE}};
enum { COMMANDS = sizeof commands / sizeof *commands };

static bool is_key(const lf_knob *knob)
{
    return !(knob->flags & LF_KNOB_INNER);
}

/* Numbers and choices that can be set as they are. */
static bool is_value(const lf_knob *knob)
{
    return !knob->set && is_key(knob);
}

/* A value that a row allows. */
static void sample(const lf_knob *knob, char text[64])
{
    const char *choices = knob->row.choices;
    if (choices)
        snprintf(text, 64, "%.*s", (int)strcspn(choices, "|"), choices);
    else
        snprintf(text, 64, "%g", fmin(fmax(knob->row.low, 2), knob->row.high));
}

static void names_are_unique(void **state)
{
    (void)state;
    for (const lf_knob *a = lf_knob_table(); a->row.name; a++) {
        assert_ptr_equal(lf_knob_find(a->row.name), a);
        assert_true(a->row.doc && *a->row.doc);
        assert_true(!a->option == !a->commands);
        assert_true(!a->option || (a->flags & LF_KNOB_SWITCH) || lf_knob_argument(a));
        for (const lf_knob *b = lf_knob_table(); b < a; b++) {
            assert_string_not_equal(a->row.name, b->row.name);
            assert_true(!a->option || !b->option || strcmp(a->option, b->option) != 0);
        }
    }
}

/* A parameter may be called as a knob is: --set means the parameter. */
static void parameters_come_first(void **state)
{
    (void)state;
    lf_scenario *S = lf_scenario_new();
    const lf_model *model;
    assert_non_null(S);
    for (size_t i = 0; (model = lf_model_at(i)); i++)
        for (const lf_param *row = model->params; row->name; row++) {
            char pair[600];
            lf_scenario_clear(S);
            const lf_knobs before = *lf_scenario_knobs(S);
            snprintf(pair, sizeof pair, "%s=%s", row->name, row->preset);
            assert_int_equal(lf_scenario_set(S, "model", model->name, NULL), LF_OK);
            assert_int_equal(lf_scenario_set(S, "parameters", pair, "--set"), LF_OK);
            assert_memory_equal(lf_scenario_knobs(S), &before, sizeof before);
        }
    lf_scenario_free(S);
}

/* Through a file, a scenario and a file again. */
static void keys_go_round(void **state)
{
    (void)state;
    for (const lf_knob *knob = lf_knob_table(); knob->row.name; knob++) {
        char text[200], value[64], line[160];
        lf_text written = {0};
        if (!is_value(knob))
            continue;
        lf_scenario *S = lf_scenario_new();
        sample(knob, value);
        snprintf(line, sizeof line, "\n%s: %s\n", knob->row.name, value);
        snprintf(text, sizeof text, "model: heavy-top%s", line);
        tool_write("s.yaml", text);
        assert_non_null(S);
        assert_int_equal(lf_scenario_read(S, "s.yaml"), LF_OK);
        lf_scenario_write(S, &written);
        if (!strstr(lf_text_string(&written), line))
            fail_msg("%s is not in\n%s", line, lf_text_string(&written));
        lf_text_free(&written);
        lf_scenario_free(S);
    }
}

/* What a file may not have is answered with all that it may. */
static void keys_are_listed(void **state)
{
    (void)state;
    tool_write("s.yaml", "model: heavy-top\nzzzzzzzzzzzz: 1\n");
    tool_result r = tool("run s.yaml");
    for (const lf_knob *knob = lf_knob_table(); knob->row.name; knob++) {
        char word[LF_WORD_SIZE + 2];
        snprintf(word, sizeof word, " %s", knob->row.name);
        assert_true(!is_key(knob) || strstr(r.err, word));
    }
    tool_free(&r);
}

static void expect_word(const char *text, const char *word, const char *where)
{
    if (!strstr(text, word))
        fail_msg("'%s' is missing in %s:\n%s", word, where, text);
}

static void options_are_everywhere(void **state)
{
    (void)state;
    for (size_t c = 0; c < COMMANDS; c++) {
        char words[100], path[600];
        snprintf(words, sizeof words, "%s --help", commands[c].name);
        tool_result help = tool(words);
        snprintf(words, sizeof words, "complete %s heavy-top --", commands[c].name);
        tool_result offered = tool(words);
        snprintf(path, sizeof path, "%s/docs/man/lieflow-%s.1", getenv("LIEFLOW_SOURCE"),
                 commands[c].name);
        char *page = tool_read(path);
        for (const lf_knob *knob = lf_knob_table(); knob->row.name; knob++) {
            char option[LF_WORD_SIZE + 8], line[LF_WORD_SIZE + 8], roff[2 * LF_WORD_SIZE] = ".B ";
            if (!knob->option)
                continue;
            const bool taken = knob->commands & commands[c].bit;
            snprintf(option, sizeof option, "    --%s ", knob->option);
            snprintf(line, sizeof line, "--%s\n", knob->option);
            for (const char *s = option + 4; *s != ' '; s++)
                strcat(roff, (const char[]){*s == '-' ? '\\' : *s, *s == '-' ? '-' : 0, 0});
            if (taken) {
                expect_word(help.out, option, "the help");
                expect_word(help.out, knob->row.doc, "the help");
                expect_word(offered.out, line, "what is offered");
                expect_word(page, roff, path);
            } else if (strcmp(knob->option, "steps") != 0 && strcmp(knob->option, "out") != 0 &&
                       strcmp(knob->option, "plot") != 0) {
                assert_null(strstr(help.out, option));
            }
        }
        free(page);
        tool_free(&help);
        tool_free(&offered);
    }
}

/* What the tool offers after these words, exactly. */
static const char *const offers[][2] = {
    {"", "run\nlist\ndescribe\norder\nprecision\ncompare\nshape\nreproduce\ndemo\nversion\nhelp\n"},
    {"ver", "version\n"},
    {"run heavy-top --map c", "cayley\n"},
    {"run heavy-top --map =", "exp\ncayley\nsecond-kind\n"},
    {"run heavy-top --map = second", "second-kind\n"},
    {"run heavy-top --control e", "elementary\n"},
    {"precision heavy-top --control e", "elementary\n"},
    {"run heavy-top --tol", "--tol\n--tol-block\n"},
    {"run heavy-top --set ch", "chi=\n:nospace\n"},
    {"run full-body --set potential = c", "cubature\n"},
    {"run heavy-top --event Ga", "Gamma.x=\nGamma.y=\nGamma.z=\nGamma=\n:nospace\n"},
    {"run heavy-top --event en", "energy=\n:nospace\n"},
    {"run quadrotors --event e_", "e_x=\ne_q1=\ne_q2=\n:nospace\n"},
    {"run pendulum-chain --event q5", ":nospace\n"},
    {"run pendulum-chain --set n = 5 --event q5", "q5.x=\nq5.y=\nq5.z=\n:nospace\n"},
    {"run heavy-top --event Gamma.z =", ""},
    {"run heavy-top --event Gamma.z = 0 :", "rising\nfalling\nboth\nterminal\nname=\n:nospace\n"},
    {"run heavy-top --event Gamma.z = 0 : fa", "falling\n:nospace\n"},
    {"run heavy-top --event Gamma.z = 0 --map c", "cayley\n"},
    {"run nothing --event x", ":nospace\n"},
    {"run heavy-top --out a", ":files\n"},
    {"run heavy-top --step 1", ""},
    {"run humm", "humming-top\n:files yaml yml json csv jsonl\n"},
    {"shape a", ":files obj OBJ\n"},
    {"shape a.obj --method g", "grid\n"},
    {"compare heavy-top --methods rk4,cf4", "rk4,cf4\nrk4,cf43\n"},
    {"list op", "options\n"},
    {"list methods --for humm", "humming-top\n"},
    {"describe free_rot", "free_rotation\n"},
    {"help prec", "precision\n"},
    {"nonsense x", ""},
};

static void completion_knows(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof offers / sizeof *offers; i++) {
        char words[100];
        snprintf(words, sizeof words, "complete %s", offers[i][0]);
        tool_result r = tool(words);
        if (r.code != 0 || strcmp(r.out, offers[i][1]) != 0)
            fail_msg("after '%s' it offers\n%s--- and not\n%s", offers[i][0], r.out, offers[i][1]);
        tool_free(&r);
    }
}

/* The shell's part: words in, COMPREPLY out. */
static void bash_completes(void **state)
{
    (void)state;
    static const char *const asked[][3] = {
        /* words, the one being typed, replies */
        {"run heavy-top --dexpinv tr", "tr", "[truncated]\n"},
        {"run hea", "hea",
         "[heavy-top-cotangent]\n[heavy-top-trivialised]\n[heavy-top]\n[heavy.yaml]\n"},
        {"run x --out he", "he", "[heavy.txt]\n[heavy.yaml]\n"},
    };
    tool_write("heavy.yaml", "model: heavy-top\n");
    tool_write("heavy.txt", "\n");
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        char command[2000];
        snprintf(
            command, sizeof command,
            "bash -c 'shopt -s extglob; source \"%s/completion/lieflow.bash\"; compopt() { :; "
            "}; COMP_WORDS=(\"%s\" %s); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _lieflow lieflow "
            "\"%s\"; printf \"[%%s]\\n\" \"${COMPREPLY[@]}\" | LC_ALL=C sort' >reply",
            getenv("LIEFLOW_SOURCE"), getenv("LIEFLOW"), asked[i][0], asked[i][1]);
        assert_int_equal(system(command), 0);
        char *reply = tool_read("reply");
        assert_string_equal(reply, asked[i][2]);
        free(reply);
    }
}

static void files_by_ending(void **state)
{
    (void)state;
    tool_expect("run heavy-top --steps 3 --out a.txt", 2, NULL,
                "--out: out: the name must end in .csv or .jsonl");
    assert_false(tool_exists("a.txt"));
    tool_expect("order heavy-top --steps 4,8 --out a.jsonl", 2, NULL,
                "--out: a table is written as CSV, so the name must end in .csv, got 'a.jsonl'");
    tool_expect("compare heavy-top --out a.txt", 2, NULL, "--out: a table is written as CSV");
    tool_expect("precision heavy-top --out a", 2, NULL, "--out: a table is written as CSV");
    tool_write("s.yaml", "model: heavy-top\nout: rows.dat\n");
    tool_expect("run s.yaml", 2, NULL, "s.yaml:2: out: the name must end in .csv or .jsonl");
    tool_expect("run heavy-top --t-end 1 --steps 3 --out a.jsonl", 0, "rows: a.jsonl", NULL);
    char *text = tool_read("a.jsonl");
    size_t lines = 0;
    for (char *rest = NULL, *line = strtok_r(text, "\n", &rest); line;
         line = strtok_r(NULL, "\n", &rest), lines++) {
        struct fy_parse_cfg cfg = {.flags = FYPCF_QUIET | FYPCF_JSON_FORCE};
        struct fy_document *document = fy_document_build_from_string(&cfg, line, FY_NT);
        assert_non_null(document);
        struct fy_node *root = fy_document_root(document);
        const char *key = lines == 0 ? "lieflow" : lines == 5 ? "note" : "Gamma.z";
        assert_non_null(fy_node_mapping_lookup_by_string(root, key, FY_NT));
        fy_document_destroy(document);
    }
    assert_int_equal(lines, 6);
    free(text);
    tool_expect("run heavy-top --tol 1e-6 --event Gamma.z=0 --out b.jsonl", 0, NULL, NULL);
    assert_true(tool_exists("b.events.jsonl"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_unique),       cmocka_unit_test(parameters_come_first),
        cmocka_unit_test(keys_go_round),          cmocka_unit_test(keys_are_listed),
        cmocka_unit_test(options_are_everywhere), cmocka_unit_test(completion_knows),
        cmocka_unit_test(bash_completes),         cmocka_unit_test(files_by_ending),
    };
    return cmocka_run_group_tests(tests, tool_setup, tool_teardown);
}
