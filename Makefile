# make play and make test do everything, on a fresh machine with Python 3.11 or newer.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: play test lint format bench bench-peers bench-search bench-server bench-turns soak golden spec lock clean

play: .venv/ready
	@$(BIN)/rooftop play skyliners

test: .venv/ready lint
	@$(BIN)/pytest

lint: .venv/ready
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

format: .venv/ready
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

bench: .venv/ready
	@$(BIN)/python benchmarks/speed.py

bench-search: .venv/ready
	@$(BIN)/python benchmarks/search.py

bench-turns: .venv/ready
	@$(BIN)/python benchmarks/turns.py

# The table server under load, beside a boardgame.io server where node is installed.
bench-server: .venv/ready
	@$(BIN)/python benchmarks/server.py

# Our games beside other libraries, which are installed in build/peers.
bench-peers: .venv/ready build/peers/ready
	@$(BIN)/python benchmarks/peers.py

build/peers/ready: benchmarks/peers.lock
	@echo "Installing what is compared in build/peers (once; takes some minutes)"
	@$(PYTHON) -m venv build/peers
	@build/peers/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r benchmarks/peers.lock
	@touch $@

.venv/ready: requirements.lock pyproject.toml
	@echo "Setting up .venv (once; takes a minute)"
	@$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11) and 'Rooftop needs Python 3.11 or newer.')"
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

clean:
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis

# Pins every version again; the hashes are those of all platforms, and no address is written.
lock:
	$(PYTHON) -m venv build/lock
	build/lock/bin/pip install --quiet uv
	build/lock/bin/uv pip compile pyproject.toml --group dev --universal --python-version 3.11 \
	  --generate-hashes --no-header --no-annotate --upgrade --quiet -o requirements.lock
	build/lock/bin/uv pip compile benchmarks/peers.in --universal --python-version 3.11 \
	  --generate-hashes --no-header --no-annotate --upgrade --quiet -o benchmarks/peers.lock

# Random games of every table with every invariant checked after every move.
GAMES ?= 10000
soak: .venv/ready
	@PYTHONPATH=tests $(BIN)/python tests/soak.py --games $(GAMES)

# Writes the golden playthroughs anew; read the difference before you commit it.
golden: .venv/ready
	@PYTHONPATH=tests $(BIN)/python tests/golden.py

# Writes the facts about the environments anew, measurements and all.
spec: .venv/ready
	@$(BIN)/python benchmarks/spec.py
