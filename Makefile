# make play and make test do everything, on a fresh machine with Python 3.11 or newer.
PYTHON ?= python3
BIN := .venv/bin
UV := uv==0.13.7
LOCK := $(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --quiet

WEB := src/rooftop/server/web/index.html
WEB_SOURCES := $(shell find web docs/rules -path web/node_modules -prune -o -type f -print) \
  $(wildcard src/rooftop/locale/*.json)
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/npm --prefix web --silent

# Bytecode is cached even where the environment forbids it: without it, a server takes twice as long to start.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test check compiled uncompiled browsers web web-test types views screenshots lint lint-web format docs bench \
  calibration bench-first-minute bench-flood bench-peer-match bench-peers bench-search bench-server bench-turns ladder soak \
  soak-server mutants golden spec lock clean

play: .venv/play web
	@$(BIN)/rooftop serve

test: .venv/ready
	@$(MAKE) --no-print-directory --jobs=2 web lint web-test browsers compiled uncompiled
	@$(BIN)/pytest

# For the daily round: what is quick to check, and all the rules.
check: lint web-test
	@$(BIN)/pytest tests/core tests/games tests/test_imports.py

# The tests of the client's own code; those of its pages, in a real browser, are in tests/web.
web-test: web/node_modules/.package-lock.json
	@$(NPM) run test

# The machine code that the tests use, in as many processes as there are cores.
compiled: .venv/ready
	@PYTHONPATH=tests $(BIN)/python tests/compiled.py

# The tests of the rules, and one of the observations, on the same source uncompiled.
uncompiled: .venv/ready
	@ROOFTOP_JIT=0 $(BIN)/pytest tests/games tests/conformance/test_observations.py::test_the_first_planes_tell_the_table

# For the tests of pages and proxies: browsers, nginx, HAProxy, Caddy. Prints instructions if it cannot install them.
browsers: .venv/ready
	@PYTHONPATH=tests $(BIN)/python -m web.install
	@PYTHONPATH=tests $(BIN)/python -m server.install

lint: .venv/ready lint-web
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

lint-web: web/node_modules/.package-lock.json
	@$(NPM) run check

format: .venv/ready web/node_modules/.package-lock.json
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .
	@$(NPM) run format

# The documentation site, in build/docs. Warnings, among them links that lead nowhere, are errors.
docs: .venv/ready
	@$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going --fresh-env docs build/docs
	@echo "The site is in build/docs: open build/docs/index.html"

bench: .venv/ready
	@$(BIN)/python benchmarks/speed.py

bench-search: .venv/ready
	@$(BIN)/python benchmarks/search.py

bench-turns: .venv/ready
	@$(BIN)/python benchmarks/turns.py

# Whether the chances that the search gives are true. All tables take hours; `make calibration GAME=skyliners` does one game's.
calibration: .venv/ready
	@$(BIN)/python benchmarks/calibration.py $(GAME)

bench-peer-match: .venv/ready
	@$(BIN)/python benchmarks/peer_match.py

# The tables of docs/bots.md. Resumes an interrupted run.
ladder: .venv/ready
	@$(BIN)/python benchmarks/ladder.py

# The table server under load, beside a boardgame.io server.
bench-server: .venv/ready
	@$(BIN)/python benchmarks/load.py

# `make play` in a fresh clone with empty caches, stage by stage, on port 8000.
bench-first-minute: .venv/ready
	@$(BIN)/python benchmarks/first_minute.py

# What others notice of a guest who has bots think at a hundred tables.
bench-flood: .venv/ready
	@$(BIN)/python benchmarks/flood.py

# Our games beside other libraries, which are installed in build/peers.
bench-peers: .venv/ready build/peers/ready
	@$(BIN)/python benchmarks/peers.py

build/peers/ready: benchmarks/peers.lock
	@echo "Installing what is compared in build/peers (once; takes some minutes)"
	@$(PYTHON) -m venv build/peers
	@build/peers/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r benchmarks/peers.lock
	@touch $@

# What playing needs.
.venv/play: requirements-play.lock pyproject.toml
	@echo "Setting up .venv (once)"
	@$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11) and 'Rooftop needs Python 3.11 or newer. If you have one by another name: make play PYTHON=python3.12')"
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check $(UV)
	@$(BIN)/uv pip install --quiet --require-hashes -r requirements-play.lock
	@$(BIN)/uv pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

# All that developing needs.
.venv/ready: .venv/play requirements.lock
	@echo "Adding the development tools to .venv (once; takes a minute)"
	@$(BIN)/uv pip install --quiet --require-hashes -r requirements.lock
	@touch $@

# The browser client, rebuilt when a source changes.
web: $(WEB)

$(WEB): $(WEB_SOURCES) web/node_modules/.package-lock.json
	@$(NPM) run build -- --logLevel warn

# As locked; not `npm ci`, which refuses a lock file that lacks the builds of tools for other systems.
web/node_modules/.package-lock.json: web/package-lock.json .venv/play
	@echo "Fetching what the browser client is made with (once)"
	@$(NPM) install --no-save --loglevel=error > /dev/null
	@touch $@

# The types of the server's interface for the client, from the server's own description.
types: web/node_modules/.package-lock.json
	@mkdir -p build
	@$(BIN)/python -c 'import json; from rooftop.server.api.app import create_app; \
	  from rooftop.server.settings import Settings; print(json.dumps(create_app(Settings("")).openapi()))' \
	  > build/openapi.json
	@$(NPM) run types

# Views of every game for the client's tests, anew after a change of what the server sends.
views: .venv/ready
	@PYTHONPATH=tests $(BIN)/python -m web.views

# Pictures of the pages for docs/pictures; STATES="home end" makes only those.
screenshots: .venv/ready web
	@PYTHONPATH=tests $(BIN)/python -m web.screenshots $(STATES)

clean:
	rm -rf web/node_modules src/rooftop/server/web
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis

# Pins every version again; the hashes are those of all platforms, and no address is written.
lock: .venv/ready
	$(LOCK) --upgrade pyproject.toml --extra all --group dev -o requirements.lock
	$(LOCK) --constraints requirements.lock pyproject.toml --extra server --group play -o requirements-play.lock
	$(LOCK) --upgrade benchmarks/peers.in -o benchmarks/peers.lock

# Random games of every table with every invariant checked after every move.
GAMES ?= 10000
soak: .venv/ready
	@PYTHONPATH=tests $(BIN)/python tests/soak.py --games $(GAMES)

# Half an hour in which clients vanish and the database goes away every minute; ends with 1 if a promise is broken.
MINUTES ?= 30
soak-server: .venv/ready
	@$(BIN)/python benchmarks/soak_server.py --minutes $(MINUTES)

# Breaks each secret of each game on purpose, in every way, and names the test that notices; ends with 1 if none does.
mutants: .venv/ready
	@PYTHONPATH=tests $(BIN)/python tests/mutations.py

# Writes the golden playthroughs anew; read the difference before you commit it.
golden: .venv/ready
	@PYTHONPATH=tests $(BIN)/python tests/golden.py

# Writes the facts about the environments anew, measurements and all.
spec: .venv/ready
	@$(BIN)/python benchmarks/spec.py
