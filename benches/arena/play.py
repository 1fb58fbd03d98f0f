"""One try of a task with a tool and a player; its outcome and cost."""

from __future__ import annotations

import asyncio
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arena.readers import READERS, NotSeen, NotWritten
from arena.scripts import LOST, of
from arena.site import ArenaSite
from arena.tasks import Task, Verdict, verdict
from arena.tools import Counts, start

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from arena.readers import Reader

__all__ = ["Try", "attempt", "scripted"]

LIMIT = 90.0
"""Seconds for one try by a script."""


@dataclass(frozen=True)
class Try:
    """One try of a task, which becomes a row of the table."""

    tool: str
    task: Task
    state: str
    """`solved`, `lost` or `not written`."""
    why: str = ""
    counts: Counts = field(default_factory=Counts)
    verdict: Verdict | None = None
    transcript: list[dict[str, Any]] = field(default_factory=list)
    """Each call: name, arguments, result text, number of images, whether it failed."""

    def to_json(self) -> dict[str, Any]:
        """Return the row as JSON data."""
        return {
            "tool": self.tool,
            "task": self.task.id,
            "group": self.task.group,
            "kind": self.task.kind,
            "state": self.state,
            "why": self.why,
            "wrong_acts": self.verdict.wrong_acts if self.verdict else 0,
            "believed": bool(self.verdict and self.verdict.believed),
            **self.counts.to_json(),
        }


async def attempt(
    tool_name: str,
    task: Task,
    player: Callable[[Reader], Awaitable[None]],
    *,
    limit: float = LIMIT,
) -> tuple[Reader, Verdict, str]:
    """Let a player do a task with a new instance of a tool and of the site.

    Returns:
        The reader with its counts, the verdict, and the error that stopped the player, if any.
    """
    site, broke = ArenaSite(), ""
    try:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
            folder = Path(name)
            for file, text in task.files.items():
                (folder / file).write_text(text)
            async with start(tool_name, folder) as tool:
                reader = READERS[tool_name](tool, site.url(task.address), folder)
                try:
                    await asyncio.wait_for(player(reader), limit)
                except (NotSeen, NotWritten) as reason:
                    broke, reader.answer = f"{type(reason).__name__}: {reason}", None
                except asyncio.TimeoutError:
                    broke, reader.answer = "no end within the limit", None
                return reader, verdict(task, site, reader.answer), broke
    finally:
        site.close()


async def scripted(tool_name: str, task: Task) -> Try:
    """Try a task with the script for this tool, or with the general one."""
    if reason := LOST.get((tool_name, task.id)):
        return Try(tool_name, task, "lost", reason)
    script = of(tool_name, task.id)
    if script is None:
        return Try(tool_name, task, "not written", "no script")
    reader, decided, broke = await attempt(tool_name, task, script)
    counts, why = reader.tool.counts, broke or decided.why
    transcript = [
        {
            "call": name,
            "arguments": arguments,
            "answer": reply.text,
            "pictures": len(reply.pictures),
            "refused": reply.refused,
        }
        for name, arguments, reply in reader.tool.calls
    ]
    if decided.solved:
        return Try(tool_name, task, "solved", "", counts, decided, transcript)
    # A failure with another vendor's tool may be the fault of our script.
    state = "lost" if tool_name.startswith("viewmark") else "not written"
    return Try(tool_name, task, state, why, counts, decided, transcript)
