# make play and make test do everything, on a fresh machine with Python 3.11 or newer.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: play test lint format bench bench-search bench-server bench-turns bench-peer-match ladder soak golden lock clean

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

bench-peer-match: .venv/ready
	@$(BIN)/python benchmarks/peer_match.py

# The tables of docs/bots.md; goes on where it was interrupted.
ladder: .venv/ready
	@$(BIN)/python benchmarks/ladder.py

# The table server under load, beside a boardgame.io server where node is installed.
bench-server: .venv/ready
	@$(BIN)/python benchmarks/server.py

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

# Random games of every table with every invariant checked after every move.
GAMES ?= 10000
soak: .venv/ready
	@PYTHONPATH=tests $(BIN)/python tests/soak.py --games $(GAMES)

# Writes the golden playthroughs anew; read the difference before you commit it.
golden: .venv/ready
	@PYTHONPATH=tests $(BIN)/python tests/golden.py
