"""What the browser keeps for a page: cookies, storage in a file, permissions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from viewmark.page import cookies, permissions, storage_state
from viewmark.page.context import PageContext
from viewmark.page.cookies import Cookie
from viewmark.page.permissions import PermissionSetting
from viewmark.page.storage_state import StorageSummary
from viewmark.unknown_options import checked

__all__ = ["Storage"]


class Storage:
    """Cookies, storage and permissions; a part of `Page`. All tabs of the browser share them."""

    context: PageContext

    @checked
    async def cookies(
        self, urls: Sequence[str] | None = None, *, show_values: bool = False
    ) -> list[Cookie]:
        """Cookies that requests to these addresses carry.

        Args:
            urls: addresses; those of the page and its frames if omitted.
            show_values: False: each value is `[redacted]`.
        """
        return await cookies.cookies(self.context, urls, show_values=show_values)

    @checked
    async def add_cookies(self, added: Sequence[Mapping[str, Any]]) -> None:
        """Set cookies, all or none.

        Args:
            added: `{name, value, url}` or `{name, value, domain, path}` each, and where wanted
                `expires`, `httpOnly`, `secure`, `sameSite`; as Playwright has them.

        Raises:
            InvalidOption: one is impossible; none is set.
        """
        await cookies.add_cookies(self.context, added)

    @checked
    async def clear_cookies(self, *, name: str | None = None, domain: str | None = None) -> int:
        """Remove cookies of the browser; how many there were.

        Args:
            name: only of this name.
            domain: only of this domain, with or without the dot that subdomains share it by.
        """
        return await cookies.clear_cookies(self.context, name=name, domain=domain)

    @checked
    async def save_storage_state(self, file: str | Path) -> StorageSummary:
        """Write all cookies, and the localStorage of the page's own origin, to a file.

        The file is Playwright's `storageState` (mode 0600). It logs in whoever has it.

        Args:
            file: where.

        Raises:
            PathNotAllowed, FileNotWritten: not a plain file, or not possible; nothing is left.
        """
        return await storage_state.save_storage_state(self.context, file)

    @checked
    async def load_storage_state(self, file: str | Path) -> StorageSummary:
        """Set the cookies and localStorage that a file has; pages loaded afterwards use them.

        Args:
            file: of `save_storage_state`, or of Playwright.

        Raises:
            StateInvalid: not in that format; the message says where. Nothing is changed.
        """
        return await storage_state.load_storage_state(self.context, file)

    async def clear_storage(self) -> StorageSummary:
        """Remove all cookies, and all that the page's own origin has stored in the browser."""
        return await storage_state.clear_storage(self.context)

    @checked
    async def set_permissions(
        self,
        names: Sequence[str],
        *,
        setting: PermissionSetting = "granted",
        origin: str | None = None,
    ) -> None:
        """Decide what an origin may.

        Args:
            names: as the Permissions API has them: geolocation, notifications, camera,
                microphone, clipboard-read, ...
            setting: granted, denied, or prompt: ask the human.
            origin: the page's own if omitted.

        Raises:
            InvalidOption: no such permission, setting or origin; nothing is changed.
        """
        await permissions.set_permissions(self.context, names, setting=setting, origin=origin)

    async def reset_permissions(self) -> None:
        """Forget all such decisions, of all origins."""
        await permissions.reset_permissions(self.context)
