# SPDX-License-Identifier: BSD-3-Clause
# The short names of what cmake and the scripts do.
PREFIX ?= /usr/local
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
SECONDS ?= 60
CHECKS = format words layers sizes symbols kernels docs

.PHONY: build run tests test bench bench-peers bench-matrix install format check sanitize mutate fuzz clean
# The tool and the libraries; `run` needs no more.
build: build/build.ninja
	@cmake --build --preset release --target lieflow_product
build/build.ninja: build/setup-run.stamp
	@cmake --preset release
build/setup-%.stamp: scripts/setup
	@scripts/setup $* && mkdir -p build && touch $@
run: build
	@build/lieflow demo
# Everything, configured once more after the packages of the tests were installed.
tests: build/tests.stamp
	@cmake --build --preset release
build/tests.stamp: build/setup-test.stamp
	@cmake --preset release && touch $@
test: tests
	@ctest --preset release -j $(JOBS)
bench: build
	@cmake --build --preset release --target bench
bench-peers: build
	@scripts/setup peers && cmake --preset release && cmake --build --preset release --target bench_run_peers
bench-matrix: build
	@scripts/setup peers && cmake --preset release && cmake --build --preset release --target bench_run_matrix_table
install: build
	@cmake --install build --prefix $(PREFIX)
format: build/setup-dev.stamp
	@tools/check_format --fix
check: tests build/setup-dev.stamp
	@status=0; for c in $(CHECKS); do tools/check_$$c || status=1; done; \
	  tools/mutate --check || status=1; exit $$status
sanitize: build/setup-test.stamp
	@cmake --preset asan && cmake --build --preset asan && ctest --preset asan -j $(JOBS)
mutate: build/setup-dev.stamp
	@tools/mutate --jobs $(JOBS)
# Each target for SECONDS, beginning with what the corpus holds.
fuzz: build/setup-fuzz.stamp
	@cmake --preset fuzz && cmake --build --preset fuzz && tools/fuzz $(SECONDS)
clean:
	@rm -rf build out
