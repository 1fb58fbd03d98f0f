"""Items of a list under one listener at their box, without a hand or a role: split where they say what they are."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import pytest

from viewmark.browser.discovery.discover import discover
from viewmark.elements.line import element_line
from viewmark.elements.twins import wheres

LISTEN = "<script>document.getElementById('list').addEventListener('click', (e) => e.target.closest('.x'))</script>"
STYLE = "<style>#list { width: 300px } #list > * { display: block; padding: 4px } #list.flexed { display: flex } .active, .current { background: #cde } .hovered:hover { background: #eee }</style>"


def _list(inner: str, attributes: str = "class=nav-group") -> str:
    return f"<!doctype html>{STYLE}<div id=list {attributes}>{inner}</div>{LISTEN}"


def _all(kind: str, tag: str = "span", words: str = "Inbox Drafts Sent") -> str:
    return "".join(f"<{tag} class='{kind}' id={word}>{word}</{tag}>" for word in words.split())


ALL = ["Inbox", "Drafts", "Sent"]
BIG = "<style>#Inbox { font-size: 20px }</style>"
STAYS = [
    ("plain paragraphs", _list(_all("", "p"))),
    ("paragraphs that are called items", _list(_all("menu-item", "p"))),
    ("two lines of one thing", _list("<div>Ann Berg</div><div>ann@example.org</div>", "")),
    ("what is read, with a label and a value", _list(_all("info-item", "div"), "class=info")),
    ("a card with a title, words and a price", _list("<div class=card-title>Tea</div><div class=card-text>Green</div><div class=card-price>3.20</div>", "class=card")),
    ("links of words in a card", _list(_all("card-link"), "class=product-card")),
    ("items in letters of several sizes", BIG + _list(_all("nav-item"))),
    ("items that do not stand in line", _list(_all("nav-item") + "<style>#Drafts { margin: 0 40px }</style>")),
    ("items far higher than a row", _list(_all("nav-item") + "<style>#list > * { height: 90px }</style>")),
    ("rows of a grid of a kit", _list(_all("row", "div"))),
    ("a word of a state that paints nothing", _list("<div>Ann</div><div class=selected>Berg</div>", "")),
    ("two lines of which one is painted as a state", _list("<div>Ann</div><div class=active>online</div>", "")),
    ("an item of a list by its role", _list(_all("nav-item"), "role=listitem")),
    ("a word of a state for all", _list(_all("active", "div"), "")),
    ("lines of code", _list("<div>let a</div><div class=active>a = 1</div><div>a + 1</div>", "style='white-space:pre'")),
    ("things with places of their own", _list(_all("map-item", "div") + "<style>#list > * { position: absolute }</style><br>Map", "style='height:80px'")),
    ("one item", _list(_all("nav-item", words="Inbox") + "Words")),
    ("few items among much else", _list(_all("nav-item", words="Inbox Drafts") + "<p>a</p><p>b</p><p>c</p>")),
    ("what shows the hand as a whole", _list(_all("nav-item"), "style='cursor:pointer'")),
    ("an item itself", _list(_all("nav-item"), "class=nav-item")),
    ("a button", _list(_all("nav-item"), "").replace("<div id=list", "<div role=button tabindex=0 id=list")),
]  # fmt: skip


async def _ids(page_of, html: str) -> list[str]:
    return [one.identity.id for one in (await discover(await page_of(html))).elements]


@pytest.mark.parametrize("html", [case[1] for case in STAYS], ids=[c[0] for c in STAYS])
async def test_what_is_no_list_of_items_stays_one_thing(page_of, html) -> None:
    assert await _ids(page_of, html) == ["list"]


async def test_items_that_are_links_or_buttons_keep_their_marks_alone(page_of) -> None:
    links = "".join(f"<div class=nav-item><a href=#x id={word}>{word}</a></div>" for word in ALL)
    assert await _ids(page_of, _list(links)) == ALL
    buttons = "".join(f"<button class=nav-item id={word}>{word}</button>" for word in ALL)
    assert await _ids(page_of, _list(buttons)) == ALL


@pytest.mark.parametrize("chosen", [0, 1, 2])
@pytest.mark.parametrize("tag", ["a", "span"])
async def test_the_chosen_item_says_so_whatever_its_tag(page_of, chosen, tag) -> None:
    items = "".join(
        f"<{tag} class='nav-item active'>{word}</{tag}>" if at == chosen else _all("nav-item", words=word)
        for at, word in enumerate(ALL)
    )  # fmt: skip
    found = (await discover(await page_of(_list(f"<h5>Boxes</h5>{items}")))).elements
    lines = [
        element_line(one, where=where) for one, where in zip(found, wheres(found), strict=True)
    ]
    said = [f'generic "{word}"' + " selected" * (at == chosen) for at, word in enumerate(ALL)]
    assert lines == said
