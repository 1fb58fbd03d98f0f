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
import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from viewmark.batch.model import host_of, site_of
from viewmark.calls.call import Call, Invocation
from viewmark.calls.page_session import PageSession
from viewmark.calls.traveling import plain_seconds
from viewmark.calls.verbs import BY_NAME, check_arguments, parse_words
from viewmark.errors import InvalidOption, ViewmarkError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from viewmark import Page
    from viewmark.batch.model import PageTask

ACTIONS = (
    *("click", "dblclick", "hover", "fill", "type", "press", "select", "check", "uncheck"),
    *("scroll", "wait", "open", "reload", "eval"),
)
"""Verbs that a script may have."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> Any:
        raise InvalidOption(message)


@dataclass(frozen=True, slots=True)
class _Step:
    call: Call
    args: dict[str, Any]
    words: str
    optional: bool

    async def run(self, page: Page) -> None:
        session = PageSession(page)
        await self.call.handler(Invocation(session=session, call=self.call, args=dict(self.args)))


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
                await step.run(page)
            except ViewmarkError as error:
                if not step.optional:
                    words = f"{step.words!r:.80}: {error.message}"
                    raise type(error)(words, hint=error.hint) from error


def _step(line: str) -> _Step:
    optional = line.startswith("?")
    first, *words = _words(line.removeprefix("?").strip()) or [""]
    if first not in ACTIONS:
        raise InvalidOption(f"there is no action {first!r:.40}.")
    verb = BY_NAME[first]
    parser = _Parser(prog=first, allow_abbrev=False, add_help=False)
    verb.add_to(parser)
    values, left = parse_words(parser, words)
    if left:
        raise InvalidOption(f"unrecognized arguments: {' '.join(left)}")
    if "-" in words:
        raise InvalidOption("- is for stdin, which a batch does not have.")
    args = check_arguments(verb, vars(values))
    if first == "wait" and "words" in args and plain_seconds(args["words"]) is None:
        args["selector"] = args.pop("words")
    return _Step(verb.call, args, line, optional)


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
