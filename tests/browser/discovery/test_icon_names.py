"""Drawings of known icon sets: a button without a word is called what the set calls its drawing."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import pytest
from script_files import load_script

from viewmark.browser.discovery.discover import discover
from viewmark.elements.icon_names import name_icon

PAUSE = "M14,19H18V5H14M6,19H10V5H6V19Z"
CARD = "<rect x=1 y=4 width=22 height=16 rx=2 ry=2 /><line x1=1 y1=10 x2=23 y2=10 />"
LINES = "M3.75 9h16.5m-16.5 6.75h16.5"
ARROW = "<svg viewBox='0 0 24 24' width=7 height=7 fill=none stroke=black style='position:absolute'><path d='M6 9l6 6 6-6'/></svg>"


def draw(shapes: str, more: str = "width=20 height=20") -> str:
    return f"<button><svg viewBox='0 0 24 24' fill=none stroke=black {more}>{shapes}</svg></button>"


NAMED = [
    ("pause", draw(f"<path d='{PAUSE}'/>")),
    ("pause", draw("<path d='M14 19 H18 V5 H14 M6 19 H10 V5 H6 V19 Z'/>")),
    ("pause", draw(f"<path d='M0 0h24v24H0z' fill=none /><path d='{PAUSE}'/>")),
    ("pause", draw(f"<rect width=24 height=24 fill=none /><g><path d='{PAUSE}'/></g>")),
    ("pause", draw(f"<defs><path d='M1 2h3'/></defs><path d='{PAUSE}'/>")),
    ("credit card", draw(CARD)),
    ("menu", draw(f"<path d='{LINES}'/>")),
    ("pause", f"<button style='position:relative'><svg viewBox='0 0 24 24' width=20 height=20><path d='{PAUSE}'/></svg>{ARROW}</button>"),
]  # fmt: skip
UNNAMED = [
    ("another drawing", draw("<path d='M14,19H18V5H14M6,19H10V5H6V18Z'/>")),
    ("two drawings alike in size", draw(f"<path d='{PAUSE}'/>").replace("</button>", "<svg viewBox='0 0 24 24' width=20 height=20><path d='M3 3h4v9'/></svg></button>")),
    ("more shapes than an icon has", draw("".join(f"<path d='M{n} 2v9l3 4'/>" for n in range(40)))),
    ("a shape of a million numbers", draw(f"<path d='M1 2{' 0000.5' * 200_000}'/><path d='{PAUSE}'/>")),
    ("thousands of shapes that are only the edge", draw("<path d='M0 0h24v24H0z'/>" * 5_000 + f"<path d='{PAUSE}'/>")),
    ("a drawing that is not painted", draw(f"<path d='{PAUSE}'/>", "style='display:none'")),
]  # fmt: skip


@pytest.mark.parametrize(("word", "markup"), NAMED)
async def test_a_drawing_of_an_icon_set_has_its_name(page_of, word: str, markup: str) -> None:
    page = await page_of(f"<!doctype html><style>button{{width:40px;height:40px}}</style>{markup}")
    (found,) = (await discover(page)).elements
    assert found.label_hint == word
    assert found.name == ""


@pytest.mark.parametrize(("what", "markup"), UNNAMED)
async def test_any_other_drawing_has_none(page_of, what: str, markup: str) -> None:
    page = await page_of(f"<!doctype html><style>button{{width:40px;height:40px}}</style>{markup}")
    (found,) = (await discover(page)).elements
    assert found.label_hint == "", what


async def test_a_name_comes_before_what_is_drawn(page_of) -> None:
    markup = draw(f"<path d='{PAUSE}'/>").replace("<button", "<button aria-label='Wait'")
    page = await page_of(f"<!doctype html>{markup}")
    (found,) = (await discover(page)).elements
    assert (found.name, found.label_hint) == ("Wait", "")


@pytest.mark.parametrize("text", ["", "zz", "g" * 10, "0" * 9, "0" * 11, None, 7, ["0" * 10]])
def test_what_is_no_fingerprint_has_no_name(text: object) -> None:
    assert name_icon(text) == ""


def test_the_script_writes_drawings_as_the_page_does() -> None:
    maker = load_script("make_icon_names")
    svg = f"<svg viewBox='0 0 24 24'><path d='M0 0h24v24H0z'/><g><path d='{PAUSE}'/></g></svg>"
    assert name_icon(maker.fingerprint(maker.write_geometry(svg)).hex()) == "pause"


@pytest.mark.parametrize(
    ("stem", "name"),
    [
        ("trash-can-outline", "trash can"),
        ("cog-6-tooth", "settings"),
        ("more_vert", "ellipsis"),
        ("number-2", "number 2"),
        ("trash-2", "trash"),
        ("x-mark", "cross"),
        ("ArrowLeft", "arrow left"),
        ("ic_fluent_delete_20_regular", "delete"),
    ],
)
def test_names_say_what_is_drawn_and_not_how(stem: str, name: str) -> None:
    assert load_script("make_icon_names").clean_name(stem) == name
