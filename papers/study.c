/* SPDX-License-Identifier: BSD-3-Clause */
/* study.c - scenarios, lines of the report and files of a study. */
#include "papers/study.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *lf_line_kind_name(lf_line_kind kind)
{
    static const char *const names[LF_LINE_KINDS] = {"paper", "reference", "choice"};
    return names[kind];
}

size_t lf_report_count(const lf_report *R, lf_line_kind kind, lf_line_answer answer)
{
    size_t count = 0;
    for (size_t i = 0; i < R->lines; i++)
        count += R->line[i].kind == kind && R->line[i].answer == answer;
    return count;
}

/* A report that is full has a bug in it: the line that does not fit must not be lost quietly. */
static lf_line *report_line(lf_report *R, lf_line_kind kind, lf_line_answer answer,
                            const char *quote)
{
    const bool full = R->lines == LF_MAX_LINES;
    lf_line *line = &R->line[full ? LF_MAX_LINES - 1 : R->lines++];
    *line = (lf_line){.kind = kind, .answer = full ? LF_LINE_FAILED : answer};
    snprintf(line->quote, sizeof line->quote, "%s", quote);
    return line;
}

#define REPORT_SENTENCE(line)                                              \
    do {                                                                   \
        va_list list;                                                      \
        va_start(list, format);                                            \
        vsnprintf((line)->sentence, sizeof(line)->sentence, format, list); \
        va_end(list);                                                      \
    } while (0)

void lf_report_paper(lf_report *R, bool holds, const char *quote, const char *format, ...)
{
    lf_line *line = report_line(R, LF_LINE_PAPER, holds ? LF_LINE_HOLDS : LF_LINE_FAILED, quote);
    REPORT_SENTENCE(line);
}

void lf_report_differs(lf_report *R, bool as_known, const char *quote, const char *format, ...)
{
    lf_line *line =
        report_line(R, LF_LINE_PAPER, as_known ? LF_LINE_DIFFERS : LF_LINE_FAILED, quote);
    REPORT_SENTENCE(line);
}

void lf_report_reference(lf_report *R, bool agrees, const char *format, ...)
{
    lf_line *line = report_line(R, LF_LINE_REFERENCE, agrees ? LF_LINE_HOLDS : LF_LINE_FAILED, "");
    REPORT_SENTENCE(line);
}

void lf_report_choice(lf_report *R, const char *format, ...)
{
    lf_line *line = report_line(R, LF_LINE_CHOICE, LF_LINE_SAID, "");
    REPORT_SENTENCE(line);
}

lf_status lf_report_fail(lf_report *R, lf_status status, const char *why)
{
    if (status != LF_OK)
        snprintf(R->why, sizeof R->why, "%s", why && *why ? why : lf_status_text(status));
    return status;
}

lf_status lf_study_scenario(lf_report *R, const char *model, const char *const *settings,
                            lf_scenario *S)
{
    if (!S)
        return lf_report_fail(R, LF_EMEMORY, NULL);
    lf_scenario_clear(S);
    lf_status status = lf_scenario_set_model(S, model, NULL);
    if (status == LF_OK) /* figures are about the largest drift there is */
        status = lf_scenario_set(S, "watch", "1", NULL);
    for (; status == LF_OK && settings && settings[0]; settings += 2)
        status = lf_scenario_set(S, settings[0], settings[1], NULL);
    return lf_report_fail(R, status, lf_scenario_why(S));
}

lf_status lf_study_march(lf_report *R, lf_scenario *S, const char *const *settings, lf_record *run)
{
    lf_status status = LF_OK;
    *run = (lf_record){.rows = {0}};
    for (; status == LF_OK && settings && settings[0]; settings += 2)
        status = lf_scenario_set(S, settings[0], settings[1], NULL);
    if (status == LF_OK)
        status = lf_scenario_record(S, R->progress, run);
    lf_study_remember(R, S, NULL);
    return lf_report_fail(R, status, lf_scenario_why(S));
}

size_t lf_study_column(const lf_problem *P, const char *name)
{
    char text[LF_WORD_SIZE];
    size_t k = 0;
    while (k + 1 < P->action->dim && strcmp(lf_column_name(P, k, text), name) != 0)
        k++;
    return lf_problem_order(P, k);
}

double lf_study_number(const lf_scenario *S, const char *name, size_t k)
{
    const lf_param *row = lf_param_find(lf_scenario_model(S)->params, name);
    return row && k < lf_param_count(row, lf_scenario_parameters(S))
               ? lf_param_number(row, lf_scenario_parameters(S), k)
               : NAN;
}

void lf_study_path(const lf_study *study, const char *directory, const char *ending, char *path)
{
    snprintf(path, LF_PATH_SIZE, "%.900s/%.60s%s", directory, study->id, ending);
    *strrchr(path, '/') = '-';
}

lf_status lf_study_draw(const lf_study *study, lf_report *R, const lf_figure *F)
{
    static const char *const endings[] = {".svg", ".png"};
    char path[LF_PATH_SIZE];
    lf_status status = LF_OK;
    for (size_t i = 0; i < 2 && status == LF_OK; i++) {
        lf_study_path(study, R->directory, endings[i], path);
        status = lf_figure_write(F, path, R->why, sizeof R->why);
    }
    return status;
}
