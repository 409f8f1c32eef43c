/* SPDX-License-Identifier: BSD-3-Clause */
/* reference.c - reference values in JSON, read through libfyaml. */
#include "support/support.h"

#include <stdio.h>
#include <string.h>

#include <libfyaml.h>
#include <lieflow/param.h>

#ifndef LF_TEST_DATA
#define LF_TEST_DATA "tests/data"
#endif

test_document *test_open(const char *file)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", LF_TEST_DATA, file);
    test_document *D = fy_document_build_from_file(NULL, path);
    if (!D)
        fail_msg("%s: cannot be read", path);
    return D;
}

void test_close(test_document *D)
{
    fy_document_destroy(D);
}

test_node *test_root(test_document *D)
{
    return fy_document_root(D);
}

test_node *test_get(test_node *node, const char *key)
{
    return node && fy_node_is_mapping(node)
               ? fy_node_mapping_lookup_value_by_simple_key(node, key, FY_NT)
               : NULL;
}

test_node *test_item(test_node *node, size_t i)
{
    return node && fy_node_is_sequence(node) ? fy_node_sequence_get_by_index(node, (int)i) : NULL;
}

size_t test_length(test_node *node)
{
    if (!node || !fy_node_is_sequence(node))
        return 0;
    const int count = fy_node_sequence_item_count(node);
    return count > 0 ? (size_t)count : 0;
}

const char *test_text(test_node *node, char *buffer, size_t size)
{
    size_t length = 0;
    const char *text = node && fy_node_is_scalar(node) ? fy_node_get_scalar(node, &length) : NULL;
    if (!text)
        length = 0;
    if (length >= size)
        length = size - 1;
    if (length)
        memcpy(buffer, text, length);
    buffer[length] = '\0';
    return buffer;
}

bool test_text_is(test_node *node, const char *text)
{
    char buffer[256];
    return node && fy_node_is_scalar(node) && !strcmp(test_text(node, buffer, sizeof buffer), text);
}

double test_number(test_node *node)
{
    static const lf_param number = {.name = "reference value", .type = LF_REAL, .count = 1};
    char text[256], why[256];
    double value = 0;
    if (lf_param_set(&number, &value, test_text(node, text, sizeof text), why, sizeof why) < 0)
        fail_msg("%s", why);
    return value;
}

size_t test_numbers(test_node *node, size_t max, double *a)
{
    if (!node || !fy_node_is_sequence(node)) {
        if (node && max > 0)
            a[0] = test_number(node);
        return node != NULL;
    }
    size_t count = 0;
    void *place = NULL;
    for (test_node *item; (item = fy_node_sequence_iterate(node, &place));)
        count += test_numbers(item, count < max ? max - count : 0, count < max ? a + count : NULL);
    return count;
}
