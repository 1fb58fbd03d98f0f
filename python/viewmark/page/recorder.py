"""Records the actions on a page, without text typed into secret fields."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import Any

from viewmark.browser import scripts
from viewmark.browser.actions.keys import types_text
from viewmark.browser.actions.results import ElementSummary
from viewmark.browser.page_target import PageTarget
from viewmark.errors import ViewmarkError
from viewmark.page.action_result import ActionResult
from viewmark.page.recording import STEP_LIMIT, Step, without_query
from viewmark.page.resolved_target import ElementTarget, PointTarget, ResolvedTarget, SelectorTarget
from viewmark.secrets.redaction import REDACTED

_PATIENCE = 2.0
"""Maximum time to get the selector of the hit element, in seconds; then the step has none."""


class Recorder:
    """The latest steps on a page, shared by all clients of the page."""

    def __init__(self, page: PageTarget) -> None:
        self._page = page
        self._steps: deque[Step] = deque(maxlen=STEP_LIMIT)
        self.start_url = ""
        """URL of the page when recording began."""
        self.dropped = 0
        """Number of steps dropped because of the limit."""
        self.restart()

    @classmethod
    def of(cls, page: PageTarget) -> Recorder:
        """Return the recorder of a page, which lives as long as the page."""
        return page.state.of(cls, lambda: cls(page))

    @property
    def steps(self) -> tuple[Step, ...]:
        """The recorded steps, oldest first."""
        return tuple(self._steps)

    def restart(self) -> None:
        """Drop all steps and start recording at the current URL."""
        self._steps.clear()
        self.dropped = 0
        main = self._page.frames.main
        self.start_url = main.url if main is not None else ""

    def add(self, step: Step) -> None:
        """Add a step; drop the oldest one beyond the limit."""
        self.dropped += len(self._steps) == STEP_LIMIT
        self._steps.append(step)

    async def note(self, step: Step, target: ResolvedTarget | None, acted: ActionResult) -> None:
        """Record an action with its options, its target and its effects."""
        hit = acted.hit
        selector = None
        if isinstance(target, SelectorTarget):
            selector = target.selector
        elif isinstance(target, ElementTarget):
            selector = target.element.selector or None
        if hit is not None and acted.navigated_to is None and selector is None:
            selector = await self._selector(hit)
        moved = acted.scrolled.moved if acted.scrolled is not None else ()
        secret = _is_secret(step, acted)
        went = acted.navigated_to or ""
        if secret or REDACTED in went or any(known.secret for known in self._steps):
            went = without_query(went)
        self.add(
            replace(
                step,
                selector=selector,
                hit=str(hit) if hit is not None else "",
                text=None if secret else step.text,
                keys=() if secret else step.keys,
                choices=() if secret else step.choices,
                secret=secret,
                point=(target.x, target.y) if isinstance(target, PointTarget) else None,
                delta=(moved[0].dx, moved[0].dy) if moved else None,
                navigated_to=went,
            )
        )

    async def _selector(self, hit: ElementSummary) -> str | None:
        page = self._page
        main = page.frames.main
        if main is None or hit.frame_id != main.id:
            # in a frame, the selectors of the frame elements around it would be needed too
            return None
        try:
            reply = await scripts.call(page, main, "describe", hit.node_id, 0, timeout=_PATIENCE)
        except ViewmarkError:
            return None
        first: Any = reply[0] if isinstance(reply, list) and reply else None
        found = first.get("selector") if isinstance(first, dict) else None
        return found if isinstance(found, str) and found else None


def _is_secret(step: Step, acted: ActionResult) -> bool:
    """Return True if the input must not be recorded, judged by the field before the typing."""
    is_key = step.what == "keypress"
    if step.what not in ("type", "select") and not (is_key and any(map(types_text, step.keys))):
        return False
    if acted.hit is None:
        # typed text went to an unknown field, which may be secret; a key went to no field
        return not is_key
    # checked too, because the first letter may turn a field into a password field
    now = acted.focused
    is_it = now is not None and (is_key or now.node_id == acted.hit.node_id)
    return acted.hit.secret or (now is not None and is_it and now.secret)
