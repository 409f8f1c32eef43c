/* SPDX-License-Identifier: BSD-3-Clause */
/* program.c - the loop that runs every flow program. */
#include "method/program.h"

#include "method/combine.h"
#include "method/program_span.h"

/* The running step: where registers, slots and scratch are. */
typedef struct {
    const lf_problem *P;
    const lf_lanes *at; /* the lanes at `time` */
    size_t n, dim, point;
    const double *t, *h, *y0;
    lf_tally *tally;
    double *y1, *embedded;
    double *registers, *slots;                        /* [register][dim*n], [slot][point*n] */
    double *w, *left, *right, *bracket, *time, *ones; /* an instruction's own */
    double *rest;
    double *keep; /* what the action remembers, or NULL */
} machine;

size_t lf_program_work(const lf_method *M, const lf_problem *P, size_t n)
{
    if (lf_span_wanted(P->action))
        return lf_span_work(M, P, n);
    const lf_program *program = M->table;
    const size_t action = lf_action_work(P->action, n), field = P->field_work * n;
    return ((size_t)program->registers + 4) * P->action->group->dim * n +
           (size_t)program->slots * P->action->dim * n + 2 * n + (action > field ? action : field);
}

static LF_INLINE machine machine_layout(const lf_program *program, const lf_problem *P,
                                        const lf_lanes *L, lf_tally *tally, double *work)
{
    const size_t n = L->n;
    machine m = {.P = P, .n = n, .t = L->t, .h = L->h, .tally = tally};
    m.dim = P->action->group->dim;
    m.point = P->action->dim;
    m.registers = work;
    m.w = m.registers + (size_t)program->registers * m.dim * n;
    m.left = m.w + m.dim * n;
    m.right = m.left + m.dim * n;
    m.bracket = m.right + m.dim * n;
    m.slots = m.bracket + m.dim * n;
    m.time = m.slots + (size_t)program->slots * m.point * n;
    m.ones = m.time + n;
    m.rest = m.ones + n;
    for (size_t i = 0; i < n; i++)
        m.ones[i] = 1;
    return m;
}

static double *machine_register(const machine *m, int reg)
{
    return m->registers + (size_t)(reg - 1) * m->dim * m->n;
}

static double *machine_slot(const machine *m, int slot)
{
    if (slot == LF_PROGRAM_EMBEDDED)
        return m->embedded;
    return slot == LF_PROGRAM_OUT ? m->y1 : m->slots + (size_t)(slot - 1) * m->point * m->n;
}

static const double *machine_point(const machine *m, int slot)
{
    return slot == 0 ? m->y0 : machine_slot(m, slot);
}

/* Components d .. d+width-1 of a row for one lane. */
static LF_INLINE void machine_piece(size_t width, size_t d, const machine *m,
                                    const lf_program_term *row, const double *base, double *out)
{
    lf_sums sum = {0, 0, 0, 0, 0, 0, 0};
    for (int k = 0; k < LF_PROGRAM_TERMS && row[k].reg; k++)
        lf_sums_add(width, &sum, row[k].c, machine_register(m, row[k].reg) + d);
    lf_sums_put(width, &sum, 1, base ? base + d : NULL, out + d);
}

static LF_INLINE void machine_row(const machine *m, const lf_program_term *row, const double *base,
                                  double *out)
{
    if (m->n == 1 && m->dim < LF_LONG) {
        LF_BY_WIDTH(m->dim, machine_piece, m, row, base, out);
        return;
    }
    lf_terms terms;
    terms.count = 0;
    for (int k = 0; k < LF_PROGRAM_TERMS && row[k].reg; k++)
        lf_terms_add(&terms, row[k].c, machine_register(m, row[k].reg));
    lf_combine(m->n, m->dim, m->ones, &terms, base, out);
}

/* out = sum + [left, right]; the bracket vanishes on abelian groups */
static LF_INLINE lf_status machine_combine(const machine *m, const lf_instruction *I, double *out)
{
    lf_status s = LF_OK;
    const lf_group *G = m->P->action->group;
    const double *bracket = NULL;
    if (I->left[0].reg && !G->abelian) {
        machine_row(m, I->left, NULL, m->left);
        machine_row(m, I->right, NULL, m->right);
        s = G->ops->bracket(G, m->n, m->left, m->right, m->bracket, m->rest);
        bracket = m->bracket;
    }
    machine_row(m, I->sum, bracket, out);
    return s;
}

static LF_INLINE void scale_by_step(size_t n, size_t dim, const double *h, double *f)
{
    for (size_t d = 0; d < dim; d++)
        LF_EACH_LANE(i, n)
            f[d * n + i] *= h[i];
}

static LF_INLINE void machine_scale(const machine *m, double *f)
{
    const size_t n = m->n;
    LF_BY_LANES(n, scale_by_step, m->dim, m->h, f);
}

static LF_INLINE lf_status machine_eval(const machine *m, const lf_instruction *I)
{
    double *f = machine_register(m, I->reg);
    for (size_t i = 0; i < m->n; i++)
        m->time[i] = m->t[i] + I->c * m->h[i];
    const lf_status s =
        lf_problem_field(m->P, m->at, machine_point(m, I->from), f, m->tally, m->rest);
    machine_scale(m, f);
    return s;
}

/* The row without its sum being formed, the bracket as its last term. */
static LF_INLINE lf_status machine_flow_terms(const machine *m, const lf_instruction *I)
{
    const lf_action *A = m->P->action;
    lf_combination sum = {.count = 0};
    lf_status s = LF_OK;
    for (int k = 0; k < LF_PROGRAM_TERMS && I->sum[k].reg; k++) {
        sum.c[sum.count] = I->sum[k].c;
        sum.x[sum.count++] = machine_register(m, I->sum[k].reg);
    }
    if (I->left[0].reg && !A->group->abelian) {
        machine_row(m, I->left, NULL, m->left);
        machine_row(m, I->right, NULL, m->right);
        s = A->group->ops->bracket(A->group, m->n, m->left, m->right, m->bracket, m->rest);
        sum.c[sum.count] = 1;
        sum.x[sum.count++] = m->bracket;
    }
    return s == LF_OK ? A->ops->flow_terms(A, m->n, &sum, machine_point(m, I->from),
                                           machine_slot(m, I->to), m->keep, m->rest)
                      : s;
}

static LF_INLINE lf_status machine_flow(const machine *m, lf_map map, const lf_instruction *I)
{
    if (m->P->action->ops->flow_terms && map == LF_EXP)
        return machine_flow_terms(m, I);
    const lf_status s = machine_combine(m, I, m->w);
    return s == LF_OK ? lf_action_flow(m->P->action, map, m->n, m->w, machine_point(m, I->from),
                                       machine_slot(m, I->to), m->rest)
                      : s;
}

static LF_INLINE lf_status machine_run(const machine *m, const lf_method *M, int length)
{
    const lf_program *program = M->table;
    lf_status s = LF_OK;
    for (int k = 0; k < length && s == LF_OK; k++) {
        const lf_instruction *I = &program->code[k];
        if (I->op == LF_EVAL)
            s = machine_eval(m, I);
        else if (I->op == LF_KEEP)
            s = machine_combine(m, I, machine_register(m, I->reg));
        else
            s = machine_flow(m, M->map, I);
    }
    return s;
}

LF_KERNEL lf_status lf_program_step(const lf_method *M, const lf_problem *P, const lf_lanes *L,
                                    const double *y0, double *y1, double *carry, lf_tally *tally,
                                    double *work)
{
    if (lf_span_wanted(P->action))
        return lf_span_step(M, P, L, y0, y1, tally, work);
    const lf_program *program = M->table;
    machine m = machine_layout(program, P, L, tally, work);
    /* an object of its own: what the field gets the address of must be in memory, the rest not */
    const lf_lanes at = lf_lanes_at(L, m.time);
    m.at = &at;
    m.y0 = y0;
    m.y1 = y1;
    m.keep = carry;
    return machine_run(&m, M, program->step);
}

LF_KERNEL lf_status lf_program_attempt(const lf_method *M, const lf_problem *P, const lf_attempt *a)
{
    if (lf_span_wanted(P->action))
        return lf_span_attempt(M, P, a);
    const lf_program *program = M->table;
    machine m = machine_layout(program, P, &a->lanes, a->tally, a->work);
    const lf_lanes at = lf_lanes_at(&a->lanes, m.time);
    m.at = &at;
    m.y0 = a->y0;
    m.y1 = a->y1;
    m.embedded = a->error;
    m.keep = a->keep;
    const lf_status s = machine_run(&m, M, program->length);
    for (size_t j = 0; j < m.point * m.n; j++)
        a->error[j] = a->y1[j] - a->error[j];
    return s;
}

bool lf_program_goes_back(const lf_program *program)
{
    enum { MOST = 32 };
    double time[MOST] = {0}; /* of registers: how far their flows go, in steps */
    for (int k = 0; k < program->length; k++) {
        const lf_instruction *I = &program->code[k];
        double sum = 0;
        for (int j = 0; j < LF_PROGRAM_TERMS && I->sum[j].reg; j++)
            sum += I->sum[j].c * time[I->sum[j].reg];
        if (I->op == LF_FLOW && sum < -1e-14) /* rounding of a sum that should be 0 */
            return true;
        if (I->op != LF_FLOW && I->reg < MOST)
            time[I->reg] = I->op == LF_EVAL ? 1 : sum;
    }
    return false;
}
