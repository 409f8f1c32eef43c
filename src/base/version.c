/* SPDX-License-Identifier: BSD-3-Clause */
/* version.c - the version of the library. */
#include <lieflow/version.h>

const char *lf_version(void)
{
    return LF_VERSION;
}
