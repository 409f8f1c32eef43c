/* SPDX-License-Identifier: BSD-3-Clause */
/* plain.c - text that may come from anybody, made fit for a terminal, a script or a line of a file. */
#include <lieflow/text.h>

#include <stdint.h>
#include <string.h>

/* The character of the UTF-8 sequence of `length` bytes at s. */
static uint32_t plain_character(const unsigned char *s, size_t length)
{
    static const unsigned char first[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    uint32_t character = s[0] & first[length];
    for (size_t i = 1; i < length; i++)
        character = character << 6 | (s[i] & 0x3fu);
    return character;
}

/* Control characters end lines, move the cursor or colour what follows; marks of direction let a
 * text look like another one. */
static bool plain_controls(uint32_t c)
{
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029 ||
           (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

size_t lf_plain_length(const char *text)
{
    const size_t length = *text ? lf_utf8_length(text) : 0;
    return length && !plain_controls(plain_character((const unsigned char *)text, length)) ? length
                                                                                           : 0;
}

bool lf_text_is_plain(const char *text)
{
    size_t length;
    while ((length = lf_plain_length(text)) > 0)
        text += length;
    return *text == 0;
}

void lf_text_make_plain(char *text)
{
    while (*text) {
        const size_t length = lf_plain_length(text);
        if (length == 0)
            *text = *text == '\n' || *text == '\t' || *text == '\r' ? ' ' : '?';
        text += length ? length : 1;
    }
}
