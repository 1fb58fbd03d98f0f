"""What a page is made to believe of the device that shows it."""

from __future__ import annotations

from viewmark.geometry import Viewport
from viewmark.page import viewport
from viewmark.page.context import PageContext
from viewmark.page.viewport import SetViewport
from viewmark.unknown_options import checked

__all__ = ["Emulation"]


class Emulation:
    """Size and device of a page; a part of `Page`."""

    context: PageContext

    async def viewport(self) -> Viewport:
        """The visible part of the page now: size and scroll offset in CSS px, and the scale."""
        return await viewport.viewport(self.context)

    @checked
    async def set_viewport(
        self,
        *,
        width: int | None = None,
        height: int | None = None,
        device_scale_factor: float | None = None,
        mobile: bool | None = None,
    ) -> Viewport:
        """Give the page a size; what is omitted stays as it is.

        Args:
            width: CSS px, 1 to 10,000.
            height: likewise.
            device_scale_factor: image px per CSS px, 0.1 to 10.
            mobile: whether `<meta name=viewport>` counts, and scrollbars lie over the page.

        Raises:
            InvalidOption: out of range; nothing is changed.
            PageBusy: an action on the page did not end in time.
        """
        request = SetViewport(
            width=width, height=height, device_scale_factor=device_scale_factor, mobile=mobile
        )
        return await viewport.set_viewport(self.context, request)

    async def reset_viewport(self) -> Viewport:
        """Back to the size that the page was opened with; the viewport that it has then."""
        return await viewport.reset_viewport(self.context)
