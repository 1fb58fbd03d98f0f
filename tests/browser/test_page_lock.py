"""The lock of a tab: actions run in order of arrival, and no action waits forever."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import pytest
from page_over import PageOf

from viewmark.browser.actions.input import insert_text
from viewmark.browser.launch.browser import ChromeBrowser
from viewmark.browser.page_lock import GOING, outlive, turn
from viewmark.browser.page_target import PageTarget
from viewmark.errors import ConnectionLost, DialogOpen, PageBusy, PageCrashed, TabNotFound


class Held:
    """A turn that lasts until it is released."""

    def __init__(self, page: PageTarget, what: str = "click", **options: Any) -> None:
        self.begun, self.go = asyncio.Event(), asyncio.Event()
        self.task = asyncio.ensure_future(self._hold(page, what, options))

    async def _hold(self, page: PageTarget, what: str, options: dict[str, Any]) -> None:
        async with turn(page, what, **options):
            self.begun.set()
            await self.go.wait()


async def held(page: PageTarget, what: str = "click", **options: Any) -> Held:
    first = Held(page, what, **options)
    await asyncio.wait_for(first.begun.wait(), 30)
    return first


async def let_go(*turns: Held) -> None:
    for each in turns:
        each.go.set()
    await asyncio.wait_for(asyncio.gather(*(each.task for each in turns)), 30)


async def test_turns_come_in_the_order_in_which_they_were_asked_for(page_of: PageOf) -> None:
    page = await page_of("x")
    order: list[int] = []

    async def act(number: int) -> None:
        async with turn(page, "click"):
            order.append(number)
            await page.facts()
            order.append(number)

    await asyncio.gather(*(act(n) for n in range(20)))
    assert order == [n for n in range(20) for _ in (1, 2)]


async def test_what_is_done_inside_a_turn_is_part_of_it(page_of: PageOf, bounded: Any) -> None:
    page = await page_of("x")

    async def nested() -> list[str]:
        async with turn(page, "type"), turn(page, "keypress") as inner:
            return [inner.what, *await asyncio.gather(_what(page), _what(page))]

    assert await bounded(nested()) == ["type"] * 3


async def _what(page: PageTarget) -> str:
    async with turn(page, "other") as inner:
        return inner.what


async def test_a_task_of_a_turn_is_inside_only_as_long_as_the_turn_lasts(
    page_of: PageOf, bounded: Any
) -> None:
    page = await page_of("x")
    late = asyncio.Event()

    async def part() -> str:
        await late.wait()
        return await _what(page)

    async with turn(page, "type"):
        assert await bounded(asyncio.ensure_future(_what(page))) == "type"
        task = asyncio.ensure_future(part())
    late.set()
    assert await bounded(task) == "other"


async def test_who_waits_too_long_is_told_what_holds_the_page(page_of: PageOf) -> None:
    page = await page_of("x")
    first = await held(page, "navigate")
    with pytest.raises(PageBusy, match="click was not begun: navigate has been under way") as told:
        async with turn(page, "click", limit=0.05):
            pytest.fail("two at once")
    assert told.value.data["holder"] == "navigate"
    assert told.value.retryable
    await let_go(first)
    async with turn(page, "click", limit=0.05):
        pass


@pytest.mark.parametrize("how", ["failed", "cancelled", "cancelled while it waited"])
async def test_an_action_that_ends_badly_frees_the_page(
    how: str, page_of: PageOf, bounded: Any
) -> None:
    page = await page_of("x")
    if how == "failed":
        with contextlib.suppress(RuntimeError):
            async with turn(page, "click"):
                raise RuntimeError
    else:
        first, second = await held(page), Held(page)
        gone, stays = (first, second) if how == "cancelled" else (second, first)
        await asyncio.sleep(0)
        gone.task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await bounded(gone.task)
        await let_go(stays)
    async with turn(page, "click", limit=5):
        pass


async def test_a_dialog_ends_the_waiting_at_once_but_not_that_of_a_navigation(
    page_of: PageOf, bounded: Any
) -> None:
    page = await page_of("x")
    first = await held(page)
    waiting, going = Held(page), Held(page, "navigate", sends=GOING)
    await page.session.send("Runtime.evaluate", {"expression": "setTimeout(() => alert('Hi'), 0)"})
    with pytest.raises(DialogOpen, match="Hi"):
        await bounded(waiting.task)
    with pytest.raises(DialogOpen):  # a later action fails as well
        await bounded(Held(page).task)
    await page.answer_dialog(accept=True)  # needs no turn
    await let_go(first, going)


async def test_a_page_that_is_closed_or_crashes_frees_those_that_wait(
    page_of: PageOf, bounded: Any
) -> None:
    page = await page_of("x")
    first, waiting, going = await held(page), Held(page), Held(page, "navigate", sends=GOING)
    await asyncio.sleep(0)
    with contextlib.suppress(PageCrashed):
        await page.session.send("Page.crash")
    with pytest.raises(PageCrashed):
        await bounded(waiting.task)
    await page.close()
    with pytest.raises((TabNotFound, ConnectionLost)):
        await bounded(going.task)
    await let_go(first)


async def test_two_connections_to_one_tab_share_its_turns(
    page_of: PageOf, chromium: ChromeBrowser
) -> None:
    page = await page_of("x")
    # Sessions of other clients do not know their target id, but the main frame has the same id.
    assert page.main_frame.id == page.session.target_id
    session = await chromium.connection.attach(page.session.target_id)
    other = await PageTarget.open(session)
    try:
        first = await held(page)
        with pytest.raises(PageBusy):
            async with turn(other, "click", limit=0.05):
                pytest.fail("two at once")
        await let_go(first)
    finally:
        await session.detach()


async def test_two_tabs_do_not_wait_for_each_other(page_of: PageOf) -> None:
    one, two = await page_of("x"), await page_of("y")
    first = await held(one)
    async with turn(two, "click", limit=0.05):
        pass
    await let_go(first)


async def test_input_of_a_cancelled_action_is_handled_before_the_next_one_begins(
    page_of: PageOf, bounded: Any
) -> None:
    page = await page_of("x")
    sent: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    outlive(page, [sent])
    with pytest.raises(PageBusy, match="cancelled"):
        async with turn(page, "click", limit=0.05):
            pytest.fail("too early")
    waiting = Held(page)
    await asyncio.sleep(0)
    assert not waiting.begun.is_set()
    sent.set_result(None)
    await let_go(waiting)


async def test_a_text_that_was_cancelled_on_its_way_is_waited_for(
    page_of: PageOf, bounded: Any
) -> None:
    page = await page_of("<input id=t autofocus>")
    await page.call(None, "function () { document.querySelector('#t').focus(); }")
    await page.session.send("Runtime.evaluate", {"expression": (
        "t.addEventListener('beforeinput', () => {"
        "const end = performance.now() + 300; while (performance.now() < end); })"
    )})  # fmt: skip
    typing = asyncio.ensure_future(insert_text(page, "late"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    typing.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await typing
    async with turn(page, "click"):
        value = await page.call(None, "function () { return document.querySelector('#t').value; }")
    assert value == "late"
