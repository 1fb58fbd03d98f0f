"""What a reader of a tool's answers can do: find things by words, act on them, read, and answer.

A script (`scripts/`) is written against this and holds for every tool; what a reader makes of it
is the shortest sequence that its tool allows: several acts in one call where the tool takes
several, no reading where the answer of the act has the page already.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from arena.tools import Reply, Tool

__all__ = ["Act", "Line", "NotSeen", "NotWritten", "Reader"]

QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')


class NotSeen(Exception):
    """What a script looks for is not in the tool's answers."""


class NotWritten(Exception):
    """Nobody has written how this is done with this tool."""


@dataclass(frozen=True)
class Act:
    """One thing to do; `target` is a handle from the tool's answers."""

    kind: str
    target: Any = None
    value: Any = None
    role: str = ""


@dataclass(frozen=True)
class Line:
    """A line of an answer, and the handle in it if it has one."""

    text: str
    role: str = ""
    name: str = ""
    handle: Any = None


class Reader(ABC):
    """One who works on a task with one tool.

    Args:
        tool: at work.
        address: of the task's page, whole.
        folder: where the task's files are.
    """

    handle = re.compile(r"(?!)")
    """How the tool writes a handle; the first group is it."""
    role = re.compile(r"([A-Za-z]+)")

    def __init__(self, tool: Tool, address: str, folder: Path) -> None:
        self.tool, self.address, self.folder = tool, address, folder
        self.heard: list[str] = []
        """Texts about the page that is open, oldest first; begun anew by a whole reading."""
        self.pictures: list[bytes] = []
        self.answer: str | None = None

    # What is known -------------------------------------------------------------------------

    def hear(self, reply: Reply, *, whole: bool = False) -> Reply:
        """Take in an answer; `whole`: it shows the page as it is now."""
        if whole:
            self.heard.clear()
        self.heard.append(reply.text)
        self.pictures.extend(reply.pictures)
        return reply

    def lines(self) -> list[Line]:
        """All lines that were heard, those of the newest answer first."""
        return [line for text in reversed(self.heard) for line in self.parsed(text)]

    def parsed(self, text: str) -> list[Line]:
        """The lines of an answer."""
        return [self.line(each) for each in text.splitlines()]

    def line(self, text: str) -> Line:
        """One line: the first word is its role, what is quoted its name."""
        handle, quoted = self.handle.search(text), QUOTED.search(text)
        bare = self.handle.sub("", text) if handle else text
        role = self.role.search(bare)
        return Line(
            text,
            role[1].lower() if role else "",
            quoted[1].replace('\\"', '"') if quoted else "",
            handle[1] if handle else None,
        )

    def at(self, name: str, *roles: str, after: str = "", nth: int = 0) -> Any:
        """The handle of what has this name, taken from the answers.

        Args:
            name: whole, or a part where nothing has it whole; empty: any.
            roles: one of them, where something of that name has one.
            after: only behind the first line that has these words.
            nth: which of several, from 0.

        Raises:
            NotSeen: it is in no answer.
        """
        lines = self.lines()
        if after:
            start = next((i for i, each in enumerate(lines) if after in each.text), None)
            if start is None:
                raise NotSeen(f"no line with {after!r}")
            lines = lines[start:] if name else lines[start + 1 :]
        lines = [each for each in lines if each.handle is not None]
        tries = (
            lambda each: name in ("", each.name) and each.role in roles,
            lambda each: name and each.name == name,
            lambda each: name and name in each.text and each.role in roles,
            lambda each: name and name in each.text,
        )
        for fits in tries:
            found: list[Any] = []
            for each in lines:
                if fits(each) and each.handle not in found:
                    found.append(each.handle)
            if len(found) > nth:
                return found[nth]
        raise NotSeen(f"no {'/'.join(roles)} {name!r}" + (f" after {after!r}" if after else ""))

    def words(self, pattern: str) -> str:
        """The first group (or all) of a pattern, in what was heard, the newest first.

        Raises:
            NotSeen: it is nowhere.
        """
        for text in reversed(self.heard):
            if found := re.search(pattern, text):
                return found[found.re.groups and 1]
        raise NotSeen(f"no words {pattern!r}")

    def picture(self) -> bytes:
        """The last picture.

        Raises:
            NotSeen: there is none.
        """
        if not self.pictures:
            raise NotSeen("no picture")
        return self.pictures[-1]

    # What can be done ----------------------------------------------------------------------

    def click(self, name: str, *roles: str, **where: Any) -> Act:
        """A click on what has this name."""
        return Act("click", self.at(name, *roles, **where))

    def fill(self, name: str, text: str, *roles: str, **where: Any) -> Act:
        """A text for a field, in place of what it holds."""
        roles = roles or ("textbox", "searchbox", "spinbutton", "combobox")
        return Act("fill", self.at(name, *roles, **where), text, roles[0])

    def select(self, name: str, *options: str, **where: Any) -> Act:
        """Options of a list."""
        return Act("select", self.at(name, "combobox", "listbox", **where), options, "combobox")

    def check(self, name: str, *roles: str, **where: Any) -> Act:
        """A tick for a box or a radio button."""
        roles = roles or ("checkbox", "radio")
        return Act("check", self.at(name, *roles, **where), True, roles[0])

    def press(self, key: str, times: int = 1) -> Act:
        """A key, where the focus is."""
        return Act("press", None, (key, times))

    def dialog(self, *, accept: bool, text: str = "", kind: str = "") -> Act:
        """An answer to the dialog that is open; `kind` where it is an alert."""
        return Act("dialog", None, (accept, text), kind)

    def drag(self, name: str, onto: str, *roles: str) -> Act:
        """Of one thing onto another, by name."""
        return Act("drag", self.at(name, *roles), self.at(onto, *roles))

    def maybe(self, name: str, *roles: str) -> Any:
        """The handle as `at` finds it; None: there is none."""
        try:
            return self.at(name, *roles)
        except NotSeen:
            return None

    def knows(self, pattern: str) -> bool:
        """Whether the words were heard already."""
        return any(re.search(pattern, each) for each in self.heard)

    @abstractmethod
    async def open(self, address: str = "", *, see: str = "controls") -> None:
        """Go to the task's page, or another one, and read it; `see=""`: without reading."""

    async def open_and_look(self, *, see: str = "") -> None:
        """Go to the task's page, read it with `see`, and take a picture of it."""
        await self.open(see=see)
        await self.look()

    @abstractmethod
    async def do(self, *acts: Act, see: str = "") -> None:
        """Do these, in order; then, with `see`, know the page as it is.

        `see` is `controls` (what can be acted on), `text` (what can be read), or `all` (what can
        be acted on with the words around it); for most tools that is one reading.
        """

    @abstractmethod
    async def read(self, what: str = "text") -> None:
        """Read the page as it is: `controls`, `text` or `all`."""

    @abstractmethod
    async def look(self) -> None:
        """A picture, and what of the answers belongs to it."""

    def expect(self, text: str) -> Act:
        """Words that come with the next page; only some tools must wait for them by a call."""
        return Act("expect", None, text)

    async def read_closely(self) -> None:
        """Read the page once more, in the longest form that the tool has."""
        await self.read("all")

    async def do_and_see(self, *acts: Act, words: str) -> None:
        """Do these, and know that the page then says the words, by the shortest way of the tool.

        Raises:
            NotSeen: it does not.
        """
        await self.do(*acts)
        await self.confirm(words)

    async def confirm(self, words: str) -> None:
        """See that words are on the page, by the shortest reading that the tool has.

        Raises:
            NotSeen: they are not.
        """
        if not self.knows(words):
            await self.read("text")
        self.words(words)

    async def special(self, what: str, *values: Any) -> None:
        """What few tools have: `resize`, `dark`, `place`, `credentials`, `device`, ...

        Raises:
            NotWritten: not for this tool.
        """
        raise NotWritten(f"{what} {values}")

    def merged(self, acts: Sequence[Act]) -> list[list[Act]]:
        """Acts in groups: those that a form takes at once (fill, select, check) together."""
        groups: list[list[Act]] = []
        for act in acts:
            if act.kind == "expect":
                continue
            one_form = act.kind in ("fill", "select", "check")
            if one_form and groups and groups[-1][0].kind in ("fill", "select", "check"):
                groups[-1].append(act)
            else:
                groups.append([act])
        return groups
