"""Runs the library call that a tool call selects; every failure becomes an error result.

Depending on the session's mode or `include_screenshot`, a screenshot is added to the result.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any

from viewmark.calls.answer import CallAnswer
from viewmark.calls.call import Invocation
from viewmark.calls.runner import as_error, run
from viewmark.errors import InvalidOption
from viewmark.mcp.attaching import with_marks, with_picture
from viewmark.mcp.errors import error_answer
from viewmark.mcp.settings import Settings
from viewmark.mcp.state import SessionState
from viewmark.mcp.tools import TOOLS
from viewmark.mcp.validation import elsewhere, name_as_written, validate
from viewmark.secrets.redaction import Redactor
from viewmark.stages import StageTimes, watch_stages
from viewmark.text import compact

_TOOLS = {tool.name: tool for tool in TOOLS}


class Dispatcher:
    """Runs the tool calls of one session, independently of the SDK and the transport."""

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
        progress: Callable[[float, str], Awaitable[None]] | None = None,
        client: str = "",
    ) -> CallAnswer:
        """Run a tool call of a client.

        Args:
            name: name of the tool.
            arguments: arguments as received.
            progress: reports the progress of a long call to the client.
            client: name of the client, which determines the preset.
        """
        state = self.state
        state.client = client or state.client
        what, args = "", dict[str, Any]()
        timings: dict[str, dict[str, float]] = {}

        began = asyncio.get_running_loop().time()

        def timed(times: StageTimes) -> None:
            timings[times.operation] = times.timings()

        try:
            tool = _TOOLS.get(name)
            if tool is None:
                message = f"There is no tool {name[:60]!r}; there are {', '.join(_TOOLS)}."
                hint = elsewhere(name, TOOLS) or "Call one of those."
                raise InvalidOption(message, hint=hint)
            what, args = validate(tool, arguments, TOOLS)
            args = self._where_seen(args)
            call = Invocation(
                session=state,
                call=tool.by_what[what].call,
                args=args,
                changes=args.get("changes", "auto" if tool.is_single else "none"),
                progress=progress,
            )
            is_pictured = args.get("picture") is True
            with watch_stages(timed):
                answer = self._for_model(call, await run(call))
                if is_pictured:
                    answer = await with_marks(call, answer)
        except Exception as error:
            failure = as_error(error, f"{name} {what}".strip())
            known = () if not what else _TOOLS[name].known(what)
            answer = error_answer(name_as_written(failure, known, arguments))
        answer = await with_picture(state, name, what, args, answer, began)
        await state.tabs.learn(args.get("tab_id"))
        if (news := state.tabs.take_news()) is not None:
            answer = replace(answer, notes=(f"[{news}]", *answer.notes))
        answer = replace(answer, timings=timings)
        # redact here, because every tool result passes through this line
        return answer.redacted(state.redactor)

    def _for_model(self, call: Invocation, answer: CallAnswer) -> CallAnswer:
        """Return the result in the format set by the call or the settings: lines or JSON."""
        is_act = call.call.tool in ("act", "interact")
        form = call.args.get("answer") or (self.state.settings.answers if is_act else "lines")
        if answer.facts is None or not (call.call.facts_only or form == "json"):
            return answer if is_act or call.call.name == "page" else replace(answer, facts=None)
        # the `page` call has already limited the length of its text
        is_shown = call.call.name == "page"
        return answer if is_shown else replace(answer, text=compact(answer.facts))

    def _where_seen(self, args: dict[str, Any]) -> dict[str, Any]:
        """Add `tab_id` to arguments that name an observation, so that its own tab is used."""
        frame_id = args.get("frame_id") or args.get("since")
        if frame_id is None or args.get("tab_id"):
            return args
        tab_id = self.state.tabs.of_observation(str(frame_id))
        return args if tab_id is None else args | {"tab_id": tab_id}

    async def close(self) -> None:
        """Close everything that the session opened."""
        await self.state.close()
