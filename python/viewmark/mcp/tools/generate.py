"""`generate`: reproduction, test, har, annotation_report."""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from viewmark.files import write_inside
from viewmark.mcp.content import Answer, compact
from viewmark.page.har import har
from viewmark.page.recording import playwright_test, reproduction

if TYPE_CHECKING:
    from viewmark.mcp.dispatcher import Dispatcher

__all__ = ["run"]


async def run(dispatcher: Dispatcher, what: str, args: dict[str, Any], _progress: object) -> Answer:
    """Answer one call of `generate`."""
    if what == "annotation_report":
        from viewmark.mcp.tools.analyze import report

        text = await report(dispatcher, args.get("correlation_id"))
    else:
        tab = await dispatcher.tabs.tab(args.get("tab_id"))
        redact = dispatcher.redactor
        if what == "reproduction":
            text = reproduction(tab.steps, redact=redact)
        elif what == "test":
            name = args.get("test_name") or "recorded"
            start = tab.start_url
            text = playwright_test(tab.steps, name=name, start_url=start, redact=redact)
        else:
            requests = tab.telemetry.requests
            text = compact(har(requests, version=version("viewmark"), redact=redact))
    # Before it may go to a file. It changes neither code nor JSON: see `recording`.
    text = dispatcher.redactor(text)
    if name := args.get("save_to"):
        path = write_inside(dispatcher.settings.output, name, text.encode())
        return Answer(text=f"Written to {path} ({len(text)} characters)")
    return Answer(text=text)
