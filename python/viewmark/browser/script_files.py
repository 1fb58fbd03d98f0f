"""Reads the page scripts in `viewmark/js`: one function at a time, or joined into two bundles.

The files of a bundle are modules, joined in the order of their imports: each becomes a block that
takes what it imports from the object `$` and adds what it exports. No block is a function of
its own, so V8 compiles a bundle as one.

The bundles are what a look needs, and the rest with the first action. Sent as they are they take
6 ms until they are in the page, and 10 more to be compiled in a process that has not seen them; so
every new document is given them beforehand, by the browser itself, compiled and not run. They wait
in our world under symbols, which no element's name can take.
"""

from __future__ import annotations

import json
import posixpath
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
_CAST = re.compile(r"/\*\* @[^*]*\*/ ?")


def _compact(source: str) -> str:
    """Without comments, but those at ends of lines, and indentation: a third less to send.

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
    code = _CAST.sub("", "\n".join(lines))
    return code if code.isascii() else _OTHER.sub(lambda each: f"\\u{ord(each[0]):04x}", code)


@cache
def _code(name: str) -> str:
    return _compact(text(name))


def script(name: str, **parts: str) -> str:
    """A file that is one function, or one expression, as it is sent to the browser.

    Args:
        name: of the file, as for `text`.
        parts: sources that are in place of names in capitals, such as `FILES`. What comes from
            a page travels as argument of a call, never so.
    """
    source = _code(name).rstrip(";")
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


_FROM = re.compile(r'(?:import|export) \{([^}]*)\} from "([./\w]+)\.js";\n')
_EXPORT = re.compile(r"\nexport (?=(?:const|class|(?:async )?function\*?) (\w+))")


@cache
def _parted(name: str) -> tuple[tuple[tuple[str, str], ...], str]:
    """Imports of a module, from its first lines, and its code after them."""
    code = _code(name) + "\n"
    taken: list[tuple[str, str]] = []
    at = 0
    while found := _FROM.match(code, at):
        names = re.sub(r"\s*,\s*", ",", found[1].strip(" \n,"))
        taken.append((names, posixpath.normpath(f"{posixpath.dirname(name)}/{found[2]}")))
        at = found.end()
    return tuple(taken), "\n" + code[at:]


@cache
def in_order(entry: str) -> tuple[str, ...]:
    """The imports of a file, and itself: each after its own imports.

    Raises:
        ValueError: they import each other in a circle.
    """
    found: dict[str, None] = {}

    def visit(name: str, way: tuple[str, ...]) -> None:
        if name in way:
            raise ValueError(f"imports in a circle: {' -> '.join((*way[way.index(name) :], name))}")
        if name not in found:
            for _, other in _parted(name)[0]:
                visit(other, (*way, name))
            found[name] = None

    visit(entry, ())
    return tuple(found)


def _record(name: str) -> str:
    """Variable that holds the exports of a file, by its name without the folder."""
    return f"$.{posixpath.basename(name)}"


@cache
def _block(name: str) -> str:
    """A module as a block, which leaves no name behind in the scope of the bundle."""
    taken, code = _parted(name)
    imports = [f"const{{{names.replace(' as ', ':')}}}={_record(other)};" for names, other in taken]
    exports = ",".join(_EXPORT.findall(code))
    plain = _EXPORT.sub("\n", code)
    return "\n".join(("{", *imports)) + f"{plain}{_record(name)}={{{exports}}};\n}}"


@dataclass(frozen=True, slots=True)
class ScriptBundle:
    """Modules as one function that makes the object `vm`."""

    key: str
    """Name of the symbol in the page, and the reply of a page that does not have it."""
    entry: str
    """The module that lists the exports of `vm`."""
    before: ScriptBundle | None = None
    """Bundle that is built before it and provides modules and `vm`."""
    data: str = ""
    """A statement of our own words, which modules read."""

    @property
    def names(self) -> tuple[str, ...]:
        """Its files, in order."""
        before = self.before.names if self.before else ()
        return tuple(name for name in in_order(self.entry)[:-1] if name not in before)

    @property
    def source(self) -> str:
        """A function expression."""
        handle = [
            f"{each.split(' as ')[-1]}:{_record(other)}.{each.split(' as ')[0]}"
            for names, other in _parted(self.entry)[0]
            for each in names.split(",")
        ]
        blocks = "\n".join((self.data, *map(_block, self.names)))
        return script("single/bundle", FILES=blocks, HANDLE=",\n".join(handle))

    @property
    def for_documents(self) -> str:
        """A script for every new document: leaves the function there."""
        return script("single/leave", KEY=repr(self.key), SOURCE=self.source)


_RULES = f"const secretRules = {json.dumps(field_rules())};"  # in ASCII, none of a page
LOOKS = ScriptBundle("viewmark.scripts", "page/entry", data=_RULES)
"""Scripts that an observation needs."""
REST = ScriptBundle("viewmark.scripts.all", "act/entry", LOOKS)
"""Scripts for everything else."""


@cache
def with_scripts(function: str, sent: ScriptBundle | None = None) -> str:
    """A function that takes `vm` first; it is called with the name that `vm` must have.

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
