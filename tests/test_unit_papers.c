/* SPDX-License-Identifier: BSD-3-Clause */
/* test_unit_papers.c - the list of papers and figures, and the names by which they are found. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "papers/papers.h"

static void figures_are_found_by_both_names(void **state)
{
    (void)state;
    size_t count = 0;
    for (const lf_study *s = lf_studies; s->id; s++, count++) {
        char alias[LF_WORD_SIZE];
        assert_ptr_equal(lf_study_find(s->id), s);
        assert_ptr_equal(lf_study_find(lf_study_alias(s, alias)), s);
        if (lf_study_own(s))
            assert_string_equal(alias, s->id);
        else
            assert_string_not_equal(alias, s->id);
        assert_true(s->title && (s->make ? !s->missing : s->missing && *s->missing));
    }
    assert_true(count >= 45);
}

/* The five papers and what they were called. */
static void old_names_stay(void **state)
{
    (void)state;
    static const char *const pair[][2] = {{"000/fig2", "celledoni2021/fig2"},
                                          {"001/fig4", "lee2007/fig4"},
                                          {"002/fig2", "becker2021/fig2"},
                                          {"003/fig6", "celledoni2014/fig6"},
                                          {"004/fig4", "marthinsen1997/fig4"}};
    for (size_t i = 0; i < sizeof pair / sizeof *pair; i++) {
        const lf_study *study = lf_study_find(pair[i][0]);
        assert_non_null(study);
        assert_string_equal(study->id, pair[i][1]);
    }
}

static void nothing_else_is_found(void **state)
{
    (void)state;
    static const char *const no[] = {"",
                                     "/",
                                     "002",
                                     "002/",
                                     "02/fig2",
                                     "0022/fig2",
                                     "005/fig2",
                                     "becker2021",
                                     "becker2021/",
                                     "becker202/fig2",
                                     "becker2021/fig99",
                                     "becker2021/fig",
                                     "becker2021/fig22",
                                     "lee2007/table1"};
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        if (lf_study_find(no[i]))
            fail_msg("'%s' is found", no[i]);
}

static void files_are_named_by_the_id(void **state)
{
    (void)state;
    char path[LF_PATH_SIZE];
    lf_study_path(lf_study_find("004/fig11"), "some/where", ".csv", path);
    assert_string_equal(path, "some/where/marthinsen1997-fig11.csv");
}

static void papers_are_told_apart(void **state)
{
    (void)state;
    size_t count = 0;
    for (const lf_paper *p = lf_papers; p->key; p++, count++) {
        char year[16];
        if (!p->authors) {
            assert_true(p->year == 0 && !p->number &&
                        strstr(p->title, "studies of our own") == p->title);
            continue;
        }
        snprintf(year, sizeof year, "%d", p->year);
        assert_true(*p->authors && *p->title && (!p->number || strlen(p->number) == 3));
        assert_non_null(strstr(p->key, year));
    }
    assert_true(count >= 5);
}

/* Studies of our own stand under keys without authors, after all papers. */
static void own_studies_are_no_papers(void **state)
{
    (void)state;
    static const char *const own[] = {"matrix/isospectral",       "matrix/rigid-body-n",
                                      "frames/stiefel",           "frames/isotropy",
                                      "pde/order-reduction",      "pde/solitons",
                                      "pde/kuramoto-sivashinsky", "lyapunov/lorenz96",
                                      "data/cocktail-party",      "data/pca"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        const lf_study *study = lf_study_find(own[i]);
        assert_non_null(study);
        assert_true(lf_study_own(study) && study->make);
    }
    bool before = false;
    for (const lf_study *s = lf_studies; s->id; s++) {
        assert_false(before && !lf_study_own(s));
        before = lf_study_own(s);
    }
    assert_false(lf_study_own(lf_study_find("becker2021/fig2")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_are_found_by_both_names),
        cmocka_unit_test(old_names_stay),
        cmocka_unit_test(nothing_else_is_found),
        cmocka_unit_test(files_are_named_by_the_id),
        cmocka_unit_test(papers_are_told_apart),
        cmocka_unit_test(own_studies_are_no_papers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
