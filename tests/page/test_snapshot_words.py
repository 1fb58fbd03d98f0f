"""Every visible word of a page is in its outline exactly once, in page order.

The reference is the browser's own `innerText`. All words are unique, so each one is checked.
"""

from __future__ import annotations

import random
import re

import pytest
from case_files import rows_of
from long_forms import short_of
from page_over import PageOf

from viewmark import Page

WORD = re.compile(r"w\d+q")
INLINE = ("b", "i", "span", "em", "code", "small", "mark", "sup", "bdi", "u", "abbr", "cite")
STYLES = ("", "display:inline-block", "display:flex", "display:grid", "display:contents")
STYLES += ("position:relative", "direction:rtl", "text-transform:uppercase", "white-space:pre")
HIDING = ("display:none", "visibility:hidden")


def page_of_words(seed: int) -> str:
    """Return a page of nested elements with unique words, which depends on the seed only."""
    draw = random.Random(seed)
    count = 0

    def words() -> str:
        nonlocal count
        count += 1
        gap = draw.choice((" ", "\n", ""))
        return f"{gap}w{count}q{draw.choice((' ', '', ' '))}"

    def style() -> str:
        chosen = draw.choice((*STYLES, *HIDING, "", "", ""))
        return f' style="{chosen}"' if chosen else ""

    def line(depth: int, most: int = 9) -> str:
        kind = draw.randint(0, most)
        if depth <= 0 or kind < 3:
            return words()
        if kind < 6:
            tag = draw.choice(INLINE)
            return f"<{tag}{style()}>{line(depth - 1)}{line(depth - 1)}</{tag}>"
        if kind == 6:
            return f"<a href='#'>{line(0)}<i>{words()}</i></a>"
        if kind == 7:
            return f"<button>{line(0)}</button>"
        if kind == 8:
            return f"{words()}<br>{line(depth - 1)}"
        return f"<label>{words()}<input><i>{words()}</i></label>"

    def block(depth: int) -> str:
        kind = draw.randint(0, 14)
        if depth <= 0 or kind < 3:
            return f"<p{style()}>{line(3)}{line(2)}</p>"
        if kind < 5:
            tag = draw.choice(("div", "section", "article", "main", "blockquote"))
            return f"<{tag}{style()}>{line(1)}{block(depth - 1)}{line(1)}{block(depth - 1)}</{tag}>"
        if kind == 5:
            tag = draw.choice(("ul", "ol"))
            rest = block(depth - 1) if draw.random() < 0.5 else ""
            return f"<{tag}><li>{line(2)}<li>{line(1)}{rest}</{tag}>"
        if kind == 6:
            return f"<dl><dt>{line(1)}<dd>{line(2)}<dd>{block(depth - 1)}</dl>"
        if kind == 7:
            cells = f"<tr><td>{line(2)}<td>{line(1)}<tr><td colspan=2>{block(depth - 1)}"
            return (
                f"<table><caption>{words()}</caption><tr><th>{line(1)}<th>{line(0)}{cells}</table>"
            )
        if kind == 8:
            return f"<h2>{line(2)}</h2>"
        if kind == 9:
            return f"<pre>{words()}\n  {words()}\n{line(1)}</pre>"
        if kind == 10:
            is_open = draw.choice((" open", ""))
            return f"<details{is_open}><summary>{line(1, 5)}</summary>{block(depth - 1)}</details>"
        if kind == 11:
            return f"<a href='#'><h3>{words()}</h3><p>{line(1, 5)}</p></a>"
        if kind == 12:
            return (
                f"<div role=button tabindex=0>{words()}<p>{words()}</p><ul><li>{words()}</ul></div>"
            )
        if kind == 13:
            return f"<figure>{block(0)}<figcaption>{line(2)}</figcaption></figure>"
        return f"<fieldset><legend>{line(1, 5)}</legend>{block(depth - 1)}</fieldset>"

    return "".join(block(2) for _ in range(draw.randint(1, 3)))


async def words_of(page: Page, html: str) -> tuple[list[str], list[str], str]:
    """Return the words shown by the browser, the words of the outline, and the outline."""
    shown = await page.browser_page.call(
        None,
        "function (html) { document.body.innerHTML = html; return document.body.innerText; }",
        html,
    )
    told = (await page.snapshot(characters=100_000)).lines()
    return WORD.findall(str(shown).lower()), WORD.findall(told.lower()), told


@pytest.mark.parametrize("hundred", short_of(range(5), 0))
async def test_every_visible_word_is_told_once_and_in_its_place(
    page_of: PageOf, hundred: int
) -> None:
    page = Page(await page_of("<!doctype html><body></body>"))
    for seed in range(hundred * 100, hundred * 100 + 100):
        html = page_of_words(seed)
        shown, told, text = await words_of(page, html)
        assert told == shown, f"seed {seed}: {html}\n{text}"


@pytest.mark.parametrize(("html", "lines"), [(html, lines) for html, *lines in rows_of(__file__)])
async def test_an_outline_has_the_lines(page_of: PageOf, html: str, lines: list[str]) -> None:
    page = Page(await page_of(f"<!doctype html><body>{html}"))
    told = (await page.snapshot()).lines()
    # The second control on a page may have a longer ref.
    told = re.sub(r"(@[ab])\.[0-9a-f]+", r"\1", told)
    told = re.sub(r"-> \S*#x", "-> #x", told)
    assert told.split("\n") == lines
