/* SPDX-License-Identifier: BSD-3-Clause */
/* papers.h - the figures of papers about Lie group integrators, made again, and studies of our own:
 * each computes data, draws them, and says of every number where it comes from: from the paper, from
 * a computation of ours that is independent of the run, or from a choice that was free. */
#ifndef LIEFLOW_PAPERS_PAPERS_H
#define LIEFLOW_PAPERS_PAPERS_H

#include <lieflow/run.h>

/* ---- papers --------------------------------------------------------------------------------- */

typedef struct {
    const char *key; /* "becker2021", the first part of the ids of its figures */
    const char
        *number; /* "002", what it was called before; ids with it stay valid. NULL: nothing */
    const char *authors; /* NULL: no paper, but studies of our own under one key */
    const char *title;
    int year; /* 0 where there are no authors */
} lf_paper;

/* Every paper, then the keys of our own studies, ending with a NULL key. */
extern const lf_paper lf_papers[];

/* ---- figures -------------------------------------------------------------------------------- */

enum { LF_MAX_LINES = 48, LF_LINE_SIZE = 320, LF_TABLE_SIZE = 1600 };

/* Where a line of a report comes from. */
typedef enum {
    LF_LINE_PAPER,     /* a number or a claim that stands in the paper */
    LF_LINE_REFERENCE, /* a value from an independent computation of ours */
    LF_LINE_CHOICE,    /* a parameter, start, gain or bound that no paper gives */
    LF_LINE_KINDS
} lf_line_kind;
const char *lf_line_kind_name(lf_line_kind kind); /* "paper" */

typedef enum {
    LF_LINE_HOLDS,   /* what was measured agrees with it */
    LF_LINE_DIFFERS, /* a claim of a paper that does not hold, in the way that is known */
    LF_LINE_FAILED,  /* it should hold, or differ in the known way, and does not */
    LF_LINE_SAID,    /* a choice: nothing is judged */
    LF_LINE_ANSWERS
} lf_line_answer;

typedef struct {
    lf_line_kind kind;
    lf_line_answer answer;
    char quote[LF_LINE_SIZE];    /* of a paper: its words; "" for the other kinds */
    char sentence[LF_LINE_SIZE]; /* what was measured, or the choice */
} lf_line;

/* What the data of a figure carry beside its lines. */
typedef struct lf_study_notes lf_study_notes;

/* What making a figure gave: files, and where its numbers come from. */
typedef struct {
    char directory[LF_PATH_SIZE];
    lf_progress progress;
    lf_study_notes *notes; /* while it is made */
    size_t lines;
    lf_line line[LF_MAX_LINES];
    char table[LF_TABLE_SIZE]; /* what was measured, in lines of text; "": no table */
    char why[LF_WHY_SIZE];
} lf_report;

typedef struct lf_study lf_study;
struct lf_study {
    const char *id; /* "becker2021/fig2" */
    const char *title;
    lf_status (*make)(const lf_study *study, lf_report *R); /* NULL: it is not made */
    const void *data;                                       /* what `make` reads */
    const char *missing; /* why it is not made: "a schematic drawing" */
};

/* Every figure, ending with a NULL id. */
extern const lf_study lf_studies[];
/* The figure called "becker2021/fig2" or, as before, "002/fig2"; NULL if there is none. */
const lf_study *lf_study_find(const char *id);
/* What the figure was called before, "002/fig2"; `text` holds LF_WORD_SIZE. */
const char *lf_study_alias(const lf_study *study, char *text);
/* Is it a study of our own, and not the figure of a paper? */
bool lf_study_own(const lf_study *study);
/* Lines of a report that got this answer. */
size_t lf_report_count(const lf_report *R, lf_line_kind kind, lf_line_answer answer);
/* NULL when memory is out. */
lf_study_notes *lf_study_notes_new(void);
void lf_study_notes_free(lf_study_notes *N);
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
