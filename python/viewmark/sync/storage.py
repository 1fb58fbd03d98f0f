"""Storage without `await`, generated from `api/storage.py` by `make sync`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from viewmark.api import page as page_
from viewmark.page.cookies import Cookie
from viewmark.page.permissions import PermissionSetting
from viewmark.page.storage_state import StorageSummary
from viewmark.sync.worker import Facade
from viewmark.unknown_options import checked

__all__ = ["Storage"]


class Storage(Facade[page_.Page]):
    """Cookies, storage and permissions; a part of `Page`. All tabs of the browser share them."""

    @checked
    def cookies(
        self, urls: Sequence[str] | None = None, *, show_values: bool = False
    ) -> list[Cookie]:
        """Cookies that requests to these addresses carry.

        Args:
            urls: addresses; those of the page and its frames if omitted.
            show_values: False: each value is `[redacted]`.
        """
        return self._worker.run(self._of.cookies(urls, show_values=show_values))

    @checked
    def add_cookies(self, added: Sequence[Mapping[str, Any]]) -> None:
        """Set cookies, all or none.

        Args:
            added: `{name, value, url}` or `{name, value, domain, path}` each, and where wanted
                `expires`, `httpOnly`, `secure`, `sameSite`; as Playwright has them.

        Raises:
            InvalidOption: one is impossible; none is set.
        """
        self._worker.run(self._of.add_cookies(added))

    @checked
    def clear_cookies(self, *, name: str | None = None, domain: str | None = None) -> int:
        """Remove cookies of the browser; how many there were.

        Args:
            name: only of this name.
            domain: only of this domain, with or without the dot that subdomains share it by.
        """
        return self._worker.run(self._of.clear_cookies(name=name, domain=domain))

    @checked
    def save_storage_state(self, file: str | Path) -> StorageSummary:
        """Write all cookies, and the localStorage of the page's own origin, to a file.

        The file is Playwright's `storageState` (mode 0600). It logs in whoever has it.

        Args:
            file: where.

        Raises:
            PathNotAllowed, FileNotWritten: not a plain file, or not possible; nothing is left.
        """
        return self._worker.run(self._of.save_storage_state(file))

    @checked
    def load_storage_state(self, file: str | Path) -> StorageSummary:
        """Set the cookies and localStorage that a file has; pages loaded afterwards use them.

        Args:
            file: of `save_storage_state`, or of Playwright.

        Raises:
            StateInvalid: not in that format; the message says where. Nothing is changed.
        """
        return self._worker.run(self._of.load_storage_state(file))

    def clear_storage(self) -> StorageSummary:
        """Remove all cookies, and all that the page's own origin has stored in the browser."""
        return self._worker.run(self._of.clear_storage())

    @checked
    def set_permissions(
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
        self._worker.run(self._of.set_permissions(names, setting=setting, origin=origin))

    def reset_permissions(self) -> None:
        """Forget all such decisions, of all origins."""
        self._worker.run(self._of.reset_permissions())
