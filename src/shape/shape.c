/* SPDX-License-Identifier: BSD-3-Clause */
/* shape.c - a polyhedron as a rigid body of uniform density, seen from its centre of mass. */
#include "shape/shape.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <lieflow/bodies.h>

#define SHAPE_ROW(member, type, unit, choices, high, doc)                                        \
    {                                                                                            \
#member, type, 1, offsetof(lf_shape_options, member), unit, "", choices, 0, high, 1, doc \
    }

static const lf_param shape_rows[] = {
    SHAPE_ROW(scale, LF_REAL, "", NULL, INFINITY, "lengths of the file times this"),
    SHAPE_ROW(mass, LF_REAL, "mass", NULL, INFINITY, "mass of the body"),
    SHAPE_ROW(density, LF_REAL, "mass/length^3", NULL, INFINITY, "density of the body"),
    SHAPE_ROW(points, LF_COUNT, "", NULL, LF_MASCONS_MOST, "number of mascons, about"),
    SHAPE_ROW(method, LF_CHOICE, "", "grid", 0, "how mascons are placed"),
    LF_PARAM_END};

const lf_param *lf_shape_rows(void)
{
    return shape_rows;
}

void lf_shape_options_init(lf_shape_options *opt, size_t size)
{
    const lf_shape_options usual = {.size = size, .scale = 1, .mass = NAN, .density = NAN};
    memset(opt, 0, size);
    memcpy(opt, &usual, size < sizeof usual ? size : sizeof usual);
}

/* ---- frames --------------------------------------------------------------------------------- */

/* Vertices seen from the centre of mass, in turned axes: x = R^T (x_file - centre). */
static void shape_move(lf_shape *S)
{
    const double *R = S->rotation;
    for (int i = 0; i < 3; i++) {
        S->low[i] = INFINITY;
        S->high[i] = -INFINITY;
    }
    for (size_t k = 0; k < S->mesh.vertices; k++) {
        double *x = S->mesh.vertex + 3 * k, d[3];
        for (int i = 0; i < 3; i++)
            d[i] = x[i] - S->centre[i];
        for (int i = 0; i < 3; i++)
            x[i] = R[i] * d[0] + R[3 + i] * d[1] + R[6 + i] * d[2];
    }
    for (size_t k = 0; k < 3 * S->mesh.faces; k++)
        for (int i = 0; i < 3; i++) {
            double x = S->mesh.vertex[3 * S->mesh.face[k] + (size_t)i];
            S->low[i] = fmin(S->low[i], x);
            S->high[i] = fmax(S->high[i], x);
        }
}

/* J = density (tr(S) - S) */
static void shape_inertia(lf_shape *S)
{
    static const int product[3] = {3, 4, 5}, row[3] = {0, 0, 1}, column[3] = {1, 2, 2};
    const double *s = S->second;
    for (int i = 0; i < 3; i++) {
        S->inertia[4 * i] = S->density * (s[(i + 1) % 3] + s[(i + 2) % 3]);
        double off = s[product[i]] == 0 ? 0 : -S->density * s[product[i]];
        S->inertia[3 * row[i] + column[i]] = S->inertia[3 * column[i] + row[i]] = off;
    }
}

/* Rising moments; the axes stay right-handed, and point along the file's axes where they can. */
static void shape_sort(double moment[3], double A[9])
{
    double m[3], B[9];
    int order[3] = {0, 1, 2};
    for (int pass = 0; pass < 3; pass++)
        for (int i = 0; i < 2; i++)
            if (moment[order[i]] > moment[order[i + 1]]) {
                int kept = order[i];
                order[i] = order[i + 1];
                order[i + 1] = kept;
            }
    for (int c = 0; c < 3; c++) {
        int from = order[c], largest = 0;
        for (int i = 1; i < 3; i++)
            largest = fabs(A[3 * i + from]) > fabs(A[3 * largest + from]) ? i : largest;
        double sign = A[3 * largest + from] < 0 ? -1 : 1;
        m[c] = moment[from];
        for (int i = 0; i < 3; i++)
            B[3 * i + c] = sign * A[3 * i + from];
    }
    double det = 0;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        det += B[3 * i] * (B[3 * j + 1] * B[3 * k + 2] - B[3 * k + 1] * B[3 * j + 2]);
    }
    for (int i = 0; i < 3 && det < 0; i++)
        B[3 * i + 2] = B[3 * i + 2] == 0 ? 0 : -B[3 * i + 2];
    memcpy(moment, m, sizeof m);
    memcpy(A, B, sizeof B);
}

static lf_status shape_principal(lf_shape *S, char *why, size_t size)
{
    lf_status status = lf_inertia_principal(S->inertia, S->moment, S->axes, why, size);
    if (status != LF_OK)
        return status;
    shape_sort(S->moment, S->axes);
    for (int i = 0; i < 3; i++) {
        double others = S->moment[(i + 1) % 3] + S->moment[(i + 2) % 3] - S->moment[i];
        S->semiaxes[i] = sqrt(fmax(2.5 * others / S->mass, 0));
    }
    return LF_OK;
}

/* From here on the body frame has principal axes. */
static void shape_turn(lf_shape *S)
{
    memcpy(S->rotation, S->axes, sizeof S->axes);
    for (int i = 0; i < 3; i++) {
        double others = S->moment[(i + 1) % 3] + S->moment[(i + 2) % 3] - S->moment[i];
        S->second[i] = 0.5 * others / S->density;
        S->second[3 + i] = 0;
    }
    shape_inertia(S);
    for (int k = 0; k < 9; k++)
        S->axes[k] = k % 4 == 0;
}

/* ---- measuring ------------------------------------------------------------------------------ */

static void shape_scale(lf_mesh *M, double scale)
{
    for (size_t k = 0; k < 3 * M->vertices; k++)
        M->vertex[k] *= scale;
}

/* Every face the other way round. */
static void shape_reverse(lf_mesh *M)
{
    for (size_t f = 0; f < M->faces; f++) {
        uint32_t kept = M->face[3 * f + 1];
        M->face[3 * f + 1] = M->face[3 * f + 2];
        M->face[3 * f + 2] = kept;
    }
}

/* Rounding alone gives a flat surface up to 1e-15 of its area times its size. */
static lf_status shape_volume(lf_shape *S, lf_solid *solid, lf_text *remarks, char *why,
                              size_t size)
{
    double rounding = 1e-12 * solid->absolute + 1e-15 * solid->area * solid->size;
    bool large = !isfinite(rounding), none = !(fabs(solid->volume) > rounding);
    for (int k = 0; k < 3 && !none; k++) {
        large = large || !isfinite(solid->second[k]);
        none = solid->second[k] == 0; /* so small that the square of a length is 0 */
    }
    if (large || none) {
        snprintf(why, size, "%s",
                 large ? "the coordinates are too large to compute a volume; try a scale"
                       : "the surface encloses no volume");
        return LF_EINPUT;
    }
    if (solid->volume < 0) {
        lf_text_add(remarks, "all faces pointed inwards: they were turned round\n");
        shape_reverse(&S->mesh);
        solid->volume = -solid->volume;
        for (int k = 0; k < 6; k++)
            solid->second[k] = -solid->second[k];
    }
    return LF_OK;
}

/* Take over what was measured; what is rounding error against the whole becomes 0. */
static void shape_take(lf_shape *S, const lf_solid *solid, const lf_shape_options *opt)
{
    double trace = solid->second[0] + solid->second[1] + solid->second[2];
    S->volume = solid->volume;
    S->area = solid->area;
    S->density = !isnan(opt->mass) ? opt->mass / S->volume : isnan(opt->density) ? 1 : opt->density;
    S->mass = !isnan(opt->mass) ? opt->mass : S->density * S->volume;
    for (int i = 0; i < 3; i++)
        S->centre[i] = fabs(solid->centre[i]) > 1e-15 * solid->size ? solid->centre[i] : 0;
    for (int k = 0; k < 6; k++)
        S->second[k] = fabs(solid->second[k]) > 1e-15 * trace ? solid->second[k] : 0;
    for (int k = 0; k < 9; k++)
        S->rotation[k] = k % 4 == 0;
    shape_inertia(S);
}

static lf_status shape_measure(lf_shape *S, const lf_shape_options *opt, lf_text *remarks,
                               char *why, size_t size)
{
    if (!isnan(opt->mass) && !isnan(opt->density)) {
        snprintf(why, size, "give mass or density, not both");
        return LF_EINPUT;
    }
    S->scale = opt->scale;
    lf_status status = lf_mesh_close(&S->mesh, remarks, why, size);
    if (status != LF_OK)
        return status;
    shape_scale(&S->mesh, opt->scale);
    lf_solid solid = lf_mesh_solid(&S->mesh);
    status = shape_volume(S, &solid, remarks, why, size);
    if (status != LF_OK)
        return status;
    shape_take(S, &solid, opt);
    status = shape_principal(S, why, size);
    if (status != LF_OK)
        return status;
    if (opt->principal)
        shape_turn(S);
    shape_move(S);
    return LF_OK;
}

lf_status lf_shape_build(lf_shape *S, const lf_shape_options *opt, char *why, size_t why_size)
{
    char sentence[512] = "";
    lf_text remarks = {0};
    lf_status status = LF_EINPUT;
    if (opt->size != sizeof *opt) /* there has been one edition so far */
        snprintf(sentence, sizeof sentence,
                 "the options say that lf_shape_options has %zu bytes, while it has %zu here: they "
                 "begin as lf_shape_options_default()",
                 opt->size, sizeof *opt);
    else
        status = shape_measure(S, opt, &remarks, sentence, sizeof sentence);
    if (status == LF_OK && remarks.failed) {
        status = LF_EMEMORY;
        snprintf(sentence, sizeof sentence, "%s", lf_status_text(status));
    }
    snprintf(S->remarks, sizeof S->remarks, "%s", lf_text_string(&remarks));
    lf_text_free(&remarks);
    if (status != LF_OK)
        snprintf(why, why_size, "%.300s: %s", S->name, sentence);
    return status;
}

lf_status lf_shape_read(lf_shape *S, const char *path, const lf_shape_options *opt, char *why,
                        size_t why_size)
{
    *S = (lf_shape){0};
    snprintf(S->name, sizeof S->name, "%s", path);
    lf_status status = lf_obj_read(&S->mesh, path, why, why_size);
    if (status == LF_OK)
        status = lf_shape_build(S, opt, why, why_size);
    if (status != LF_OK)
        lf_mesh_free(&S->mesh);
    return status;
}

void lf_shape_free(lf_shape *S)
{
    lf_mesh_free(&S->mesh);
}
