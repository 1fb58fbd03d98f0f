"""The interfaces of the library, for tests that make the same call through each of them."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any

from sessions import Shell

import viewmark
from viewmark import agents, sync
from viewmark.mcp.dispatcher import Dispatcher

__all__ = ["Blocking", "Case", "Face", "Library", "Mcp", "Step", "Tools", "Verbs"]


@dataclass(frozen=True, kw_only=True)
class Step:
    """One call and its form in each interface; None for an interface that does not offer it."""

    call: str
    args: tuple[Any, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)
    mcp: tuple[str, dict[str, Any]] | None = None
    shell: tuple[str, ...] | None = None
    tool: tuple[str, dict[str, Any]] | None = None


@dataclass(frozen=True, kw_only=True)
class Case:
    """A sequence of calls, and the effect of the last one."""

    steps: tuple[Step, ...]
    effect: str = "true"
    """An expression whose value in the page must be `want` afterwards."""
    want: Any = True
    says: str = ""
    """Text that every result of the last step contains."""
    before: str = ""
    """A script to run in the page first."""
    undo: tuple[Step, ...] = ()

    def __str__(self) -> str:
        return self.steps[-1].call


class Face:
    """An interface with a browser of its own; `page` is the library's page, if accessible."""

    page: Any = None

    async def do(self, step: Step) -> str:
        """Make the call through this interface, or the library if it does not offer the call."""
        return _text(await getattr(self.page, step.call)(*step.args, **step.options))

    async def ask(self, expression: str) -> Any:
        """Return the value of an expression in the page."""
        return (await self.page.evaluate(expression)).value

    def offers(self, step: Step) -> bool:
        """Return whether this interface offers the call."""
        return True


def _text(result: Any) -> str:
    to_json = getattr(result, "to_json", None)
    return json.dumps(to_json() if to_json is not None else result, default=str)


class Library(Face):
    def __init__(self, page: viewmark.Page) -> None:
        self.page = page


class Blocking(Face):
    def __init__(self, page: sync.Page) -> None:
        self.page = page

    async def do(self, step: Step) -> str:
        call = getattr(self.page, step.call)
        return _text(await asyncio.to_thread(call, *step.args, **step.options))

    async def ask(self, expression: str) -> Any:
        return (await asyncio.to_thread(self.page.evaluate, expression)).value


class Mcp(Face):
    def __init__(self, dispatcher: Dispatcher, page: viewmark.Page) -> None:
        self.dispatcher, self.page = dispatcher, page

    async def do(self, step: Step) -> str:
        if step.mcp is None:
            return await super().do(step)
        answer = await self.dispatcher.call(*step.mcp)
        assert not answer.failed, answer.text
        return answer.text

    def offers(self, step: Step) -> bool:
        return step.mcp is not None


class Verbs(Face):
    def __init__(self, shell: Shell) -> None:
        self.shell = shell

    async def do(self, step: Step) -> str:
        return "" if step.shell is None else await asyncio.to_thread(self.shell, *step.shell)

    async def ask(self, expression: str) -> Any:
        return (await asyncio.to_thread(self.shell.json, "eval", expression))["value"]

    def offers(self, step: Step) -> bool:
        return step.shell is not None


class Tools(Face):
    def __init__(self, page: viewmark.Page) -> None:
        self.page = page
        self.tools = {each.name: each for each in agents.tools(page)}

    async def do(self, step: Step) -> str:
        if step.tool is None:
            return await super().do(step)
        name, arguments = step.tool
        result = await self.tools[name].run(arguments)
        assert not result.failed, result.text
        return result.text

    def offers(self, step: Step) -> bool:
        return step.tool is not None
