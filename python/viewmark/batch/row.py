"""A row of the data set: one page view, with its image and marks, or with its error."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, fields
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from viewmark import imaging
from viewmark.batch.model import site_of, split_of
from viewmark.imaging import from_base64
from viewmark.support import one_line, redact

if TYPE_CHECKING:
    from collections.abc import Callable

    from viewmark import Annotation, Observation, PdfDocument
    from viewmark.batch.model import PageTask
    from viewmark.batch.options import BatchOptions, Pictures

BLOBS = ("image", "marked")
"""Columns that contain images."""
VARYING = ("attempts", "retried", "navigate_ms", "observe_ms", "frame_id")
"""Names of columns whose values may differ between two runs for the same page."""
_LONGEST_URL = 8_000  # maximum characters
_LONGEST_TEXT = 1_000_000


@dataclass(slots=True, kw_only=True)
class PageRow:
    """One page view. Boxes and points are in px of `image` (`marked` has the same size)."""

    key: str
    """Key of the page view: 20 hexadecimal digits derived from URL and view."""
    url: str = field(repr=False)
    """The requested URL, without the values of secret parameters."""
    site: str
    """Host without `www.`."""
    split: str
    """`train`, `validation` or `test`."""
    view: str
    """Name of the view."""
    width: int
    """Width of the viewport in CSS px."""
    height: int
    device_scale_factor: float
    color_scheme: str | None
    locale: str | None
    device: str | None
    final_url: str | None = None
    """URL of the page after redirects."""
    title: str | None = None
    status: int | None = None
    """HTTP status of the document; None for a document without HTTP status."""
    error_code: str | None = None
    """Error code from docs/errors.md if the page view failed, else None."""
    error: str | None = None
    """Message of the error."""
    attempts: int = 1
    """Number of attempts."""
    retried: list[str] = field(default_factory=list)
    """Error codes of all attempts except the last one."""
    image: bytes | None = field(default=None, repr=False)
    """The page without marks; secrets are masked."""
    marked: bytes | None = field(default=None, repr=False)
    """The page with marks."""
    image_format: str | None = None
    image_width: int | None = None
    image_height: int | None = None
    image_sha256: str | None = None
    """Hash of `image`, or of `marked` if only that is kept."""
    scale: float | None = None
    """Image px per CSS px."""
    redactions: int = 0
    """Number of secret fields that are masked."""
    phash: str | None = None
    """Perceptual hash: 256 bits as hexadecimal digits."""
    duplicate_of: str | None = None
    """Key of an earlier page that looks the same; in this case the row has no image or marks."""
    total_found: int = 0
    """Number of elements found; `marks` contains at most `max_annotations` of them."""
    incomplete: list[str] = field(default_factory=list)
    """Parts of the page that were not read, with the reasons."""
    marks: list[dict[str, Any]] = field(default_factory=list)
    """The marks; see `MARK` in `viewmark.batch.schema`."""
    text: str | None = field(default=None, repr=False)
    """Text of a PDF, which has no marks, line by line."""
    text_by: str | None = None
    """How the text was read: `pdf`; None if there is no text."""
    navigate_ms: float | None = None
    observe_ms: float | None = None
    frame_id: str | None = None
    """ID of the observation."""

    @property
    def failed(self) -> bool:
        """Whether the row has an error instead of a page."""
        return self.error_code is not None

    def facts(self) -> dict[str, Any]:
        """Return all columns except the images."""
        return {
            each.name: getattr(self, each.name) for each in fields(self) if each.name not in BLOBS
        }

    @property
    def size(self) -> int:
        """Total size of the row's images in bytes."""
        return sum(len(getattr(self, name) or b"") for name in BLOBS)


def blank(task: PageTask, options: BatchOptions, clean: Callable[[str], str] = redact) -> PageRow:
    """Create the row of a task, with the columns known before its page is opened."""
    view, site = task.view, site_of(task.url)
    return PageRow(
        key=task.key,
        url=_text(clean(task.url), _LONGEST_URL),
        site=_text(site, 300),
        split=split_of(site) if options.split else "train",
        view=view.name,
        **asdict(view),
        attempts=task.attempts,
        retried=list(task.reasons),
    )


def fill(row: PageRow, seen: Observation, pictures: Pictures) -> None:
    """Copy an observation with a screenshot into a row."""
    if seen.picture_error is not None:
        raise seen.picture_error
    info = seen.image_info
    assert info is not None
    clean = from_base64(seen.clean_base64) if seen.clean_base64 is not None else None
    scale = info.scale
    width, height, kind = info.width, info.height, info.format
    if clean is not None and pictures != "marked":
        kind, width, height = imaging.probe(clean)
        scale = info.scale * width / info.width
        row.image = clean
    if pictures != "clean":
        row.marked = seen.image
    row.final_url = _text(seen.page.url, _LONGEST_URL)
    row.title = _text(seen.page.title, 500)
    row.image_format, row.image_width, row.image_height = kind, width, height
    row.image_sha256 = sha256(row.image or row.marked or b"").hexdigest()
    row.scale = scale
    row.redactions = info.redactions
    row.total_found = seen.total_found
    row.incomplete = [
        *(_text(each, 300) for each in seen.incomplete),
        *(_text(f"missing frame: {each}", 300) for each in seen.missing_frames),
    ]
    row.marks = [_mark(each, scale) for each in seen]
    row.frame_id = seen.frame_id
    row.status = seen.page.status


def fill_text(row: PageRow, found: PdfDocument) -> None:
    """Copy the text of a PDF into a row, with a note if any of it is missing."""
    words = found.text.encode("utf-8", "replace").decode()
    row.incomplete += [_text(each, 300) for each in found.incomplete]
    if len(words) > _LONGEST_TEXT:
        row.incomplete.append(f"text has the first {_LONGEST_TEXT:,} characters of the PDF.")
    row.text, row.text_by = words[:_LONGEST_TEXT], "pdf"


def _mark(seen: Annotation, scale: float) -> dict[str, Any]:
    found = seen.element
    x, y, width, height = found.bounds.to_image_px(scale)
    point = found.point
    return {
        "label": seen.label,
        "ref": seen.ref,
        "role": found.role,
        "name": _text(found.name, 200),
        "text": _text(found.text, 200),
        "tag": found.tag,
        "hint": found.hint,
        "selector": found.selector.encode("utf-8", "replace").decode(),
        "x": round(x, 2),
        "y": round(y, 2),
        "width": round(width, 2),
        "height": round(height, 2),
        "click_x": None if point is None else round(point.x * scale, 2),
        "click_y": None if point is None else round(point.y * scale, 2),
        "visible_ratio": found.visible_ratio,
        "occluded": found.occluded,
        "disabled": found.disabled,
        "in_dialog": found.in_dialog,
        "weak": seen.weak,
        "frame": None if found.frame is None else _text(found.frame, 300),
        "state": json.dumps(dict(found.state), ensure_ascii=True, sort_keys=True),
    }


def _text(words: str, limit: int) -> str:
    """Return one line that every format can store; lone surrogates are replaced."""
    return one_line(words, limit).encode("utf-8", "replace").decode()
