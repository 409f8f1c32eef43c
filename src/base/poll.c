/* SPDX-License-Identifier: BSD-3-Clause */
/* poll.c - questions by time. */
#if !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#endif

#include "base/poll.h"

#include <time.h>

/* A look at the clock about every millisecond, a question every twenty. */
static const double LOOK = 1e-3, ASK = 0.02;

static _Thread_local lf_poller *present __attribute__((tls_model("initial-exec")));

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void lf_poller_begin(lf_poller *p, int (*tick)(void *ctx, double fraction), void *ctx)
{
    *p = (lf_poller){.tick = tick, .ctx = ctx, .quota = 1, .outer = present};
    p->looked = tick ? now() : 0;
    p->due = p->looked + ASK;
    present = tick ? p : NULL;
}

void lf_poller_end(lf_poller *p)
{
    present = p->outer;
}

lf_poller *lf_poller_present(void)
{
    return present;
}

bool lf_poller_look(lf_poller *p, bool *soon)
{
    const double time = now();
    *soon = time - p->looked < LOOK;
    p->looked = time;
    if (!p->stopped && time >= p->due) {
        p->stopped = p->tick(p->ctx, p->fraction) != 0;
        p->due = time + ASK;
    }
    return p->stopped;
}

lf_status lf_poll_during(int (*tick)(void *ctx, double fraction), void *tick_ctx,
                         lf_status (*work)(void *ctx), void *ctx)
{
    lf_poller poller;
    lf_poller_begin(&poller, tick, tick_ctx);
    const lf_status status = work(ctx);
    lf_poller_end(&poller);
    return status;
}

bool lf_poll(size_t numbers)
{
    enum { MOST = 1 << 24 };
    lf_poller *p = present;
    if (!p)
        return false;
    p->work += numbers;
    if (p->stopped || p->work < p->quota)
        return p->stopped;
    bool soon;
    p->work = 0;
    lf_poller_look(p, &soon);
    p->quota = soon ? (p->quota < MOST ? 2 * p->quota : p->quota) : p->quota / 2 + 1;
    return p->stopped;
}
