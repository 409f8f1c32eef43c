/* SPDX-License-Identifier: BSD-3-Clause */
/* car.h - a car, a car with a trailer and a unicycle: what their files share. */
#ifndef LF_MODEL_CAR_H
#define LF_MODEL_CAR_H

#include "model/controls.h"
#include "model/models.h"

enum { CAR_CAR, CAR_UNICYCLE };
/* Where things begin in y: cos and sin of the heading, the place, the steering angle, and cos and sin of
 * the trailer's heading. */
enum { CAR_TURN = 0, CAR_PLACE = 2, CAR_PHI = 4, CAR_PSI = 5 };

typedef struct {
    double wheelbase, length; /* of the car, of the trailer */
    int vehicle;
    lf_controls controls;
    double place[2], theta, phi, psi;
    /* derived */
    bool trailer;
    double *memory;
    lf_group line, group;
    lf_action steering, action;
    const lf_group *groups[3];
    const lf_action *factors[3];
} car;

/* How fast the heading turns. */
double lf_car_turning(const car *c, double speed, double steering, double input);

extern const lf_picture lf_car_picture;

#endif
