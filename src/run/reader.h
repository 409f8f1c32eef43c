/* SPDX-License-Identifier: BSD-3-Clause */
/* reader.h - what the readers of a scenario's parts share. */
#ifndef LIEFLOW_RUN_READER_H
#define LIEFLOW_RUN_READER_H

#include <libfyaml.h>

#include "run/scenario.h"

enum { LF_READER_PLACE = 320 };

typedef struct {
    lf_scenario *S;
    const char *path;
    char place[LF_READER_PLACE]; /* "file:line" of what is being read */
    bool items;                  /* the scenario has items of its model */
} lf_reader;

#define LF_READER_FAIL(R, ...) lf_scenario_fail((R)->S, LF_EINPUT, (R)->place, __VA_ARGS__)

/* Remember the line of a node; nodes without a scalar keep the place of their key. */
void lf_reader_at(lf_reader *R, struct fy_node *node);
/* Key of a pair (LF_WORD_SIZE bytes), with the place set to its line. */
lf_status lf_reader_key(lf_reader *R, struct fy_node_pair *pair, char *key);
/* Append a scalar to `text`, with a blank between elements. */
lf_status lf_reader_scalar(lf_reader *R, struct fy_node *node, const char *key, lf_text *text);
/* A value as one text: a scalar as it stands, a list (of lists) with blanks between its numbers. */
lf_status lf_reader_value(lf_reader *R, struct fy_node *node, const char *key, lf_text *text);
/* Read a value and hand it to `set`. */
lf_status lf_reader_set(lf_reader *R, const char *key, struct fy_node *node,
                        lf_status (*set)(lf_scenario *, const char *, const char *, const char *));

/* In whatever hangs below the node: no key twice, and not too many side by side. libfyaml limits the
 * depth. */
lf_status lf_reader_mappings(lf_reader *R, struct fy_node *node);
/* A scenario as text, which ends with a zero byte. */
lf_status lf_reader_text(lf_reader *R, const char *text, size_t length);

/* Parts with a form of their own. */
lf_status lf_reader_tableau(lf_reader *R, struct fy_node *node);
lf_status lf_reader_tolerance(lf_reader *R, struct fy_node *node);
lf_status lf_reader_events(lf_reader *R, struct fy_node *node);
/* The items of the model, after all other keys: what they need depends on parameters. */
lf_status lf_reader_items(lf_reader *R, struct fy_node *node);
/* Do the items say this parameter of the model? */
bool lf_reader_items_say(const lf_model *M, const char *key);

#endif
