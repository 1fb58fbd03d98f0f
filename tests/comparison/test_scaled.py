"""A zoomed page or part of a page: one sentence, without the changes that result from it."""

from __future__ import annotations

import pytest
from page_over import PageOf

import viewmark

PAGE = (
    "<style>html{font-size:16px}body{margin:8px;font-family:sans-serif}h1{font-size:2rem}"
    "p{font-size:.875rem}button{font-size:1rem;padding:.5rem 1rem}small{font-size:.75rem}</style>"
    "<h1>Shop</h1><p id=n>Words to read</p><button>Buy</button> <button>Sell</button>"
    "<p>More <small>tiny</small> text</p><div id=part><h2>Part</h2><p>Of the whole</p>"
    "<button>Do</button></div><small>Foot</small><p>Third</p><p>Fourth</p><p>Fifth</p>"
)


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("document.body.style.zoom = 1.1", "text 110 % of before: "),
        ("document.documentElement.style.zoom = 1.25", "text 125 % of before: "),
        ("document.body.style.zoom = .8", "text 80 % of before: "),
        ("document.documentElement.style.fontSize = '20px'", "text 125 % of before: "),
    ],
)
async def test_a_zoomed_page_is_one_sentence(page_of: PageOf, script: str, told: str) -> None:
    page = viewmark.Page(await page_of(PAGE))
    before = await page.checkpoint()
    await page.evaluate(f"{{ {script} }}; 0")
    found = viewmark.compare(before, await page.checkpoint())
    assert [each.kind for each in found.changes] == ["font"], found.lines()
    assert found.changes[0].sentence.startswith(told), found.lines()
    assert found.changes[0].count > 8
    # Changes that are not caused by the zoom are reported.
    await page.evaluate("n.textContent = 'Other words'; n.nextElementSibling.remove(); 0")
    found = viewmark.compare(before, await page.checkpoint())
    assert sorted(each.kind for each in found.changes) == ["font", "gone", "text"], found.lines()


async def test_a_zoomed_part_is_one_sentence_and_one_of_what_it_pushed(
    page_of: PageOf,
) -> None:
    page = viewmark.Page(await page_of(PAGE))
    before = await page.checkpoint()
    await page.evaluate("part.style.zoom = 1.5; 0")
    found = viewmark.compare(before, await page.checkpoint())
    assert [each.kind for each in found.changes] == ["font", "place"], found.lines()
    assert found.changes[0].sentence == 'text 150 % of before: heading "Part" and 2 more'


async def test_texts_of_another_size_each_are_told_each(page_of: PageOf) -> None:
    page = viewmark.Page(await page_of(PAGE))
    before = await page.checkpoint()
    await page.evaluate(
        "[...document.querySelectorAll('p, button')].slice(0, 4)"
        ".forEach((each, n) => { each.style.fontSize = `${18 + 4 * n}px` }); 0"
    )
    found = viewmark.compare(before, await page.checkpoint())
    assert not any("of before" in each.sentence for each in found.changes), found.lines()
    assert sum(each.kind == "font" for each in found.changes) > 2, found.lines()
