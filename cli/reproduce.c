/* SPDX-License-Identifier: BSD-3-Clause */
/* reproduce.c - 'lieflow reproduce': the papers' figures again, with a verdict on each. */
#include "cli.h"

#include <string.h>

#include "papers/papers.h"

static void reproduce_list(void)
{
    printf("papers\n");
    for (const lf_paper *paper = lf_papers; paper->key; paper++) {
        printf("  %-20s %s, %d", paper->key, paper->authors, paper->year);
        if (paper->number)
            printf(" (formerly %s)", paper->number);
        printf("\n  %-20s %s\n", "", paper->title);
    }
    printf("\nfigures\n");
    for (const lf_study *study = lf_studies; study->id; study++)
        printf("  %-20s %s%s\n", study->id, study->title,
               study->make ? "" : " (schematic, no data)");
}

/* 0: all verdicts passed. */
static int reproduce_one(const lf_study *study, const char *directory)
{
    lf_report R = {.progress = cli_progress(study->id)};
    char path[LF_PATH_SIZE];
    int failed = 0;
    snprintf(R.directory, sizeof R.directory, "%s", directory);
    printf("%s  %s\n", study->id, study->title);
    fflush(stdout);
    lf_status status = lf_study_make(study, &R);
    cli_progress_end();
    if (status != LF_OK) {
        cli_complain("%s: %s", study->id, status == LF_STOPPED ? "stopped" : R.why);
        return status == LF_STOPPED && cli_interrupted() ? 128 + cli_interrupted() : CLI_FAILED;
    }
    printf("  paper     %s\n%s", study->paper, R.table);
    for (size_t i = 0; i < R.verdicts; i++) {
        printf("  %-9s %s\n", R.verdict[i].passed ? "confirmed" : "FAILED", R.verdict[i].sentence);
        failed += !R.verdict[i].passed;
    }
    lf_study_path(study, directory, ".{csv,svg,png}", path);
    printf("  files     %s\n\n", path);
    return failed ? CLI_FAILED : CLI_OK;
}

static int reproduce_all(const char *directory)
{
    int code = CLI_OK;
    size_t made = 0, failed = 0;
    for (const lf_study *study = lf_studies; study->id; study++) {
        if (!study->make)
            continue;
        int one = reproduce_one(study, directory);
        if (one > CLI_USAGE)
            return one;
        failed += one != CLI_OK;
        made++;
    }
    if (failed) {
        printf("%zu of %zu figures are not as the papers state\n", failed, made);
        code = CLI_FAILED;
    } else {
        printf("all %zu figures are as the papers state\n", made);
    }
    return code;
}

/* Names near the one that was typed: those of today, or the old ones for an old one. */
static int reproduce_unknown(const char *id)
{
    enum { MOST = 64 };
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
        printf("%s  %s: a schematic drawing without data, nothing to reproduce\n", study->id,
               study->title);
        return CLI_OK;
    }
    directory = directory ? directory : "out";
    if (lf_directory_make(directory, why, sizeof why) != LF_OK) {
        cli_complain("%s", why);
        return CLI_FAILED;
    }
    return all ? reproduce_all(directory) : reproduce_one(study, directory);
}
