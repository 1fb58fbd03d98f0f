"""The blocking face: the same job without `await`, also where a loop runs already."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from viewmark import library, sync
from viewmark.errors import ConnectionFailed, NavigationFailed

if TYPE_CHECKING:
    from pathlib import Path


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
    assert threading.active_count() == before


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


@pytest.mark.parametrize("name", ["Page", "Browser"])
def test_it_has_the_names_of_the_other_face(name: str) -> None:
    of_async_only = {"context", "browser_page", "chrome", "draw"}
    theirs, ours = ({n for n in dir(getattr(m, name)) if n[0] != "_"} for m in (library, sync))
    assert theirs - of_async_only == ours


async def test_it_works_where_a_loop_runs_already() -> None:
    with sync.launch() as browser:  # as a notebook cell does
        assert len(browser.page("data:text/html,<button>Go").observe()) == 1


def test_a_closed_port_leaves_no_thread_behind() -> None:
    before = threading.active_count()
    with pytest.raises(ConnectionFailed):
        sync.attach("http://127.0.0.1:9")
    assert threading.active_count() == before
