/* SPDX-License-Identifier: BSD-3-Clause */
/* paths.h - where a name leads. */
#ifndef LIEFLOW_IO_PATHS_H
#define LIEFLOW_IO_PATHS_H

#include <stdbool.h>

/* The standard output, a pipe, a device or another open file of the process: no file that could be
 * made beside and renamed. */
bool lf_path_straight(const char *path);
/* The name behind symbolic links, also of a file that does not exist yet, with `ending` after it;
 * the caller frees it. NULL with errno set. */
char *lf_path_target(const char *path, const char *ending);

#endif
