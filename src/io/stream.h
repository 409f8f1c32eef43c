/* SPDX-License-Identifier: BSD-3-Clause */
/* stream.h - a text file that is written line by line and soon reaches the disk. */
#ifndef LIEFLOW_IO_STREAM_H
#define LIEFLOW_IO_STREAM_H

#include "io/output.h"

typedef struct {
    lf_output file;
    char *buffer; /* whole lines that wait, then the one that is being made */
    size_t used, capacity;
    size_t line;    /* where the one that is being made begins */
    double flushed; /* time of the last flush */
} lf_stream;

/* "-" is the standard output. false with a sentence in `why` if the file cannot be written. */
bool lf_stream_open(lf_stream *F, const char *path, char *why, size_t why_size);
/* More of the line. What finds no memory is made good by lf_stream_line, which answers LF_EMEMORY. */
void lf_stream_add(lf_stream *F, const char *text, size_t length);
void lf_stream_words(lf_stream *F, const char *format, ...) LF_PRINTF(2, 3);
/* The number with 17 digits, between lf_numerals_begin and lf_numerals_end. */
void lf_stream_number(lf_stream *F, double value);
/* The line is complete, without its end. LF_EIO as soon as the file takes no more; LF_STOPPED if the
 * line took so long to write that the run was stopped in it: no part of it stays. */
lf_status lf_stream_line(lf_stream *F);
/* After every part of a long line: has the run been stopped? Then the line is taken back, and is to be
 * given up with LF_STOPPED. */
bool lf_stream_stopped(lf_stream *F, size_t numbers);
/* After the header: does the file take it? If not it is dropped, as if it had not been opened. */
bool lf_stream_begun(lf_stream *F, char *why, size_t why_size);
/* LF_EIO with a sentence in `why` if anything was lost. */
lf_status lf_stream_close(lf_stream *F, char *why, size_t why_size);
/* Close it so that nothing of it stays. */
void lf_stream_drop(lf_stream *F);

#endif
