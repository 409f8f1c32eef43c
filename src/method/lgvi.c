/* SPDX-License-Identifier: BSD-3-Clause */
/* lgvi.c - the variational integrator of rigid bodies, inertial Hamiltonian form:
 *
 *   gamma_h = gamma - h/2 g,   x+ = x + h gamma_h/m,              gamma+ = gamma_h - h/2 g+
 *   Pi_h = Pi + h/2 M,         F Jd - Jd F^T = h S(Pi_h),
 *                              R+ = R F,  Pi' = F^T Pi_h,         Pi+ = Pi' + h/2 M+
 *
 * with the gradient g and the torque M of the potential: kick, drift, kick, where the rotation of
 * a free body is that of Moser and Veselov. g and M at the end of a step are those at the beginning
 * of the next, and are carried there: a step evaluates the potential once. Lee, Leok, McClamroch
 * 2007, (80)-(84).
 *
 * A body of a lane is a lane of its own here: of a single trajectory the bodies are worked on side
 * by side, of several one body after the other, by the same operations. */
#include "method/lgvi.h"

typedef struct {
    const lf_bodies *B;
    size_t n;
    const double *h, *y0, *carry;
    double *y1;
} lgvi_job;

/* A pack of k lanes: bodies from `body` on of a single trajectory, or trajectories from `lane` on
 * of one body. */
typedef struct {
    size_t k, body, lane;
    bool single;
} lgvi_pack;

typedef struct {
    bool turned, refined, exponential;
} lgvi_rule;

/* What does not change about a body. */
typedef struct {
    double over; /* 1/mass */
    lf_vec3 moment, j, a;
    lf_mat3 axes;
} lgvi_body;

static LF_INLINE lgvi_body lgvi_constants(const lf_bodies *B, size_t b, lgvi_rule rule)
{
    lgvi_body K = {.over = 1 / B->mass[b], .moment = lf_vec3_load(B->moment, B->count, b)};
    lf_turn_constants(K.moment, &K.j, &K.a);
    if (rule.turned)
        K.axes = lf_mat3_load(B->axes, B->count, b);
    return K;
}

/* First kick, drift of the centre, and the equation of the rotation, which is number i of T. Pi_h
 * is left in y1. */
static LF_INLINE void lgvi_set_one(const lgvi_job *J, lgvi_body K, lgvi_rule rule, size_t at,
                                   double h, lf_turns *T, size_t i)
{
    const size_t m = J->B->count * J->n;
    const lf_vec3 gamma = lf_axpy(lf_vec3_load(J->y0 + LF_BODY_GAMMA * m, m, at), -0.5 * h,
                                  lf_vec3_load(J->carry, m, at));
    const lf_vec3 Pi = lf_axpy(lf_vec3_load(J->y0 + LF_BODY_PI * m, m, at), 0.5 * h,
                               lf_vec3_load(J->carry + 3 * m, m, at));
    lf_vec3_store(J->y1 + LF_BODY_GAMMA * m, m, at, gamma);
    lf_vec3_store(J->y1 + LF_BODY_PI * m, m, at, Pi);
    lf_vec3_store(J->y1 + LF_BODY_X * m, m, at,
                  lf_axpy(lf_vec3_load(J->y0 + LF_BODY_X * m, m, at), h * K.over, gamma));
    const lf_vec3 s = rule.turned ? lf_mat3_vec_left(Pi, K.axes) : Pi;
    if (rule.refined)
        lf_turn_refine(K.moment, h, s, &K.j, &K.a);
    lf_turns_set(T, i, h, s, K.j, K.a);
}

static LF_INLINE void lgvi_set(const lgvi_job *J, lgvi_pack p, lgvi_rule rule, lf_turns *T)
{
    const size_t first = p.body * J->n + p.lane;
    if (p.single) {
        const double h = J->h[p.lane];
        LF_EACH_LANE(i, p.k)
            lgvi_set_one(J, lgvi_constants(J->B, p.body + i, rule), rule, first + i, h, T, i);
    } else {
        const lgvi_body K = lgvi_constants(J->B, p.body, rule);
        LF_EACH_LANE(i, p.k)
            lgvi_set_one(J, K, rule, first + i, J->h[p.lane + i], T, i);
    }
}

/* R+ and Pi' from the rotations */
static LF_INLINE void lgvi_turn(const lgvi_job *J, lgvi_pack p, lgvi_rule rule, const lf_turns *T)
{
    const lf_bodies *B = J->B;
    const size_t m = B->count * J->n;
    LF_EACH_LANE(i, p.k) {
        const size_t at = p.body * J->n + p.lane + i, b = p.single ? p.body + i : p.body;
        lf_vec3 c = lf_vec3_load(T->c, LF_TURNS, i);
        if (rule.turned)
            c = lf_mat3_vec(lf_mat3_load(B->axes, B->count, b), c);
        const lf_turn F = lf_turn_of(1, c);
        const double *R = J->y0 + LF_BODY_R * m;
        const lf_vec3 r0 = lf_turn_back(&F, lf_vec3_load(R, m, at));
        const lf_vec3 r1 = lf_turn_back(&F, lf_vec3_load(R + 3 * m, m, at));
        double *Pi = J->y1 + LF_BODY_PI * m;
        lf_vec3_store(Pi, m, at, lf_turn_back(&F, lf_vec3_load(Pi, m, at)));
        lf_mat3_store(J->y1 + LF_BODY_R * m, m, at, lf_mat3_straight(r0, r1));
    }
}

static LF_INLINE void lgvi_drift(const lgvi_job *J, lgvi_pack p, lgvi_rule rule,
                                 lf_turn_report *report)
{
    lf_turns T;
    lgvi_set(J, p, rule, &T);
    lf_turns_solve(&T, p.k, rule.exponential, p.single, p.body, p.lane, report);
    lgvi_turn(J, p, rule, &T);
}

/* Every pack of a job. */
static LF_INLINE void lgvi_drift_all(const lgvi_job *J, lgvi_rule rule, lf_turn_report *report)
{
    const size_t lanes = J->n == 1 ? J->B->count : J->n;
    for (size_t b = 0; b < (J->n == 1 ? 1 : J->B->count); b++)
        for (size_t i = 0; i < lanes; i += LF_TURNS) {
            const size_t k = lanes - i < LF_TURNS ? lanes - i : LF_TURNS;
            const lgvi_pack one = {k, i, 0, true}, many = {k, b, i, false};
            if (J->n == 1)
                lgvi_drift(J, one, rule, report);
            else
                lgvi_drift(J, many, rule, report);
        }
}

/* A few bodies of one trajectory, with the number known to the compiler: a step of two bodies takes a
 * fifth less, one of three 7 percent. */
static LF_INLINE void lgvi_drift_count(size_t count, const lgvi_job *J, lf_turn_report *report)
{
    const lf_bodies B = {.count = count, .mass = J->B->mass, .moment = J->B->moment};
    const lgvi_job few = {&B, 1, J->h, J->y0, J->carry, J->y1};
    lgvi_drift(&few, (lgvi_pack){count, 0, 0, true}, (lgvi_rule){0}, report);
}

enum { FEW = 4 };
LF_KERNEL static void lgvi_drift_few(const lgvi_job *J, lf_turn_report *report)
{
    if (J->B->count == 2)
        lgvi_drift_count(2, J, report);
    else if (J->B->count == 1)
        lgvi_drift_count(1, J, report);
    else if (J->B->count == 3)
        lgvi_drift_count(3, J, report);
    else
        lgvi_drift_count(FEW, J, report);
}

LF_KERNEL static void lgvi_drift_plain(const lgvi_job *J, lf_turn_report *report)
{
    lgvi_drift_all(J, (lgvi_rule){0}, report);
}

/* Bodies whose frames are not principal axes; rotations of order four: loops without branches. */
LF_KERNEL static void lgvi_drift_turned(const lgvi_job *J, lf_turn_report *report)
{
    lgvi_drift_all(J, (lgvi_rule){.turned = true}, report);
}

LF_KERNEL static void lgvi_drift_refined(const lgvi_job *J, lf_turn_report *report)
{
    lgvi_drift_all(J, (lgvi_rule){.refined = true}, report);
}

LF_KERNEL static void lgvi_drift_any(const lgvi_job *J, lgvi_rule rule, lf_turn_report *report)
{
    lgvi_drift_all(J, rule, report);
}

static void lgvi_drift_by(const lgvi_job *J, lgvi_rule rule, lf_turn_report *report)
{
    if (rule.exponential || (rule.turned && rule.refined))
        lgvi_drift_any(J, rule, report);
    else if (rule.turned)
        lgvi_drift_turned(J, report);
    else if (rule.refined)
        lgvi_drift_refined(J, report);
    else if (J->n == 1 && J->B->count <= FEW)
        lgvi_drift_few(J, report);
    else
        lgvi_drift_plain(J, report);
}

lf_status lf_lgvi_drift(const lf_method *M, const lf_bodies *B, const lf_lanes *L,
                        const double *force, const double *y0, double *y1, lf_tally *tally)
{
    const lgvi_job job = {B, L->n, L->h, y0, force, y1};
    const lgvi_rule rule = {B->axes != NULL, M->rotation == LF_ROTATION_DMV4, M->map == LF_EXP};
    lf_turn_report report = {0};
    lgvi_drift_by(&job, rule, &report);
    return lf_turns_report(tally, B->count * L->n, &report);
}

/* n numbers with a step each, or (`single`) all with the same */
static LF_INLINE void lgvi_kick_row(size_t n, bool single, const double *h, const double *g,
                                    const double *M, double *gamma, double *Pi)
{
    LF_EACH_LANE(i, n) {
        const double half = 0.5 * h[single ? 0 : i];
        gamma[i] = lf_fma(-half, g[i], gamma[i]);
        Pi[i] = lf_fma(half, M[i], Pi[i]);
    }
}

LF_KERNEL void lf_lgvi_kick(size_t m, size_t n, const double *h, const double *g, double *y1)
{
    const double *M = g + 3 * m;
    double *gamma = y1 + LF_BODY_GAMMA * m, *Pi = y1 + LF_BODY_PI * m;
    if (n == 1)
        lgvi_kick_row(3 * m, true, h, g, M, gamma, Pi);
    else
        for (size_t k = 0; k < 3 * m; k += n)
            lgvi_kick_row(n, false, h, g + k, M + k, gamma + k, Pi + k);
}

/* Everything but the form and the rotations that most people use goes the long way. */
static bool lgvi_plain(const lf_method *M, const lf_problem *P)
{
    const lf_bodies *B = lf_problem_bodies(P);
    return B->form == LF_INERTIAL_HAMILTONIAN && M->rotation != LF_ROTATION_EXACT && !B->forces;
}

static bool lgvi_forced(const lf_problem *P)
{
    return lf_bodies_forced(lf_problem_bodies(P));
}

static size_t lgvi_work(const lf_method *M, const lf_problem *P, size_t n)
{
    if (lgvi_forced(P))
        return lf_lgvi_forced_work(P, n);
    return lgvi_plain(M, P) ? n : lf_lgvi_form_work(P, n);
}

static size_t lgvi_carry(const lf_method *M, const lf_problem *P)
{
    if (lgvi_forced(P))
        return lf_lgvi_forced_carry(P);
    return lgvi_plain(M, P) ? 6 * lf_problem_bodies(P)->count : lf_lgvi_form_carry(P);
}

static lf_status lgvi_forces(const lf_bodies *B, const lf_lanes *L, const double *y, double *carry,
                             lf_tally *tally)
{
    const size_t m = B->count * L->n;
    const lf_status s = lf_tally_count(tally, L->n);
    return s == LF_OK ? B->potential(B, L, y, y + LF_BODY_R * m, NULL, carry, carry + 3 * m) : s;
}

static lf_status lgvi_start(const lf_method *M, const lf_problem *P, const lf_lanes *L,
                            const double *y0, double *carry, lf_tally *tally, double *work)
{
    if (lgvi_forced(P))
        return lf_lgvi_forced_start(P, L, y0, carry, tally);
    return lgvi_plain(M, P) ? lgvi_forces(lf_problem_bodies(P), L, y0, carry, tally)
                            : lf_lgvi_form_start(P, L, y0, carry, tally, work);
}

static lf_status lgvi_step(const lf_method *M, const lf_problem *P, const lf_lanes *L,
                           const double *y0, double *y1, double *carry, lf_tally *tally,
                           double *work)
{
    const lf_bodies *B = lf_problem_bodies(P);
    const size_t n = L->n;
    const double *t = L->t, *h = L->h;
    if (!lgvi_plain(M, P))
        return (lgvi_forced(P) ? lf_lgvi_forced_step : lf_lgvi_form_step)(M, P, L, y0, y1, carry,
                                                                          tally, work);
    const lgvi_job job = {B, n, h, y0, carry, y1};
    const lgvi_rule rule = {B->axes != NULL, M->rotation == LF_ROTATION_DMV4, M->map == LF_EXP};
    lf_turn_report report = {0};
    lgvi_drift_by(&job, rule, &report);
    lf_status s = lf_turns_report(tally, B->count * n, &report);
    if (s != LF_OK)
        return s;
    work[0] = t[0] + h[0];
    for (size_t i = 1; i < n; i++)
        work[i] = t[i] + h[i];
    const lf_lanes end = lf_lanes_at(L, work);
    s = lgvi_forces(B, &end, y1, carry, tally);
    if (s == LF_OK)
        lf_lgvi_kick(B->count * n, n, h, carry, y1);
    return s;
}

const lf_method lf_lgvi = {
    .name = "lgvi",
    .doc = "variational integrator of rigid bodies: Stoermer-Verlet with discrete free rotations",
    .cite = "Lee, Leok, McClamroch, Lie group variational integrators for the full body problem, "
            "2007",
    .order = 2,
    .traits = LF_SYMMETRIC | LF_SYMPLECTIC | LF_CHOOSES_MAP | LF_CHOOSES_ROTATION,
    .needs = LF_NEEDS(LF_TRAIT_BODIES),
    .step = lgvi_step,
    .work = lgvi_work,
    .start = lgvi_start,
    .carry = lgvi_carry,
    .map = LF_CAYLEY,
};
