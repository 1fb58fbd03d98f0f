"""An element of a page, and the validation of records from page scripts.

Records come from a page and are untrusted: malformed records and records with non-finite numbers
are dropped, and text is stripped of control characters and truncated. This module does not depend
on the browser, on images or on the event loop.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, Literal, TypeAlias, cast, get_args

from viewmark.elements.cells import Cell, Grid
from viewmark.elements.record import ElementIdentity
from viewmark.elements.words import list_of, words
from viewmark.geometry import Bounds, Point

NodeKey: TypeAlias = tuple[str, str, int]
"""Frame, document and node number; unique for a node and never reused."""

Hint = Literal["clickable", "editable", "selectable", "toggleable", "navigable", "static"]
"""How an element is used. `static`: text or image to read (only with `all_visible`)."""

State = dict[str, Any]
"""State, keyed as in docs/internals/names.md; keys that do not apply are absent."""

GUESSED = "were not hit-tested one by one but judged by their neighbours"
"""Note on elements that were not hit-tested, so another element may cover them."""
TEXT_LIMIT = 100
"""Maximum characters of `name` and `text`, with an ellipsis (annotated-screenshots R7)."""
ROW_LIMIT = 121
"""Maximum characters of the text of a row around an element, including the character that states
the kind of row."""
LABEL_HINT_LIMIT = 60
SELECTOR_LIMIT = 2000
_HINTS: tuple[str, ...] = get_args(Hint)
_COORDINATE_LIMIT = 1e7
_FLAGS = ("required", "readonly", "expanded", "selected", "multiple", "multiselectable", "focused")
_TRISTATE = ("checked", "pressed")
_FORMATTED = ("date", "datetime-local", "month", "week", "time", "color")
"""Types of input fields that accept only values of a fixed format."""
_WORDED: Mapping[str, tuple[str, ...]] = {
    "type": (*_FORMATTED, "file", "email", "tel", "url"),
    "haspopup": ("menu", "listbox", "tree", "grid", "dialog"),
    "sort": ("ascending", "descending", "other"),
    "invalid": ("grammar", "spelling"),
    "current": ("page", "step", "location", "date", "time"),
    "month": ("next", "previous"),
}
"""States that have a fixed set of values, with these values; `invalid` and `current` may also be
`true`."""
_TEXTS = {"description": 200, "error": 200, "placeholder": 100, "min": 40, "max": 40, "step": 40}
"""States whose value is text from the page, with the maximum length of each."""
HREF_LIMIT = 500
_SCROLLS = re.compile(r"(?:(?:^|, )(?:up|down|left|right) \d{1,9} px){1,4}")
_UNTYPABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
"""Matches control characters and lone surrogates, which make a selector invalid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Handle:
    """Reference to a live node, which is kept in the isolated world of its frame."""

    frame_id: str
    """CDP ID of the node's frame."""
    node_id: int
    """Number of the node in the isolated world of its frame, in which our scripts run
    (`vm.nodeOf`)."""
    control_id: int = 0
    """Number of the hidden control, if the marked node is its label; 0 for all other nodes."""
    epoch: str = ""
    """CDP `loaderId` of the frame's document; node numbers are valid only in that document."""
    says: str = ""
    """Fingerprint of the element's text when it was observed (`js/page/identity.js`)."""

    @property
    def key(self) -> NodeKey:
        """Unique key of the control, even if its label is marked instead."""
        return (self.frame_id, self.epoch, self.control_id or self.node_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class Element:
    """A control of the page, or a requested element, in its current state."""

    tag: str
    """Lower-case tag name."""
    role: str
    """The role that assistive technology announces."""
    name: str
    """Accessible name (accname 1.2), at most 100 characters."""
    text: str
    """Visible text, at most 100 characters."""
    selector: str
    """Selector that matches only this element; empty if there is none."""
    bounds: Bounds
    """Visible box of the element, in CSS px of the top viewport."""
    hint: Hint
    disabled: bool = False
    occluded: bool = False
    """True if other elements cover the element at every hit-tested point."""
    visible_ratio: float = 1.0
    """Share of the element's area that is visible, 0..1."""
    in_dialog: bool = False
    """True if the element is inside an open dialog."""
    frame: str | None = None
    """Readable path of the element's frame; None in the main frame."""
    state: State = field(default_factory=dict)
    """State as assistive technology announces it; never with values of secret fields."""
    grid: Grid | None = None
    """Grid data, if the element is a grid that is marked instead of its cells."""
    cell: Cell | None = None
    """Row and column headings, if the element is a control in a table."""
    rects: tuple[Bounds, ...] = ()
    """Boxes of the element's visible lines, in CSS px of the top viewport."""
    point: Point | None = None
    """Point at which a hit test finds the element; None if it is occluded."""
    label_hint: str = ""
    """Guessed purpose of a nameless element, from its icon, tooltip or adjacent text. The page does
    not state this purpose."""
    on_hover: tuple[str, ...] = ()
    """Names of controls that are visible only while the element is hovered."""
    is_modal: bool = False
    """True if the element is inside the open modal dialog, whose elements are listed first."""
    identity: ElementIdentity = field(default_factory=ElementIdentity)
    handle: Handle = field(default_factory=lambda: Handle(frame_id="", node_id=0))

    @classmethod
    def from_wire(
        cls,
        found: object,
        about: object,
        *,
        frame_id: str = "",
        epoch: str = "",
        frame: str | None = None,
        redact: Callable[[str], str] = str,
    ) -> Element | None:
        """Build an element from the two records of the page script; None if they are unusable.

        Args:
            found: the geometry record: the node's number, tag, boxes, points that were hit-tested,
                visible share and flags. A box is a `Bounds` or [left, top, right, bottom], in CSS
                px of the top viewport.
            about: the text record: role, name, text, hint, state, selector, and the facts of its
                identity (see `ElementIdentity`), such as test ID, surrounding texts and path.
            frame_id: CDP ID of the frame that returned `found` and `about`.
            epoch: CDP `loaderId` of the frame's document.
            frame: readable path of the frame; None for the main frame.
            redact: function that redacts secrets in a URL.
        """
        if not isinstance(found, dict) or not isinstance(about, dict):
            return None
        bounds = _bounds(found.get("bounds"))
        node_id = found.get("id")
        if bounds is None or bounds.area <= 0 or not _is_id(node_id):
            return None
        control = found.get("control")
        boxes = [_bounds(box) for box in list_of(found.get("boxes"), 16)]
        rects = tuple(box for box in boxes if box is not None and box.area > 0)
        tag = words(found.get("tag"), 40).lower() or "element"
        role = words(about.get("role"), 40)
        name = words(about.get("name"), TEXT_LIMIT)
        hint = about.get("hint")
        dialog = found.get("inDialog")
        share = _number(found.get("share"))
        state = about.get("state")
        says_disabled = isinstance(state, dict) and state.get("disabled") is True
        aim = about.get("aim")
        return cls(
            tag=tag,
            role=role,
            name=name,
            text=words(about.get("text"), TEXT_LIMIT),
            selector=_selector(about.get("selector")),
            bounds=bounds,
            hint="static"
            if found.get("static") is True
            else cast("Hint", hint)
            if hint in _HINTS
            else "clickable",
            disabled=found.get("disabled") is True or says_disabled,
            occluded=found.get("occluded") is True,
            visible_ratio=round(min(1.0, max(0.0, share)), 3) if share is not None else 0.0,
            in_dialog=dialog in (1, 2) and dialog is not True,
            is_modal=dialog == 2,
            grid=Grid.from_wire(found.get("grid")),
            cell=Cell.from_wire(about.get("cell")),
            frame=frame,
            state=state_from_wire(state, redact),
            rects=rects or (bounds,),
            point=_first_point(found.get("points")),
            label_hint=words(about.get("labelHint"), LABEL_HINT_LIMIT),
            on_hover=_names(found.get("onHover")),
            identity=ElementIdentity(
                test_id=words(about.get("testId"), 200),
                id=words(about.get("domId"), 200),
                aria_label=words(about.get("ariaLabel"), TEXT_LIMIT),
                role=role,
                name=words(about.get("still"), TEXT_LIMIT) or name,
                tag=tag,
                frame=frame or "",
                context=tuple(words(part, TEXT_LIMIT) for part in list_of(about.get("context"), 4)),
                around=words(about.get("around"), 4),
                rows=tuple(words(part, ROW_LIMIT) for part in list_of(about.get("rows"), 3)),
                parts=words(about.get("parts"), 200),
                beside=words(about.get("beside"), 20),
                path=words(about.get("path"), 1000),
                aim=_hash_text(words(aim, 200)),
                has_own_aim=isinstance(aim, str) and not aim.startswith(" "),
                icon=words(about.get("icon"), 20),
            ),
            handle=Handle(
                frame_id=frame_id,
                node_id=cast("int", node_id),
                control_id=cast("int", control) if _is_id(control) else 0,
                epoch=epoch,
                says=words(about.get("says"), 20),
            ),
        )

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form (annotated-screenshots R7); flags only if they are set."""
        row: dict[str, Any] = {
            "selector": self.selector,
            "tag": self.tag,
            "role": self.role,
            "name": self.name,
            "text": self.text,
            "bounds": self.bounds.to_json(1),
            "interactionHint": self.hint,
        }
        more = {
            "disabled": self.disabled or None,
            "occluded": self.occluded or None,
            "visibleRatio": round(self.visible_ratio, 2) if self.visible_ratio < 1 else None,
            "frame": self.frame,
            "in_dialog": self.in_dialog or None,
            "grid": self.grid and self.grid.to_json(),
            "cell": self.cell and self.cell.to_json(),
            "state": dict(self.state) or None,
            "labelHint": self.label_hint or None,
            "onHover": list(self.on_hover) or None,
        }
        return row | {name: value for name, value in more.items() if value is not None}


def _names(value: object) -> tuple[str, ...]:
    """Return up to five of the names; an unnamed element is written as `?`."""
    return tuple(words(each, LABEL_HINT_LIMIT) or "?" for each in list_of(value, 5))


def _hash_text(text: str) -> str:
    return blake2b(text.encode("utf-8", "replace"), digest_size=8).hexdigest() if text else ""


def _selector(value: object) -> str:
    # A truncated or cleaned selector could match another element, so invalid selectors are dropped.
    if not isinstance(value, str) or len(value) > SELECTOR_LIMIT or _UNTYPABLE.search(value):
        return ""
    return value


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    # Comparisons with NaN are false, so this condition also rejects NaN.
    return float(value) if -_COORDINATE_LIMIT <= value <= _COORDINATE_LIMIT else None


def _is_id(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value < 2**53


def _bounds(box: object) -> Bounds | None:
    return box if isinstance(box, Bounds) else Bounds.from_edges(box)


def _first_point(value: object) -> Point | None:
    if not isinstance(value, (list, tuple)) or not value:
        return None
    value = value[0]
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        return None
    x, y = (_number(v) for v in value)
    return Point(x, y) if x is not None and y is not None else None


def state_from_wire(value: object, redact: Callable[[str], str] | None = None) -> State:
    """Validate the state record of a page script; malformed members are omitted.

    Args:
        value: the record.
        redact: function that redacts secrets in a URL; if None, URLs are omitted.
    """
    if not isinstance(value, dict):
        return {}
    raw = cast("Mapping[str, Any]", value)
    state: State = {}
    for key in _TRISTATE:
        if raw.get(key) in (True, False, "mixed"):
            state[key] = raw[key]
    for key in _FLAGS:
        if isinstance(raw.get(key), bool):
            state[key] = raw[key]
    for key, allowed in _WORDED.items():
        if key in raw:
            word = raw[key]
            if word in allowed or (word is True and key in ("invalid", "current")):
                state[key] = word
    level = raw.get("level")
    if isinstance(level, int) and not isinstance(level, bool) and 0 < level < 1000:
        state["level"] = level
    for key, limit in _TEXTS.items():
        if key in raw and (text := words(raw[key], limit)):
            state[key] = text
    if redact is not None and (href := words(raw.get("href"), HREF_LIMIT)):
        state["href"] = redact(href)
    scrolls = raw.get("scrolls")
    if isinstance(scrolls, str) and _SCROLLS.fullmatch(scrolls):
        state["scrolls"] = scrolls
    secret = raw.get("valueState")
    if secret in ("filled", "empty"):
        # For a secret field, only whether it is filled is kept; a value in the record is ignored.
        state["valueState"] = secret
    elif isinstance(raw.get("value"), str):
        state["value"] = words(raw["value"], TEXT_LIMIT)
    elif (number := _number(raw.get("value"))) is not None:
        state["value"] = number
    options = raw.get("options")
    if isinstance(options, list):
        state["options"] = [words(o, TEXT_LIMIT) for o in options[:20] if isinstance(o, str)]
        count = raw.get("optionCount")
        if isinstance(count, int) and len(state["options"]) < count < 2**53:
            state["optionCount"] = count
    return state
