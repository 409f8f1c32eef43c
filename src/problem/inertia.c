/* SPDX-License-Identifier: BSD-3-Clause */
/* inertia.c - principal moments and axes of a body by Jacobi's rotations. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <lieflow/bodies.h>

/* Turn the symmetric S so that entry (p, q) vanishes, and the columns of A with it. */
static void jacobi_turn(double S[3][3], double A[3][3], int p, int q)
{
    if (S[p][q] == 0)
        return;
    const double theta = (S[q][q] - S[p][p]) / (2 * S[p][q]);
    const double t = copysign(1, theta) / (fabs(theta) + hypot(theta, 1));
    const double c = 1 / hypot(t, 1), s = t * c;
    for (int k = 0; k < 3; k++) {
        const double kp = S[k][p], kq = S[k][q];
        S[k][p] = c * kp - s * kq;
        S[k][q] = s * kp + c * kq;
    }
    for (int k = 0; k < 3; k++) {
        const double pk = S[p][k], qk = S[q][k], ap = A[k][p], aq = A[k][q];
        S[p][k] = c * pk - s * qk;
        S[q][k] = s * pk + c * qk;
        A[k][p] = c * ap - s * aq;
        A[k][q] = s * ap + c * aq;
    }
    S[p][q] = S[q][p] = 0;
}

static double off_diagonal(double S[3][3])
{
    return fabs(S[0][1]) + fabs(S[0][2]) + fabs(S[1][2]);
}

static lf_status check_symmetric(const double J[9], char *why, size_t size)
{
    double largest = 0;
    for (int k = 0; k < 9; k++) {
        if (!isfinite(J[k])) {
            snprintf(why, size, "the inertia has an entry that is not finite");
            return LF_EINPUT;
        }
        largest = fmax(largest, fabs(J[k]));
    }
    for (int p = 0; p < 3; p++)
        for (int q = 0; q < p; q++)
            if (fabs(J[3 * p + q] - J[3 * q + p]) > 1e-12 * largest) {
                snprintf(why, size,
                         "the inertia must be symmetric, but entries %d%d and %d%d are %.10g and "
                         "%.10g",
                         q + 1, p + 1, p + 1, q + 1, J[3 * q + p], J[3 * p + q]);
                return LF_EINPUT;
            }
    return LF_OK;
}

/* Moments of real bodies: each positive and none above the sum of the other two (flat bodies are
 * at the limit, where rounding may be felt). */
static lf_status check_moments(const double m[3], char *why, size_t size)
{
    const double sum = m[0] + m[1] + m[2];
    const double least = fmin(m[0], fmin(m[1], m[2]));
    if (!(least > 0)) {
        snprintf(why, size, "the principal moments of inertia must be positive, got %.10g", least);
        return LF_EINPUT;
    }
    for (int k = 0; k < 3; k++) {
        if (2 * m[k] > sum * (1 + 1e-12)) {
            snprintf(why, size,
                     "no body has the principal moments %.6g, %.6g, %.6g: the largest must not "
                     "exceed the sum of the other two",
                     m[0], m[1], m[2]);
            return LF_EINPUT;
        }
    }
    return LF_OK;
}

lf_status lf_inertia_principal(const double J[9], double moment[3], double A[9], char *why,
                               size_t why_size)
{
    enum { SWEEPS = 30 };
    double S[3][3], turn[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    if (check_symmetric(J, why, why_size) != LF_OK)
        return LF_EINPUT;
    for (int p = 0; p < 3; p++)
        for (int q = 0; q < 3; q++)
            S[p][q] = 0.5 * (J[3 * p + q] + J[3 * q + p]);
    for (int sweep = 0; sweep < SWEEPS && off_diagonal(S) > 0; sweep++) {
        jacobi_turn(S, turn, 0, 1);
        jacobi_turn(S, turn, 0, 2);
        jacobi_turn(S, turn, 1, 2);
    }
    for (int k = 0; k < 3; k++)
        moment[k] = S[k][k];
    memcpy(A, turn, sizeof turn);
    return check_moments(moment, why, why_size);
}
