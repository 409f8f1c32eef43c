/* SPDX-License-Identifier: BSD-3-Clause */
/* data.c - tables and sounds on their way to a model, and what it makes of them on their way out. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run/knobs.h"
#include "run/scenario.h"

enum { DATA_FILES = 64 };

/* Names relative to the folder of the scenario file, if they are found there. */
static void data_names(const lf_scenario *S, char (*word)[LF_PATH_SIZE], size_t count)
{
    const char *slash = strrchr(S->source, '/');
    const int folder = slash ? (int)(slash + 1 - S->source) : 0;
    for (size_t k = 0; folder && k < count; k++) {
        char there[LF_PATH_SIZE];
        if (word[k][0] == '/' || snprintf(there, sizeof there, "%.*s%.2000s", folder, S->source,
                                          word[k]) >= LF_PATH_SIZE)
            continue;
        FILE *f = fopen(there, "rb");
        if (!f)
            continue;
        fclose(f);
        memcpy(word[k], there, sizeof there);
    }
}

/* "a.wav, b.wav" cut at its commas; 0: too many, or one is empty. */
static size_t data_cut(const char *list, char (*word)[LF_PATH_SIZE])
{
    size_t count = 0;
    for (const char *s = list;; s++) {
        s += strspn(s, " [\"'");
        size_t length = strcspn(s, ",");
        size_t kept = length;
        while (kept > 0 && strchr(" ]\"'", s[kept - 1]))
            kept--;
        if (kept == 0 || count == DATA_FILES || kept >= LF_PATH_SIZE)
            return 0;
        memcpy(word[count], s, kept);
        word[count++][kept] = 0;
        s += length;
        if (!*s)
            return count;
    }
}

/* The files, `word` having room for DATA_FILES; 0: they cannot be told. */
static size_t data_files(const lf_scenario *S, char (*word)[LF_PATH_SIZE])
{
    const size_t count = data_cut(S->data, word);
    data_names(S, word, count);
    return count;
}

/* The names as they were found, which rows carry to be made again elsewhere; if they are too long as a whole,
 * those that were said. */
static void data_remember(lf_scenario *S, size_t count, char (*word)[LF_PATH_SIZE])
{
    char found[LF_PATH_SIZE] = "";
    size_t used = 0;
    for (size_t k = 0; k < count && used < sizeof found; k++)
        used += (size_t)snprintf(found + used, sizeof found - used, "%s%s", k ? "," : "", word[k]);
    if (used < sizeof found)
        memcpy(S->data, found, used + 1);
}

/* The table lives as long as the scenario. */
static lf_status data_give(lf_scenario *S, const lf_dataset *D)
{
    const lf_model_data *data = S->model->data;
    const size_t count = D->rows * D->columns, room = data->room(S->self, D->rows, D->columns);
    char why[LF_WHY_SIZE] = "";
    double *table = lf_scenario_room(S, count + room + 1);
    if (!table)
        return LF_EMEMORY;
    memcpy(table, D->value, count * sizeof *table);
    S->data_rate = D->rate;
    S->data_rows = D->rows;
    const lf_status s =
        data->take(S->self, D->rows, D->columns, table, table + count, why, sizeof why);
    return s == LF_OK ? LF_OK : lf_scenario_fail(S, s, lf_scenario_place(S, "data"), "%s", why);
}

lf_status lf_scenario_take_data(lf_scenario *S)
{
    char why[LF_WHY_SIZE] = "", (*word)[LF_PATH_SIZE];
    const char *path[DATA_FILES];
    lf_dataset D = {0};
    if (!*S->data)
        return LF_OK;
    if (!S->model || !S->model->data)
        return lf_scenario_fail(S, LF_EINPUT, lf_scenario_place(S, "data"),
                                "the model %s takes no data", S->model ? S->model->name : "");
    word = malloc(DATA_FILES * sizeof *word);
    if (!word)
        return lf_scenario_fail(S, LF_EMEMORY, NULL, "out of memory for names of files");
    const size_t count = data_files(S, word);
    for (size_t k = 0; k < count; k++)
        path[k] = word[k];
    if (count == 0)
        snprintf(why, sizeof why, "data are 1 to %d names of files, separated by commas",
                 DATA_FILES);
    lf_status s = count ? lf_dataset_read(&D, count, path, why, sizeof why) : LF_EINPUT;
    if (s == LF_OK)
        data_remember(S, count, word);
    free(word);
    s = s == LF_OK ? data_give(S, &D)
                   : lf_scenario_fail(S, s, lf_scenario_place(S, "data"), "%s", why);
    lf_dataset_free(&D);
    return s;
}

lf_status lf_scenario_set_data(lf_scenario *S, const char *paths, const char *where)
{
    if (!*paths || strlen(paths) >= sizeof S->data)
        return lf_scenario_fail(S, LF_EINPUT, where,
                                "data must be names of at most %d bytes in all", LF_PATH_SIZE - 1);
    strcpy(S->data, paths);
    lf_scenario_remember(S, "data", where);
    return S->reading ? LF_OK : lf_scenario_take_data(S); /* a file is read to its end first */
}

/* ---- results ---- */

lf_status lf_scenario_set_result(lf_scenario *S, const char *path, const char *where)
{
    const char *dot = strrchr(path, '.');
    const bool known = dot && (strcmp(dot, ".csv") == 0 || strcmp(dot, ".wav") == 0);
    lf_scenario_remember(S, "result", where);
    return lf_scenario_set_path(S, S->result, "result", path, where,
                                known ? NULL : "the name must end in .csv or .wav");
}

enum { RESULT_NAME = LF_PATH_SIZE + 24, RESULT_VOICES = 64 };

static bool result_sounds(const lf_scenario *S)
{
    return strcmp(strrchr(S->result, '.'), ".wav") == 0;
}

/* FILE-1.wav for the first column of FILE.wav */
static void result_name(const char *path, size_t c, char name[RESULT_NAME])
{
    snprintf(name, RESULT_NAME, "%.*s-%zu.wav", (int)(strrchr(path, '.') - path), path, c + 1);
}

/* One column as a sound, as loud as can be: whitened sources have no loudness of their own. */
static lf_status result_voice(const lf_dataset *all, size_t c, const char *path, char *why,
                              size_t why_size)
{
    lf_dataset one = {.rows = all->rows, .columns = 1, .rate = all->rate};
    char name[RESULT_NAME];
    double peak = 0;
    one.value = malloc((all->rows + 1) * sizeof *one.value);
    if (!one.value) {
        snprintf(why, why_size, "out of memory for a sound");
        return LF_EMEMORY;
    }
    for (size_t r = 0; r < all->rows; r++)
        peak = fmax(peak, fabs(one.value[r] = all->value[r * all->columns + c]));
    for (size_t r = 0; r < all->rows; r++)
        one.value[r] *= peak > 0 ? 0.9 / peak : 0;
    result_name(path, c, name);
    const lf_status s = lf_dataset_write(&one, name, why, why_size);
    lf_dataset_free(&one);
    return s;
}

static lf_status result_files(const lf_dataset *D, const char *path, char *why, size_t why_size)
{
    if (strcmp(strrchr(path, '.'), ".csv") == 0)
        return lf_dataset_write(D, path, why, why_size);
    lf_status s = LF_OK;
    for (size_t c = 0; c < D->columns && s == LF_OK; c++)
        s = result_voice(D, c, path, why, why_size);
    return s;
}

/* No result is written over the data. */
static lf_status result_apart(lf_scenario *S)
{
    char why[LF_WHY_SIZE] = "", (*word)[LF_PATH_SIZE] = malloc(DATA_FILES * sizeof *word);
    char(*made)[RESULT_NAME] = malloc(RESULT_VOICES * sizeof *made);
    lf_path_use use[DATA_FILES + RESULT_VOICES];
    lf_status s = LF_EMEMORY;
    if (word && made) {
        const size_t files = data_files(S, word), columns = S->model->data->columns(S->self);
        const size_t count = result_sounds(S) && columns < RESULT_VOICES ? columns : 1;
        for (size_t k = 0; k < files; k++)
            use[k] = (lf_path_use){"data", word[k], true};
        for (size_t c = 0; c < count; c++) {
            snprintf(made[c], RESULT_NAME, "%s", S->result);
            if (result_sounds(S))
                result_name(S->result, c, made[c]);
            use[files + c] = (lf_path_use){"result", made[c], false};
        }
        s = lf_paths_check(files + count, use, why, sizeof why);
    }
    free(word);
    free(made);
    return s == LF_OK ? LF_OK
                      : lf_scenario_fail(S, s, lf_scenario_place(S, "result"), "%s",
                                         *why ? why : lf_status_text(s));
}

lf_status lf_scenario_check_result(lf_scenario *S)
{
    const char *place = lf_scenario_place(S, "result");
    if (*S->result && !*S->data)
        return lf_scenario_fail(S, LF_EINPUT, place, "there is no result without data");
    if (*S->result && S->data_rate == 0 && result_sounds(S))
        return lf_scenario_fail(S, LF_EINPUT, place,
                                "the data are no sounds: let result end in .csv");
    return *S->result ? result_apart(S) : LF_OK;
}

lf_status lf_scenario_write_result(lf_scenario *S, const lf_outcome *R)
{
    const lf_model_data *data = S->model->data;
    char why[LF_WHY_SIZE] = "";
    lf_dataset D = {.rows = S->data_rows, .columns = data->columns(S->self), .rate = S->data_rate};
    D.value = lf_scenario_room(S, D.rows * D.columns);
    if (!D.value)
        return LF_EMEMORY;
    data->make(S->self, R->y, D.value);
    const lf_status s = result_files(&D, S->result, why, sizeof why);
    return s == LF_OK ? LF_OK : lf_scenario_fail(S, s, lf_scenario_place(S, "result"), "%s", why);
}
