"""Routes to Playwright's pages (async and sync) through its CDP sessions; it has no endpoint."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from viewmark.errors import InvalidOption
from viewmark.hosts.routes import SessionRoute


def playwright_session(host: Any, name: str) -> SessionRoute:
    """Return a route through a new CDP session of a page, or through a given CDP session.

    Raises:
        InvalidOption: the object is neither a page nor a CDP session.
    """
    blocking = any("sync_api" in kind.__module__.split(".") for kind in type(host).__mro__)
    if name == "CDPSession":
        return SessionRoute("Playwright", lambda: host, on_close=_closing(host), blocking=blocking)
    if name != "Page":
        raise InvalidOption(
            f"A {name} of Playwright is not one page.",
            hint="Give a Page of it, such as browser.contexts[0].pages[0], or a CDPSession.",
        )
    if host.is_closed():
        raise InvalidOption("The page of Playwright is closed.")
    return SessionRoute(
        "Playwright",
        lambda: host.context.new_cdp_session(host),
        release=lambda session: session.detach(),
        on_close=_closing(host),
        blocking=blocking,
    )


def _closing(host: Any) -> Callable[[Callable[[], None]], None]:
    """Return a function that registers a callback for the `close` event of a page or session."""

    def register(closed: Callable[[], None]) -> None:
        host.on("close", lambda *_: closed())

    return register
