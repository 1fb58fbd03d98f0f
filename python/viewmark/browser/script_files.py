"""Reads the page scripts in `viewmark/js`, whole or one function at a time."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

__all__ = ["joined", "standalone", "text"]


@cache
def text(name: str) -> str:
    """The source of `js/NAME.js`, such as `page/dom`."""
    folder, _, file = name.partition("/")
    return (files("viewmark") / "js" / folder / f"{file}.js").read_text(encoding="utf-8")


@cache
def joined(names: tuple[str, ...], head: str) -> str:
    """Several files as one function expression that begins with `head` and returns `vm`."""
    return "\n".join([head, *map(text, names), "return Object.freeze(vm); }"])


@cache
def standalone(name: str, function: str) -> str:
    """One function of a file that is evaluated by itself, when it is needed."""
    source = text(name)
    body = source[source.index("\n({") + 1 :].strip()
    return f"function (...rest) {{ return {body}.{function}(...rest); }}"
