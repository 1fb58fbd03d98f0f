"""Dialogs are reported, awaited, answered and recorded."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from own_world import ask
from page_over import PageOf

from viewmark import Page
from viewmark.errors import InvalidOption, WaitTimeout

ASKING = """<button id=p onclick="window.got = prompt('Name?', 'Ann')">p</button>
<button id=c onclick="window.got = confirm('Sure?')">c</button>"""


@pytest.mark.parametrize(
    ("accept", "text", "got"), [(True, "Bo", "Bo"), (True, None, "Ann"), (False, None, None)]
)
async def test_a_prompt_gets_the_text_its_own_default_or_a_refusal(
    page_of: PageOf, accept: bool, text: str | None, got: str | None
) -> None:
    page = Page(await page_of(ASKING))
    await page.click("#p")
    assert page.dialog is not None
    assert (page.dialog.kind, page.dialog.message) == ("prompt", "Name?")
    answered = await page.answer_dialog(accept, text)
    assert answered.default_text == "Ann"
    assert page.dialog is None
    assert await ask(page.browser_page, "window.got") == got
    assert page.steps[-1].what == ("accept_dialog" if accept else "dismiss_dialog")


async def test_one_waits_for_a_dialog_that_opens_later(
    page_of: PageOf, bounded: Callable[..., Any]
) -> None:
    page = Page(await page_of(ASKING))
    waiting = asyncio.ensure_future(page.wait_for_dialog())
    await page.click("#c")
    dialog = await bounded(waiting)
    assert (dialog.kind, dialog.message) == ("confirm", "Sure?")
    assert await page.wait_for_dialog() == dialog  # returns the dialog that is already open
    with pytest.raises(InvalidOption, match="takes no text"):
        await page.answer_dialog(True, "x")
    await page.answer_dialog()
    assert await ask(page.browser_page, "window.got") is True


async def test_without_a_dialog_there_is_nothing_to_answer(page_of: PageOf) -> None:
    page = Page(await page_of(ASKING))
    with pytest.raises(InvalidOption, match="No dialog is open"):
        await page.answer_dialog()
    with pytest.raises(WaitTimeout):
        await page.wait_for_dialog(timeout=0.05)
