/* SPDX-License-Identifier: BSD-3-Clause */
/* asymptote.h - what the errors of a table of orders are worth. */
#ifndef LIEFLOW_RUN_ASYMPTOTE_H
#define LIEFLOW_RUN_ASYMPTOTE_H

#include <lieflow/run.h>

/* From the errors of method m: what each level is worth, the slopes between those that can be used,
 * and the order that is observed or why there is none. `size` is that of the solution. Levels that
 * were not run or failed are marked before. */
void lf_order_judge(lf_order_table *T, size_t m, double size);
/* Would smaller steps tell nothing more? After lf_order_judge: the last two slopes are the same to 0.02,
 * and what is claimed if it is (else a small term of the error may still hide a larger one), or the
 * floor has come. */
bool lf_order_settled(const lf_order_table *T, size_t m);

#endif
