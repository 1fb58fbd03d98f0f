"""The picture of what an action does: begun with its input, true when the answer comes."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from lamp import captures_of, is_lit
from page_over import page_over

from viewmark.attach_policy import AttachPolicy
from viewmark.page.attach import Attached, EffectPicture, attach_picture
from viewmark.page.context import PageContext
from viewmark.page.resolved_target import SelectorTarget

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from webserver import LocalSite

    from viewmark.browser.page_target import PageTarget

BODY = """<style>body{{margin:0}} #lamp{{width:600px;height:400px;background:#ddd}}
#lamp.on{{background:#f00}} {style}</style><div id=lamp></div><button id=go>Go</button>{more}
<script>const lit = () => lamp.classList.add('on'); go.onclick = () => {{ {script} }}</script>"""
SPINNER = "@keyframes turn{to{rotate:1turn}} i{display:block;width:9px;height:40px;"
SPINNER += "background:red;animation:turn 1s linear infinite}"

COUNTS = """() => { document.getElementById('field').oninput = (e) => {
    if (e.target.value.length === 3) document.getElementById('lamp').classList.add('on'); }; }"""


async def press_go(context: PageContext) -> None:
    await page_over(context).click(target=SelectorTarget("#go"))


async def pictured(
    page: PageTarget, act: Callable[[PageContext], Awaitable[None]] = press_go
) -> Attached:
    async with EffectPicture(page) as effect:
        await act(PageContext(page))
        return await attach_picture(page, AttachPolicy(), now=0.0, effect=effect)


@pytest.mark.parametrize(
    ("script", "style", "more", "captures"),
    [
        ("lit()", "", "", 1),
        ("lit()", SPINNER, "<i></i>", 1),
        ("lit()", "#go{transition:background .4s} #go:active{background:red}", "", 1),
        ("lit()", "#lamp{transition:background .2s}", "", 1),
        ("lit()", "#lamp{height:10px;transition:height .2s} #lamp.on{height:400px}", "", 1),
        ("requestAnimationFrame(() => requestAnimationFrame(lit))", "", "", None),
        ("setTimeout(lit, 80)", "", "", 2),
        ("go.textContent = 'Wait'; setTimeout(lit, 30)", "", "", None),
        ("lit()", "", "<canvas width=9 height=9></canvas>", 2),
    ],
    ids=[
        "at once",
        "spinner",
        "button fades",
        "fades",
        "slides",
        "frames",
        "timer",
        "later",
        "canvas",
    ],
)
async def test_the_picture_shows_what_the_click_did(
    page_of: Callable[..., Any], script: str, style: str, more: str, captures: int | None
) -> None:
    page = await page_of(BODY.format(script=script, style=style, more=more))
    await attach_picture(page, AttachPolicy(), now=0.0)  # the first capture of a tab has its ways
    asked = captures_of(page)
    taken = await pictured(page)
    assert (is_lit(taken.base64), taken.notes) == (True, ())
    assert captures is None or len(asked) == captures


async def test_a_click_that_does_nothing_takes_one_picture(page_of: Callable[..., Any]) -> None:
    page = await page_of(BODY.format(script="", style="", more=""))
    asked = captures_of(page)
    taken = await pictured(page)
    assert (is_lit(taken.base64), taken.notes, len(asked)) == (False, (), 1)


async def test_what_changes_after_the_picture_began_is_taken_again(
    page_of: Callable[..., Any],
) -> None:
    page = await page_of(BODY.format(script="", style="", more=""))

    async def act(context: PageContext) -> None:
        await press_go(context)
        await asyncio.sleep(0)
        await page.call(None, "() => document.getElementById('lamp').classList.add('on')")

    taken = await pictured(page, act)
    assert (is_lit(taken.base64), taken.notes) == (True, ())


async def test_of_several_inputs_the_last_one_is_shown(page_of: Callable[..., Any]) -> None:
    page = await page_of(BODY.format(script="", style="", more="<input id=field>"))
    await page.call(None, COUNTS)

    async def act(context: PageContext) -> None:
        field = SelectorTarget("#field")
        for key in "abc":
            await page_over(context).keypress(keys=key, target=field)

    asked = captures_of(page)
    taken = await pictured(page, act)
    assert (is_lit(taken.base64), taken.notes) == (True, ())
    assert len(asked) <= 2, "a picture for every key would keep the keys waiting"


async def test_a_click_that_leads_elsewhere_shows_the_page_there(
    page_of: Callable[..., Any], site: LocalSite
) -> None:
    site.put(
        "/there", BODY.format(script="", style="", more="").replace("=lamp>", "=lamp class=on>")
    )
    page = await page_of(BODY.format(script="location = '/there'", style="", more=""))
    taken = await pictured(page)
    assert is_lit(taken.base64)


async def test_the_picture_of_another_page_is_not_taken_for_this_one(
    page_of: Callable[..., Any],
) -> None:
    page, other = (
        await page_of(BODY.format(script="lit()", style="", more="")),
        await page_of("<p>x"),
    )
    async with EffectPicture(page) as effect:
        await press_go(PageContext(page))
        taken = await attach_picture(other, AttachPolicy(), now=0.0, effect=effect)
    assert not is_lit(taken.base64)
    assert taken.base64 is not None


async def test_nothing_is_left_behind(page_of: Callable[..., Any]) -> None:
    page = await page_of(BODY.format(script="lit()", style="", more=""))

    async def interrupted() -> None:
        async with EffectPicture(page):
            await press_go(PageContext(page))
            raise RuntimeError("stop")

    with pytest.raises(RuntimeError, match="stop"):
        await interrupted()
    assert page.at_input == []
    assert is_lit((await pictured(page)).base64)
