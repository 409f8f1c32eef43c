/* SPDX-License-Identifier: BSD-3-Clause */
/* json.c - one JSON value written piece by piece. */
#include <lieflow/io.h>

#include <math.h>
#include <string.h>

static void json_quote(lf_json *J, const char *text)
{
    lf_text_add(&J->text, "\"");
    for (const unsigned char *s = (const unsigned char *)text; *s;) {
        size_t length = lf_utf8_length((const char *)s);
        if (length == 0)
            lf_text_add(&J->text, "\\ufffd");
        else if (*s == '"' || *s == '\\')
            lf_text_add(&J->text, "\\%c", *s);
        else if (*s == '\n')
            lf_text_add(&J->text, "\\n");
        else if (*s < 0x20 || *s == 0x7f)
            lf_text_add(&J->text, "\\u%04x", *s);
        else
            lf_text_add(&J->text, "%.*s", (int)length, (const char *)s);
        s += length ? length : 1;
    }
    lf_text_add(&J->text, "\"");
}

static void json_key(lf_json *J, const char *key)
{
    if (J->comma)
        lf_text_add(&J->text, ", ");
    if (key) {
        json_quote(J, key);
        lf_text_add(&J->text, ": ");
    }
    J->comma = true;
}

void lf_json_begin(lf_json *J, const char *key, char bracket)
{
    json_key(J, key);
    lf_text_add(&J->text, "%c", bracket);
    J->comma = false;
}

void lf_json_end(lf_json *J, char bracket)
{
    lf_text_add(&J->text, "%c", bracket);
    J->comma = true;
}

void lf_json_number(lf_json *J, const char *key, double value)
{
    json_key(J, key);
    if (isfinite(value))
        lf_text_add(&J->text, "%.17g", value);
    else
        lf_text_add(&J->text, "null");
}

void lf_json_count(lf_json *J, const char *key, size_t value)
{
    json_key(J, key);
    lf_text_add(&J->text, "%zu", value);
}

void lf_json_flag(lf_json *J, const char *key, bool value)
{
    json_key(J, key);
    lf_text_add(&J->text, value ? "true" : "false");
}

void lf_json_string(lf_json *J, const char *key, const char *value)
{
    json_key(J, key);
    json_quote(J, value);
}

void lf_json_numbers(lf_json *J, const char *key, size_t count, const double *value)
{
    lf_json_begin(J, key, '[');
    for (size_t i = 0; i < count; i++)
        lf_json_number(J, NULL, value[i]);
    lf_json_end(J, ']');
}

void lf_json_free(lf_json *J)
{
    lf_text_free(&J->text);
    J->comma = false;
}
