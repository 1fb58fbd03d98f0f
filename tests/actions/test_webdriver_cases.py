"""Cases from WebDriver's test suites: mouse events in each document, removing chosen files."""

# ruff: noqa: E501 - a page per line reads better than one that is broken anywhere

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from action_case import show
from own_world import ask
from webserver import LocalSite

from viewmark.errors import ViewmarkError
from viewmark.page.target import at


async def test_the_mouse_comes_to_every_document(page: Any, site: LocalSite) -> None:
    whole = "<div id=t style='position:fixed;inset:0' onmousemove=n++ onmousedown='n += 10'></div>"
    for number in range(2):
        await show(page, site, f"{whole}{number}")
        await page.mouse_move(at(40, 40, css=True))
        assert await ask(page.browser_page, "n") > 0
    await page.mouse_move(at(40, 40, css=True))
    await show(page, site, whole)
    await page.mouse_down()
    await page.mouse_up()
    assert await ask(page.browser_page, "n") > 10  # the move came before the press


FILE = "<input id=t type=file multiple oninput='n += 1' onchange='n += 10'><label id=l for=t>File</label>"


@pytest.mark.parametrize("how", ["upload", "clear", "fill", "fill list", "by label"])
async def test_chosen_files_are_taken_back(
    how: str, page: Any, site: LocalSite, tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text("a")
    page.upload_folders = [tmp_path]
    await show(page, site, FILE)
    back = {
        "upload": lambda: page.upload("#t", []),
        "clear": lambda: page.fill("#t", ""),
        "fill": lambda: page.fill("#t", ""),
        "fill list": lambda: page.fill("#t", []),
        "by label": lambda: page.upload("#l", []),
    }[how]
    await back()
    assert await ask(page.browser_page, "n") == 0  # there was no file, so nothing changed
    await page.upload("#t", "a.txt")
    assert await ask(page.browser_page, "[t.files.length, n]") == [1, 11]
    done = await back()
    assert done.report == {"files": []}
    assert await ask(page.browser_page, "[t.files.length, n]") == [0, 22]


async def test_files_are_not_taken_back_from_what_has_none(page: Any, site: LocalSite) -> None:
    for html in ("<button id=t onclick=n++>b</button>", "<input id=t type=file disabled>"):
        await show(page, site, html)
        with pytest.raises(ViewmarkError):
            await page.upload("#t", [])
        assert await ask(page.browser_page, "n") == 0
