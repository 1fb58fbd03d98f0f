# The commands of the project; `make` alone prints them. CI and scripts use these targets.
.DEFAULT_GOAL := help
SHELL := /usr/bin/env bash
.SHELLFLAGS := -eu -o pipefail -c
PY := .venv/bin/python
# Tests start hundreds of Python processes; without bytecode files each would compile 1,400 modules (1.5 s).
unexport PYTHONDONTWRITEBYTECODE
# Without make's flags, because cargo starts as many jobs as there are cores by itself.
CARGO := env -u MAKEFLAGS cargo
PRETTIER := .venv/typescript/node-program .venv/typescript/node_modules/prettier/bin/prettier.cjs --print-width 120 --log-level warn
PAGE_SCRIPTS := 'python/viewmark/**/*.js'

.PHONY: help setup corpus corpus-ablate corpus-freeze build typescript demo test test-rust test-py test-once test-one test-loaded test-instructions accept-instructions test-arm test-long fuzz fuzz-coverage sanitize chaos soak reliability test-actions test-tasks test-apps test-clients test-agents test-hosts test-vision test-webdriver test-miniwob test-survival test-batch check map pages fmt lint types layers stubs counts wheels release-check docs gallery cover-own arena arena-model bench bench-py bench-rivals bench-report bench-figures slo-pairs lock supply-chain clean

help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-20s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: build typescript ## virtual environment, Rust release build, and a browser
	@scripts/setup.sh browser

build: ## only Python packages and the Rust extension
	@scripts/setup.sh python build

typescript: build
	@scripts/setup.sh typescript

demo: setup ## observe the embedded demo page; writes image and map to out/
	@$(PY) -m viewmark demo

# Lints, types and the pixel core keep one CPU core busy during the first minutes of the tests.
test: ## everything that a change must pass
	@echo "tests of the library; beside them lints, types and the pixel core"
	@$(MAKE) --no-print-directory --jobs=2 test-py test-rust check test-instructions

test-rust: ## tests of the pixel core
	@$(CARGO) test --profile quick-link --locked --quiet

test-instructions: setup ## instruction counts of the pixel core's stages; fails at 5 % more or less than accepted
	@scripts/setup.sh valgrind || true
	@$(PY) scripts/instruction_counts.py

accept-instructions: build ## accept the current instruction counts; commit them with the change
	@scripts/setup.sh valgrind
	@$(PY) scripts/instruction_counts.py --accept

# The same tests, built for ARM and run in an emulator: the vector code must produce identical bits.
ARM := aarch64-unknown-linux-gnu
test-arm: export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER := aarch64-linux-gnu-gcc
test-arm: export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER := qemu-aarch64 -L /usr/aarch64-linux-gnu
test-arm: ## tests of the pixel core for 64-bit ARM, under qemu
	@scripts/setup.sh arm
	@$(CARGO) test --release --locked --quiet --target $(ARM)

RUNS := 10000000
SEED := 1
fuzz: ## RUNS generated and damaged images (ten million) on all cores; prints what it finds
	@VIEWMARK_FUZZ=$(RUNS) VIEWMARK_FUZZ_SEED=$(SEED) VIEWMARK_FUZZ_THREADS=$$(nproc) nice -n 19 \
		$(CARGO) test --release --locked --quiet --test fuzz -- --nocapture

MINUTES := 30
fuzz-coverage: ## MINUTES of coverage-guided fuzzing (libFuzzer) on all cores
	@nice -n 19 python3 scripts/fuzz_coverage.py --minutes $(MINUTES)

# The sanitizer is an unstable compiler option, which RUSTC_BOOTSTRAP enables.
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

test-py: setup ## tests of the library with a real Chromium; failed tests run twice more
	@scripts/setup.sh headless_shell
	@$(PY) tests/rerun.py

test-once: setup ## all tests once, without reruns
	@scripts/setup.sh headless_shell
	@$(PY) tests/rerun.py --once

test-long: setup ## all tests, including the cases that `make test` skips (nightly)
	@scripts/setup.sh headless_shell
	@$(PY) tests/rerun.py -m "long or not long"

test-loaded: setup ## `make test-once` while six processes keep the machine busy (40 minutes)
	@scripts/setup.sh headless_shell
	@$(PY) tests/rerun.py --once --loaded

test-one: setup ## tests of the given source files: make test-one python/viewmark/page/find.py
	@$(PY) tests/of_module.py $(filter-out $@,$(MAKECMDGOALS))

chaos: setup ## long checks: faults, floods, hostile pages, clickjacking, concurrent calls
	@$(PY) tests/reliability/check.py --long concurrency clickjacking faults hostile flood growth

soak: setup ## 2,000 observations and 500 actions in one server: memory, descriptors, files
	@$(PY) tests/reliability/check.py --long soak

reliability: build ## generate docs/evidence/reliability.md from the results of chaos, soak and fuzz-coverage
	@$(PY) tests/reliability/report.py

wheels: ## a wheel for each Linux platform in dist/, each tested in an otherwise empty environment
	@python3 scripts/wheels.py

release-check: setup ## all files of a release, in dist/; steps that are impossible on this machine are `untried`
	@$(PY) scripts/release_check.py $(ARGS)

DOCS := .cache/docs
docs: ## the documentation site in out/site; fails on dead links
	@[ -x $(DOCS)/bin/mkdocs ] || python3 -m venv $(DOCS)
	@$(DOCS)/bin/pip install --quiet --disable-pip-version-check --require-hashes -r scripts/docs-requirements.txt
	@NO_MKDOCS_2_WARNING=1 $(DOCS)/bin/mkdocs build --quiet --strict && echo out/site/index.html

gallery: build ## screenshots of docs/evidence/gallery.md, taken from test pages
	@$(PY) scripts/make_gallery.py

corpus: setup ## score discovery on the frozen screens, by set (ten minutes); ARGS=--write saves the figures
	@$(PY) benches/corpus/score.py $(ARGS)

corpus-ablate: setup ## value of each discovery function on the frozen screens (over an hour); ARGS="--files NAME ..." selects some
	@$(PY) benches/corpus/ablate.py $(ARGS)

corpus-freeze: setup ## freeze the screens of the recipes into .cache/corpus (installs 260 applications; needs npm; hours)
	@$(PY) benches/corpus/freeze_recipes.py $(ARGS)

test-tasks: setup ## 31 everyday agent tasks and 15 puzzles on real pages, using only the results of calls
	@$(PY) tests/tasks/run.py

test-actions: setup ## all action cases, modelled on test suites of browser drivers
	@$(PY) -m pytest -q tests/actions -m "long or not long"

test-apps: setup ## discovery on real applications from the package registries (slow)
	@$(PY) benches/apps/run.py

test-hosts: setup ## Playwright, Selenium, browser-use, nodriver, ... each in its own environment
	@$(PY) tests/hosts/run.py
	@$(PY) tests/hosts/ranges.py

test-clients: setup ## the MCP server with the TypeScript clients and the inspector (needs node)
	@$(PY) tests/clients/run.py

test-agents: setup ## agent frameworks, each in its own environment, with a scripted model (slow)
	@$(PY) tests/agents/frameworks/run.py

test-vision: setup ## send images through the official SDKs of three services to a local server
	@$(PY) tests/vision/run.py

test-webdriver: setup ## WPT's tests of clicks, keys and actions, unchanged: WPT=/path/to/wpt (needs chromedriver)
	@$(PY) tests/webdriver/run.py $(WPT)

test-miniwob: setup ## MiniWoB++ tasks by map and refs; ONLY="task ...", SEEDS=10
	@$(PY) tests/miniwob/run.py

PRESSES := 20000
test-survival: setup ## refs and numbers while pages change, all cases, PRESSES=20000; writes the figures to docs/refs.md
	@PRESSES=$(PRESSES) $(PY) tests/survival/table.py

test-batch: setup ## data sets in libraries that load them; batches on Ray (with a killed worker), Dask, Spark
	@$(PY) tests/batch/engines/run.py

check: setup lint types layers stubs counts ## lints, strict types, import direction, stub of the Rust module, code size limits

counts: build ## lines of code by package: now, limit, goal
	@$(PY) scripts/counts.py

map: ## generate docs/files.md, the list of files, from their first sentences
	@$(PY) scripts/make_map.py

pages: build map ## generate all pages from the sources: files, errors, requirements, reference, MCP tools
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

cover-own: setup ## coverage of each module by the tests of its own folder (slow)
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

bench-py: build ## stages of an observation without a browser, by pytest-benchmark; ARGS are its options (--benchmark-compare)
	@mkdir -p out && $(PY) -m pytest benches -q -p no:cacheprovider --benchmark-only --benchmark-group-by=group --benchmark-columns=min,median,iqr,outliers,rounds --benchmark-json=out/bench-py.json $(ARGS)

bench-rivals: setup ## an observation by viewmark and by five other tools (installs them; needs npm and an idle machine; 2 minutes)
	@mkdir -p out && $(PY) benches/run.py rival_looks --json out/bench-rivals.json
	@$(PY) scripts/bench_report.py --measured out/bench-rivals.json

arena: setup ## 62 scripted tasks with viewmark and other tools: out/arena/report.html (installs them; needs npm; half an hour)
	@$(PY) benches/arena/run.py --facts $(ARGS)

MODEL :=
arena-model: setup ## the arena's tasks with your model: MODEL=name ARGS="--api anthropic --runs 3" (your key, your costs)
	@$(PY) benches/arena/model_run.py --model $(MODEL) $(ARGS)

bench-report: build ## draw docs/images/bench.svg from the stored figures (benches/data/figures.json)
	@$(PY) scripts/bench_report.py

bench-figures: setup ## measure the figures of bench.svg again and draw it (idle machine, 3 minutes)
	@mkdir -p out && $(PY) benches/run.py imaging --json out/bench.json
	@$(PY) scripts/bench_report.py --measured out/bench.json

PAIRS := 100
slo-pairs: setup ## count false regressions in PAIRS of equal `viewmark slo` runs (idle machine, 15 minutes)
	@$(PY) scripts/slo_pairs.py --pairs $(PAIRS)

LOCKS := .cache/locks
$(LOCKS)/stamp: scripts/lock-requirements.txt
	@[ -x $(LOCKS)/bin/python ] || python3 -m venv $(LOCKS)
	@$(LOCKS)/bin/pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r $<
	@touch $@

lock: $(LOCKS)/stamp ## update the hashes in the lock files of Python packages, after changing a version
	@scripts/lock.sh $(LOCKS)/bin/uv

supply-chain: $(LOCKS)/stamp ## known vulnerabilities of locked packages and crates, licences of the crates (network)
	@for lock in requirements.lock lock-requirements.txt docs-requirements.txt; do \
		$(LOCKS)/bin/pip-audit --strict --progress-spinner off --require-hashes --disable-pip -r scripts/$$lock; done
	@command -v cargo-deny >/dev/null || $(CARGO) install --locked --quiet cargo-deny@0.20.2
	@$(CARGO) deny --locked check --config rust/deny.toml

clean: ## remove build results and caches
	@rm -rf target .venv out build dist .cache .mypy_cache .pytest_cache .ruff_cache
	@find python tests benches -name __pycache__ -prune -exec rm -rf {} +
	@rm -f python/viewmark/_core*.so
