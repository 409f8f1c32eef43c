/* SPDX-License-Identifier: BSD-3-Clause */
/* models.h - the models by their own names, and what several of them use. */
#ifndef LF_MODEL_MODELS_H
#define LF_MODEL_MODELS_H

#include <lieflow/model.h>

extern const lf_model lf_model_free_rigid_body, lf_model_free_rigid_body_attitude,
    lf_model_heavy_top, lf_model_duffing, lf_model_sphere_isotropy, lf_model_matrix_norms,
    lf_model_heavy_top_cotangent, lf_model_heavy_top_trivialised, lf_model_humming_top,
    lf_model_driven_attitude, lf_model_pendulum_chain, lf_model_quadrotors,
    lf_model_free_rigid_body_quaternion, lf_model_vessel, lf_model_full_body;
extern const lf_model lf_model_toda, lf_model_double_bracket, lf_model_rigid_body_n;
extern const lf_model lf_model_torus, lf_model_pca, lf_model_brockett, lf_model_ground_state,
    lf_model_ica;
extern const lf_model lf_model_kuramoto_sivashinsky, lf_model_burgers, lf_model_allen_cahn,
    lf_model_kdv, lf_model_nls, lf_model_swift_hohenberg, lf_model_gray_scott;
extern const lf_model lf_model_lyapunov, lf_model_rod;
extern const lf_model lf_model_car, lf_model_car_trailer;

/* Those that come with the library, ending with NULL. */
extern const lf_model *const lf_models_built_in[];

/* A row for `count` reals called as the member; range is LF_ANY or LF_POSITIVE. */
#define LF_REALS(type, member, count, unit, preset, range, ...)                                 \
    {                                                                                           \
#member, LF_REAL, count, offsetof(type, member), unit, preset, NULL, range, __VA_ARGS__ \
    }
/* A row for a choice. */
#define LF_CHOOSE(type, member, choices, preset, ...)                                            \
    {                                                                                            \
#member, LF_CHOICE, 1, offsetof(type, member), "", preset, choices, 0, 0, 0, __VA_ARGS__ \
    }
/* A row for a whole number (a size_t). */
#define LF_WHOLE(type, member, preset, low, high, doc)                                    \
    {                                                                                     \
#member, LF_COUNT, 1, offsetof(type, member), "", preset, NULL, low, high, 0, doc \
    }
/* A row for as many reals as the user likes (an lf_list). */
#define LF_NUMBERS(type, member, unit, preset, range, doc)                          \
    {                                                                               \
#member, LF_LIST, 0, offsetof(type, member), unit, preset, NULL, range, doc \
    }
#define LF_ANY -INFINITY, INFINITY, 0 /* a number that may be anything */
#define LF_POSITIVE 0, INFINITY, 1    /* above 0 */

#define LF_IDENTITY3 "1 0 0 0 1 0 0 0 1"

/* LF_EINPUT with a sentence when the row-major matrix is not a rotation within 1e-9. */
lf_status lf_check_rotation(const double R[9], const char *name, char *why, size_t why_size);
/* LF_EINPUT with a sentence when the quaternion is not of length one within 1e-9. */
lf_status lf_check_quaternion(const double q[4], const char *name, char *why, size_t why_size);
/* LF_EINPUT with a sentence when no rigid body has these principal moments of inertia: one is
 * larger than the sum of the others, which a flat body's equals. */
lf_status lf_check_moments(const double moments[3], const char *name, char *why, size_t why_size);

/* A row for models that are studied as equations, too: `moments` is a member of the struct. */
#define LF_MOMENTS_ROW(type)                                                              \
    LF_CHOOSE(type, moments, "physical|any", "physical",                                  \
              "whether moments of inertia that no rigid body has are refused, or taken: " \
              "Euler's equations alone do not mind")
/* The check for them, with the way out. */
lf_status lf_check_moments_choice(const double moments[3], int any, char *why, size_t why_size);

#endif
