"""A click on a wide row without content in its middle hits its text, as some handlers require."""

from __future__ import annotations

from typing import Any

import pytest
from own_world import ask
from page_over import PageOf, page_over

from viewmark import Page
from viewmark.errors import ActIncomplete
from viewmark.page.context import PageContext

ROWS = """<style>li{width:900px;height:24px;list-style:none}</style><ul>%s</ul><script>
  window.T = [];
  for (const row of document.querySelectorAll('li'))
    row.onclick = (event) => T.push(event.target.localName + event.clientX);
</script>"""
SHORT = "<li><span>Ada</span></li><li><span>Bea</span></li>"
LONG = f"<li><span>{'Ada sails far out. ' * 6}</span></li><li><span>Bea</span></li>"
INNER = "<li><button>Add</button></li>"
EMPTY = "<li style='background:#9cf'></li><li><span>Bea</span></li>"


async def pressed(page: Any) -> str:
    over = page_over(PageContext(page))
    seen = await over.observe(annotate=True)
    await over.click(seen.annotations[0].ref)
    (told,) = await ask(page, "T")
    return str(told)


@pytest.mark.parametrize(
    ("rows", "tag", "least", "most"),
    [(SHORT, "span", 0, 120), (LONG, "span", 300, 700), (EMPTY, "li", 300, 700)],
    ids=["short words", "words at the middle", "no words"],
)
async def test_the_words_of_a_wide_row_are_met(
    page_of: Any, rows: str, tag: str, least: int, most: int
) -> None:
    told = await pressed(await page_of(ROWS % rows))
    assert told.startswith(tag)
    assert least < float(told.removeprefix(tag)) < most


async def test_a_control_in_a_wide_box_is_not_met_for_its_words(page_of: Any) -> None:
    page = await page_of(ROWS % INNER)
    await page_over(PageContext(page)).click("li")
    assert [told.rstrip("0123456789.") for told in await ask(page, "T")] == ["li"]


SUBMENU = """<div role=menu><div role=menuitem tabindex=-1 id=driver>Driver
<div role=menu><div role=menuitemradio tabindex=-1 aria-checked=false id=ann>Ann</div></div></div>
<div role=menuitem tabindex=-1>Leave</div></div><script>
onclick = (e) => { document.title = e.target.id; };</script>"""


async def test_an_item_of_a_submenu_does_not_name_the_item_around_it(page_of: PageOf) -> None:
    page = Page(await page_of(SUBMENU))
    await page.act(['click menuitem "Ann"'])  # a menuitemradio is a menuitem (ARIA)
    assert (await page.evaluate("document.title")).value == "ann"
    with pytest.raises(ActIncomplete):
        await page.act(['click tab "Ann"'])


async def test_the_text_of_a_button_is_flat(page_of: PageOf) -> None:
    page = Page(await page_of("<button id=visit><b>09:00</b><h4>Mill House</h4></button>"))
    assert str(await page.text()) == '[button "09:00 Mill House" @visit]'
