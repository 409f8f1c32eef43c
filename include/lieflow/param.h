/* SPDX-License-Identifier: BSD-3-Clause */
/* param.h - structs that describe themselves: one row per member. Scenario files, --set, describe
 * and every other reader walk these rows; there is no second list. */
#ifndef LIEFLOW_PARAM_H
#define LIEFLOW_PARAM_H

#include <stdbool.h>
#include <stddef.h>

#include <lieflow/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The member is double[count], int, size_t (a whole number) or lf_list. */
typedef enum { LF_REAL, LF_CHOICE, LF_COUNT, LF_LIST } lf_param_type;

/* Numbers whose count the user chooses. Up to LF_LIST_FEW of them, so every default, stand in the
 * list itself; more need memory that the owner of the struct gives (lf_param_give). A struct may
 * be copied: copies share that memory. */
enum { LF_LIST_FEW = 16 };
typedef struct {
    size_t count;
    size_t room;  /* doubles at `data` */
    double *data; /* owned by whoever owns the struct; NULL while not needed */
    double few[LF_LIST_FEW];
} lf_list;

/* Where the numbers stand. */
static inline const double *lf_list_numbers(const lf_list *list)
{
    return list->count > LF_LIST_FEW ? list->data : list->few;
}

typedef struct {
    const char *name;
    lf_param_type type;
    size_t count;       /* numbers in the member; 0 for a list */
    size_t offset;      /* of the member in its struct */
    const char *unit;   /* "" for a pure number */
    const char *preset; /* the default, as a user would write it: "1 5 6" or "sl2" */
    const char
        *choices;     /* LF_CHOICE: the names, separated by '|'; of a list: those of its columns */
    double low, high; /* allowed range, ends included unless `open` */
    int open;         /* 1: the lower end itself is not allowed */
    const char *doc;
    /* When it changes anything: with a choice of another row, "path=circle" or "path=circle|hover", or
     * LF_PARAM_GROUP, for methods that move points by a group. NULL: always. */
    const char *when;
} lf_param;

#define LF_PARAM_GROUP "group"
#define LF_PARAM_END                                               \
    {                                                              \
        NULL, LF_REAL, 0, 0, NULL, NULL, NULL, 0, 0, 0, NULL, NULL \
    }

/* The row called name, or NULL. */
const lf_param *lf_param_find(const lf_param *rows, const char *name);
/* Read `text` (numbers separated by blanks or commas, brackets allowed; simple fractions a/b; or
 * a choice) into the member of `object`. On failure `why` says what is wrong and what is allowed. */
lf_status lf_param_set(const lf_param *row, void *object, const char *text, char *why,
                       size_t why_size);
/* Does the row change anything, as other rows of the object are chosen? (LF_PARAM_GROUP always does.) */
bool lf_param_matters(const lf_param *rows, const lf_param *row, const void *object);
/* Set every member to its default; whatever the object held before is forgotten. */
void lf_param_defaults(const lf_param *rows, void *object);

/* Lists longer than LF_LIST_FEW. Before lf_param_set such a text needs room:
 *
 *     const size_t count = lf_param_numbers(text);
 *     if (row->type == LF_LIST && count > lf_param_room(row, object))
 *         lf_param_give(row, object, count, memory);   // `count` doubles that outlive object
 *
 * without which lf_param_set answers LF_EINPUT. For other types the room is always enough. */
size_t lf_param_numbers(const char *text);
size_t lf_param_room(const lf_param *row, const void *object);
/* Give a list memory for `room` numbers, at least as many as before; it keeps its numbers. */
void lf_param_give(const lf_param *row, void *object, size_t room, double *memory);

/* How many numbers the member holds now (0 for a choice), and number k of them. */
size_t lf_param_count(const lf_param *row, const void *object);
double lf_param_number(const lf_param *row, const void *object, size_t k);
/* The name of the choice now set. */
void lf_param_choice_name(const lf_param *row, const void *object, char *name, size_t size);

#ifdef __cplusplus
}
#endif

#endif
