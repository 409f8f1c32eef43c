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
    double t_end; /* of the one run that is followed; 0: there are several */
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

/* "41.2 t/s, 19 s left": how fast it goes, and how long it will take if that stays so. */
static void progress_rate(double fraction, char *text, size_t size)
{
    char left[32];
    const double spent = progress_now() - progress_bar.begun;
    const double rate = fraction / spent * (progress_bar.t_end != 0 ? progress_bar.t_end : 100);
    *text = 0;
    if (!(fraction > 0))
        return;
    snprintf(text, size, "%.3g %s, %s left", rate, progress_bar.t_end != 0 ? "t/s" : "%/s",
             cli_duration(spent * (1 - fraction) / fraction, left));
}

/* One line that fits the terminal: the bar gives way first. */
static void progress_draw(double fraction)
{
    enum { WIDTH = 30, LEAST = 5 };
    char bar[WIDTH + 1], rate[80];
    progress_rate(fraction, rate, sizeof rate);
    const int columns = (int)cli_width() - 1;
    const int others = (int)strlen(progress_bar.what) + (int)strlen(rate) + 11;
    const int width = columns - others > WIDTH   ? WIDTH
                      : columns - others < LEAST ? LEAST
                                                 : columns - others;
    const int full = (int)(fraction * width);
    memset(bar, '.', (size_t)width);
    memset(bar, '#', (size_t)(full < 0 ? 0 : full > width ? width : full));
    bar[width] = 0;
    char line[200];
    snprintf(line, sizeof line, "%s [%s] %3.0f %%  %s", progress_bar.what, bar, 100 * fraction,
             rate);
    fprintf(stderr, "\r%.*s\033[K", columns, line);
    fflush(stderr);
    progress_bar.visible = true;
}

static int progress_tick(void *ctx, double fraction)
{
    double now = progress_now();
    (void)ctx;
    if (progress_bar.terminal && now - progress_bar.begun > 0.3 && now - progress_bar.drawn > 0.1) {
        progress_bar.drawn = now;
        progress_draw(fraction);
    }
    return progress_signal != 0;
}

lf_progress cli_progress(const char *what)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    /* a second signal kills at once; one that is ignored, as by nohup, stays so */
    struct sigaction action = {.sa_handler = progress_catch, .sa_flags = (int)SA_RESETHAND}, before;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof signals / sizeof *signals && !progress_signal; i++)
        if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
    progress_bar.what = what;
    progress_bar.begun = progress_now();
    progress_bar.t_end = 0;
    progress_bar.terminal = isatty(STDERR_FILENO) == 1;
    return (lf_progress){progress_tick, NULL};
}

lf_progress cli_progress_run(const char *what, double t_end)
{
    const lf_progress progress = cli_progress(what);
    progress_bar.t_end = t_end;
    return progress;
}

void cli_progress_end(void)
{
    if (progress_bar.visible)
        fprintf(stderr, "\r\033[K");
    progress_bar.visible = false;
}
