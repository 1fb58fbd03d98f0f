"""Actions on a field verify that it still belongs to the observed record before any input."""

from __future__ import annotations

from typing import Any

import pytest
from own_world import ask
from page_over import PageOf, page_over

from viewmark.errors import FormIncomplete, RefAmbiguous, RefStale
from viewmark.page.context import PageContext
from viewmark.page.observe import ObserveOptions, observe
from viewmark.page.resolved_target import ElementTarget
from viewmark.page.targets import resolve

ROWS = """<style>li{margin:8px} input[type=file]{width:200px}</style><ul id=u></ul><script>
  const T = [], KINDS = [], SET = [], W = ["Fix pump", "Mow lawn", "Call Ann", "Oil hinges"];
  const row = () => `%s`;
  u.innerHTML = W.map(w => `<li><span>${w}</span> ${row()}</li>`).join("");
  for (const type of ["input", "change", "click", "keydown"]) u.addEventListener(type, (e) =>
    { const row = e.target.closest("li").firstChild.textContent; T.push(row); KINDS.push(type);
      if (type === "input" || type === "keydown") SET.push(row) });
  const say = (at, w) => { u.children[at].firstChild.textContent = w };
</script>"""
TEXT = "<input>"
BOX = "<input type=checkbox>"
LIST = "<select><option>No<option>Yes</select>"
FILE = "<input type=file>"


async def do(context: PageContext, act: str, at: ElementTarget) -> Any:
    """Perform one of the actions on a field."""
    if act == "type":
        return await page_over(context).type(text="a", target=at)
    if act == "keypress":
        return await page_over(context).keypress(keys="a", target=at)
    if act == "check":
        return await page_over(context).check(target=at, checked=True)
    if act == "select":
        return await page_over(context).select(target=at, options=[{"label": "Yes"}])
    if act == "upload":
        return await page_over(context).upload(target=at, files=())
    value: Any = {"fill": "a", "clear": "", "fill_list": "Yes", "fill_box": True}.get(act, "a")
    if act == "fill_form":
        return await page_over(context).fill_form([{"target": at, "value": value}])
    return await page_over(context).fill(target=at, value=value)


ACTS = {
    "type": TEXT,
    "keypress": TEXT,
    "clear": TEXT,
    "fill": TEXT,
    "fill_form": TEXT,
    "fill_list": LIST,
    "select": LIST,
    "fill_box": BOX,
    "check": BOX,
    "upload": FILE,
}


async def look(page: Any) -> tuple[PageContext, list[ElementTarget]]:
    context = PageContext(page)
    marks = (await observe(context, ObserveOptions())).annotations
    assert len(marks) == 4
    return context, [resolve(context, mark.ref) for mark in marks]


@pytest.mark.parametrize("act", ACTS)
async def test_a_field_in_whose_row_another_record_stands_is_left_alone(
    act: str, page_of: PageOf
) -> None:
    page = await page_of(ROWS % ACTS[act])
    context, fields = await look(page)
    await ask(page, "say(1, 'Weld gate')")
    with pytest.raises((RefStale, RefAmbiguous)):
        await do(context, act, fields[1])
    assert await ask(page, "T") == []


@pytest.mark.parametrize("act", [act for act in ACTS if act not in ("upload", "clear")])
async def test_a_field_is_followed_to_the_row_of_its_words(act: str, page_of: PageOf) -> None:
    page = await page_of(ROWS % ACTS[act])
    context, fields = await look(page)
    await ask(page, "say(1, 'Call Ann'); say(2, 'Mow lawn')")
    await do(context, act, fields[1])
    assert set(await ask(page, "T")) == {"Mow lawn"}


def on(event: str, code: str) -> str:
    return f"u.addEventListener({event!r}, () => {{ {code} }}, {{once: true, capture: true}})"


WRITTEN = "[0, 1, 2, 3].forEach((at) => say(at, 'New ' + 'abcd'[at]))"
SWAPPED = "say(1, 'Call Ann'); say(2, 'Mow lawn')"
BEFORE_IT_IS_SET = [
    ("type", "mouseover"),
    ("fill_form", "mouseover"),
    ("check", "mouseover"),
    ("type", "mousedown"),
    ("fill", "focusin"),
    ("keypress", "focusin"),
    ("select", "focusin"),
]


@pytest.mark.parametrize(("act", "event"), BEFORE_IT_IS_SET)
async def test_a_field_whose_row_becomes_another_before_it_is_set_is_left_alone(
    act: str, event: str, page_of: PageOf
) -> None:
    page = await page_of(ROWS % ACTS[act])
    context, fields = await look(page)
    await ask(page, on(event, WRITTEN))
    with pytest.raises((RefStale, RefAmbiguous, FormIncomplete)):
        await do(context, act, fields[1])
    assert not {"input", "change", "keydown"} & set(await ask(page, "KINDS"))


@pytest.mark.parametrize(("act", "event"), BEFORE_IT_IS_SET)
async def test_a_field_is_set_where_its_words_went_meanwhile(
    act: str, event: str, page_of: PageOf
) -> None:
    page = await page_of(ROWS % ACTS[act])
    context, fields = await look(page)
    await ask(page, on(event, SWAPPED))
    await do(context, act, fields[1])
    assert (await ask(page, "T"))[-1] == "Mow lawn"
    assert set(await ask(page, "SET")) == {"Mow lawn"}


@pytest.mark.parametrize("before", ["", "Choose one that you can remember"])
async def test_a_hint_that_comes_with_the_focus_takes_no_text_away(
    before: str, page_of: PageOf
) -> None:
    page = await page_of(
        "<style>span{display:block}</style><form><div><label>Name <input></label></div>"
        f"<div><label>Code <input></label><span>{before}</span></div></form>"
        "<script>const [, c] = document.querySelectorAll('input'), s = c.parentNode.nextSibling;"
        "c.onfocus = () => s.textContent = 'At least eight letters and a number'</script>"
    )
    context = PageContext(page)
    marks = (await observe(context, ObserveOptions())).annotations
    await do(context, "type", resolve(context, marks[1].ref))
    assert await ask(page, "c.value") == "a"


RADIOS = """<style>input{appearance:none;width:14px;height:14px;border:1px solid}
#over{position:fixed;left:0;top:0;width:34px;height:200px;background:#fff}</style>
<label><input type=radio name=r value=a> Passport</label><br>
<label><input type=radio name=r value=b> Identity card</label><div id=over hidden></div>"""


async def test_a_control_keeps_its_ref_where_only_its_label_is_in_reach(page_of: PageOf) -> None:
    page = await page_of(RADIOS)
    context = PageContext(page)

    async def refs(tag: str) -> list[str]:
        marks = (await observe(context, ObserveOptions())).annotations
        assert [each.element.tag for each in marks] == [tag, tag]
        return [each.ref for each in marks]

    before = await refs("input")
    await ask(page, "over.hidden = false")
    assert await refs("label") == before
    await page_over(context).click(target=resolve(context, before[1]))
    assert await ask(page, "document.querySelector(':checked').value") == "b"
    await ask(page, "over.hidden = true")
    assert await refs("input") == before
