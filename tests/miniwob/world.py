"""The environment of a policy: the task, the map, the page as text, and clicks by ref.

A policy may only click elements that are in the map. If an element appears in the page's text but
not in the map, even after scrolling to it, the episode fails with `NotInMap`.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from viewmark import Annotation, Observation, Page

TASKS: dict[str, Callable[[World], Awaitable[None]]] = {}
"""Policies by task name."""
LINE = re.compile(
    r'^(?P<indent> *)(?:- )?\[?(?P<role>[\w-]+)(?: "(?P<name>(?:[^"\\]|\\.)*)")?'
    r"(?: (?P<ref>@[^\s:\]]+))?(?P<rest>[^:]*)(?:: (?P<text>.*))?$"
)


class NotInMap(Exception):
    """A visible element has no mark."""


class NoIdea(Exception):
    """The policy does not know what to do, which is not the fault of the map."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the page's text snapshot."""

    depth: int
    role: str
    name: str
    ref: str
    text: str
    raw: str

    @property
    def words(self) -> str:
        """The name, or the text if there is no name."""
        return self.name or self.text


class World:
    """The interface between a policy and the page."""

    def __init__(self, page: Page, asked: str) -> None:
        self.page = page
        self.asked = asked
        self.seen: Observation

    def quoted(self) -> list[str]:
        """Return the quoted parts of the task."""
        return re.findall(r'"([^"]*)"', self.asked)

    def match(self, pattern: str) -> tuple[str, ...]:
        """Return the groups that a pattern matches in the task."""
        found = re.search(pattern, self.asked)
        if not found:
            raise NoIdea(self.asked)
        return found.groups()

    async def look(self) -> list[Annotation]:
        """Observe the page and return the marks."""
        self.seen = await self.page.observe()
        return list(self.seen.annotations)

    async def read(self) -> list[Line]:
        """Return the text snapshot without the task and the counters of the suite."""
        text = (await self.page.snapshot()).text
        lines = []
        for raw in text.splitlines():
            found = LINE.match(raw)
            if not found or re.search(r"Last reward|Last 10 av|Time left|Episodes done", raw):
                continue
            got = found.groupdict()
            name = (got["name"] or "").replace('\\"', '"')
            line = Line(
                len(got["indent"]), got["role"], name, got["ref"] or "", got["text"] or "", raw
            )
            if line.words.strip() != self.asked.strip():
                lines.append(line)
        return lines

    async def mark(self, role: str = "", words: str | None = None, nth: int = 0) -> Annotation:
        """Return the mark with this role and text."""
        marks = await self.look()
        fit = [m for m in marks if role in ("", m.role) and words in (None, says(m))]
        if len(fit) <= nth:
            raise NotInMap(f"{role} {words!r} {nth}: {[(m.role, says(m)) for m in marks]}")
        return fit[nth]

    async def press(self, thing: Annotation | Line | str, **options: Any) -> None:
        """Click an element by its ref, if it is in the map."""
        ref = thing if isinstance(thing, str) else thing.ref
        if not ref:
            raise NotInMap(f"no ref: {thing}")
        if ref not in {m.ref for m in await self.look()}:
            await self.page.scroll_to(ref)
            if ref not in {m.ref for m in await self.look()}:
                raise NotInMap(f"{thing} is not in the map: {self.seen.lines()}")
        await self.page.click(ref, **options)

    async def click(self, words: str, role: str = "", nth: int = 0) -> None:
        """Click the element with this text."""
        try:
            found = await self.mark(role, words, nth)
        except NotInMap:
            fit = [
                line
                for line in await self.read()
                if line.ref and line.words == words and role in ("", line.role)
            ]
            if len(fit) <= nth:
                raise
            await self.press(fit[nth])
        else:
            await self.page.click(found.ref)

    async def fields(self) -> list[Annotation]:
        """Return the text fields in order."""
        return [m for m in await self.look() if m.role in ("textbox", "spinbutton", "searchbox")]

    async def write(self, text: str, nth: int = 0) -> None:
        """Type text into a field."""
        fields = await self.fields()
        if len(fields) <= nth:
            raise NotInMap(f"field {nth} of {len(fields)}")
        await self.page.type(fields[nth].ref, text, clear=True)

    async def over(self) -> bool:
        """Return whether the suite shows that the episode has ended."""
        return any(says(mark) == "START" for mark in await self.look())

    async def submit(self) -> None:
        """Click the button that submits the task."""
        await self.click("Submit")


def says(mark: Annotation) -> str:
    """Return the name of a mark, or its text."""
    return mark.name or mark.element.text


def does(*names: str) -> Callable[[Callable[[World], Awaitable[None]]], None]:
    """Register a policy for these tasks."""

    def note(policy: Callable[[World], Awaitable[None]]) -> None:
        TASKS.update(dict.fromkeys(names, policy))

    return note
