// SPDX-License-Identifier: BSD-3-Clause
// odeint.cpp - Boost.odeint. Small problems get states of fixed size and an inlined right-hand
// side, its fastest form; the chain gets a vector and the pointer.
#include "ode.h"

#include <array>
#include <cmath>
#include <vector>

#include <boost/numeric/odeint.hpp>

#define restrict __restrict__
#define REAL double
#define REAL_SQRT std::sqrt
#define NAME(x) x
#include "rhs.h"

namespace odeint = boost::numeric::odeint;

namespace {

struct body {
    void operator()(const std::array<double, 3> &y, std::array<double, 3> &f, double) const
    {
        rhs_body(y.data(), f.data());
    }
};
struct attitude {
    void operator()(const std::array<double, 7> &y, std::array<double, 7> &f, double) const
    {
        rhs_attitude(y.data(), f.data());
    }
};
struct top {
    void operator()(const std::array<double, 6> &y, std::array<double, 6> &f, double) const
    {
        rhs_top(y.data(), f.data());
    }
};
struct dumbbells {
    void operator()(const std::array<double, 26> &y, std::array<double, 26> &f, double) const
    {
        rhs_dumbbells(y.data(), f.data());
    }
};
struct pointer {
    const ode *p;
    void operator()(const std::vector<double> &y, std::vector<double> &f, double t) const
    {
        p->f(p->ctx, t, y.data(), f.data());
    }
};

template <class State> struct fehlberg78 {
    template <class Rhs> static void run(Rhs f, double tol, State &y, double end)
    {
        odeint::integrate_adaptive(
            odeint::make_controlled(tol, tol, odeint::runge_kutta_fehlberg78<State>()), f, y, 0.0,
            end, 1e-3);
    }
};
template <class State> struct bulirsch_stoer {
    template <class Rhs> static void run(Rhs f, double tol, State &y, double end)
    {
        odeint::integrate_adaptive(odeint::bulirsch_stoer<State>(tol, tol), f, y, 0.0, end, 1e-3);
    }
};

template <class State, template <class> class Stepper, class Rhs>
void march(Rhs f, const ode *p, double tol, State state, double *y)
{
    std::copy(y, y + p->dim, state.begin());
    Stepper<State>::run(f, tol, state, p->t_end);
    std::copy(state.begin(), state.end(), y);
}

// odeint reports trouble by exceptions
template <template <class> class Stepper> bool solve(const ode *p, double tol, double *y)
try {
    switch (p->kind) {
    case BODY:
        march<std::array<double, 3>, Stepper>(body(), p, tol, {}, y);
        break;
    case ATTITUDE:
        march<std::array<double, 7>, Stepper>(attitude(), p, tol, {}, y);
        break;
    case TOP:
        march<std::array<double, 6>, Stepper>(top(), p, tol, {}, y);
        break;
    case DUMBBELLS:
        march<std::array<double, 26>, Stepper>(dumbbells(), p, tol, {}, y);
        break;
    case CHAIN:
        march<std::vector<double>, Stepper>(pointer{p}, p, tol, std::vector<double>(p->dim), y);
        break;
    }
    return true;
} catch (const std::exception &) {
    return false;
}

} // namespace

bool odeint_fehlberg78(const ode *p, double tol, double *y)
{
    return solve<fehlberg78>(p, tol, y);
}

bool odeint_bulirsch_stoer(const ode *p, double tol, double *y)
{
    return solve<bulirsch_stoer>(p, tol, y);
}
