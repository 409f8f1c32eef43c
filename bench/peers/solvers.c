/* SPDX-License-Identifier: BSD-3-Clause */
/* solvers.c - who takes part: methods of the library through its public interface, and peers. */
#include "peers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    B = 1u << BODY,
    R = 1u << ATTITUDE,
    T = 1u << TOP,
    C = 1u << CHAIN,
    D = 1u << DUMBBELLS,
    SMALL = B | R | T,
    ALL = SMALL | C | D,
};
#define OURS(text, which, ...)                                          \
    {                                                                   \
        .name = text, .family = "lieflow", .method = which, __VA_ARGS__ \
    }
#define PEER(text, kin, call, ...)                             \
    {                                                          \
        .name = text, .family = kin, .peer = call, __VA_ARGS__ \
    }

const solver solvers[] = {
    OURS("rkmk5", "rkmk5", .kinds = ALL, .most = 100),
    OURS("rkmk-tsit5", "rkmk-tsit5", .kinds = ALL, .most = 100),
    OURS("cf43", "cf43", .kinds = ALL, .most = 100),
    OURS("rkmk8", "rkmk8", .kinds = ALL),
    OURS("rkmk8 cayley", "rkmk8", .map = LF_CAYLEY, .kinds = ALL),
    OURS("rkmk8 matrix", "rkmk8", .matrix = true, .kinds = R),
    OURS("gbs", "gbs", .kinds = ALL),
    OURS("gbs cayley", "gbs", .map = LF_CAYLEY, .kinds = ALL),
    OURS("gbs matrix", "gbs", .matrix = true, .kinds = R),
    OURS("gbs-ambient", "gbs-ambient", .kinds = ALL),
    OURS("gbs-ambient projected", "gbs-ambient", .project = true, .kinds = ALL),
    OURS("gbs-ambient matrix", "gbs-ambient", .matrix = true, .kinds = R),
    OURS("dopri5 ambient", "dopri5", .kinds = ALL, .most = 100),
    OURS("dop853 ambient", "dop853", .kinds = ALL),
    PEER("C DOP853 inlined", "hand", dop853_inlined, .kinds = SMALL | D),
    PEER("C DOP853 pointer", "hand", dop853_pointer, .kinds = ALL),
    PEER("GSL rk8pd", "gsl", gsl_rk8pd, .kinds = ALL),
    PEER("GSL msadams", "gsl", gsl_msadams, .kinds = ALL, .most = 100),
    PEER("odeint Fehlberg 78", "odeint", odeint_fehlberg78, .kinds = ALL),
    PEER("odeint Bulirsch-Stoer", "odeint", odeint_bulirsch_stoer, .kinds = ALL),
#ifdef PEERS_SUNDIALS
    PEER("SUNDIALS Adams (unoptimised build)", "sundials", sundials_adams, .kinds = ALL,
         .most = 20),
    PEER("SUNDIALS ERK (unoptimised build)", "sundials", sundials_erk, .kinds = ALL, .most = 20),
#endif
};
const size_t solver_count = sizeof solvers / sizeof solvers[0];

bool solver_fits(const solver *s, const problem *p)
{
    if (!(s->kinds & (1u << p->ode.kind)) || (s->most && p->links > s->most))
        return false;
    /* slow peers would only lengthen the run */
    if (p->lanes > 1)
        return strcmp(s->family, "sundials") != 0;
    return true;
}

static bool run_peer(const solver *s, const problem *p, double tol, double *y)
{
    double one[16];
    if (p->lanes == 1)
        return s->peer(&p->ode, tol, y);
    for (size_t i = 0; i < p->lanes; i++) {
        for (size_t c = 0; c < p->ode.dim; c++)
            one[c] = y[c * p->lanes + i];
        if (!s->peer(&p->ode, tol, one))
            return false;
        for (size_t c = 0; c < p->ode.dim; c++)
            y[c * p->lanes + i] = one[c];
    }
    return true;
}

void solver_quaternion(const double *r, const double *sign, double *q)
{
    const double wx = r[7] - r[5], wy = r[2] - r[6], wz = r[3] - r[1];
    const double xy = r[1] + r[3], xz = r[2] + r[6], yz = r[5] + r[7];
    const double d[4] = {1 + r[0] + r[4] + r[8], 1 + r[0] - r[4] - r[8], 1 - r[0] + r[4] - r[8],
                         1 - r[0] - r[4] + r[8]};
    const double row[4][4] = {
        {d[0], wx, wy, wz}, {wx, d[1], xy, xz}, {wy, xy, d[2], yz}, {wz, xz, yz, d[3]}};
    int best = 0;
    for (int k = 1; k < 4; k++)
        best = d[k] > d[best] ? k : best;
    const double scale = copysign(0.5 / sqrt(d[best]), sign[best] * row[best][best]);
    for (int k = 0; k < 4; k++)
        q[k] = scale * row[best][k];
}

/* The library on its own form of P4. */
static bool run_dumbbells(const problem *p, const lf_method *M, const lf_options *opt, double *y,
                          lf_stats *stats)
{
    double point[2 * LF_BODY_DIM];
    dumbbells_ours(y, point);
    const lf_status status = lf_solve(&p->lie[0], M, opt, 1, point, NULL, stats);
    dumbbells_theirs(p, point, y);
    return status == LF_OK;
}

static bool run_ours(const solver *s, const problem *p, double tol, double *y, size_t *evaluations)
{
    lf_method method = *lf_method_find(s->method);
    lf_options opt = lf_options_default();
    lf_stats stats;
    double matrix[12] = {
        1, 0, 0, 0, 1, 0, 0, 0, 1, y[4 % p->ode.dim], y[5 % p->ode.dim], y[6 % p->ode.dim]};
    method.map = s->map;
    opt.t1 = p->ode.t_end;
    opt.h = 0;
    opt.watch = 0;
    opt.project = s->project;
    opt.tolerance.atol = opt.tolerance.rtol = tol;
    opt.tolerance.most = 20000000;
    if (p->ode.kind == DUMBBELLS) {
        const bool ok = run_dumbbells(p, &method, &opt, y, &stats);
        *evaluations = stats.evaluations;
        return ok;
    }
    const lf_status status =
        lf_solve(&p->lie[s->matrix], &method, &opt, p->lanes, s->matrix ? matrix : y, NULL, &stats);
    *evaluations = stats.evaluations;
    if (s->matrix) {
        solver_quaternion(matrix, p->reference, y);
        memcpy(y + 4, matrix + 9, 3 * sizeof *y);
    }
    return status == LF_OK;
}

bool solver_run(const solver *s, const problem *p, double tol, double *y, size_t *evaluations)
{
    *evaluations = 0;
    return s->peer ? run_peer(s, p, tol, y) : run_ours(s, p, tol, y, evaluations);
}
