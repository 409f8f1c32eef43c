/* SPDX-License-Identifier: BSD-3-Clause */
/* reproduce.c - 'lieflow reproduce': the papers' figures again, and studies of our own, with where each
 * number comes from. */
#include "cli.h"

#include <string.h>

#include "papers/papers.h"

/* What the lines of all figures said. */
typedef struct {
    size_t figures, own, failed; /* own: those that are no figures of papers */
    size_t lines[LF_LINE_KINDS][LF_LINE_ANSWERS];
} reproduce_tally;

static void reproduce_list_figures(bool own)
{
    for (const lf_study *study = lf_studies; study->id; study++)
        if (lf_study_own(study) == own)
            cli_line(stdout, "  %-20s  %s%s%s", study->id, study->title,
                     study->make ? "" : "; not made: ", study->make ? "" : study->missing);
}

static void reproduce_list(void)
{
    printf("papers\n");
    for (const lf_paper *paper = lf_papers; paper->key; paper++) {
        if (!paper->authors)
            continue;
        cli_line(stdout, "  %-20s  %s, %d%s%s%s", paper->key, paper->authors, paper->year,
                 paper->number ? " (formerly " : "", paper->number ? paper->number : "",
                 paper->number ? ")" : "");
        cli_line(stdout, "  %-20s  %s", "", paper->title);
    }
    printf("\nfigures\n");
    reproduce_list_figures(false);
    printf("\nLieflow's own studies, of no paper\n");
    reproduce_list_figures(true);
}

static const char *reproduce_answer(const lf_line *line)
{
    static const char *const answers[LF_LINE_KINDS][LF_LINE_ANSWERS] = {
        [LF_LINE_PAPER] = {"confirmed: ", "differs: ", "FAILED: ", ""},
        [LF_LINE_REFERENCE] = {"agrees: ", "", "FAILED: ", ""},
        [LF_LINE_CHOICE] = {"", "", "FAILED: ", ""}};
    return answers[line->kind][line->answer];
}

/* One line of a report: the paper's words, then what was measured. */
static void reproduce_line(const lf_line *line)
{
    enum { INDENT = 13 };
    char text[2 * LF_LINE_SIZE];
    printf("  %-10s ", lf_line_kind_name(line->kind));
    if (*line->quote) {
        snprintf(text, sizeof text, "\"%s\"", line->quote);
        cli_wrap(stdout, INDENT, INDENT, text);
        printf("%*s", INDENT, "");
    }
    snprintf(text, sizeof text, "%s%s", reproduce_answer(line), line->sentence);
    cli_wrap(stdout, INDENT, INDENT, text);
}

/* 0: nothing failed. */
static int reproduce_one(const lf_study *study, const char *directory, reproduce_tally *tally)
{
    lf_report R = {.progress = cli_progress(study->id)};
    char path[LF_PATH_SIZE];
    size_t failed = 0;
    snprintf(R.directory, sizeof R.directory, "%s", directory);
    printf("%s  %s\n", study->id, study->title);
    fflush(stdout);
    lf_status status = lf_study_make(study, &R);
    cli_progress_end();
    if (status != LF_OK) {
        cli_complain("%s: %s", study->id, status == LF_STOPPED ? "stopped" : R.why);
        return status == LF_STOPPED && cli_interrupted() ? 128 + cli_interrupted() : CLI_FAILED;
    }
    if (lf_study_own(study))
        printf("  ours       a study of Lieflow's own: no paper says anything here\n");
    fputs(R.table, stdout);
    for (size_t i = 0; i < R.lines; i++) {
        reproduce_line(&R.line[i]);
        tally->lines[R.line[i].kind][R.line[i].answer]++;
        failed += R.line[i].answer == LF_LINE_FAILED;
    }
    lf_study_path(study, directory, ".{csv,svg,png}", path);
    printf("  files      %s\n\n", path);
    tally->figures += !lf_study_own(study);
    tally->own += lf_study_own(study);
    tally->failed += failed > 0;
    return failed ? CLI_FAILED : CLI_OK;
}

/* How many lines of each kind, and what they said. */
static void reproduce_counts(const reproduce_tally *T)
{
    const size_t *paper = T->lines[LF_LINE_PAPER], *own = T->lines[LF_LINE_REFERENCE];
    printf("%zu figures and tables of papers made", T->figures);
    if (T->own)
        printf(", and %zu studies of our own", T->own);
    if (T->failed)
        printf(", %zu of them with lines that FAILED", T->failed);
    printf("\n  paper      %zu statements: %zu confirmed, %zu differ, %zu failed\n",
           paper[LF_LINE_HOLDS] + paper[LF_LINE_DIFFERS] + paper[LF_LINE_FAILED],
           paper[LF_LINE_HOLDS], paper[LF_LINE_DIFFERS], paper[LF_LINE_FAILED]);
    printf("  reference  %zu comparisons with computations of our own: %zu agree, %zu failed\n",
           own[LF_LINE_HOLDS] + own[LF_LINE_FAILED], own[LF_LINE_HOLDS], own[LF_LINE_FAILED]);
    printf("  choice     %zu of what papers leave open and of our own studies\n",
           T->lines[LF_LINE_CHOICE][LF_LINE_SAID]);
    for (const lf_study *study = lf_studies; study->id; study++)
        if (!study->make)
            printf("  not made   %s (%s)\n", study->id, study->missing);
}

static int reproduce_all(const char *directory)
{
    reproduce_tally tally = {0};
    int code = CLI_OK;
    for (const lf_study *study = lf_studies; study->id; study++) {
        if (!study->make)
            continue;
        int one = reproduce_one(study, directory, &tally);
        if (one > CLI_USAGE)
            return one;
        if (one != CLI_OK)
            code = CLI_FAILED;
    }
    reproduce_counts(&tally);
    return code;
}

/* Names near the one that was typed: those of today, or the old ones for an old one. */
static int reproduce_unknown(const char *id)
{
    enum { MOST = 96 };
    const bool old = id[0] >= '0' && id[0] <= '9';
    const char *names[MOST + 2];
    char near[LF_WHY_SIZE] = "", alias[MOST][LF_WORD_SIZE];
    size_t n = 0;
    for (const lf_study *study = lf_studies; study->id && n < MOST; study++, n++)
        names[n] = old ? lf_study_alias(study, alias[n]) : study->id;
    names[n++] = "all";
    names[n] = NULL;
    lf_name_suggest(id, names, near, sizeof near);
    cli_complain("there is no figure '%.60s'%s", id,
                 *near ? near : "; 'lieflow reproduce --list' shows all");
    return CLI_USAGE;
}

int cli_reproduce(const cli_args *args)
{
    char why[LF_WHY_SIZE];
    const char *directory = cli_value(args, "out");
    if (cli_value(args, "list")) {
        reproduce_list();
        return CLI_OK;
    }
    if (args->words == 0) {
        cli_complain("which figure? 'lieflow reproduce --list' shows all");
        return CLI_USAGE;
    }
    const char *id = args->word[0];
    bool all = strcmp(id, "all") == 0;
    const lf_study *study = all ? NULL : lf_study_find(id);
    if (!all && !study)
        return reproduce_unknown(id);
    if (study && !study->make) {
        printf("%s  %s; not made: %s\n", study->id, study->title, study->missing);
        return CLI_OK;
    }
    directory = directory ? directory : "out";
    if (lf_directory_make(directory, why, sizeof why) != LF_OK) {
        cli_complain("%s", why);
        return CLI_FAILED;
    }
    reproduce_tally tally = {0};
    return all ? reproduce_all(directory) : reproduce_one(study, directory, &tally);
}
