/* SPDX-License-Identifier: BSD-3-Clause */
/* controls.h - two inputs that steer something: smooth functions of time, or moves one after the other
 * with inputs that stay what they are for the time of a move. */
#ifndef LF_MODEL_CONTROLS_H
#define LF_MODEL_CONTROLS_H

#include <lieflow/param.h>
#include <lieflow/problem.h>

enum { LF_CONTROLS_SMOOTH, LF_CONTROLS_MOVES };

typedef struct {
    int kind;
    double mean[2], cosine[2], sine[2], rate[2]; /* mean + cosine cos(rate t) + sine sin(rate t) */
    lf_list moves;                               /* rows: duration, first input, second input */
    /* derived */
    size_t count;
    const double *table; /* the rows */
    double *end;         /* when move k is over, the first having begun at t = 0 */
} lf_controls;

/* Rows for a member `controls` of a model's struct; `unit` is that of the inputs, `inputs` says what
 * they are, the presets are texts of two numbers and of moves. */
#define LF_CONTROLS_ROW(type, name, unit, preset, doc)                                             \
    {                                                                                              \
#name, LF_REAL, 2, offsetof(type, controls.name), unit, preset, NULL, -INFINITY, INFINITY, \
            0, doc, "controls=smooth"                                                              \
    }
#define LF_CONTROLS_ROWS(type, unit, inputs, mean_, cosine_, sine_, rate_, moves_)                \
    {"controls",                                                                                  \
     LF_CHOICE,                                                                                   \
     1,                                                                                           \
     offsetof(type, controls.kind),                                                               \
     "",                                                                                          \
     "smooth",                                                                                    \
     "smooth|moves",                                                                              \
     0,                                                                                           \
     0,                                                                                           \
     0,                                                                                           \
     "how the inputs (" inputs ") go on: mean + cosine cos(rate t) + sine sin(rate t), or moves", \
     NULL},                                                                                       \
        LF_CONTROLS_ROW(type, mean, unit, mean_, "mean inputs"),                                  \
        LF_CONTROLS_ROW(type, cosine, unit, cosine_, "inputs in phase with cos(rate t)"),         \
        LF_CONTROLS_ROW(type, sine, unit, sine_, "inputs in phase with sin(rate t)"),             \
        LF_CONTROLS_ROW(type, rate, "rad/s", rate_, "frequencies of the inputs"),                 \
    {                                                                                             \
        "moves", LF_LIST, 0, offsetof(type, controls.moves), "s, " unit, moves_, NULL, -INFINITY, \
            INFINITY, 0,                                                                          \
            "moves one after the other from t = 0 on, rows of three numbers: duration, " inputs   \
            "; then all stands still",                                                            \
            "controls=moves"                                                                      \
    }

/* Doubles of memory for the moves; 0 if they cannot be read. */
size_t lf_controls_room(const lf_controls *C);
/* LF_EINPUT with a sentence where moves are not rows of three, or take no time. */
lf_status lf_controls_make(lf_controls *C, double *memory, char *why, size_t why_size);
/* Both inputs at t; `inside` (lf_lanes_inside) tells which move it is. */
void lf_controls_at(const lf_controls *C, double t, double inside, double u[2]);
/* Where the next move begins: lf_breaks. */
double lf_controls_beyond(const lf_controls *C, double t, double direction);

/* Hand every move from t = 0 to `t`, the last one cut short there, to `go`, as long as it answers LF_OK:
 * how long it takes and its inputs. t < 0: all stands still. */
lf_status lf_controls_walk(const lf_controls *C, double t,
                           lf_status (*go)(void *ctx, double duration, const double u[2]),
                           void *ctx);

#endif
