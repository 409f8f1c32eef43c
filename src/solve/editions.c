/* SPDX-License-Identifier: BSD-3-Clause */
/* editions.c - options and stats of whatever edition a caller was compiled with: members that it
 * did not know yet are 0 on the way in and left out on the way back. */
#include "solve/editions.h"

#include <stdio.h>
#include <string.h>

/* What every edition has. */
enum {
    OPTIONS_LEAST = offsetof(lf_options, every),
    STATS_LEAST = offsetof(lf_stats, message) + sizeof((lf_stats *)0)->message
};

void lf_options_init(lf_options *opt, size_t size, size_t stats_size)
{
    const lf_options usual = {.size = size,
                              .stats_size = stats_size,
                              .t0 = 0,
                              .t1 = 1,
                              .h = 0.01,
                              .watch = LF_WATCH_AUTO,
                              .failing = LF_FAIL_ALONE};
    memset(opt, 0, size);
    memcpy(opt, &usual, size < sizeof usual ? size : sizeof usual);
}

lf_status lf_options_read(const lf_options *opt, lf_options *full, char *why, size_t why_size)
{
    const char *name = "lf_options";
    size_t given = opt->size, known = sizeof *opt;
    if (given >= OPTIONS_LEAST && given <= known) {
        name = "lf_stats";
        given = opt->stats_size;
        known = sizeof(lf_stats);
        if (given >= STATS_LEAST && given <= known) {
            memset(full, 0, sizeof *full);
            memcpy(full, opt, opt->size);
            return LF_OK;
        }
    }
    snprintf(why, why_size,
             "the options say that %s has %zu bytes, while it has %zu here: they begin as "
             "lf_options_default(), of headers that are not newer than the library",
             name, given, known);
    return LF_EINPUT;
}

void lf_stats_hand(const lf_stats *own, size_t size, lf_stats *stats)
{
    memcpy(stats, own, size >= STATS_LEAST && size <= sizeof *own ? size : (size_t)STATS_LEAST);
}
