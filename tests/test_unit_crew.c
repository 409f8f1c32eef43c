/* SPDX-License-Identifier: BSD-3-Clause */
/* The crew of threads: every piece of a job is done once, and is done when the caller has its answer,
 * whoever else asks for the crew. */
#include "support/support.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/crew.h"

enum { PIECES = 40 };

typedef struct {
    atomic_int done[PIECES];
    double value[PIECES];
    size_t work; /* of a piece */
} job;

static void piece(void *ctx, size_t k)
{
    job *J = ctx;
    double x = (double)k;
    for (size_t i = 0; i < J->work; i++)
        x = 0.5 * x + 1 / (x + 1);
    J->value[k] = x;
    atomic_fetch_add(&J->done[k], 1);
}

/* One job of pieces that take about this many turns; false when it went wrong. */
static bool job_is_done(size_t count, size_t work)
{
    job J, alone;
    memset(&J, 0, sizeof J);
    memset(&alone, 0, sizeof alone);
    J.work = alone.work = work;
    for (size_t k = 0; k < count; k++)
        piece(&alone, k);
    lf_crew_run(count, piece, &J);
    bool well = true;
    for (size_t k = 0; k < PIECES; k++)
        well = well && atomic_load(&J.done[k]) == (k < count ? 1 : 0) &&
               memcmp(&J.value[k], &alone.value[k], sizeof *J.value) == 0;
    return well;
}

static void pieces_are_done_once(void **state)
{
    (void)state;
    for (size_t threads = 1; threads <= 4; threads++) {
        lf_crew_limit(threads);
        assert_int_equal(lf_crew_size(), threads);
        for (size_t round = 0; round < 300; round++)
            assert_true(job_is_done(round % (PIECES + 1), 50 * (round % 20)));
        for (size_t round = 0; round < 20; round++) /* long enough for helpers to wake up */
            assert_true(job_is_done(PIECES, 10000));
    }
    lf_crew_limit(0);
    assert_true(lf_crew_size() >= 1);
}

static void *many_jobs(void *failed)
{
    for (size_t round = 0; round < 100; round++)
        if (!job_is_done(PIECES, 1000))
            atomic_store((atomic_int *)failed, 1);
    return NULL;
}

/* Who finds the crew at work does without. */
static void threads_of_the_program_may_share_it(void **state)
{
    enum { CALLERS = 4 };
    pthread_t caller[CALLERS];
    atomic_int failed = 0;
    (void)state;
    lf_crew_limit(3);
    for (size_t k = 0; k < CALLERS; k++)
        assert_int_equal(pthread_create(&caller[k], NULL, many_jobs, &failed), 0);
    for (size_t k = 0; k < CALLERS; k++)
        pthread_join(caller[k], NULL);
    assert_int_equal(atomic_load(&failed), 0);
    lf_crew_limit(0);
}

static void nested(void *ctx, size_t k)
{
    (void)k;
    if (!job_is_done(PIECES, 100))
        atomic_store((atomic_int *)ctx, 1);
}

static void pieces_may_be_jobs(void **state)
{
    atomic_int failed = 0;
    (void)state;
    lf_crew_limit(3);
    lf_crew_run(10, nested, &failed);
    assert_int_equal(atomic_load(&failed), 0);
    lf_crew_limit(0);
}

/* A forked process has no helpers, and does not wait for them. */
static void a_forked_process_works_alone(void **state)
{
    int answer = 1;
    (void)state;
    lf_crew_limit(3);
    assert_true(job_is_done(PIECES, 1000));
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        alarm(60); /* rather than wait for ever */
        _exit(job_is_done(PIECES, 1000) ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &answer, 0), child);
    assert_true(WIFEXITED(answer) && WEXITSTATUS(answer) == 0);
    lf_crew_limit(0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_are_done_once),
        cmocka_unit_test(threads_of_the_program_may_share_it),
        cmocka_unit_test(pieces_may_be_jobs),
        cmocka_unit_test(a_forked_process_works_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
