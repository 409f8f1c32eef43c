/* SPDX-License-Identifier: BSD-3-Clause */
/* twins.c - symbols for the inline functions of the core's public headers, so that a program that
 * finds functions by name, such as a binding, finds these too. The headers write them `static
 * inline`; where both words mean nothing, the same text defines an exported function. */
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* from here on no header but our own */
#define static
#define inline
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

#include <lieflow/bodies.h>
#include <lieflow/gradient.h>
#include <lieflow/model.h>
#include <lieflow/param.h>
#include <lieflow/solve.h>
