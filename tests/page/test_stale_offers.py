"""Errors for stale targets suggest elements with the same text, with their refs."""

from __future__ import annotations

from typing import Any

import pytest
from page_over import PageOf

from viewmark import Page
from viewmark.errors import ActIncomplete, ElementNotFound, InvalidSelector, RefAmbiguous, RefStale
from viewmark.page import by_words, resolve
from viewmark.page.line_grammar import LineTarget

CARDS = """<section id=board><h3>Todo</h3><div onclick="log.push('old')">Fix pump</div>
<div onclick="log.push('old')">Paint fence</div></section><script>window.log = [];</script>"""
ROLES = {
    "words": "<ul><li>Fix pump</li><li>Paint fence</li></ul>",
    "link": "<a href='#x'>Fix pump now</a><a href='#y'>Paint fence</a>",
    "field": "<label><input type=checkbox>Fix pump</label>",
    "below": "<div style='height:3000px'></div><p>Fix pump</p>",
}


@pytest.mark.parametrize("kind", ROLES)
async def test_what_says_the_same_is_offered_whatever_it_is(page_of: PageOf, kind: str) -> None:
    page = Page(await page_of(CARDS))
    ref = (await page.observe()).annotations[0].ref
    await page.evaluate("(html) => { board.innerHTML = '<h3>Todo</h3>' + html; }", ROLES[kind])
    for _ in range(2):  # a suggested ref does not replace the stale ref, which stays gone
        with pytest.raises(RefStale) as caught:
            await page.click(ref)
    offers = caught.value.data["candidates"]
    assert offers
    assert "Fix pump" in offers[0]["name"]
    assert offers[0]["ref"] != ref
    done = await page.click(offers[0]["ref"])
    assert done.hit is not None
    assert (await page.evaluate("log")).value == []


async def test_where_nothing_says_the_same_nothing_is_offered(page_of: PageOf) -> None:
    page = Page(await page_of(CARDS))
    ref = (await page.observe()).annotations[0].ref
    await page.evaluate("board.innerHTML = '<p>All done</p>'")
    with pytest.raises(RefStale) as caught:
        await page.click(ref)
    assert caught.value.data["candidates"] == []


ROWS = """<h1>Orders</h1><input type=search aria-label=Search><button>Save &amp; close</button>
<button aria-label=Close>x</button><ul><li>Order 1 <button onclick="log.push(1)">Ship</button>
<li>Order 2 <button onclick="log.push(2)">Ship</button></ul>
<iframe srcdoc="<button onclick='parent.log.push(3)'>Pay now</button>"></iframe>
<script>window.log = [];</script>"""


async def test_words_are_no_target_and_the_refs_of_what_has_them_are_offered(
    page_of: PageOf,
) -> None:
    page = Page(await page_of(ROWS))
    for words, names in (
        ("Search", ["Search"]),
        ("close", ["Close"]),
        ("Save & close", ["Save & close"]),
        ("pay", ["Pay now"]),
        ("Ship", ["Ship", "Ship"]),
        ('a:contains("Save")', ["Save & close"]),
        ('button "Ship"', ["Ship", "Ship"]),
    ):
        with pytest.raises((ElementNotFound, InvalidSelector)) as caught:
            await page.click(words)
        offers = caught.value.data["candidates"]
        assert [each["name"] for each in offers] == names, words
        assert all(each["ref"] in caught.value.hint for each in offers)
    assert (await page.evaluate("log")).value == []
    places = [each["place"] for each in offers]
    assert places == ['in "Order 1"', 'in "Order 2"']
    assert all(place in caught.value.hint for place in places)
    await page.click(offers[1]["ref"])
    assert (await page.evaluate("log")).value == [2]


async def test_offers_out_of_a_table_say_their_row_and_how_many_more_there_are(
    page_of: PageOf,
) -> None:
    rows = "".join(
        f"<tr><td>Order {n}</td><td><button onclick='log.push({n})'>Edit</button></td></tr>"
        for n in range(1, 41)
    )
    page = Page(
        await page_of(f"<table><tr><th>No<th>Do{rows}</table><script>window.log = [];</script>")
    )
    with pytest.raises(ElementNotFound, match="37 more have these words") as caught:
        await page.click("Edit")
    offers = caught.value.data["candidates"]
    assert [each["place"] for each in offers[:2]] == [
        f'row "Order {n}", column "Do"' for n in (1, 2)
    ]
    await page.click(offers[1]["ref"])
    assert (await page.evaluate("log")).value == [2]


async def test_a_selector_of_several_offers_each_with_its_row(page_of: PageOf) -> None:
    rows = "".join(
        f"<tr><td>Order {n}<td><button class=do onclick='log.push({n})'>Edit</button>"
        for n in range(1, 21)
    )
    page = Page(await page_of(f"<table>{rows}</table><script>window.log = [];</script>"))
    with pytest.raises(ElementNotFound, match="finds 20 elements") as caught:
        await page.click("tr .do")
    offers = caught.value.data["candidates"]
    assert [each["place"] for each in offers[:2]] == ['in "Order 1"', 'in "Order 2"']
    await page.click(offers[1]["ref"])
    assert (await page.evaluate("log")).value == [2]


async def test_words_that_are_painted_at_a_field_offer_it(page_of: PageOf) -> None:
    page = Page(
        await page_of(
            "<p>Customer <input id=c> <span>Amount</span> <input id=a></p>"
            "<table><tr><th onclick=1 style='cursor:pointer'>Customer<th>Amount<tr><td>Ann<td>1"
        )
    )
    with pytest.raises(ElementNotFound) as caught:
        await page.fill("Customer", "Bo")
    assert caught.value.data["candidates"][0]["role"] == "textbox"
    assert (await page.evaluate("c.value + a.value")).value == ""
    await page.fill(caught.value.data["candidates"][0]["ref"], "Bo")
    assert (await page.evaluate("c.value")).value == "Bo"


async def test_what_is_in_an_open_dialog_is_offered_first(page_of: PageOf) -> None:
    rows = "".join(f"<p>Order {n} <button>Delete</button>" for n in range(8))
    dialog = "<dialog id=d><h2>Sure?</h2><button id=yes>Delete</button></dialog>"
    page = Page(await page_of(f"{rows}{dialog}<script>d.showModal()</script>"))
    with pytest.raises(ElementNotFound) as caught:
        await page.click("Delete")
    assert caught.value.data["candidates"][0]["ref"] == "@yes"
    assert "Do you mean @yes" in caught.value.hint


async def test_words_that_nothing_has_are_answered_with_the_nearest_and_css_is_not_looked_for(
    page_of: PageOf,
) -> None:
    page = Page(await page_of(ROWS))
    with pytest.raises(ElementNotFound, match='nearest: "Save & close"'):
        await page.click('button "Save and close"')
    # Selectors with invalid JSON inside also raise one of our errors.
    for selector in (
        "#ship",
        "button.Ship",
        "ul > Ship",
        "Ship[x]",
        r'role=button[name="a\x"]',
        r'button "\ud800"',
    ):
        with pytest.raises(ElementNotFound) as caught:
            await page.click(selector)
        assert "candidates" not in caught.value.data
        assert caught.value.hint == ElementNotFound.default_hint


async def test_a_target_that_is_waited_for_is_not_looked_for_in_the_whole_page_each_time(
    page_of: PageOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = Page(await page_of(ROWS))
    looked = []

    async def offer(*_: Any) -> None:
        looked.append(1)

    monkeypatch.setattr(resolve, "offer_named", offer)
    with pytest.raises(ElementNotFound):
        await page.click("Ship")
    assert len(looked) == 1
    with pytest.raises(ActIncomplete):
        await page.act(["hover h1", "click css=Missing"])
    assert len(looked) == 2


BELOW = """<div style='height:3000px'></div><ul id=rows></ul><script>window.log = [];
const draw = (names) => { rows.innerHTML = names.map((name) =>
  `<li>${name} <button onclick="log.push('${name}')">Delete</button>`).join("") };
draw(["Ann", "Bob", "Cleo"]);</script>"""


@pytest.mark.parametrize(
    ("rows", "went"),
    [
        (["Ann", "Bob", "Cleo"], "Bob"),
        (["Dora", "Ann", "Bob"], "Bob"),
        (["Ann", "Cleo", "Dora"], ""),
    ],
)
async def test_what_is_drawn_anew_below_the_view_is_the_same_record_or_none(
    page_of: PageOf, rows: list[str], went: str
) -> None:
    page = Page(await page_of(BELOW))
    ref = [*await page.find(role="button", name="Delete")][1].ref
    await page.evaluate("(rows) => draw(rows)", rows)
    if went:
        await page.click(ref)
    else:
        with pytest.raises(RefStale):
            await page.click(ref)
    assert (await page.evaluate("log")).value == ([went] if went else [])


@pytest.mark.parametrize("times", [1, 2])
async def test_what_a_page_draws_anew_is_waited_for_and_never_guessed(
    page_of: PageOf, times: int
) -> None:
    page = Page(await page_of(f"<main id=all>{CARDS}</main>"))
    ref = next(e.ref for e in await page.observe() if e.element.text == "Fix pump")
    await page.evaluate(
        "(times) => { const html = all.innerHTML; all.innerHTML = '';"
        " setTimeout(() => { all.innerHTML = html.repeat(times); }, 250); }",
        times,
    )
    if times == 1:
        await page.click(ref)
    else:
        with pytest.raises((RefAmbiguous, RefStale)):
            await page.click(ref)
    assert (await page.evaluate("log")).value == ["old"] * (2 - times)


async def test_the_sign_of_a_button_at_work_makes_it_no_other(page_of: PageOf) -> None:
    sign = "<style>i { animation: s 1s infinite } @keyframes s { to { rotate: 1turn } }</style>"
    page = Page(await page_of(f"{sign}<p id=p><button>Next</button><button>Back</button></p>"))
    ref = (await page.observe()).annotations[0].ref
    await page.evaluate(
        "p.innerHTML = `<button><i role=img aria-label=loading>o</i>Next</button>"
        "<button>Back</button>`; 0"
    )
    seen = await page.observe()
    assert (seen.annotations[0].ref, seen.annotations[0].name) == (ref, "loading Next")
    await page.click(ref)


async def test_what_a_row_says_is_looked_for_in_all_of_many_rows(
    page_of: PageOf,
) -> None:
    rows = "".join(
        f"<tr><td>Order {n}<td><button onclick='log.push({n})'>Ship</button>" for n in range(300)
    )
    page = Page(await page_of(f"<table>{rows}</table><script>window.log = []</script>"))
    await page.act(['click "Ship" in "Order 299"'])
    assert (await page.evaluate("log")).value == [299]


async def test_what_only_a_column_tells_is_looked_for_in_all_of_many_rows(
    page_of: PageOf,
) -> None:
    """In the last of 200 rows, the field is in a different column."""
    press = "<td><button onclick='log.push({n})'>Edit</button><td>{n}".format
    rows = [f"<tr><td>Order {n}{press(n=n)}" for n in range(199)]
    rows.append("<tr><td>Order<td><td><button onclick='log.push(199)'>Edit</button>")
    page = Page(
        await page_of(
            f"<table><thead><tr><th>Order<th>Draft<th>Sent</thead><tbody>{''.join(rows)}</table>"
            "<script>window.log = []</script>"
        )
    )
    await page.act(['click "Edit" in "Sent"'])
    assert (await page.evaluate("log")).value == [199]


async def test_an_error_says_that_not_all_places_were_looked_at(
    page_of: PageOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = "".join(f"<tr><td>Order {n}<td><button>Ship</button>" for n in range(9))
    page = Page(await page_of(f"<table>{rows}</table>"))
    monkeypatch.setattr(by_words, "MOST", 5)
    with pytest.raises(ElementNotFound, match="Only the first 5 of 9 places were looked at"):
        await by_words.find_by_words(
            page.context, LineTarget(words="Ship", inside=(LineTarget(words="Order 8"),))
        )
