"""Formats a drawing as Markdown: one section per annotation, in numerical order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from viewmark.drawmode.model import DrawnAnnotation
from viewmark.drawmode.session import DrawnSession

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~!])")


@dataclass(frozen=True, slots=True)
class ReportSection:
    """An annotation with its crops and later changes."""

    mark: DrawnAnnotation
    crops: tuple[str, ...] = ()
    """URLs of crops: one, or two that show the area at the end of the drawing and now."""
    changed: tuple[str, ...] = ()


def markdown(
    session: DrawnSession, sections: Sequence[ReportSection], pictures: Sequence[str] = ()
) -> str:
    """Return the report as Markdown.

    Text from the user is quoted, and text from the page is in code spans; neither can become markup
    of the document.

    Args:
        session: the session.
        sections: its marks with their crops.
        pictures: URLs of the whole pictures.
    """
    count = len(sections)
    pages = list(dict.fromkeys(s.mark.page_url for s in sections))
    lines = [f"# {count} annotation{'' if count == 1 else 's'}", ""]
    if session.prompt:
        lines += [f"Asked: {_plain(session.prompt)}", ""]
    lines += [f"- Page: {_code(url)}" for url in pages]
    seconds = session.duration_ms / 1000
    lines += [f"- Session: {_code(session.id)}, {session.status.value}, {seconds:.0f} s"]
    if session.warnings:
        lines += [f"- Warnings: {', '.join(_code(w) for w in session.warnings)}"]
    lines += [""]
    if session.overall:
        lines += ["## Overall", "", *_quote(session.overall), ""]
    for i, url in enumerate(pictures, 1):
        lines += [f"![The page with its marks, picture {i}]({url})", ""]
    for number, section in enumerate(sections, 1):
        lines += _section(number, section, with_page=len(pages) > 1)
    return "\n".join(lines).rstrip() + "\n"


def _section(number: int, section: ReportSection, *, with_page: bool) -> list[str]:
    mark = section.mark
    lines = [f"## {number}. {mark.intent.value.capitalize()}", ""]
    if mark.text:
        lines += [*_quote(mark.text), ""]
    if mark.interrupted:
        lines += ["*The page went away while this was being typed.*", ""]
    for entry in mark.thread.entries:
        state = f" ({entry.status.value.replace('_', ' ')})" if entry.status is not None else ""
        lines += [f"**{entry.author.value.capitalize()}**{state}:", ""]
        lines += [*_quote(entry.text), ""] if entry.text else []
    if section.changed:
        lines += ["Changed since it was drawn:", ""]
        lines += [*(f"- {_plain(each)}" for each in section.changed), ""]
    names = ("before", "now") if len(section.crops) > 1 else ("",)
    for name, crop in zip(names, section.crops, strict=False):
        lines += [f"![{f'Mark {number} {name}'.strip()}]({crop})", ""]
    if with_page:
        lines += [f"- Page: {_code(mark.page_url)}"]
    r = mark.rect
    size = f"{r.width:.0f} x {r.height:.0f} at {r.x:.0f}, {r.y:.0f}"
    lines += [f"- Shape: {mark.kind.value}, {size} (CSS px of the viewport)"]
    if mark.anchor.state.value != "same":
        lines += [f"- Element since then: **{mark.anchor.state.value}**"]
    if mark.elements:
        lines += ["", "| Element | Ref | Selector | Covered |", "|---|---|---|---|"]
    for hit in mark.elements:
        cells = (
            _code(hit.summary),
            _code(hit.ref or ""),
            _code(hit.selector),
            f"{hit.coverage * 100:.0f} %",
        )
        lines += ["| " + " | ".join(cells) + " |"]
    return [*lines, ""]


def _quote(text: str) -> list[str]:
    return [f"> {_plain(line)}" if line.strip() else ">" for line in text.split("\n")]


def _plain(text: str) -> str:
    escaped = _SPECIAL.sub(r"\\\1", text)
    return re.sub(r"^(\s*)([-+=]|\d+[.)])", r"\1\\\2", escaped)


def _code(text: str) -> str:
    """Return a Markdown code span that the text cannot end; empty for empty text."""
    text = " ".join(text.split()).replace("|", "\\|")
    if not text:
        return ""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{pad}{text}{pad}{fence}"
