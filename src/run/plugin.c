/* SPDX-License-Identifier: BSD-3-Clause */
/* plugin.c - models from a shared object: it is opened, asked for its list, and stays. */
#include <lieflow/run.h>

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/* The list of an opened object; NULL with a sentence when there is none that fits. */
static const lf_plugin *plugin_entry(void *object, const char *path, char *why, size_t why_size)
{
    const lf_plugin *entry = dlsym(object, LF_PLUGIN_SYMBOL);
    if (!entry)
        snprintf(why, why_size,
                 "%.300s is no plug-in of Lieflow: it does not export " LF_PLUGIN_SYMBOL, path);
    else if (entry->abi != LF_ABI)
        snprintf(why, why_size,
                 "%.300s was compiled for ABI %u of Lieflow, and this is ABI %d: compile it again",
                 path, entry->abi, LF_ABI);
    else if (entry->size < sizeof *entry || !entry->models)
        snprintf(why, why_size, "%.300s has no list of models", path);
    else
        return entry;
    return NULL;
}

lf_status lf_model_load(const char *path, char *why, size_t why_size)
{
    char place[LF_PATH_SIZE], sentence[400];
    /* a name without a slash would be looked for among the system's libraries */
    const int length = snprintf(place, sizeof place, "%s%s", strchr(path, '/') ? "" : "./", path);
    if (length < 0 || (size_t)length >= sizeof place) {
        snprintf(why, why_size, "the name of the plug-in is too long: %.60s...", path);
        return LF_EINPUT;
    }
    FILE *file = fopen(place, "rb");
    if (!file) {
        snprintf(why, why_size, "there is no plug-in %.300s, or it cannot be read", path);
        return LF_EIO;
    }
    fclose(file);
    void *object = dlopen(place, RTLD_NOW | RTLD_LOCAL);
    if (!object) {
        snprintf(why, why_size, "%.300s cannot be loaded: %.300s", path, dlerror());
        return LF_EIO;
    }
    const lf_plugin *entry = plugin_entry(object, path, why, why_size);
    lf_status status = LF_EINPUT;
    if (entry) {
        status = lf_model_register_all(entry->models, sentence, sizeof sentence);
        if (status != LF_OK)
            snprintf(why, why_size, "%.200s: %s", path, sentence);
    }
    if (status != LF_OK)
        dlclose(object);
    return status;
}
