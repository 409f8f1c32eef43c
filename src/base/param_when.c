/* SPDX-License-Identifier: BSD-3-Clause */
/* param_when.c - parameters that change something only where another one is chosen so. */
#include <lieflow/param.h>

#include <string.h>

/* Number of the word among those separated by '|', or -1. */
static int when_number(const char *choices, const char *word, size_t length)
{
    int number = 0;
    for (const char *s = choices; s; s = strchr(s, '|'), number++) {
        s += *s == '|';
        if (strcspn(s, "|") == length && strncmp(s, word, length) == 0)
            return number;
    }
    return -1;
}

bool lf_param_matters(const lf_param *rows, const lf_param *row, const void *object)
{
    const char *sign = row->when ? strchr(row->when, '=') : NULL;
    if (!sign)
        return true;
    for (const lf_param *other = rows; other->name; other++) {
        if (other->type != LF_CHOICE || strlen(other->name) != (size_t)(sign - row->when) ||
            strncmp(other->name, row->when, strlen(other->name)) != 0)
            continue;
        const int chosen = *(const int *)((const char *)object + other->offset);
        for (const char *word = sign + 1; *word; word += strspn(word, "|")) {
            const size_t length = strcspn(word, "|");
            if (when_number(other->choices, word, length) == chosen)
                return true;
            word += length;
        }
        return false;
    }
    return true;
}
