"""Reads the page scripts in `viewmark/js`, whole or one function at a time."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files


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
    lines = []
    in_comment = False
    for line in map(str.strip, source.split("\n")):
        begins = line.startswith("/**") and line.find("*/") in (-1, len(line) - 2)
        if in_comment or begins:
            in_comment = not line.endswith("*/")
        elif line and not line.startswith("//"):
            lines.append(line)
    return _OTHER.sub(lambda each: f"\\u{ord(each[0]):04x}", "\n".join(lines))


@cache
def _expression(name: str) -> str:
    return _compact(text(name)).rstrip(";")


def script(name: str, **parts: str) -> str:
    """A file that is one function, or one expression, as it is sent to the browser.

    Args:
        name: of the file, as for `text`.
        parts: sources that stand in place of names in capitals, such as `FILES`. What comes from
            a page travels as argument of a call, never so.
    """
    source = _expression(name)
    if not parts:
        return source
    names = re.compile(rf"\b(?:{'|'.join(parts)})\b")
    return names.sub(lambda found: parts[found[0]], source)


@cache
def join_scripts(names: tuple[str, ...]) -> str:
    """Several files one after the other."""
    return "\n".join(_compact(text(name)) for name in names)


@cache
def standalone(name: str, function: str) -> str:
    """One function of a file that is evaluated by itself, when it is needed."""
    source = text(name)
    body = _compact(source[source.index("\n({") + 1 :]).rstrip(";")
    return script("single/standalone", OBJECT=body, METHOD=function)
