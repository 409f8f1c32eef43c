/* SPDX-License-Identifier: BSD-3-Clause */
/* films.c - functions on a grid over the time of a run: what each row shows, kept, and as an image. */
#include "papers/films.h"

#include <stdlib.h>
#include <string.h>

lf_status lf_run_film_open(lf_report *R, const lf_record *run, lf_run_film *F)
{
    const lf_problem *P = &run->outcome.problem;
    const lf_display *display = lf_problem_display(P);
    const size_t rows = run->rows.rows, width = lf_problem_shown(P);
    *F = (lf_run_film){.film = {.rows = rows, .width = width}};
    if (!display || !display->domain)
        return lf_report_fail(R, LF_ENEEDS, "the model shows no function on a grid");
    F->film.domain = display->domain;
    F->memory = malloc((rows * (1 + width) + lf_film_room(&F->film)) * sizeof *F->memory);
    if (!F->memory)
        return lf_report_fail(R, LF_EMEMORY, NULL);
    double *t = F->memory, *value = t + rows;
    for (size_t k = 0; k < rows; k++) {
        t[k] = lf_record_time(run, k);
        memcpy(value + k * width, lf_outcome_show(&run->outcome, t[k], lf_record_point(run, k)),
               width * sizeof *value);
    }
    F->film.t = t;
    F->film.value = value;
    F->image = lf_film_image(&F->film, 0, value + rows * width);
    F->panel = lf_film_panel(&F->film, &F->image, "t");
    return LF_OK;
}

void lf_run_film_close(lf_run_film *F)
{
    free(F->memory);
}

const double *lf_run_film_row(const lf_run_film *F, size_t row)
{
    return F->film.value + row * F->film.width;
}
