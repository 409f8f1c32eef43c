/* SPDX-License-Identifier: BSD-3-Clause */
/* set.c - settings of a model: the first line names it, every other one is KEY=VALUE as after --set. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size), *rest = text, *line = strsep(&rest, "\n");
    lf_scenario *S = lf_scenario_new();
    FUZZ_EXPECT(S);
    lf_status status = lf_scenario_set_model(S, line, "--set");
    if (status != LF_OK)
        fuzz_sentence(lf_scenario_why(S));
    while (status == LF_OK && (line = strsep(&rest, "\n")))
        if (lf_scenario_set(S, "parameters", line, "--set") != LF_OK)
            fuzz_sentence(lf_scenario_why(S));
    if (status == LF_OK)
        fuzz_build(S);
    lf_scenario_free(S);
    free(text);
    return 0;
}
