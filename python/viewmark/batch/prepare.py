"""Scripts that prepare pages before the look: verbs of the shell, by site.

    [shop.example]
    click button "Accept all"
    fill #user ann
    wait .results

    [*]
    scroll down

A script of `[*]` runs where no other one does. `?` before a verb: it may fail.
"""

from __future__ import annotations

import argparse
import shlex
from dataclasses import dataclass
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from viewmark.batch.model import host_of, site_of
from viewmark.errors import InvalidOption, ViewmarkError
from viewmark.session.tabs import OpenTab
from viewmark.shell.session import ShellSession, settings_of
from viewmark.shell.table import BY_NAME

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from viewmark.api.page import Page
    from viewmark.batch.model import PageTask
    from viewmark.shell.verb import Verb

__all__ = ["SiteScripts"]

_REFUSED = ("tabs", "tab", "close", "draw", "drawn", "record")
"""First words of verbs that are about more than the page."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> Any:
        raise InvalidOption(message)


@dataclass(frozen=True, slots=True)
class _Step:
    verb: Verb
    values: Mapping[str, Any]
    words: str
    optional: bool


class _OnePage(ShellSession):
    """A session of which the verbs see one page only, the batch's."""

    def __init__(self, page: Page) -> None:
        super().__init__(settings_of({"output": "."}))
        self._tab = OpenTab(id=page.browser_page.session.target_id, page=page)

    async def tab(self) -> OpenTab:
        return self._tab

    async def tab_to_go(self) -> OpenTab:
        return self._tab

    async def needs_browser(self) -> None:
        return None


class SiteScripts:
    """What is done on pages of each site before the look; callable as a `prepare` hook.

    Args:
        text: the scripts.

    Raises:
        InvalidOption: a line that is no verb with its arguments; the message names it.
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
                told = getattr(error, "message", str(error))
                raise InvalidOption(
                    f"Line {number} of the script, {words!r:.80}: {told}",
                    hint="See `viewmark help` for the verbs.",
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
            ViewmarkError: of the first verb that failed and is not marked with `?`.
        """
        steps = self.steps(task.url)
        if not steps:
            return
        session = _OnePage(page)
        for step in steps:
            try:
                await step.verb.call(session, SimpleNamespace(**step.values))
            except ViewmarkError as error:
                if not step.optional:
                    words = f"{step.words!r:.80}: {error.message}"
                    raise type(error)(words, hint=error.hint) from error


def _step(line: str) -> _Step:
    optional = line.startswith("?")
    words = _words(line.removeprefix("?").strip())
    two = " ".join(words[:2])
    verb = BY_NAME.get(two) or BY_NAME.get(words[0])
    if verb is None:
        raise InvalidOption(f"there is no verb {words[0]!r:.40}.")
    if words[0] in _REFUSED:
        raise InvalidOption(f"{words[0]} is not for scripts of a batch.")
    parser = _Parser(prog=verb.name, allow_abbrev=False, add_help=False)
    for each in verb.arguments:
        parser.add_argument(*each.names, **each.options)
    values = vars(parser.parse_args(words[len(verb.name.split()) :]))
    given = [values[each.dest] for each in verb.arguments if each.kind != "plain"]
    if any("-" in (value if isinstance(value, list) else [value]) for value in given):
        raise InvalidOption("- is for stdin, which a batch does not have.")
    return _Step(verb, values, line, optional)


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
