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
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from viewmark.api.browsers import Launcher, wrapped
from viewmark.browser.cdp.session import DEFAULT_TIMEOUT
from viewmark.browser.launch import browser as chrome
from viewmark.errors import InvalidOption
from viewmark.session.permissions import Permissions
from viewmark.unknown_options import checked, function_takes


@dataclass(frozen=True, slots=True, kw_only=True)
class _Options(chrome.LaunchOptions):
    origins: Sequence[str] = ()
    block_private: bool = False

    @property
    def of_browser(self) -> dict[str, Any]:
        """Those that the browser half knows."""
        return {each.name: getattr(self, each.name) for each in fields(chrome.LaunchOptions)}


@function_takes(_Options)
def launch(options: _Options) -> Launcher:  # noqa: D417
    """Start Chrome or Chromium.

    Args:
        headless: without a window.
        executable: the program; if omitted `VIEWMARK_BROWSER`, then the usual names and places.
        viewport: CSS px of every page that we open; None: as the window gives.
        device_scale_factor: image px per CSS px of these pages, 0.1 to 10; None: as the platform
            has it.
        profile: a profile to use and keep: a name (`work`), kept in the user's data folder or in
            that of `VIEWMARK_PROFILES`; or a folder (`./profile`). A fresh one, removed at the
            end, if omitted.
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
        InvalidOption: an impossible viewport, device_scale_factor or debugging_port, or what is no
            origin.
    """
    if options.origins and options.profile is not None:
        raise InvalidOption(
            "origins cannot be enforced in a profile that is kept: its own settings let pages "
            "prerender what nobody checks.",
            hint="Leave out profile; load_storage_state brings a log-in along.",
            param="profile",
        )
    rules = _rules(options.origins, block_private=options.block_private)
    return wrapped(chrome.launch(**options.of_browser, rules=rules))


@checked
def attach(
    url: str,
    *,
    timeout: float = DEFAULT_TIMEOUT,
    headers: Mapping[str, str] | None = None,
    output_dir: str | Path | None = None,
    origins: Sequence[str] = (),
) -> Launcher:
    """Use a browser that runs already; it is never ended by us.

    Args:
        url: `http://127.0.0.1:9222`, `host:port`, or a websocket address of the browser or a tab.
        output_dir: where downloads that begin during our actions are kept; a private folder,
            removed at the end, if omitted. What that browser downloads otherwise is left alone.
        timeout: seconds for connecting, and the deadline of commands that name none.
        headers: sent when connecting, such as the `Authorization` that a rented browser asks for.
        origins: the only ones that documents are loaded from as long as we are connected, as for
            `launch`. What is open already stays; a tab that shows something else is not read.

    Raises:
        ConnectionFailed: nobody answers there (at once if the port is closed).
        TabNotFound: the address is that of a tab that is not there.
        InvalidOption: not an address, or what is no origin.
    """
    rules = _rules(origins)
    found = chrome.attach(url, timeout=timeout, headers=headers, output_dir=output_dir, rules=rules)
    return wrapped(found)


def _rules(origins: Sequence[str], *, block_private: bool = False) -> Permissions | None:
    if not origins and not block_private:
        return None
    return Permissions(origins=origins, block_private=block_private, in_library=True)


def launch_within(
    rules: Permissions,
    *,
    headless: bool,
    viewport: tuple[int, int],
    output_dir: Path,
    debugging_port: int | None,
) -> Launcher:
    """Start a browser within the rules of a session; else as `launch`."""
    found = chrome.launch(
        headless=headless,
        viewport=viewport,
        output_dir=output_dir,
        debugging_port=debugging_port,
        rules=rules if rules.confines else None,
    )
    return wrapped(found)


def attach_within(rules: Permissions, url: str, *, output_dir: Path) -> Launcher:
    """Join a browser within the rules of a session; else as `attach`."""
    found = chrome.attach(url, output_dir=output_dir, rules=rules if rules.confines else None)
    return wrapped(found)
