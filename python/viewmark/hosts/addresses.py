"""Finds the CDP endpoint and the target ID of a tab in page objects of other libraries.

Each function takes an object of one library and returns the route to its tab, or None if the object
is of another kind. Values without a public name are read from private attributes, which were
checked with the releases of November 2026. `make test-hosts` tests each function with the real
library.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from viewmark.hosts.routes import AddressRoute


def _at(host: Any, path: str) -> Any:
    """Return the value at a dotted attribute path; None if an attribute is missing."""
    for name in path.split("."):
        host = getattr(host, name, None)
        if host is None:
            return None
    return host


def _first(host: Any, *paths: str) -> Any:
    return next((found for path in paths if (found := _at(host, path))), None)


def _selenium(driver: Any) -> AddressRoute | None:
    """Read a driver of chromedriver or of a grid, whose window handle is the target ID."""
    capabilities: Mapping[str, Any] = getattr(driver, "capabilities", None) or {}
    options = next((o for key in _OPTIONS if isinstance(o := capabilities.get(key), dict)), {})
    url = capabilities.get("se:cdp") or options.get("debuggerAddress")
    if not isinstance(url, str) or not url:
        return None
    return AddressRoute("Selenium", url, lambda: str(driver.current_window_handle))


_OPTIONS = ("goog:chromeOptions", "ms:edgeOptions")


def _browser_use(host: Any) -> AddressRoute | None:
    """Read a BrowserSession (its focused tab), one of its Pages, or a cdp-use session."""
    session = _first(host, "_browser_session", "browser_session") or host
    url = _first(session, "cdp_url", "browser_profile.cdp_url", "cdp_client.url", "url")
    tab = _first(host, "_target_id", "target_id", "agent_focus_target_id", "agent_focus.target_id")
    if not isinstance(url, str) or not url.startswith(("http", "ws")) or not tab:
        return None
    headers = _at(session, "browser_profile.headers")
    return AddressRoute("browser-use", url, str(tab), headers or {})


def _nodriver(tab: Any) -> AddressRoute | None:
    """Read a tab of nodriver or zendriver."""
    url, tab_id = _first(tab, "websocket_url"), _first(tab, "target.target_id", "target_id")
    return AddressRoute("nodriver", url, str(tab_id)) if url and tab_id else None


def _pydoll(tab: Any) -> AddressRoute | None:
    """Read a tab of pydoll, of its async or its blocking API."""
    tab = getattr(tab, "_impl", tab)
    port = _first(tab, "_connection_port")
    url = _first(tab, "_ws_address") or (f"http://127.0.0.1:{port}" if port else None)
    tab_id = _first(tab, "target_id", "_target_id")
    return AddressRoute("pydoll", url, str(tab_id) if tab_id else None) if url else None


def _pyppeteer(page: Any) -> AddressRoute | None:
    """Read a page of pyppeteer."""
    url = _first(page, "browser.wsEndpoint")
    info = _first(page, "target._targetInfo")
    tab_id = info.get("targetId") if isinstance(info, dict) else _at(page, "target._targetId")
    return AddressRoute("pyppeteer", url, str(tab_id)) if url and tab_id else None


READERS: dict[str, Callable[[Any], AddressRoute | None]] = {
    "selenium": _selenium,
    "browser_use": _browser_use,
    "cdp_use": _browser_use,
    "nodriver": _nodriver,
    "zendriver": _nodriver,
    "pydoll": _pydoll,
    "pyppeteer": _pyppeteer,
}
"""Functions that read page objects, keyed by package name."""
