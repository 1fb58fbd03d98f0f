"""The result of an observation: screenshot, numbered elements, and facts about the page.

Only data and its JSON form (docs/mcp.md, observe); no browser or event loop is needed.
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
"""Maximum number of page regions to list for omitted elements."""
_ENDINGS = {"jpeg": ("", ".jpg", ".jpeg"), "png": ("", ".png")}
"""Valid file extensions, keyed by image format."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageInfo:
    """Facts about the page at the time of the observation."""

    url: str
    title: str
    ready_state: str
    """`document.readyState`: loading, interactive or complete."""
    viewport: Viewport
    status: int | None = None
    """HTTP status of the document; None if there is none."""

    @property
    def state(self) -> str:
        """The load state, with an HTTP status of 400 or above: `complete, HTTP status 404`."""
        return self.ready_state + status_text(self.status)

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form, which contains the HTTP status only if it is 400 or above."""
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
    """Properties of the returned screenshot."""

    width: int
    """Width in image px."""
    height: int
    """Height in image px."""
    scale: float
    """Image px per CSS px, measured from the returned image; use only this factor to convert."""
    quality: int | None
    """JPEG quality after the size limit was applied; None for PNG."""
    format: str
    base64_size: int
    """Length of the screenshot in base64 characters."""
    annotated: bool = True
    """True if marks are drawn on the screenshot."""
    redactions: int = 0
    """Number of covered secret fields, plus frames that could not be inspected."""

    def to_page(self, x: float, y: float) -> Point:
        """Convert a point of the screenshot (image px) to CSS px of the viewport.

        Raises:
            InvalidCoordinates: the point is outside the screenshot.
        """
        check_point(x, y, (self.width, self.height), " image px")
        return Point(x / self.scale, y / self.scale)

    def to_json(self) -> dict[str, Any]:
        """Return the data as a JSON-serializable dictionary."""
        return asdict(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Annotation:
    """A marked element: its label on the screenshot, and all facts about the element."""

    label: int
    """The mark's number, from 1 to n in reading order."""
    badge_text: str
    """Text on the badge: the number, the ref, or both (`label_format`)."""
    ref: str
    """Stable name of the element, such as `@submitBtn` or `@e7f3a2`."""
    stability: Stability
    element: Element
    badge: tuple[int, int, int, int] | None = None
    """The drawn badge (x, y, width, height) in image px; None without a screenshot."""
    previous_ref: str | None = None
    """The former ref, if this observation had to change it; else None."""
    weak: bool = False
    """True if only its position distinguishes the element from an identical one."""
    backend_node_id: int | None = None
    """`BackendNodeId` (CDP) of the element, valid for every client that is connected to the
    renderer of its frame (`element.handle.frame_id`). None unless requested, or if the element is
    gone."""
    where: str = ""
    """The element's container, or its position among equal elements, if its line would otherwise be
    ambiguous: `in "Kettle"`, `3 of 12` (see `viewmark.elements.twins`).
    """
    style: ElementStyle | None = field(default=None, repr=False)
    """Computed style of the element, if `styles` was requested."""
    history: tuple[str, ...] = ()
    """All former refs, oldest first, if requested; they still resolve to this element."""

    @property
    def name(self) -> str:
        """The element's accessible name."""
        return self.element.name

    @property
    def role(self) -> str:
        """The element's role, as exposed to assistive technology."""
        return self.element.role

    @property
    def bounds(self) -> Bounds:
        """Visible part of the element in CSS px of the top viewport."""
        return self.element.bounds

    @property
    def selector(self) -> str:
        """A selector that matches only this element; empty if none exists."""
        return self.element.selector

    @property
    def hint(self) -> Hint:
        """How the element can be used: clickable, editable, ..."""
        return self.element.hint

    @property
    def state(self) -> State:
        """State of the element, as exposed to assistive technology."""
        return self.element.state

    def to_json(self, *, refs: bool = True) -> dict[str, Any]:
        """Return the JSON form (annotated-screenshots R7, with additions).

        Args:
            refs: True to include the ref and related members.
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
        """Return a line: number, ref, role, "name", state, hint, and its place if it is ambiguous.

        `viewmark.elements.line` defines the format.
        """
        line = element_line(self.element, ref=self.ref if refs else "", where=self.where)
        return f"[{self.label}] {line}"


@dataclass(frozen=True, kw_only=True)
class Observation(Printed):
    """One observation of a page; `obs[3]` and `obs["@submitBtn"]` return the annotation."""

    frame_id: str
    """Unguessable ID of this observation; actions pass it along with numbers and coordinates."""
    page: PageInfo
    annotations: tuple[Annotation, ...]
    total_found: int
    """Number of elements found before `max_annotations` was applied."""
    left_out: tuple[LeftOut, ...] = ()
    """Elements omitted because of the limit, by page region, with a selector for each region."""
    incomplete: tuple[str, ...] = ()
    """Parts of the page that were not examined, or not completely, with reasons: the page is very
    large, or it did not provide a screenshot or marks in time."""
    missing_frames: tuple[str, ...] = ()
    """Visible frames whose elements are not listed, with path and reason; usually empty."""
    gone: tuple[str, ...] = ()
    """Refs of the previous observation whose elements are gone from the page or no longer visible.
    Elements that are out of view, covered, or omitted because of the limit are not included. Empty
    after a navigation to another page."""
    changes: Delta | None = None
    """Difference from the earlier observation given by `since`; None without `since`."""
    scope: Scope = EVERYTHING
    """Defines which elements the observation lists."""
    scrolled_boxes: tuple[Scroller, ...] = ()
    """Scrolled containers inside the page, except those in frames; empty if a whole page was
    observed."""
    has_refs: bool = True
    """True if the map contains refs (option `refs`)."""
    layout_shifted: tuple[int, ...] = ()
    """Labels of elements that moved between the measurement and the screenshot."""
    base64: str | None = field(default=None, repr=False)
    """The returned screenshot with marks, as base64; None if none was requested."""
    clean_base64: str | None = field(default=None, repr=False)
    """The returned screenshot without marks, as base64."""
    image_info: ImageInfo | None = None
    picture_error: ScreenshotFailed | None = field(default=None, repr=False)
    """Why the screenshot is missing; the marks are listed nevertheless."""
    area: Bounds | None = None
    """The observed area in CSS px of the document, whose upper left corner is the origin of all
    bounds. None for the viewport."""
    timings: Mapping[str, float] = field(default_factory=dict)
    """Milliseconds of each stage: `discover` (elements, in the page), `capture` (screenshot, by the
    browser), `cover` (secrets), `refs`, `place` (badges), `annotate` (including `decode` and
    `encode`), `recheck` (boxes measured again), `total`. Stages run in parallel, so their times
    overlap. If an observation was repeated because an element moved, both attempts count."""

    @cached_property
    def image(self) -> bytes | None:
        """The returned screenshot with marks, as bytes; None if none was requested."""
        return None if self.base64 is None else b64decode(self.base64)

    @cached_property
    def clean_image(self) -> bytes | None:
        """The same capture without marks, as bytes; None if none was requested."""
        return None if self.clean_base64 is None else b64decode(self.clean_base64)

    def to_page(self, x: float, y: float) -> Point:
        """Convert a point of the screenshot (image px) to CSS px of the viewport.

        Raises:
            InvalidOption: the observation has no screenshot.
            InvalidCoordinates: the point is outside the screenshot.
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
        """True if `max_annotations` shortened the list."""
        return self.total_found > len(self.annotations)

    def __len__(self) -> int:
        return len(self.annotations)

    def __iter__(self) -> Iterator[Annotation]:
        return iter(self.annotations)

    def __getitem__(self, key: int | str) -> Annotation:
        """Return the annotation with that number or ref.

        Raises:
            ElementNotFound: this observation has no such annotation.
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
        """The annotations in the map: all, or only the changed ones if `since` was given."""
        if self.changes is None:
            return self.annotations
        fresh = {*self.changes.added, *self.changes.changed, *self.changes.moved}
        return tuple(a for a in self.annotations if a.ref in fresh)

    def to_json(self) -> dict[str, Any]:
        """Return the map as a JSON object, in the form of MCP and the command line."""
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
        """Return the map as text, one line per mark, after the changes if these were requested.

        The text ends with the number and regions of elements that `max_annotations` omitted.
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
        """Return a line about omitted elements and how to list them; empty if there are none."""
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
        """Write the screenshot to a file.

        Raises:
            InvalidOption: the observation has no screenshot, or the file extension does not match
                the image format.
            ScreenshotFailed: the browser did not render a screenshot in time.
            PathNotAllowed, FileNotWritten: the path is not a plain file, or is not writable; no
                partial file remains.
        """
        if self.image is None or self.image_info is None:
            raise self._without_picture()
        return save_picture(path, self.image, self.image_info.format)

    def to_html(self, path: str | Path) -> Path:
        """Write a self-contained HTML page with the screenshot and a table, linked to each other.

        Raises:
            PathNotAllowed, FileNotWritten: the path is not a plain file, or is not writable; no
                partial file remains.
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
        """Notebook representation: screenshot and table linked to each other, or lines of text."""
        shown = {
            "text/plain": self.lines(),
            "text/html": html.fragment(self._view(), key=self.frame_id),
        }
        if self.base64 is not None and self.image_info is not None:
            shown[f"image/{self.image_info.format}"] = self.base64
        return shown


def check_point(x: object, y: object, ends: tuple[int, int], unit: str = "") -> None:
    """Raise an error for a point outside a screenshot.

    Raises:
        InvalidCoordinates: the point is outside, or a coordinate is not a number.
    """
    for name, value, end in (("x", x, ends[0]), ("y", y, ends[1])):
        if value not in Range(0, end):
            raise InvalidCoordinates(
                f"{name} must be 0 to {end}{unit} in this picture, not {value!r:.40}.",
                param=name,
                range=[0, end],
            )


def save_picture(path: str | Path, image: bytes, kind: str) -> Path:
    """Write an image to a file whose extension must match the image format; return the path.

    Raises:
        InvalidOption: the file extension does not match the image format.
        PathNotAllowed, FileNotWritten: the path is not a plain file, or is not writable; no
            partial file remains.
    """
    target = Path(path)
    if target.suffix.lower() not in _ENDINGS[kind]:
        raise InvalidOption(
            f"The picture is a {kind.upper()}; {target.name!r:.80} says something else.",
            hint="Take it with format='png' for .png, 'jpeg' for .jpg; or give no ending.",
        )
    write_atomic(target, image)
    return target
