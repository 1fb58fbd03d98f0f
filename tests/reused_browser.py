"""Reuses the browsers that tests launch: one process for many tests, a browser context for each.

If a test launches a browser in its own process, it gets a running Chromium with a new browser
context, whose tabs, cookies, caches, storage, permissions and downloads are separate and end with
the context. Unlike a browser of its own, the process keeps running and is connected over a port.
Therefore browsers with a profile, with settings or with a port are launched as usual, as are all
browsers in tests marked `own_process`. `is_on` is whether the current test reuses browsers.
"""

from __future__ import annotations

import atexit
import contextlib
from collections.abc import Sequence
from typing import Any

from viewmark.browser.cdp.connection import Connection, connect
from viewmark.browser.launch import process as process_module
from viewmark.browser.launch.process import ChromeProcess
from viewmark.errors import ViewmarkError

__all__ = ["lend_browsers"]

OF_CONTEXT = ("Browser.reset", "Browser.set", "Storage.set", "Target.createTarget")
"""Prefixes of commands that get the id of the context, because they would affect all contexts."""
MOST = 40
"""Tests after which a browser is not reused again."""
_idle: dict[tuple[str, ...], list[tuple[ChromeProcess, int]]] = {}
_start = ChromeProcess.start
is_on = False


class _Lent(ChromeProcess):
    """A process that keeps running when it is stopped, if its context was closed before."""

    def __init__(self, owner: ChromeProcess, command: tuple[str, ...], times: int) -> None:
        super().__init__(owner._popen, owner.folder, owner._watchdog)
        self._owner, self._command, self._times = owner, command, times
        self._is_clean = False

    async def open_context(self, connection: Connection) -> None:
        """Make the context with its initial blank tab, and send later commands to it."""
        browser = connection.browser
        send = browser.send
        made = await send("Target.createBrowserContext", {"disposeOnDetach": True})
        context = {"browserContextId": made["browserContextId"]}
        contexts = [context["browserContextId"]]

        async def send_to_context(
            method: str, params: dict[str, Any] | None = None, **options: Any
        ) -> dict[str, Any]:
            if method == "Browser.close":
                for each in contexts:
                    await send("Target.disposeBrowserContext", {"browserContextId": each})
                self._is_clean = True
                return {}
            if method.startswith(OF_CONTEXT):
                params = {**context, **(params or {})}
            answer = await send(method, params, **options)
            if method == "Target.createBrowserContext":
                contexts.append(answer["browserContextId"])
            if method == "Target.disposeBrowserContext" and params is not None:
                contexts.remove(params["browserContextId"])
            if method == "Target.getTargets":
                found = answer["targetInfos"]
                answer["targetInfos"] = [t for t in found if t.get("browserContextId") in contexts]
            return answer

        browser.send = send_to_context  # type: ignore[method-assign]
        await browser.send("Target.createTarget", {"url": "about:blank", "newWindow": True})

    async def stop(self, *, requested: bool = False) -> None:
        if self.stopped:
            return
        self.stopped = True
        if requested and self._is_clean and self._times < MOST:
            _idle.setdefault(self._command, []).append((self._owner, self._times))
        else:
            await self._owner.stop()


async def _lend(
    command: Sequence[str],
    *,
    profile: Any = None,
    preferences: Any = None,
    debugging_port: int | None = None,
    **options: Any,
) -> tuple[ChromeProcess, Connection]:
    if not is_on or profile or preferences or debugging_port is not None:
        return await _start(
            command,
            profile=profile,
            preferences=preferences,
            debugging_port=debugging_port,
            **options,
        )
    known = tuple(command)
    while idle := _idle.get(known):
        owner, times = idle.pop()
        with contextlib.suppress(ViewmarkError):
            return await _lent(owner, known, times + 1)
        await owner.stop()
    had, process_module.HAS_PIPE = process_module.HAS_PIPE, False
    try:
        starting = _start(command, **options)
        owner, connection = await starting
    finally:
        process_module.HAS_PIPE = had
    await connection.close()
    return await _lent(owner, known, 1)


async def _lent(
    owner: ChromeProcess, command: tuple[str, ...], times: int
) -> tuple[ChromeProcess, Connection]:
    lent = _Lent(owner, command, times)
    connection = await connect(str(owner.endpoint), timeout=30)
    await lent.open_context(connection)
    return lent, connection


def _end_all() -> None:
    for idle in _idle.values():
        for owner, _ in idle:
            owner._stop(requested=False)


def lend_browsers() -> None:
    """Reuse browsers from now on, in tests for which `is_on` is set."""
    ChromeProcess.start = _lend  # type: ignore[assignment,method-assign]
    atexit.register(_end_all)
