"""The two ways to another library's page: its browser's address, or a CDP session of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias


@dataclass(frozen=True, slots=True)
class AddressRoute:
    """The browser has an address: a connection of our own can be made to it."""

    host: str
    """Source of it, for messages."""
    url: str = field(repr=False)
    """`http://127.0.0.1:9222`, `ws://...`; may hold a token."""
    tab: str | Callable[[], str] | None = None
    """CDP's target id; a function that asks the host for it and blocks; None: unknown."""
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Headers that the browser's address requires."""


@dataclass(frozen=True, slots=True)
class SessionRoute:
    """The browser can be reached through the host alone."""

    host: str
    open: Callable[[], Any]
    """Gives an object with `send` and `on`; a coroutine of it where the host is async."""
    release: Callable[[Any], Any] | None = None
    """Ends that object, if it was made for us; may give a coroutine."""
    on_close: Callable[[Callable[[], None]], None] | None = None
    """Has a function called when the host closes the page."""
    blocking: bool | None = None
    """Whether the session is one for threads without an event loop; None: ask `send`."""


Route: TypeAlias = AddressRoute | SessionRoute


def library_of(host: object) -> tuple[str, str]:
    """The library that an object's class comes from, and the class; empty for built-in ones.

    A class that somebody derives from one of a library counts as that.
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
"""Names of packages whose objects are understood."""
