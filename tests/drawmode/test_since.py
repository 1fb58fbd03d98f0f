"""The loop with a user: the agent fixes the marked element, and pictures show before and after."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageChops

from viewmark.drawmode.controller import DrawMode
from viewmark.drawmode.detail import annotation_detail, annotation_report
from viewmark.drawmode.read import read_annotations
from viewmark.drawmode.since import compare_mark
from viewmark.errors import ElementNotFound, NotComparable
from viewmark.imaging import from_base64


def opened(base64: str) -> Image.Image:
    return Image.open(BytesIO(from_base64(base64))).convert("RGB")


async def drawn(d: Any, mode: DrawMode, *marks: tuple[str, str]) -> Any:
    await d.start()
    for selector, words in marks:
        await d.hand.mark(selector, words)
    await d.hand.key("Escape")
    return (await read_annotations(mode, wait=True)).annotations


async def test_what_an_agent_fixed_is_shown_before_and_now(dispatcher: Any, mode: DrawMode) -> None:
    d = await dispatcher()
    button, head = await drawn(d, mode, ("#submit-btn", "make it green"), ("h1", "fine"))
    await d.run("document.querySelector('#submit-btn').style.background = 'rgb(0, 160, 80)'")
    facts, pictures = await annotation_detail(mode, button.correlation_id)
    assert any("background" in each and "Submit order" in each for each in facts["changed"])
    before, now = (opened(each.base64) for each in pictures)
    assert before.size == now.size
    assert ImageChops.difference(before, now).getbbox() is not None
    assert now.getpixel((now.width // 2, now.height // 3)) != before.getpixel(
        (before.width // 2, before.height // 3)
    )
    # The mark beside it did not change, so only the drawing shows it.
    facts, pictures = await annotation_detail(mode, head.correlation_id)
    assert facts["changed"] == []
    assert len(pictures) == 1
    report = await annotation_report(mode)
    assert "Changed since it was drawn:" in report
    assert report.count("![Mark 1 before]") == report.count("![Mark 1 now]") == 1


async def test_what_was_taken_away_is_told_with_the_error(dispatcher: Any, mode: DrawMode) -> None:
    d = await dispatcher()
    (mark,) = await drawn(d, mode, ("#submit-btn", "away with it"))
    await d.run("document.querySelector('#submit-btn').remove()")
    with pytest.raises(ElementNotFound) as caught:
        await annotation_detail(mode, mark.correlation_id)
    assert any("gone" in each for each in caught.value.data["changed"])
    since = await compare_mark(mode, mode.store.session(), mark)
    assert since.before is not None
    assert since.after is not None


async def test_a_drawing_that_goes_on_has_nothing_to_compare_with(
    dispatcher: Any, mode: DrawMode
) -> None:
    d = await dispatcher()
    await d.start()
    await d.hand.mark("h1", "words")
    (mark,) = (await read_annotations(mode)).annotations
    with pytest.raises(NotComparable):
        await compare_mark(mode, mode.store.session(), mark)
    facts, _ = await annotation_detail(mode, mark.correlation_id)
    assert "changed" not in facts
