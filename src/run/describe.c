/* SPDX-License-Identifier: BSD-3-Clause */
/* describe.c - what the tables say about a model, method, group, action, tableau or option, as
 * text. */
#include "run/knobs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { DESCRIBE_WIDTH = 88, DESCRIBE_INDENT = 14 };

/* "  heading     words", broken at blanks and after the bars of a list. */
static void describe_line(lf_text *out, const char *heading, const char *words)
{
    size_t column = DESCRIBE_INDENT;
    if (!words || !*words)
        return;
    lf_text_add(out, "  %-*s", DESCRIBE_INDENT - 2, heading);
    if (strlen(heading) >= (size_t)DESCRIBE_INDENT - 2) /* no room for a blank: words begin below */
        lf_text_add(out, "\n%*s", DESCRIBE_INDENT, "");
    for (const char *s = words; *s;) {
        if (*s == '\n') {
            lf_text_add(out, "\n%*s", DESCRIBE_INDENT, "");
            column = DESCRIBE_INDENT;
            s++;
            continue;
        }
        size_t blank = strspn(s, " "), length = blank + strcspn(s + blank, " |\n");
        length += s[length] == '|';
        if (column + length > DESCRIBE_WIDTH && column > DESCRIBE_INDENT) {
            lf_text_add(out, "\n%*s", DESCRIBE_INDENT, "");
            column = DESCRIBE_INDENT;
            s += blank;
            length -= blank;
        }
        lf_text_add(out, "%.*s", (int)length, s);
        column += length;
        s += length;
    }
    lf_text_add(out, "\n");
}

const char *lf_param_range(const lf_param *row, char *text, size_t size)
{
    char count[32] = "a number", low[32], high[32];
    if (row->type == LF_CHOICE) {
        snprintf(text, size, "one of %s", row->choices);
        return text;
    }
    if (row->type == LF_COUNT)
        snprintf(count, sizeof count, "a whole number");
    else if (row->type == LF_LIST && row->choices)
        snprintf(count, sizeof count, "rows of %.20s", row->choices);
    else if (row->type == LF_LIST)
        snprintf(count, sizeof count, "a list of numbers");
    else if (row->count > 1)
        snprintf(count, sizeof count, "%zu numbers", row->count);
    lf_number_text(row->low, low);
    lf_number_text(row->high, high);
    bool free_low = isinf(row->low), free_high = isinf(row->high);
    if (row->low == row->high || (free_low && free_high))
        snprintf(text, size, "%s", count);
    else if (row->open && row->low == 0 && free_high)
        snprintf(text, size, row->count != 1 ? "%s, all positive" : "%s, positive", count);
    else if (free_high)
        snprintf(text, size, "%s, %s %s", count, row->open ? "greater than" : "at least", low);
    else if (free_low)
        snprintf(text, size, "%s, at most %s", count, high);
    else
        snprintf(text, size, "%s from %s%s to %s", count, low, row->open ? " (not itself)" : "",
                 high);
    return text;
}

static void describe_rows(lf_text *out, const lf_param *rows)
{
    char range[200];
    for (const lf_param *row = rows; row->name; row++) {
        lf_text words = {0};
        lf_text_add(&words, "%s%s%s%s\n%s; ", row->doc, *row->unit ? " [" : "", row->unit,
                    *row->unit ? "]" : "", lf_param_range(row, range, sizeof range));
        lf_text_add(&words, row->preset ? "default %s" : "no default", row->preset);
        if (row->when)
            lf_text_add(&words, "; matters only %s%s",
                        strchr(row->when, '=') ? "with " : "to methods that move points by a ",
                        row->when);
        describe_line(out, row->name, lf_text_string(&words));
        lf_text_part_free(&words, out);
    }
}

/* What a scenario file may write one under the other. */
static void describe_items(lf_text *out, const lf_model_items *items)
{
    if (!items)
        return;
    lf_text_add(out, "\n%s (in a scenario file, one under the other)\n", items->key);
    describe_line(out, "what", items->doc);
    describe_line(out, "name", "what sentences call it");
    describe_rows(out, items->params);
    if (items->shape.mass) {
        lf_text words = {0};
        lf_text_add(
            &words,
            "a polyhedron in an OBJ file, with %s or density, scale and a number of %s: %s, "
            "%s and %s follow from it",
            items->shape.mass, items->shape.points, items->shape.mass, items->shape.inertia,
            items->shape.points);
        describe_line(out, "shape", lf_text_string(&words));
        lf_text_part_free(&words, out);
    }
}

/* Methods of one sort that fit the problem. */
static void describe_methods(lf_text *out, const lf_problem *P, const char *heading,
                             unsigned traits, unsigned among)
{
    lf_text words = {0};
    const char *why;
    for (const lf_method *const *m = lf_methods(); *m; m++)
        if (((*m)->traits & among) == traits && lf_method_fits(*m, P, &why) == LF_OK)
            lf_text_add(&words, "%s%s", words.length ? " " : "", (*m)->name);
    describe_line(out, heading, lf_text_string(&words));
    lf_text_part_free(&words, out);
}

/* The action that moves the points, with its factors if it is a product, and its group. */
static void describe_action_of(lf_text *out, const lf_action *A)
{
    enum { MANY = 8 };
    lf_text words = {0};
    lf_text_add(&words, "%s: %s", A->name, A->doc);
    for (size_t k = 0; A->kind == LF_ACTION_PRODUCT && A->count <= MANY && k < A->count; k++)
        lf_text_add(&words, "%s%s", k ? ", " : ": ", A->factor[k]->name);
    describe_line(out, "action", lf_text_string(&words));
    lf_text_part_free(&words, out);
    lf_text_add(&words, "%s: %s", A->group->name, A->group->doc);
    describe_line(out, "group", lf_text_string(&words));
    lf_text_part_free(&words, out);
}

lf_scenario *lf_describe_built(const lf_model *M, lf_problem *P, lf_text *out)
{
    lf_scenario *S = lf_scenario_new();
    lf_status status = lf_scenario_set_model(S, M->name, NULL);
    double *y0 = status == LF_OK ? lf_scenario_room(S, lf_scenario_dim(S)) : NULL;
    if (status == LF_OK)
        status = y0 ? lf_scenario_build(S, P, y0) : LF_EMEMORY;
    if (status == LF_OK)
        return S;
    out->failed = out->failed || status == LF_EMEMORY;
    lf_scenario_free(S);
    return NULL;
}

/* All columns, or the first and the last ones where there are many. */
static void describe_columns(lf_text *out, const lf_problem *P)
{
    enum { MANY = 150, SHOWN = 4 };
    const size_t columns = lf_problem_shown(P);
    char spare[LF_WORD_SIZE];
    lf_text words = {0};
    for (size_t i = 0; i < columns; i++) {
        if (columns > MANY && i == SHOWN) {
            lf_text_add(&words, " ...");
            i = columns - SHOWN;
        }
        lf_text_add(&words, "%s%s", i ? " " : "", lf_column_name(P, i, spare));
    }
    if (columns > MANY)
        lf_text_add(&words, " (%zu columns)", columns);
    if (lf_problem_display(P))
        lf_text_add(&words, ", shown in place of the %zu components of a point", P->action->dim);
    describe_line(out, "columns", lf_text_string(&words));
    lf_text_part_free(&words, out);
}

static void describe_built(lf_text *out, const lf_model *M)
{
    lf_problem P;
    lf_scenario *S = lf_describe_built(M, &P, out);
    lf_text words = {0};
    if (!S)
        return;
    lf_text_add(out, "\nstate and what is watched\n");
    describe_columns(out, &P);
    for (size_t i = 0; i < lf_invariant_count(&P); i++) {
        lf_text_add(&words, "%s: %s", P.invariants[i].name, P.invariants[i].doc);
        describe_line(out, i ? "" : "invariants", lf_text_string(&words));
        lf_text_part_free(&words, out);
    }
    for (size_t i = 0; i < lf_output_count(&P); i++) {
        lf_text_add(&words, "%s: %s", P.outputs[i].name, P.outputs[i].doc);
        describe_line(out, i ? "" : "outputs", lf_text_string(&words));
        lf_text_part_free(&words, out);
    }
    describe_action_of(out, P.action);
    lf_text_add(out, "\nmethods that fit\n");
    describe_methods(out, &P, "Lie group", 0, LF_AMBIENT | LF_NEGATIVE);
    describe_methods(out, &P, "classical", LF_AMBIENT, LF_AMBIENT);
    describe_methods(out, &P, "negative", LF_NEGATIVE, LF_NEGATIVE);
    lf_scenario_free(S);
}

static void describe_model(lf_text *out, const lf_model *M)
{
    char line[200];
    lf_text_add(out, "%s: a model\n\n", M->name);
    describe_line(out, "what", M->doc);
    for (const char *const *alias = M->aliases; alias && *alias; alias++)
        describe_line(out, "also called", *alias);
    describe_line(out, "equations", M->formula);
    describe_line(out, "reference", M->cite);
    snprintf(line, sizeof line, "method %s, step %g, t_end %g", M->method, M->step, M->t_end);
    describe_line(out, "defaults", line);
    describe_line(out, "exact", M->exact ? "the exact solution is known" : NULL);
    lf_text_add(out, "\nparameters (--set name=value)\n");
    describe_rows(out, M->params);
    describe_items(out, M->items);
    describe_built(out, M);
    lf_text_add(out, "\n  try: lieflow run %s --plot %s.svg\n", M->name, M->name);
}

static void describe_estimator(lf_text *out, const lf_method *M)
{
    char line[200];
    const lf_estimator *E = &M->estimator;
    if (!E->attempt) {
        describe_line(out, "tolerance", "no estimate of the error: fixed steps only");
        return;
    }
    if (E->level)
        snprintf(line, sizeof line, "follows --tol with variable order and step");
    else
        snprintf(line, sizeof line, "follows --tol; the estimate has order %d%s and is %s",
                 E->order, E->damped ? " (5 and 3 combined)" : "",
                 E->in_algebra && !(M->traits & LF_AMBIENT) ? "an element of the algebra"
                                                            : "a difference of points");
    describe_line(out, "tolerance", line);
    describe_line(out, "in between",
                  !E->interpolate          ? "shorter steps from the same start"
                  : M->traits & LF_AMBIENT ? "a continuous extension in the ambient space"
                                           : "a continuous extension that stays on the manifold");
}

/* What it keeps, and what it needs a problem to state. */
static void describe_traits(lf_text *out, const lf_method *M)
{
    const unsigned rotates = M->traits & LF_CHOOSES_ROTATION;
    if (M->traits & LF_SYMMETRIC)
        describe_line(out, "trait", "symmetric: a step by h and one by -h return to the start");
    if (M->traits & LF_SYMPLECTIC)
        describe_line(out, "trait",
                      rotates
                          ? "symplectic: keeps the two-form of a Hamiltonian system, except with "
                            "--free-rotation dmv4, which is symmetric and keeps momenta while "
                            "the two-form changes by O(h^4)"
                          : "symplectic: keeps the two-form of a Hamiltonian system");
    if (M->traits & LF_ENERGY_PRESERVING)
        describe_line(out, "trait", "energy-preserving: to the tolerance of its solver");
    for (int tag = 0; tag < LF_TRAIT_COUNT; tag++)
        if (M->needs & LF_NEEDS(tag))
            describe_line(out, "needs", lf_trait_name((lf_trait_tag)tag));
}

/* How it moves points. */
static const char *describe_kind(const lf_method *M)
{
    if (M->traits & LF_AMBIENT)
        return "classical: runs on the ambient space and may leave the manifold";
    if (M->traits & LF_CHOOSES_ROTATION)
        return "variational: kicks and free rotations; --free-rotation chooses these, --map how "
               "they are found";
    if (M->traits & LF_CHOOSES_SOLVER)
        return "implicit: equations for its stages, which --solver chooses a way to solve, then a "
               "flow exp(u).y: stays on the manifold";
    if ((M->traits & LF_RKMK) && M->pull != LF_PULL_EXACT)
        return "a Butcher tableau in the Lie algebra: stays on the manifold";
    if (M->traits & LF_RKMK)
        return "RKMK: a Butcher tableau in the Lie algebra; --map and --dexpinv choose the "
               "coordinates: stays on the manifold";
    if (M->traits & LF_CHOOSES_MAP)
        return "a method in the Lie algebra; --map chooses the coordinates: stays on the manifold";
    if (M->needs & (LF_NEEDS(LF_TRAIT_SPLITTING) | LF_NEEDS(LF_TRAIT_EXACT)))
        return "exact flows of the equation or its pieces: stays on the manifold";
    if (M->needs & LF_NEEDS(LF_TRAIT_SEMILINEAR))
        return "exponential: functions of the linear operator applied to stages, no flows";
    return "flows exp(u).y one after the other: stays on the manifold";
}

/* "4", or what stands for it where the order varies or the flow is exact. */
static const char *describe_order(const lf_method *M, char *text, size_t size)
{
    if (M->needs & LF_NEEDS(LF_TRAIT_EXACT))
        return "none: exact but for roundoff";
    snprintf(text, size, M->estimator.level ? "up to %d; %d with fixed steps" : "%d", M->order,
             M->order);
    return text;
}

static bool describe_fits(const lf_method *M, const lf_model *model, lf_text *out)
{
    lf_problem P;
    const char *why;
    lf_scenario *S = lf_describe_built(model, &P, out);
    const bool fits = S && lf_method_fits(M, &P, &why) == LF_OK;
    lf_scenario_free(S);
    return fits;
}

/* A model to try the method with: the first that it fits; NULL if there is none. */
static const char *describe_fitting(const lf_method *M, lf_text *out)
{
    const lf_model *model;
    for (size_t i = 0; (model = lf_model_at(i)); i++)
        if (describe_fits(M, model, out))
            return model->name;
    return NULL;
}

static void describe_method(lf_text *out, const lf_method *M)
{
    char line[200];
    lf_text_add(out, "%s: a method\n\n", M->name);
    describe_line(out, "what", M->doc);
    describe_line(out, "order", describe_order(M, line, sizeof line));
    describe_estimator(out, M);
    describe_line(out, "kind", describe_kind(M));
    if (M->traits & LF_NEGATIVE)
        describe_line(out, "beware", "a negative example: it loses order on curved groups");
    describe_traits(out, M);
    if (!(M->traits & LF_AMBIENT))
        describe_line(out, "convention",
                      "left actions; differentials of exp are right trivialised");
    describe_line(out, "reference", M->cite);
    const char *model = describe_fitting(M, out);
    if (model)
        lf_text_add(out, "\n  try: lieflow order %s --methods %s\n", model, M->name);
}

static void describe_group(lf_text *out, const lf_group *G)
{
    lf_text maps = {0};
    char line[100];
    lf_text_add(out, "%s: a group\n\n", G->name);
    describe_line(out, "what", G->doc);
    snprintf(line, sizeof line, "%zu; an element is kept in %zu numbers", G->dim, G->rep);
    describe_line(out, "dimension", line);
    for (int map = LF_EXP; map < LF_MAP_COUNT; map++)
        if (lf_group_has_map(G, (lf_map)map))
            lf_text_add(&maps, "%s%s", maps.length ? " " : "", lf_map_name((lf_map)map));
    describe_line(out, "maps", lf_text_string(&maps));
    lf_text_part_free(&maps, out);
    if (!G->abelian)
        describe_line(out, "convention",
                      "matrices are kept row by row; differentials of exp are right trivialised");
}

static void describe_action(lf_text *out, const lf_action *A)
{
    char line[200];
    lf_text_add(out, "%s: an action\n\n", A->name);
    describe_line(out, "what", A->doc);
    snprintf(line, sizeof line, "%s: %s", A->group->name, A->group->doc);
    describe_line(out, "group", line);
    snprintf(line, sizeof line, "%zu components", A->dim);
    describe_line(out, "point", line);
    describe_line(out, "convention", "a left action: (a b).y = a.(b.y); y' = generator of f(t, y)");
}

static void describe_tableau(lf_text *out, const lf_tableau *T)
{
    char text[32];
    size_t s = (size_t)T->stages;
    lf_text_add(out, "%s: a tableau of order %d\n\n", T->name, T->order);
    for (size_t i = 0; i < s; i++) {
        lf_text_add(out, "  c = %-20s a =", lf_number_text(T->c[i], text));
        for (size_t j = 0; j < i; j++)
            lf_text_add(out, " %s", lf_number_text(T->a[i * s + j], text));
        lf_text_add(out, "\n");
    }
    lf_text_add(out, "  %-24s b =", "");
    for (size_t j = 0; j < s; j++)
        lf_text_add(out, " %s", lf_number_text(T->b[j], text));
    lf_text_add(out, "\n\n  try: 'tableau: %s' in a scenario, or --set tableau=%s\n", T->name,
                T->name);
}

/* "a, b" from "a|b" */
static void describe_list(lf_text *out, const char *heading, const char *list)
{
    lf_text words = {0};
    for (const char *s = list; s && *s; s++)
        lf_text_add(&words, *s == '|' ? ", " : "%c", *s);
    describe_line(out, heading, lf_text_string(&words));
    lf_text_part_free(&words, out);
}

static void describe_option(lf_text *out, const lf_knob *knob)
{
    char line[200];
    const char *argument = lf_knob_argument(knob);
    const bool member = lf_knob_is_member(knob);
    lf_text_add(out, "%s: an option of a run\n\n", knob->row.name);
    describe_line(out, "what", knob->row.doc);
    describe_line(out, "", knob->more);
    if (!(knob->flags & LF_KNOB_INNER)) {
        snprintf(line, sizeof line, "%s: ..", knob->row.name);
        describe_line(out, "in a file", line);
    }
    if (knob->option) {
        snprintf(line, sizeof line, "--%s%s%s", knob->option, argument ? " " : "",
                 argument ? argument : "");
        describe_line(out, "option", line);
    }
    lf_param row = knob->row;
    if (knob->flags & LF_KNOB_WHOLE)
        row.type = LF_COUNT;
    if (member && !(knob->flags & LF_KNOB_SWITCH))
        describe_line(out, "value", lf_param_range(&row, line, sizeof line));
    describe_line(out, "unit", member ? knob->row.unit : NULL);
    describe_list(out, "in place of", knob->instead);
    describe_line(out, "about", lf_topic_name(knob->topic));
}

bool lf_kind_find(lf_kind kind, const char *name, size_t *at)
{
    const char *entry;
    for (*at = 0; (entry = lf_kind_entry(kind, *at, NULL)); ++*at)
        if (strcmp(entry, name) == 0 ||
            (kind == LF_KIND_MODEL && lf_model_at(*at) == lf_model_find(name)))
            return true;
    return false;
}

lf_status lf_describe(const char *name, lf_text *out, char *why, size_t why_size)
{
    size_t at, found = 0;
    for (lf_kind kind = 0; kind < LF_KINDS; kind++) {
        if (!lf_kind_find(kind, name, &at))
            continue;
        if (found++)
            lf_text_add(out, "\n");
        switch (kind) {
        case LF_KIND_MODEL: describe_model(out, lf_model_at(at)); break;
        case LF_KIND_METHOD: describe_method(out, lf_methods()[at]); break;
        case LF_KIND_GROUP: describe_group(out, lf_groups()[at]); break;
        case LF_KIND_ACTION: describe_action(out, lf_actions()[at]); break;
        case LF_KIND_TABLEAU: describe_tableau(out, lf_tableaux()[at]); break;
        default: describe_option(out, &lf_knob_table()[at]); break;
        }
    }
    if (out->failed)
        snprintf(why, why_size, "%s", lf_status_text(LF_EMEMORY));
    return out->failed ? LF_EMEMORY : found ? LF_OK : lf_describe_unknown(name, why, why_size);
}

lf_status lf_describe_unknown(const char *name, char *why, size_t why_size)
{
    const char *names[256];
    size_t n = 0;
    char near[LF_WHY_SIZE] = "";
    for (lf_kind kind = 0; kind < LF_KINDS; kind++) {
        const char *entry;
        for (size_t i = 0; n < 255 && (entry = lf_kind_entry(kind, i, NULL)); i++)
            names[n++] = entry;
    }
    names[n] = NULL;
    lf_name_suggest(name, names, near, sizeof near);
    snprintf(why, why_size, "there is no model, method, group, action, tableau or option '%.60s'%s",
             name, *near ? near : "; 'lieflow list' shows all");
    return LF_ENAME;
}
