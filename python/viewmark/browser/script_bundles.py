"""The page scripts as two functions: what a look needs, and the rest with the first action.

Sent as they are they take 6 ms until they are in the page, and 10 more to be compiled in a process
that has not seen them; so every new document is given them beforehand, by the browser itself,
compiled and not run. They wait in our world under symbols, which no element's name can take.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from viewmark.browser.script_files import joined
from viewmark.secrets import field_rules

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["LOOKS", "ORDER", "REST", "ScriptBundle"]

_LOOK = (
    "page/faults",
    "page/dom",
    "page/native",
    "page/changes",
    "page/standing",
    "page/internals",
    "page/tables",
    "page/native_roles",
    "page/roles",
    "page/text",
    "page/secret_words",
    "page/secrets",
    "page/secret_shapes",
    "page/secret_copies",
    "page/name_sources",
    "page/counters",
    "page/name_pieces",
    "page/names",
    "page/state",
    "page/hints",
    "page/stable",
    "page/query",
    "page/covering",
    "page/name_uniqueness",
    "page/selector_parts",
    "page/selectors",
    "page/hits",
    "page/svg_clips",
    "page/visibility",
    "page/candidates",
    "page/widget_parts",
    "page/duplicates",
    "page/context",
    "page/grids",
    "page/regions",
    "page/areas",
    "page/boxes",
    "page/top_layer",
    "page/label_hint",
    "page/identity",
    "page/describe",
    "page/walk",
    "page/paint",
    "page/painted",
    "page/repeated",
    "page/sheets",
    "page/shapes",
    "page/crosses",
    "page/lattices",
    "page/surfaces",
    "page/label_targets",
    "page/discover",
)
_ACT = (
    "act/reporting",
    "act/control_state",
    "act/settle",
    "act/motion",
    "act/controls",
    "act/points",
    "act/locate",
    "act/guard",
    "act/fields",
    "act/scrolling",
    "act/dragging",
    "act/clipboard",
    "act/domview",
    "act/outline",
    "act/derived",
    "act/reader",
    "act/details",
)
ORDER = _LOOK + _ACT
"""Files below `js/` without `.js`, each after those whose functions it takes when evaluated."""


@dataclass(frozen=True, slots=True)
class ScriptBundle:
    """Some of the files as one function that makes the object `vm`."""

    key: str
    """Its name: in notes of a world, and of the symbol in the page."""
    names: tuple[str, ...]
    head: Callable[[], str]
    """What the function begins with: its parameter, and data of ours."""

    @property
    def source(self) -> str:
        """A function expression."""
        return joined(self.names, self.head())

    @property
    def for_documents(self) -> str:
        """A script for every new document: leaves the function there."""
        # In parentheses V8 compiles the body at once, not a second time when it is called.
        return f"globalThis[Symbol.for('{self.key}')] = ({self.source});"

    @property
    def left_there(self) -> str:
        """A function that has what `for_documents` left make `vm`; null where that did not run."""
        return self._making(f"globalThis[Symbol.for('{self.key}')]")

    @property
    def sent(self) -> str:
        """The same for documents that were given nothing: the source comes along."""
        return self._making(f"({self.source})")

    def _making(self, make: str) -> str:
        return (
            f"function (given, ...question) {{ const make = {make}, key = '{self.key}.made';\n"
            f"{_STAND_IN}}}"
        )


# Made once in a document, so that all who ask at once have the same numbers of nodes.
_STAND_IN = """if (!make) return null;
const vm = globalThis[Symbol.for(key)] ??= make(given), [name, args] = question;
return { __proto__: vm, first: name ? JSON.stringify(vm[name](...args)) : undefined };"""
"""Leaves an object that stands for `vm`, with the answer to a first question."""


def _head_of_looks() -> str:
    rules = json.dumps(field_rules())  # our own words, none of a page; in ASCII
    return f'function () {{ "use strict"; const vm = {{}}, secretRules = {rules};'


def _head_of_rest() -> str:
    return 'function (looks) { "use strict"; const vm = { ...looks.__proto__ };'


LOOKS = ScriptBundle("viewmark.scripts", _LOOK, _head_of_looks)
"""What a look at the page needs."""
REST = ScriptBundle("viewmark.scripts.all", _ACT, _head_of_rest)
"""What everything else needs."""
