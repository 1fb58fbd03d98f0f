"""Reads the page scripts in `viewmark/js`, as single functions or joined into two bundles.

The files of a bundle are modules, joined in the order of their imports. Each becomes a block that
reads its imports from the object `$` and adds its exports to it. The blocks are not functions, so
V8 compiles a bundle as a whole.

One bundle contains what an observation needs; the other is sent with the first action. Sending a
bundle takes 6 ms, and compiling it takes another 10 ms in a process that does not know it yet.
Therefore the browser itself provides the bundle in every new document, compiled but not run, in our
isolated world under a symbol, which no element's ID or name can shadow.
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
    """Return the source of `js/NAME.js`, where the name is for example `page/dom`."""
    folder, _, file = name.partition("/")
    return (files("viewmark") / "js" / folder / f"{file}.js").read_text(encoding="utf-8")


_OTHER = re.compile(r"[^\x00-\x7f]")
_CAST = re.compile(r"/\*\* @[^*]*\*/ ?")


def _compact(source: str) -> str:
    """Remove indentation and comments (except at line ends), which saves a third of the size.

    Escape non-ASCII characters, which occur only in strings and patterns, so that V8 stores one
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
    """Return the source, as sent to the browser, of a file with one function or expression.

    Args:
        name: name of the file, as for `text`.
        parts: sources that replace names in capitals, such as `FILES`. Page content must never be
            passed here, only as call arguments.
    """
    source = _code(name).rstrip(";")
    if not parts:
        return source
    names = re.compile(rf"\b(?:{'|'.join(parts)})\b")
    return names.sub(lambda found: parts[found[0]], source)


@cache
def standalone(name: str, function: str) -> str:
    """Return one method of a file that is in no bundle and is evaluated only when needed."""
    source = text(name)
    body = _compact(source[source.index("\n({") + 1 :]).rstrip(";")
    return script("single/standalone", OBJECT=body, METHOD=function)


_FROM = re.compile(r'(?:import|export) \{([^}]*)\} from "([./\w]+)\.js";\n')
_EXPORT = re.compile(r"\nexport (?=(?:const|class|(?:async )?function\*?) (\w+))")


@cache
def _parted(name: str) -> tuple[tuple[tuple[str, str], ...], str]:
    """Split a module into the imports at its start and the code after them."""
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
    """Return all modules that a file imports directly or indirectly, and the file itself, in order.

    Every module comes after its own imports.

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
    """Return the JavaScript expression that holds a file's exports; it contains the file's name."""
    return f"$.{posixpath.basename(name)}"


@cache
def _block(name: str) -> str:
    """Return a module as a block that adds no name to the scope of the bundle."""
    taken, code = _parted(name)
    imports = [f"const{{{names.replace(' as ', ':')}}}={_record(other)};" for names, other in taken]
    exports = ",".join(_EXPORT.findall(code))
    plain = _EXPORT.sub("\n", code)
    return "\n".join(("{", *imports)) + f"{plain}{_record(name)}={{{exports}}};\n}}"


@dataclass(frozen=True, slots=True)
class ScriptBundle:
    """Modules that are joined to one function, which creates the object `vm`."""

    key: str
    """Name of the bundle's symbol in the page; a document that lacks the bundle replies with it."""
    entry: str
    """The module whose exports become those of `vm`."""
    before: ScriptBundle | None = None
    """Bundle that must run before this one, because it provides modules and `vm`."""
    data: str = ""
    """A JavaScript statement, run first, that provides data to the modules."""

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the bundle's files, in the order in which they are joined."""
        before = self.before.names if self.before else ()
        return tuple(name for name in in_order(self.entry)[:-1] if name not in before)

    @property
    def source(self) -> str:
        """The source of the bundle, a function expression."""
        handle = [
            f"{each.split(' as ')[-1]}:{_record(other)}.{each.split(' as ')[0]}"
            for names, other in _parted(self.entry)[0]
            for each in names.split(",")
        ]
        blocks = "\n".join((self.data, *map(_block, self.names)))
        return script("single/bundle", FILES=blocks, HANDLE=",\n".join(handle))

    @property
    def for_documents(self) -> str:
        """A script that stores the bundle's function in every new document."""
        return script("single/leave", KEY=repr(self.key), SOURCE=self.source)


_RULES = f"const secretRules = {json.dumps(field_rules())};"  # not page content: our own ASCII data
LOOKS = ScriptBundle("viewmark.scripts", "page/entry", data=_RULES)
"""Bundle of the scripts that an observation needs."""
REST = ScriptBundle("viewmark.scripts.all", "act/entry", LOOKS)
"""Bundle of the scripts for everything except observations."""


@cache
def with_scripts(function: str, sent: ScriptBundle | None = None) -> str:
    """Wrap a function to get `vm` first; call the wrapper with a function name that `vm` must have.

    Args:
        function: source of the function.
        sent: a bundle to include, for a document that lacks it.
    """
    return script(
        "single/with_scripts",
        SENT="" if sent is None else sent.for_documents.rstrip(";"),
        LOOKS=repr(LOOKS.key),
        REST=repr(REST.key),
        FUNCTION=function,
    )
