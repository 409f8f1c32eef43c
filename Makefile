# SPDX-License-Identifier: BSD-3-Clause
# The short names of what cmake and the scripts do.
PREFIX ?= /usr/local
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
CHECKS = format words layers sizes symbols kernels docs

.PHONY: build run test bench bench-peers install format check sanitize clean
build: build/build.ninja
	@cmake --build --preset release
build/build.ninja: build/setup.stamp
	@cmake --preset release
build/setup.stamp build/setup-dev.stamp: scripts/setup
	@scripts/setup $(if $(findstring dev,$@),dev) && mkdir -p build && touch $@
run: build
	@build/lieflow demo
test: build
	@ctest --preset release -j $(JOBS)
bench: build
	@cmake --build --preset release --target bench
bench-peers: build
	@scripts/setup peers && cmake --preset release && cmake --build --preset release --target bench_run_peers
install: build
	@cmake --install build --prefix $(PREFIX)
format: build/setup-dev.stamp
	@tools/check_format --fix
check: build build/setup-dev.stamp
	@status=0; for c in $(CHECKS); do tools/check_$$c || status=1; done; exit $$status
sanitize: build/setup.stamp
	@cmake --preset asan && cmake --build --preset asan && ctest --preset asan -j $(JOBS)
clean:
	@rm -rf build out
