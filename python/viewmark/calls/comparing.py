"""Compares the page with an earlier state: records checkpoints and reports changes."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from pathlib import Path

from viewmark.calls.answer import CallAnswer, Picture
from viewmark.calls.call import Invocation
from viewmark.calls.looking import picture, picture_format, wants_marks
from viewmark.comparison.checkpoint import Checkpoint
from viewmark.comparison.model import PageComparison
from viewmark.comparison.report import marked_picture
from viewmark.errors import InvalidOption, NotComparable
from viewmark.files import check_target
from viewmark.geometry import Bounds
from viewmark.session.tabs import OpenTab
from viewmark.text import cut_address


async def checkpoint(call: Invocation) -> CallAnswer:
    """Record the current state of the page for `changes`; with `save_to`, also to a file."""
    tab, name = await call.tab(), call.args.get("save_to")
    if name == "-":
        raise InvalidOption("A checkpoint is written to a file, not to stdout.")
    path = None if name is None else call.session.file(name)
    area = "page" if call.args.get("full_page") else "viewport"
    taken = await tab.page.checkpoint(path, area=area)  # type: ignore[arg-type]
    tab.checkpoint = taken
    text = f"Checkpoint of {len(taken.entries)} elements of {cut_address(taken.url)}"
    facts = {"url": taken.url, "elements": len(taken.entries), "path": path and str(path)}
    return CallAnswer(text=text if path is None else f"{text}\nwritten to {path}", facts=facts)


async def changes(call: Invocation) -> CallAnswer:
    """List the changes since the last checkpoint of the tab, or since a saved one."""
    tab, session = await call.tab(), call.session
    wanted = call.args.get("annotate")
    if isinstance(wanted, dict) and wanted.keys() - {"enabled"}:
        raise InvalidOption(
            "`annotate` of changes is true or false; it has no options.", param="annotate"
        )
    before = _before(call, tab)
    with_picture = wants_marks(call.args)
    if with_picture:
        session.claim_picture()
    found = await tab.page.compare(before)
    answer = CallAnswer(text=found.lines(addresses=True), facts=found.to_json())
    if (name := call.args.get("save_to")) is not None:
        return _write(call, answer, found, name)
    if not with_picture:
        return answer
    after = _mark(call, tab, found.after, [each.new_box for each in found.changes])
    # Removed elements are only visible in the earlier screenshot.
    gone = [each.old_box if each.new_box is None else None for each in found.changes]
    earlier = _mark(call, tab, found.before, gone) if any(gone) else None
    more = () if earlier is None else (earlier,)
    return CallAnswer(text=answer.text, facts=answer.facts, picture=after, more=more)


def _write(call: Invocation, answer: CallAnswer, found: PageComparison, name: str) -> CallAnswer:
    """Write the later screenshot with the numbers of the changes to a file; return the result."""
    boxes = [each.new_box for each in found.changes]
    image = marked_picture(found.after, boxes, picture_format(name))
    if image is None:
        return answer
    facts = answer.facts | {"image": {"path": name}}
    blob = call.session.write(name, image)
    return CallAnswer(text=f"{answer.text}\npicture {name}", facts=facts, blob=blob)


def _before(call: Invocation, tab: OpenTab) -> Checkpoint | Path:
    """Return the checkpoint with which the page is compared: a saved one, or the tab's latest.

    Raises:
        InvalidOption: the output folder does not contain the file.
        NotComparable: the tab has no checkpoint.
        PathNotAllowed: the file is not in the output folder.
    """
    name = call.args.get("baseline")
    if name is not None and not call.session.is_model:
        return Path(name)
    if name:
        file = check_target(call.session.output, name)
        if not file.is_file():
            raise InvalidOption(
                f"There is no file {name!r:.80} in the output folder.",
                hint="Write one with observe checkpoint, save_to.",
                param="baseline",
            )
        return file
    if tab.checkpoint is None:
        raise NotComparable("There is no checkpoint of this tab.", hint=call.session.no_checkpoint)
    return tab.checkpoint


def _mark(
    call: Invocation, tab: OpenTab, seen: Checkpoint, boxes: Sequence[Bounds | None]
) -> Picture | None:
    """Return a screenshot with the numbers of the changes, within the client's size limit."""
    image = marked_picture(seen, boxes, max_base64=call.session.picture_budget)
    if image is None:
        return None
    frame_id = tab.page.context.new_frame_id()
    return picture(call, frame_id, base64.b64encode(image).decode(), "jpeg", image)
