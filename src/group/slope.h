/* SPDX-License-Identifier: BSD-3-Clause */
/* slope.h - how dexp_u changes with u. */
#ifndef LF_GROUP_SLOPE_H
#define LF_GROUP_SLOPE_H

#include <lieflow/group.h>

/* out = gradient of <m, dexp_u v> with respect to u: the covector with
 * <out, w> = <m, d/ds dexp_{u + s w} v> at s = 0. `work` holds lf_group_slope_work(G, n) doubles. */
size_t lf_group_slope_work(const lf_group *G, size_t n);
lf_status lf_group_dexp_slope(const lf_group *G, size_t n, const double *u, const double *v,
                              const double *m, double *out, double *work);

#endif
