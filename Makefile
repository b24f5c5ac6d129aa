# Everything works in a fresh clone with nothing but Python 3.11 and make.
#   make play        set up, build the page, serve it and open it
#   make test        set up and run every check
#   make soak        many random games of the large scenarios, and of every edition (long)
#   make mutants     do the tests notice broken rules? (long)
#   make bench       speed, side by side with other libraries

PYTHON ?= python3
ARGS ?=
GAMES ?= 1000
SEED ?= 1

VENV := .venv
BIN := $(VENV)/bin
KERNEL := $(wildcard src/redball/board/_kernel*.[ch])
INSTALL := tools/environment.py pyproject.toml setup.py $(KERNEL)

.NOTPARALLEL:
.PHONY: play test soak mutants bench client locks wheel clean

play: $(VENV)/.play client
	@$(BIN)/redball play $(ARGS)

test: $(VENV)/.dev
	@$(BIN)/python tools/check.py

soak: $(VENV)/.dev
	$(BIN)/redball fuzz --scenario yelnya --games $(GAMES) --seed $(SEED) $(ARGS)
	$(BIN)/redball fuzz --scenario smolensk --turns 3 --games 20 --seed $(SEED) $(ARGS)
	for edition in $$($(BIN)/redball editions | cut -d: -f1); do \
	  $(BIN)/redball fuzz --edition $$edition --scenario crossing --scenario throw-range --games 200 --seed $(SEED) $(ARGS) && \
	  $(BIN)/redball fuzz --edition $$edition --scenario sedan --scenario kohima --turns 1 --games 4 --seed $(SEED) $(ARGS) \
	  || exit 1; \
	done

mutants: $(VENV)/.dev
	$(BIN)/python tools/mutants.py $(ARGS)

bench: $(VENV)/.dev
	$(BIN)/redball bench $(ARGS)

# The stamps say what is installed; the set-up for the tests includes the player's.
$(VENV)/.play: requirements-play.lock $(INSTALL)
	@$(PYTHON) tools/environment.py play
	@touch $@

$(VENV)/.dev: requirements.lock $(INSTALL)
	@$(PYTHON) tools/environment.py dev
	@touch $@ $(VENV)/.play

# Whether the built client is stale is for the tool to find out: its sources are many.
client: $(VENV)/.play
	@$(BIN)/python tools/web_client.py build

locks: $(VENV)/.dev
	@$(BIN)/python tools/lock.py

wheel: $(VENV)/.dev
	@$(BIN)/python -m pip wheel -q --no-deps -w dist .

clean:
	rm -rf $(VENV) build dist web/node_modules src/redball/server/static src/redball/board/_kernel*.so
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache src/*.egg-info
