/* SPDX-License-Identifier: BSD-3-Clause */
/* text.c - text that grows: formatted pieces added to the end of one allocated string. */
#include <lieflow/io.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static bool text_reserve(lf_text *T, size_t more)
{
    size_t need = T->length + more + 1;
    if (need <= T->capacity)
        return true;
    size_t capacity = T->capacity ? T->capacity : 256;
    while (capacity < need)
        capacity *= 2;
    char *data = realloc(T->data, capacity);
    if (!data) {
        T->failed = true;
        return false;
    }
    T->data = data;
    T->capacity = capacity;
    return true;
}

void lf_text_add(lf_text *T, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int more = vsnprintf(NULL, 0, format, list);
    va_end(list);
    if (T->failed || more < 0 || !text_reserve(T, (size_t)more))
        return;
    va_start(list, format);
    vsnprintf(T->data + T->length, (size_t)more + 1, format, list);
    va_end(list);
    T->length += (size_t)more;
}

const char *lf_text_string(const lf_text *T)
{
    return T->data ? T->data : "";
}

void lf_text_free(lf_text *T)
{
    free(T->data);
    *T = (lf_text){0};
}
