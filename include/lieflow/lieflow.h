/* SPDX-License-Identifier: BSD-3-Clause */
/* lieflow.h - the whole core library. */
#ifndef LIEFLOW_LIEFLOW_H
#define LIEFLOW_LIEFLOW_H

#include <lieflow/abi.h>
#include <lieflow/action.h>
#include <lieflow/bodies.h>
#include <lieflow/frame.h>
#include <lieflow/gradient.h>
#include <lieflow/group.h>
#include <lieflow/lyapunov.h>
#include <lieflow/matrix.h>
#include <lieflow/method.h>
#include <lieflow/model.h>
#include <lieflow/operator.h>
#include <lieflow/param.h>
#include <lieflow/problem.h>
#include <lieflow/solve.h>
#include <lieflow/status.h>
#include <lieflow/text.h>
#include <lieflow/version.h>

#endif
