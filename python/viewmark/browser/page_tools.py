"""Lists and calls the tools that pages offer to agents, using CDP's WebMCP domain.

`WebMCP.enable` reports the tools of a session's root document each time it is called, so nothing is
cached here. It omits documents of frames in the same process (Chromium 156), so a script in our
isolated world lists those. The domain stays enabled, because disabling it would lose the replies
of pending calls.
"""

from __future__ import annotations

import asyncio
import contextlib
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any, Literal

from viewmark.background import quietly
from viewmark.browser import wire
from viewmark.browser.frames.table import Frame
from viewmark.browser.page_target import PageTarget
from viewmark.browser.script_files import script
from viewmark.errors import (
    DialogOpen,
    PageToolFailed,
    PageToolNotFound,
    PageToolTimeout,
    ProtocolError,
    TabNotFound,
    ViewmarkError,
)
from viewmark.text import one_line

_AFTER_NAVIGATION = 1.0
"""Seconds to wait for a tool's response after its document is gone, because the response of a
submitted form arrives after the navigation.
"""
_FORM_PATIENCE = 0.5
"""Seconds after which a form tool counts as complete (filled in) although the form was not
submitted."""
_OWN_TOOLS = script("single/own_tools")
"""Script that lists the tools of one document in CDP's format."""
_CAN_OFFER = script("single/can_offer_tools")


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A tool as described by the browser; all its text is untrusted page content."""

    frame: Frame
    name: str
    raw: dict[str, Any] = field(repr=False)

    @property
    def fills_form(self) -> bool:
        """Whether the tool fills in a form and leaves the submission to the user."""
        notes = wire.record(self.raw.get("annotations"))
        return wire.whole(self.raw.get("backendNodeId")) > 0 and notes.get("autosubmit") is not True


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResponse:
    """The result of a tool call."""

    status: Literal["completed", "awaiting_submit", "navigated"]
    output: Any = field(default=None, repr=False)


async def list_tools(page: PageTarget) -> list[Offer]:
    """Return the tools of all frames; empty if the browser does not support WebMCP."""
    found: dict[tuple[str, str], Offer] = {}

    def take(frame: Frame | None, raw: dict[str, Any]) -> None:
        name = raw.get("name")
        if frame is not None and isinstance(name, str):
            found[frame.id, name] = Offer(frame=frame, name=name, raw=raw)

    for session in dict.fromkeys(frame.session for frame in page.frames):
        offers: list[dict[str, Any]] = []

        def note_added(params: dict[str, Any], offers: list[dict[str, Any]] = offers) -> None:
            offers.extend(wire.records(params.get("tools")))

        subscription = session.on("WebMCP.toolsAdded", note_added)
        try:
            await session.send("WebMCP.enable")
        except ProtocolError:
            continue  # an older browser that does not support WebMCP
        except ViewmarkError:
            if session is page.session:
                raise
            continue  # if a frame disappears, only its own tools are missing
        finally:
            subscription()
        for raw in offers:
            take(page.frames.get(str(raw.get("frameId"))), raw)
    for frame in page.frames:
        if page.frames.is_root_of_session(frame):
            continue
        # A frame that is not allowed to offer tools, or that disappears, has no tools.
        with contextlib.suppress(ViewmarkError):
            for raw in wire.records(await page.call(frame, _OWN_TOOLS)):
                take(frame, raw)
    return list(found.values())


async def can_offer(page: PageTarget) -> tuple[bool, bool]:
    """Return whether the page is a secure context, and whether the browser supports WebMCP."""
    reply = wire.list_items(await page.call(None, _CAN_OFFER))
    secure, known = [*reply, False, False][:2]
    return secure is True, known is True


class _Call:
    """Collects the events of one tool call."""

    def __init__(self, page: PageTarget, frame: Frame) -> None:
        self.page, self.frame = page, frame
        self.changed = asyncio.Event()
        self.responses: dict[str, dict[str, Any]] = {}

    def note_response(self, params: dict[str, Any]) -> None:
        self.responses[str(params.get("invocationId"))] = params
        self.changed.set()

    def note_navigation(self, _: dict[str, Any]) -> None:
        self.changed.set()

    @property
    def is_gone(self) -> bool:
        """Whether the document that offered the tool is gone."""
        now = self.page.frames.get(self.frame.id)
        return now is None or now.loader_id != self.frame.loader_id

    async def change(self, patience: float) -> bool:
        """Wait up to `patience` seconds for an event of the call; return whether one occurred."""
        ended = asyncio.ensure_future(self.frame.session.wait_ended())
        changed = asyncio.ensure_future(self.changed.wait())
        try:
            done, _ = await asyncio.wait(
                (ended, changed), timeout=patience, return_when=asyncio.FIRST_COMPLETED
            )
        finally:
            ended.cancel()
            changed.cancel()
        self.changed.clear()
        return bool(done)


async def invoke(
    page: PageTarget, offer: Offer, arguments: dict[str, Any], *, timeout: float
) -> ToolResponse:
    """Call a tool and wait for its response.

    Raises:
        PageToolNotFound: the page no longer offers the tool.
        PageToolFailed: the tool threw an exception, or the page cancelled the call.
        PageToolTimeout: the tool did not respond in time; the call was cancelled.
        DialogOpen: the tool opened a dialog and waits for the answer.
        TabNotFound: the tab was closed during the call.
    """
    session, call = offer.frame.session, _Call(page, offer.frame)
    with ExitStack() as stack:
        for event, handler in (
            ("WebMCP.toolResponded", call.note_response),
            ("Page.frameNavigated", call.note_navigation),
            ("Page.frameDetached", call.note_navigation),
            ("Page.javascriptDialogOpening", call.note_navigation),
        ):
            for each in {session, page.session}:
                stack.callback(each.on(event, handler))
        try:
            begun = await session.send(
                "WebMCP.invokeTool",
                {"frameId": offer.frame.id, "toolName": offer.name, "input": arguments},
                timeout=timeout,
            )
        except ProtocolError as error:
            raise PageToolNotFound(f"The page has no tool {offer.name!r:.140} any more.") from error
        return await _response(call, offer, str(begun.get("invocationId")), timeout)


async def _response(call: _Call, offer: Offer, number: str, timeout: float) -> ToolResponse:
    page, session, name = call.page, offer.frame.session, f"{offer.name!r:.140}"
    end = asyncio.get_running_loop().time() + timeout
    form_end = end - timeout + min(timeout, _FORM_PATIENCE)
    gone_end: float | None = None
    while True:
        if (response := call.responses.get(number)) is not None:
            if (
                response.get("status") == "Completed"
                and not response.get("output")
                and call.is_gone
            ):
                # When the document of a tool is replaced, the browser completes the call without
                # output.
                return ToolResponse(status="navigated")
            return _parse_response(response, name)
        if page.closed or page.session.ended:
            raise TabNotFound(f"The tab was closed before its tool {name} responded.")
        now = asyncio.get_running_loop().time()
        if session.ended or call.is_gone:
            gone_end = gone_end or min(end, now + _AFTER_NAVIGATION)
        dialog = page.session.vitals.dialog
        if dialog is not None:
            raise DialogOpen(
                f"The page's tool {name} opened a {dialog.kind} dialog and waits for its answer: "
                f"{dialog.message!r}.",
                hint="Answer the dialog, then look at what the tool did; its response is lost.",
                dialog=dialog.kind,
            )
        until = gone_end or (form_end if offer.fills_form else end)
        if now >= until:
            if gone_end is not None:
                return ToolResponse(status="navigated")
            if offer.fills_form and timeout > _FORM_PATIENCE:
                return ToolResponse(status="awaiting_submit")
            await quietly(
                session.send("WebMCP.cancelInvocation", {"invocationId": number}, timeout=2.0)
            )
            raise PageToolTimeout(
                f"The page's tool {name} did not respond within {timeout:g} s; the call was "
                "cancelled. What it had done by then stays done.",
                timeout_s=timeout,
            )
        await call.change(until - now if not session.ended else min(0.1, until - now))


def _parse_response(response: dict[str, Any], name: str) -> ToolResponse:
    if response.get("status") == "Completed":
        return ToolResponse(status="completed", output=response.get("output"))
    if response.get("status") == "Canceled":
        raise PageToolFailed(f"The page cancelled the call of its tool {name}.")
    thrown = wire.record(response.get("exception"))
    reason = thrown.get("description") or thrown.get("value") or response.get("errorText")
    reason = str(reason or "no reason given").split("\n    at ")[0]
    raise PageToolFailed(f"The page's tool {name} failed: {one_line(reason, 500)}")
