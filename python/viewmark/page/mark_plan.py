"""Places and draws the marks of an observation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from viewmark import imaging
from viewmark.browser.actions.input import held_input
from viewmark.browser.capture.screenshot import Capture
from viewmark.browser.discovery.discovery import Discovery
from viewmark.elements.model import Element
from viewmark.geometry import Bounds
from viewmark.imaging import Annotated, Mark, MarkState, Placed, Surroundings
from viewmark.page.context import PageContext
from viewmark.page.observe_options import MAX_SIDE, ObserveOptions
from viewmark.refs.registry import RefAssignment
from viewmark.stages import add_stages, stage


class MarkPlan:
    """The marks of an observation; only this class converts CSS px to image px."""

    def __init__(
        self,
        context: PageContext,
        options: ObserveOptions,
        found: Discovery,
        refs: Sequence[RefAssignment],
        *,
        afresh: bool = False,
    ) -> None:
        self.options, self.found, self.page = options, found, context.page
        self.labels = [label_of(n, r.ref, options.label_format) for n, r in enumerate(refs, 1)]
        last = None if afresh else context.newest
        known = last.badges if last is not None and last.epoch == context.page.epoch else {}
        self.previous = [
            (label, known[given.ref])
            for label, given in zip(self.labels, refs, strict=True)
            if given.ref in known
        ]
        self.previous_scale = last.image[2] if last is not None and last.image else 1.0

    def place(self) -> Ahead | None:
        """Place the badges at the screenshot's probable scale; None if no marks are to be drawn."""
        if not self.options.draws_marks:
            return None
        view = self.found.viewport
        wanted = self.options.scale_of(self.page, view)
        factor = view.device_scale_factor if wanted == "device" else 1.0
        scale = factor if isinstance(wanted, str) else float(wanted)
        size = (round(view.width * scale), round(view.height * scale))
        if min(size) < 1 or max(size) > MAX_SIDE:
            return None
        with stage("place"):
            marks, around = self._marks(scale), self._around(scale)
            placed = imaging.place(size, marks, style=self.options.style, surroundings=around)
            return Ahead(scale, marks, placed)

    def redraw(self, found: Discovery, shot: Capture) -> Annotated | None:
        """Draw the marks again, with corrected boxes."""
        self.found = found
        return self.draw(shot, None)

    def draw(self, shot: Capture, ahead: Ahead | None) -> Annotated | None:
        """Draw the marks, if requested, at the scale that is measured from the screenshot."""
        if not self.options.draws_marks:
            return None
        with stage("annotate"):
            done = self._draw(shot, ahead)
        add_stages(decode=done.timings.decode, encode=done.timings.encode)
        return done

    def _draw(self, shot: Capture, ahead: Ahead | None) -> Annotated:
        options, scale = self.options, shot.scale
        fits = ahead is not None and abs(ahead.scale - scale) * shot.viewport.width < 0.5
        # The base64 text is needed only if the screenshot may have to be made smaller.
        size = (shot.width, shot.height)
        is_small = len(shot.base64) < 0.8 * options.max_base64 and options.fitted(size) == size
        return imaging.annotate(
            shot.base64,
            ahead.marks if fits and ahead is not None else self._marks(scale),
            style=options.style,
            format=options.format,
            quality=options.quality,
            max_base64=options.max_base64,
            max_tokens=options.max_tokens,
            token_model=options.token_model,
            surroundings=Surroundings(css_scale=scale)
            if fits and is_small
            else self._around(scale),
            placed=ahead.placed if fits and ahead is not None else None,
        )

    def _marks(self, scale: float) -> list[Mark]:
        mouse = held_input(self.page)
        at = mouse.at if mouse.document == self.page.epoch else None
        pointer = Bounds(*at, 1.0, 1.0) if at else None
        under = [e for e in self.found.elements if pointer and e.bounds.overlaps(pointer)]
        hovered = min(under, key=lambda each: each.bounds.area, default=None)
        return [
            Mark(
                label,
                *element.bounds.to_image_px(scale),
                hint=element.hint,
                state=_state_of(element) or ("hovered" if element is hovered else None),
            )
            for label, element in zip(self.labels, self.found.elements, strict=True)
        ]

    def _around(self, scale: float) -> Surroundings:
        # The previous badges are in px of their own screenshot, which may have a different scale.
        ratio = scale / self.previous_scale
        return Surroundings(
            text=[box.to_image_px(scale) for box in self.found.text_rects],
            obstacles=[box.to_image_px(scale) for box in self.found.unmarked],
            previous=[(label, _times(box, ratio)) for label, box in self.previous],
            css_scale=scale,
        )


@dataclass(frozen=True, slots=True)
class Ahead:
    """Marks with badges that were placed before the screenshot was taken, at the expected scale."""

    scale: float
    marks: list[Mark]
    placed: Placed


def _state_of(element: Element) -> MarkState | None:
    if element.disabled:
        return "disabled"
    return "focused" if element.state.get("focused") is True else None


def label_of(number: int, ref: str, form: str) -> str:
    """Return the text of a badge: the number, the ref, or both."""
    if form == "number":
        return str(number)
    return {"ref": ref, "both": f"{number} {ref}"}[form]


def _times(
    box: tuple[float, float, float, float], ratio: float
) -> tuple[float, float, float, float]:
    x, y, width, height = box
    return (x * ratio, y * ratio, width * ratio, height * ratio)
