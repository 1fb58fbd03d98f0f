"""What was done on a page, for those who do it again: sentences, a Playwright test, a HAR."""

from __future__ import annotations

import json
from importlib.metadata import version
from pathlib import Path
from typing import Any

from viewmark.browser.secret_names import learn_names
from viewmark.files import write_atomic
from viewmark.page import har as archive
from viewmark.page import recording
from viewmark.page.context import PageContext
from viewmark.page.recording import Step
from viewmark.page.records import listening
from viewmark.unknown_options import checked


class Recording:
    """What is recorded of a page; a part of `Page`."""

    context: PageContext

    async def record(self) -> None:
        """Begin anew: forget steps, console, exceptions and requests, and record from here.

        Steps are always recorded (the last 500); the others from this call on. Call it before
        `goto` to have every request of a page.
        """
        (await listening(self.context)).clear()
        self.context.recorder.restart()

    @property
    def steps(self) -> tuple[Step, ...]:
        """What was done with this page, oldest first; texts of secret fields are not kept.

        For programs: addresses are as they are. What `reproduction` and `playwright_test` give is
        redacted.
        """
        return self.context.recorder.steps

    async def reproduction(self) -> str:
        """The steps in words, numbered, with selectors and what was really hit."""
        await learn_names(self.context.page)
        recorder, redact = self.context.recorder, self.context.page.redactor
        return redact(
            recording.reproduction(recorder.steps, redact=redact, dropped=recorder.dropped)
        )

    @checked
    async def playwright_test(self, *, name: str = "recorded") -> str:
        """The steps as a test for pytest with Playwright's plug-in.

        What is secret is read from environment variables that a comment lists.

        Args:
            name: of the test; made into an identifier.
        """
        await learn_names(self.context.page)
        recorder, redact = self.context.recorder, self.context.page.redactor
        code = recording.playwright_test(
            recorder.steps,
            name=name,
            start_url=recorder.start_url,
            redact=redact,
            dropped=recorder.dropped,
        )
        return redact(code)  # changes nothing of the code: see `recording`

    @checked
    async def har(self, file: str | Path | None = None) -> dict[str, Any]:
        """The recorded requests as an HTTP archive (HAR 1.2), without bodies and credentials.

        Args:
            file: written as well, if given.

        Raises:
            PathNotAllowed, FileNotWritten: not a plain file, or not possible; nothing is left.
        """
        requests = (await listening(self.context)).requests
        await learn_names(self.context.page)
        redact = self.context.page.redactor
        made = archive.har(requests, version=version("viewmark"), redact=redact)
        text = redact(json.dumps(made, ensure_ascii=False))
        found: dict[str, Any] = json.loads(text)
        if file is not None:
            write_atomic(file, text.encode("utf-8", "replace"))
        return found
