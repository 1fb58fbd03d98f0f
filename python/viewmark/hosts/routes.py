"""The two kinds of route to another library's page: a CDP endpoint, or that library's session."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias


@dataclass(frozen=True, slots=True)
class AddressRoute:
    """Route for a browser with a CDP endpoint, to which viewmark connects directly."""

    host: str
    """Name of the host library, for messages."""
    url: str = field(repr=False)
    """URL of the endpoint (`http://127.0.0.1:9222`, `ws://...`), which may contain a token."""
    tab: str | Callable[[], str] | None = None
    """CDP target ID, or a blocking function that returns it; None if it is unknown."""
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    """HTTP headers that the endpoint requires."""


@dataclass(frozen=True, slots=True)
class SessionRoute:
    """Route for a browser that can be reached only through the host object."""

    host: str
    open: Callable[[], Any]
    """Function that returns an object with `send` and `on`, or a coroutine that returns it."""
    release: Callable[[Any], Any] | None = None
    """Function that closes that object if it was created for viewmark; may return a coroutine."""
    on_close: Callable[[Callable[[], None]], None] | None = None
    """Function that registers a callback for when the other library closes the page."""
    blocking: bool | None = None
    """True for a blocking session without an event loop; None if `send` shows which it is."""


Route: TypeAlias = AddressRoute | SessionRoute


def library_of(host: object) -> tuple[str, str]:
    """Return library and name of an object's class; the library is empty for built-in types.

    A subclass of a class of a supported library counts as that class.
    """
    kinds = type(host).__mro__
    for kind in kinds:
        library = kind.__module__.partition(".")[0]
        if library in KNOWN:
            return library, kind.__name__
    library = kinds[0].__module__.partition(".")[0]
    return ("" if library in ("builtins", "__main__") else library), kinds[0].__name__


KNOWN = frozenset(
    {
        "playwright",
        "patchright",
        "selenium",
        "browser_use",
        "cdp_use",
        "nodriver",
        "zendriver",
        "pydoll",
        "pyppeteer",
    }
)
"""Packages whose objects are supported."""
