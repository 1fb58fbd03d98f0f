"""Demo data for the applications of the first set."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import demo_data


def shop(_: Path, home: Path) -> None:
    demo_data.shop(home / "shop.db")


def files(_: Path, home: Path) -> None:
    demo_data.files(home / "files")


def studies(bin_: Path, home: Path) -> None:
    demo_data.studies(bin_ / "python", f"sqlite:///{home}/studies.db")


def events(bin_: Path, home: Path) -> None:
    demo_data.events(bin_ / "python", home / "runs")


def locustfile(_: Path, home: Path) -> None:
    (home / "locustfile.py").write_text(demo_data.LOCUSTFILE)


def wiki(bin_: Path, home: Path) -> None:
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


def swagger(bin_: Path, home: Path) -> None:
    dist = bin_.parent / "swagger-ui-dist"
    shutil.copytree(dist, home / "site", ignore=shutil.ignore_patterns("*.map"))
    (home / "site" / "shop.json").write_text(json.dumps(demo_data.SPECIFICATION))
    start = home / "site" / "swagger-initializer.js"
    start.write_text(
        start.read_text().replace("https://petstore.swagger.io/v2/swagger.json", "shop.json")
    )


def notebook(_: Path, home: Path) -> None:
    pages = Path(__file__).resolve().parents[1] / "apps" / "pages"
    shutil.copy(pages / "notebook.ipynb", home)
