"""Recording without `await`, generated from `api/recording.py` by `make sync`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from viewmark.api import page as page_
from viewmark.page.recording import Step
from viewmark.sync.worker import Facade
from viewmark.unknown_options import checked

__all__ = ["Recording"]


class Recording(Facade[page_.Page]):
    """What is recorded of a page; a part of `Page`."""

    def record(self) -> None:
        """Begin anew: forget steps, console, exceptions and requests, and record from here.

        Steps are always recorded (the last 500); the others from this call on. Call it before
        `goto` to have every request of a page.
        """
        self._worker.run(self._of.record())

    @property
    def steps(self) -> tuple[Step, ...]:
        """What was done with this page, oldest first; texts of secret fields are not kept.

        For programs: addresses are as they are. What `reproduction` and `playwright_test` give is
        redacted.
        """
        return self._of.steps

    def reproduction(self) -> str:
        """The steps in words, numbered, with selectors and what was really hit."""
        return self._worker.run(self._of.reproduction())

    @checked
    def playwright_test(self, *, name: str = "recorded") -> str:
        """The steps as a test for pytest with Playwright's plug-in.

        What is secret is read from environment variables that a comment lists.

        Args:
            name: of the test; made into an identifier.
        """
        return self._worker.run(self._of.playwright_test(name=name))

    @checked
    def har(self, file: str | Path | None = None) -> dict[str, Any]:
        """The recorded requests as an HTTP archive (HAR 1.2), without bodies and credentials.

        Args:
            file: written as well, if given.

        Raises:
            PathNotAllowed, FileNotWritten: not a plain file, or not possible; nothing is left.
        """
        return self._worker.run(self._of.har(file))
