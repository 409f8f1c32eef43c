/* SPDX-License-Identifier: BSD-3-Clause */
/* part.c - small things that several tables share: lists of words, a table's head, and progress by parts. */
#include "run/scenario.h"

#include <stdio.h>
#include <string.h>

size_t lf_words_cut(const char *list, size_t most, char (*word)[LF_WORD_SIZE])
{
    size_t count = 0;
    for (const char *s = list;; s++) {
        s += strspn(s, " ");
        size_t length = strcspn(s, ","), kept = length;
        while (kept > 0 && s[kept - 1] == ' ')
            kept--;
        if (kept == 0 || kept >= LF_WORD_SIZE)
            return 0;
        if (count == most)
            return most + 1;
        memcpy(word[count], s, kept);
        word[count++][kept] = 0;
        s += length;
        if (!*s)
            return count;
    }
}

lf_csv *lf_table_open(const lf_scenario *S, const char *words, const char *path, size_t columns,
                      const lf_column *column, char *why, size_t why_size)
{
    lf_text note = {0};
    lf_csv *file = NULL;
    lf_text_add(&note, "%sscenario: ", words);
    lf_scenario_write_line(S, &note);
    if (note.failed)
        snprintf(why, why_size, "%.300s: out of memory", path);
    else
        file = lf_csv_open(path, lf_text_string(&note), columns, column, why, why_size);
    lf_text_free(&note);
    return file;
}

static int part_tick(void *ctx, double fraction)
{
    const lf_part *part = ctx;
    if (!part->whole.tick)
        return 0;
    return part->whole.tick(part->whole.ctx, part->begin + fraction * part->share);
}

lf_progress lf_part_progress(lf_part *part)
{
    return (lf_progress){part_tick, part};
}
