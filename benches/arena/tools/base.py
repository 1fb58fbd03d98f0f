"""A running tool: its calls, and the counts of their results, identical for all tools."""

from __future__ import annotations

import asyncio
import io
import json
import time
from abc import ABC, abstractmethod
from dataclasses import asdict, dataclass, field
from typing import Any

from PIL import Image

__all__ = ["Counts", "Reply", "Tool"]


@dataclass(frozen=True)
class Reply:
    """The result of a call."""

    text: str
    pictures: tuple[bytes, ...] = ()
    refused: bool = False
    """Whether the tool reported a failure."""


@dataclass
class Counts:
    """Totals of all calls of a try."""

    calls: int = 0
    characters: int = 0
    """Characters of all texts in the results."""
    sent: int = 0
    """Characters of names and arguments as JSON."""
    sizes: list[tuple[int, int]] = field(default_factory=list)
    """Width and height of every image in px."""
    refusals: int = 0
    seconds: float = 0.0
    """Seconds spent in calls."""

    def to_json(self) -> dict[str, Any]:
        """Return the counts as JSON data."""
        return asdict(self) | {"pictures": len(self.sizes)}


class Tool(ABC):
    """A running tool; `calls` keeps each call and its result, in order, for the transcript."""

    pause = 0.25
    """Seconds to wait before each call, which are not counted. Models are slower than that, and the
    page continues meanwhile."""

    name = ""
    """The arena's name for the tool."""

    def __init__(self) -> None:
        self.counts = Counts()
        self.calls: list[tuple[str, dict[str, Any], Reply]] = []

    async def call(self, name: str, /, **arguments: Any) -> Reply:
        """Make a call of the agent, which is counted even if it fails."""
        await asyncio.sleep(self.pause)
        began = time.perf_counter()
        reply = await self._call(name, arguments)
        self.counts.seconds += time.perf_counter() - began
        self.counts.calls += 1
        self.counts.characters += len(reply.text)
        self.counts.sent += len(name) + len(json.dumps(arguments, ensure_ascii=False))
        self.counts.refusals += reply.refused
        for each in reply.pictures:
            with Image.open(io.BytesIO(each)) as picture:
                self.counts.sizes.append(picture.size)
        self.calls.append((name, arguments, reply))
        return reply

    @abstractmethod
    async def _call(self, name: str, arguments: dict[str, Any]) -> Reply: ...

    async def schemas(self) -> list[dict[str, Any]]:
        """Return name, description and input schema of each tool; empty if it has no schemas."""
        return []
