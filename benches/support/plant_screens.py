"""Screens to plant changes on and to reload: the recorded ones as pages, and live applications."""

from __future__ import annotations

import contextlib
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

BENCHES = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(BENCHES / "apps"), str(BENCHES / "blind")]

import applications  # noqa: E402
import screens  # noqa: E402
import second_set  # noqa: E402, F401  (adds its applications)
import serve  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(os.environ.get("VIEWMARK_SCREENS", BENCHES.parent / ".cache" / "screens"))
"""Where `node_modules` with the PACKAGES of `apps/screens.py` is."""
RECORDED = (*screens.SERVED, *screens.STATIC, *screens.BUNDLED)
OWN = ("shop", "article", "dashboard", "gallery", "widgets", "patterns")
"""Six pages of this repository, for the six layouts whose pages are not all to be had again."""
LIVE = (
    "datasette-table", "sqliteweb-content", "copyparty-files", "optuna-list", "tiddlywiki-start",
    "maildev-list", "swagger-list", "tabulator", "fullcalendar-month", "elementplus-table",
    "aggrid", "w2ui", "graphiql", "datatables", "toastcalendar", "supervisor", "otterwiki-page",
    "starletteadmin-list", "vant", "trello",
)  # fmt: skip


@dataclass(frozen=True)
class Place:
    """A screen, and where it is served just now."""

    name: str
    url: str
    is_live: bool


@contextlib.contextmanager
def served(name: str) -> Iterator[Place]:
    """Serve a screen until the end of the block."""
    if name in LIVE:
        screen = applications.SCREENS[name]
        with applications.served(screen.application) as url:
            yield Place(name, url + screen.path, True)
    elif name in OWN:
        files = [
            path
            for folder in (
                BENCHES / "pages",
                BENCHES / "data" / "layouts",
                BENCHES / "../tests/pages",
            )
            if (path := folder / f"{name}.html").exists()
        ]
        yield Place(name, files[0].resolve().as_uri(), False)
    else:
        paths = {each: f"{each}.html" for each in RECORDED} | screens.SERVED
        if not (FOLDER / paths[name]).exists():
            screens.write(FOLDER, [name])
        with serve.folder(FOLDER) as url:
            yield Place(name, f"{url}/{paths[name]}", False)


def is_ready(name: str) -> str:
    """An expression that is true once the page has built itself."""
    return applications.SCREENS[name].wait if name in LIVE else "true"
