"""Browsers without `await`, generated from `session/opening.py` by `make sync`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from viewmark.browser.cdp.session import DEFAULT_TIMEOUT
from viewmark.browser.launch.browser import Tab
from viewmark.defaults import LAUNCH_TIMEOUT
from viewmark.session import opening
from viewmark.sync.page import Page
from viewmark.sync.worker import Owner, started
from viewmark.unknown_options import checked

__all__ = ["Browser", "attach", "launch"]


class Browser(Owner):
    """A running browser; made by `launch` or `attach`."""

    @checked
    def page(self, url: str | None = None, *, tab_id: str | None = None) -> Page:
        """A new tab, or the one with that id; waits until `url` is loaded.

        A tab that another page opened has the emulation and the viewport that this one was given;
        what it asked its server for before it was entered went without. A new tab begins afresh.

        Args:
            url: where to go; a blank tab if omitted.
            tab_id: an open tab (see `tabs`) instead of a new one.

        Raises:
            TabNotFound: no such tab.
            NavigationFailed: the address cannot be opened.
            OriginNotAllowed: `launch(origins=...)` confines the browser, and the address or what it
                leads to is outside.
        """
        return Page(self._worker.run(self._of.page(url, tab_id=tab_id)), self._worker)

    def pages(self) -> list[Page]:
        """All tabs that answer."""
        return [Page(each, self._worker) for each in self._worker.run(self._of.pages())]

    def tabs(self) -> list[Tab]:
        """The tabs that are open, without touching them."""
        return self._worker.run(self._of.tabs())

    @property
    def closed(self) -> bool:
        """Whether the connection is gone."""
        return self._of.closed

    @property
    def endpoint(self) -> str | None:
        """Websocket address by which others can join, if `launch` was given a `debugging_port`."""
        return self._of.endpoint


@checked
def launch(
    *,
    headless: bool = True,
    executable: str | None = None,
    viewport: tuple[int, int] | None = (1280, 720),
    device_scale_factor: float | None = None,
    profile: str | None = None,
    sandbox: bool | None = None,
    args: Sequence[str] = (),
    preferences: Mapping[str, Any] | None = None,
    output_dir: str | Path | None = None,
    debugging_port: int | None = None,
    timeout: float = LAUNCH_TIMEOUT,
    origins: Sequence[str] = (),
    block_private: bool = False,
) -> Browser:
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
            frames and by redirects; each request is checked before it is sent. None: all.
        block_private: refuse connections to loopback, private and link-local addresses, whatever
            name leads there; those of `origins` are reached.

    Raises:
        BrowserNotFound: there is none; the message says what was looked for.
        BrowserFailed: it does not start; the message carries its last words.
        InvalidOption: an impossible viewport, device_scale_factor or debugging_port, or what is no
            origin.
    """
    return Browser(
        *started(
            opening.launch(
                headless=headless,
                executable=executable,
                viewport=viewport,
                device_scale_factor=device_scale_factor,
                profile=profile,
                sandbox=sandbox,
                args=args,
                preferences=preferences,
                output_dir=output_dir,
                debugging_port=debugging_port,
                timeout=timeout,
                origins=origins,
                block_private=block_private,
            )
        )
    )


@checked
def attach(
    url: str,
    *,
    timeout: float = DEFAULT_TIMEOUT,
    headers: Mapping[str, str] | None = None,
    output_dir: str | Path | None = None,
    origins: Sequence[str] = (),
) -> Browser:
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
    return Browser(
        *started(
            opening.attach(
                url, timeout=timeout, headers=headers, output_dir=output_dir, origins=origins
            )
        )
    )
