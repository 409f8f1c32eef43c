/* SPDX-License-Identifier: BSD-3-Clause */
/* layout.c - text that fits the terminal. */
#include "cli.h"

#include <stdarg.h>
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

/* Where a line goes on when it is too long: under its last column of words, which two blanks set off,
 * or else where it begins. */
static size_t layout_hang(const char *line, size_t width)
{
    const size_t begin = strspn(line, " ");
    size_t hang = begin;
    for (size_t i = begin; line[i] && i < width * 3 / 4; i++)
        if (i > begin + 1 && line[i - 1] == ' ' && line[i - 2] == ' ' && line[i] != ' ')
            hang = i;
    return hang;
}

/* Bytes of the first words of a line that fit into `room` columns, or of one word that does not. */
static size_t layout_first(const char *text, size_t room)
{
    size_t best = 0;
    for (size_t i = 0; text[i]; i++) {
        const bool cut = text[i + 1] == ' ' || text[i + 1] == 0 || text[i] == '|';
        if (cut && (best == 0 || layout_columns(text, i + 1) <= room))
            best = i + 1;
        if (layout_columns(text, i + 1) > room && best)
            break;
    }
    return best;
}

void cli_fit(FILE *out, const char *line)
{
    const size_t width = cli_width(), hang = layout_hang(line, width);
    size_t column = 0;
    for (bool first = true; *line || first; first = false) {
        const size_t blank = first ? strspn(line, " ") : 0;
        const size_t length =
            blank + layout_first(line + blank, width > column + blank ? width - column - blank : 1);
        fprintf(out, "%*s%.*s\n", (int)column, "", (int)length, line);
        line += length;
        line += strspn(line, " ");
        column = hang;
    }
}

void cli_line(FILE *out, const char *format, ...)
{
    char line[2000];
    va_list list;
    va_start(list, format);
    vsnprintf(line, sizeof line, format, list);
    va_end(list);
    cli_fit(out, line);
}

void cli_fit_text(FILE *out, const char *text)
{
    char line[2000];
    while (*text) {
        const size_t length = strcspn(text, "\n");
        if (length < sizeof line) {
            snprintf(line, sizeof line, "%.*s", (int)length, text);
            cli_fit(out, line);
        } else {
            fprintf(out, "%.*s\n", (int)length, text);
        }
        text += length + (text[length] == '\n');
    }
}
