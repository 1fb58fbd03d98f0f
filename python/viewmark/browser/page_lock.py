"""A fair lock per tab with a deadline: one action at a time, and errors name the holder.

Two presses at once swallow each other, and a text goes to whatever the other action gave the
focus. So everything that presses, types, scrolls, goes somewhere or holds the page still takes its
turn, in the order in which it was asked for. Looks and waits do not: they change nothing.

The lock belongs to the tab, not to one `PageTarget`: two connections of this process to one browser
share it. What is done inside a turn (typing presses a field and then a key) is part of that turn. A
turn ends with its action, however that ends; input that a cancelled action has sent already is
waited for before the next one begins. A dialog that opens, a crash and a closed tab end the
wait at once.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary, WeakValueDictionary

from viewmark.background import run_concurrently
from viewmark.browser.page_target import PageTarget
from viewmark.errors import PageBusy

TURN_LIMIT = 30.0
"""Seconds that an action waits for its turn."""

PRESSING, GOING = "Input.dispatchMouseEvent", "Page.navigate"
"""Commands that an action is about to send: an alert or a crash stops the one and not the other."""

_TROUBLE = ("Page.javascriptDialogOpening", "Inspector.targetCrashed")


@dataclass(eq=False, slots=True)
class Turn:
    """One action's turn on a tab."""

    what: str
    """The action, for those who wait for it."""
    requested: float
    """Time of the event loop of the request."""
    begun: float = 0.0
    """When it began; 0 while it waits."""

    def timings(self) -> dict[str, float]:
        """Milliseconds so far: `waiting` for the turn, and `total` with it."""
        now = asyncio.get_running_loop().time()
        return {
            "waiting": (self.begun - self.requested) * 1000,
            "total": (now - self.requested) * 1000,
        }


class Queue:
    """The turns of one tab."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()  # who comes first gets it first
        self.holder: Turn | None = None
        """Whose turn it is."""
        self.sent: set[asyncio.Future[Any]] = set()
        """Input of cancelled actions that the page has not handled yet."""

    async def reach(self, mine: Turn) -> None:
        """Wait for the turn, and for the input that was sent before it."""
        await self.lock.acquire()
        self.holder = mine
        try:
            while self.sent:
                await asyncio.wait(tuple(self.sent))
        except asyncio.CancelledError:
            self.leave()
            raise

    def leave(self) -> None:
        """Let the next one in."""
        self.holder = None
        self.lock.release()


_queues: WeakKeyDictionary[asyncio.AbstractEventLoop, WeakValueDictionary[str, Queue]] = (
    WeakKeyDictionary()
)
_under_way: ContextVar[Turn | None] = ContextVar("viewmark_turn", default=None)


def _queue_of(page: PageTarget) -> Queue:
    queue = page.state.get(Queue)
    if queue is None:
        loop = asyncio.get_running_loop()
        # Chromium names a tab as its main frame, which foreign sessions know too.
        tab = page.session.target_id or page.main_frame.id
        queue = _queues.setdefault(loop, WeakValueDictionary()).setdefault(tab, Queue())
        page.state.put(queue)
    return queue


@contextlib.asynccontextmanager
async def turn(
    page: PageTarget, what: str, *, sends: str = PRESSING, limit: float = TURN_LIMIT
) -> AsyncIterator[Turn]:
    """Wait for the turn, then hold it for the length of the block.

    Args:
        page: the page.
        what: the action, named to those that wait.
        sends: `PRESSING` or `GOING`.
        limit: seconds to wait.

    Raises:
        PageBusy: it was not reached in time; the message names what holds the page.
        DialogOpen, PageCrashed, TabNotFound, ConnectionLost: while it waited.
    """
    queue, outer = _queue_of(page), _under_way.get()
    if outer is not None and queue.holder is outer:
        yield outer
        return
    loop = asyncio.get_running_loop()
    mine = Turn(what, loop.time())
    await _reach(page, queue, mine, sends, limit)
    mine.begun = loop.time()
    token = _under_way.set(mine)
    try:
        yield mine
    finally:
        _under_way.reset(token)
        queue.leave()


async def _reach(page: PageTarget, queue: Queue, mine: Turn, sends: str, limit: float) -> None:
    reaching = asyncio.ensure_future(queue.reach(mine))
    try:
        await asyncio.sleep(0)  # enough where nobody is before it
        if not reaching.done():
            async with run_concurrently(_trouble(page, sends)) as trouble:
                both = (reaching, trouble)
                await asyncio.wait(both, timeout=limit, return_when=asyncio.FIRST_COMPLETED)
                if trouble.done():
                    await trouble
        if not reaching.done():
            raise _busy(queue.holder, mine, limit)
    except BaseException:
        if not reaching.cancel():
            queue.leave()
        raise


async def _trouble(page: PageTarget, sends: str) -> None:
    """Never returns; raises the reason why the page does not take the action's input."""
    async with page.session.stream(*_TROUBLE) as events:
        while True:
            if refusal := page.session.refusal(sends):
                raise refusal
            await events.__anext__()


def _busy(holder: Turn | None, mine: Turn, limit: float) -> PageBusy:
    if holder is None or holder is mine:
        return PageBusy(
            f"Input of a cancelled action has not been handled by the page for {limit:g} s; "
            f"{mine.what} was not begun.",
            waited_s=limit,
        )
    held = asyncio.get_running_loop().time() - holder.begun
    return PageBusy(
        f"{mine.what} was not begun: {holder.what} has been under way on this page for "
        f"{held:.1f} s, and {mine.what} waited {limit:g} s for its turn.",
        holder=holder.what,
        held_s=round(held, 1),
        waited_s=limit,
    )


def outlive(page: PageTarget, sent: Iterable[asyncio.Future[Any]]) -> None:
    """Let the next action wait for input that is not answered yet, as its sender is gone."""
    queue = _queue_of(page)

    def over(each: asyncio.Future[Any]) -> None:
        queue.sent.discard(each)
        if not each.cancelled():
            each.exception()  # marks it as retrieved

    for each in sent:
        queue.sent.add(each)
        each.add_done_callback(over)
