"""Verbs that tell what happened: console, errors, network, steps, and their exports."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from viewmark.defaults import RECORDS
from viewmark.shell.verb import Reply, argument, verbs_of

if TYPE_CHECKING:
    from types import SimpleNamespace

    from viewmark.shell.session import ShellSession

__all__ = ["RECORDING"]


async def _console(session: ShellSession, args: SimpleNamespace) -> Reply:
    found = await (await session.page()).console(level=args.level, **_range(args))
    return Reply(found.lines("console line(s)"), found.to_json())


async def _errors(session: ShellSession, args: SimpleNamespace) -> Reply:
    found = await (await session.page()).exceptions(**_range(args))
    return Reply(found.lines("error(s)"), found.to_json())


async def _network(session: ShellSession, args: SimpleNamespace) -> Reply:
    found = await (await session.page()).network(failed=args.failed, **_range(args))
    return Reply(found.lines("request(s)"), found.to_json())


def _range(args: SimpleNamespace) -> dict[str, Any]:
    return {"since": args.since, "limit": args.limit, "contains": args.contains}


async def _body(session: ShellSession, args: SimpleNamespace) -> Reply:
    page = await session.page()
    call = page.request_body if args.request else page.response_body
    found = await call(args.id, characters=args.characters)
    text = found.text if found.text is not None else f"{found.mime}, {found.size} bytes"
    cut = f"\n[cut: {found.size} bytes in all]" if found.truncated else ""
    return Reply(text + cut, found.to_json())


async def _record(session: ShellSession, args: SimpleNamespace) -> Reply:
    await (await session.page()).record()
    return Reply("recording anew", {"recording": True})


async def _steps(session: ShellSession, args: SimpleNamespace) -> Reply:
    page = await session.page()
    if args.test is None:
        text = await page.reproduction()
    else:
        text = await page.playwright_test(name=args.test)
    return Reply(text, {"steps" if args.test is None else "test": text})


async def _har(session: ShellSession, args: SimpleNamespace) -> Reply:
    archive = await (await session.page()).har()
    blob = session.write(args.file, json.dumps(archive, indent=1).encode())
    count = len(archive["log"]["entries"])
    return Reply(f"{args.file}  {count} request(s)", {"file": args.file, "requests": count}, blob)


_verb = verbs_of("what happened")
_COMMON = (
    argument("--since", type=int, default=0, metavar="CURSOR", help="only what is newer"),
    argument("--limit", type=int, default=RECORDS, metavar="N"),
    argument("--contains", default="", metavar="WORDS", help="only what has these words"),
)
RECORDING = (
    _verb(
        "console",
        "lines of the console",
        _console,
        argument("--level", choices=("debug", "log", "info", "warn", "error"), default="debug"),
        *_COMMON,
    ),
    _verb("errors", "exceptions that nobody caught", _errors, *_COMMON),
    _verb(
        "network",
        "requests: id, method, status, duration, kind, address",
        _network,
        argument("--failed", action="store_true", help="only those"),
        *_COMMON,
    ),
    _verb(
        "network body",
        "the body of a response, without secrets",
        _body,
        argument("id", metavar="ID"),
        argument("--request", action="store_true", help="that of the request"),
        argument("--characters", type=int, default=20_000, metavar="N"),
    ),
    _verb("record", "forget steps, console and requests, and record from here", _record),
    _verb(
        "steps",
        "what was done, in words; or as a Playwright test",
        _steps,
        argument(
            "--test", metavar="NAME", nargs="?", const="recorded", help="as a test for pytest"
        ),
    ),
    _verb(
        "har",
        "write the recorded requests as an HTTP archive",
        _har,
        argument("file", metavar="FILE", kind="output"),
    ),
)
