/* SPDX-License-Identifier: BSD-3-Clause */
/* param.c - reads the values of described parameters from text.
 *
 *   list    numbers separated by blanks or one comma; brackets may stand around and within
 *   number  a sum of products, without blanks outside parentheses ("1 -2" is two numbers):
 *           sum     = product { (+|-) product }
 *           product = factor { (*|/) factor }
 *           factor  = [+|-] factor | decimal | pi | name ( sum ) | ( sum )
 *           name    = sqrt sin cos tan exp log
 *
 * The decimal point is a point whatever the locale says. */
#include <lieflow/param.h>

#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Deeper nesting than this is a mistake, and would cost stack. */
enum { MAX_DEPTH = 50, MAX_DIGITS = 200, MAX_SHOWN = 40 };

typedef struct {
    const char *at;    /* next character */
    int depth;         /* parentheses and signs around it */
    int parentheses;   /* blanks may stand within them */
    const char *wrong; /* what is wrong, NULL while all is well */
    const char *where; /* and from where on */
} reader;

static double read_sum(reader *r);

/* The C library's isdigit and isalpha ask the locale. */
static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static void skip_blanks(reader *r)
{
    while (is_blank(*r->at))
        r->at++;
}

/* Within parentheses blanks mean nothing; outside they end the number. */
static void skip_inner_blanks(reader *r)
{
    if (r->parentheses > 0)
        skip_blanks(r);
}

static double fail_at(reader *r, const char *where, const char *wrong)
{
    if (!r->wrong) {
        r->wrong = wrong;
        r->where = where;
    }
    return 0;
}

/* Decimals go to strtod with the point that the locale wants. */
static double decimal_value(const char *text, size_t length)
{
    char copy[MAX_DIGITS + 16];
    const char *point = localeconv()->decimal_point;
    size_t used = 0, point_length = strlen(point);
    if (point_length == 0 || point_length > 8) {
        point = ".";
        point_length = 1;
    }
    for (size_t k = 0; k < length; k++) {
        if (text[k] == '.') {
            memcpy(copy + used, point, point_length);
            used += point_length;
        } else {
            copy[used++] = text[k];
        }
    }
    copy[used] = '\0';
    return strtod(copy, NULL);
}

static size_t skip_digits(reader *r)
{
    const char *start = r->at;
    while (is_digit(*r->at))
        r->at++;
    return (size_t)(r->at - start);
}

static double read_decimal(reader *r)
{
    const char *start = r->at;
    size_t digits = skip_digits(r);
    if (*r->at == '.') {
        r->at++;
        digits += skip_digits(r);
    }
    if (digits == 0)
        return fail_at(r, start, "a number is expected");
    if (*r->at == 'e' || *r->at == 'E') {
        r->at++;
        if (*r->at == '+' || *r->at == '-')
            r->at++;
        if (skip_digits(r) == 0)
            return fail_at(r, start, "the exponent has no digits");
    }
    const size_t length = (size_t)(r->at - start);
    if (length > MAX_DIGITS)
        return fail_at(r, start, "the number is too long");
    return decimal_value(start, length);
}

/* The sum in parentheses that starts here. */
static double read_parentheses(reader *r)
{
    const char *start = r->at++;
    r->parentheses++;
    skip_blanks(r);
    const double value = read_sum(r);
    skip_blanks(r);
    if (*r->at == ')')
        r->at++;
    else
        fail_at(r, start, "the parenthesis is not closed");
    r->parentheses--;
    return value;
}

static double read_name(reader *r)
{
    static const struct {
        const char *name;
        double (*function)(double);
    } known[] = {{"sqrt", sqrt}, {"sin", sin}, {"cos", cos},
                 {"tan", tan},   {"exp", exp}, {"log", log}};
    const char *start = r->at;
    while (is_letter(*r->at) || is_digit(*r->at))
        r->at++;
    const size_t length = (size_t)(r->at - start);
    if (length == 2 && !strncmp(start, "pi", 2))
        return 3.14159265358979323846;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        if (strlen(known[k].name) != length || strncmp(start, known[k].name, length) != 0)
            continue;
        skip_inner_blanks(r);
        if (*r->at != '(')
            return fail_at(r, start, "a parenthesis must follow the function");
        return known[k].function(read_parentheses(r));
    }
    return fail_at(r, start, "a number is expected (known names: pi sqrt sin cos tan exp log)");
}

static double read_factor(reader *r)
{
    double value;
    if (r->depth >= MAX_DEPTH)
        return fail_at(r, r->at, "nested too deeply");
    r->depth++;
    const char c = *r->at;
    if (c == '-' || c == '+') {
        r->at++;
        skip_inner_blanks(r);
        value = read_factor(r);
        if (c == '-')
            value = -value;
    } else if (c == '(') {
        value = read_parentheses(r);
    } else if (is_letter(c)) {
        value = read_name(r);
    } else {
        value = read_decimal(r);
    }
    r->depth--;
    skip_inner_blanks(r);
    return value;
}

static double read_product(reader *r)
{
    double value = read_factor(r);
    while (!r->wrong && (*r->at == '*' || *r->at == '/')) {
        const char operation = *r->at++;
        skip_inner_blanks(r);
        const double factor = read_factor(r);
        value = operation == '*' ? value * factor : value / factor;
    }
    return value;
}

static double read_sum(reader *r)
{
    double value = read_product(r);
    while (!r->wrong && (*r->at == '+' || *r->at == '-')) {
        const char operation = *r->at++;
        skip_inner_blanks(r);
        const double term = read_product(r);
        value = operation == '+' ? value + term : value - term;
    }
    return value;
}

/* snprintf into `why`, if the caller wants to know. */
__attribute__((format(printf, 3, 4))) static lf_status refuse(char *why, size_t size,
                                                              const char *format, ...)
{
    va_list list;
    va_start(list, format);
    if (why && size)
        vsnprintf(why, size, format, list);
    va_end(list);
    return LF_EINPUT;
}

/* A bound as a user would write it, with a decimal point. */
static const char *bound_text(double bound, char text[32])
{
    snprintf(text, 32, "%.15g", bound);
    for (char *c = text; *c; c++)
        if (!is_digit(*c) && !is_letter(*c) && *c != '-' && *c != '+')
            *c = '.';
    return text;
}

/* What the row allows, as the end of "inertia[2] must ..."; "" when value is allowed. */
static void range_text(const lf_param *row, double value, char *text, size_t size)
{
    char low[32], high[32];
    const bool below = row->open ? value <= row->low : value < row->low;
    text[0] = '\0';
    if (row->low == row->high || !(below || value > row->high))
        return;
    bound_text(row->low, low);
    bound_text(row->high, high);
    if (isfinite(row->low) && isfinite(row->high))
        snprintf(text, size,
                 row->open ? "be greater than %s and at most %s" : "lie between %s and %s", low,
                 high);
    else if (isfinite(row->high))
        snprintf(text, size, "be at most %s", high);
    else if (row->open && row->low == 0)
        snprintf(text, size, "be positive");
    else
        snprintf(text, size, row->open ? "be greater than %s" : "be at least %s", low);
}

/* "inertia[2]", or "c" for a single number */
static void entry_name(const lf_param *row, size_t k, char *text, size_t size)
{
    if (row->count != 1)
        snprintf(text, size, "%s[%zu]", row->name, k);
    else
        snprintf(text, size, "%s", row->name);
}

/* One number of the list with its checks. */
static lf_status read_entry(const lf_param *row, size_t k, reader *r, double *value, char *why,
                            size_t size)
{
    char name[96], range[128];
    const char *start = r->at;
    *value = read_sum(r);
    if (r->wrong)
        return refuse(why, size, *r->where ? "%s: %s at '%.*s'" : "%s: %s at the end%.*s",
                      row->name, r->wrong, MAX_SHOWN, r->where);
    entry_name(row, k, name, sizeof name);
    const int length = r->at - start < MAX_SHOWN ? (int)(r->at - start) : MAX_SHOWN;
    if (!isfinite(*value))
        return refuse(why, size, "%s must be a finite number, got %.*s", name, length, start);
    range_text(row, *value, range, sizeof range);
    if (range[0])
        return refuse(why, size, "%s must %s, got %.*s", name, range, length, start);
    if (row->type == LF_COUNT && *value != floor(*value))
        return refuse(why, size, "%s must be a whole number, got %.*s", name, length, start);
    return LF_OK;
}

/* Opening brackets, then closing ones; the depth, negative for one too many. */
static int skip_brackets(reader *r, int depth, char bracket)
{
    for (skip_blanks(r); *r->at == bracket; skip_blanks(r)) {
        r->at++;
        depth += bracket == '[' ? 1 : -1;
        if (depth < 0)
            return depth;
    }
    return depth;
}

/* Numbers on their way from the text: the first `max` are stored, all are counted. */
typedef struct {
    double *values;
    size_t max, count;
} numbers;

/* Reads all numbers; a first pass without room checks them, so that nothing is half set. */
static lf_status read_list(const lf_param *row, const char *text, numbers *out, char *why,
                           size_t size)
{
    reader r = {.at = text};
    out->count = 0;
    int brackets = skip_brackets(&r, 0, '[');
    while (*r.at && brackets >= 0) {
        double value;
        const lf_status s = read_entry(row, out->count, &r, &value, why, size);
        if (s != LF_OK)
            return s;
        if (out->count < out->max)
            out->values[out->count] = value;
        out->count++;
        const char *end = r.at;
        brackets = skip_brackets(&r, brackets, ']');
        if (brackets < 0)
            break;
        const bool comma = *r.at == ',';
        if (comma)
            r.at++;
        brackets = skip_brackets(&r, brackets, '[');
        if (*r.at && r.at == end)
            return refuse(why, size, "%s: '%.*s' does not continue a number", row->name, MAX_SHOWN,
                          r.at);
        if (!*r.at && comma)
            return refuse(why, size, "%s: a number is expected after the last comma", row->name);
    }
    if (brackets != 0)
        return refuse(why, size, "%s: brackets do not match", row->name);
    return LF_OK;
}

/* As many numbers as the row wants? */
static lf_status check_count(const lf_param *row, size_t count, size_t room, char *why, size_t size)
{
    if (row->type == LF_LIST && count == 0)
        return refuse(why, size, "%s needs at least 1 number, got 0", row->name);
    if (row->type == LF_LIST && count > room)
        return refuse(why, size, "%s: there is room for %zu numbers, got %zu", row->name, room,
                      count);
    if (row->type != LF_LIST && count != row->count)
        return refuse(why, size, "%s needs %zu number%s, got %zu", row->name, row->count,
                      row->count == 1 ? "" : "s", count);
    return LF_OK;
}

static void set_list(const lf_param *row, lf_list *list, const char *text, size_t count)
{
    numbers all = {count > LF_LIST_FEW ? list->data : list->few, count, 0};
    read_list(row, text, &all, NULL, 0);
    list->count = count;
}

static void set_whole(const lf_param *row, size_t *member, const char *text)
{
    double value = 0;
    numbers one = {&value, 1, 0};
    read_list(row, text, &one, NULL, 0);
    *member = (size_t)value;
}

/* Choice number k in "a|b|c": its text and length; NULL past the last. */
static const char *choice_at(const char *choices, size_t k, size_t *length)
{
    for (; k > 0; k--) {
        choices = strchr(choices, '|');
        if (!choices)
            return NULL;
        choices++;
    }
    *length = strcspn(choices, "|");
    return choices;
}

static lf_status set_choice(const lf_param *row, int *member, const char *text, char *why,
                            size_t size)
{
    while (is_blank(*text))
        text++;
    size_t given = strlen(text), length;
    while (given > 0 && is_blank(text[given - 1]))
        given--;
    const char *name;
    for (size_t k = 0; (name = choice_at(row->choices, k, &length)) != NULL; k++) {
        if (length != given || strncmp(name, text, length) != 0)
            continue;
        *member = (int)k;
        return LF_OK;
    }
    const int shown = given < MAX_SHOWN ? (int)given : MAX_SHOWN;
    return refuse(why, size, "%s must be one of %s, got '%.*s'", row->name, row->choices, shown,
                  text);
}

const lf_param *lf_param_find(const lf_param *rows, const char *name)
{
    for (; rows->name; rows++)
        if (!strcmp(rows->name, name))
            return rows;
    return NULL;
}

lf_status lf_param_set(const lf_param *row, void *object, const char *text, char *why,
                       size_t why_size)
{
    void *member = (char *)object + row->offset;
    if (row->type == LF_CHOICE)
        return set_choice(row, member, text, why, why_size);
    numbers found = {NULL, 0, 0};
    lf_status s = read_list(row, text, &found, why, why_size);
    if (s == LF_OK)
        s = check_count(row, found.count, lf_param_room(row, object), why, why_size);
    if (s != LF_OK)
        return s;
    if (row->type == LF_LIST)
        set_list(row, member, text, found.count);
    else if (row->type == LF_COUNT)
        set_whole(row, member, text);
    else
        read_list(row, text, &(numbers){member, row->count, 0}, NULL, 0);
    return LF_OK;
}

void lf_param_defaults(const lf_param *rows, void *object)
{
    for (; rows->name; rows++) {
        if (rows->type == LF_LIST)
            memset((char *)object + rows->offset, 0, sizeof(lf_list));
        lf_param_set(rows, object, rows->preset, NULL, 0);
    }
}

size_t lf_param_numbers(const char *text)
{
    static const lf_param any = {.name = "", .type = LF_LIST};
    numbers found = {NULL, 0, 0};
    read_list(&any, text, &found, NULL, 0);
    return found.count;
}

size_t lf_param_room(const lf_param *row, const void *object)
{
    if (row->type != LF_LIST)
        return row->count;
    const lf_list *list = (const void *)((const char *)object + row->offset);
    return list->room > LF_LIST_FEW ? list->room : LF_LIST_FEW;
}

void lf_param_give(const lf_param *row, void *object, size_t room, double *memory)
{
    lf_list *list = (void *)((char *)object + row->offset);
    if (row->type != LF_LIST || room < list->count)
        return;
    if (list->count > LF_LIST_FEW)
        memcpy(memory, list->data, list->count * sizeof *memory);
    list->data = memory;
    list->room = room;
}

size_t lf_param_count(const lf_param *row, const void *object)
{
    if (row->type == LF_LIST)
        return ((const lf_list *)(const void *)((const char *)object + row->offset))->count;
    return row->type == LF_CHOICE ? 0 : row->count;
}

double lf_param_number(const lf_param *row, const void *object, size_t k)
{
    const void *member = (const char *)object + row->offset;
    if (row->type == LF_COUNT)
        return (double)*(const size_t *)member;
    return row->type == LF_LIST ? lf_list_numbers(member)[k] : ((const double *)member)[k];
}

void lf_param_choice_name(const lf_param *row, const void *object, char *name, size_t size)
{
    int k;
    size_t length = 0;
    memcpy(&k, (const char *)object + row->offset, sizeof k);
    const char *choice = k < 0 ? NULL : choice_at(row->choices, (size_t)k, &length);
    if (size)
        snprintf(name, size, "%.*s", (int)length, choice ? choice : "");
}
