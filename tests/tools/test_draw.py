"""Draw mode end to end: a hand draws in a real page, the agent reads."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio
from hand import Hand

from viewmark.tools.annotations import read_annotations
from viewmark.tools.context import PageContext
from viewmark.tools.draw import DrawMode

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

FORM = """
<style>body { font: 16px sans-serif; margin: 20px } button { padding: 8px 16px }</style>
<h1>Checkout</h1>
<form onsubmit="return false">
  <label>Mail <input id=mail type=email></label>
  <input id=pw type=password value=hunter2 aria-label=Password>
  <button id=submit-btn class="btn primary">Submit order</button>
</form>
<p id=far style="margin-top:1200px">Far down</p>
"""


@pytest_asyncio.fixture(loop_scope="session")
async def mode(tmp_path: Any) -> AsyncIterator[DrawMode]:
    made = DrawMode(folder=tmp_path)
    yield made
    await made.close()


async def test_a_rectangle_with_words_arrives_with_the_element_that_can_be_clicked(
    mode: DrawMode, page_of: Any, bounded: Any
) -> None:
    page = await page_of(FORM)
    context = PageContext(page)
    started = await mode.start(context, prompt="What should change?")
    assert (started.status, started.annotation_count) == ("pending", 0)
    assert started.correlation_id.startswith("dm_")
    hand = Hand(page)
    await hand.mark("#submit-btn", "this button should be darker")
    await hand.key("Escape")
    seen = await bounded(read_annotations(mode, wait=True))
    assert (seen.status, seen.count) == ("success", 1)
    mark = seen.annotations[0]
    assert mark.text == "this button should be darker"
    assert mark.element_summary == "button.btn.primary 'Submit order'"
    first = mark.elements[0]
    assert (first.tag, first.role, first.name) == ("button", "button", "Submit order")
    assert first.coverage == pytest.approx(1.0)
    assert first.ref is not None
    found = context.registry.resolve(first.ref)
    assert found.element.identity.id == "submit-btn"
    left, top, right, bottom = await hand.box("#submit-btn")
    assert mark.rect.as_tuple() == pytest.approx(
        (left - 4, top - 4, right - left + 8, bottom - top + 8)
    )
    assert len(seen.pictures) == 1
    assert base64.b64decode(seen.pictures[0].data).startswith(b"\xff\xd8")
    assert seen.screenshot_path is not None
