/* SPDX-License-Identifier: BSD-3-Clause */
/* reader_adapt.c - tolerances and events written into a scenario:
 *   tolerance: {atol: 1e-8, rtol: 1e-6, blocks: {q1: 1e-10}}
 *   events: [Gamma.z = 0, {expression: energy, value: 2, direction: rising, terminal: true}] */
#include "run/reader.h"

#include <stdio.h>
#include <string.h>

/* ---- tolerances ----------------------------------------------------------------------------- */

/* One block: a number, or absolute and relative tolerance. */
static lf_status reader_block(lf_reader *R, const char *block, struct fy_node *node)
{
    lf_text value = {0}, text = {0};
    lf_status status = lf_reader_value(R, node, "tolerance.blocks", &value);
    if (status == LF_OK) {
        char *blank = value.data ? strchr(value.data, ' ') : NULL;
        if (blank)
            *blank = ',';
        lf_text_add(&text, "%s=%s", block, lf_text_string(&value));
        status = lf_scenario_set_block(R->S, lf_text_string(&text), R->place);
    }
    lf_text_free(&text);
    lf_text_free(&value);
    return status;
}

/* By name, or one after the other. */
static lf_status reader_blocks(lf_reader *R, struct fy_node *node)
{
    char key[LF_WORD_SIZE];
    void *at = NULL;
    struct fy_node_pair *pair;
    struct fy_node *item;
    lf_status status = LF_OK;
    if (node && fy_node_is_mapping(node)) {
        while (status == LF_OK && (pair = fy_node_mapping_iterate(node, &at))) {
            status = lf_reader_key(R, pair, key);
            if (status == LF_OK)
                status = reader_block(R, key, fy_node_pair_value(pair));
        }
        return status;
    }
    if (!node || !fy_node_is_sequence(node))
        return LF_READER_FAIL(R, "tolerance.blocks must be a list of tolerances, or 'block: "
                                 "tolerance' lines");
    for (int k = 1; status == LF_OK && (item = fy_node_sequence_iterate(node, &at)); k++) {
        snprintf(key, sizeof key, "%d", k);
        lf_reader_at(R, item);
        status = reader_block(R, key, item);
    }
    return status;
}

lf_status lf_reader_tolerance(lf_reader *R, struct fy_node *node)
{
    char key[LF_WORD_SIZE];
    void *at = NULL;
    struct fy_node_pair *pair;
    bool said = false;
    lf_status status = LF_OK;
    while (status == LF_OK && (pair = fy_node_mapping_iterate(node, &at))) {
        status = lf_reader_key(R, pair, key);
        if (status != LF_OK)
            return status;
        bool blocks = strcmp(key, "blocks") == 0;
        if (!blocks && strcmp(key, "atol") != 0 && strcmp(key, "rtol") != 0)
            return LF_READER_FAIL(R, "tolerance has no key '%s'; it has atol, rtol and blocks",
                                  key);
        said = said || !blocks;
        status = blocks ? reader_blocks(R, fy_node_pair_value(pair))
                        : lf_reader_set(R, key, fy_node_pair_value(pair), lf_scenario_set);
    }
    if (status == LF_OK && !said)
        status = LF_READER_FAIL(R, "tolerance needs the key atol or rtol (or both)");
    return status;
}

/* ---- events --------------------------------------------------------------------------------- */

static lf_status reader_event_parts(lf_reader *R, struct fy_node *node, lf_event_rule *rule)
{
    char key[LF_WORD_SIZE];
    void *at = NULL;
    struct fy_node_pair *pair;
    lf_status status = LF_OK;
    while (status == LF_OK && (pair = fy_node_mapping_iterate(node, &at))) {
        lf_text text = {0};
        status = lf_reader_key(R, pair, key);
        if (status == LF_OK)
            status = lf_reader_value(R, fy_node_pair_value(pair), key, &text);
        if (status == LF_OK)
            status = lf_event_set(R->S, rule, key, lf_text_string(&text), R->place);
        lf_text_free(&text);
    }
    snprintf(rule->place, sizeof rule->place, "%.190s", R->place);
    if (status == LF_OK && !*rule->expression)
        status = LF_READER_FAIL(R, "an event needs the key expression: a column, invariant or "
                                   "output");
    return status;
}

static lf_status reader_event(lf_reader *R, struct fy_node *node)
{
    lf_text text = {0};
    lf_reader_at(R, node);
    if (fy_node_is_mapping(node)) {
        lf_event_rule *rule = lf_scenario_new_event(R->S, R->place);
        return rule ? reader_event_parts(R, node, rule) : LF_EINPUT;
    }
    lf_status status =
        lf_reader_scalar(R, fy_node_is_scalar(node) ? node : NULL, "an event", &text);
    if (status == LF_OK)
        status = lf_scenario_set_event(R->S, lf_text_string(&text), R->place);
    lf_text_free(&text);
    return status;
}

lf_status lf_reader_events(lf_reader *R, struct fy_node *node)
{
    void *at = NULL;
    struct fy_node *item;
    lf_status status = LF_OK;
    if (!node || !fy_node_is_sequence(node))
        return LF_READER_FAIL(R, "events must be a list, such as '- Gamma.z = 0'");
    while (status == LF_OK && (item = fy_node_sequence_iterate(node, &at)))
        status = reader_event(R, item);
    return status;
}
