/* SPDX-License-Identifier: BSD-3-Clause */
/* abi.h - what a program and the library agree about beside names.
 *
 *   number    LF_ABI grows when a public struct or function changes so that what was compiled
 *             against older headers no longer fits. Objects that are loaded while a program runs
 *             state the number of their headers and are refused when it is another one.
 *   size      a struct that callers fill and that may grow begins with its own size, set by its
 *             ..._default() function, or written by hand as in lf_model. Members are added at the
 *             end alone, and 0 (or NULL) means there what was done before they existed: a shorter
 *             struct is taken as one whose last members are 0. A size of 0, and one larger than
 *             the library knows, are refused with a sentence.
 *   arrays    structs handed over in arrays or as members of others do not grow.
 *   inline    every inline function of a header is also a symbol of the library. */
#ifndef LIEFLOW_ABI_H
#define LIEFLOW_ABI_H

enum { LF_ABI = 1 };

/* Visible to others, whatever a compiler was told about the rest. */
#if defined(__GNUC__) && !defined(LF_CFFI)
#define LF_EXPORT __attribute__((visibility("default")))
#else
#define LF_EXPORT
#endif

#endif
