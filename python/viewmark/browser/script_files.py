"""Reads the page scripts in `viewmark/js`: one function at a time, or joined into two bundles.

The files of a bundle are modules, joined in the order of their imports. Each becomes a block that
reads its imports from the object `$` and adds its exports to it. No block is a function of its own,
so V8 compiles a bundle as one.

One bundle contains what an observation needs; the other is sent with the first action. Sending a
bundle takes 6 ms, and compiling it 10 ms more in a process that has not seen it yet. So the browser
itself provides it in every new document, compiled but not run, in our isolated world under a
symbol, which no element's id or name can shadow.
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
    """Remove comments, except those at ends of lines, and indentation: a third less to send.

    Escapes non-ASCII characters, which occur only in strings and patterns, so that V8 stores one
    byte per character.
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
    """Source of a file that is one function, or one expression, as sent to the browser.

    Args:
        name: name of the file, as for `text`.
        parts: sources that replace names in capitals, such as `FILES`. Content of a page must be
            passed as a call argument instead.
    """
    source = _code(name).rstrip(";")
    if not parts:
        return source
    names = re.compile(rf"\b(?:{'|'.join(parts)})\b")
    return names.sub(lambda found: parts[found[0]], source)


@cache
def standalone(name: str, function: str) -> str:
    """One method of a file outside the bundles, which is evaluated only when needed."""
    source = text(name)
    body = _compact(source[source.index("\n({") + 1 :]).rstrip(";")
    return script("single/standalone", OBJECT=body, METHOD=function)


_FROM = re.compile(r'(?:import|export) \{([^}]*)\} from "([./\w]+)\.js";\n')
_EXPORT = re.compile(r"\nexport (?=(?:const|class|(?:async )?function\*?) (\w+))")


@cache
def _parted(name: str) -> tuple[tuple[tuple[str, str], ...], str]:
    """Imports of a module, from its first lines, and the code after them."""
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
    """The modules that a file imports, directly or not, and itself, each after its own imports.

    Raises:
        ValueError: the imports are cyclic.
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
    """Expression for the exports of a file, by its name without the folder."""
    return f"$.{posixpath.basename(name)}"


@cache
def _block(name: str) -> str:
    """A module as a block, which adds no name to the scope of the bundle."""
    taken, code = _parted(name)
    imports = [f"const{{{names.replace(' as ', ':')}}}={_record(other)};" for names, other in taken]
    exports = ",".join(_EXPORT.findall(code))
    plain = _EXPORT.sub("\n", code)
    return "\n".join(("{", *imports)) + f"{plain}{_record(name)}={{{exports}}};\n}}"


@dataclass(frozen=True, slots=True)
class ScriptBundle:
    """Modules as one function that creates the object `vm`."""

    key: str
    """Name of the symbol in the page, and the reply of a document without the bundle."""
    entry: str
    """The module that lists the exports of `vm`."""
    before: ScriptBundle | None = None
    """Bundle that must be run before it, because it provides modules and `vm`."""
    data: str = ""
    """A statement of ours with data for the modules."""

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
        """A script for every new document that stores the function there."""
        return script("single/leave", KEY=repr(self.key), SOURCE=self.source)


_RULES = f"const secretRules = {json.dumps(field_rules())};"  # our own ASCII data
LOOKS = ScriptBundle("viewmark.scripts", "page/entry", data=_RULES)
"""Scripts that an observation needs."""
REST = ScriptBundle("viewmark.scripts.all", "act/entry", LOOKS)
"""Scripts for everything else."""


@cache
def with_scripts(function: str, sent: ScriptBundle | None = None) -> str:
    """A function that takes `vm` first; call it with the name of a function `vm` must have.

    Args:
        function: the function.
        sent: bundle to send along, for a document that lacks it.
    """
    return script(
        "single/with_scripts",
        SENT="" if sent is None else sent.for_documents.rstrip(";"),
        LOOKS=repr(LOOKS.key),
        REST=repr(REST.key),
        FUNCTION=function,
    )
