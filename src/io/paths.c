/* SPDX-License-Identifier: BSD-3-Clause */
/* paths.c - where a name leads, and whether two names lead to one file. */
#include "io/paths.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <lieflow/io.h>

enum { PATHS_SIZE = 4096, PATHS_LINKS = 40 };

bool lf_path_straight(const char *path)
{
    struct stat about;
    if (strcmp(path, "-") == 0 || strncmp(path, "/dev/", 5) == 0 || strncmp(path, "/proc/", 6) == 0)
        return true;
    return stat(path, &about) == 0 && !S_ISREG(about.st_mode);
}

/* Length of the directory's part of a path, with its slash. */
static size_t paths_directory(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash + 1 - path) : 0;
}

/* Put what the link says in place of its name; false when that is too long. */
static bool paths_follow(char *path, const char *link)
{
    const size_t keep = *link == '/' ? 0 : paths_directory(path);
    if (keep + strlen(link) >= PATHS_SIZE)
        return false;
    strcpy(path + keep, link);
    return true;
}

char *lf_path_target(const char *path, const char *ending)
{
    char now[PATHS_SIZE], link[PATHS_SIZE];
    const size_t length = strlen(path);
    if (length == 0 || length >= sizeof now) {
        errno = length ? ENAMETOOLONG : ENOENT;
        return NULL;
    }
    strcpy(now, path);
    for (int i = 0;; i++) {
        const ssize_t got = readlink(now, link, sizeof link - 1);
        if (got < 0)
            break; /* no link, or nothing there */
        link[got] = 0;
        if (i == PATHS_LINKS || !paths_follow(now, link)) {
            errno = i == PATHS_LINKS ? ELOOP : ENAMETOOLONG;
            return NULL;
        }
    }
    char *target = malloc(strlen(now) + strlen(ending) + 1);
    if (target) {
        strcpy(target, now);
        strcat(target, ending);
    }
    return target;
}

/* The directory of a file, "." for none; `parent` holds PATHS_SIZE. */
static void paths_parent_name(const char *target, char *parent)
{
    const size_t length = paths_directory(target);
    snprintf(parent, PATHS_SIZE, "%.*s", length ? (int)length : 1, length ? target : ".");
}

static bool paths_parent(const char *target, struct stat *about)
{
    char parent[PATHS_SIZE];
    paths_parent_name(target, parent);
    return stat(parent, about) == 0;
}

static bool paths_same_inode(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Both targets are names without links: of one file that exists, or of one to be. */
static bool paths_same_target(const char *a, const char *b)
{
    struct stat at_a, at_b;
    const bool there = stat(a, &at_a) == 0;
    if (there != (stat(b, &at_b) == 0))
        return false;
    if (there)
        return paths_same_inode(&at_a, &at_b);
    return strcmp(a + paths_directory(a), b + paths_directory(b)) == 0 && paths_parent(a, &at_a) &&
           paths_parent(b, &at_b) && paths_same_inode(&at_a, &at_b);
}

static lf_status paths_compare(const lf_path_use *a, const lf_path_use *b, char *why,
                               size_t why_size)
{
    if (!a->path || !b->path || !*a->path || !*b->path || lf_path_straight(a->path) ||
        lf_path_straight(b->path))
        return LF_OK;
    char *one = lf_path_target(a->path, ""), *other = lf_path_target(b->path, "");
    const bool known = one && other, same = known && paths_same_target(one, other);
    free(one);
    free(other);
    if (!known)
        snprintf(why, why_size, "%s", lf_status_text(LF_EMEMORY));
    if (same && strcmp(a->path, b->path) == 0)
        snprintf(why, why_size, "%s and %s would be the same file %.200s", a->use, b->use, a->path);
    else if (same)
        snprintf(why, why_size, "%s and %s would be the same file: %.200s and %.200s", a->use,
                 b->use, a->path, b->path);
    return !known ? LF_EMEMORY : same ? LF_EINPUT : LF_OK;
}

/* A file can be made there, or written straight. */
static lf_status paths_writable(const lf_path_use *one, char *why, size_t why_size)
{
    char parent[PATHS_SIZE];
    if (one->input || !one->path || !*one->path || lf_path_straight(one->path))
        return LF_OK;
    char *target = lf_path_target(one->path, "");
    bool can = target != NULL;
    if (can) {
        paths_parent_name(target, parent);
        can = access(parent, W_OK | X_OK) == 0 &&
              (access(target, F_OK) != 0 || access(target, W_OK) == 0);
    }
    if (!can)
        snprintf(why, why_size, "%.300s cannot be written: %s", one->path, strerror(errno));
    free(target);
    return can ? LF_OK : LF_EIO;
}

lf_status lf_paths_check(size_t count, const lf_path_use *list, char *why, size_t why_size)
{
    lf_status status = LF_OK;
    for (size_t i = 0; i < count && status == LF_OK; i++)
        for (size_t j = 0; j < i && status == LF_OK; j++)
            status = paths_compare(&list[j], &list[i], why, why_size);
    for (size_t i = 0; i < count && status == LF_OK; i++)
        status = paths_writable(&list[i], why, why_size);
    return status;
}
