#!/usr/bin/env bash
# Rewrites the lock files of Python packages, with the hash of every file of each version for every
# platform: `make lock`, after changing a version in one of them. The argument is the uv executable.
set -euo pipefail
cd "$(dirname "$0")/.."
UV=$1

write() { # arguments: lock file, oldest supported Python
    sed '/--hash=/d; s/ \\$//' "$1" |
        "$UV" pip compile - --quiet --universal --python-version "$2" --generate-hashes --no-annotate \
            --custom-compile-command "make lock" >"$1.new"
    mv "$1.new" "$1"
}

write scripts/requirements.lock 3.10
write scripts/lock-requirements.txt 3.10
write scripts/docs-requirements.txt 3.11.5
