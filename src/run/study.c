/* SPDX-License-Identifier: BSD-3-Clause */
/* study.c - the list of the papers' figures, and the files of a study. */
#include "run/study.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

const lf_study lf_studies[] = {
    {"000/fig2", "Heavy top on T*SO(3): symplectic methods on [0, 1]",
     "the methods with theta = 1/2 attain order 2", lf_study_top_short, NULL},
    {"000/fig3", "Heavy top on T*SO(3): symplectic methods, h = 0.01, 6000 steps",
     "the energy error of a long integration is shown, without a number or a comment",
     lf_study_top_long, NULL},
    {"000/fig5", "Double spherical pendulum: convergence on (TS^2)^2",
     "the schemes show the right convergence rates", lf_study_order, &lf_case_000_fig5},
    {"000/fig6", "Double spherical pendulum: 1 - |q_i|^2, h = 0.01 (dopri5: rtol 1e-3)",
     "Lie group methods keep |q_i| = 1, classical RK4 and ODE45 do not", lf_study_chain_stays, "q"},
    {"000/fig7", "Double spherical pendulum: q_i . ω_i, h = 0.01 (dopri5: rtol 1e-3)",
     "of the order of 1e-14 for Lie group methods, not so for classical ones", lf_study_chain_stays,
     "omega"},
    {"000/fig8", "Chains of N pendulums of length 1: variable and constant steps",
     "variable steps gain much at N = 2 and little at N = 20", lf_study_chain_lengths, "1"},
    {"000/fig9", "Double pendulum: components of the solution",
     "smooth but for a peak of the second components of omega near t = 2.2", lf_study_chain_state,
     NULL},
    {"000/fig10", "Chains of N pendulums of length 5/N: variable and constant steps",
     "the step adaptivity improves the results", lf_study_chain_lengths, "5"},
    {"000/fig11", "Double pendulum: step adaptation",
     "the step is considerably restricted near t = 2.2, where the field changes abruptly",
     lf_study_chain_steps, NULL},
    {"000/fig13", "Two quadrotors with a load: convergence of RKMK methods", "orders 1 to 4",
     lf_study_order, &lf_case_000_fig13},
    {"000/fig14", "Two quadrotors with a load: snapshots on the way",
     "the load is carried along a parabola", lf_study_quadrotors, "14"},
    {"000/fig15", "Two quadrotors with a load: position and desired path",
     "the load reaches the desired trajectory", lf_study_quadrotors, "15"},
    {"000/fig16", "Two quadrotors with a load: deviation from the desired path",
     "the deviation goes to 0", lf_study_quadrotors, "16"},
    {"000/fig17", "Two quadrotors with a load: direction error of the links",
     "the links turn to their desired directions", lf_study_quadrotors, "17"},
    {"000/fig18", "Two quadrotors with a load: |q_i| - 1", "the norms are preserved",
     lf_study_quadrotors, "18"},
    {"001/fig1", "Eight types of equations of motion for the full body problem", "", NULL, NULL},
    {"001/fig2", "Derivation of continuous and discrete equations of motion", "", NULL, NULL},
    {"001/fig3", "The dumbbell model", "", NULL, NULL},
    {"001/fig4", "Two dumbbells: trajectory in the inertial frame",
     "at 9 units of time the distance reaches its minimum", lf_study_bodies_path, NULL},
    {"001/fig5", "Two dumbbells: Lie group variational integrator, h = 2e-4",
     "the energy deviates by at most 2.6966e-7, the rotation error is at most 2.8657e-13",
     lf_study_bodies_lgvi, NULL},
    {"001/fig6", "Two dumbbells: Runge-Kutta method (MATLAB's ode45, its usual tolerances)",
     "the energy deviates by 1.1246e-2, the rotation error reaches 2.2435e-2",
     lf_study_bodies_ode45, NULL},
    {"001/fig7", "The commutative cube of the equations of motion", "", NULL, NULL},
    {"001/precision", "Rigid bodies in each other's gravity: work and precision",
     "no such comparison: 75000 steps of one method stand beside 299 of another",
     lf_study_bodies_precision, NULL},
    {"002/fig1", "Points on the circle mapped to the line", "", NULL, NULL},
    {"002/fig2", "Free rigid body: convergence of Lie-Euler, RKMK and CF",
     "Lie-Euler is parallel to h, RKMK and CF are parallel to h^4", lf_study_order,
     &lf_case_002_fig2},
    {"002/fig3", "Free rigid body: norm of the angular momentum",
     "the Lie group integrators conserve the norm, modified Euler does not", lf_study_drift,
     &lf_case_002_fig3},
    {"002/fig4", "Heavy top: convergence of RKMK and CF", "both have order 4", lf_study_order,
     &lf_case_002_fig4},
    {"002/fig5", "Heavy top: norm of the vector nu (Gamma)",
     "RKMK and CF conserve the norm, modified Euler does not", lf_study_drift, &lf_case_002_fig5},
    {"002/fig6", "Heavy top: energy error over [0, 10]",
     "CF deviates less than RKMK, and both far less than modified Euler", lf_study_drift,
     &lf_case_002_fig6},
    {"003/fig1", "Duffing: vector fields frozen at (0.75, 0.75)",
     "the frozen R^2 field flows along a straight line, the sl(2) field along formula (3)",
     lf_study_frozen, NULL},
    {"003/fig2", "Isotropy on the sphere: end points of Lie-Euler for alpha in [0, 25]",
     "the end point depends on alpha and can be improved by it", lf_study_isotropy, NULL},
    {"003/fig6", "Heavy top: way of the centre of mass in 100 000 steps (dark: the first 10 000)",
     "bands for the symplectic methods; those of RKMK with theta = 1/2 expand faster",
     lf_study_theta_way, NULL},
    {"003/table1", "Heavy top: what theta methods keep in 100 000 steps, h = 0.05",
     "both SLGI are symplectic, theta = 1/2 is symmetric, only RKMK with theta = 0 drifts",
     lf_study_theta_table, NULL},
    {"003/fig7", "Free rigid body: angular momentum in the body over [0, 1000]",
     "energy preservation keeps the curve as tight tolerances do; Heun RKMK performs poorly",
     lf_study_body, NULL},
    {"004/fig1", "A Runge-Kutta step in the plane",
     "stages follow directions; the step follows their combination", lf_study_stages_plane, NULL},
    {"004/fig2", "A Crouch-Grossman step on the sphere",
     "each stage follows the flows of frozen fields one after the other", lf_study_stages_sphere,
     "cg"},
    {"004/fig3", "A Munthe-Kaas step on the sphere",
     "each stage is one flow from the start, of a combination in the algebra",
     lf_study_stages_sphere, "mk"},
    {"004/fig4", "Matrix norms: distance from the manifold",
     "CG3 and MK3 stay within the computer's accuracy, RK4 drifts off with an error of order 1e-9",
     lf_study_drift, &lf_case_004_fig4},
    {"004/fig5", "Matrix norms: computed order of CG3 and MK3", "both approach 3", lf_study_order,
     &lf_case_004_fig5},
    {"004/fig6", "Matrix norms: computed order of RK4's coefficients in Crouch-Grossman form",
     "it approaches 2, not 4", lf_study_order, &lf_case_004_fig6},
    {"004/fig7", "The humming top in local and global coordinates", "", NULL, NULL},
    {"004/fig8", "Humming top: computed order of CG3 and MK3 in B", "both approach 3",
     lf_study_order, &lf_case_004_fig8},
    {"004/fig9", "Humming top: computed order of Newmark and RK4 in B", "2 and 4", lf_study_order,
     &lf_case_004_fig9},
    {"004/fig10", "Humming top: computed order of MK4 in B", "it approaches 4", lf_study_order,
     &lf_case_004_fig10},
    {"004/fig11", "Humming top: distance from the manifold",
     "CG3, MK3 and MK4 stay; RK4 leaves, Newmark most of all", lf_study_drift, &lf_case_004_fig11},
    {NULL, NULL, NULL, NULL, NULL}};

const lf_study *lf_study_find(const char *id)
{
    for (const lf_study *study = lf_studies; study->id; study++)
        if (strcmp(study->id, id) == 0)
            return study;
    return NULL;
}

lf_status lf_study_make(const lf_study *study, lf_report *R)
{
    R->verdicts = 0;
    *R->why = *R->table = 0;
    if (!study->make)
        return lf_report_fail(R, LF_EINPUT, "a schematic drawing, there are no data to reproduce");
    return study->make(study, R);
}

void lf_report_say(lf_report *R, bool passed, const char *format, ...)
{
    va_list list;
    if (R->verdicts == LF_MAX_VERDICTS)
        return;
    lf_verdict *verdict = &R->verdict[R->verdicts++];
    verdict->passed = passed;
    va_start(list, format);
    vsnprintf(verdict->sentence, sizeof verdict->sentence, format, list);
    va_end(list);
}

lf_status lf_report_fail(lf_report *R, lf_status status, const char *why)
{
    if (status != LF_OK)
        snprintf(R->why, sizeof R->why, "%s", why && *why ? why : lf_status_text(status));
    return status;
}

lf_status lf_study_scenario(lf_report *R, const char *model, const char *const *settings,
                            lf_scenario *S)
{
    if (!S)
        return lf_report_fail(R, LF_EMEMORY, NULL);
    lf_scenario_clear(S);
    lf_status status = lf_scenario_set_model(S, model, NULL);
    for (; status == LF_OK && settings && settings[0]; settings += 2)
        status = lf_scenario_set(S, settings[0], settings[1], NULL);
    return lf_report_fail(R, status, S->why);
}

lf_status lf_study_march(lf_report *R, lf_scenario *S, const char *const *settings,
                         lf_study_run *run)
{
    lf_method M;
    lf_status status = LF_OK;
    *run = (lf_study_run){.rows = {0}};
    for (; status == LF_OK && settings && settings[0]; settings += 2)
        status = lf_scenario_set(S, settings[0], settings[1], NULL);
    if (status == LF_OK)
        status = lf_scenario_prepare(S, &run->out, &M);
    if (status == LF_OK) {
        run->rows =
            (lf_memory){.dim = run->out.dim, .invariants = lf_invariant_count(&run->out.problem)};
        lf_sink sink = lf_memory_sink(&run->rows);
        status = lf_scenario_march(S, lf_recorder_method(&run->recorder, &M), &sink, R->progress,
                                   &run->out);
    }
    return lf_report_fail(R, status, S->why);
}

void lf_study_run_free(lf_study_run *run)
{
    lf_memory_free(&run->rows);
    lf_recorder_free(&run->recorder);
}

const double *lf_study_point(const lf_study_run *run, size_t row)
{
    return run->rows.value + row * run->rows.width + 1;
}

void lf_study_path(const lf_study *study, const lf_report *R, const char *ending, char *path)
{
    snprintf(path, LF_PATH_SIZE, "%.900s/%.3s-%.20s%s", R->directory, study->id, study->id + 4,
             ending);
}

lf_status lf_study_draw(const lf_study *study, lf_report *R, const lf_figure *F)
{
    static const char *const endings[] = {".svg", ".png"};
    char path[LF_PATH_SIZE];
    lf_status status = LF_OK;
    for (size_t i = 0; i < 2 && status == LF_OK; i++) {
        lf_study_path(study, R, endings[i], path);
        status = lf_figure_write(F, path, R->why, sizeof R->why);
    }
    return status;
}

/* Names of panels and lines for the head of the data. */
static void study_note(const lf_study *study, const lf_figure *F, lf_text *note)
{
    lf_text_add(note, "figure %s: %s\n", study->id, study->title);
    for (size_t p = 0; p < F->panels; p++) {
        const lf_panel *P = &F->panel[p];
        lf_text_add(note, "panel %zu: %s\n", p + 1, P->title ? P->title : "");
        for (size_t i = 0; i < P->series; i++)
            if (P->serie[i].label && *P->serie[i].label)
                lf_text_add(note, "  line %zu: %s\n", i + 1, P->serie[i].label);
    }
}

lf_status lf_study_finish(const lf_study *study, lf_report *R, const lf_figure *F)
{
    static const lf_column column[] = {{"panel", "", "number of the panel"},
                                       {"line", "", "number of the line in its panel"},
                                       {"x", "", "horizontal coordinate"},
                                       {"y", "", "vertical coordinate"}};
    char path[LF_PATH_SIZE];
    lf_text note = {0};
    study_note(study, F, &note);
    lf_study_path(study, R, ".csv", path);
    lf_csv *file = lf_csv_open(path, lf_text_string(&note), 4, column, R->why, sizeof R->why);
    lf_text_free(&note);
    if (!file)
        return LF_EIO;
    for (size_t p = 0; p < F->panels; p++) {
        for (size_t i = 0; i < F->panel[p].series; i++) {
            const lf_series *S = &F->panel[p].serie[i];
            for (size_t k = 0; k < S->count; k++)
                lf_csv_row(file, (double[]){(double)p + 1, (double)i + 1, S->x[k], S->y[k]});
        }
    }
    lf_status status = lf_csv_close(file, R->why, sizeof R->why);
    return status == LF_OK ? lf_study_draw(study, R, F) : status;
}

lf_status lf_directory_make(const char *path, char *why, size_t why_size)
{
    char part[LF_PATH_SIZE];
    size_t length = strlen(path);
    if (length == 0 || length >= sizeof part) {
        snprintf(why, why_size, "a directory needs a name of at most %d bytes", LF_PATH_SIZE - 1);
        return LF_EINPUT;
    }
    strcpy(part, path);
    for (size_t i = 1; i <= length; i++) {
        if (part[i] != '/' && part[i])
            continue;
        char kept = part[i];
        part[i] = 0;
        struct stat info;
        bool there = (mkdir(part, 0777) == 0 || errno == EEXIST || errno == EROFS) &&
                     stat(part, &info) == 0 && S_ISDIR(info.st_mode);
        if (!there) {
            snprintf(why, why_size, "the directory %.300s cannot be made: %s", part,
                     strerror(errno == EEXIST || errno == 0 ? ENOTDIR : errno));
            return LF_EIO;
        }
        part[i] = kept;
    }
    return LF_OK;
}
