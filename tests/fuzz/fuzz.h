/* SPDX-License-Identifier: BSD-3-Clause */
/* fuzz.h - what the targets share: each takes bytes from anybody and must come back, with a result
 * that keeps its promises or with a sentence. */
#ifndef LIEFLOW_TESTS_FUZZ_H
#define LIEFLOW_TESTS_FUZZ_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lieflow/run.h>

/* The entry that libFuzzer calls. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A broken promise: a crash that the fuzzer keeps. */
#define FUZZ_EXPECT(what)                                                      \
    do {                                                                       \
        if (!(what)) {                                                         \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #what); \
            abort();                                                           \
        }                                                                      \
    } while (0)

/* The bytes as a text that ends with a zero byte; to be freed. */
static inline char *fuzz_text(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    FUZZ_EXPECT(text);
    memcpy(text, data, size);
    text[size] = 0;
    return text;
}

/* A refusal is one plain line that says something. */
static inline void fuzz_sentence(const char *why)
{
    FUZZ_EXPECT(*why);
    FUZZ_EXPECT(lf_text_is_plain(why));
}

/* Build the problem of a scenario, if its points are small. */
static inline void fuzz_build(lf_scenario *S)
{
    enum { LARGEST = 4096 };
    static double y[LARGEST];
    lf_problem P;
    lf_method M;
    const size_t dim = lf_scenario_dim(S);
    if (dim == 0 || dim > LARGEST)
        return;
    lf_status status = lf_scenario_build(S, &P, y);
    if (status == LF_OK)
        status = lf_scenario_method(S, &P, &M);
    if (status != LF_OK)
        fuzz_sentence(lf_scenario_why(S));
}

#endif
