"""One episode as a policy sees it: what is asked, the map, the page as words; presses by refs.

A policy may press only what the map has. What the words of the page name and the map has not, even
after it was scrolled to, loses the episode as `NotInMap`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from viewmark import Annotation, Observation, Page

TASKS: dict[str, Callable[[World], Awaitable[None]]] = {}
"""Policies by task."""
LINE = re.compile(
    r'^(?P<indent> *)(?:- )?\[?(?P<role>[\w-]+)(?: "(?P<name>(?:[^"\\]|\\.)*)")?'
    r"(?: (?P<ref>@[^\s:\]]+))?(?P<rest>[^:]*)(?:: (?P<text>.*))?$"
)


class NotInMap(Exception):
    """A thing that the page shows has no mark."""


class NoIdea(Exception):
    """The policy does not know what to do; not the map's fault."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the page as words."""

    depth: int
    role: str
    name: str
    ref: str
    text: str
    raw: str

    @property
    def words(self) -> str:
        """Name or text."""
        return self.name or self.text


class World:
    """What a policy gets."""

    def __init__(self, page: Page, asked: str) -> None:
        self.page = page
        self.asked = asked
        self.seen: Observation

    def quoted(self) -> list[str]:
        """What the task puts into quotes."""
        return re.findall(r'"([^"]*)"', self.asked)

    def match(self, pattern: str) -> tuple[str, ...]:
        """Groups of the pattern in what is asked."""
        found = re.search(pattern, self.asked)
        if not found:
            raise NoIdea(self.asked)
        return found.groups()

    async def look(self) -> list[Annotation]:
        """The marks."""
        self.seen = await self.page.observe()
        return list(self.seen.annotations)

    async def read(self) -> list[Line]:
        """The page as words, without what is asked and the counters of the suite."""
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
        """The mark of that role and those words."""
        marks = await self.look()
        fit = [m for m in marks if role in ("", m.role) and words in (None, says(m))]
        if len(fit) <= nth:
            raise NotInMap(f"{role} {words!r} {nth}: {[(m.role, says(m)) for m in marks]}")
        return fit[nth]

    async def press(self, thing: Annotation | Line | str, **options: Any) -> None:
        """Click it, by its ref, if it is in the map."""
        ref = thing if isinstance(thing, str) else thing.ref
        if not ref:
            raise NotInMap(f"no ref: {thing}")
        if ref not in {m.ref for m in await self.look()}:
            await self.page.scroll_to(ref)
            if ref not in {m.ref for m in await self.look()}:
                raise NotInMap(f"{thing} is not in the map: {self.seen.lines()}")
        await self.page.click(ref, **options)

    async def click(self, words: str, role: str = "", nth: int = 0) -> None:
        """Click what says these words."""
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
        """Text fields, in order."""
        return [m for m in await self.look() if m.role in ("textbox", "spinbutton", "searchbox")]

    async def write(self, text: str, nth: int = 0) -> None:
        """Write into a field."""
        fields = await self.fields()
        if len(fields) <= nth:
            raise NotInMap(f"field {nth} of {len(fields)}")
        await self.page.type(fields[nth].ref, text, clear=True)

    async def over(self) -> bool:
        """Whether the suite shows that the episode has ended."""
        return any(says(mark) == "START" for mark in await self.look())

    async def submit(self) -> None:
        """Press the button that ends the task."""
        await self.click("Submit")


def says(mark: Annotation) -> str:
    """Name, or text."""
    return mark.name or mark.element.text


def does(*names: str) -> Callable[[Callable[[World], Awaitable[None]]], None]:
    """Register a policy for these tasks."""

    def note(policy: Callable[[World], Awaitable[None]]) -> None:
        TASKS.update(dict.fromkeys(names, policy))

    return note
