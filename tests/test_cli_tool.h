/* SPDX-License-Identifier: BSD-3-Clause */
/* test_cli_tool.h - runs the real tool and keeps what it said. */
#ifndef LIEFLOW_TEST_CLI_TOOL_H
#define LIEFLOW_TEST_CLI_TOOL_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <libfyaml.h>
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct {
    int code; /* exit code, or 1000 + signal */
    char *out, *err;
} tool_result;

/* A directory of this test's own; the program works in it. */
static inline int tool_setup(void **state)
{
    static char place[] = "/tmp/lieflow-test-XXXXXX";
    const char *tool = getenv("LIEFLOW");
    if (!tool || access(tool, X_OK) != 0) {
        fprintf(stderr, "LIEFLOW does not name the tool\n");
        return -1;
    }
    *state = place;
    /* nohup and shells that run a script in the background ignore these, and a child inherits that */
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGHUP, SIG_DFL);
    setenv("COLUMNS", "1000", 1); /* sentences stay on one line */
    return mkdtemp(place) && chdir(place) == 0 ? 0 : -1;
}

static inline int tool_teardown(void **state)
{
    char command[200];
    snprintf(command, sizeof command, "rm -rf '%s'", (const char *)*state);
    return chdir("/") == 0 && system(command) == 0 ? 0 : -1;
}

static inline char *tool_text(FILE *file)
{
    long length = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : 0;
    char *text = calloc((size_t)length + 1, 1);
    rewind(file);
    if (text && fread(text, 1, (size_t)length, file) != (size_t)length)
        text[0] = 0;
    fclose(file);
    return text;
}

/* Start the tool with words separated by blanks. */
static inline pid_t tool_start(const char *words, FILE *out, FILE *err)
{
    char *copy = strdup(words), *argv[40] = {getenv("LIEFLOW")}, *rest = NULL;
    int n = 1;
    for (char *word = strtok_r(copy, " ", &rest); word && n < 39; word = strtok_r(NULL, " ", &rest))
        argv[n++] = word;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
#ifdef __linux__
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* a test that fails leaves no long run behind */
#endif
        dup2(fileno(out), STDOUT_FILENO);
        dup2(fileno(err), STDERR_FILENO);
        execv(argv[0], argv);
        _exit(127);
    }
    free(copy);
    return child;
}

static inline int tool_wait(pid_t child)
{
    int state = 0;
    waitpid(child, &state, 0);
    return WIFEXITED(state) ? WEXITSTATUS(state) : 1000 + WTERMSIG(state);
}

static inline tool_result tool(const char *words)
{
    FILE *out = tmpfile(), *err = tmpfile();
    tool_result r = {.code = tool_wait(tool_start(words, out, err))};
    r.out = tool_text(out);
    r.err = tool_text(err);
    return r;
}

static inline void tool_free(tool_result *r)
{
    free(r->out);
    free(r->err);
}

/* Run, and insist on the exit code and on pieces of what was printed (NULL: anything). */
static inline void tool_expect(const char *words, int code, const char *out, const char *err)
{
    tool_result r = tool(words);
    bool right = r.code == code && (!out || strstr(r.out, out)) && (!err || strstr(r.err, err));
    if (!right)
        fail_msg("lieflow %s\nexit code %d, expected %d\n--- stdout (wants '%s')\n%s--- stderr "
                 "(wants '%s')\n%s",
                 words, r.code, code, out ? out : "", r.out, err ? err : "", r.err);
    tool_free(&r);
}

static inline void tool_write(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static inline char *tool_read(const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    return tool_text(file);
}

/* The last line of a CSV that is a row: below it stands how the run ended. */
static inline const char *tool_last_row(const char *text)
{
    const char *row = text;
    for (const char *line = text; line && *line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (*line && *line != '#')
            row = line;
    }
    return row;
}

static inline bool tool_exists(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && info.st_size > 0;
}

/* Rows of a CSV behind its header line; each must have `columns` numbers. */
static inline size_t tool_rows(const char *text, size_t columns)
{
    size_t rows = 0;
    bool names_seen = false;
    for (const char *line = text; *line;) {
        const char *end = strchr(line, '\n');
        if (!end)
            fail_msg("the last row is not complete: %s", line);
        if (*line != '#' && names_seen) {
            size_t numbers = 1;
            for (const char *s = line; s < end; s++)
                numbers += *s == ',';
            assert_int_equal(numbers, columns);
            rows++;
        }
        names_seen = names_seen || *line != '#';
        line = end + 1;
    }
    return rows;
}

/* A run that would last for hours, seen at work by the file that it writes beside. */
static inline pid_t tool_long_run(const char *file, FILE *out, FILE *err)
{
    char words[200], part[64];
    snprintf(part, sizeof part, "%s.part", file);
    snprintf(words, sizeof words, "run heavy-top --t-end 1e6 --step 0.0001 --every 0.01 --out %s",
             file);
    pid_t child = tool_start(words, out, err);
    for (int i = 0; i < 3000; i++) {
        struct stat info;
        if (stat(part, &info) == 0 && info.st_size > 20000)
            return child;
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    kill(child, SIGKILL);
    fail_msg("%s did not grow", file);
    return child;
}

/* The one JSON object that a command prints; strict, and nothing behind it. */
static inline struct fy_document *tool_json(const char *words)
{
    tool_result r = tool(words);
    struct fy_parse_cfg cfg = {.flags = FYPCF_QUIET | FYPCF_JSON_FORCE};
    struct fy_document *document = fy_document_build_from_string(&cfg, r.out, FY_NT);
    if (!document || !fy_node_is_mapping(fy_document_root(document)))
        fail_msg("lieflow %s: not one JSON object\n%s%s", words, r.out, r.err);
    const char *end = strchr(r.out, '\n');
    assert_true(end && end[1] == 0);
    assert_null(strstr(r.out, " nan"));
    fy_document_destroy(document);
    document = fy_document_build_from_malloc_string(&cfg, r.out, FY_NT);
    free(r.err);
    return document;
}

static inline double json_number(struct fy_document *json, const char *path)
{
    struct fy_node *node = fy_node_by_path(fy_document_root(json), path, FY_NT, FYNWF_DONT_FOLLOW);
    size_t length = 0;
    const char *text = node ? fy_node_get_scalar(node, &length) : NULL;
    char copy[64] = "";
    if (!text || length >= sizeof copy)
        fail_msg("the JSON has no %s", path);
    memcpy(copy, text, length);
    return strtod(copy, NULL);
}

static inline bool json_has(struct fy_document *json, const char *path)
{
    return fy_node_by_path(fy_document_root(json), path, FY_NT, FYNWF_DONT_FOLLOW) != NULL;
}

static inline int json_count(struct fy_document *json, const char *path)
{
    struct fy_node *node = fy_node_by_path(fy_document_root(json), path, FY_NT, FYNWF_DONT_FOLLOW);
    return node && fy_node_is_sequence(node) ? fy_node_sequence_item_count(node) : -1;
}

#endif
