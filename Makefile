# `make` alone lists the targets. Each one makes the environment it needs, in .venv (VENV_DIR=).

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

PYTHON ?= python3
VENV_DIR ?= .venv
# Which Pythons beside the one above are tried by `test-pythons`: those newer than 3.11 that start.
PYTHONS ?= $(shell for one in python3.12 python3.13 python3.14 python3.15; do $$one -c '' 2>/dev/null && echo $$one; done)
HOST ?= 127.0.0.1
PORT ?= 8000
DEMO ?= 1
FUZZ_SECONDS ?= 60
FUZZ_SEED ?= 0
PROVE_SEED ?= 0
VAR_DIR ?= var
# Then what `serve` started is killed that still waits for a Redis that does not answer.
SECONDS_TO_STOP ?= 30
UV_VERSION := 0.13.8

VENV := $(VENV_DIR)/bin/python
MANAGE := $(VENV) manage.py
PYTEST := $(VENV) -m pytest
# A process for each core, which takes whole files.
PARALLEL := -n logical --maxprocesses 4 --dist loadfile
# Without compiled files every process of the tests, and every command that one starts, would compile
# the site and rewrite the assertions anew.
unexport PYTHONDONTWRITEBYTECODE
# What knows of no database need not be tested on another one, nor be looked through for tests.
PURE := tests/games/engine tests/games/rulesets tests/tournaments/domain
# Nor what has one at hand and keeps nothing in it: pages of a game that is checked, and of words.
WORDS := tests/games/views $(addprefix tests/tournaments/public/test_,formats.py guide.py rules.py)
# Nor what shows an event that was read in one go (`read_event`), as the tests of acts have it read
# there all the time: pages, prints and sheets that are reckoned and laid out of it. What every page
# asks besides is asked there by those who walk all addresses (`test_permissions.py` and
# `public/test_public_names.py`). Pages that search, order, keep or send something stay.
SHOWN := tests/tournaments/exports/pdf tests/tournaments/exports/test_xlsx.py tests/tournaments/test_cut_pages.py \
	$(addprefix tests/tournaments/public/test_,draw_record.py player.py results.py screen.py standings.py)
ON_ONE_DATABASE := $(addprefix --ignore=,$(PURE) $(WORDS) $(SHOWN))
STORED := django_db and not browser and not prove
SERVER := $(VENV) -m catantour.server --host $(HOST) --port $(PORT)

# A site that listens on every address is known by any of them, and links to the first.
ANY_HOST := $(filter 0.0.0.0,$(HOST))
ADDRESS := http://$(if $(ANY_HOST),$(firstword $(shell hostname -I) 127.0.0.1),$(HOST)):$(PORT)

CATALOGUES := $(wildcard locale/*/LC_MESSAGES/django.po)
COMPILED := $(CATALOGUES:.po=.mo)
STATIC_SOURCES := $(shell find static games/static tournaments/static -type f 2>/dev/null)
STATIC := $(VAR_DIR)/static/staticfiles.json

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile

## Environment

.PHONY: setup setup-dev requirements
setup: $(VENV_DIR)/requirements.txt ## make .venv and install the pinned requirements
setup-dev: $(VENV_DIR)/requirements-dev.txt ## the same with everything that tests and checks need

$(VENV_DIR)/bin/uv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed; name it: make PYTHON=python3.11 ...")'
	$(PYTHON) -m venv $(VENV_DIR)
	$(VENV) -m pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)

# A copy of what was installed, so that the next call has nothing to do. Where uv reaches no index
# (it does not read pip's configuration), pip installs the same pinned files, only slower.
$(VENV_DIR)/requirements.txt $(VENV_DIR)/requirements-dev.txt: $(VENV_DIR)/%: % | $(VENV_DIR)/bin/uv
	UV_SYSTEM_CERTS=true $(VENV_DIR)/bin/uv pip install --quiet --compile-bytecode --python $(VENV) --require-hashes -r $< \
		|| $(VENV) -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	cp $< $@

$(VENV_DIR)/requirements-dev.txt: | $(VENV_DIR)/requirements.txt

COMPILE := UV_SYSTEM_CERTS=true UV_CUSTOM_COMPILE_COMMAND="make requirements" $(VENV_DIR)/bin/uv pip compile \
	--quiet --generate-hashes --no-emit-index-url --no-emit-find-links --no-header --universal --python-version 3.11 pyproject.toml

requirements: | $(VENV_DIR)/bin/uv ## pin the requirements anew from pyproject.toml
	$(COMPILE) -o requirements.txt
	$(COMPILE) --group test -o requirements-test.txt
	$(COMPILE) --group dev -o requirements-dev.txt

## The site

.PHONY: run serve messages rules screenshots
run: export SITE_URL ?= $(ADDRESS)
run: export ALLOWED_HOSTS ?= $(if $(ANY_HOST),*,localhost,127.0.0.1,$(HOST))
run: setup $(STATIC) $(COMPILED) ## start the site with a demo season (HOST=, PORT=, DEMO=0)
	@$(MANAGE) migrate --verbosity 0
ifeq ($(DEMO),0)
	@$(MANAGE) first_account --if-needed
else
	@$(MANAGE) demo --if-empty
	$(if $(ANY_HOST),@echo "Everybody in this network may sign in with these logins; DEMO=0 VAR_DIR=... starts without them.")
endif
	@$(SERVER) --workers 1

serve: export SITE_URL ?= $(ADDRESS)
serve: export ALLOWED_HOSTS ?= $(if $(ANY_HOST),*,localhost,127.0.0.1,$(HOST))
# A web server that cannot begin, or that somebody stops, ends all of it; one that is killed does not.
# What it starts is in groups of its own: `alone` ends them if make or its shell is killed without a word.
serve: setup $(STATIC) $(COMPILED) ## the production shape: web server, Celery worker and beat
	@test -n "$${DATABASE_URL:-}" -a -n "$${BROKER_URL:-$${REDIS_URL:-}}" || { echo "make serve needs DATABASE_URL and REDIS_URL (docs/operations.md); make run needs neither." >&2; exit 2; }
	@$(MANAGE) migrate --verbosity 0
	@$(MANAGE) check --deploy --database default --fail-level WARNING
	@set -m; \
	end() { trap "" INT TERM; ours=$$(jobs -p); kill $$ours 2>/dev/null || true; \
		{ sleep $(SECONDS_TO_STOP); for one in $$ours; do kill -KILL -- -$$one || true; done; } 2>/dev/null & \
		wait $$ours || true; kill -KILL -- -$$! 2>/dev/null || true; }; \
	trap end EXIT; trap 'exit 0' INT TERM; \
	again() { trap 'kill $$! 2>/dev/null; wait; exit' TERM; while true; do "$$@" & wait $$! || true; echo "$$* ended; it is started again." >&2; sleep 2; done; }; \
	serving() { trap 'kill $$! 2>/dev/null; wait; exit' TERM; while true; do $(SERVER) & wait $$! && exit; ended=$$?; \
		((ended > 128)) || exit $$ended; echo "The web server was killed; it is started again." >&2; sleep 2; done; }; \
	alone() { { while kill -0 $$PPID && kill -0 $$$$; do sleep 1; done; \
		kill $$$$ $$*; left=$(SECONDS_TO_STOP); \
		while ((left--)) && kill -0 -- $${*/#/-}; do sleep 1; done; kill -KILL -- $${*/#/-}; } 2>/dev/null || true; }; \
	again $(VENV) -m celery --quiet --app catantour worker --loglevel warning & \
	again $(VENV) -m celery --quiet --app catantour beat --loglevel warning --pidfile= & \
	serving & \
	server=$$!; alone $$(jobs -p) & \
	wait $$server

# Hashed and compressed once here, so that no request has to.
$(STATIC): $(STATIC_SOURCES) $(VENV_DIR)/requirements.txt
	@$(MANAGE) collectstatic --noinput --verbosity 0
	@touch $@

$(COMPILED) &: $(CATALOGUES) $(VENV_DIR)/requirements.txt
	@$(MANAGE) messages --compile

rules: setup-dev ## name the tests of every rule in docs/rules.md
	$(VENV) -m tests.rules

messages: setup ## gather new texts into locale/*/LC_MESSAGES/django.po
	$(MANAGE) messages

screenshots: setup-dev ## take the pictures of the README
	$(VENV) -m tests.browser.screenshots

## Checks

.PHONY: format lint test test-pythons prove prove-long fuzz bench clean
format: setup-dev ## bring all code into its format
	$(VENV) -m ruff check --fix --quiet .
	$(VENV) -m ruff format .

lint: setup-dev ## format, lint, types, imports, migrations, translations, templates
	$(VENV) -m ruff format --check .
	$(VENV) -m ruff check .
	$(VENV) -m mypy
	$(VENV_DIR)/bin/lint-imports --no-logo
	$(MANAGE) makemigrations --check --dry-run
	$(MANAGE) messages --check
	$(VENV) -m djlint --lint --quiet .

test: lint $(COMPILED) ## everything the continuous build checks; forty minutes on two cores
	$(PYTEST) $(PARALLEL) -m "not browser and not prove"
	$(VENV) -m tests.services $(PYTEST) $(PARALLEL) $(ON_ONE_DATABASE) --first-cases -m "$(STORED)"
	$(PYTEST) $(PARALLEL:loadfile=worksteal) -m "browser and not prove" tests/browser

test-pythons: ## lint and test on every newer Python that is here; as long for each (PYTHONS=)
	@test -n "$(strip $(PYTHONS))" || { echo "No Python newer than 3.11 starts here; name them: make test-pythons PYTHONS='/opt/python3.13 ...'" >&2; exit 2; }
	@for python in $(PYTHONS); do \
		version=$$($$python -c 'import sys; print("%d.%d" % sys.version_info[:2])'); \
		echo "== Python $$version"; \
		$(MAKE) --no-print-directory test PYTHON=$$python VENV_DIR=.venv-$$version; \
	done

prove: setup-dev $(COMPILED) ## heavy proofs; a quarter of an hour on two cores
	$(PYTEST) $(PARALLEL:loadfile=load) -m "prove and not long"
	$(VENV) -m tests.services $(PYTEST) -m prove tests/production

prove-long: setup-dev $(COMPILED) ## unseen cards against the oracle, races through two servers and whatever `test` and `prove` take a sample of, all of it; two hours on two cores (PROVE_SEED=1)
	$(PYTEST) $(PARALLEL:loadfile=load) -m long
	$(VENV) -m tests.services $(PYTEST) $(PARALLEL) $(addprefix --ignore=,$(PURE) $(WORDS)) -m "$(STORED)"
	RACE_ROUNDS=30 $(VENV) -m tests.services $(PYTEST) -m prove tests/production
	$(VENV) -m tests.games.oracle --seed $(PROVE_SEED) --jobs $$(nproc)

fuzz: setup-dev ## look for bytes that have no verdict; a minute, or FUZZ_SECONDS=600
	$(VENV) -m tests.fuzz $(FUZZ_SECONDS) $(FUZZ_SEED)

bench: setup-dev $(STATIC) $(COMPILED) ## print the benchmarks and write docs/benchmarks.md
	$(VENV) -m benchmarks

clean: ## remove what the other targets made, but not the data in var/
	rm -rf $(VENV_DIR) .venv-* .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis $(VAR_DIR)/static
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
	rm -f $(COMPILED)
