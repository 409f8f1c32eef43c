/* SPDX-License-Identifier: BSD-3-Clause */
/* stream.h - a text file that is written line by line and soon reaches the disk. */
#ifndef LIEFLOW_IO_STREAM_H
#define LIEFLOW_IO_STREAM_H

#include <stdbool.h>
#include <stdio.h>

#include <lieflow/status.h>

typedef struct {
    FILE *file;
    char *path, *buffer;
    size_t pending; /* bytes since the last flush */
    double flushed; /* time of the last flush */
    int error;      /* errno of the first failure */
} lf_stream;

/* "-" is the standard output. false with a sentence in `why` if the file cannot be written. */
bool lf_stream_open(lf_stream *F, const char *path, char *why, size_t why_size);
/* After the header: does the file take it? If not it is closed, as if it had not been opened. */
bool lf_stream_begun(lf_stream *F, char *why, size_t why_size);
/* A line of `bytes` bytes is complete. LF_EIO as soon as the file takes no more. */
lf_status lf_stream_line(lf_stream *F, size_t bytes);
/* LF_EIO with a sentence in `why` if anything was lost. */
lf_status lf_stream_close(lf_stream *F, char *why, size_t why_size);

#endif
