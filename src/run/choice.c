/* SPDX-License-Identifier: BSD-3-Clause */
/* choice.c - from a method's name and what can be chosen about it to a method that fits the
 * problem. */
#include "run/scenario.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* "; these methods fit: lie-euler, cf4 and more": whole names, and where to find the others. */
static void choice_list(const lf_scenario *S, const lf_problem *P, const char *words, bool adaptive,
                        char *text, size_t size)
{
    const char *why;
    char more[LF_WORD_SIZE + 64];
    snprintf(more, sizeof more, " and more ('lieflow list methods --for %.60s')", S->model->name);
    size_t used = (size_t)snprintf(text, size, "%s", words), count = 0;
    for (const lf_method *const *m = lf_methods(); *m; m++) {
        if (lf_method_fits(*m, P, &why) != LF_OK || ((*m)->traits & LF_NEGATIVE) ||
            (adaptive && !(*m)->estimator.attempt))
            continue;
        if (used + strlen((*m)->name) + sizeof ", " + strlen(more) > size) {
            snprintf(text + used, size - used, "%s", more);
            return;
        }
        used += (size_t)snprintf(text + used, size - used, "%s %s", count++ ? "," : "", (*m)->name);
    }
}

static lf_status choice_map(lf_scenario *S, const lf_problem *P, lf_method *M)
{
    lf_map map = (lf_map)S->knobs.map;
    if (map == M->map)
        return LF_OK;
    if (!(M->traits & (LF_RKMK | LF_CHOOSES_MAP)) || (M->traits & LF_AMBIENT) ||
        M->pull != LF_PULL_EXACT)
        return lf_scenario_fail(
            S, LF_EINPUT, lf_scenario_place(S, "map"),
            "map %s cannot be used by %s: only the RKMK methods, gbs and lgvi take a map",
            lf_map_name(map), M->name);
    if (!lf_group_has_map(P->action->group, map))
        return lf_scenario_fail(S, LF_EINPUT, lf_scenario_place(S, "map"),
                                "the group %s of %s has no map '%s'", P->action->group->name,
                                S->model->name, lf_map_name(map));
    if (S->knobs.dexpinv == 1)
        return lf_scenario_fail(S, LF_EINPUT, lf_scenario_place(S, "map"),
                                "dexpinv truncated goes with map exp, not with map %s",
                                lf_map_name(map));
    M->map = map;
    return LF_OK;
}

static lf_status choice_dexpinv(lf_scenario *S, lf_method *M)
{
    bool truncated = S->knobs.dexpinv == 1;
    if (!(M->traits & LF_RKMK) || (M->traits & LF_AMBIENT) ||
        (M->pull != LF_PULL_EXACT && M->pull != LF_PULL_TRUNCATED))
        return lf_scenario_fail(S, LF_EINPUT, lf_scenario_place(S, "dexpinv"),
                                "dexpinv cannot be chosen for %s: only the RKMK methods use it",
                                M->name);
    M->pull = truncated ? LF_PULL_TRUNCATED : LF_PULL_EXACT;
    return LF_OK;
}

static lf_status choice_solver(lf_scenario *S, lf_method *M)
{
    if (!(M->traits & LF_CHOOSES_SOLVER))
        return lf_scenario_fail(S, LF_EINPUT, lf_scenario_place(S, "solver"),
                                "a solver cannot be chosen for %s: only the implicit RKMK and the "
                                "symplectic methods have one to choose",
                                M->name);
    M->solver = S->knobs.solver == 1 ? LF_FIXED_POINT : LF_NEWTON;
    return LF_OK;
}

/* The refined rotation is reversible and keeps momenta, but not the two-form. */
static lf_status choice_rotation(lf_scenario *S, lf_method *M)
{
    if (!(M->traits & LF_CHOOSES_ROTATION))
        return lf_scenario_fail(S, LF_EINPUT, lf_scenario_place(S, "free_rotation"),
                                "a free rotation cannot be chosen for %s: only the variational "
                                "integrators, such as lgvi, have one",
                                M->name);
    M->rotation = (lf_rotation_rule)S->knobs.free_rotation;
    if (M->rotation == LF_ROTATION_DMV4)
        M->traits &= ~(unsigned)LF_SYMPLECTIC;
    return LF_OK;
}

/* What was said about the method beyond its name. */
static lf_status choice_options(lf_scenario *S, const lf_problem *P, lf_method *M)
{
    lf_status status = LF_OK;
    if (S->knobs.map >= 0)
        status = choice_map(S, P, M);
    if (status == LF_OK && S->knobs.dexpinv >= 0)
        status = choice_dexpinv(S, M);
    if (status == LF_OK && S->knobs.solver >= 0)
        status = choice_solver(S, M);
    if (status == LF_OK && S->knobs.free_rotation >= 0)
        status = choice_rotation(S, M);
    return status;
}

static lf_method choice_tableau(lf_scenario *S)
{
    lf_own_tableau *T = &S->tableau;
    T->view = (lf_tableau){.order = T->order, .stages = T->stages, .a = T->a, .b = T->b, .c = T->c};
    return lf_method_from_tableau("tableau", &T->view, T->classical);
}

/* With a tolerance the method must estimate its error; to be projected it must be classical. */
static lf_status choice_steps(lf_scenario *S, const lf_problem *P, const lf_method *M)
{
    if (lf_scenario_adaptive(S) && !M->estimator.attempt) {
        char fitting[320];
        choice_list(S, P, "; these do:", true, fitting, sizeof fitting);
        return lf_scenario_fail(S, LF_ENEEDS, lf_scenario_place(S, "method"),
                                "%s has no estimate of its error and cannot follow a tolerance%s",
                                M->name, fitting);
    }
    if (lf_scenario_adaptive(S) && P->action->renew)
        return lf_scenario_fail(S, LF_ENEEDS, lf_scenario_place(S, "model"),
                                "this form of %s marches with fixed steps and cannot follow a "
                                "tolerance; form continuous can",
                                S->model->name);
    if (!isnan(S->knobs.project_every) && ((S->knobs.project != 1 && !P->action->renew) ||
                                           (S->knobs.project_every > 1 && lf_scenario_adaptive(S))))
        return lf_scenario_fail(S, LF_EINPUT, lf_scenario_place(S, "project_every"),
                                "project_every counts fixed steps of a run with project: true");
    if (S->knobs.project != 1)
        return LF_OK;
    if (!(M->traits & LF_AMBIENT))
        return lf_scenario_fail(S, LF_EINPUT, lf_scenario_place(S, "project"),
                                "%s stays on the manifold by itself: project is for the classical "
                                "methods, such as rk4",
                                M->name);
    if (!P->action->ops->project)
        return lf_scenario_fail(S, LF_EINPUT, lf_scenario_place(S, "project"),
                                "the action %s of %s knows no projection", P->action->name,
                                S->model->name);
    return LF_OK;
}

lf_status lf_scenario_method(lf_scenario *S, const lf_problem *P, lf_method *M)
{
    const char *name = lf_scenario_method_name(S), *why = NULL;
    const lf_method *named = lf_method_find(name);
    if (!S->tableau.stages && !named)
        return lf_scenario_fail(S, LF_ENAME, NULL, "there is no method '%s'", name);
    *M = S->tableau.stages ? choice_tableau(S) : *named;
    const lf_status status = choice_options(S, P, M);
    if (status != LF_OK)
        return status;
    if (lf_method_fits(M, P, &why) != LF_OK) {
        char fitting[320];
        choice_list(S, P, "; these methods fit:", false, fitting, sizeof fitting);
        return lf_scenario_fail(S, LF_ENEEDS, lf_scenario_place(S, "method"),
                                "%s needs %s, which %s lacks%s", M->name, why ? why : "something",
                                S->model->name, fitting);
    }
    return choice_steps(S, P, M);
}
