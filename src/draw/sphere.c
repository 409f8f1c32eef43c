/* SPDX-License-Identifier: BSD-3-Clause */
/* sphere.c - orthographic view of the unit sphere. */
#include <lieflow/draw.h>

#include <math.h>

static const double sphere_degree = 3.14159265358979323846 / 180;

lf_view lf_view_from(double longitude, double latitude)
{
    double cl = cos(longitude * sphere_degree), sl = sin(longitude * sphere_degree);
    double cb = cos(latitude * sphere_degree), sb = sin(latitude * sphere_degree);
    return (lf_view){
        .right = {-sl, cl, 0}, .up = {-sb * cl, -sb * sl, cb}, .toward = {cb * cl, cb * sl, sb}};
}

static double sphere_dot(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

bool lf_view_project(const lf_view *V, const double *point, double *x, double *y)
{
    *x = sphere_dot(V->right, point);
    *y = sphere_dot(V->up, point);
    return sphere_dot(V->toward, point) >= -1e-9;
}

void lf_view_to(const lf_view *V, lf_pen *pen, const double *point)
{
    double x, y;
    if (lf_view_project(V, point, &x, &y))
        lf_pen_to(pen, x, y);
    else
        lf_pen_to(pen, NAN, NAN);
}

/* The circle of constant longitude or latitude. */
static void sphere_circle(const lf_view *V, lf_pen *pen, bool meridian, double angle)
{
    double fixed = angle * sphere_degree;
    for (int k = 0; k <= 120; k++) {
        double moving = (meridian ? -90 + 1.5 * k : 3.0 * k) * sphere_degree;
        double lon = meridian ? fixed : moving, lat = meridian ? moving : fixed;
        lf_view_to(V, pen, (double[]){cos(lat) * cos(lon), cos(lat) * sin(lon), sin(lat)});
    }
    lf_pen_to(pen, NAN, NAN);
}

void lf_view_grid(const lf_view *V, lf_pen *pen)
{
    lf_pen_line(pen, NULL, LF_DRAW_GUIDE, 0)->width = 0.5;
    for (int k = 0; k < 12; k++)
        sphere_circle(V, pen, true, 30.0 * k);
    for (int k = -2; k <= 2; k++)
        sphere_circle(V, pen, false, 30.0 * k);
    lf_pen_line(pen, NULL, LF_DRAW_LINE, 8)->width = 0.7;
    for (int k = 0; k <= 180; k++)
        lf_pen_to(pen, cos(2 * k * sphere_degree), sin(2 * k * sphere_degree));
}
