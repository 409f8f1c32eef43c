/* SPDX-License-Identifier: BSD-3-Clause */
/* stream.c - lines into a file, in whole lines even if the process is killed. */
#include "io/stream.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* The buffer is emptied at the ends of lines long before it is full, so that a killed process
 * leaves whole lines. */
enum { STREAM_BUFFER = 1 << 18, STREAM_FLUSH_BYTES = 1 << 16 };
static const double stream_flush_seconds = 0.4;

static double stream_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static lf_status stream_flush(lf_stream *F)
{
    if (fflush(F->file) != 0 && !F->error)
        F->error = errno;
    F->pending = 0;
    F->flushed = stream_now();
    return F->error ? LF_EIO : LF_OK;
}

static FILE *stream_file(const char *path)
{
    if (strcmp(path, "-") != 0)
        return fopen(path, "w");
    int copy = dup(STDOUT_FILENO);
    return copy < 0 ? NULL : fdopen(copy, "w");
}

static void stream_free(lf_stream *F)
{
    free(F->path);
    free(F->buffer);
    *F = (lf_stream){0};
}

bool lf_stream_open(lf_stream *F, const char *path, char *why, size_t why_size)
{
    *F = (lf_stream){.path = malloc(strlen(path) + 1), .buffer = malloc(STREAM_BUFFER)};
    if (!F->path || !F->buffer) {
        snprintf(why, why_size, "%s: out of memory", path);
        stream_free(F);
        return false;
    }
    strcpy(F->path, path);
    F->file = stream_file(path);
    if (F->file) {
        setvbuf(F->file, F->buffer, _IOFBF, STREAM_BUFFER);
        return true;
    }
    snprintf(why, why_size, "%s cannot be written: %s", path, strerror(errno));
    stream_free(F);
    return false;
}

bool lf_stream_begun(lf_stream *F, char *why, size_t why_size)
{
    if (stream_flush(F) == LF_OK)
        return true;
    snprintf(why, why_size, "%s cannot be written: %s", F->path, strerror(F->error));
    fclose(F->file);
    stream_free(F);
    return false;
}

lf_status lf_stream_line(lf_stream *F, size_t bytes)
{
    F->pending += bytes;
    if (F->pending > STREAM_FLUSH_BYTES || stream_now() - F->flushed > stream_flush_seconds)
        return stream_flush(F);
    return F->error ? LF_EIO : LF_OK;
}

lf_status lf_stream_close(lf_stream *F, char *why, size_t why_size)
{
    stream_flush(F);
    if (fclose(F->file) != 0 && !F->error)
        F->error = errno;
    const lf_status status = F->error ? LF_EIO : LF_OK;
    if (status != LF_OK)
        snprintf(why, why_size, "%s is not complete: %s", F->path, strerror(F->error));
    stream_free(F);
    return status;
}
