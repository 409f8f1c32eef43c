/* SPDX-License-Identifier: BSD-3-Clause */
/* status.h - what a call can answer: 0 is success, negative is failure, positive is a healthy
 * early stop. Names and sentences come from one list. */
#ifndef LIEFLOW_STATUS_H
#define LIEFLOW_STATUS_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LF_STATUS_LIST(X)                                                          \
    X(LF_EVENT, 2, "stopped at an event")                                          \
    X(LF_STOPPED, 1, "stopped by the caller")                                      \
    X(LF_OK, 0, "ok")                                                              \
    X(LF_EINPUT, -1, "invalid input")                                              \
    X(LF_ENAME, -2, "unknown name")                                                \
    X(LF_ENEEDS, -3, "the method needs something the problem lacks")               \
    X(LF_ENONFINITE, -4, "a value is not finite")                                  \
    X(LF_ESINGULAR, -5, "singular configuration")                                  \
    X(LF_ENEWTON, -6, "the Newton iteration did not converge")                     \
    X(LF_EMEMORY, -7, "out of memory")                                             \
    X(LF_EIO, -8, "a file could not be read or written")                           \
    X(LF_ESTEP, -9, "the step size became too small")                              \
    X(LF_EMANY, -10, "too many steps")                                             \
    X(LF_ELARGE, -11, "the step is too large for its equation to have a solution") \
    X(LF_ESOME, -12, "some trajectories failed")

typedef enum {
#define LF_STATUS_MEMBER(name, value, text) name = value,
    LF_STATUS_LIST(LF_STATUS_MEMBER)
#undef LF_STATUS_MEMBER
} lf_status;

/* The sentence that belongs to a status; never NULL. */
const char *lf_status_text(lf_status s);

/* For a field, quantity or potential that takes longer than a tenth of a second: has the caller of
 * lf_solve asked to stop (lf_options.tick)? Say now and then that so many numbers were worked on; on
 * true give up, with LF_STOPPED where there is a status to answer: nothing of the step is used. A sink
 * may ask as well, if it takes back the half of a row. It costs a few nanoseconds, looks at a clock
 * about once in a millisecond, and is false outside of lf_solve and in threads other than its own. */
bool lf_poll(size_t numbers);

/* The same for long work outside of lf_solve, such as the header of a file with a million columns:
 * while `work` runs, lf_poll of this thread asks `tick` as lf_solve would; NULL: nobody is asked.
 * Answers what `work` answers. */
lf_status lf_poll_during(int (*tick)(void *ctx, double fraction), void *tick_ctx,
                         lf_status (*work)(void *ctx), void *ctx);

#ifdef __cplusplus
}
#endif

#endif
