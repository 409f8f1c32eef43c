/* SPDX-License-Identifier: BSD-3-Clause */
/* frame_model.h - what models on orthonormal frames share: the action, starts, names of columns, seeded
 * random numbers, and symmetric matrices with a known or computed spectrum. */
#ifndef LF_MODEL_FRAME_MODEL_H
#define LF_MODEL_FRAME_MODEL_H

#include "model/models.h"

#include <stdint.h>

#include <lieflow/frame.h>
#include <lieflow/gradient.h>

/* The parts of a model's struct. */
typedef struct {
    lf_frame frame;
    lf_group group;
    lf_action action;
    lf_gradient flow;
    lf_invariant output[LF_GRADIENT_OUTPUTS];
} lf_frame_parts;

/* Frames of d x k, refused with a sentence if there are none or they are too large for a gradient
 * flow. */
lf_status lf_frame_parts_make(lf_frame_parts *F, size_t d, size_t k, bool grassmann, char *why,
                              size_t why_size);
/* Entry 3 of column 1 is called X1.3, so that a column of the frame shares a panel. */
extern const lf_names lf_frame_names;

/* Numbers from a seed, the same on every machine: uniform in (0, 1), and normal. */
typedef struct {
    uint64_t state;
} lf_dice;
double lf_dice_uniform(lf_dice *dice);
double lf_dice_normal(lf_dice *dice);
/* k orthonormal columns of d numbers, with no direction preferred. */
void lf_dice_frame(lf_dice *dice, size_t d, size_t k, double *x);

/* The start y0 from a list, d rows of k numbers as people write matrices, which must be orthonormal to
 * 1e-9 and is made so to roundoff; a list of one 0: by dice. */
lf_status lf_frame_start(const lf_frame *F, const lf_list *list, lf_dice *dice, double *y0,
                         char *why, size_t why_size);

/* Make k columns of d numbers orthonormal, by Gram and Schmidt, twice; false if they hardly differ. */
bool lf_orthonormalise(size_t d, size_t k, double *x);

/* LF_EINPUT, with the sentence in `why`. */
lf_status lf_refuse(const char *sentence, char *why, size_t why_size);

/* ---- symmetric matrices ---- */

/* Rows that describe a symmetric matrix and frames: `type` has a member `data` of lf_symmetric. */
typedef struct {
    size_t d, k;
    double spectrum[2]; /* first and last eigenvalue */
    double seed;
    lf_list matrix, start;
    double *A;      /* d x d */
    double *vector; /* its eigenvectors, column after column, */
    double *value;  /* and eigenvalues, falling */
} lf_symmetric;

/* Doubles for A and what is known of it; 0: it cannot be built. */
size_t lf_symmetric_room(const lf_symmetric *S);
void lf_symmetric_give(lf_symmetric *S, double *memory);
/* A from the spectrum, or the matrix that was given with its spectrum found; and d. */
lf_status lf_symmetric_make(lf_symmetric *S, lf_dice *dice, char *why, size_t why_size);
/* Side of the matrix. */
size_t lf_symmetric_side(const lf_symmetric *S);
/* out = A x for `columns` columns */
void lf_symmetric_times(const lf_symmetric *S, size_t columns, const double *x, double *out);

#define LF_SYMMETRIC_ROWS(type)                                                        \
    {"d",                                                                              \
     LF_COUNT,                                                                         \
     1,                                                                                \
     offsetof(type, data.d),                                                           \
     "",                                                                               \
     "20",                                                                             \
     NULL,                                                                             \
     1,                                                                                \
     1024,                                                                             \
     0,                                                                                \
     "rows of the matrix; a matrix that is given says it itself"},                     \
        {"k",                                                                          \
         LF_COUNT,                                                                     \
         1,                                                                            \
         offsetof(type, data.k),                                                       \
         "",                                                                           \
         "3",                                                                          \
         NULL,                                                                         \
         1,                                                                            \
         64,                                                                           \
         0,                                                                            \
         "columns of the frame: eigenvectors that are sought"},                        \
        {"spectrum",                                                                   \
         LF_REAL,                                                                      \
         2,                                                                            \
         offsetof(type, data.spectrum),                                                \
         "",                                                                           \
         "10 0.1",                                                                     \
         NULL,                                                                         \
         LF_POSITIVE,                                                                  \
         "largest and smallest eigenvalue, with equal ratios between"},                \
        {"seed",                                                                       \
         LF_REAL,                                                                      \
         1,                                                                            \
         offsetof(type, data.seed),                                                    \
         "",                                                                           \
         "1",                                                                          \
         NULL,                                                                         \
         0,                                                                            \
         9e15,                                                                         \
         0,                                                                            \
         "of the random basis of eigenvectors and of the start"},                      \
        {"matrix",                                                                     \
         LF_LIST,                                                                      \
         0,                                                                            \
         offsetof(type, data.matrix),                                                  \
         "",                                                                           \
         "0",                                                                          \
         NULL,                                                                         \
         LF_ANY,                                                                       \
         "the symmetric matrix itself, row by row, in place of a spectrum; 0: none"},  \
    {                                                                                  \
        "start", LF_LIST, 0, offsetof(type, data.start), "", "0", NULL, LF_ANY,        \
            "the frame at the start, row by row: d rows of k numbers; 0: a random one" \
    }

#endif
