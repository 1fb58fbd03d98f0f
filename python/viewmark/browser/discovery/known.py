"""Keeps what was made of the newest look's records, for elements that the next finds unchanged.

Page scripts answer the same of most elements in one look after the other. To compare two records
takes a fraction of the time that it takes to check one and to make an element of it; so what is
equal in every field, and lies in a frame at the same place, is taken over.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from viewmark.browser.frames.geometry import FrameGeometry
    from viewmark.browser.page_target import PageTarget
    from viewmark.elements.model import Element

__all__ = ["Known", "known_in", "remember_elements"]

_KNOWN = "discovery.known"  # our note in page.memo: frame id -> its place, and number -> Known


@dataclass(frozen=True, slots=True)
class Known:
    """An element, and all that it was made of."""

    place: FrameGeometry
    raw: dict[str, Any]
    """The script's record of where it is, as it came."""
    taken: dict[str, Any]
    """The same in coordinates of the top viewport."""
    record: dict[str, Any]
    """The same after the hit tests of the frames above: what the element was made of."""
    about: dict[str, Any]
    """The script's words of it, as they came."""
    element: Element


def known_in(page: PageTarget, place: FrameGeometry) -> Mapping[int, Known]:
    """By number what the newest look found in a frame that is the same and lies where it lay."""
    was, found = page.memo.get(_KNOWN, {}).get(place.frame.id, (None, {}))
    return found if was is not None and _facts(was) == _facts(place) else {}


def _facts(place: FrameGeometry) -> tuple[Any, ...]:
    return (place.frame.loader_id, place.path, place.to_top, place.visible)


def remember_elements(page: PageTarget, elements: Iterable[Known]) -> None:
    """Keep these in place of all before."""
    frames: dict[str, tuple[FrameGeometry, dict[int, Known]]] = {}
    for each in elements:
        _, found = frames.setdefault(each.place.frame.id, (each.place, {}))
        found[each.element.handle.node_id] = each
    page.memo[_KNOWN] = frames
