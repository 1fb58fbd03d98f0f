"""Emulates the device that shows a page."""

from __future__ import annotations

from viewmark.geometry import Viewport
from viewmark.page import emulate, viewport
from viewmark.page.context import PageContext
from viewmark.page.emulate import Emulate
from viewmark.unknown_options import checked, takes

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
        return await viewport.set_viewport(
            self.context,
            width=width,
            height=height,
            device_scale_factor=device_scale_factor,
            mobile=mobile,
        )

    async def reset_viewport(self) -> Viewport:
        """Back to the size that the page was opened with; the viewport that it has then."""
        return await viewport.reset_viewport(self.context)

    @checked
    async def emulate_device(self, name: str) -> None:
        """Size, touch and user agent of a device; load the page again to have it all.

        It is Chromium that draws, whatever the user agent says.

        Args:
            name: of the table `viewmark.devices()`, such as `iPhone 15`; case does not matter.

        Raises:
            InvalidOption: there is none of that name; the hint has the nearest.
        """
        await emulate.emulate_device(self.context, name)

    @takes(Emulate)
    async def emulate(self, options: Emulate) -> None:  # noqa: D417
        """Make the page believe it, frames of other sites too; what is omitted stays as it is.

        Args:
            user_agent: of requests and of `navigator`; client hints are left out with it.
            platform: `navigator.platform`.
            locale: such as `de-DE`: language of requests, formats of dates and numbers.
            timezone_id: such as "Europe/Berlin".
            geolocation: latitude and longitude in degrees, and the accuracy in metres (10 if
                omitted); the page needs the permission `geolocation` (`set_permissions`).
            has_touch: whether there is a touch screen; pages ask when they are loaded.
            color_scheme: `prefers-color-scheme`.
            reduced_motion: `prefers-reduced-motion`.

        Raises:
            InvalidOption: a value that the browser does not know; nothing is changed.
        """
        await emulate.emulate(self.context, options)

    @property
    def emulation(self) -> Emulate:
        """What `emulate` and `emulate_device` have set; None where nothing is emulated."""
        return emulate.emulation(self.context)

    async def reset_emulation(self) -> None:
        """Undo `emulate`, `emulate_device` and `set_viewport`."""
        await emulate.reset_emulation(self.context)
