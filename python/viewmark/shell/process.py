"""The background process of one session: `python -m viewmark.shell.process NAME`.

Its options are passed as JSON on stdin, because other users can see a command line, and headers may
be secret.

It listens at the session's endpoint and runs the requests of clients one after the other. It ends
on request, after a long time without requests, or if another process holds the lock. Its browser is
always closed with it (see `viewmark.browser.launch.process`).
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hmac
import json
import logging
import os
import signal
import sys
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from viewmark.background import quietly
from viewmark.calls.answer import CallAnswer
from viewmark.calls.call import Invocation
from viewmark.calls.runner import as_error, run
from viewmark.calls.verbs import BY_NAME, HINT, Verb, check_arguments
from viewmark.errors import InvalidOption, ViewmarkError
from viewmark.page.changes import check_mode
from viewmark.shell.endpoint import (
    LENGTH,
    LONGEST,
    TOKEN_LENGTH,
    SessionEndpoint,
    pack_message,
    session_version,
)
from viewmark.shell.session import ShellSession, settings_of
from viewmark.text import compact, escape_text

_HINTS = {
    "dialog_open": "Answer it: viewmark dialog accept, or viewmark dialog dismiss.",
    "draw_mode_active": "Wait until the user is done (viewmark drawn), or end it: draw stop.",
    "element_not_found": "See what is there: viewmark look, or viewmark find WORDS.",
    "ref_stale": "See what is there now: viewmark look.",
    "secret_refused": "Ask for something else; --secrets gives it all the same.",
    "reading_forgotten": "Read the page again, without --since or --cursor.",
    "origin_not_allowed": "The session was started with --allow-origin or --block-private.",
}
"""Hints that refer to the command line, keyed by error code."""
_WORDS = (
    ("Observe with annotate", "Take a picture (look --picture FILE)"),
    ("pass coordinates='css' with CSS px of the viewport", "write css:X,Y"),
)
"""Phrases in the library's hints, and their replacements for the command line."""

_log = logging.getLogger("viewmark.shell")
_CHECK_EVERY = 2.0
"""Seconds between two checks whether the socket still exists."""
_TOKEN_PATIENCE = 10.0
"""Seconds within which a client must send its token."""
_LOCK_PATIENCE = 15.0
"""Seconds to wait until a process that is shutting down releases its lock."""


class SessionProcess:
    """Serves the clients of one session.

    Args:
        endpoint: endpoint of the session; this process must hold its lock.
        options: options with which the session was started.
        version: version of this process; clients with another version get an error.
    """

    def __init__(self, endpoint: SessionEndpoint, options: Mapping[str, Any], version: str) -> None:
        self._endpoint, self._options, self._version = endpoint, dict(options), version
        self._idle = float(options.get("idle") or 0)
        self.session = ShellSession(settings_of(options))
        self._turn = asyncio.Lock()  # a FIFO lock: requests run in the order of their arrival
        self._running = 0
        self._last = time.monotonic()
        self._over = asyncio.Event()
        self._token = ""

    async def serve(self) -> None:
        """Serve clients until the session ends."""
        door, self._token = self._endpoint.listen()
        serve = asyncio.start_server if self._endpoint.by_port else asyncio.start_unix_server
        server = await serve(self._client, sock=door)
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        os.dup2(2, 1)  # from now on stdout goes to stderr, because the client reads only this line
        idle = asyncio.create_task(self._watch())
        try:
            await self._over.wait()
        finally:
            idle.cancel()
            self._endpoint.leave()
            server.close()
            await self.session.close()

    def end(self) -> None:
        """End soon, after the current request."""
        self._over.set()

    async def _watch(self) -> None:
        """End after a long time without requests, or once the endpoint has been removed."""
        while True:
            left = self._last + self._idle - time.monotonic() if self._idle else _CHECK_EVERY
            if (left <= 0 or not self._endpoint.listening) and not self._running:
                _log.warning("idle for %g s, or out of reach", self._idle)
                self.end()
            await asyncio.sleep(min(max(left, 0.2), _CHECK_EVERY))

    async def _client(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            if await self._is_ours(reader):
                await self._serve_client(reader, writer)
        except (OSError, asyncio.IncompleteReadError):
            pass  # the client is gone
        finally:
            with contextlib.suppress(OSError):
                writer.close()

    async def _is_ours(self, reader: asyncio.StreamReader) -> bool:
        """Return whether a client sends the right token; nothing else is read before that."""
        if not self._token:  # a Unix socket, which only the user can access
            return True
        with contextlib.suppress(asyncio.TimeoutError):
            said = await asyncio.wait_for(reader.readexactly(TOKEN_LENGTH), _TOKEN_PATIENCE)
            return hmac.compare_digest(said, self._token.encode())
        return False

    async def _serve_client(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self._running += 1
        try:
            (size,) = LENGTH.unpack(await reader.readexactly(LENGTH.size))
            try:
                if size > LONGEST:
                    raise InvalidOption(
                        f"A message to a session has at most {LONGEST} bytes, not {size}."
                    )
                request = _parse_message(await reader.readexactly(size))
                # Do not validate a request of another version, which may have another format. Its
                # client gets an error about the version instead.
                if not isinstance(request, dict) or request.get("version") == self._version:
                    _check_request(request)
            except ViewmarkError as error:
                writer.write(pack_message(await self._failure(error)))
                await writer.drain()
            else:
                await self._answer(request, reader, writer)
        finally:
            self._running -= 1
            self._last = time.monotonic()

    async def _answer(
        self, request: dict[str, Any], reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        if request.get("verb") == "close":
            self._endpoint.leave()  # first, so that clients that connect later start a new process
            await self.session.close()
            answer: dict[str, Any] = {"out": "closed"}
        elif request.get("version") != self._version:
            answer = {
                "version": self._version,
                "options": self._options,
                "pid": os.getpid(),
            }
        else:
            task = asyncio.create_task(self._run_request(request))
            gone = asyncio.create_task(reader.read(1))
            await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
            gone.cancel()
            if not task.done():  # the client disconnected, so cancel its request
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task
                return
            answer = task.result()
        writer.write(pack_message(answer))
        await writer.drain()
        if request.get("verb") == "close":
            self.end()

    async def _run_request(self, request: dict[str, Any]) -> dict[str, Any]:
        """Run a request and return the reply; failures are replies too."""
        began = time.perf_counter()
        try:
            if request["verb"] == "status":
                return {"out": compact(self._status())}
            self._agree(request.get("options") or {})
            verb = _verb_of(request["verb"])
            reply = await self._run_queued(verb, request)
            text = compact(reply.facts) if request.get("json") else reply.text
            text = await self._clean(text)
            is_raw = bool((request.get("args") or {}).get("raw"))
            answer: dict[str, Any] = {"out": text if is_raw else escape_text(text)}
            if reply.error is not None:
                answer["exit"] = reply.error.exit_code
            if reply.blob is not None:
                answer["blob"] = base64.b64encode(reply.blob).decode()
        except Exception as error:
            ours = as_error(
                error, str(request.get("verb")), f"Report it with {self._endpoint.log}."
            )
            answer = await self._failure(ours)
            if isinstance(error, OSError):
                answer["exit"] = 8  # 8 is the exit code of file errors
        return answer | {"ms": round((time.perf_counter() - began) * 1000, 1)}

    async def _run_queued(self, verb: Verb, request: dict[str, Any]) -> CallAnswer:
        if not verb.call.queued:
            return await self._do(verb, request)
        async with self._turn:
            return await self._do(verb, request)

    async def _do(self, verb: Verb, request: dict[str, Any]) -> CallAnswer:
        self.session.folder = Path(request.get("folder") or self.session.folder)
        call = Invocation(
            session=self.session,
            call=verb.call,
            args=check_arguments(verb, request.get("args")),
            changes=check_mode(request.get("changes") or "auto"),
        )
        after = request.get("look")
        then = None if after is None else check_arguments(BY_NAME["look"], after)
        answer = await run(call)
        if then is None:
            return answer
        seen = await run(replace(call, call=BY_NAME["look"].call, args=then))
        both = {"done": answer.facts, "look": seen.facts}
        return replace(answer, text=f"{answer.text}\n{seen.text}", facts=both)

    async def _clean(self, text: str) -> str:
        """Redact secrets in URLs, and replace lone surrogates."""
        tabs = self.session.tabs
        await quietly(tabs.learn(None))
        return tabs.redactor(text).encode("utf-8", "replace").decode()

    async def _failure(self, error: ViewmarkError) -> dict[str, Any]:
        facts: dict[str, Any] = {
            "error_code": error.code,
            "message": escape_text(await self._clean(error.message)),
            "hint": escape_text(await self._clean(self._hint(error))),
            "retryable": error.retryable,
        }
        for name in ("candidates", "changes"):
            if error.data.get(name) is not None:
                facts[name] = error.data[name]
        return {"error": json.loads(json.dumps(facts, default=str)), "exit": error.exit_code}

    def _hint(self, error: ViewmarkError) -> str:
        """Return the error's own hint; in place of a default hint, the command line's hint."""
        if error.hint == error.default_hint:
            return _HINTS.get(error.code, error.hint)
        hint = error.hint
        for theirs, ours in _WORDS:
            hint = hint.replace(theirs, ours)
        return hint

    def _agree(self, options: Mapping[str, Any]) -> None:
        """Raise an error for options that differ from those with which the session was started."""
        for name, wanted in options.items():
            if self._options.get(name) != wanted:
                raise InvalidOption(
                    f"The session {self._endpoint.name} runs already, with another `{name}`.",
                    hint="End it first (viewmark close), or name another one (--session).",
                    param=name,
                )

    def _status(self) -> dict[str, Any]:
        tabs = self.session.tabs
        return {
            "session": self._endpoint.name,
            "pid": os.getpid(),
            "version": self._version,
            "browser": "running" if tabs.running else "none",
            "idle_s": round(time.monotonic() - self._last, 1),
        }


_MEMBERS: tuple[tuple[str, type, str], ...] = (
    *((name, str, "a text") for name in ("verb", "folder", "changes")),
    *((name, dict, "an object") for name in ("args", "look", "options")),
    ("json", bool, "true or false"),
)


def _check_request(request: Any) -> None:
    """Raise an error for an invalid message, because any program of the user could send one.

    Raises:
        InvalidOption: the message is invalid; the error names the invalid part.
    """
    if not isinstance(request, dict):
        raise InvalidOption("The message to the session is no JSON object.", hint=HINT)
    for name, kind, words in _MEMBERS:
        value = request.get(name)
        if not isinstance(value, kind) and (value is not None or name == "verb"):
            message = f"`{name}` of the message to the session must be {words}."
            raise InvalidOption(message, hint=HINT, param=name)


def _verb_of(name: str) -> Verb:
    """Return the verb with this name.

    Raises:
        InvalidOption: there is no such verb.
    """
    if name not in BY_NAME:
        raise InvalidOption(f"There is no verb {name[:60]!r}.", hint=HINT, param="verb")
    return BY_NAME[name]


def _parse_message(data: bytes) -> Any:
    """Parse the JSON of a message; return None if it is invalid."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


async def _serve(endpoint: SessionEndpoint, options: Mapping[str, Any]) -> None:
    process = SessionProcess(endpoint, options, session_version())
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # not available on Windows
            loop.add_signal_handler(number, process.end)
    await process.serve()


def main() -> None:
    """Serve the session that is named in the arguments."""
    endpoint, options = SessionEndpoint(sys.argv[1]), json.load(sys.stdin)
    logging.basicConfig(level=logging.WARNING)
    end = time.monotonic() + _LOCK_PATIENCE
    while endpoint.lock() is None:  # another process of this session is starting, serving or ending
        link = endpoint.connect()
        if link is not None:
            link[0].close()
            return
        if time.monotonic() > end:
            raise SystemExit("the session's lock is held by a process that does not answer")
        time.sleep(0.05)
    asyncio.run(_serve(endpoint, options))


if __name__ == "__main__":
    main()
