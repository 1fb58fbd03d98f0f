"""Keeps what was made of the newest look's records, for elements that the next finds unchanged.

Page scripts answer the same of most elements in one look after the other. To compare two records
takes a fraction of the time that it takes to check one and to make an element of it; so what is
equal in every field, and lies in a frame at the same place, is taken over. Where the whole answer
is equal, character by character, so is the whole discovery.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from viewmark.browser.freshness import without_time
from viewmark.elements.model import Element

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping

    from viewmark.browser.frames.geometry import FrameGeometry
    from viewmark.browser.page_target import PageTarget


@dataclass(frozen=True, slots=True)
class KnownElement:
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


Found = TypeVar("Found")


@dataclass(slots=True)
class KnownReply(Generic[Found]):
    """What was asked of the main frame, the answer as text, and the discovery made of it alone."""

    request: Hashable
    """All that a discovery depends on besides the answer."""
    text: str = ""
    """Without the time that the script took."""
    found: Found | None = None

    @classmethod
    def asking(
        cls, page: PageTarget, place: FrameGeometry, *options: Hashable
    ) -> KnownReply[Found]:
        """What was found when the same was asked before, or nothing yet."""
        request = (_facts(place), page.redactor.revision, options)
        before = page.state.of(KnownState).reply
        return before if before is not None and before.request == request else cls(request)

    def is_equal(self, text: str) -> bool:
        """Whether an answer says the same."""
        return self.found is not None and self.text == without_time(text)

    def remember(self, page: PageTarget, text: str, found: Found) -> None:
        """Keep it in place of the one before."""
        page.state.of(KnownState).reply = KnownReply(self.request, without_time(text), found)


@dataclass(slots=True)
class KnownState:
    """What the newest look at a tab gave."""

    reply: KnownReply[Any] | None = None
    """Of those with a discovery."""
    elements: dict[str, tuple[FrameGeometry, dict[int, KnownElement]]] = field(default_factory=dict)
    """Frame id -> its place, number -> element."""


def known_in(page: PageTarget, place: FrameGeometry) -> Mapping[int, KnownElement]:
    """By number what the newest look found in a frame that is the same and lies where it lay."""
    was, found = page.state.of(KnownState).elements.get(place.frame.id, (None, {}))
    return found if was is not None and _facts(was) == _facts(place) else {}


def _facts(place: FrameGeometry) -> tuple[Any, ...]:
    return (place.frame.loader_id, place.path, place.to_top, place.visible)


def remember_elements(page: PageTarget, elements: Iterable[KnownElement]) -> None:
    """Keep these in place of all before."""
    frames: dict[str, tuple[FrameGeometry, dict[int, KnownElement]]] = {}
    for each in elements:
        _, found = frames.setdefault(each.place.frame.id, (each.place, {}))
        found[each.element.handle.node_id] = each
    page.state.of(KnownState).elements = frames


def element_of(
    page: PageTarget,
    place: FrameGeometry,
    record: dict[str, Any],
    about: dict[str, Any] | None,
    known: KnownElement | None,
) -> Element | None:
    """The element that two records describe; None if they are damaged."""
    if known is not None and (known.record, known.about) == (record, about):
        href = known.element.state.get("href", "")
        if page.redactor(href) == href:  # it may have learned names since
            return known.element
    element = Element.from_wire(
        record,
        about,
        frame_id=place.frame.id,
        epoch=place.frame.loader_id,
        frame=place.path or None,
        redact=page.redactor,
    )
    if element is not None and place.path and element.selector:
        return replace(element, selector=place.prefix + element.selector)
    return element
