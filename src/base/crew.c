/* SPDX-License-Identifier: BSD-3-Clause */
/* crew.c - helpers that sleep until there is work, and do not hold up those who called them.
 *
 * The caller begins at once and takes one piece after the other; helpers that wake up in time take the
 * others. It waits, asleep, only for pieces that a helper has begun. On a busy machine a helper may be
 * stopped in the middle of one, and the wait be longer than the work. So the crew keeps an account: what
 * the pieces that the caller did itself say about doing all of them alone, less what it took, is gained
 * or lost; work done alone earns a twentieth of its time, and help is asked for only while nothing is owed.
 * Whatever else runs, less than ten percent are lost in the long run.
 *
 * There is one crew; whoever finds it at work does without. */
#define _GNU_SOURCE /* sched_getaffinity */
#include "base/crew.h"

#include <stdbool.h>
#include <stdlib.h>

#ifdef LF_THREADS

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

enum { MOST_HELPERS = 63 };

static struct {
    atomic_flag taken;    /* somebody's job is being done */
    atomic_size_t limit;  /* threads, 0: not yet known */
    size_t helpers;       /* that were started .. */
    pid_t process;        /* .. in this process */
    double credit;        /* seconds gained, at most CREDIT, or owed */
    pthread_mutex_t lock; /* for all that follows */
    pthread_cond_t work, done;
    unsigned long number;  /* of the job; each helper looks at it once */
    bool open;             /* helpers may still join .. */
    size_t wanted, inside; /* .. as long as these are fewer than those */
    size_t count;
    lf_crew_piece *piece;
    void *job;
    atomic_size_t next; /* piece */
} crew = {.taken = ATOMIC_FLAG_INIT,
          .lock = PTHREAD_MUTEX_INITIALIZER,
          .work = PTHREAD_COND_INITIALIZER,
          .done = PTHREAD_COND_INITIALIZER};

/* What may be lost at once when others begin to work; what is earned alone, as a part of the time. */
static const double CREDIT = 0.005, EARNED = 0.05;

static size_t processors(void)
{
    cpu_set_t set;
    const int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return count > 0 ? (size_t)count : 1;
}

size_t lf_crew_size(void)
{
    size_t limit = atomic_load(&crew.limit);
    if (limit == 0) {
        const char *text = getenv("OMP_NUM_THREADS");
        const long said = text ? strtol(text, NULL, 10) : 0;
        limit = said > 0 ? (size_t)said : processors();
        limit = limit > MOST_HELPERS ? MOST_HELPERS + 1 : limit;
        atomic_store(&crew.limit, limit);
    }
    return limit;
}

void lf_crew_limit(size_t threads)
{
    atomic_store(&crew.limit, threads > MOST_HELPERS ? MOST_HELPERS + 1 : threads);
}

/* Answers how many. */
static size_t do_pieces(lf_crew_piece *piece, void *job, size_t count)
{
    size_t done = 0;
    for (size_t k; (k = atomic_fetch_add(&crew.next, 1)) < count; done++)
        piece(job, k);
    return done;
}

static void *help(void *unused)
{
    unsigned long seen = 0;
    (void)unused;
    pthread_mutex_lock(&crew.lock);
    for (;;) {
        while (crew.number == seen)
            pthread_cond_wait(&crew.work, &crew.lock);
        seen = crew.number;
        if (!crew.open || crew.inside == crew.wanted)
            continue;
        crew.inside++;
        pthread_mutex_unlock(&crew.lock);
        do_pieces(crew.piece, crew.job, crew.count);
        pthread_mutex_lock(&crew.lock);
        if (--crew.inside == 0)
            pthread_cond_signal(&crew.done);
    }
    return NULL;
}

/* Start what is missing. Signals are for the threads of the program. */
static void gather(size_t helpers)
{
    sigset_t all, before;
    pthread_attr_t detached;
    if (crew.helpers >= helpers || pthread_attr_init(&detached) != 0)
        return;
    crew.process = getpid();
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    for (pthread_t thread; crew.helpers < helpers; crew.helpers++)
        if (pthread_create(&thread, &detached, help, NULL) != 0)
            break;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&detached);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void post(size_t helpers, size_t count, lf_crew_piece *piece, void *job)
{
    pthread_mutex_lock(&crew.lock);
    crew.wanted = helpers;
    crew.count = count;
    crew.piece = piece;
    crew.job = job;
    crew.open = true;
    crew.number++;
    atomic_store(&crew.next, 0);
    pthread_cond_broadcast(&crew.work);
    pthread_mutex_unlock(&crew.lock);
}

/* No more helpers; wait for those who are at it. */
static void close_job(void)
{
    pthread_mutex_lock(&crew.lock);
    crew.open = false;
    while (crew.inside > 0)
        pthread_cond_wait(&crew.done, &crew.lock);
    pthread_mutex_unlock(&crew.lock);
}

static void book(double gain)
{
    crew.credit += gain;
    if (crew.credit > CREDIT)
        crew.credit = CREDIT;
}

static void run_together(size_t helpers, size_t count, lf_crew_piece *piece, void *job)
{
    const double begin = now();
    post(helpers, count, piece, job);
    const size_t own = do_pieces(piece, job, count);
    const double waits = now();
    close_job();
    if (own > 0) /* else it went better than can be told */
        book((waits - begin) * (double)count / (double)own - (now() - begin));
}

static void run_alone(size_t count, lf_crew_piece *piece, void *job)
{
    for (size_t k = 0; k < count; k++)
        piece(job, k);
}

/* Is there help? The caller has the crew. */
static size_t free_helpers(void)
{
    const size_t size = lf_crew_size();
    if (size < 2 || crew.credit < 0 || (crew.helpers > 0 && crew.process != getpid()))
        return 0; /* helpers do not follow into a forked process */
    gather(size - 1);
    return crew.helpers < size - 1 ? crew.helpers : size - 1;
}

void lf_crew_run(size_t count, lf_crew_piece *piece, void *job)
{
    if (count < 2 || atomic_flag_test_and_set(&crew.taken)) {
        run_alone(count, piece, job);
        return;
    }
    const size_t helpers = free_helpers();
    if (helpers > 0) {
        run_together(helpers < count ? helpers : count - 1, count, piece, job);
    } else {
        const double begin = now();
        run_alone(count, piece, job);
        book(EARNED * (now() - begin));
    }
    atomic_flag_clear(&crew.taken);
}

#else

void lf_crew_limit(size_t threads)
{
    (void)threads;
}

size_t lf_crew_size(void)
{
    return 1;
}

void lf_crew_run(size_t count, lf_crew_piece *piece, void *job)
{
    for (size_t k = 0; k < count; k++)
        piece(job, k);
}

#endif
