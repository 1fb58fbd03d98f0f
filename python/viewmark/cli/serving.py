"""`viewmark mcp`: serves agents over the Model Context Protocol, on stdio or HTTP."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import signal
import threading
from dataclasses import fields

from viewmark.cli.usage import chosen_of
from viewmark.errors import ExtraMissing, InvalidOption
from viewmark.mcp.listening import configured_token
from viewmark.mcp.sessions import Sessions
from viewmark.mcp.settings import Settings

try:
    from viewmark.mcp.http_server import serve_http
    from viewmark.mcp.server import serve_stdio
except ModuleNotFoundError as error:
    raise ExtraMissing(
        f"The MCP server needs the package {error.name}.",
        hint="Install it with: pip install 'viewmark[mcp]'.",
    ) from None

LOOPBACK = "127.0.0.1"
_PATIENCE = 10.0
"""Maximum seconds for an orderly shutdown after a signal."""


def settings_of(args: argparse.Namespace) -> Settings:
    """Return the server's settings, as given by the command's options."""
    return Settings(**chosen_of(args, [each.name for each in fields(Settings)]))


def serve(args: argparse.Namespace) -> None:
    """Serve until the client disconnects or a signal arrives."""
    sessions = Sessions(settings_of(args))
    token = configured_token() if args.http else None
    if not args.http and (args.host != LOOPBACK or args.allow_host):
        raise InvalidOption("--host and --allow-host are about HTTP; give --http as well.")
    if args.http and args.profile is not None:
        raise InvalidOption(
            "--profile is of one browser, and over HTTP each session has its own.",
            hint="Give --storage-state, which each of them begins with.",
            param="profile",
        )
    ended_by: list[int] = []

    async def until_ended() -> None:
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        assert task is not None

        def end(number: int) -> None:
            ended_by.append(number)
            task.cancel()
            # If the shutdown takes too long, exit anyway; each browser's watchdog process then ends
            # it.
            timer = threading.Timer(_PATIENCE, os._exit, (128 + number,))
            timer.daemon = True
            timer.start()

        for number in (signal.SIGINT, signal.SIGTERM):
            # on Windows, asyncio cannot handle signals
            with contextlib.suppress(NotImplementedError):
                loop.add_signal_handler(number, end, number)
        if not args.http:
            await serve_stdio(sessions)
            return
        names = tuple(args.allow_host)
        await serve_http(sessions, port=args.port, host=args.host, names=names, token=token)

    try:
        asyncio.run(until_ended())
    except asyncio.CancelledError:
        if signal.SIGTERM in ended_by:
            raise SystemExit(128 + signal.SIGTERM) from None
        raise KeyboardInterrupt from None
