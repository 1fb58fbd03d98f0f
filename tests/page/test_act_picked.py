"""Fields with picked values, such as dates, colours and ranges: set exactly, or refused."""

from __future__ import annotations

from typing import Any

import pytest
from entering import choose, enter
from own_world import ask
from page_over import PageOf, page_over

from viewmark.errors import InvalidOption
from viewmark.page.context import PageContext
from viewmark.page.resolved_target import SelectorTarget


@pytest.mark.parametrize(
    ("kind", "value", "wrong"),
    [
        ("date", "2026-11-21", "21.11.2026"),
        ("time", "14:30", "half past two"),
        ("datetime-local", "2026-11-21T14:30", "today"),
        ("month", "2026-11", "November"),
        ("week", "2026-W47", "47"),
        ("color", "#1e90ff", "blue"),
        ("range", "42", None),
    ],
)
async def test_picked_controls_take_their_value_with_the_events_of_a_change(
    kind: str, value: str, wrong: str | None, page_of: PageOf
) -> None:
    page = await page_of(
        f"<input id=t type={kind}><script>window.log=[];for (const n of ['input','change'])"
        "addEventListener(n,(e)=>log.push(n))</script>"
    )
    done = await enter(page, value)
    assert await ask(page, "t.value") == value
    assert await ask(page, "log") == ["input", "change"]
    assert done.typed.accepted is True
    if wrong is not None:
        with pytest.raises(InvalidOption) as caught:
            await enter(page, wrong)
        assert kind in caught.value.hint
        assert await ask(page, "t.value") == value


async def test_a_number_field_takes_digits(page_of: PageOf) -> None:
    page = await page_of("<input id=t type=number value=7><input id=e type=email value=a@>")
    await enter(page, "42", clear=True)
    assert await ask(page, "t.value") == "42"
    await enter(page, "5")
    assert await ask(page, "t.value") == "425"
    await enter(page, "b.c", "#e")
    assert await ask(page, "e.value") == "a@b.c"


RANGE = "<input id=t type=range aria-label=Volume min=-10 max=100 step=5 value=20>"


@pytest.mark.parametrize("wrong", ["foo", "200", "-11", "21", "", "5e", " 20", "0x10", "NaN"])
async def test_a_range_refuses_what_it_cannot_hold_and_says_what_it_takes(
    wrong: str, page_of: PageOf
) -> None:
    page = await page_of(
        RANGE + "<script>window.log=[];for (const n of ['input','change'])"
        "addEventListener(n,(e)=>log.push(n))</script>"
    )
    with pytest.raises(InvalidOption, match="from -10 to 100, in steps of 5 from -10") as caught:
        await enter(page, wrong, clear=True)
    assert "Volume" in caught.value.message
    assert not wrong or wrong not in caught.value.message.replace("100", "")
    assert await ask(page, "[t.value, ...log]") == ["20"]


@pytest.mark.parametrize(
    ("html", "text"),
    [
        (RANGE, "-5"),
        ("<input id=t type=range>", "1e1"),
        ("<input id=t type=range step=any>", "12.345"),
        ("<input id=t type=range min=0 max=1 step=0.1>", "0.3"),
        ("<input id=t type=range min=0 max=1 step=0.1>", ".30"),
    ],
)
async def test_a_range_takes_every_number_that_it_can_hold(
    html: str, text: str, page_of: PageOf
) -> None:
    page = await page_of(html)
    done = await enter(page, text)
    assert done.typed.accepted is True
    assert float(await ask(page, "t.value")) == float(text)


@pytest.mark.parametrize("kind", ["color", "range"])
async def test_what_cannot_be_empty_is_not_emptied(kind: str, page_of: PageOf) -> None:
    page = await page_of(f"<input id=t type={kind}><input id=d type=date value=2026-11-21>")
    with pytest.raises(InvalidOption):
        await enter(page, "", clear=True)
    assert (await enter(page, "", "#d", clear=True)).typed.accepted is True
    assert await ask(page, "d.value") == ""


async def test_a_picked_value_that_the_page_changes_at_once_is_not_accepted(
    page_of: PageOf,
) -> None:
    page = await page_of(
        "<input id=t type=range oninput='t.value = 0'>"
        "<input id=d type=date onchange='d.value = \"2000-01-01\"'>"
    )
    assert (await enter(page, "42")).typed.accepted is False
    assert (await enter(page, "2026-11-21", "#d")).typed.accepted is False


async def test_a_number_field_keeps_its_value_where_the_text_is_not_a_number(
    page_of: PageOf,
) -> None:
    page = await page_of("<input id=t type=number value=7 min=0 max=10>")
    with pytest.raises(InvalidOption, match=r"takes a number such as .*It is as it was"):
        await enter(page, "foo", clear=True)
    assert await ask(page, "t.value") == "7"
    done = await enter(page, "200", clear=True)  # displayed regardless of later validation
    assert (done.typed.accepted, await ask(page, "t.value")) == (True, "200")


async def test_the_events_of_a_set_value_are_those_of_a_real_change(page_of: PageOf) -> None:
    facts = "(e) => e.target.id + [e.type, e.bubbles, e.composed, e.cancelable].join()"
    page = await page_of(
        "<div id=host></div><script>window.log = [];"
        "const root = host.attachShadow({mode: 'open'});"
        "root.innerHTML = '<input id=t type=range value=20><select id=s><option>one<option>two"
        "</select><input id=d type=date><input id=x>';"
        f"const facts = {facts};"
        "for (const name of ['input', 'change']) {"
        "root.addEventListener(name, (e) => log.push(facts(e)));"
        "document.addEventListener(name, (e) => log.push('outside ' + e.type)) }</script>"
    )
    context = PageContext(page)

    async def log() -> Any:
        return await ask(page, "log.splice(0)")

    await page_over(context).keypress(keys="ArrowRight", target=SelectorTarget("#host >> #t"))
    real = await log()
    assert real == ["tinput,true,true,false", "outside input", "tchange,true,false,false"]
    await enter(page, "50", "#host >> #t")
    assert await log() == real
    await page_over(context).keypress(keys="ArrowDown", target=SelectorTarget("#host >> #s"))
    real = await log()
    await choose(page, {"label": "one"}, selector="#host >> #s")
    assert await log() == real
    await enter(page, "2026-11-21", "#host >> #d")
    assert await log() == [each.replace("s", "d", 1) if each[0] == "s" else each for each in real]


async def test_a_dialog_that_opens_on_a_set_value_is_told(page_of: PageOf, bounded: Any) -> None:
    page = await page_of(
        "<input id=t type=range onchange=\"alert('now')\">"
        "<select id=s onchange=\"alert('now')\"><option>one<option>two</select>"
    )
    for action in (enter(page, "42"), choose(page, {"label": "two"}, selector="#s")):
        done = await bounded(action)
        assert done.outcome.dialog == {"kind": "alert", "message": "now"}
        await page.answer_dialog(accept=True)
    assert await ask(page, "[t.value, s.value]") == ["42", "two"]
