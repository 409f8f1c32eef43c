/* SPDX-License-Identifier: BSD-3-Clause */
/* rod.h - the elastic forces of a geometrically exact rod that is made of rigid bodies: position and
 * attitude are staggered, so that thin rods do not lock.
 *
 * N elements of natural length l_i lie between the vertices 0 .. N. Body i of N + 1 has the vertex
 * x_i as its place and the frame Lambda_i of element i, between vertices i-1 and i, as its attitude;
 * the third axis of a frame is the tangent. The frame of body 0 belongs to what the rod begins on.
 *
 *   c_i = Lambda_i^T (x_i - x_(i-1)),  Gamma_i = c_i/l_i - e3,  s_i = C1 Gamma_i,  C1 = (GA1, GA2, EA)
 *   U = sum_i l_i/2 Gamma_i.s_i + sum_v (2/L_v) q_v.C2 q_v,                        C2 = (EI1, EI2, GJ)
 *
 * with L_v = (l_v + l_(v+1))/2 and q_v the vector part of the quaternion of W = A^T B, where
 * A = Lambda_v S_v, B = Lambda_(v+1) S_v^T, and S_v is half the natural rotation from one element to the
 * next. q.C2 q = (tr D - tr(D W))/2 with D = diag(d), d1 = (C2_2 + C2_3 - C2_1)/2 and cyclic, so that
 * torques need the six entries of W off its diagonal and no root:
 *
 *   on Lambda_v      S_v (1/L_v)(W32 d2 - W23 d3, W13 d3 - W31 d1, W21 d1 - W12 d2)
 *   on Lambda_(v+1)  -S_v^T (1/L_v)(W32 d3 - W23 d2, W13 d1 - W31 d3, W21 d2 - W12 d1)
 *
 * This is the rod of Simo (1985) with the strains of Celledoni, Marthinsen, Owren 2014, section 3.1;
 * strains taken at nodes that carry both x and Lambda would see a shear of kappa l/2 in pure bending. A
 * clamp is a frame beyond the end, half an element away. */
#ifndef LF_MODEL_ROD_H
#define LF_MODEL_ROD_H

#include <lieflow/bodies.h>

/* ---- a rod ---------------------------------------------------------------------------------- */

/* Half a cell between the frame of an end element and what that end is clamped to. */
typedef struct {
    bool on;
    double bend[3]; /* d/(l/2) */
    double half[9]; /* S, a quarter of the natural rotation of an element, row by row */
} lf_rod_cap;

/* Where a rod begins in one lane. Elements before `first` are not there yet: their bodies rest. */
typedef struct {
    size_t first;      /* the first element that is there */
    double x[3], R[9]; /* what carries it: place and attitude, row by row */
    double lever[3];   /* from there to the first vertex of the rod, in that frame */
} lf_rod_begin;

typedef struct {
    size_t count; /* bodies: elements + 1 */
    /* Entry i of each: of element i (number 0 is not used), or of the vertex after it. */
    const double *length, *over; /* l_i and 1/l_i */
    const double *stiff;         /* [3][count]: C1 */
    const double *bend;          /* [3][count]: d/L_v; entries 1 .. N-1 */
    const double *half;          /* [9][count]: S_v, likewise; NULL: naturally straight */
    bool uniform;                /* all these are the same from entry 1 on */
    /* The force weight[i] down on body i; NULL: none. */
    const double *weight;
    double down[3];
    lf_rod_cap start, finish;
    double seat[9];  /* the cap's frame in the frame of what carries the rod */
    double wall[9];  /* what the last element is clamped to, in space, if finish.on */
    double lever[3]; /* from body 0 to the first vertex, in the frame of body 0 */
    /* What body 0 and the vertex N are held by: no force or torque on them is handed on. */
    bool hold_place, hold_frame, hold_end;
    /* Where the rod begins at time t: may change what `begin` says, which is element 1 on body 0 of
     * the point with the lever above. NULL: that is right. */
    void (*move)(const void *ctx, double t, lf_rod_begin *begin);
    const void *ctx;
} lf_rod;

/* ---- forces and energy ---- */

/* Gradient g = dU/dx [3][body][lane] and torque M [3][body][lane] of the elastic energy and the
 * weight, for n lanes; either may be NULL. What acts on body 0 and on the vertex N is all there,
 * whether they are held or not: with the other sign it is what holds them. */
void lf_rod_forces(const lf_rod *rod, const lf_lanes *L, const double *x, const double *R,
                   double *g, double *M);
/* No forces on what is held. */
void lf_rod_hold(const lf_rod *rod, size_t n, double *g, double *M);
/* U [lane]: elastic energy less weight.x. */
void lf_rod_energy(const lf_rod *rod, const lf_lanes *L, const double *x, const double *R,
                   double *U);
/* All of it as the potential of bodies whose ctx begins with an lf_rod. */
lf_status lf_rod_potential(const lf_bodies *B, const lf_lanes *L, const double *x, const double *R,
                           double *U, double *g, double *M);

/* Where the rod begins in lane i: body 0, moved by `move`. */
lf_rod_begin lf_rod_begins(const lf_rod *rod, const lf_lanes *L, size_t i, const double *x,
                           const double *R);

/* The first vertex of a rod that begins there. */
void lf_rod_first_vertex(const lf_rod_begin *begin, double x[3]);

/* ---- what a rod bears ---- */

/* What the start does to what carries it, in lane i: a force in space, the weight of body 0 included, and a
 * torque in the carrier's frame about body 0. And what the end does to what holds it: a force in
 * space, the weight of vertex N included, and the clamp's torque in space. */
void lf_rod_at_start(const lf_rod *rod, const lf_lanes *L, size_t i, const double *x,
                     const double *R, double force[3], double torque[3]);
void lf_rod_at_end(const lf_rod *rod, const lf_lanes *L, size_t i, const double *x, const double *R,
                   double force[3], double torque[3]);

/* Of element e in lane i: force in its own frame (shear, shear, tension). */
void lf_rod_force_at(const lf_rod *rod, const lf_lanes *L, size_t i, const double *x,
                     const double *R, size_t e, double force[3]);
/* At vertex v from the first of the rod to N: the moment in the frame halfway between the elements,
 * (bending, bending, torsion), and, answered, the angle between them beyond the natural one. At an end
 * that is clamped it is the clamp's, else 0. */
double lf_rod_moment_at(const lf_rod *rod, const lf_lanes *L, size_t i, const double *x,
                        const double *R, size_t v, double moment[3]);

/* ---- sections (rod_section.c) --------------------------------------------------------------- */

/* What one metre of rod is like; axes 1 and 2 are those of the frame, 3 is along the rod. */
typedef struct {
    double EA, GA[2], EI[2], GJ; /* N, N, N m^2, N m^2 */
    double rhoA, Jrho[3];        /* kg/m, kg m */
} lf_rod_section;

/* A tube, or with wall = radius a solid round bar, of a material with the moduli E and G. Shear is
 * reduced by Cowper's factor (1966). */
lf_rod_section lf_rod_round(double radius, double wall, double E, double G, double density);

/* Thin rods have shear waves that are of no interest and ask for tiny steps, h < 2 r_g/c, however long the
 * elements are. With
 *
 *   1/GA* = 1/GA + l^2/(12 EI),   Jrho* = Jrho + rhoA l^2/12 about axes 1 and 2
 *
 * they go, at a cost of second order in l, as the discretisation has: the frequency of a thin beam is
 * (k l)^2/6 too low in place of (k l)^2/12. A frame under the tension T is held by GA - T: GA* stays above
 * 20 `tension`, as long as GA itself does. */
lf_rod_section lf_rod_scaled(const lf_rod_section *section, double l, double tension);
/* Is the radius of gyration smaller than an element? Then scaling pays. */
bool lf_rod_slender(const lf_rod_section *section, double l);
/* The largest frequency of elements of length l, rad/s: of axial, torsional and bending-shear modes.
 * Stoermer-Verlet's steps must be below 2 over that. */
double lf_rod_fastest(const lf_rod_section *section, double l);

/* ---- making a rod (rod_make.c) ---- */

/* The arrays behind a rod with so many bodies, and their masses and moments: in memory of `size` doubles
 * that the owner gives. */
typedef struct {
    double *length, *over, *stiff, *bend, *half, *mass, *moment;
    size_t size;
} lf_rod_arrays;
lf_rod_arrays lf_rod_layout(double *memory, size_t count);

/* Fill a rod and its arrays from the lengths that stand there already and the section of each element (1 ..
 * N). kappa: natural curvature in the frame of the rod; kinks: `kink_count` rows of a place along the rod
 * and a rotation vector, the natural rotation at the vertex nearest to it. Neighbours bend as springs
 * in series. Masses are those of the dual cells, half at the ends; the frame of body 0 has the inertia
 * of the first element's. Ends are free, and there is no weight. */
typedef lf_rod_section lf_rod_section_at(const void *ctx, size_t e);
void lf_rod_make(lf_rod *rod, const lf_rod_arrays *A, size_t count, lf_rod_section_at *section,
                 const void *ctx, const double kappa[3], size_t kink_count, const double *kinks);

/* The rotation exp(v) of a rotation vector times `factor`, row by row. */
void lf_rod_turn(double factor, const double v[3], double R[9]);

#endif
