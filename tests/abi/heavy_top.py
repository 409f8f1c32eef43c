# SPDX-License-Identifier: BSD-3-Clause
"""heavy_top.py CC LIBRARY_DIR INCLUDE... - what a binding does: read the headers with cffi, open
the shared libraries, and solve the heavy top once by the core and once as a scenario. Both marches
are the same, so their last points must have the same bits. Exit 77: cffi is not installed."""
import pathlib
import sys

try:
    import cffi
except ImportError:
    print("skipped: this Python has no cffi (Debian: python3-cffi)")
    sys.exit(77)

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import read_headers  # noqa: E402

T_END, STEP = 0.5, 0.01


def by_the_core(ffi, core):
    model = core.lf_model_find(b"heavy-top")
    method = core.lf_method_find(b"rkmk4")
    self = ffi.new("double[]", core.LF_MODEL_MAX_SIZE // 8)
    core.lf_param_defaults(model.params, self)
    y = ffi.new("double[]", core.lf_model_dim(model, self))  # an inline function of model.h
    problem, why = ffi.new("lf_problem *"), ffi.new("char[200]")
    assert model.build(self, problem, y, why, 200) == core.LF_OK, ffi.string(why)
    options, stats = ffi.new("lf_options *", core.lf_options_default()), ffi.new("lf_stats *")
    options.t1, options.h = T_END, STEP
    status = core.lf_solve(problem, method, options, 1, y, ffi.NULL, stats)
    assert status == core.LF_OK, ffi.string(stats.message)
    assert stats.steps == 50, stats.steps
    return list(y[0:problem.action.dim])


def as_a_scenario(ffi, run):
    scenario, outcome = run.lf_scenario_new(), run.lf_outcome_new()
    assert run.lf_scenario_open(scenario, b"heavy-top") == 0
    for key, text in ((b"method", b"rkmk4"), (b"t_end", b"0.5"), (b"step", b"0.01")):
        assert run.lf_scenario_set(scenario, key, text, b"heavy_top.py") == 0
    progress = ffi.new("lf_progress *")[0]
    assert run.lf_scenario_run(scenario, ffi.NULL, progress, outcome) == 0
    y = list(outcome.y[0:outcome.dim])
    run.lf_outcome_free(outcome)
    run.lf_scenario_free(scenario)
    return y


def main(cc, libraries, *include):
    ffi = cffi.FFI()
    ffi.cdef(read_headers.declarations(include, cc))
    core = ffi.dlopen(f"{libraries}/liblieflow.so")
    run = ffi.dlopen(f"{libraries}/liblieflow_run.so")
    y = by_the_core(ffi, core)
    print(ffi.string(core.lf_version()).decode(), y)
    assert y == as_a_scenario(ffi, run)
    assert y != list(ffi.new("double[]", len(y)))


main(*sys.argv[1:])
