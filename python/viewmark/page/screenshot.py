"""Takes a plain screenshot, after scrolling if requested, and reports the scroll offset.

Sources: coordinate-screenshot-tool FR-002, FR-003. Coordinates refer to a screenshot by `frame_id`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from viewmark import imaging
from viewmark.browser.capture.screenshot import refuse_restricted
from viewmark.browser.page_lock import turn
from viewmark.errors import InvalidOption
from viewmark.geometry import Bounds, Point, Viewport
from viewmark.html import view as html
from viewmark.page.act import Pressing
from viewmark.page.area import AreaPicture, take_area
from viewmark.page.context import ObservationMemo, PageContext
from viewmark.page.observation import ImageInfo, save_picture
from viewmark.page.observe_options import PictureOptions
from viewmark.page.picture import capture_within, info_of
from viewmark.stages import record_stages
from viewmark.wire_record import timings_record


@dataclass(frozen=True, slots=True, kw_only=True)
class Screenshot:
    """A screenshot, and the viewport or area that it shows."""

    frame_id: str
    """ID to pass along with coordinates that are read from this screenshot."""
    url: str
    base64: str = field(repr=False)
    """The screenshot as base64."""
    image_info: ImageInfo
    viewport: Viewport
    """The viewport, with the scroll offset at which the screenshot was taken."""
    area: Bounds | None = None
    """The area shown, in CSS px of the document; None for the viewport."""
    incomplete: tuple[str, ...] = ()
    """Requested parts that the screenshot does not contain, and how to get them."""
    digest: int
    """Hash of the screenshot as received from the browser; comparable within one process."""
    timings: Mapping[str, float] = field(default_factory=dict, compare=False)
    """Milliseconds of each stage: `capture` (by the browser), `cover` (secrets), `total`."""

    @property
    def image(self) -> bytes:
        """The screenshot as bytes."""
        return imaging.from_base64(self.base64)

    def save(self, path: str | Path) -> Path:
        """Write the screenshot to a file.

        Raises:
            InvalidOption: the file extension does not match the image format.
            PathNotAllowed, FileNotWritten: the path is not a plain file, or is not writable; no
                partial file remains.
        """
        return save_picture(path, self.image, self.image_info.format)

    def to_page(self, x: float, y: float) -> Point:
        """Convert a point of the screenshot (image px) to CSS px of the viewport.

        Raises:
            InvalidCoordinates: the point is outside the screenshot.
        """
        point = self.image_info.to_page(x, y)
        if self.area is None:
            return point
        view = self.viewport
        return Point(point.x + self.area.x - view.scroll_x, point.y + self.area.y - view.scroll_y)

    def to_html(self, path: str | Path) -> Path:
        """Write a self-contained HTML page that shows the screenshot.

        Raises:
            PathNotAllowed, FileNotWritten: the path is not a plain file, or is not writable; no
                partial file remains.
        """
        return html.write(path, self._view(), key=self.frame_id)

    def _view(self) -> html.View:
        info = self.image_info
        return html.View(
            title=self.url or "Screenshot",
            notes=(f"{info.width} x {info.height} px", *self.incomplete),
            base64=self.base64,
            format=info.format,
            size=(info.width, info.height),
        )

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        """Return the screenshot as HTML and as an image, for Jupyter notebooks."""
        return {
            "text/plain": repr(self),
            "text/html": html.fragment(self._view(), key=self.frame_id),
            f"image/{self.image_info.format}": self.base64,
        }

    def to_json(self) -> dict[str, Any]:
        """Return the data as a JSON-serializable dictionary."""
        view = asdict(self.viewport)
        del view["device_scale_factor"]
        more: dict[str, Any] = {}
        if self.area is not None:
            more["area"] = self.area.to_json()
        if self.incomplete:
            more["incomplete"] = list(self.incomplete)
        return (
            more
            | timings_record(self.timings)
            | {
                "frame_id": self.frame_id,
                "url": self.url,
                "image": self.image_info.to_json(),
                "viewport_bounds": view,
            }
        )


async def screenshot(
    context: PageContext,
    options: PictureOptions,
    *,
    scroll_to: tuple[float | None, float | None] | None = None,
) -> Screenshot:
    """Take a screenshot.

    Args:
        context: the page, with its refs and earlier observations.
        options: content and size of the screenshot.
        scroll_to: page offset in CSS px to scroll to first, under the page lock.

    Raises:
        RestrictedPage: the page is an internal page of the browser.
        InvalidOption: an option is invalid.
        PageBusy: with `scroll_to`, another action on the page did not end in time.
        BrowserError, PageError: the page does not respond.
    """
    with record_stages("screenshot", context) as times:
        page = context.page
        refuse_restricted(page)
        area: AreaPicture | None = None
        if options.area != "viewport" and scroll_to is not None:
            raise InvalidOption("An area is shown wherever the page is scrolled to: no scroll.")
        if options.area != "viewport":
            area = await take_area(context, options)
            # a screenshot is always present here; only an observation may lack one
            assert area.shot is not None
            taken = area.shot
        elif scroll_to is None:
            taken = await capture_within(context, options)
        else:
            async with turn(page, "screenshot"):
                await Pressing(context).scroll(to_x=scroll_to[0], to_y=scroll_to[1])
                taken = await capture_within(context, options)
        made = imaging.annotate(
            taken.base64,
            [],
            format=options.format,
            quality=options.quality,
            max_base64=options.max_base64,
            max_tokens=options.max_tokens,
            token_model=options.token_model,
        )
        view = taken.viewport if area is None else area.viewport
        info = info_of(made, taken.viewport.width, redactions=taken.redactions)
        digest = hash(taken.base64)
        frame_id = context.new_frame_id()
        context.remember(
            ObservationMemo(
                frame_id=frame_id,
                epoch=taken.epoch,
                image=(info.width, info.height, info.scale),
                view=view,
                digest=digest,
                is_area=area is not None,
            )
        )
        return Screenshot(
            frame_id=frame_id,
            url=page.redactor(taken.state.url),
            base64=made.base64,
            image_info=info,
            viewport=view,
            area=None if area is None else area.box,
            incomplete=() if area is None else tuple(area.incomplete),
            digest=digest,
            timings=times.timings(),
        )
