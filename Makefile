# SPDX-License-Identifier: Apache-2.0
# Every task of the project. A line ending in "## text" is listed by `make help`.
# Parts of the tree bring their own targets in <part>/targets.mk, so a target exists only when its part does.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:
MAKEFLAGS += --no-print-directory

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

include $(sort $(wildcard */targets.mk))
