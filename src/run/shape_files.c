/* SPDX-License-Identifier: BSD-3-Clause */
/* shape_files.c - a shape as a body of a scenario (YAML), as JSON, and its mascons as CSV. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <lieflow/version.h>

#include "io/output.h"
#include "run/scenario.h"

static void shape_numbers(lf_text *out, size_t count, const double *value)
{
    char text[32];
    lf_text_add(out, "[");
    for (size_t k = 0; k < count; k++)
        lf_text_add(out, "%s%s", k ? ", " : "", lf_number_text(value[k], text));
    lf_text_add(out, "]");
}

/* The file's name without folders and ending. */
static void shape_stem(const char *path, char *stem, size_t size)
{
    const char *slash = strrchr(path, '/');
    snprintf(stem, size, "%s", slash ? slash + 1 : path);
    char *dot = strrchr(stem, '.');
    if (dot && dot > stem)
        *dot = 0;
}

/* Lines about where the numbers come from, each with `mark` before it. */
static void shape_origin(const lf_shape *S, const lf_mascons *M, const char *mark, lf_text *out)
{
    char number[32];
    lf_json name = {0};
    lf_json_string(&name, NULL, S->name); /* a name may hold any byte */
    lf_text_add(out, "%sshape %s, %zu faces, scale %s\n", mark, lf_text_string(&name.text),
                S->mesh.faces, lf_number_text(S->scale, number));
    lf_text_part_free(&name.text, out);
    lf_text_add(out, "%svolume %s", mark, lf_number_text(S->volume, number));
    lf_text_add(out, ", density %s\n", lf_number_text(S->density, number));
    lf_text_add(out, "%sbody frame: x_file = centre + rotation x_body\n%scentre ", mark, mark);
    shape_numbers(out, 3, S->centre);
    lf_text_add(out, "\n%srotation ", mark);
    shape_numbers(out, 9, S->rotation);
    lf_text_add(out, "\n");
    if (M)
        lf_text_add(out, "%s%zu mascons on a grid of spacing %s with the body's %s\n", mark,
                    M->count, lf_number_text(M->spacing, number),
                    M->matched == 10  ? "mass, centre and inertia"
                    : M->matched == 4 ? "mass and centre"
                                      : "mass");
}

void lf_shape_yaml(const lf_shape *S, const lf_mascons *M, lf_text *out)
{
    char stem[LF_SHAPE_NAME], number[32];
    lf_json name = {0};
    lf_text_add(out, "# lieflow %s\n", lf_version());
    shape_origin(S, M, "# ", out);
    lf_text_add(out, "# a body of the model full-body; say where it is: x, v, attitude, Omega\n");
    shape_stem(S->name, stem, sizeof stem);
    lf_json_string(&name, NULL, stem);
    lf_text_add(out, "bodies:\n  - name: %s\n", lf_text_string(&name.text));
    lf_text_part_free(&name.text, out);
    lf_text_add(out, "    mass: %s\n    inertia: ", lf_number_text(S->mass, number));
    shape_numbers(out, 9, S->inertia);
    lf_text_add(out, "\n");
    if (S->axes[0] == 1 && S->axes[4] == 1 && S->axes[8] == 1) {
        lf_text_add(out, "    # principal axes; an ellipsoid with the same moments has semiaxes ");
        shape_numbers(out, 3, S->semiaxes);
        lf_text_add(out, "\n");
    }
    if (M)
        lf_text_add(out, "    points: # mass, x, y, z\n");
    for (size_t k = 0; M && k < M->count; k++) {
        lf_text_add(out, "      - ");
        shape_numbers(out, 4, M->point + 4 * k);
        lf_text_add(out, "\n");
    }
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void shape_json_mascons(const lf_mascons *M, lf_json *out)
{
    lf_json_begin(out, "mascons", '{');
    lf_json_count(out, "count", M->count);
    lf_json_number(out, "spacing", M->spacing);
    lf_json_flag(out, "centre_matched", M->matched >= 4);
    lf_json_flag(out, "inertia_matched", M->matched >= 10);
    lf_json_number(out, "centre_error", M->centre_error[1]);
    lf_json_number(out, "inertia_error", M->inertia_error[1]);
    lf_json_number(out, "second_moment_error", M->second_error[1]);
    lf_json_begin(out, "with_equal_masses", '{');
    lf_json_number(out, "centre_error", M->centre_error[0]);
    lf_json_number(out, "inertia_error", M->inertia_error[0]);
    lf_json_number(out, "second_moment_error", M->second_error[0]);
    lf_json_end(out, '}');
    lf_json_number(out, "lightest", M->lightest);
    lf_json_number(out, "heaviest", M->heaviest);
    lf_json_begin(out, "points", '[');
    for (size_t k = 0; k < M->count; k++)
        lf_json_numbers(out, NULL, 4, M->point + 4 * k);
    lf_json_end(out, ']');
    lf_json_end(out, '}');
}

void lf_shape_json(const lf_shape *S, const lf_mascons *M, lf_json *out)
{
    lf_json_begin(out, NULL, '{');
    lf_json_string(out, "version", lf_version());
    lf_json_string(out, "shape", S->name);
    lf_json_count(out, "vertices", S->mesh.vertices);
    lf_json_count(out, "faces", S->mesh.faces);
    lf_json_number(out, "scale", S->scale);
    lf_json_number(out, "volume", S->volume);
    lf_json_number(out, "area", S->area);
    lf_json_number(out, "density", S->density);
    lf_json_number(out, "mass", S->mass);
    lf_json_numbers(out, "centre", 3, S->centre);
    lf_json_numbers(out, "rotation", 9, S->rotation);
    lf_json_numbers(out, "low", 3, S->low);
    lf_json_numbers(out, "high", 3, S->high);
    lf_json_numbers(out, "inertia", 9, S->inertia);
    lf_json_numbers(out, "moments", 3, S->moment);
    lf_json_numbers(out, "axes", 9, S->axes);
    lf_json_numbers(out, "semiaxes", 3, S->semiaxes);
    lf_json_begin(out, "remarks", '[');
    for (const char *line = S->remarks; *line;) {
        char sentence[LF_SHAPE_REMARKS];
        size_t length = strcspn(line, "\n");
        snprintf(sentence, sizeof sentence, "%.*s", (int)length, line);
        lf_json_string(out, NULL, sentence);
        line += length + (line[length] == '\n');
    }
    lf_json_end(out, ']');
    if (M)
        shape_json_mascons(M, out);
    lf_json_end(out, '}');
}

/* ---- files ---------------------------------------------------------------------------------- */

static lf_status shape_csv(const lf_shape *S, const lf_mascons *M, const char *path, char *why,
                           size_t size)
{
    static const lf_column column[] = {{"mass", "", "mass of the point"},
                                       {"x", "", "in the body frame"},
                                       {"y", "", "in the body frame"},
                                       {"z", "", "in the body frame"}};
    lf_text note = {0};
    char number[32];
    shape_origin(S, M, "", &note);
    lf_text_add(&note, "mass %s\ninertia ", lf_number_text(S->mass, number));
    shape_numbers(&note, 9, S->inertia);
    const bool failed = note.failed;
    lf_csv *file = failed ? NULL : lf_csv_open(path, lf_text_string(&note), 4, column, why, size);
    lf_text_free(&note);
    if (failed)
        snprintf(why, size, "%.300s: out of memory", path);
    if (!file)
        return failed ? LF_EMEMORY : LF_EIO;
    for (size_t k = 0; k < M->count && lf_csv_row(file, M->point + 4 * k) == LF_OK;)
        k++;
    return lf_csv_close(file, why, size);
}

static bool shape_ends(const char *path, const char *ending)
{
    size_t length = strlen(path), more = strlen(ending);
    return length > more && strcmp(path + length - more, ending) == 0;
}

const char *lf_shape_name_check(const char *path, bool mascons)
{
    if (shape_ends(path, ".csv"))
        return mascons ? NULL : "a CSV file holds the mascons: ask for points";
    if (strcmp(path, "-") == 0 || shape_ends(path, ".yaml") || shape_ends(path, ".yml") ||
        shape_ends(path, ".json"))
        return NULL;
    return "the name must end in .yaml, .json or .csv";
}

lf_status lf_shape_write(const lf_shape *S, const lf_mascons *M, const char *path, char *why,
                         size_t why_size)
{
    const char *bad = lf_shape_name_check(path, M != NULL);
    if (bad) {
        snprintf(why, why_size, "%s, got '%.60s'", bad, path);
        return LF_EINPUT;
    }
    const lf_path_use files[] = {{"the shape", S->name, true}, {"the body", path, false}};
    const lf_status same = lf_paths_check(2, files, why, why_size);
    if (same != LF_OK)
        return same;
    if (shape_ends(path, ".csv"))
        return shape_csv(S, M, path, why, why_size);
    lf_json text = {0};
    if (shape_ends(path, ".json")) {
        lf_shape_json(S, M, &text);
        lf_text_add(&text.text, "\n");
    } else {
        lf_shape_yaml(S, M, &text.text);
    }
    lf_status status = lf_output_write(path, &text.text, why, why_size);
    lf_json_free(&text);
    return status;
}
