"""The two routes to another library's page: the browser's address, or a CDP session."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias


@dataclass(frozen=True, slots=True)
class AddressRoute:
    """Route for a browser with an address, to which viewmark connects directly."""

    host: str
    """Name of the host library, for messages."""
    url: str = field(repr=False)
    """`http://127.0.0.1:9222`, `ws://...`; may contain a token."""
    tab: str | Callable[[], str] | None = None
    """CDP target ID, or a blocking function that gets it from the host; None if unknown."""
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Headers that the browser's address requires."""


@dataclass(frozen=True, slots=True)
class SessionRoute:
    """Route for a browser that can be reached only through the host object."""

    host: str
    open: Callable[[], Any]
    """Returns an object with `send` and `on`, or a coroutine for it if the host is async."""
    release: Callable[[Any], Any] | None = None
    """Closes that object, if it was created for viewmark; may return a coroutine."""
    on_close: Callable[[Callable[[], None]], None] | None = None
    """Registers a function to be called when the host closes the page."""
    blocking: bool | None = None
    """True for a blocking session without an event loop; None: determined from `send`."""


Route: TypeAlias = AddressRoute | SessionRoute


def library_of(host: object) -> tuple[str, str]:
    """Return the library and name of an object's class; the library is empty for built-in types.

    A subclass of a supported library's class counts as that class.
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
