/* SPDX-License-Identifier: BSD-3-Clause */
/* model.h - named physics: described parameters from which a problem and its start are built. */
#ifndef LIEFLOW_MODEL_H
#define LIEFLOW_MODEL_H

#include <lieflow/abi.h>
#include <lieflow/param.h>
#include <lieflow/problem.h>
#include <lieflow/version.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { LF_MODEL_MAX_DIM = 64, LF_MODEL_MAX_SIZE = 4096 };

typedef struct lf_model lf_model;
struct lf_model {
    size_t size;                /* sizeof(lf_model): lieflow/abi.h */
    const char *name;           /* as users write it: fewer than 64 bytes, none of them a blank */
    const char *const *aliases; /* other names that it answers to, ending with NULL; may be NULL */
    const char *doc, *formula, *cite;
    const lf_param *params; /* rows of the model's struct */
    size_t self_size;       /* of that struct, at most LF_MODEL_MAX_SIZE */
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

/* The models: those that come with the library, then the registered ones in their order; NULL
 * after the last. */
const lf_model *lf_model_at(size_t i);
/* The model with this name or alias, or NULL. */
const lf_model *lf_model_find(const char *name);

/* Add a model for as long as the program runs. The struct itself is copied; what it points to must
 * stay. Refused with a sentence in `why` when something is missing, a default does not fit its row,
 * or one of its names is taken. Any thread may register, and any may look up meanwhile: a model is
 * found as soon as this has returned, and number i of lf_model_at is the same model for ever. */
lf_status lf_model_register(const lf_model *model, char *why, size_t why_size);
/* The same for a list that ends with NULL: all of it, or nothing. */
lf_status lf_model_register_all(const lf_model *const *models, char *why, size_t why_size);

/* ---- models in shared objects ---- */

/* What a shared object with models exports under the name LF_PLUGIN_SYMBOL; lf_model_load
 * (lieflow/run.h) reads it. */
typedef struct {
    size_t size;                   /* sizeof(lf_plugin) */
    unsigned abi;                  /* LF_ABI */
    const char *version;           /* LF_VERSION of the headers it was compiled with */
    const lf_model *const *models; /* ending with NULL */
} lf_plugin;

#define LF_PLUGIN_SYMBOL "lf_plugin_entry"
/* One line in such an object: LF_PLUGIN(models) with `const lf_model *const models[]`. */
#ifdef __cplusplus
#define LF_PLUGIN(models)                                 \
    extern "C" LF_EXPORT const lf_plugin lf_plugin_entry; \
    const lf_plugin lf_plugin_entry = {sizeof(lf_plugin), LF_ABI, LF_VERSION, models}
#else
#define LF_PLUGIN(models)                             \
    LF_EXPORT extern const lf_plugin lf_plugin_entry; \
    const lf_plugin lf_plugin_entry = {sizeof(lf_plugin), LF_ABI, LF_VERSION, models}
#endif

#ifdef __cplusplus
}
#endif

#endif
