/* SPDX-License-Identifier: BSD-3-Clause */
/* schedule.h - functions of time that are given by a table: forces, speeds, set points. A row is a time
 * and the values there; times rise from row to row, values go along straight lines in between and stay
 * what they are before the first row and after the last. */
#ifndef LF_MODEL_SCHEDULE_H
#define LF_MODEL_SCHEDULE_H

#include <stddef.h>

#include <lieflow/param.h>

/* The numbers belong to whoever was read. No rows: every value is 0. */
typedef struct {
    size_t rows, columns;
    const double *table; /* [row][1 + columns]: a time, then the values */
    size_t skip;         /* 1, or 0: there are no times, and a single row */
} lf_schedule;

/* Read a list of numbers called `name`: rows of 1 + columns numbers; or `columns` numbers alone, values
 * that do not change; or a single 0: nothing was given. LF_EINPUT with a sentence for anything else, for
 * times that do not rise and for numbers that are not finite. The list must outlive the schedule. */
lf_status lf_schedule_read(const lf_list *list, const char *name, size_t columns, lf_schedule *S,
                           char *why, size_t why_size);
/* The same for numbers that stand somewhere else. */
lf_status lf_schedule_take(size_t count, const double *numbers, const char *name, size_t columns,
                           lf_schedule *S, char *why, size_t why_size);

/* Were values given? (They may be 0.) */
static inline bool lf_schedule_given(const lf_schedule *S)
{
    return S->rows > 0;
}

/* The values at t, `columns` of them. */
void lf_schedule_at(const lf_schedule *S, double t, double *value);
/* How fast they change: just after t where t is the time of a row. */
void lf_schedule_rate(const lf_schedule *S, double t, double *rate);
/* Their integrals from time `from` to time `to`, which may be the earlier one. */
void lf_schedule_integral(const lf_schedule *S, double from, double to, double *integral);

/* The first time after t at which a value has a kink: steps that end there keep the order of a method.
 * INFINITY: there is none. */
double lf_schedule_next(const lf_schedule *S, double t);
/* The same, or the last one before t where direction is negative (-INFINITY: there is none): what
 * lf_breaks asks for. */
double lf_schedule_beyond(const lf_schedule *S, double t, double direction);
/* The values at t by the straight lines that hold at the time `inside`: stages of a step keep to the
 * lines of that step, where it ends and beyond. */
void lf_schedule_within(const lf_schedule *S, double t, double inside, double *value);

#endif
