/* SPDX-License-Identifier: BSD-3-Clause */
/* quadrotors_state.h - what the parts of the model quadrotors share: its parameters, the layout of
 * a point and the desired path of the load. */
#ifndef LF_MODEL_QUADROTORS_STATE_H
#define LF_MODEL_QUADROTORS_STATE_H

#include <lieflow/model.h>

typedef enum { QUADROTORS_HOVER, QUADROTORS_PARABOLA, QUADROTORS_CIRCLE } quadrotors_paths;
typedef enum { QUADROTORS_BY_PATH, QUADROTORS_GIVEN, QUADROTORS_NONE } quadrotors_control;
typedef enum { QUADROTORS_FREE, QUADROTORS_CONTROLLED } quadrotors_attitude;
typedef enum { QUADROTORS_IDEAL, QUADROTORS_BODY } quadrotors_thrust;

typedef struct {
    double my, m[2], L[2], g, J1[3], J2[3];                /* the bodies */
    double kx, kv, kq, kw, nu, d[3];                       /* load and link control */
    double kR, kOmega, yaw;                                /* attitude control */
    double p0[3], p1[3], p2[3];                            /* the desired path */
    double radius, rate, phase, normal[3];                 /* of the circle */
    double y[3], v[3], R1[9], Omega1[3], R2[9], Omega2[3]; /* the start */
    double q1[3], omega1[3], q2[3], omega2[3];
    double u1[3], u2[3], M1[3], M2[3];   /* forces and moments that are given */
    int control, path, attitude, thrust; /* choices */
    /* what the problem refers to: R^6 x (SO(3) x R^3)^2 x SE(3)^2 and its action */
    lf_group r6, group;
    lf_action translation, action;
    const lf_group *groups[5];
    const lf_action *actions[5];
    lf_ambient ambient;
    lf_trait traits[3];
} quadrotors;

/* Where the parts of a point (AT) and of a field value (TO) stand, in components. */
enum {
    QUADROTORS_AT_V = 3,     /* behind the load's position */
    QUADROTORS_AT_BODY = 6,  /* R1 Omega1 R2 Omega2 */
    QUADROTORS_AT_LINK = 30, /* q1 omega1 q2 omega2 */
    QUADROTORS_DIM = 42,
    QUADROTORS_TO_BODY = 6,  /* R1 Omega1, Omega1', .. */
    QUADROTORS_TO_LINK = 18, /* omega1, q1 x omega1', .. */
    QUADROTORS_RATES = 30,
    QUADROTORS_PLAN = 15 /* y_d and four derivatives */
};

/* Derivatives 0 to 4 of the desired load position: component c of derivative k of lane i goes to
 * plan[(3 k + c) n + i]. */
void lf_quadrotors_plan(const quadrotors *Q, size_t n, const double *t, double *plan);

/* What stays under this choice of forces; NULL: nothing is known to. */
const lf_invariant *lf_quadrotors_invariants(const quadrotors *Q);
/* And how large their parts are; NULL: as large as they are. */
const lf_scales *lf_quadrotors_scales(const quadrotors *Q);

/* Errors and forces of the control, ending with NULL; the first two tell of controlled attitudes. */
extern const lf_invariant lf_quadrotors_outputs[];

extern const lf_picture lf_quadrotors_picture;

#endif
