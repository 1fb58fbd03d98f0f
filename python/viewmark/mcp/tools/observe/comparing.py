"""`observe checkpoint` and `changes`: the page compared with an earlier moment of it."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

from viewmark.comparison.report import marked_picture
from viewmark.errors import InvalidOption, NotComparable
from viewmark.files import check_target
from viewmark.mcp.content import Answer, compact
from viewmark.mcp.tool import Call, What
from viewmark.mcp.tools.observe.area import FULL_PAGE
from viewmark.mcp.tools.observe.options import MARKED, wants_marks
from viewmark.mcp.tools.observe.pictures import SAVE_TO, check_name, picture
from viewmark.mcp.tools.observe.records import MAP
from viewmark.parameters.parameter import rare
from viewmark.text import cut_address

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from viewmark.comparison.checkpoint import Checkpoint
    from viewmark.geometry import Bounds
    from viewmark.mcp.content import Picture
    from viewmark.session.tabs import OpenTab

__all__ = ["COMPARING"]


async def checkpoint(call: Call) -> Answer:
    """Remember how the page is now, for `changes`; with `save_to` also in a file."""
    tab = await call.tab()
    check_name(call)
    path: Path | None = None
    if name := call.args.get("save_to"):
        path = check_target(call.state.settings.output, name)
    area = "page" if call.args.get("full_page") else "viewport"
    taken = await tab.page.checkpoint(path, area=area)  # type: ignore[arg-type]
    tab.checkpoint = taken
    shown = f"Checkpoint of {len(taken.entries)} elements of {cut_address(taken.url)}"
    return Answer(text=shown + ("" if path is None else f"\nwritten to {path}"))


async def changes(call: Call) -> Answer:
    """What changed since the last checkpoint of the tab, or a saved one: a line for each change."""
    tab = await call.tab()
    with_picture = _wants_picture(call)
    before = _before(call, tab)
    if with_picture:
        call.state.claim_picture()
    found = await tab.page.compare(before)
    text = found.lines(addresses=True)
    if call.args.get("map") == "json":
        text = compact(found.to_json())
    if not with_picture:
        return Answer(text=text)
    after = _mark(call, tab, found.after, [each.new_box for each in found.changes])
    # What is gone stands in the earlier picture only.
    gone = [each.old_box if each.new_box is None else None for each in found.changes]
    earlier = _mark(call, tab, found.before, gone) if any(gone) else None
    return Answer(text=text, picture=after, more=() if earlier is None else (earlier,))


def _wants_picture(call: Call) -> bool:
    asked = call.args.get("annotate_screenshot")
    if isinstance(asked, dict) and asked.keys() - {"enabled"}:
        raise InvalidOption(
            "`annotate_screenshot` of changes is true or false; it has no options.",
            param="annotate_screenshot",
        )
    return wants_marks(call.args)


def _before(call: Call, tab: OpenTab) -> Checkpoint | Path:
    """What the page is compared with.

    Raises:
        InvalidOption: there is no such file in the output folder.
        NotComparable: no checkpoint of the tab was taken.
        PathNotAllowed: the file is not in the output folder.
    """
    if name := call.args.get("baseline"):
        file = check_target(call.state.settings.output, name)
        if not file.is_file():
            raise InvalidOption(
                f"There is no file {name!r:.80} in the output folder.",
                hint="Write one with observe checkpoint, save_to.",
                param="baseline",
            )
        return file
    if tab.checkpoint is None:
        raise NotComparable(
            "There is no checkpoint of this tab.",
            hint="Call observe checkpoint before the change, or name a saved one as `baseline`.",
        )
    return tab.checkpoint


def _mark(
    call: Call, tab: OpenTab, seen: Checkpoint, boxes: Sequence[Bounds | None]
) -> Picture | None:
    """A picture with the numbers of the changes, within the client's budget."""
    image = marked_picture(seen, boxes, max_base64=call.state.picture_budget)
    if image is None:
        return None
    frame_id = tab.page.context.new_frame_id()
    return picture(call, frame_id, base64.b64encode(image).decode(), "jpeg", image)


_HINT = "compare two moments"
COMPARING = (
    What(name="checkpoint", handler=checkpoint, parameters=(FULL_PAGE, SAVE_TO), hint=_HINT),
    What(
        name="changes",
        handler=changes,
        parameters=(
            rare("baseline", "string", doc="saved checkpoint in the output folder"),
            MARKED,
            MAP,
        ),
        aliases={"compare": {}, "diff": {}, "visual_diff": {}},
        hint=_HINT,
    ),
)
