# `make` alone lists what there is. Everything happens inside .venv and models/build.
.DEFAULT_GOAL := help
SHELL := /bin/bash
PYTHON ?= python3
BIN := .venv/bin
PYTEST := $(BIN)/python -m pytest
WITH_SERVER := $(BIN)/python -m running.with_server --
# In the order in which they run: what takes no time first. What kills servers runs last, and alone.
TESTS := memory understanding docs quality clients store ports service model scenarios contract \
  fuzz wire
export PYTHONPATH := tests
# Else each of many processes compiles every module again.
unexport PYTHONDONTWRITEBYTECODE
export PYTHONPYCACHEPREFIX := $(CURDIR)/.venv/bytecode
# ONNX Runtime would report to its maker; see server/myosotis_server/__init__.py.
export ORT_DISABLE_TELEMETRY := 1

.PHONY: help
help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  %-14s %s\n", $$1, $$2}'

.PHONY: setup
setup: .venv/.installed models ## virtual environment, dependencies, models (needs a package index)

.venv/.installed: requirements/dev.txt pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed")'
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@

.PHONY: models
models: .venv/.installed ## build the model packs into models/build
	$(BIN)/python models/build.py

.PHONY: stubs
stubs: ## generate the Python and Go stubs from protos/
	$(BIN)/python tools/generate_stubs.py
	$(BIN)/python tools/generate_go_stubs.py

.PHONY: reference
reference: ## write docs/reference.md from protos/
	$(BIN)/python tools/generate_reference.py

.PHONY: lock
lock: ## pin what pyproject.toml allows (needs uv)
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
	  --no-header --extra server --extra llm --extra otlp --group dev pyproject.toml -o requirements/dev.txt

.PHONY: run
run: setup ## server on 127.0.0.1:50051
	$(BIN)/myosotis serve

.PHONY: demo
demo: setup ## a bilingual story, told to a throwaway server and asked back
	$(WITH_SERVER) $(BIN)/python clients/python/examples/story.py

.PHONY: test
test: setup ## every test, fast ones first, two files at a time
	$(PYTEST) -q -n 2 --dist loadfile $(addprefix tests/,$(TESTS))
	$(PYTEST) -q tests/faults

.PHONY: test-faults
test-faults: setup ## 100 rounds of 16 faults under load: nothing acknowledged is lost or doubled
	$(BIN)/python tests/faults/fault_run.py --rounds $(or $(ROUNDS),100)

.PHONY: test-kills
test-kills: setup ## fifty kills amid background work: no turn lost, no memory doubled
	$(BIN)/python tests/faults/background_kill_run.py --kills 50 --seconds 70 --users 32 --clients 8

.PHONY: check
check: setup tools/buf/node_modules ## style, types, layers, contract, stub drift, licences, advisories
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	tools/buf/node_modules/.bin/buf lint
	$(BIN)/python tools/buf/breaking.py
	$(BIN)/python tools/generate_stubs.py --check
	$(BIN)/python tools/generate_go_stubs.py --check
	$(BIN)/python tools/generate_reference.py --check
	$(BIN)/python tools/licences.py --check
	$(BIN)/python tools/audit_packages.py

.PHONY: fuzz
fuzz: setup ## fuzz everything for MINUTES (10); cases that fail go to fuzz-findings
	$(BIN)/python tests/fuzz/run.py --minutes $(or $(MINUTES),10) --seed $(or $(SEED),$$RANDOM)

.PHONY: licences
licences: setup ## list the licences of what a server runs with in docs/licences.md
	$(BIN)/python tools/licences.py

.PHONY: sbom
sbom: setup ## bill of materials as CycloneDX, in dist/
	$(BIN)/python tools/sbom.py

tools/buf/node_modules: tools/buf/package-lock.json
	npm ci --prefix tools/buf --no-audit --no-fund --silent
	touch $@

.PHONY: format
format: ## write code as ruff likes it
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

.PHONY: eval
eval: setup ## recall of evidence beside plain vectors; writes docs/quality.md (DATA=folder of sets)
	$(WITH_SERVER) $(BIN)/python tests/quality/evaluate.py --data $(or $(DATA),../shared/data)

.PHONY: eval-understanding
eval-understanding: setup ## what is understood of what people say; writes docs/understanding.md
	$(WITH_SERVER) $(BIN)/python tests/quality/evaluate_understanding.py

.PHONY: heads
heads: setup ## train the classifiers of statements again (DATA=folder of sets)
	$(BIN)/python models/heads/train.py --data $(or $(DATA),../shared/data)

.PHONY: fit
fit: setup ## search the weights of recall on the evaluation sets, and cross-validate them
	$(BIN)/python tests/quality/fit_weights.py --search --data $(or $(DATA),../shared/data)

.PHONY: alternatives
alternatives: setup ## what else could be done with the model packs, and what it would find
	$(BIN)/python tests/quality/alternatives.py --data $(or $(DATA),../shared/data)

.PHONY: bench
bench: setup ## recall and remember beside the bare embedding, what recall and understanding add
	$(BIN)/python tests/bench/run.py --write

.PHONY: sim
sim: setup ## a simulated year of one user: store, recall, upkeep; writes docs/year.md
	$(BIN)/python tests/bench/simulated_year.py

GHZ := v0.120.0

.tools/ghz:
	GOBIN=$(CURDIR)/.tools GOFLAGS=-mod=mod go install github.com/bojand/ghz/cmd/ghz@$(GHZ)

.PHONY: load
load: setup .tools/ghz ## ghz at saturation for SECONDS_EACH (120) and at set rates; writes docs/load.md (needs Go)
	$(BIN)/python tests/load/run.py --write --seconds $(or $(SECONDS_EACH),120)

.PHONY: bench-scale
bench-scale: setup ## up to 100,000 memories of a user, up to 50,000 users; writes docs/scale.md
	$(BIN)/python tests/bench/scale.py --write

.PHONY: clients
clients: setup ## build and test the clients in all languages, and play the conformance cases from each
	$(PYTEST) -q tests/clients
	$(WITH_SERVER) $(BIN)/python clients/python/examples/quickstart.py
	cd clients/go && test -z "$$(gofmt -l .)" && go vet ./... && go test ./...
	cd clients/node && npm ci --no-audit --no-fund --silent && npm run --silent build && npm test --silent
	cd clients/java && mvn -q -B verify
	$(BIN)/python clients/conformance/run.py
