"""Demo data for the applications of the eighth sealed set."""

from __future__ import annotations

from typing import TYPE_CHECKING

import demo_data

if TYPE_CHECKING:
    from pathlib import Path

POST = "_model: {kind}\n---\ntitle: {title}\n---\n"
PAGES = {
    "": "_model: page\n---\ntitle: Bakery\n---\nbody: Bread and rolls.\n",
    "news": POST.format(kind="page", title="News") + "body: What is new.\n",
    "news/rye": POST.format(kind="post", title="Rye on Friday")
    + "day: 2026-03-18\n---\nkind: bread\n---\nshown: yes\n---\nweight: 750\n---\n"
    "tags: rye, seeds\n---\nbody:\n\nBaked with *seeds*.\n\nAsk for half a loaf.\n",
    "news/rolls": POST.format(kind="post", title="Rolls at seven") + "body: Early.\n",
    "hours": POST.format(kind="page", title="Hours") + "body: From six to six.\n",
}
MODELS = {
    "page": "[model]\nname = Page\nlabel = {{ this.title }}\n\n[fields.title]\nlabel = Title\n"
    "type = string\nsize = large\n\n[fields.body]\nlabel = Body\ntype = markdown\n",
    "post": "[model]\nname = Post\nlabel = {{ this.title }}\n\n[fields.title]\nlabel = Title\n"
    "type = string\nwidth = 1/2\n\n[fields.day]\nlabel = Day\ntype = date\nwidth = 1/4\n\n"
    "[fields.weight]\nlabel = Weight\ntype = integer\naddon_label = g\nwidth = 1/4\n\n"
    "[fields.kind]\nlabel = Kind\ntype = select\nchoices = bread, roll, cake\nwidth = 1/2\n\n"
    "[fields.shown]\nlabel = Shown\ntype = boolean\ncheckbox_label = On the first page\n"
    "width = 1/2\n\n[fields.tags]\nlabel = Tags\ntype = checkboxes\nchoices = rye, wheat, seeds\n"
    "\n[fields.body]\nlabel = Body\ntype = markdown\n",
}


def bakery(_: Path, home: Path) -> None:
    (home / "bakery.lektorproject").write_text("[project]\nname = Bakery\n")
    for folder in ("models", "templates"):
        (home / folder).mkdir()
    for name, text in MODELS.items():
        (home / "models" / f"{name}.ini").write_text(text)
        (home / "templates" / f"{name}.html").write_text("<h1>{{ this.title }}</h1>")
    for name, text in PAGES.items():
        folder = home / "content" / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "contents.lr").write_text(text)
    demo_data.png(home / "content" / "news" / "rye" / "loaf.png", (170, 120, 70))


def files(_: Path, home: Path) -> None:
    demo_data.files(home / "files")


def settings(_: Path, home: Path) -> None:
    """Disable the request for a new password at the first visit, so that all visits are equal."""
    (home / "web.conf").write_text('{"file": 2, "format": 1}{"first_login": false}')
