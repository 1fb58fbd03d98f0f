"""Compare a small page with two versions of open-source components: `data/pairs.toml`.

The packages are downloaded by npm into a given folder; this repository contains no part of them.
For each pair the report is written to that folder and the findings are printed. The benchmark runs
only by name.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

import tomllib

import viewmark
from viewmark.comparison.compare import compare_checkpoints
from viewmark.comparison.report import html_report

if TYPE_CHECKING:
    from viewmark.api.page import Page
    from viewmark.comparison.checkpoint import Checkpoint

DATA = Path(__file__).parent / "data" / "pairs.toml"
SIDES = ("a", "b")


class _Quiet(SimpleHTTPRequestHandler):
    """Serves files without logging."""

    def log_message(self, *_: object) -> None:
        """Log nothing."""


def alias(package: str, side: str) -> str:
    """Return the name under which one version of a package is installed."""
    return f"{side}-{package.replace('@', '').replace('/', '-')}"


def install(pairs: list[dict[str, Any]], folder: Path) -> None:
    """Download both versions of all packages."""
    for side, at in zip(SIDES, (0, 1), strict=True):
        place = folder / side
        place.mkdir(parents=True, exist_ok=True)
        wanted = {each["package"]: each["versions"][at] for each in pairs}
        wanted |= {"datatables.net": wanted["datatables.net-dt"], "jquery": "3.7.1"}
        (place / "package.json").write_text(json.dumps({"private": True, "dependencies": wanted}))
        command = [
            "npm",
            "install",
            "--ignore-scripts",
            "--no-audit",
            "--no-fund",
            "--legacy-peer-deps",
        ]
        subprocess.run(command, cwd=place, check=True)


def page_of(pair: dict[str, Any], folder: Path, side: str) -> Path:
    """Write the page of one side; return its path."""
    home = f"node_modules/{pair['package']}/"
    links = "".join(f"<link rel=stylesheet href='{home}{each}'>" for each in pair.get("css", ()))
    links += "".join(f"<script src='{home}{each}'></script>" for each in pair.get("js", ()))
    links += "".join(
        f"<script type=module src='{home}{each}'></script>" for each in pair.get("modules", ())
    )
    head = "<!doctype html><html lang=en><meta charset=utf-8><title>Shop</title>"
    path = folder / side / f"{alias(pair['package'], side)}.html"
    path.write_text(f"{head}{links}<body>{pair['body']}")
    return path


async def checkpoint_of(page: Page, address: str) -> Checkpoint:
    """Return a checkpoint of the page after its scripts have run."""
    await page.goto(address)
    await page.checkpoint()
    return await page.checkpoint()


async def compare_all(pairs: list[dict[str, Any]], folder: Path, site: str) -> list[dict[str, Any]]:
    """Return a row for each pair."""
    rows = []
    async with viewmark.launch(headless=True, viewport=(1280, 720)) as browser:
        page = await browser.page()
        for pair in pairs:
            looks = []
            for side in SIDES:
                path = page_of(pair, folder, side)
                looks.append(await checkpoint_of(page, f"{site}/{side}/{path.name}"))
            found = compare_checkpoints(*looks)
            name = f"{pair['package']} {' -> '.join(pair['versions'])}"
            stem = alias(pair["package"], "pair")
            (folder / f"{stem}.html").write_text(html_report(found, title=name))
            rows.append({"name": name, "elements": found.matched, **found.to_json()})
            print(f"\n{name}\n{found.summary}\n{found.lines()}", flush=True)
    return rows


def main() -> None:
    """Download, compare and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where packages and reports go")
    parser.add_argument("--only", nargs="*", default=[], help="names of packages")
    parser.add_argument("--no-install", action="store_true")
    args = parser.parse_args()
    pairs = tomllib.loads(DATA.read_text())["pair"]
    if not args.no_install:
        install(pairs, args.folder)
    pairs = [each for each in pairs if not args.only or each["package"] in args.only]
    handler = partial(_Quiet, directory=str(args.folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        site = f"http://127.0.0.1:{server.server_port}"
        rows = asyncio.run(compare_all(pairs, args.folder, site))
        server.shutdown()
    (args.folder / "pairs.json").write_text(json.dumps(rows, ensure_ascii=False, indent=1))
    print(f"\n{len(rows)} pairs, {sum(len(row['changes']) for row in rows)} changes told")


if __name__ == "__main__":
    main()
