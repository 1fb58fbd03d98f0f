"""The blocking API: the same tasks without `await`, also while an event loop is running."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from fakes import FakeSession
from playwright.sync_api import sync_playwright

import viewmark
from viewmark import sync
from viewmark.browser.launch.executable import find_executable
from viewmark.errors import ConnectionFailed, InvalidOption, NavigationFailed
from viewmark.sync.worker import Worker


def test_a_script_observes_and_acts(tmp_path: Path) -> None:
    before = threading.active_count()
    with sync.launch() as browser:
        page = browser.page("data:text/html,<title>T</title><input id=a><button id=b>Go</button>")
        seen = page.observe(annotate=True)
        assert seen.save(tmp_path / "x.jpg").stat().st_size > 1000
        assert page.type("@a", "hello").to_json()["length"] == 5
        assert str(page.click(seen["@b"].label).hit) == "button 'Go'"
        assert len(browser.tabs()) >= 1
        with pytest.raises(NavigationFailed):
            page.goto("http://127.0.0.1:1/")
    browser.close()
    assert threading.active_count() <= before  # threads of earlier tests may end meanwhile


def test_a_script_goes_places_and_takes_its_refs_along(tmp_path: Path) -> None:
    with sync.launch() as browser:
        page = browser.page("data:text/html,<title>One</title><button id=b>Go</button>")
        page.observe()
        page.save_refs(tmp_path / "refs.json")
        assert page.screenshot().image_info.width == 1280
        page.goto("data:text/html,<title>Two</title><p>Second")
        assert page.wait_for(text="second").title == "Two"
        assert page.back().title == "One"
        assert page.forward().title == page.reload().title == "Two"
        assert page.dom().to_json()
        page.load_refs(tmp_path / "refs.json")
        page.close()
        assert page.closed
        assert not browser.closed
    assert browser.closed


@pytest.mark.parametrize("name", ["Page", "Browser", "DrawingSession"])
def test_it_has_the_names_of_the_other_face(name: str) -> None:
    of_async_only = {"browser_page"}
    theirs, ours = ({n for n in dir(getattr(m, name)) if n[0] != "_"} for m in (viewmark, sync))
    assert theirs - of_async_only == ours
    members = {n: getattr(getattr(sync, name), n) for n in ours}
    assert all(getattr(m, "fget", m).__name__ == n for n, m in members.items())


async def test_it_works_where_a_loop_runs_already_and_in_threads_with_loops_of_their_own() -> None:
    with sync.launch() as browser:  # as in a notebook cell
        page = browser.page("data:text/html,<button>Go")
        assert len(page.observe()) == 1
        assert page in browser.pages()

        async def with_a_loop() -> int:
            return len(page.observe())

        assert await asyncio.to_thread(lambda: len(page.observe())) == 1
        assert await asyncio.to_thread(asyncio.run, with_a_loop()) == 1
        drawing = page.draw(prompt="Look")
        assert drawing.correlation_id
        drawing.close()


def test_what_comes_one_by_one_is_waited_for_one_by_one() -> None:
    async def numbers() -> AsyncIterator[int]:
        for number in range(3):
            yield number

    worker = Worker()
    assert list(worker.each(numbers())) == [0, 1, 2]
    worker.stop()
    worker.stop()


def with_playwright() -> None:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=find_executable(), args=["--no-sandbox"]
        )
        try:
            theirs = chromium.new_page()
            theirs.set_content("<title>One</title><button onclick='document.title=2'>Go</button>")
            page = sync.wrap(theirs.context.new_cdp_session(theirs))
            seen = page.observe(annotate=True)
            assert seen[1].name == "Go"
            assert seen.image is not None
            assert str(page.click(1).hit) == "button 'Go'"
            assert theirs.title() == "2"
            went = page.goto("data:text/html,<title>Two</title><input id=a>")
            assert went.title == "Two" == theirs.title()
            page.observe()
            page.type("@a", "hello")
            assert theirs.input_value("#a") == "hello"
            with ThreadPoolExecutor(1) as other, pytest.raises(InvalidOption, match="thread"):
                other.submit(page.observe).result()
        finally:
            chromium.close()


def test_it_wraps_a_session_of_playwrights_blocking_api() -> None:
    # In a separate process: Playwright's sync API does not start after a loop ran, and leaves one.
    script = "import test_sync; test_sync.with_playwright()"
    here = Path(__file__).parent
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=here,
        env={**os.environ, "PYTHONPATH": str(here.parent)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


def test_an_async_session_is_refused_with_the_face_that_takes_it() -> None:
    with pytest.raises(InvalidOption, match=r"viewmark\.wrap"):
        sync.wrap(FakeSession())  # type: ignore[arg-type]


def test_a_closed_port_leaves_no_thread_behind() -> None:
    before = threading.active_count()
    with pytest.raises(ConnectionFailed):
        sync.attach("http://127.0.0.1:9")
    assert threading.active_count() == before
