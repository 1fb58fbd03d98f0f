"""The page as an outline with refs: complete, in order, without hidden content."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from page_over import PageOf

from viewmark import Page
from viewmark.errors import InvalidOption, ReadingForgotten

ORDERS = """<main><h1>Orders</h1><p>The <strong>total price</strong> is 42.17 EUR.</p>
<p>Read the <a id=terms href="/terms">terms</a> first.</p>
<ul><li>One</li><li>Two</li></ul>
<label>Customer <input id=customer value=Ann></label>
<table><tr><th>Item<th>Do<tr><td>Lamp<td><button id=buy>Buy</button></table>
<div style="height:3000px"></div>
<button id=far onclick="document.title = 'pressed'">Far below</button></main>"""


async def test_refs_are_those_of_a_look_and_lead_beyond_the_viewport(
    page_of: PageOf,
) -> None:
    page = Page(await page_of(ORDERS))
    seen = {a.name: a.ref for a in await page.observe()}
    told = {e.name: ref for ref, e in (await page.snapshot()).elements}
    assert seen.items() <= told.items()
    assert "Far below" in told
    assert "Far below" not in seen
    again = await page.observe()
    assert again.gone == ()
    await page.click(told["Far below"])
    assert (await page.browser_page.facts()).title == "pressed"


async def test_hidden_words_and_secret_values_are_not_told(page_of: PageOf) -> None:
    hidden = {
        "display": "display:none",
        "visibility": "visibility:hidden",
        "opacity": "opacity:0",
        "size": "font-size:0",
        "colour": "color:transparent",
        "place": "position:absolute;left:-9999px",
        "indent": "text-indent:-9999px;overflow:hidden",
        "clip": "position:absolute;clip:rect(0,0,0,0);width:1px;height:1px;overflow:hidden",
        "height": "height:0;overflow:hidden",
        "drawer": "position:fixed;left:100vw",
    }
    words = "".join(f'<p style="{css}">hidden by {name}</p>' for name, css in hidden.items())
    page = Page(
        await page_of(
            f"<p>shown</p>{words}<details><summary>More</summary>folded</details>"
            '<input type=password value=hunter2 aria-label=Password><p style="'
            "background-clip:text;background-image:linear-gradient(red,blue);"
            '-webkit-text-fill-color:transparent">gradient</p>'
            '<div style="overflow:auto;height:50px"><p style="margin-top:900px">scrolled</p></div>'
        )
    )
    told = (await page.snapshot()).text
    assert "hidden" not in told
    assert "folded" not in told
    assert "hunter2" not in told
    assert "secret=filled" in told
    for shown in ("shown", "gradient", "scrolled"):
        assert shown in told
    assert "hidden" not in (await page.text()).text


async def test_frames_and_shadow_roots_are_read_where_they_stand(
    page_of: PageOf,
) -> None:
    page = Page(
        await page_of(
            "<p>before</p><iframe title=Inner srcdoc='<p>in the frame</p>"
            "<div style=height:900px></div><button onclick=parent.document.title=1>Deep</button>'>"
            "</iframe><div id=open></div><x-closed></x-closed><p>after</p><script>"
            "document.getElementById('open').attachShadow({mode:'open'}).innerHTML="
            "'<b>open root</b>';document.querySelector('x-closed').attachShadow({mode:'closed'})"
            ".innerHTML='<button>closed root</button>'</script>"
        )
    )
    told = await page.snapshot()
    rows = [row.strip() for row in told.text.split("\n")]
    assert [row for row in rows if row.startswith("text")] == [
        "text: before",
        "text: in the frame",
        "text: open root",
        "text: after",
    ]
    assert rows[1] == 'frame "Inner"'
    refs = {e.name: ref for ref, e in told.elements}
    assert "closed root" in refs
    await page.click(refs["Deep"])
    assert (await page.browser_page.facts()).title == "1"


async def test_a_long_page_comes_in_parts_of_one_moment(page_of: PageOf) -> None:
    rows = "".join(f"<li>row {n} <button>Open {n}</button></li>" for n in range(300))
    page = Page(await page_of(f"<ul>{rows}</ul><p>{'long words ' * 1500}</p>"))
    part = await page.snapshot(characters=3_000)
    parts = [part]
    await page.browser_page.call(None, "function () { document.body.innerHTML = 'gone'; }")
    while part.cursor is not None:
        assert len(part.text) < 5_000
        part = await page.read_on(part.cursor, characters=3_000)
        parts.append(part)
    whole = "\n".join(each.text for each in parts)
    assert all(f"row {n} " in whole for n in range(300))
    assert whole.count("long words") > 1480
    assert parts[0].elements
    assert {each.frame_id for each in parts} == {parts[0].frame_id}


async def test_refs_of_later_parts_are_given_and_work(page_of: PageOf) -> None:
    rows = "".join(
        f"<li>row {n} <button onclick='document.title={n}'>Open</button></li>" for n in range(300)
    )
    page = Page(await page_of(f"<ul>{rows}</ul>"))
    first = await page.snapshot(characters=3_000)
    assert first.cursor is not None
    second = await page.read_on(first.cursor, characters=3_000)
    refs = [ref for ref, _ in (*first.elements, *second.elements)]
    assert len(set(refs)) == len(refs) > 100
    row = second.text.split("\n")[0]
    await page.click(second.elements[0][0])
    assert f"row {(await page.browser_page.facts()).title} " in row


async def test_controls_without_a_ref_are_counted(
    page_of: PageOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("viewmark.page.naming.MOST", 10)
    page = Page(await page_of("<button>b</button>" * 30))
    told = await page.snapshot()
    assert len(told.elements) == 10
    assert told.incomplete[0].startswith("20 controls of this part have no ref")


@pytest.mark.parametrize(
    "html",
    [
        pytest.param("<p>" + "<span role=button tabindex=0>" * 400 + "x", id="nested controls"),
        pytest.param("<table><tr><td>" * 300 + "cell", id="nested tables"),
        pytest.param("<blockquote><ul><li>" * 150 + "item", id="nested lists"),
        pytest.param("<p>" + "word " * 500_000, id="much text"),
    ],
)
async def test_odd_shapes_are_read_in_bounded_time(
    page_of: PageOf, bounded: Callable[..., Any], html: str
) -> None:
    page = Page(await page_of(html))
    for read in (page.snapshot, page.text):
        told = await bounded(read())
        assert told.text
        assert len(told.text) < 25_000
    if "word" in html:
        assert told.incomplete


async def test_since_tells_only_the_lines_that_differ(page_of: PageOf) -> None:
    page = Page(await page_of(ORDERS))
    first = await page.snapshot()
    same = await page.snapshot(since=first.frame_id)
    assert (same.text, same.total) == ("", 0)
    await page.browser_page.call(
        None, "function () { document.querySelector('h1').textContent = 'Invoices'; }"
    )
    changed = await page.snapshot(since=first.frame_id)
    assert changed.text.split("\n") == [
        '-   heading "Orders" level=1',
        '+   heading "Invoices" level=1',
    ]


async def test_readings_that_are_forgotten_and_odd_options_are_errors(
    page_of: PageOf,
) -> None:
    page = Page(await page_of(ORDERS))
    told = await page.text()
    with pytest.raises(ReadingForgotten):
        await page.snapshot(since="f_unknown")
    with pytest.raises(ReadingForgotten):
        await page.read_on("f_unknown:3")
    for options in ({"cursor": "x"}, {"characters": 10}, {"since": told.frame_id}):
        with pytest.raises(InvalidOption):
            await page.snapshot(**options)


async def test_what_shows_is_decided_as_in_a_look(page_of: PageOf) -> None:
    """A field in a transparent box is included, its text and a button clipped to 1 px are not."""
    page = Page(
        await page_of(
            """<div style="position:relative;width:200px;height:30px;border:1px solid">Berlin
            <div style="opacity:0;position:absolute;inset:0">hidden words
            <input aria-label=City style="width:190px;height:26px"></div></div>
            <div style="width:1px;height:1px;overflow:hidden"><button>one px</button></div>
            <button style="width:90px;cursor:ew-resize">Size</button>"""
        )
    )
    seen = {a.name for a in await page.observe()}
    read = await page.snapshot()
    assert seen == {e.name for _, e in read.elements} == {"City", "Size"}
    assert "Berlin" in read.lines()
    assert "hidden words" not in read.lines()


SERVED = """<style>.row { height: 24px } .row:hover { background: #eee } .on { background: #cde }
#list { height: 120px; overflow: auto }</style><h2>Depots</h2><div id=list></div><script>
for (let i = 0; i < 9; i += 1) list.innerHTML += `<div class=row><b>Depot ${i}</b></div>`;
list.onclick = (e) => e.target.closest(".row").classList.toggle("on");</script>"""


async def test_rows_that_an_ancestor_serves_have_the_refs_and_states_of_their_marks(
    page_of: PageOf,
) -> None:
    page = Page(await page_of(SERVED))
    refs = [mark.ref for mark in await page.observe()]
    read = [ref for ref, _ in (await page.snapshot()).elements]
    assert len(refs) == 5
    assert read[:5] == refs
    assert len(read) == 9  # scrolling the list would show the others
    await page.click(refs[2])
    assert f"clickable {refs[2]} selected: Depot 2" in str(await page.snapshot())


LEDGER = """<style>h2 button { opacity: 0 } h2:hover button { opacity: 1 }</style>
<h2>Ledger<button aria-label="Menu">...</button></h2><p id=note contenteditable>Closed in May</p>
<div role=grid aria-rowcount=90 aria-colcount=4><div role=row>
<div role=columnheader aria-colindex=1><div onclick=1>Paid to</div><div onclick=1 class=icon-filter
style="width:20px;height:20px;background:teal"></div></div>
<div role=columnheader aria-colindex=2>Amount</div></div><div role=row>
<div role=gridcell aria-colindex=1>Ann</div><div role=gridcell aria-colindex=2>12</div></div>"""


async def test_a_row_is_one_row_and_no_text_is_repeated(page_of: Callable[..., Any]) -> None:
    page = Page(await page_of(LEDGER))
    text = str(await page.text())
    assert re.search(r'\| \[clickable @\w+\] Paid to \[clickable maybe "filter" @\w+\] \|', text)
    assert "[paragraph @note] Closed in May" in text
    assert "2 of 90 rows and 2 of 4 columns are here" in text
    before = await page.snapshot()
    assert 'heading "Ledger" level=2' in str(before)
    await page.hover("h2")
    assert str(await page.snapshot(since=before.frame_id)).count('"Menu"') == 1


MENU = """<div role=menuitem tabindex=-1 aria-haspopup=menu id=more>Assign to</div><script>
const menu = "<div role=menu><div role=menuitem tabindex=-1>Ann";
more.onmouseenter = () => setTimeout(() => { document.body.innerHTML += menu; }, 200);</script>"""


@pytest.mark.usefixtures("settles")
async def test_a_menu_that_opens_after_a_pause_of_the_pointer_is_reported(
    page_of: Callable[..., Any],
) -> None:
    page = Page(await page_of(MENU))
    page.changes = "auto"
    await page.snapshot()
    assert 'menuitem "Ann"' in str((await page.hover("#more")).changes)
