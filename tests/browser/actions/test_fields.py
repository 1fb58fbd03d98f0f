"""Text fields and lists, checked by the values that the page reports afterwards."""

from __future__ import annotations

from typing import Any

import pytest
from own_world import ask
from page_over import PageOf

from viewmark.browser.actions.fields import (
    Chosen,
    Typed,
    choose,
    field_at,
    focus,
    holds,
    pick,
    ready,
    type_text,
)
from viewmark.browser.discovery.selector_query import find
from viewmark.browser.page_target import PageTarget
from viewmark.errors import InvalidOption, NotEditable, NotSelectable

LIST = "<label id=l>Size<select id=s {}><option value=1>One<option value=2>Two"
LIST += "<option value=3 disabled>Three</select></label>"


async def typed(
    page: PageTarget, text: str, *, place: Any = "all", by_keys: bool = False
) -> tuple[Typed, bool | None]:
    """Type into #f; returns the reported result, and whether the field has the text."""
    target = await field_at(page, *await find(page, "#f"))
    assert await focus(page, target.frame, target.node_id)
    at = await ready(page, target.frame, place)
    told = await type_text(page, at, text, clear=place == "all", by_keys=by_keys)
    return told, await holds(page, at, text, whole=place == "all")


async def chosen(page: PageTarget, *options: dict[str, Any], at: str = "#s") -> Chosen:
    return await choose(page, *await find(page, at), options)


async def selected(page: PageTarget) -> list[str]:
    told: list[str] = await ask(page, "[...s.selectedOptions].map((o) => o.value)")
    return told


@pytest.mark.parametrize(
    "html",
    [
        "<input id=t>",
        "<label id=t>Name<input></label>",
        "<label id=t for=x>Name</label><input id=x>",
        "<div id=t><span>Name</span><textarea></textarea></div>",
        "<div id=t contenteditable>rich</div>",
    ],
)
async def test_the_field_of_an_element_gets_the_focus_in_chromium(
    html: str, page_of: PageOf
) -> None:
    page = await page_of(html)
    target = await field_at(page, *await find(page, "#t"))
    assert (target.kind, target.focused) == ("text", False)
    assert await focus(page, target.frame, target.node_id)
    meant = "t.control ?? document.querySelector('input,textarea,[contenteditable]')"
    assert await ask(page, f"document.activeElement === ({meant})") is True
    assert (await field_at(page, *await find(page, "#t"))).focused


@pytest.mark.parametrize(
    ("html", "said"),
    [
        ("<input id=t disabled>", "is disabled"),
        ("<fieldset disabled><textarea id=t></textarea></fieldset>", "is disabled"),
        ("<input id=t readonly value=x>", "is read-only"),
        ("<button id=t>Go</button>", "takes no text"),
        ("<select id=t><option>a</select>", "with select"),
        ("<input id=t type=file>", "with upload"),
    ],
)
async def test_what_takes_no_text_is_refused_and_keeps_the_focus_where_it_was(
    html: str, said: str, page_of: PageOf
) -> None:
    page = await page_of(html)
    with pytest.raises(NotEditable) as raised:
        await field_at(page, *await find(page, "#t"))
    assert said in str(raised.value)
    assert await ask(page, "document.activeElement === document.body") is True


@pytest.mark.parametrize(
    ("place", "text", "value"),
    [("all", "new", "new"), ("all", "", ""), ("end", "new", "oldnew"), ("keep", "", "old")],
)
@pytest.mark.parametrize("tag", ["input", "textarea"])
async def test_a_text_goes_where_it_was_meant_to(
    place: str, text: str, value: str, tag: str, page_of: PageOf
) -> None:
    page = await page_of(f"<{tag} id=f></{tag}><script>f.value = 'old'</script>")
    told, held = await typed(page, text, place=place)
    assert await ask(page, "f.value") == value
    assert (told.length, held) == (len(text), True)


async def test_key_by_key_the_page_hears_trusted_keys(page_of: PageOf) -> None:
    page = await page_of(
        "<input id=f><script>keys=[];f.onkeydown=(e)=>keys.push([e.key,e.isTrusted])</script>"
    )
    _, held = await typed(page, "aB", by_keys=True)
    assert held is True
    assert [k for k in await ask(page, "keys") if k[0] != "Shift"] == [["a", True], ["B", True]]


async def test_a_field_that_shortens_the_text_does_not_hold_it(page_of: PageOf) -> None:
    page = await page_of("<input id=f maxlength=3>")
    _, held = await typed(page, "abcdef")
    assert (await ask(page, "f.value"), held) == ("abc", False)


async def test_without_a_focused_field_nothing_is_ready(page_of: PageOf) -> None:
    page = await page_of("<button id=b>Go</button>")
    await ask(page, "b.focus()")
    with pytest.raises(NotEditable, match="takes no text"):
        await ready(page, page.main_frame, "all")


@pytest.mark.parametrize(
    ("kind", "good", "bad"),
    [
        ("date", "2026-11-21", "21.11.2026"),
        ("time", "14:30", "2 pm"),
        ("color", "#1e90ff", "blue"),
        ("range", "40", "400"),
        ("week", "2026-W47", "47"),
    ],
)
async def test_a_picked_value_is_taken_with_its_events_and_a_wrong_one_changes_nothing(
    kind: str, good: str, bad: str, page_of: PageOf
) -> None:
    page = await page_of(
        f"<input id=f type={kind}><script>heard=[];"
        "for (const n of ['input','change']) f.addEventListener(n, () => heard.push(n))</script>"
    )
    target = await field_at(page, *await find(page, "#f"))
    assert target.kind == "picked"
    assert await pick(page, target, good) is True
    with pytest.raises(InvalidOption):
        await pick(page, target, bad)
    assert await ask(page, "[f.value, heard]") == [good, ["input", "change"]]


async def test_a_range_says_what_it_takes_and_a_page_that_undoes_a_value_is_noticed(
    page_of: PageOf,
) -> None:
    page = await page_of(
        "<input id=f type=range min=10 max=50 step=5 value=20 oninput='this.value=20'>"
    )
    target = await field_at(page, *await find(page, "#f"))
    with pytest.raises(InvalidOption, match="from 10 to 50, in steps of 5 from 10"):
        await pick(page, target, "12")
    assert await pick(page, target, "30") is False
    assert await ask(page, "f.value") == "20"


@pytest.mark.parametrize("option", [{"value": "2"}, {"label": "Two"}, {"index": 1}])
@pytest.mark.parametrize("at", ["#s", "#l", "#s > option >> nth=0"])
async def test_an_option_is_chosen_by_value_label_or_index(
    at: str, option: dict[str, Any], page_of: PageOf
) -> None:
    page = await page_of(LIST.format(""))
    told = await chosen(page, option, at=at)
    assert await selected(page) == ["2"]
    assert (told.held, told.selected) == (True, ({"value": "2", "label": "Two"},))


async def test_several_are_chosen_where_the_list_takes_several(page_of: PageOf) -> None:
    page = await page_of(LIST.format("multiple"))
    await chosen(page, {"value": "1"}, {"value": "2"})
    assert await selected(page) == ["1", "2"]
    await chosen(page)
    assert await selected(page) == []


@pytest.mark.parametrize(
    ("attributes", "options", "said"),
    [
        ("", [{"value": "9"}], "no such option"),
        ("", [{"value": "3"}], "is disabled; the list has 'One'"),
        ("", [{"value": "1"}, {"value": "2"}], "one option only"),
        ("disabled", [{"value": "2"}], "is disabled"),
    ],
)
async def test_a_choice_that_cannot_be_made_changes_nothing(
    attributes: str, options: list[dict[str, Any]], said: str, page_of: PageOf
) -> None:
    page = await page_of(LIST.format(attributes))
    with pytest.raises(NotSelectable, match=said):
        await chosen(page, *options)
    assert await selected(page) == ["1"]


async def test_a_paragraph_is_not_a_list_and_a_choice_undone_is_noticed(page_of: PageOf) -> None:
    page = await page_of("<p id=p>x</p>" + LIST.format("onchange='this.value=1'"))
    with pytest.raises(NotSelectable, match="not a list"):
        await chosen(page, {"value": "1"}, at="#p")
    assert (await chosen(page, {"value": "2"})).held is False
    assert await selected(page) == ["1"]
