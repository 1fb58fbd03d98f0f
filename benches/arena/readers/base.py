"""The interface of readers: find elements in a tool's results by text, act on them, and read pages.

Scripts (`scripts/`) are written against this interface and work with every tool. A reader
translates them into the shortest sequence that its tool allows: several actions in one call if the
tool accepts several, and no separate reading if the result of the action already contains the page.
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
    """The element or text that a script needs is not in the tool's results."""


class NotWritten(Exception):
    """This operation is not implemented for this tool."""


@dataclass(frozen=True)
class Act:
    """One action; `target` is a handle from the tool's results."""

    kind: str
    target: Any = None
    value: Any = None
    role: str = ""


@dataclass(frozen=True)
class Line:
    """A line of a result, with the handle in it, if any."""

    text: str
    role: str = ""
    name: str = ""
    handle: Any = None


class Reader(ABC):
    """Does a task with one tool.

    Args:
        tool: the running tool.
        address: URL of the task's page.
        folder: folder with the task's files.
    """

    handle = re.compile(r"(?!)")
    """Pattern of the tool's handles; the first group is the handle."""
    role = re.compile(r"([A-Za-z]+)")

    def __init__(self, tool: Tool, address: str, folder: Path) -> None:
        self.tool, self.address, self.folder = tool, address, folder
        self.heard: list[str] = []
        """Texts about the current page, oldest first; a complete reading clears them."""
        self.pictures: list[bytes] = []
        self.answer: str | None = None

    # Known content --------------------------------------------------------------------------------

    def hear(self, reply: Reply, *, whole: bool = False) -> Reply:
        """Store a result; with `whole` it replaces earlier ones, as it shows the entire page."""
        if whole:
            self.heard.clear()
        self.heard.append(reply.text)
        self.pictures.extend(reply.pictures)
        return reply

    def lines(self) -> list[Line]:
        """Return all stored lines, those of the newest result first."""
        return [line for text in reversed(self.heard) for line in self.parsed(text)]

    def parsed(self, text: str) -> list[Line]:
        """Return the lines of a result."""
        return [self.line(each) for each in text.splitlines()]

    def line(self, text: str) -> Line:
        """Parse a line: its first word is the role, the quoted part is the name."""
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
        """Return the handle of the element with this name, from the results so far.

        Args:
            name: the full name, or a part if no full name matches; empty: any.
            roles: accepted roles, if an element with this name has one of them.
            after: only elements after the first line that contains this text.
            nth: index among several matches, from 0.

        Raises:
            NotSeen: no result contains the element.
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
        """Return the first group (or the whole match) of a pattern in the results, newest first.

        Raises:
            NotSeen: no result matches.
        """
        for text in reversed(self.heard):
            if found := re.search(pattern, text):
                return found[found.re.groups and 1]
        raise NotSeen(f"no words {pattern!r}")

    def picture(self) -> bytes:
        """Return the last image.

        Raises:
            NotSeen: there is no image.
        """
        if not self.pictures:
            raise NotSeen("no picture")
        return self.pictures[-1]

    # Actions --------------------------------------------------------------------------------------

    def click(self, name: str, *roles: str, **where: Any) -> Act:
        """Return a click on the element with this name."""
        return Act("click", self.at(name, *roles, **where))

    def fill(self, name: str, text: str, *roles: str, **where: Any) -> Act:
        """Return the action that replaces the text of a field."""
        roles = roles or ("textbox", "searchbox", "spinbutton", "combobox")
        return Act("fill", self.at(name, *roles, **where), text, roles[0])

    def select(self, name: str, *options: str, **where: Any) -> Act:
        """Return the selection of options in a list."""
        return Act("select", self.at(name, "combobox", "listbox", **where), options, "combobox")

    def check(self, name: str, *roles: str, **where: Any) -> Act:
        """Return the action that checks a checkbox or radio button."""
        roles = roles or ("checkbox", "radio")
        return Act("check", self.at(name, *roles, **where), True, roles[0])

    def press(self, key: str, times: int = 1) -> Act:
        """Return key presses for the focused element."""
        return Act("press", None, (key, times))

    def dialog(self, *, accept: bool, text: str = "", kind: str = "") -> Act:
        """Return the reply to the open dialog; `kind` is set if it is an alert."""
        return Act("dialog", None, (accept, text), kind)

    def drag(self, name: str, onto: str, *roles: str) -> Act:
        """Return the drag of one element onto another, by name."""
        return Act("drag", self.at(name, *roles), self.at(onto, *roles))

    def maybe(self, name: str, *roles: str) -> Any:
        """Return the element's handle as `at` does; None if no result contains the element."""
        try:
            return self.at(name, *roles)
        except NotSeen:
            return None

    def knows(self, pattern: str) -> bool:
        """Return whether a result already matches the pattern."""
        return any(re.search(pattern, each) for each in self.heard)

    @abstractmethod
    async def open(self, address: str = "", *, see: str = "controls") -> None:
        """Open the task's page or another one, and read it unless `see` is empty."""

    async def open_and_look(self, *, see: str = "") -> None:
        """Open the task's page, read it with `see`, and take a screenshot."""
        await self.open(see=see)
        await self.look()

    @abstractmethod
    async def do(self, *acts: Act, see: str = "") -> None:
        """Perform actions in order; with `see`, also obtain the current page.

        `see` is `controls` (interactive elements), `text` (readable text), or `all` (interactive
        elements with the text around them). Most tools have only one way to read a page for all of
        these.
        """

    @abstractmethod
    async def read(self, what: str = "text") -> None:
        """Read the current page: `controls`, `text` or `all`."""

    @abstractmethod
    async def look(self) -> None:
        """Take a screenshot and store the results that belong to it."""

    def expect(self, text: str) -> Act:
        """Return an expected text of the next page; only some tools need a call to wait for it."""
        return Act("expect", None, text)

    async def read_closely(self) -> None:
        """Read the page again, in the most detailed form that the tool offers."""
        await self.read("all")

    async def do_and_see(self, *acts: Act, words: str) -> None:
        """Perform actions and verify in the tool's shortest way that the page then contains a text.

        Raises:
            NotSeen: the page does not contain it.
        """
        await self.do(*acts)
        await self.confirm(words)

    async def confirm(self, words: str) -> None:
        """Verify that a text is on the page, by the tool's shortest reading.

        Raises:
            NotSeen: the page does not contain it.
        """
        if not self.knows(words):
            await self.read("text")
        self.words(words)

    async def special(self, what: str, *values: Any) -> None:
        """Perform an operation that few tools have: `resize`, `dark`, `place`, `credentials`, ...

        Raises:
            NotWritten: the operation is not implemented for this tool.
        """
        raise NotWritten(f"{what} {values}")

    def merged(self, acts: Sequence[Act]) -> list[list[Act]]:
        """Group actions: consecutive form actions (fill, select, check) become one group."""
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
