"""Setting form controls: checked, filled, cleared, several at once; results report the state."""

from __future__ import annotations

from typing import Any

import pytest
from case_files import pages_of
from own_world import ask
from page_over import PageOf

import viewmark
from viewmark.errors import (
    ElementNotFound,
    FormIncomplete,
    InvalidOption,
    NotCheckable,
    NotSelectable,
)

FORM = pages_of(__file__)["form"]


async def form(page_of: PageOf, html: str = FORM) -> viewmark.Page:
    return viewmark.Page(await page_of(html))


async def value(page: viewmark.Page, expression: str) -> Any:
    return await ask(page.browser_page, expression)


async def test_check_presses_only_what_is_not_in_the_state_asked_for(page_of: PageOf) -> None:
    page = await form(page_of)
    done = await page.check("#agree")
    assert (done.state["checked"], done.report["changed"]) == (True, True)
    assert done.to_json()["state"] == {"checked": True}
    assert str(done) == "check checkbox 'Agree'; now checked"
    done = await page.check("#agree")
    assert (done.state["checked"], done.report["changed"]) == (True, False)
    done = await page.check("label:has(#agree)", checked=False)
    assert done.state["checked"] is False
    assert await value(page, "agree.checked") is False
    assert (await page.check("#r2")).state["checked"] is True
    assert await value(page, "[r1.checked, r2.checked]") == [False, True]
    assert await value(page, "log") == [
        *("input agree", "change agree") * 2,
        *("input r2", "change r2"),
    ]


async def test_a_radio_button_cannot_be_unchecked(page_of: PageOf) -> None:
    page = await form(page_of)
    with pytest.raises(NotCheckable, match="'One' is a radio button and cannot be unchecked"):
        await page.check("#r1", checked=False)
    with pytest.raises(InvalidOption, match="true or false"):
        await page.check("#agree", checked="no")  # type: ignore[arg-type]
    assert await value(page, "[r1.checked, log.length]") == [True, 0]


FILLED = {
    "who": ("Ada", "Ada"),
    "note": ("two\nlines", "two\nlines"),
    "day": ("2026-11-22", "2026-11-22"),
    "time": ("14:30", "14:30"),
    "colour": ("#1E90ff", "#1e90ff"),
    "size": (4, "4"),
    "count": (2.5, "2.5"),
    "fruit": ("Pear", "Pear"),
}


@pytest.mark.parametrize("name", FILLED)
async def test_fill_replaces_whatever_the_control_holds_as_a_person_would(
    name: str, page_of: PageOf
) -> None:
    page = await form(page_of)
    wanted, held = FILLED[name]
    done = await page.fill(f"#{name}", wanted)
    assert await value(page, f"{name}.value") == held
    assert done.what == "fill"
    assert done.state["value"] == held.replace("\n", " ")
    heard = await value(page, "log")
    assert heard[0] == f"input {name}"
    if name not in ("who", "note", "count"):  # these change on blur
        assert heard[-1] == f"change {name}"


@pytest.mark.parametrize(
    ("name", "wanted", "said"),
    [
        ("day", "22.11.2026", "takes 2026-11-21"),
        ("time", "half past two", "takes 14:30"),
        ("colour", "reddish", "takes #1e90ff"),
        ("size", 3, "a number from 0 to 10, in steps of 2"),
        ("agree", "yes", "takes true or false"),
        ("who", True, "takes a text"),
        ("fruit", 3, "the label of an option"),
    ],
)
async def test_a_value_that_the_control_refuses_changes_nothing(
    name: str, wanted: Any, said: str, page_of: PageOf
) -> None:
    page = await form(page_of)
    before = await value(page, f"[{name}.value, {name}.checked]")
    with pytest.raises(InvalidOption, match=said):
        await page.fill(f"#{name}", wanted)
    assert await value(page, f"[{name}.value, {name}.checked]") == before
    assert await value(page, "log") == []


async def test_several_options_are_chosen_and_told(page_of: PageOf) -> None:
    page = await form(page_of)
    done = await page.fill("#many", ["B", "C"])
    assert [each["label"] for each in done.to_json()["selected"]] == ["B", "C"]
    assert done.state["value"] == "B, C"
    with pytest.raises(NotSelectable, match="no such option; it has 'A', 'B', 'C'"):
        await page.fill("#many", ["B", "D"])
    done = await page.fill("#many", "")
    assert (done.what, done.to_json()["selected"]) == ("fill", [])


async def test_an_empty_text_empties_a_field_and_is_refused_where_nothing_can_be_emptied(
    page_of: PageOf,
) -> None:
    page = await form(page_of)
    for name in ("who", "note", "day"):
        done = await page.fill(f"#{name}", "")
        assert (await value(page, f"{name}.value"), done.state["value"]) == ("", "")
    for name, error in (
        ("size", InvalidOption),
        ("agree", InvalidOption),
        ("fruit", NotSelectable),
    ):
        with pytest.raises(error):
            await page.fill(f"#{name}", "")


async def test_a_form_is_filled_in_one_call_with_an_answer_for_each_field(page_of: PageOf) -> None:
    page = await form(page_of)
    seen = await page.observe()
    mail = next(each for each in seen if each.name == "Mail")
    done = await page.fill_form(
        [
            {"target": "#who", "value": "Ada"},
            {"target": mail.ref, "value": "ada@example.com"},
            {"target": "#agree", "value": True},
            {"target": "#fruit", "value": "Pear"},
            {"target": "#day", "value": "2026-11-22"},
        ]
    )
    assert [each.state for each in done.fields] == [
        {"value": "Ada"},
        {"value": "ada@example.com"},
        {"checked": True},
        {"value": "Pear"},
        {"value": "2026-11-22"},
    ]
    assert await value(page, "[mail.value, agree.checked]") == ["ada@example.com", True]
    assert [each["what"] for each in done.to_json()["fields"]] == ["fill"] * 5


async def test_a_failure_in_the_middle_says_which_fields_were_set(page_of: PageOf) -> None:
    page = await form(page_of)
    with pytest.raises(FormIncomplete) as caught:
        await page.fill_form(
            [
                {"target": "#who", "value": "Ada"},
                {"target": "#day", "value": "soon"},
                {"target": "#agree", "value": True},
            ]
        )
    assert "1 of 3 fields set; field 2 was not" in caught.value.message
    assert "1 after it was not tried" in caught.value.message
    data = caught.value.data
    assert [each["hit"]["name"] for each in data["set"]] == ["Name"]
    assert (data["failed"]["field"], data["failed"]["error"]) == (2, "invalid_option")
    assert data["not_tried"] == [3]
    assert await value(page, "[who.value, agree.checked]") == ["Ada", False]


async def test_a_target_that_is_gone_leaves_the_whole_form_as_it_was(page_of: PageOf) -> None:
    page = await form(page_of)
    with pytest.raises(ElementNotFound):
        await page.fill_form(
            [{"target": "#who", "value": "x"}, {"target": "@nowhere", "value": "y"}]
        )
    with pytest.raises(InvalidOption, match="a target and a value"):
        await page.fill_form([{"target": "#who"}])
    with pytest.raises(InvalidOption, match="fields must be 1 to 100"):
        await page.fill_form([])
    assert await value(page, "[who.value, log]") == ["old", []]


async def test_every_action_tells_the_new_state_of_what_it_was_done_to(page_of: PageOf) -> None:
    page = await form(
        page_of,
        "<details><summary id=s>More</summary>x</details><button id=p aria-pressed=false onclick="
        "\"this.setAttribute('aria-pressed', 'true')\">Bold</button><div role=tablist><div id=b "
        "role=tab tabindex=0 aria-selected=false onclick=\"this.ariaSelected = 'true'\">B</div>"
        "</div><input id=i value=one><button id=n>plain</button>",
    )
    assert (await page.click("#s")).state == {"expanded": True}
    assert (await page.click("#p")).state == {"pressed": True}
    assert (await page.click("#b")).state == {"selected": True}
    # `type` appends text like key presses; the result shows the new value.
    assert (await page.type("#i", "two")).state == {"value": "onetwo"}
    assert (await page.keypress("Backspace", target="#i")).state == {"value": "onetw"}
    assert "state" not in (await page.click("#n")).to_json()
