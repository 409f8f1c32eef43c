/* SPDX-License-Identifier: BSD-3-Clause */
/* directory.c - a directory for the files of figures, made if it is missing. */
#include "papers/papers.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

lf_status lf_directory_make(const char *path, char *why, size_t why_size)
{
    char part[LF_PATH_SIZE];
    size_t length = strlen(path);
    if (length == 0 || length >= sizeof part) {
        snprintf(why, why_size, "a directory needs a name of at most %d bytes", LF_PATH_SIZE - 1);
        return LF_EINPUT;
    }
    strcpy(part, path);
    for (size_t i = 1; i <= length; i++) {
        if (part[i] != '/' && part[i])
            continue;
        char kept = part[i];
        part[i] = 0;
        struct stat info;
        bool there = (mkdir(part, 0777) == 0 || errno == EEXIST || errno == EROFS) &&
                     stat(part, &info) == 0 && S_ISDIR(info.st_mode);
        if (!there) {
            snprintf(why, why_size, "the directory %.300s cannot be made: %s", part,
                     strerror(errno == EEXIST || errno == 0 ? ENOTDIR : errno));
            return LF_EIO;
        }
        part[i] = kept;
    }
    return LF_OK;
}
