"""Screens of real applications and component kits, each with a list of what a person would act on.

The `lists` were written from the clean pictures, before any look by viewmark. Those of applications
in SEALED are for a last check only: rules are not made by looking at them.

An application lives in a folder of its own below ROOT (`VIEWMARK_BLIND_APPS`), installed by
`python benches/corpus/applications.py install`; `picture FOLDER [NAME ...]` takes clean pictures.
"""

# ruff: noqa: ASYNC240 (nothing else runs in this loop)

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "apps")]

import demo_data  # noqa: E402
import serve  # noqa: E402
from stage import Stage, Step, browser, tab  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

ROOT = Path(os.environ.get("VIEWMARK_BLIND_APPS", "/tmp/blind-apps"))


@dataclass(frozen=True)
class Application:
    """What to install, how to fill it, how to start it."""

    kind: Literal["pip", "npm"]
    packages: tuple[str, ...]
    command: tuple[str, ...]
    """With {bin}, {home}, {port} and {other} (a second port) to fill in."""
    before: Callable[[Path, Path], None] | None = None
    """Called with the folder of binaries and the home, before the start."""
    after: Callable[[int, int], None] | None = None
    """Called with both ports once it answers."""


def _shop(_: Path, home: Path) -> None:
    demo_data.shop(home / "shop.db")


def _files(_: Path, home: Path) -> None:
    demo_data.files(home / "files")


def _studies(bin_: Path, home: Path) -> None:
    demo_data.studies(bin_ / "python", f"sqlite:///{home}/studies.db")


def _events(bin_: Path, home: Path) -> None:
    demo_data.events(bin_ / "python", home / "runs")


def _locustfile(_: Path, home: Path) -> None:
    (home / "locustfile.py").write_text(demo_data.LOCUSTFILE)


def _wiki(bin_: Path, home: Path) -> None:
    command = ["node", str(bin_ / "tiddlywiki"), str(home / "wiki"), "--init", "server"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    tiddlers = home / "wiki" / "tiddlers"
    tiddlers.mkdir()
    for n, word in enumerate(demo_data.WORDS[:6]):
        other = demo_data.WORDS[(n + 1) % 6].title()
        head = f"created: 2026010{n + 1}120000000\nmodified: 2026010{n + 1}120000000\n"
        head += f"tags: note {'todo' if n % 2 else 'idea'}\ntitle: {word.title()}\n\n"
        (tiddlers / f"{word.title()}.tid").write_text(
            f"{head}Notes about ''{word}''. See [[{other}]] and [[Missing page]].\n\n"
            "* first\n* second, with [[a link|https://example.org/]]\n"
        )
    (tiddlers / "start.tid").write_text("title: $:/DefaultTiddlers\n\nAmber\nBasalt\n")


def _swagger(bin_: Path, home: Path) -> None:
    dist = bin_.parent / "swagger-ui-dist"
    shutil.copytree(dist, home / "site", ignore=shutil.ignore_patterns("*.map"))
    (home / "site" / "shop.json").write_text(json.dumps(demo_data.SPECIFICATION))
    start = home / "site" / "swagger-initializer.js"
    start.write_text(
        start.read_text().replace("https://petstore.swagger.io/v2/swagger.json", "shop.json")
    )


def _kit(name: str) -> Callable[[Path, Path], None]:
    """The page of a component kit from `kits`, beside the packages that it is built of."""

    def before(bin_: Path, home: Path) -> None:
        site = home / "site"
        site.mkdir()
        (site / "lib").symlink_to(bin_.parent)
        shutil.copy(HERE / "kits" / f"{name}.html", site / "index.html")

    return before


def _of_kit(name: str, *packages: str) -> Application:
    return Application("npm", packages, _FOLDER, _kit(name))


def _dashboard(_: Path, home: Path) -> None:
    shutil.copy(HERE / "kits" / "dash_app.py", home)


def _notebook(_: Path, home: Path) -> None:
    pages = HERE.parent / "apps" / "pages"
    shutil.copy(pages / "notebook.ipynb", home)


_FOLDER = (
    sys.executable, "-m", "http.server", "-b", "127.0.0.1", "-d", "{home}/site", "{port}",
)  # fmt: skip
APPLICATIONS = {
    "datasette": Application(
        "pip", ("datasette==0.65.5",),
        ("{bin}/datasette", "{home}/shop.db", "-p", "{port}"), _shop),
    "sqliteweb": Application(
        "pip", ("sqlite-web==0.8.2",),
        ("{bin}/sqlite_web", "-x", "-p", "{port}", "{home}/shop.db"), _shop),
    "copyparty": Application(
        "pip", ("copyparty==1.20.26",),
        ("{bin}/copyparty", "-q", "-i", "127.0.0.1", "-p", "{port}", "-v", "{home}/files::rwmd"),
        _files),
    "locust": Application(
        "pip", ("locust==2.47.0",),
        ("{bin}/locust", "-f", "{home}/locustfile.py", "--web-host", "127.0.0.1", "--web-port",
         "{port}"), _locustfile),
    "optuna": Application(
        "pip", ("optuna-dashboard==0.21.0", "optuna==5.0.0"),
        ("{bin}/optuna-dashboard", "--port", "{port}", "sqlite:///{home}/studies.db"), _studies),
    "tensorboard": Application(
        "pip", ("tensorboard==2.21.0", "numpy", "setuptools<81"),
        ("{bin}/tensorboard", "--logdir", "{home}/runs", "--port", "{port}", "--host",
         "127.0.0.1"), _events),
    "tiddlywiki": Application(
        "npm", ("tiddlywiki@5.4.1",),
        ("node", "{bin}/tiddlywiki", "{home}/wiki", "--listen", "port={port}", "host=127.0.0.1",
         "anon-username=me"), _wiki),
    "maildev": Application(
        "npm", ("maildev@3.0.0",),
        ("node", "{bin}/maildev", "--web", "{port}", "--smtp", "{other}", "--ip", "127.0.0.1"),
        after=lambda _, smtp: demo_data.mails(smtp)),
    "swagger": Application(
        "npm", ("swagger-ui-dist@5.35.0",),
        _FOLDER, _swagger),
    "tabulator": _of_kit("tabulator", "tabulator-tables@6"),
    "fullcalendar": _of_kit("fullcalendar", "fullcalendar@6"),
    "quill": _of_kit("quill", "quill@2"),
    "leaflet": _of_kit("leaflet", "leaflet@1", "leaflet-draw@1"),
    "elementplus": _of_kit("elementplus", "element-plus@2", "vue@3"),
    "aggrid": _of_kit("aggrid", "ag-grid-community@33"),
    "fluent": _of_kit("fluent", "@fluentui/web-components@2"),
    "w2ui": _of_kit("w2ui", "w2ui@2"),
    "excalidraw": _of_kit("excalidraw", "@excalidraw/excalidraw@0.17.6", "react@18",
                          "react-dom@18"),
    "graphiql": _of_kit("graphiql", "graphiql@3.9.0", "graphql@16", "react@18", "react-dom@18"),
    "dash": Application("pip", ("dash==3.*",), ("{bin}/python", "{home}/dash_app.py", "{port}"),
                        _dashboard),
    "nbclassic": Application(
        "pip", ("nbclassic", "ipykernel"),
        ("{bin}/jupyter", "nbclassic", "--no-browser", "--allow-root", "--port", "{port}",
         "--ServerApp.token=", "--ServerApp.password=", "--notebook-dir={home}"), _notebook),
}  # fmt: skip


@dataclass(frozen=True)
class Screen:
    """A state of an application."""

    application: str
    path: str = "/"
    steps: tuple[Step, ...] = ()
    wait: str = "true"
    """An expression that is true once the page has built itself; before the steps."""
    viewport: tuple[int, int] = (1280, 800)
    scale: float = 1

    @property
    def phone(self) -> bool:
        return self.viewport[0] < 600


_SHOP = "/shop/orders?_facet=state&_sort=day"
_INBOX = "document.body.innerText.includes('Your order')"
_WIKI = "document.body.innerText.includes('Notes about')"
_API = "document.body.innerText.includes('List orders')"
_TEXT = "document.body.innerText"
PHONE = (390, 844)
SCREENS: dict[str, Screen] = {
    "datasette-table": Screen("datasette", _SHOP),
    "datasette-column-menu": Screen(
        "datasette",
        _SHOP,
        (("press", "th:nth-child(3) svg"),),
        wait="!!document.querySelector('th svg')",
    ),
    "datasette-query": Screen(
        "datasette", "/shop?sql=select+state,+count(*)+from+orders+group+by+state"
    ),
    "datasette-phone": Screen("datasette", _SHOP, viewport=PHONE, scale=2),
    "sqliteweb-content": Screen("sqliteweb", "/orders/content/"),
    "sqliteweb-structure": Screen("sqliteweb", "/orders/"),
    "copyparty-files": Screen("copyparty"),
    "copyparty-settings": Screen("copyparty", steps=(("press", "text=⚙️"),)),
    "locust-start": Screen("locust", steps=(("press", "text=Advanced options"),)),
    "locust-statistics": Screen(
        "locust",
        steps=(("press", "text=Start"), ("until", "document.body.innerText.includes('/search')")),
    ),
    "optuna-list": Screen("optuna", wait="document.body.innerText.includes('churn')"),
    "optuna-trials": Screen(
        "optuna", "/dashboard/studies/1/trials", wait="document.body.innerText.includes('Trial 3')"
    ),
    "tensorboard-scalars": Screen("tensorboard"),
    "tensorboard-card-menu": Screen(
        "tensorboard",
        "/?darkMode=true#timeseries",
        (("press", "card-view [aria-label='More line chart options']"),),
    ),
    "tiddlywiki-start": Screen("tiddlywiki", wait=_WIKI),
    "tiddlywiki-edit": Screen("tiddlywiki", steps=(("press", 834, 98),), wait=_WIKI),
    "maildev-list": Screen("maildev", wait=_INBOX),
    "maildev-message": Screen(
        "maildev", steps=(("press", "text=Your order 104 of ember"),), wait=_INBOX
    ),
    "maildev-phone": Screen("maildev", wait=_INBOX, viewport=PHONE, scale=2),
    "swagger-list": Screen("swagger", wait=_API),
    "swagger-try": Screen(
        "swagger", steps=(("press", "text=List orders"), ("press", "text=Try it out")), wait=_API
    ),
    "tabulator": Screen("tabulator", wait=f"{_TEXT}.includes('basalt')"),
    "fullcalendar-month": Screen("fullcalendar", wait=f"{_TEXT}.includes('Review')"),
    "fullcalendar-week": Screen(
        "fullcalendar", "/?view=timeGridWeek", wait=f"{_TEXT}.includes('Fair')"
    ),
    "quill-link": Screen(
        "quill", steps=(("press", "#editor a"),), wait="!!document.querySelector('.ql-toolbar')"
    ),
    "leaflet": Screen("leaflet", wait=f"{_TEXT}.includes('Opening')"),
    "elementplus-table": Screen("elementplus", wait=f"{_TEXT}.includes('Fjord')"),
    "elementplus-dialog": Screen(
        "elementplus", "/?dialog", wait=f"{_TEXT}.includes('Add an order')"
    ),
    "aggrid": Screen("aggrid", wait=f"{_TEXT}.includes('basalt')"),
    "fluent": Screen("fluent", wait="!!document.querySelector('fluent-data-grid-row')"),
    "w2ui": Screen("w2ui", wait=f"{_TEXT}.includes('basalt')"),
    "excalidraw": Screen("excalidraw", wait="!!document.querySelector('canvas')"),
    "graphiql": Screen("graphiql", wait="!!document.querySelector('.CodeMirror')"),
    "dash": Screen("dash", wait=f"{_TEXT}.includes('cedar') && !!document.querySelector('.bars')"),
    "nbclassic-tree": Screen("nbclassic", wait=f"{_TEXT}.includes('notebook.ipynb')"),
    "nbclassic-notebook": Screen(
        "nbclassic",
        "/notebooks/notebook.ipynb",
        wait="document.querySelectorAll('.cell').length > 1",
    ),
}
SEED = 2611
_FIRST, _SECOND = sorted(list(APPLICATIONS)[:9]), sorted(list(APPLICATIONS)[9:])
SEALED = frozenset(
    random.Random(SEED).sample(_FIRST, 3) + random.Random(SEED).sample(_SECOND, len(_SECOND) // 3)
)
"""A third of the applications, by chance: of the first nine, and of those that came later."""


def binaries(name: str) -> Path:
    home = ROOT / name
    return home / "bin" if APPLICATIONS[name].kind == "pip" else home / "node_modules" / ".bin"


def install(name: str) -> None:
    """Into a folder of its own, if it is not there."""
    application = APPLICATIONS[name]
    home = ROOT / name
    if (binaries(name) if application.kind == "pip" else home / "node_modules").exists():
        return
    if application.kind == "pip":
        subprocess.run([sys.executable, "-m", "venv", home], check=True)
        subprocess.run([home / "bin" / "pip", "install", "-q", *application.packages], check=True)
    else:
        quiet = ["--silent", "--no-audit", "--no-fund", "--ignore-scripts"]
        command = ["npm", "install", *quiet, "--prefix", str(home), *application.packages]
        home.mkdir(parents=True, exist_ok=True)
        subprocess.run(command, check=True)


@contextlib.contextmanager
def served(name: str) -> Iterator[str]:
    """The address of an application with its demo data, until the end of the block."""
    application = APPLICATIONS[name]
    with serve.workplace() as home:
        bin_ = binaries(name)
        if application.before:
            application.before(bin_, home)
        port, other = serve.free_port(), serve.free_port()
        given = {"bin": bin_, "home": home, "port": port, "other": other}
        command = [part.format(**given) for part in application.command]
        with serve.process(command, f"http://127.0.0.1:{port}/", home) as url:
            if application.after:
                application.after(port, other)
            yield url.rstrip("/")


async def reach(stage: Stage, name: str, url: str) -> None:
    """Bring a tab into the state of a screen."""
    screen = SCREENS[name]
    await stage.open(url + screen.path, screen.viewport, screen.scale, phone=screen.phone)
    await stage.until(screen.wait)
    await stage.quiet()
    for step in screen.steps:
        await stage.step(step)


async def pictures(folder: Path, names: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for application in APPLICATIONS:
        mine = [n for n in names if SCREENS[n].application == application]
        if not mine:
            continue
        with served(application) as url:
            for name in mine:
                # A browser for each: what a page keeps for its next visit must not show in another.
                async with browser() as endpoint, tab(endpoint) as stage:
                    try:
                        await reach(stage, name, url)
                    except (TimeoutError, RuntimeError) as error:
                        print(f"{name}: {type(error).__name__}: {error}")
                    await stage.picture(folder / f"{name}.png")
                    print(name, flush=True)


def main(names: Iterable[str], shown: Iterable[str]) -> None:
    """`install [NAME ...]` or `picture FOLDER [NAME ...]`; all of these if none is named."""
    what, *rest = sys.argv[1:] or ["install"]
    if what == "install":
        for name in rest or names:
            install(name)
    elif what == "picture":
        asyncio.run(pictures(Path(rest[0]), rest[1:] or list(shown)))


if __name__ == "__main__":
    main(APPLICATIONS, SCREENS)
