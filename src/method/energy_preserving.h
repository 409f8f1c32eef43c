/* SPDX-License-Identifier: BSD-3-Clause */
/* energy_preserving.h - discrete-differential methods. */
#ifndef LF_METHOD_ENERGY_PRESERVING_H
#define LF_METHOD_ENERGY_PRESERVING_H

#include <lieflow/method.h>

extern const lf_method lf_ep_mid, lf_ep_avf;

#endif
