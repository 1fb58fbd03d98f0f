"""The pytest plugin: the fixture `viewmark`, and marked screenshots of pages if a test fails.

    def test_the_shop(viewmark):
        page = viewmark.page("http://localhost:3000")
        page.click("text=Buy")
        assert "Thank you" in page.text().text

For each tab, a failed test leaves an HTML page and a screenshot in the folder of
`--viewmark-output`. The test report contains their paths and the elements; pytest-html also shows
the screenshots.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Generator, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import viewmark as library
from viewmark.api.page import Page as AsyncPage
from viewmark.comparison.report import html_report, write_text
from viewmark.comparison.saved import save_checkpoint
from viewmark.page.observation import Observation
from viewmark.page.observation_text import observation_text

# Marker `viewmark_budget`; pytest finds hooks by their names in this module.
from viewmark.sync import Browser, Page

_KEY = pytest.StashKey["Pages"]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of the plugin."""
    group = parser.getgroup("viewmark", "pages in a browser, with pictures of failures")
    group.addoption(
        "--viewmark-output",
        metavar="DIR",
        default="viewmark-failures",
        help="folder for pictures of failed tests (default: viewmark-failures)",
    )
    group.addoption(
        "--viewmark-baseline",
        metavar="DIR",
        default="viewmark-baseline",
        help="folder with the checkpoints of assert_same_look (default: viewmark-baseline)",
    )
    group.addoption(
        "--viewmark-accept", action="store_true", help="save pages as they are as that baseline"
    )
    group.addoption("--viewmark-headed", action="store_true", help="show the browser's window")
    group.addoption(
        "--viewmark-attach",
        metavar="URL",
        help="use the browser at this address, for example http://127.0.0.1:9222",
    )


class Pages:
    """The pages of one test; pages that the test opened are closed afterwards."""

    def __init__(self, request: pytest.FixtureRequest) -> None:
        self._request = request
        self._opened: list[Page] = []
        self._watched: list[tuple[AsyncPage, asyncio.AbstractEventLoop]] = []

    @property
    def browser(self) -> Browser:
        """The browser of the test run, started on first use."""
        browser: Browser = self._request.getfixturevalue("viewmark_browser")
        return browser

    def page(self, url: str | None = None) -> Page:
        """Open a new tab and load `url`.

        Raises:
            BrowserNotFound, BrowserFailed, NavigationFailed: as for `viewmark.sync`.
        """
        page = self.browser.page(url)
        self._opened.append(page)
        return page

    def wrap(self, page: Any) -> Page:
        """Return a page of another library's blocking API, such as Playwright's fixture `page`.

        Raises:
            InvalidOption: the page cannot be wrapped; see `viewmark.sync.wrap`.
        """
        wrapped = library.sync.wrap(page)
        self._opened.append(wrapped)
        return wrapped

    def watch(self, page: AsyncPage) -> AsyncPage:
        """Include a page of viewmark's async API in the screenshots of a failed test.

        Call this where the page's event loop runs: in the test, or in one of its fixtures.
        """
        self._watched.append((page, asyncio.get_running_loop()))
        return page

    def observers(self) -> Iterator[Callable[[], Observation]]:
        """Yield functions that observe the pages that still exist."""
        for page in self._opened:
            if not page.closed:
                yield partial(_observe, page)
        for watched, loop in self._watched:
            if not (watched.closed or loop.is_closed() or loop.is_running()):
                yield partial(_observe_in, loop, watched)

    def close(self) -> None:
        """Close the pages that the test opened."""
        for page in self._opened:
            if not page.closed:
                page.close()


def _observe(page: Page) -> Observation:
    return page.observe(annotate=True)


def _observe_in(loop: asyncio.AbstractEventLoop, page: AsyncPage) -> Observation:
    return loop.run_until_complete(page.observe(annotate=True))


@pytest.fixture(scope="session")
def viewmark_browser(pytestconfig: pytest.Config) -> Iterator[Browser]:
    """The browser of the test run."""
    address = pytestconfig.getoption("--viewmark-attach")
    headed = pytestconfig.getoption("--viewmark-headed")
    browser = library.sync.attach(address) if address else library.sync.launch(headless=not headed)
    with browser:
        yield browser


@pytest.fixture
def viewmark(request: pytest.FixtureRequest) -> Iterator[Pages]:
    """Pages for this test; if it fails, marked screenshots of them are saved."""
    pages = request.node.stash[_KEY] = Pages(request)
    yield pages
    pages.close()


@pytest.fixture
def assert_same_look(request: pytest.FixtureRequest) -> Callable[..., None]:
    """Return `assert_same_look(page)`, which compares a page with its baseline.

    The options are those of `page.compare`. With `--viewmark-accept`, the current page is saved as
    the new baseline.
    """
    config = request.config
    folder = config.rootpath / config.getoption("--viewmark-baseline")
    stem = re.sub(r"[^\w.-]+", "-", request.node.nodeid).strip("-")[-150:]

    def same(page: Page, name: str = "page", **ignored: Any) -> None:
        __tracebackhide__ = True
        file = folder / f"{stem}-{name}.png"
        if config.getoption("--viewmark-accept"):
            file.parent.mkdir(parents=True, exist_ok=True)
            save_checkpoint(page.checkpoint(), file)
            return
        if not file.exists():
            pytest.fail(f"{file} is not there yet: run once with --viewmark-accept", pytrace=False)
        found = page.compare(file, **ignored)
        if not found.is_same:
            report = config.rootpath / config.getoption("--viewmark-output") / f"{stem}-{name}.html"
            report.parent.mkdir(parents=True, exist_ok=True)
            write_text(report, html_report(found, title=request.node.nodeid))
            pytest.fail(f"{found.summary}\n{found.lines()}\nreport: {report}", pytrace=False)

    return same


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add screenshots to the report of a failed test."""
    report = yield
    pages = item.stash.get(_KEY, None)
    if pages is not None and report.when == "call" and report.failed:
        _add_pictures(item, report, pages)
    return report


def _add_pictures(item: pytest.Item, report: pytest.TestReport, pages: Pages) -> None:
    folder = Path(item.config.getoption("--viewmark-output"))
    if not folder.is_absolute():
        folder = item.config.rootpath / folder
    name = re.sub(r"[^\w.-]+", "-", item.nodeid).strip("-")[-150:]
    lines: list[str] = []
    for number, observe in enumerate(pages.observers(), 1):
        try:
            seen = observe()
            folder.mkdir(parents=True, exist_ok=True)
            picture = seen.save(folder / f"{name}-{number}.jpg")
            shown = seen.to_html(folder / f"{name}-{number}.html")
            lines += [f"{shown}", observation_text(seen, frame_id=False)]
            _add_to_html_report(item, report, picture.name, seen)
        # an error while taking a screenshot must not hide why the test failed
        except Exception as error:
            lines.append(f"No picture of page {number}: {error}")
    if lines:
        report.sections.append(("viewmark: the pages when the test failed", "\n".join(lines)))


def _add_to_html_report(
    item: pytest.Item, report: pytest.TestReport, name: str, seen: Observation
) -> None:
    plugin = item.config.pluginmanager.getplugin("html")
    extras = getattr(plugin, "extras", None)
    if extras is None:
        return
    shown = extras.jpg(seen.base64 or "", name=name)
    # `extras` is not an attribute of pytest's own report class.
    vars(report)["extras"] = [*getattr(report, "extras", []), shown]
