"""Result types of draw mode: annotations, pictures, outcome, and the next step."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from viewmark.drawmode.model import DrawnAnnotation
from viewmark.drawmode.render import DrawnPicture
from viewmark.errors import DrawModeTimeout, NoAnnotations
from viewmark.files import write_atomic
from viewmark.html import view as html


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """The result of reading a session."""

    status: str
    """`success`, `cancelled`, `page_closed`, `timeout`, `waiting` or `active`."""
    correlation_id: str | None
    annotations: tuple[DrawnAnnotation, ...] = ()
    pictures: tuple[DrawnPicture, ...] = ()
    """Marked pictures, one per viewport with annotations."""
    clean_pictures: tuple[DrawnPicture, ...] = ()
    screenshot_path: str | None = None
    page_url: str = ""
    duration_ms: int = 0
    overall_comment: str = ""
    warnings: tuple[str, ...] = ()
    human: str = ""
    """Activity of the user in a running session: `typing`, `active` or `idle`."""
    hint: str = ""
    next: str = ""
    code: str | None = None
    """The error code for the status, for example `draw_mode_timeout`."""
    other_sessions: tuple[str, ...] = ()
    revision: int = 0
    """Number of changes so far; pass it as `since` to wait for later changes."""

    @property
    def count(self) -> int:
        """Number of confirmed annotations."""
        return len(self.annotations)

    def raise_for_status(self) -> Drawing:
        """Return the drawing; raise an error if there is none or the user did not finish.

        Raises:
            NoAnnotations: there has been no session.
            DrawModeTimeout: the user did not finish within the limit.
        """
        if self.code == NoAnnotations.code:
            raise NoAnnotations("No annotations found.")
        if self.code == DrawModeTimeout.code:
            raise DrawModeTimeout("The user did not finish drawing in time.", count=self.count)
        return self

    def to_json(self) -> dict[str, Any]:
        """Return the specification's object with this interface's additions; no pictures."""
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

    def write(self, folder: str | Path, report: str = "") -> tuple[Drawing, list[Path]]:
        """Write the pictures, `drawing.json`, and the report, if given, as `drawing.md`.

        Returns:
            The drawing with the new path of its picture, and the paths of all files.
        """
        files = [
            (f"drawing-{number}.{'jpg' if each.format == 'jpeg' else each.format}", each.image)
            for number, each in enumerate(self.pictures, 1)
        ]
        drawing = self
        # write a copy, because the original file is removed when draw mode ends
        if self.screenshot_path is not None:
            files.append(("drawing.png", Path(self.screenshot_path).read_bytes()))
            drawing = replace(self, screenshot_path=str(Path(folder) / "drawing.png"))
        facts = json.dumps(drawing.to_json(), indent=1, ensure_ascii=False) + "\n"
        files.append(("drawing.json", facts.encode()))
        files += [("drawing.md", report.encode())] if report else []
        return drawing, [write_atomic(Path(folder) / name, data) for name, data in files]

    def to_html(self, path: str | Path) -> Path:
        """Write a self-contained page with all pictures and annotations; it needs no network.

        Raises:
            PathNotAllowed, FileNotWritten: the path is not a plain file, or cannot be written; no
                partial file remains.
        """
        return html.write(path, *self._views(), key=self.correlation_id or "drawing")

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        """Return the pictures and annotations as HTML and as text, for Jupyter notebooks."""
        return {
            "text/plain": "\n".join(
                f"[{label}] {each.intent.value}: {each.text}"
                for label, each in enumerate(self.annotations, 1)
            )
            or repr(self),
            "text/html": html.fragment(*self._views(), key=self.correlation_id or "drawing"),
        }

    def _views(self) -> tuple[html.View, ...]:
        """Return a view for each picture, and a view for annotations that no picture shows."""
        notes = (self.overall_comment, *self.warnings)
        views = [self._view(picture, index, notes) for index, picture in enumerate(self.pictures)]
        shown = {label for picture in self.pictures for label in picture.labels}
        unshown = [n for n in range(1, self.count + 1) if n not in shown]
        if unshown or not views:
            views.append(
                html.View(
                    title=self.page_url or "Drawing",
                    notes=(self.status,) if views else (self.status, *filter(None, notes)),
                    columns=_COLUMNS,
                    rows=tuple(self._row(label, None) for label in unshown),
                )
            )
        return tuple(views)

    def _view(self, picture: DrawnPicture, index: int, notes: tuple[str, ...]) -> html.View:
        places = dict(zip(picture.labels, picture.boxes, strict=False))
        return html.View(
            title=picture.page_url or "Drawing",
            notes=tuple(filter(None, notes)) if index == 0 else (),
            base64=picture.base64,
            format=picture.format,
            size=(picture.width, picture.height),
            columns=_COLUMNS,
            rows=tuple(
                self._row(label, places[label].as_tuple() if label in places else None)
                for label in picture.labels
                if label <= self.count
            ),
        )

    def _row(self, label: int, box: tuple[float, float, float, float] | None) -> html.ViewRow:
        each = self.annotations[label - 1]
        best = each.elements[0] if each.elements else None
        words = [each.text, *(f"{e.author.value}: {e.text}" for e in each.thread.entries if e.text)]
        return html.ViewRow(
            cells=(
                str(label),
                best.ref or "" if best else "",
                each.intent.value,
                "\n".join(filter(None, words)),
                each.thread.report.value,
                each.element_summary,
                best.selector if best else "",
            ),
            box=box,
        )


_COLUMNS = ("mark", "ref", "kind", "words", "status", "element", "selector")
