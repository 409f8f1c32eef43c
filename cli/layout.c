/* SPDX-License-Identifier: BSD-3-Clause */
/* layout.c - text that fits the terminal. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* Longer lines than the last are hard to read; whoever sets COLUMNS gets what it says. */
enum { LEAST_WIDTH = 40, USUAL_WIDTH = 100, MOST_WIDTH = 160 };

size_t cli_width(void)
{
    const char *said = getenv("COLUMNS");
    long width = said ? strtol(said, NULL, 10) : 0;
    struct winsize window;
    if (width <= 0 && isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0)
        width = window.ws_col < MOST_WIDTH ? window.ws_col : MOST_WIDTH;
    if (width <= 0)
        return USUAL_WIDTH;
    return width < LEAST_WIDTH ? LEAST_WIDTH : (size_t)width;
}

/* Columns of a text on the screen: bytes that continue a character of UTF-8 take none. */
static size_t layout_columns(const char *text, size_t length)
{
    size_t columns = 0;
    for (size_t i = 0; i < length; i++)
        columns += ((unsigned char)text[i] & 0xc0) != 0x80;
    return columns;
}

void cli_wrap(FILE *out, size_t indent, size_t column, const char *text)
{
    const size_t width = cli_width();
    bool first = true;
    for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
        const size_t length = strcspn(text, " "), columns = layout_columns(text, length);
        if (!first && column + 1 + columns > width) {
            fprintf(out, "\n%*s", (int)indent, "");
            column = indent;
        } else if (!first) {
            fputc(' ', out);
            column++;
        }
        fprintf(out, "%.*s", (int)length, text);
        column += columns;
        text += length;
        first = false;
    }
    fputc('\n', out);
}
