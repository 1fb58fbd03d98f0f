"""The result of an observation: picture, map from label to element, facts of the page.

Pure data and its JSON shape (docs/mcp.md, observe); knows no browser and no event loop.
"""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from viewmark.browser.page_facts import status_text
from viewmark.defaults import MAX_ANNOTATIONS, Range
from viewmark.elements.line import element_line
from viewmark.elements.model import Element, Hint, State
from viewmark.elements.rank import LeftOut
from viewmark.elements.scope import EVERYTHING, Scope
from viewmark.elements.scroller import Scroller
from viewmark.elements.style import ElementStyle
from viewmark.errors import (
    ElementNotFound,
    InvalidCoordinates,
    InvalidOption,
    ScreenshotFailed,
    ViewmarkError,
)
from viewmark.files import write_atomic
from viewmark.geometry import Bounds, Point, Viewport
from viewmark.html import view as html
from viewmark.page.printed import Printed
from viewmark.refs.delta import Delta
from viewmark.refs.registry import Stability
from viewmark.wire_record import timings_record

REGIONS = 8
"""Regions listed with left-out elements."""
_ENDINGS = {"jpeg": ("", ".jpg", ".jpeg"), "png": ("", ".png")}
"""File endings by format."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageInfo:
    """Facts about the page at the moment of the observation."""

    url: str
    title: str
    ready_state: str
    """`document.readyState`: loading, interactive or complete."""
    viewport: Viewport
    status: int | None = None
    """HTTP status of the document; None where it has none."""

    @property
    def state(self) -> str:
        """How far it is loaded, and a status of 400 or more: `complete, HTTP status 404`."""
        return self.ready_state + status_text(self.status)

    def to_json(self) -> dict[str, Any]:
        """The wire shape; a status only where it is 400 or more."""
        failed = {"status": self.status} if status_text(self.status) else {}
        return {
            "url": self.url,
            "title": self.title,
            **failed,
            "readyState": self.ready_state,
            "viewport": asdict(self.viewport),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class ImageInfo:
    """Properties of the delivered picture."""

    width: int
    """Width in image px."""
    height: int
    """Height in image px."""
    scale: float
    """Image px per CSS px, measured from the delivered bytes: the one conversion factor."""
    quality: int | None
    """JPEG quality after all steps of the budget; None for PNG."""
    format: str
    base64_size: int
    """Length of the picture as base64 characters."""
    annotated: bool = True
    """Whether marks are drawn on it."""
    redactions: int = 0
    """Secret fields that are covered in it, and frames that nobody could look into."""

    def to_page(self, x: float, y: float) -> Point:
        """A point of the picture (image px) in CSS px of the viewport.

        Raises:
            InvalidCoordinates: outside of the picture.
        """
        check_point(x, y, (self.width, self.height), " image px")
        return Point(x / self.scale, y / self.scale)

    def to_json(self) -> dict[str, Any]:
        """The wire shape."""
        return asdict(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Annotation:
    """One marked element: its label on the picture and everything known about it."""

    label: int
    """The number, 1..n in reading order."""
    badge_text: str
    """Text on the badge: the number, the ref, or both (`label_format`)."""
    ref: str
    """The name that stays with the element, such as `@submitBtn` or `@e7f3a2`."""
    stability: Stability
    element: Element
    badge: tuple[int, int, int, int] | None = None
    """The badge really drawn (x, y, width, height) in image px; None without a picture."""
    previous_ref: str | None = None
    """The ref until now, if this observation had to change it."""
    weak: bool = False
    """Only its position distinguishes it from an equal element."""
    backend_node_id: int | None = None
    """CDP's `BackendNodeId` of the element, on request: the same in every client's session with the
    process of its frame (`element.handle.frame_id`). None if not asked for, or gone meanwhile."""
    where: str = ""
    """Its container, or its place among its equals, where its line would be ambiguous
    (`viewmark.elements.twins`): `in "Kettle"`, `3 of 12`."""
    style: ElementStyle | None = field(default=None, repr=False)
    """How it is painted, with `styles`."""
    history: tuple[str, ...] = ()
    """All former refs, oldest first, on request; they still lead to this element."""

    @property
    def name(self) -> str:
        """The element's accessible name."""
        return self.element.name

    @property
    def role(self) -> str:
        """The element's role, as assistive technology announces it."""
        return self.element.role

    @property
    def bounds(self) -> Bounds:
        """Visible part of the element: CSS px of the top viewport."""
        return self.element.bounds

    @property
    def selector(self) -> str:
        """A selector that finds this element and no other; empty if there is none."""
        return self.element.selector

    @property
    def hint(self) -> Hint:
        """Use of the element: clickable, editable, ..."""
        return self.element.hint

    @property
    def state(self) -> State:
        """State of the element as assistive technology announces it."""
        return self.element.state

    def to_json(self, *, refs: bool = True) -> dict[str, Any]:
        """The wire shape (annotated-screenshots R7, with our additions).

        Args:
            refs: with the ref and what belongs to it.
        """
        row: dict[str, Any] = {"label": self.label}
        if refs:
            row |= {"ref": self.ref, "stability": self.stability}
            more = (self.previous_ref, self.weak, list(self.history))
            names = ("previousRef", "weak", "refHistory")
            row |= {name: value for name, value in zip(names, more, strict=True) if value}
        row |= self.element.to_json()
        row |= {"where": self.where} if self.where else {}
        if self.backend_node_id is not None:
            row["backend_node_id"] = self.backend_node_id
        if self.badge is not None:
            row["badge"] = dict(zip(("x", "y", "width", "height"), self.badge, strict=True))
        return row

    def line(self, *, refs: bool = True) -> str:
        """One line: label, ref, role, "name", state, hint, and its place among its equals.

        `viewmark.elements.line` has the rules.
        """
        line = element_line(self.element, ref=self.ref if refs else "", where=self.where)
        return f"[{self.label}] {line}"


@dataclass(frozen=True, kw_only=True)
class Observation(Printed):
    """One look at a page; `obs[3]` and `obs["@submitBtn"]` give the annotation."""

    frame_id: str
    """Unguessable id of this very look; actions quote it with labels and coordinates."""
    page: PageInfo
    annotations: tuple[Annotation, ...]
    total_found: int
    """Elements found before `max_annotations` cut the list."""
    left_out: tuple[LeftOut, ...] = ()
    """Elements that the cap left out, by region of the page, with a selector that leads there."""
    incomplete: tuple[str, ...] = ()
    """Parts of the page that were not examined, or less closely, with reasons: a very large page,
    or one that gave no picture or marks in time."""
    missing_frames: tuple[str, ...] = ()
    """Visible frames whose elements are not in the list: path, and why. Empty as a rule."""
    gone: tuple[str, ...] = ()
    """Refs of the previous observation that are gone from the page, or no longer visible. Elements
    out of view, covered or cut by the cap are not gone; after another page came nothing is
    named."""
    changes: Delta | None = None
    """The difference to an earlier observation, if one was named with `since`."""
    scope: Scope = EVERYTHING
    """Which elements the list may hold."""
    scrolled_boxes: tuple[Scroller, ...] = ()
    """Boxes inside of the page that were scrolled; none of frames, and none of a whole page."""
    has_refs: bool = True
    """Whether the map tells refs (`refs`)."""
    layout_shifted: tuple[int, ...] = ()
    """Labels of elements that moved between their measurement and the picture."""
    base64: str | None = field(default=None, repr=False)
    """The delivered picture with its marks as base64 text; None if none was asked for."""
    clean_base64: str | None = field(default=None, repr=False)
    """The same capture without marks, as base64 text from the browser."""
    image_info: ImageInfo | None = None
    picture_error: ScreenshotFailed | None = field(default=None, repr=False)
    """Reason for a missing picture; its marks are here all the same."""
    area: Bounds | None = None
    """CSS px of the document that was looked at; bounds count from its upper left corner. None: the
    viewport."""
    timings: Mapping[str, float] = field(default_factory=dict)
    """Milliseconds of each stage: `discover` (the elements, in the page), `capture` (the picture,
    by the browser), `cover` (secrets), `refs`, `place` (badges), `annotate` (of which `decode` and
    `encode`), `recheck` (boxes once more), `total`. They overlap, as the work does. An observation
    that was repeated, since something moved, counts both."""

    @cached_property
    def image(self) -> bytes | None:
        """The bytes of the delivered picture with its marks; None if none was asked for."""
        return None if self.base64 is None else b64decode(self.base64)

    @cached_property
    def clean_image(self) -> bytes | None:
        """The bytes of the same capture without marks; None if none was asked for."""
        return None if self.clean_base64 is None else b64decode(self.clean_base64)

    def to_page(self, x: float, y: float) -> Point:
        """A point of the picture (image px) in CSS px of the viewport.

        Raises:
            InvalidOption: the observation was made without a picture.
            InvalidCoordinates: outside of the picture.
        """
        if self.image_info is None:
            raise self._without_picture()
        point = self.image_info.to_page(x, y)
        if self.area is None:
            return point
        view = self.page.viewport
        return Point(point.x + self.area.x - view.scroll_x, point.y + self.area.y - view.scroll_y)

    @property
    def truncated(self) -> bool:
        """Whether `max_annotations` cut the list."""
        return self.total_found > len(self.annotations)

    def __len__(self) -> int:
        return len(self.annotations)

    def __iter__(self) -> Iterator[Annotation]:
        return iter(self.annotations)

    def __getitem__(self, key: int | str) -> Annotation:
        """The annotation with that number or ref.

        Raises:
            ElementNotFound: no annotation of this observation has it.
        """
        for item in self.annotations:
            if key in (item.label, item.ref):
                return item
        known = ", ".join(f"{a.label} {a.ref}" for a in self.annotations[:8]) or "none"
        raise ElementNotFound(
            f"This observation has no label or ref {key!r}; it has {known}"
            f"{', ...' if len(self.annotations) > 8 else ''}.",
            candidates=[a.ref for a in self.annotations],
        )

    @property
    def listed(self) -> tuple[Annotation, ...]:
        """The annotations that the map lists: all, or with `since` those that are not as before."""
        if self.changes is None:
            return self.annotations
        fresh = {*self.changes.added, *self.changes.changed, *self.changes.moved}
        return tuple(a for a in self.annotations if a.ref in fresh)

    def to_json(self) -> dict[str, Any]:
        """The map as one JSON object, as MCP and the command line give it."""
        out: dict[str, Any] = {"page": self.page.to_json()}
        if self.image_info is not None:
            out["image"] = self.image_info.to_json()
        out |= {
            "frame_id": self.frame_id,
            "total_found": self.total_found,
            "truncated": self.truncated,
        }
        if self.area is not None:
            out["area"] = self.area.to_json()
        if self.left_out:
            out["left_out"] = [each.to_json() for each in self.left_out[:REGIONS]]
            out["left_out_way"] = self.left_out_line()
        if self.incomplete:
            out["incomplete"] = list(self.incomplete)
        if self.missing_frames:
            out["missing_frames"] = list(self.missing_frames)
        if self.changes is not None:
            out["changes"] = self.changes.to_json()
        elif self.gone and self.has_refs:
            out["gone"] = list(self.gone)
        out["layout_shifted"] = list(self.layout_shifted)
        out |= timings_record(self.timings)
        out["annotations"] = [a.to_json(refs=self.has_refs) for a in self.listed]
        return out

    def lines(self) -> str:
        """The map as text, one line per mark; before them the changes, if requested.

        After them what is not in it: elements that `max_annotations` cut, and where they lie.
        """
        rows = [a.line(refs=self.has_refs) for a in self.annotations]
        if self.changes is not None:
            fresh = {*self.changes.added, *self.changes.changed}
            lines = [a.line(refs=self.has_refs) for a in self.annotations if a.ref in fresh]
            since = [*self.changes.lines(), *lines]
            rows = min(since, rows, key=lambda each: sum(map(len, each)))
        if self.truncated:
            rows.append(self.left_out_line())
        rows += [f"incomplete: {reason}" for reason in self.incomplete]
        rows += [f"missing frame: {each}" for each in self.missing_frames]
        return "\n".join(rows)

    def left_out_line(self) -> str:
        """Elements that the cap left out, where, and how to see them, in one line; else empty."""
        if not self.truncated:
            return ""
        parts = [each for each in self.left_out if each.region != "page"]
        regions_text = ", ".join(each.line() for each in parts[:REGIONS])
        rest = len(parts) - REGIONS
        more = f", and in {rest} more regions" if rest > 0 else ""
        where = f" ({regions_text}{more})" if regions_text else ""
        return (
            f"... {self.total_found - len(self)} more elements are not listed{where}: raise "
            f"max_annotations ({MAX_ANNOTATIONS} at most), or look within a part of the page"
        )

    def _without_picture(self) -> ViewmarkError:
        return self.picture_error or InvalidOption(
            "This observation has no picture.", hint="Observe with annotate=True."
        )

    def save(self, path: str | Path) -> Path:
        """Write the picture to a file.

        Raises:
            InvalidOption: the observation was made without a picture, or the name says another
                format than the picture has.
            ScreenshotFailed: the browser drew no picture in time.
            PathNotAllowed, FileNotWritten: not a plain file, or not possible; nothing is left.
        """
        if self.image is None or self.image_info is None:
            raise self._without_picture()
        return save_picture(path, self.image, self.image_info.format)

    def to_html(self, path: str | Path) -> Path:
        """Write one page that shows picture and table, each pointing at the other; no network.

        Raises:
            PathNotAllowed, FileNotWritten: not a plain file, or not possible; nothing is left.
        """
        return html.write(path, self._view(), key=self.frame_id)

    def _view(self) -> html.View:
        info, view = self.image_info, self.page.viewport
        scale = info.scale if info is not None else 1.0
        size = f"{view.width:g} x {view.height:g} CSS px"
        if self.area is not None:
            size = f"{self.area.width:g} x {self.area.height:g} CSS px of the page"
        return html.View(
            title=self.page.title or self.page.url or "Observation",
            notes=(
                self.page.url,
                f"{len(self)} of {self.total_found} elements marked; {size}",
                *self.incomplete,
            ),
            base64=self.base64,
            format=info.format if info is not None else "jpeg",
            size=(info.width, info.height) if info is not None else (1, 1),
            columns=("mark", "ref", "role", "name", "hint", "selector"),
            rows=tuple(
                html.ViewRow(
                    cells=(
                        str(item.label),
                        item.ref if self.has_refs else "",
                        item.role,
                        item.name or item.element.text or item.element.label_hint,
                        item.hint,
                        item.selector,
                    ),
                    box=item.bounds.to_image_px(scale) if info is not None else None,
                )
                for item in self.annotations
            ),
        )

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        """Notebook view: picture and table that point at each other, or lines as text."""
        shown = {
            "text/plain": self.lines(),
            "text/html": html.fragment(self._view(), key=self.frame_id),
        }
        if self.base64 is not None and self.image_info is not None:
            shown[f"image/{self.image_info.format}"] = self.base64
        return shown


def check_point(x: object, y: object, ends: tuple[int, int], unit: str = "") -> None:
    """Refuse a point outside of a picture.

    Raises:
        InvalidCoordinates: it lies beyond an end, or is none.
    """
    for name, value, end in (("x", x, ends[0]), ("y", y, ends[1])):
        if value not in Range(0, end):
            raise InvalidCoordinates(
                f"{name} must be 0 to {end}{unit} in this picture, not {value!r:.40}.",
                param=name,
                range=[0, end],
            )


def save_picture(path: str | Path, image: bytes, kind: str) -> Path:
    """Write a picture to a file whose name may not say another format; gives the path.

    Raises:
        InvalidOption: the name ends in another format than the picture has.
        PathNotAllowed, FileNotWritten: not a plain file, or not possible; nothing is left.
    """
    target = Path(path)
    if target.suffix.lower() not in _ENDINGS[kind]:
        raise InvalidOption(
            f"The picture is a {kind.upper()}; {target.name!r:.80} says something else.",
            hint="Take it with format='png' for .png, 'jpeg' for .jpg; or give no ending.",
        )
    write_atomic(target, image)
    return target
