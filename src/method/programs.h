/* SPDX-License-Identifier: BSD-3-Clause */
/* programs.h - the flow programs by name. */
#ifndef LF_METHOD_PROGRAMS_H
#define LF_METHOD_PROGRAMS_H

#include "method/program.h"

extern const lf_program lf_program_lie_euler, lf_program_heun_a, lf_program_heun_b,
    lf_program_heun_c, lf_program_lie_midpoint, lf_program_rkmk4_2c, lf_program_mk3, lf_program_mk4,
    lf_program_cg2, lf_program_cg3, lf_program_cg3_hlw, lf_program_cg4a, lf_program_cg_rk4,
    lf_program_cf3, lf_program_cf4, lf_program_cf32a, lf_program_cf32b, lf_program_cf43,
    lf_program_magnus2, lf_program_magnus4, lf_program_magnus6;

#endif
