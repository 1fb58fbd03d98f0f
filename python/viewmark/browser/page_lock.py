"""A fair lock per tab: one action at a time, a limit for waiting, errors that name the holder.

Concurrent presses would interfere with each other, and text would go to the element that another
action has focused. Every action that presses, types, scrolls, navigates or freezes the page
therefore waits for its turn (until it gets the lock), in the order of the calls. Observations and
waits need no turn, because they change nothing.

The lock belongs to the tab, not to one `PageTarget`: two connections of this process to one browser
share it. Nested actions (typing presses a field and then keys) are part of the outer turn. A turn
ends with its action, whether that succeeds or fails. If a cancelled action has already sent input,
the next turn waits until the page has handled it. A dialog, a crash or a closed tab ends the wait
at once.
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
"""Maximum seconds that an action waits until other actions on the page have ended."""

PRESSING, GOING = "Input.dispatchMouseEvent", "Page.navigate"
"""Values of `sends` in `turn`: the CDP command that the action is about to send. An open dialog or
a crashed renderer blocks input, but not navigation.
"""

_TROUBLE = ("Page.javascriptDialogOpening", "Inspector.targetCrashed")


@dataclass(eq=False, slots=True)
class Turn:
    """One action's turn, that is, its possession of the tab's lock."""

    what: str
    """Name of the action, for error messages of other actions that wait."""
    requested: float
    """Time of the request, on the event loop's clock."""
    begun: float = 0.0
    """Time at which the turn began; 0 while the action waits."""

    def timings(self) -> dict[str, float]:
        """Return elapsed milliseconds: `waiting` for the turn, and `total` including the wait."""
        now = asyncio.get_running_loop().time()
        return {
            "waiting": (self.begun - self.requested) * 1000,
            "total": (now - self.requested) * 1000,
        }


class Queue:
    """The queue of turns of one tab."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()  # FIFO, so that actions run in the order of their calls
        self.holder: Turn | None = None
        """The action whose turn it is, or None."""
        self.sent: set[asyncio.Future[Any]] = set()
        """Input from cancelled actions that the page has not handled yet."""

    async def reach(self, mine: Turn) -> None:
        """Wait for the turn, and until the page has handled the input of cancelled actions."""
        await self.lock.acquire()
        self.holder = mine
        try:
            while self.sent:
                await asyncio.wait(tuple(self.sent))
        except asyncio.CancelledError:
            self.leave()
            raise

    def leave(self) -> None:
        """End the turn, so that the next one starts."""
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
        # A tab's target ID equals its main frame's ID, which other clients' sessions know too.
        tab = page.session.target_id or page.main_frame.id
        queue = _queues.setdefault(loop, WeakValueDictionary()).setdefault(tab, Queue())
        page.state.put(queue)
    return queue


@contextlib.asynccontextmanager
async def turn(
    page: PageTarget, what: str, *, sends: str = PRESSING, limit: float = TURN_LIMIT
) -> AsyncIterator[Turn]:
    """Wait for the turn, then keep it for the duration of the block.

    Args:
        page: the browser tab.
        what: name of the action, for error messages of other actions that wait.
        sends: `PRESSING` or `GOING`.
        limit: maximum seconds to wait.

    Raises:
        PageBusy: the turn did not come in time; the message names the current holder.
        DialogOpen, PageCrashed, TabNotFound, ConnectionLost: the page became unable to accept input
            during the wait.
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
        await asyncio.sleep(0)  # sufficient if no other action holds the lock
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
    """Raise as soon as the page cannot accept the action's input; never returns."""
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
    """Make the next action wait until the page has handled input of a cancelled action."""
    queue = _queue_of(page)

    def over(each: asyncio.Future[Any]) -> None:
        queue.sent.discard(each)
        if not each.cancelled():
            each.exception()  # marks the exception as retrieved

    for each in sent:
        queue.sent.add(each)
        each.add_done_callback(over)
