"""A checkpoint: the elements of a page with their styles, and a screenshot, at one moment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from viewmark.elements.model import Element, NodeKey
from viewmark.elements.scope import EVERYTHING, Scope
from viewmark.elements.scroller import Scroller
from viewmark.elements.style import ElementStyle
from viewmark.geometry import Bounds, Viewport
from viewmark.page.observation import Observation


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An element of a checkpoint."""

    element: Element
    style: ElementStyle | None = None
    """Computed style of the element; None if it was not read."""
    ref: str = ""
    """Ref at the time of the checkpoint; the same element may have a different ref in others."""
    unsteady: bool = False
    """True if the element moved while it was observed, so its place and pixels are not
    comparable.
    """

    # Fields instead of properties, because one comparison reads each of them a hundred times.
    words: str = field(init=False, repr=False, compare=False)
    """Visible text of the element."""
    path: str = field(init=False, repr=False, compare=False)
    """Path in the document, as tags with indices from the body down."""

    def __post_init__(self) -> None:
        words = self.style.words if self.style is not None else ""
        object.__setattr__(self, "words", words or self.element.text)
        object.__setattr__(self, "path", self.element.identity.path)

    @property
    def key(self) -> NodeKey:
        """Key of the element's node."""
        return self.element.handle.key

    def is_inside(self, outer: Entry) -> bool:
        """Return True if this element is a descendant of `outer`, in the same frame."""
        is_same_frame = self.element.frame == outer.element.frame
        return is_same_frame and bool(outer.path) and self.path.startswith(f"{outer.path}/")


Item: TypeAlias = tuple[Entry, Bounds]
"""An entry and its visible box, in CSS px of the page."""
Contents: TypeAlias = Mapping[NodeKey, str]
"""Digests of role and text, keyed by node, for all nodes of a document, in view or not."""


@dataclass(frozen=True, kw_only=True)
class Checkpoint:
    """The state of a page at one moment, which can be saved and compared."""

    url: str
    title: str
    viewport: Viewport
    entries: tuple[Entry, ...]
    total_found: int
    """Number of elements found before the cap was applied."""
    picture: bytes | None = None
    """PNG or JPEG screenshot without marks, with secrets covered; None if there is none."""
    scale: float = 1.0
    """Number of image pixels per CSS px."""
    area: Bounds | None = None
    """Captured area in CSS px of the page; None for the viewport."""
    scope: Scope = EVERYTHING
    """Defines which elements the checkpoint contains."""
    scrolled_boxes: tuple[Scroller, ...] = ()
    """Scrolled containers of the page; used for elements whose styles were not read."""
    incomplete: tuple[str, ...] = ()
    """Parts of the page that were not read, with reasons."""
    turning: tuple[Bounds, ...] = ()
    """Boxes of endless animations in CSS px of the page, whose pixels cannot be compared."""
    contents: Contents | None = field(default=None, repr=False)
    """Contents of the document; None if they were not read completely."""

    @property
    def origin(self) -> tuple[float, float]:
        """Top left corner of the screenshot, in CSS px of the page."""
        if self.area is not None:
            return (self.area.x, self.area.y)
        return (self.viewport.scroll_x, self.viewport.scroll_y)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the captured area, in CSS px."""
        if self.area is not None:
            return (self.area.width, self.area.height)
        return (self.viewport.width, self.viewport.height)

    def whole_box(self, entry: Entry) -> Bounds | None:
        """Return an entry's whole box, with parts out of view, in CSS px of the page or frame."""
        return self._place(entry, entry.style.box if entry.style is not None else None)

    def hanging_words(self, entry: Entry) -> Bounds | None:
        """Return the box of an entry's overflowing text; None without any, or in a frame."""
        if entry.style is None or entry.element.frame is not None:
            return None
        return self._place(entry, entry.style.reach)

    def _place(self, entry: Entry, box: Bounds | None) -> Bounds | None:
        if box is None or entry.element.frame is not None:
            return box
        return box.shift(self.viewport.scroll_x, self.viewport.scroll_y)

    @cached_property
    def unlisted(self) -> Counter[str] | None:
        """Number of unlisted nodes of the document, keyed by their digest; None if unknown."""
        if self.contents is None:
            return None
        listed = {entry.key for entry in self.entries}
        return Counter(said for key, said in self.contents.items() if key not in listed)

    @cached_property
    def boxes(self) -> tuple[Bounds, ...]:
        """Visible boxes of the entries, in CSS px of the page."""
        return tuple(entry.element.bounds.shift(*self.origin) for entry in self.entries)


def list_items(of: Checkpoint, positions: Sequence[int]) -> list[Item]:
    """Return the entries at these positions, each with its box."""
    return [(of.entries[i], of.boxes[i]) for i in positions]


def checkpoint_of(observation: Observation) -> Checkpoint:
    """Return the checkpoint of an observation; it has styles if the observation has them."""
    shifted = set(observation.layout_shifted)
    info = observation.image_info
    return Checkpoint(
        url=observation.page.url,
        title=observation.page.title,
        viewport=observation.page.viewport,
        entries=tuple(
            Entry(
                element=item.element,
                style=item.style,
                ref=item.ref,
                unsteady=item.label in shifted,
            )
            for item in observation.annotations
        ),
        total_found=observation.total_found,
        picture=observation.clean_image,
        scale=info.scale if info is not None else 1.0,
        area=observation.area,
        scope=observation.scope,
        scrolled_boxes=observation.scrolled_boxes,
        incomplete=observation.incomplete,
    )
