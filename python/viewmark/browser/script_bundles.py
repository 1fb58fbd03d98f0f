"""The page scripts as two functions: what a look needs, and the rest with the first action.

Sent as they are they take 6 ms until they are in the page, and 10 more to be compiled in a process
that has not seen them; so every new document is given them beforehand, by the browser itself,
compiled and not run. They wait in our world under symbols, which no element's name can take.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from viewmark.browser.script_files import join_scripts, script
from viewmark.secrets import field_rules

if TYPE_CHECKING:
    from collections.abc import Callable

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
    "page/ligatures",
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
    "page/delegated",
    "page/candidates",
    "page/widget_parts",
    "page/own_parts",
    "page/inner_parts",
    "page/bare_parts",
    "page/second_marks",
    "page/handles",
    "page/roving",
    "page/calendar_days",
    "page/holders",
    "page/duplicates",
    "page/text_repeats",
    "page/context",
    "page/grids",
    "page/box_tables",
    "page/regions",
    "page/areas",
    "page/boxes",
    "page/top_layer",
    "page/class_words",
    "page/icon_words",
    "page/drawn_signs",
    "page/icon_prints",
    "page/field_labels",
    "page/wholes",
    "page/poor_names",
    "page/chart_words",
    "page/label_hint",
    "page/drawn_controls",
    "page/drawn_state",
    "page/kit_state",
    "page/shown_state",
    "page/open_parts",
    "page/identity",
    "page/describe",
    "page/walk",
    "page/paint",
    "page/painted",
    "page/served_items",
    "page/hover_rules",
    "page/repeated",
    "page/sheets",
    "page/written",
    "page/shapes",
    "page/crosses",
    "page/inner_hands",
    "page/kit_icons",
    "page/idle_parts",
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
    "act/moves",
    "act/fields",
    "act/combobox",
    "act/scrolling",
    "act/dragging",
    "act/drop_zones",
    "act/clipboard",
    "act/domview",
    "act/outline",
    "act/derived",
    "act/seen_order",
    "act/reader",
    "act/nearest",
    "act/details",
    "act/styles",
    "act/audit",
)
ORDER = _LOOK + _ACT
"""Files below `js/` without `.js`, each after those whose functions it takes when evaluated."""


@dataclass(frozen=True, slots=True)
class ScriptBundle:
    """Some of the files as one function that makes the object `vm`."""

    key: str
    """Its name: in notes of a world, and of the symbol in the page."""
    names: tuple[str, ...]
    function: str
    """The file of the function that they become."""
    parts: Callable[[], dict[str, str]] = dict
    """What else stands in that function."""

    @property
    def source(self) -> str:
        """A function expression."""
        return script(self.function, FILES=join_scripts(self.names), **self.parts())

    @property
    def for_documents(self) -> str:
        """A script for every new document: leaves the function there."""
        return script("single/leave", KEY=repr(self.key), SOURCE=self.source)

    @property
    def left_there(self) -> str:
        """A function that has what `for_documents` left make `vm`; null where that did not run."""
        return self._making(script("single/left_there", KEY=repr(self.key)))

    @property
    def sent(self) -> str:
        """The same for documents that were given nothing: the source comes along."""
        return self._making(f"({self.source})")

    def _making(self, make: str) -> str:
        return script("single/stand_in", MAKE=make, KEY=repr(f"{self.key}.made"))


def _rules() -> dict[str, str]:
    return {"RULES": json.dumps(field_rules())}  # our own words, none of a page; in ASCII


LOOKS = ScriptBundle("viewmark.scripts", _LOOK, "single/bundle_of_looks", _rules)
"""What a look at the page needs."""
REST = ScriptBundle("viewmark.scripts.all", _ACT, "single/bundle_of_all")
"""What everything else needs."""
