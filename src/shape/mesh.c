/* SPDX-License-Identifier: BSD-3-Clause */
/* mesh.c - does a mesh close a body? Every edge must belong to two faces which run through it in
 * opposite directions. */
#include "shape/shape.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Half an edge: side k of face f is number 3 f + k. Halves of one edge have the same key. */
typedef struct {
    uint64_t key;
    uint32_t half;
} mesh_half;

/* What is wrong with the edges, and the first of each kind. */
typedef struct {
    size_t edges, single, many, same;
    uint64_t first;   /* key of an edge that belongs to one face, or to more than two */
    uint32_t *across; /* [3 faces]: the half on the other side of the edge */
} mesh_edges;

static uint32_t mesh_from(const lf_mesh *M, uint32_t half)
{
    return M->face[half];
}

static uint32_t mesh_to(const lf_mesh *M, uint32_t half)
{
    return M->face[half % 3 == 2 ? half - 2 : half + 1];
}

static int mesh_compare(const void *a, const void *b)
{
    const mesh_half *left = a, *right = b;
    if (left->key != right->key)
        return left->key < right->key ? -1 : 1;
    return (left->half > right->half) - (left->half < right->half);
}

/* ---- mending -------------------------------------------------------------------------------- */

/* A face with a corner twice is a line: its neighbours meet there without it. */
static size_t mesh_drop_lines(lf_mesh *M)
{
    size_t kept = 0;
    for (size_t f = 0; f < M->faces; f++) {
        const uint32_t *c = M->face + 3 * f;
        if (c[0] == c[1] || c[1] == c[2] || c[2] == c[0])
            continue;
        memmove(M->face + 3 * kept++, c, 3 * sizeof *c);
    }
    size_t dropped = M->faces - kept;
    M->faces = kept;
    return dropped;
}

typedef struct {
    double x[3];
    uint32_t number;
} mesh_place;

static int mesh_compare_places(const void *a, const void *b)
{
    const mesh_place *left = a, *right = b;
    for (size_t i = 0; i < 3; i++)
        if (left->x[i] != right->x[i])
            return left->x[i] < right->x[i] ? -1 : 1;
    return (left->number > right->number) - (left->number < right->number);
}

/* Let faces name the first of all vertices at the same place; how many others there were. */
static lf_status mesh_join(lf_mesh *M, size_t *joined)
{
    mesh_place *place = malloc(M->vertices * sizeof *place);
    uint32_t *first = malloc(M->vertices * sizeof *first);
    *joined = 0;
    for (size_t i = 0; place && first && i < M->vertices; i++) {
        memcpy(place[i].x, M->vertex + 3 * i, sizeof place[i].x);
        place[i].number = (uint32_t)i;
    }
    if (place && first)
        qsort(place, M->vertices, sizeof *place, mesh_compare_places);
    for (size_t i = 0, group = 0; place && first && i < M->vertices; i++) {
        const double *x = place[i].x, *y = place[group].x;
        if (x[0] != y[0] || x[1] != y[1] || x[2] != y[2])
            group = i;
        *joined += i != group;
        first[place[i].number] = place[group].number;
    }
    for (size_t k = 0; place && first && k < 3 * M->faces; k++)
        M->face[k] = first[M->face[k]];
    lf_status status = place && first ? LF_OK : LF_EMEMORY;
    free(place);
    free(first);
    return status;
}

/* ---- edges ---------------------------------------------------------------------------------- */

/* One edge with its `count` halves. */
static void mesh_edge(const lf_mesh *M, const mesh_half *half, size_t count, mesh_edges *E)
{
    E->edges++;
    if (count != 2) {
        if (E->single + E->many == 0)
            E->first = half->key;
        E->single += count == 1;
        E->many += count > 2;
        return;
    }
    E->same += mesh_from(M, half[0].half) == mesh_from(M, half[1].half);
    E->across[half[0].half] = half[1].half;
    E->across[half[1].half] = half[0].half;
}

static lf_status mesh_sort_edges(const lf_mesh *M, mesh_edges *E)
{
    size_t count = 3 * M->faces;
    mesh_half *half = malloc((count + 1) * sizeof *half);
    *E = (mesh_edges){.across = malloc((count + 1) * sizeof *E->across)};
    if (!half || !E->across) {
        free(half);
        return LF_EMEMORY;
    }
    for (uint32_t k = 0; k < count; k++) {
        uint64_t a = mesh_from(M, k), b = mesh_to(M, k);
        half[k] = (mesh_half){a < b ? a << 32 | b : b << 32 | a, k};
    }
    qsort(half, count, sizeof *half, mesh_compare);
    for (size_t k = 0, next; k < count; k = next) {
        for (next = k + 1; next < count && half[next].key == half[k].key;)
            next++;
        mesh_edge(M, half + k, next - k, E);
    }
    free(half);
    return LF_OK;
}

/* ---- directions ----------------------------------------------------------------------------- */

/* Faces of the piece around `seed`, [0] that run like it and [1] against it; false if the piece
 * has no two sides. */
static bool mesh_piece(const lf_mesh *M, const mesh_edges *E, uint32_t seed, signed char *side,
                       uint32_t *queue, size_t count[2])
{
    size_t taken = 0, waiting = 0;
    bool two_sided = true;
    count[0] = count[1] = 0;
    side[seed] = 0;
    queue[waiting++] = seed;
    while (taken < waiting) {
        uint32_t f = queue[taken++];
        count[side[f]]++;
        for (uint32_t half = 3 * f; half < 3 * f + 3; half++) {
            uint32_t other = E->across[half], g = other / 3;
            signed char wanted =
                (signed char)(side[f] ^ (mesh_from(M, half) == mesh_from(M, other)));
            if (side[g] < 0) {
                side[g] = wanted;
                queue[waiting++] = g;
            }
            two_sided = two_sided && side[g] == wanted;
        }
    }
    return two_sided;
}

/* The fewest faces to turn round so that all agree. */
static lf_status mesh_disagreement(const lf_mesh *M, const mesh_edges *E, char *why, size_t size)
{
    signed char *side = malloc(M->faces);
    uint32_t *queue = malloc(M->faces * sizeof *queue);
    size_t wrong = 0;
    bool two_sided = true;
    if (!side || !queue) {
        free(side);
        free(queue);
        return LF_EMEMORY;
    }
    memset(side, -1, M->faces);
    for (uint32_t f = 0; f < M->faces; f++) {
        size_t count[2];
        if (side[f] >= 0)
            continue;
        two_sided = mesh_piece(M, E, f, side, queue, count) && two_sided;
        wrong += count[0] < count[1] ? count[0] : count[1];
    }
    free(side);
    free(queue);
    if (two_sided)
        snprintf(why, size,
                 "the faces do not agree about outside: %zu of %zu list their corners the other "
                 "way round than their neighbours (%zu edges); turn those round",
                 wrong, M->faces, E->same);
    else
        snprintf(why, size,
                 "the surface has only one side, like a Klein bottle: it bounds no body");
    return LF_EINPUT;
}

/* ---- the verdict ---------------------------------------------------------------------------- */

static lf_status mesh_open(const mesh_edges *E, char *why, size_t size)
{
    char counts[160];
    if (E->many == 0)
        snprintf(counts, sizeof counts, "of %zu edges %zu %s to one face only", E->edges, E->single,
                 E->single == 1 ? "belongs" : "belong");
    else
        snprintf(counts, sizeof counts,
                 "of %zu edges %zu %s to one face only and %zu to more than two", E->edges,
                 E->single, E->single == 1 ? "belongs" : "belong", E->many);
    snprintf(why, size, "the mesh is not closed: %s, the first from vertex %u to vertex %u", counts,
             (unsigned)(E->first >> 32) + 1, (unsigned)(E->first & UINT32_MAX) + 1);
    return LF_EINPUT;
}

static lf_status mesh_verdict(const lf_mesh *M, const mesh_edges *E, char *why, size_t size)
{
    if (E->edges == 0) {
        snprintf(why, size, "every face has a corner twice: there is no surface");
        return LF_EINPUT;
    }
    if (E->single + E->many)
        return mesh_open(E, why, size);
    return E->same ? mesh_disagreement(M, E, why, size) : LF_OK;
}

lf_status lf_mesh_close(lf_mesh *M, lf_text *remarks, char *why, size_t why_size)
{
    mesh_edges E;
    size_t dropped = mesh_drop_lines(M), joined = 0;
    lf_status status = mesh_sort_edges(M, &E);
    if (status == LF_OK && E.single + E.many > 0) {
        free(E.across);
        E.across = NULL;
        status = mesh_join(M, &joined);
        dropped += status == LF_OK ? mesh_drop_lines(M) : 0;
        if (status == LF_OK)
            status = mesh_sort_edges(M, &E);
    }
    if (status == LF_OK)
        status = mesh_verdict(M, &E, why, why_size);
    free(E.across);
    if (status == LF_EMEMORY)
        snprintf(why, why_size, "%s", lf_status_text(status));
    if (joined)
        lf_text_add(remarks,
                    joined == 1 ? "%zu vertex stands where another does: it was joined\n"
                                : "%zu vertices stand where others do: they were joined\n",
                    joined);
    if (dropped)
        lf_text_add(remarks,
                    dropped == 1 ? "%zu face with a corner twice was left out\n"
                                 : "%zu faces with a corner twice were left out\n",
                    dropped);
    return status;
}
