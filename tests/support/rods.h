/* SPDX-License-Identifier: BSD-3-Clause */
/* rods.h - the model rod with settings, of any size. */
#ifndef LF_TEST_RODS_H
#define LF_TEST_RODS_H

#include "support/cases.h"

typedef struct {
    _Alignas(16) char self[LF_MODEL_MAX_SIZE];
    lf_problem problem;
    size_t dim;
    double *y, *room;
    char why[512];
} test_rod;

/* Build it with "key=value" settings separated by ';'. LF_OK or what the model answered; close it in any
 * case. */
lf_status test_rod_open(test_rod *rod, const char *settings);
void test_rod_close(test_rod *rod);

/* The numbers of an entry of rods.json, "start" or "end", `dim` of them. */
void test_rod_state(test_node *entry, const char *key, size_t dim, double *y);
/* The entry called so. */
test_node *test_rod_entry(test_document *D, const char *name);

#endif
