"""Scripts that prepare pages before the look: actions in words, by site.

    [shop.example]
    click button "Accept all"
    fill #user ann
    wait .results

    [*]
    scroll down

A script of `[*]` runs where no other one does. `?` before an action: it may fail. An action is a
call of the page's (`page.click`, ...); `ACTIONS` lists them.
"""

from __future__ import annotations

import argparse
import re
import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from viewmark.batch.model import host_of, site_of
from viewmark.errors import InvalidOption, ViewmarkError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence
    from pathlib import Path

    from viewmark import Page
    from viewmark.batch.model import PageTask

    Call = Callable[[Page, "argparse.Namespace"], Awaitable[object]]

_WAYS = {"down": (0, 1), "up": (0, -1), "right": (1, 0), "left": (-1, 0)}
_SHARE = 0.8
"""Of the view, that `scroll down` goes."""


async def _scroll(page: Page, args: argparse.Namespace) -> object:
    if args.where in _WAYS:
        view = await page.viewport()
        across, along = _WAYS[args.where]
        pixels = args.pixels or round((view.width if across else view.height) * _SHARE)
        return await page.scroll(dx=across * pixels, dy=along * pixels)
    if args.where in ("top", "bottom"):
        return await page.scroll(to_y=0 if args.where == "top" else 10_000_000)
    return await page.scroll_to(args.where)


async def _wait(page: Page, args: argparse.Namespace) -> object:
    word = args.what
    if word is not None and re.fullmatch(r"\d+(\.\d+)?", word):
        return await page.wait_for(seconds=float(word))
    return await page.wait_for(
        selector=word,
        text=args.text,
        url=args.url,
        load="load" if args.load else None,
        absent=args.gone,
        timeout=args.timeout,
    )


@dataclass(frozen=True, slots=True)
class _Action:
    call: Call
    arguments: tuple[tuple[tuple[str, ...], Mapping[str, Any]], ...]


def _argument(*names: str, **options: Any) -> tuple[tuple[str, ...], Mapping[str, Any]]:
    return names, options


_TARGET = _argument("target")
_TIMEOUT = _argument("--timeout", type=float, default=3.0)
_LOADING = _argument("--timeout", type=float, default=30.0)

ACTIONS: Mapping[str, _Action] = {
    "click": _Action(
        lambda page, a: page.click(a.target, count=a.count, timeout=a.timeout),
        (_TARGET, _argument("--count", type=int, default=1), _TIMEOUT),
    ),
    "dblclick": _Action(
        lambda page, a: page.click(a.target, count=2, timeout=a.timeout),
        (_TARGET, _TIMEOUT),
    ),
    "hover": _Action(lambda page, a: page.hover(a.target, timeout=a.timeout), (_TARGET, _TIMEOUT)),
    "fill": _Action(
        lambda page, a: page.fill(a.target, a.value, timeout=a.timeout),
        (_TARGET, _argument("value"), _TIMEOUT),
    ),
    "type": _Action(
        lambda page, a: page.type(a.target, a.text, submit=a.submit, timeout=a.timeout),
        (_TARGET, _argument("text"), _argument("--submit", action="store_true"), _TIMEOUT),
    ),
    "press": _Action(lambda page, a: page.keypress(a.keys), (_argument("keys", nargs="+"),)),
    "select": _Action(
        lambda page, a: page.fill(a.target, a.option),
        (_TARGET, _argument("option")),
    ),
    "check": _Action(lambda page, a: page.check(a.target), (_TARGET,)),
    "uncheck": _Action(lambda page, a: page.check(a.target, checked=False), (_TARGET,)),
    "scroll": _Action(
        _scroll,
        (_argument("where", nargs="?", default="down"), _argument("pixels", nargs="?", type=int)),
    ),
    "wait": _Action(
        _wait,
        (
            _argument("what", nargs="?"),
            *(_argument(name) for name in ("--text", "--url")),
            *(_argument(name, action="store_true") for name in ("--load", "--gone")),
            _LOADING,
        ),
    ),
    "open": _Action(
        lambda page, a: page.goto(a.url, timeout=a.timeout), (_argument("url"), _LOADING)
    ),
    "reload": _Action(lambda page, a: page.reload(timeout=a.timeout), (_LOADING,)),
    "eval": _Action(lambda page, a: page.evaluate(a.script), (_argument("script"),)),
}
"""By their first word: the call of the page's, and what else the line says."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> Any:
        raise InvalidOption(message)


@dataclass(frozen=True, slots=True)
class _Step:
    call: Call
    values: argparse.Namespace
    words: str
    optional: bool


class SiteScripts:
    """What is done on pages of each site before the look; callable as a `prepare` hook.

    Args:
        text: the scripts.

    Raises:
        InvalidOption: a line that is no action with its arguments; the message names it.
    """

    def __init__(self, text: str) -> None:
        self._steps: dict[str, list[_Step]] = {}
        current = "*"
        for number, line in enumerate(text.splitlines(), 1):
            words = line.strip()
            if not words or words.startswith("#"):
                continue
            if words.startswith("[") and words.endswith("]"):
                current = words[1:-1].strip().lower().removeprefix("www.")
                self._steps.setdefault(current, [])
                continue
            try:
                self._steps.setdefault(current, []).append(_step(words))
            except (InvalidOption, ValueError) as error:
                message = getattr(error, "message", str(error))
                raise InvalidOption(
                    f"Line {number} of the script, {words!r:.80}: {message}",
                    hint=f"The actions are {', '.join(ACTIONS)}.",
                ) from None

    @classmethod
    def read(cls, path: Path) -> SiteScripts:
        """The scripts of a file.

        Raises:
            OSError: it cannot be read.
        """
        return cls(path.read_text(encoding="utf-8"))

    def steps(self, url: str) -> Sequence[_Step]:
        """The script for an address: that of host and port, of the site, or of `*`."""
        for name in (host_of(url), site_of(url), "*"):
            if name in self._steps:
                return self._steps[name]
        return ()

    async def __call__(self, page: Page, task: PageTask) -> None:
        """Run the script of a page's site.

        Raises:
            ViewmarkError: of the first action that failed and is not marked with `?`.
        """
        steps = self.steps(task.url)
        if not steps:
            return
        for step in steps:
            try:
                await step.call(page, step.values)
            except ViewmarkError as error:
                if not step.optional:
                    words = f"{step.words!r:.80}: {error.message}"
                    raise type(error)(words, hint=error.hint) from error


def _step(line: str) -> _Step:
    optional = line.startswith("?")
    first, *words = _words(line.removeprefix("?").strip()) or [""]
    action = ACTIONS.get(first)
    if action is None:
        raise InvalidOption(f"there is no action {first!r:.40}.")
    parser = _Parser(prog=first, allow_abbrev=False, add_help=False)
    for names, options in action.arguments:
        parser.add_argument(*names, **options)
    values = parser.parse_args(words)
    if "-" in words:
        raise InvalidOption("- is for stdin, which a batch does not have.")
    return _Step(action.call, values, line, optional)


def _words(line: str) -> list[str]:
    """Words as a shell has them; `button "Save"` stays one, as it is one target."""
    words = shlex.split(line)
    plain = shlex.split(line, posix=False)
    if len(plain) != len(words):
        return words
    made: list[str] = []
    at = 0
    while at < len(words):
        quoted = at + 1 < len(plain) and plain[at + 1][:1] == '"' and plain[at + 1][-1:] == '"'
        if made and quoted and plain[at].isalpha() and plain[at].islower():
            made.append(f"{words[at]} {plain[at + 1]}")
            at += 2
        else:
            made.append(words[at])
            at += 1
    return made
