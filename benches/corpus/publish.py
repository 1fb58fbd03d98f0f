"""Copies the frozen screens that may be given away below `frozen`, with the files that they name.

    python benches/corpus/publish.py [FOLDER]

FOLDER is where `freeze_recipes.py` froze them. A screen is taken if each package that its recipe
names is free (MIT, BSD, ISC, Apache, CC0); `frozen/README.md` says which, and how many marks
live and frozen page share.
"""

from __future__ import annotations

import argparse
import json
import lzma
import re
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE)]

from freeze import unpack  # noqa: E402
from licences import is_free  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator

FROZEN = HERE / "frozen"
ALIKE = 0.98
"""The share of marks that live and frozen screens have alike, at least; others are listed."""
LEAST = 0.9
"""A screen with less alike is another screen, and not taken."""
MOST_MAY = 1.5
"""Things that a list lets be for each that it wants; a list that lets more be judges nothing."""
_NAME = re.compile(r"[0-9a-f]{24}\.\w{2,5}")


def files_of(text: str, assets: Path) -> Iterator[Path]:
    """The files that a text names, and those that these name."""
    for name in set(_NAME.findall(text)):
        packed, plain = assets / f"{name}.xz", assets / name
        if packed.exists():
            yield packed
            if name.endswith((".css", ".svg")):
                yield from files_of(lzma.decompress(packed.read_bytes()).decode(), assets)
        elif plain.exists():
            yield plain


def publish(folder: Path) -> None:
    known: dict[str, Any] = json.loads((folder.parent / f"{folder.name}.json").read_text())
    rows, left, size = [], [], 0
    shutil.rmtree(FROZEN / "open", ignore_errors=True)
    wanted: set[Path] = set()
    for name, about in sorted(known.items()):
        if why := _why(name, about):
            left.append(f"`{name}` ({why})")
            continue
        path = folder / f"{name}.json.xz"
        (FROZEN / "open").mkdir(parents=True, exist_ok=True)
        shutil.copy(path, FROZEN / "open")
        files = {*files_of(json.dumps(unpack(path)), folder.parent / "assets")}
        wanted |= files
        size += path.stat().st_size
        packages = "; ".join(
            f"{p} {version}, {licence}" for p, version, licence in about["packages"]
        )
        rows.append(f"| {name} | {packages} | {100 * about['agreement']:.1f} % |")
    (FROZEN / "assets").mkdir(exist_ok=True)
    for path in wanted:
        shutil.copy(path, FROZEN / "assets")
    size += sum(path.stat().st_size for path in wanted)
    _drop_unused()
    below = [f"- `{n}`: {'; '.join(known[n]['differ'])}" for n in known if _is_unlike(known[n])]
    (FROZEN / "README.md").write_text(
        "# Frozen screens that are committed (written by publish.py)\n\n"
        f"{len(rows)} screens and {len(wanted)} files that they share: {size / 1e6:.1f} MB. *Alike*"
        " is the share of marks that are the same on the live and on the frozen page.\n\n"
        "| screen | packages, with version and licence | alike |\n|---|---|---|\n"
        + "\n".join(rows)
        + "\n\n## Less than 98 % alike\n\n"
        + ("\n".join(below) or "None.")
        + "\n\n## Not committed\n\n"
        + ", ".join(left)
        + ".\n"
    )
    print(f"{len(rows)} screens, {len(below)} below {ALIKE}, {len(left)} left, {size / 1e6:.1f} MB")


def _drop_unused() -> None:
    """Delete the files that no committed screen of any set names."""
    assets = FROZEN / "assets"
    used: set[Path] = set()
    for path in FROZEN.glob("*/*.json.xz"):
        used |= {*files_of(json.dumps(unpack(path)), assets)}
    for path in {*assets.iterdir()} - used:
        path.unlink()


def _is_unlike(about: dict[str, Any]) -> bool:
    return is_free(about.get("packages", [])) and LEAST <= about.get("agreement", 0) < ALIKE


def _why(name: str, about: dict[str, Any]) -> str:
    """Why a screen is not committed; empty for one that is."""
    if "agreement" not in about:
        return "could not be made"
    if not is_free(about["packages"]):
        bound = (
            f"{p} {kind or 'none'}"
            for p, v, kind in about["packages"]
            if not is_free([[p, v, kind]])
        )
        return ", ".join(bound)
    listed = json.loads((HERE / "lists" / f"{name}.json").read_text())
    if len(listed.get("may", ())) > MOST_MAY * len(listed["items"]):
        return "its list lets too much be"
    alike = about["agreement"]
    return f"{100 * alike:.0f} % alike" if alike < LEAST else ""


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    default = HERE.parents[1] / ".cache" / "corpus" / "open"
    parser.add_argument("folder", nargs="?", type=Path, default=default)
    publish(parser.parse_args().folder)
