/* SPDX-License-Identifier: BSD-3-Clause */
/* faults.c - preloaded into the tool by the sweeps: lets one call fail, the one that the environment
 * asks for, and keeps a clock that is the same in every run.
 *
 *   FAULT_CALL  memory | write | short | open | rename | sync | close | truncate | lock
 *   FAULT_AT    which of these calls fails, from 1
 *   FAULT_ERRNO what it says (a number); writes that are short or interrupted need none
 *   FAULT_DONE  a file that is made when it has failed
 *
 * Processes that the tool starts are left alone. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t unit, size_t size);

static char fault_call[16], fault_done[256];
static long fault_at, fault_seen;
static int fault_errno;

static const char *fault_word(const char *name, const char *otherwise)
{
    const char *value = getenv(name);
    return value ? value : otherwise;
}

__attribute__((constructor)) static void fault_begin(void)
{
    strncpy(fault_call, fault_word("FAULT_CALL", ""), sizeof fault_call - 1);
    strncpy(fault_done, fault_word("FAULT_DONE", ""), sizeof fault_done - 1);
    fault_errno = atoi(fault_word("FAULT_ERRNO", "0"));
    unsetenv("LD_PRELOAD");
    void *frame[1];
    backtrace(frame, 1); /* it allocates the first time */
    fault_at = atol(fault_word("FAULT_AT", "0"));
}

/* Is this the call that fails? */
static bool fault_now(const char *call)
{
    if (fault_at == 0 || strcmp(fault_call, call) != 0)
        return false;
    if (__atomic_add_fetch(&fault_seen, 1, __ATOMIC_RELAXED) != fault_at)
        return false;
    const long done = syscall(SYS_openat, AT_FDCWD, fault_done, O_WRONLY | O_CREAT, 0600);
    if (done >= 0)
        syscall(SYS_close, done);
    errno = fault_errno;
    return true;
}

/* libfyaml (0.7.12) does not survive an allocation that fails: its own are not ours to judge. The
 * reader asks for enough memory before it calls it. */
static bool fault_foreign(void)
{
    enum { DEPTH = 24 };
    void *frame[DEPTH];
    Dl_info about;
    const int depth = backtrace(frame, DEPTH);
    for (int i = 0; i < depth; i++)
        if (dladdr(frame[i], &about) && about.dli_fname && strstr(about.dli_fname, "libfyaml"))
            return true;
    return false;
}

static bool fault_memory(void)
{
    return fault_at != 0 && strcmp(fault_call, "memory") == 0 && !fault_foreign() &&
           fault_now("memory");
}

/* ---- memory --------------------------------------------------------------------------------- */

void *malloc(size_t size)
{
    return fault_memory() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fault_memory() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return fault_memory() ? NULL : __libc_realloc(old, size);
}

void *aligned_alloc(size_t unit, size_t size)
{
    return fault_memory() ? NULL : __libc_memalign(unit, size);
}

/* ---- files ---------------------------------------------------------------------------------- */

/* Half of what was asked for, or nothing because of a signal: neither is an error. */
ssize_t write(int fd, const void *data, size_t length)
{
    if (fault_now("write"))
        return -1;
    if (length > 1 && fault_now("short"))
        length /= 2;
    return syscall(SYS_write, fd, data, length);
}

static int fault_open(const char *path, int flags, mode_t mode)
{
    if ((flags & (O_WRONLY | O_RDWR)) && fault_now("open"))
        return -1;
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int open(const char *path, int flags, ...)
{
    va_list list;
    va_start(list, flags);
    const mode_t mode = flags & O_CREAT ? va_arg(list, mode_t) : 0;
    va_end(list);
    return fault_open(path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    va_list list;
    va_start(list, flags);
    const mode_t mode = flags & O_CREAT ? va_arg(list, mode_t) : 0;
    va_end(list);
    return fault_open(path, flags, mode);
}

int rename(const char *from, const char *to)
{
    return fault_now("rename") ? -1 : (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int fsync(int fd)
{
    return fault_now("sync") ? -1 : (int)syscall(SYS_fsync, fd);
}

int ftruncate(int fd, off_t length)
{
    return fault_now("truncate") ? -1 : (int)syscall(SYS_ftruncate, fd, length);
}

int flock(int fd, int operation)
{
    return fault_now("lock") ? -1 : (int)syscall(SYS_flock, fd, operation);
}

/* The descriptor is gone, whatever it says. */
int close(int fd)
{
    const int status = (int)syscall(SYS_close, fd);
    return fault_now("close") ? -1 : status;
}

/* ---- time ----------------------------------------------------------------------------------- */

/* A millisecond later at each call: what is printed about times repeats. */
int clock_gettime(clockid_t clock, struct timespec *now)
{
    static long calls;
    const long passed = __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED);
    (void)clock;
    *now = (struct timespec){passed / 1000, passed % 1000 * 1000000};
    return 0;
}
