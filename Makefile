# SPDX-License-Identifier: Apache-2.0
# Every task of the project. A line ending in "## text" is listed by `make help`.
# Parts of the tree bring their own targets in <part>/targets.mk, so a target exists only when its part does; what they add to
# TESTS runs once the images are built.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:
MAKEFLAGS += --no-print-directory

TESTS :=

.PHONY: help
help: ## list every target
	@awk 'BEGIN {FS = ":[^#]*## "} /^[a-zA-Z0-9_-]+:[^#]*## / {printf "  %-22s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: doctor deps venv
doctor: ## check what this machine needs and print the command for what is missing
	@scripts/doctor

deps: ## install what the distribution has of it, asking nothing (SPILLWAY_NO_INSTALL=1 only reports)
	@scripts/install-deps

venv: ## make the Python environment .venv with pinned packages
	@scripts/venv

.PHONY: test-build
test-build: venv ## test the build scripts on a tiny source tree
	@scripts/test-python build jvm/build/tests scripts/tests

include $(sort $(wildcard */targets.mk))

.PHONY: java test-hints test-leaky test-plugin
java: ## build the jars of the hint library, the leaky buffer and the Spark plug-in
	@mkdir -p build/logs && { mvn -B -ntp -DskipTests package >build/logs/java.log 2>&1 || { tail -n 30 build/logs/java.log; exit 1; }; }

.PHONY: test-long
SOAK += test-long
test-long: java bench-jobs warm venv ## run the tests that make test leaves out because each takes minutes; make soak runs them
	@mkdir -p build/counts && scripts/test-java spark -DskipUnitTests=true -Dgroups=long -Dspillway.test.excluded= -DfailIfNoTests=false
	@scripts/test-python bench-long -m long bench/tests
	@scripts/test-python warm-long -m long warm/tests

TESTS += test-hints test-leaky test-plugin
test-hints: ## test the hint library
	@mkdir -p build/counts && scripts/test-java hints

test-leaky: ## test the leaky buffer by itself
	@mkdir -p build/counts && scripts/test-java leaky

test-plugin: ## test the Spark plug-in
	@mkdir -p build/counts && scripts/test-java spark

ifneq ($(wildcard bench/tests/test_*.py),)
TESTS += test-bench
.PHONY: test-bench
test-bench: venv ## test the demo and the benchmarks' own code
	@scripts/test-python bench -n 2 --dist loadfile bench/tests
endif

.PHONY: test-lint test
test-lint: ## check file lengths, licences, scripts and the other rules a machine can check
	@scripts/lint

test: ## install what is missing, build the images, run every test; what CI runs
	@scripts/test deps venv test-lint test-build jvm jvm-debug $(TESTS)

.PHONY: dist clean
dist: jvm warm java ## make the release files in dist/spillway-VERSION: image, jars, checksums, licences, list
	@scripts/dist

clean: ## remove everything that was built (the download cache stays)
	rm -rf build dist out .venv hints/target leaky/target spark/target spark/suites/target spark/dependency-reduced-pom.xml warm/report/target bench/jobs/target bench/neo4j/target
