"""The text of an element is verified again on mouse down, because hovering may change the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from case_files import pages_of
from own_world import ask
from page_over import PageOf, page_over

from viewmark.browser.node_gone import NodeChanged
from viewmark.errors import ElementNotFound, RefAmbiguous, RefStale
from viewmark.page.context import PageContext
from viewmark.page.observe import ObserveOptions, observe
from viewmark.page.resolved_target import ElementTarget
from viewmark.page.targets import resolve

# One node each, which shows another record when the mouse enters or the button goes down.
LIST = pages_of(__file__)["list"]
MOMENTS = {
    "mouseover": "u.addEventListener('mouseover', %s, {once: true})",
    "a frame after": "u.onmouseenter = () => requestAnimationFrame(%s)",
    "button": "addEventListener('pointerdown', %s, true)",
}


async def look(page: Any) -> tuple[PageContext, dict[str, str]]:
    context = PageContext(page)
    marks = (await observe(context, ObserveOptions())).annotations
    says = await ask(page, "[...document.querySelectorAll('.k')].map(k => k.textContent)")
    assert len(marks) == len(says)
    return context, {words: mark.ref for words, mark in zip(says, marks, strict=True)}


def named(context: PageContext, ref: str) -> ElementTarget:
    return resolve(context, ref)


async def press(context: PageContext, ref: str) -> Any:
    return await page_over(context).click(target=named(context, ref))


@pytest.mark.parametrize("moment", MOMENTS)
async def test_a_list_that_is_sorted_by_the_mouse_is_pressed_where_the_words_are(
    moment: str, page_of: PageOf
) -> None:
    page = await page_of(LIST % (MOMENTS[moment] % "swap"))
    context, refs = await look(page)
    await press(context, refs["Mow lawn"])
    assert await ask(page, "T") == ["Mow lawn"]


@pytest.mark.parametrize("moment", MOMENTS)
async def test_other_records_by_the_mouse_are_not_pressed(moment: str, page_of: PageOf) -> None:
    page = await page_of(LIST % (MOMENTS[moment] % "write"))
    context, refs = await look(page)
    with pytest.raises((RefStale, RefAmbiguous)):
        await press(context, refs["Mow lawn"])
    assert await ask(page, "T") == []


WRAPPED = """<ul>%s</ul><script>let T = 0; const refill = () => document.querySelectorAll('img')
  .forEach((img, i) => { img.alt = ['Weld gate', 'Cut glass', 'Wash van'][i] });
document.querySelector('ul').addEventListener('pointerdown', refill)</script>"""
ROW = "<div><li><img alt='%s' width=9 height=9><button onclick='T += 1'>Delete</button></li></div>"


async def test_a_wrapped_row_that_is_refilled_by_the_press_is_not_pressed(page_of: PageOf) -> None:
    page = await page_of(WRAPPED % "".join(ROW % w for w in ("Fix pump", "Mow lawn", "Call Ann")))
    context = PageContext(page)
    marks = (await observe(context, ObserveOptions())).annotations
    with pytest.raises((RefStale, RefAmbiguous)):
        await press(context, marks[1].ref)
    assert await ask(page, "T") == 0


async def test_numbers_that_the_mouse_sorts_are_not_mistaken(page_of: PageOf) -> None:
    page = await page_of(LIST % (MOMENTS["a frame after"] % "swap"))
    await ask(page, "W.forEach((w, i) => u.children[i].textContent = W[i] = 'Order ' + (1001 + i))")
    context, refs = await look(page)
    await press(context, refs["Order 1002"])
    assert await ask(page, "T") == ["Order 1002"]


async def test_words_that_are_others_at_each_press_are_given_up(page_of: PageOf) -> None:
    page = await page_of(LIST % "swaps = 1e9; addEventListener('pointerdown', swap, true)")
    context, refs = await look(page)
    with pytest.raises(NodeChanged) as caught:
        await press(context, refs["Mow lawn"])
    assert isinstance(caught.value, ElementNotFound)
    assert await ask(page, "T") == []


async def test_a_drag_takes_nothing_that_became_another_record(page_of: PageOf) -> None:
    page = await page_of(LIST % (MOMENTS["button"] % "write"))
    await ask(page, "u.addEventListener('mousedown', e => T.push(e.target.textContent))")
    context, refs = await look(page)
    ends = {"source": named(context, refs["Mow lawn"]), "to": named(context, refs["Oil hinges"])}
    with pytest.raises((RefStale, RefAmbiguous)):
        await page_over(context).drag(**ends)
    assert await ask(page, "T") == []


async def test_a_file_is_asked_for_where_the_words_went(page_of: PageOf, tmp_path: Path) -> None:
    page = await page_of(LIST % (MOMENTS["button"] % "swap"))
    await ask(page, "const f = document.createElement('input'); f.type = 'file'")
    await ask(page, "f.hidden = true; u.after(f)")
    await ask(page, "for (const k of u.children) k.addEventListener('click', () => f.click())")
    context, refs = await look(page)
    context.upload_folders = [tmp_path]
    file = tmp_path / "note.txt"
    file.write_text("note")
    await page_over(context).upload(target=named(context, refs["Mow lawn"]), files=[file])
    assert await ask(page, "[...T, f.files[0].name]") == ["Mow lawn", "note.txt"]


@pytest.mark.parametrize(
    ("words", "event", "hovered"),
    [
        ("Clicks 7", "move", "textContent = 'Clicks ' + ++n"),
        ("Save", "move", "textContent = 'Save now'"),
        ("Open", "enter", "firstChild.before('\\u2192 ')"),
    ],
)
async def test_what_the_mouse_does_to_its_own_button_takes_no_press_away(
    words: str, event: str, hovered: str, page_of: PageOf
) -> None:
    page = await page_of(
        f"<button class=k>{words}</button><button class=k>Close</button><script>let n = 7;"
        f"const T = [], b = document.querySelector('.k'); b.onmouse{event} = () => b.{hovered};"
        "b.onclick = () => T.push(1)</script>"
    )
    context, refs = await look(page)
    await press(context, refs[words])
    assert await ask(page, "T") == [1]


async def test_a_title_that_becomes_a_tooltip_takes_no_press_away(page_of: PageOf) -> None:
    page = await page_of(
        "<button class=k title='Bold'><svg width=20><path d='M2 2h16v16z'/></svg></button>"
        "<script>const T = [], b = document.querySelector('.k');"
        "b.onmouseover = () => b.removeAttribute('title'); b.onclick = () => T.push(1)</script>"
    )
    context, refs = await look(page)
    await press(context, *refs.values())
    assert await ask(page, "T") == [1]


async def test_other_words_by_the_mouse_are_refused_with_both_texts(page_of: PageOf) -> None:
    page = await page_of(
        "<button class=k onmouseover=\"this.textContent = 'Unfollow'\" onclick='T.push(1)'>"
        "Following</button><script>const T = []</script>"
    )
    context, refs = await look(page)
    with pytest.raises(RefStale) as caught:
        await press(context, refs["Following"])
    assert (caught.value.data["was"], caught.value.data["now"]) == ("Following", "Unfollow")
    await press(context, refs["Following"])
    assert await ask(page, "T") == [1]
