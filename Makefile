# Everything works in a fresh clone with nothing but Python 3.11 and make.
#   make play        set up, build the page, serve it and open it
#   make test        set up and run every check
#   make pythons    try the other Pythons that are here
#   make long        tests that are too long for make test
#   make soak        many random games of every edition (long)
#   make damage      saves, scenarios, positions and charts that are damaged at random (long)
#   make mutants     do the tests notice broken rules? (long)
#   make bench       speed, side by side with other libraries

PYTHON ?= python3
ARGS ?=
GAMES ?= 1000
SEED ?= 1

VENV := .venv
BIN := $(VENV)/bin
KERNEL := $(wildcard src/redball/board/_kernel*.[ch])
INSTALL := tools/environment.py requirements-build.lock pyproject.toml setup.py $(KERNEL)

.NOTPARALLEL:
.PHONY: play test pythons long soak damage mutants bench client locks wheel clean

play: $(VENV)/.play client
	@$(BIN)/redball play $(ARGS)

test: $(VENV)/.dev
	@$(BIN)/python tools/check.py

long: $(VENV)/.dev
	@$(BIN)/python tools/check.py long

soak: $(VENV)/.dev
	$(BIN)/redball fuzz --scenario yelnya --games $(GAMES) --seed $(SEED) $(ARGS)
	$(BIN)/redball fuzz --scenario smolensk --turns 3 --games 20 --seed $(SEED) $(ARGS)
	$(BIN)/redball fuzz --scenario sicily --turns 2 --games 20 --seed $(SEED) $(ARGS)
	for edition in $$($(BIN)/redball editions | cut -d: -f1); do \
	  $(BIN)/redball fuzz --edition $$edition --scenario crossing --scenario throw-range --games 200 --seed $(SEED) $(ARGS) && \
	  $(BIN)/redball fuzz --edition $$edition --scenario sedan --scenario kohima --turns 1 --games 4 --seed $(SEED) $(ARGS) && \
	  $(BIN)/redball fuzz --edition $$edition --scenario lesson-7-landing --scenario crete --scenario gela --turns 1 --games 12 --seed $(SEED) $(ARGS) \
	  || exit 1; \
	done
	PYTHONPATH=tests $(BIN)/python -m server.kills --moments 500
	PYTHONPATH=tests $(BIN)/python -m e2e.two_browsers --actions 2000
	PYTHONPATH=tests $(BIN)/python -m e2e.live_game --seed $(SEED)
	PYTHONPATH=tests $(BIN)/python -m online.leaks --positions 200 --seed $(SEED)
	PYTHONPATH=tests $(BIN)/python -m online.killing --moments 200 --seed $(SEED)
	PYTHONPATH=tests $(BIN)/python -m online.by_schema --requests 20000 --seed $(SEED)
	PYTHONPATH=tests $(BIN)/python -m online.wrong_actors --positions 20 --seed $(SEED)
	PYTHONPATH=tests $(BIN)/python -m analysis.mission_skies --positions 100 --throws 300
	PYTHONPATH=tests $(BIN)/python -m analysis.phased_skies --positions 100 --throws 300
	PYTHONPATH=tests $(BIN)/python -m analysis.sea_fights --positions 200 --throws 300 --seed $(SEED)
	for edition in v4.2 new-ocs; do \
	  PYTHONPATH=tests $(BIN)/python -m referee --edition $$edition --games 300 --seed $(SEED) || exit 1; \
	done

pythons: $(VENV)/.dev
	@$(BIN)/python tools/pythons.py

damage: $(VENV)/.dev
	$(BIN)/python tools/damage.py --seed $(SEED) $(ARGS)

mutants: $(VENV)/.dev
	$(BIN)/python tools/mutants.py $(ARGS)

bench: $(VENV)/.bench
	$(BIN)/redball bench $(ARGS)

# The stamps say what is installed; the set-up for the tests includes the player's.
$(VENV)/.play: requirements-play.lock $(INSTALL)
	@$(PYTHON) tools/environment.py play
	@touch $@

$(VENV)/.dev: requirements.lock $(INSTALL)
	@$(PYTHON) tools/environment.py dev
	@touch $@ $(VENV)/.play

# The peers of the benchmarks. One that cannot be installed is told of in its row.
$(VENV)/.bench: requirements-bench.lock $(VENV)/.dev
	@$(PYTHON) tools/environment.py bench && touch $@ || echo "make: not all peers could be installed"

# Whether the built client is stale is for the tool to find out: its sources are many.
client: $(VENV)/.play
	@$(BIN)/python tools/web_client.py build

# Exact versions with hashes for every system, without addresses: pip takes them from wherever it is told to.
# Litestar asks for an HTTP client, colours for its command line and inventors of examples; a player needs none of them.
LEFT_OUT := certifi faker httpcore httpx polyfactory rich-click tzdata
COMPILE := uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-annotate --no-header --upgrade
locks:
	$(COMPILE) pyproject.toml --extra web $(addprefix --no-emit-package ,$(LEFT_OUT)) -o requirements-play.lock
	$(COMPILE) pyproject.toml --extra online --extra postgres --extra ray --extra rl --extra bench --extra study --group dev --group e2e -o requirements.lock
	$(COMPILE) pyproject.toml --extra bench --extra peers -c requirements.lock -o requirements-bench.lock
	$(COMPILE) pyproject.toml --extra web --group pure -c requirements.lock -o requirements-pythons.lock
	$(COMPILE) --group build -o requirements-build.lock
	$(COMPILE) --group node -o requirements-node.lock

wheel: $(VENV)/.dev
	@$(BIN)/python -m pip wheel -q --no-deps --no-build-isolation -w dist .

clean:
	rm -rf $(VENV) build dist web/node_modules src/redball/server/static src/redball/board/_kernel*.so
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache src/*.egg-info
