"""Recall and precision of discovery on one page, compared with Chromium's own data.

The targets of the oracle (`tests/oracle.py`) are nodes that the browser's hit test reaches and that
belong to one of these kinds:

- *widgets* have a widget role in the accessibility tree, or are focusable by keyboard;
- *labels* belong to controls that the pointer does not reach themselves;
- *handlers* have a pointer listener of their own, or are the element where the pointer cursor
  starts; they contain no other target, are not inside a widget, and cover less than 40 % of the
  page;
- *parts* of a widget have a listener of their own: small images in a widget that is no native
  control, such as the remove button of a chip;
- *sheets* are focusable canvases in view, even if an overlay receives the pointer.

An element that arranges other targets (a menu, a tree) and is focusable only for them, or for
scrolling, is not a target. Neither is an invisible element: a box of one colour, up to the size of
a button, that is painted on hover only.

None of this uses the page scripts. A target counts as found if a mark is on it, on the label that
controls it, or on a visually equal box (nested, intersection over union above one half). A mark is
correct if it is on a target in the same sense, or on any node with a listener, pointer cursor or
focus, and the pointer reaches it.
"""

from __future__ import annotations

import base64
import io
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import oracle
from PIL import Image

from viewmark.browser import scripts
from viewmark.browser.discovery.discover import discover

if TYPE_CHECKING:
    from viewmark.browser.page_target import PageTarget
    from viewmark.elements.model import Element

Box = tuple[float, float, float, float]


@dataclass
class Score:
    """The score of one page."""

    targets: int
    found: int
    marks: int
    right: int
    missed: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    @property
    def recall(self) -> float:
        return self.found / self.targets if self.targets else 1.0

    @property
    def precision(self) -> float:
        return self.right / self.marks if self.marks else 1.0


def overlap(a: Box | None, b: Box | None) -> float:
    """Return the intersection over union."""
    if a is None or b is None:
        return 0.0
    w, h = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    if w <= 0 or h <= 0:
        return 0.0
    area = [(r[2] - r[0]) * (r[3] - r[1]) for r in (a, b)]
    return w * h / (sum(area) - w * h)


def say(node: oracle.Node) -> str:
    given = " ".join(
        f'{k}="{v[:40]}"'
        for k, v in node.attributes.items()
        if k in ("class", "id", "role", "type")
    )
    where = tuple(round(v) for v in node.box or ())
    why = [w for w in ("focusable", "listens") if getattr(node, w)] + [node.cursor]
    return f"<{node.name.lower()} {given}> {node.role} {node.ax_name[:40]!r} at {where} {why}"


def targets_of(truth: oracle.Truth) -> list[oracle.Node]:
    """Return the oracle's targets; `look` must have been called for the candidates."""
    half = 0.4 * truth.width * truth.height
    widgets = [n for n in truth.nodes.values() if n.reached and truth.is_widget(n)]
    inside_widget = {n.backend_id for n in widgets}
    handlers = [
        n
        for n in truth.nodes.values()
        if n.reached
        and n.backend_id not in inside_widget
        and (n.listens or truth.owns_cursor(n))
        and n.name not in ("HTML", "BODY", "#document", "LABEL")
        and n.box is not None
        and (n.box[2] - n.box[0]) * (n.box[3] - n.box[1]) < half
        and not inside_widget.intersection(truth.chain(n.backend_id)[1:])
    ]
    # A label is a target if none of its controls is visible; two labels of a control count as one.
    labels = {}
    for n in truth.nodes.values():
        controls = truth.driven_by(n) if n.reached else []
        if controls and not any(c.reached for c in controls):
            labels.setdefault(controls[0].backend_id, n)
    handlers += labels.values()
    handlers += _parts(truth, {n.backend_id: n for n in widgets})
    everyone = inside_widget | {n.backend_id for n in handlers}
    holding = Counter(up for i in everyone for up in truth.chain(i)[1:])
    widgets = [n for n in widgets if not _is_holder(n, truth, holding[n.backend_id])]
    sheets = [n for n in truth.nodes.values() if _is_sheet(n) and not n.reached]
    handlers = [n for n in handlers if not holding[n.backend_id] and n.role not in oracle.BARS]
    return widgets + sheets + handlers


def _is_holder(node: oracle.Node, truth: oracle.Truth, held: int) -> bool:
    """Return whether an element is focusable only for its parts, and is therefore no target.

    Elements with a pointer cursor of their own and chips are targets.
    """
    if held == 0:
        return node.role in oracle.BARS
    if node.role in oracle.ARRANGERS:
        return True
    is_chip = held == 1 and node.box is not None and node.box[3] - node.box[1] <= CHIP
    return node.role in oracle.HOLDERS and not truth.owns_cursor(node) and not is_chip


CHIP = 48


def _parts(truth: oracle.Truth, widgets: dict[int, oracle.Node]) -> list[oracle.Node]:
    found = []
    for node in truth.nodes.values():
        if not (node.reached and node.listens and node.name in ("svg", "IMG", "I")):
            continue
        around = next((widgets[i] for i in truth.chain(node.backend_id)[1:] if i in widgets), None)
        if around is None or around.name in ("A", "BUTTON", "SUMMARY") or node.box is None:
            continue
        if around.box is not None and _area(node.box) < 0.4 * _area(around.box):
            found.append(node)
    return found


def _is_sheet(node: oracle.Node) -> bool:
    tabbed = node.attributes.get("tabindex", "-1") != "-1"
    return node.name == "CANVAS" and tabbed and node.box is not None


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


async def score(page: PageTarget) -> Score:
    """Compare discovery with the oracle on a page with one process."""
    session = page.session
    result = await discover(page, max_annotations=100)
    truth = await oracle.read(session, [f.id for f in page.frames if f.session is session])
    wanted = [
        n
        for n in truth.nodes.values()
        if not truth.is_invisible(n)
        and (
            truth.is_widget(n)
            or n.listens
            or truth.owns_cursor(n)
            or n.name in ("LABEL", "CANVAS")
            or n.cursor in ("grab", "move")
            or (
                n.name == "LI"
                and any(truth.nodes[i].listens for i in truth.chain(n.backend_id)[1:3])
            )
        )
    ]
    await oracle.look(session, truth, wanted)
    targets = await _painted(page, targets_of(truth))
    marks = [(e, await _backend(page, e), _box(e)) for e in result.elements]
    # Elements beyond the mark limit are not missed, so compare only the elements before it.
    if result.truncated:
        last = max(box[3] for _, _, box in marks)
        targets = [n for n in targets if n.box is not None and n.box[3] < last]
    made = Score(len(targets), 0, len(marks), 0)
    on = {node for _, nodes, _ in marks for node in nodes}
    for target in targets:
        same = target.backend_id in on or any(
            _related(truth, target.backend_id, nodes) and overlap(target.box, box) > 0.5
            for _, nodes, box in marks
        )
        if same:
            made.found += 1
        else:
            made.missed.append(say(target))
    evidence = [
        n
        for n in wanted
        if n.reached
        and (n.name != "LABEL" or n.listens or truth.driven_by(n))
        and (n.name != "CANVAS" or n.listens or truth.is_widget(n) or truth.owns_cursor(n))
    ]
    strong = {n.backend_id for n in evidence}
    known = {n.backend_id for n in wanted}
    for element, nodes, box in marks:
        ok = bool(strong & set(nodes)) or any(
            _related(truth, n.backend_id, nodes) and overlap(n.box, box) > 0.5 for n in evidence
        )
        # A box may represent a hidden control: the tree contains the control, and the pointer hits
        # the box.
        hidden = element.handle.control_id != 0 and nodes[-1] in known
        if ok or hidden or element.disabled:
            made.right += 1
        else:
            made.wrong.append(f"<{element.tag}> {element.role} {element.name!r} {element.selector}")
    return made


async def _painted(page: PageTarget, targets: list[oracle.Node]) -> list[oracle.Node]:
    """Return the targets without small ones that are a single colour in the screenshot."""
    shot = await page.session.send("Page.captureScreenshot", {"format": "png"})
    picture = Image.open(io.BytesIO(base64.b64decode(shot["data"]))).convert("RGB")

    def shows(node: oracle.Node) -> bool:
        if node.box is None or node.name in ("INPUT", "SELECT", "TEXTAREA", "CANVAS"):
            return True
        left, top, right, bottom = (round(edge) for edge in node.box)
        if right - left > 80 or bottom - top > 48:
            return True
        # Include a margin of 2 px, because a button of one colour differs from its surroundings.
        rim = (
            max(0, left - 2),
            max(0, top - 2),
            min(picture.width, right + 2),
            min(picture.height, bottom + 2),
        )
        if rim[2] <= rim[0] or rim[3] <= rim[1]:
            return True
        colours = picture.crop(rim).getcolors(2)
        return colours is None or len(colours) > 1

    return [node for node in targets if shows(node)]


def _related(truth: oracle.Truth, one: int, others: list[int]) -> bool:
    chain = truth.chain(one)
    return any(o in chain or one in truth.chain(o) for o in others)


def _box(element: Element) -> Box:
    b = element.bounds
    return (b.x, b.y, b.right, b.bottom)


async def _backend(page: PageTarget, element: Element) -> list[int]:
    frame = page.frames.get(element.handle.frame_id)
    ids = [i for i in (element.handle.node_id, element.handle.control_id) if i]
    out = []
    for handle in await scripts.nodes(page, frame, ids):
        if handle is not None:
            reply: dict[str, Any] = await page.session.send(
                "DOM.describeNode", {"objectId": handle}
            )
            out.append(reply["node"]["backendNodeId"])
    return out
