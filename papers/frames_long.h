/* SPDX-License-Identifier: BSD-3-Clause */
/* frames_long.h - long frames, a part of the study frames/stiefel. */
#ifndef LIEFLOW_PAPERS_FRAMES_LONG_H
#define LIEFLOW_PAPERS_FRAMES_LONG_H

#include "papers/study.h"

/* Two methods on frames of 20000 x 3 numbers: lines of the report. */
lf_status lf_study_long_frames(lf_report *R);

#endif
