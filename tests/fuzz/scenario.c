/* SPDX-License-Identifier: BSD-3-Clause */
/* scenario.c - a scenario file with any content: it is refused with a sentence, or what is written of
 * it reads back as the same scenario. */
#include "fuzz.h"

#include <sys/mman.h>
#include <unistd.h>

/* Read a scenario from a file that exists in memory alone. */
static lf_status scenario_read(lf_scenario *S, const char *text, size_t size)
{
    char path[40];
    const int file = memfd_create("scenario", 0);
    FUZZ_EXPECT(file >= 0 && write(file, text, size) == (ssize_t)size);
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    const lf_status status = lf_scenario_read(S, path);
    close(file);
    return status;
}

static void scenario_again(const lf_scenario *S)
{
    lf_text first = {0}, second = {0};
    lf_scenario *T = lf_scenario_new();
    FUZZ_EXPECT(T);
    lf_scenario_allow_paths(T);
    lf_scenario_write(S, &first);
    FUZZ_EXPECT(scenario_read(T, lf_text_string(&first), first.length) == LF_OK);
    lf_scenario_write(T, &second);
    FUZZ_EXPECT(strcmp(lf_text_string(&first), lf_text_string(&second)) == 0);
    lf_text_free(&first);
    lf_text_free(&second);
    lf_scenario_free(T);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    lf_scenario *S = lf_scenario_new();
    FUZZ_EXPECT(S);
    if (scenario_read(S, text, size) != LF_OK) {
        fuzz_sentence(lf_scenario_why(S));
    } else {
        scenario_again(S);
        fuzz_build(S);
    }
    lf_scenario_free(S);
    free(text);
    return 0;
}
