/* SPDX-License-Identifier: BSD-3-Clause */
/* shape.c - 'lieflow shape': a polyhedron as a rigid body, with point masses inside it. */
#include "cli.h"

#include <math.h>
#include <string.h>

#include <lieflow/shape.h>

/* The options that the table of a shape describes. */
static int shape_options(const cli_args *args, lf_shape_options *opt)
{
    *opt = lf_shape_options_default();
    opt->principal = cli_value(args, "principal") != NULL;
    for (const lf_param *row = lf_shape_rows(); row->name; row++) {
        char why[LF_WHY_SIZE] = "";
        const char *text = cli_value(args, row->name);
        if (text && lf_param_set(row, opt, text, why, sizeof why) != LF_OK) {
            cli_complain("--%s: %s", row->name, why);
            return CLI_USAGE;
        }
    }
    if (!isnan(opt->mass) && !isnan(opt->density)) {
        cli_complain("give --mass or --density, not both");
        return CLI_USAGE;
    }
    const char *out = cli_value(args, "out");
    const char *bad = out ? lf_shape_name_check(out, opt->points > 0) : NULL;
    if (bad) {
        cli_complain("--out: %s, got '%.60s'", bad, out);
        return CLI_USAGE;
    }
    if (out && strcmp(out, "-") == 0 && cli_value(args, "json")) {
        cli_complain("--json and --out - both want the standard output; give --out a file");
        return CLI_USAGE;
    }
    return CLI_OK;
}

/* Three numbers, with as many digits as the terminal leaves them. */
static void shape_vector(FILE *to, const char *words, const double *v)
{
    enum { LEAST = 10, MOST = 22, LEFT = 2 + 22, BESIDE_DIGITS = 7 };
    const int room = ((int)cli_width() - LEFT) / 3 - 1;
    const int width = room > MOST ? MOST : room < LEAST ? LEAST : room;
    fprintf(to, "  %-22s", words);
    for (int i = 0; i < 3; i++)
        fprintf(to, " %*.*g", width, width - BESIDE_DIGITS, v[i]);
    fputc('\n', to);
}

static void shape_matrix(FILE *to, const char *words, const double *A)
{
    for (int i = 0; i < 3; i++)
        shape_vector(to, i ? "" : words, A + 3 * i);
}

static void shape_body(const lf_shape *S, bool principal, FILE *to)
{
    double extent[3];
    for (int i = 0; i < 3; i++)
        extent[i] = S->high[i] - S->low[i];
    fprintf(to, "%s: %zu vertices, %zu faces", S->name, S->mesh.vertices, S->mesh.faces);
    if (S->scale != 1)
        fprintf(to, ", lengths times %.10g", S->scale);
    fprintf(to, "\n\n  %-22s %22.15g\n  %-22s %22.15g\n", "volume", S->volume, "surface area",
            S->area);
    fprintf(to, "  %-22s %22.15g\n  %-22s %22.15g\n", "density", S->density, "mass", S->mass);
    shape_vector(to, "centre of mass", S->centre);
    if (principal)
        shape_matrix(to, "rotation body to file", S->rotation);
    shape_vector(to, "extent", extent);
    shape_matrix(to, "inertia", S->inertia);
    shape_vector(to, "principal moments", S->moment);
    if (!principal)
        shape_matrix(to, "axes (columns)", S->axes);
    shape_vector(to, "ellipsoid's semiaxes", S->semiaxes);
    fputc('\n', to);
    cli_line(to,
             "  inertia is about the centre of mass, in %s; the ellipsoid is the one of this mass "
             "with these principal moments",
             principal ? "principal axes" : "the axes of the file");
}

static void shape_mascons(const lf_mascons *M, FILE *to)
{
    fputc('\n', to);
    cli_line(to, "  %zu mascon%s, spacing %.6g, masses %.3g to %.3g of their mean", M->count,
             M->count == 1 ? "" : "s", M->spacing, M->lightest, M->heaviest);
    fprintf(to, "  %-22s %12s %12s\n", "  difference", "equal masses", "as adjusted");
    cli_line(to, "  %-22s %12.2e %12.2e of the mean radius", "  centre of mass", M->centre_error[0],
             M->centre_error[1]);
    cli_line(to, "  %-22s %12.2e %12.2e of the largest", "  inertia", M->inertia_error[0],
             M->inertia_error[1]);
    cli_line(to, "  %-22s %12.2e %12.2e of the largest", "  second moments", M->second_error[0],
             M->second_error[1]);
    if (M->matched == 10)
        cli_line(to, "  mass, centre of mass and inertia are the body's");
    else if (M->matched == 4)
        cli_line(to, "  mass and centre of mass are the body's, the inertia is not: for that the "
                     "points are too few, or in too few layers. Ask for more points");
    else
        cli_line(to, "  only the mass is the body's: ask for more points");
}

/* "lieflow: remark: ..." for everything that was mended. */
static void shape_remarks(const char *remarks)
{
    for (const char *line = remarks; *line;) {
        size_t length = strcspn(line, "\n");
        cli_complain("remark: %.*s", (int)length, line);
        line += length + (line[length] == '\n');
    }
}

static int shape_tell(const cli_args *args, const lf_shape *S, const lf_mascons *M)
{
    char why[LF_WHY_SIZE] = "";
    const char *out = cli_value(args, "out");
    bool standard = out && strcmp(out, "-") == 0;
    if (out && lf_shape_write(S, M, out, why, sizeof why) != LF_OK) {
        cli_complain("%s", why);
        return CLI_FAILED;
    }
    if (cli_value(args, "json")) {
        lf_json object = {0};
        lf_shape_json(S, M, &object);
        cli_print_json(&object);
        return CLI_OK;
    }
    FILE *to = standard ? stderr : stdout;
    shape_body(S, cli_value(args, "principal") != NULL, to);
    if (M)
        shape_mascons(M, to);
    if (out && !standard)
        fprintf(to, "  file: %s\n", out);
    return CLI_OK;
}

int cli_shape(const cli_args *args)
{
    lf_shape S = {0};
    lf_mascons M = {0};
    lf_shape_options opt;
    char why[LF_WHY_SIZE] = "";
    int code = shape_options(args, &opt);
    if (code != CLI_OK)
        return code;
    lf_status status = lf_shape_read(&S, args->word[0], &opt, why, sizeof why);
    shape_remarks(S.remarks);
    if (status == LF_OK && opt.points)
        status = lf_shape_mascons(&S, opt.points, &M, why, sizeof why);
    if (status != LF_OK) {
        cli_complain("%s", why);
        code = status == LF_EMEMORY ? CLI_FAILED : CLI_USAGE;
    } else {
        code = shape_tell(args, &S, opt.points ? &M : NULL);
    }
    lf_mascons_free(&M);
    lf_shape_free(&S);
    return code;
}
