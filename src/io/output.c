/* SPDX-License-Identifier: BSD-3-Clause */
/* output.c - files written beside their names and renamed when they are whole. */
#include "io/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/paths.h"

/* A piece takes a few milliseconds. */
enum { OUTPUT_TRIES = 8, OUTPUT_PIECE = 1 << 23 };

static void output_free(lf_output *F)
{
    free(F->path);
    free(F->target);
    free(F->part);
    *F = (lf_output){.fd = -1};
}

static bool output_refuse(lf_output *F, char *why, size_t why_size, const char *reason)
{
    snprintf(why, why_size, "%.300s cannot be written: %s", F->path, reason);
    if (F->fd >= 0)
        close(F->fd);
    output_free(F);
    return false;
}

/* Not one of the three standard files, which a closed one would leave to us. */
static int output_above_standard(int fd)
{
    if (fd < 0 || fd > STDERR_FILENO)
        return fd;
    const int moved = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    const int error = errno;
    close(fd);
    errno = error;
    return moved;
}

static int output_open_straight(const char *path)
{
    if (strcmp(path, "-") == 0)
        return fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    return output_above_standard(open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
}

/* 0 when the lock is ours, or when the file system has none; else an errno. */
static int output_lock(int fd)
{
    while (flock(fd, LOCK_EX | LOCK_NB) != 0) {
        if (errno == EWOULDBLOCK)
            return errno;
        if (errno != EINTR)
            return 0;
    }
    return 0;
}

/* Does the part's name still lead to what we have open? Another writer may have renamed it between
 * our opening and our lock. A part with a second name would change somebody's other file. */
static bool output_is_ours(const lf_output *F, const char **reason)
{
    struct stat open_one, named;
    *reason = NULL;
    if (fstat(F->fd, &open_one) != 0) {
        *reason = strerror(errno);
        return false;
    }
    if (lstat(F->part, &named) != 0 || named.st_ino != open_one.st_ino ||
        named.st_dev != open_one.st_dev)
        return false;
    if (!S_ISREG(open_one.st_mode) || open_one.st_nlink != 1)
        *reason = "the .part beside it is not a file of its own";
    return !*reason;
}

/* Open and lock the part; NULL or the reason why not. */
static const char *output_open_part(lf_output *F, mode_t mode)
{
    const char *reason = NULL;
    for (int i = 0; i < OUTPUT_TRIES; i++) {
        F->fd = output_above_standard(
            open(F->part, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, mode));
        if (F->fd < 0)
            return strerror(errno);
        if (output_lock(F->fd) != 0)
            return "another run is writing it";
        if (output_is_ours(F, &reason)) /* what an earlier run left there goes */
            return ftruncate(F->fd, 0) == 0 ? NULL : strerror(errno);
        close(F->fd);
        F->fd = -1;
        if (reason)
            return reason;
    }
    return "others keep writing it";
}

bool lf_output_open(lf_output *F, const char *path, bool lines, char *why, size_t why_size)
{
    struct stat old;
    *F = (lf_output){.fd = -1, .lines = lines, .path = strdup(path)};
    if (!F->path) {
        snprintf(why, why_size, "%.300s: out of memory", path);
        return false;
    }
    if (lf_path_straight(path)) {
        F->fd = output_open_straight(path);
        return F->fd >= 0 || output_refuse(F, why, why_size, strerror(errno));
    }
    F->target = lf_path_target(path, "");
    F->part = lf_path_target(path, ".part");
    if (!F->target || !F->part)
        return output_refuse(F, why, why_size, strerror(errno));
    /* the new file is for the same eyes as the old one, which must be ours to replace */
    const bool there = stat(F->target, &old) == 0;
    if (there && access(F->target, W_OK) != 0)
        return output_refuse(F, why, why_size, strerror(errno));
    const char *reason = output_open_part(F, there ? old.st_mode & 0777 : 0666);
    if (reason)
        return output_refuse(F, why, why_size, reason);
    if (there && fchmod(F->fd, old.st_mode & 0777) != 0)
        return output_refuse(F, why, why_size, strerror(errno));
    return true;
}

/* Bytes of `data` up to the last end of a line. */
static size_t output_whole(const char *data, size_t length)
{
    while (length > 0 && data[length - 1] != '\n')
        length--;
    return length;
}

/* Back to the end of the last whole line. */
static lf_status output_back(lf_output *F)
{
    if (ftruncate(F->fd, F->whole) != 0 || lseek(F->fd, F->whole, SEEK_SET) != F->whole) {
        F->error = errno;
        return LF_EIO;
    }
    F->written = F->whole;
    return LF_STOPPED;
}

lf_status lf_output_put(lf_output *F, const char *data, size_t length)
{
    off_t asked = F->written;
    const bool gives_way = F->part && F->lines; /* what is written straight cannot be taken back */
    while (length > 0 && !F->error) {
        if (gives_way && F->written - asked >= OUTPUT_PIECE) {
            asked = F->written;
            if (lf_poll(OUTPUT_PIECE / sizeof(double)))
                return output_back(F);
        }
        const ssize_t done =
            write(F->fd, data, gives_way && length > OUTPUT_PIECE ? OUTPUT_PIECE : length);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0) {
            F->error = done < 0 ? errno : EIO;
            break;
        }
        const size_t whole = output_whole(data, (size_t)done);
        if (whole)
            F->whole = F->written + (off_t)whole;
        F->written += done;
        data += done;
        length -= (size_t)done;
    }
    return F->error ? LF_EIO : LF_OK;
}

/* To the disk; a file system that has no such thing is not to blame. */
static void output_sync(lf_output *F)
{
    while (fsync(F->fd) != 0) {
        if (errno == EINTR)
            continue;
        if (errno != EINVAL && errno != ENOSYS && errno != EOPNOTSUPP && errno != EROFS)
            F->error = errno;
        return;
    }
}

/* What is left of a file that failed: its whole lines in the part, or nothing. */
static void output_fail(lf_output *F, char *why, size_t why_size)
{
    const bool stays = F->part && F->lines && F->whole > 0;
    snprintf(why, why_size, "%.240s is not complete: %s%s%.240s", F->path, strerror(F->error),
             stays ? "; what was written before is in " : "", stays ? F->part : "");
    if (stays && F->whole < F->written && ftruncate(F->fd, F->whole) != 0)
        snprintf(why, why_size, "%.240s is not complete: %s; the last line of %.240s is cut",
                 F->path, strerror(F->error), F->part);
    if (F->part && !stays)
        unlink(F->part);
}

static lf_status output_close(lf_output *F, lf_status status, char *why, size_t why_size)
{
    if (close(F->fd) != 0 && errno != EINTR && status == LF_OK) {
        snprintf(why, why_size, "%.300s is not complete: %s", F->path, strerror(errno));
        status = LF_EIO;
    }
    output_free(F);
    return status;
}

lf_status lf_output_keep(lf_output *F, char *why, size_t why_size)
{
    lf_status status = LF_OK;
    if (!F->error && F->part)
        output_sync(F);
    if (F->error) {
        output_fail(F, why, why_size);
        status = LF_EIO;
    } else if (F->part && rename(F->part, F->target) != 0) {
        snprintf(why, why_size, "%.240s is whole, but cannot be renamed to %.240s: %s", F->part,
                 F->path, strerror(errno));
        status = LF_EIO;
    }
    return output_close(F, status, why, why_size);
}

void lf_output_drop(lf_output *F)
{
    char lost[1];
    if (F->part)
        unlink(F->part);
    output_close(F, LF_EIO, lost, sizeof lost);
}

lf_status lf_output_write(const char *path, const lf_text *text, char *why, size_t why_size)
{
    lf_output F;
    if (text->failed) {
        snprintf(why, why_size, "%.300s: out of memory", path);
        return LF_EMEMORY;
    }
    if (!lf_output_open(&F, path, false, why, why_size))
        return LF_EIO;
    lf_output_put(&F, lf_text_string(text), text->length);
    return lf_output_keep(&F, why, why_size);
}
