/* SPDX-License-Identifier: BSD-3-Clause */
/* model.h - named physics: described parameters from which a problem and its start are built. */
#ifndef LIEFLOW_MODEL_H
#define LIEFLOW_MODEL_H

#include <lieflow/param.h>
#include <lieflow/problem.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { LF_MODEL_MAX_DIM = 64, LF_MODEL_MAX_SIZE = 4096 };

typedef struct lf_model lf_model;
struct lf_model {
    const char *name, *doc, *formula, *cite;
    const lf_param *params; /* rows of the model's struct */
    size_t size;            /* of that struct, at most LF_MODEL_MAX_SIZE */
    double t_end, step;     /* what a run takes when nothing is said */
    const char *method;     /* likewise */
    /* Fill P and the start y0 (P->action->dim doubles) from the struct `self`, which P then refers
     * to. LF_EINPUT with a sentence in `why` when the values do not fit together. */
    lf_status (*build)(void *self, lf_problem *P, double *y0, char *why, size_t why_size);
    /* The exact solution at t from the start, where one is known; else NULL. */
    lf_status (*exact)(const void *self, double t, double *y);
    /* How many doubles build writes to y0 for these parameters; 0 if they cannot be built. NULL:
     * at most LF_MODEL_MAX_DIM. */
    size_t (*dim)(const void *self);
    /* Memory for what build derives: `room` doubles (0 if the parameters cannot be built), handed
     * over before build by `give`, to outlive the problem. Both NULL: none is needed. */
    size_t (*room)(const void *self);
    void (*give)(void *self, double *memory);
};

/* Doubles to have ready at y0 for build. */
static inline size_t lf_model_dim(const lf_model *model, const void *self)
{
    return model->dim ? model->dim(self) : (size_t)LF_MODEL_MAX_DIM;
}

const lf_model *lf_model_find(const char *name);
extern const lf_model *const lf_models[];

#ifdef __cplusplus
}
#endif

#endif
