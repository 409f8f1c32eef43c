/* SPDX-License-Identifier: BSD-3-Clause */
/* describe_json.c - what the tables say about a thing, as JSON for other programs. */
#include "run/knobs.h"

#include <stdio.h>
#include <string.h>

static void describe_json_text(lf_json *out, const char *key, const char *words)
{
    lf_json_string(out, key, words ? words : "");
}

static void describe_json_rows(lf_json *out, const char *key, const lf_param *rows)
{
    static const char *const types[] = {"real", "choice", "count", "list"};
    lf_json_begin(out, key, '[');
    for (const lf_param *row = rows; row->name; row++) {
        lf_json_begin(out, NULL, '{');
        lf_json_string(out, "name", row->name);
        lf_json_string(out, "type", types[row->type]);
        lf_json_count(out, "count", row->count);
        describe_json_text(out, "unit", row->unit);
        describe_json_text(out, "default", row->preset);
        if (row->choices)
            lf_json_string(out, row->type == LF_CHOICE ? "choices" : "columns", row->choices);
        if (row->type != LF_CHOICE && row->low != row->high) {
            lf_json_number(out, "low", row->low);
            lf_json_number(out, "high", row->high);
            lf_json_flag(out, "open", row->open != 0);
        }
        describe_json_text(out, "doc", row->doc);
        lf_json_end(out, '}');
    }
    lf_json_end(out, ']');
}

static void describe_json_items(lf_json *out, const lf_model_items *items)
{
    if (!items)
        return;
    lf_json_begin(out, "items", '{');
    lf_json_string(out, "key", items->key);
    lf_json_string(out, "item", items->item);
    describe_json_text(out, "doc", items->doc);
    lf_json_count(out, "most", items->most);
    lf_json_flag(out, "shape", items->shape.mass != NULL);
    describe_json_rows(out, "rows", items->params);
    lf_json_end(out, '}');
}

static void describe_json_built(lf_json *out, const lf_model *M)
{
    lf_problem P;
    char spare[LF_WORD_SIZE];
    lf_scenario *S = lf_describe_built(M, &P, &out->text);
    if (!S)
        return;
    lf_json_string(out, "action", P.action->name);
    lf_json_string(out, "group", P.action->group->name);
    lf_json_begin(out, "columns", '[');
    for (size_t i = 0; i < lf_problem_shown(&P); i++)
        lf_json_string(out, NULL, lf_column_name(&P, i, spare));
    lf_json_end(out, ']');
    lf_json_begin(out, "invariants", '{');
    for (size_t i = 0; i < lf_invariant_count(&P); i++)
        describe_json_text(out, P.invariants[i].name, P.invariants[i].doc);
    lf_json_end(out, '}');
    lf_json_begin(out, "outputs", '{');
    for (size_t i = 0; i < lf_output_count(&P); i++)
        describe_json_text(out, P.outputs[i].name, P.outputs[i].doc);
    lf_json_end(out, '}');
    lf_scenario_free(S);
}

static void describe_json_model(lf_json *out, const lf_model *M)
{
    describe_json_text(out, "doc", M->doc);
    describe_json_text(out, "formula", M->formula);
    describe_json_text(out, "reference", M->cite);
    lf_json_string(out, "method", M->method);
    lf_json_number(out, "step", M->step);
    lf_json_number(out, "t_end", M->t_end);
    lf_json_flag(out, "exact", M->exact != NULL);
    describe_json_rows(out, "parameters", M->params);
    describe_json_items(out, M->items);
    describe_json_built(out, M);
}

static void describe_json_method(lf_json *out, const lf_method *M)
{
    describe_json_text(out, "doc", M->doc);
    describe_json_text(out, "reference", M->cite);
    lf_json_number(out, "order", M->order);
    lf_json_flag(out, "classical", (M->traits & LF_AMBIENT) != 0);
    lf_json_flag(out, "rkmk", (M->traits & LF_RKMK) != 0);
    lf_json_flag(out, "negative", (M->traits & LF_NEGATIVE) != 0);
    lf_json_flag(out, "symmetric", (M->traits & LF_SYMMETRIC) != 0);
    lf_json_flag(out, "symplectic", (M->traits & LF_SYMPLECTIC) != 0);
    if ((M->traits & LF_SYMPLECTIC) && (M->traits & LF_CHOOSES_ROTATION))
        lf_json_string(out, "symplectic_except", "free_rotation dmv4");
    lf_json_flag(out, "energy_preserving", (M->traits & LF_ENERGY_PRESERVING) != 0);
    lf_json_flag(out, "tolerance", M->estimator.attempt != NULL);
    if (M->estimator.attempt)
        lf_json_number(out, "estimate_order", M->estimator.order);
    lf_json_flag(out, "interpolates", M->estimator.interpolate != NULL);
}

static void describe_json_group(lf_json *out, const lf_group *G)
{
    describe_json_text(out, "doc", G->doc);
    lf_json_count(out, "dimension", G->dim);
    lf_json_count(out, "representation", G->rep);
    lf_json_begin(out, "maps", '[');
    for (int map = LF_EXP; map < LF_MAP_COUNT; map++)
        if (lf_group_has_map(G, (lf_map)map))
            lf_json_string(out, NULL, lf_map_name((lf_map)map));
    lf_json_end(out, ']');
}

static void describe_json_action(lf_json *out, const lf_action *A)
{
    describe_json_text(out, "doc", A->doc);
    lf_json_string(out, "group", A->group->name);
    lf_json_count(out, "components", A->dim);
}

static void describe_json_tableau(lf_json *out, const lf_tableau *T)
{
    size_t s = (size_t)T->stages;
    lf_json_number(out, "order", T->order);
    lf_json_begin(out, "a", '[');
    for (size_t i = 0; i < s; i++)
        lf_json_numbers(out, NULL, s, T->a + i * s);
    lf_json_end(out, ']');
    lf_json_numbers(out, "b", s, T->b);
    lf_json_numbers(out, "c", s, T->c);
}

static void describe_json_option(lf_json *out, const lf_knob *knob)
{
    const lf_param *row = &knob->row;
    const char *argument = lf_knob_argument(knob);
    describe_json_text(out, "doc", row->doc);
    describe_json_text(out, "option", knob->option);
    describe_json_text(out, "argument", argument);
    describe_json_text(out, "about", lf_topic_name(knob->topic));
    lf_json_flag(out, "key", !(knob->flags & LF_KNOB_INNER));
    lf_json_flag(out, "repeats", knob->flags & LF_KNOB_REPEATS);
    describe_json_text(out, "in_place_of", knob->instead);
    describe_json_text(out, "choices", row->choices);
    describe_json_text(out, "unit", row->unit);
    if (lf_knob_is_member(knob) && row->type == LF_REAL) {
        lf_json_number(out, "low", row->low);
        lf_json_number(out, "high", row->high);
        lf_json_flag(out, "open", row->open != 0);
    }
}

lf_status lf_describe_json(const char *name, lf_json *out, char *why, size_t why_size)
{
    size_t at;
    for (lf_kind kind = 0; kind < LF_KINDS; kind++) {
        if (!lf_kind_find(kind, name, &at))
            continue;
        lf_json_begin(out, NULL, '{');
        lf_json_string(out, "name", lf_kind_entry(kind, at, NULL));
        lf_json_string(out, "kind", lf_kind_name(kind));
        switch (kind) {
        case LF_KIND_MODEL: describe_json_model(out, lf_model_at(at)); break;
        case LF_KIND_METHOD: describe_json_method(out, lf_methods()[at]); break;
        case LF_KIND_GROUP: describe_json_group(out, lf_groups()[at]); break;
        case LF_KIND_ACTION: describe_json_action(out, lf_actions()[at]); break;
        case LF_KIND_TABLEAU: describe_json_tableau(out, lf_tableaux()[at]); break;
        default: describe_json_option(out, &lf_knob_table()[at]); break;
        }
        lf_json_end(out, '}');
        if (out->text.failed)
            snprintf(why, why_size, "%s", lf_status_text(LF_EMEMORY));
        return out->text.failed ? LF_EMEMORY : LF_OK;
    }
    return lf_describe_unknown(name, why, why_size);
}
