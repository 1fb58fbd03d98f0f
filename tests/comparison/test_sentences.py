"""A sentence has at most 90 characters for any page content; the report page as a screenshot."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from page_over import PageOf
from test_compare import made

import viewmark
from viewmark import cli
from viewmark.comparison.checkpoint import Checkpoint, Entry
from viewmark.comparison.report import html_report
from viewmark.comparison.saved import load_checkpoint, save_checkpoint
from viewmark.elements.model import Element
from viewmark.elements.style import ElementStyle

GOLDEN = Path(__file__).parents[1] / "golden" / "report.png"
WORDS = st.one_of(
    st.text(max_size=6),
    st.text(alphabet='ab "\n→…€𝒳é', max_size=200),
    st.sampled_from(["", "x" * 300, "Order 17 sent", "Order 18 sent"]),
)
COLORS = st.sampled_from(["", "rgb(0, 0, 0)", "rgba(9, 9, 9, 0.5)", "color(display-p3 1 0.5 0.25)"])
STYLES = st.fixed_dictionaries(
    {
        "color": COLORS,
        "layers": st.lists(COLORS, max_size=3),
        "font": st.lists(WORDS, min_size=4, max_size=4),
        "border": WORDS,
        "shadow": WORDS,
        "opacity": st.sampled_from(["1", "0.5"]),
        "image": WORDS,
        "words": WORDS,
        "cover": st.fixed_dictionaries({"role": WORDS, "name": WORDS}),
    }
)
ELEMENTS = st.lists(
    st.tuples(
        st.sampled_from(["button", "p", "input", "li", "a"]),
        st.sampled_from(["button", "paragraph", "textbox", "", "a role of its own " * 3]),
        WORDS,
        WORDS,
        st.integers(0, 60),
        st.booleans(),
        STYLES,
        st.dictionaries(st.sampled_from(["checked", "value", "href", "expanded"]), WORDS),
    ),
    max_size=7,
)


def _checkpoint(rows: list[Any]) -> Checkpoint:
    entries = []
    for n, (tag, role, name, words, place, is_seen, style, state) in enumerate(rows):
        box = [place, 30 * n + place, place + 90, 30 * n + 20 + place]
        found = {"id": n + 1, "tag": tag, "bounds": box, "share": 1 if is_seen else 0.3}
        about = {"role": role, "name": name, "text": words, "hint": "clickable", "state": state}
        path = f"body[1]/div[{1 + place % 3}]/{tag}[{n + 1}]"
        element = Element.from_wire(found, about | {"path": path, "occluded": not is_seen})
        if element is not None:
            entries.append(Entry(element=element, style=ElementStyle.from_wire(style)))
    return replace(made(0), entries=tuple(entries), total_found=len(entries))


@settings(max_examples=150, deadline=None)
@given(ELEMENTS, ELEMENTS)
def test_every_sentence_is_short(before: list[Any], after: list[Any]) -> None:
    found = viewmark.compare(_checkpoint(before), _checkpoint(after))
    for change in found.changes:
        assert 0 < len(change.sentence) <= 90, change.sentence
    assert viewmark.compare(_checkpoint(before), _checkpoint(before)).is_same


async def test_the_report_page_looks_as_it_did(page_of: PageOf, tmp_path: Path) -> None:
    shop = """<title>Shop</title><style>body { font: 16px sans-serif; margin: 24px }
button { padding: 6px 14px } li { margin: 6px }</style>
<h1>Kettles</h1><p id=price>12.40</p><ul><li>Red<li>Green<li>Blue</ul>
<button id=save>Save</button> <a href=/help>Help</a>"""
    page = viewmark.Page(await page_of(shop))
    await page.set_viewport(width=640, height=400)
    before = await page.checkpoint()
    await page.evaluate(
        "price.textContent = '12.90'; save.style.background = 'gold'; "
        "document.querySelector('a').remove(); document.querySelector('h1').style.color = 'green';0"
    )
    looks = [replace(each, url="https://a.example/") for each in (before, await page.checkpoint())]
    comparison = viewmark.compare(*looks)
    report = viewmark.Page(await page_of(html_report(comparison)))
    await report.set_viewport(width=1000, height=1100)
    if os.environ.get("VIEWMARK_GOLDEN") == "write":
        await report.checkpoint(GOLDEN)
    found = await report.compare(GOLDEN)
    assert found.is_same, found.lines()


def test_diff_ends_with_an_error_where_a_file_cannot_be_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = GOLDEN.read_bytes()
    cut = tmp_path / "cut.png"
    cut.write_bytes(raw[: len(raw) // 2])
    assert 2 <= cli.main(["diff", str(GOLDEN), str(cut)]) <= 10
    assert "cut.png" in capsys.readouterr().err
    other, taken = tmp_path / "other.png", load_checkpoint(GOLDEN)
    with monkeypatch.context() as patched:
        patched.setattr("viewmark.comparison.saved.VERSION", 99)
        save_checkpoint(taken, other)
    assert 2 <= cli.main(["diff", str(GOLDEN), str(other)]) <= 10
    assert "format version 99" in capsys.readouterr().err
