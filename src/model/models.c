/* SPDX-License-Identifier: BSD-3-Clause */
/* models.c - the list of models that come with the library, and the checks they share. */
#include "model/models.h"

#include <math.h>
#include <stdio.h>

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
    &lf_model_full_body,
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
