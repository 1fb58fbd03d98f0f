"""Scroll containers that were scrolled between two observations: moved content is unchanged."""

from __future__ import annotations

import pytest
from case_files import named_of
from page_over import PageOf

import viewmark
from viewmark import Page
from viewmark.elements.scroller import Scroller

BOX = "height:200px; width:400px; overflow:auto; border:1px solid #888;"
ROWS = "".join(
    f"<p style='background:hsl({40 * n} 80% 90%)'><button>Item {n}</button>"
    f" <a href=#{n}>open {n}</a> text {n}</p>"
    for n in range(30)
)
PAGES = named_of(__file__)


DRAWN = "await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@pytest.mark.parametrize("kind", PAGES)
async def test_what_went_with_its_box_did_not_change(page_of: PageOf, kind: str) -> None:
    html, scroll = PAGES[kind]
    page = Page(await page_of(f"<h1>Board</h1>{html}<button id=end>End</button>"))
    before = await page.checkpoint()
    await page.evaluate(f"() => {{ {scroll}; }}")
    found = await page.compare(before)
    assert [each.sentence for each in found.changes] == []
    assert any("is scrolled" in note for note in found.notes)
    # If nothing but the scroll position differs, only other changes are reported.
    await page.evaluate("() => { document.getElementById('end').textContent = 'Fin'; }")
    found = await page.compare(before)
    assert [each.sentence for each in found.changes] == ['button: "End" -> "Fin"']


@pytest.mark.parametrize("kind", [kind for kind in PAGES if kind != "a frame"])
async def test_ordinary_looks_know_what_went_with_its_box(page_of: PageOf, kind: str) -> None:
    html, scroll = PAGES[kind]
    page = Page(await page_of(f"<h1>Board</h1>{html}<button id=end>End</button>"))
    before = await page.observe()
    assert before.scrolled_boxes == ()
    # The page receives the scroll event with the next frame and then reuses its nodes.
    await page.evaluate(f"async () => {{ {scroll}; {DRAWN}; }}")
    after = await page.observe()
    assert after.scrolled_boxes
    for one, other in ((before, after), (after, before)):
        found = viewmark.compare(one, other)
        assert [each.sentence for each in found.changes] == [], found.lines()
        assert any("is scrolled" in note for note in found.notes)
    await page.evaluate("() => { document.getElementById('end').remove(); }")
    found = viewmark.compare(before, await page.observe())
    assert [each.kind for each in found.changes] == ["gone"], found.lines()


async def test_another_item_with_another_number_is_another_one(page_of: PageOf) -> None:
    page = Page(await page_of(f"<div id=box style='{BOX}'>{ROWS}</div>"))
    before = [await page.checkpoint(), await page.observe()]
    await page.evaluate("() => { box.firstElementChild.style.display = 'none'; }")
    after = [await page.checkpoint(), await page.observe()]
    for one, other in zip(before, after, strict=True):
        found = viewmark.compare(one, other)
        assert not {"text", "address", "order"} & {each.kind for each in found.changes}


async def test_what_changed_in_a_part_that_both_looks_show_is_told(
    page_of: PageOf,
) -> None:
    page = Page(await page_of(f"<div id=box style='{BOX}'>{ROWS}</div>"))
    before = await page.checkpoint()
    await page.evaluate(
        "() => { box.scrollTop = 60; const rows = box.querySelectorAll('p');"
        " rows[3].querySelector('button').textContent = 'Done';"
        " rows[4].querySelector('a').style.visibility = 'hidden'; }"
    )
    said = (await page.compare(before)).lines()
    assert 'button: "Item 3" -> "Done"' in said
    assert 'link "open 4": gone' in said
    assert "moved" not in said


async def test_a_message_at_the_end_of_a_box_is_new(page_of: PageOf) -> None:
    page = Page(
        await page_of(f"<div id=box style='{BOX}'>{ROWS}</div><script>box.scrollTop = 1e5</script>")
    )
    before = await page.checkpoint()
    await page.evaluate(
        "() => { box.insertAdjacentHTML('beforeend', '<p><button>Reply</button></p>');"
        " box.scrollTop = 1e5; }"
    )
    changes = (await page.compare(before)).changes
    assert [each.sentence for each in changes] == ['button "Reply": new']


def test_records_of_boxes_are_checked() -> None:
    whole = Scroller.from_wire(
        {"path": "body[1]/div[1]", "box": [0, 0, 9, 9], "at": [0, 5], "most": [0, 9], "all": [0, 5]}
    )
    assert whole is not None
    assert Scroller.from_wire(whole.to_json()) == whole
    for damage in ({"at": [0]}, {"most": "x"}, {"all": [0, float("nan")]}, {"box": None}):
        assert Scroller.from_wire(whole.to_json() | damage) is None
