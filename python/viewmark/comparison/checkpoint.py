"""A checkpoint: the elements of a page with styles, and its picture, at one moment."""

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
    """One element of a checkpoint."""

    element: Element
    style: ElementStyle | None = None
    """Computed style; None if it was not read."""
    ref: str = ""
    """Ref at the time of the checkpoint; refs of two checkpoints need not agree."""
    unsteady: bool = False
    """True if it moved during the observation, so that place and pixels are not comparable."""

    # Fields instead of properties, since one comparison reads each a hundred times.
    words: str = field(init=False, repr=False, compare=False)
    """Visible text."""
    path: str = field(init=False, repr=False, compare=False)
    """Its path in the document: tags with index from the body down."""

    def __post_init__(self) -> None:
        words = self.style.words if self.style is not None else ""
        object.__setattr__(self, "words", words or self.element.text)
        object.__setattr__(self, "path", self.element.identity.path)

    @property
    def key(self) -> NodeKey:
        """Its node."""
        return self.element.handle.key

    def is_inside(self, outer: Entry) -> bool:
        """True if it is a descendant of another one, in the same frame."""
        is_same_frame = self.element.frame == outer.element.frame
        return is_same_frame and bool(outer.path) and self.path.startswith(f"{outer.path}/")


Item: TypeAlias = tuple[Entry, Bounds]
"""An entry and its visible box, CSS px of the page."""
Contents: TypeAlias = Mapping[NodeKey, str]
"""Digest of role and words of each node of a document, in view or not."""


@dataclass(frozen=True, kw_only=True)
class Checkpoint:
    """A page at one moment, to save and to compare."""

    url: str
    title: str
    viewport: Viewport
    entries: tuple[Entry, ...]
    total_found: int
    """Elements found before the cap cut the list."""
    picture: bytes | None = None
    """Picture without marks, secrets covered: the bytes of a PNG or JPEG file."""
    scale: float = 1.0
    """Image px per CSS px."""
    area: Bounds | None = None
    """The captured part of the page, in CSS px of the page; None: the viewport."""
    scope: Scope = EVERYTHING
    """Which elements it covers."""
    scrolled_boxes: tuple[Scroller, ...] = ()
    """Scrolled containers of the page, for elements without styles."""
    incomplete: tuple[str, ...] = ()
    """Parts that were not read, with reasons."""
    turning: tuple[Bounds, ...] = ()
    """Boxes of endless animations, in CSS px of the page, whose pixels are not comparable."""
    contents: Contents | None = field(default=None, repr=False)
    """Contents of its document; None if they were not, or not completely, read."""

    @property
    def origin(self) -> tuple[float, float]:
        """The upper left corner of the picture, in CSS px of the page."""
        if self.area is not None:
            return (self.area.x, self.area.y)
        return (self.viewport.scroll_x, self.viewport.scroll_y)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the picture's area, in CSS px."""
        if self.area is not None:
            return (self.area.width, self.area.height)
        return (self.viewport.width, self.viewport.height)

    def whole_box(self, entry: Entry) -> Bounds | None:
        """Return the complete box, also out of view, in CSS px of the page or of its frame."""
        return self._place(entry, entry.style.box if entry.style is not None else None)

    def hanging_words(self, entry: Entry) -> Bounds | None:
        """Return the box of its overflowing text; None without any, or in a frame."""
        if entry.style is None or entry.element.frame is not None:
            return None
        return self._place(entry, entry.style.reach)

    def _place(self, entry: Entry, box: Bounds | None) -> Bounds | None:
        if box is None or entry.element.frame is not None:
            return box
        return box.shift(self.viewport.scroll_x, self.viewport.scroll_y)

    @cached_property
    def unlisted(self) -> Counter[str] | None:
        """How often its document has each digest of unlisted nodes; None if unknown."""
        if self.contents is None:
            return None
        listed = {entry.key for entry in self.entries}
        return Counter(said for key, said in self.contents.items() if key not in listed)

    @cached_property
    def boxes(self) -> tuple[Bounds, ...]:
        """The visible box of each entry, in CSS px of the page."""
        return tuple(entry.element.bounds.shift(*self.origin) for entry in self.entries)


def list_items(of: Checkpoint, positions: Sequence[int]) -> list[Item]:
    """Return entries by their positions, each with its box."""
    return [(of.entries[i], of.boxes[i]) for i in positions]


def checkpoint_of(observation: Observation) -> Checkpoint:
    """Return the checkpoint of an observation, with styles if it was made with `styles`."""
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
