"""Writes the gallery: one HTML file with searchable thumbnails of a data set's pages.

Page content is untrusted: it is escaped, the content security policy allows only our script (by its
hash), and the gallery page cannot fetch anything.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from viewmark import imaging
from viewmark.batch.shards import DATA, read_rows, shards_of
from viewmark.errors import ViewmarkError
from viewmark.support import document, write_atomic
from viewmark.support import html_text as _text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LIMIT = 1_000
"""Maximum number of page views shown; larger data sets are sampled evenly."""
_SIDE = 480  # longer side of a thumbnail, in image px


def write_gallery(folder: Path) -> str:
    """Write `index.html`; return a sentence about its content.

    Raises:
        InvalidOption: there is no finished data set.
        FileNotWritten: the file cannot be written.
    """
    total = sum(int(each["rows"]) for each in shards_of(folder))
    step = max(1.0, total / LIMIT)
    cards, shown, wanted = [], 0, 0.0
    for n, row in enumerate(_rows(folder)):
        if n >= wanted and shown < LIMIT:
            wanted += step
            shown += 1
            cards.append(_card(row))
    name = json.loads((folder / "dataset.json").read_bytes()).get("viewmark", "")
    note = "" if shown == total else f"; {shown:,} of them, spread evenly, are shown here"
    body = (
        f"<header><h1>{total:,} page views{note}</h1>"
        "<label for=search>Search <input id=search type=search autocomplete=off "
        "placeholder='address, title, view, role, name, error'></label>"
        "<p id=count role=status></p></header>"
        f"<main>{''.join(cards)}</main><!-- viewmark {_text(name)} -->"
    )
    text = document(f"{total:,} page views", body, kind="gallery", script="search.js")
    write_atomic(folder / "index.html", text.encode("utf-8", "replace"))
    return f"gallery: {shown:,} page views in {folder / 'index.html'}"


def _rows(folder: Path) -> Iterator[dict[str, Any]]:
    for shard in shards_of(folder):
        yield from read_rows(folder / DATA / str(shard["name"]))


def _card(row: dict[str, Any]) -> str:
    title = row["title"] or row["url"]
    picture = row["marked"] or row["image"]
    about = [f"<p>{_text(row['final_url'] or row['url'])}</p>"]
    shot = ""
    if picture is not None:
        shot = _small(picture["bytes"], title)
    about.append(
        f"<p>{_text(row['view'])} · {_text(row['split'])} · {len(row['marks'])} marks"
        + (f" · HTTP {row['status']}" if row["status"] and row["status"] >= 400 else "")
        + "</p>"
    )
    if row["error_code"] is not None:
        shot = f"<span class=none>{_text(row['error_code'])}</span>"
        about.append(f"<p class=bad>{_text(row['error'])}</p>")
    elif row["duplicate_of"] is not None:
        shot = "<span class=none>duplicate</span>"
        about.append(f"<p>looks like {_text(row['duplicate_of'])}</p>")
    if row["marks"]:
        items = "".join(
            f"<li value={int(mark['label'])}>{_text(mark['role'])} "
            f"{_text(mark['name'] or mark['text'] or '(no name)')}</li>"
            for mark in row["marks"]
        )
        about.append(f"<details><summary>marks</summary><ol>{items}</ol></details>")
    return (
        f"<article><div class=shot>{shot}</div><div class=about>"
        f"<h2>{_text(title)}</h2>{''.join(about)}</div></article>"
    )


def _small(picture: bytes, title: str) -> str:
    try:
        small = imaging.annotate(picture, [], max_side=_SIDE, quality=60, max_base64=40_000)
    except ViewmarkError as error:
        return f"<span class=none>{_text(error.code)}</span>"
    return (
        f"<img alt='{_text('Page with marks: ' + title)}' loading=lazy "
        f"src='data:image/jpeg;base64,{small.base64}'>"
    )
