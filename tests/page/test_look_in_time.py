"""An observation that exceeds its time limit returns what it has: only marks, or only an image."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from page_over import PageOf

import viewmark
from viewmark.browser.capture import under_way
from viewmark.errors import CommandTimeout, InvalidOption, ScreenshotFailed

BUTTONS = "<button>Save</button> <input aria-label=Name>"


@pytest.fixture
def no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the browser never reply to a capture command."""

    async def take(*_: object) -> Any:
        await asyncio.sleep(0)
        raise CommandTimeout("The browser did not answer within 10 s.")

    monkeypatch.setattr(under_way, "take", take)


async def test_marks_come_without_the_picture_that_was_not_drawn_in_time(
    page_of: PageOf, no_pictures: None, tmp_path: Any
) -> None:
    page = viewmark.Page(await page_of(BUTTONS))
    seen = await page.observe(annotate=True)
    assert [each.element.name for each in seen] == ["Save", "Name"]
    assert seen.base64 is None
    assert isinstance(seen.picture_error, ScreenshotFailed)
    said = "There is no picture: The browser delivered no picture within 10 s."
    assert seen.incomplete[0].startswith(said)
    assert said in seen.lines()
    assert said in seen.to_json()["incomplete"][0]
    with pytest.raises(ScreenshotFailed, match="delivered no picture"):
        seen.save(tmp_path / "look.jpg")
    clicked = await page.click(1)
    assert clicked.hit is not None
    with pytest.raises(InvalidOption, match="has no picture"):
        (await page.observe()).save(tmp_path / "look.jpg")


async def test_a_picture_comes_without_the_marks_that_were_not_told_in_time(
    page_of: PageOf,
) -> None:
    target = await page_of(BUTTONS + "<p>words" * 20_000)
    page = viewmark.Page(target)
    known = await page.observe()
    patience, target.session.timeout = target.session.timeout, 0.001
    try:
        seen = await page.observe(annotate=True)
    finally:
        target.session.timeout = patience
    assert (len(seen), seen.total_found) == (0, 0)
    assert seen.image is not None
    assert seen.incomplete[0].startswith("There are no marks: ")
    # Elements that were not searched for are not reported as gone.
    assert seen.gone == ()
    again = await page.observe()
    assert [each.ref for each in again] == [each.ref for each in known]


async def test_marks_of_an_area_come_without_a_picture_of_it(
    page_of: PageOf, no_pictures: None
) -> None:
    page = viewmark.Page(await page_of(BUTTONS + "<p style='height:2000px'>"))
    for area in ({"area": "page"}, {"area": (0, 0, 300, 200)}, {"area": "button"}):
        seen = await page.observe(annotate=True, **area)
        assert [each.element.name for each in seen][:1] == ["Save"], area
        assert seen.base64 is None
        assert isinstance(seen.picture_error, ScreenshotFailed)
        assert seen.incomplete[0].startswith("There is no picture: "), area


async def test_a_picture_of_the_whole_page_ends_where_the_browser_drew_no_more(
    page_of: PageOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, real = [True], under_way.take

    async def take(*args: Any) -> Any:
        if first.pop() if first else False:
            return await real(*args)
        raise CommandTimeout("The browser did not answer within 10 s.")

    monkeypatch.setattr(under_way, "take", take)
    target = await page_of(BUTTONS + "<p style='height:2000px'></p><button>Below</button>")
    seen = await viewmark.Page(target).observe(annotate=True, area="page")
    assert [each.element.name for each in seen] == ["Save", "Name"]
    assert seen.image_info is not None
    assert seen.image_info.height <= 720
    said = [each for each in seen.incomplete if each.startswith("The picture and its marks end")]
    assert len(said) == 1
