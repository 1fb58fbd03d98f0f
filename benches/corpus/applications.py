"""Screens of real applications and component libraries, with lists of what a user would act on.

`recipes.toml` defines them. Each application is in its own folder below ROOT
(`VIEWMARK_BLIND_APPS`), installed by `python benches/corpus/applications.py install`; `picture`
takes unmarked screenshots. The `lists` were written from these, before any observation by viewmark.
"""

# ruff: noqa: ASYNC240 (blocking is fine, because nothing else runs in this event loop)

from __future__ import annotations

import argparse
import asyncio
import contextlib
import importlib
import subprocess
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import tomllib

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "apps")]

import builders  # noqa: E402
import serve  # noqa: E402
from stage import Stage, Step, browser, tab  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

ROOT = builders.ROOT


@dataclass(frozen=True)
class Application:
    """How an application is installed, filled with data, and started."""

    kind: Literal["pip", "npm"]
    packages: tuple[str, ...]
    command: tuple[str, ...]
    """The command, with placeholders {bin}, {home}, {port} and {other} (a second port)."""
    before: Callable[[Path, Path], None] | None = None
    """Called before the start, with the folder of binaries and the home folder."""
    after: Callable[[int, int], None] | None = None
    """Called with both ports once the application responds."""
    source: Sequence[str] | None = None
    """Repository and commit of an application that is in no registry; checked out in `source`."""


_SERVE = "-m http.server -b 127.0.0.1 -d {home}/site {port}"
_COMMANDS = {
    "folder": (sys.executable, *_SERVE.split()),
    "start": ("sh", "{home}/start.sh", "{port}", "{bin}"),
}
_KINDS = {"npm": "folder", "pip": "start"}


@dataclass(frozen=True)
class Screen:
    """A state of an application."""

    application: str
    path: str = "/"
    steps: tuple[Step, ...] = ()
    wait: str = "true"
    """An expression that is true once the page is built; awaited before the steps."""
    viewport: tuple[int, int] = (1280, 800)
    scale: float = 1
    set: int = 1
    """Number of the set in which it was listed."""

    @property
    def phone(self) -> bool:
        return self.viewport[0] < 600


PHONE = (390, 844)
APPLICATIONS: dict[str, Application] = {}
SCREENS: dict[str, Screen] = {}


def _call(call: Sequence[str], *given: Any) -> None:
    """Call the function that a recipe names; a function of `builders` returns the one to call."""
    name, *arguments = call
    module, _, function = name.rpartition(".")
    found = getattr(importlib.import_module(module or "builders"), function)
    (found if module else found(*arguments))(*given)


def _read_application(name: str, recipe: dict[str, Any]) -> None:
    kind = "pip" if "pip" in recipe else "npm"
    command = recipe.get("command", _KINDS[kind])
    is_kit = (builders.KITS / f"{name}.html").exists() and "command" not in recipe
    fill = recipe.get("fill", ["kit", name] if is_kit else None)
    APPLICATIONS[name] = Application(
        kind,
        tuple(recipe[kind]),
        _COMMANDS[command] if isinstance(command, str) else tuple(command),
        fill and partial(_call, fill),
        partial(_call, [recipe["after"]]) if "after" in recipe else None,
        recipe.get("source"),
    )
    for screen, about in recipe.get("screens", {name: recipe}).items():
        SCREENS[screen] = Screen(
            name,
            about.get("path", "/"),
            tuple(map(tuple, about.get("steps", ()))),
            about.get("wait", "true"),
            PHONE if "phone" in about else (1280, 800),
            2 if "phone" in about else 1,
            recipe["set"],
        )


for _name, _recipe in tomllib.loads((HERE / "recipes.toml").read_text()).items():
    _read_application(_name, _recipe)


def binaries(name: str) -> Path:
    home = ROOT / name
    return home / "bin" if APPLICATIONS[name].kind == "pip" else home / "node_modules" / ".bin"


def install(name: str) -> None:
    """Install an application in its own folder, unless it exists."""
    application = APPLICATIONS[name]
    home = ROOT / name
    if application.source:
        builders.check_out(home, *application.source)
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
    """Run an application with its demo data during a block; yield its URL."""
    application = APPLICATIONS[name]
    with serve.workplace() as home:
        bin_ = binaries(name)
        if application.before:
            application.before(bin_, home)
        port, other = serve.free_port(), serve.free_port()
        given = {"python": sys.executable, "bin": bin_, "home": home, "port": port, "other": other}
        command = [part.format(**given) for part in application.command]
        with serve.process(command, f"http://127.0.0.1:{port}/", home) as url:
            if application.after:
                application.after(port, other)
            yield url.rstrip("/")


async def reach(stage: Stage, name: str, url: str) -> None:
    """Bring a tab to the state of a screen."""
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
                # Use a new browser for each screen, because stored page data must not affect the
                # next one.
                async with browser() as endpoint, tab(endpoint) as stage:
                    try:
                        await reach(stage, name, url)
                    except (TimeoutError, RuntimeError) as error:
                        print(f"{name}: {type(error).__name__}: {error}")
                    await stage.picture(folder / f"{name}.png")
                    print(name, flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("install", "picture"))
    parser.add_argument("names", nargs="*", help="of applications, or of screens")
    parser.add_argument("--set", type=int, help="those of a set")
    parser.add_argument("--folder", type=Path, default=Path("out/pictures"))
    args = parser.parse_args()
    chosen = args.names or [n for n, each in SCREENS.items() if args.set in (None, each.set)]
    if args.what == "install":
        for each in dict.fromkeys(SCREENS[n].application if n in SCREENS else n for n in chosen):
            install(each)
    else:
        asyncio.run(pictures(args.folder, chosen))
