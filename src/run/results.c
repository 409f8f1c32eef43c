/* SPDX-License-Identifier: BSD-3-Clause */
/* results.c - memory for what runs and measurements give, in the size that this library knows. */
#include <lieflow/run.h>

#include <stdlib.h>

lf_outcome *lf_outcome_new(void)
{
    return calloc(1, sizeof(lf_outcome));
}

void lf_outcome_free(lf_outcome *R)
{
    free(R);
}

lf_order_table *lf_order_table_new(void)
{
    return calloc(1, sizeof(lf_order_table));
}

void lf_order_table_free(lf_order_table *T)
{
    free(T);
}

lf_precision_table *lf_precision_table_new(void)
{
    return calloc(1, sizeof(lf_precision_table));
}

void lf_precision_table_free(lf_precision_table *T)
{
    free(T);
}
