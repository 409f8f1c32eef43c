/* SPDX-License-Identifier: BSD-3-Clause */
/* dataset.c - a table or a sound with any content: finite numbers, as many as its sizes say, or a
 * sentence. */
#include "fuzz.h"

#include <math.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char why[LF_WHY_SIZE] = "", *text = fuzz_text(data, size);
    lf_dataset D = {0};
    const lf_status status = lf_dataset_parse(&D, text, size, "data", why, sizeof why);
    FUZZ_EXPECT(status == LF_OK ? D.rows > 0 && D.columns > 0 && D.value : *why != 0 && !D.value);
    for (size_t i = 0; i < D.rows * D.columns; i++)
        FUZZ_EXPECT(isfinite(D.value[i]));
    lf_dataset_free(&D);
    free(text);
    return 0;
}
