/* SPDX-License-Identifier: BSD-3-Clause */
/* replay.c - hands every file of a folder to a target, in place of libFuzzer: what it once found stays
 * found. */
#include "fuzz.h"

#include <dirent.h>

static void replay_file(const char *path)
{
    enum { LARGEST = 1 << 20 };
    static uint8_t data[LARGEST];
    FILE *file = fopen(path, "rb");
    FUZZ_EXPECT(file);
    const size_t size = fread(data, 1, sizeof data, file);
    fclose(file);
    LLVMFuzzerTestOneInput(data, size);
    for (size_t cut = size / 2; cut > 0; cut /= 2) /* and beginnings of it */
        LLVMFuzzerTestOneInput(data, cut);
}

int main(int argc, char **argv)
{
    size_t count = 0;
    DIR *folder = argc == 2 ? opendir(argv[1]) : NULL;
    FUZZ_EXPECT(folder);
    LLVMFuzzerTestOneInput((const uint8_t *)"", 0);
    for (const struct dirent *entry; (entry = readdir(folder));) {
        char path[4096];
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", argv[1], entry->d_name);
        replay_file(path);
        count++;
    }
    closedir(folder);
    FUZZ_EXPECT(count > 0);
    printf("%zu files replayed\n", count);
    return 0;
}
