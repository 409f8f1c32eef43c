/* SPDX-License-Identifier: BSD-3-Clause */
/* full_body.h - the pieces of the model full-body: its parameters, and how bodies are made of
 * them. */
#ifndef LF_MODEL_FULL_BODY_H
#define LF_MODEL_FULL_BODY_H

#include "model/gravity.h"

#include <lieflow/model.h>

/* In the order of the choices. */
typedef enum {
    FULL_BODY_MASCON,
    FULL_BODY_SECOND_DEGREE,
    FULL_BODY_ELLIPSOID,
    FULL_BODY_SPHERE_ELLIPSOID,
    FULL_BODY_CUBATURE
} full_body_potential;

typedef struct {
    lf_list mass, inertia, semiaxes, points, counts, x, v, q, R, Omega;
    double G, collision, field[3], sun_mass, sun_place[3];
    int potential, form;
    double *memory; /* of the owner: what is derived, see full_body_layout */
    lf_bodies bodies;
    lf_bodies_space space;
    lf_gravity gravity;
} full_body;

/* Where things stand in `memory`. */
typedef struct {
    double *moment, *axes, *inertia, *square, *first, *points;
    size_t size; /* doubles, all in all */
} full_body_layout;

/* The bodies are as many as the masses. */
static inline size_t lf_full_body_count(const full_body *F)
{
    return F->mass.count;
}

/* A list that is a single 0 was left out. */
static inline bool lf_full_body_given(const lf_list *list)
{
    return list->count > 1 || (list->count == 1 && lf_list_numbers(list)[0] != 0);
}

/* The numbers of body b in a list with `each` a body, or with `each` for all bodies. */
static inline const double *lf_full_body_numbers(const lf_list *list, size_t each, size_t b)
{
    return lf_list_numbers(list) + (list->count == each ? 0 : each * b);
}

/* The rotation of a quaternion of any length but 0. */
void lf_full_body_matrix(const double q[4], double R[9]);

/* The bodies written one under the other. */
extern const lf_model_items lf_full_body_items;

/* Is there a field from outside? */
static inline bool lf_full_body_external(const full_body *F)
{
    const double *a = F->field;
    return a[0] != 0 || a[1] != 0 || a[2] != 0 || F->sun_mass > 0;
}

/* Counts of all lists, signs, and what does not go together: a sentence and LF_EINPUT. */
lf_status lf_full_body_check(const full_body *F, char *why, size_t size);
/* Bodies that overlap at the start: R is [9][body], x [3][body]. */
lf_status lf_full_body_check_apart(const full_body *F, const double *x, const double *R, char *why,
                                   size_t size);

/* How many points all bodies have; 0 where the potential has none. */
size_t lf_full_body_points(const full_body *F);
/* Points of all bodies, checked. */
lf_status lf_full_body_place_points(const full_body *F, const full_body_layout *L, char *why,
                                    size_t size);
/* Inertia, principal moments and axes of all bodies, given or derived. `turned` says whether a
 * frame is not made of principal axes. */
lf_status lf_full_body_weigh(const full_body *F, const full_body_layout *L, bool *turned, char *why,
                             size_t size);

/* LF_EINPUT, with a sentence about body b. */
__attribute__((format(printf, 4, 5))) lf_status lf_full_body_refuse(char *why, size_t size,
                                                                    size_t b, const char *format,
                                                                    ...);

extern const lf_picture lf_full_body_picture;

#endif
