/* SPDX-License-Identifier: BSD-3-Clause */
/* sinks.c - the kinds of files that rows can go to, and the one that a name asks for. */
#include <stdio.h>
#include <string.h>

#include "io/lines.h"
#include "io/paths.h"

static const lf_sink_kind *const sink_kinds[] = {&lf_sink_csv, &lf_sink_jsonl, NULL};

const lf_sink_kind *const *lf_sink_kinds(void)
{
    return sink_kinds;
}

const lf_sink_kind *lf_sink_kind_find(const char *path, char *why, size_t why_size)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const size_t length = strlen(name);
    for (const lf_sink_kind *const *kind = sink_kinds; *kind; kind++) {
        const size_t ending = strlen((*kind)->ending);
        if (length > ending && strcmp(name + length - ending, (*kind)->ending) == 0)
            return *kind;
    }
    if (lf_path_straight(path)) /* pipes and devices go by names that nobody chose */
        return sink_kinds[0];
    size_t used = (size_t)snprintf(why, why_size, "the name must end in");
    for (const lf_sink_kind *const *kind = sink_kinds; *kind && used < why_size; kind++)
        used += (size_t)snprintf(why + used, why_size - used, "%s %s",
                                 kind == sink_kinds ? ""
                                 : kind[1]          ? ","
                                                    : " or",
                                 (*kind)->ending);
    if (used < why_size)
        snprintf(why + used, why_size - used, " ('-' is the standard output), got '%.60s'", path);
    return NULL;
}

lf_status lf_sink_file_open(lf_sink_file *F, const char *path, const lf_sink_head *head, char *why,
                            size_t why_size)
{
    *F = (lf_sink_file){.kind = lf_sink_kind_find(path, why, why_size)};
    if (!F->kind)
        return LF_EINPUT;
    F->file = F->kind->open(path, head, why, why_size);
    return F->file ? LF_OK : lf_poll(0) ? LF_STOPPED : LF_EIO;
}

lf_sink lf_sink_file_sink(const lf_sink_file *F)
{
    return (lf_sink){.row = F->kind->row, .ctx = F->file, .hit = F->kind->hit};
}

void lf_sink_file_note(lf_sink_file *F, const char *note)
{
    if (F->file)
        F->kind->note(F->file, note);
}

void lf_sink_file_drop(lf_sink_file *F)
{
    if (F->file)
        F->kind->drop(F->file);
    *F = (lf_sink_file){0};
}

lf_status lf_sink_file_close(lf_sink_file *F, char *why, size_t why_size)
{
    const lf_status status = F->file ? F->kind->close(F->file, why, why_size) : LF_OK;
    *F = (lf_sink_file){0};
    return status;
}
