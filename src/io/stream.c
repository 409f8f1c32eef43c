/* SPDX-License-Identifier: BSD-3-Clause */
/* stream.c - lines into a file, in whole lines even if the process is killed. */
#include "io/stream.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { STREAM_FLUSH_BYTES = 1 << 16, STREAM_NUMBER = 32 };
static const double stream_flush_seconds = 0.4;

static double stream_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Hand the whole lines over, in one piece if the file takes it. */
static lf_status stream_flush(lf_stream *F)
{
    const lf_status status = lf_output_put(&F->file, F->buffer, F->line);
    F->used = F->line = 0;
    F->flushed = stream_now();
    return status;
}

/* Room for so much more, or NULL: the file has failed then. */
static char *stream_room(lf_stream *F, size_t more)
{
    if (F->used + more > F->capacity) {
        size_t capacity = F->capacity ? F->capacity : 2 * STREAM_FLUSH_BYTES;
        while (capacity < F->used + more)
            capacity *= 2;
        char *grown = realloc(F->buffer, capacity);
        if (!grown) {
            if (!F->file.error)
                F->file.error = ENOMEM;
            return NULL;
        }
        F->buffer = grown;
        F->capacity = capacity;
    }
    return F->buffer + F->used;
}

bool lf_stream_open(lf_stream *F, const char *path, char *why, size_t why_size)
{
    *F = (lf_stream){.file = {.fd = -1}};
    if (!stream_room(F, 2 * STREAM_FLUSH_BYTES)) {
        snprintf(why, why_size, "%.300s: out of memory", path);
        return false;
    }
    if (lf_output_open(&F->file, path, true, why, why_size))
        return true;
    free(F->buffer);
    *F = (lf_stream){.file = {.fd = -1}};
    return false;
}

void lf_stream_add(lf_stream *F, const char *text, size_t length)
{
    char *room = stream_room(F, length);
    if (!room)
        return;
    memcpy(room, text, length);
    F->used += length;
}

void lf_stream_words(lf_stream *F, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    const int length = vsnprintf(NULL, 0, format, list);
    va_end(list);
    char *room = length < 0 ? NULL : stream_room(F, (size_t)length + 1);
    if (!room)
        return;
    va_start(list, format);
    vsnprintf(room, (size_t)length + 1, format, list);
    va_end(list);
    F->used += (size_t)length;
}

void lf_stream_number(lf_stream *F, double value)
{
    char *room = stream_room(F, STREAM_NUMBER);
    if (room)
        F->used += (size_t)snprintf(room, STREAM_NUMBER, "%.17g", value);
}

bool lf_stream_stopped(lf_stream *F, size_t numbers)
{
    const bool stopped = lf_poll(numbers);
    if (stopped)
        F->used = F->line;
    return stopped;
}

lf_status lf_stream_line(lf_stream *F)
{
    lf_stream_add(F, "\n", 1);
    if (F->file.error) {
        F->used = F->line; /* a line with a hole is none */
        return F->file.error == ENOMEM ? LF_EMEMORY : LF_EIO;
    }
    F->line = F->used;
    if (F->line > STREAM_FLUSH_BYTES || stream_now() - F->flushed > stream_flush_seconds)
        return stream_flush(F);
    return LF_OK;
}

bool lf_stream_begun(lf_stream *F, char *why, size_t why_size)
{
    if (!F->file.error && !lf_poll(0) && stream_flush(F) == LF_OK)
        return true;
    if (F->file.error)
        snprintf(why, why_size, "%.300s cannot be written: %s", F->file.path,
                 strerror(F->file.error));
    else
        snprintf(why, why_size, "%.300s: stopped by the caller", F->file.path);
    lf_stream_drop(F);
    return false;
}

/* Lines that wait reach the file even when a later one found no memory. */
lf_status lf_stream_close(lf_stream *F, char *why, size_t why_size)
{
    const int error = F->file.error;
    if (error == ENOMEM)
        F->file.error = 0;
    stream_flush(F);
    if (error)
        F->file.error = error;
    const lf_status status = lf_output_keep(&F->file, why, why_size);
    free(F->buffer);
    *F = (lf_stream){.file = {.fd = -1}};
    return status;
}

void lf_stream_drop(lf_stream *F)
{
    lf_output_drop(&F->file);
    free(F->buffer);
    *F = (lf_stream){.file = {.fd = -1}};
}
