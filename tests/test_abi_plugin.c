/* SPDX-License-Identifier: BSD-3-Clause */
/* test_abi_plugin.c - models that are registered and models that are loaded, through the shared
 * libraries: a plug-in gives the bits of the same model compiled in, and whatever does not fit is
 * refused with a sentence. LF_PLUGINS is where the plug-ins stand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include <lieflow/lieflow.h>
#include <lieflow/run.h>

extern const lf_model landau_model; /* abi/landau_lifshitz.c, as "landau-inside" */

static const char *plugin(const char *name)
{
    static char path[1024];
    snprintf(path, sizeof path, LF_PLUGINS "/%s.so", name);
    return path;
}

static void expect_words(const char *sentence, const char *words)
{
    if (!strstr(sentence, words))
        fail_msg("'%s' does not say '%s'", sentence, words);
}

static size_t count_models(void)
{
    size_t count = 0;
    while (lf_model_at(count))
        count++;
    return count;
}

/* The last point of a run of the model. */
static void run_model(const char *name, const char *method, double y[3])
{
    lf_scenario *S = lf_scenario_new();
    lf_outcome *R = lf_outcome_new();
    assert_int_equal(lf_scenario_open(S, name), LF_OK);
    assert_int_equal(lf_scenario_set(S, "method", method, NULL), LF_OK);
    assert_int_equal(lf_scenario_set(S, "alpha", "0.3", NULL), LF_OK);
    assert_int_equal(lf_scenario_run(S, NULL, (lf_progress){0}, R), LF_OK);
    assert_int_equal(R->dim, 3);
    assert_int_equal(R->stats.steps, 100);
    memcpy(y, R->y, 3 * sizeof *y);
    lf_outcome_free(R);
    lf_scenario_free(S);
}

static void test_plugin_runs(void **state)
{
    char why[LF_WHY_SIZE] = "";
    double loaded[3], inside[3];
    const size_t before = count_models();
    (void)state;
    assert_null(lf_model_find("landau-lifshitz"));
    assert_int_equal(lf_model_register(&landau_model, why, sizeof why), LF_OK);
    if (lf_model_load(plugin("landau"), why, sizeof why) != LF_OK)
        fail_msg("%s", why);
    assert_int_equal(count_models(), before + 2);
    const lf_model *model = lf_model_find("landau-lifshitz");
    assert_ptr_equal(model, lf_model_at(before + 1));
    assert_ptr_equal(model, lf_model_find("landau-lifshitz-1935"));
    static const char *const methods[] = {"rkmk4", "cf4", "rk4", "rkmk8"};
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
        run_model("landau-lifshitz", methods[k], loaded);
        run_model("landau-inside", methods[k], inside);
        assert_memory_equal(loaded, inside, sizeof loaded);
        assert_true(loaded[2] > 0.9); /* it was damped towards the field */
    }
}

/* The built-in action that a plug-in moves with is the program's: there is one copy. */
static void test_one_copy(void **state)
{
    _Alignas(max_align_t) char self[LF_MODEL_MAX_SIZE];
    double y[LF_MODEL_MAX_DIM];
    char why[200];
    lf_problem P;
    (void)state;
    const lf_model *model = lf_model_find("landau-lifshitz");
    lf_param_defaults(model->params, self);
    assert_int_equal(model->build(self, &P, y, why, sizeof why), LF_OK);
    assert_ptr_equal(P.action, &lf_sphere);
}

static void test_plugin_refused(void **state)
{
    static const struct {
        const char *file;
        lf_status status;
        const char *words;
    } row[] = {
        {"landau", LF_EINPUT, "there already is a model 'landau-lifshitz'"},
        {"landau_abi", LF_EINPUT, "was compiled for ABI 77 of Lieflow, and this is ABI"},
        {"landau_bare", LF_EINPUT, "is no plug-in of Lieflow: it does not export lf_plugin_entry"},
        {"nowhere", LF_EIO, "there is no plug-in"},
        {"text", LF_EIO, "cannot be loaded"},
    };
    const size_t before = count_models();
    (void)state;
    FILE *text = fopen(plugin("text"), "w");
    assert_non_null(text);
    fputs("no shared object\n", text);
    fclose(text);
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        char why[LF_WHY_SIZE] = "";
        assert_int_equal(lf_model_load(plugin(row[k].file), why, sizeof why), row[k].status);
        expect_words(why, row[k].words);
        expect_words(why, row[k].file);
    }
    assert_int_equal(count_models(), before);
}

/* ---- registration ---- */

static const char *const taken[] = {"fresh", "heavy-top-003", NULL};
static const char *const blank[] = {"a b", NULL};
static const lf_param outside[] = {
    {"far", LF_REAL, 3, 4096 - 16, "", "0 0 0", NULL, 0, 1, 0, "beyond its struct"}, LF_PARAM_END};
static const lf_param wrong[] = {{"off", LF_REAL, 1, 0, "", "2", NULL, 0, 1, 0, "out of range"},
                                 LF_PARAM_END};

static void expect_refused(lf_model model, const char *words)
{
    char why[LF_WHY_SIZE] = "";
    const size_t before = count_models();
    assert_int_equal(lf_model_register(&model, why, sizeof why), LF_EINPUT);
    expect_words(why, words);
    assert_int_equal(count_models(), before);
}

#define REFUSED(words, ...)            \
    do {                               \
        lf_model model = landau_model; \
        model.name = "fresh";          \
        model.aliases = NULL;          \
        __VA_ARGS__;                   \
        expect_refused(model, words);  \
    } while (0)

static void test_models_refused(void **state)
{
    (void)state;
    REFUSED("has 0 bytes", model.size = 0);
    REFUSED("while lf_model has", model.size = sizeof(lf_model) + 8);
    REFUSED("while lf_model has", model.size = offsetof(lf_model, build));
    REFUSED("has no name", model.name = NULL);
    REFUSED("'' cannot be the name", model.name = "");
    REFUSED("already is a model 'heavy-top'", model.name = "heavy-top");
    REFUSED("'heavy-top-003', an alias of heavy-top-trivialised", model.aliases = taken);
    REFUSED("'a b' cannot be", model.aliases = blank);
    REFUSED("lacks `doc`", model.doc = NULL);
    REFUSED("lacks `build`", model.build = NULL);
    REFUSED("positive step", model.step = 0);
    REFUSED("5000 bytes", model.self_size = 5000);
    REFUSED("far lies outside", model.params = outside; model.self_size = 4096);
    REFUSED("the row of the parameter off is wrong", model.params = wrong);
}

/* A model of older headers, without the last members: whatever stands in their place is not read. */
static void test_shorter_model(void **state)
{
    char why[LF_WHY_SIZE] = "";
    lf_model model = landau_model;
    (void)state;
    model.name = "landau-short";
    model.aliases = NULL;
    model.size = offsetof(lf_model, exact);
    memset((char *)&model + model.size, 0x5a, sizeof model - model.size);
    assert_int_equal(lf_model_register(&model, why, sizeof why), LF_OK);
    const lf_model *found = lf_model_find("landau-short");
    assert_true(!found->exact && !found->dim && !found->room && !found->give);
    assert_int_equal(found->size, sizeof(lf_model));
}

/* All of a list, or nothing. */
static void test_lists(void **state)
{
    char why[LF_WHY_SIZE] = "";
    lf_model first = landau_model, second = landau_model;
    const lf_model *const list[] = {&first, &second, NULL};
    const size_t before = count_models();
    (void)state;
    first.aliases = second.aliases = NULL;
    first.name = second.name = "twice";
    assert_int_equal(lf_model_register_all(list, why, sizeof why), LF_EINPUT);
    expect_words(why, "already is a model 'twice'");
    assert_null(lf_model_find("twice"));
    second.name = "once";
    assert_int_equal(lf_model_register_all(list, why, sizeof why), LF_OK);
    assert_int_equal(count_models(), before + 2);
}

enum { THREADS = 4, EACH = 20 };
static char thread_names[THREADS][EACH][24];

static void *register_some(void *names)
{
    char(*name)[24] = names;
    for (size_t k = 0; k < EACH; k++) {
        char why[LF_WHY_SIZE];
        lf_model model = landau_model;
        model.aliases = NULL;
        model.name = name[k];
        if (lf_model_register(&model, why, sizeof why) != LF_OK || !lf_model_find(name[k]))
            return name[k];
    }
    return NULL;
}

static void test_threads(void **state)
{
    pthread_t thread[THREADS];
    const size_t before = count_models();
    (void)state;
    for (int k = 0; k < THREADS * EACH; k++)
        snprintf(thread_names[k / EACH][k % EACH], 24, "thread-%d", k);
    for (size_t k = 0; k < THREADS; k++)
        assert_int_equal(pthread_create(&thread[k], NULL, register_some, thread_names[k]), 0);
    for (size_t k = 0; k < THREADS; k++) {
        void *failed;
        assert_int_equal(pthread_join(thread[k], &failed), 0);
        assert_null(failed);
    }
    assert_int_equal(count_models(), before + THREADS * EACH);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plugin_runs),    cmocka_unit_test(test_one_copy),
        cmocka_unit_test(test_plugin_refused), cmocka_unit_test(test_models_refused),
        cmocka_unit_test(test_shorter_model),  cmocka_unit_test(test_lists),
        cmocka_unit_test(test_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
