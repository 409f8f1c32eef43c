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

enum { LF_MODEL_MAX_DIM = 64, LF_MODEL_MAX_SIZE = 4096, LF_ITEM_MAX_ROWS = 24 };

/* What is wrong with items, and with which. */
typedef struct {
    size_t item;     /* its number, from 0 */
    const char *row; /* the row that is wrong; NULL: the item as a whole */
    char why[400];   /* "inertia needs 3 numbers" of a row, "needs a mass" of an item */
} lf_item_fault;

/* A model may be made of items, such as bodies, that a scenario writes one under the other:
 *
 *     bodies:
 *       - {name: rock, mass: 4, x: [0, 0, 0]}
 *       - {shape: moon.obj, density: 2000, x: [5, 0, 0]}
 *
 * The rows, at most LF_ITEM_MAX_ROWS, describe the struct of one item. A row without a preset may be
 * left out: its numbers are then NaN, and a list is empty. A list whose `choices` name columns,
 * "mass|x|y|z", is a table. */
typedef struct {
    const char *key, *item; /* "bodies", and what one of them is called: "body" */
    const char *doc;
    const lf_param *params;
    size_t size; /* of an item's struct */
    size_t most; /* items */
    /* Parameters of the model that the items say, each with the row that says it; ends with NULL. */
    const char *const (*says)[2];
    /* The rows that follow from a polyhedron of uniform density (key `shape` with `density`, `scale`
     * and how many points): a mass, an inertia of 9 numbers, points (mass, x, y, z). All NULL: an
     * item has no shape. */
    struct {
        const char *mass, *inertia, *points;
    } shape;
    /* Doubles of memory for the model's lists; they outlive its struct. */
    size_t (*room)(size_t count, const void *items);
    /* Set parameters in the model's struct; LF_EINPUT with a fault when items do not fit. */
    lf_status (*take)(void *self, size_t count, const void *items, double *memory,
                      lf_item_fault *fault);
} lf_model_items;

/* ---- pictures ------------------------------------------------------------------------------- */

/* What a line or a row of dots stands for. Who draws it chooses colours. */
typedef enum {
    LF_INK_ANCHOR, /* dots: places that do not move */
    LF_INK_ROD,    /* a line: links */
    LF_INK_MASS,   /* dots: point masses */
    LF_INK_HULL,   /* a line: the outline of a body */
    LF_INK_GUIDE   /* a line: what is wanted rather than there */
} lf_ink;

/* Takes the parts of a picture, in space: the third axis points up. What has the same number shall
 * look alike. */
typedef struct {
    void *ctx;
    double t0, t1; /* the time that the run covers */
    /* Begin a line or a row of dots, thin ones with weight 1. */
    void (*begin)(void *ctx, lf_ink ink, size_t number, double weight);
    /* Its next point. */
    void (*to)(void *ctx, const double x[3]);
    /* The next point begins another piece of the line. */
    void (*lift)(void *ctx);
    /* A rigid body with its centre at x; the columns of R (row-major) are its axes in space, along
     * which it extends that far from the centre. */
    void (*body)(void *ctx, size_t number, const double x[3], const double R[9],
                 const double extent[3]);
    /* A place whose way through time is worth seeing; every point of a run has as many of them. */
    void (*trail)(void *ctx, const double x[3]);
} lf_canvas;

/* How the points of a model look. */
typedef struct {
    double longitude, latitude; /* where it is best seen from, in degrees */
    /* LF_EINPUT with a sentence in `why` when there is too much to be seen; NULL: there never
     * is. */
    lf_status (*check)(const void *self, char *why, size_t why_size);
    size_t (*work)(const void *self); /* doubles that `show` needs as scratch; NULL: none */
    /* Hand the parts of the point y at time t to the canvas. `self` has been built. */
    void (*show)(const void *self, double t, const double *y, const lf_canvas *canvas,
                 double *work);
} lf_picture;

/* ---- data ----------------------------------------------------------------------------------- */

/* A model may work on data: a table of numbers, row after row, that a scenario names (key `data`). */
typedef struct {
    const char *doc;  /* what a row and a column are */
    const char *made; /* what comes out: "the sources" */
    /* Doubles of memory for what `take` derives. */
    size_t (*room)(const void *self, size_t rows, size_t columns);
    /* Take the table; it and the memory outlive the model's struct. After the parameters, before dim, room
     * and build. LF_EINPUT with a sentence when it does not fit. */
    lf_status (*take)(void *self, size_t rows, size_t columns, const double *table, double *memory,
                      char *why, size_t why_size);
    /* What the point y makes of the rows that were taken (key `result`): so many columns, row after row;
     * `self` has been built. */
    size_t (*columns)(const void *self);
    void (*make)(const void *self, const double *y, double *result);
} lf_model_data;

/* ---- models --------------------------------------------------------------------------------- */

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
    const lf_picture *draw;      /* NULL: its points have no picture in space */
    const lf_model_items *items; /* may be NULL */
    const lf_model_data *data;   /* NULL: it takes none */
    /* The step of a run when nothing is said, as it follows from the parameters; NaN if they cannot
     * be built. NULL: `step`. */
    double (*stride)(const void *self);
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
