"""`generate`: steps, tests, archives and reports made of a session."""

from __future__ import annotations

from viewmark.drawmode.detail import annotation_report
from viewmark.files import write_inside
from viewmark.mcp.content import Answer, compact
from viewmark.mcp.parameters import ATTACH, CORRELATION, TAB
from viewmark.mcp.tool import Call, Tool, What
from viewmark.parameters.parameter import parameter

__all__ = ["GENERATE"]


async def numbered_steps(call: Call) -> Answer:
    """What was done on a tab as numbered steps."""
    tab = await call.state.tabs.tab(call.args.get("tab_id"))
    return _deliver(call, await tab.page.reproduction())


async def test(call: Call) -> Answer:
    """What was done on a tab as a test for pytest with Playwright."""
    tab = await call.state.tabs.tab(call.args.get("tab_id"))
    name = call.args.get("test_name") or "recorded"
    return _deliver(call, await tab.page.playwright_test(name=name))


async def archive(call: Call) -> Answer:
    """The requests of a tab as HAR 1.2."""
    tab = await call.state.tabs.tab(call.args.get("tab_id"))
    return _deliver(call, compact(await tab.page.har()))


async def report(call: Call) -> Answer:
    """A drawing as Markdown."""
    drawing = call.args.get("correlation_id")
    text = await annotation_report(call.state.draw_mode, drawing, pictures=False)
    return _deliver(call, text)


def _deliver(call: Call, text: str) -> Answer:
    """The text, or the file that it was written to."""
    text = call.state.redactor(text)  # before it may go to a file
    if name := call.args.get("save_to"):
        path = write_inside(call.state.settings.output, name, text.encode())
        return Answer(text=f"Written to {path} ({len(text)} characters)")
    return Answer(text=text)


_SAVE_TO = parameter(
    "save_to", "string", doc="file in the output folder", aliases=("filename", "file_name")
)

GENERATE = Tool(
    name="generate",
    opening="Make something of this session.",
    whats=(
        What(
            name="reproduction",
            handler=numbered_steps,
            parameters=(TAB,),
            aliases={"steps": {}},
            hint="numbered steps",
        ),
        What(
            name="test",
            handler=test,
            parameters=(parameter("test_name", "string"), TAB),
            aliases={"playwright_test": {}, "playwright": {}, "pytest": {}},
            hint="pytest with Playwright",
        ),
        What(name="har", handler=archive, parameters=(TAB,), hint="requests as HAR 1.2"),
        What(
            name="annotation_report",
            handler=report,
            parameters=(CORRELATION,),
            hint="Markdown of a drawing",
        ),
    ),
    common=(_SAVE_TO, ATTACH),
    what_aliases=("format",),
    read_only=False,  # save_to writes a file
    open_world=False,
)
