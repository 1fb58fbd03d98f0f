"""Checks of an audit that need the live page, not a checkpoint: clipped text, order, focus.

The focus moves through the controls and back to the element that had it; an audit has no other
effect on a page.
"""

from __future__ import annotations

from typing import Any

from viewmark.browser import scripts
from viewmark.browser.capture.motion import frozen_animations
from viewmark.browser.capture.screenshot import capture
from viewmark.browser.page_lock import turn
from viewmark.comparison.audit import ACTING, AuditVerdict, judged
from viewmark.comparison.checkpoint import Checkpoint, Entry, Item
from viewmark.comparison.words import px, who
from viewmark.elements.words import words
from viewmark.errors import ViewmarkError
from viewmark.geometry import Bounds
from viewmark.imaging.difference import difference
from viewmark.page.context import PageContext
from viewmark.text import cut

STOPS = 60
"""Maximum number of controls on which the audit sets the focus, one after the other."""

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
