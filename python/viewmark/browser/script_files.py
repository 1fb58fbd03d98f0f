"""Reads the page scripts in `viewmark/js`, whole or one function at a time."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

__all__ = ["joined", "standalone", "text"]


@cache
def text(name: str) -> str:
    """The source of `js/NAME.js`, such as `page/dom`."""
    folder, _, file = name.partition("/")
    return (files("viewmark") / "js" / folder / f"{file}.js").read_text(encoding="utf-8")


_OTHER = re.compile(r"[^\x00-\x7f]")


def _compact(source: str) -> str:
    """Without comments that fill lines, and indentation: a third less to send and to read.

    In ASCII, so that V8 keeps it in one byte a character; what is not lies in texts and patterns.
    """
    kept = []
    in_comment = False
    for line in map(str.strip, source.split("\n")):
        begins = line.startswith("/**") and line.find("*/") in (-1, len(line) - 2)
        if in_comment or begins:
            in_comment = not line.endswith("*/")
        elif line and not line.startswith("//"):
            kept.append(line)
    return _OTHER.sub(lambda each: f"\\u{ord(each[0]):04x}", "\n".join(kept))


@cache
def joined(names: tuple[str, ...], head: str) -> str:
    """Several files as one function expression that begins with `head` and returns `vm`."""
    return _compact("\n".join([head, *map(text, names), "return Object.freeze(vm); }"]))


@cache
def standalone(name: str, function: str) -> str:
    """One function of a file that is evaluated by itself, when it is needed."""
    source = text(name)
    body = source[source.index("\n({") + 1 :].strip()
    return _compact(f"function (...rest) {{ return {body}.{function}(...rest); }}")
