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

from viewmark.browser import scripts
from viewmark.browser.capture.motion import frozen_animations
from viewmark.browser.capture.screenshot import capture
from viewmark.browser.page_lock import turn
from viewmark.comparison.checkpoint import Checkpoint, Entry, Item
from viewmark.comparison.properties import least_contrast
from viewmark.comparison.words import count_kinds, px, sentence, who
from viewmark.elements.style import contrast
from viewmark.elements.words import words
from viewmark.errors import ViewmarkError
from viewmark.geometry import Bounds
from viewmark.imaging.difference import difference, ink_contrast
from viewmark.page.context import PageContext
from viewmark.text import cut

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
"""WCAG criteria, keyed by rule."""
STATIC: tuple[Rule, ...] = ("contrast", "target-size", "no-name")
"""Rules that need only a checkpoint; all others need the live page."""
TARGET = 24.0
"""Minimum width and height of a target, and diameter of the circle around a smaller target that
must not meet other targets, in CSS px."""
SAME = 6
"""Tolerance between the captured and the computed background, in colour levels (0..255)."""
ACTING = ("clickable", "editable", "selectable", "toggleable", "navigable")
"""Hints of elements that count as controls."""


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
        """Return the JSON form."""
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
    """All verdicts on a page."""

    checkpoint: Checkpoint
    verdicts: tuple[AuditVerdict, ...]
    judged: int
    """Number of elements that the audit examined."""
    known: int = 0
    """Number of verdicts omitted because a baseline contains them."""
    rules: tuple[Rule, ...] = STATIC
    """The rules that were checked."""

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
        """Return the JSON form."""
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


STOPS = 60
"""Maximum number of controls that the audit focuses."""
AROUND = 16.0
"""Distance around a control within which its focus indicator may be visible, in CSS px."""


async def page_verdicts(context: PageContext, checkpoint: Checkpoint) -> list[AuditVerdict]:
    """Return the verdicts that need the live page, for the main frame, right after its checkpoint.

    Raises:
        RestrictedPage, BrowserError, PageError: the page does not respond or is not accessible.
    """
    mine = [
        (entry, box)
        for entry, box in zip(checkpoint.entries, checkpoint.boxes, strict=True)
        if entry.element.frame is None and not entry.unsteady
    ]
    numbers: list[int] = []
    for entry, _ in mine:
        element = entry.element
        numbers += [element.handle.node_id, int(element.hint in ACTING and not element.disabled)]
    facts = await scripts.call(context.page, None, "auditFacts", *numbers)
    if not isinstance(facts, list) or len(facts) != len(mine):
        return []
    found: list[AuditVerdict] = []
    outside: dict[tuple[str, bool], list[AuditVerdict]] = {}
    for (entry, box), fact in zip(mine, facts, strict=True):
        if not isinstance(fact, dict):
            continue
        found += _of_words(entry, box, fact)
        found += _of_order(entry, box, fact, mine)
        found += _of_cover(entry, box, fact)
        match fact.get("outside"):
            case [int() | float() as figure, str() as side, bool() as scrolls]:
                verdict = _outside(entry, box, float(figure), words(side, 10), scrolls)
                outside.setdefault((side, scrolls), []).append(verdict)
    # Descendants of an overflowing box overflow too; the farthest one measures the overflow.
    found += [max(each, key=lambda verdict: verdict.figure) for each in outside.values()]
    stops = [
        (entry, box)
        for (entry, box), fact in zip(mine, facts, strict=True)
        if isinstance(fact, dict) and fact.get("stops") is True and not entry.element.occluded
    ]
    if checkpoint.area is None:
        found += await _of_focus(context, checkpoint, stops[:STOPS])
    return found


def _of_words(entry: Entry, box: Bounds, fact: dict[str, Any]) -> list[AuditVerdict]:
    found = []
    match fact.get("clipped"):
        case [int() | float() as figure, str() as side, str() as lost]:
            # If an element is named by its text, quote the text only once.
            lost, name = words(lost, 60), who(entry)
            part = "" if lost[:12] in name else f'"{cut(lost, 24)}" '
            said = f"{name}: {part}cut off by {px(round(figure))} at the "
            found.append(judged("clipped", said + words(side, 10), entry, box, float(figure)))
    match fact.get("missing"):
        case [str() as word, str() as shown, str()]:
            said = f'{who(entry, 24)}: shows "{cut(words(shown, 60), 20)}"; the name lacks '
            said += f'"{cut(words(word, 40), 14)}"'
            found.append(judged("label-in-name", said, entry, box))
    return found


def _of_order(
    entry: Entry, box: Bounds, fact: dict[str, Any], mine: list[Item]
) -> list[AuditVerdict]:
    match fact.get("order"):
        case [int() as at, str() as side] if 0 <= at < len(mine):
            said = (
                f"{who(entry, 24)}: comes after {who(mine[at][0], 20)}, stands {words(side, 10)} it"
            )
            return [judged("order", said, entry, box)]
    return []


def _of_cover(entry: Entry, box: Bounds, fact: dict[str, Any]) -> list[AuditVerdict]:
    style = entry.style
    is_acting = entry.element.hint in ACTING and not entry.element.disabled
    if not is_acting or not entry.element.occluded or fact.get("passing") is not False:
        return []
    cover = style.cover if style is not None else None
    role, name = cover or ("", "")
    kind = "" if role in ("generic", "none") else role
    by = f'{kind} "{cut(name, 24)}"'.strip() if name else kind or "something"
    return [judged("covered", f"{who(entry)}: covered by {by}, cannot be pressed", entry, box)]


def _outside(entry: Entry, box: Bounds, figure: float, side: str, scrolls: bool) -> AuditVerdict:
    end = "the page scrolls sideways" if scrolls else "no scrolling shows it"
    said = f"{who(entry)}: {px(figure)} beyond the {side} edge, {end}"
    return judged("off-screen", said, entry, box, figure)


async def _of_focus(
    context: PageContext, checkpoint: Checkpoint, stops: list[Item]
) -> list[AuditVerdict]:
    """Return verdicts on controls around which no pixel changes when they receive focus."""
    if not stops:
        return []
    page, found = context.page, []
    x, y = checkpoint.origin

    async def shot(number: int) -> tuple[bool, str, float]:
        is_focused = await scripts.call(page, None, "focusForAudit", number)
        taken = await capture(page, format="png")
        return is_focused is True, taken.base64, taken.scale

    async with turn(page, "audit"), frozen_animations(page):
        try:
            _, plain, _ = await shot(-1)
            for entry, box in stops:
                is_focused, picture, scale = await shot(entry.element.handle.node_id)
                if not is_focused:
                    continue
                near = Bounds(
                    box.x - x - AROUND,
                    box.y - y - AROUND,
                    box.width + 2 * AROUND,
                    box.height + 2 * AROUND,
                ).to_image_px(scale)
                (inside,), outer = difference(plain, picture, [(near, near)], threshold=0.0)
                # A change elsewhere, such as a hint that appears, may be how the page indicates the
                # focus.
                if inside.changed + inside.smoothed + outer.changed + outer.smoothed > 0:
                    continue
                said = f"{who(entry)}: nothing shows that it has the focus"
                found.append(judged("focus", said, entry, box))
        except ViewmarkError:
            return []  # focusing a control caused a navigation, so the results are unreliable
        finally:
            await scripts.call(page, None, "focusForAudit", 0)
    return found
