"""Prepares workplaces: pages of kits, bundles, and pages that projects ship.

Each function returns what is called with the folder of binaries and the home of an application.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(os.environ.get("VIEWMARK_BLIND_APPS", "/tmp/blind-apps"))
"""The folder in which applications are installed, each in one of its own."""
KITS = Path(__file__).resolve().parent / "kits"
_JIT = '{"compilerOptions":{"experimentalDecorators":true,"useDefineForClassFields":false}}'
_ELSEWHERE = re.compile(
    r'(<(?:script|img|link|iframe)\b[^>]*?\b(?:src|href)=)"(?:https?:)?//[^"]*"', re.DOTALL
)
_NOTHING = "data:image/gif;base64,R0lGODlhAQABAIAAAMLCwgAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=="


def kit(name: str) -> Callable[[Path, Path], None]:
    """The page of a component kit from `kits`, beside the packages that it is built of."""

    def before(bin_: Path, home: Path) -> None:
        site = home / "site"
        site.mkdir()
        (site / "lib").symlink_to(bin_.parent)
        shutil.copy(KITS / f"{name}.html", site / "index.html")

    return before


def copied(name: str) -> Callable[[Path, Path], None]:
    """A program of `kits`, in the home."""

    def before(_: Path, home: Path) -> None:
        shutil.copy(KITS / name, home)

    return before


def built(name: str, source: str, *flags: str) -> Callable[[Path, Path], None]:
    """The page of a kit whose script is bundled where its packages lie."""

    def before(bin_: Path, home: Path) -> None:
        site, folder = home / "site", bin_.parents[1]
        site.mkdir()
        (site / "lib").symlink_to(bin_.parent)
        shutil.copy(KITS / source, folder / source)
        if source.endswith(".svelte"):
            shutil.copy(KITS / "smui_build.mjs", folder)
            command = ["node", "smui_build.mjs", source, str(site / "index.js"), *flags]
        else:
            command = [
                str(bin_ / "esbuild"), source, "--bundle", f"--outfile={site / 'index.js'}",
                "--log-level=error", '--define:process.env.NODE_ENV="production"', *flags,
                f"--tsconfig-raw={_JIT}", "--loader:.woff2=dataurl", "--loader:.svg=dataurl",
                "--banner:js=window.process={env:{}};window.global=window;",
            ]  # fmt: skip
        subprocess.run(command, check=True, cwd=folder)
        style = "<link rel=stylesheet href=index.css>" if (site / "index.css").exists() else ""
        (site / "index.html").write_text(
            f"<!doctype html><html lang=en><meta charset=utf-8><title>{name}</title>{style}"
            "<style>body{margin:0}</style><div id=root></div><script src=index.js></script></html>"
        )

    return before


def styled(name: str, source: str, *lines: str) -> Callable[[Path, Path], None]:
    """The page of a kit whose style is made of the classes that its page and its packages use."""

    def before(bin_: Path, home: Path) -> None:
        built(name, source)(bin_, home)
        folder, site = bin_.parents[1], home / "site"
        words = ["@import 'tailwindcss';", f"@source './{source}';", *lines]
        (folder / "in.css").write_text("\n".join(words))
        command = ["node", bin_ / "tailwindcss", "-i", "in.css", "-o", site / "style.css"]
        subprocess.run(command, check=True, cwd=folder, stderr=subprocess.DEVNULL)
        page = site / "index.html"
        link = "<link rel=stylesheet href=style.css>"
        page.write_text(page.read_text().replace("<style>", f"{link}<style>", 1))

    return before


def check_out(home: Path, repository: str, commit: str) -> None:
    """One commit of a repository, if it is not there."""
    source = home / "source"
    if source.exists():
        return
    home.mkdir(parents=True, exist_ok=True)
    url = f"https://github.com/{repository}"
    subprocess.run(["git", "clone", "-q", "--filter=blob:none", url, source], check=True)
    subprocess.run(["git", "-C", source, "checkout", "-q", commit], check=True)


def pages_of(folder: str, head: str = "", lib: str = "") -> Callable[[Path, Path], None]:
    """The pages that a project ships, without what they fetch from elsewhere."""

    def before(_: Path, home: Path) -> None:
        site = home / "site"
        unread = shutil.ignore_patterns(".git", "*.map")
        shutil.copytree(ROOT / folder, site, ignore=unread)
        if lib:
            (site / "lib").symlink_to(ROOT / lib)
        for page in site.rglob("*.html"):
            text = _ELSEWHERE.sub(rf'\1"{_NOTHING}"', page.read_text(errors="replace"))
            page.write_text(text.replace("</head>", f"{head}</head>", 1))

    return before
