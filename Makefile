# SPDX-License-Identifier: Apache-2.0
# `make demo` and `make test` are all that anybody must know. Needs Python 3.11 or later; PYTHON=... names one.

PYTHON ?= $(shell for python in python3 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
BIN = .venv/bin
CORE = src/diffident/exact/*,src/diffident/randomness/*,src/diffident/privacy/*
OTHERS = 3.12 3.13

.PHONY: help install browser demo test check deep bench bench-learn postgresql repin map lint mypy pyright unit
.DEFAULT_GOAL := help

help:
	@echo "make demo     set up .venv and show what Diffident does"
	@echo "make test     everything a change must pass"
	@echo "make check    the inner loop: lint, types, architecture, fast tests; no network"
	@echo "make deep     the nightly depth: long tests, planted faults, other Pythons"
	@echo "make bench    our figures beside those of others; make bench-learn those of models"
	@echo "make map      draw the tree in ARCHITECTURE.md anew"
	@echo "make repin    after re-reading a proof: pin it to the code as it is now"

install: .venv/ok

browser:  # for tests of pages: Debian's, installed where that can be done
	@command -v chromium > /dev/null || { command -v apt-get > /dev/null && [ "$$(id -u)" = 0 -o -n "$$(command -v sudo)" ] && \
		{ echo "installing chromium for the tests of pages"; SUDO=$$([ "$$(id -u)" = 0 ] || echo "sudo -n"); \
		$$SUDO apt-get update -qq && $$SUDO apt-get install -y -qq --no-install-recommends chromium > /dev/null; }; } || \
		echo "no chromium here, and it cannot be installed: tests in a browser are skipped"

demo: .venv/ok
	$(BIN)/python -m diffident demo

test: .venv/tools postgresql browser
	@$(MAKE) --no-print-directory -j2 lint mypy pyright
	$(BIN)/pytest -n 2 -m "not deep" --cov --cov-report=
	$(BIN)/coverage report --include='$(CORE)' --fail-under=100 --skip-covered --show-missing

postgresql:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || \
		{ test "$$(id -u)" = 0 && apt-get update -qq && apt-get install -qq -y postgresql; } >/dev/null 2>&1 || \
		echo "PostgreSQL is not here: the page about it is not run"

check: .venv/tools
	@$(MAKE) --no-print-directory -j2 lint mypy pyright unit

deep: .venv/tools
	$(BIN)/pytest -n 2 -m deep
	@for version in $(OTHERS); do \
		for python in python$$version "$${PYENV_ROOT:-$$HOME/.pyenv}"/versions/$$version.*/bin/python$$version; do \
			"$$python" -c '' 2>/dev/null && break; python=; done; \
		test -n "$$python" || { echo "Python $$version is not here: left out"; continue; }; \
		"$$python" -m venv .venv-$$version && \
		.venv-$$version/bin/pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[dev]" && \
		.venv-$$version/bin/pytest -n 2 -m "not deep" || exit 1; done

bench: .venv/ok
	$(BIN)/python bench/run.py

bench-learn: .venv/tools
	$(BIN)/python bench/run.py learn

repin: .venv/ok
	$(BIN)/python tests/architecture/proofs.py

map: .venv/ok
	PYTHONPATH=tests $(BIN)/python -m architecture.plan

lint:
	$(BIN)/ruff check --quiet .
	$(BIN)/ruff format --check --quiet .

mypy:
	$(BIN)/mypy
	$(BIN)/mypy tests/typing

pyright:
	$(BIN)/pyright

unit:
	$(BIN)/pytest -n 2 -m "not deep and not statistical" tests/architecture tests/exact tests/show tests/question tests/test_errors.py

.venv/ok: pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "Diffident needs Python 3.11 or later with venv; name one with PYTHON=..."; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[plot]"
	@touch $@

.venv/tools: .venv/ok
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[dev]"
	@touch $@
