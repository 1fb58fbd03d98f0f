"""Opens browsers: `launch` starts one, `attach` connects to a running one.

    async with viewmark.launch() as browser:
        page = await browser.page("https://example.com")
        seen = await page.observe(annotate=True)
        await page.click(1)

Actions accept the numbers on the screenshot. Both functions restrict which documents the browser
may load if `origins` is given.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from viewmark.api.browsers import ContextOptions, Launcher, wrapped
from viewmark.browser.cdp.session import DEFAULT_TIMEOUT
from viewmark.browser.launch import browser as chrome
from viewmark.session.permissions import Permissions
from viewmark.session.settings import BrowserOptions, check_profile
from viewmark.unknown_options import function_takes


@dataclass(frozen=True, slots=True, kw_only=True)
class _Options(chrome.LaunchOptions, ContextOptions):
    origins: Sequence[str] = ()
    block_private: bool = False


@dataclass(frozen=True, slots=True)
class _Attach(ContextOptions):
    url: str = field(kw_only=False, repr=False)
    timeout: float = field(default=DEFAULT_TIMEOUT, kw_only=True)
    headers: Mapping[str, str] | None = field(default=None, kw_only=True)
    output_dir: str | Path | None = field(default=None, kw_only=True)
    origins: Sequence[str] = field(default=(), kw_only=True)


def context_options(options: ContextOptions) -> dict[str, Any]:
    """Return the initial settings of tabs, from the options of a browser."""
    return _part(options, ContextOptions)


def _part(options: Any, kind: Any) -> dict[str, Any]:
    """Return the options that a given base class declares."""
    return {each.name: getattr(options, each.name) for each in fields(kind)}


@function_takes(_Options)
def launch(options: _Options) -> Launcher:  # noqa: D417
    """Start Chrome or Chromium.

    Args:
        headless: True to run without a window.
        executable: the program; if omitted, `VIEWMARK_BROWSER`, then the usual names and places.
        viewport: viewport size in CSS px of every page that viewmark opens; None: the size of
            the window. A browser with a window gets a window of this size if the screen is
            large enough.
        device_scale_factor: image px per CSS px of these pages, 0.1 to 10; None: the platform's
            factor.
        profile: a profile to use and keep: a name (`work`), stored in the user's data folder or in
            the folder of `VIEWMARK_PROFILES`; or a path (`./profile`; Chrome does not allow
            automation in its default profile folders). If omitted, a new profile is used and
            removed at the end.
        proxy: server for all requests, such as `http://proxy.example:3128` or
            `socks5://10.0.0.1:1080`; if omitted, the proxy settings of the system.
        storage_state: file from `Page.save_storage_state` or from Playwright with the cookies and
            localStorage of a login, set before the first page opens.
        extra_http_headers: headers sent with every request of viewmark's pages, except the first
            requests of a tab that a page opens.
        headers_origin: the only origin (`https://example.com`) to which these headers are sent;
            required for credentials.
        user_agent: user agent of requests and of `navigator`; client hints are then omitted.
            Without a window, the browser's default contains `HeadlessChrome`. `navigator.webdriver`
            is true in a browser that viewmark starts.
        navigation_timeout: default timeout of navigations, in seconds.
        wait: default of `wait` for `goto` and `Browser.page`.
        show_secrets: True not to cover secret fields in screenshots (`Page.show_secrets`).
        sandbox: whether to use Chromium's sandbox; None: use it unless running as root.
        args: additional command-line flags of Chromium.
        preferences: Chromium's settings in a new profile; not allowed with `profile`.
        output_dir: folder for downloads; if omitted, a private one that is removed at the end.
        debugging_port: a loopback port for other clients (`Browser.endpoint`); 0: any free port.
            Every user of the machine can control the browser through it. None: a pipe that no
            other program can access.
        timeout: seconds within which the browser must be ready.
        origins: the only origins (`https://example.com`) from which documents may be loaded, in
            tabs, frames and by redirects; each request is checked before it is sent. None: all.
            Not allowed with `profile`.
        block_private: True to block connections to loopback, private and link-local addresses, by
            whatever name, except those of `origins`.

    Raises:
        BrowserNotFound: no browser is installed; the message lists the places searched.
        BrowserFailed: the browser does not start; the message contains its last output.
        InvalidOption: the viewport, device_scale_factor, debugging_port, proxy, a header or an
            origin is invalid.
        StateInvalid: `storage_state` is a file in another format.
    """
    options.check()
    check_profile(options.profile, options.origins)
    rules = _rules(options.origins, block_private=options.block_private)
    found = chrome.launch(**_part(options, chrome.LaunchOptions), rules=rules)
    return wrapped(found, ContextOptions(**context_options(options)))


@function_takes(_Attach)
def attach(options: _Attach) -> Launcher:  # noqa: D417
    """Connect to a running browser, which viewmark never closes.

    Args:
        url: `http://127.0.0.1:9222`, `host:port`, or a WebSocket URL of the browser or a tab.
        output_dir: folder for downloads started by viewmark's actions; if omitted, a private one
            that is removed at the end. Other downloads of that browser are not affected.
        timeout: seconds to connect, and the default timeout of commands.
        headers: headers sent when connecting, such as `Authorization` for a hosted browser.
        origins: the only origins from which documents may be loaded while connected, as for
            `launch`. Open pages are not closed, but a tab that shows another origin is not read.
        storage_state: as for `launch`, but kept in that browser; other options are as for
            `launch`.

    Raises:
        ConnectionFailed: nothing responds at the URL (raised at once if the port is closed).
        TabNotFound: the URL is that of a tab that does not exist.
        InvalidOption: the URL or an origin is invalid.
    """
    options.check()
    found = chrome.attach(
        options.url,
        timeout=options.timeout,
        headers=options.headers,
        output_dir=options.output_dir,
        rules=_rules(options.origins),
    )
    return wrapped(found, ContextOptions(**context_options(options)))


def _rules(origins: Sequence[str], *, block_private: bool = False) -> Permissions | None:
    if not origins and not block_private:
        return None
    return Permissions(origins=origins, block_private=block_private, in_library=True)


def open_browser(options: BrowserOptions, rules: Permissions | None = None) -> Launcher:
    """Start a browser or connect to one, according to the options of a front end.

    Args:
        options: the browser, and the initial settings of its tabs.
        rules: permissions of a session; if omitted, those of the options.

    Raises:
        InvalidOption: the options are contradictory; other errors as for `launch` and `attach`.
    """
    options.check()
    rules = rules or Permissions(origins=options.origins, block_private=options.block_private)
    fenced = rules if rules.confines else None
    beginning = ContextOptions(**context_options(options))
    if options.attach is not None:
        return wrapped(
            chrome.attach(
                options.attach,
                headers=options.attach_headers,
                output_dir=options.output,
                rules=fenced,
            ),
            beginning,
        )
    return wrapped(
        chrome.launch(
            headless=not options.headed,
            viewport=options.viewport,
            profile=options.profile,
            proxy=options.proxy,
            args=options.args,
            output_dir=options.output,
            debugging_port=options.debugging_port,
            rules=fenced,
        ),
        beginning,
    )
