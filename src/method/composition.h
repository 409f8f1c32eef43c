/* SPDX-License-Identifier: BSD-3-Clause */
/* composition.h - higher order from a symmetric method of order two. */
#ifndef LF_METHOD_COMPOSITION_H
#define LF_METHOD_COMPOSITION_H

#include <lieflow/method.h>

/* The longest of the fractions of M's step that it goes at once, in size; 1 if it is no composition. */
double lf_composition_longest(const lf_method *M);

extern const lf_method lf_strang_yoshida4, lf_strang_suzuki4, lf_strang_yoshida6,
    lf_strang_kahanli6, lf_strang_suzukiumeno8, lf_strang_kahanli8;
extern const lf_method lf_lgvi_yoshida4, lf_lgvi_suzuki4, lf_lgvi_yoshida6, lf_lgvi_kahanli6,
    lf_lgvi_suzukiumeno8, lf_lgvi_kahanli8;

#endif
