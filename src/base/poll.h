/* SPDX-License-Identifier: BSD-3-Clause */
/* poll.h - the wish to stop, asked for by time however long the work between two questions is. A run
 * opens one for its thread, and whatever it calls may ask (lf_poll in lieflow/status.h). */
#ifndef LF_BASE_POLL_H
#define LF_BASE_POLL_H

#include <lieflow/status.h>

typedef struct lf_poller lf_poller;
struct lf_poller {
    int (*tick)(void *ctx, double fraction); /* the caller's; non-zero: stop */
    void *ctx;
    double fraction; /* done, as far as is known */
    size_t work,
        quota; /* numbers worked on since the last look at the clock; how many until then */
    double looked, due; /* when that was, and when the caller is asked next */
    bool stopped;       /* the answer was yes, and stays so */
    lf_poller *outer;   /* that of a run which this one is a part of */
};

/* From here on, until the end, questions of this thread go to `tick`; NULL: nobody is asked. */
void lf_poller_begin(lf_poller *p, int (*tick)(void *ctx, double fraction), void *ctx);
void lf_poller_end(lf_poller *p);
/* Look at the clock, and ask if it is time. *soon: the last look was less than a millisecond ago. */
bool lf_poller_look(lf_poller *p, bool *soon);
/* That of this thread, or NULL. */
lf_poller *lf_poller_present(void);

#endif
