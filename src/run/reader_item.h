/* SPDX-License-Identifier: BSD-3-Clause */
/* reader_item.h - one item of a model, such as a body, as it is being read from a scenario. */
#ifndef LIEFLOW_RUN_READER_ITEM_H
#define LIEFLOW_RUN_READER_ITEM_H

#include "run/reader.h"

/* Keys that an item may have besides the model's rows; all but the name belong to a shape. */
enum { LF_ITEM_NAME, LF_ITEM_SHAPE, LF_ITEM_DENSITY, LF_ITEM_SCALE, LF_ITEM_OWN };
enum { LF_ITEM_KEYS = LF_ITEM_MAX_ROWS + LF_ITEM_OWN };

typedef struct {
    lf_reader *R;
    const lf_model_items *items;
    char label[2 * LF_WORD_SIZE + 24];  /* "body 2 (moon)" */
    char begins[LF_READER_PLACE];       /* where */
    size_t rows, keys;                  /* of the model, and all */
    const char *key[LF_ITEM_KEYS + 1];  /* the model's rows, then the item's own; then NULL */
    struct fy_node *node[LF_ITEM_KEYS]; /* NULL: not said */
    char place[LF_ITEM_KEYS][LF_READER_PLACE];
} lf_item_reader;

/* Number of a key; `keys` if there is none. */
size_t lf_item_key(const lf_item_reader *I, const char *key);
/* Let sentences speak of a key's line, or of the item's if it is not said. */
void lf_item_at(lf_item_reader *I, size_t key);
/* Hand the text of a key to a row of a table. */
lf_status lf_item_set(lf_item_reader *I, size_t key, const lf_param *row, void *object);

/* Mass, inertia and points of the polyhedron that the item names, into its rows. */
lf_status lf_item_shape(lf_item_reader *I, void *item);

#endif
