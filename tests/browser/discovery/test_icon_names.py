"""Drawings of known icon sets: a button without a word is called what the set calls its drawing."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import pytest
from script_files import load_script

from viewmark.browser.discovery.discover import discover
from viewmark.elements.icon_names import name_icon

PAUSE = "M14,19H18V5H14M6,19H10V5H6V19Z"


def draw(shapes: str, more: str = "width=20 height=20") -> str:
    return f"<button><svg viewBox='0 0 24 24' fill=none stroke=black {more}>{shapes}</svg></button>"


UNNAMED = [
    ("another drawing", draw("<path d='M14,19H18V5H14M6,19H10V5H6V18Z'/>")),
    ("two drawings alike in size", draw(f"<path d='{PAUSE}'/>").replace("</button>", "<svg viewBox='0 0 24 24' width=20 height=20><path d='M3 3h4v9'/></svg></button>")),
    ("more shapes than an icon has", draw("".join(f"<path d='M{n} 2v9l3 4'/>" for n in range(40)))),
    ("a shape of a million numbers", draw(f"<path d='M1 2{' 0000.5' * 200_000}'/><path d='{PAUSE}'/>")),
    ("thousands of shapes that are only the edge", draw("<path d='M0 0h24v24H0z'/>" * 5_000 + f"<path d='{PAUSE}'/>")),
    ("a drawing that is not painted", draw(f"<path d='{PAUSE}'/>", "style='display:none'")),
]  # fmt: skip


@pytest.mark.parametrize(("what", "markup"), UNNAMED)
async def test_any_other_drawing_has_none(page_of, what: str, markup: str) -> None:
    page = await page_of(f"<!doctype html><style>button{{width:40px;height:40px}}</style>{markup}")
    (found,) = (await discover(page)).elements
    assert found.label_hint == "", what


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
