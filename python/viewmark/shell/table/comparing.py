"""Verbs that compare the page with an earlier moment of it: checkpoint, changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewmark.errors import InvalidOption, NotComparable
from viewmark.shell.verb import Reply, argument, picture_format, verbs_of
from viewmark.text import cut_address

if TYPE_CHECKING:
    from types import SimpleNamespace

    from viewmark.shell.session import ShellSession

__all__ = ["COMPARING"]


async def _checkpoint(session: ShellSession, args: SimpleNamespace) -> Reply:
    page, tab = await session.page(), await session.tab()
    if args.file == "-":
        raise InvalidOption("A checkpoint is written to a file, not to stdout.")
    taken = await page.checkpoint(args.file, area="page" if args.full_page else "viewport")
    tab.checkpoint = taken
    facts = {"url": taken.url, "elements": len(taken.entries), "path": args.file}
    text = f"checkpoint of {len(taken.entries)} elements of {cut_address(taken.url)}"
    return Reply(text if args.file is None else f"{text}\nwritten to {args.file}", facts)


async def _changes(session: ShellSession, args: SimpleNamespace) -> Reply:
    page, tab = await session.page(), await session.tab()
    before = args.file or tab.checkpoint
    if before is None:
        raise NotComparable(
            "There is no checkpoint of this tab.",
            hint="Run viewmark checkpoint before the change, or name a saved one.",
        )
    found = await page.compare(before)
    facts, blob = found.to_json(), None
    text = found.lines(addresses=True)
    if args.picture is not None:
        image = session.marked(found, picture_format(args.picture))
        if image is not None:
            blob = session.write(args.picture, image)
            facts["image"] = {"path": args.picture}
            text += f"\npicture {args.picture}"
    return Reply(text, facts, blob)


_verb = verbs_of("reading")
COMPARING = (
    _verb(
        "checkpoint",
        "remember how the page is now, for `changes`; with a file also there, as PNG",
        _checkpoint,
        argument("file", metavar="FILE", nargs="?", kind="output", help="also write it there"),
        argument("--full-page", action="store_true", help="the whole page"),
    ),
    _verb(
        "changes",
        "what changed since the last checkpoint, by element and property",
        _changes,
        argument("file", metavar="FILE", nargs="?", kind="input", help="since this saved one"),
        argument(
            "--picture",
            kind="output",
            metavar="FILE",
            help="also the picture with the numbers of the changes (.jpg, .png)",
        ),
    ),
)
