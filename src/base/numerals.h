/* SPDX-License-Identifier: BSD-3-Clause */
/* numerals.h - numbers that are written alike in every locale. */
#ifndef LIEFLOW_BASE_NUMERALS_H
#define LIEFLOW_BASE_NUMERALS_H

#include <locale.h>

typedef struct {
    locale_t c, before;
} lf_numerals;

/* Between begin and end printf and strtod use a decimal point, in this thread alone. In glibc and
 * musl the C locale is a constant that costs nothing to take. */
static inline lf_numerals lf_numerals_begin(void)
{
    lf_numerals kept = {newlocale(LC_ALL_MASK, "C", (locale_t)0), (locale_t)0};
    if (kept.c != (locale_t)0)
        kept.before = uselocale(kept.c);
    return kept;
}

static inline void lf_numerals_end(lf_numerals kept)
{
    if (kept.c == (locale_t)0)
        return;
    uselocale(kept.before);
    freelocale(kept.c);
}

#endif
