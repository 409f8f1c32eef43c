/* SPDX-License-Identifier: BSD-3-Clause */
/* obj.c - a shape file with any content: every corner of every triangle is a vertex, and what becomes
 * a body has finite numbers. */
#include "fuzz.h"

#include <math.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { SMALL = 2000 };
    char why[LF_WHY_SIZE] = "", *text = fuzz_text(data, size);
    lf_mesh M = {0};
    const lf_status status = lf_obj_parse(&M, text, size, "shape.obj", why, sizeof why);
    FUZZ_EXPECT(status == LF_OK || *why != 0);
    for (size_t i = 0; status == LF_OK && i < 3 * M.faces; i++)
        FUZZ_EXPECT(M.face[i] < M.vertices);
    if (status == LF_OK && M.faces < SMALL) {
        lf_shape_options opt = lf_shape_options_default();
        lf_shape S = {.name = "shape.obj", .mesh = M};
        opt.density = 1;
        const lf_status made = lf_shape_build(&S, &opt, why, sizeof why);
        FUZZ_EXPECT(made == LF_OK ? isfinite(S.mass) && S.mass > 0 : *why != 0);
        lf_shape_free(&S);
        M = (lf_mesh){0};
    }
    lf_mesh_free(&M);
    free(text);
    return 0;
}
