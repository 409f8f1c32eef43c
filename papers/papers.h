/* SPDX-License-Identifier: BSD-3-Clause */
/* papers.h - the figures of papers about Lie group integrators, made again: each is a study that
 * computes the data, draws them, and says how its numbers compare with what the paper states. */
#ifndef LIEFLOW_PAPERS_PAPERS_H
#define LIEFLOW_PAPERS_PAPERS_H

#include <lieflow/run.h>

/* ---- papers --------------------------------------------------------------------------------- */

typedef struct {
    const char *key; /* "becker2021", the first part of the ids of its figures */
    const char
        *number; /* "002", what it was called before; ids with it stay valid. NULL: nothing */
    const char *authors, *title;
    int year;
} lf_paper;

/* Every paper, ending with a NULL key. */
extern const lf_paper lf_papers[];

/* ---- figures -------------------------------------------------------------------------------- */

enum { LF_MAX_VERDICTS = 12, LF_VERDICT_SIZE = 240, LF_TABLE_SIZE = 1600 };

typedef struct {
    bool passed;
    char sentence[LF_VERDICT_SIZE];
} lf_verdict;

/* What making a figure gave: files, and how its numbers compare with the paper's. */
typedef struct {
    char directory[LF_PATH_SIZE];
    lf_progress progress;
    size_t verdicts;
    lf_verdict verdict[LF_MAX_VERDICTS];
    char table[LF_TABLE_SIZE]; /* what was measured, in lines of text; "": no table */
    char why[LF_WHY_SIZE];
} lf_report;

typedef struct lf_study lf_study;
struct lf_study {
    const char *id; /* "becker2021/fig2" */
    const char *title;
    const char *paper;                                      /* what the paper states about it */
    lf_status (*make)(const lf_study *study, lf_report *R); /* NULL: a drawing without data */
    const void *data;                                       /* what `make` reads */
};

/* Every figure, ending with a NULL id. */
extern const lf_study lf_studies[];
/* The figure called "becker2021/fig2" or, as before, "002/fig2"; NULL if there is none. */
const lf_study *lf_study_find(const char *id);
/* What the figure was called before, "002/fig2"; `text` holds LF_WORD_SIZE. */
const char *lf_study_alias(const lf_study *study, char *text);
/* Make the figure's data (.csv) and pictures (.svg, .png) in R->directory, which must exist. */
lf_status lf_study_make(const lf_study *study, lf_report *R);
/* directory/becker2021-fig2 and an ending such as ".csv"; `path` holds LF_PATH_SIZE. */
void lf_study_path(const lf_study *study, const char *directory, const char *ending, char *path);

/* ---- demonstration -------------------------------------------------------------------------- */

/* The flagship comparison on the heavy top: heavy-top.{csv,svg,png} in `directory`. */
typedef struct {
    lf_comparison *drift;
    lf_order_table *order;
} lf_demo;
/* NULL when memory is out. */
lf_demo *lf_demo_new(void);
void lf_demo_free(lf_demo *D);
lf_status lf_demo_make(lf_demo *D, const char *directory, lf_progress progress, char *why,
                       size_t why_size);

/* Make a directory and its parents if missing. */
lf_status lf_directory_make(const char *path, char *why, size_t why_size);

#endif
