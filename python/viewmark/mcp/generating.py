"""`generate`: reproduction, test, har, annotation_report."""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from viewmark.files import write_inside
from viewmark.mcp.content import Answer, compact
from viewmark.tools.har import har
from viewmark.tools.recording import playwright_test, reproduction

if TYPE_CHECKING:
    from viewmark.mcp.desk import Desk

__all__ = ["run"]


async def run(desk: Desk, what: str, args: dict[str, Any], _progress: object) -> Answer:
    """Answer one call of `generate`."""
    if what == "annotation_report":
        from viewmark.mcp.analyzing import report

        text = await report(desk, args.get("correlation_id"))
    else:
        tab = await desk.tabs.tab(args.get("tab_id"))
        redact = desk.redactor
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
    text = desk.redactor(text)
    if name := args.get("save_to"):
        path = write_inside(desk.settings.output, name, text.encode())
        return Answer(text=f"Written to {path} ({len(text)} characters)")
    return Answer(text=text)
