"""Images in the model's size: scaled once, and every point maps back to the page."""

from __future__ import annotations

from typing import Any

import pytest
from made_looks import look
from page_over import PageOf

import viewmark
from viewmark import imaging
from viewmark.errors import InvalidCoordinates, InvalidOption, UnknownModel
from viewmark.geometry import Point
from viewmark.page.target import at
from viewmark.vision import describe, families, prepare, tokens


@pytest.mark.parametrize("family", [each.family for each in families()])
@pytest.mark.parametrize("size", [(1280, 720), (3840, 2160), (1179, 2556), (301, 4000)])
def test_the_picture_has_the_size_that_the_rules_say(family: str, size: tuple[int, int]) -> None:
    seen = look(*size)
    sent = prepare(seen, family)
    assert (sent.width, sent.height) == describe(family).fitted(size)
    assert imaging.probe(sent.base64)[1:] == (sent.width, sent.height)
    assert sent.factor == sent.width / size[0]
    assert sent.tokens == tokens(sent, family) == tokens((sent.width, sent.height), family)
    if sent.factor == 1:
        assert sent.base64 == seen.base64, "not encoded again"


def test_points_lead_back_to_the_look_and_the_page() -> None:
    seen = look(3000, 1500, scale=2.0)
    sent = prepare(seen, "claude-haiku-4-5")
    assert sent.width == 1568
    there = sent.point(sent.width / 2, sent.height / 4)
    assert there == at(1500.0, 375.0, picture="f1")
    assert sent.to_page(sent.width / 2, sent.height / 4) == Point(750.0, 187.5)
    assert sent.point(sent.width, sent.height).x < 3000, "the far edge is inside"
    assert seen.to_page(3000, 0) == Point(1500, 0)


def test_gemini_counts_in_thousandths() -> None:
    sent = prepare(look(1600, 800), "gemini-3.8-flash")
    assert sent.point(500, 250) == at(800.0, 200.0, picture="f1")
    with pytest.raises(InvalidCoordinates, match="0 to 1000"):
        sent.point(1200, 3)


@pytest.mark.parametrize("point", [(-1, 0), (0, 361), (float("nan"), 1), ("3", 1), (True, 1)])
def test_points_outside_are_refused(point: Any) -> None:
    for where in (prepare(look(), "claude"), look()):
        with pytest.raises(InvalidCoordinates, match="must be 0 to"):
            where.to_page(*point)


def test_a_picture_is_needed_and_a_known_model() -> None:
    with pytest.raises(InvalidOption, match="no picture"):
        prepare(look(picture=False), "claude")
    with pytest.raises(InvalidOption, match="no picture"):
        tokens(look(picture=False), "claude")
    with pytest.raises(InvalidOption, match="no picture"):
        look(picture=False).to_page(1, 1)
    with pytest.raises(UnknownModel):
        prepare(look(), "parrot")


def test_base64_stays_within_what_is_asked() -> None:
    seen = look(1600, 900, format="png")
    sent = prepare(seen, "claude", max_base64=2000)
    assert len(sent.base64) <= 2000 < len(seen.base64 or "")
    assert sent.factor == sent.width / 1600


async def test_a_point_of_the_smaller_picture_hits_the_element(
    page_of: PageOf,
) -> None:
    raw = await page_of(
        """<style>body{margin:0}</style><button style="position:absolute;left:1700px;top:900px;
        width:40px;height:24px" onclick="document.title='hit'">x</button>"""
    )
    await raw.session.send(
        "Emulation.setDeviceMetricsOverride",
        {"width": 1920, "height": 1080, "deviceScaleFactor": 1, "mobile": False},
    )
    page = viewmark.Page(raw)
    seen = await page.observe(annotate=True)
    for model, point in (("claude-haiku-4-5", None), ("gemini-3.8-flash", (896, 844))):
        await raw.call(None, "function () { document.title = ''; }")
        sent = prepare(seen, model)
        x, y = point or (1720 * sent.factor, 912 * sent.factor)
        assert sent.to_page(x, y).x == pytest.approx(1720, abs=2)
        await page.click(sent.point(x, y))
        assert (await raw.facts()).title == "hit", model
