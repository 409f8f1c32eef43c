/* SPDX-License-Identifier: BSD-3-Clause */
/* shape.h - triangles from OBJ files, and a polyhedron of uniform density as a rigid body: volume,
 * centre of mass, inertia, and mascons, point masses inside it with the same mass, centre and
 * inertia. */
#ifndef LIEFLOW_SHAPE_H
#define LIEFLOW_SHAPE_H

#include <stdbool.h>
#include <stdint.h>

#include <lieflow/param.h>
#include <lieflow/text.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- triangles ------------------------------------------------------------------------------ */

/* Starts as {0}. */
typedef struct {
    size_t vertices, faces;
    double *vertex; /* [vertices][3] */
    uint32_t *face; /* [faces][3]: numbers of vertices from 0, in the order of the file */
} lf_mesh;

/* The v and f lines of a Wavefront OBJ file; a face with more than three corners becomes a fan
 * about its first. LF_EINPUT or LF_EIO with a sentence in `why` that names file and line. Whether
 * the triangles close a body is another question: lf_shape_build. */
lf_status lf_obj_read(lf_mesh *M, const char *path, char *why, size_t why_size);
/* The same from a text of `length` bytes followed by a zero byte; `name` is for sentences. */
lf_status lf_obj_parse(lf_mesh *M, const char *text, size_t length, const char *name, char *why,
                       size_t why_size);
void lf_mesh_free(lf_mesh *M);

/* ---- shapes --------------------------------------------------------------------------------- */

enum { LF_SHAPE_REMARKS = 400, LF_SHAPE_NAME = 256, LF_MASCONS_MOST = 1000000 };

/* What a user may say about a shape; the rows describe it. */
typedef struct {
    size_t size;          /* sizeof(lf_shape_options), lieflow/abi.h */
    double scale;         /* lengths of the file times this */
    double mass, density; /* NaN: not said; at most one of them is. Neither: density 1 */
    size_t points;        /* how many mascons, about; 0: none */
    int method;           /* of placing them; 0: grid */
    bool principal;       /* turn the body into its principal axes */
} lf_shape_options;
/* Its rows, ending with a NULL name. */
const lf_param *lf_shape_rows(void);
/* What lies beyond `size` is left alone. */
void lf_shape_options_init(lf_shape_options *opt, size_t size);
static inline lf_shape_options lf_shape_options_default(void)
{
    lf_shape_options opt;
    lf_shape_options_init(&opt, sizeof opt);
    return opt;
}

/* The body frame has its origin in the centre of mass, and the axes of the file unless principal
 * axes are asked for: x_file = centre + rotation x_body. Starts as {0}. */
typedef struct {
    char name[LF_SHAPE_NAME]; /* the file */
    lf_mesh mesh;             /* closed and facing outwards, scaled, in the body frame */
    double scale;
    double volume, area, density, mass;
    double centre[3], rotation[9];  /* from the body frame to the file's */
    double low[3], high[3];         /* of the box around it, in the body frame */
    double second[6];               /* integrals of xx yy zz xy xz yz over the volume */
    double inertia[9];              /* about the centre of mass, row-major */
    double moment[3], axes[9];      /* rising, with the axes as columns: J = A diag(moment) A^T */
    double semiaxes[3];             /* of the ellipsoid of this mass with these moments */
    char remarks[LF_SHAPE_REMARKS]; /* what was mended, one a line; "" if nothing was */
} lf_shape;

/* Read a Wavefront OBJ file (v and f lines) and measure it. Refused are meshes that do not close,
 * faces that do not agree about outside, and bodies without volume. That a surface does not cross
 * itself is taken on trust. A sentence in `why`. */
lf_status lf_shape_read(lf_shape *S, const char *path, const lf_shape_options *opt, char *why,
                        size_t why_size);
/* Measure S->mesh and S->name, which the caller filled. */
lf_status lf_shape_build(lf_shape *S, const lf_shape_options *opt, char *why, size_t why_size);
void lf_shape_free(lf_shape *S);

/* Points on a regular grid inside the body. Their masses are equal but for the least change that
 * makes the sums over the points equal the integrals over the body. Starts as {0}. */
typedef struct {
    size_t count;
    double *point;  /* [count][4]: mass, x, y, z in the body frame */
    double spacing; /* of the grid */
    int matched;    /* 10: mass, centre and inertia are the body's; 4: mass and centre; 1: mass */
    /* of the body's: centres in parts of the mean radius, inertia and the six second moments in
     * parts of their largest; first with equal masses, then as they are */
    double centre_error[2], inertia_error[2], second_error[2];
    double lightest, heaviest; /* in parts of their mean */
} lf_mascons;

/* About `count` of them. */
lf_status lf_shape_mascons(const lf_shape *S, size_t count, lf_mascons *M, char *why,
                           size_t why_size);
void lf_mascons_free(lf_mascons *M);

#ifdef __cplusplus
}
#endif

#endif
