/* SPDX-License-Identifier: BSD-3-Clause */
/* papers.c - the papers and the list of their figures, and the studies of our own. */
#include "papers/papers.h"

#include <stdio.h>
#include <string.h>

#include "papers/study.h"

const lf_paper lf_papers[] = {
    {"celledoni2021", "000", "Celledoni, Cokaj, Leone, Murari, Owren",
     "Lie group integrators for mechanical systems", 2021},
    {"lee2007", "001", "Lee, Leok, McClamroch",
     "Lie group variational integrators for the full body problem", 2007},
    {"becker2021", "002", "Becker",
     "An introduction to Lie group methods for rigid body systems (thesis)", 2021},
    {"celledoni2014", "003", "Celledoni, Marthinsen, Owren",
     "An introduction to Lie group integrators: basics, new developments and applications", 2014},
    {"marthinsen1997", "004", "Marthinsen, Munthe-Kaas, Owren",
     "Simulation of ordinary differential equations on manifolds: some numerical experiments and "
     "verifications",
     1997},
    {"matrix", NULL, NULL, "studies of our own: groups of matrices", 0},
    {"frames", NULL, NULL, "studies of our own: orthonormal frames and the isotropy of spheres", 0},
    {"pde", NULL, NULL, "studies of our own: semilinear partial differential equations", 0},
    {"lyapunov", NULL, NULL, "studies of our own: Lyapunov exponents", 0},
    {"data", NULL, NULL, "studies of our own: flows that work on data", 0},
    {NULL, NULL, NULL, NULL, 0}};

const lf_study lf_studies[] = {
    {"celledoni2021/fig1", "The heavy top", NULL, NULL, "a schematic drawing"},
    {"celledoni2021/fig2", "Heavy top on T*SO(3): symplectic methods on [0, 1]", lf_study_top_short,
     NULL, NULL},
    {"celledoni2021/fig3", "Heavy top on T*SO(3): symplectic methods, h = 0.01, 6000 steps",
     lf_study_top_long, NULL, NULL},
    {"celledoni2021/fig4", "A pendulum of three links at one time", NULL, NULL,
     "a schematic drawing"},
    {"celledoni2021/fig5", "Double spherical pendulum: convergence on (TS^2)^2", lf_study_order,
     &lf_case_celledoni2021_fig5, NULL},
    {"celledoni2021/fig6", "Double spherical pendulum: 1 - |q_i|^2, h = 0.01 (ode45: rtol 1e-3)",
     lf_study_chain_stays, "q", NULL},
    {"celledoni2021/fig7", "Double spherical pendulum: q_i . ω_i, h = 0.01 (ode45: rtol 1e-3)",
     lf_study_chain_stays, "omega", NULL},
    {"celledoni2021/fig8", "Chains of N pendulums of length 1: variable and constant steps",
     lf_study_chain_lengths, "1", NULL},
    {"celledoni2021/fig9", "Double pendulum: components of the solution", lf_study_chain_state,
     NULL, NULL},
    {"celledoni2021/fig10", "Chains of N pendulums of length 5/N: variable and constant steps",
     lf_study_chain_lengths, "5", NULL},
    {"celledoni2021/fig11", "Double pendulum: step adaptation", lf_study_chain_steps, NULL, NULL},
    {"celledoni2021/fig12", "Two quadrotors that carry a load", NULL, NULL, "a schematic drawing"},
    {"celledoni2021/fig13", "Two quadrotors with a load: convergence of RKMK methods",
     lf_study_order, &lf_case_celledoni2021_fig13, NULL},
    {"celledoni2021/fig14", "Two quadrotors with a load: snapshots on the way", lf_study_quadrotors,
     "14", NULL},
    {"celledoni2021/fig15", "Two quadrotors with a load: position and desired path",
     lf_study_quadrotors, "15", NULL},
    {"celledoni2021/fig16", "Two quadrotors with a load: deviation from the desired path",
     lf_study_quadrotors, "16", NULL},
    {"celledoni2021/fig17", "Two quadrotors with a load: direction error of the links",
     lf_study_quadrotors, "17", NULL},
    {"celledoni2021/fig18", "Two quadrotors with a load: |q_i| - 1", lf_study_quadrotors, "18",
     NULL},
    {"lee2007/fig1", "Eight types of equations of motion for the full body problem", NULL, NULL,
     "a list of headings; lee2007/fig7 computes all eight"},
    {"lee2007/fig2", "Derivation of continuous and discrete equations of motion", NULL, NULL,
     "a schematic drawing"},
    {"lee2007/fig3", "The dumbbell model", NULL, NULL, "a schematic drawing"},
    {"lee2007/fig4", "Two dumbbells: trajectory in the inertial frame", lf_study_bodies_path, NULL,
     NULL},
    {"lee2007/fig5", "Two dumbbells: Lie group variational integrator, h = 2e-4",
     lf_study_bodies_lgvi, NULL, NULL},
    {"lee2007/fig6", "Two dumbbells: Runge-Kutta method (MATLAB's ode45, its usual tolerances)",
     lf_study_bodies_ode45, NULL, NULL},
    {"lee2007/fig7", "The commutative cube of the equations of motion", lf_study_bodies_cube, NULL,
     NULL},
    {"lee2007/structure",
     "Two dumbbells: what the variational integrator keeps, sections 4.3 and 4.4",
     lf_study_bodies_structure, NULL, NULL},
    {"lee2007/precision", "Rigid bodies in each other's gravity: work and precision",
     lf_study_bodies_precision, NULL, NULL},
    {"becker2021/fig1", "Points on the circle mapped to the line", NULL, NULL,
     "a schematic drawing"},
    {"becker2021/fig2", "Free rigid body: convergence of Lie-Euler, RKMK and CF", lf_study_order,
     &lf_case_becker2021_fig2, NULL},
    {"becker2021/fig3", "Free rigid body: norm of the angular momentum", lf_study_drift,
     &lf_case_becker2021_fig3, NULL},
    {"becker2021/fig4", "Heavy top: convergence of RKMK and CF", lf_study_order,
     &lf_case_becker2021_fig4, NULL},
    {"becker2021/fig5", "Heavy top: norm of the vector nu (Gamma)", lf_study_drift,
     &lf_case_becker2021_fig5, NULL},
    {"becker2021/fig6", "Heavy top: energy error over [0, 10]", lf_study_drift,
     &lf_case_becker2021_fig6, NULL},
    {"celledoni2014/fig1", "Duffing: vector fields frozen at (0.75, 0.75)", lf_study_frozen, NULL,
     NULL},
    {"celledoni2014/fig2", "Isotropy on the sphere: end points of Lie-Euler for alpha in [0, 25]",
     lf_study_isotropy, NULL, NULL},
    {"celledoni2014/fig3", "The geometric rod model", NULL, NULL, "a schematic drawing"},
    {"celledoni2014/fig4", "The pipe-laying process", NULL, NULL, "a schematic drawing"},
    {"celledoni2014/fig5", "The gradient field of a cost on the torus, and four ways along it",
     lf_study_torus, NULL, NULL},
    {"celledoni2014/fig6",
     "Heavy top: way of the centre of mass in 100 000 steps (dark: the first 6000)",
     lf_study_theta_way, NULL, NULL},
    {"celledoni2014/table1", "Heavy top: what theta methods keep in 100 000 steps, h = 0.05",
     lf_study_theta_table, NULL, NULL},
    {"celledoni2014/fig7", "Free rigid body: angular momentum in the body over [0, 1000]",
     lf_study_body, NULL, NULL},
    {"marthinsen1997/fig1", "A Runge-Kutta step in the plane", lf_study_stages_plane, NULL, NULL},
    {"marthinsen1997/fig2", "A Crouch-Grossman step on the sphere", lf_study_stages_sphere, "cg",
     NULL},
    {"marthinsen1997/fig3", "A Munthe-Kaas step on the sphere", lf_study_stages_sphere, "mk", NULL},
    {"marthinsen1997/fig4", "Matrix norms: distance from the manifold", lf_study_drift,
     &lf_case_marthinsen1997_fig4, NULL},
    {"marthinsen1997/fig5", "Matrix norms: computed order of CG3 and MK3", lf_study_order,
     &lf_case_marthinsen1997_fig5, NULL},
    {"marthinsen1997/fig6",
     "Matrix norms: computed order of RK4's coefficients in Crouch-Grossman form", lf_study_order,
     &lf_case_marthinsen1997_fig6, NULL},
    {"marthinsen1997/fig7", "The humming top in local and global coordinates", NULL, NULL,
     "a schematic drawing"},
    {"marthinsen1997/fig8", "Humming top: computed order of CG3 and MK3 in B", lf_study_order,
     &lf_case_marthinsen1997_fig8, NULL},
    {"marthinsen1997/fig9", "Humming top: computed order of Newmark and RK4 in B", lf_study_order,
     &lf_case_marthinsen1997_fig9, NULL},
    {"marthinsen1997/fig10", "Humming top: computed order of MK4 in B", lf_study_order,
     &lf_case_marthinsen1997_fig10, NULL},
    {"marthinsen1997/fig11", "Humming top: distance from the manifold", lf_study_drift,
     &lf_case_marthinsen1997_fig11, NULL},
    {"matrix/isospectral", "Flows that keep a spectrum: Toda's lattice and the double bracket",
     lf_study_isospectral, NULL, NULL},
    {"matrix/rigid-body-n", "Rigid bodies in 4 and 6 dimensions on SO(n), and Sp(4)",
     lf_study_body_n, NULL, NULL},
    {"frames/stiefel", "Brockett's flow of frames on St(20, 3)", lf_study_stiefel, NULL, NULL},
    {"frames/isotropy", "The free choice on the sphere: Lie-Euler with different isotropies",
     lf_study_isotropy_choice, NULL, NULL},
    {"pde/order-reduction",
     "Where boundary values do not fit: orders of cf4, rkmk4-2c and krogstad4",
     lf_study_pde_reduction, NULL, NULL},
    {"pde/solitons", "Solitons pass through each other: Korteweg-de Vries and Schroedinger",
     lf_study_pde_solitons, NULL, NULL},
    {"pde/kuramoto-sivashinsky", "Kuramoto and Sivashinsky's equation: pattern and errors",
     lf_study_pde_kuramoto, NULL, NULL},
    {"lyapunov/lorenz96", "Lyapunov exponents of Lorenz' ring of forty", lf_study_lyapunov_ring,
     NULL, NULL},
    {"data/cocktail-party", "Three voices in three microphones, heard alone again", lf_study_voices,
     NULL, NULL},
    {"data/pca", "Pictures of digits by few principal components", lf_study_digits, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL}};

/* The paper that the part of an id before its slash names, by key or by number; or NULL. */
static const lf_paper *papers_find(const char *id)
{
    const size_t length = strcspn(id, "/");
    for (const lf_paper *paper = lf_papers; paper->key; paper++) {
        const char *const names[] = {paper->key, paper->number};
        for (size_t i = 0; i < 2; i++)
            if (names[i] && strlen(names[i]) == length && strncmp(names[i], id, length) == 0)
                return paper;
    }
    return NULL;
}

const lf_study *lf_study_find(const char *id)
{
    const lf_paper *paper = papers_find(id);
    const char *figure = id + strcspn(id, "/");
    for (const lf_study *study = lf_studies; study->id && paper; study++)
        if (papers_find(study->id) == paper &&
            strcmp(study->id + strcspn(study->id, "/"), figure) == 0)
            return study;
    return NULL;
}

const char *lf_study_alias(const lf_study *study, char *text)
{
    const lf_paper *paper = papers_find(study->id);
    if (!paper || !paper->number)
        snprintf(text, LF_WORD_SIZE, "%.60s", study->id);
    else
        snprintf(text, LF_WORD_SIZE, "%s%.40s", paper->number, study->id + strcspn(study->id, "/"));
    return text;
}

bool lf_study_own(const lf_study *study)
{
    const lf_paper *paper = papers_find(study->id);
    return paper && !paper->authors;
}

lf_status lf_study_make(const lf_study *study, lf_report *R)
{
    R->lines = 0;
    *R->why = *R->table = 0;
    if (!study->make)
        return lf_report_fail(R, LF_EINPUT, study->missing);
    R->notes = lf_study_notes_new();
    const lf_status status = R->notes ? study->make(study, R) : lf_report_fail(R, LF_EMEMORY, NULL);
    lf_study_notes_free(R->notes);
    R->notes = NULL;
    return status;
}
