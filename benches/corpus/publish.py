"""Copy the frozen screens that may be redistributed to `frozen`, with the files that they need.

    python benches/corpus/publish.py [FOLDER]

FOLDER is the output of `freeze_recipes.py`. A screen is copied if each package of its recipe has a
permissive licence (MIT, BSD, ISC, Apache, CC0). `frozen/screens.csv` lists the screens, and how
many marks of the live and the frozen page are equal.
"""

from __future__ import annotations

import argparse
import csv
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
"""Share of equal marks of live and frozen page below which a screen is listed."""
LEAST = 0.9
"""Share below which a screen counts as different, and is not copied."""
MOST_MAY = 1.5
"""Maximum optional items per required item; a list with more would not be meaningful."""
UNSTATED, BOUND, FAILED = "No licence stated", "Licence not accepted", "Saving failed"
OPTIONAL = f"More than {MOST_MAY} optional (`may`) elements per item"
UNLIKE = f"Less than {100 * LEAST:.0f} % alike"
REASONS = (UNSTATED, BOUND, OPTIONAL, UNLIKE, FAILED)
"""Reasons why screens are not committed, in the order in which the page lists them."""
COLUMNS = ("screen", "packages, with version and licence", "alike")
_NAME = re.compile(r"[0-9a-f]{24}\.\w{2,5}")


def files_of(text: str, assets: Path) -> Iterator[Path]:
    """Yield the files that a text refers to, and the files that those files refer to."""
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
    rows, size = [], 0
    left: dict[str, list[str]] = {reason: [] for reason in REASONS}
    shutil.rmtree(FROZEN / "open", ignore_errors=True)
    wanted: set[Path] = set()
    for name, about in sorted(known.items()):
        if why := _why(name, about):
            reason, detail = why
            detail = f": {detail}" if reason == BOUND else detail and f" ({detail})"
            left[reason].append(f"`{name}`{detail}")
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
        rows.append((name, packages, f"{100 * about['agreement']:.1f} %"))
    (FROZEN / "assets").mkdir(exist_ok=True)
    for path in wanted:
        shutil.copy(path, FROZEN / "assets")
    size += sum(path.stat().st_size for path in wanted)
    _drop_unused()
    below = [f"- `{n}`: {'; '.join(known[n]['differ'])}" for n in known if _is_unlike(known[n])]
    with (FROZEN / "screens.csv").open("w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([COLUMNS, *rows])
    (FROZEN / "README.md").write_text(
        "# Frozen screens that are committed (written by publish.py)\n\n"
        f"The repository contains {len(rows)} saved screens and the {len(wanted)} files that they"
        f" share ({size / 1e6:.1f} MB in total). *Alike* is the share of marks that are the same on"
        " the live page and on the saved page. [screens.csv](screens.csv) lists it for each screen,"
        " with packages, versions and licences.\n\n"
        "## Less than 98 % alike\n\n"
        + ("\n".join(below) or "All committed screens are at least 98 % alike.")
        + "\n\n## Not committed\n\n"
        + "".join(_left(reason, screens) for reason, screens in left.items() if screens)
    )
    count = sum(map(len, left.values()))
    print(f"{len(rows)} screens, {len(below)} below {ALIKE}, {count} left, {size / 1e6:.1f} MB")


def _left(reason: str, screens: list[str]) -> str:
    """Return a Markdown list item with the screens that are not committed for one reason."""
    if reason == BOUND:
        return f"- **{reason}**:\n" + "".join(f"    - {screen}\n" for screen in screens)
    return f"- **{reason}**: {', '.join(screens)}\n"


def _drop_unused() -> None:
    """Delete the files that no committed screen of any set uses."""
    assets = FROZEN / "assets"
    used: set[Path] = set()
    for path in FROZEN.glob("*/*.json.xz"):
        used |= {*files_of(json.dumps(unpack(path)), assets)}
    for path in {*assets.iterdir()} - used:
        path.unlink()


def _is_unlike(about: dict[str, Any]) -> bool:
    return is_free(about.get("packages", [])) and LEAST <= about.get("agreement", 0) < ALIKE


def _why(name: str, about: dict[str, Any]) -> tuple[str, str] | None:
    """Return one of `REASONS` and details if a screen is not committed; None if it is."""
    if "agreement" not in about:
        return FAILED, ""
    bound = [each for each in about["packages"] if not is_free([each])]
    if bound and not any(kind for *_, kind in bound):
        return UNSTATED, ", ".join(package for package, *_ in bound)
    if not is_free(about["packages"]):
        return BOUND, ", ".join(f"{package} ({_brief(kind)})" for package, _, kind in bound)
    listed = json.loads((HERE / "lists" / f"{name}.json").read_text())
    if len(listed.get("may", ())) > MOST_MAY * len(listed["items"]):
        return OPTIONAL, ""
    alike = about["agreement"]
    return (UNLIKE, f"{100 * alike:.0f} %") if alike < LEAST else None


def _brief(licence: str) -> str:
    """Return the licence of a package, or the file that it refers to."""
    return re.sub(r"^SEE (?:LICENSE IN )?(\S+)$", r"see \1", licence.strip("()")) or "none"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    default = HERE.parents[1] / ".cache" / "corpus" / "open"
    parser.add_argument("folder", nargs="?", type=Path, default=default)
    publish(parser.parse_args().folder)
