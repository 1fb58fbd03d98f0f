"""What to look at, and how to show it: the options of an observation."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, get_args

from viewmark.defaults import MARKS, MAX_BASE64, QUALITY, SAFE_SIDE
from viewmark.elements.cap import MaxAnnotations, cap_of
from viewmark.errors import InvalidOption
from viewmark.imaging import Style
from viewmark.page.area import Area
from viewmark.page.capture_size import Resolution
from viewmark.page.resolved_target import PointTarget, ResolvedTarget

if TYPE_CHECKING:
    from viewmark import imaging

__all__ = ["AnnotationTarget", "LabelFormat", "ObserveOptions"]

AnnotationTarget = Literal["interactive", "all_visible", "custom"]
LabelFormat = Literal["number", "ref", "both"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ObserveOptions:
    """What to look at and how to show it."""

    annotate: bool = False
    """Take a picture and mark the elements on it."""
    target: AnnotationTarget = "interactive"
    selector: str | None = None
    """With `target="custom"`: what to mark."""
    within: ResolvedTarget | None = None
    """Mark only what lies inside of it."""
    max_annotations: MaxAnnotations = MARKS
    """1..500, or `auto` (`viewmark.elements.cap`); which ones, `viewmark.elements.rank` decides
    (annotated-screenshots R8)."""
    label_format: LabelFormat = "number"
    style: Style = Style()  # frozen
    format: Literal["jpeg", "png"] = "jpeg"
    quality: int = QUALITY
    max_base64: int = MAX_BASE64
    max_tokens: int | None = None
    token_model: imaging.TokenModel = "claude"
    max_side: int = SAFE_SIDE
    """Image px; no side of the picture is longer."""
    scale: Literal["css", "device"] | float = "css"
    include_occluded: bool = False
    settle: bool = False
    """Wait (bounded) for fonts, images in view and a quiet layout first."""
    stable_refs: bool = True
    """False: the answer names elements by label only; what is remembered goes on."""
    refresh_refs: bool = False
    include_ref_history: bool = False
    backend_node_ids: bool = False
    """With CDP's `BackendNodeId` of every element."""
    is_shown: bool = True
    """False: for a program alone; bare numbers and points go on meaning the observation before."""
    styles: bool = False
    """With computed colours, font, frame and cover of every element."""
    since: str | None = None
    """`frame_id` of an earlier observation: `changes` tells the difference to it."""
    area: Area = field(default_factory=Area)
    """What to look at; the viewport unless it says more."""

    @property
    def resolution(self) -> Resolution:
        """How large the picture is to be."""
        return Resolution(self.scale, self.max_tokens, self.token_model, self.max_side)

    def check(self) -> None:
        """Refuse what cannot be.

        Raises:
            InvalidOption: an option outside what is allowed; the message lists that.
        """
        cap_of(self.max_annotations)
        self.resolution.check()
        self.area.check()
        if isinstance(self.within, PointTarget):
            raise InvalidOption("within is an element, not a point.", param="within")
        if not self.area.is_viewport and not self.annotate:
            raise InvalidOption(
                "An area is looked at with a picture.",
                hint="Set annotate, or use snapshot() or text(), which read the whole page.",
                param="annotate",
            )
        for name, allowed in (
            ("target", get_args(AnnotationTarget)),
            ("label_format", get_args(LabelFormat)),
            ("format", ("jpeg", "png")),
        ):
            if getattr(self, name) not in allowed:
                raise InvalidOption(
                    f"{name} is {getattr(self, name)!r}; allowed are {', '.join(allowed)}.",
                    param=name,
                )
        in_refs = (self.label_format != "number", self.refresh_refs, self.include_ref_history)
        if not self.stable_refs and (any(in_refs) or self.since is not None):
            raise InvalidOption(
                "With stable_refs false elements have labels only: no label_format but number, no "
                "refresh_refs, include_ref_history or since.",
                param="stable_refs",
            )
        if self.target == "custom" and not self.selector:
            raise InvalidOption(
                "target is custom, so it needs a selector.",
                hint="Give a CSS selector as well.",
                param="selector",
            )
        if self.target != "custom" and self.selector is not None:
            raise InvalidOption(
                f"A selector goes with target custom, not with {self.target}.",
                hint="Leave the selector out, or set target to custom.",
                param="selector",
            )
