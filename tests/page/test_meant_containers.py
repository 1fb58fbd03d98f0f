"""A container stays the same if it gains or loses plain boxes; refilled, it is a new one."""

from __future__ import annotations

import pytest
from case_files import pages_of
from own_world import ask
from page_over import PageOf, page_over

from viewmark.browser.page_target import PageTarget
from viewmark.errors import RefAmbiguous, RefStale
from viewmark.page.context import PageContext
from viewmark.page.observe import ObserveOptions, observe
from viewmark.page.target import target_of
from viewmark.page.targets import resolve

PAGES = pages_of(__file__)
STYLE = """<style>#w{display:flex}.c,.col{width:220px;margin:6px;padding:8px;border:1px solid}
.c{cursor:pointer}</style><h1>Board</h1>"""
HEAR = """<script>let T = ''; const c = document.querySelector('.c');
for (const e of document.querySelectorAll('.c')) e.onclick = () => { T += e === c ? 1 : 2 };
const add = (where, words) => c.insertAdjacentHTML(where, words.map((w) => `<p>${w}</p>`).join(''));
</script>"""
CHANGES = {
    "one more in it": "add('beforeend', ['Added one'])",
    "more before": "add('afterbegin', ['Added one', 'Added two'])",
    "five more": "add('beforeend', [1, 2, 3, 4, 5].map((n) => `Added ${n}`))",
    "one less": "document.querySelector('p').remove()",
    "others around it": "add('beforebegin', ['Added one']); add('afterend', ['Added two'])",
}


async def first_container(context: PageContext) -> str:
    look = await observe(context, ObserveOptions())
    return next(each.ref for each in look.annotations if each.bounds.width > 200)


async def press(context: PageContext, ref: str) -> None:
    await page_over(context).click(target=resolve(context, target_of(ref=ref)))


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("kind", PAGES)
async def test_a_container_is_the_same_with_more_or_fewer_boxes(
    kind: str, change: str, page_of: PageOf
) -> None:
    page: PageTarget = await page_of(
        STYLE + PAGES[kind].replace("%s", "<b>Todo</b><p>Alpha</p>") + HEAR
    )
    context = PageContext(page)
    ref = await first_container(context)
    await ask(page, CHANGES[change])
    await press(context, ref)
    look = await observe(context, ObserveOptions())
    assert ref in [each.ref for each in look.annotations]
    await press(context, ref)
    assert await ask(page, "T") == "11"


@pytest.mark.parametrize("words", ["<b>Later</b><p>Alpha</p>", "<b>Doing</b><p>Beta</p><p>New</p>"])
@pytest.mark.parametrize("kind", ["card", "cards", "article", "item"])
async def test_one_that_is_refilled_is_another(kind: str, words: str, page_of: PageOf) -> None:
    page: PageTarget = await page_of(
        STYLE + PAGES[kind].replace("%s", "<b>Todo</b><p>Alpha</p>") + HEAR
    )
    context = PageContext(page)
    ref = await first_container(context)
    await ask(page, f"c.innerHTML = {words!r}")
    with pytest.raises((RefStale, RefAmbiguous)):
        await press(context, ref)
    assert await ask(page, "T") == ""


ROWS = "".join(
    f"<tr><td>{n} Ann<td><span onclick=0>Ann</span>" for n in ("Oil", "Call", "Fix", "Mow")
)
REFILL = (
    "document.querySelectorAll('tr').forEach((row, i) => { row.cells[0].textContent = `Row ${i}` })"
)


async def test_equal_words_in_refilled_table_rows_are_others(page_of: PageOf) -> None:
    context = PageContext(await page_of(f"<table>{ROWS}</table>"))
    first = await observe(context, ObserveOptions())
    await ask(context.page, REFILL)
    second = await observe(context, ObserveOptions())
    assert len(first.annotations) == len(second.annotations) == 4
    assert not {a.ref for a in first.annotations} & {a.ref for a in second.annotations}


LISTS = """<style>.z{border:1px solid;margin:6px}</style><h1>Board</h1><main></main><script>
let T = ''; const main = document.querySelector('main');
for (const [i, title] of ['Todo', 'Doing', 'Done'].entries()) main.insertAdjacentHTML('beforeend',
 `<div class=z><h3>${title}</h3><p>Card ${i}</p><button onclick="T += ${i}">Add</button></div>`);
const [, z] = main.children;
</script>"""
COME = "['Alpha', 'Beta', 'Gamma'].forEach((w) => z.insertAdjacentHTML('beforeend', `<p>${w}</p>`))"


@pytest.mark.parametrize(
    ("change", "pressed"),
    [
        (COME, "1"),
        (f"main.firstChild.before(z); {COME}", "1"),
        (f"z.querySelector('h3').textContent = 'Later'; {COME}", ""),
        ("z.querySelector('h3').textContent = z.querySelector('p').textContent = ''", ""),
    ],
    ids=["plain cards came", "moved", "another title", "empty"],
)
async def test_a_button_of_many_like_it_is_pressed_where_its_box_only_gained_cards(
    change: str, pressed: str, page_of: PageOf
) -> None:
    page: PageTarget = await page_of(LISTS)
    context = PageContext(page)
    look = await observe(context, ObserveOptions())
    refs = [each.ref for each in look.annotations if each.name == "Add"]
    await ask(page, change)
    if pressed:
        await press(context, refs[1])
    else:
        with pytest.raises((RefStale, RefAmbiguous)):
            await press(context, refs[1])
    assert await ask(page, "T") == pressed
