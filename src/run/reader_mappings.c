/* SPDX-License-Identifier: BSD-3-Clause */
/* reader_mappings.c - no key of a scenario stands twice, and no list of keys is endless. libfyaml
 * would look for twins itself, but takes seconds for twenty thousand keys of one mapping. */
#include "run/reader.h"

#include <string.h>

/* Far more than any mapping of a scenario has. */
enum { MOST_KEYS = 256 };

static bool mapping_alike(struct fy_node *a, struct fy_node *b)
{
    size_t n = 0, m = 0;
    const char *s = a && fy_node_is_scalar(a) ? fy_node_get_scalar(a, &n) : NULL;
    const char *t = b && fy_node_is_scalar(b) ? fy_node_get_scalar(b, &m) : NULL;
    return s && t && n == m && memcmp(s, t, n) == 0;
}

/* Does the key of the last pair stand before it? */
static bool mapping_twice(struct fy_node *mapping, struct fy_node_pair *last)
{
    void *at = NULL;
    struct fy_node_pair *pair;
    while ((pair = fy_node_mapping_iterate(mapping, &at)) && pair != last)
        if (mapping_alike(fy_node_pair_key(pair), fy_node_pair_key(last)))
            return true;
    return false;
}

static lf_status mapping_check(lf_reader *R, struct fy_node *mapping)
{
    void *at = NULL;
    struct fy_node_pair *pair;
    lf_status status = LF_OK;
    for (size_t count = 1; status == LF_OK && (pair = fy_node_mapping_iterate(mapping, &at));
         count++) {
        lf_reader_at(R, fy_node_pair_key(pair));
        if (count > MOST_KEYS)
            return LF_READER_FAIL(R, "more than %d keys side by side", MOST_KEYS);
        if (mapping_twice(mapping, pair))
            return LF_READER_FAIL(R, "this key stands twice");
        status = lf_reader_mappings(R, fy_node_pair_value(pair));
    }
    return status;
}

lf_status lf_reader_mappings(lf_reader *R, struct fy_node *node)
{
    void *at = NULL;
    struct fy_node *item;
    lf_status status = LF_OK;
    if (node && fy_node_is_mapping(node))
        return mapping_check(R, node);
    while (status == LF_OK && node && fy_node_is_sequence(node) &&
           (item = fy_node_sequence_iterate(node, &at)))
        status = lf_reader_mappings(R, item);
    return status;
}
