"""The gallery: the pages of a data set as small pictures, with a search; one file, no network.

Whatever a page calls itself is text here: it is escaped, the only script is ours by its hash, and
the page may fetch nothing.
"""

from __future__ import annotations

import base64
import html
import json
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from viewmark import imaging
from viewmark.batch.shards import DATA, read_rows, shards_of
from viewmark.errors import ViewmarkError
from viewmark.files import write_atomic

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["LIMIT", "write_gallery"]

LIMIT = 1_000
"""Page views that are shown; of more, so many that are spread evenly."""
_SIDE = 480  # image px of a small picture
_STYLE = """
:root{color-scheme:light dark;--ink:#1c2330;--soft:#596475;--line:#d7dde6;--card:#fff;
--back:#f3f5f8;--bad:#b3261e;--mark:#0b57d0}
@media(prefers-color-scheme:dark){:root{--ink:#e6eaf0;--soft:#9aa6b6;--line:#323b49;--card:#1b222c;
--back:#12171e;--bad:#ff8a80;--mark:#8ab4f8}}
*{box-sizing:border-box}body{margin:0;background:var(--back);color:var(--ink);
font:14px/1.45 system-ui,sans-serif}
header{position:sticky;top:0;background:var(--back);border-bottom:1px solid var(--line);
padding:12px 20px;z-index:1}
h1{font-size:18px;margin:0 0 8px}label{display:flex;gap:8px;align-items:center;max-width:700px}
input{flex:1;font:inherit;padding:7px 10px;border:1px solid var(--line);border-radius:6px;
background:var(--card);color:inherit}
input:focus-visible,summary:focus-visible{outline:2px solid var(--mark);outline-offset:1px}
#count{color:var(--soft);margin:6px 0 0}
main{display:grid;grid-template-columns:repeat(auto-fill,minmax(260px,1fr));gap:14px;
padding:16px 20px}
article{background:var(--card);border:1px solid var(--line);border-radius:8px;overflow:hidden;
display:flex;flex-direction:column;content-visibility:auto;contain-intrinsic-size:auto 300px}
article[hidden]{display:none}
.shot{height:170px;border-bottom:1px solid var(--line);background:var(--back);display:flex;
align-items:center;justify-content:center;overflow:hidden}
.shot img{width:100%;height:100%;object-fit:cover;object-position:top}
.none{color:var(--bad);font-weight:600;padding:0 12px;text-align:center}
.about{padding:8px 12px 10px;min-width:0}h2{font-size:14px;margin:0;overflow:hidden;
text-overflow:ellipsis;white-space:nowrap}p{margin:2px 0;color:var(--soft);overflow-wrap:anywhere}
.bad{color:var(--bad)}summary{cursor:pointer;color:var(--mark)}
ol{margin:4px 0 0;padding-left:26px;max-height:180px;overflow:auto}li{overflow-wrap:anywhere}
"""
_SCRIPT = """
const box = document.getElementById('search'), count = document.getElementById('count');
const cards = [...document.querySelectorAll('article')];
const words = cards.map((card) => card.textContent.toLowerCase());
function search() {
  const wanted = box.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let shown = 0;
  cards.forEach((card, n) => {
    card.hidden = !wanted.every((word) => words[n].includes(word));
    shown += card.hidden ? 0 : 1;
  });
  count.textContent = shown + ' of ' + cards.length + ' shown';
}
box.addEventListener('input', search);
search();
"""


def write_gallery(folder: Path) -> str:
    """Write `index.html`; a sentence that says what is in it.

    Raises:
        InvalidOption: there is no finished data set.
        FileNotWritten: it cannot be written.
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
    digest = base64.b64encode(sha256(_SCRIPT.encode()).digest()).decode()
    policy = (
        "default-src 'none'; img-src data:; style-src 'unsafe-inline'; "
        f"script-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    )
    text = (
        "<!doctype html><html lang=en><head><meta charset=utf-8>"
        "<meta name=viewport content='width=device-width'>"
        f'<meta http-equiv=Content-Security-Policy content="{policy}">'
        f"<link rel=icon href=data:,><title>{total:,} page views</title>"
        f"<style>{_STYLE}</style></head><body><header>"
        f"<h1>{total:,} page views{note}</h1>"
        "<label for=search>Search <input id=search type=search autocomplete=off "
        "placeholder='address, title, view, role, name, error'></label>"
        "<p id=count role=status></p></header>"
        f"<main>{''.join(cards)}</main><script>{_SCRIPT}</script>"
        f"<!-- viewmark {html.escape(str(name))} --></body></html>\n"
    )
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


def _text(value: object) -> str:
    return html.escape(str(value), quote=True)
