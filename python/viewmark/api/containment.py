"""Options that confine a browser: which documents, and which addresses."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path

from viewmark.api.browsers import Browser, Launcher, attach, launch
from viewmark.browser.launch.document_fence import PREFERENCES, Blocked, Fence
from viewmark.browser.launch.private_network_proxy import Gateway

__all__ = ["Blocked", "Containment"]


class Containment:
    """Opens browsers that load only allowed documents, and reach only allowed addresses.

    One browser at a time: what was refused is that of the browser opened last.

    Args:
        refuse: says for an address why no document may be loaded from it, or None; None: all may.
        is_private: says of an IP address that nothing may connect to it; None: all may.
        exempt: hosts and ports that may be connected to wherever they are.
    """

    def __init__(
        self,
        *,
        refuse: Callable[[str], str | None] | None = None,
        is_private: Callable[[str], bool] | None = None,
        exempt: Collection[tuple[str, int]] = (),
    ) -> None:
        self._refuse, self._is_private, self._exempt = refuse, is_private, exempt
        self._fence: Fence | None = None
        self._gateway: Gateway | None = None

    @property
    def fences(self) -> bool:
        """Whether documents are checked now."""
        return self._fence is not None

    async def launch(
        self,
        *,
        headless: bool,
        viewport: tuple[int, int],
        output_dir: Path | None = None,
        debugging_port: int | None = None,
    ) -> Browser:
        """Start a browser within it; options and errors as `viewmark.launch`."""
        args: tuple[str, ...] = ()
        if self._is_private is not None:
            if self._gateway is None:
                self._gateway = Gateway(self._is_private, allowed=self._exempt)
                await self._gateway.start()
            args = self._gateway.flags
        preferences = PREFERENCES if self._refuse is not None else None
        return await self._fenced(
            launch(
                headless=headless,
                viewport=viewport,
                args=args,
                preferences=preferences,
                output_dir=output_dir,
                debugging_port=debugging_port,
            )
        )

    async def attach(self, url: str, *, output_dir: Path | None = None) -> Browser:
        """Use a browser that runs; its connections cannot be kept from anywhere."""
        return await self._fenced(attach(url, output_dir=output_dir))

    async def _fenced(self, launcher: Launcher) -> Browser:
        browser = await launcher
        if self._refuse is not None:
            self._fence = browser.chrome.fence = Fence(browser.chrome.connection, self._refuse)
            try:
                await self._fence.start()
            except BaseException:
                await browser.close()
                raise
        return browser

    def refusal(self, url: str) -> str | None:
        """Why no document may be loaded from there, or None."""
        return None if self._fence is None else self._fence.refusal(url)

    @property
    def position(self) -> int:
        """How many documents were refused so far, for `since`."""
        return 0 if self._fence is None else self._fence.position

    def since(self, position: int) -> tuple[Blocked, ...]:
        """The documents that were refused after that position, oldest first."""
        return () if self._fence is None else self._fence.since(position)

    async def blocks(self, frame_id: str, since: int) -> None:
        """Return once a document is refused in that frame; bound it."""
        if self._fence is not None:
            await self._fence.blocks(frame_id, since)

    def has_refused(self, host: str) -> bool:
        """Whether a connection to that host was refused."""
        return self._gateway is not None and self._gateway.has_refused(host)

    def forget(self) -> None:
        """The browser has ended: what was refused in it is nobody's business any more."""
        self._fence = None

    async def close(self) -> None:
        """End the proxy; the browser first."""
        gateway, self._gateway = self._gateway, None
        if gateway is not None:
            await gateway.close()
