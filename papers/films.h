/* SPDX-License-Identifier: BSD-3-Clause */
/* films.h - functions on a grid over the time of a run, as a panel of a study. */
#ifndef LIEFLOW_PAPERS_FILMS_H
#define LIEFLOW_PAPERS_FILMS_H

#include "papers/study.h"

typedef struct {
    lf_film film;
    lf_image image;
    lf_panel panel;
    double *memory;
} lf_run_film;

/* What a run shows over (x, t); close it in any case. */
lf_status lf_run_film_open(lf_report *R, const lf_record *run, lf_run_film *F);
void lf_run_film_close(lf_run_film *F);
/* The numbers of a row. */
const double *lf_run_film_row(const lf_run_film *F, size_t row);

#endif
