/* SPDX-License-Identifier: BSD-3-Clause */
/* knobs.h - what the table of knobs refers to: how each is taken from a text and written back. */
#ifndef LIEFLOW_RUN_KNOBS_H
#define LIEFLOW_RUN_KNOBS_H

#include "run/scenario.h"

/* The knob with this key at the top of a scenario file, or NULL. */
const lf_knob *lf_knob_key(const char *key);
/* Is its value a member of lf_knobs? */
bool lf_knob_is_member(const lf_knob *knob);
/* Forget the member, and whether one is said. */
void lf_knob_reset(const lf_knob *knob, lf_knobs *knobs);
bool lf_knob_said(const lf_knob *knob, const lf_knobs *knobs);

/* From a text. */
lf_status lf_scenario_set_method(lf_scenario *S, const char *name, const char *where);
lf_status lf_scenario_set_tableau(lf_scenario *S, const char *name, const char *where);
lf_status lf_scenario_set_out(lf_scenario *S, const char *path, const char *where);
lf_status lf_scenario_set_plot(lf_scenario *S, const char *path, const char *where);
lf_status lf_scenario_set_animate(lf_scenario *S, const char *path, const char *where);
lf_status lf_scenario_set_data(lf_scenario *S, const char *paths, const char *where);
lf_status lf_scenario_set_result(lf_scenario *S, const char *path, const char *where);
/* "key=value" */
lf_status lf_scenario_set_pair(lf_scenario *S, const char *pair, const char *where);

/* To the lines of a file. */
void lf_write_model(const lf_scenario *S, lf_text *out);
void lf_write_method(const lf_scenario *S, lf_text *out);
void lf_write_tableau(const lf_scenario *S, lf_text *out);
void lf_write_tolerance(const lf_scenario *S, lf_text *out);
void lf_write_out(const lf_scenario *S, lf_text *out);
void lf_write_plot(const lf_scenario *S, lf_text *out);
void lf_write_animate(const lf_scenario *S, lf_text *out);
void lf_write_data(const lf_scenario *S, lf_text *out);
void lf_write_result(const lf_scenario *S, lf_text *out);
void lf_write_events(const lf_scenario *S, lf_text *out);
void lf_write_until(const lf_scenario *S, lf_text *out);
void lf_write_parameters(const lf_scenario *S, lf_text *out);

#endif
