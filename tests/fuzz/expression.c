/* SPDX-License-Identifier: BSD-3-Clause */
/* expression.c - numbers, lists and events as a user may write them. */
#include "fuzz.h"

#include <math.h>

typedef struct {
    double number, three[3];
    size_t count;
    int choice;
    lf_list list;
} numbers;

static const lf_param rows[] = {
    {"number", LF_REAL, 1, offsetof(numbers, number), "", "0", NULL, -1e3, 1e3, 0, ""},
    {"three", LF_REAL, 3, offsetof(numbers, three), "", "0 0 0", NULL, -INFINITY, INFINITY, 0, ""},
    {"count", LF_COUNT, 1, offsetof(numbers, count), "", "1", NULL, 1, 1e6, 0, ""},
    {"choice", LF_CHOICE, 1, offsetof(numbers, choice), "", "a", "a|bb|ccc", 0, 0, 0, ""},
    {"list", LF_LIST, 1, offsetof(numbers, list), "", "0", NULL, -INFINITY, INFINITY, 0, ""},
    {NULL, LF_REAL, 0, 0, NULL, NULL, NULL, 0, 0, 0, NULL}};

static void expression_values(const char *text)
{
    numbers N;
    char why[LF_WHY_SIZE] = "";
    lf_param_defaults(rows, &N);
    for (const lf_param *row = rows; row->name; row++) {
        const size_t room = row->type == LF_LIST ? lf_param_numbers(text) : 0;
        double *memory = room > lf_param_room(row, &N) ? calloc(room, sizeof *memory) : NULL;
        if (memory)
            lf_param_give(row, &N, room, memory);
        if (lf_param_set(row, &N, text, why, sizeof why) != LF_OK)
            FUZZ_EXPECT(*why);
        for (size_t k = 0; row->type != LF_CHOICE && k < lf_param_count(row, &N); k++)
            FUZZ_EXPECT(isfinite(lf_param_number(row, &N, k)));
        free(memory);
    }
    FUZZ_EXPECT(fabs(N.number) <= 1e3 && N.count >= 1 && N.choice >= 0 && N.choice <= 2);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    lf_scenario *S = lf_scenario_new();
    FUZZ_EXPECT(S && lf_scenario_set_model(S, "heavy-top", NULL) == LF_OK);
    expression_values(text);
    const char *const keys[] = {"events", "tol_block", "tolerance", "steps", "method", "tableau"};
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
        if (lf_scenario_set(S, keys[k], text, "--option") != LF_OK)
            fuzz_sentence(lf_scenario_why(S));
    lf_scenario_free(S);
    free(text);
    return 0;
}
