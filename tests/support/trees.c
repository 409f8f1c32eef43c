/* SPDX-License-Identifier: BSD-3-Clause */
/* trees.c - rooted trees and the order conditions that they stand for. */
#include "support/trees.h"

#include <float.h>
#include <math.h>

/* A tree by the trees that hang on its root, in falling order of their numbers. */
typedef struct {
    int order;
    long double gamma;
    size_t children, child[TREES_ORDER];
} tree;

typedef struct {
    size_t count;
    tree tree[TREES];
} forest;

/* All trees of one order: `t` has `left` vertices to hang on, none from tree `last` on. */
static void grow(forest *F, tree t, int left, size_t last)
{
    if (left == 0) {
        t.gamma *= t.order;
        assert_true(F->count < TREES);
        F->tree[F->count++] = t;
        return;
    }
    for (size_t k = 0; k < last; k++) {
        if (F->tree[k].order > left)
            return;
        tree next = t;
        next.gamma *= F->tree[k].gamma;
        next.child[next.children++] = k;
        grow(F, next, left - F->tree[k].order, k + 1);
    }
}

static const forest *all_trees(void)
{
    static forest F;
    for (int order = 1; F.count < TREES && order <= TREES_ORDER; order++)
        grow(&F, (tree){.order = order, .gamma = 1}, order - 1, F.count);
    assert_int_equal(F.count, TREES); /* 1, 1, 2, 4, 9, 20, 48, 115 */
    return &F;
}

void tree_weights_set(tree_weights *W, const tree_stages *S)
{
    const forest *F = all_trees();
    W->stages = S->count;
    for (size_t k = 0; k < TREES; k++) {
        const tree *t = &F->tree[k];
        W->order[k] = t->order;
        W->gamma[k] = t->gamma;
        for (size_t i = 0; i < S->count; i++) {
            W->phi[k][i] = W->size[k][i] = 1;
            for (size_t l = 0; l < t->children; l++) {
                long double sum = 0, size = 0;
                for (size_t j = 0; j < S->count; j++) {
                    sum += S->a[i][j] * W->phi[t->child[l]][j];
                    size += fabs(S->a[i][j]) * W->size[t->child[l]][j];
                }
                W->phi[k][i] *= sum;
                W->size[k][i] *= size;
            }
        }
    }
}

double tree_error(const tree_weights *W, const double *b, double parts, double whole, double x,
                  int from, int to)
{
    long double worst = 0;
    for (size_t k = 0; k < TREES; k++) {
        if (W->order[k] < from || W->order[k] > to)
            continue;
        long double sum = -whole * powl(x, W->order[k]) / W->gamma[k], size = DBL_MIN;
        for (size_t i = 0; i < W->stages; i++) {
            sum += b[i] * W->phi[k][i];
            size += (fabs(b[i]) + parts) * W->size[k][i];
        }
        /* every factor of a term is rounded once: b and one a per edge */
        worst = fmaxl(worst, fabsl(sum) / (size * W->order[k] * DBL_EPSILON / 2));
    }
    return (double)worst;
}

double tree_nodes_error(const tree_stages *S)
{
    double worst = 0;
    for (size_t i = 0; i < S->count; i++) {
        long double sum = -S->c[i], size = fabs(S->c[i]) + DBL_MIN;
        for (size_t j = 0; j < S->count; j++) {
            sum += S->a[i][j];
            size += fabs(S->a[i][j]);
        }
        worst = fmax(worst, (double)(fabsl(sum) / (size * DBL_EPSILON / 2)));
    }
    return worst;
}
