/* SPDX-License-Identifier: BSD-3-Clause */
/* data_voices.c - our study of a cocktail party: three voices, mixed in three microphones, are heard alone
 * again by a gradient flow on rotations (the model ica). How well is measured against the voices
 * themselves, and against FastICA (Hyvarinen, Oja 1997) programmed once more. */
#include "papers/study.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "papers/reference.h"

enum { VOICES = 3, VOICES_RATE = 8000, VOICES_SAMPLES = 16000 };
static const double pi = 3.14159265358979323846;
static const double mixing[VOICES][VOICES] = {{1, 0.6, 0.4}, {0.5, 1, 0.7}, {0.3, 0.4, 1}};

typedef double voices_table[VOICES_SAMPLES][VOICES];

/* ---- voices and microphones ---- */

/* Harmonics of a pitch that wanders, through two resonances, in syllables with pauses between. */
static double voices_sample(size_t voice, double t)
{
    static const double pitch[VOICES] = {110, 175, 235}, pace[VOICES] = {3.1, 4.3, 3.7};
    static const double peak[VOICES][2] = {{500, 1500}, {700, 1900}, {350, 2300}};
    const double beat = pace[voice] * t + 0.29 * (double)voice;
    const double syllable = pow(fmax(0, sin(2 * pi * beat)), 1.5);
    const double loud = 0.3 + 0.7 * pow(sin(1.3 * beat + (double)voice), 2);
    const double turn = 2 * pi * pitch[voice] * (t + 0.004 * sin(2.1 * t + (double)voice));
    double sum = 0;
    for (int k = 1; pitch[voice] * k < 3600; k++) {
        double gain = 0;
        for (size_t i = 0; i < 2; i++)
            gain += 1 / (1 + pow((pitch[voice] * k - peak[voice][i]) / 150, 2));
        sum += gain * cos(k * turn);
    }
    return loud * syllable * sum;
}

/* All are as loud, in the mean of squares. */
static void voices_speak(voices_table voice)
{
    for (size_t c = 0; c < VOICES; c++) {
        double square = 0;
        for (size_t i = 0; i < VOICES_SAMPLES; i++) {
            voice[i][c] = voices_sample(c, (double)i / VOICES_RATE);
            square += voice[i][c] * voice[i][c];
        }
        for (size_t i = 0; i < VOICES_SAMPLES; i++)
            voice[i][c] /= sqrt(square / VOICES_SAMPLES);
    }
}

/* What the microphones hear, between -1 and 1, and as files, one each; their names in `list`. */
static lf_status voices_record(const lf_study *study, lf_report *R, const double *voice,
                               voices_table heard, char *list, size_t size)
{
    double peak = 0, *one = malloc(VOICES_SAMPLES * sizeof *one);
    lf_dataset D = {.rows = VOICES_SAMPLES, .columns = 1, .rate = VOICES_RATE, .value = one};
    lf_status status = one ? LF_OK : lf_report_fail(R, LF_EMEMORY, NULL);
    size_t used = 0;
    for (size_t i = 0; i < VOICES_SAMPLES; i++)
        for (size_t m = 0; m < VOICES; m++) {
            heard[i][m] = 0;
            for (size_t c = 0; c < VOICES; c++)
                heard[i][m] += mixing[m][c] * voice[i * VOICES + c];
            peak = fmax(peak, fabs(heard[i][m]));
        }
    for (size_t m = 0; m < VOICES && status == LF_OK; m++) {
        char ending[32], path[LF_PATH_SIZE];
        for (size_t i = 0; i < VOICES_SAMPLES; i++)
            one[i] = heard[i][m] *= 0.9 / peak;
        snprintf(ending, sizeof ending, "-microphone-%zu.wav", m + 1);
        lf_study_path(study, R->directory, ending, path);
        status = lf_dataset_write(&D, path, R->why, sizeof R->why);
        used += (size_t)snprintf(list + used, size - used, "%s%s", m ? ", " : "", path);
    }
    free(one);
    if (status == LF_OK && used >= size)
        return lf_report_fail(R, LF_EINPUT, "the name of the directory is too long");
    return status;
}

/* ---- how well a voice is heard ---- */

/* Sound c as a sum of the three voices, by least squares: the share of each, largest first. Answers the ratio
 * of the largest to the others, in decibels. */
static double voices_ratio(const double *voice, size_t columns, const double *sound, size_t c,
                           size_t *whose)
{
    double A[VOICES * VOICES] = {0}, part[VOICES] = {0}, all = 0, most = 0;
    for (size_t i = 0; i < VOICES_SAMPLES; i++)
        for (size_t p = 0; p < VOICES; p++) {
            part[p] += voice[i * VOICES + p] * sound[i * columns + c];
            for (size_t q = 0; q < VOICES; q++)
                A[p * VOICES + q] += voice[i * VOICES + p] * voice[i * VOICES + q];
        }
    lf_reference_eliminate(VOICES, A, part);
    for (size_t p = 0; p < VOICES; p++) {
        const double power = part[p] * part[p]; /* all voices are as loud */
        all += power;
        if (power > most) {
            most = power;
            *whose = p;
        }
    }
    return 10 * log10(most / (all - most));
}

/* The worst ratio of three sounds; do they hold three different voices? */
static double voices_worst(const double *voice, const double *sound, bool *all)
{
    bool found[VOICES] = {false};
    double worst = INFINITY;
    for (size_t c = 0; c < VOICES; c++) {
        size_t whose = 0;
        worst = fmin(worst, voices_ratio(voice, VOICES, sound, c, &whose));
        found[whose] = true;
    }
    *all = found[0] && found[1] && found[2];
    return worst;
}

/* ---- FastICA, apart from the library ---- */

/* Rows made white one after the other, by Gram and Schmidt's way. */
static void fast_whiten(voices_table z)
{
    for (size_t c = 0; c < VOICES; c++) {
        double mean = 0, square = 0;
        for (size_t i = 0; i < VOICES_SAMPLES; i++)
            mean += z[i][c] / VOICES_SAMPLES;
        for (size_t i = 0; i < VOICES_SAMPLES; i++)
            z[i][c] -= mean;
        for (size_t b = 0; b < c; b++) {
            double dot = 0;
            for (size_t i = 0; i < VOICES_SAMPLES; i++)
                dot += z[i][b] * z[i][c] / VOICES_SAMPLES;
            for (size_t i = 0; i < VOICES_SAMPLES; i++)
                z[i][c] -= dot * z[i][b];
        }
        for (size_t i = 0; i < VOICES_SAMPLES; i++)
            square += z[i][c] * z[i][c] / VOICES_SAMPLES;
        for (size_t i = 0; i < VOICES_SAMPLES; i++)
            z[i][c] /= sqrt(square);
    }
}

/* The nearest orthogonal matrix: X <- (X + X^-T)/2. */
static void fast_polar(double W[VOICES][VOICES])
{
    for (int k = 0; k < 40; k++) {
        double inverse[VOICES][VOICES]; /* its row c is column c of the inverse */
        for (size_t c = 0; c < VOICES; c++) {
            double A[VOICES * VOICES];
            memcpy(A, W, sizeof A);
            for (size_t r = 0; r < VOICES; r++)
                inverse[c][r] = r == c;
            lf_reference_eliminate(VOICES, A, inverse[c]);
        }
        for (size_t r = 0; r < VOICES; r++)
            for (size_t c = 0; c < VOICES; c++)
                W[r][c] = 0.5 * (W[r][c] + inverse[r][c]);
    }
}

/* All voices at once: W <- polar(E[z (w.z)^3] - 3 W); z is made white, and becomes what is heard. */
static void fast_separate(voices_table z)
{
    double W[VOICES][VOICES] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}; /* a row each voice */
    fast_whiten(z);
    for (int k = 0; k < 60; k++) {
        double next[VOICES][VOICES];
        for (size_t v = 0; v < VOICES; v++)
            for (size_t c = 0; c < VOICES; c++)
                next[v][c] = -3 * W[v][c];
        for (size_t i = 0; i < VOICES_SAMPLES; i++)
            for (size_t v = 0; v < VOICES; v++) {
                const double y = W[v][0] * z[i][0] + W[v][1] * z[i][1] + W[v][2] * z[i][2];
                for (size_t c = 0; c < VOICES; c++)
                    next[v][c] += z[i][c] * y * y * y / VOICES_SAMPLES;
            }
        fast_polar(next);
        memcpy(W, next, sizeof W);
    }
    for (size_t i = 0; i < VOICES_SAMPLES; i++) {
        double y[VOICES];
        for (size_t v = 0; v < VOICES; v++)
            y[v] = W[v][0] * z[i][0] + W[v][1] * z[i][1] + W[v][2] * z[i][2];
        memcpy(z[i], y, sizeof y);
    }
}

/* ---- the flow ---- */

/* Sounds by the flow; `rows` of the run give the worst ratio over time to the pen. */
static lf_status voices_flow(lf_report *R, const char *files, const char *tails,
                             const double *voice, lf_pen *pen, double *sound)
{
    const char *const settings[] = {"k",     "3",      "tails",     tails,   "data",
                                    files,   "method", "lie-euler", "step",  "0.001",
                                    "t_end", "0.5",    "every",     "0.005", NULL};
    lf_scenario *S = lf_scenario_new();
    lf_record run = {.rows = {0}};
    lf_status status = lf_study_scenario(R, "ica", settings, S);
    if (status == LF_OK)
        status = lf_study_march(R, S, NULL, &run);
    const lf_model_data *data = status == LF_OK ? lf_scenario_model(S)->data : NULL;
    for (size_t k = 0; data && pen && k < run.rows.rows; k++) {
        bool all;
        data->make(lf_scenario_parameters(S), lf_record_point(&run, k), sound);
        lf_pen_to(pen, lf_record_time(&run, k), voices_worst(voice, sound, &all));
    }
    if (data)
        data->make(lf_scenario_parameters(S), run.outcome.y, sound);
    lf_record_free(&run);
    lf_scenario_free(S);
    return status;
}

/* 0.2 s of a sound, above each other. */
static void voices_lines(lf_pen *pen, const char *const *label, const double *sound)
{
    for (size_t c = 0; c < VOICES; c++) {
        double peak = 0;
        lf_pen_line(pen, label[c], LF_DRAW_LINE, (int)c + 1);
        for (size_t i = 0; i < VOICES_SAMPLES; i++)
            peak = fmax(peak, fabs(sound[i * VOICES + c]));
        for (size_t i = 0; i < VOICES_SAMPLES; i += 4)
            lf_pen_to(pen, (double)i / VOICES_RATE,
                      0.5 * sound[i * VOICES + c] / peak + VOICES - (double)c);
    }
}

typedef struct {
    voices_table voice, heard, fast;
    double sound[VOICES_SAMPLES * VOICES], flat[VOICES_SAMPLES * VOICES];
} voices_room;

static void voices_judge(lf_report *R, const voices_room *V)
{
    bool all, other, ignored;
    const double before = voices_worst(&V->voice[0][0], &V->heard[0][0], &ignored);
    const double after = voices_worst(&V->voice[0][0], V->sound, &all);
    const double fast = voices_worst(&V->voice[0][0], &V->fast[0][0], &other);
    const double wrong = voices_worst(&V->voice[0][0], V->flat, &ignored);
    lf_report_reference(R, all && before < 5 && after > 20,
                        "a voice in its microphone is %.1f dB above the others at worst; after the "
                        "flow each is heard alone in one sound, %.1f dB above them",
                        before, after);
    lf_report_reference(
        R, other && fabs(after - fast) < 0.05,
        "FastICA, programmed apart, comes to the same stationary point: %.2f dB, the "
        "flow has %.2f dB",
        fast, after);
    lf_report_reference(R, wrong < after - 10,
                        "where kurtosis is brought down in place of up, voices stay mixed: %.1f dB",
                        wrong);
}

static lf_status voices_figure(const lf_study *study, lf_report *R, const voices_room *V,
                               lf_pen *const *pen)
{
    static const char *const microphones[] = {"mic 1", "mic 2", "mic 3"};
    static const char *const sounds[] = {"sound 1", "sound 2", "sound 3"};
    voices_lines(pen[0], microphones, &V->heard[0][0]);
    voices_lines(pen[1], sounds, V->sound);
    lf_panel panel[3] = {{.title = "what is heard"},
                         {.title = "after the flow"},
                         {.title = "how far a voice stands out, at worst",
                          .x_label = "t of the flow",
                          .y_label = "dB"}};
    for (size_t i = 0; i < 3; i++) {
        if (i < 2) {
            panel[i].x_label = "seconds";
            panel[i].y_label = "sounds, one above the other";
            panel[i].y_low = 0.4;
            panel[i].y_high = 3.6;
        }
        panel[i].series = pen[i]->lines;
        panel[i].serie = pen[i]->line;
    }
    const lf_figure figure = {.title = study->title, .panels = 3, .across = 3, .panel = panel};
    return lf_study_finish(study, R, &figure);
}

lf_status lf_study_voices(const lf_study *study, lf_report *R)
{
    voices_room *V = malloc(sizeof *V);
    lf_pen *pen[3] = {lf_pen_new(), lf_pen_new(), lf_pen_new()};
    char files[LF_PATH_SIZE];
    lf_status status =
        V && pen[0] && pen[1] && pen[2] ? LF_OK : lf_report_fail(R, LF_EMEMORY, NULL);
    if (status == LF_OK) {
        voices_speak(V->voice);
        status = voices_record(study, R, &V->voice[0][0], V->heard, files, sizeof files);
    }
    if (status == LF_OK) {
        lf_pen_line(pen[2], NULL, LF_DRAW_LINE, 1);
        status = voices_flow(R, files, "peaked", &V->voice[0][0], pen[2], V->sound);
    }
    if (status == LF_OK)
        status = voices_flow(R, files, "flat", &V->voice[0][0], NULL, V->flat);
    if (status == LF_OK) {
        memcpy(V->fast, V->heard, sizeof V->fast);
        fast_separate(V->fast);
        voices_judge(R, V);
        lf_report_choice(
            R, "voices are harmonics through two resonances in syllables, two seconds of "
               "8000 samples, all as loud; microphones hear (1, 0.6, 0.4), (0.5, 1, 0.7), "
               "(0.3, 0.4, 1) of them, and are written beside the figure; lie-euler "
               "with h = 0.001 (with 0.005 it goes to and fro at 20 dB, and warns)");
        status = voices_figure(study, R, V, pen);
    }
    for (size_t i = 0; i < 3; i++)
        lf_pen_free(pen[i]);
    free(V);
    return status;
}
