/* SPDX-License-Identifier: BSD-3-Clause */
/* writer.c - a scenario as the YAML that would run it again. */
#include "run/knobs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void writer_line(lf_text *out, const lf_param *row, const void *object)
{
    lf_text_add(out, "%s: ", row->name);
    if (row->type == LF_CHOICE) {
        char name[LF_WORD_SIZE];
        lf_param_choice_name(row, object, name, sizeof name);
        lf_text_add(out, "%s", name);
    } else {
        char text[32];
        size_t count = lf_param_count(row, object);
        bool list = count != 1 || row->type == LF_LIST;
        lf_text_add(out, list ? "[" : "");
        for (size_t k = 0; k < count; k++)
            lf_text_add(out, "%s%s", k ? ", " : "",
                        lf_number_text(lf_param_number(row, object, k), text));
        lf_text_add(out, list ? "]" : "");
    }
    lf_text_add(out, "\n");
}

/* A text as YAML and JSON both read it. */
static void writer_quoted(lf_text *out, const char *text)
{
    lf_json quoted = {0};
    lf_json_string(&quoted, NULL, text);
    lf_text_add(out, "%s", lf_text_string(&quoted.text));
    lf_text_part_free(&quoted.text, out);
}

static void writer_path(lf_text *out, const char *key, const char *path)
{
    if (!*path)
        return;
    lf_text_add(out, "%s: ", key);
    writer_quoted(out, path);
    lf_text_add(out, "\n");
}

void lf_write_model(const lf_scenario *S, lf_text *out)
{
    lf_text_add(out, "model: %s\n", S->model->name);
}

void lf_write_method(const lf_scenario *S, lf_text *out)
{
    if (!S->tableau.stages)
        lf_text_add(out, "method: %s\n", lf_scenario_method_name(S));
}

void lf_write_out(const lf_scenario *S, lf_text *out)
{
    writer_path(out, "out", S->out);
}

void lf_write_plot(const lf_scenario *S, lf_text *out)
{
    writer_path(out, "plot", S->plot);
}

void lf_write_animate(const lf_scenario *S, lf_text *out)
{
    writer_path(out, "animate", S->animate);
}

void lf_write_data(const lf_scenario *S, lf_text *out)
{
    writer_path(out, "data", S->data);
}

void lf_write_result(const lf_scenario *S, lf_text *out)
{
    writer_path(out, "result", S->result);
}

void lf_write_parameters(const lf_scenario *S, lf_text *out)
{
    lf_text_add(out, "parameters:\n");
    for (const lf_param *row = S->model->params; row->name; row++) {
        lf_text_add(out, "  ");
        writer_line(out, row, S->self);
    }
}

void lf_write_tableau(const lf_scenario *S, lf_text *out)
{
    const lf_own_tableau *T = &S->tableau;
    size_t s = (size_t)T->stages;
    if (!s)
        return;
    lf_text_add(out, "tableau:\n  a:\n");
    for (size_t i = 0; i < s; i++) {
        char text[32];
        lf_text_add(out, "    - [");
        for (size_t j = 0; j < i; j++)
            lf_text_add(out, "%s%s", j ? ", " : "", lf_number_text(T->a[i * s + j], text));
        lf_text_add(out, "]\n");
    }
    lf_text_add(out, "  b: [");
    for (size_t i = 0; i < s; i++) {
        char text[32];
        lf_text_add(out, "%s%s", i ? ", " : "", lf_number_text(T->b[i], text));
    }
    lf_text_add(out, "]\n  order: %d\n  classical: %s\n", T->order,
                T->classical ? "true" : "false");
}

void lf_write_tolerance(const lf_scenario *S, lf_text *out)
{
    char a[32], b[32];
    if (!lf_scenario_adaptive(S))
        return;
    lf_text_add(out, "tolerance: {atol: %s, rtol: %s", lf_number_text(lf_scenario_atol(S), a),
                lf_number_text(lf_scenario_rtol(S), b));
    for (size_t i = 0; i < S->blocks; i++) {
        lf_text_add(out, i ? ", " : ", blocks: {");
        writer_quoted(out, S->block[i].block);
        lf_text_add(out, ": [%s, %s]", lf_number_text(S->block[i].atol, a),
                    lf_number_text(S->block[i].rtol, b));
    }
    lf_text_add(out, S->blocks ? "}}\n" : "}\n");
}

void lf_write_events(const lf_scenario *S, lf_text *out)
{
    static const char *const directions[] = {"falling", "both", "rising"};
    if (S->events)
        lf_text_add(out, "events:\n");
    for (size_t i = 0; i < S->events; i++) {
        const lf_event_rule *rule = &S->event[i];
        char value[32];
        lf_text_add(out, "  - {expression: ");
        writer_quoted(out, rule->expression);
        lf_text_add(out, ", value: %s, direction: %s, terminal: %s",
                    lf_number_text(rule->value, value), directions[rule->direction + 1],
                    rule->terminal ? "true" : "false");
        if (*rule->name) {
            lf_text_add(out, ", name: ");
            writer_quoted(out, rule->name);
        }
        lf_text_add(out, "}\n");
    }
}

void lf_write_until(const lf_scenario *S, lf_text *out)
{
    const lf_event_rule *rule = lf_scenario_until(S);
    char text[LF_WORD_SIZE + 40], value[32];
    if (!rule)
        return;
    snprintf(text, sizeof text, "%s = %s", rule->expression, lf_number_text(rule->value, value));
    lf_text_add(out, "until: ");
    writer_quoted(out, text);
    lf_text_add(out, "\n");
}

/* All knobs that are said but those with one of these flags. */
static void writer_knobs(const lf_scenario *S, unsigned but, lf_text *out)
{
    lf_knobs knobs = S->knobs;
    knobs.t_end = lf_scenario_t_end(S);
    if (!lf_scenario_adaptive(S) && isnan(knobs.steps))
        knobs.step = lf_scenario_step(S);
    for (const lf_knob *knob = lf_knob_table(); knob->row.name; knob++) {
        if (knob->flags & but)
            continue;
        if (knob->write)
            knob->write(S, out);
        else if (lf_knob_said(knob, &knobs))
            writer_line(out, &knob->row, &knobs);
    }
}

void lf_scenario_write(const lf_scenario *S, lf_text *out)
{
    writer_knobs(S, LF_KNOB_INNER, out);
}

/* ---- in one line ---------------------------------------------------------------------------- */

enum { WRITER_DEPTH = 8 };

/* Brackets that are open, and how far their lines are indented. */
typedef struct {
    size_t depth, indent[WRITER_DEPTH];
    char bracket[WRITER_DEPTH];
} writer_flow;

/* Open a bracket for lines further in, or close those that have ended. */
static void writer_bracket(writer_flow *W, size_t indent, bool list, lf_text *out)
{
    if (W->depth == 0 || (indent > W->indent[W->depth - 1] && W->depth < WRITER_DEPTH)) {
        W->indent[W->depth] = indent;
        W->bracket[W->depth++] = list ? ']' : '}';
        lf_text_add(out, list ? "[" : "{");
        return;
    }
    while (W->depth > 1 && indent < W->indent[W->depth - 1])
        lf_text_add(out, "%c", W->bracket[--W->depth]);
    lf_text_add(out, ", ");
}

/* Indented lines "key: value", "key:" and "- value" as YAML between brackets. */
static void writer_fold(const char *block, lf_text *out)
{
    writer_flow W = {.depth = 0};
    for (const char *line = block; *line;) {
        const size_t length = strcspn(line, "\n"), indent = strspn(line, " ");
        const bool item = strncmp(line + indent, "- ", 2) == 0;
        const size_t skip = indent + (item ? 2 : 0);
        writer_bracket(&W, indent, item, out);
        lf_text_add(out, "%.*s%s", (int)(length - skip), line + skip,
                    line[length - 1] == ':' ? " " : "");
        line += length + (line[length] == '\n');
    }
    while (W.depth > 0)
        lf_text_add(out, "%c", W.bracket[--W.depth]);
}

void lf_scenario_write_line(const lf_scenario *S, lf_text *out)
{
    lf_text block = {0};
    writer_knobs(S, LF_KNOB_INNER | LF_KNOB_FILE, &block);
    writer_fold(lf_text_string(&block), out);
    lf_text_part_free(&block, out);
}
