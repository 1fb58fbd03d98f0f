"""`interact`: act on the page, go places, manage tabs, start and stop draw mode."""

from __future__ import annotations

from viewmark.mcp.parameters import ANSWER, ATTACH, CHANGES, PICTURE, SCROLL_TO, TAB
from viewmark.mcp.tool import Tool, What
from viewmark.mcp.tools.interact.actions import ACTIONS
from viewmark.mcp.tools.interact.details import DETAILS
from viewmark.mcp.tools.interact.dialogs import ANSWER_DIALOG
from viewmark.mcp.tools.interact.draw import DRAW
from viewmark.mcp.tools.interact.forms import FILL_FORM
from viewmark.mcp.tools.interact.script import SCRIPT
from viewmark.mcp.tools.interact.steps import STEPS
from viewmark.mcp.tools.interact.tabs import TABS
from viewmark.mcp.tools.interact.travel import TRAVEL, WAIT_FOR
from viewmark.mcp.tools.observe.pictures import take_screenshot
from viewmark.mcp.tools.page_tools import CALL_PAGE_TOOL

__all__ = ["INTERACT"]

INTERACT = Tool(
    name="interact",
    opening=(
        "Name the target by ref, label (the number on the picture, with its "
        "frame_id), selector, or x,y (pixels of the picture frame_id; or coordinates:'css'). "
        "Answers say what was hit and changed; a target gone or covered is an error, "
        "never a click elsewhere."
    ),
    whats=(
        *ACTIONS,
        FILL_FORM,
        STEPS,
        *DETAILS,
        ANSWER_DIALOG,
        SCRIPT,
        CALL_PAGE_TOOL,
        What(
            name="screenshot",
            handler=take_screenshot,
            parameters=(SCROLL_TO, TAB),
            aliases={"take_screenshot": {}},
        ),
        *TRAVEL,
        WAIT_FOR,
        *TABS,
        *DRAW,
    ),
    common=(ATTACH, ANSWER, CHANGES, PICTURE),
    instead={
        "text": "To name a target by its words, give selector: 'text=Save'.",
        "coordinate": "Give x and y: two numbers.",
        "element": (
            "A description names nothing: give ref from observe snapshot, or selector: 'text=Save'."
        ),
        "amount": "scroll takes it, or dx, dy in CSS px.",
        "timeout": "Give timeout_s, in seconds.",
        "position": "Give x and y of the picture, or a ref inside of the element.",
        "filename": "Call observe screenshot with save_to.",
        "index": "Give tab_id; observe tabs lists them.",
        "full_page": "Call observe screenshot.",
    },
    what_aliases=("action",),
    destructive=True,
)
