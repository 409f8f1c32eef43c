/* SPDX-License-Identifier: BSD-3-Clause */
/* argv.c - the words of a command line, one a line: they are understood or refused; nothing is run. */
#include "fuzz.h"

#include "cli/cli.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { MOST = 80 };
    char *text = fuzz_text(data, size), *rest = text, *argv[MOST];
    int argc = 0;
    cli_args args;
    while (argc < MOST && rest)
        argv[argc++] = strsep(&rest, "\n");
    const cli_command *command = cli_command_find(argv[0]);
    const int code = command ? cli_parse(command, argc - 1, argv + 1, &args) : CLI_USAGE;
    FUZZ_EXPECT(code == CLI_OK || code == CLI_USAGE || code == -1);
    if (code == CLI_OK && command->knobs && args.words) {
        lf_scenario *S = lf_scenario_new();
        FUZZ_EXPECT(S);
        if (cli_scenario(&args, S) == CLI_OK)
            fuzz_build(S);
        lf_scenario_free(S);
    }
    free(text);
    return 0;
}
