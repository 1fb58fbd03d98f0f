"""Fixtures of all tests: one Chromium and one web server per worker, and pages in them.

    async def test_it_says_hello(page_of):
        page = await page_of("<h1>Hello</h1>")

Waits are bounded (`bounded`, `eventually`); no test sleeps; a skipped test counts as a failure.
"""

from __future__ import annotations

import asyncio
import atexit
import functools
import os
import signal
import socket
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import headless_shell
import pytest
import pytest_asyncio
import reused_browser
from hypothesis import settings
from reused_tab import IN_PLACE, NEEDS_REALM, ReusedTab, close_in_time
from webserver import LocalSite

import viewmark
from viewmark.browser.launch.browser import ChromeBrowser, launch
from viewmark.browser.page_target import PageTarget
from viewmark.page.context import PageContext

pytest_plugins = ("cpu_budget",)

# A deadline per example would depend on the machine's load; the first example compiles patterns.
settings.register_profile("viewmark", deadline=None)
settings.load_profile("viewmark")

# The tests draw by CDP input and need no window; tests of windows request one.
os.environ["VIEWMARK_DRAW_WINDOW"] = "never"
# Actions return at once, except in tests of the wait for a page to come to rest (`settles`).
PageContext.settles = False

# A shell that runs the tests in the background makes them and all their children ignore interrupts.
# Programs that a test ends by an interrupt would keep running.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

PATIENCE = 30.0
"""Seconds after which a wait counts as hung; far above what a loaded machine needs."""


START = 2.0
"""Seconds of CPU that the start of a browser may take on a loaded machine."""
SAME_FILE_GOES_ON = pytest.StashKey[bool]()
HERE = Path(__file__).parent

SLOWEST = (
    "cli/test_each_call_through_each_face.py",
    "mcp/test_log_in_shapes.py",
    "page/test_pdf.py",
    "page/test_round_trip.py",
    "secret_fields/test_secret_table.py",
    "actions/test_action_cases.py",
    "mcp/test_server.py",
    "cli/test_cli.py",
    "browser/test_refs_mutations.py",
    "mcp/test_tasks.py",
    "secret_fields/test_secret_pictures.py",
    "batch/test_batch_run.py",
    "survival/test_survival.py",
    "arena/test_arena.py",
    "browser/discovery/test_tables.py",
    "reliability/test_growth.py",
    "slo/test_slo_run.py",
)
"""Files to run first if several run in parallel, because a long one at the end would run alone."""


def _place(path: str) -> int:
    return next((n for n, name in enumerate(SLOWEST) if path.endswith(name)), len(SLOWEST))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if hasattr(config, "workerinput"):  # a worker of xdist
        items.sort(key=lambda item: _place(item.path.as_posix()))
    for item in items:
        if {"chromium", "page_of", "own_browser"} & set(getattr(item, "fixturenames", ())):
            item.add_marker("browser")


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Record whether the next test is in the same file, and so may use the same tab."""
    item.stash[SAME_FILE_GOES_ON] = nextitem is not None and nextitem.path == item.path


SHELL = headless_shell.find()
reused_browser.lend_browsers()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Set which browser the test starts."""
    if SHELL is not None:
        os.environ.pop("VIEWMARK_BROWSER", None)
        if headless_shell.is_for(item):
            os.environ["VIEWMARK_BROWSER"] = str(_shell_program(SHELL))
    reused_browser.is_on = headless_shell.is_for(item) and not item.get_closest_marker(
        "own_process"
    )


@functools.cache
def _shell_program(shell: str) -> Path:
    folder = tempfile.TemporaryDirectory(prefix="viewmark-tests-")
    atexit.register(folder.cleanup)
    return headless_shell.as_program(shell, Path(folder.name))


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport() -> Iterator[None]:
    outcome: Any = yield
    report = outcome.get_result()
    if report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"


async def _bounded(awaitable: Awaitable[Any], within: float = PATIENCE) -> Any:
    return await asyncio.wait_for(awaitable, within)


async def _eventually(
    condition: Callable[[], object], what: str = "the condition", within: float = PATIENCE
) -> None:
    loop = asyncio.get_running_loop()
    end = loop.time() + within
    while not condition():
        assert loop.time() < end, f"{what} did not come true within {within} s"
        await asyncio.sleep(0.005)


@pytest.fixture
def settles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make actions wait until the page is at rest, as they do by default outside of tests."""
    monkeypatch.setattr(PageContext, "settles", True)


@pytest.fixture
def bounded() -> Callable[..., Awaitable[Any]]:
    """Awaits a result; fails if it takes too long."""
    return _bounded


@pytest.fixture
def eventually() -> Callable[..., Awaitable[None]]:
    """Waits, bounded, until a condition without an event is true."""
    return _eventually


@pytest.fixture
def closed_port() -> int:
    """A local port on which nothing listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="session")
def web() -> Iterator[LocalSite]:
    """The web server of the worker."""
    server = LocalSite()
    yield server
    server.close()


@pytest.fixture
def site(web: LocalSite) -> Iterator[LocalSite]:
    """The web server, empty at the start of the test."""
    web.clear()
    yield web
    web.clear()


def _shell_for(item: pytest.Item) -> str | None:
    return SHELL if headless_shell.is_for(item) else None


class Browsers:
    """The browsers of a worker, each started when a test first needs it."""

    def __init__(self) -> None:
        self._started: dict[str | None, tuple[ChromeBrowser, ReusedTab]] = {}

    async def start(self, executable: str | None) -> tuple[ChromeBrowser, ReusedTab]:
        """Return a browser with a port, for tests that also attach to it, and its reused tab."""
        there = self._started.get(executable)
        if there is None or there[0].closed:  # a page may have crashed its browser
            if there is not None:
                await there[0].close()
            arguments = headless_shell.ARGUMENTS if executable else ()
            browser = await launch(executable=executable, args=arguments, debugging_port=0)
            self._started[executable] = browser, ReusedTab(browser)
            import cpu_budget  # a plug-in, which pytest loads first

            cpu_budget.forgive(START)
        return self._started[executable]

    async def close(self) -> None:
        for browser, _ in self._started.values():
            await browser.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browsers() -> AsyncIterator[Browsers]:
    """All browsers that tests share."""
    known = Browsers()
    yield known
    await known.close()


@pytest_asyncio.fixture(loop_scope="session")
async def chromium(request: pytest.FixtureRequest, browsers: Browsers) -> ChromeBrowser:
    """The shared browser: the one that viewmark finds, or its shell (see `headless_shell`)."""
    return (await browsers.start(_shell_for(request.node)))[0]


@pytest_asyncio.fixture(loop_scope="session")
async def page(chromium: ChromeBrowser) -> AsyncIterator[viewmark.Page]:
    """A new tab, in which a test can show several pages in turn."""
    target = await chromium.page()
    yield viewmark.Page(target)
    if not target.closed:
        await target.close()


@pytest_asyncio.fixture(loop_scope="session")
async def page_of(
    request: pytest.FixtureRequest, browsers: Browsers, site: LocalSite
) -> AsyncIterator[Callable[..., Awaitable[PageTarget]]]:
    """Opens a tab with the given HTML; options: headers, host, path, new.

    The first page of a test reuses the tab of the previous test, in a renderer that has compiled
    the page scripts (`reused_tab.py`). Further pages, and those with `new=True`, get new tabs.
    """
    opened: list[PageTarget] = []
    reused: list[PageTarget] = []
    in_place = request.path.parent.relative_to(HERE).as_posix() in IN_PLACE
    browser, reused_tab = await browsers.start(_shell_for(request.node))

    async def open_page(
        html: str,
        *,
        headers: dict[str, str] | None = None,
        host: str = "127.0.0.1",
        path: str | None = None,
        new: bool = False,
    ) -> PageTarget:
        path = path or f"/page{len(opened) + len(reused)}.html"
        body = html if "<!doctype" in html.lower() else f"<!doctype html>\n{html}"
        site.put(path, body, headers=headers)
        url = site.url(path, host=host)
        if new or reused:
            opened.append(await browser.page(url))
            return opened[-1]
        writable = in_place and headers is None and not NEEDS_REALM.search(html)
        reused.append(await reused_tab.open(url, body if writable else None))
        return reused[0]

    yield open_page
    for page in opened:
        await close_in_time(page)
    for page in reused:
        await reused_tab.leave(page, site, keep=request.node.stash[SAME_FILE_GOES_ON])


@pytest_asyncio.fixture(loop_scope="session")
async def own_browser() -> AsyncIterator[Callable[..., Awaitable[ChromeBrowser]]]:
    """Starts further browsers, for tests that kill or stop them; options as `launch`."""
    started: list[ChromeBrowser] = []

    async def start(**options: Any) -> ChromeBrowser:
        browser = await launch(**options)
        started.append(browser)
        return browser

    yield start
    for browser in started:
        await browser.close()
