/* SPDX-License-Identifier: BSD-3-Clause */
/* progress.c - a bar for work that lasts, and the wish to stop it. */
#include "cli.h"

#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t progress_signal;
static struct {
    const char *what;
    double begun, drawn;
    bool terminal, visible;
} progress_bar;

static double progress_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void progress_catch(int number)
{
    progress_signal = number;
}

int cli_interrupted(void)
{
    return progress_signal;
}

static void progress_draw(double fraction)
{
    enum { WIDTH = 30 };
    char bar[WIDTH + 1];
    int full = (int)(fraction * WIDTH);
    memset(bar, '.', WIDTH);
    memset(bar, '#', (size_t)(full < 0 ? 0 : full > WIDTH ? WIDTH : full));
    bar[WIDTH] = 0;
    fprintf(stderr, "\r%s [%s] %3.0f %% ", progress_bar.what, bar, 100 * fraction);
    fflush(stderr);
    progress_bar.visible = true;
}

static int progress_tick(void *ctx, double fraction)
{
    double now = progress_now();
    (void)ctx;
    if (progress_bar.terminal && now - progress_bar.begun > 1 && now - progress_bar.drawn > 0.1) {
        progress_bar.drawn = now;
        progress_draw(fraction);
    }
    return progress_signal != 0;
}

lf_progress cli_progress(const char *what)
{
    /* a second signal kills at once */
    struct sigaction action = {.sa_handler = progress_catch, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    progress_bar.what = what;
    progress_bar.begun = progress_now();
    progress_bar.terminal = isatty(STDERR_FILENO) == 1;
    return (lf_progress){progress_tick, NULL};
}

void cli_progress_end(void)
{
    if (progress_bar.visible)
        fprintf(stderr, "\r%60s\r", "");
    progress_bar.visible = false;
}
