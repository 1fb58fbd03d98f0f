"""Role, name and states in `ElementInternals` of custom elements; only CDP can read them.

They are invisible to scripts of other worlds, but the browser's accessibility tree includes them.
Only marked custom elements without a `role` attribute are queried, so other pages have no extra
cost. Known elements are queried again before later observations, readings and reports, because a
component can set its role late or change a state without any mutation or style change.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from viewmark.browser import scripts, wire
from viewmark.browser.frames.table import Frame
from viewmark.browser.page_target import PageTarget
from viewmark.elements.words import words
from viewmark.errors import ProtocolError, ScriptFailed

AGAIN = 12
"""Maximum number of custom elements that are queried again per observation because they had no
internals before; each query takes 0.1 to 0.2 ms.
"""
MOST = 60
"""Maximum number of custom elements in one query."""

_TRISTATE = {"true": True, "false": False, "mixed": "mixed"}
_FLAGS = {"expanded": "expanded", "selected": "selected", "multiselectable": "multiselectable"}
_SET = {"required": "required", "readonly": "readonly", "disabled": "disabled"}
_TEXTS = {"valuemin": "min", "valuemax": "max"}
_RANGES = frozenset({"slider", "spinbutton", "progressbar", "meter", "scrollbar"})
_ROLE = re.compile("[a-z][a-z-]{1,30}")


@dataclass(slots=True)
class InternalsState:
    """The known custom elements of a document."""

    known: dict[int, dict[str, Any] | None] = field(default_factory=dict)
    """Internals keyed by node ID (None: the element has none), in the order of the next query."""


async def describe_with_internals(
    page: PageTarget, frame: Frame, pairs: Sequence[tuple[int, int]]
) -> list[dict[str, Any] | None]:
    """Return descriptions of elements, with role, name and states from the accessibility tree.

    Args:
        page: the browser tab.
        frame: the frame that contains all of these elements.
        pairs: for each element, its node ID and that of the control that it represents, or 0.

    Returns:
        Descriptions as from `vm.describe`, in the same order; empty if the browser does not
        reply.
    """
    try:
        await learn_internals(page, frame, [control or id_ for id_, control in pairs])
        numbers = [number for pair in pairs for number in pair]
        reply = await scripts.call(page, frame, "describe", *numbers)
    except (ProtocolError, ScriptFailed):
        return []
    return [about if isinstance(about, dict) else None for about in wire.list_items(reply)]


async def refresh_internals(page: PageTarget, frame: Frame) -> None:
    """Read the internals of known elements again, because no mutation reports their changes."""
    known = (await page.world(frame)).state.of(InternalsState).known
    keeping = [number for number, internals in known.items() if internals is not None]
    others = [number for number, internals in known.items() if internals is None]
    requested = [*keeping[: MOST - AGAIN], *others[:AGAIN]]
    if requested:
        with contextlib.suppress(ProtocolError, ScriptFailed):
            await learn_internals(page, frame, requested)


async def learn_internals(page: PageTarget, frame: Frame, numbers: Sequence[int]) -> bool:
    """Pass the internals of elements to the page scripts; return whether any have changed."""
    asked = list(numbers[:MOST])
    nodes = await scripts.nodes(page, frame, asked)
    world = await page.world(frame)
    found = await asyncio.gather(*(_internals(world.session, node) for node in nodes))
    known = world.state.of(InternalsState).known
    news = []
    for number, node, internals in zip(asked, nodes, found, strict=True):
        is_new = number not in known or known.pop(number) != internals
        if node is not None:
            known[number] = internals
            if is_new:
                news.append({"id": number, "internals": internals})
    if news:
        await scripts.call(page, frame, "learnInternals", news)
    return any(each["internals"] for each in news)


async def _internals(session: Any, object_id: str | None) -> dict[str, Any] | None:
    if object_id is None:
        return None
    reply = await session.send(
        "Accessibility.getPartialAXTree", {"objectId": object_id, "fetchRelatives": False}
    )
    nodes = wire.list_items(reply.get("nodes"))
    return _parse_node(nodes[0]) if nodes and isinstance(nodes[0], dict) else None


def _value(of: object) -> object:
    return of.get("value") if isinstance(of, dict) else None


def _parse_node(node: dict[str, Any]) -> dict[str, Any] | None:
    """Return role, name and state of a node; None if its role is generic or none."""
    role = _value(node.get("role"))
    if not isinstance(role, str) or not _ROLE.fullmatch(role) or role in ("generic", "none"):
        return None
    state: dict[str, Any] = {}
    for each in wire.records(node.get("properties")):
        key, value = each.get("name"), _value(each.get("value"))
        if key in ("checked", "pressed") and value in _TRISTATE:
            state[key] = _TRISTATE[value]
        elif key in _FLAGS and isinstance(value, bool):
            state[_FLAGS[key]] = value
        elif key in _SET and value is True:
            state[_SET[key]] = True
        elif key in _TEXTS and isinstance(value, (int, float)) and role in _RANGES:
            state[_TEXTS[key]] = f"{value:g}"
        elif key == "hasPopup" and isinstance(value, str) and value != "false":
            state["haspopup"] = "menu" if value == "true" else words(value, 20)
        elif key == "invalid" and value not in ("false", None):
            state["invalid"] = True
        elif key == "level" and isinstance(value, int):
            state["level"] = value
    value = _value(node.get("value"))
    if role in _RANGES and isinstance(value, (int, float, str)):
        state["value"] = value if isinstance(value, str) else f"{value:g}"
    return {"role": role, "name": words(_value(node.get("name")), 200), "state": state}
