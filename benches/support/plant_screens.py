"""Screens for making changes and for reloading: recorded pages and live applications."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

BENCHES = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(BENCHES / "apps"), str(BENCHES / "corpus")]

import applications  # noqa: E402
import screens  # noqa: E402
import serve  # noqa: E402

from support import plant_kits  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Sequence

    from viewmark.api.browser import Browser

    from viewmark.api.page import Page

FOLDER = Path(os.environ.get("VIEWMARK_SCREENS", BENCHES.parent / ".cache" / "screens"))
"""The folder with `node_modules`, which contains the PACKAGES of `apps/screens.py`."""
RECORDED = (*screens.SERVED, *screens.STATIC, *screens.BUNDLED)
OWN = ("shop", "article", "dashboard", "gallery", "widgets", "patterns")
"""Six pages of this repository, which replace the six layouts whose pages are unavailable."""
LIVE = (
    "datasette-table", "sqliteweb-content", "copyparty-files", "optuna-list", "tiddlywiki-start",
    "maildev-list", "swagger-list", "tabulator", "fullcalendar-month", "elementplus-table",
    "aggrid", "w2ui", "graphiql", "datatables", "toastcalendar", "supervisor", "otterwiki-page",
    "starletteadmin-list", "vant", "trello",
)  # fmt: skip
FIFTH = tuple(name for name, screen in applications.SCREENS.items() if screen.set == 5)
"""Screens of the fifth set, on which no comparison rule was based before."""


screens.STATIC.update(plant_kits.STATIC)
screens.BUNDLED.update(plant_kits.BUNDLED)


@dataclass(frozen=True)
class Place:
    """A screen, and its current URL."""

    name: str
    url: str
    is_live: bool


@contextlib.contextmanager
def served(name: str) -> Iterator[Place]:
    """Serve a screen during a block."""
    if name in LIVE or name in FIFTH:
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
        path = screens.SERVED.get(name, f"{name}.html")
        if not (FOLDER / path).exists():
            screens.write(FOLDER, [name])
        with serve.folder(FOLDER) as url:
            yield Place(name, f"{url}/{path}", False)


async def tab_without_alerts(browser: Browser) -> Page:
    """Open a tab without alerts, because an alert of AdminLTE's pages would block observations."""
    page = await browser.page()
    script = {"source": "window.alert = () => undefined"}
    await page.browser_page.session.send("Page.addScriptToEvaluateOnNewDocument", script)
    return page


def is_ready(name: str) -> str:
    """Return an expression that is true once the page is built."""
    return applications.SCREENS[name].wait if name in (*LIVE, *FIFTH) else "true"


async def measure_screens(
    path: Path,
    names: Sequence[str],
    seconds: float,
    measure: Callable[[Place, tuple[int, int]], Awaitable[list[dict[str, Any]]]],
    is_good: Callable[[dict[str, Any]], bool],
) -> None:
    """Append the rows of each screen that is not in the file yet, until the time is over.

    Args:
        path: file of the rows as JSON lines; it may exist.
        names: names of the screens.
        seconds: time after which no new screen is started.
        measure: returns the rows of one screen, in a window of the given size.
        is_good: whether a row is as expected; counted in the printed line.
    """
    done = {row["screen"] for row in rows_in(path)}
    end = time.monotonic() + seconds
    for name in names:
        if name in done:
            continue
        if time.monotonic() > end:
            print("more is left", flush=True)
            return
        is_phone = name in ("vant", "varlet", "jquerymobile")
        size = (390, 844) if is_phone else (1280, 800 if name in LIVE else 720)
        try:
            with served(name) as place:
                rows = await measure(place, size)
        except Exception as error:  # continue with the other screens
            print(f"{name}: {type(error).__name__}: {error}", flush=True)
            continue
        with path.open("a") as out:
            out.writelines(json.dumps(row) + "\n" for row in rows)
        print(f"{name:22} {sum(map(is_good, rows)):3} of {len(rows):3}", flush=True)


def rows_in(path: Path) -> list[dict[str, Any]]:
    """Return the rows of a file, or none if it does not exist."""
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def table_of(
    rows: Sequence[dict[str, Any]],
    key: Callable[[dict[str, Any]], str],
    columns: dict[str, Callable[[list[dict[str, Any]]], object]],
) -> str:
    """Return a Markdown table with a line for all rows of the same key, and one for all rows."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    lines = ["| | " + " | ".join(columns) + " |", "|---|" + "---:|" * len(columns)]
    for name, mine in [*groups.items(), ("**all**", list(rows))]:
        lines.append(f"| {name} | " + " | ".join(str(of(mine)) for of in columns.values()) + " |")
    return "\n".join(lines)
