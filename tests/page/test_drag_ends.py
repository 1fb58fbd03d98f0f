"""The result of a drag by pointer events: what was under the dragged element at its end."""

from __future__ import annotations

import pytest
from page_over import PageOf

from viewmark import Page
from viewmark.errors import InvalidOption, NotDroppable

CARDS = "<div class=card draggable=true>Fix pump</div><div class=card draggable=true>Paint</div>"
COLUMN = "<section><h3>{name}</h3><div class=list>{cards}</div></section>"
LISTS = """<style>section{float:left;width:180px}.list{height:200px;border:1px solid}
.card{margin:4px}</style>""" + "".join(
    COLUMN.format(name=name, cards=cards)
    for name, cards in (("Backlog", CARDS), ("Doing", "<div class=card>Oil</div>"), ("Done", ""))
)
SORTED = """<script>
let carried = null;
for (const card of document.querySelectorAll(".card")) {
  card.ondragstart = () => { carried = card; };
}
for (const list of document.querySelectorAll(".list")) {
  list.ondragover = (e) => { e.preventDefault(); list.append(carried); };
}
</script>"""
"""As in SortableJS: the card moves into the list under it while it is dragged."""


BY_POINTER = """<script>
let carried = null;
for (const card of document.querySelectorAll(".card")) {
  card.onpointerdown = (e) => { carried = card; e.preventDefault(); };
}
onpointerup = (e) => { e.target.closest(".list")?.append(carried); carried = null; };
</script>"""
"""As in jKanban: a card is dropped into a list, ignoring what is in front of the list."""


async def test_a_drag_that_ends_in_no_list_says_so_and_names_them(
    page_of: PageOf,
) -> None:
    page = Page(await page_of("<p>Board</p>" + LISTS.replace("draggable=true", "") + BY_POINTER))
    done = await page.drag(".card >> nth=0", "p")
    told = done.to_json()["drag"]
    assert [each["name"] for each in told["candidates"]] == ["Backlog", "Doing", "Done"]
    assert f"it stands where it stood; it could go to {told['candidates'][0]['ref']}" in str(done)
    done = await page.drag(".card >> nth=0", told["candidates"][2]["ref"])
    assert "candidates" not in done.to_json()["drag"]
    assert "stands where it stood" not in str(done)


async def test_a_drag_without_an_end_names_the_columns(page_of: PageOf) -> None:
    page = Page(await page_of(LISTS + SORTED))
    with pytest.raises(
        InvalidOption, match=r'could go to @.* "Backlog", @.* "Doing", @.* "Done"'
    ) as caught:
        await page.drag("text=Fix pump")
    done = caught.value.data["candidates"][-1]
    moved = (await page.drag("text=Fix pump", done["ref"])).to_json()["drag"]
    assert (moved["kind"], moved["zone"]) == ("html", done)
    lists = '[...document.querySelectorAll(".list")].map((each) => each.innerText)'
    assert (await page.evaluate(lists)).value == ["Paint", "Oil", "Fix pump"]


async def test_a_column_is_called_by_its_heading(page_of: PageOf) -> None:
    page = Page(await page_of(LISTS + SORTED))
    zone = (await page.drag("text=Fix pump", "text=Done")).to_json()["drag"]["zone"]
    assert zone["name"] == "Done"
    lists = '[...document.querySelectorAll(".list")].map((each) => each.innerText)'
    assert (await page.evaluate(lists)).value == ["Paint", "Oil", "Fix pump"]
    with pytest.raises(NotDroppable, match='is in "Done" already'):
        await page.drag("text=Fix pump", "h3 >> nth=2")


async def test_a_drop_that_is_not_taken_names_the_columns(page_of: PageOf) -> None:
    page = Page(await page_of(LISTS))
    with pytest.raises(NotDroppable, match="could go to") as caught:
        await page.drag("text=Fix pump", "text=Done")
    names = [each["name"] for each in caught.value.data["candidates"]]
    assert names == ["Backlog", "Doing", "Done"]


async def test_what_has_no_lists_like_its_own_names_none(page_of: PageOf) -> None:
    page = Page(await page_of("<ul><li>One<li>Two</ul>"))
    with pytest.raises(InvalidOption) as caught:
        await page.drag("text=One")
    assert caught.value.data["candidates"] == []
