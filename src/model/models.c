/* SPDX-License-Identifier: BSD-3-Clause */
/* models.c - the list of models that come with the library, and the checks they share. */
#include "model/models.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const lf_model *const lf_models_built_in[] = {
    &lf_model_free_rigid_body,
    &lf_model_free_rigid_body_attitude,
    &lf_model_heavy_top,
    &lf_model_duffing,
    &lf_model_sphere_isotropy,
    &lf_model_matrix_norms,
    &lf_model_humming_top,
    &lf_model_driven_attitude,
    &lf_model_pendulum_chain,
    &lf_model_heavy_top_cotangent,
    &lf_model_heavy_top_trivialised,
    &lf_model_quadrotors,
    &lf_model_free_rigid_body_quaternion,
    &lf_model_vessel,
    &lf_model_car,
    &lf_model_car_trailer,
    &lf_model_full_body,
    &lf_model_toda,
    &lf_model_double_bracket,
    &lf_model_rigid_body_n,
    &lf_model_kuramoto_sivashinsky,
    &lf_model_kdv,
    &lf_model_nls,
    &lf_model_swift_hohenberg,
    &lf_model_gray_scott,
    &lf_model_burgers,
    &lf_model_allen_cahn,
    &lf_model_lyapunov,
    &lf_model_torus,
    &lf_model_pca,
    &lf_model_brockett,
    &lf_model_ground_state,
    &lf_model_ica,
    &lf_model_rod,
    NULL,
};

lf_status lf_check_rotation(const double R[9], const char *name, char *why, size_t why_size)
{
    double defect;
    lf_group_defect(&lf_so3, 1, R, &defect, NULL); /* SO(3) needs no scratch */
    const double det = R[0] * (R[4] * R[8] - R[5] * R[7]) - R[1] * (R[3] * R[8] - R[5] * R[6]) +
                       R[2] * (R[3] * R[7] - R[4] * R[6]);
    if (defect <= 1e-9 && det > 0)
        return LF_OK;
    snprintf(
        why, why_size,
        "%s must be a rotation matrix, row by row: its columns orthonormal within 1e-9 and its "
        "determinant 1; got |%s^T %s - I| = %.3g, determinant %.3g",
        name, name, name, defect, det);
    return LF_EINPUT;
}

lf_status lf_check_moments(const double moments[3], const char *name, char *why, size_t why_size)
{
    for (int k = 0; k < 3; k++) {
        const double a = moments[(k + 1) % 3], b = moments[(k + 2) % 3];
        if (moments[k] <= (a + b) * (1 + 1e-9))
            continue;
        snprintf(why, why_size,
                 "no rigid body has the principal moments %s = %.6g %.6g %.6g: "
                 "%.6g is more than %.6g + %.6g",
                 name, moments[0], moments[1], moments[2], moments[k], a, b);
        return LF_EINPUT;
    }
    return LF_OK;
}

lf_status lf_check_moments_choice(const double moments[3], int any, char *why, size_t why_size)
{
    const lf_status s = any ? LF_OK : lf_check_moments(moments, "inertia", why, why_size);
    const size_t used = s == LF_OK ? 0 : strlen(why);
    if (s != LF_OK && used < why_size)
        snprintf(why + used, why_size - used, "; moments = any takes them all the same");
    return s;
}

lf_status lf_check_quaternion(const double q[4], const char *name, char *why, size_t why_size)
{
    const double norm = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    if (fabs(norm - 1) <= 1e-9)
        return LF_OK;
    snprintf(why, why_size,
             "%s must be a unit quaternion (w, x, y, z) within 1e-9, got |%s| = %.10g", name, name,
             norm);
    return LF_EINPUT;
}
