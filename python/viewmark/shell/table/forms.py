"""Verbs of form controls and files: type, fill, select, check, upload, drop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from viewmark.errors import InvalidOption
from viewmark.shell.printing import acted, filled
from viewmark.shell.table.acting import TIMEOUT
from viewmark.shell.verb import TARGET, Reply, argument, verbs_of

if TYPE_CHECKING:
    from types import SimpleNamespace

    from viewmark.shell.session import ShellSession

__all__ = ["FORMS"]


async def _type(session: ShellSession, args: SimpleNamespace) -> Reply:
    if (args.target is None) != args.focused:
        raise InvalidOption("type needs a target and a text.", hint="Or --focused and a text.")
    page = await session.page()
    done = await page.type(
        args.target,
        args.text,
        clear=args.clear,
        keys=args.keys,
        submit=args.submit,
        timeout=args.timeout,
    )
    return acted(session, page, done)


async def _fill(session: ShellSession, args: SimpleNamespace) -> Reply:
    words = args.pairs
    if len(words) % 2:
        raise InvalidOption("fill needs a value for each target.", hint="fill @name Ada @age 36")
    page = await session.page()
    if len(words) == 2:
        done = await page.fill(words[0], words[1], timeout=args.timeout)
        return acted(session, page, done)
    pairs = zip(words[::2], words[1::2], strict=True)
    rows = [{"target": target, "value": value} for target, value in pairs]
    return filled(session, page, await page.fill_form(rows, timeout=args.timeout))


async def _clear(session: ShellSession, args: SimpleNamespace) -> Reply:
    page = await session.page()
    return acted(session, page, await page.clear(args.target, timeout=args.timeout))


async def _select(session: ShellSession, args: SimpleNamespace) -> Reply:
    page = await session.page()
    options: list[Any] = args.options
    if args.by == "value":
        options = [{"value": each} for each in options]
    elif args.by == "index":
        options = [{"index": int(each)} for each in options]
    return acted(session, page, await page.select(args.target, options))


async def _check(session: ShellSession, args: SimpleNamespace) -> Reply:
    return await _tick(session, args, checked=True)


async def _uncheck(session: ShellSession, args: SimpleNamespace) -> Reply:
    return await _tick(session, args, checked=False)


async def _tick(session: ShellSession, args: SimpleNamespace, *, checked: bool) -> Reply:
    page = await session.page()
    return acted(session, page, await page.check(args.target, checked))


async def _upload(session: ShellSession, args: SimpleNamespace) -> Reply:
    page = await session.page()
    return acted(session, page, await page.upload(args.target, args.files))


async def _drop(session: ShellSession, args: SimpleNamespace) -> Reply:
    page = await session.page()
    done = await page.drop(args.target, args.files, text=args.text)
    return acted(session, page, done)


async def _downloads(session: ShellSession, args: SimpleNamespace) -> Reply:
    found = (await session.page()).downloads
    lines = [
        f"{each.state}  {each.name}  {each.size} bytes  {each.path or ''}".rstrip()
        for each in found
    ]
    return Reply("\n".join(lines) or "nothing was downloaded", [each.to_json() for each in found])


_verb = verbs_of("forms and files", acts=True)
_FILES = argument("files", metavar="FILE", nargs="+", kind="input")
FORMS = (
    _verb(
        "type",
        "type into a field as keys do; what is there stays",
        _type,
        argument("target", metavar="TARGET", nargs="?", help=TARGET.options["help"]),
        argument("text", metavar="TEXT", kind="text", help="- is stdin"),
        argument("--focused", action="store_true", help="without TARGET: where the focus is"),
        argument("--clear", action="store_true", help="replace what is there"),
        argument("--keys", action="store_true", help="key by key"),
        argument("--submit", action="store_true", help="press Enter afterwards"),
        TIMEOUT,
    ),
    _verb(
        "fill",
        "bring one or several fields to a value, whatever they hold",
        _fill,
        argument("pairs", metavar="TARGET VALUE", nargs="+", kind="text", help="- is stdin"),
        TIMEOUT,
    ),
    _verb("clear", "empty a field", _clear, TARGET, TIMEOUT),
    _verb(
        "select",
        "choose options of a list",
        _select,
        TARGET,
        argument("options", metavar="OPTION", nargs="+", help="its label"),
        argument("--by", choices=("label", "value", "index"), default="label"),
    ),
    _verb("check", "check a checkbox, switch or radio button", _check, TARGET),
    _verb("uncheck", "uncheck it", _uncheck, TARGET),
    _verb("upload", "give files to a file field or button", _upload, TARGET, _FILES),
    _verb(
        "drop",
        "drop files or a text onto a target",
        _drop,
        TARGET,
        argument("files", metavar="FILE", nargs="*", kind="input"),
        argument("--text", kind="text", help="in place of files; - is stdin"),
    ),
    _verb("downloads", "what was downloaded, and where it is", _downloads, acts=False),
)
