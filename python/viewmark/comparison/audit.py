"""Checks a checkpoint and its live page for accessibility problems, by rule.

A verdict is reported only if it was measured reliably: either two sources agree (computed colours
and captured pixels), or it is based on a plain number. See docs/compare.md, "Audit".

The rules for clipped text, order and focus need the live page. The check moves the focus through
the controls and back to the element that had it; an audit has no other effect on a page.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from viewmark.comparison.checkpoint import Checkpoint, Entry, Item
from viewmark.comparison.properties import least_contrast
from viewmark.comparison.words import count_kinds, px, sentence, who
from viewmark.elements.style import contrast
from viewmark.geometry import Bounds
from viewmark.imaging.difference import ink_contrast

Rule = Literal[
    "contrast",
    "target-size",
    "no-name",
    "label-in-name",
    "clipped",
    "off-screen",
    "covered",
    "order",
    "focus",
]

RULES: dict[Rule, str] = {
    "contrast": "WCAG 2.2, 1.4.3",
    "target-size": "WCAG 2.2, 2.5.8",
    "no-name": "WCAG 2.2, 4.1.2",
    "label-in-name": "WCAG 2.2, 2.5.3",
    "clipped": "words cut off",
    "off-screen": "WCAG 2.2, 1.4.10",
    "covered": "cannot be pressed",
    "order": "WCAG 2.2, 2.4.3",
    "focus": "WCAG 2.2, 2.4.7",
}
"""The WCAG criterion that each rule checks, keyed by rule."""
STATIC: tuple[Rule, ...] = ("contrast", "target-size", "no-name")
"""Rules that need only a checkpoint; all other rules need the live page."""
TARGET = 24.0
"""Minimum width and height of a target, and diameter of the circle around a smaller target that
must not meet other targets, in CSS px."""
SAME = 6
"""Maximum difference between the captured and the computed background of a text at which both count
as equal, in colour levels (0..255)."""
ACTING = ("clickable", "editable", "selectable", "toggleable", "navigable")
"""Values of `Element.hint` of elements that count as controls."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditVerdict:
    """The violation of one rule by one element."""

    rule: Rule
    sentence: str
    """Description with the measured value, at most 90 characters."""
    figure: float
    """Measured contrast, or side length in CSS px; 0 if the rule measures nothing."""
    entry: Entry
    box: Bounds
    """Box of the element, in CSS px of the page."""

    @property
    def key(self) -> str:
        """Key for a baseline; equal for the same element in another checkpoint."""
        identity = self.entry.element.identity
        return f"{self.rule} {identity.role} {identity.test_id or identity.id or identity.name}"

    def to_json(self) -> dict[str, Any]:
        """Return the data as a JSON-serializable dictionary."""
        element = self.entry.element
        return {
            "rule": self.rule,
            "about": RULES[self.rule],
            "sentence": self.sentence,
            "figure": round(self.figure, 2),
            "ref": self.entry.ref,
            "role": element.role,
            "name": element.name or self.entry.words,
            "selector": element.selector,
            "box": [round(side, 1) for side in self.box.as_tuple()],
        }


def judged(rule: Rule, said: str, entry: Entry, box: Bounds, figure: float = 0.0) -> AuditVerdict:
    """Create a verdict, and truncate its sentence to the allowed length."""
    return AuditVerdict(rule=rule, sentence=sentence(said), figure=figure, entry=entry, box=box)


@dataclass(frozen=True, kw_only=True)
class Audit:
    """The result of an audit: all verdicts on a page, and what was checked."""

    checkpoint: Checkpoint
    verdicts: tuple[AuditVerdict, ...]
    judged: int
    """Number of elements that the audit examined."""
    known: int = 0
    """Number of verdicts omitted because a baseline contains them."""
    rules: tuple[Rule, ...] = STATIC
    """Names of the rules that the audit checked."""

    NOUN: ClassVar[str] = "verdict"
    """Noun for the audit's findings in reports."""
    notes: ClassVar[tuple[str, ...]] = ()
    """Always empty, because only comparisons have notes; reports of both read this member."""

    def __len__(self) -> int:
        return len(self.verdicts)

    def __bool__(self) -> bool:
        return True

    @property
    def sentences(self) -> list[str]:
        """The sentences of all verdicts, each with its rule."""
        return [f"{each.rule}: {each.sentence}" for each in self.verdicts]

    @property
    def is_clean(self) -> bool:
        """True if there are no verdicts except those in the baseline."""
        return not self.verdicts

    @property
    def summary(self) -> str:
        """Return one line with the number of verdicts by rule."""
        if not self.verdicts:
            return f"nothing found ({self.judged} elements)"
        return count_kinds((each.rule for each in self.verdicts), "verdict", self.judged)

    def lines(self) -> str:
        """Return all verdicts, one line each."""
        rows = [f"[{number}] {each}" for number, each in enumerate(self.sentences, 1)]
        return "\n".join(rows or [self.summary])

    def to_json(self) -> dict[str, Any]:
        """Return the data as a JSON-serializable dictionary."""
        return {
            "clean": self.is_clean,
            "judged": self.judged,
            "known": self.known,
            "rules": list(self.rules),
            "verdicts": [{"number": n} | v.to_json() for n, v in enumerate(self.verdicts, 1)],
        }

    def without(self, keys: Collection[str]) -> Audit:
        """Return the audit without the verdicts that a baseline contains."""
        left = tuple(each for each in self.verdicts if each.key not in keys)
        known = len(self.verdicts) - len(left)
        return replace(self, verdicts=left, known=known)


def audit_checkpoint(checkpoint: Checkpoint, live: Sequence[AuditVerdict] | None = None) -> Audit:
    """Check every element of a checkpoint.

    Args:
        checkpoint: the checkpoint of the page.
        live: verdicts on the live page (`page_verdicts`); if None, only the static rules are
            checked.

    Raises:
        ImageCorrupt, ImageUnsupported: the screenshot cannot be decoded.
    """
    verdicts = [*_contrasts(checkpoint)]
    targets = [
        (entry, box)
        for entry, box in zip(checkpoint.entries, checkpoint.boxes, strict=True)
        if entry.element.hint in ACTING and not entry.element.disabled
    ]
    verdicts += _sizes(targets)
    for entry, box in targets:
        verdicts += _names(entry, box)
    verdicts += live or ()
    verdicts.sort(key=lambda each: (each.box.y, each.box.x))
    return Audit(
        checkpoint=checkpoint,
        verdicts=tuple(verdicts),
        judged=len(checkpoint.entries),
        rules=STATIC if live is None else tuple(RULES),
    )


def _contrasts(checkpoint: Checkpoint) -> list[AuditVerdict]:
    """Return verdicts on texts whose computed colours and pixels both have too little contrast."""
    if checkpoint.picture is None:
        return []
    suspects = []
    for entry, box in zip(checkpoint.entries, checkpoint.boxes, strict=True):
        style, element = entry.style, entry.element
        if style is None or not style.words or element.disabled or element.occluded:
            continue
        front, back = style.foreground, style.background
        if front is None or back is None or element.visible_ratio < 0.999:
            continue
        ratio = contrast(front, back)
        if ratio < least_contrast(style) and front != back:
            suspects.append((entry, box, ratio))
    x, y = checkpoint.origin
    places = [box.shift(-x, -y).to_image_px(checkpoint.scale) for _, box, _ in suspects]
    found = []
    measured = ink_contrast(checkpoint.picture, places)
    for (entry, box, ratio), pixels in zip(suspects, measured, strict=True):
        assert entry.style is not None
        need = least_contrast(entry.style)
        if pixels is None or pixels.ratio >= need:
            continue
        painted = (pixels.ground >> 16, pixels.ground >> 8 & 255, pixels.ground & 255)
        behind = entry.style.background
        # If an element other than an ancestor is behind the text, only pixels show the background.
        if behind is None or any(abs(a - b) > SAME for a, b in zip(behind, painted, strict=True)):
            continue
        said = f"{who(entry)}: contrast {ratio:.2f}, below {need:g}"
        found.append(judged("contrast", said, entry, box, ratio))
    return found


def _sizes(targets: Sequence[Item]) -> list[AuditVerdict]:
    """Return verdicts on targets smaller than 24 px that are too close to another target.

    A target is too close if the 24 px circle around its center meets another target, or the circle
    of another small target.
    """
    small = [
        (entry, box)
        for entry, box in targets
        if entry.element.role in _NAMED
        and min(box.width, box.height) < TARGET - 0.5
        and entry.element.visible_ratio >= 0.999
    ]
    small_ids = {id(entry) for entry, _ in small}
    found = []
    for entry, box in small:
        style = entry.style
        if entry.element.frame is not None or style is None or style.is_inline:
            continue  # a link within a line of text is exempt
        if entry.element.tag in ("input", "select", "option") and not style.border.strip("0, "):
            continue  # controls with the browser's default style are exempt
        center = box.center
        near = None
        for other, its in targets:
            if other is entry or other.path.startswith(entry.path + "/"):
                continue
            if entry.path.startswith(other.path + "/"):
                continue
            if id(other) in small_ids:
                between = (center.x - its.center.x) ** 2 + (center.y - its.center.y) ** 2
                is_near = between < TARGET**2
            else:
                dx = max(its.x - center.x, center.x - its.right, 0.0)
                dy = max(its.y - center.y, center.y - its.bottom, 0.0)
                is_near = dx * dx + dy * dy < (TARGET / 2) ** 2
            if is_near:
                near = other
                break
        if near is None:
            continue
        size = f"{px(box.width)} x {px(box.height)}"
        said = f"{who(entry, 24)}: {size}, and {who(near, 20)} is too near"
        found.append(judged("target-size", said, entry, box, min(box.width, box.height)))
    return found


def _names(entry: Entry, box: Bounds) -> list[AuditVerdict]:
    element = entry.element
    words = "" if element.tag in ("input", "select", "textarea") else entry.words
    if not element.name and not words and element.role in _NAMED:
        return [judged("no-name", f"{who(entry)}: no name for assistive technology", entry, box)]
    return []


_NAMED = ("button", "link", "textbox", "searchbox", "combobox", "checkbox", "radio", "switch")
"""Roles that need a name, and whose target sizes other checkers check as well."""
