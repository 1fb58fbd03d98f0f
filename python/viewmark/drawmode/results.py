"""Result types of draw mode: annotations, pictures, how it ended, and the next step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from viewmark.drawmode.model import DrawnAnnotation
from viewmark.drawmode.render import DrawnPicture
from viewmark.errors import DrawModeTimeout, NoAnnotations

__all__ = ["Drawing"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """One reading of a session."""

    status: str
    """`success`, `cancelled`, `page_closed`, `timeout`, `waiting` or `active`."""
    correlation_id: str | None
    annotations: tuple[DrawnAnnotation, ...] = ()
    pictures: tuple[DrawnPicture, ...] = ()
    """Marked; one per viewport that holds annotations."""
    clean_pictures: tuple[DrawnPicture, ...] = ()
    screenshot_path: str | None = None
    page_url: str = ""
    duration_ms: int = 0
    overall_comment: str = ""
    warnings: tuple[str, ...] = ()
    human: str = ""
    """While it goes on: `typing`, `active` or `idle`."""
    hint: str = ""
    next: str = ""
    code: str | None = None
    """The error code that belongs to the status, for example `draw_mode_timeout`."""
    other_sessions: tuple[str, ...] = ()
    revision: int = 0
    """Pass it as `since` to wait for what comes after."""

    @property
    def count(self) -> int:
        """Confirmed annotations."""
        return len(self.annotations)

    def raise_for_status(self) -> Drawing:
        """Itself, unless there is no drawing or its human did not finish.

        Raises:
            NoAnnotations: no session has taken place.
            DrawModeTimeout: nobody finished within the limit.
        """
        if self.code == NoAnnotations.code:
            raise NoAnnotations("No annotations found.")
        if self.code == DrawModeTimeout.code:
            raise DrawModeTimeout("The user did not finish drawing in time.", count=self.count)
        return self

    def to_json(self) -> dict[str, Any]:
        """The specification's object with the additions of the interface; no pictures."""
        out: dict[str, Any] = {
            "status": self.status,
            "count": self.count,
            "annotations": [a.to_json(label=i) for i, a in enumerate(self.annotations, 1)],
        }
        optional: dict[str, Any] = {
            "correlation_id": self.correlation_id,
            "overall_comment": self.overall_comment,
            "screenshot_path": self.screenshot_path,
            "page_url": self.page_url,
            "duration_ms": self.duration_ms if self.correlation_id else None,
            "pictures": [p.to_json() for p in self.pictures],
            "warnings": list(self.warnings),
            "human": self.human,
            "error_code": self.code,
            "hint": self.hint,
            "next": self.next,
            "other_sessions": list(self.other_sessions),
            "revision": self.revision if self.status in ("waiting", "active") else None,
        }
        pages = {a.page_url: a.page_title for a in self.annotations}
        if len(pages) > 1:
            out["pages"] = [{"url": url, "title": title} for url, title in pages.items()]
        return out | {k: v for k, v in optional.items() if v not in (None, "", [], ())}
