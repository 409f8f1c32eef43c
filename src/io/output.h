/* SPDX-License-Identifier: BSD-3-Clause */
/* output.h - the one way in which a file is written: beside its name, under FILE.part, and renamed
 * when it is whole. An older file stays until then, and a reader never sees half a new one. */
#ifndef LIEFLOW_IO_OUTPUT_H
#define LIEFLOW_IO_OUTPUT_H

#include <stdbool.h>
#include <sys/types.h>

#include <lieflow/status.h>
#include <lieflow/text.h>

typedef struct {
    int fd;
    int error;     /* errno of the first failure */
    bool lines;    /* made of lines: after a failure those that are whole stay in the part */
    off_t written; /* bytes so far */
    off_t whole;   /* of them up to the last end of a line */
    char *path;    /* as it was asked for */
    char *target;  /* the file that the name leads to; NULL: written straight */
    char *part;    /* the target with ".part" after it; NULL likewise */
} lf_output;

/* "-" is the standard output; it, pipes and devices are written straight. Nothing but FILE.part is
 * touched, which is locked: a second writer of the same file is refused. false with a sentence. */
bool lf_output_open(lf_output *F, const char *path, bool lines, char *why, size_t why_size);
/* Write all of it. LF_EIO after a failure, of this call or of one before. LF_STOPPED if lf_poll says so
 * amidst many megabytes of lines: those that are whole stay, and more may follow them. */
lf_status lf_output_put(lf_output *F, const char *data, size_t length);
/* It is whole: to the disk, and under its name. LF_EIO with a sentence if it is not, the older file
 * being left alone. */
lf_status lf_output_keep(lf_output *F, char *why, size_t why_size);
/* It is not wanted: nothing stays but the older file. */
void lf_output_drop(lf_output *F);

/* The text as a file; LF_EMEMORY if it had no memory. */
lf_status lf_output_write(const char *path, const lf_text *text, char *why, size_t why_size);

#endif
