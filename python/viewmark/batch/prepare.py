"""Scripts that prepare pages before they are observed: lines of `act` commands for each site.

    [shop.example]
    ? click button "Accept all"
    fill "User" ann
    wait ".results"

    [*]
    scroll down

The script of `[*]` runs for sites without their own script. A line that starts with `?` may fail.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from viewmark.batch.model import host_of, site_of
from viewmark.calls.acting import check_line
from viewmark.errors import ActIncomplete, InvalidOption

if TYPE_CHECKING:
    from pathlib import Path

    from viewmark import Page
    from viewmark.batch.model import PageTask


class SiteScripts:
    """Prepares pages by site before they are observed; callable as a `prepare` hook.

    Args:
        text: the text of the scripts.

    Raises:
        InvalidOption: a line is not a command of `act`; the message names it.
    """

    def __init__(self, text: str) -> None:
        self._lines: dict[str, list[str]] = {}
        current = "*"
        for number, line in enumerate(text.splitlines(), 1):
            words = line.strip()
            if not words or words.startswith("#"):
                continue
            if words.startswith("[") and words.endswith("]"):
                current = words[1:-1].strip().lower().removeprefix("www.")
                self._lines.setdefault(current, [])
                continue
            try:
                check_line(words, number)
            except InvalidOption as error:
                raise InvalidOption(f"The script: {error.message}", hint=error.hint) from None
            self._lines.setdefault(current, []).append(words)

    @classmethod
    def read(cls, path: Path) -> SiteScripts:
        """Read scripts from a file.

        Raises:
            OSError: the file cannot be read.
        """
        return cls(path.read_text(encoding="utf-8"))

    def lines(self, url: str) -> Sequence[str]:
        """Return the script for a URL: that of its host and port, of its site, or of `*`."""
        for name in (host_of(url), site_of(url), "*"):
            if name in self._lines:
                return self._lines[name]
        return ()

    async def __call__(self, page: Page, task: PageTask) -> None:
        """Run the script of a page's site.

        Raises:
            ActIncomplete: a line failed and is not marked with `?`.
        """
        if lines := self.lines(task.url):
            try:
                await page.act(lines)
            except ActIncomplete as error:
                stopped = error.data["stopped"]
                message = f"{stopped['was']!r:.80}: {stopped['reason']}"
                raise ActIncomplete(message, hint=stopped["hint"]) from error
