/* SPDX-License-Identifier: BSD-3-Clause */
/* names.c - the things that have names, and the names near a mistyped one. */
#include <lieflow/run.h>

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { NAMES_LONGEST = 63, NAMES_SHOWN = 3 };

static size_t names_min(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Edit distance (insert, delete, replace, swap of neighbours), blind to case. */
static size_t names_distance(const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b);
    size_t row[3][NAMES_LONGEST + 1];
    if (n > NAMES_LONGEST || m > NAMES_LONGEST)
        return n + m;
    for (size_t j = 0; j <= m; j++)
        row[0][j] = j;
    for (size_t i = 1; i <= n; i++) {
        size_t *now = row[i % 3], *before = row[(i + 2) % 3], *older = row[(i + 1) % 3];
        now[0] = i;
        for (size_t j = 1; j <= m; j++) {
            int x = tolower((unsigned char)a[i - 1]), y = tolower((unsigned char)b[j - 1]);
            now[j] = names_min(names_min(before[j], now[j - 1]) + 1, before[j - 1] + (x != y));
            if (i > 1 && j > 1 && x == tolower((unsigned char)b[j - 2]) &&
                y == tolower((unsigned char)a[i - 2]))
                now[j] = names_min(now[j], older[j - 2] + 1);
        }
    }
    return row[n % 3][m];
}

/* How far apart two words seem to a reader; large when nothing connects them. */
static size_t names_far(const char *typed, const char *name)
{
    size_t distance = names_distance(typed, name), n = strlen(typed);
    if (n >= 3 && strstr(name, typed))
        return names_min(distance, 1);
    return distance <= 1 + n / 3 ? distance : 1000;
}

typedef struct {
    size_t count;
    const char *name[NAMES_SHOWN];
    size_t far[NAMES_SHOWN];
} names_near;

/* Keep the nearest few in order. */
static void names_offer(names_near *near, const char *typed, const char *name)
{
    size_t far = names_far(typed, name), at = near->count;
    if (far >= 1000)
        return;
    while (at > 0 && near->far[at - 1] > far)
        at--;
    if (at >= NAMES_SHOWN)
        return;
    if (near->count < NAMES_SHOWN)
        near->count++;
    for (size_t i = near->count - 1; i > at; i--) {
        near->name[i] = near->name[i - 1];
        near->far[i] = near->far[i - 1];
    }
    near->name[at] = name;
    near->far[at] = far;
}

static void names_tell(const names_near *near, char *text, size_t size)
{
    size_t used = strlen(text);
    size_t shown = 0;
    while (shown < near->count && near->far[shown] == near->far[0])
        shown++; /* the second best would only distract */
    for (size_t i = 0; i < shown && used < size; i++) {
        const char *before = i == 0 ? "; did you mean " : i + 1 < shown ? ", " : " or ";
        int more = snprintf(text + used, size - used, "%s'%s'", before, near->name[i]);
        used += more > 0 ? (size_t)more : 0;
    }
    if (shown && used < size)
        snprintf(text + used, size - used, "?");
}

void lf_name_suggest(const char *typed, const char *const *names, char *text, size_t size)
{
    names_near near = {0};
    for (; *names; names++)
        names_offer(&near, typed, *names);
    names_tell(&near, text, size);
}

void lf_kind_suggest(lf_kind kind, const char *typed, char *text, size_t size)
{
    names_near near = {0};
    const char *name;
    for (size_t i = 0; (name = lf_kind_entry(kind, i, NULL)); i++)
        names_offer(&near, typed, name);
    names_tell(&near, text, size);
}

const char *lf_kind_name(lf_kind kind)
{
    static const char *const names[] = {"model", "method", "group", "action", "tableau", "option"};
    return names[kind];
}

const char *lf_kind_plural(lf_kind kind)
{
    static const char *const names[] = {"models",  "methods",  "groups",
                                        "actions", "tableaux", "options"};
    return names[kind];
}

static const char *names_order(int order)
{
    static const char *const words[] = {"an explicit tableau",
                                        "an explicit tableau of order 1",
                                        "an explicit tableau of order 2",
                                        "an explicit tableau of order 3",
                                        "an explicit tableau of order 4",
                                        "an explicit tableau of order 5",
                                        "an explicit tableau of order 6",
                                        "an explicit tableau of order 7",
                                        "an explicit tableau of order 8"};
    return words[order > 0 && order <= 8 ? order : 0];
}

const char *lf_kind_entry(lf_kind kind, size_t i, const char **doc)
{
    const char *name = NULL, *words = NULL;
    if (kind == LF_KIND_MODEL && lf_model_at(i)) {
        name = lf_model_at(i)->name;
        words = lf_model_at(i)->doc;
    } else if (kind == LF_KIND_METHOD && lf_methods()[i]) {
        name = lf_methods()[i]->name;
        words = lf_methods()[i]->doc;
    } else if (kind == LF_KIND_GROUP && lf_groups()[i]) {
        name = lf_groups()[i]->name;
        words = lf_groups()[i]->doc;
    } else if (kind == LF_KIND_ACTION && lf_actions()[i]) {
        name = lf_actions()[i]->name;
        words = lf_actions()[i]->doc;
    } else if (kind == LF_KIND_TABLEAU && lf_tableaux()[i]) {
        name = lf_tableaux()[i]->name;
        words = names_order(lf_tableaux()[i]->order);
    } else if (kind == LF_KIND_OPTION) {
        name = lf_knob_table()[i].row.name;
        words = lf_knob_table()[i].row.doc;
    }
    if (doc)
        *doc = words;
    return name;
}
