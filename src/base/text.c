/* SPDX-License-Identifier: BSD-3-Clause */
/* text.c - text that grows: formatted pieces added to the end of one allocated string. */
#define _XOPEN_SOURCE 700 /* locale_t */
#include <lieflow/text.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/numerals.h"

double lf_number_write(double value, int digits, char *text)
{
    lf_numerals kept = lf_numerals_begin();
    snprintf(text, 32, "%.*g", digits, value);
    double read = strtod(text, NULL);
    lf_numerals_end(kept);
    return read;
}

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
    lf_numerals kept = lf_numerals_begin();
    va_start(list, format);
    int more = vsnprintf(NULL, 0, format, list);
    va_end(list);
    if (!T->failed && more >= 0 && text_reserve(T, (size_t)more)) {
        va_start(list, format);
        vsnprintf(T->data + T->length, (size_t)more + 1, format, list);
        va_end(list);
        T->length += (size_t)more;
    }
    lf_numerals_end(kept);
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

void lf_text_part_free(lf_text *part, lf_text *whole)
{
    whole->failed = whole->failed || part->failed;
    lf_text_free(part);
}

size_t lf_utf8_length(const char *text)
{
    const unsigned char *s = (const unsigned char *)text;
    size_t length = s[0] < 0x80   ? 1
                    : s[0] < 0xc2 ? 0
                    : s[0] < 0xe0 ? 2
                    : s[0] < 0xf0 ? 3
                    : s[0] < 0xf5 ? 4
                                  : 0;
    for (size_t i = 1; i < length; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    if (length == 3 && ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] >= 0xa0)))
        return 0;
    if (length == 4 && ((s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] >= 0x90)))
        return 0;
    return length;
}
