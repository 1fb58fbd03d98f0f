"""The drop target of a drag is verified before the mouse button is released."""

from __future__ import annotations

from typing import Any

import pytest
from case_files import pages_of
from own_world import ask
from page_over import PageOf, page_over

from viewmark.errors import RefAmbiguous, RefStale
from viewmark.page.context import PageContext
from viewmark.page.observe import ObserveOptions, observe
from viewmark.page.targets import resolve

# Records in a list, dropped on one another; `late` runs once during the drag.
LIST = pages_of(__file__)["list"]
KINDS = {"mouse": "false", "html": "true"}


async def dragged(page: Any, source: int, to: int, **more: Any) -> Any:
    context = PageContext(page)
    marks = (await observe(context, ObserveOptions())).annotations
    assert len(marks) >= 4
    ends = [resolve(context, marks[at].ref) for at in (source, to)]
    return await page_over(context).drag(source=ends[0], to=ends[1], **more)


@pytest.mark.parametrize("kind", KINDS)
async def test_nothing_is_dropped_on_what_became_another_record(kind: str, page_of: PageOf) -> None:
    filled = "['Weld gate', 'Cut glass', 'Wash van', 'Bend pipe']"
    change = f"const w = {filled}; all().forEach((k, i) => k === from || (k.textContent = w[i]))"
    page = await page_of(LIST.format(html=KINDS[kind], change=change))
    with pytest.raises((RefStale, RefAmbiguous)):
        await dragged(page, 0, 2)
    assert await ask(page, "T") == []


@pytest.mark.parametrize("kind", KINDS)
async def test_a_drop_follows_words_that_changed_places(kind: str, page_of: PageOf) -> None:
    change = "all()[2].textContent = 'Oil hinges'; all()[3].textContent = 'Call Ann'"
    page = await page_of(LIST.format(html=KINDS[kind], change=change))
    await dragged(page, 0, 2)
    assert await ask(page, "T") == ["Fix pump on Call Ann"]


async def test_a_record_that_is_another_when_the_button_is_down_gets_nothing(
    page_of: PageOf,
) -> None:
    page = await page_of(LIST.format(html="false", change=""))
    await ask(page, "u.addEventListener('mousedown', () => all()[2].textContent = 'Weld gate')")
    with pytest.raises((RefStale, RefAmbiguous)) as caught:
        await dragged(page, 0, 2)
    assert "othing was dropped" in caught.value.message
    assert await ask(page, "[T, KEYS]") == [[], ["Escape"]]


@pytest.mark.parametrize("kind", KINDS)
async def test_what_a_zone_says_to_what_is_carried_over_it_refuses_nothing(
    kind: str, page_of: PageOf
) -> None:
    change = "all()[2].textContent = 'Release to drop'"
    page = await page_of(LIST.format(html=KINDS[kind], change=change))
    await dragged(page, 0, 2)
    assert await ask(page, "T") == ["Fix pump on Release to drop"]


async def test_columns_that_hold_what_is_carried_refuse_nothing(page_of: PageOf) -> None:
    page = await page_of(
        "<style>.c{display:inline-block;width:200px;min-height:200px;margin:8px;"
        "vertical-align:top;border:1px solid}.k{margin:6px;padding:8px;background:#eee}</style>"
        "<div class=c>Todo<div class=k>Fix pump</div><div class=k>Mow lawn</div></div>"
        "<div class=c>Done<div class=k>Call Ann</div></div><script>const T = [];"
        "const cs = [...document.querySelectorAll('.c')]; let taken = null;"
        "for (const c of cs) c.onmousedown = (e) => { taken = e.target.closest('.k') };"
        "for (const c of cs) c.onmousemove = () => { if (taken && taken.parentElement !== c)"
        " c.append(taken) };"
        "for (const c of cs) c.onmouseup = () => { T.push(taken.textContent); taken = null };"
        "for (const k of document.querySelectorAll('.k')) k.onclick = () => 1;</script>"
    )
    context = PageContext(page)
    marks = (await observe(context, ObserveOptions())).annotations
    named = {(m.name or m.element.text): m.ref for m in marks}
    column = next((ref for words, ref in named.items() if words.startswith("Done")), None)
    assert column is not None, named
    card = named["Fix pump"]
    ends = [resolve(context, ref) for ref in (card, column)]
    await page_over(context).drag(source=ends[0], to=ends[1])
    assert await ask(page, "T") == ["Fix pump"]
    assert await ask(page, "cs[1].textContent") == "DoneCall AnnFix pump"


async def test_a_finger_lets_go_of_nothing_there(page_of: PageOf) -> None:
    page = await page_of(LIST.format(html="false", change=""))
    await ask(
        page,
        "u.style.touchAction = 'none'; u.addEventListener('touchstart', (e) => {"
        "e.preventDefault(); T.push('start'); all()[2].textContent = 'Weld gate' }, "
        "{passive: false}); u.addEventListener('touchend', () => T.push('end'));"
        "u.addEventListener('touchcancel', () => T.push('cancel'))",
    )
    await page.session.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    with pytest.raises((RefStale, RefAmbiguous)):
        await dragged(page, 0, 2, pointer="touch")
    assert await ask(page, "T") == ["start", "cancel"]


async def test_a_text_is_dropped_on_no_other_record(page_of: PageOf) -> None:
    filled = "['Weld gate', 'Cut glass', 'Wash van', 'Bend pipe']"
    page = await page_of(LIST.format(html="true", change=f"show({filled})"))
    context = PageContext(page)
    marks = (await observe(context, ObserveOptions())).annotations
    with pytest.raises((RefStale, RefAmbiguous)):
        await page_over(context).drop(target=resolve(context, marks[2].ref), text="note")
    assert await ask(page, "T") == []


async def test_a_button_is_held_or_let_go_on_no_other_record(page_of: PageOf) -> None:
    filled = "['Weld gate', 'Cut glass', 'Wash van', 'Bend pipe']"
    page = await page_of(LIST.format(html="false", change=f"show({filled})"))
    context = PageContext(page)
    marks = (await observe(context, ObserveOptions())).annotations
    first, third = (resolve(context, marks[at].ref) for at in (0, 2))
    await page_over(context).mouse_down(target=first)
    with pytest.raises((RefStale, RefAmbiguous)):
        await page_over(context).mouse_up(target=third)
    assert await ask(page, "T") == []
    await page_over(context).mouse_up()
    await ask(page, f"T.length = 0; show(W); u.onmouseover = () => show({filled})")
    with pytest.raises((RefStale, RefAmbiguous)):
        await page_over(context).mouse_down(target=first)
    assert await ask(page, "taken") == ""
