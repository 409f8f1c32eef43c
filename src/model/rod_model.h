/* SPDX-License-Identifier: BSD-3-Clause */
/* rod_model.h - the pieces of the model rod: its parameters, and what is made of them. */
#ifndef LF_MODEL_ROD_MODEL_H
#define LF_MODEL_ROD_MODEL_H

#include "model/rod.h"
#include "model/schedule.h"

#include <lieflow/model.h>

enum { LF_ROD_MOST = 10000000 }; /* elements */
enum { LF_ROD_SIZES = 12, LF_ROD_OUTPUTS = 12 };

/* In the order of the choices. */
typedef enum { ROD_GIVEN, ROD_ROUND } rod_section_kind;
typedef enum { ROD_FREE, ROD_PINNED, ROD_CLAMPED, ROD_DRIVEN, ROD_ON_BODY } rod_end_kind;
typedef enum { ROD_STRAIGHT, ROD_NATURAL, ROD_ARC, ROD_POINTS } rod_shape_kind;
typedef enum { ROD_SCALING_AUTO, ROD_SCALING_ON, ROD_SCALING_OFF } rod_scaling_kind;

typedef struct {
    lf_rod rod; /* first: the potential finds it so */
    double length;
    size_t elements, stations;
    int section, start, end, shape, scaling;
    double EA, GA[2], EI[2], GJ, rhoA, Jrho[3];
    double radius, wall, E, G, density;
    lf_list profile, kinks, points, motion;
    double kappa[3], gravity[3];
    double x[3], direction[3], side[3], arc[3], v[3], spin[3];
    double shake[6], shake_rate[6], shake_phase[6];
    double body_mass, body_inertia[3], lever[3], seat[3];
    double tension;
    double *memory; /* of the owner: see lf_rod_arrays */
    lf_rod_arrays arrays;
    lf_schedule moving; /* x y z and a rotation vector */
    lf_bodies bodies;
    lf_bodies_space space;
    lf_display display;
    lf_pace pace;
    lf_scales scales;
    lf_quantity *sizes[LF_ROD_SIZES];
    lf_invariant outputs[LF_ROD_OUTPUTS];
} rod_model;

static inline size_t lf_rod_count(const rod_model *F)
{
    return F->elements + 1;
}

/* A list that is a single 0 was left out. */
static inline bool lf_rod_given(const lf_list *list)
{
    return list->count > 1 || (list->count == 1 && lf_list_numbers(list)[0] != 0);
}

/* Signs, counts, and what does not go together: a sentence and LF_EINPUT. */
lf_status lf_rod_check(const rod_model *F, char *why, size_t size);
/* The same of what was made: stretched elements, held ends in one place, tension above GA. */
lf_status lf_rod_check_start(const rod_model *F, const double *y, char *why, size_t size);

/* The section of element e, with profile and scaling. */
lf_rod_section lf_rod_model_section(const void *self, size_t e);
/* The tension to reckon with: as given, or what weight and spin may cause. */
double lf_rod_model_tension(const rod_model *F);
/* The largest frequency of all elements and of what the rod hangs on. */
double lf_rod_model_fastest(const rod_model *F);

/* The point that a run begins with, when the rod is made; sets the frames of clamps. */
void lf_rod_begin_shape(rod_model *F, double *y);
/* A frame whose third axis is along `direction`, and whose first one is as near to `side` as can be; 0 0 0:
 * turned from the axes of space by the smallest angle. Row by row. */
void lf_rod_frame(const double direction[3], const double side[3], double R[9]);

/* Those of the outputs that its ends have: fills the model's list. */
void lf_rod_list_outputs(rod_model *F);
/* How large the parts of its invariants are: with what it may gain by falling along its own length. */
void lf_rod_list_scales(rod_model *F, const lf_problem *P);
/* Vertices that rows show. */
void lf_rod_display(const rod_model *F, lf_display *display);
extern const lf_picture lf_rod_picture;

#endif
