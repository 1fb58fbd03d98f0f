"""Opens browsers: `launch` starts one, `attach` joins one that runs.

    async with viewmark.launch() as browser:
        page = await browser.page("https://example.com")
        seen = await page.observe(annotate=True)
        await page.click(1)

The numbers on the picture are what actions take. Both confine the browser where `origins` names
what it may load.
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
    """Initial settings of the tabs, from the options of a browser."""
    return _part(options, ContextOptions)


def _part(options: Any, kind: Any) -> dict[str, Any]:
    """Options that belong to a given base class."""
    return {each.name: getattr(options, each.name) for each in fields(kind)}


@function_takes(_Options)
def launch(options: _Options) -> Launcher:  # noqa: D417
    """Start Chrome or Chromium.

    Args:
        headless: without a window.
        executable: the program; if omitted `VIEWMARK_BROWSER`, then the usual names and places.
        viewport: CSS px of every page that we open; None: as the window gives. With a window it is
            that which is sized, as far as the screen has room, so that all of the page is seen.
        device_scale_factor: image px per CSS px of these pages, 0.1 to 10; None: as the platform
            has it.
        profile: a profile to use and keep: a name (`work`), kept in the user's data folder or in
            that of `VIEWMARK_PROFILES`; or a folder of its own (`./profile`; Chrome can be driven
            in no folder that it uses by default). A fresh one, removed at the end, if omitted.
        proxy: server that all requests go to, such as `http://proxy.example:3128` or
            `socks5://10.0.0.1:1080`; that of the machine if omitted.
        storage_state: file of `Page.save_storage_state` or of Playwright: the cookies and the
            localStorage of a log-in, set before the first page.
        extra_http_headers: sent with every request of our pages, from their first on; what a tab
            that a page opens asks for before it is entered goes without.
        headers_origin: only requests to `https://example.com` get those; needed for credentials.
        user_agent: of requests and of `navigator`; the browser's own says `HeadlessChrome` where
            it has no window, and `navigator.webdriver` is true in every case.
        navigation_timeout: seconds that a navigation may take where its call does not say it.
        wait: what `goto` and `Browser.page` wait for where the call does not say it.
        show_secrets: do not cover secret fields in pictures (`Page.show_secrets`).
        sandbox: None: on, unless we are root.
        args: further flags of Chromium.
        preferences: Chromium's settings in a fresh profile; not for one that is given.
        output_dir: where downloads are kept; a private folder, removed at the end, if omitted.
        debugging_port: a port of the loopback on which other clients can join (`Browser.endpoint`);
            0: any that is free. Every user of the machine can drive the browser over it. None: we
            speak over a pipe that nobody else can reach.
        timeout: seconds until it must be ready.
        origins: the only ones (`https://example.com`) that documents are loaded from, in tabs, in
            frames and by redirects; each request is checked before it is sent. None: all. Not with
            `profile`.
        block_private: refuse connections to loopback, private and link-local addresses, whatever
            name leads there; those of `origins` are reached.

    Raises:
        BrowserNotFound: there is none; the message says what was looked for.
        BrowserFailed: it does not start; the message carries its last words.
        InvalidOption: an impossible viewport, device_scale_factor, debugging_port, proxy or
            header, or what is no origin.
        StateInvalid: `storage_state` names a file that is none.
    """
    options.check()
    check_profile(options.profile, options.origins)
    rules = _rules(options.origins, block_private=options.block_private)
    found = chrome.launch(**_part(options, chrome.LaunchOptions), rules=rules)
    return wrapped(found, ContextOptions(**context_options(options)))


@function_takes(_Attach)
def attach(options: _Attach) -> Launcher:  # noqa: D417
    """Use a browser that runs already; it is never ended by us.

    Args:
        url: `http://127.0.0.1:9222`, `host:port`, or a websocket address of the browser or a tab.
        output_dir: where downloads that begin during our actions are kept; a private folder,
            removed at the end, if omitted. What that browser downloads otherwise is left alone.
        timeout: seconds for connecting, and the deadline of commands that name none.
        headers: sent when connecting, such as the `Authorization` that a rented browser asks for.
        origins: the only ones that documents are loaded from as long as we are connected, as for
            `launch`. What is open already stays; a tab that shows something else is not read.
        storage_state: as for `launch`; it stays in that browser. So are the others.

    Raises:
        ConnectionFailed: nobody answers there (at once if the port is closed).
        TabNotFound: the address is that of a tab that is not there.
        InvalidOption: not an address, or what is no origin.
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
    """Start or join a browser as a face was asked to.

    Args:
        options: which one, and what its tabs begin with.
        rules: of a session; if omitted those of the options.

    Raises:
        InvalidOption: options that do not go together; others as `launch` and `attach`.
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
