"""Makes steps in words, a Playwright test and an HTTP archive from what was recorded."""

from __future__ import annotations

import json
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from viewmark.browser.secret_names import learn_names
from viewmark.files import write_atomic
from viewmark.page import har as archive
from viewmark.page import recording
from viewmark.page.records import listening

if TYPE_CHECKING:
    from pathlib import Path

    from viewmark.page.context import PageContext

__all__ = ["har", "playwright_test", "record", "reproduction"]


async def record(context: PageContext) -> None:
    """Begin anew: forget steps, console, exceptions and requests, and note where the page is."""
    (await listening(context)).clear()
    context.recorder.restart()


async def reproduction(context: PageContext) -> str:
    """The steps in words, numbered, with selectors and what was hit."""
    await learn_names(context.page)
    recorder, redact = context.recorder, context.page.redactor
    return redact(recording.reproduction(recorder.steps, redact=redact, dropped=recorder.dropped))


async def playwright_test(context: PageContext, *, name: str = "recorded") -> str:
    """The steps as a test for pytest with Playwright's plug-in."""
    await learn_names(context.page)
    recorder, redact = context.recorder, context.page.redactor
    code = recording.playwright_test(
        recorder.steps,
        name=name,
        start_url=recorder.start_url,
        redact=redact,
        dropped=recorder.dropped,
    )
    return redact(code)  # changes nothing of the code: see `recording`


async def har(context: PageContext, file: str | Path | None = None) -> dict[str, Any]:
    """The requests as an HTTP archive (HAR 1.2), without bodies and credentials."""
    requests = (await listening(context)).requests
    await learn_names(context.page)
    redact = context.page.redactor
    made = archive.har(requests, version=version("viewmark"), redact=redact)
    text = redact(json.dumps(made, ensure_ascii=False))
    found: dict[str, Any] = json.loads(text)
    if file is not None:
        write_atomic(file, text.encode("utf-8", "replace"))
    return found
