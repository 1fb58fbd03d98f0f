"""Dispatches a tool call to its handler; every failure becomes an error result."""

from __future__ import annotations

import contextlib
import logging
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from viewmark.errors import InternalError, InvalidOption, ViewmarkError
from viewmark.mcp.attaching import effect_picture, with_marks, with_picture
from viewmark.mcp.errors import error_answer
from viewmark.mcp.state import SessionState
from viewmark.mcp.tool import Call
from viewmark.mcp.tools import TOOLS
from viewmark.mcp.validation import elsewhere, validate
from viewmark.page.change_report import note_changes
from viewmark.stages import watch_stages
from viewmark.text import compact

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from viewmark.mcp.content import Answer
    from viewmark.mcp.settings import Settings
    from viewmark.mcp.tool import ProgressReport
    from viewmark.secrets.redaction import Redactor
    from viewmark.stages import StageTimes

__all__ = ["Dispatcher"]

_log = logging.getLogger("viewmark.mcp")
_TOOLS = {tool.name: tool for tool in TOOLS}


class Dispatcher:
    """Takes the calls of one session; knows no SDK and no transport."""

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
        redactor: Redactor | None = None,
    ) -> None:
        self.state = SessionState(settings, clock=clock, redactor=redactor)

    async def call(
        self,
        name: str,
        arguments: Mapping[str, Any] | None,
        *,
        progress: ProgressReport | None = None,
        client: str = "",
    ) -> Answer:
        """Do what a client asks.

        Args:
            name: the tool.
            arguments: its parameters, as they came.
            progress: tells the client how far a long call is.
            client: the client's own name, for its preset.
        """
        state = self.state
        state.client = client or state.client
        what, args = "", dict[str, Any]()
        timings: dict[str, dict[str, float]] = {}

        def timed(times: StageTimes) -> None:
            timings[times.operation] = times.timings()

        async with contextlib.AsyncExitStack() as stack:
            effect = None
            try:
                tool = _TOOLS.get(name)
                if tool is None:
                    known = ", ".join(_TOOLS)
                    message = f"There is no tool {name[:60]!r}; there are {known}."
                    hint = elsewhere(name.removeprefix("browser_"), TOOLS) or "Call one of those."
                    raise InvalidOption(message, hint=hint)
                what, args = validate(tool, arguments, TOOLS)
                args = self._where_seen(args)
                call = Call(
                    state=state,
                    tool=name,
                    what=what,
                    args=args,
                    changes=args.get("changes", "none"),
                    progress=progress,
                    tools=TOOLS,
                )
                effect = await stack.enter_async_context(effect_picture(state, name, what, args))
                is_pictured = name == "interact" and args.get("picture") is True
                with watch_stages(timed):
                    answer = await tool.by_what[what].handler(call)
                    if (
                        args.get("answer") or state.settings.answers
                    ) == "json" and answer.facts is not None:
                        answer = replace(answer, text=compact(answer.facts))
                    if is_pictured:
                        answer = await with_marks(call, answer)
            except ViewmarkError as error:
                if name == "interact":
                    await self._note_changes(args, error)
                answer = error_answer(error)
            except OSError as error:
                answer = error_answer(InternalError(f"{name} failed: {error.strerror or error}."))
            except Exception:
                _log.exception("%s %s failed", name, what)
                answer = error_answer(InternalError(f"{name} {what} failed inside viewmark."))
            answer = await with_picture(state, name, what, args, answer, effect)
        await state.tabs.learn(args.get("tab_id"))
        if (news := state.tabs.take_news()) is not None:
            answer = replace(answer, notes=(f"[{news}]", *answer.notes))
        answer = replace(answer, timings=timings)
        return answer.redacted(state.redactor)  # whatever a tool returns passes here

    async def _note_changes(self, args: dict[str, Any], error: ViewmarkError) -> None:
        """Let an error before an action began carry what the page did since the last answer."""
        tabs = self.state.tabs
        if not tabs.running or tabs.current_id is None or args.get("changes", "none") == "none":
            return
        with contextlib.suppress(ViewmarkError):
            tab = await tabs.tab(args.get("tab_id"))
            tab.page.changes = args["changes"]
            await note_changes(tab.page.context, error)

    def _where_seen(self, args: dict[str, Any]) -> dict[str, Any]:
        """The arguments with the tab of the look that they name, whichever tab is current."""
        frame_id = args.get("frame_id") or args.get("since")
        if frame_id is None or args.get("tab_id"):
            return args
        tab_id = self.state.tabs.of_observation(str(frame_id))
        return args if tab_id is None else args | {"tab_id": tab_id}

    async def close(self) -> None:
        """End what was started."""
        await self.state.close()
