/* SPDX-License-Identifier: BSD-3-Clause */
/* isospectral.h - what models of symmetric matrices with a constant spectrum share. */
#ifndef LF_MODEL_ISOSPECTRAL_H
#define LF_MODEL_ISOSPECTRAL_H

#include <lieflow/matrix.h>

#include "model/models.h"

enum { LF_MATRIX_MODEL_MOST = 64 }; /* rows: scratch of quantities is on the stack */
enum { LF_ISOSPECTRAL_SHOWN = 8 };  /* entries of the diagonal that are outputs */

/* The group SO(n), what it moves, and its rows; the first member of each such model's struct. */
typedef struct {
    size_t n;
    lf_group group;
    lf_action action;
    lf_invariant outputs[LF_ISOSPECTRAL_SHOWN + 2];
} lf_matrix_model;

/* tr L^j, j = 1 .. 4, of an n x n matrix that is the first part of a point. */
extern const lf_invariant lf_isospectral_invariants[];
extern const lf_scales lf_isospectral_scales;
/* The first entries of the diagonal, which pictures show beside the eigenvalues, and |L - diag(L)|, which
 * is 0 where the flow has diagonalised L; and what they need as scratch. */
const lf_invariant *lf_isospectral_outputs(lf_matrix_model *model);
size_t lf_isospectral_quantity_work(const lf_matrix_model *model);
/* Names L.11, L.12, ... ; L.10.3 where n has two digits. */
extern const lf_names lf_isospectral_names;

/* Write the name of entry (i, j), from 0, of a matrix called `letter`. */
void lf_matrix_entry_name(size_t n, char letter, size_t entry, char *text, size_t size);
/* LF_EINPUT with a sentence unless the list has one number, or `count` of them. */
lf_status lf_check_list(const lf_list *list, const char *name, size_t count, bool one, char *why,
                        size_t why_size);
/* Number k of a list; that of all where there is only one. */
static inline double lf_list_number(const lf_list *list, size_t k)
{
    return lf_list_numbers(list)[list->count == 1 ? 0 : k];
}

#endif
