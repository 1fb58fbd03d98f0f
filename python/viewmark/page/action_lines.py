"""Formats each action as one line of text: the hit element with its ref, and the effects. Pure.

An effect is omitted if the changes in the same result already show it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from viewmark.browser.actions.results import ElementSummary
from viewmark.browser.cdp.availability import Dialog
from viewmark.page.act_forms import FormResult
from viewmark.page.action_result import ActionResult
from viewmark.page.arrival import NavigationResult
from viewmark.page.changes import Changes
from viewmark.text import compact, cut_address, quoted

RefOf: TypeAlias = Callable[[ElementSummary], str | None]
"""Function that returns the ref of a reported element; None if the element has no ref."""
Result: TypeAlias = ActionResult | FormResult | NavigationResult | Dialog
"""Result of a call that acts on a page, to be formatted as lines."""


_IN_WORDS = frozenset(
    [
        "was",
        "is",
        "changed",
        "files",
        "drag",
        "pointer",
        "requests_pending",
        "keys",
        "editor",
        "as_keys",
    ]
)
"""Keys of a report that are omitted because other parts of the line state or imply them."""


def result_lines(result: Result, ref_of: RefOf, changes: Changes | None = None) -> list[str]:
    """Format a result as lines of text.

    Args:
        result: the result of an action, a form, a navigation, or an answered dialog.
        ref_of: function that returns the ref of a hit element.
        changes: the changes that are reported in the same result.
    """
    if isinstance(result, ActionResult):
        return [action_line(result, ref_of, changes)]
    if isinstance(result, FormResult):
        lines = [(each, action_line(each, ref_of, changes)) for each in result.fields]
        remarkable = [
            line
            for each, line in lines
            if line != _deed(each, ref_of) or not _is_in(each, ref_of, changes)
        ]
        count = len(result.fields)
        return [f"{count} field{'' if count == 1 else 's'} set", *remarkable]
    if isinstance(result, NavigationResult):
        loaded = "" if result.state == "complete" else f"  ({result.state})"
        return [f"{result.title}  {cut_address(result.url)}{loaded}".strip()]
    return [f"{result.kind}: {result.message}"]


def action_line(done: ActionResult, ref_of: RefOf, changes: Changes | None = None) -> str:
    """Format an action as one line of text; the arguments are those of `result_lines`."""
    done = replace(done, changes=done.changes or changes)
    is_reported = _is_in(done, ref_of, changes)
    parts = [each for each in done.effects if not _is_scroll_in(each, changes)]
    if is_reported:
        parts = [each for each in parts if not each.startswith("now ")]
    parts = [each for each in parts if not each.startswith(("opened a dialog", "not accepted:"))]
    if done.typed is not None and done.typed.accepted is False:
        parts.append("the field shows something else than what was typed")
        is_reported = False
    if "value" in done.state and not is_reported:
        parts.append(f"value {done.state['value']!r}")
    if done.chosen is not None and not is_reported:
        chosen = ", ".join(each["label"] for each in done.chosen.selected)
        parts += [f"selected {chosen}"] if chosen else []
    if files := done.report.get("files"):
        parts.append(
            "files " + ", ".join(f"{each['name']} ({each['size']} bytes)" for each in files)
        )
    # The state measured right after the input is outdated if the page changed afterwards.
    has_effect = changes is not None and bool(changes.lines)
    parts += _offset(done, has_effect=has_effect)
    dragged = dict(done.report.get("drag") or {})
    ends = [dragged.pop(each, None) for each in ("released_on", "dropped_on")]
    named = [each for each in ends if isinstance(each, dict) and each.get("name")]
    parts += [f"released on {each.get('role')} {each['name']!r}" for each in named]
    if isinstance(zone := dragged.pop("zone", None), dict):
        parts.append(f"in {quoted(zone['name'])} {zone['ref']}")
    if isinstance(moved := dragged.pop("moved", None), dict):
        is_there = moved == {"dx": 0, "dy": 0}
        by = (
            "it is where it was"
            if is_there
            else f"it moved by {moved['dx']:g}, {moved['dy']:g} CSS px"
        )
        parts += [by] * (not (is_there and has_effect))
    if isinstance(place := dragged.pop("place", None), dict):
        parts.append(f"from place {place['before'] + 1} to {place['after'] + 1} among its siblings")
    dragged.pop("kind", None)
    dragged.pop("candidates", None)  # the effects already list the candidates
    parts += [f"{name} {compact(value)}" for name, value in dragged.items() if name != "gone"]
    if done.outcome.dialog is not None:
        kind, message = done.outcome.dialog["kind"], done.outcome.dialog["message"]
        parts.append(f"{kind} is open: {message!r}")
    parts += [
        f"{name} {value if isinstance(value, (str, int)) else compact(value)}"
        for name, value in done.report.items()
        if name not in _IN_WORDS
    ]
    return "; ".join([_deed(done, ref_of), *parts])


def _deed(done: ActionResult, ref_of: RefOf) -> str:
    """Return a phrase for the action and its target, with the ref."""
    ref = ref_of(done.hit) if done.hit is not None else None
    return f"{done.deed} {ref}" if ref is not None else done.deed


def _is_in(done: ActionResult, ref_of: RefOf, changes: Changes | None) -> bool:
    """Return True if the reported changes contain a line about the hit element."""
    ref = ref_of(done.hit) if done.hit is not None else None
    lines = () if changes is None else changes.lines
    return any(ref in line.replace(":", " ").replace("]", " ").split() for line in lines)


def _is_scroll_in(part: str, changes: Changes | None) -> bool:
    """Return True if the changes already contain this scroll, under the container's short name."""
    how_far = part.rpartition(" by ")[2]
    lines = () if changes is None else changes.lines
    return part.startswith("scrolled ") and any(
        each.startswith("> ") and each.endswith(f" scrolled by {how_far}") for each in lines
    )


def _offset(done: ActionResult, *, has_effect: bool) -> list[str]:
    """Return the scroll position of the container after a `scroll`, as parts of the line."""
    scrolled = done.scrolled
    if scrolled is None or (has_effect and not scrolled.moved):
        return []  # the wheel event had an effect other than scrolling, such as zooming a map
    moved = [] if scrolled.moved else ["nothing moved"]
    if scrolled.offset is None or scrolled.limit is None:
        return moved or ["moved"]
    (x, y), (right, bottom) = scrolled.offset, scrolled.limit
    return [*moved, f"now at {x:g},{y:g} of {right:g},{bottom:g}"]
