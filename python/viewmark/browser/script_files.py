"""Reads the page scripts in `viewmark/js`: one function at a time, or joined into two bundles.

The bundles are what a look needs, and the rest with the first action. Sent as they are they take
6 ms until they are in the page, and 10 more to be compiled in a process that has not seen them; so
every new document is given them beforehand, by the browser itself, compiled and not run. They wait
in our world under symbols, which no element's name can take.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from viewmark.secrets import field_rules


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
def standalone(name: str, function: str) -> str:
    """One function of a file that is evaluated by itself, when it is needed."""
    source = text(name)
    body = _compact(source[source.index("\n({") + 1 :]).rstrip(";")
    return script("single/standalone", OBJECT=body, METHOD=function)


ORDER = tuple((files("viewmark") / "js" / "order.txt").read_text("ascii").split())
"""Files below `js/` without `.js`, each after those whose functions it takes when evaluated."""


@cache
def _join(names: tuple[str, ...]) -> str:
    return "\n".join(_compact(text(name)) for name in names)


@dataclass(frozen=True, slots=True)
class ScriptBundle:
    """Some of the files as one function that makes the object `vm`."""

    key: str
    """Its name: of the symbol in the page, and as the answer of a page that has not got it."""
    folder: str
    """That of its files."""
    function: str
    """The file of the function that they become."""

    @property
    def names(self) -> tuple[str, ...]:
        """Its files, in order."""
        return tuple(name for name in ORDER if name.startswith(self.folder))

    @property
    def source(self) -> str:
        """A function expression."""
        rules = json.dumps(field_rules())  # our own words, none of a page; in ASCII
        return script(self.function, FILES=_join(self.names), RULES=rules)

    @property
    def for_documents(self) -> str:
        """A script for every new document: leaves the function there."""
        return script("single/leave", KEY=repr(self.key), SOURCE=self.source)


LOOKS = ScriptBundle("viewmark.scripts", "page/", "single/bundle_of_looks")
"""What a look at the page needs."""
REST = ScriptBundle("viewmark.scripts.all", "act/", "single/bundle_of_all")
"""What everything else needs."""


@cache
def with_scripts(function: str, sent: ScriptBundle | None = None) -> str:
    """A function that takes `vm` first; it is called with the name of what `vm` must have before.

    Args:
        function: the function.
        sent: comes along, for a document that has not got it.
    """
    return script(
        "single/with_scripts",
        SENT="" if sent is None else sent.for_documents.rstrip(";"),
        LOOKS=repr(LOOKS.key),
        REST=repr(REST.key),
        FUNCTION=function,
    )
