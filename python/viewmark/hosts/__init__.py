"""Finds the page of an object from another library, without importing that library."""

from __future__ import annotations

from viewmark.errors import InvalidOption
from viewmark.hosts.addresses import READERS
from viewmark.hosts.playwright import playwright_session
from viewmark.hosts.routes import AddressRoute, Route, SessionRoute, library_of

__all__ = ["UNDERSTOOD", "AddressRoute", "Route", "SessionRoute", "find"]

UNDERSTOOD = (
    "a page or CDPSession of Playwright or Patchright",
    "a driver of Selenium 4",
    "a session or page of browser-use",
    "a tab of nodriver, zendriver or pydoll",
    "a page of pyppeteer",
    "any CDP session with `send(method, params)` and `on(event, handler)`",
    "an address such as http://127.0.0.1:9222 or ws://...",
)
"""Supported kinds of objects, as listed in messages."""


def find(host: object) -> Route:
    """Return the route (CDP endpoint or session) to the page of another library's object.

    Raises:
        InvalidOption: the object is not supported, or has no page.
    """
    if isinstance(host, str):
        return AddressRoute("an address", host)
    library, name = library_of(host)
    if library in ("playwright", "patchright"):
        return playwright_session(host, name)
    reader = READERS.get(library)
    if reader is not None:
        route = reader(host)
        if route is None:
            raise InvalidOption(
                f"A {name} of {library} tells no browser and tab that viewmark could reach.",
                hint="Is it started and open? " + _host_list(),
            )
        return route
    if callable(getattr(host, "send", None)) and callable(getattr(host, "on", None)):
        return SessionRoute(f"a {name}", lambda: host)
    raise InvalidOption(
        f"viewmark cannot find a page in a {name}" + (f" of {library}." if library else "."),
        hint=_host_list(),
    )


def _host_list() -> str:
    return f"It takes {'; '.join(UNDERSTOOD)}."
