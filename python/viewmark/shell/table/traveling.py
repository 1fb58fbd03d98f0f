"""Verbs that go somewhere: open, back, forward, reload, wait, and the tabs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from viewmark.defaults import NAVIGATION_TIMEOUT, WAIT_TIMEOUT
from viewmark.shell.printing import arrived, changed
from viewmark.shell.verb import Reply, argument, verbs_of

if TYPE_CHECKING:
    from types import SimpleNamespace

    from viewmark.session.tabs import OpenTab
    from viewmark.shell.session import ShellSession

__all__ = ["TRAVELING", "seconds_of"]

URL = argument(
    "url", metavar="URL", nargs="?", kind="address", help="address, localhost:3000, or a file"
)
UNTIL = argument(
    "--until",
    choices=("commit", "dom", "load"),
    default="load",
    help="wait until it answers, is read, or is all loaded (default)",
)
TIMEOUT = argument(
    "--timeout", type=float, default=NAVIGATION_TIMEOUT, metavar="S", help="seconds (default: 30)"
)


async def _open(session: ShellSession, args: SimpleNamespace) -> Reply:
    if args.url is not None:
        args.url = session.tabs.guard.check_typed(args.url)
    tab = await session.tab_to_go()
    return await _show(session, tab, args)


async def _new_tab(session: ShellSession, args: SimpleNamespace) -> Reply:
    if args.url is not None:
        args.url = session.tabs.guard.check_typed(args.url)
    tab = await session.tab_to_go() if not session.tabs.running else await session.new_tab()
    reply = await _show(session, tab, args)
    number = session.number(tab.id)
    return Reply(f"tab {number}: {reply.text}", reply.facts | {"tab": number, "tab_id": tab.id})


async def _show(session: ShellSession, tab: OpenTab, args: SimpleNamespace) -> Reply:
    if args.url is None:
        return arrived(session, await session.where(tab.page, "open"))
    options: dict[str, Any] = {"until": args.until, "timeout": args.timeout}
    there = await tab.page.goto(args.url, **options)
    return arrived(session, there)


async def _back(session: ShellSession, args: SimpleNamespace) -> Reply:
    return await _move(session, args, "back")


async def _forward(session: ShellSession, args: SimpleNamespace) -> Reply:
    return await _move(session, args, "forward")


async def _reload(session: ShellSession, args: SimpleNamespace) -> Reply:
    return await _move(session, args, "reload")


async def _move(session: ShellSession, args: SimpleNamespace, way: str) -> Reply:
    tab = await session.tab()
    options = {"until": args.until, "timeout": args.timeout}
    there = await getattr(tab.page, way)(**options)
    return arrived(session, there)


def seconds_of(what: str | None, text: str | None) -> float | None:
    """The plain time that `wait` is to last, if it is one; `what` alone, and a number."""
    if text is not None or what is None or not what.isascii():
        return None
    return float(what) if what.replace(".", "", 1).isdecimal() else None


async def _wait(session: ShellSession, args: SimpleNamespace) -> Reply:
    page = await session.page()
    if args.dialog:
        dialog = await page.wait_for_dialog(timeout=args.timeout)
        return Reply(f"{dialog.kind}: {dialog.message}", _dialog_facts(dialog), result=dialog)
    text: str | None = args.what if args.text is None else args.text
    seconds = seconds_of(args.what, args.text)
    if seconds is not None:
        text = None
    there = await page.wait_for(
        text=text,
        seconds=seconds,
        selector=args.selector,
        url=args.url,
        load=args.load,
        absent=args.gone,
        timeout=args.timeout,
    )
    return arrived(session, there)


async def _dialog(session: ShellSession, args: SimpleNamespace) -> Reply:
    page = await session.page()
    if args.answer is None:
        if page.dialog is None:
            return Reply("no dialog is open", {"dialog": None})
        dialog = page.dialog
        return Reply(f"{dialog.kind}: {dialog.message}", _dialog_facts(dialog))
    dialog = await page.answer_dialog(args.answer == "accept", args.text)
    changes = await page.changed()
    text = f"{args.answer}ed {dialog.kind}: {dialog.message}{changed(changes)}"
    facts = _dialog_facts(dialog)
    facts = facts if changes is None else facts | {"changes": f"{changes}"}
    return Reply(text, facts, result=dialog)


def _dialog_facts(dialog: Any) -> dict[str, Any]:
    return {"dialog": {"kind": dialog.kind, "message": dialog.message}}


async def _tabs(session: ShellSession, args: SimpleNamespace) -> Reply:
    await session.needs_browser()
    rows = [
        {
            "tab": session.number(each.id),
            "tab_id": each.id,
            "title": each.title,
            "url": each.url,
            "current": each.id == session.tabs.current_id,
        }
        for each in await session.tabs.list_tabs()
    ]
    rows.sort(key=lambda row: int(str(row["tab"])))
    lines = [f"{'*' if r['current'] else ' '} {r['tab']}  {r['title']}  {r['url']}" for r in rows]
    return Reply("\n".join(lines) or "no tab is open", {"tabs": rows})


async def _tab(session: ShellSession, args: SimpleNamespace) -> Reply:
    if args.tab is None:
        return await _tabs(session, args)
    await session.needs_browser()
    tab = await session.switch(session.tab_id(args.tab))
    there = await session.where(tab.page, "tab")
    return arrived(session, replace(there, changes=await tab.page.changed()))


async def _close_tab(session: ShellSession, args: SimpleNamespace) -> Reply:
    await session.needs_browser()
    closed = None if args.tab is None else session.tab_id(args.tab)
    gone = session.number(await session.tabs.close_tab(closed or (await session.tab()).id))
    current = session.tabs.current_id
    now = f"now on tab {session.number(current)}" if current else "no tab is open"
    return Reply(f"closed tab {gone}; {now}", {"closed": gone})


_verb = verbs_of("going")
_TAB = argument("tab", metavar="N", nargs="?", help="its number in `viewmark tabs`, or its id")
_LIMIT = argument(
    "--timeout", type=float, default=WAIT_TIMEOUT, metavar="S", help="seconds (default: 10)"
)
TRAVELING = (
    _verb(
        "open",
        "open an address in the current tab; starts the session",
        _open,
        URL,
        UNTIL,
        TIMEOUT,
        starts=True,
        arrives=True,
        more="Without URL: a blank page, or with --attach the browser's own tab.",
    ),
    _verb("goto", "the same as open", _open, URL, UNTIL, TIMEOUT, starts=True, arrives=True),
    _verb("back", "go back in the tab's history", _back, UNTIL, TIMEOUT, arrives=True),
    _verb("forward", "go forward in it", _forward, UNTIL, TIMEOUT, arrives=True),
    _verb("reload", "load the page again", _reload, UNTIL, TIMEOUT, arrives=True),
    _verb(
        "wait",
        "wait until words, an element, an address are there or gone; or some seconds",
        _wait,
        argument("what", metavar="TEXT|SECONDS", nargs="?", help="words, or a number of seconds"),
        argument("--text", help="words, even if they are a number"),
        argument("--selector", metavar="CSS", help="an element that can be seen"),
        argument("--url", metavar="PART", help="a part of the address"),
        argument("--load", choices=("dom", "load"), help="the document is read, or all is loaded"),
        argument("--dialog", action="store_true", help="a dialog opens"),
        argument("--gone", action="store_true", help="until it is not so any more"),
        _LIMIT,
        queued=False,
    ),
    _verb(
        "dialog",
        "which dialog is open; accept or dismiss it",
        _dialog,
        argument("answer", nargs="?", choices=("accept", "dismiss")),
        argument("text", metavar="TEXT", nargs="?", kind="text", help="for a prompt; - is stdin"),
        queued=False,
        arrives=True,
    ),
    _verb("tabs", "the open tabs, with numbers; * is the current one", _tabs),
    _verb("tab", "make a tab the current one", _tab, _TAB),
    _verb(
        "tab new",
        "open a tab and make it the current one",
        _new_tab,
        URL,
        UNTIL,
        TIMEOUT,
        starts=True,
        arrives=True,
    ),
    _verb(
        "tab close",
        "close a tab, the current one if none is named",
        _close_tab,
        argument("tab", metavar="N", nargs="?"),
    ),
)
