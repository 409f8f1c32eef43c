/* SPDX-License-Identifier: BSD-3-Clause */
/* twins_run.c - symbols for the inline functions of this library's public headers, as
 * src/solve/twins.c has them for the core. */
#include <lieflow/lieflow.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* from here on no header but our own */
#define static
#define inline
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

#include <lieflow/io.h>
#include <lieflow/run.h>
#include <lieflow/shape.h>
