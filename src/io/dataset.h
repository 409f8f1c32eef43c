/* SPDX-License-Identifier: BSD-3-Clause */
/* dataset.h - the kinds of files that data are read from. */
#ifndef LF_IO_DATASET_H
#define LF_IO_DATASET_H

#include <lieflow/io.h>

/* More numbers than these are not read into memory. */
enum { LF_DATASET_MOST = 1 << 28 };

bool lf_wav_is(const char *data, size_t size);
lf_status lf_wav_parse(lf_dataset *D, const char *data, size_t size, const char *name, char *why,
                       size_t why_size);
lf_status lf_wav_write(const lf_dataset *D, const char *path, char *why, size_t why_size);

lf_status lf_table_parse(lf_dataset *D, const char *data, size_t size, const char *name, char *why,
                         size_t why_size);

/* Room for so many numbers; false when there is none. */
bool lf_dataset_room(lf_dataset *D, size_t rows, size_t columns);

#endif
