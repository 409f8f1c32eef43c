/* SPDX-License-Identifier: BSD-3-Clause */
/* param.h - structs that describe themselves: one row a member. Scenario files, --set, describe
 * and every other reader walk these rows; there is no second list. */
#ifndef LIEFLOW_PARAM_H
#define LIEFLOW_PARAM_H

#include <stddef.h>

#include <lieflow/status.h>

typedef enum { LF_REAL, LF_CHOICE } lf_param_type;

typedef struct {
    const char *name;
    lf_param_type type;
    size_t count;        /* numbers in the member */
    size_t offset;       /* of the member in its struct: double[count], or int for a choice */
    const char *unit;    /* "" for a pure number */
    const char *preset;  /* the default, as a user would write it: "1 5 6" or "sl2" */
    const char *choices; /* LF_CHOICE: the names, separated by '|' */
    double low, high;    /* allowed range, ends included unless `open` */
    int open;            /* 1: the lower end itself is not allowed */
    const char *doc;
} lf_param;

#define LF_PARAM_END {NULL, LF_REAL, 0, 0, NULL, NULL, NULL, 0, 0, 0, NULL}

/* The row called name, or NULL. */
const lf_param *lf_param_find(const lf_param *rows, const char *name);
/* Read `text` (numbers separated by blanks or commas, brackets allowed; simple fractions a/b; or
 * a choice) into the member of `object`. On failure `why` says what is wrong and what is allowed. */
lf_status lf_param_set(const lf_param *row, void *object, const char *text, char *why,
                       size_t why_size);
/* Set every member to its default. */
void lf_param_defaults(const lf_param *rows, void *object);
/* The name of the choice now set. */
void lf_param_choice_name(const lf_param *row, const void *object, char *name, size_t size);

#endif
