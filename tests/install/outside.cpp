// SPDX-License-Identifier: BSD-3-Clause
// outside.cpp - a C++17 program that knows Lieflow only as installed: a field of its own on the
// sphere, a scenario, and a list of models as a plug-in has it.
#include <lieflow/lieflow.h>
#include <lieflow/run.h>
#include <lieflow/shape.h>

#include <cmath>
#include <cstdio>
#include <vector>

static const lf_model *const models[] = {nullptr};
LF_PLUGIN(models);

namespace {
// The frame turns about an axis that itself turns.
lf_status field(const void *, size_t, double t, const double *, double *f)
{
    f[0] = std::cos(t);
    f[1] = std::sin(t);
    f[2] = 0.5;
    return LF_OK;
}

bool by_the_core()
{
    const lf_point_field point = {field, nullptr};
    const lf_problem problem = lf_problem_from_point("turning", &lf_sphere, &point);
    lf_options options = lf_options_default();
    options.t1 = 1;
    options.h = 0.01;
    std::vector<double> y = {0, 0, 1};
    const lf_status status =
        lf_solve(&problem, lf_method_find("rkmk4"), &options, 1, y.data(), nullptr, nullptr);
    const double length = std::sqrt(y[0] * y[0] + y[1] * y[1] + y[2] * y[2]);
    std::printf("C++: %s, |y| - 1 = %.1e\n", lf_status_text(status), length - 1);
    return status == LF_OK && std::fabs(length - 1) < 1e-13 && y[2] < 0.9;
}

bool as_a_scenario()
{
    lf_scenario *scenario = lf_scenario_new();
    lf_outcome *outcome = lf_outcome_new();
    bool fine = lf_scenario_open(scenario, "heavy-top") == LF_OK &&
                lf_scenario_set(scenario, "t_end", "0.1", "outside.cpp") == LF_OK &&
                lf_scenario_run(scenario, nullptr, lf_progress(), outcome) == LF_OK;
    fine = fine && outcome->stats.t == 0.1;
    lf_outcome_free(outcome);
    lf_scenario_free(scenario);
    return fine;
}
} // namespace

int main()
{
    return lf_plugin_entry.abi == LF_ABI && by_the_core() && as_a_scenario() ? 0 : 1;
}
