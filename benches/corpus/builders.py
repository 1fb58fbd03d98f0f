"""Prepares applications: pages of component libraries, bundles, and pages shipped by projects.

Most functions return a function that prepares one application, given its folder of binaries and its
home folder.
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
"""The folder that contains one folder per installed application."""
KITS = Path(__file__).resolve().parent / "kits"
_JIT = '{"compilerOptions":{"experimentalDecorators":true,"useDefineForClassFields":false}}'
_ELSEWHERE = re.compile(
    r'(<(?:script|img|link|iframe)\b[^>]*?\b(?:src|href)=)"(?:https?:)?//[^"]*"', re.DOTALL
)
_NOTHING = "data:image/gif;base64,R0lGODlhAQABAIAAAMLCwgAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=="


def kit(name: str) -> Callable[[Path, Path], None]:
    """Prepare the page of a component library from `kits`, beside its packages."""

    def before(bin_: Path, home: Path) -> None:
        site = home / "site"
        site.mkdir()
        (site / "lib").symlink_to(bin_.parent)
        shutil.copy(KITS / f"{name}.html", site / "index.html")

    return before


def copied(name: str) -> Callable[[Path, Path], None]:
    """Copy a program of `kits` to the home folder."""

    def before(_: Path, home: Path) -> None:
        shutil.copy(KITS / name, home)

    return before


def built(name: str, source: str, *flags: str) -> Callable[[Path, Path], None]:
    """Prepare the page of a component library, whose script is bundled with its packages."""

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
    """Prepare the page of a component library, with a style sheet of all the classes it uses."""

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
    """Check out one commit of a repository, unless it exists."""
    source = home / "source"
    if source.exists():
        return
    home.mkdir(parents=True, exist_ok=True)
    url = f"https://github.com/{repository}"
    subprocess.run(["git", "clone", "-q", "--filter=blob:none", url, source], check=True)
    subprocess.run(["git", "-C", source, "checkout", "-q", commit], check=True)


def pages_of(folder: str, head: str = "", lib: str = "") -> Callable[[Path, Path], None]:
    """Prepare the pages that a project ships, without their external resources."""

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
