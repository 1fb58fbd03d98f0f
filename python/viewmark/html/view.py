"""Renders images and the tables of their marks as HTML, linked in both directions.

The document contains no scripts and no URLs. CSS (`:has`) links rows and boxes, so no script
handles text from pages. Hovering a row, or focusing it with Tab, highlights its box on the image,
and vice versa; Enter moves the focus to the counterpart.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from pathlib import Path

from viewmark.files import write_atomic
from viewmark.html.document import document


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewRow:
    """A mark, with its box on the image and its cells in the table."""

    cells: tuple[str, ...]
    """Plain text; the first cell is the mark's label."""
    box: tuple[float, float, float, float] | None
    """x, y, width, height in image px; None if the image does not show the mark."""


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """Contents of a view: an image and its table."""

    title: str
    notes: tuple[str, ...] = ()
    """Sentences shown below the title."""
    base64: str | None = None
    format: str = "jpeg"
    size: tuple[int, int] = (1, 1)
    """Size of the image in image px."""
    columns: tuple[str, ...] = ()
    rows: tuple[ViewRow, ...] = ()


_STYLE = """
.vm{color-scheme:light dark;--ink:light-dark(#1b1f24,#e8eaed);--dim:light-dark(#57606a,#9aa4af);
--back:light-dark(#fff,#16191d);--line:light-dark(#d5dae0,#3a4149);--lit:light-dark(#fff3bf,#4a3d00);
--mark:light-dark(#0b57d0,#8ab4f8);color:var(--ink);background:var(--back);
font:14px/1.45 system-ui,sans-serif;text-align:left}
.vm *{box-sizing:border-box}.vm h1{font-size:18px;margin:0 0 4px;overflow-wrap:anywhere}
.vm p{margin:0 0 4px;color:var(--dim);overflow-wrap:anywhere}
.vm .vm-both{display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start;margin-top:12px}
.vm .vm-pic{position:relative;flex:3 1 340px;min-width:0;margin:0;line-height:0}
.vm .vm-pic img{width:100%;height:auto;margin:0;border:1px solid var(--line)}
.vm .vm-pic a{position:absolute;border-radius:2px;outline-offset:1px}
.vm .vm-rows{flex:2 1 340px;min-width:0;overflow:auto;max-height:90vh}
.vm table{border-collapse:collapse;width:100%;margin:0;font-size:13px;color:inherit}
.vm th,.vm td{text-align:left;padding:4px 8px;border-bottom:1px solid var(--line);
vertical-align:top;min-width:3em;background:none;overflow-wrap:break-word;max-width:24em}
.vm td:nth-child(-n+3),.vm td:nth-child(5){white-space:nowrap}
.vm th{color:var(--dim);font-weight:600}.vm td a{color:var(--mark);font-weight:700}
.vm tr:hover td,.vm tr:focus-within td,.vm tr:target td{background:var(--lit)}
.vm .vm-pic a:hover,.vm .vm-pic a:focus-visible,.vm .vm-pic a:target{outline:3px solid var(--mark);
background:rgb(11 87 208/.2)}
"""


def fragment(*views: View, key: str) -> str:
    """Return one HTML element per view; `key` makes IDs unique in the surrounding document."""
    name = "".join(c for c in key if c.isalnum()) or "vm"
    if len(views) == 1:
        return _fragment(views[0], name)
    return "".join(_fragment(view, f"{name}v{i}") for i, view in enumerate(views))


def _fragment(view: View, name: str) -> str:
    links = "".join(
        f"#vm{name}:has(#{name}r{i}:is(:hover,:focus-within)) #{name}b{i}"
        "{outline:3px solid var(--mark);background:rgb(11 87 208/.2)}"
        f"#vm{name}:has(#{name}b{i}:is(:hover,:focus)) #{name}r{i} td{{background:var(--lit)}}"
        for i, row in enumerate(view.rows)
        if row.box is not None
    )
    notes = "".join(f"<p>{escape(note)}</p>" for note in view.notes)
    return (
        f'<div class="vm" id="vm{name}"><style>{_STYLE}{links}</style>'
        f"<h1>{escape(view.title)}</h1>{notes}"
        f'<div class="vm-both">{_picture(view, name)}{_table(view, name)}</div></div>'
    )


def page(*views: View, key: str) -> str:
    """Return a self-contained HTML document that needs no network.

    The title is that of the first view.
    """
    return document(views[0].title, f"<main>{fragment(*views, key=key)}</main>", kind="view")


def write(path: str | Path, *views: View, key: str) -> Path:
    """Write the document of `page` to a file.

    Raises:
        PathNotAllowed, FileNotWritten: the path is not a plain file, or is not writable; no
            partial file remains.
    """
    # Text from a page may contain unpaired surrogates, which cannot be encoded.
    write_atomic(path, page(*views, key=key).encode("utf-8", "replace"))
    return Path(path)


def _picture(view: View, name: str) -> str:
    if view.base64 is None:
        return ""
    width, height = view.size
    kind = "png" if view.format == "png" else "jpeg"
    boxes = []
    for i, row in enumerate(view.rows):
        if row.box is None:
            continue
        x, y, w, h = row.box
        x, right = (min(max(edge, 0), width) for edge in (x, x + w))
        y, bottom = (min(max(edge, 0), height) for edge in (y, y + h))
        at = (x / width, y / height, (right - x) / width, (bottom - y) / height)
        left, top, across, down = (f"{side:.3%}" for side in at)
        label = escape(" ".join(cell for cell in row.cells[:4] if cell))
        boxes.append(
            f'<a id="{name}b{i}" href="#{name}r{i}" aria-label="{label}" title="{label}" '
            f'style="left:{left};top:{top};width:{across};height:{down}"></a>'
        )
    what = f"Screenshot with {len(view.rows)} marks" if view.rows else "Screenshot"
    text = escape(f"{what}: {view.title}")
    return (
        f'<figure class="vm-pic"><img width="{width}" height="{height}" alt="{text}" '
        f'src="data:image/{kind};base64,{view.base64}">{"".join(boxes)}</figure>'
    )


def _table(view: View, name: str) -> str:
    if not view.rows:
        return ""
    head = "".join(f'<th scope="col">{escape(column)}</th>' for column in view.columns)
    lines = []
    for i, row in enumerate(view.rows):
        first, *others = row.cells
        link = escape(first)
        if view.base64 is not None and row.box is not None:
            link = f'<a href="#{name}b{i}">{link}</a>'
        cells = "".join(f"<td>{escape(cell)}</td>" for cell in others)
        lines.append(f'<tr id="{name}r{i}"><td>{link}</td>{cells}</tr>')
    return (
        f'<div class="vm-rows"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(lines)}</tbody></table></div>"
    )
