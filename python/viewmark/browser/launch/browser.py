"""Launches or attaches to a browser, manages its tabs, and closes it.

`launch` starts a browser and closes it at the end. `attach` uses a running browser and closes only
the tabs that it opened itself. Every tab that we open gets its own window, so that it can have its
own size.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
from collections.abc import Awaitable, Callable, Coroutine, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from viewmark.background import quietly
from viewmark.browser.actions.navigation import goto
from viewmark.browser.cdp.connection import Connection, connect
from viewmark.browser.cdp.session import DEFAULT_TIMEOUT
from viewmark.browser.confinement.confinement import Confinement, Rules
from viewmark.browser.downloads import Downloads
from viewmark.browser.downloads import note as note_downloads
from viewmark.browser.emulation.metrics import Metrics, fit_window, override_metrics
from viewmark.browser.http_headers import check_headers
from viewmark.browser.launch.endpoint import resolve
from viewmark.browser.launch.executable import find_executable
from viewmark.browser.launch.process import ChromeProcess
from viewmark.browser.launch.profile import profile_folder
from viewmark.browser.page_target import PageTarget
from viewmark.defaults import LAUNCH_TIMEOUT, PORTS, SCALE_FACTORS
from viewmark.errors import InvalidOption, TabNotFound, ViewmarkError
from viewmark.text import one_line
from viewmark.unknown_options import function_takes

_log = logging.getLogger("viewmark.browser")

_ALWAYS = (
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-breakpad",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-features=Translate,MediaRouter,OptimizationHints,AcceptCHFrame,"
    # Disable Chromium's WebUI address bar: it is one page per window and takes half a second of CPU
    # time to start and more later, even in headless mode.
    "WebUIOmniboxPopup,WebUIOmniboxAimPopup",
    "--disable-search-engine-choice-screen",
    # Enable `document.modelContext`, with which pages offer tools to agents.
    "--enable-features=WebMCP",
    "--disable-sync",
    "--metrics-recording-only",
    "--mute-audio",
    "--password-store=basic",
    "--use-mock-keychain",
)
_HEADLESS = ("--headless=new", "--disable-gpu")
"""Flags of headless mode. Without a GPU, the software compositor (`--disable-gpu`) is fastest."""
# minimum bytes of /dev/shm: in containers it often has 64 MB, too little for two pages
_SMALL_SHM = 256 << 20

_QUIT_PATIENCE = 3.0  # seconds for the browser to confirm Browser.close


@dataclass(frozen=True, slots=True)
class Tab:
    """A tab, as listed by the browser."""

    id: str
    """CDP target ID."""
    url: str = field(repr=False)
    """Complete URL; omitted from the `repr`, because it may contain secrets."""
    title: str
    """Title of the page, which is untrusted content."""


def flags(
    *,
    headless: bool,
    sandbox: bool | None = None,
    window: tuple[int, int] | None = None,
    extra: Sequence[str] = (),
) -> list[str]:
    """Return the command-line arguments of the browser, without the program.

    Args:
        headless: whether to run without a window.
        sandbox: None enables it except for root, because Chromium does not support it as root.
        window: outer size of windows, in px.
        extra: further flags; they come last and take precedence.
    """
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    chosen = [*_ALWAYS, *(_HEADLESS if headless else ())]
    if not (sandbox if sandbox is not None else not is_root):
        chosen.append("--no-sandbox")
    if window is not None:
        chosen.append(f"--window-size={window[0]},{window[1]}")
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            shm = os.statvfs("/dev/shm")
            if shm.f_frsize * shm.f_blocks < _SMALL_SHM:
                chosen.append("--disable-dev-shm-usage")
    return [*_one_list_of_features([*chosen, *extra]), "about:blank"]


def proxy_flags(proxy: str | None) -> list[str]:
    """Return the flags for a proxy; None uses the system's proxy."""
    return [] if proxy is None else [f"--proxy-server={proxy}"]


def _is_of(found: str, context_id: str | None, contexts: Sequence[str]) -> bool:
    """Return whether a tab of browser context `found` counts as a tab of `context_id`."""
    return found not in contexts if context_id is None else found == context_id


def _one_list_of_features(chosen: list[str]) -> list[str]:
    """Merge all --enable-features flags into one, because the browser uses only the last flag."""
    head = "--enable-features="
    features = [each.removeprefix(head) for each in chosen if each.startswith(head)]
    others = [each for each in chosen if not each.startswith(head)]
    first = next(i for i, each in enumerate(chosen) if each.startswith(head))
    return [*others[:first], head + ",".join(features), *others[first:]]


class ChromeBrowser:
    """A running browser and the pages we opened in it. Created by `launch` or `attach`."""

    def __init__(
        self,
        connection: Connection,
        *,
        process: ChromeProcess | None = None,
        viewport: tuple[int, int] | None = None,
        device_scale_factor: float | None = None,
        headed: bool = False,
        first_tab: str | None = None,
        output_dir: str | Path | None = None,
        confinement: Confinement | None = None,
    ) -> None:
        self.connection = connection
        """The connection; `connection.browser` accepts raw CDP commands."""
        self.process = process
        """The browser process, if we launched it."""
        self.on_page: Callable[[PageTarget], Awaitable[None]] | None = None
        """Callback for every page that we attach to, before its first navigation."""
        self._viewport, self._scale, self._headed = viewport, device_scale_factor, headed
        self._pages: dict[str, PageTarget] = {}
        self.downloads = Downloads(
            connection.browser,
            folder=output_dir,
            pages=lambda: self._pages.values(),
            always=process is not None,
        )
        """The downloads of the browser."""
        self.confinement = confinement or Confinement()
        """Restrictions on the documents and addresses that the browser may open."""
        self._opened: set[str] = set()
        self._first_tab = first_tab
        self._closing: asyncio.Future[None] | None = None
        self._spare: str | None = None

    @property
    def closed(self) -> bool:
        """Whether the connection is closed."""
        return self.connection.closed

    @property
    def contexts(self) -> Sequence[str]:
        """CDP IDs of the contexts that we created, in addition to the browser's default one."""
        return self.downloads.contexts

    async def new_context(self, *, proxy: str | None = None) -> str:
        """Create a browser context with its own cookies and storage; return its ID.

        Args:
            proxy: proxy of the context; None uses the browser's proxy.

        Raises:
            InvalidOption: the proxy is invalid, or would bypass the check of private addresses.
        """
        asked = {"disposeOnDetach": True} | ({} if proxy is None else {"proxyServer": proxy})
        self.confinement.check_proxy(proxy)
        answer = await self.connection.browser.send("Target.createBrowserContext", asked)
        await self.downloads.add_context(str(answer["browserContextId"]))
        return str(answer["browserContextId"])

    async def end_context(self, context_id: str) -> None:
        """Close the tabs of a context and delete its storage."""
        self.downloads.contexts.remove(context_id)
        context = {"browserContextId": context_id}
        await self.connection.browser.send("Target.disposeBrowserContext", context)

    async def tabs(self, context_id: str | None = None) -> list[Tab]:
        """List the tabs of a context (None: the default context) without attaching to them."""
        answer = await self.connection.browser.send("Target.getTargets")
        found = [
            Tab(str(t["targetId"]), str(t.get("url", "")), one_line(t.get("title"), 200))
            for t in answer.get("targetInfos", ())
            if t.get("type") == "page" and not str(t.get("url", "")).startswith("devtools://")
            if _is_of(str(t.get("browserContextId")), context_id, self.contexts)
        ]
        return sorted(found, key=lambda tab: tab.id != self._first_tab)

    async def pages(self, context_id: str | None = None) -> list[PageTarget]:
        """Return all tabs as pages; omit tabs that do not reply, for example due to a dialog."""

        async def enter(tab: Tab) -> PageTarget | None:
            try:
                return await self._enter(tab.id)
            except ViewmarkError as error:
                _log.warning("a tab was left out: %s", error)
                return None

        entered = await asyncio.gather(*(enter(tab) for tab in await self.tabs(context_id)))
        return [page for page in entered if page is not None]

    async def page(
        self, url: str | None = None, *, tab_id: str | None = None, context_id: str | None = None
    ) -> PageTarget:
        """Open a new tab, or attach to the tab with this ID.

        Args:
            url: URL to open; waits until it has loaded.
            tab_id: ID of an open tab (see `tabs`) to use instead of a new tab.
            context_id: one of our contexts, for a new tab; None: the browser's default context.

        Raises:
            TabNotFound: there is no such tab.
            NavigationFailed: the URL cannot be opened; a new tab is closed again.
        """
        page = await (self._new(context_id) if tab_id is None else self._enter(tab_id))
        if url is not None:
            try:
                await goto(page, url)
            except BaseException:
                if tab_id is None:
                    await quietly(page.close())
                raise
        return page

    async def _new(self, context_id: str | None) -> PageTarget:
        target_id, blank = None, {"url": "about:blank", "newWindow": True}
        if context_id is not None:
            blank["browserContextId"] = context_id
        else:
            target_id, self._spare = self._spare, None
        if target_id is None:
            answer = await self.connection.browser.send("Target.createTarget", blank)
            target_id = str(answer["targetId"])
        self._opened.add(target_id)
        page = await self._enter(target_id)
        if self._viewport is not None:
            width, height = self._viewport
            scale = self._scale
            size = Metrics(width=width, height=height, device_scale_factor=scale)
            if self._headed and scale is None:
                await fit_window(page, size)
            else:
                await override_metrics(page, size, opening=True)
        return page

    def opener_of(self, page: PageTarget) -> PageTarget | None:
        """Return the page that opened a tab, if we are attached to it and it is open."""
        opener = self._pages.get(str(page.session.target.get("openerId", "")))
        return None if opener is None or opener.closed else opener

    async def _enter(self, target_id: str) -> PageTarget:
        page = self._pages.get(target_id)
        if page is None or page.closed:
            session = await self.connection.attach(target_id)
            try:
                page = await PageTarget.open(session)
                page.state.put(self.confinement)
                if self.on_page is not None:
                    await self.on_page(page)
            except BaseException:
                await quietly(session.detach())
                raise
            self._pages = {k: each for k, each in self._pages.items() if not each.closed}
            self._pages[target_id] = page
            note_downloads(page, self.downloads)
        return page

    async def take_first_tab(self) -> None:
        """Use the blank tab that the browser opened at startup for the first page."""
        tabs = await self.tabs()
        self._spare = tabs[0].id if tabs and tabs[0].url == "about:blank" else None

    async def close(self) -> None:
        """Close the browser if we launched it, otherwise only our own tabs. Idempotent."""
        if self._closing is None:
            # Close in a separate task, so that the browser is closed even if the caller is
            # cancelled.
            self._closing = asyncio.ensure_future(self._close())
        await asyncio.shield(self._closing)

    async def _close(self) -> None:
        is_requested = False
        if self.process is None:
            mine = [p for tab_id, p in self._pages.items() if tab_id in self._opened]
            for page in () if self.connection.closed else mine:
                await quietly(page.close())
        elif not self.connection.closed:
            with contextlib.suppress(ViewmarkError):
                await self.connection.browser.send("Browser.close", timeout=_QUIT_PATIENCE)
                is_requested = True
        for page in self._pages.values():
            await page.stop()
        await self.connection.close()
        if self.process is not None:
            await self.process.stop(requested=is_requested)
        await self.confinement.close()
        self.downloads.close()

    async def start(self) -> None:
        """Apply the download folder and the navigation restrictions from now on."""
        await self.downloads.start()
        await self.confinement.put_up(self.connection)

    async def __aenter__(self) -> ChromeBrowser:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


class _Closable(Protocol):
    async def close(self) -> None: ...


B = TypeVar("B", bound=_Closable)


class Launcher(Generic[B]):
    """`async with launch() as browser:`, or `browser = await launch()` and `browser.close()`."""

    def __init__(self, open_: Callable[[], Coroutine[Any, Any, B]]) -> None:
        self._open = open_
        self._browser: B | None = None

    def __await__(self) -> Generator[Any, None, B]:
        return self._open().__await__()

    async def __aenter__(self) -> B:
        self._browser = await self._open()
        return self._browser

    async def __aexit__(self, *_: object) -> None:
        if self._browser is not None:
            await self._browser.close()


@dataclass(frozen=True, slots=True, kw_only=True)
class LaunchOptions:
    """Options for launching a browser; `viewmark.launch` describes them."""

    headless: bool = True
    executable: str | None = None
    viewport: tuple[int, int] | None = (1280, 720)
    device_scale_factor: float | None = None
    profile: str | None = None
    proxy: str | None = None
    sandbox: bool | None = None
    args: Sequence[str] = ()
    preferences: Mapping[str, Any] | None = None
    output_dir: str | Path | None = None
    debugging_port: int | None = None
    timeout: float = LAUNCH_TIMEOUT


@dataclass(frozen=True, slots=True, kw_only=True)
class _RuledOptions(LaunchOptions):
    rules: Rules | None = None


@function_takes(_RuledOptions)
def launch(options: _RuledOptions) -> Launcher[ChromeBrowser]:
    """Launch Chrome or Chromium, restricted by `rules`; other options as for `viewmark.launch`."""
    viewport = options.viewport
    if viewport is not None and not all(1 <= side <= 10_000 for side in viewport):
        raise InvalidOption(f"viewport must be 1 to 10000 CSS px a side, not {viewport}.")
    if options.device_scale_factor is not None:
        SCALE_FACTORS.check("device_scale_factor", options.device_scale_factor)
    if options.debugging_port is not None:
        PORTS.check("debugging_port", options.debugging_port)
    confinement = Confinement(options.rules)
    confinement.check_proxy(options.proxy)

    async def open_() -> ChromeBrowser:
        program = options.executable or find_executable()
        async with contextlib.AsyncExitStack() as unless_ready:
            unless_ready.push_async_callback(confinement.close)
            chosen = flags(
                headless=options.headless,
                sandbox=options.sandbox,
                window=viewport,
                extra=[*options.args, *proxy_flags(options.proxy), *await confinement.start()],
            )
            settings = {**(options.preferences or {}), **confinement.preferences}
            process, connection = await ChromeProcess.start(
                [program, *chosen],
                profile=None if options.profile is None else str(profile_folder(options.profile)),
                preferences=settings or None,
                debugging_port=options.debugging_port,
                timeout=options.timeout,
            )
            browser = ChromeBrowser(
                connection,
                process=process,
                viewport=viewport,
                device_scale_factor=options.device_scale_factor,
                headed=not options.headless,
                output_dir=options.output_dir,
                confinement=confinement,
            )
            unless_ready.push_async_callback(browser.close)
            await browser.start()
            await browser.take_first_tab()
            unless_ready.pop_all()
        return browser

    return Launcher(open_)


def attach(
    url: str,
    *,
    timeout: float = DEFAULT_TIMEOUT,
    headers: Mapping[str, str] | None = None,
    output_dir: str | Path | None = None,
    rules: Rules | None = None,
) -> Launcher[ChromeBrowser]:
    """Attach to a running browser; options and errors as for `viewmark.attach`."""
    check_headers(headers or {})

    async def open_() -> ChromeBrowser:
        endpoint = await resolve(url, timeout=timeout, headers=headers)
        connection = await connect(endpoint.websocket, timeout=timeout, headers=headers)
        browser = ChromeBrowser(
            connection,
            first_tab=endpoint.tab_id,
            output_dir=output_dir,
            confinement=Confinement(rules),
        )
        async with contextlib.AsyncExitStack() as unless_ready:
            unless_ready.push_async_callback(browser.close)
            wanted = endpoint.tab_id
            if wanted is not None and all(tab.id != wanted for tab in await browser.tabs()):
                raise TabNotFound(f"There is no tab {wanted!r} in that browser.")
            await browser.start()
            unless_ready.pop_all()
        return browser

    return Launcher(open_)
