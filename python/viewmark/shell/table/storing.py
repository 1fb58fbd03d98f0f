"""Verbs of what the browser keeps: cookies, and log-ins in files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from viewmark.shell.table.traffic import named_values
from viewmark.shell.verb import Reply, argument, verbs_of

if TYPE_CHECKING:
    from types import SimpleNamespace

    from viewmark.shell.session import ShellSession

__all__ = ["STORING"]


async def _cookies(session: ShellSession, args: SimpleNamespace) -> Reply:
    page = await session.page()
    found = await page.cookies(args.urls or None, show_values=args.values)
    rows = [each.to_json() for each in found]
    lines = [f"{row['name']}={row['value']}  {row['domain']}{row['path']}" for row in rows]
    return Reply("\n".join(lines) or "no cookies", rows)


async def _set(session: ShellSession, args: SimpleNamespace) -> Reply:
    page = (await session.tab_to_go()).page
    place = {"url": args.url or page.url}
    if args.domain is not None:
        place = {"domain": args.domain, "path": args.path}
    values = named_values(args.cookies)
    await page.add_cookies([{"name": n, "value": v, **place} for n, v in values.items()])
    return Reply(f"set {', '.join(values)}", {"set": list(values)})


async def _clear(session: ShellSession, args: SimpleNamespace) -> Reply:
    count = await (await session.page()).clear_cookies(name=args.name, domain=args.domain)
    return Reply(f"{count} cookie(s) removed", {"removed": count})


async def _save(session: ShellSession, args: SimpleNamespace) -> Reply:
    page = await session.page()
    if args.file != "-":
        return _summarize(f"saved to {args.file}", await page.save_storage_state(args.file))
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        kept = Path(folder) / "state.json"
        reply = _summarize("saved", await page.save_storage_state(kept))
        return Reply(reply.text, reply.facts, kept.read_bytes())


async def _load(session: ShellSession, args: SimpleNamespace) -> Reply:
    done = await (await session.tab_to_go()).page.load_storage_state(args.file)
    return _summarize("loaded", done)


async def _forget(session: ShellSession, args: SimpleNamespace) -> Reply:
    return _summarize("removed", await (await session.page()).clear_storage())


def _summarize(what: str, done: Any) -> Reply:
    origins = ", ".join(done.origins) or "no origin"
    return Reply(f"{what}: {done.cookies} cookie(s), storage of {origins}", done.to_json())


_verb = verbs_of("cookies and log-ins")
_FILE = argument("file", metavar="FILE", kind="input", help="- is stdin")
STORING = (
    _verb(
        "cookies",
        "cookies of the page, without their values",
        _cookies,
        argument("urls", metavar="URL", nargs="*", help="of these addresses instead"),
        argument("--values", action="store_true", help="with their values"),
    ),
    _verb(
        "cookies set",
        "set cookies",
        _set,
        argument("cookies", metavar="NAME=VALUE", nargs="+"),
        argument("--url", help="of this address; the page's if omitted"),
        argument("--domain"),
        argument("--path", default="/"),
        starts=True,
    ),
    _verb(
        "cookies clear",
        "remove cookies of the browser",
        _clear,
        argument("--name"),
        argument("--domain"),
    ),
    _verb(
        "state save",
        "write cookies and localStorage to a file; it logs in whoever has it",
        _save,
        argument("file", metavar="FILE", kind="output", help="- is stdout"),
    ),
    _verb("state load", "take them from a file", _load, _FILE, starts=True),
    _verb("state clear", "remove all cookies, and what this origin has stored", _forget),
)
