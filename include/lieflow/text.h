/* SPDX-License-Identifier: BSD-3-Clause */
/* text.h - text that grows, and numbers written alike in every locale. What this header declares is
 * the one thing of the base that allocates; only rooms above the solver use it. */
#ifndef LIEFLOW_TEXT_H
#define LIEFLOW_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#if defined(__GNUC__) && !defined(LF_CFFI)
#define LF_PRINTF(text, rest) __attribute__((format(printf, text, rest)))
#else
#define LF_PRINTF(text, rest)
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Starts as {0}. When memory runs out it keeps what it has and `failed` becomes true. */
typedef struct {
    char *data; /* ends with a zero byte, or NULL while empty */
    size_t length, capacity;
    bool failed;
} lf_text;

void lf_text_add(lf_text *T, const char *format, ...) LF_PRINTF(2, 3);
/* What it holds; never NULL. */
const char *lf_text_string(const lf_text *T);
void lf_text_free(lf_text *T);
/* Free what has become a part of `whole`; if it had no memory, neither had that. */
void lf_text_part_free(lf_text *part, lf_text *whole);
/* A number with this many digits and a decimal point, whatever the locale; `text` holds 32 bytes.
 * Answers the number that the text reads as. */
double lf_number_write(double value, int digits, char *text);
/* Bytes of the UTF-8 sequence at s (ended by a zero byte), or 0 if there is none. */
size_t lf_utf8_length(const char *s);
/* Likewise, but also 0 for a control character and for marks that turn the direction of writing:
 * nothing that a text from elsewhere should do to a terminal, a script or a line of a file. */
size_t lf_plain_length(const char *s);
/* Is it UTF-8 without any of these? */
bool lf_text_is_plain(const char *text);
/* Put a blank in place of the ends of lines and tabs, and '?' in place of the rest of them. */
void lf_text_make_plain(char *text);

#ifdef __cplusplus
}
#endif

#endif
