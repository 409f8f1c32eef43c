/* SPDX-License-Identifier: BSD-3-Clause */
/* text.h - numbers that are written alike in every locale. */
#ifndef LIEFLOW_IO_TEXT_H
#define LIEFLOW_IO_TEXT_H

#include <locale.h>

/* Between begin and end printf and strtod use a decimal point, in this thread alone. */
typedef struct {
    locale_t c, before;
} lf_numerals;
lf_numerals lf_numerals_begin(void);
void lf_numerals_end(lf_numerals kept);

#endif
