# The vocabulary of the project; `make` alone prints it. Everything else calls these targets.
.DEFAULT_GOAL := help
SHELL := /usr/bin/env bash
.SHELLFLAGS := -eu -o pipefail -c
PY := .venv/bin/python
# Tests start Python by the hundred: without bytecode files each compiles 1,400 modules, for 1.5 s.
unexport PYTHONDONTWRITEBYTECODE
# Without the flags of make: it starts as many jobs as there are cores by itself.
CARGO := env -u MAKEFLAGS cargo
PRETTIER := .venv/typescript/node-program .venv/typescript/node_modules/prettier/bin/prettier.cjs --print-width 120 --log-level warn
PAGE_SCRIPTS := 'python/viewmark/**/*.js'

.PHONY: help setup corpus corpus-ablate corpus-freeze build typescript demo test test-rust test-py test-once test-one test-loaded test-instructions accept-instructions test-arm test-long fuzz fuzz-coverage sanitize chaos soak reliability test-actions test-tasks test-apps test-clients test-agents test-hosts test-vision test-webdriver test-miniwob test-survival test-batch check map pages fmt lint types layers stubs counts wheels release-check docs gallery cover-own arena arena-model bench bench-py bench-rivals bench-report bench-figures slo-pairs lock supply-chain clean

help: ## print this
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-20s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: build typescript ## virtual environment, Rust build in release, a browser
	@scripts/setup.sh browser

build: ## Python packages and the Rust extension only
	@scripts/setup.sh python build

typescript: build
	@scripts/setup.sh typescript

demo: setup ## the main job: an embedded page, observed; writes picture and map to out/
	@$(PY) -m viewmark demo

# Lints, types and the pixel core keep one core busy for the first minute or two of the tests.
test: ## everything that decides what lands
	@echo "tests of the library; beside them lints, types and the pixel core"
	@$(MAKE) --no-print-directory --jobs=2 test-py test-rust check test-instructions

test-rust: ## tests of the pixel core
	@$(CARGO) test --profile quick-link --locked --quiet

test-instructions: setup ## instructions of the pixel core's stages; 5 % more or less than accepted fail
	@scripts/setup.sh valgrind || true
	@$(PY) scripts/instruction_counts.py

accept-instructions: build ## accept those numbers as they are now; commit them with the change
	@scripts/setup.sh valgrind
	@$(PY) scripts/instruction_counts.py --accept

# The same tests, built for ARM and run by an emulator: its vectors give the same bits and pictures.
ARM := aarch64-unknown-linux-gnu
test-arm: export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER := aarch64-linux-gnu-gcc
test-arm: export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER := qemu-aarch64 -L /usr/aarch64-linux-gnu
test-arm: ## tests of the pixel core for 64-bit ARM, under qemu
	@scripts/setup.sh arm
	@$(CARGO) test --release --locked --quiet --target $(ARM)

RUNS := 10000000
SEED := 1
fuzz: ## RUNS made-up and damaged pictures (ten millions) on all cores; prints what it finds
	@VIEWMARK_FUZZ=$(RUNS) VIEWMARK_FUZZ_SEED=$(SEED) VIEWMARK_FUZZ_THREADS=$$(nproc) nice -n 19 \
		$(CARGO) test --release --locked --quiet --test fuzz -- --nocapture

MINUTES := 30
fuzz-coverage: ## MINUTES of coverage-guided fuzzing (libFuzzer) on all cores
	@nice -n 19 python3 scripts/fuzz_coverage.py --minutes $(MINUTES)

# The sanitizer is an option of the compiler that is not stable yet; the variable allows it.
HOST = $(shell rustc -vV | sed -n 's/^host: //p')
sanitize: export RUSTC_BOOTSTRAP := 1
sanitize: export RUSTFLAGS := -Zsanitizer=address
sanitize: export CARGO_PROFILE_RELEASE_LTO := off
sanitize: export CARGO_PROFILE_RELEASE_CODEGEN_UNITS := 16
sanitize: export CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS := true
sanitize: export CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS := true
sanitize: ## tests of the pixel core under AddressSanitizer, with overflow checks
	@VIEWMARK_FUZZ=2000 $(CARGO) test --release --locked --quiet --target $(HOST) --target-dir target/sanitize \
		--lib --test codec --test compressed --test fuzz --test golden

test-py: setup ## tests of the library against a real Chromium; what failed runs twice more
	@scripts/setup.sh headless_shell
	@$(PY) tests/rerun.py

test-once: setup ## all tests once, without reruns: what fails is a failure
	@scripts/setup.sh headless_shell
	@$(PY) tests/rerun.py --once

test-long: setup ## all tests: those of `make test`, and the groups of which it runs a part, whole (nightly)
	@scripts/setup.sh headless_shell
	@$(PY) tests/rerun.py -m "long or not long"

test-loaded: setup ## `make test-once` beside six processes that keep the machine busy (40 minutes)
	@scripts/setup.sh headless_shell
	@$(PY) tests/rerun.py --once --loaded

test-one: setup ## the tests of some source files: make test-one python/viewmark/page/find.py
	@$(PY) tests/of_module.py $(filter-out $@,$(MAKECMDGOALS))

chaos: setup ## faults, floods, hostile pages, clickjacking, parallel calls: the long forms
	@$(PY) tests/reliability/check.py --long concurrency clickjacking faults hostile flood growth

soak: setup ## 2,000 looks and 500 actions in one server: memory, descriptors, files
	@$(PY) tests/reliability/check.py --long soak

reliability: build ## docs/evidence/reliability.md from the figures of chaos, soak and fuzz-coverage
	@$(PY) tests/reliability/report.py

wheels: ## a wheel for each Linux platform in dist/, each tried where nothing else is installed
	@python3 scripts/wheels.py

release-check: setup ## everything that a release consists of, in dist/; what this machine cannot try is called untried
	@$(PY) scripts/release_check.py $(ARGS)

DOCS := .cache/docs
docs: ## the documentation site in out/site, in an environment of its own; fails at a dead link
	@[ -x $(DOCS)/bin/mkdocs ] || python3 -m venv $(DOCS)
	@$(DOCS)/bin/pip install --quiet --disable-pip-version-check --require-hashes -r scripts/docs-requirements.txt
	@NO_MKDOCS_2_WARNING=1 $(DOCS)/bin/mkdocs build --quiet --strict && echo out/site/index.html

gallery: build ## the pictures of docs/evidence/gallery.md, taken from the pages of the tests
	@$(PY) scripts/make_gallery.py

corpus: setup ## what discovery finds and marks wrongly on the frozen screens, by set (ten minutes); ARGS=--write keeps the figures
	@$(PY) benches/corpus/score.py $(ARGS)

corpus-ablate: setup ## what each function of discovery pays on the frozen screens (an hour and more; ARGS="--files NAME ..." takes some)
	@$(PY) benches/corpus/ablate.py $(ARGS)

corpus-freeze: setup ## freeze the screens of the recipes into .cache/corpus (installs 260 applications; needs npm; hours)
	@$(PY) benches/corpus/freeze_recipes.py $(ARGS)

test-tasks: setup ## 31 tasks of an agent's day and 15 puzzles on real pages, by what answers say alone
	@$(PY) tests/tasks/run.py

test-actions: setup ## every case that browser drivers hold their own actions to
	@$(PY) -m pytest -q tests/actions -m "long or not long"

test-apps: setup ## discovery on real applications from the package registries (slow)
	@$(PY) benches/apps/run.py

test-hosts: setup ## Playwright, Selenium, browser-use, nodriver, ... each in an environment of its own
	@$(PY) tests/hosts/run.py
	@$(PY) tests/hosts/ranges.py

test-clients: setup ## the MCP server with the TypeScript clients and the inspector (needs node)
	@$(PY) tests/clients/run.py

test-agents: setup ## agent frameworks, each in an environment of its own, with a scripted model (slow)
	@$(PY) tests/agents/frameworks/run.py

test-vision: setup ## pictures through the official SDKs of three services, to a local server
	@$(PY) tests/vision/run.py

test-webdriver: setup ## WPT's tests of clicks, keys and actions, unchanged: WPT=/path/to/wpt (needs chromedriver)
	@$(PY) tests/webdriver/run.py $(WPT)

test-miniwob: setup ## tasks of MiniWoB++ by map and refs; ONLY="task ...", SEEDS=10
	@$(PY) tests/miniwob/run.py

PRESSES := 20000
test-survival: setup ## refs and numbers while pages change, all cases: PRESSES=20000; writes the figures of docs/refs.md
	@PRESSES=$(PRESSES) $(PY) tests/survival/table.py

test-batch: setup ## data sets in the libraries that load them; Ray (a worker is killed), Dask, Spark
	@$(PY) tests/batch/engines/run.py

check: setup lint types layers stubs counts ## lints, strict types, import direction, stub of the Rust module, ceilings

counts: build ## lines of code of each room: now, ceiling, aim
	@$(PY) scripts/counts.py

map: ## docs/files.md, the list of files, made from their first sentences
	@$(PY) scripts/make_map.py

pages: build map ## every page made from the sources: files, errors, requirements, reference, MCP tools
	@$(PY) scripts/make_errors.py
	@$(PY) scripts/make_requirements.py
	@$(PY) scripts/make_reference.py
	@$(PY) scripts/make_calls.py
	@$(PY) scripts/make_tools.py
	@$(PY) scripts/make_shell.py
	@$(PY) scripts/counts.py --write

fmt: build typescript ## format Rust, Python and page scripts
	@$(CARGO) fmt --all -- --config-path rust/rustfmt.toml
	@.venv/bin/ruff format --quiet python tests benches examples
	@.venv/bin/ruff check --quiet --fix python tests benches examples
	@$(PRETTIER) --write $(PAGE_SCRIPTS)

lint: build typescript
	@$(CARGO) fmt --all --check -- --config-path rust/rustfmt.toml
	@$(CARGO) clippy --release --locked --quiet --workspace --all-targets -- -D warnings
	@.venv/bin/ruff format --quiet --check python tests benches examples
	@.venv/bin/ruff check --quiet python tests benches examples
	@$(PRETTIER) --check $(PAGE_SCRIPTS)

cover-own: setup ## how much of each module the tests of its own folder cover (slow)
	@$(PY) scripts/coverage_by_folder.py

types: typescript
	@.venv/bin/mypy
	@.venv/typescript/tsc -p python/viewmark/js

layers: build
	@PYTHONPATH=python .venv/bin/lint-imports --no-logo | tail -n 3

stubs: build
	@.venv/bin/python -m mypy.stubtest viewmark._core --concise --mypy-config-file scripts/stubtest.ini

bench: setup ## speed and memory, as ratios to baselines measured in the same run
	@$(PY) benches/run.py

bench-py: build ## the stages of a look without a browser, by pytest-benchmark; ARGS are its own (--benchmark-compare)
	@mkdir -p out && $(PY) -m pytest benches -q -p no:cacheprovider --benchmark-only --benchmark-group-by=group --benchmark-columns=min,median,iqr,outliers,rounds --benchmark-json=out/bench-py.json $(ARGS)

bench-rivals: setup ## a look by viewmark and by five others, in turns (installs them; needs npm; quiet machine, 2 minutes)
	@mkdir -p out && $(PY) benches/run.py rival_looks --json out/bench-rivals.json
	@$(PY) scripts/bench_report.py --measured out/bench-rivals.json

arena: setup ## 62 tasks through viewmark and others by scripts: out/arena/report.html (installs them; needs npm; half an hour)
	@$(PY) benches/arena/run.py --facts $(ARGS)

MODEL :=
arena-model: setup ## the same by a model of yours: MODEL=name ARGS="--api anthropic --runs 3" (your key, your costs)
	@$(PY) benches/arena/model_run.py --model $(MODEL) $(ARGS)

bench-report: build ## docs/images/bench.svg, drawn from the stored figures (benches/data/figures.json)
	@$(PY) scripts/bench_report.py

bench-figures: setup ## measure what the picture shows anew (quiet machine, 3 minutes), and draw it
	@mkdir -p out && $(PY) benches/run.py imaging --json out/bench.json
	@$(PY) scripts/bench_report.py --measured out/bench.json

PAIRS := 100
slo-pairs: setup ## PAIRS unchanged pairs of runs of `viewmark slo`: how many are called a regression (quiet machine, 15 minutes)
	@$(PY) scripts/slo_pairs.py --pairs $(PAIRS)

LOCKS := .cache/locks
$(LOCKS)/stamp: scripts/lock-requirements.txt
	@[ -x $(LOCKS)/bin/python ] || python3 -m venv $(LOCKS)
	@$(LOCKS)/bin/pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r $<
	@touch $@

lock: $(LOCKS)/stamp ## the hashes in the locks of Python packages, after a version in one was changed
	@scripts/lock.sh $(LOCKS)/bin/uv

supply-chain: $(LOCKS)/stamp ## known weaknesses of locked packages and crates, licences of the crates (network)
	@for lock in requirements.lock lock-requirements.txt docs-requirements.txt; do \
		$(LOCKS)/bin/pip-audit --strict --progress-spinner off --require-hashes --disable-pip -r scripts/$$lock; done
	@command -v cargo-deny >/dev/null || $(CARGO) install --locked --quiet cargo-deny@0.20.2
	@$(CARGO) deny --locked check --config rust/deny.toml

clean: ## remove what was built
	@rm -rf target .venv out build dist .cache .mypy_cache .pytest_cache .ruff_cache
	@find python tests benches -name __pycache__ -prune -exec rm -rf {} +
	@rm -f python/viewmark/_core*.so
