#!/usr/bin/env bash
# Writes the locks of Python packages anew, with the hash of every file of each version for every
# platform: `make lock`, after a version in one of them was changed. Its argument is the program uv.
set -euo pipefail
cd "$(dirname "$0")/.."
UV=$1

write() { # the lock, and the oldest Python that it is for
    sed '/--hash=/d; s/ \\$//' "$1" |
        "$UV" pip compile - --quiet --universal --python-version "$2" --generate-hashes --no-annotate \
            --custom-compile-command "make lock" >"$1.new"
    mv "$1.new" "$1"
}

write scripts/requirements.lock 3.10
write scripts/lock-requirements.txt 3.10
write scripts/docs-requirements.txt 3.11.5
