/* SPDX-License-Identifier: BSD-3-Clause */
/* status.c - the sentences of the statuses. */
#include <lieflow/status.h>

const char *lf_status_text(lf_status s)
{
    switch (s) {
#define STATUS_CASE(name, value, text) \
    case name: return text;
        LF_STATUS_LIST(STATUS_CASE)
#undef STATUS_CASE
    }
    return "unknown status";
}
