"""Overrides of a page, sent to each of its sessions, including frames that are added later.

Cross-site frames have their own sessions. New frames are paused until they have the overrides, so
that they cannot run scripts or send requests without them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from viewmark.background import quietly
from viewmark.browser.cdp.session import Session
from viewmark.browser.page_target import PageTarget

Command = tuple[str, dict[str, Any]]


class Overrides:
    """CDP commands that are sent to all sessions of a page, keyed by topic (kind of override)."""

    def __init__(self, page: PageTarget) -> None:
        self._page = page
        self._commands: dict[str, list[Command]] = {}
        self._listeners: list[tuple[str, Callable[[Session, dict[str, Any]], None]]] = []
        self._is_holding = False

    @classmethod
    def of(cls, page: PageTarget) -> Overrides:
        """Return the overrides of a page, which are kept as long as the page."""
        return page.state.of(cls, lambda: cls(page))

    def commands_of(self, topic: str) -> Sequence[Command]:
        """Return the current commands of a topic; empty if it is not overridden."""
        return self._commands.get(topic, ())

    async def put(self, topic: str, commands: Sequence[Command]) -> None:
        """Send commands to all current and future sessions, replacing the topic's earlier commands.

        Raises:
            ProtocolError: the page's own session rejects them; new frames then do not get them
                either.
        """
        page = self._page
        for method, params in commands:
            await page.session.send(method, params)
        self._commands[topic] = list(commands)
        await self._hold()
        await self._send_to_frames(commands)

    async def drop(self, topic: str, undo: Sequence[Command]) -> None:
        """End a topic's overrides by sending the `undo` commands; do nothing if it has none."""
        if self._commands.pop(topic, None) is None:
            return
        for method, params in undo:
            await self._page.session.send(method, params)
        await self._send_to_frames(undo)

    def listen(self, event: str, handler: Callable[[Session, dict[str, Any]], None]) -> None:
        """Call `handler(session, params)` for an event in any session of the page."""
        self._listeners.append((event, handler))
        for session in self._sessions():
            _subscribe(session, event, handler)

    def _sessions(self) -> list[Session]:
        found = {id(frame.session): frame.session for frame in self._page.frames}
        return [*({id(self._page.session): self._page.session} | found).values()]

    async def _send_to_frames(self, commands: Sequence[Command]) -> None:
        async def send_to(session: Session) -> None:
            for method, params in commands:
                # Errors are ignored: the frame may be gone, and for two frames in one process the
                # second command is redundant.
                await quietly(session.send(method, params))

        others = [each for each in self._sessions() if each is not self._page.session]
        await asyncio.gather(*map(send_to, others))

    async def _hold(self) -> None:
        if self._is_holding:
            return
        self._is_holding = True
        self._page.on_join = self._joining
        for session in self._sessions():
            session.hold_children = True
        await quietly(asyncio.gather(*(session.auto_attach() for session in self._sessions())))

    def _joining(self, session: Session) -> list[Command]:
        for event, handler in self._listeners:
            _subscribe(session, event, handler)
        return [command for commands in self._commands.values() for command in commands]


def _subscribe(
    session: Session, event: str, handler: Callable[[Session, dict[str, Any]], None]
) -> None:
    session.on(event, lambda params: handler(session, params))
