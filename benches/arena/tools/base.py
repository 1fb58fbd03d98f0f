"""One tool at work: its calls, and the counting of what they bring, the same for all."""

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
    """What one call brought."""

    text: str
    pictures: tuple[bytes, ...] = ()
    refused: bool = False
    """The tool says that it failed."""


@dataclass
class Counts:
    """What all calls of a try brought together."""

    calls: int = 0
    characters: int = 0
    """Of all texts of all answers."""
    sent: int = 0
    """Characters of names and arguments, as JSON."""
    sizes: list[tuple[int, int]] = field(default_factory=list)
    """Width and height in px of every picture."""
    refusals: int = 0
    seconds: float = 0.0
    """Spent in calls."""

    def to_json(self) -> dict[str, Any]:
        """A mapping for a file."""
        return asdict(self) | {"pictures": len(self.sizes)}


class Tool(ABC):
    """A tool at work. `calls` keeps each call and its answer, in order, for the transcript."""

    pause = 0.25
    """Seconds before each call, not counted: no model is quicker, and pages do things meanwhile."""

    name = ""
    """As the arena calls it."""

    def __init__(self) -> None:
        self.counts = Counts()
        self.calls: list[tuple[str, dict[str, Any], Reply]] = []

    async def call(self, name: str, /, **arguments: Any) -> Reply:
        """One call of the agent; counted, whatever comes of it."""
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
        """Name, description and input of each tool, for a model; empty: none are to be had."""
        return []
