"""Signs that are only drawn: which word they get, and that other drawings get none."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import pytest

from viewmark.browser.discovery.discover import discover

LINE = "<svg viewBox='0 0 24 24' width=20 height=20 fill=none stroke=black stroke-width={1} {2}>{0}</svg>"
FILLED = "<svg viewBox='0 0 24 24' width=20 height=20 {1}>{0}</svg>"
DOWN = "<polyline points='6 9 12 15 18 9'/>"
DOTS = "".join(f"<circle cx={x} cy=12 r=1.7 />" for x in (5, 12, 19))
GRIP = "".join(f"<circle cx={x} cy={y} r=1.3 />" for x in (9, 15) for y in (5, 12, 19))


def line(shapes: str, width: float = 2, more: str = "") -> str:
    return LINE.format(shapes, width, more)


def filled(shapes: str, more: str = "") -> str:
    return FILLED.format(shapes, more)


SIGNS = [
    ("cross", line("<path d='M18 6 6 18M6 6l12 12'/>")),
    ("cross", line("<path d='M18 6 6 18M6 6l12 12'/>", 1)),
    ("cross", filled("<path d='M5 7 7 5l5 5 5-5 2 2-5 5 5 5-2 2-5-5-5 5-2-2 5-5z'/>")),
    ("plus", line("<path d='M12 5v14M5 12h14'/>")),
    ("plus", filled("<path d='M10.5 4h3v6.5H20v3h-6.5V20h-3v-6.5H4v-3h6.5z'/>")),
    ("minus", line("<path d='M5 12h14'/>")),
    ("menu", line("<path d='M3 6h18M3 12h18M3 18h18'/>")),
    ("ellipsis", filled(DOTS)),
    ("ellipsis", filled(DOTS, "style='transform:rotate(90deg)'")),
    ("drag", filled(GRIP)),
    ("check", line("<path d='M20 6 9 17l-5-5'/>")),
    ("search", line("<circle cx=11 cy=11 r=8 /><path d='m21 21-4.35-4.35'/>")),
    ("chevron down", line(DOWN)),
    ("chevron up", line(DOWN, 2, "style='transform:rotate(180deg)'")),
    ("chevron right", line(DOWN, 2, "transform='rotate(-90)'")),
    ("chevron left", line(f"<g transform='rotate(90 12 12)'>{DOWN}</g>")),
    ("chevrons right", line("<path d='m13 17 5-5-5-5M6 17l5-5-5-5'/>")),
    ("arrow left", line("<path d='M19 12H5M12 19l-7-7 7-7'/>")),
    ("arrow up", line("<path d='M12 19V5M5 12l7-7 7 7'/>")),
    ("caret down", filled("<path d='M6 9h12l-6 6z'/>")),
    ("cross", filled("<path fill=none d='M0 0h24v24H0z'/><path d='M5 7 7 5l5 5 5-5 2 2-5 5 5 5-2 2-5-5-5 5-2-2 5-5z'/>")),
]  # fmt: skip
OTHERS = [
    ("a bin", line("<path d='M3 6h18M8 6V4h8v2M6 6l1 15h10l1-15M10 11v6M14 11v6'/>")),
    ("a pencil", line("<path d='M17 3l4 4L8 20l-5 1 1-5z'/>")),
    ("a house", filled("<path d='M3 11 12 3l9 8v10h-6v-6H9v6H3z'/>")),
    ("a heart", filled("<path d='M12 21 3 12a5 5 0 0 1 9-6 5 5 0 0 1 9 6z'/>")),
    ("a star", filled("<path d='M12 2l3 7 7 .5-5.500 4.500 2 7.500-6.500-4-6.500 4 2-7.500L2 9.500 9 9z'/>")),
    ("a bolt", filled("<path d='M13 2 4 14h6l-1 8 9-12h-6z'/>")),
    ("a circle with a tick", filled("<path fill-rule=evenodd d='M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20zm-1 14 6-7-1.500-1.500-4.500 5-2-2L7.500 12z'/>")),
    ("a letter", line("<path d='M4 20 12 4l8 16M7 14h10'/>")),
    ("lines of unequal length", line("<path d='M3 6h18M3 12h11M3 18h6'/>")),
    ("a cross that is not painted", line("<path d='M18 6 6 18M6 6l12 12'/>", 2, "style='opacity:1' visibility=hidden")),
    ("a line of a million dashes", line("<path d='M18 6 6 18M6 6l12 12' stroke-dasharray='0.00001'/>")),
    ("a shape without a size", line("<g transform='scale(0)'><path d='M18 6 6 18'/></g><g transform='scale(1e-30)'><path d='M5 12h14'/></g>")),
    ("numbers that are none", line("<path d='M1e38 1e38 L-1e38 NaN'/><path d='M18 6 6 18' transform='matrix(1e30 0 0 1e30 0 0)'/>")),
    ("words", filled("<text x=4 y=18>x</text>")),
]  # fmt: skip


@pytest.mark.parametrize(
    ("word", "drawing"), SIGNS, ids=[f"{case[0]} {i}" for i, case in enumerate(SIGNS)]
)
async def test_a_plain_sign_is_called_by_what_is_drawn(page_of, word, drawing) -> None:
    page = await page_of(f"<!doctype html><button>{drawing}</button>")
    (found,) = (await discover(page)).elements
    assert (found.name, found.label_hint) == ("", word)


@pytest.mark.parametrize("drawing", [case[1] for case in OTHERS], ids=[case[0] for case in OTHERS])
async def test_other_drawings_get_no_word(page_of, drawing) -> None:
    page = await page_of(
        f"<!doctype html><button style='width:40px;height:40px'>{drawing}</button>"
    )
    (found,) = (await discover(page)).elements
    assert found.label_hint == ""


async def test_what_is_said_elsewhere_goes_before_what_is_drawn(page_of) -> None:
    cross = line("<path d='M18 6 6 18M6 6l12 12'/>")
    page = await page_of(
        f"<!doctype html><button title='Close'>{cross}</button><button class='clear-btn'>{cross}</button>"
        f"<button id=open-search>{cross}</button><button>{cross} Leave</button>"
    )
    found = (await discover(page)).elements
    assert [one.name or one.label_hint for one in found] == [
        "Close",
        "clear",
        "open search",
        "Leave",
    ]


async def test_a_page_full_of_drawings_is_asked_for_few(page_of) -> None:
    """Sixteen different drawings are asked in one look; the same drawing counts once."""
    cross = "<path d='M18 6 6 18M6 6l12 12'/>"
    drawings = [line(cross, 1 + n / 20) for n in range(18)] + [line(cross, 1.0)] * 4
    page = await page_of("<!doctype html>" + "".join(f"<button>{one}</button>" for one in drawings))
    found = (await discover(page)).elements
    assert [each.label_hint for each in found] == ["cross"] * 16 + [""] * 2 + ["cross"] * 4
