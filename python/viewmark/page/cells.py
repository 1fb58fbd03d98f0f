"""Finds the cell of a grid that a row and a column mean, or says why there is none."""

from __future__ import annotations

from viewmark.browser import scripts, wire
from viewmark.browser.frames.table import Frame
from viewmark.browser.node_gone import NodeGone
from viewmark.browser.page_target import PageTarget
from viewmark.errors import ElementNotFound
from viewmark.page.resolved_target import CellTarget, ElementTarget


async def cell_of(page: PageTarget, frame: Frame, node_id: int, target: CellTarget) -> int:
    """The number of the cell's node.

    Args:
        page: the page.
        frame: the grid's.
        node_id: the grid's node, or that of what holds it.
        target: what is meant.

    Raises:
        ElementNotFound: no grid there, no such row or column, or the row is not in the page now.
        NodeGone: the grid is gone.
    """
    seen = target.grid.element.grid if isinstance(target.grid, ElementTarget) else None
    sign = seen.sign if seen else ""
    reply = wire.record(
        await scripts.call(page, frame, "cellOf", node_id, target.row, target.column, sign)
    )
    if found := wire.whole(reply.get("id")):
        return found
    if reply.get("gone") is True:
        raise NodeGone("The grid is gone from the page.")
    if "grids" in reply:
        count = wire.whole(reply["grids"])
        raise ElementNotFound(
            f"{target.name}: there is no table or grid there."
            if count == 0
            else f"{target.name}: {count} tables and grids are there, not one.",
            hint="Name a table or grid, or something that holds just one.",
        )
    if "unnumbered" in reply:
        raise ElementNotFound(
            f"{target.name}: this grid has {wire.whole(reply['unnumbered'])} of its rows in the "
            "page and does not number them, so nothing tells which one is meant.",
            hint="Use a ref or selector of something in that row.",
        )
    if reply.get("changed") is True:
        raise ElementNotFound(
            f"{target.name}: this grid shows other cells now, or in other places.",
            hint="Look again: rows and columns are counted anew.",
        )
    if reply.get("empty") is True:
        raise ElementNotFound(
            f"{target.name}: nothing stands in row {target.row}, column {target.column}.",
            hint="Places of a grid can be empty, as before the first day of a month.",
        )
    raise _missing(target, reply)


def _missing(target: CellTarget, reply: dict[str, object]) -> ElementNotFound:
    kind = "column" if reply.get("missing") == "column" else "row"
    number = target.column if kind == "column" else target.row
    first, last, count = (wire.whole(reply.get(key)) for key in ("first", "last", "count"))
    if number <= count:
        message = f"{kind} {number} of {count} is not in the page now; {first} to {last} are."
        hint = "Scroll the grid there and try again: it draws only what is in view."
    else:
        message = f"there is no {kind} {number}; {kind}s {first} to {last} are in the page."
        hint = "Rows and columns count from 1, header rows included."
    return ElementNotFound(f"{target.name}: {message}", hint=hint)
